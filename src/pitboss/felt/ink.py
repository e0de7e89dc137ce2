"""SVG by hand: shapes, words that fit their place, words on an arc. Lengths are millimetres of the real table."""

import re
from html import escape
from math import cos, radians, sin

FAMILY = "'Libertinus Serif', 'Palatino Linotype', Palatino, Georgia, serif"
CREAM, GOLD, DARK = "#f6ead0", "#e2b857", "#14100c"
CARD = (63.0, 88.0)
_NARROW, _WIDE = "fijltrI.,:;'|!() 1", "mwMWQOGDHNU%&@"


def number(value: float) -> str:
    """A length without needless digits, so that the same drawing is always the same text."""
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def tag(name: str, content: str = "", /, **attributes: object) -> str:
    """An element; `data_area` becomes `data-area`, `class_` becomes `class`, numbers become short."""
    given = "".join(f' {_key(key)}="{_value(value)}"' for key, value in attributes.items() if value is not None)
    return f"<{name}{given}>{content}</{name}>" if content else f"<{name}{given}/>"


def _key(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _value(value: object) -> str:
    return number(value) if isinstance(value, float) else escape(str(value), quote=True)


def width(text: str, size: float) -> float:
    """About how wide bold words are; a little more rather than less, since a browser may have another font."""
    wide = sum(0.32 if c in _NARROW else 0.86 if c in _WIDE else 0.67 if c.isupper() else 0.52 for c in text)
    return wide * size


def fitted(text: str, room: float, size: float) -> float:
    """The size at which the words fit the room, at most the one wanted."""
    return size * min(1.0, room / max(width(text, size), 0.01))


def wrapped(text: str, room: float, size: float) -> list[str]:
    """The text in lines no wider than the room; a word that is wider is cut after a hyphen, or between letters."""
    made: list[str] = []
    for word in text.split():
        parts = [word] if width(word, size) <= room else [p for p in re.split(r"(?<=-)", word) if p]
        for n, part in enumerate(parts):
            before = "" if n else " "
            if made and width(made[-1] + before + part, size) <= room:
                made[-1] += before + part
                continue
            made.append("")
            for letter in part:
                if width(made[-1] + letter, size) > room:
                    made.append("")
                made[-1] += letter
    return made


def words(text: str, x: float, y: float, size: float, **more: object) -> str:
    """Words centred at a point."""
    settings: dict[str, object] = {
        "x": float(x),
        "y": float(y),
        "font_size": float(size),
        "text_anchor": "middle",
        "fill": CREAM,
    }
    return tag("text", escape(text, quote=False), **(settings | more))


def lines(texts: list[str], room: float, size: float, y: float = 0.0, **more: object) -> str:
    """Lines one below the other around a middle, all of one size, none wider than the room."""
    fit = min(fitted(text, room, size) for text in texts)
    step = fit * 1.08
    top = y - step * (len(texts) - 1) / 2 + fit * 0.34
    return "".join(words(text, 0.0, top + step * n, fit, **more) for n, text in enumerate(texts))


def polar(radius: float, degrees: float, centre: float) -> tuple[float, float]:
    """A point of the players' arc: 0 degrees is straight before the dealer, positive angles are to his left."""
    return radius * sin(radians(degrees)), centre + radius * cos(radians(degrees))


def arc(radius: float, spread: float, centre: float, **more: object) -> str:
    """An arc along the players' side, from the reader's left to his right."""
    (x0, y0), (x1, y1) = polar(radius, -spread, centre), polar(radius, spread, centre)
    along = f"M{number(x0)} {number(y0)}A{number(radius)} {number(radius)} 0 0 0 {number(x1)} {number(y1)}"
    return tag("path", d=along, fill="none", **more)


def on_arc(text: str, path: str, size: float, **more: object) -> str:
    """Words in the middle of an arc."""
    along = tag("textPath", escape(text, quote=False), href=f"#{path}", startOffset="50%")
    return tag("text", along, **({"font_size": float(size), "text_anchor": "middle", "fill": GOLD} | more))


def titled(title: str) -> str:
    """What a reader hears or sees when pointing at a thing."""
    return tag("title", escape(title, quote=False))


def card_row(count: int, step: float, y: float) -> str:
    """A row of places for cards; where they overlap, each shows only what the next leaves of it."""
    xs = [step * (n - (count - 1) / 2) for n in range(count)]
    hidden = step < CARD[0]
    drawn = (card(x, y, str(n + 1), step if hidden and n + 1 < count else 0.0) for n, x in enumerate(xs))
    return "".join(drawn)


def card(x: float, y: float, slot: str, strip: float = 0.0) -> str:
    """The place of one card; with a strip only that much of its left side is outlined."""
    (w, h), line = CARD, {"stroke": CREAM, "stroke_width": 1.2, "stroke_dasharray": "5 4"}
    left, top = x - w / 2, y - h / 2
    size = {"class_": "card", "data_slot": slot, "x": left, "y": top, "width": w, "height": h, "rx": 5.0}
    if not strip:
        return tag("rect", **size, **line, fill=CREAM, fill_opacity="0.05")
    edge = f"M{number(left + strip)} {number(top)}H{number(left + 5)}"
    edge += f"q-5 0 -5 5v{number(h - 10)}q0 5 5 5h{number(strip - 5)}"
    return tag("rect", **size, fill=CREAM, fill_opacity="0.02") + tag("path", d=edge, fill="none", **line)
