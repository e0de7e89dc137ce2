"""Charts of the best play, for the terminal and as pictures."""

import os
from collections.abc import Callable
from pathlib import Path

from pitboss.odds import charts_grid, charts_stages, charts_strip
from pitboss.odds.charts_svg import FAMILIES
from pitboss.odds.counting import shape_of
from pitboss.table.rules import Rules

ENDINGS = (".svg", ".png")
MIN_WIDTH = 32
_PNG_SCALE = 2


class NoFonts(RuntimeError):
    """Nothing on this machine can draw letters."""


def _silent(done: float) -> None:
    pass


def chart_text(rules: Rules, width: int, color: bool, *, progress: Callable[[float], None] = _silent) -> str:
    """The chart as lines of at most `width` characters."""
    if width < MIN_WIDTH:
        raise ValueError(f"a chart needs a width of at least {MIN_WIDTH} characters; {width} were given")
    match shape_of(rules):
        case "board":
            return charts_grid.text(rules, width, color, progress)
        case "stages":
            return charts_stages.text(rules, width, color)
        case "against":
            return charts_strip.text(rules, width, color)


def chart_svg(rules: Rules, *, progress: Callable[[float], None] = _silent) -> str:
    """The chart as an SVG document."""
    match shape_of(rules):
        case "board":
            return charts_grid.svg(rules, progress)
        case "stages":
            return charts_stages.svg(rules)
        case "against":
            return charts_strip.svg(rules)


def bears_words(rules: Rules) -> bool:
    """Whether the whole rule stands in the chart, in words."""
    return shape_of(rules) == "against"


def save_chart(rules: Rules, path: Path, *, progress: Callable[[float], None] = _silent) -> None:
    """Writes the chart as SVG or PNG, as the name ends. The file is there in full or not at all."""
    save_drawn(lambda: chart_svg(rules, progress=progress), path)


def save_drawn(draw: Callable[[], str], path: Path) -> None:
    """Writes a drawing as SVG or PNG, as the name ends; trouble that can be seen before is told before it is drawn."""
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise ValueError(f"'{path}' ends in {ending or 'nothing'}; a chart is saved as {' or '.join(ENDINGS)}")
    if ending == ".png":
        check_fonts()
    drawn = draw()
    _write(path, drawn.encode() if ending == ".svg" else _png(drawn))


def check_fonts(*, system: bool = True) -> None:
    """Pictures without letters help nobody, and the renderer leaves letters out in silence: so it is tried."""
    plain = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">{}</svg>'
    family = FAMILIES.replace("'", "")
    letter = f'<text x="4" y="16" font-size="16" font-family="{family}">M</text>'
    if _png(plain.format(letter), system=system) == _png(plain.format(""), system=system):
        raise NoFonts(
            "no font was found to write a PNG with; install one (DejaVu Sans, Liberation Sans, Noto Sans, Arial …) "
            "or save the chart as .svg, which needs none here"
        )


def _png(svg: str, *, system: bool = True) -> bytes:
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=_PNG_SCALE, skip_system_fonts=not system))


def _write(path: Path, content: bytes) -> None:
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        unfinished.write_bytes(content)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
