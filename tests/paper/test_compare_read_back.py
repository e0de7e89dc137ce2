"""What a comparison says beside edge and win: the element of risk, the meters at their reset amounts, and where they
break even."""

import pytest
from msgspec.structs import replace

from paper.par_cases import everything, terms_of
from paper.printed import says
from paper.reading import every_wager
from pitboss.api import exact_odds
from pitboss.lab.win.model import TablePlay
from pitboss.odds.api import odds
from pitboss.odds.request import Request
from pitboss.paper.compare import ComparedSubmission, Comparison, compare, sections
from pitboss.rulebook.terms import Terms

LIR, UTH, DRAGON = "let-it-ride", "ultimate-texas-holdem", "dragon-poker"
KNOWN = {LIR: ("3.5057%", "2.8648%"), DRAGON: ("3.1650%", "1.1266%"), UTH: ("2.1850%", "0.5262%")}
"""House edge and element of risk of the main games; the field quotes 3.51 and 2.85, 2.19 and 0.53 of the last two."""


def _only(terms: Terms, wager: str, **more: object) -> Comparison:
    """Two columns of the same wager of a table."""
    rows = tuple(replace(row, **more) for row in odds(Request(game=terms.game, terms=terms, wager=wager)))
    return Comparison(
        terms.game,
        (ComparedSubmission(1, "a", terms, rows), ComparedSubmission(2, "b", terms, rows)),
        TablePlay(),
    )


def _rows(found: Comparison, place: int = -1) -> dict[str, list[str]]:
    return dict(sections(found)[place][1])


@pytest.mark.parametrize("game", [DRAGON, LIR, UTH])
def test_the_element_of_risk_is_the_edge_over_all_that_is_at_risk(game: str) -> None:
    text = everything(game)
    (row,) = exact_odds(submission=text, wager="main")
    shown = _rows(_only(terms_of(text), "main"))
    assert row.figures.at_risk > 1
    said = shown["element of risk"][0]
    assert says(said.removesuffix("%"), 100 * -row.ev / row.figures.at_risk)
    assert said != shown["house edge"][0]
    assert (shown["house edge"][0], said) == KNOWN[game]


def test_a_wager_of_which_no_more_is_at_risk_has_no_other_figure() -> None:
    assert "element of risk" not in _rows(_only(terms_of(everything(DRAGON)), "dragon"))


def test_each_meter_stands_at_its_reset_amount_with_its_rate() -> None:
    """Three meters that begin $50 above what they are reset to: the odds hold at the reset."""
    terms = every_wager(LIR).terms
    assert all(meter.initial == meter.reset + 5_000 for meter in terms.meters)
    shown = _rows(_only(terms, "progressive"))
    assert {name: cells for name, cells in shown.items() if name.endswith(" meter")} == {
        "Mega Progressive meter": ["$10,000, 2%"] * 2,
        "Major Progressive meter": ["$1,000, 2%"] * 2,
        "Minor Progressive meter": ["$250, 2%"] * 2,
    }


def test_meters_of_two_columns_are_each_its_own() -> None:
    text = everything(DRAGON)
    other = text.replace("\ninitial = 250\nreset = 250", "\ninitial = 700\nreset = 300").replace('"5"', '"7.5"')
    shown = _rows(compare([("a", terms_of(text)), ("b", terms_of(other))]))
    assert shown["Progressive meter"] == ["$250, 5%", "$300, 7.5%"]


@pytest.mark.parametrize(
    ("level", "said"), [(None, "never"), (0, "always"), (1, "$0.01"), (98_765, "$987.65"), (10_000_000, "$100,000")]
)
def test_where_a_meter_breaks_even_is_told(level: int | None, said: str) -> None:
    found = _only(terms_of(everything(DRAGON)), "progressive", break_even={"Progressive": level})
    assert _rows(found)["  breaks even at"] == [said, said]


def test_a_wager_that_wins_by_its_fixed_payments_is_always_in_the_players_favour() -> None:
    """Trips come once in 32 hands: at 100 for 1 no meter is needed."""
    text = everything(DRAGON).replace("pays = 8, ", "pays = 100, ")
    (row,) = exact_odds(submission=text, wager="progressive")
    assert row.break_even == {"Progressive": 0}
    assert _rows(_only(terms_of(text), "progressive"))["  breaks even at"] == ["always", "always"]
