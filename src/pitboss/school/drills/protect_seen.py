"""Pictures of a table with something wrong in them: chips that were added or taken away, a card that lies open, a card
too many or too few. What is planted was put to the engine, and the picture is held against the true one."""

from collections.abc import Iterator

from msgspec.structs import replace

from pitboss.cards.deck import UNKNOWN, Card
from pitboss.messages.tasks import Misstep, TablePicture
from pitboss.rulebook.roles import FLOORPERSON
from pitboss.rulebook.words import sentence as capital
from pitboss.school.answering import Choosing
from pitboss.school.chance import Chance
from pitboss.school.drills.protect_parts import KIND, Watched, suspected, which
from pitboss.school.rounds import RoundMoment
from pitboss.school.situations import equipment, happened, laid_out
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.engine import decide
from pitboss.table.examples import spare_cards
from pitboss.table.flow import current
from pitboss.table.mishaps import EXPOSED, right_number
from pitboss.table.people import as_player
from pitboss.table.refusals import Refusal
from pitboss.table.rules import Rules
from pitboss.table.state import LIVE, Seat, State
from pitboss.table.views import View
from pitboss.wording.mishaps import kind_words
from pitboss.wording.things import place
from pitboss.wording.things import wager as wager_words

Moments = tuple[RoundMoment, ...]
OTHERS = 4
"""How many other things are offered."""


# --- chips -----------------------------------------------------------------------------------------------------------


def chips_changed(rules: Rules, moments: Moments, chance: Chance, none: bool) -> Watched | None:
    """How the wagers lay when the bets were closed, and how they lie now; in between some moved lawfully."""
    closed = next(n for n, moment in enumerate(moments) if isinstance(moment.act, a.CloseBets)) + 1
    later = [n for n in range(closed + 1, len(moments)) if not moments[n].state.paying and moments[n].state.step >= 0]
    if not later:
        return None
    number = chance.one(later)
    state = moments[number].state
    made = [
        (seat, w.id)
        for seat in state.playing
        for place, w in enumerate(rules.wagers)
        if seat.stakes[place] and not w.later and seat.stakes[place] == seat.placed[place]
    ]
    if len(made) < 2:
        return None
    seat, wager = chance.one(made)
    lies = seat.stakes[rules.index[wager]]
    step = rules.limits(wager).increment or lies
    added = lies <= step or bool(chance.below(2))
    cents = lies + step if added else lies - step
    act = a.Act(as_player(seat.player), a.PlaceWager(seat.number, wager, cents))
    refusal = decide(rules, state, act)
    if not isinstance(refusal, Refusal):
        return None
    now, before = laid_out(rules, state), moments[closed].state
    return Watched(
        rules,
        "Compare the table now with the table when the bets were closed. What should not have happened?",
        _chips_offered(rules, made, (seat, wager, added), state, refusal.clause, chance, none),
        (refusal.clause,) if refusal.clause else (),
        told=tuple(happened(rules, _moved(moments[closed:number]))),
        view=now if none else _with_wager(now, seat.number, wager, cents),
        earlier=(TablePicture("When the bets were closed", laid_out(rules, before)),),
    )


def _chips_offered(
    rules: Rules,
    made: list[tuple[Seat, str]],
    planted: tuple[Seat, str, bool],
    state: State,
    clause: str,
    chance: Chance,
    none: bool,
) -> Choosing:
    """What was done to this wager or another; some of them have moved by right."""
    seat, wager, added = planted
    moved = [
        (each, w.id)
        for each in state.playing
        for place, w in enumerate(rules.wagers)
        if not w.later and each.stakes[place] < each.placed[place]
    ]
    lawful = [(_of_chips(rules, *each, added=False), suspected(clause)) for each in chance.some(moved, 2)]
    same = [each for each in made if each != (seat, wager)]
    for each in chance.some(same, OTHERS - 1 - len(lawful)):
        lawful.append((_of_chips(rules, *each, added=bool(chance.below(2))), suspected(clause)))
    right = _of_chips(rules, seat, wager, added=added)
    other = _of_chips(rules, seat, wager, added=not added)
    wrong_way = suspected(clause) if none else Misstep(KIND, "It changed the other way.", clause, "added_for_taken")
    return which(chance, "" if none else right, [*lawful, (other, wrong_way)], clause)


def _moved(moments: Moments) -> Iterator[e.AnyEvent]:
    """What has happened to the wagers in between."""
    for moment in moments:
        for event in moment.events:
            if isinstance(event, e.Decided | e.WagerTaken | e.WagerReturned | e.WagerCollected):
                yield event


def _of_chips(rules: Rules, seat: Seat, wager: str, *, added: bool) -> str:
    done = "chips were added to" if added else "chips were taken away from"
    return f"Position {seat.number}: {done} the {wager_words(rules, wager)}"


def _with_wager(view: View, number: int, wager: str, cents: int) -> View:
    seats = [
        replace(seat, wagers={**seat.wagers, wager: cents}) if seat.number == number else seat for seat in view.seats
    ]
    return replace(view, seats=tuple(seats))


# --- a card that lies open -------------------------------------------------------------------------------------------

OWN = "own_card_exposed"


def exposed(rules: Rules, moments: Moments, chance: Chance, none: bool) -> Watched | None:
    """One card lies open that must be hidden now, beside those that lie open by right."""
    places = [n for n, moment in enumerate(moments) if _exposures(moment.state)]
    number = chance.one(places)
    state = moments[number].state
    found = _reportable(rules, state)
    if not found:
        return None
    now = laid_out(rules, state)
    report, clause = chance.one(found)
    view = now if none else _flashed(rules, state, now, report, chance)
    if view is None:
        return None
    words = [_of_exposed(each) for each in _exposures(state)]
    right = "" if none else _of_exposed(report)
    others = [(each, suspected(clause)) for each in chance.mixed(words) if each != right][:OTHERS]
    if len(others) < 2:
        return None
    return Watched(
        rules,
        "Look at the table as it lies now. What is wrong?",
        which(chance, right, others, clause),
        (clause,),
        shown=equipment(rules, state),
        told=tuple(happened(rules, [event for moment in moments[:number][-6:] for event in moment.events])),
        view=view,
    )


def _exposures(state: State) -> list[a.Report]:
    """Every card that could lie open, whether it may or not."""
    of_table = {"dealer": state.dealer, "community": state.community, "box": state.box}
    said = [a.Report(kind) for kind, where in EXPOSED.items() if of_table[where]]
    return said + [a.Report(OWN, seat.number) for seat in state.playing if seat.cards]


def _reportable(rules: Rules, state: State) -> list[tuple[a.Report, str]]:
    """Those that would be an irregularity now, each with its clause."""
    found = []
    for report in _exposures(state):
        if report.kind in rules.mishaps_by_kind and (not report.seat or _before_player(state.seat(report.seat))):
            events = decide(rules, state, a.Act(FLOORPERSON, report))
            if not isinstance(events, Refusal):
                seen = events[0]
                assert isinstance(seen, e.Irregularity)
                found.append((report, seen.clause))
    return found


def _before_player(seat: Seat) -> bool:
    return seat.standing == LIVE and bool(seat.cards) and not (seat.up or seat.discarded or seat.collected)


def _of_exposed(report: a.Report) -> str:
    said = kind_words(report.kind)
    return f"Position {report.seat}: {said}" if report.seat else capital(said)


def _flashed(rules: Rules, state: State, view: View, report: a.Report, chance: Chance) -> View | None:
    """The picture with one of the hidden cards open; nothing where none is hidden."""
    if report.seat:
        seat = view.seats[report.seat - 1]
        cards = _one_open(seat.cards, state.seat(report.seat).cards, chance)
        seats = tuple(replace(each, cards=cards) if each is seat and cards else each for each in view.seats)
        return replace(view, seats=seats) if cards else None
    match EXPOSED[report.kind]:
        case "dealer":
            cards = _one_open(view.dealer, state.dealer, chance)
            return replace(view, dealer=cards) if cards else None
        case "community":
            cards = _one_open(view.community, state.community, chance)
            return replace(view, community=cards) if cards else None
        case _:
            cards = _one_open(view.box, state.box, chance)
            return replace(view, box=cards) if cards else None


def _one_open(seen: tuple[Card, ...], cards: tuple[Card, ...], chance: Chance) -> tuple[Card, ...]:
    hidden = [place for place, card in enumerate(seen) if card == UNKNOWN]
    if not hidden:
        return ()
    open_now = chance.one(hidden)
    return tuple(cards[place] if place == open_now else card for place, card in enumerate(seen))


# --- a card too many or too few --------------------------------------------------------------------------------------


def card_count(rules: Rules, moments: Moments, chance: Chance, none: bool) -> Watched | None:
    """One place has a card more or fewer than the round has dealt to it."""
    still = [n for n, moment in enumerate(moments) if _lies_still(rules, moment.state)]
    if not still:
        return None
    state = moments[chance.one(still)].state
    places = [("seat", seat.number) for seat in state.playing if _whole(seat)]
    lie = {"dealer": state.dealer, "community": state.community, "box": state.box}
    places += [(where, 0) for where, cards in lie.items() if cards]
    able = [(each, found) for each in places if (found := _miscounted(rules, state, each, chance)) is not None]
    if not able or len(places) < 3:
        return None
    (where, seat_number), (off, clause) = chance.one(able)
    now = laid_out(rules, state)
    right = "" if none else _of_count(rules, where, seat_number)
    words = [_of_count(rules, *each) for each in chance.mixed(places)]
    others = [(each, suspected(clause)) for each in words if each != right]
    return Watched(
        rules,
        "Look at the table as it lies now. Where does a wrong number of cards lie?",
        which(chance, right, others, clause),
        (clause,),
        shown=equipment(rules, state),
        view=now if none else _recounted(rules, state, now, where, seat_number, off),
    )


def _lies_still(rules: Rules, state: State) -> bool:
    """Whether cards are dealt and none are being dealt: how many lie where can be said by looking."""
    step = current(rules, state)
    return step is not None and step.kind not in ("bets", "take", "deal") and not state.paying


def _whole(seat: Seat) -> bool:
    return seat.standing == LIVE and bool(seat.cards) and not (seat.discarded or seat.collected)


def _of_count(rules: Rules, where: str, seat: int) -> str:
    return capital(place(rules, where, seat))


def _miscounted(rules: Rules, state: State, at: tuple[str, int], chance: Chance) -> tuple[int, str] | None:
    """One card too many or too few there, where it would be an irregularity now, and its clause."""
    where, seat = at
    off = chance.one((1, -1))
    count = right_number(rules, state, where, seat) + off
    if count < 1:
        return None
    report = a.Report("wrong_number", seat, where, count, cards=spare_cards(rules, state, 1))
    events = decide(rules, state, a.Act(FLOORPERSON, report)) if "wrong_number" in rules.mishaps_by_kind else None
    if events is None or isinstance(events, Refusal):
        return None
    seen = events[0]
    assert isinstance(seen, e.Irregularity)
    return off, seen.clause


def _recounted(rules: Rules, state: State, view: View, where: str, number: int, off: int) -> View:
    def other(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        more = UNKNOWN if UNKNOWN in cards else spare_cards(rules, state, 1)[0]
        return (*cards, more) if off > 0 else cards[:-1]

    match where:
        case "seat":
            seats = [replace(s, cards=other(s.cards)) if s.number == number else s for s in view.seats]
            return replace(view, seats=tuple(seats))
        case "dealer":
            return replace(view, dealer=other(view.dealer))
        case "community":
            return replace(view, community=other(view.community))
        case _:
            return replace(view, box=other(view.box))
