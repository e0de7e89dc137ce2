"""The charts as they are read on paper and beside a table: no letter too small, the animals of the cards as animals."""

import re
from functools import cache
from xml.etree import ElementTree

import pytest

from pitboss.games import rules_for
from pitboss.odds.charts import chart_svg
from pitboss.odds.charts_against import chart
from pitboss.odds.charts_svg import emblems
from pitboss.rulebook.submission import check_data, default_data
from pitboss.table.rules import Rules
from support import DRAGON, LIR, TOP5, UTH

SVG = "{http://www.w3.org/2000/svg}"
SHEET = 190 / 25.4 * 72
"""Points between the margins of a sheet of paper, across which the chart is printed without its own."""
MARGIN = 40


@cache
def rules(game: str) -> Rules:
    terms = check_data(default_data(game)).terms
    assert terms is not None
    return rules_for(terms)


@cache
def drawn(game: str) -> str:
    return chart_svg(rules(game))


@pytest.mark.parametrize("game", [DRAGON, TOP5, LIR, UTH])
def test_the_smallest_letters_are_seven_points_on_paper(game: str) -> None:
    root = ElementTree.fromstring(drawn(game))
    wide = float(root.get("width", "")) - 2 * MARGIN
    texts = list(root.iter(f"{SVG}text"))
    assert min(float(text.get("x", "")) for text in texts) >= MARGIN, (
        "nothing stands in the margins, which are left out"
    )
    for text in texts:
        assert float(text.get("font-size", "")) * SHEET / wide >= 7, text.text


def test_every_character_is_drawn_as_what_it_is() -> None:
    """On the cards, and small under the order of hands; red and blue dragons differ by colour, all others by shape."""
    deck = dict(rules(DRAGON).deck.contents)
    signs = emblems(DRAGON)
    assert set(signs) == set(deck)
    outlines = {card: outline for card, (_, outline) in signs.items()}
    assert outlines["RD"] == outlines["BD"] and len(set(outlines.values())) == len(deck) - 1
    for card, outline in outlines.items():
        assert outline.count("M") >= 3, f"{card} has eyes, wings or ears"
        assert max(abs(float(number)) for number in re.findall(r"-?\d*\.?\d+", outline)) <= 12
    sides = [step for step in chart(rules(DRAGON)).sides if step is not None]
    shown = [path.get("d") for path in ElementTree.fromstring(drawn(DRAGON)).iter(f"{SVG}path")]
    for card in {card for step in sides for card in step.cards}:
        assert outlines[card] in shown
    assert all(outlines[card] in shown for card in ("RD", "PH", "TI", "PA", "MO", "RA")), "under the order of hands"
