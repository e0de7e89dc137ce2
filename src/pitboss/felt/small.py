"""The felt as a small picture, for the card that players take. Names would be too small to read there: each betting
area bears a letter, and what the letters stand for is told beside the picture."""

from string import ascii_uppercase
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from pitboss.felt.drawing import felt
from pitboss.felt.ink import CREAM, GOLD, words
from pitboss.felt.places import shows
from pitboss.table.layout import Place, layout
from pitboss.table.rules import Rules

SVG = "http://www.w3.org/2000/svg"
LETTER, NUMBER = 60.0, 60.0
"""The size of the letters and of the positions' numbers, in millimetres of the table."""
DISC = 42.0
"""Half of the disc in the rail that bears a position's number."""


STRUCK = {"x1": "-30", "y1": "30", "x2": "30", "y2": "-30", "stroke": CREAM, "stroke-width": "6"}
"""The line through the number of a position that is not open."""
FAINT = "0.18"
"""How much is left of the areas of a position that is not open."""


def lettered(rules: Rules) -> list[tuple[str, Place]]:
    """The betting areas of a position, each with the letter that it bears."""
    areas = [place for place in layout(rules).positions[0].places if place.wager and shows(rules, place) != "device"]
    return list(zip(ascii_uppercase, areas, strict=False))


def small_felt(rules: Rules) -> str:
    """The drawing with no words but the letters of the areas and the numbers of the positions. A position that is not
    open bears no letters, and a line through its number: "not open" would be too small to read."""
    ElementTree.register_namespace("", SVG)
    root = ElementTree.fromstring(felt(rules))
    letters = {place.id: letter for letter, place in lettered(rules)}
    for group in root.iter(f"{{{SVG}}}g"):
        for text in group.findall(f"{{{SVG}}}text"):
            group.remove(text)
        if group.get("data-seat") and group.get("data-area") in letters:
            group.append(_word(letters[group.attrib["data-area"]], LETTER, CREAM))
    for shut in root.iterfind(f".//{{{SVG}}}g[@class='seat closed']"):
        _shut(shut)
    for seat in root.iterfind(f".//{{{SVG}}}g[@class='seat-number']/.."):
        _number(seat)
    return ElementTree.tostring(root, encoding="unicode")


def _shut(seat: Element) -> None:
    """Faint enough to be told from an open one without colours."""
    for areas in seat.findall(f"{{{SVG}}}g[@opacity]"):
        areas.set("opacity", FAINT)
    for area in seat.iter(f"{{{SVG}}}g"):
        for text in area.findall(f"{{{SVG}}}text"):
            area.remove(text)


def _number(seat: Element) -> None:
    """The disc as large as the rail allows; the figure upright, the 6 underlined as in the large drawing."""
    for disc in seat.findall(f"{{{SVG}}}g[@class='seat-number']"):
        for shape in disc.findall(f"{{{SVG}}}circle"):
            shape.set("r", f"{DISC:.0f}")
        for line in disc.findall(f"{{{SVG}}}line"):
            line.attrib.update({"x1": "-13", "x2": "13", "y1": "26", "y2": "26", "stroke-width": "4"})
        disc.append(_word(seat.attrib["data-seat"], NUMBER, GOLD))
        if seat.get("class") == "seat closed":
            disc.append(Element(f"{{{SVG}}}line", STRUCK))


def _word(text: str, size: float, fill: str) -> Element:
    word = ElementTree.fromstring(words(text, 0.0, 0.34 * size, size, fill=fill, font_weight="bold"))
    word.tag = f"{{{SVG}}}text"
    return word
