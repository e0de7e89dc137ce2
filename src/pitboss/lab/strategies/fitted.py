"""A strategy laid over the spots of a game: which rule applies where. Whatever does not fit the game is told at once,
with rules that can never apply."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from pitboss.lab.strategies.spots import DecisionSpots, Ruled
from pitboss.lab.strategies.values import BadWordValue, Range, ranges
from pitboss.lab.strategies.words import FAMILIES, OF, WORDS, word_of
from pitboss.lab.strategies.written import BadStrategy, WrittenDecision, WrittenRule, WrittenStrategy, like
from pitboss.odds.tables import Array
from pitboss.rulebook.words import listed

Condition = tuple[str, tuple[Range, ...]]
"""A word, and the ranges one of which its number must be in."""


class FittedRule(Struct, frozen=True):
    """A rule in numbers."""

    conditions: tuple[Condition, ...]
    does: int


def fit(strategy: WrittenStrategy, spots: Sequence[DecisionSpots], game: str, where: str = "") -> dict[str, Ruled]:
    """Decision → the rules over its spots. Raises `BadStrategy` with every fault."""
    faults = list(strategy.faults)
    if strategy.game and strategy.game != game:
        faults.append(f"it is for the game '{strategy.game}', not for '{game}'")
    names = [each.step.name for each in spots]
    for decision in strategy.decisions:
        if decision.name not in names:
            asked = f"the decisions are {listed(names)}" if names else "a player of this game decides nothing"
            faults.append(f"there is no decision '{decision.name}'; {asked}{like(decision.name, names)}")
    found = {}
    written = {decision.name: decision for decision in strategy.decisions}
    for each in spots:
        if each.step.name in written:
            found[each.step.name] = _decision(written[each.step.name], each, faults)
        elif strategy.decisions:
            faults.append(f"decision '{each.step.name}' is missing; it needs at least a default")
    if faults:
        raise BadStrategy(faults, where)
    return found


def _decision(decision: WrittenDecision, spots: DecisionSpots, faults: list[str]) -> Ruled:
    where = f"decision '{decision.name}'"
    default = spots.choice(decision.default)
    if default < 0 and decision.default:
        faults.append(f"{where}: {_not_offered(decision.default, spots)}")
    fitted = [(rule, _rule(rule, spots, f"{where}, rule {rule.number}", faults)) for rule in decision.rules]
    kept = [(rule.number, found) for rule, found in fitted if found is not None]
    ruled, idle = laid([rule for _, rule in kept], max(default, 0), spots)
    faults += [f"{where}, rule {kept[place][0]} can never apply: {why}" for place, why in idle]
    return ruled


def laid_over(decision: WrittenDecision, some: DecisionSpots) -> Ruled:
    """The rules of a decision over some of its spots: a rule may fit none of them. Raises `BadStrategy`."""
    where, faults = f"decision '{decision.name}'", list[str]()
    fitted = [_rule(rule, some, f"{where}, rule {rule.number}", faults) for rule in decision.rules]
    default = some.choice(decision.default)
    if faults or default < 0 or None in fitted:
        raise BadStrategy([*faults, *([f"{where}: {_not_offered(decision.default, some)}"] if default < 0 else [])])
    return laid([rule for rule in fitted if rule is not None], default, some)[0]


def laid(rules: Sequence[FittedRule], default: int, spots: DecisionSpots) -> tuple[Ruled, list[tuple[int, str]]]:
    """The first rule that applies at every spot; and the places of those that never do, with the reason."""
    rule = np.full(spots.shape, len(rules), dtype=np.uint8)
    free = np.ones(spots.shape, dtype=bool) if spots.possible is None else spots.possible.copy()
    idle: list[tuple[int, str]] = []
    for number, each in enumerate(rules):
        fits = fitting(each.conditions, spots)
        taken = free & fits
        if not taken.any():
            could = fits if spots.possible is None else fits & spots.possible
            why = "the rules before it take all its hands" if could.any() else "no hand fits all its words"
            idle.append((number, why))
        rule[taken] = number
        free &= ~taken
    return Ruled(rule, (*(each.does for each in rules), default)), idle


def fitting(conditions: Sequence[Condition], spots: DecisionSpots) -> Array:
    """Where all conditions hold."""
    found: Array = np.ones((1,) * len(spots.shape), dtype=bool)
    for word, allowed in conditions:
        measured = spots.measure(word)
        one = np.zeros(measured.shape, dtype=bool)
        for low, high in allowed:
            one |= (measured >= low) & (measured <= high)
        found = found & one
    return np.broadcast_to(found, spots.shape)


def _rule(rule: WrittenRule, spots: DecisionSpots, where: str, faults: list[str]) -> FittedRule | None:
    """The rule in numbers; none where something is wrong with it."""
    before = len(faults)
    does = spots.choice(rule.do)
    if does < 0 and rule.do:
        faults.append(f"{where}: {_not_offered(rule.do, spots)}")
    conditions = []
    for name, value in rule.words:
        word = word_of(name)
        if word is None:
            continue
        if name not in spots.measures:
            faults.append(f"{where}: '{name}' is not known at this decision; {_known(spots)}")
            continue
        try:
            conditions.append((name, ranges(word.kind, value, spots.scales.get(name))))
        except BadWordValue as bad:
            faults.append(f"{where}: {name}: {bad}")
    if rule.unread or len(faults) > before or not conditions or does < 0:
        return None
    return FittedRule(tuple(conditions), does)


def _known(spots: DecisionSpots) -> str:
    words = [word for word in WORDS if word in spots.measures]
    families = [start for start in FAMILIES if any(name.startswith(start) for name in spots.measures)]
    cards = [name.removeprefix(OF) for name in spots.measures if name.startswith(OF)]
    said = f" (with {', '.join(cards)} behind it)" if cards else ""
    return f"known are {', '.join([*words, *families])}{said}"


def _not_offered(choice: str, spots: DecisionSpots) -> str:
    offered = [each.name for each in spots.step.choices]
    return f"'{choice}' is not offered; the choices are {listed(offered)}{like(choice, offered)}"
