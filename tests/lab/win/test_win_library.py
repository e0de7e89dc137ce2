"""What the commands of a table's win tell, as calls of the library; figures worked out by hand."""

from fractions import Fraction
from typing import Any

import pytest

import pitboss
from pitboss.odds.request import BadRequest
from pitboss.paper.printing import PaperTrouble
from support import LIR, THREE


def test_stakes_with_a_limit_that_is_tried() -> None:
    """At $5,000 a hand, three of a kind and straight flushes are cut at a stake of $500: 100 of 22,100 hands."""
    found = pitboss.stakes(THREE, stakes=[50_000, 500, 500], limit=500_000)
    assert [point.stake for point in found.points] == [500, 50_000]
    small, large = (point.together for point in found.points)
    assert small is not None and small.cut == 0
    assert large is not None and large.cut == Fraction(100, 22_100)
    assert found.to_frame().num_rows == 6
    wrong: Any = [500, 0]
    with pytest.raises(BadRequest, match="0 is no stake; a stake is a whole number of cents above 0"):
        pitboss.stakes(THREE, stakes=wrong)


def test_the_life_of_a_meter() -> None:
    """One set of three cards of 22,100 takes the meter: $1,000 and 5 cents of each of so many wagers."""
    (found,) = pitboss.meters(LIR, paytable="B")
    (meter,) = found.meters
    assert meter.wagers == 22_100 and meter.at_hit == 100_000 + 5 * 22_100
    assert found.to_frame().to_pydict()["mean_at_hit"] == [2_105.0]
    with pytest.raises(BadRequest, match="is paid from a meter"):
        pitboss.meters(THREE)


def test_submissions_side_by_side() -> None:
    found = pitboss.compare(THREE, THREE)
    assert [column.number for column in found.columns] == [1, 2]
    assert found.to_frame().num_rows == 4
    with pytest.raises(PaperTrouble, match="at least two submissions"):
        pitboss.compare(THREE)
    with pytest.raises(PaperTrouble, match="only submissions of one game"):
        pitboss.compare(THREE, LIR)
