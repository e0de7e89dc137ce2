"""Strategies of games in which player and dealer share the community cards."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import comb

import numpy as np

from pitboss.lab.strategies.board_rivers import cell_sums, example, judge_rivers
from pitboss.lab.strategies.board_words import BoardWords
from pitboss.lab.strategies.judged import MOST_HANDS, CostlyHand, JudgedStrategy, RuleSums, costliest
from pitboss.lab.strategies.spots import DecisionSpots, Ruled
from pitboss.odds.counting import Progress
from pitboss.odds.evaluator import CARDS
from pitboss.odds.kernels import board_judged
from pitboss.odds.shapes.board import endings
from pitboss.odds.shapes.board_game import FLOP, RIVER, START, board_of
from pitboss.odds.shapes.board_ground import ground
from pitboss.odds.shapes.board_solver import (
    FLOPS_IN_A_BOARD,
    Solution,
    early_sums,
    nets,
    pieces,
    sum_rivers,
)
from pitboss.odds.tables import RANK_COUNT, Array
from pitboss.odds.tally import Pack
from pitboss.simulation.written import BoardChoices
from pitboss.table.definition import Choice
from pitboss.table.rules import Rules

NEVER = -(2**62)
"""The worth of what is not offered."""


class BoardGame:
    """The game with the worth of every choice before and on the flop."""

    def __init__(self, rules: Rules, pack: Pack, stake: int, progress: Progress) -> None:
        self.stake = stake
        self.board = board_of(rules)
        self.ground = g = ground(pack)
        exact, self.unit = nets(rules, self.board, stake)
        self.pays = exact.astype(np.int64)
        rivers = sum_rivers(self.board, g, exact, lambda part: progress(part / 4))
        self.starting = rivers.starting
        self.early = early_sums(self.board, rivers.starting, self.pays)
        self.waits = {lie_open: self.board.wait(lie_open) is not None for lie_open in (START, FLOP)}
        hands = comb(len(g.deck) - 3, 2)
        self.worths = np.full((len(g.flops), hands, 1 + len(self.board.on_flop)), NEVER, dtype=np.int64)
        """[flop, hand, choice]."""
        sums = (int(self.waits[FLOP]), rivers.checked, rivers.raised, self.worths)

        def flops(first: int, last: int) -> Array:
            before = np.zeros((RANK_COUNT, RANK_COUNT), dtype=np.int64)
            board_judged.flop_worths(first, last, *g.flop_arguments(), *sums, before)
            return before

        waiting = pieces(flops, len(g.flops), 60, lambda part: progress(0.25 + part / 4))
        if not self.waits[START]:
            waiting[:] = NEVER
        self.start_worths = np.concatenate([waiting[None], self.early])
        """[choice, rank, rank]: what each choice before the flop brings, 0 to wait."""
        self.words = BoardWords(self.board, g)

    @cached_property
    def decisions(self) -> Sequence[DecisionSpots]:
        """In their order."""
        return tuple(self.words.spots(lie_open, step) for lie_open, step in sorted(self.board.steps.items()))

    def codes(self, lie_open: int) -> Array:
        """[choice as it is offered]: its number in the kernels."""
        step = self.board.steps[lie_open]
        if lie_open == RIVER:
            order: tuple[Choice, ...] = self.board.final
            return np.array([order.index(choice) for choice in step.choices], dtype=np.uint8)
        order = self.board.early if lie_open == START else self.board.on_flop
        numbers = [0 if choice.does == "pass" else 1 + order.index(choice) for choice in step.choices]
        return np.array(numbers, dtype=np.uint8)

    # --- sums -------------------------------------------------------------------------------------------------------

    @property
    def total(self) -> int:
        """All deals."""
        n = len(self.ground.deck)
        return comb(n, 2) * comb(n - 2, 3) * comb(n - 5, 2) * comb(n - 7, 2)

    @property
    def whole(self) -> int:
        return self.total * self.stake

    def _best(self) -> Fraction:
        return Fraction(int(self.start_worths.max(axis=0).sum()) * self.unit, self.whole)

    def _sums(self, name: str, one: Ruled, deals: Array, loss: Array) -> RuleSums:
        """By rule; deals are weights of spots, in deals of all cards, losses in units."""
        here = [one.rule == rule for rule in range(len(one.does))]
        return RuleSums(
            tuple(Fraction(int(deals[some].sum()), self.total) for some in here),
            tuple(Fraction(int(loss[some].sum()) * self.unit, self.whole) for some in here),
        )

    # --- the judgement ----------------------------------------------------------------------------------------------

    def sums(self, decision: int, cells: Array, number: int) -> Array:
        """What each choice brings in every cell where the best play comes, and the best of every spot."""
        lie_open = sorted(self.board.steps)[decision]
        codes = self.codes(lie_open)
        found = np.zeros((len(codes) + 1, number), dtype=np.int64)
        best = self.start_worths.argmax(axis=0)
        if lie_open == START:
            held = self.words.combinations > 0
            for row, each in zip(found, [*self.start_worths[codes], self.start_worths.max(axis=0)], strict=True):
                np.add.at(row, cells[held], each[held])
            return found
        times = (best.ravel() == 0)[self.words.grid] * self.ground.flops[:, :1]
        if lie_open == FLOP:
            offered = [self.worths[..., code] for code in codes.tolist()]
            for row, each in zip(found, [*offered, self.worths.max(axis=2)], strict=True):
                np.add.at(row, cells, each * times)
            return found
        flop = np.zeros((len(self.ground.flops), 52, 52), dtype=np.uint8)
        a, b = self.words.hands
        flop[np.arange(len(a))[:, None], a, b] = self.worths.argmax(axis=2)
        summed = cell_sums(self._solution(best, flop), cells, number)
        return summed[[*codes.tolist(), len(summed) - 1]]

    def _solution(self, start: Array, flop: Array) -> Solution:
        """The game with these decisions before and on the flop."""
        return Solution(
            self.board, self.ground, self.pays, self.unit, self.start_worths[0], self.early, self.starting, start, flop
        )

    def lookup(self, ruled: Mapping[str, Ruled]) -> BoardChoices:
        """All choices as the kernels number them."""
        laid = {lie_open: ruled[step.name] for lie_open, step in self.board.steps.items()}
        start = np.zeros((RANK_COUNT, RANK_COUNT), dtype=np.int64)
        if START in laid:
            start[:] = self.codes(START)[laid[START].chosen]
        flop = np.zeros((len(self.ground.flops), 52, 52), dtype=np.uint8)
        if FLOP in laid:
            a, b = self.words.hands
            flop[np.arange(len(a))[:, None], a, b] = self.codes(FLOP)[laid[FLOP].chosen]
        finals = np.zeros(self.ground.size, dtype=np.uint8)
        if RIVER in laid:
            finals = self.codes(RIVER)[laid[RIVER].chosen]
        return BoardChoices(start, flop, finals)

    def judge(self, ruled: Mapping[str, Ruled]) -> JudgedStrategy:
        """What these rules bring."""
        laid = {lie_open: ruled[step.name] for lie_open, step in self.board.steps.items()}
        sums: dict[str, RuleSums] = {}
        hands: list[CostlyHand] = []
        choices = self.lookup(ruled)
        start, decisions = choices.start, choices.flop
        self._start(laid, sums, hands)
        self._flop(laid, start, sums, hands)
        solved = self._solution(start, decisions)
        river = judge_rivers(
            solved, laid.get(RIVER), self.codes(RIVER) if RIVER in laid else np.zeros(1, dtype=np.uint8)
        )
        if RIVER in laid:
            sums[self.board.steps[RIVER].name] = RuleSums(
                tuple(Fraction(n, self.total) for n in river.shares),
                tuple(Fraction(n * self.unit, self.whole) for n in river.costs),
            )
            for spot in river.worst:
                cards, lies = example(self.ground, spot.at)
                rule = int(laid[RIVER].rule[spot.at])
                hands.append(self._hand(RIVER, cards, lies, laid[RIVER], rule, spot.best, (spot.deals, spot.loss)))
        counts = river.counts
        first = len(self.board.final) + len(self.board.on_flop)
        for k in range(len(self.board.early)):
            counts[first + k] += self.starting[start == k + 1].sum(axis=0) * FLOPS_IN_A_BOARD
        assert int(counts.sum()) == self.total
        in_order = {step.name: sums[step.name] for _, step in sorted(self.board.steps.items())}
        return JudgedStrategy(endings(self.board, counts), self._best(), in_order, costliest(hands))

    def _start(self, laid: Mapping[int, Ruled], sums: dict[str, RuleSums], hands: list[CostlyHand]) -> None:
        """Before the flop."""
        if START not in laid:
            return
        one, step = laid[START], self.board.steps[START]
        grid = self.codes(START)[one.chosen].astype(np.int64)
        taken = np.take_along_axis(self.start_worths, grid[None], axis=0)[0]
        best = self.start_worths.argmax(axis=0)
        deals = self.words.combinations * (self.total // comb(len(self.ground.deck), 2))
        loss = np.where(deals > 0, self.start_worths.max(axis=0) - taken, 0)
        sums[step.name] = self._sums(step.name, one, deals, loss)
        for row, column in np.argwhere(loss > 0).tolist():
            high, low = max(row, column), min(row, column)
            suits = (3, 2) if row <= column else (3, 3)
            cards = (CARDS[4 * high + suits[0]], CARDS[4 * low + suits[1]])
            spot = (int(deals[row, column]), int(loss[row, column]))
            hands.append(self._hand(START, cards, (), one, int(one.rule[row, column]), int(best[row, column]), spot))

    def _hand(
        self,
        lie_open: int,
        cards: tuple[str, ...],
        board: tuple[str, ...],
        one: Ruled,
        rule: int,
        best: int,
        spot: tuple[int, int],
    ) -> CostlyHand:
        """`best` as kernels number choices; `spot`: in how many deals, and what is lost over them."""
        step = self.board.steps[lie_open]
        names = {int(code): choice.name for code, choice in zip(self.codes(lie_open), step.choices, strict=True)}
        deals, loss = spot
        return CostlyHand(
            decision=step.name,
            cards=cards,
            board=board,
            dealer=(),
            rule=rule,
            does=step.choices[one.does[rule]].name,
            best=names[best],
            share=Fraction(deals, self.total),
            cost=Fraction(loss * self.unit, self.whole),
        )

    def _flop(
        self, laid: Mapping[int, Ruled], start: Array, sums: dict[str, RuleSums], hands: list[CostlyHand]
    ) -> None:
        """On the flop, of those who waited."""
        if FLOP not in laid:
            return
        one, step = laid[FLOP], self.board.steps[FLOP]
        chosen = self.codes(FLOP)[one.chosen]
        met = (start.ravel() == 0)[self.words.grid] * self.ground.flops[:, :1]
        most, taken = self.worths[..., 0], self.worths[..., 0]
        for c in range(1, self.worths.shape[2]):
            most, taken = np.maximum(most, self.worths[..., c]), np.where(chosen == c, self.worths[..., c], taken)
        loss = (most - taken) * met
        n = len(self.ground.deck)
        each = comb(n - 5, 2) * comb(n - 7, 2)
        sums[step.name] = self._sums(step.name, one, met * each, loss)
        a, b = self.words.hands
        for flat in np.argpartition(-loss, MOST_HANDS, axis=None)[:MOST_HANDS].tolist():
            flop, hand = divmod(flat, loss.shape[1])
            if loss[flop, hand]:
                cards = CARDS[b[flop, hand]], CARDS[a[flop, hand]]
                board = tuple(CARDS[card] for card in self.ground.flops[flop, 1:].tolist())
                spot = int(met[flop, hand]) * each, int(loss[flop, hand])
                best = int(self.worths[flop, hand].argmax())
                hands.append(self._hand(FLOP, cards, board, one, int(one.rule[flop, hand]), best, spot))
