"""The likelihood ratio: by hand, fair against every honest player of the model, and as fast as it says."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from pitboss.lab.review.model import PLAYERS, SLIP, Spots, limit_of, spots_needed, verdict

HONEST = (-1.0, -0.9)
"""Fold, play: what each is worth to somebody honest."""
SEEN = ((-1.0, -1.5), (-1.0, -0.3))
"""And to somebody who has seen a card, which is one of two, each as likely."""
BOLD = (False, True)


def chance(values: tuple[float, ...], taken: int, player: int) -> float:
    """The second way: the formula of the model."""
    skill, temper = PLAYERS[player]
    weights = [math.exp(skill * (v - max(values)) + temper * b) for v, b in zip(values, BOLD, strict=True)]
    return (1 - SLIP) * weights[taken] / sum(weights) + SLIP / len(values)


def evidence(history: list[tuple[int, int]]) -> float:
    """Of (card, choice), …: by plain multiplication."""
    seen = [math.prod(chance(SEEN[card], taken, g) for card, taken in history) for g in range(len(PLAYERS))]
    honest = [math.prod(chance(HONEST, taken, g) for _, taken in history) for g in range(len(PLAYERS))]
    return sum(seen) / len(seen) / max(honest)


def spots(*each: tuple[tuple[float, ...], tuple[bool, ...], int]) -> Spots:
    """Of what the choices are worth, which of them are bold, and which was taken."""
    most = max(len(values) for values, _, _ in each)
    values, bold = np.zeros((len(each), most)), np.zeros((len(each), most))
    there = np.zeros((len(each), most), dtype=np.bool_)
    for place, (worth, bolds, _) in enumerate(each):
        values[place, : len(worth)], bold[place, : len(worth)], there[place, : len(worth)] = worth, bolds, True
    return Spots(values, bold, there, np.array([taken for _, _, taken in each], dtype=np.int64))


def tables(history: list[tuple[int, int]]) -> tuple[Spots, Spots]:
    honest = spots(*((HONEST, BOLD, taken) for _, taken in history))
    return honest, spots(*((SEEN[card], BOLD, taken) for card, taken in history))


CASES = ((0, 0), (0, 1), (1, 0), (1, 1))
HISTORIES: list[list[tuple[int, int]]] = [list(each) for each in product(CASES, repeat=4)]


def test_evidence_is_the_ratio_of_the_likelihoods() -> None:
    for history in HISTORIES:
        honest, seen = tables(history)
        found = verdict(honest, [seen], limit_of(Fraction(1, 1000)))
        assert found.evidence == pytest.approx(math.log(evidence(history)), abs=1e-9)
        course = [math.log(evidence(history[: n + 1])) for n in range(len(history))]
        assert found.highest == pytest.approx(max(course), abs=1e-9)


@pytest.mark.parametrize("player", range(len(PLAYERS)))
def test_nobody_honest_gains_on_average(player: int) -> None:
    """Over all cards and all choices of an honest player the evidence is at most one, whatever his skill: and for some
    it comes near, or the test would be for show."""
    mean = 0.0
    for history in HISTORIES:
        mean += evidence(history) * math.prod([0.5 * chance(HONEST, taken, player) for _, taken in history])
    assert 0.05 < mean <= 1 + 1e-9


def test_the_limit_is_reached_where_it_is_said() -> None:
    peeking = [(0, 0), (1, 1)] * 20
    honest, seen = tables(peeking)
    found = verdict(honest, [seen], limit_of(Fraction(1, 1000)))
    course = [evidence(peeking[: n + 1]) for n in range(len(peeking))]
    assert found.crossed == next(n for n, each in enumerate(course) if each >= 1000)
    assert verdict(honest, [seen], 1e9).crossed is None


def test_growth_is_the_expected_logarithm_against_the_honest_player_who_resembles_him_most() -> None:
    honest, seen = tables([(0, 0), (1, 1)] * 20)
    found = verdict(honest, [seen], 5.0)
    player = next(g for g, (skill, _) in enumerate(PLAYERS) if skill == found.skill and PLAYERS[g][1] == 0.0)
    rates = [
        sum(
            0.5 * chance(values, a, player) * math.log(chance(values, a, player) / chance(HONEST, a, other))
            for values in SEEN
            for a in (0, 1)
        )
        for other in range(len(PLAYERS))
    ]
    assert found.growth == pytest.approx(min(rates), rel=0.05)
    needed = spots_needed(found.growth, Fraction(1, 1000))
    assert needed is not None and needed == pytest.approx(math.log(1000 * len(PLAYERS)) / found.growth)
    assert spots_needed(0.0, Fraction(1, 1000)) is None


def test_several_cards_that_it_may_have_been_are_their_mean() -> None:
    history = [(0, 0), (1, 1), (1, 0)]
    honest, seen = tables(history)
    _, other = tables([(1 - card, taken) for card, taken in history])
    alone = [verdict(honest, [each], 9.0).evidence for each in (seen, other)]
    both = verdict(honest, [seen, other], 9.0).evidence
    assert both == pytest.approx(math.log(sum(map(math.exp, alone)) / 2), abs=1e-9)


def test_spots_with_fewer_choices_are_not_mixed_up() -> None:
    mixed = spots(((1.0, 2.0, 3.0), (False, True, True), 2), (HONEST, BOLD, 1))
    alone = spots((HONEST, BOLD, 1))
    assert np.allclose(mixed.logarithms()[1], alone.logarithms()[0])
