"""The strategy of a game that is taught rule by rule, and what its first rules cost: exactly, against the best play."""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pitboss.lab.strategies.api import cost_of, judged_game
from pitboss.lab.strategies.judged import JudgedGame
from pitboss.lab.strategies.shipped import shipped
from pitboss.lab.strategies.short import ShortSearch
from pitboss.lab.strategies.written import WrittenDecision, WrittenStrategy, parse, read_file, rule_at
from pitboss.odds import cache
from pitboss.odds.counting import counter
from pitboss.odds.figures import in_whole_units, usual_stake
from pitboss.odds.request import MAIN, RowAsked
from pitboss.odds.result import exactly
from pitboss.table.rules import Rules

FOUND = 4
"""Rules of the strategy that is looked for where a game brings none."""
KIND = "strategies"
Progress = Callable[[float], None]


class TaughtRule(Struct, frozen=True):
    """A rule, and where a learner stands who knows it and all before it."""

    decision: str
    number: int
    """Its place among the rules of the decision, from 1; 0 stands for the default alone."""
    when: str
    do: str
    cost: Fraction
    """What following the rules so far costs against the best play, in units of the base over all deals; decisions that
    are learnt later are made by the best play."""


class TaughtStrategy(Struct, frozen=True):
    """A strategy with its costs, rule by rule, each decision after the ones before it."""

    title: str
    rules: tuple[TaughtRule, ...]
    best: Fraction
    """The player's expected value by the best play."""


@lru_cache(maxsize=32)
def taught(rules: Rules) -> WrittenStrategy:
    """The strategy that is taught: of those with rules that the game brings, the one with most of them, of equally many
    the one that costs least; where there is none, the best of a few rules that is found. Raises `NoShape` where the
    game cannot be counted."""
    counter(rules).fits(rules)
    brought = [parse(read_file(path)) for path in shipped(rules.game.id).values()]
    whole = [each for each in brought if not each.faults]
    most = max((_length(each) for each in whole), default=0)
    longest = [each for each in whole if _length(each) == most]
    if not most:
        return _in_order(rules, parse(_kept(rules, "found", lambda: _found(rules)).decode()))
    place = 0 if len(longest) == 1 else int(_kept(rules, "least", lambda: _least(rules, longest)))
    return _in_order(rules, longest[place])


def _in_order(rules: Rules, strategy: WrittenStrategy) -> WrittenStrategy:
    """The same with its decisions as they are made."""
    steps = [step.name for step in rules.script(rules.terms.procedure) if step.kind == "ask"]
    there = [each for each in strategy.decisions if each.name in steps]
    return replace(strategy, decisions=tuple(sorted(there, key=lambda each: steps.index(each.name))))


def _length(strategy: WrittenStrategy) -> int:
    return sum(len(decision.rules) for decision in strategy.decisions)


def _least(rules: Rules, among: list[WrittenStrategy]) -> bytes:
    """The place of the strategy that costs least."""
    game = _judged(rules)
    costs = [cost_of(row_of(rules), each, game=game).cost for each in among]
    return str(costs.index(min(costs))).encode()


def _found(rules: Rules) -> bytes:
    return ShortSearch(row_of(rules), FOUND).strategy(FOUND).text.encode()


def row_of(rules: Rules) -> RowAsked:
    """The main game of a table, at the least wager."""
    return RowAsked(MAIN, None, rules, usual_stake(rules), 1, {}, {})


def _judged(rules: Rules) -> JudgedGame:
    return judged_game(*in_whole_units(rules, usual_stake(rules), MAIN))


# --- what the first rules cost ----------------------------------------------------------------------------------------


def taught_costs(rules: Rules, progress: Progress = lambda _: None) -> TaughtStrategy:
    """The strategy that is taught, with what it costs to know its first rules only."""
    strategy = taught(rules)
    told = msgspec.json.decode(_kept(rules, "costs", lambda: _costs(rules, strategy, progress)), type=list[str])
    best, *costs = (Fraction(each) for each in told)
    known = [
        TaughtRule(decision.name, count, rule.when, rule.do, cost)
        for (decision, count), cost in zip(_steps(strategy), costs, strict=True)
        for rule in [rule_at(decision, count - 1 if count else len(decision.rules))]
    ]
    return TaughtStrategy(strategy.title, tuple(known), best)


def _steps(strategy: WrittenStrategy) -> list[tuple[WrittenDecision, int]]:
    """What is learnt one after the other: of every decision the default, then its rules."""
    return [(decision, count) for decision in strategy.decisions for count in range(len(decision.rules) + 1)]


def _costs(rules: Rules, strategy: WrittenStrategy, progress: Progress) -> bytes:
    """The best value, then what each step leaves to be lost. Decisions that come later lose nothing yet: they are made
    by the best play."""
    game, row = _judged(rules), row_of(rules)
    told, steps = list[str](), _steps(strategy)
    names = [decision.name for decision in strategy.decisions]
    for done, (decision, count) in enumerate(steps, start=1):
        found = cost_of(row, first_rules(strategy, decision.name, count), game=game)
        known = names[: names.index(decision.name) + 1]
        cost = sum((rule.cost for rule in found.rules if rule.decision in known), Fraction(0))
        told += [exactly(cost)] if told else [exactly(found.best), exactly(cost)]
        progress(done / len(steps))
    return msgspec.json.encode(told)


def first_rules(strategy: WrittenStrategy, name: str, count: int) -> WrittenStrategy:
    """The strategy with so many rules of this decision."""
    decisions = [
        replace(decision, rules=decision.rules[:count]) if decision.name == name else decision
        for decision in strategy.decisions
    ]
    return replace(strategy, decisions=tuple(decisions))


def _kept(rules: Rules, what: str, work: Callable[[], bytes]) -> bytes:
    """What was worked out before, or now."""
    key = f"{what} {rules.digest} {usual_stake(rules)} {FOUND}"
    found = cache.load(KIND, key)
    if found is None:
        found = work()
        cache.store(KIND, key, found)
    return found
