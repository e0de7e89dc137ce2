"""What is written as SVG looks the same everywhere: its letters are outlines, and say what they stand for."""

import base64
import re
from xml.etree import ElementTree

import pytest

from paper.reading import drawing, every_wager, words
from pitboss.felt import places as at
from pitboss.felt.drawing import felt
from pitboss.paper.outlines import SVG, outlined
from pitboss.paper.placard import rack_card
from pitboss.paper.printing import render
from support import DRAGON, GAMES, UTH

USE, PATH = f"{{{SVG}}}use", f"{{{SVG}}}path"


def labels(svg: ElementTree.Element) -> list[str]:
    return [part.attrib["aria-label"] for part in svg.iter() if "aria-label" in part.attrib]


@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_the_drawing_is_there_and_none_needs_a_font(game: str) -> None:
    made = outlined(felt(every_wager(game)))
    svg = ElementTree.fromstring(made)
    assert labels(svg) == words(drawing(game))
    assert "<text" not in made and "font" not in made
    known = {part.attrib["id"] for part in svg.iter(PATH) if "id" in part.attrib}
    used = {use.attrib["href"].removeprefix("#") for use in svg.iter(USE)}
    assert used and used <= known
    for group in svg.iter():
        if "aria-label" in group.attrib:
            assert 0 < len(list(group)) <= len(group.attrib["aria-label"].replace(" ", ""))
    assert len(made) < 300_000
    assert made == outlined(felt(every_wager(game)))


def test_the_same_letter_has_one_outline_and_bold_has_another() -> None:
    def shapes(*texts: str) -> list[list[str]]:
        svg = ElementTree.fromstring(outlined(f'<svg xmlns="{SVG}">{"".join(texts)}</svg>'))
        return [[use.attrib["href"] for use in g.iter(USE)] for g in svg if "aria-label" in g.attrib]

    thin, bold = '<text font-size="10">AA B</text>', '<text font-size="20" font-weight="bold">A</text>'
    (first, second, third), (other,) = shapes(thin, bold)
    assert first == second != third
    assert other != first


def test_words_stand_where_they_stood() -> None:
    """Centred at their point, on their line; on an arc around its middle, each letter turned with it."""
    text = '<text x="100" y="50" font-size="10" text-anchor="middle">HOH</text>'
    svg = ElementTree.fromstring(outlined(f'<svg xmlns="{SVG}">{text}</svg>'))
    moved = [re.findall(r"-?[\d.]+", use.attrib["transform"])[:2] for use in svg.iter(USE)]
    (left, y), (middle, _), (right, _) = [(float(a), float(b)) for a, b in moved]
    assert y == 50 and left < middle < right
    assert left == pytest.approx(100 - (100 - left)) and 85 < left < 92 < middle < 100 < right < 106
    started = outlined(f'<svg xmlns="{SVG}">{text.replace(" text-anchor=" + chr(34) + "middle" + chr(34), "")}</svg>')
    assert "translate(100 50)" in started
    arcs = [g for g in ElementTree.fromstring(outlined(felt(every_wager(UTH)))).iter() if g.get("data-inscription")]
    title = next(g for g in arcs if g.attrib["data-inscription"] == "title")
    turns = [
        float(t[1]) for use in title.iter(USE) if (t := re.search(r"rotate\((-?[\d.]+)\)", use.attrib["transform"]))
    ]
    assert turns == sorted(turns, reverse=True) and abs(turns[0] + turns[-1]) < 3 and turns[0] > 5
    for use in title.iter(USE):
        found = re.match(r"translate\((-?[\d.]+) (-?[\d.]+)\)", use.attrib["transform"])
        assert found
        x, y = float(found[1]), float(found[2]) - at.CENTRE
        assert (x * x + y * y) ** 0.5 == pytest.approx(_radius(title), abs=0.1)


def _radius(group: ElementTree.Element) -> float:
    path = next(part for part in group.iter(PATH))
    found = re.search(r"A(\S+) ", path.attrib["d"])
    assert found
    return float(found[1])


def test_a_drawing_within_a_paper_brings_its_letters_too() -> None:
    front, _ = render(rack_card(every_wager(DRAGON)), "svg")
    (inner,) = re.findall(rb"data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)", front)
    drawn = base64.b64decode(inner).decode()
    assert "<text" not in drawn and {*"ABCDEF123456"} <= {*labels(ElementTree.fromstring(drawn))}


def test_a_drawing_without_words_stays_as_it_is() -> None:
    plain = f'<svg xmlns="{SVG}"><rect width="1" height="1"/></svg>'
    assert outlined(plain) == plain


@pytest.mark.parametrize("words", ["", " "])
def test_words_without_a_letter_are_an_empty_group(words: str) -> None:
    made = outlined(f'<svg xmlns="{SVG}"><text x="1" y="2" font-size="10">{words}</text></svg>')
    assert labels(ElementTree.fromstring(made)) == [words] and "<use" not in made
