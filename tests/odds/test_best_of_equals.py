"""Choices that are worth the same: the one with the least variance, whatever it puts at risk, then the smallest. The
amounts are made up, so that the bolder choice is the steadier one: no game of ours has such a spot."""

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pitboss.odds.advice import Advice, Alternative
from pitboss.odds.kernels.board_flops import TIE
from pitboss.odds.shapes import board_solver, stages_plan
from pitboss.odds.shapes.against_best import Solved

F = Fraction
FOLD, CALL, RAISE = 0, 1, 2


def stand_in(**parts: Any) -> Any:
    """Something that has only the parts that a choice looks at."""
    return SimpleNamespace(**parts)


def advice(*alternatives: Alternative) -> Advice:
    return Advice("made-up", "decide", "", (), (), "ante", alternatives)


@pytest.mark.parametrize(
    ("values", "variances", "best"),
    [
        ((F(1), F(1), F(1)), (F(9), F(8), F(7)), RAISE),
        ((F(1), F(1), F(1)), (F(7), F(8), F(9)), FOLD),
        ((F(1), F(1), F(1)), (F(8), F(7), F(7)), CALL),
        ((F(0), F(1), F(1)), (F(0), F(8), F(7)), RAISE),
        ((F(0), F(1), F(1)), (F(0), F(7), F(8)), CALL),
        ((F(2), F(1), F(1)), (F(9), F(0), F(0)), FOLD),
    ],
)
def test_advice(values: tuple[Fraction, ...], variances: tuple[Fraction, ...], best: int) -> None:
    found = advice(*(Alternative(str(c), values[c], variances[c], more=c) for c in (FOLD, CALL, RAISE)))
    assert found.best.choice == str(best)
    backwards = advice(*reversed(found.alternatives))
    assert backwards.best.choice == str(best), "whatever the script names first"


VALUES = np.array([[5, 5, 5, 4, 6], [5, 5, 5, 5, 5], [5, 5, 5, 5, 5]])
SQUARES = np.array([[9, 7, 8, 0, 99], [8, 8, 7, 8, 0], [7, 9, 7, 7, 0]])
BEST = [RAISE, FOLD, CALL, RAISE, FOLD]
"""Five hands: the sums of each choice's results, of their squares, and which is best."""


def test_against_the_dealer() -> None:
    """Sums are of the results and of their squares; every hand is dealt once."""
    sums = {"results": VALUES[:, :, None], "squares": SQUARES[:, :, None]}
    deals = stand_in(counts=np.ones((5, 1, 1), dtype=np.int64))
    game = stand_in(choices=("fold", "call", "raise"), more=lambda choice: choice)
    solved = stand_in(
        results="results", _squares="squares", deals=deals, game=game, sums=lambda units, some: sums[units]
    )
    assert Solved._choose(solved, slice(None))[:, 0].tolist() == BEST


def test_over_several_decisions() -> None:
    tree = stand_in(boldness=lambda number, state: [FOLD, CALL, RAISE])
    plan = stand_in(tree=tree, moments=lambda number, state, power: SQUARES)
    assert stages_plan._best(plan, 0, stand_in(), VALUES).tolist() == BEST


@pytest.mark.parametrize(
    ("paid", "chosen"),
    [
        ([[[-2, 0, 4]], [[-1, 0, 2]]], 0),
        ([[[-1, 0, 2]], [[-2, 0, 4]]], 1),
    ],
)
def test_on_the_flop(paid: list[list[list[int]]], chosen: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two deals in three lose and one wins twice as much, so that both choices come to nothing; the smaller amounts
    vary less. To wait comes last in the arrays' order where it is not best."""
    pays = np.array(paid)
    deals = np.array([[[2, 5, 1]], [[2, 5, 1]]])
    monkeypatch.setattr(board_solver, "counts_at", lambda *_: deals)
    monkeypatch.setattr(board_solver, "after_flop", lambda _: [(0, slice(1, 2)), (1, slice(0, 1))])
    decisions = np.full((1, 1, 1), TIE, dtype=np.int64)
    ground = stand_in(flops=np.zeros((1, 4)))
    board_solver._break_ties(stand_in(), ground, pays, decisions)
    assert decisions.item() == TIE | chosen


def test_of_equal_choices_one_whose_variance_is_known_comes_first() -> None:
    known, unknown = (
        Alternative("play", Fraction(1), Fraction(9), more=1),
        Alternative("fold", Fraction(1), None),
    )
    for order in ((known, unknown), (unknown, known)):
        assert Advice("", "", "", (), (), "", order).best == known
