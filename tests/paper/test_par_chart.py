"""The chart of the best play on paper: no letter below six points, and a grid that may stand on another page than what
is below it."""

import re
from xml.etree import ElementTree

import pytest

from pitboss.odds.charts_svg import Drawing
from pitboss.paper.par_chart import FONTS, LEAST, WIDE, on_paper

WIDTH = 1100
CELL = (
    '<g data-hand="AA" data-play="4×" fill="#fff"><rect x="40" y="{y}" width="77" height="43" rx="3" fill="#000"/>'
    '<text x="47" y="{y}" font-size="9.5">{words}</text></g>'
)


def drawn(*, cells: bool) -> str:
    """A drawing of a title, a grid of two cells with its borders, and a line below."""
    draw = Drawing(WIDTH)
    draw.text(40, 56, "Title", 28)
    if cells:
        draw.add(CELL.format(y=100, words="first"))
        draw.add(CELL.format(y=145, words="second"))
        draw.add('<path class="axis" fill="none" d="M39 99v45"/>')
    draw.text(40, 300, "below", 12)
    return draw.finish(400, "The chart", "In words")


def letters(svg: str) -> dict[str, float]:
    """The words of a drawing and how large they are on the paper, in points."""
    root = ElementTree.fromstring(svg)
    point = WIDE / 25.4 * 72 / float(root.attrib["width"])
    return {text.text or "": float(text.attrib["font-size"]) * point for text in root.findall(".//{*}text")}


def test_small_letters_become_readable_and_large_ones_stay() -> None:
    (only,) = on_paper(drawn(cells=False))
    assert f'font-family="{FONTS}"' in only
    found = letters(only)
    assert found["below"] == pytest.approx(LEAST, abs=0.01) and found["below"] >= LEAST
    assert found["Title"] == pytest.approx(28 * WIDE / 25.4 * 72 / WIDTH)


def test_a_grid_and_what_is_below_it_are_two_pieces() -> None:
    top, rest = on_paper(drawn(cells=True))
    assert set(letters(top)) == {"Title", "first", "second"} and set(letters(rest)) == {"below"}
    assert min(letters(top).values()) >= LEAST
    views = [re.findall(r'viewBox="([^"]*)"', piece) for piece in (top, rest)]
    assert views == [["0 0 1100 200"], ["0 200 1100 200"]], "together they are the drawing"
    assert top.count('class="axis"') == 1 and 'class="axis"' not in rest
    for piece in (top, rest):
        assert "<style>" in piece and "<title" in piece
