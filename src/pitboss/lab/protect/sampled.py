"""What cannot be counted is simulated: what a player knows is drawn at random, and what it is worth is worked out. From
each spot the worth of the same cards to an honest player is taken off, whose mean is known exactly (a control variate);
that makes the error smaller."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import sqrt
from random import Random

from msgspec import Struct

from pitboss.lab.protect import sampled_board, stages
from pitboss.lab.protect.result import SIMULATED, Advantage, Plays
from pitboss.lab.protect.sampled_spots import Drawn, against_spots
from pitboss.lab.protect.seen import SeenCards
from pitboss.odds.counting import shape_of
from pitboss.odds.holdings import dealt
from pitboss.odds.tally import Pack
from pitboss.simulation.shuffle_source import usable_cores
from pitboss.table.rules import Rules

SEED = 18
AT_ONCE = 1000
"""Spots that are handed out at a time."""
LEAST = 2
"""Spots: one has no standard error."""
SPOTS = {"board": 1000, "against": 4000, "stages": 20}
"""Spots that are drawn unless said."""


class Sample(Struct, frozen=True):
    """What is to be simulated."""

    rules: Rules
    sight: SeenCards
    pack: Pack
    stake: int
    partners: int
    rounds: int
    """How many spots; 0 for the usual number."""
    honest: Advantage


def sampled(asked: Sample, progress: Callable[[str, float], None]) -> Advantage:
    """The edge with its standard error."""
    shape = shape_of(asked.rules)
    number = asked.rounds or SPOTS[shape]
    if number < LEAST:
        raise ValueError(f"{number} deal cannot be simulated: it has no standard error; give {LEAST} or more")
    if shape == "stages":
        return _stages(asked, number, progress)
    given = (asked.rules, asked.sight, asked.pack, asked.stake, asked.partners)
    board = shape == "board"
    draw = sampled_board.spots(*given, float(asked.honest.ev)) if board else against_spots(*given)
    found: list[Drawn] = []
    with ThreadPoolExecutor(usable_cores()) as pool:
        for first in range(0, number, AT_ONCE):
            drawn = draw([Random(f"{SEED} {n}") for n in range(first, min(number, first + AT_ONCE))])
            for each in pool.map(lambda job: job(), drawn):
                found.append(each)
                progress(f"{number:,} spots", 0.25 + 0.75 * len(found) / number)
    return _figures(found, asked.honest)


def _figures(found: list[Drawn], honest: Advantage) -> Advantage:
    """Means of what was drawn; the edge by its difference from an honest player's."""
    number = len(found)
    more, error = _mean([each.value - each.usual for each in found])
    ev = honest.ev + Fraction(more)
    square = sum(each.square for each in found) / number
    shares: Plays = {step: dict.fromkeys(choices, Fraction(0)) for step, choices in honest.plays.items()}
    for each in found:
        for (step, choice), share in each.plays.items():
            shares[step][choice] += Fraction(share) / number
    return Advantage(
        ev=ev,
        standard_error=error,
        variance=Fraction(max(0.0, square - float(ev) ** 2)),
        at_risk=Fraction(sum(each.risk for each in found) / number),
        plays=shares,
        deals=number,
        method=SIMULATED,
        how=f"{number:,} spots drawn at random and each worked out, less their worth to an honest player",
    )


def _mean(values: list[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    number = len(values)
    mean = sum(values) / number
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / max(1, number - 1) / number)


def _stages(asked: Sample, number: int, progress: Callable[[str, float], None]) -> Advantage:
    """The partners' cards are drawn; for each draw all hands of the player are worked out."""
    cards = [card for card, n in asked.pack for _ in range(n)]
    own = dealt(asked.rules)["own"]
    found = []
    for place in range(number):
        gone = Random(f"{SEED} {place}").sample(cards, own * asked.partners)
        left = list(cards)
        for card in gone:
            left.remove(card)
        pack = tuple((card, left.count(card)) for card in dict.fromkeys(left))
        found.append(stages.solve(asked.rules, asked.sight, pack, asked.stake))
        progress(f"{number:,} sets of partners' hands", 0.25 + 0.75 * len(found) / number)
    ev, error = _mean([float(each.ev) for each in found])
    square = sum((each.variance + each.ev**2 for each in found), Fraction(0)) / number
    shares = {
        step: {c: sum((each.plays[step][c] for each in found), Fraction(0)) / number for c in choices}
        for step, choices in asked.honest.plays.items()
    }
    return Advantage(
        ev=Fraction(ev),
        standard_error=error,
        variance=square - Fraction(ev) ** 2,
        at_risk=sum((each.at_risk for each in found), Fraction(0)) / number,
        plays=shares,
        deals=number,
        method=SIMULATED,
        how=f"{number:,} sets of partners' hands drawn at random; for each all hands of the player are counted",
    )
