"""The odds of every game on paper: whole, on the sheets of both continents, and large enough to be read."""

from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from house.server_support import GAMES
from web.conftest import Visit
from web.visitor import Visitor

MARGIN = "10mm"
SHEETS = {"A4": 718, "Letter": 740}
"""The pixels between such margins."""
LEAST = 6.95
"""Seven points, less what is lost by rounding."""

OUTSIDE = """(wide) => [...document.querySelectorAll('body *')].filter((each) => {
  if (each.closest('.unseen')) return false;
  const { left, right, width, height } = each.getBoundingClientRect();
  return width && height && (left < -0.5 || right > wide + 0.5);
}).map((each) => `${each.tagName} ${each.textContent.slice(0, 60)}`)"""


def printed(visitor: Visitor, game: str) -> Visitor:
    visitor.open(f"/odds/{game}")
    visitor.find(".printed").wait_for(state="attached", timeout=300_000)
    visitor.find(".strategy img").wait_for(timeout=300_000)
    visitor.page.emulate_media(media="print")
    return visitor


def sizes(pdf: bytes) -> dict[float, str]:
    """Every size of letters on paper, in points, with an example."""
    found: dict[float, str] = {}

    def look(text: str, page: list[float], line: list[float], _: Any, size: float) -> None:
        if text.strip():
            found.setdefault(abs(page[3] * line[3] * size), text.strip())

    for sheet in PdfReader(BytesIO(pdf)).pages:
        sheet.extract_text(visitor_text=look)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_printed_whole_and_readable(game: str, visit: Visit) -> None:
    visitor = printed(visit(), game)
    margins: Any = dict.fromkeys(("top", "right", "bottom", "left"), MARGIN)
    for sheet, wide in SHEETS.items():
        pdf = visitor.page.pdf(format=sheet, margin=margins)
        small = {round(size, 2): text for size, text in sizes(pdf).items() if size < LEAST}
        assert small == {}, f"{sheet}: a page that is too wide is printed smaller, and small letters cannot be read"
        visitor.page.set_viewport_size({"width": wide, "height": 1000})
        visitor.until("(wide) => innerWidth === wide", wide)
        assert visitor.page.evaluate(OUTSIDE, wide) == [], sheet
        visitor.page.set_viewport_size({"width": 1280, "height": 800})
    tables = visitor.find(".lines:not(.odds-envy .lines)")  # what is paid for hands of others has no chance of its own
    assert tables.count() > 0
    for place in range(tables.count()):
        heads = tables.nth(place).locator("thead th").all_inner_texts()
        assert heads[-1].startswith("Chance"), "the last column is there as well"


def test_what_figures_are_parts_of_is_said_once(visit: Visit) -> None:
    """'Three Card Bonus, in parts of the wager', not 'of Three Card Bonus'; bets in the order of their numbers."""
    visitor = visit()
    visitor.open("/odds/let-it-ride")
    visitor.find(".printed").wait_for(state="attached", timeout=300_000)
    said = [" ".join(text.split()) for text in visitor.find(".edges-wager").all_inner_texts()]
    assert said[0] == "Main game in parts of one bet"
    assert said[1:] and all(text.endswith(" in parts of the wager") for text in said[1:])
    heads = visitor.find("#main .lines thead th").all_inner_texts()
    assert heads[-3:] == ["Chance: Bet Number 1", "Chance: Bet Number 2", "Chance: Bet Number 3"]
    results = visitor.find("#main .distribution .result").all_text_contents()
    assert results[0].startswith("\u2212") and not any("-" in text for text in results)
    assert "in units of one bet." in visitor.find("#main figcaption").inner_text()
