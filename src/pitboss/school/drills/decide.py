"""Decide well: decisions of real rounds, each choice with its exact worth. Right is what nothing beats: a choice that
is worth as much as the best is never called wrong, however much it differs in risk."""

from fractions import Fraction
from functools import lru_cache

from pitboss.lab.regret.spots import ScoredSpot
from pitboss.lab.regret.worths import worths
from pitboss.messages.tasks import (
    AnswerOption,
    AskChoice,
    ChoiceAnswer,
    DecisionWorth,
    DrillAnswer,
    DrillTask,
    Misstep,
    TaskName,
    TaskVerdict,
    Topic,
    UnfitAnswer,
)
from pitboss.odds.counting import why_not
from pitboss.odds.request import MAIN, base_of, unit
from pitboss.odds.result import exactly
from pitboss.odds.words import percent
from pitboss.rulebook.pays import dollars
from pitboss.rulebook.words import listed
from pitboss.school.answering import no_place, rules_behind
from pitboss.school.chance import chance_of
from pitboss.school.drill import Drill
from pitboss.school.drills.read_parts import RULE
from pitboss.school.misconceptions import MISCONCEPTIONS
from pitboss.school.ruled import rule_words
from pitboss.school.spots import HandSort, drawn, sorts, stages
from pitboss.table.rules import Rules

CENT = 100
DIGITS = 2
"""Of a value in percent."""


def topics(rules: Rules) -> tuple[Topic, ...]:
    return tuple(topic for topic, _, _ in _known(rules).values())


@lru_cache(maxsize=64)
def _known(rules: Rules) -> dict[str, tuple[Topic, str, str]]:
    """Topic → itself, its decision, its sort of hands; none where nobody can say what choices are worth."""
    if why_not(rules):
        return {}
    found = [_topic(rules, stage.step, sort) for stage in stages(rules) for sort in sorts(rules, stage.step)]
    return {topic.id: (topic, step, sort) for topic, step, sort in found}


def _topic(rules: Rules, step: str, sort: HandSort) -> tuple[Topic, str, str]:
    guide = rules.guide(step, rules.terms.procedure)
    return Topic(f"{step}-{sort.id}", f"{guide.title}: {sort.words}", (guide.clause,)), step, sort.id


@lru_cache(maxsize=64)
def spot_named(rules: Rules, name: TaskName) -> ScoredSpot:
    """The decision of this task."""
    if name.place:
        raise no_place(name, 1)
    _, step, sort = _known(rules)[name.topic]
    return drawn(rules, chance_of(name), step, sort)


def make(rules: Rules, name: TaskName) -> DrillTask:
    spot = spot_named(rules, name)
    return DrillTask(name, _known(rules)[name.topic][0].title, "What do you do?", asked(spot), view=spot.view)


def judge(rules: Rules, name: TaskName, answer: DrillAnswer) -> TaskVerdict:
    spot = spot_named(rules, name)
    choice, said = chosen(spot, answer), rule_words(spot)
    return verdict(spot, choice, (Misstep(RULE, said),) if said else ())


# --- what is asked, and what is said of it ----------------------------------------------------------------------------


def asked(spot: ScoredSpot) -> AskChoice:
    """The choices in the order of the script, under their own names."""
    return AskChoice(tuple(AnswerOption(each, f"{spot.label(each)}. {spot.says(each)}") for each in spot.choices))


def chosen(spot: ScoredSpot, answer: DrillAnswer) -> str:
    """The choice that the answer names."""
    allowed = listed(spot.choices, "or")
    if not isinstance(answer, ChoiceAnswer):
        raise UnfitAnswer(f"choose what to do: {allowed}")
    if len(answer.ids) != 1 or answer.ids[0] not in spot.choices:
        given = ", ".join(answer.ids)[:80] or "nothing"
        raise UnfitAnswer(f"exactly one choice is asked for, {allowed}; given: {given}")
    return answer.ids[0]


def verdict(spot: ScoredSpot, choice: str, why: tuple[Misstep, ...] = ()) -> TaskVerdict:
    """What this choice is worth beside the others."""
    cost, best = spot.cost(choice), spot.advice.best.choice
    missteps = (_misstep(spot, choice, cost),) if cost else ()
    behind = (*why, *rules_behind(spot.rules, [spot.clause]))
    return TaskVerdict(not cost, missteps, ChoiceAnswer((best,)), _values(spot), behind, worth_of(spot, cost))


def worth_of(spot: ScoredSpot, cost: Fraction) -> DecisionWorth:
    """All choices with their values, and what was given away."""
    return DecisionWorth(
        unit=unit_of(spot.rules),
        stake=spot.stake,
        choices=tuple(worths(spot.rules, spot.advice, spot.stake)),
        cost=exactly(cost),
        cost_percent=float(100 * cost),
        cost_cents=float(cost * spot.stake),
    )


def unit_of(rules: Rules) -> str:
    """What values are parts of, in words."""
    return unit(rules.game.id, MAIN, base_of(rules.game.id, MAIN))


def _values(spot: ScoredSpot) -> str:
    """The best choice, then every choice with its value."""
    best = [spot.label(each) for each in spot.advice.equal or (spot.advice.best.choice,)]
    said = f"{listed(best)} {'are worth the same' if len(best) > 1 else 'is best'}"
    values = [f"{spot.label(each.choice)} {_percent(each.value, sign='+')}" for each in spot.advice.alternatives]
    return f"{said}: {', '.join(values)} of {unit_of(spot.rules)}."


def _misstep(spot: ScoredSpot, choice: str, cost: Fraction) -> Misstep:
    more = {each.choice: each.more for each in spot.advice.alternatives}
    bold = more[choice] > more[spot.advice.best.choice]
    belief = "too_bold" if bold else "too_timid"
    lost = f"{_percent(cost)} of {unit_of(spot.rules)}, {_money(cost * spot.stake)} of {dollars(spot.stake)}"
    words = f"{spot.label(choice)} gives away {lost} on average. {MISCONCEPTIONS[belief]}"
    return Misstep("costly_choice", words, spot.clause, belief, spot.seat)


def _percent(value: Fraction, sign: str = "") -> str:
    """Two digits behind the point, and more where these would say nothing."""
    digits = DIGITS
    while value and not round(100 * value, digits):
        digits += 1
    return percent(value, digits, sign)


def _money(cents: Fraction) -> str:
    if cents >= CENT:
        return dollars(round(cents))
    return f"{percent(cents / CENT, DIGITS).rstrip('%')} cents"


DRILL = Drill(
    id="decide",
    title="Decide well",
    about="You decide as a player in rounds that are close, and see at once what every choice is worth.",
    topics=topics,
    make=make,
    judge=judge,
    audience="players",
)
