"""The chart of the best play on paper: no letter below six points, and pieces that may stand on two pages."""

import re
from xml.etree import ElementTree

import pytest

from paper.par_cases import terms_of
from pitboss.games import rules_for
from pitboss.odds.charts import chart_svg
from pitboss.odds.charts_svg import FAMILIES, Drawing
from pitboss.paper.par_chart import FONTS, HIGH, LEAST, WIDE, on_paper
from pitboss.rulebook.submission import default_submission
from support import GAMES

WIDTH = 1100


def drawn(*, heading: bool) -> str:
    """A drawing of a title, perhaps a heading, and a line below."""
    draw = Drawing(WIDTH)
    draw.text(40, 56, "Title", 28, bold=True)
    draw.text(40, 100, "above", 12)
    if heading:
        draw.text(40, 200, "Heading", 15, bold=True)
    draw.text(40, 300, "below", 12)
    return draw.finish(400, "The chart", "In words")


def letters(svg: str) -> dict[str, float]:
    """The words of a drawing and how large they are on the paper, in points."""
    root = ElementTree.fromstring(svg)
    point = WIDE / 25.4 * 72 / float(root.attrib["width"])
    return {text.text or "": float(text.attrib["font-size"]) * point for text in root.findall(".//{*}text")}


def test_small_letters_become_readable_and_large_ones_stay() -> None:
    (only,) = on_paper(drawn(heading=False))
    assert f'font-family="{FONTS}"' in only
    found = letters(only)
    assert found["below"] == pytest.approx(LEAST, abs=0.01) and found["below"] >= LEAST
    assert found["Title"] == pytest.approx(28 * WIDE / 25.4 * 72 / WIDTH)


def test_what_stands_above_and_below_a_heading_are_two_pieces() -> None:
    top, rest = on_paper(drawn(heading=True))
    assert set(letters(top)) == {"Title", "above"} and set(letters(rest)) == {"Heading", "below"}
    assert min(letters(top).values()) >= LEAST
    views = [re.findall(r'viewBox="([^"]*)"', piece) for piece in (top, rest)]
    assert views == [["0 0 1100 170"], ["0 170 1100 230"]], "together they are the drawing"
    for piece in (top, rest):
        assert "<style>" in piece and "<title" in piece


def test_tiles_below_the_heading_are_a_third_piece() -> None:
    draw = Drawing(WIDTH)
    draw.box(40, 20, 100, 30, "panel")
    draw.text(40, 100, "Heading", 15, bold=True)
    draw.text(40, 150, "bars", 12)
    for left in (40, 300):
        draw.box(left, 262, 100, 60, "panel")
        draw.text(left, 290, f"tile at {left}", 12)
    top, middle, rest = on_paper(draw.finish(400, "The chart", "In words"))
    assert set(letters(top)) == set() and 'class="panel" x="40" y="20"' in top
    assert set(letters(middle)) == {"Heading", "bars"} and set(letters(rest)) == {"tile at 40", "tile at 300"}
    views = [re.findall(r'viewBox="([^"]*)"', piece) for piece in (top, middle, rest)]
    assert views == [["0 0 1100 70"], ["0 70 1100 180"], ["0 250 1100 150"]], "together they are the drawing"


def test_the_chart_speaks_as_the_paper_around_it() -> None:
    draw = Drawing(WIDTH)
    draw.text(40, 56, "House edge 3.5% of the player's Ante", 12)
    drawing = draw.finish(100, "The dealer's chart", "In words")
    (only,) = on_paper(drawing)
    assert list(letters(only)) == ["House advantage 3.5% of the player’s Ante"]
    assert "The dealer’s chart" in only and f'font-family="{FONTS}"' in only
    style = re.compile(r"<style>.*?</style>", re.DOTALL)
    assert style.findall(only) == style.findall(drawing.replace(FAMILIES, FONTS)) != []


@pytest.mark.parametrize("game", GAMES)
def test_no_chart_of_a_game_names_the_advantage_otherwise(game: str) -> None:
    said = " ".join(
        word for piece in on_paper(chart_svg(rules_for(terms_of(default_submission(game))))) for word in letters(piece)
    )
    assert "House advantage" in said and "edge" not in said.lower() and "'" not in said


def rows_of_tiles(*tops: float, high: float) -> list[str]:
    """The pieces of a drawing with rows of two tiles."""
    draw = Drawing(WIDTH)
    draw.text(40, 56, "Title", 28, bold=True)
    for top in tops:
        for left in (40, 560):
            draw.box(left, top, 500, 80, "panel")
            draw.text(left + 20, top + 30, f"tile {left} {top:g}", 20, bold=True)
    draw.text(40, high - 20, "below", 12)
    return on_paper(draw.finish(high, "The chart", "In words"), "a4")


def test_a_drawing_higher_than_a_page_is_cut_between_its_rows_of_tiles() -> None:
    page = int(HIGH["a4"] * WIDTH / WIDE)
    assert len(rows_of_tiles(100, page // 2, high=page)) == 1, "what fits stays whole"
    top, middle, rest = rows_of_tiles(100, 400, 1400, 2100, high=3200)
    assert set(letters(top)) == {"Title", *(f"tile {x} {y}" for x in (40, 560) for y in (100, 400))}
    assert set(letters(middle)) == {f"tile {x} 1400" for x in (40, 560)}
    assert set(letters(rest)) == {"below", *(f"tile {x} 2100" for x in (40, 560))}
    views = [re.findall(r'viewBox="([^"]*)"', piece) for piece in (top, middle, rest)]
    assert views == [["0 0 1100 1388"], ["0 1388 1100 700"], ["0 2088 1100 1112"]], "together they are the drawing"


def test_a_drawing_becomes_a_little_smaller_where_that_saves_a_page() -> None:
    """The last two rows are 1612 high, a page at this width is 1510, and 1510 / 0.92 is 1642."""
    top, rest = rows_of_tiles(100, 400, 1400, 2100, high=3000)
    assert {f"tile {x} {y}" for x in (40, 560) for y in (1400, 2100)} < set(letters(rest))
    views = [re.findall(r'viewBox="([^"]*)"', piece) for piece in (top, rest)]
    assert views == [["-47.8261 0 1195.65 1388"], ["-47.8261 1388 1195.65 1612"]], "in the middle of a wider view"
    assert min(letters(rest).values()) == pytest.approx(LEAST, abs=0.01)
