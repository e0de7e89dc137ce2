"""Letters as shapes. A drawing that names a font looks otherwise where that font is not installed; so what is written
as SVG carries the outlines of its letters, set by typst in the font of the papers, and what they say as a label."""

import re
from collections.abc import Iterator
from functools import cache
from math import cos, degrees, sin
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from msgspec import Struct

SVG = "http://www.w3.org/2000/svg"
LINK = "{http://www.w3.org/1999/xlink}href"
FONT = "Libertinus Serif"
EM = 1000
"""The size at which letters are set to be measured, in points."""
_INHERITED = ("font-size", "font-weight", "letter-spacing", "text-anchor")
_START = {"start": 0.0, "middle": 0.5, "end": 1.0}
_GONE = (*_INHERITED, "font-family", "x", "y")

_SOURCE = """#let lines = json("/data.json").lines
#set page(width: auto, height: auto, margin: 0pt)
#set text(font: "%s", size: %dpt, top-edge: "ascender", bottom-edge: "descender")
#for (n, it) in lines.enumerate() {
  if n > 0 { pagebreak() }
  box(text(weight: it.weight, tracking: it.tracking * 1pt, it.text.replace(" ", "\\u{a0}")))
}
"""


class OutlineLine(Struct, frozen=True, order=True):
    """Words as they are set: bold or not, and the room added after each letter, as a part of the size."""

    text: str
    bold: bool
    spaced: float


class Glyph(Struct, frozen=True):
    """One letter of a line: the name of its outline, and where it begins, as a part of the size."""

    name: str
    at: float


class Set(Struct, frozen=True):
    """A line as it was set; its width as a part of the size."""

    glyphs: tuple[Glyph, ...]
    width: float


def outlined(drawing: str) -> str:
    """The drawing with outlines for letters. Whatever else it holds stays as it is."""
    ElementTree.register_namespace("", SVG)
    root = ElementTree.fromstring(drawing)
    written = list(_texts(root, {}))
    if not written:
        return drawing
    lines, shapes = _set(tuple(sorted({_line(text, style) for text, style in written})))
    arcs = {path.attrib["id"]: path.attrib["d"] for path in root.iter(f"{{{SVG}}}path") if "id" in path.attrib}
    for text, style in written:
        _replace(text, style, lines[_line(text, style)], arcs)
    defs = root.find(f"{{{SVG}}}defs")
    if defs is None:
        defs = Element(f"{{{SVG}}}defs")
        root.insert(0, defs)
    for name, shape in sorted(shapes.items()):
        defs.append(Element(f"{{{SVG}}}path", {"id": name, "d": shape}))
    root.attrib.pop("font-family", None)
    return ElementTree.tostring(root, encoding="unicode")


# --- what is written ------------------------------------------------------------------------------------------------


def _texts(part: Element, above: dict[str, str]) -> Iterator[tuple[Element, dict[str, str]]]:
    """Every text with the style it has by itself or from what surrounds it."""
    style = above | {key: part.attrib[key] for key in _INHERITED if key in part.attrib}
    if part.tag == f"{{{SVG}}}text":
        yield part, style
        return
    for child in part:
        yield from _texts(child, style)


def _line(text: Element, style: dict[str, str]) -> OutlineLine:
    words = "".join(text.itertext())
    spaced = float(style.get("letter-spacing", 0)) / float(style["font-size"])
    return OutlineLine(words, style.get("font-weight", "") in ("bold", "700"), round(spaced, 4))


# --- how it is set --------------------------------------------------------------------------------------------------


@cache
def _set(lines: tuple[OutlineLine, ...]) -> tuple[dict[OutlineLine, Set], dict[str, str]]:
    """Each line, and the outlines of all their letters."""
    from pitboss.paper.printing import Paper, compiled

    data: dict[str, Any] = {
        "lines": [
            {"text": line.text, "weight": "bold" if line.bold else "regular", "tracking": line.spaced * EM}
            for line in lines
        ]
    }
    pages = compiled(Paper(source=_SOURCE % (FONT, EM), data=data, title="letters"), "svg")
    shapes: dict[str, str] = {}
    found = {}
    for line, page in zip(lines, pages, strict=True):
        root = ElementTree.fromstring(page)
        glyphs = tuple(
            Glyph(use.attrib[LINK].removeprefix("#"), float(use.attrib["x"]) / EM) for use in root.iter(f"{{{SVG}}}use")
        )
        found[line] = Set(glyphs, float(root.attrib["viewBox"].split()[2]) / EM - line.spaced)
        for symbol in root.iter(f"{{{SVG}}}symbol"):
            shapes[symbol.attrib["id"]] = symbol[0].attrib["d"].strip()
    return found, shapes


def _replace(text: Element, style: dict[str, str], line: Set, arcs: dict[str, str]) -> None:
    """The text becomes a group of outlines, in its place and with all else that was said of it."""
    words, size = "".join(text.itertext()), float(style["font-size"])
    start = line.width * size * _START[style.get("text-anchor", "start")]
    along = text.find(f"{{{SVG}}}textPath")
    kept = {key: value for key, value in text.attrib.items() if key not in _GONE}
    x, y = float(text.get("x", 0)), float(text.get("y", 0))
    text.tag = f"{{{SVG}}}g"
    text.text = None
    for child in list(text):
        text.remove(child)
    text.attrib.clear()
    text.attrib.update({**kept, "role": "img", "aria-label": words})
    scale = f"scale({_short(size / EM)} {_short(-size / EM)})"
    ends = [*(glyph.at for glyph in line.glyphs[1:]), line.width][: len(line.glyphs)]  # words may be without letters
    for glyph, end in zip(line.glyphs, ends, strict=True):
        at, half = glyph.at * size - start, (end - glyph.at) * size / 2
        if along is None:
            moved = f"translate({_short(x + at)} {_short(y)}) {scale}"
        else:
            arc = arcs[along.attrib["href"].removeprefix("#")]
            moved = f"{_on_arc(arc, at + half)} translate({_short(-half)} 0) {scale}"
        text.append(Element(f"{{{SVG}}}use", {"href": f"#{glyph.name}", "transform": moved}))


_ARC = re.compile(r"M(\S+) (\S+)A(\S+) \S+ 0 0 0 (\S+) (\S+)")


def _on_arc(path: str, far: float) -> str:
    """A point so far from the middle of an arc along the players' side, which bends around a point above it, and the
    way a letter is turned there."""
    found = _ARC.fullmatch(path)
    assert found is not None, path
    x0, y0, radius, x1, _ = (float(part) for part in found.groups())
    half = (x1 - x0) / 2
    centre_x, centre_y = (x0 + x1) / 2, y0 - (radius**2 - half**2) ** 0.5
    angle = far / radius
    x, y = centre_x + radius * sin(angle), centre_y + radius * cos(angle)
    return f"translate({_short(x)} {_short(y)}) rotate({_short(-degrees(angle))})"


def _short(value: float) -> str:
    said = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if said == "-0" else said
