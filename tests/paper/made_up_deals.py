"""A few made-up deals, from which every figure of a wager can be worked out on paper."""

from typing import Any

from pitboss.odds.figures import figures
from pitboss.odds.result import WagerOdds
from pitboss.odds.tally import Ending, EndingPart, Tally
from pitboss.rulebook.terms import MICRO
from pitboss.table.rules import Rules
from support import UTH, rules

DOLLAR = 100


def one(wager: str, hand: str) -> Ending:
    return (EndingPart(wager, 1, ("live", hand)),)


def main(times: int, result: str, hand: str) -> Ending:
    """The Ante and the Blind, and a Play wager of so many times the Ante, against a dealer with a pair."""
    against = ("live", "pair_or_better", result)
    return (
        EndingPart("ante", 1, against),
        EndingPart("blind", 1, ("live", result, hand)),
        EndingPart("play", times, against),
    )


def row_of(bound: Rules, counts: dict[Ending, int], wager: str, stake: int, **more: Any) -> WagerOdds:
    tally, meters = Tally(counts), more.get("meters", {})
    found = figures(bound, tally, stake, {name: cents * MICRO for name, cents in meters.items()})
    usual = {"base": wager, "players": 1, "meters": {}, "reading": {}, "title": "", "paytable": "A", "seconds": 0.0}
    told: dict[str, Any] = {**usual, "wager": wager, "stake": stake, "figures": found, "deals": tally.total, **more}
    return WagerOdds(game=bound.game.id, **told)


TRIPS: dict[Ending, int] = {
    **{one("trips", hand): 1 for hand in ("royal_flush", "straight_flush", "four_of_a_kind", "full_house")},
    **{one("trips", hand): 1 for hand in ("flush", "straight", "three_of_a_kind")},
    one("trips", "pair"): 193,
}
"""Of 200 deals each hand of the table once: 50 + 40 + 30 + 9 + 7 + 4 + 3 − 193 = −50. The squares are 5,155 + 193."""
MAIN: dict[Ending, int] = {
    main(4, "higher", "royal_flush"): 1,
    main(4, "higher", "straight"): 3,
    main(1, "lower", "straight"): 6,
}
"""Of ten deals: 1 + 500 + 4, thrice 1 + 1 + 4, six times −3. That is 505. At risk are 4 · 6 + 6 · 3 = 42."""


def trips(stake: int = DOLLAR, **terms: Any) -> WagerOdds:
    return row_of(rules(UTH, **terms), TRIPS, "trips", stake)


def together(stake: int, **terms: Any) -> WagerOdds:
    return row_of(rules(UTH, **terms), MAIN, "main", stake, base="ante")
