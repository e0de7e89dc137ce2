"""The best list of a few rules for one decision. A rule asks one or two words for a level or more, or for a level or
less. All such rules are looked at at once: what the cells bring is added up by the levels of two words, and running
sums in both directions have the sum of every rule. The best of them are tried with a third word. Lists grow rule by
rule at either end, the best few being kept; then every rule is exchanged for the best one in its place until none is
better."""

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np

from pitboss.lab.strategies.cells import Cells
from pitboss.odds.tables import Array

WIDE, NARROW = (12, 40), (3, 4)
"""How many lists are kept at each length, and how many rules each of them is tried with next: where cells are few, and
where they are many."""
FEW = 2_000
"""Cells that are few."""
THIRD = 4
"""Rules that are tried with a third word."""
ROUNDS = 3
"""Times that all rules are exchanged, at most."""
SHORT = 2
"""Rules of a list that is also grown from nothing, where it is fitted to other decisions."""

Half = tuple[int, bool, int]
"""Word, whether a level or more is asked for (or a level or less), level."""


class SearchRule(NamedTuple):
    """One rule of a list."""

    halves: tuple[Half, ...]
    choice: int

    def fits(self, cells: Cells) -> Array:
        """[cell]: where it applies."""
        found = np.ones(cells.levels.shape[1], dtype=bool)
        for word, up, level in self.halves:
            found &= cells.levels[word] >= level if up else cells.levels[word] <= level
        return found

    def asks(self, cells: Cells) -> tuple[tuple[str, Any], ...]:
        """Its words and their values."""
        return tuple(
            (cells.words[word].name, (cells.words[word].up if up else cells.words[word].down)[level])
            for word, up, level in self.halves
        )


class RuleList(NamedTuple):
    """Rules in their order, a default, and what they bring."""

    rules: tuple[SearchRule, ...]
    default: int
    value: int


def value_of(cells: Cells, rules: tuple[SearchRule, ...], default: int) -> int:
    """What a list brings."""
    free, total = np.ones(cells.levels.shape[1], dtype=bool), 0
    for rule in rules:
        taken = free & rule.fits(cells)
        total += int(cells.values[rule.choice, taken].sum())
        free &= ~taken
    return total + int(cells.values[default, free].sum())


def best_rules(cells: Cells, free: Array, base: Array) -> list[tuple[int, SearchRule]]:
    """The rules that bring most more than `base` [cell] brings in the cells that are free, each the best of two words
    and one choice; the best first, only those that bring more."""
    gains = np.where(free, cells.values - base, 0)
    found = [each for pair in _pairs(len(cells.words)) for each in _best_cuts(cells, pair, gains)]
    found.sort(key=_first)
    finer = [each for one in found[:THIRD] for each in _third_word(cells, gains, *one)]
    return sorted([*finer, *found], key=_first)


def _first(each: tuple[int, SearchRule]) -> tuple[int, int]:
    """The most gain first, then the fewest words."""
    return -each[0], len(each[1].halves)


def _third_word(cells: Cells, gains: Array, gain: int, rule: SearchRule) -> list[tuple[int, SearchRule]]:
    """The rule with one more word, where that brings more."""
    here = np.zeros_like(gains)
    fits = rule.fits(cells)
    here[rule.choice, fits] = gains[rule.choice, fits]
    used = {word for word, _, _ in rule.halves}
    cuts = [cut for word in range(len(cells.words)) if word not in used for cut in _best_cuts(cells, (word,), here)]
    return [
        (more, SearchRule((*rule.halves, *cut.halves), rule.choice))
        for more, cut in cuts
        if more > gain and cut.choice == rule.choice
    ]


def _pairs(words: int) -> Iterator[tuple[int, ...]]:
    yield from ((word,) for word in range(words))
    yield from combinations(range(words), 2)


def _best_cuts(cells: Cells, pair: tuple[int, ...], gains: Array) -> list[tuple[int, SearchRule]]:
    """The best rule of these words for each choice and each pair of directions: running sums from either end."""
    sizes = [len(cells.words[word].up) for word in pair]
    code = cells.levels[pair[0]].astype(np.int64)
    for word, size in zip(pair[1:], sizes[1:], strict=True):
        code = code * size + cells.levels[word]
    tables = np.zeros((len(gains), int(np.prod(sizes))), dtype=np.int64)
    for table, gain in zip(tables, gains, strict=True):
        np.add.at(table, code, gain)
    found = []
    for ways in product((True, False), repeat=len(pair)):
        sums = tables.reshape(len(gains), *sizes)
        for axis, up in enumerate(ways, start=1):
            sums = np.flip(np.flip(sums, axis).cumsum(axis=axis), axis) if up else sums.cumsum(axis=axis)
        sums = np.array(sums)
        for axis, (word, up) in enumerate(zip(pair, ways, strict=True), start=1):
            sums[(slice(None),) * axis + (_idle(cells, word, up),)] = 0
        for choice, most in enumerate(sums.reshape(len(gains), -1).argmax(axis=1).tolist()):
            levels = np.unravel_index(most, sums.shape[1:])
            gain = int(sums[(choice, *levels)])
            if gain > 0:
                halves = tuple((word, up, int(level)) for word, up, level in zip(pair, ways, levels, strict=True))
                found.append((gain, SearchRule(halves, choice)))
    return found


def _idle(cells: Cells, word: int, up: bool) -> list[int]:
    """Levels that ask nothing, and such as cannot be said."""
    values = cells.words[word].up if up else cells.words[word].down
    return [n for n, said in enumerate(values) if said is None or n == (0 if up else len(values) - 1)]


def short_lists(cells: Cells, most: int) -> list[RuleList]:
    """The best list found of each length from 0 to `most`, none worse than a shorter one."""
    values = [int(row.sum()) for row in cells.values]
    kept = [RuleList((), default, value) for default, value in enumerate(values)]
    many, tried = WIDE if cells.levels.shape[1] <= FEW else NARROW
    found = [max(kept, key=lambda each: each.value)]
    ideal = int(cells.values.max(axis=0).sum())
    for _ in range(most):
        if found[-1].value == ideal:
            break
        grown: dict[tuple[object, ...], RuleList] = {}
        for one in kept:
            for longer in _longer(cells, one, tried):
                grown[longer.rules, longer.default] = longer
        kept = sorted(grown.values(), key=lambda each: -each.value)[:many]
        if not kept:
            break
        better = exchanged(cells, kept[0])
        kept[0] = better
        found.append(max(found[-1], better, key=lambda each: each.value))
    return found


def _longer(cells: Cells, one: RuleList, tried: int) -> Iterator[RuleList]:
    """The list with one rule more, behind the others or before them."""
    free = np.ones(cells.levels.shape[1], dtype=bool)
    now = cells.values[one.default]
    for rule in reversed(one.rules):
        now = np.where(rule.fits(cells), cells.values[rule.choice], now)
    if one.rules:
        for gain, rule in best_rules(cells, free, now)[:tried]:
            yield RuleList((rule, *one.rules), one.default, one.value + gain)
    for rule in one.rules:
        free &= ~rule.fits(cells)
    for gain, rule in best_rules(cells, free, cells.values[one.default])[:tried]:
        yield RuleList((*one.rules, rule), one.default, one.value + gain)


def lean(cells: Cells, one: RuleList) -> RuleList:
    """The list without rules that the others leave nothing."""
    free, kept = np.ones(cells.levels.shape[1], dtype=bool), []
    for rule in one.rules:
        taken = free & rule.fits(cells)
        if taken.any():
            kept.append(rule)
        free &= ~taken
    return one._replace(rules=tuple(kept))


def refitted(cells: Cells, one: RuleList) -> RuleList:
    """The best list of as many rules for these cells that is found from this one, with its best default, or from
    nothing where it is short."""
    length = len(one.rules)
    tried = [RuleList(one.rules, d, value_of(cells, one.rules, d)) for d in range(len(cells.values))]
    found = [exchanged(cells, max(tried, key=lambda each: each.value))]
    found += short_lists(cells, length)[-1:] if length <= SHORT else []
    return max(found, key=lambda each: each.value)


def exchanged(cells: Cells, one: RuleList) -> RuleList:
    """The list after every rule was exchanged for the best one in its place, again and again."""
    for _ in range(ROUNDS):
        before = one.value
        for place in range(len(one.rules)):
            one = _exchange(cells, one, place)
        if one.value == before:
            break
    return one


def _exchange(cells: Cells, one: RuleList, place: int) -> RuleList:
    """The list with the best rule in one place, the others as they are."""
    free = np.ones(cells.levels.shape[1], dtype=bool)
    for rule in one.rules[:place]:
        free &= ~rule.fits(cells)
    base = cells.values[one.default].copy()
    for rule in reversed(one.rules[place + 1 :]):
        base = np.where(rule.fits(cells), cells.values[rule.choice], base)
    for _, rule in best_rules(cells, free, base)[:1]:
        rules = (*one.rules[:place], rule, *one.rules[place + 1 :])
        value = value_of(cells, rules, one.default)
        if value > one.value:
            return RuleList(rules, one.default, value)
    return one
