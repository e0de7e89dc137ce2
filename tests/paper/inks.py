"""Where the letters of a finished paper really lie: their outlines as they are printed, so that what is printed over
something else, or beyond its place, is seen."""

import re
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from pitboss.paper.printing import Paper, compiled

SVG, LINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"
Matrix = tuple[float, float, float, float, float, float]
SAME: Matrix = (1, 0, 0, 1, 0, 0)
TOUCHING = 0.4
"""Points by which the outlines of two texts may reach into each other: an italic letter leans over a little."""


class Ink(NamedTuple):
    """A box around what is printed, in points from the upper left of the page."""

    left: float
    top: float
    right: float
    low: float

    def over(self, other: "Ink") -> bool:
        """Whether they lie over each other."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.low, other.low) - max(self.top, other.top)
        return across > TOUCHING and down > TOUCHING

    @property
    def width(self) -> float:
        return self.right - self.left

    def within(self, left: float, right: float) -> bool:
        return left - TOUCHING <= self.left and self.right <= right + TOUCHING


class Sheet(NamedTuple):
    """A page: its size, the texts on it (letters that are set together), its black bars, its frames."""

    width: float
    height: float
    texts: list[Ink]
    bars: list[Ink]
    frames: list[Ink]

    def overprinted(self) -> list[tuple[Ink, Ink]]:
        return [(a, b) for a, b in combinations(self.texts, 2) if a.over(b)]

    def outside(self, margin: float) -> list[Ink]:
        return [text for text in self.texts if not text.within(margin, self.width - margin)]

    def in_tables(self) -> list[Ink]:
        """What stands below the first bar and above the frame with the phrases."""
        low = min((frame.top for frame in self.frames if frame.width > 0.5 * self.width), default=self.height)
        return [text for text in self.texts if min(bar.top for bar in self.bars) < text.top and text.low < low]

    def out_of_column(self) -> list[Ink]:
        """What does not stand between the edges of the bar it stands in or below."""
        return [text for text in self.in_tables() if not text.within(*self._column(text))]

    def _column(self, text: Ink) -> tuple[float, float]:
        above = [b for b in self.bars if b.top < text.top and b.left < text.right and text.left < b.right]
        lowest = max(above, key=lambda bar: bar.top, default=None)
        return (lowest.left, lowest.right) if lowest else (0.0, 0.0)

    def too_near(self, least: float) -> list[tuple[Ink, Ink]]:
        """Texts of one line of a table with less than this between them."""
        found = combinations(sorted(self.in_tables()), 2)
        return [(a, b) for a, b in found if min(a.low, b.low) - max(a.top, b.top) > 2 and b.left - a.right < least]


def sheets(paper: Paper) -> list[Sheet]:
    """The pages of a paper. Pictures in it are not looked at."""
    return [_sheet(ElementTree.fromstring(page)) for page in compiled(paper, "svg")]


def _sheet(root: Element) -> Sheet:
    shapes = {mark.attrib["id"]: _points(mark) for mark in root.iter(f"{SVG}symbol")}
    width, height = (float(length) for length in root.attrib["viewBox"].split()[2:])
    sheet = Sheet(width, height, [], [], [])
    for group, matrix in _groups(root, SAME):
        letters = [use for use in group if use.tag == f"{SVG}use"]
        inked = [
            _moved(matrix, x + float(use.get("x", 0)), y + float(use.get("y", 0)))
            for use in letters
            for x, y in shapes[use.attrib[LINK].removeprefix("#")]
        ]
        if inked:
            sheet.texts.append(_around(inked))
        for path in group.findall(f"{SVG}path"):
            drawn = [_moved(_of(path.get("transform"), matrix), x, y) for x, y in _points(path)]
            if not drawn:
                continue
            box = _around(drawn)
            if path.get("fill") == "#000000" and box.low - box.top > 5:
                sheet.bars.append(box)
            elif path.get("stroke") == "#000000" and box.low - box.top > 5:
                sheet.frames.append(box)
    return sheet


def _groups(part: Element, above: Matrix) -> Iterator[tuple[Element, Matrix]]:
    here = _of(part.get("transform"), above)
    yield part, here
    for child in part:
        if child.tag == f"{SVG}g":
            yield from _groups(child, here)


def _of(transform: str | None, above: Matrix) -> Matrix:
    """What a transform makes of the one around it."""
    for name, inside in re.findall(r"(\w+)\(([^)]*)\)", transform or ""):
        n = [float(each) for each in re.split(r"[ ,]+", inside.strip())]
        own: Matrix
        match name:
            case "translate":
                own = (1, 0, 0, 1, n[0], n[1] if len(n) > 1 else 0)
            case "scale":
                own = (n[0], 0, 0, n[-1], 0, 0)
            case _:
                own = (n[0], n[1], n[2], n[3], n[4], n[5])
        x, y = _moved(above, own[4], own[5])
        a, b, c, d, _, _ = above
        above = (
            a * own[0] + c * own[1],
            b * own[0] + d * own[1],
            a * own[2] + c * own[3],
            b * own[2] + d * own[3],
            x,
            y,
        )
    return above


def _moved(by: Matrix, x: float, y: float) -> tuple[float, float]:
    return by[0] * x + by[2] * y + by[4], by[1] * x + by[3] * y + by[5]


def _around(points: list[tuple[float, float]]) -> Ink:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Ink(min(xs), min(ys), max(xs), max(ys))


def _points(part: Element) -> list[tuple[float, float]]:
    """The points an outline goes through; a curve lies between its own and those that bend it."""
    found: list[tuple[float, float]] = []
    for path in part.iter(f"{SVG}path"):
        x = y = 0.0
        for letter, inside in re.findall(r"([A-Za-z])([^A-Za-z]*)", path.get("d", "")):
            n = [float(each) for each in re.findall(r"-?[\d.]+(?:e-?\d+)?", inside)]
            own = (x, y) if letter.islower() else (0.0, 0.0)
            match letter.lower():
                case "h":
                    x = own[0] + n[0]
                case "v":
                    y = own[1] + n[0]
                case "m" | "l" | "c" | "q":
                    found += [(own[0] + a, own[1] + b) for a, b in zip(n[:-2:2], n[1:-2:2], strict=True)]
                    x, y = own[0] + n[-2], own[1] + n[-1]
                case "z":
                    continue
                case _:
                    raise AssertionError(f"unknown in an outline: {letter}")
            if letter.lower() != "m":
                found.append((x, y))
    return found
