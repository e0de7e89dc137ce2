"""A strategy rule by rule: each rule of the short strategy of a game is told with hands that it decides, then asked for
together with those before it. What is asked for is what the rules say; a choice that nothing beats is right as well."""

from functools import lru_cache

from msgspec import Struct

from pitboss.lab.regret.spots import ScoredSpot
from pitboss.lab.strategies.written import AppliedRule, BadStrategy, WrittenDecision, WrittenStrategy, rule_at
from pitboss.messages.tasks import (
    ChoiceAnswer,
    DrillAnswer,
    DrillTask,
    Misstep,
    Shown,
    TaskName,
    TaskVerdict,
    Topic,
    UnknownTask,
)
from pitboss.odds.counting import why_not
from pitboss.school.answering import no_place
from pitboss.school.chance import Chance, chance_of
from pitboss.school.drill import Drill
from pitboss.school.drills.decide import asked, chosen, verdict
from pitboss.school.drills.read_parts import RULE
from pitboss.school.ruled import decided_by, decision_of, in_words, rule_here, strategy_of
from pitboss.school.spots import stages
from pitboss.table.rules import Rules

A_RULE = 3
"""Tasks of a rule: the first tells it and asks for it, the others ask for it and those before it."""
EXAMPLES = 3
LOOKED_AT = 6
"""Hands of which one is asked for where rule and best play agree."""


class RuleTask(Struct, frozen=True):
    """A decision that is asked for, with the rules that are known so far."""

    strategy: WrittenStrategy
    decision: WrittenDecision
    spot: ScoredSpot
    known: int
    """How many rules of the decision are known."""
    told: bool
    """Whether the last of them is new."""
    examples: tuple[ScoredSpot, ...]
    """Other hands that it decides; none where no deal came to it."""


def topics(rules: Rules) -> tuple[Topic, ...]:
    if why_not(rules):
        return ()
    guides = [(stage.step, rules.guide(stage.step, rules.terms.procedure)) for stage in stages(rules)]
    return tuple(Topic(step, f"The rules: {guide.title}", (guide.clause,)) for step, guide in guides)


@lru_cache(maxsize=64)
def _task(rules: Rules, name: TaskName) -> RuleTask:
    try:
        strategy = strategy_of(rules)
        decision = decision_of(strategy, name.topic)
        if not 0 <= name.place < _many(decision):
            raise no_place(name, _many(decision))
        return _made(rules, strategy, decision, name)
    except (BadStrategy, StopIteration) as bad:
        raise UnknownTask(f"the strategy of {rules.book.title} cannot be taught: {bad}") from None


def _many(decision: WrittenDecision) -> int:
    """Tasks of a decision; one without rules has its default alone."""
    return A_RULE * max(1, len(decision.rules))


def _made(rules: Rules, strategy: WrittenStrategy, decision: WrittenDecision, name: TaskName) -> RuleTask:
    chance = chance_of(name)
    known = min(name.place // A_RULE + 1, len(decision.rules))
    told = name.place % A_RULE == 0
    number = known if told else chance.below(known + 1)
    met, found = _hands(rules, strategy, decision, number, chance)
    examples = tuple(found[1 : EXAMPLES + 1]) if told and met == number else ()
    return RuleTask(strategy, decision, found[0], known, told, examples)


def _hands(
    rules: Rules, strategy: WrittenStrategy, decision: WrittenDecision, number: int, chance: Chance
) -> tuple[int, list[ScoredSpot]]:
    """Hands that this rule decides, first one where the best play does the same and nothing else is as good; where no
    deal comes to it, those of another rule, whose number is told."""
    for wanted in dict.fromkeys((number, 0, *(rule.number for rule in decision.rules))):
        found = [
            spot
            for spot, _ in zip(
                decided_by(rules, strategy, decision.name, wanted, chance), range(LOOKED_AT), strict=False
            )
        ]
        if found:
            does = rule_at(decision, wanted - 1 if wanted else len(decision.rules)).do
            plain = (at for at, spot in enumerate(found) if not spot.cost(does) and not spot.advice.equal)
            at = next(plain, 0)
            return wanted, [found[at], *found[:at], *found[at + 1 :]]
    raise UnknownTask(f"no deal comes to '{decision.name}' by the rules of {strategy.title}")


def make(rules: Rules, name: TaskName) -> DrillTask:
    task = _task(rules, name)
    title = next(topic.title for topic in topics(rules) if topic.id == name.topic)
    follows = name.place + 1 < _many(task.decision)
    question = "What do the rules say that you know so far?"
    return DrillTask(name, title, question, asked(task.spot), _told(rules, task), task.spot.view, follows=follows)


def _told(rules: Rules, task: RuleTask) -> tuple[Shown, ...]:
    """The rule with its hands where it is new; else how far the learner is."""
    many, decision = len(task.decision.rules), task.decision
    if not task.told:
        return (Shown(f"You know {task.known} of {many} {'rule' if many == 1 else 'rules'}."),) if many else ()
    default = in_words(rules, decision.name, rule_at(decision, many))
    said = [
        Shown(f"{task.strategy.title}. Rules are tried in their order, and the first that fits decides; {default}.")
    ]
    if many:
        new = in_words(rules, decision.name, rule_at(decision, task.known - 1))
        said = [*(said if task.known == 1 else ()), Shown(f"New, of {many}: {new}.")]
        said += [] if task.examples else [Shown("It decides so few hands that none of them was dealt here.")]
    return (*said, *(shown for spot in task.examples for shown in _pictured(spot)))


def _pictured(spot: ScoredSpot) -> list[Shown]:
    lies = [("It decides, for example", spot.cards), ("with the community cards", spot.board)]
    return [Shown(words, cards) for words, cards in [*lies, ("beside the dealer's", spot.dealer)] if cards]


def judge(rules: Rules, name: TaskName, answer: DrillAnswer) -> TaskVerdict:
    task = _task(rules, name)
    spot, choice = task.spot, chosen(task.spot, answer)
    rule = rule_here(task.strategy, spot)
    said = f"{task.strategy.title}, {in_words(rules, spot.step, rule)}."
    found = verdict(spot, choice, (Misstep(RULE, said),))
    right = choice == rule.do or found.right
    missteps = () if right else (Misstep("wrong_rule", f"Not by the rules: {in_words(rules, spot.step, rule)}."),)
    solution = ChoiceAnswer((rule.do,))
    return TaskVerdict(right, missteps, solution, _words(spot, rule, found), found.why, found.worth)


def _words(spot: ScoredSpot, rule: AppliedRule, found: TaskVerdict) -> str:
    """What the rules say, and what everything is worth."""
    said = f"{spot.label(rule.do)} by the rules"
    return f"{said}; {found.words}" if spot.cost(rule.do) else f"{said}. {found.words}"


DRILL = Drill(
    id="rules",
    title="A strategy, rule by rule",
    about="You learn the short strategy of a game one rule after the other, each with hands that it decides.",
    topics=topics,
    make=make,
    judge=judge,
    audience="players",
)
