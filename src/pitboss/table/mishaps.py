"""When something goes wrong: the row of the game's irregularity table that applies, and its consequence."""

from typing import assert_never

from pitboss.cards.deck import UNKNOWN
from pitboss.rulebook.roles import FLOOR
from pitboss.rulebook.terms import MICRO
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.betting import readings_given
from pitboss.table.definition import Mishap
from pitboss.table.devices import continuous
from pitboss.table.draft import Draft, stake
from pitboss.table.faces import check_faces
from pitboss.table.flow import current, progress, targets_due
from pitboss.table.people import role
from pitboss.table.refusals import refuse
from pitboss.table.rules import Rules
from pitboss.table.state import ABANDONED, FOLDED, FORFEITED, LIVE, OUT, VOID, Seat, State, cards_out, face_down
from pitboss.table.vocabulary import Consequence, Place

EXPOSED = {"dealer_card_exposed": "dealer", "community_card_exposed": "community", "box_card_exposed": "box"}
"""Reports of a card that lies face down, and where it lies."""


def moment(rules: Rules, state: State) -> str:
    """The name of the step the round is at, or `between`."""
    step = current(rules, state)
    return "between" if step is None else step.name


def can_happen(rules: Rules, state: State, row: Mishap) -> bool:
    """Whether the row can ever apply as the table deals now, under these terms: no cards are miscounted that stay in a
    device, or lie at a place to which none are dealt."""
    if row.procedures and state.procedure not in row.procedures:
        return False
    if row.option and rules.terms.readings.get(row.option[0]) != row.option[1]:
        return False
    if row.kind == "wrong_count" and continuous(rules, state):
        return False
    about = EXPOSED.get(row.kind, "") or (row.place[0] if row.kind == "wrong_number" else "")
    return about in ("", "seat") or about in rules.places[state.procedure]


def rows_in_force(rules: Rules) -> list[Mishap]:
    """The rows of the table as it opens: of two that fit the same reports, the one above decides."""
    state = rules.opening()
    found: list[Mishap] = []
    for row in rules.mishaps:
        if can_happen(rules, state, row) and not any(_fits_all(above, row) for above in found):
            found.append(row)
    return found


def _fits_all(above: Mishap, row: Mishap) -> bool:
    """Whether every report that fits `row` fits the row above it too."""
    same = (above.kind, above.place, above.compare, above.ruling) == (row.kind, row.place, row.compare, row.ruling)
    return same and above.repeated is None and above.undecided is None and set(row.during) <= set(above.during)


def row_reported(rules: Rules, event: e.Irregularity) -> Mishap:
    """The row that was applied, as far as the record tells; what was recorded too late has only its kind left."""
    rows = [row for row in rules.mishaps if row.kind == event.kind]
    cited = [row for row in rows if row.clause == event.clause]
    exact = [row for row in cited if row.consequence == event.consequence]
    return (exact or cited or rows)[0]


def possible(rules: Rules, state: State, row: Mishap) -> bool:
    """Whether the row can apply at this moment, whatever else the report says."""
    if moment(rules, state) not in row.during or not can_happen(rules, state, row):
        return False
    if row.undecided is not None:
        last = next((s.unless for s in reversed(rules.script(state.procedure)) if s.kind == "ask"), "")
        waiting = any(s.standing == LIVE and not stake(rules, s, last) for s in state.seats)
        return waiting == row.undecided
    return True


def _possible_kinds(rules: Rules, state: State) -> list[str]:
    """The reports that can be made at this moment."""
    return sorted({row.kind for row in rules.mishaps if possible(rules, state, row)})


def right_number(rules: Rules, state: State, place: str, seat: int) -> int:
    """How many cards the record has at the place."""
    if place == "seat":
        return len(state.seats[seat - 1].cards)
    return len({"dealer": state.dealer, "community": state.community, "box": state.box}[place])


def report(d: Draft, act: a.Report) -> None:
    rules, state = d.rules, d.state
    rows = rules.mishaps_by_kind.get(act.kind)
    if not rows:
        allowed = _possible_kinds(rules, state)
        raise refuse("no_such_report", "unknown irregularity", given=act.kind, allowed=allowed)
    d.only(*dict.fromkeys(r for row in rows for r in row.by), clause=rows[0].clause)
    _well_formed(d, act, rows[0])
    fitting = [r for r in rows if possible(rules, state, r) and _fits(d, act, r)]
    if not fitting:
        raise refuse(
            "not_now",
            "this cannot happen at this moment",
            rows[0].clause,
            given=f"{act.kind} {act.ruling}".strip() + f" at {moment(rules, state)}",
            allowed=_possible_kinds(rules, state),
        )
    row = fitting[0]
    d.only(*row.by, clause=row.clause)
    consequence, reading = row.consequence, row.reading
    settled = consequence == "void_hand" and state.seats[act.seat - 1].settled >= 0
    if settled or (state.paying and consequence in _UNDOES_HANDS):
        consequence, reading = "record", "X-05"
    elif state.paying and consequence == "void_remove":
        consequence, reading = "remove_deck", "X-05"
    d.add(
        e.Irregularity(
            act.kind, consequence, row.clause, act.seat, act.place, act.count, act.cards, act.detail, reading
        )
    )
    _carry_out(d, act, row, consequence)
    progress(d)


def _carry_out(d: Draft, act: a.Report, row: Mishap, consequence: Consequence) -> None:
    match consequence:
        case "record" | "use_next":
            pass  # the report itself is all that happens
        case "replace":
            _replace(d, act, row)
        case "complete_later":
            _complete_later(d, act, row)
        case "void":
            void_round(d, row.clause, readings=act.meters)
        case "void_remove":
            void_round(d, row.clause, remove_deck=True, readings=act.meters)
        case "void_spare":
            _void_spare(d, act, row)
        case "void_hand":
            _void_hand(d, act, row)
        case "complete":
            _complete(d, act, row)
        case "forfeit":
            _forfeit(d, act, row)
        case "left":
            _left(d, act, row)
        case "reshuffle":
            _reshuffle(d, row)
        case "remove_deck":
            d.add(e.DeckRemoved(d.state.deck, "not misdealt", row.clause))
        case "set_aside_device":
            d.add(e.DeviceFailed(act.place, row.clause))
        case "by_place":
            raise refuse(
                "by_place",
                "at this table a misdeal counts by its place: report the place with the wrong number of cards",
                row.clause,
                given=f"{act.kind} {act.ruling}".strip(),
                allowed="wrong_number with its place",
            )
        case _:
            assert_never(consequence)


_OF_DEVICES = ("device_fails", "shuffler_jams")


def _well_formed(d: Draft, act: a.Report, row: Mishap) -> None:
    """Refuses reports that name no seat, no card or no possible number."""
    clause = row.clause
    if act.seat:
        d.seat(act.seat)
    _names_a_place(d, act, clause)
    _names_a_hand(d, act, clause)
    if not _cards_lie_there(d.state, act):
        raise refuse("no_cards", "no such card has been dealt, or it lies face up already", clause, given=act.kind)
    if act.kind == "shoe_jams" and all(extra for _, extra in targets_due(d.rules, d.state)):
        raise refuse("not_now", "every stack has left the shoe", clause, given=act.kind)
    if act.kind == "wrong_number":
        _names_a_wrong_number(d, act, clause)
    _names_cards(d, act, clause)
    if act.kind in _OF_DEVICES:
        _names_a_device(d, act, clause)


def _names_a_place(d: Draft, act: a.Report, clause: str) -> None:
    """A number of cards that the deck can have, and a place of the table."""
    if act.kind != "wrong_number" and not 0 <= act.count <= d.rules.deck_size:
        allowed = f"0 to {d.rules.deck_size}"
        raise refuse("count", "not a number of cards", clause, given=act.count, allowed=allowed)
    if not act.place or act.kind in _OF_DEVICES:
        return
    known = dict.fromkeys(p for r in d.rules.mishaps for p in r.place)
    if act.place not in known:
        raise refuse("place", "not a place that a report can be about", clause, given=act.place, allowed=tuple(known))


def _names_a_hand(d: Draft, act: a.Report, clause: str) -> None:
    """Where the report is about a hand: one that is in the round."""
    of_a_hand = act.kind in ("player_left", "violation", "own_card_exposed") or act.place == "seat"
    if of_a_hand and d.seat(act.seat).standing == OUT:
        allowed = [s.number for s in d.state.playing]
        raise refuse("not_in_play", "this position has no hand in the round", clause, given=act.seat, allowed=allowed)


def _names_a_wrong_number(d: Draft, act: a.Report, clause: str) -> None:
    places = tuple(dict.fromkeys(p for r in d.rules.mishaps if r.kind == act.kind for p in r.place))
    if act.place not in places:
        raise refuse("place", "not a place where cards lie", clause, given=act.place, allowed=places)
    right = right_number(d.rules, d.state, act.place, act.seat)
    if act.count == right or not 0 <= act.count <= d.rules.deck_size:
        allowed = f"0 to {d.rules.deck_size}, not {right}"
        raise refuse("right_number", "not a wrong number of cards here", clause, given=act.count, allowed=allowed)


def _names_cards(d: Draft, act: a.Report, clause: str) -> None:
    """Cards of this deck; for a card face up, its face."""
    strange = [c for c in act.cards if c != UNKNOWN and not d.rules.deck.count(c)]
    if strange:
        allowed = f"cards of the {d.rules.deck.id} deck"
        raise refuse("not_in_deck", "not a card of this deck", clause, given=" ".join(strange), allowed=allowed)
    if act.kind != "card_face_up":
        return
    if not act.cards or UNKNOWN in act.cards:
        given = " ".join(act.cards)
        raise refuse("cards", "name the card that lies face up", clause, given=given, allowed="its face")
    check_faces(d, act.cards, clause)


def _names_a_device(d: Draft, act: a.Report, clause: str) -> None:
    place = "shuffler" if act.kind == "shuffler_jams" else act.place
    if {"shuffler": d.state.shuffler, "shoe": d.state.shoe}.get(place) != "working":
        given = act.place or "nothing"
        raise refuse("no_device", "no such device is in use", clause, given=given, allowed="shuffler, shoe")


def _cards_lie_there(state: State, act: a.Report) -> bool:
    """An exposed card had been placed face down; a card face up in the shoe or the deck is another matter (X-07)."""
    match act.kind:
        case "dealer_card_exposed":
            return bool(face_down(state.dealer, state.dealer_up, state.dealer_open))
        case "community_card_exposed":
            return state.community_up < len(state.community)
        case "box_card_exposed":
            return bool(state.box) and not state.box_up
        case "own_card_exposed" | "violation":
            return bool(state.seats[act.seat - 1].cards)
        case "wrong_number":
            return bool(cards_out(state))
        case _:
            return True


def _fits(d: Draft, act: a.Report, row: Mishap) -> bool:
    if row.place and act.place not in row.place:
        return False
    if row.repeated is not None and row.repeated != (len(act.cards) > 1 or bool(d.state.aside)):
        return False
    if row.ruling != act.ruling and row.consequence != "left":
        return False
    if row.compare:
        right = right_number(d.rules, d.state, act.place, act.seat)
        return (act.count < right) == (row.compare == "few")
    return True


# --- consequences ---------------------------------------------------------------------------------------------------


def return_wagers(d: Draft, seat: Seat, clause: str, *, keeps: tuple[str, ...] = ()) -> None:
    """Everything the position staked and has not lost for good, but for the wagers that stay alive (X-01)."""
    folded_stay = seat.standing == FOLDED and d.rules.terms.readings.get("void_returns_folded") == "false"
    for place, wager in enumerate(d.rules.wagers):
        cents = seat.stakes[place] + seat.taken[place]
        if not cents or wager.id in keeps or (folded_stay and wager.folds):
            continue
        d.add(e.WagerReturned(seat.number, wager.id, cents, clause, "void"))


def void_round(
    d: Draft,
    clause: str,
    *,
    spares: tuple[str, ...] = (),
    saves: str = "",
    remove_deck: bool = False,
    readings: a.Readings = (),
) -> None:
    """All hands are void. Once settlement has begun to pay, the round stands as it is (X-05)."""
    state = d.state
    if not state.paying:
        # What an earlier event of the round did not spare is not spared by a later one.
        if state.void:
            spares = tuple(w for w in spares if w in state.spared)
        spares = tuple(
            w for w in spares if any(stake(d.rules, s, w) for s in state.seats if s.standing in (LIVE, FOLDED))
        )
        d.add(e.RoundVoided(clause, spares, saves if spares else ""))
        for seat in d.state.seats:
            if seat.standing in (LIVE, FOLDED, VOID):
                return_wagers(d, seat, clause, keeps=spares if seat.standing != VOID else ())
        if d.rules.metered not in spares:
            take_back_contributions(d, [s for s in state.seats if s.standing in (LIVE, FOLDED)], clause, readings)
    if remove_deck:
        d.add(e.DeckRemoved(state.deck, "not misdealt", clause))


def void_hand(d: Draft, seat: Seat, clause: str, *, keeps: tuple[str, ...], readings: a.Readings = ()) -> None:
    d.add(e.HandVoided(seat.number, clause))
    return_wagers(d, seat, clause, keeps=keeps)
    take_back_contributions(d, [seat], clause, readings)


def take_back_contributions(d: Draft, seats: list[Seat], clause: str, readings: a.Readings) -> None:
    """A metered wager that goes back takes its contribution off the meters again, if it was posted (X-02). What
    another table's hand has won meanwhile is no longer there: the amount a meter began again with is not touched."""
    if d.rules.metered is None or not d.state.posted:
        return
    place = d.rules.index[d.rules.metered]
    staked = sum(seat.placed[place] for seat in seats)
    told, now = dict(d.state.meters), readings_given(d, readings, clause)
    for meter in d.rules.terms.meters:
        reads = now[meter.name]
        least = min(reads, meter.reset * MICRO) if reads < told[meter.name] else 0
        reading = max(reads - staked * meter.rate, least)
        if reading < reads:
            d.add(e.ContributionReversed(meter.name, reads - reading, reading, clause))


def _void_spare(d: Draft, act: a.Report, row: Mishap) -> None:
    right = len(d.state.community)
    void_round(d, row.clause, spares=d.rules.spared, saves=row.saves, readings=act.meters)
    if act.kind == "card_face_up":
        _replace(d, act, row)
    elif act.place == "community" and right < d.rules.board[d.state.procedure]:
        # The surplus card keeps its place on the board: as many as the plan deals count, in the order dealt.
        if len(act.cards) != act.count - right or UNKNOWN in act.cards:
            raise refuse(
                "cards",
                "name the surplus cards on the board",
                row.clause,
                given=len(act.cards),
                allowed=act.count - right,
            )
        check_faces(d, act.cards, row.clause)
        d.add(e.CardsDealt("community", act.cards, row.clause, up=True, extra=True))


def _void_hand(d: Draft, act: a.Report, row: Mishap) -> None:
    seat = d.state.seats[act.seat - 1]
    if seat.standing not in (LIVE, FOLDED):
        raise refuse("not_in_play", "this hand is out of the round", row.clause, given=seat.standing)
    if act.count:
        d.add(e.HandCorrected("seat", act.count, row.clause, act.seat))
    void_hand(d, seat, row.clause, keeps=row.keeps, readings=act.meters)


def _replace(d: Draft, act: a.Report, row: Mishap) -> None:
    for card in act.cards:
        d.add(e.CardSetAside(card, row.clause))


def _complete_later(d: Draft, act: a.Report, row: Mishap) -> None:
    due = targets_due(d.rules, d.state)
    assert due, "while a deal is open a delivery is due"
    stack = due[0][0]
    for card in act.cards:
        d.add(e.CardSetAside(card, row.clause))
    step = current(d.rules, d.state)
    assert step is not None
    d.add(e.Owed(stack.to, len(act.cards), row.clause, stack.seat, stack.up, step.name))


_OWED_TO: dict[str, Place] = {"seat": "seat", "dealer": "dealer", "community": "community", "box": "box"}


def _complete(d: Draft, act: a.Report, row: Mishap) -> None:
    """The missing cards come next, in sequence."""
    right = right_number(d.rules, d.state, act.place, act.seat)
    up = act.place == "community" or (act.place == "dealer" and any(p >= act.count for p in d.state.dealer_open))
    d.add(e.HandCorrected(act.place, act.count, row.clause, act.seat))
    d.add(e.Owed(_OWED_TO[act.place], right - act.count, row.clause, act.seat, up))


def _forfeit(d: Draft, act: a.Report, row: Mishap) -> None:
    if d.state.seats[act.seat - 1].standing not in (LIVE, FOLDED) or d.state.seats[act.seat - 1].settled >= 0:
        raise refuse("not_in_play", "this hand is settled or out of the round", row.clause, given=act.seat)
    _not_waiting(d, "violation", act.seat, row.clause)
    if role(d.by) in FLOOR:
        forfeit(d, act.seat, row.clause)
    else:
        d.add(e.MatterRaised("violation", row.clause, act.seat))


def _not_waiting(d: Draft, matter: str, number: int, clause: str) -> None:
    if (matter, number) in d.state.matters:
        raise refuse("pending", "this matter waits for a ruling already", clause, given=number, allowed="a ruling")


def hands_of_player(state: State, number: int) -> list[int]:
    """The positions of the player who sits here whose hands are in the round and not settled yet (X-11)."""
    player = state.seats[number - 1].player
    return [
        s.number
        for s in state.seats
        if s.player == player and s.standing in (LIVE, FOLDED) and s.settled < 0 and not s.away
    ]


def forfeit(d: Draft, number: int, clause: str) -> None:
    """All wagers of the round by the player in violation, at every position of his."""
    for each in hands_of_player(d.state, number):
        d.add(e.WagersForfeited(each, clause))
        collect_all(d, each, clause)


def collect_all(d: Draft, number: int, clause: str) -> None:
    seat = d.state.seats[number - 1]
    for place, wager in enumerate(d.rules.wagers):
        if seat.stakes[place]:
            d.add(e.WagerCollected(number, wager.id, seat.stakes[place], clause))


def confirm_violation(d: Draft, number: int, ruling: str) -> None:
    row = next(r for r in d.rules.mishaps if r.kind == "violation")
    if ruling not in ("confirmed", "dismissed"):
        raise refuse("ruling", "not a possible ruling", row.clause, given=ruling, allowed="confirmed, dismissed")
    d.add(e.MatterSettled("violation", ruling, row.clause, number))
    if ruling == "confirmed" and d.state.seats[number - 1].standing in (LIVE, FOLDED):
        forfeit(d, number, row.clause)


def _left(d: Draft, act: a.Report, row: Mishap) -> None:
    seat = d.state.seats[act.seat - 1]
    if seat.away or seat.standing in (FORFEITED, ABANDONED):
        raise refuse("away", "this player's absence is recorded already", row.clause, given=act.seat)
    _not_waiting(d, "player_left", act.seat, row.clause)
    default = d.rules.terms.readings.get("player_left_default", "played_out")
    ruling = act.ruling or default
    if act.ruling:
        _possible_ruling(d, ruling, row.clause)
    if act.ruling and act.ruling != default and role(d.by) not in FLOOR:
        raise refuse(
            "wrong_role",
            "a floorperson decides what becomes of the wagers",
            row.clause,
            given=d.by,
            allowed=FLOOR,
        )
    if ruling == "ask":
        d.add(e.MatterRaised("player_left", row.clause, act.seat))
        return
    leave(d, act.seat, ruling, row.clause)


def _possible_ruling(d: Draft, ruling: str, clause: str) -> None:
    """Where the rulebook leaves nothing to decide, the hand is always played out (X-10)."""
    allowed = ("played_out", "losing") if "player_left_default" in d.rules.terms.readings else ("played_out",)
    if ruling not in allowed:
        raise refuse("ruling", "not a possible ruling", clause, given=ruling, allowed=allowed)


def leave(d: Draft, number: int, ruling: str, clause: str) -> None:
    _possible_ruling(d, ruling, clause)
    for each in dict.fromkeys((number, *hands_of_player(d.state, number))):
        d.add(e.PlayerAway(each, ruling, clause))
        if ruling == "losing":
            collect_all(d, each, clause)


def come_back(d: Draft, act: a.ComeBack) -> None:
    """Who counts as gone keeps his seat after all, at every position of his; the hand is played out as was decided."""
    clause = next((r.clause for r in d.rules.mishaps if r.kind == "player_left"), d.cite("remain_seated"))
    seat = d.own_seat(act.seat, clause)
    gone = [s.number for s in d.state.seats if s.player == seat.player and s.away and not s.back]
    if act.seat not in gone:
        raise refuse("not_away", "nobody counts as gone at this position", clause, given=act.seat, allowed=gone)
    for number in gone:
        d.add(e.PlayerBack(number, clause))


def rule_on_absence(d: Draft, number: int, ruling: str) -> None:
    row = next(r for r in d.rules.mishaps if r.kind == "player_left")
    leave(d, number, ruling, row.clause)
    d.add(e.MatterSettled("player_left", ruling, row.clause, number))


def _reshuffle(d: Draft, row: Mishap) -> None:
    """The shuffler jams: whatever it had shuffled is shuffled again; a round that is being dealt goes on."""
    for deck in d.state.decks:
        if deck.by_device and deck.stage in ("shuffled", "ready"):
            d.add(e.ShuffleOrdered(deck.number, "the shuffler failed", row.clause))


_UNDOES_HANDS: tuple[Consequence, ...] = ("void", "void_spare", "by_place")
"""What comes too late once the settlement has begun: the round stands as it is (X-05)."""
