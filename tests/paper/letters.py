"""How large and where things are written on the pages of a finished paper, its drawings too."""

from functools import lru_cache
from io import BytesIO
from math import hypot
from typing import Any, NamedTuple

from pypdf import PdfReader

from pitboss.paper.printing import Paper, render

SMALLEST = 5.99
"""Points; no letter of a paper may be smaller than six."""


class Word(NamedTuple):
    text: str
    points: float
    high: float
    """Points above the lower edge of the page."""


def pages_of_words(paper: Paper | bytes) -> list[list[Word]]:
    """What is written on each page."""
    return _words(paper if isinstance(paper, bytes) else render(paper, "pdf")[0])


@lru_cache(maxsize=8)
def _words(content: bytes) -> list[list[Word]]:
    """Remembered: several tests read the same long paper, and reading takes longer than printing."""
    pages: list[list[Word]] = []
    for page in PdfReader(BytesIO(content)).pages:
        found: list[Word] = []

        def note(text: str, cm: Any, tm: Any, font: Any, size: float, found: list[Word] = found) -> None:
            if text.strip():
                found.append(Word(text.strip(), size * _stretched(cm, tm), cm[5] + cm[3] * tm[5]))

        page.extract_text(visitor_text=note)
        pages.append(found)
    return pages


def _stretched(cm: Any, tm: Any) -> float:
    """How tall a letter of one point becomes, whichever way it is turned."""
    across = tm[2] * cm[0] + tm[3] * cm[2]
    up = tm[2] * cm[1] + tm[3] * cm[3]
    return hypot(across, up)


def too_small(paper: Paper | bytes) -> list[Word]:
    return [word for page in pages_of_words(paper) for word in page if word.points < SMALLEST]


def emptiness(words: list[Word], tall: float = 842.0, head: float = 68.0, foot: float = 57.0) -> float:
    """Which part of a page's room lies empty below the last line."""
    return (min(word.high for word in words if word.high > foot) - foot) / (tall - head - foot)
