"""The chart of the best play on paper: lettered in the font of the paper, no letter too small to read, and one that
would fill a page in two pieces, so that the page before it need not stay half empty."""

import re
from math import ceil

from pitboss.odds.charts_svg import FAMILIES

FONTS = "'Libertinus Serif'"
WIDE = 182.0
"""Millimetres of the drawing. It brings a margin of its own: its content ends where the text does."""
LEAST = 6.0
"""Points of the smallest letters."""
_POINT = 25.4 / 72
_VIEW = re.compile(r'width="(\S+)" height="(\S+)" viewBox="0 0 \S+ \S+"')
_CELL = re.compile(r'<g data-hand=.*?<rect x="\S+" y="(\S+)" width="\S+" height="(\S+)"')
_GAP = 12.0
"""Room below the grid in the units of the drawing."""


def on_paper(svg: str) -> list[str]:
    """The drawing, or its two pieces: the grid of starting hands, and what stands below it."""
    wide, high = _size(svg)
    least = ceil(100 * LEAST * _POINT * wide / WIDE) / 100
    lettered = re.sub(
        r'font-size="([\d.]+)"',
        lambda found: f'font-size="{max(float(found[1]), least):g}"',
        svg.replace(FAMILIES, FONTS),
    )
    lines = lettered.splitlines(keepends=True)
    cells = [place for place, line in enumerate(lines) if _CELL.match(line)]
    if not cells:
        return [lettered]
    first, below = cells[0], cells[-1] + 2  # the borders between the cells follow the last of them
    last = _CELL.match(lines[cells[-1]])
    assert last is not None and 'class="axis"' in lines[below - 1]
    cut = float(last[1]) + float(last[2]) + _GAP
    head = next(place for place, line in enumerate(lines[:first]) if 'class="page"' in line)
    return [
        _cropped("".join([*lines[:below], "</svg>\n"]), wide, 0, cut),
        _cropped("".join([*lines[:head], *lines[below:]]), wide, cut, high - cut),
    ]


def _size(svg: str) -> tuple[float, float]:
    found = _VIEW.search(svg)
    assert found is not None
    return float(found[1]), float(found[2])


def _cropped(svg: str, wide: float, top: float, high: float) -> str:
    """The part of the drawing that begins so far from its top."""
    return _VIEW.sub(f'width="{wide:g}" height="{high:g}" viewBox="0 {top:g} {wide:g} {high:g}"', svg, count=1)
