"""Pay the table: cards and chips lie as at showdown, and the trainee takes and pays each wager, in the right order,
with chips of the tray. The round is played and settled by the engine; what is right is what it does."""

from collections.abc import Sequence
from functools import lru_cache
from math import gcd

from msgspec import Struct
from msgspec.structs import replace

from pitboss.messages.tasks import (
    AskMoves,
    ChipPile,
    DrillAnswer,
    DrillTask,
    Misstep,
    MovesAnswer,
    Shown,
    TaskName,
    TaskVerdict,
    Topic,
    UnfitAnswer,
    WagerLying,
)
from pitboss.rulebook.pays import Half, MeterShare, ToOne, dollars
from pitboss.rulebook.words import ENVY, wager_title
from pitboss.school.answering import no_place
from pitboss.school.chance import Chance
from pitboss.school.chips import DOLLAR, STACK, denominations, fewest
from pitboss.school.drill import Drill
from pitboss.school.drills.pay_due import PayDue, all_due, moves_words
from pitboss.school.drills.pay_judged import MovesJudge
from pitboss.school.drills.pay_round import PaySettled, settled_round
from pitboss.school.drills.pay_topics import PAY_TOPICS, PayTopic
from pitboss.school.drills.read_parts import RULE
from pitboss.school.situations import laid_out
from pitboss.table.layout import layout
from pitboss.table.rules import Rules
from pitboss.wording.events import sentence
from pitboss.wording.things import meter

ATTEMPTS = 200
"""So many rounds are played until one is what the topic asks for. The last is taken if none is."""


def topics(rules: Rules) -> tuple[Topic, ...]:
    return tuple(Topic(each.id, each.title, _clauses(rules, each)) for each in _topics(rules).values())


@lru_cache(maxsize=64)
def _topics(rules: Rules) -> dict[str, PayTopic]:
    return {each.id: each for each in PAY_TOPICS if each.there(rules)}


def _clauses(rules: Rules, topic: PayTopic) -> tuple[str, ...]:
    steps = [s for s in rules.script(rules.terms.procedure) if s.kind in ("settle", "table")]
    return tuple(dict.fromkeys(filter(None, topic.clauses(rules) or [step.clause for step in steps])))


class PayTask(Struct, frozen=True):
    """A table to be settled, with what is due there."""

    settled: PaySettled
    ask: AskMoves
    dues: tuple[PayDue, ...]

    @property
    def solution(self) -> MovesAnswer:
        return MovesAnswer(tuple(move for due in self.dues for move in due.moves))


@lru_cache(maxsize=64)
def pay_task(rules: Rules, name: TaskName) -> PayTask:
    """The table of this name."""
    if name.place:
        raise no_place(name, 1)
    topic = _topics(rules)[name.topic]
    for attempt in range(ATTEMPTS):
        chance = Chance(f"{name.game}/{name.drill}/{name.topic}/{name.seed}/{attempt}")
        settled = settled_round(rules, chance, topic.setting(rules, chance))
        if topic.shows(rules, settled):
            break
    among = denominations(_unit(rules))
    lying = tuple(_lying(rules, settled, chance, among))
    dues = all_due(rules, settled, lying, among)
    needed = 2 + len(lying)
    tray = tuple(ChipPile(cents, STACK * (needed + chance.below(4))) for cents in among)
    return PayTask(settled, AskMoves(tray, lying, topic.whole), dues)


@lru_cache(maxsize=64)
def _unit(rules: Rules) -> int:
    """The amount, in cents, of which every stake and every payment of this table is a multiple."""
    found = 0
    for wager in rules.wagers:
        limits = rules.limits(wager.id)
        steps = gcd(limits.minimum, limits.increment)
        found = gcd(found, steps)
        outcomes = [rules.settlement.outcome(wager.id, cell) for cell in rules.settlement.spaces[wager.id].cells()]
        for pay in {outcome.pay for outcome in outcomes}:
            match pay:
                case ToOne(pays, per) if rules.terms.breakage == "exact":
                    found = gcd(found, (steps or found) * pays // per)
                case ToOne(_, per) if per > 1:
                    found = gcd(found, rules.terms.smallest_chip)
                case Half():
                    found = gcd(found, (steps or found) // 2)
                case MeterShare():
                    return 1
                case _:
                    pass
    return found


# --- what lies there --------------------------------------------------------------------------------------------------


def _lying(rules: Rules, settled: PaySettled, chance: Chance, among: Sequence[int]) -> list[WagerLying]:
    """Every wager from the dealer's left, then at each position the place of its envy bonus."""
    found = []
    envy = any(ENVY in step.wagers for step in rules.script(settled.state.procedure)) and rules.terms.envy
    for seat in settled.state.playing:
        for place, wager in enumerate(rules.wagers):
            if cents := seat.stakes[place]:
                words = f"{wager.title} {dollars(cents)}"
                found.append(WagerLying(seat.number, wager.id, words, _stacked(chance, cents, among)))
            elif wager.taken and (cents := seat.taken[place]):
                words = f"{wager.title} {dollars(cents)}, taken before the deal"
                found.append(WagerLying(seat.number, wager.id, words, lammer=True))
        if envy:
            found.append(WagerLying(seat.number, ENVY, wager_title(rules.book, ENVY)))
    return found


def _stacked(chance: Chance, cents: int, among: Sequence[int]) -> tuple[ChipPile, ...]:
    """A stake as players make it: with the fewest chips, or all of it in smaller ones of one colour."""
    small = [worth for worth in among if worth >= DOLLAR and cents % worth == 0 and 1 < cents // worth <= STACK]
    if small and not chance.below(3):
        worth = chance.one(small)
        return (ChipPile(worth, cents // worth),)
    return fewest(cents, among)


def make(rules: Rules, name: TaskName) -> DrillTask:
    task = pay_task(rules, name)
    topic = _topics(rules)[name.topic]
    state = task.settled.state
    seats = tuple(replace(seat, up=bool(seat.cards) and not seat.discarded) for seat in state.seats)
    what = "every wager of the table" if topic.whole else "every wager of this hand"
    return DrillTask(
        name,
        DRILL.title,
        f"The hands are open. Settle {what}: take, pay or leave it, one after the other, in the order of the rules.",
        task.ask,
        shown=tuple(_signs(rules, task.settled)),
        view=laid_out(rules, replace(state, seats=seats)),
    )


def _signs(rules: Rules, settled: PaySettled) -> list[Shown]:
    """What is written at the table: the odds, the payout limits and the meters."""
    drawn = layout(rules, settled.state)
    made = {family for w in rules.wagers for family in (w.id, w.family)} | {ENVY}
    found = []
    for sign in drawn.signs:
        lines = [line for line in sign.odds if line.column in (0, settled.state.hands_dealt + 1)]
        if lines and sign.wager in made:
            found.append(Shown(f"{sign.title}: {'; '.join(f'{line.hand} {line.pays}' for line in lines)}."))
    found += [Shown(f"{words.text}.") for words in drawn.inscriptions if words.id == "payout_limit"]
    found += [Shown(f"The {name} meter reads {meter(reading)}.") for name, reading in settled.state.meters]
    return found


# --- what is said of it -----------------------------------------------------------------------------------------------


def judge(rules: Rules, name: TaskName, answer: DrillAnswer) -> TaskVerdict:
    task = pay_task(rules, name)
    if not isinstance(answer, MovesAnswer):
        raise UnfitAnswer("say how each wager is settled: take, pay or push, one move after the other")
    missteps = MovesJudge(rules, task.settled, task.ask, task.dues).missteps(answer.moves)
    why = tuple(
        Misstep(RULE, f"{sentence(event, rules)}.", getattr(event, "clause", ""), "", due.seat, due.wager)
        for due in task.dues
        for event in due.events
    )
    return TaskVerdict(not missteps, missteps, task.solution, _solution_words(rules, task), why)


def _solution_words(rules: Rules, task: PayTask) -> str:
    """Position by position, in the order of settlement."""
    said: dict[tuple[int, int], list[str]] = {}
    for due in task.dues:
        title = wager_title(rules.book, due.wager)
        said.setdefault((due.step, due.seat), []).append(f"{title}, {moves_words(due)}")
    return " ".join(f"Position {seat}: {'; '.join(parts)}." for (_, seat), parts in said.items())


DRILL = Drill(
    id="pay-table",
    title="Pay the table",
    about="Every wager taken, paid or left, in the right order, to the cent, with the right chips.",
    topics=topics,
    make=make,
    judge=judge,
)
