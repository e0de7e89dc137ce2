"""Strategies of games that are decided in stages: at every decision, [state of the wagers, set of cards] its spots."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial

import numpy as np
from msgspec.structs import replace

from pitboss.cards.deck import RANK, SUIT, Card
from pitboss.lab.strategies.judged import MOST_HANDS, CostlyHand, JudgedStrategy, RuleSums, costliest
from pitboss.lab.strategies.spots import (
    DecisionSpots,
    Measures,
    Ruled,
    counted,
    few_cards,
    ordered,
    own_measures,
    straights,
)
from pitboss.lab.strategies.values import HandScale
from pitboss.lab.strategies.words import OF, is_ranked
from pitboss.odds.card_sets import examples
from pitboss.odds.evaluator import SIZES, places
from pitboss.odds.layers import UpToSuits
from pitboss.odds.rankings import is_best_five
from pitboss.odds.shapes.stages_plan import Spot, StagesPlan, plan
from pitboss.odds.shapes.stages_tree import StagesState
from pitboss.odds.tables import LOWEST_RANK, Array, tables
from pitboss.odds.tally import Pack
from pitboss.table.rules import Rules

INT64 = 2**63 - 1


def dot(first: Array, second: Array) -> int:
    """The sum of products, exactly."""
    if not first.size:
        return 0
    most = max(abs(int(first.max())), abs(int(first.min()))) * max(abs(int(second.max())), abs(int(second.min())))
    if most * first.size < INT64:
        return int((first * second).sum())
    return int((first.astype(object) * second).sum())


class StagesGame:
    """The game planned: the best answer for every set of cards."""

    def __init__(self, rules: Rules, pack: Pack, stake: int, meters: Mapping[str, int]) -> None:
        self.stake = stake
        self.plan: StagesPlan = plan(rules, pack=pack, stake=stake, meters=meters)

    def states(self, number: int) -> list[StagesState]:
        """In which the player is asked at a decision."""
        return [state for state in self.plan.tree.states[number] if self.plan.tree.asked(number, state)]

    @cached_property
    def decisions(self) -> Sequence[DecisionSpots]:
        """In their order."""
        return tuple(self._spots(number) for number in range(len(self.plan.tree.stages)))

    def _spots(self, number: int) -> DecisionSpots:
        count, tree = self.plan.count, self.plan.tree
        size = count.sizes[number]
        codes = count.layers.layer(size).codes
        states = self.states(number)
        staked = np.array([[sum(state.times)] for state in states], dtype=np.int16)
        measures: Measures = {"staked": lambda: staked}
        if isinstance(count.layers, UpToSuits):
            rows = examples(codes, size).astype(np.int8)
            ranks, suits = (rows >> 2) + LOWEST_RANK, rows & 3
        else:
            cards = [count.layers.cards(int(code), size) for code in codes]
            if not all(is_ranked(card) for row in cards for card in row):
                return self._kinds(number, cards, measures)
            ranks = np.array([[RANK[card] for card in row] for row in cards], dtype=np.int8)
            suits = np.array([[SUIT[card] for card in row] for row in cards], dtype=np.int8)
        measures |= own_measures(ranks, suits)
        hand, scale = self._hands(number, ranks, suits)
        measures["hand"] = lambda: hand
        if size <= max(SIZES) and is_best_five(tree.holding.ranking, tree.cards):
            measures["straights"] = lambda: straights(ranks)
            measures["flush_cards"] = lambda: np.stack([(suits == s).sum(axis=1) for s in range(4)]).max(axis=0)
        return DecisionSpots(tree.stages[number].step, (len(states), len(codes)), measures, {"hand": scale})

    def _kinds(self, number: int, cards: list[tuple[Card, ...]], measures: Measures) -> DecisionSpots:
        """Cards without ranks are counted by their names."""
        for card in dict.fromkeys(card for row in cards for card in row):
            measures[OF + card] = partial(counted, cards, card)
        shape = (len(self.states(number)), len(cards))
        count = self.plan.count
        scales = {}
        if count.sizes[number] == count.full:
            which, hands = count.layers.hands(self.plan.tree.holding.ranking, count.full)
            place, scales["hand"] = ordered(hands)
            measures["hand"] = lambda: place[which]
        return DecisionSpots(self.plan.tree.stages[number].step, shape, measures, scales)

    def _hands(self, number: int, ranks: Array, suits: Array) -> tuple[Array, HandScale]:
        """What the cards make that are seen at a decision."""
        tree, count = self.plan.tree, self.plan.count
        size = count.sizes[number]
        if is_best_five(tree.holding.ranking, tree.cards) and size in SIZES:
            return places((4 * (ranks - LOWEST_RANK) + suits).astype(np.uint8)), HandScale(tables().hands)
        if size == count.full:
            which, hands = count.layers.hands(tree.holding.ranking, size)
            place, scale = ordered(hands)
            return place[which], scale
        return few_cards(ranks)

    # --- the judgement ----------------------------------------------------------------------------------------------

    @cached_property
    def _total(self) -> int:
        count = self.plan.count
        return int(count.layers.layer(count.sizes[0]).ways.sum()) * count.ways(0)

    @property
    def whole(self) -> int:
        return self._total * self.stake

    def _met(self, planned: StagesPlan) -> list[dict[StagesState, Array]]:
        """For every decision in how many deals each set of cards is met, with the wagers lying so."""
        tree, count = planned.tree, planned.count
        met = [{tree.start: count.layers.layer(count.sizes[0]).ways}]
        for number in range(len(tree.stages)):
            met.append(planned.after(number, met[-1]))
        return met

    @property
    def unit(self) -> int:
        return self.plan.unit

    def sums(self, decision: int, cells: Array, number: int) -> Array:
        """What each answer brings in every cell where the best play comes, and the best of every spot."""
        return self._summed(self.plan, decision, cells, number, self.plan.values)

    def sums_beside(self, decision: int, cells: Array, number: int, ruled: Mapping[str, Ruled]) -> Array:
        """The same where the other decisions are made by these rules: for the hands to which the earlier ones come, and
        with what the later ones make of each answer."""
        mine = replace(self.plan, chosen=self.lookup(ruled), known={})
        values = {
            (decision, state): mine.by_answer(decision, state, lambda end: np.array(mine.nets[end], dtype=np.int64))
            for state in self.states(decision)
        }
        return self._summed(mine, decision, cells, number, values)

    def _summed(
        self, planned: StagesPlan, decision: int, cells: Array, number: int, worth: Mapping[Spot, Array]
    ) -> Array:
        met = self._met(planned)[decision]
        choices = self.plan.tree.stages[decision].step.choices
        found = np.zeros((len(choices) + 1, number), dtype=np.int64)
        for place, state in enumerate(self.states(decision)):
            if state in met:
                values = worth[decision, state] * met[state]
                for row, each in zip(found, [*values, values.max(axis=0)], strict=True):
                    np.add.at(row, cells[place], each)
        return found

    def lookup(self, ruled: Mapping[str, Ruled]) -> dict[Spot, Array]:
        """(decision, state of the wagers) → the answer with every set of cards."""
        chosen: dict[Spot, Array] = {}
        for number, stage in enumerate(self.plan.tree.stages):
            one = ruled[stage.step.name].chosen
            chosen |= {(number, state): one[row] for row, state in enumerate(self.states(number))}
        return chosen

    def judge(self, ruled: Mapping[str, Ruled]) -> JudgedStrategy:
        """What these rules bring."""
        tree = self.plan.tree
        mine = replace(self.plan, chosen=self.lookup(ruled), known={})
        sums, hands = {}, list[CostlyHand]()
        for number, (stage, met) in enumerate(zip(tree.stages, self._met(mine), strict=False)):
            sums[stage.step.name], worst = self._decision(number, ruled[stage.step.name], met)
            hands += worst
        return JudgedStrategy(mine.tally(), self._best(), sums, costliest(hands))

    def _decision(self, number: int, one: Ruled, met: Mapping[StagesState, Array]) -> tuple[RuleSums, list[CostlyHand]]:
        shares, costs = [0] * len(one.does), [0] * len(one.does)
        hands: list[CostlyHand] = []
        for row, state in enumerate(self.states(number)):
            if state not in met:
                continue
            values, deals = self.plan.values[number, state], met[state]
            loss = values.max(axis=0) - np.take_along_axis(values, one.chosen[row][None].astype(np.int64), axis=0)[0]
            for rule in range(len(one.does)):
                here = one.rule[row] == rule
                shares[rule] += int(deals[here].sum()) * self.plan.count.ways(number)
                costs[rule] += dot(deals[here], loss[here])
            hands += self._worst(number, one, one.rule[row], values, loss * deals, deals)
        total, unit = self._total, self.plan.unit
        sums = RuleSums(tuple(Fraction(n, total) for n in shares), tuple(Fraction(n * unit, self.whole) for n in costs))
        return sums, hands

    def _worst(
        self, number: int, one: Ruled, rules: Array, values: Array, loss: Array, deals: Array
    ) -> list[CostlyHand]:
        count, step = self.plan.count, self.plan.tree.stages[number].step
        size = count.sizes[number]
        found = []
        for spot in np.argsort(-loss, kind="stable")[:MOST_HANDS].tolist():
            if not loss[spot]:
                break
            rule = int(rules[spot])
            found.append(
                CostlyHand(
                    decision=step.name,
                    cards=count.layers.cards(int(count.layers.layer(size).codes[spot]), size),
                    board=(),
                    dealer=(),
                    rule=rule,
                    does=step.choices[one.does[rule]].name,
                    best=step.choices[int(values[:, spot].argmax())].name,
                    share=Fraction(int(deals[spot]) * count.ways(number), self._total),
                    cost=Fraction(int(loss[spot]) * self.plan.unit, self.whole),
                )
            )
        return found

    def _best(self) -> Fraction:
        tree, count = self.plan.tree, self.plan.count
        if not tree.stages:
            return Fraction(0)
        values = self.plan.values[0, tree.start].max(axis=0)
        return Fraction(dot(count.layers.layer(count.sizes[0]).ways, values) * self.plan.unit, self.whole)
