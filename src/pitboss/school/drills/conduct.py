"""Conduct the round: the trainee is the dealer and says what comes next, step after step. What is due the engine says
(`table/duties.py`); a wrong step is put to it as well, and its refusal is what a supervisor would say."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from pitboss.messages.tasks import DrillAnswer, DrillTask, Misstep, TaskName, TaskVerdict, Topic
from pitboss.rulebook.words import sentence as capital
from pitboss.school.answering import Choosing, choosing, judged_choice, no_place, rules_behind
from pitboss.school.chance import Chance, chance_of
from pitboss.school.drill import Drill
from pitboss.school.rounds import RoundMoment, by_chance, round_of
from pitboss.school.situations import equipment, laid_out, so_far
from pitboss.table import actions as a
from pitboss.table.automatic import Task, cut
from pitboss.table.definition import Target
from pitboss.table.duties import Duty
from pitboss.table.engine import decide
from pitboss.table.examples import spare_cards
from pitboss.table.flow import targets_due, turn
from pitboss.table.refusals import Refusal
from pitboss.table.rules import Rules
from pitboss.table.state import State
from pitboss.wording.events import step_title
from pitboss.wording.things import many, place

_DECKS = (
    a.ReceiveCards, a.InspectCards, a.VerifyCards, a.SpreadCards, a.LookAtCards, a.WashCards, a.StackCards,
    a.ShuffleCards, a.DeviceCountsCards, a.CutCards,
)  # fmt: skip
WHOLE = "round"
_PHASES: dict[str, tuple[str, tuple[type[a.Action], ...]]] = {
    "opening": ("From the box to the shoe", _DECKS),
    "wagers": ("The wagers, up to the first card", (a.OpenRound, a.CloseBets, a.TakeWagers)),
    "dealing": ("The order of the deal, the burn cards and the stub", (a.DealCards, a.RemoveStub, a.CountStub)),
    "decisions": ("The players' decisions and what is collected", (a.Decide, a.CollectFolded)),
    "settling": (
        "Turning up, settling and clearing",
        (a.ShowCards, a.PostContributions, a.SettleHand, a.SettleTable, a.ClearTable),
    ),
}
_KINDS = {
    "wagers": ("bets", "take"), "dealing": ("deal", "stub"), "decisions": ("ask", "collect"),
    "settling": ("show", "post", "settle", "table", "clear"),
}  # fmt: skip
"""The steps of a script that belong to each phase."""
WRONG_STEPS = 3
TRIES = 500


def topics(rules: Rules) -> tuple[Topic, ...]:
    """The phases of a round that this game has, and the round as a whole."""
    found = []
    for phase, (title, _) in _PHASES.items():
        steps = [s for script in rules.scripts.values() for s in script if s.kind in _KINDS.get(phase, ())]
        cited = [s.clause for s in steps] if phase in _KINDS else [rules.cite(key) for key in ("receive", "cut")]
        if phase not in _KINDS or steps:
            found.append(Topic(phase, title, tuple(dict.fromkeys(filter(None, cited)))))
    return (*found, Topic(WHOLE, "A whole round, from the box to the cleared table"))


class _Series(Struct, frozen=True):
    """The steps of a round that are asked about."""

    rules: Rules
    moments: tuple[RoundMoment, ...]
    asked: tuple[int, ...]
    """Places among the moments."""


@lru_cache(maxsize=32)
def _series(rules: Rules, topic: str, seed: int) -> _Series:
    dealt = by_chance(rules, Chance(f"conduct/{rules.game.id}/{topic}/{seed}"))
    for attempt in range(TRIES):
        moments = round_of(dealt, f"conduct/{rules.game.id}/{topic}/{seed}/{attempt}")
        asked = tuple(_asked(dealt, moments, topic, Chance(f"deliveries/{topic}/{seed}")))
        if asked:
            return _Series(dealt, moments, asked)
    raise AssertionError(f"no round of {rules.game.id} comes to the topic '{topic}'")


def _asked(rules: Rules, moments: tuple[RoundMoment, ...], topic: str, chance: Chance) -> Iterator[int]:
    """Of a deal the first delivery, those that go elsewhere than to the next player, and some of the others."""
    kinds = [act for phase, (_, acts) in _PHASES.items() if topic in (phase, WHOLE) for act in acts]
    before = Target("thrown", 0, "")
    for number, moment in enumerate(moments):
        if not moment.guide or type(moment.act) not in kinds:
            continue
        if isinstance(moment.act, a.DealCards):
            target = _delivery(rules, moment.state)
            turns = target.to != before.to or target.seat < before.seat
            before = target
            if not turns and chance.below(4):
                continue
        yield number


def make(rules: Rules, name: TaskName) -> DrillTask:
    series, asked = _series(rules, name.topic, name.seed), _question(rules, name)
    number = series.asked[name.place]
    state = series.moments[number].state
    return DrillTask(
        name,
        DRILL.title,
        "You are the dealer. What is the next step?",
        asked.ask,
        shown=equipment(series.rules, state),
        view=laid_out(series.rules, state),
        told=so_far(series.rules, series.moments[:number]),
        follows=name.place + 1 < len(series.asked),
    )


def judge(rules: Rules, name: TaskName, answer: DrillAnswer) -> TaskVerdict:
    series, asked = _series(rules, name.topic, name.seed), _question(rules, name)
    moment = series.moments[series.asked[name.place]]
    clause = _clause(series.rules, moment)
    reminders = series.rules.guide(moment.guide, moment.state.procedure).reminders
    return judged_choice(asked, answer, rules_behind(series.rules, (clause, *reminders)))


@lru_cache(maxsize=64)
def _question(rules: Rules, name: TaskName) -> Choosing:
    series = _series(rules, name.topic, name.seed)
    if not 0 <= name.place < len(series.asked):
        raise no_place(name, len(series.asked))
    number = series.asked[name.place]
    chance = chance_of(name)
    here = series.moments[number]
    wrong = islice(_wrong(series.rules, series.moments, number, chance), WRONG_STEPS)
    return choosing(chance, [_words(series.rules, here)], list(wrong))


# --- what is offered ------------------------------------------------------------------------------------------------


def _wrong(
    rules: Rules, moments: tuple[RoundMoment, ...], number: int, chance: Chance
) -> Iterator[tuple[str, Misstep]]:
    """Steps that somebody could take for the next one, the likeliest first, each once. What is lawful now is left
    out."""
    here = moments[number]
    staff = [moment for moment in moments if moment.guide]
    at = staff.index(here)
    near = chance.mixed([*staff[at + 1 : at + 4], *staff[max(0, at - 2) : at]])
    far = [*staff[at + 4 :], *reversed(staff[: max(0, at - 2)])]
    known = {_words(rules, here)}
    for other in (*chance.some(list(_likewise(rules, here, far)), 2), *near, *chance.mixed(far)):
        words = _words(rules, other)
        if words in known:
            continue
        known.add(words)
        misstep = _refused(rules, here, other, later=other in staff[at:])
        if misstep is not None:
            yield words, misstep


def _likewise(rules: Rules, here: RoundMoment, others: Sequence[RoundMoment]) -> Iterator[RoundMoment]:
    """The same step at another place, and those that are confused with it."""
    state = here.state
    seats = [seat.number for seat in state.playing if seat.number != turn(rules, state)]
    match here.act:
        case a.SettleHand():
            yield from (replace(here, act=a.SettleHand(seat)) for seat in seats)
        case a.Decide(choice=choice):
            yield from (replace(here, act=a.Decide(seat, choice)) for seat in seats)
        case a.ShuffleCards() | a.CutCards() | a.CloseBets():
            yield from (each for each in others if isinstance(each.act, a.DealCards) and _burns(rules, each))
        case a.CountStub():
            yield replace(here, act=a.RemoveStub(), guide="stub")
        case a.OpenRound() | a.DeviceCountsCards():
            due = Duty(a.CutCards, "cut", rules.cite("cut"), deck=state.deck)
            act = cut(Task(rules, state, due, lambda _deck, _due: (), ()))
            yield replace(here, act=act, guide="cut")
        case _:
            pass


def _refused(rules: Rules, here: RoundMoment, other: RoundMoment, *, later: bool) -> Misstep | None:
    """What a supervisor says of this step, taken now; nothing where it is lawful."""
    act = other.act
    if isinstance(act, a.DealCards):
        if isinstance(here.act, a.DealCards):
            due = _delivery(rules, here.state)
            said = f"the next cards go elsewhere: {_words(rules, here)}"
            return Misstep("wrong_order", said, due.clause, _deal_belief(rules, here, other))
        act = a.DealCards(spare_cards(rules, here.state, 1))
    outcome = decide(rules, here.state, a.Act(other.by, act))
    if not isinstance(outcome, Refusal):
        return None
    said = str(replace(outcome, clause=""))
    clause = outcome.clause or _clause(rules, here)
    return Misstep("wrong_order", said, clause, _belief(rules, here, other, outcome, later=later))


def _words(rules: Rules, moment: RoundMoment) -> str:
    """The step as it is offered."""
    title = step_title(rules, moment.guide, moment.state.procedure)
    match moment.act:
        case a.DealCards():
            target = _delivery(rules, moment.state)
            side = "face up" if target.up else "face down"
            return f"Deal {many(target.count, 'card')} {side} to {place(rules, target.to, target.seat)}"
        case a.SettleHand(seat=seat) | a.Decide(seat=seat):
            return f"{title}: position {seat} now"
        case a.TakeWagers(wager=wager):
            return f"{title}: {rules.wager[wager].title}" if rules.wager[wager].title not in title else title
        case a.CountStub():
            return "Count the stub"
        case a.RemoveStub():
            return "Put the stub into the discard rack uncounted"
        case act:
            deck = getattr(act, "deck", 0) if len(moment.state.decks) > 1 else 0
            return capital(f"{title} (deck {deck})" if deck else title)


def _delivery(rules: Rules, state: State) -> Target:
    return targets_due(rules, state)[0][0]


def _burns(rules: Rules, moment: RoundMoment) -> bool:
    return _delivery(rules, moment.state).to == "burn"


def _clause(rules: Rules, moment: RoundMoment) -> str:
    """The clause that orders the step."""
    return _delivery(rules, moment.state).clause if isinstance(moment.act, a.DealCards) else moment.clause


# --- the beliefs behind wrong steps ---------------------------------------------------------------------------------

_BELIEFS: tuple[tuple[type[a.Action], tuple[type[a.Action], ...], str], ...] = (
    (a.CutCards, (a.ShuffleCards,), "cuts_before_shuffle"),
    (a.DealCards, (a.CloseBets, a.TakeWagers), "deals_before_no_more_bets"),
    (a.SettleHand, (a.SettleHand,), "settles_from_wrong_side"),
    (a.Decide, (a.Decide,), "asks_out_of_turn"),
    (a.CollectFolded, (a.Decide,), "collects_before_asking"),
    (a.ShowCards, (a.Decide, a.CollectFolded), "turns_up_too_early"),
    (a.SettleHand, (a.Decide, a.CollectFolded, a.ShowCards, a.PostContributions), "settles_too_early"),
    (a.RemoveStub, (a.CountStub,), "stub_uncounted"),
)
"""What is done, what is due instead, and what is believed."""


def _belief(rules: Rules, here: RoundMoment, other: RoundMoment, refusal: Refusal, *, later: bool) -> str:
    if isinstance(other.act, a.DealCards) and isinstance(here.act, _DECKS):
        return "burns_before_cut" if _burns(rules, other) else "deals_before_cut"
    if refusal.code == "no_cut":
        return "cuts_after_device"
    for done, due, name in _BELIEFS:
        if isinstance(other.act, done) and isinstance(here.act, due):
            return name
    return "skips_a_step" if later else "repeats_a_step"


def _deal_belief(rules: Rules, here: RoundMoment, other: RoundMoment) -> str:
    if _burns(rules, here):
        return "burn_forgotten"
    return "burns_too_early" if _burns(rules, other) else "deals_out_of_turn"


DRILL = Drill(
    id="conduct",
    title="Conduct the round",
    about="The order of a round, from the box to the cleared table: every step at its moment.",
    topics=topics,
    make=make,
    judge=judge,
)
