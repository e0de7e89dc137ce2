"""Tables with every wager offered, their papers, and what can be read back from them."""

import io
import re
from functools import cache
from typing import Any
from xml.etree import ElementTree

from pypdf import PdfReader

from paper.par_cases import typed
from pitboss.felt.drawing import felt
from pitboss.paper.layout_paper import layout_paper
from pitboss.paper.placard import Size, placard, rack_card
from pitboss.paper.printing import Paper, render
from pitboss.table.rules import Rules
from support import DRAGON, LIR, TOP5, UTH, rules

OPERATOR = "Chesapeake Grand & Sons"
METER = {"rate": "5", "initial": 1000, "reset": 1000}
_SHARE = {"pays": 100, "unit": "meter", "meter": "Progressive"}
EVERYTHING: dict[str, dict[str, Any]] = {
    DRAGON: {
        "wagers": {
            "progressive": {
                "amount": 1,
                "cards": "three",
                "lines": [{"hand": "three_dragons", **_SHARE}, {"hand": "trips", "pays": 50, "unit": "for"}],
            }
        },
        "meters": {"Progressive": METER},
    },
    TOP5: {},
    LIR: {
        "wagers": {"progressive": {"paytable": "E", "amount": 5}},
        "meters": {
            f"{name} Progressive": {"rate": "2", "initial": low + 50, "reset": low}
            for name, low in (("Mega", 10_000), ("Major", 1_000), ("Minor", 250))
        },
        "limits": {"payout_limit": 1_000_000},
    },
    UTH: {
        "wagers": {
            "cover_all": {"offered": True},
            "progressive": {
                "amount": 5,
                "cards": "hole_and_flop",
                "lines": [
                    {"hand": "royal_flush", **_SHARE},
                    {"hand": "four_of_a_kind", "pays": 300, "unit": "for"},
                    {"hand": "full_house", "pays": 250, "unit": "dollars"},
                ],
            },
        },
        "meters": {"Progressive": {"rate": "5", "initial": 10_000, "reset": 10_000}},
    },
}
"""What must be added to each game's default submission so that it offers every wager there is."""


def every_wager(game: str, **more: Any) -> Rules:
    procedure = "automated_shoe" if game == UTH else "manual_shoe"
    return rules(game, procedure, operator=OPERATOR, **(EVERYTHING[game] | more))


def pages(paper: Paper) -> list[str]:
    """The text of each page of the PDF, a space for every line break, with the signs of the keyboard."""
    (pdf,) = render(paper, "pdf")
    return [typed(re.sub(r"\s+", " ", page.extract_text())) for page in PdfReader(io.BytesIO(pdf)).pages]


@cache
def on_placard(game: str, size: Size = "a4") -> str:
    (only,) = pages(placard(every_wager(game), size))
    return only


@cache
def on_rack_card(game: str) -> tuple[str, str]:
    front, back = pages(rack_card(every_wager(game)))
    return front, back


@cache
def on_layout_paper(game: str) -> tuple[str, ...]:
    return tuple(pages(layout_paper(every_wager(game))))


@cache
def drawing(game: str) -> ElementTree.Element:
    return ElementTree.fromstring(felt(every_wager(game)))


def areas(svg: ElementTree.Element, seat: int | None = None) -> dict[str, ElementTree.Element]:
    """The areas of a position, or those of the dealer's side."""
    wanted = None if seat is None else str(seat)
    found = [g for g in svg.iter("{http://www.w3.org/2000/svg}g") if "data-area" in g.attrib]
    return {g.attrib["data-area"]: g for g in found if g.get("data-seat") == wanted}


def words(part: ElementTree.Element) -> list[str]:
    """What is written in a part of the drawing, line by line."""
    return ["".join(text.itertext()) for text in part.iter("{http://www.w3.org/2000/svg}text")]
