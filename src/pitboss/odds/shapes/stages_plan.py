"""The best answer at every decision, for every hand at once, by backward induction: what a set of cards is worth is a
vector of counts times a vector of payments, and what it becomes is known, so a new paytable costs a few sums.

Equal answers: the one with the least variance, then the smaller wager."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import gcd
from threading import Lock

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pitboss.odds.figures import TooLarge, net
from pitboss.odds.shapes.stages_count import Count, count
from pitboss.odds.shapes.stages_tree import StagesState, Tree, tree_of
from pitboss.odds.tables import Array
from pitboss.odds.tally import Pack, Tally
from pitboss.odds.tally import tally as add_up
from pitboss.table.rules import Rules

Spot = tuple[int, StagesState]
"""A decision, and the wagers that lie there."""
LARGEST = 2**61
"""Sums stay below this."""


class StagesPlan(Struct, frozen=True):
    """What to do with every set of cards, under one table of payments."""

    tree: Tree
    count: Count
    nets: dict[StagesState, tuple[int, ...]]
    """How the wagers may lie at the end → what each kind of hand brings, in units."""
    decided: dict[Spot, tuple[int, ...]]
    """What those of the wagers bring of which no decision is left to make, if they were settled alone."""
    unit: int
    """How many units of money a unit of `nets` has."""
    values: dict[Spot, Array]
    """[answer, set of cards]: what each answer is worth, over all cards that can come."""
    chosen: dict[Spot, Array]
    """The number of the best answer for each set of cards."""
    known: dict[tuple[int, StagesState, int], Array]
    """Moments that were asked for."""

    def tally(self, begun: Array | None = None) -> Tally:
        """Every deal: the cards of the first decision, then those that come from decision to decision. `begun` says
        which sets of cards of the first decision are meant, where not all are."""
        tree, c = self.tree, self.count
        ways = c.layers.layer(c.sizes[0]).ways
        deals = {tree.start: ways if begun is None else np.where(begun, ways, 0)}
        for number in range(len(tree.stages)):
            deals = self.after(number, deals)
        orders = c.orders(0)
        pairs = ((state, c.ends.shares(deals[state]).tolist()) for state in tree.states[-1] if state in deals)
        return add_up(
            (tree.ending(state, hand), n // orders)
            for state, row in pairs
            for hand, n in zip(c.kinds, row, strict=True)
        )

    def after(self, number: int, deals: dict[StagesState, Array]) -> dict[StagesState, Array]:
        """How the wagers lie at the next decision, or at the end, and in how many deals each set of cards is met with
        them, if so many reach this decision."""
        c, after = self.count, dict[StagesState, Array]()
        for state, ways in deals.items():
            for then, some in self._answers(number, state, ways):
                after[then] = after[then] + some if then in after else some
        return {state: c.up(ways, c.sizes[number], c.above(number)) for state, ways in after.items()}

    def _answers(self, number: int, state: StagesState, ways: Array) -> list[tuple[StagesState, Array]]:
        """How the wagers lie after a decision, and with which of these deals."""
        if not self.tree.asked(number, state):
            return [(state, ways)]
        choices, chosen = self.tree.stages[number].step.choices, self.chosen[number, state]
        return [(self.tree.after(choice, state), np.where(chosen == c, ways, 0)) for c, choice in enumerate(choices)]

    def sums(self, stage: int, state: StagesState, of: Callable[[StagesState], Array]) -> Array:
        """For each set of cards at a decision the sum of a figure over all cards that can come, if one plays by this
        plan from here on; `of` gives it for each kind of hand, the wagers lying so."""
        c = self.count
        if stage == len(self.tree.stages):
            return c.ends.sums(of(state))
        if not self.tree.asked(stage, state):
            return c.down(self.sums(stage + 1, state, of), c.above(stage), c.sizes[stage])
        each = self.by_answer(stage, state, of)
        taken: Array = np.take_along_axis(each, self.chosen[stage, state][None, :], axis=0)[0]
        return taken

    def by_answer(self, stage: int, state: StagesState, of: Callable[[StagesState], Array]) -> Array:
        """[answer, set of cards]: the same after each answer to this decision."""
        c = self.count
        choices = self.tree.stages[stage].step.choices
        after = [self.sums(stage + 1, self.tree.after(choice, state), of) for choice in choices]
        return np.stack([c.down(values, c.above(stage), c.sizes[stage]) for values in after])

    def moments(self, stage: int, state: StagesState, power: int) -> Array:
        """[answer, set of cards]: what the wagers bring that are not decided yet, to this power, over all cards that
        can come."""
        key = stage, state, power
        if key not in self.known:
            gone = self.decided[stage, state]

            def of(end: StagesState) -> Array:
                each = [(net - less) ** power for net, less in zip(self.nets[end], gone, strict=True)]
                return np.array(each, dtype=kind)

            kind = self._type(power)
            self.known[key] = self.by_answer(stage, state, of)
        return self.known[key]

    def _type(self, power: int) -> type:
        """Whole numbers of 64 bits where they are large enough."""
        most = max(abs(net) for row in (*self.nets.values(), *self.decided.values()) for net in row)
        return np.int64 if (2 * most) ** power * self.count.ways(0) < LARGEST else object


def plan(
    rules: Rules,
    *,
    pack: Pack | None = None,
    stake: int = 100,
    meters: Mapping[str, int] | None = None,
    tree: Tree | None = None,
) -> StagesPlan:
    """The best answer for every set of cards when the base wager is `stake` cents. `tree` are the decisions, where they
    end otherwise than those of the main game alone, or somebody knows more cards at them than the script opens."""
    return _planned(rules, pack or rules.deck.contents, stake, tuple((meters or {}).items()), tree or tree_of(rules))


@lru_cache(maxsize=16)
def _planned(rules: Rules, pack: Pack, stake: int, readings: tuple[tuple[str, int], ...], tree: Tree) -> StagesPlan:
    meters = dict(readings)
    c = count(tree, pack)
    nets = {s: [net(rules, tree.ending(s, hand), stake, meters) for hand in c.kinds] for s in tree.states[-1]}
    spots = [(number, s) for number, _ in enumerate(tree.stages) for s in tree.states[number] if tree.asked(number, s)]
    alone = {(number, state): tree.alone(number, state) for number, state in spots}
    each = {s: [net(rules, tree.ending(s, hand), stake, meters) for hand in c.kinds] for s in set(alone.values())}
    unit = gcd(*(cents for row in (*nets.values(), *each.values()) for cents in row)) or 1
    if max(abs(cents) for row in nets.values() for cents in row) // unit * c.ways(0) >= LARGEST:
        raise TooLarge
    in_units = {state: tuple([cents // unit for cents in row]) for state, row in nets.items()}
    decided = {spot: tuple([cents // unit for cents in each[state]]) for spot, state in alone.items()}
    return replace(_solved(tree, c, in_units, decided), unit=unit)


def _solved(
    tree: Tree, c: Count, nets: dict[StagesState, tuple[int, ...]], decided: dict[Spot, tuple[int, ...]]
) -> StagesPlan:
    """The plan, kept in memory, for a coach asks again and again. In the smallest whole numbers the payments are the
    same at every stake, as long as no limit cuts them."""
    key = id(c), tree, tuple(nets.items()), tuple(decided.items())
    with _LOCK:
        found = _SOLVED.pop(key, None)
    if found is None:
        found = StagesPlan(tree, c, nets, decided, 1, {}, {}, {})
        _solve(found)
    with _LOCK:
        _SOLVED[key] = found  # the last used is the last to go
        while len(_SOLVED) > MOST_KEPT:
            del _SOLVED[next(iter(_SOLVED))]
    return found


MOST_KEPT = 16
"""Plans in memory, some millions of bytes each."""
_SOLVED: dict[object, StagesPlan] = {}
_LOCK = Lock()


def _solve(found: StagesPlan) -> None:
    """From the last decision to the first."""
    tree, c = found.tree, found.count
    worth: dict[StagesState, Array] = {s: c.ends.sums(np.array(found.nets[s], dtype=np.int64)) for s in tree.states[-1]}
    for number in reversed(range(len(tree.stages))):
        worth = {state: c.down(values, c.above(number), c.sizes[number]) for state, values in worth.items()}
        best = {}
        for state in tree.states[number]:
            if tree.asked(number, state):
                choices = tree.stages[number].step.choices
                values = np.stack([worth[tree.after(choice, state)] for choice in choices])
                found.values[number, state] = values
                found.chosen[number, state] = _best(found, number, state, values)
                best[state] = values.max(axis=0)
            else:
                best[state] = worth[state]
        worth = best


def _best(found: StagesPlan, number: int, state: StagesState, values: Array) -> Array:
    """The answers that are worth most; among equals that with the least variance, then the smallest."""
    most = values == values.max(axis=0)
    order = found.tree.boldness(number, state)
    chosen: Array = np.array(order)[most[order].argmax(axis=0)]
    equal = np.flatnonzero(most.sum(axis=0) > 1)
    if len(equal):
        squares = found.moments(number, state, 2)[:, equal]
        for c in order:
            now = squares[chosen[equal], np.arange(len(equal))]
            chosen[equal] = np.where(most[c, equal] & (squares[c] < now), c, chosen[equal])
    return chosen
