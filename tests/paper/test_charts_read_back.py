"""The charts of PAR sheet and comparison as they are drawn: where a bar ends and where a whisker lies is what the exact
odds say. The lengths are measured in the finished drawing as well."""

import re
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import log10, sqrt
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from paper.par_cases import changed, everything, terms_of
from paper.printed import says, says_chance
from pitboss.api import exact_odds
from pitboss.games import rules_for
from pitboss.lab.win.model import TablePlay
from pitboss.odds.result import WagerOdds
from pitboss.paper.compare import Comparison, compare, page
from pitboss.paper.compare import chart as of_columns
from pitboss.paper.par_wagers import chart, wager_page
from pitboss.paper.printing import Paper, compiled
from pitboss.rulebook.submission import default_submission
from support import GAMES

NEAR = 2e-5
"""Places on a chart are rounded to five digits, and differences of two of them."""


@cache
def _odds(game: str) -> list[WagerOdds]:
    return exact_odds(submission=everything(game))


# --- net results ----------------------------------------------------------------------------------------------------


def _shares(row: WagerOdds, bars: list[dict[str, Any]]) -> list[Fraction]:
    """What each bar stands for: the probability of all results that its label names. Together they are all."""
    found, at = [], 0
    results = row.figures.distribution
    for bar in bars:
        low, _, high = bar["net"].partition(" to ")
        assert says(low, results[at][0]), bar
        share = Fraction(0)
        while at < len(results) and (not share or (high and results[at][0] <= Fraction(high.replace(",", "")))):
            share, at = share + results[at][1], at + 1
        assert says(high or low, results[at - 1][0]), bar
        found.append(share)
    assert at == len(results) and sum(found) == 1
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_bar_ends_at_its_probability_on_a_scale_of_powers_of_ten(game: str) -> None:
    for row in _odds(game):
        drawn = chart(row)
        shares = _shares(row, drawn["bars"])
        for bar, share in zip(drawn["bars"], shares, strict=True):
            assert says_chance(bar["chance"], share)
            # the grid has a line for each power of ten, the last for 1
            assert (1 - bar["part"]) * drawn["decades"] == pytest.approx(-log10(share), abs=2e-5), (row.wager, bar)
            assert 0 <= bar["part"] <= 1
        assert all(a["part"] < b["part"] for a, b in _by_share(drawn["bars"], shares))


def _by_share(bars: list[dict[str, Any]], shares: list[Fraction]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Each bar with the next longer one."""
    ordered = sorted(zip(shares, range(len(bars)), strict=True))
    return [(bars[a], bars[b]) for (x, a), (y, b) in pairwise(ordered) if y > x * Fraction(10_001, 10_000)]


@pytest.mark.parametrize("game", GAMES)
def test_the_scale_begins_at_the_power_of_ten_next_below_the_rarest(game: str) -> None:
    for row in _odds(game):
        drawn = chart(row)
        rarest = min(_shares(row, drawn["bars"]))
        decades = drawn["decades"]
        assert Fraction(1, 10**decades) <= rarest
        assert decades == 1 or rarest < Fraction(1, 10 ** (decades - 1)), (row.wager, decades)


def _with(row: WagerOdds, *shares: Fraction) -> WagerOdds:
    results = tuple((Fraction(n - 1), share) for n, share in enumerate(shares))
    return replace(row, figures=replace(row.figures, distribution=results))


def test_known_bars() -> None:
    """Ten times as often is one decade longer: a tenth, a hundredth and a thousandth lie equally far apart."""
    row = _odds("dragon-poker")[0]
    tenth, hundredth, thousandth = Fraction(1, 10), Fraction(1, 100), Fraction(1, 1000)
    drawn = chart(_with(row, 1 - tenth - hundredth - thousandth, tenth, hundredth, thousandth))
    assert drawn["decades"] == 3
    assert [bar["part"] for bar in drawn["bars"]][1:] == pytest.approx([2 / 3, 1 / 3, 0], abs=1e-6)
    half = chart(_with(row, Fraction(1, 2), Fraction(1, 2)))
    assert (half["decades"], half["bars"][0]["part"]) == (1, pytest.approx(0.69897, abs=1e-5))
    rare = chart(_with(row, 1 - Fraction(1, 1001), Fraction(1, 1001)))
    assert rare["decades"] == 4
    assert chart(_with(row, Fraction(1)))["decades"] == 1


# --- the drawing itself ---------------------------------------------------------------------------------------------

SVG = "{http://www.w3.org/2000/svg}"
DRAWN = """#import "/par_parts.typ": distribution
#set page(width: 200mm, height: 200mm, margin: 10mm)
#distribution(json("/data.json"))
"""


def _widths(page: bytes, **marks: str) -> list[float]:
    """Points: how wide the boxes or lines with these marks are, in the order of the drawing."""
    found = []
    for path in ElementTree.fromstring(page).iter(f"{SVG}path"):
        across = re.search(r"h (-?[\d.]+)", path.get("d", ""))
        if across and all(path.get(name.replace("_", "-")) == said for name, said in marks.items()):
            found.append(float(across[1]))
    return found


def test_the_bars_of_the_net_results_are_as_long_as_their_probabilities_say() -> None:
    """The scale is 62 millimetres wide, whatever its decades."""
    (row,) = (row for row in _odds("dragon-poker") if row.wager == "dragon")
    drawn = chart(row)
    (page,) = compiled(Paper(source=DRAWN, data=drawn, title="Chart"), "svg")
    widths = _widths(page, fill="#3c3c3c")
    full, shares = 62 / 25.4 * 72, _shares(row, drawn["bars"])
    assert len(widths) == len(shares) == 6
    for width, share in zip(widths, shares, strict=True):
        assert width == pytest.approx(full * max(0.004, 1 + log10(share) / drawn["decades"]), abs=0.01)


def test_the_page_of_a_wager_has_the_chart_of_its_own_results() -> None:
    rules = rules_for(terms_of(everything("dragon-poker")))
    for row in _odds("dragon-poker"):
        assert [bar["net"] for bar in wager_page(rules, row)["chart"]["bars"]] == [
            "0" if not net else f"{int(net):+,}" for net, _ in row.figures.distribution
        ]


# --- edges and wins side by side -----------------------------------------------------------------------------------

ROUNDS = 40
"""In an hour, by one player: bets of $250, or the most that a wager takes."""
PLAY = TablePlay(seats=Fraction(1), pace=Fraction(ROUNDS), main=25_000, side=25_000, share=Fraction(1))
AGAINST_THE_HOUSE = ("\ninitial = 250\nreset = 250", "\ninitial = 700\nreset = 900")
FILES = (
    everything("dragon-poker"),
    changed(everything("dragon-poker"), 'paytable = "A"                  # A or B [12.B]', 'paytable = "B"'),
    changed(everything("dragon-poker"), *AGAINST_THE_HOUSE),
)
BETS = {"main": 250, "three_card_bonus": 100, "dragon": 100, "progressive": 1}
TITLES = {
    "main": "Main game",
    "three_card_bonus": "Three Card Bonus",
    "dragon": "Dragon Bet",
    "progressive": "Progressive",
}
FED = Fraction(5, 100)
"""Of the progressive goes to its meter."""


@cache
def _compared() -> Comparison:
    named = [(f"{n}.toml", terms_of(text)) for n, text in enumerate(FILES, 1)]
    return compare(named, play=PLAY)


def _charted() -> dict[str, list[dict[str, Any]]]:
    return {group["title"]: group["bars"] for group in of_columns(_compared())}


@cache
def _at(text: str, wager: str) -> WagerOdds:
    (row,) = exact_odds(submission=text, wager=wager, stake=100 * BETS[wager])
    return row


def _holds(wager: str) -> list[float]:
    """Dollars of an hour that the house wins by theory."""
    fed = FED if wager == "progressive" else 0
    return [float(ROUNDS * BETS[wager] * (-_at(text, wager).ev - fed)) for text in FILES]


def _swings(wager: str) -> list[float]:
    """Dollars: so many bets of an hour, all alike, have the deviation of one times the root of their number."""
    bet = BETS[wager]
    return [bet * sqrt(_at(text, wager).figures.variance * ROUNDS) for text in FILES]


@pytest.mark.parametrize("wager", BETS)
def test_edge_bars_are_proportional_to_the_edges(wager: str) -> None:
    edges = [-_at(text, wager).ev for text in FILES]
    widest = max(abs(edge) for edge in edges)
    bars = _charted()[TITLES[wager]]
    assert [bar["number"] for bar in bars] == ["1", "2", "3"]
    assert [bar["part"] for bar in bars] == pytest.approx([max(0.0, float(e / widest)) for e in edges], abs=1e-5)
    for bar, edge in zip(bars, edges, strict=True):
        assert says(bar["edge"].removesuffix("%"), 100 * edge)


def test_the_edges_of_the_cases_differ_and_one_is_against_the_house() -> None:
    edges = {wager: [-_at(text, wager).ev for text in FILES] for wager in BETS}
    assert edges["main"][0] != edges["main"][1] and edges["progressive"][2] < 0 < edges["progressive"][0]
    assert [bar["part"] for bar in _charted()["Progressive"]][2] == 0
    parts = [bar["part"] for bar in _charted()["Main game"]]
    assert (parts[0], parts[2]) == (1, 1) and parts[1] == pytest.approx(2.9250 / 3.1650, abs=1e-4)


@pytest.mark.parametrize("wager", BETS)
def test_whiskers_lie_evenly_around_the_win_and_fill_the_scale(wager: str) -> None:
    holds, swings = _holds(wager), _swings(wager)
    low = min(0.0, *(h - s for h, s in zip(holds, swings, strict=True)))
    high = max(0.0, *(h + s for h, s in zip(holds, swings, strict=True)))
    bars = _charted()[TITLES[wager]]
    for bar, hold, swing in zip(bars, holds, swings, strict=True):
        assert says(bar["won"].replace("$", ""), Fraction(hold))
        assert bar["to"] - bar["mean"] == pytest.approx(bar["mean"] - bar["from"], abs=NEAR)
        assert bar["to"] - bar["from"] == pytest.approx(2 * swing / (high - low), abs=NEAR)
        assert bar["mean"] - bar["zero"] == pytest.approx(hold / (high - low), abs=NEAR)
        assert 0 <= bar["from"] < bar["mean"] < bar["to"] <= 1
    # the widest whisker, or nothing won and lost, reaches the edges of the scale
    assert min(min(bar["from"], bar["zero"]) for bar in bars) == 0
    assert max(max(bar["to"], bar["zero"]) for bar in bars) == 1
    assert len({bar["zero"] for bar in bars}) == 1


def test_bars_and_whiskers_are_drawn_as_long_as_the_figures_say() -> None:
    """Dark is the first submission, light the second; the first of each colour explains it. A whisker is thicker."""
    first, *_ = compiled(page(_compared()), "svg")
    (_, dark, *_), (_, light, *_) = (_widths(first, fill=fill) for fill in ("#282828", "#d7d7d7"))
    edges, swings = [float(-_at(text, "main").ev) for text in FILES], _swings("main")
    assert light / dark == pytest.approx(edges[1] / edges[0], abs=1e-4)
    one, other, *_ = _widths(first, stroke_width="0.8", fill="none")
    assert other / one == pytest.approx(swings[1] / swings[0], abs=1e-4)


def test_a_win_without_any_loss_begins_its_scale_at_nothing() -> None:
    """Where no whisker reaches below $0 the scale begins there: of two hundred million bets of $500
    chance takes little."""
    play = TablePlay(seats=Fraction(20), pace=Fraction(10**7), main=50_000)
    found = compare([("a", terms_of(default_submission("dragon-poker")))] * 2, play=play)
    bars = of_columns(found)[0]["bars"]
    assert [bar["zero"] for bar in bars] == [0, 0]
    assert bars[0]["from"] > 0.98 and bars[0]["to"] == 1
