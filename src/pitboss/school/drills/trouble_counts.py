"""What goes wrong beside what a game's irregularity table has: a wager too late, and counts that are off."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from pitboss.messages.tasks import Misstep, Shown, TaskName, Topic
from pitboss.rulebook.pays import dollars
from pitboss.rulebook.terms import PROCEDURES
from pitboss.rulebook.words import sentence as capital
from pitboss.school.answering import choosing
from pitboss.school.chance import Chance, chance_of
from pitboss.school.drills.trouble_parts import KIND, TroubleQuestion, becomes, belief, is_so, marks, means_something
from pitboss.school.rounds import RoundMoment, dealt_by, round_of
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.counts import must_count
from pitboss.table.dealing import recorded_places
from pitboss.table.engine import decide
from pitboss.table.flow import current
from pitboss.table.people import as_player
from pitboss.table.refusals import Refusal
from pitboss.table.rules import Rules
from pitboss.table.state import State
from pitboss.table.vocabulary import Consequence
from pitboss.wording.events import sentence
from pitboss.wording.things import many, place, wager

TRIES = 500
Asking = Callable[[Rules, RoundMoment, Chance], TroubleQuestion | None]
LATE, STUB, CHIPS, DEVICE = "late-wager", "stub-count", "chips-count", "device-count"


def _topics(rules: Rules) -> Iterator[tuple[Topic, tuple[str, ...], Asking]]:
    """The topics that the game has, the ways of dealing in which they come up, and what is asked."""

    def cited(*keys: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(filter(None, (rules.cite(key) for key in keys))))

    dealt = {p: dealt_by(rules, p) for p in PROCEDURES}
    yield Topic(LATE, 'A wager after "no more bets"', cited("late_wager")), PROCEDURES, _late
    counted = tuple(p for p, r in dealt.items() if _has(r, p, "stub") and must_count(r, r.opening()))
    if counted:
        topic = Topic(STUB, "A count of the stub that is off", cited("count_misdealt", "count_not_misdealt"))
        yield topic, counted, _stub
    taken = tuple(p for p, r in dealt.items() if _has(r, p, "take"))
    if taken:
        clauses = [s.clause for p in taken for s in dealt[p].script(p) if s.kind == "take"]
        yield Topic(CHIPS, "Chips collected that do not agree", tuple(dict.fromkeys(clauses))), taken, _chips
    by_device = tuple(p for p, r in dealt.items() if r.terms.shuffler_counts and r.terms.shuffler != "none")
    if by_device and rules.cite("device_count_wrong"):
        topic = Topic(DEVICE, "A count of the shuffler that is off", cited("device_count", "device_count_wrong"))
        yield topic, by_device, _device


def _has(rules: Rules, procedure: str, kind: str) -> bool:
    return any(step.kind == kind for step in rules.script(procedure))


def topics(rules: Rules) -> tuple[Topic, ...]:
    return tuple(topic for topic, _, _ in _topics(rules))


def asked(rules: Rules, name: TaskName, seed: str) -> tuple[TroubleQuestion, tuple[RoundMoment, ...], int] | None:
    """The question of this topic, the round, and before which of its moments it is asked; nothing where the topic is
    not one of these."""
    found = next(((procedures, ask) for topic, procedures, ask in _topics(rules) if topic.id == name.topic), None)
    if found is None:
        return None
    procedures, ask = found
    chance = chance_of(name)
    for attempt in range(TRIES):
        dealt = dealt_by(rules, chance.one(procedures))
        moments = round_of(dealt, f"{seed}/{attempt}")
        for number in chance.mixed(range(len(moments))):
            question = ask(dealt, moments[number], chance)
            if question is not None:
                return question, moments, number
    raise AssertionError(f"no round of {rules.game.id} comes to the topic '{name.topic}'")


def _step(rules: Rules, state: State) -> str:
    step = current(rules, state)
    return step.kind if step else ""


# --- a wager too late ------------------------------------------------------------------------------------------------


def _late(rules: Rules, here: RoundMoment, chance: Chance) -> TroubleQuestion | None:
    """Somebody adds to a wager, makes one or takes one back once the bets are closed."""
    state = here.state
    if _step(rules, state) in ("", "bets", "table", "clear") or state.paying:
        return None
    seat = chance.one(state.playing)
    made = [w for w in rules.wagers if not w.later and not w.taken]
    if not made:
        return None
    chosen = chance.one(made)
    limits, lies = rules.limits(chosen.id), seat.stakes[rules.index[chosen.id]]
    cents = chance.one(tuple({0, lies + limits.increment} if lies else {limits.minimum}))
    act = a.PlaceWager(seat.number, chosen.id, cents)
    refusal = decide(rules, state, a.Act(as_player(seat.player), act))
    if not isinstance(refusal, Refusal) or refusal.code != "no_more_bets":
        return None
    told = sentence(e.WagerPlaced(seat.number, chosen.id, cents, "", lies), rules)
    right, wrong = _of_late(rules, lies, cents)
    offered = [(words, Misstep(KIND, _clear(refusal), refusal.clause, said)) for words, said in wrong]
    question = f'After "no more bets" this happens: {told}. What follows?'
    return TroubleQuestion(rules, question, choosing(chance, [right], offered), (refusal.clause,))


def _clear(refusal: Refusal) -> str:
    return f"{capital(refusal.message)}."


def _of_late(rules: Rules, lies: int, cents: int) -> tuple[str, list[tuple[str, str]]]:
    """What follows, and what somebody could believe."""
    if not cents:
        right = f"The wager stays as it lay: {dollars(lies)} are at stake"
        takes, floor = "It is taken back: nothing is at stake", "It may be taken back if the dealer allows it"
    elif lies:
        right = f"The wager stays as it lay: {dollars(lies)} are at stake, the chips that were added go back"
        takes = f"The whole wager counts: {dollars(cents)} are at stake"
        floor = f"{dollars(cents)} are at stake if the dealer allows it"
    else:
        right = "It is no wager: the chips go back to the player, whatever the cards are"
        takes, floor = "It counts as a wager of this round", "It counts if the dealer allows it"
    beliefs = [(takes, "late_wager_taken"), (floor, "dealer_rules")]
    return right, [*beliefs, (becomes(rules, "void"), "everything_void")]


# --- counts that are off ---------------------------------------------------------------------------------------------


def _stub(rules: Rules, here: RoundMoment, chance: Chance) -> TroubleQuestion | None:
    """The stub has a card too many or too few; it lies at some place, or is not there at all."""
    state = here.state
    if _step(rules, state) != "stub":
        return None
    places = recorded_places(state)
    off = chance.one((1, -1))
    stub = rules.deck_size - sum(places.values()) - off
    found = dict(places)
    if chance.below(2):
        found[chance.one(list(found))] += off
    act = a.Act(here.by, a.CountStub(stub, tuple(found.items())))
    events = decide(rules, state, act)
    if isinstance(events, Refusal):
        return None
    lies = [f"{_where(rules, name)}: {many(count, 'card')}" for name, count in found.items()]
    shown = (Shown(f"The stub: {many(stub, 'card')}"), *(Shown(capital(each)) for each in lies))
    question = "The stub is counted, and then the cards at every place. What follows?"
    clauses = [event.clause for event in events if isinstance(event, e.StubCounted | e.HandVoided | e.RoundVoided)]
    wrong = [name for name, count in found.items() if count != places[name] and name.startswith("seat")]
    thinkable: tuple[Consequence, ...] = (*_AFTER_COUNT, "void_hand") if wrong else _AFTER_COUNT
    return _counted(rules, state, events, question, clauses, chance, shown, thinkable)


def _where(rules: Rules, name: str) -> str:
    """A place as the count names it."""
    if name.startswith("seat"):
        return place(rules, "seat", int(name.removeprefix("seat")))
    return "burned and set aside" if name == "discards" else place(rules, name, 0)


_AFTER_COUNT: tuple[Consequence, ...] = ("void", "void_remove", "record", "remove_deck", "void_spare")


def _counted(
    rules: Rules,
    state: State,
    events: tuple[e.AnyEvent, ...],
    question: str,
    clauses: list[str],
    chance: Chance,
    shown: tuple[Shown, ...] = (),
    thinkable: tuple[Consequence, ...] = _AFTER_COUNT,
) -> TroubleQuestion | None:
    """What follows from a count, by what it leaves in the record."""
    found = marks(events)
    said = [each for each in thinkable if means_something(rules, state, each)]
    right = next((becomes(rules, each) for each in said if is_so(each, found)), "")
    if not right:
        return None
    words = {each: becomes(rules, each) for each in said if not is_so(each, found)}
    wrong = [
        (words[each], Misstep(KIND, "That is not what this count leads to.", clauses[0], belief(each, found)))
        for each in chance.some(list(words), 3)
    ]
    return TroubleQuestion(rules, question, choosing(chance, [right], wrong), tuple(clauses), shown)


def _device(rules: Rules, here: RoundMoment, chance: Chance) -> TroubleQuestion | None:
    if not isinstance(here.act, a.DeviceCountsCards):
        return None
    count = rules.deck_size + chance.one((1, -1))
    events = decide(rules, here.state, a.Act(here.by, replace(here.act, count=count)))
    assert not isinstance(events, Refusal)
    counted, removed = events
    assert isinstance(counted, e.DeviceCounted) and isinstance(removed, e.DeckRemoved)
    question = f"{sentence(counted, rules)}. What follows?"
    thinkable: tuple[Consequence, ...] = ("remove_deck", "record", "reshuffle", "void")
    return _counted(rules, here.state, (removed,), question, [removed.clause], chance, thinkable=thinkable)


def _chips(rules: Rules, here: RoundMoment, chance: Chance) -> TroubleQuestion | None:
    """The chips of wagers that are collected before the deal are not as many as the wagers."""
    if not isinstance(here.act, a.TakeWagers):
        return None
    count = here.act.chips + chance.one((1, -1) if here.act.chips else (1,))
    events = decide(rules, here.state, a.Act(here.by, replace(here.act, chips=count)))
    assert not isinstance(events, Refusal)
    counted = next(event for event in events if isinstance(event, e.ChipsCounted))
    raised = next(event for event in events if isinstance(event, e.MatterRaised))
    title = wager(rules, here.act.wager)
    offered = [
        (f"The dealer asks who has made the {title} and goes on", "dealer_rules"),
        (becomes(rules, "record"), "mishap_passed_over"),
        (becomes(rules, "void"), "everything_void"),
    ]
    said = "The deal waits until a floorperson has looked into it."
    wrong = [(words, Misstep(KIND, said, raised.clause, believed)) for words, believed in offered]
    right = "The deal waits: a floorperson looks into it"
    question = f"{sentence(counted, rules)}. What follows?"
    return TroubleQuestion(rules, question, choosing(chance, [right], wrong), (raised.clause,))
