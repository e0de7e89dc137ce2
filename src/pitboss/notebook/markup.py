"""The small vocabulary of HTML from which every drawing is made. Styles stand beside what they style: a notebook has no
style sheet of ours, and is dark or light as its reader likes."""

from collections.abc import Iterable, Sequence
from html import escape

_LINE = "border-bottom:1px solid color-mix(in srgb,currentColor 25%,transparent)"
_CELL = f"padding:.2em .8em .2em 0;text-align:left;vertical-align:top;{_LINE}"
_TABLE = "border-collapse:collapse;margin:.4em 0"
_NUMBER = f"{_CELL};text-align:right;font-variant-numeric:tabular-nums"


class Markup(str):
    """A piece of HTML, as opposed to a text that is still to be escaped."""

    __slots__ = ()


def text(said: object) -> Markup:
    return said if isinstance(said, Markup) else Markup(escape(str(said)))


def joined(parts: Iterable[object], between: str = "") -> Markup:
    """The parts one after the other; `between` is HTML."""
    return Markup(between.join(text(part) for part in parts))


def title(said: object, under: object = "") -> Markup:
    """What is shown, and a line about it."""
    more = f'<div style="opacity:.75">{text(under)}</div>' if under else ""
    return Markup(f'<div style="font-weight:600;font-size:1.1em">{text(said)}</div>{more}')


def table(heads: Sequence[str], rows: Iterable[Sequence[object]], numbers: Iterable[int] = ()) -> Markup:
    """Rows under their heads; `numbers` are the places of columns that stand right."""
    right = set(numbers)
    style = [_NUMBER if place in right else _CELL for place in range(len(heads))]
    head = joined(_cell("th", ' scope="col"', style[place], said) for place, said in enumerate(heads))
    body = joined(_row(_cell("td", "", style[place], cell) for place, cell in enumerate(row)) for row in rows)
    return Markup(f'<table style="{_TABLE}"><thead>{_row([head])}</thead><tbody>{body}</tbody></table>')


def _row(cells: Iterable[Markup]) -> Markup:
    return Markup(f"<tr>{joined(cells)}</tr>")


def _cell(name: str, more: str, style: str, said: object) -> Markup:
    return Markup(f'<{name}{more} style="{style}">{text(said)}</{name}>')


def bar(share: float, said: object) -> Markup:
    """A bar so long, from 0 to 1, with its number behind it."""
    long = f"{max(0.0, min(1.0, share)) * 10:.2f}em"
    style = f"display:inline-block;height:.7em;width:{long};background:#3b7dd8;border-radius:2px;margin-right:.5em"
    return Markup(f'<span aria-hidden="true" style="{style}"></span>{text(said)}')


def block(*parts: object) -> Markup:
    """A whole drawing."""
    return Markup(f'<div style="font-family:system-ui,sans-serif;line-height:1.4">{joined(parts)}</div>')
