"""Seats, wagers before the cards, "no more bets" and what is collected before the deal."""

from pitboss.rulebook.cited import VERIFY
from pitboss.rulebook.pays import dollars
from pitboss.rulebook.roles import PLAYER
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.draft import Draft, stake
from pitboss.table.flow import contributions, progress
from pitboss.table.life import lawful
from pitboss.table.people import name, role
from pitboss.table.refusals import refuse
from pitboss.table.rules import Rules
from pitboss.table.state import CALLS, OUT, Seat, State, TableDeck

INSTRUMENTS = ("chips", "plaque", "approved instrument")
HOUR = 3_600_000


def take_seat(d: Draft, act: a.TakeSeat) -> None:
    clause = d.cite("seated")
    d.permitted(clause)
    seat = d.seat(act.seat)
    if not act.player.isprintable() or len(act.player) > 40:
        raise refuse("name", "not a name for the record", clause, given=repr(act.player), allowed="up to 40 letters")
    if not act.player or (role(d.by) == PLAYER and act.player != name(d.by)):
        raise refuse("not_you", "a player takes a seat in his own name", clause, given=act.player, allowed=name(d.by))
    if seat.player:
        raise refuse("seat_taken", f"position {act.seat} is taken", clause, given=act.seat, allowed=free_seats(d.state))
    held = [s.number for s in d.state.seats if s.player == act.player]
    most = d.rules.terms.positions_per_player
    if len(held) >= most:
        raise refuse(
            "too_many_positions",
            "no more positions for one player",
            d.cite("per_player"),
            given=len(held) + 1,
            allowed=most,
        )
    if held and act.seat not in (min(held) - 1, max(held) + 1):
        raise refuse(
            "not_adjacent",
            "a player's positions must be adjacent",
            d.cite("per_player"),
            given=act.seat,
            allowed=[n for n in (min(held) - 1, max(held) + 1) if 1 <= n <= len(d.state.seats)],
        )
    d.add(e.SeatTaken(act.seat, act.player, clause))


def free_seats(state: State) -> list[int]:
    return [s.number for s in state.seats if not s.player]


def leave_seat(d: Draft, act: a.LeaveSeat) -> None:
    clause = d.cite("remain_seated")
    seat = d.own_seat(act.seat, clause)
    if not seat.player:
        raise refuse("seat_empty", f"nobody sits at position {act.seat}", clause)
    if seat.standing != OUT:
        raise refuse("remain_seated", "a player who has received cards stays until the round is over", clause)
    others = [s.number for s in d.state.seats if s.player == seat.player and s.number != act.seat]
    if others and max(others) - min(others) >= len(others):
        raise refuse(
            "not_adjacent",
            "a player's positions must stay adjacent",
            d.cite("per_player"),
            given=act.seat,
            allowed=[min(others), max(others)],
        )
    for place, cents in enumerate(seat.stakes):
        if cents:
            d.add(e.WagerReturned(act.seat, d.rules.wagers[place].id, cents, clause, "player leaves before the deal"))
    d.add(e.SeatLeft(act.seat, seat.player))


def without_device(d: Draft, wager: str) -> bool:
    """A wager that needs a dealing procedure needs it also after a change of procedure."""
    needed = d.rules.wager[wager].procedure
    return bool(needed) and d.state.procedure != needed


def place_wager(d: Draft, act: a.PlaceWager) -> None:
    rules = d.rules
    wager = rules.wager.get(act.wager)
    if wager is None or wager.later:
        allowed = [w.id for w in rules.wagers if not w.later]
        clause = wager.clause if wager else d.cite("place")
        raise refuse("no_such_wager", "not a wager that can be placed here", clause, given=act.wager, allowed=allowed)
    seat = d.own_seat(act.seat, d.cite("seated"))
    if not seat.player:
        raise refuse("not_seated", "only a seated player may wager", d.cite("seated"), given=f"position {act.seat}")
    step = d.step
    if step is None or step.kind != "bets":
        clause = d.cite("late_wager")
        raise refuse(
            "no_more_bets",
            'wagers are made before "no more bets"' if step else "betting is not open",
            clause,
            given=step.name if step else "between rounds",
            allowed="bets",
        )
    if act.instrument not in INSTRUMENTS:
        clause = d.cite("verbal" if act.instrument == "cash" else "place")
        raise refuse("instrument", "not accepted as a wager", clause, given=act.instrument, allowed=INSTRUMENTS)
    before = seat.stakes[rules.index[act.wager]]
    if act.cents:
        _check_amount(d, seat, act)
        if not act.accepted:
            if act.wager != rules.metered:
                only = rules.wager[rules.metered].title.lower() if rules.metered else ""
                message = f"only the {only} has a device that accepts it" if only else "no device accepts wagers here"
                raise refuse("no_device", message, wager.clause, given=act.wager)
            d.add(e.WagerNotAccepted(act.seat, act.wager, act.cents, d.cite("acceptance")))
            return
    elif not before:
        raise refuse("nothing_there", "there is no such wager to take back", wager.clause, given=act.wager)
    if act.cents == before:
        raise refuse("no_change", "this wager lies there already", wager.clause, given=dollars(act.cents))
    d.add(e.WagerPlaced(act.seat, act.wager, act.cents, wager.clause, before))


def _check_amount(d: Draft, seat: Seat, act: a.PlaceWager) -> None:
    wager, terms = d.rules.wager[act.wager], d.rules.limits(act.wager)
    if without_device(d, act.wager):
        clause = wager.procedure_clause
        message = f"{wager.title} needs its device"
        raise refuse("device", message, clause, given=d.state.procedure, allowed=wager.procedure)
    missing = [w for w in d.rules.requires[act.wager] if not stake(d.rules, seat, w)]
    if missing:
        raise refuse(
            "requires",
            f"{wager.title} is made on top of other wagers",
            wager.clause,
            given=act.wager,
            allowed=f"after {', '.join(missing)}",
        )
    if terms.minimum == terms.maximum != act.cents:
        raise refuse(
            "amount",
            f"{wager.title} has a fixed amount",
            wager.amount_clause or wager.clause,
            given=dollars(act.cents),
            allowed=dollars(terms.minimum),
        )
    outside = not terms.minimum <= act.cents <= terms.maximum
    if outside or (act.cents - terms.minimum) % terms.increment:
        raise refuse(
            "limits",
            f"{wager.title} is outside the table's limits" if outside else f"{wager.title} is made in whole steps",
            wager.clause,
            given=dollars(act.cents),
            allowed=f"{dollars(terms.minimum)} to {dollars(terms.maximum)} in steps of {dollars(terms.increment)}",
        )


# --- opening and closing the bets -----------------------------------------------------------------------------------


def open_round(d: Draft, act: a.OpenRound) -> None:
    state = d.state
    d.permitted()
    if state.step >= 0:
        raise refuse("round_open", "a round is open already", given=state.round)
    deck = deck_in_turn(state)
    if deck.stage != "ready":
        raise refuse(
            "deck_stage", f"deck {deck.number} is {deck.stage}", d.cite("shuffle"), given=deck.stage, allowed="ready"
        )
    other = next((x for x in state.decks if x.number != deck.number and x.stage == "used"), None)
    if other is not None:
        raise refuse(
            "one_rack",
            "the other deck still lies in the discard rack",
            d.cite("one_rack"),
            given=f"deck {other.number}",
            allowed="put it into the shuffler",
        )
    lawful(d, state.procedure)
    deck_in_time(d, deck)
    d.add(e.RoundOpened(state.round + 1, deck.number, d.rules.digest))
    first = d.rules.script(state.procedure)[0]
    d.add(e.StepOpened(0, first.name, first.clause))


def deck_in_turn(state: State) -> TableDeck:
    """The deck of the next round: the one whose turn it is, or the other while that one is being opened (X-27)."""
    due = state.decks[state.deck - 1]
    return due if due.in_play_at >= 0 else next((x for x in state.decks if x.in_play_at >= 0), due)


def deck_hours(rules: Rules, state: State, number: int) -> int | None:
    """After how many hours this deck must be changed (X-08)."""
    if "deck_change_hours" in rules.terms.readings:
        hours = rules.reading("deck_change_hours")
        return None if hours == "none" else int(hours)
    by_hand = state.decks[number - 1].dealt_by_hand or state.procedure == "hand"
    return rules.book.deck_hours.get("hand" if by_hand else state.procedure)


def deck_in_time(d: Draft, deck: TableDeck) -> None:
    hours = deck_hours(d.rules, d.state, deck.number)
    if hours is not None and deck.in_play_at >= 0 and d.at - deck.in_play_at >= hours * HOUR:
        by_hand = deck.dealt_by_hand or d.state.procedure == "hand"
        raise refuse(
            "deck_change",
            f"deck {deck.number} must be changed",
            d.cite("deck_hours_hand" if by_hand else "deck_hours_shoe"),
            given=f"{(d.at - deck.in_play_at) // HOUR} hours",
            allowed=f"less than {hours} hours",
        )


def close_bets(d: Draft, act: a.CloseBets) -> None:
    clause = d.cite("no_more_bets")
    d.permitted(clause)
    d.expect("bets")
    deck = d.state.decks[d.state.deck - 1]
    if deck.stage != "ready":
        raise refuse(
            "deck_stage", f"deck {deck.number} is {deck.stage}", d.cite("shuffle"), given=deck.stage, allowed="ready"
        )
    lawful(d, d.state.procedure)
    deck_in_time(d, deck)
    complete = [s for s in d.state.seats if not missing(d.rules, s)]
    if not complete:
        raise refuse(
            "no_wagers",
            "nobody has placed the compulsory wagers",
            d.cite("compulsory"),
            given="0 positions",
            allowed="at least 1",
        )
    for seat in d.state.seats:
        if any(seat.stakes):
            _return_what_does_not_count(d, seat)
    d.add(e.BetsClosed(tuple(s.number for s in complete), clause))
    progress(d)


def missing(rules: Rules, seat: Seat) -> str:
    """What this position still needs for a hand, in words. Nothing where all compulsory wagers lie there and are equal
    where they must be (X-26)."""
    for wager in rules.wagers:
        if wager.compulsory:
            cents = seat.stakes[rules.index[wager.id]]
            if not cents:
                return f"the {wager.title} is missing"
            if wager.equal_to and cents != seat.stakes[rules.index[wager.equal_to]]:
                return f"the {wager.title} must equal the {rules.wager[wager.equal_to].title}"
    return ""


def _return_what_does_not_count(d: Draft, seat: Seat) -> None:
    complete = not missing(d.rules, seat)
    for place, cents in enumerate(seat.stakes):
        wager = d.rules.wagers[place]
        alone = any(not stake(d.rules, seat, w) for w in d.rules.requires[wager.id])
        if not cents or (complete and not alone and not without_device(d, wager.id)):
            continue
        own = wager.procedure_clause if without_device(d, wager.id) else wager.clause
        clause = own if complete else d.cite("compulsory")
        d.add(e.WagerReturned(seat.number, wager.id, cents, clause, "incomplete at no more bets"))


def take_wagers(d: Draft, act: a.TakeWagers) -> None:
    """The chips are collected, a lammer placed for each, and their number compared with the wagers."""
    step = d.expect("take")
    d.permitted(step.clause)
    if act.wager != step.wagers[0]:
        raise refuse("other_wager", "another wager is collected now", step.clause, given=act.wager, allowed=step.wagers)
    if act.chips < 0:
        raise refuse("count", "not a possible number of chips", step.clause, given=act.chips, allowed="0 or more")
    place = d.rules.index[act.wager]
    seats = [s for s in d.state.playing if s.stakes[place]]
    for seat in seats:
        d.add(e.WagerTaken(seat.number, act.wager, seat.stakes[place], step.clause))
    clause = _count_clause(d, act.wager)
    d.add(e.ChipsCounted(act.wager, act.chips, len(seats), clause))
    if act.chips != len(seats):
        d.add(e.MatterRaised("chips:" + act.wager, clause))
    progress(d)


def _count_clause(d: Draft, wager: str) -> str:
    """The clause by which the chips are counted: its own, or that of the step in which they are collected."""
    own = f"{VERIFY}{wager}"
    if own in d.rules.book.cites:
        return d.cite(own)
    return next(s.clause for s in d.rules.script(d.state.procedure) if s.kind == "take" and wager in s.wagers)


def post_contributions(d: Draft, act: a.PostContributions) -> None:
    step = d.expect("post")
    d.permitted(step.clause)
    readings = readings_given(d, act.meters, step.clause)
    for meter, amount in contributions(d.rules, d.state):
        d.add(e.ContributionPosted(meter, amount, readings[meter] + amount, step.clause))
    progress(d)


def readings_given(d: Draft, brought: a.Readings, clause: str) -> dict[str, int]:
    """What the meters read now: as the act says, or as last told."""
    known = dict(d.state.meters)
    for meter, reading in brought:
        if meter not in known or reading < 0:
            raise refuse(
                "meter", "no such meter, or not a reading", clause, given=f"{meter}: {reading}", allowed=list(known)
            )
        known[meter] = reading
    return known


def rule(d: Draft, act: a.Rule) -> None:
    """A floorperson decides a matter that waited."""
    from pitboss.table.calls import rule_on_call
    from pitboss.table.mishaps import confirm_violation, rule_on_absence

    if (act.matter, act.seat) not in d.state.matters:
        raise refuse(
            "no_matter",
            "nothing of the kind waits for a ruling",
            given=f"{act.matter} {act.seat}",
            allowed=[f"{m} {s}" for m, s in d.state.matters],
        )
    d.permitted()
    if act.matter.startswith("chips:"):
        wager = act.matter.removeprefix("chips:")
        clause = _count_clause(d, wager)
        if act.ruling != "resolved":
            raise refuse("ruling", "not a possible ruling", clause, given=act.ruling, allowed="resolved")
        taken = sum(1 for s in d.state.playing if s.taken[d.rules.index[wager]])
        d.add(e.MatterSettled(act.matter, act.ruling, clause, act.seat))
        d.add(e.ChipsCounted(wager, taken, taken, clause))
    elif act.matter.startswith(CALLS):
        rule_on_call(d, act)
    elif act.matter == "player_left":
        rule_on_absence(d, act.seat, act.ruling)
    else:
        confirm_violation(d, act.seat, act.ruling)
    progress(d)
