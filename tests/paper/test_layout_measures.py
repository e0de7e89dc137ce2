"""The dimensions on the layout's paper are those of the drawing."""

from xml.etree.ElementTree import Element

import pytest

from paper.reading import areas, drawing, every_wager, on_layout_paper, pages
from pitboss.felt.measures import AreaSize, inches, said, sizes
from pitboss.paper.layout_paper import layout_paper
from pitboss.table.layout import layout
from support import DRAGON, GAMES

SVG = "{http://www.w3.org/2000/svg}"
INCHES = {82.0: "3.2", 92.0: "3.6", 58.0: "2.3", 1800.0: "70.9", 1050.0: "41.3", 63.0: "2.5", 1.27: "0.1", 1.26: "0.0"}
"""Millimetres, and what they are by 25.4 to an inch, worked out by hand; a half goes up."""


@pytest.mark.parametrize(("millimetres", "wanted"), INCHES.items())
def test_inches(millimetres: float, wanted: str) -> None:
    assert inches(millimetres) == wanted


def test_how_a_size_is_said() -> None:
    assert said(AreaSize(82.0, 82.0, True)) == "3.2 in across (82 mm)"
    assert said(AreaSize(620.0, 104.0)) == "24.4 by 4.1 in (620 by 104 mm)"


def _drawn(area: Element) -> AreaSize:
    """The outermost shape of an area; of a place for cards the room of its cards."""
    cards = area.findall(f".//{SVG}rect[@class='card']")
    if cards:
        left = min(float(card.attrib["x"]) for card in cards)
        right = max(float(card.attrib["x"]) + float(card.attrib["width"]) for card in cards)
        return AreaSize(right - left, float(cards[0].attrib["height"]))
    circle, rect = area.find(f"{SVG}circle"), area.find(f"{SVG}rect")
    if rect is not None:
        return AreaSize(float(rect.attrib["width"]), float(rect.attrib["height"]))
    assert circle is not None
    return AreaSize(2 * float(circle.attrib["r"]), 2 * float(circle.attrib["r"]), True)


@pytest.mark.parametrize("game", GAMES)
def test_every_betting_area_measures_what_the_paper_says(game: str) -> None:
    bound = every_wager(game)
    made = layout(bound)
    found, listed = sizes(bound, made), " ".join(on_layout_paper(game)[1:])
    for name, area in areas(drawing(game), 1).items():
        assert found[name] == _drawn(area), name
        assert said(found[name]) in listed
    for place in (*made.shared, *made.furniture):
        if place.id != "dealer_place":  # where somebody stands is no area of the cloth
            assert said(found[place.id]) in listed


def test_the_sheet_bears_revision_and_date() -> None:
    sheet = pages(layout_paper(every_wager(DRAGON, version=3), "2027-01-15"))[0]
    assert "Revision 3, 2027-01-15" in sheet
    assert "70.9 by 41.3 in (1,800 by 1,050 mm)" in sheet and "20 in (508 mm)" in sheet
    assert "Revision 1, undated" in on_layout_paper(DRAGON)[0]
