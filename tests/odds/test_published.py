"""Agreement with figures that others have published, each with its source."""

from fractions import Fraction

import pytest

from pitboss.cards.deck import STANDARD
from pitboss.games import rules_for
from pitboss.odds.api import odds
from pitboss.odds.request import Request
from pitboss.odds.result import WagerOdds, root
from pitboss.odds.shapes import board as uth
from pitboss.odds.shapes.board_game import RESULTS
from pitboss.odds.shapes.board_solver import Solution
from pitboss.odds.tables import tables
from pitboss.rulebook.submission import check_data, default_data
from pitboss.table.cells import EQUAL, LOWER

UTH = "ultimate-texas-holdem"
LIR = "let-it-ride"


@pytest.fixture(scope="module")
def solved() -> Solution:
    terms = check_data(default_data(UTH)).terms
    assert terms is not None
    return uth.solution(rules_for(terms), STANDARD.contents, 100)


def only(game: str, wager: str, paytable: str | None = None) -> WagerOdds:
    (row,) = odds(Request(game=game, wager=wager, paytable=paytable), use_cache=False)
    return row


def percent(value: Fraction, digits: int = 2) -> str:
    return f"{float(100 * value):.{digits}f}"


def test_main_game_of_ultimate_texas_holdem() -> None:
    """M. Shackleford, "Ultimate Texas Hold 'Em", Wizard of Odds: house edge 2.185 % of the ante, element of risk
    0.526 %, standard deviation 4.94; E. Jacobson, "Ultimate Texas Hold'em Basic Strategy and House Edge": 2.185 %."""
    row = only(UTH, "main")
    assert percent(row.house_edge, 3) == "2.185"
    assert percent(row.figures.element_of_risk, 3) == "0.526"
    assert f"{root(row.figures.variance):.2f}" == "4.94"
    assert row.deals == 27_813_810_024_000


LOSING_HANDS = {
    "royal_flush": 0,
    "straight_flush": 10_300_592,
    "four_of_a_kind": 471_040_512,
    "full_house": 8_435_225_376,
    "flush": 19_434_208_592,
    "straight": 18_271_076_976,
    "three_of_a_kind": 64_049_759_448,
    "two_pair": 399_099_149_640,
    "pair": 1_366_512_556_968,
    "high_card": 791_967_420_480,
}
TIES = 113_130_263_816


def test_losing_hands_of_two_players(solved: Solution) -> None:
    """S. How, "Bad Beat Bonus @ Ultimate Texas Hold'Em", discountgambling.net, 8 June 2012: in how many of the
    2,781,381,002,400 deals of two hands and a board the losing hand is which; either of the two may lose."""
    deals = solved.starting.sum(axis=(0, 1))
    loses = [n for n, (result, _) in enumerate(RESULTS) if result == LOWER]
    ties = [n for n, (result, _) in enumerate(RESULTS) if result == EQUAL]
    found = {name: 2 * int(deals[k, loses].sum()) for k, name in enumerate(tables().categories)}
    assert found == LOSING_HANDS
    assert int(deals[:, ties].sum()) == TIES
    assert int(deals.sum()) == 2_781_381_002_400


RAISED = (
    ["A2s", "A2o", "K2s", "K5o", "Q6s", "Q8o", "J8s", "JTo", "33"],
    ["K4o", "Q5s", "Q7o", "J7s", "J9o", "T9s", "22"],
)
"""The weakest starting hands that raise, and the strongest that do not."""


def test_starting_hands(solved: Solution) -> None:
    """Wizard of Odds, the pre-flop table: raise any ace, K2 suited, K5, Q6 suited, Q8, J8 suited, JT and pairs from
    threes; and what lies beside them checks."""
    place = dict(uth.starting_hands())
    assert all(solved.start[place[hand]] for hand in RAISED[0])
    assert not any(solved.start[place[hand]] for hand in RAISED[1])
    assert solved.board.early[int(solved.start[place["AA"]]) - 1].name == "play_4x"


@pytest.mark.parametrize(("letter", "edge"), [("A", "0.90"), ("B", "1.90"), ("C", "3.50"), ("D", "6.18")])
def test_trips(letter: str, edge: str) -> None:
    """Wizard of Odds, "Ultimate Texas Hold 'Em", the table of Trips wagers: 0.90, 1.90, 3.50 and 6.18 %."""
    assert percent(only(UTH, "trips", letter).house_edge) == edge


@pytest.mark.parametrize(("letter", "edge"), [("A", "3.51"), ("B", "3.43")])
def test_let_it_ride(letter: str, edge: str) -> None:
    """Wizard of Odds, "Let It Ride": 3.51 % for the usual table; the second table 3.43 %."""
    assert percent(only(LIR, "main", letter).house_edge) == edge


def test_let_it_ride_element_of_risk() -> None:
    """Wizard of Odds, "Let It Ride": element of risk 2.86 %, 1.22 units at risk on average."""
    row = only(LIR, "main", "A")
    assert percent(row.figures.element_of_risk) == "2.86"
    assert f"{float(row.figures.at_risk):.2f}" == "1.22"


@pytest.mark.parametrize(("letter", "edge"), [("A", "2.32"), ("B", "5.57"), ("C", "7.28")])
def test_three_card_bonus(letter: str, edge: str) -> None:
    """J. Grochowski, "A rare Pair Plus payout at Three Card Poker", Casino City: 40-30-6-4-1 has 2.32 %, 40-30-5-4-1
    has 5.57 %, 40-30-6-3-1 has 7.28 %."""
    assert percent(only(LIR, "three_card_bonus", letter).house_edge) == edge
