"""The contract of `pitboss odds --json`."""

from fractions import Fraction
from typing import Any

import pytest

from support import GAMES


def check_row(row: dict[str, Any]) -> None:
    """The contract of one object, and that its parts agree with each other."""
    ev, variance = Fraction(row["ev"]), Fraction(row["variance"])
    assert row["game"] in GAMES and isinstance(row["wager"], str) and isinstance(row["base"], str)
    assert row["paytable"] is None or isinstance(row["paytable"], str)
    assert "/" in row["ev"] and "/" in row["variance"]
    assert row["house_edge"] == float(-ev)
    assert row["element_of_risk"] == pytest.approx(row["house_edge"] / float(Fraction(row["average_at_risk"])))
    assert row["standard_deviation"] ** 2 == pytest.approx(float(variance))
    results = [(Fraction(x["net"]), Fraction(x["probability"])) for x in row["distribution"]]
    assert sum(p for _, p in results) == 1
    assert sum(net * p for net, p in results) == ev
    assert sum(net * net * p for net, p in results) - ev * ev == variance
    assert row["hit_frequency"] == float(sum(p for net, p in results if net > 0))
    assert row["lines"] and all(set(x) >= {"hand", "pays", "probability", "value", "clause"} for x in row["lines"])
    assert row["method"] == "exact" and isinstance(row["reading"], dict) and row["seconds"] >= 0
    if row["wager"] == "main":
        assert sum(Fraction(part["ev"]) for part in row["parts"]) == ev
