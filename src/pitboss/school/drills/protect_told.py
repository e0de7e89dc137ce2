"""Rounds that are told, with something in them that should not have happened: the act was put to the engine, which
refuses it there, or a payment that the engine has made otherwise."""

from collections.abc import Sequence

from msgspec.structs import replace

from pitboss.messages.tasks import Misstep
from pitboss.rulebook.pays import LOSE, Lose, Push, ToOne
from pitboss.rulebook.roles import FLOORPERSON
from pitboss.rulebook.words import sentence as capital
from pitboss.school.chance import Chance
from pitboss.school.drills.protect_parts import MOST_TOLD, Watched, among
from pitboss.school.drills.read_parts import RULE
from pitboss.school.rounds import RoundMoment
from pitboss.school.situations import happened, laid_out
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.engine import decide
from pitboss.table.people import as_player
from pitboss.table.refusals import Refusal
from pitboss.table.rules import Rules
from pitboss.wording.events import sentence
from pitboss.wording.trouble_events import what_happened

Moments = tuple[RoundMoment, ...]
BEFORE, AFTER = 4, 7
"""How many moments before and after the fault are told."""
QUESTION = "Which of these should not have happened?"


def _tellable(rules: Rules, moments: Sequence[RoundMoment]) -> tuple[list[str], list[str]]:
    """What has happened, sentence by sentence, each with its clause."""
    events = [event for moment in moments for event in moment.events if not isinstance(event, e.StepOpened)]
    return happened(rules, events), [getattr(event, "clause", "") for event in events]


def _asked(
    rules: Rules, told: list[str], clauses: list[str], fault: int | None, clause: str, **more: object
) -> Watched | None:
    made = among(told, clauses, fault, clause)
    if made is None:
        return None
    watched = Watched(rules, QUESTION, made, (clause,) if clause else (), told=tuple(told), among_told=True)
    return replace(watched, **more)


def _planted(
    rules: Rules, window: Sequence[RoundMoment], place: int, words: str, clause: str, none: bool, needed: str = ""
) -> Watched | None:
    """The moments told one after the other, these words before the one at `place`; or without them. As much of it is
    told as can be without saying anything twice; `needed` must be told before the words."""
    known = {words}
    before: list[tuple[str, str]] = []
    after: list[tuple[str, str]] = []
    for each in reversed(list(zip(*_tellable(rules, window[:place]), strict=True))):
        if each[0] in known or len(before) == MOST_TOLD // 2:
            break
        known.add(each[0])
        before.insert(0, each)
    for each in zip(*_tellable(rules, window[place:]), strict=True):
        if each[0] in known or len(before) + len(after) == MOST_TOLD - 1:
            break
        known.add(each[0])
        after.append(each)
    if needed and needed not in [said for said, _ in before]:
        return None
    told = [*before, *after] if none else [*before, (words, clause), *after]
    fault = None if none else len(before)
    return _asked(rules, [said for said, _ in told], [by for _, by in told], fault, clause)


# --- a wager too late ------------------------------------------------------------------------------------------------


def late_wager(rules: Rules, moments: Moments, chance: Chance, none: bool) -> Watched | None:
    """Around "no more bets", which some wagers come before and one comes after."""
    closed = next(number for number, moment in enumerate(moments) if isinstance(moment.act, a.CloseBets))
    window = moments[max(0, closed - BEFORE) : closed + AFTER]
    place = min(closed, BEFORE) + 1 + chance.below(AFTER - 2)
    if place >= len(window):
        return None
    state = window[place].state
    seat = chance.one(state.playing)
    wagers = [w for w in rules.wagers if not w.later and not w.taken]
    if state.paying or not wagers:
        return None
    wager = chance.one(wagers)
    limits, lies = rules.limits(wager.id), seat.stakes[rules.index[wager.id]]
    cents = lies + limits.increment if lies else limits.minimum
    refusal = decide(rules, state, a.Act(as_player(seat.player), a.PlaceWager(seat.number, wager.id, cents)))
    if not isinstance(refusal, Refusal):
        return None
    words = sentence(e.WagerPlaced(seat.number, wager.id, cents, refusal.clause, lies), rules)
    (called, *_) = _tellable(rules, moments[closed : closed + 1])[0]
    return _planted(rules, window, place, words, refusal.clause, none, called)


# --- out of turn -----------------------------------------------------------------------------------------------------


def out_of_turn(rules: Rules, moments: Moments, chance: Chance, none: bool) -> Watched | None:
    """The decisions of one step, one after the other, one of them told before its turn."""
    steps: dict[str, list[RoundMoment]] = {}
    for moment in moments:
        if isinstance(moment.act, a.Decide):
            steps.setdefault(moment.guide, []).append(moment)
    several = [made for made in steps.values() if len(made) > 2]
    if not several:
        return None
    window = chance.one(several)
    first = chance.below(len(window) - 1)
    later = window[first + 1 + chance.below(len(window) - first - 1)]
    act = later.act
    assert isinstance(act, a.Decide)
    refusal = decide(rules, window[first].state, a.Act(later.by, act))
    if not isinstance(refusal, Refusal) or refusal.code != "out_of_turn":
        return None
    told = window if none else [*window[:first], later, *[each for each in window[first:] if each is not later]]
    decided = [event for moment in told for event in moment.events if isinstance(event, e.Decided)]
    words = happened(rules, decided)
    return _asked(rules, words, [event.clause for event in decided], None if none else first, refusal.clause)


# --- cards that are handled wrongly ----------------------------------------------------------------------------------


def cards_handled(rules: Rules, moments: Moments, chance: Chance, none: bool) -> Watched | None:
    """A player shows his cards, or lets somebody touch them, while the round goes on as it should."""
    places = [n for n, moment in enumerate(moments) if any(seat.cards for seat in moment.state.playing)]
    number = chance.one(places)
    seats = [seat for seat in moments[number].state.playing if seat.cards and not (seat.discarded or seat.collected)]
    if not seats:
        return None
    report = a.Report("violation", chance.one(seats).number)
    events = decide(rules, moments[number].state, a.Act(FLOORPERSON, report))
    if isinstance(events, Refusal):
        return None
    seen = events[0]
    assert isinstance(seen, e.Irregularity)
    start = max(0, number - BEFORE)
    words = capital(what_happened(rules, seen))
    return _planted(rules, moments[start : number + AFTER - 2], number - start, words, seen.clause, none)


# --- payments --------------------------------------------------------------------------------------------------------


def payments(rules: Rules, moments: Moments, chance: Chance, none: bool) -> Watched | None:
    """The settlement of one hand or two, one wager of it told otherwise than it was settled."""
    places = [number for number, moment in enumerate(moments) if isinstance(moment.act, a.SettleHand)]
    if not places:
        return None  # everybody has folded
    number = chance.one(places)
    window = [moments[n] for n in (number, number + 1) if n in places]
    events = [event for moment in window for event in moment.events if not isinstance(event, e.StepOpened)]
    fault, made = _otherwise(events, chance)
    if made is None:
        return None
    true = events[fault]
    assert isinstance(true, e.WagerSettled)
    told = events if none else [*events[:fault], made, *events[fault + 1 :]]
    right = Misstep(RULE, f"Right is: {sentence(true, rules)}", true.clause)
    found = _asked(
        rules,
        happened(rules, told),
        [getattr(event, "clause", "") for event in told],
        None if none else fault,
        true.clause,
        view=laid_out(rules, moments[number].state),
    )
    return found if found is None or none else replace(found, said=(right,))


def _otherwise(events: Sequence[e.AnyEvent], chance: Chance) -> tuple[int, e.WagerSettled | None]:
    """One of the settled wagers settled wrongly, with its place among the events."""
    cut = {(event.seat, event.wager) for event in events if isinstance(event, e.PayoutCut)}
    able = [
        (place, event)
        for place, event in enumerate(events)
        if isinstance(event, e.WagerSettled) and event.stake and (event.seat, event.wager) not in cut
        if isinstance(event.pay, Lose | Push | ToOne)
    ]
    if not able:
        return 0, None
    place, event = chance.one(able)
    if isinstance(event.pay, Lose):
        return place, replace(event, pay=ToOne(1, 1), won=event.stake, back=event.stake)
    if isinstance(event.pay, Push):
        return place, replace(event, pay=LOSE, won=0, back=0)
    if event.won and chance.below(2):
        return place, replace(event, won=2 * event.won)
    return place, replace(event, pay=LOSE, won=0, back=0)
