"""The chart of the best play on paper: lettered in the font of the paper, no letter too small to read, and in
pieces, so that the page before it need not stay half empty."""

import re
from itertools import pairwise
from math import ceil

from pitboss.odds.charts_svg import FAMILIES
from pitboss.paper.sheets import USUAL, Sheet

FONTS = "'Libertinus Serif'"
WIDE = 182.0
"""Millimetres of the drawing. It brings a margin of its own: its content ends where the text does."""
LEAST = 6.0
"""Points of the smallest letters."""
HIGH: dict[Sheet, float] = {"a4": 250.0, "letter": 232.0}
"""Millimetres that a page has for a piece."""
NARROWER = (1.0, 0.98, 0.96, 0.94, 0.92, 0.9)
"""By how much a drawing may be smaller where that saves a page."""
_POINT = 25.4 / 72
_VIEW = re.compile(r'width="(\S+)" height="(\S+)" viewBox="0 0 \S+ \S+"')
_TILE = re.compile(r'<rect class="panel" x="40" y="(\S+)"')
_GAP = 12.0
"""Room above the tiles in the units of the drawing."""
_HEADING = re.compile(r'<text class="ink" x="40" y="(\S+)" font-size="(1[5-9])" font-weight="700">')

_WORDS = re.compile(r">[^<]+<")
SAID = {"House edge": "House advantage", "&#x27;": "’", "'": "’"}
"""What a screen says and what the paper around the chart says instead."""


def on_paper(svg: str, sheet: Sheet = USUAL) -> list[str]:
    """The drawing, or its pieces: what stands above and below the first heading in it, and the tiles below that. A
    drawing without a heading that is higher than a page is cut between its rows of tiles."""
    wide, high = _size(svg)
    across, cuts = _cuts(svg.splitlines(keepends=True), wide, high, HIGH[sheet])
    least = ceil(100 * LEAST * _POINT * across / WIDE) / 100
    lettered = re.sub(
        r'font-size="([\d.]+)"',
        lambda found: f'font-size="{max(float(found[1]), least):g}"',
        _WORDS.sub(lambda found: _in_print(found[0]), svg.replace(FAMILIES, FONTS)),
    )
    lines = lettered.splitlines(keepends=True)
    head = next(place for place, line in enumerate(lines) if 'class="page"' in line)
    seams = [(head + 1, 0.0), *cuts, (len(lines) - 1, high)]
    return [
        _cropped("".join([*lines[: head + (top == 0)], *lines[begin:end], lines[-1]]), wide, across, top, low - top)
        for (begin, top), (end, low) in pairwise(seams)
    ]


def _in_print(words: str) -> str:
    """Words of the drawing as the paper writes them; its style sheet is none."""
    if "{" in words:
        return words
    for said, instead in SAID.items():
        words = words.replace(said, instead)
    return words


def _seams(lines: list[str]) -> list[tuple[int, float]]:
    """Which lines of the file begin a piece, and where the drawing is cut above them: the first heading below the
    title, and the tiles below it. What is drawn after them stands below them."""
    found: list[tuple[int, float]] = []
    for place, line in enumerate(lines):
        heading, tile = _HEADING.match(line), _TILE.match(line)
        if heading is not None and not found:
            found.append((place, float(heading[1]) - 2 * float(heading[2])))
        elif tile is not None and len(found) == 1:
            found.append((place, float(tile[1]) - _GAP))
    return found


def _cuts(lines: list[str], wide: float, high: float, room: float) -> tuple[float, list[tuple[int, float]]]:
    """How wide the view of a piece is, and where the pieces begin: as few as possible, then as large as possible."""
    if found := _seams(lines):
        return wide, found
    ways = [(wide / less, _between_rows(lines, high, room * wide / less / WIDE)) for less in NARROWER]
    return min(ways, key=lambda way: (len(way[1]), way[0]))


def _between_rows(lines: list[str], high: float, room: float) -> list[tuple[int, float]]:
    """The same where the whole drawing does not fit: each piece has as many rows of tiles as there is room for."""
    rows = [(place, float(tile[1]) - _GAP) for place, line in enumerate(lines) if (tile := _TILE.match(line))]
    ends = [*(y for _, y in rows[1:]), high]
    found: list[tuple[int, float]] = []
    for (place, y), end in zip(rows, ends, strict=False):
        if end - (found[-1][1] if found else 0.0) > room:
            found.append((place, y))
    return found


def _size(svg: str) -> tuple[float, float]:
    found = _VIEW.search(svg)
    assert found is not None
    return float(found[1]), float(found[2])


def _cropped(svg: str, wide: float, across: float, top: float, high: float) -> str:
    """The part of the drawing that begins so far from its top, in the middle of a view so far across."""
    view = f"{(wide - across) / 2:g} {top:g} {across:g} {high:g}"
    return _VIEW.sub(f'width="{across:g}" height="{high:g}" viewBox="{view}"', svg, count=1)
