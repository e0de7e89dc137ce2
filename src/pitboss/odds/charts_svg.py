"""Drawing charts as SVG, by hand: text, boxes, cards. Dark on light, with a dark set of colours for readers who prefer
that, and always so that it can be told apart in black and white: what is played is dark, what is not is light."""

from collections.abc import Iterable, Mapping
from xml.sax.saxutils import escape, quoteattr

from pitboss.cards.deck import RANK, SUIT, Card
from pitboss.rulebook.folders import data

FAMILIES = (
    "'Helvetica Neue', Helvetica, Arial, 'Segoe UI', 'DejaVu Sans', 'Liberation Sans', 'Noto Sans', Roboto, Ubuntu, "
    "Cantarell, 'Open Sans', FreeSans, Verdana, Tahoma, sans-serif"
)
"""Whatever of these a machine has. Lines are laid out for the widest of them."""
_WIDTHS = {"ijl'|": 0.28, " ,./": 0.33, "ft:;-()": 0.39, "r": 0.42, "sz": 0.53, "MW%m×−+=→←": 0.96, "w": 0.82}
"""Widths of letters in the widest font, as part of the size of the text; capitals 0.71, others 0.63."""
_WIDTH = {letter: wide for letters, wide in _WIDTHS.items() for letter in letters}

_LETTERS_ACROSS = 76.0
"""The smallest letters are this part of the width between the margins: on a sheet of paper, 19 centimetres between its
own margins, they are 7 points high."""

PLAY = ("#3f77b3", "#2f67a6", "#225693", "#17447b", "#0d3161")
"""From slightly better to much better; all of them dark enough for white letters."""
PASS = ("#fff3e0", "#fde3c0", "#fad09b", "#f5ba75", "#eea352")
"""The same for not playing; all of them light, in grey too."""

_LIGHT = {
    "page": "fill:#ffffff", "panel": "fill:#f5f7f9", "ink": "fill:#1b1f24", "soft": "fill:#57606a",
    "rule": "stroke:#c9d1d9", "axis": "stroke:#1b1f24", "empty": "fill:#e3e8ed", "face": "fill:#ffffff;stroke:#8c959f",
    "blank": "fill:#e3e8ed;stroke:#b6bfc8", "black": "fill:#1b1f24", "red": "fill:#c4262e", "blue": "fill:#1f6fc4",
    "green": "fill:#1a7f37", "gold": "fill:#b07d00", "violet": "fill:#8250df",
    "gap": "stroke:#ffffff",
    "halo": "fill:#1b1f24;stroke:#ffffff;stroke-width:5;paint-order:stroke;stroke-linejoin:round",
}  # fmt: skip
_DARK = {
    "page": "fill:#0d1117", "panel": "fill:#161b22", "ink": "fill:#e6edf3", "soft": "fill:#9aa4af",
    "rule": "stroke:#30363d", "axis": "stroke:#e6edf3", "empty": "fill:#2b323b",
    "gap": "stroke:#0d1117", "halo": "fill:#e6edf3;stroke:#0d1117",
}  # fmt: skip
"""Cards and coloured fields stay as they are."""

_SUITS = (
    "M0-7A4.2 4.2 0 0 1 3.4-0.4A4.2 4.2 0 1 1 1.2 5.1L2.4 9H-2.4L-1.2 5.1A4.2 4.2 0 1 1-3.4-0.4A4.2 4.2 0 0 1 0-7Z",
    "M0-9L6.6 0L0 9L-6.6 0Z",
    "M0 9C-3 4.6-8 1.6-8-3.2C-8-8-2-8.8 0-4.6C2-8.8 8-8 8-3.2C8 1.6 3 4.6 0 9Z",
    "M0-9C3-4.6 8-1.8 8 2.4C8 6.6 3.2 7 1.3 4.3L2.4 9H-2.4L-1.3 4.3C-3.2 7-8 6.6-8 2.4C-8-1.8-3-4.6 0-9Z",
)
"""Clubs, diamonds, hearts and spades as outlines, so that no font needs them."""
_SUIT_STYLES = ("green", "blue", "red", "black")
BLANK: Card = ""
"""A card that does not count."""


Emblem = tuple[str, str]
"""The sign of a card without rank and suit: its style and its outline, within twelve units of its middle."""


def emblems(game: str) -> dict[Card, Emblem]:
    """The signs that the game's folder has for its cards (`emblems.toml`)."""
    return {card: (str(sign["style"]), str(sign["outline"])) for card, sign in data(game, "emblems.toml").items()}


class Drawing:
    """Parts in the order in which they are painted. `least` is the size of its smallest letters; `signs` are those of
    cards without rank and suit."""

    def __init__(self, width: int, margin: int = 40, signs: Mapping[Card, Emblem] | None = None) -> None:
        self.width = width
        self.signs = signs or {}
        self.least = (width - 2 * margin) / _LETTERS_ACROSS
        self.parts: list[str] = []

    def add(self, part: str) -> None:
        """A part as it is."""
        self.parts.append(part)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        style: str = "ink",
        *,
        bold: bool = False,
        anchor: str = "start",
    ) -> None:
        """Words at a place."""
        weight = ' font-weight="700"' if bold else ""
        at = "" if anchor == "start" else f' text-anchor="{anchor}"'
        self.add(
            f'<text class="{style}" x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}"{weight}{at}>{escape(words)}</text>'
        )

    def paragraph(
        self, x: float, y: float, words: str, size: float, wide: float, style: str = "ink", *, bold: bool = False
    ) -> float:
        """Text in lines of at most this width; returns where the next line would stand."""
        for line in lines(words, size, wide, bold=bold) if words else []:
            self.text(x, y, line, size, style, bold=bold)
            y += size * 1.4
        return y

    def box(
        self, x: float, y: float, wide: float, high: float, style: str = "", *, round_: float = 0, fill: str = ""
    ) -> None:
        """A rectangle."""
        looks = f' class="{style}"' if style else f' fill="{fill}"'
        corner = f' rx="{_n(round_)}"' if round_ else ""
        self.add(f'<rect{looks} x="{_n(x)}" y="{_n(y)}" width="{_n(wide)}" height="{_n(high)}"{corner}/>')

    def line(
        self, x1: float, y1: float, x2: float, y2: float, style: str = "rule", *, wide: float = 1, dashes: str = ""
    ) -> None:
        """A line from place to place."""
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        at = f'x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}"'
        self.add(f'<line class="{style}" {at} stroke-width="{_n(wide)}"{dashed}/>')

    def chip(self, x: float, y: float, words: str, fill: str, ink: str, size: float = 13) -> float:
        """A word on a coloured field; returns its width."""
        wide = measured(words, size, bold=True) + 20
        self.box(x, y - size - 4, wide, size + 12, round_=5, fill=fill)
        self.add(
            f'<text fill="{ink}" x="{_n(x + 10)}" y="{_n(y + 1)}" font-size="{_n(size)}" font-weight="700">'
            f"{escape(words)}</text>"
        )
        return wide

    def card(self, x: float, y: float, card: Card, wide: float = 34, name: str = "") -> None:
        """A card of any deck, or one that does not count; its height is 1.35 times its width."""
        high = wide * 1.35
        self.box(x, y, wide, high, "face" if card else "blank", round_=wide / 9)
        if card in SUIT:
            style, outline = _SUIT_STYLES[SUIT[card]], _SUITS[SUIT[card]]
            rank = "10" if card[0] == "T" else card[0]
            self.text(x + wide / 2, y + high * 0.43, rank, wide * 0.47, style, bold=True, anchor="middle")
            self._outline(x + wide / 2, y + high * 0.73, outline, style, wide / 40)
        elif card:
            self.emblem(x + wide / 2, y + high * 0.38, card, wide / 31)
            self.text(x + wide / 2, y + high * 0.86, name, wide * 0.185, "black", bold=True, anchor="middle")

    def emblem(self, x: float, y: float, card: Card, size: float, style: str = "") -> None:
        """The sign of a card without rank and suit; its code where it has none."""
        if card in self.signs:
            colour, outline = self.signs[card]
            self._outline(x, y, outline, style or colour, size)
        else:
            self.text(x, y + 6 * size, card, 16 * size, style or "black", bold=True, anchor="middle")

    def _outline(self, x: float, y: float, outline: str, style: str, size: float) -> None:
        self.add(
            f'<path class="{style}" fill-rule="evenodd" transform="translate({_n(x)} {_n(y)}) '
            f'scale({_n(size)})" d="{outline}"/>'
        )

    def cards(
        self, x: float, y: float, cards: Iterable[Card], wide: float = 34, names: dict[Card, str] | None = None
    ) -> float:
        """Cards side by side; returns where the last of them ends."""
        for card in cards:
            self.card(x, y, card, wide, (names or {}).get(card, ""))
            x += wide * 1.12
        return x - wide * 0.12

    def tiles(self, y: float, left: float, figures: Iterable[tuple[str, str, str]]) -> float:
        """Figures of the game side by side (what it is, the figure, of what); returns where they end."""
        shown = list(figures)
        gap, high = 14.0, 82.0
        wide = (self.width - 2 * left - gap * (len(shown) - 1)) / len(shown)
        for place, (what, figure, unit) in enumerate(shown):
            x = left + place * (wide + gap)
            self.box(x, y, wide, high, "panel", round_=8)
            self.text(x + 14, y + 24, what, self.least, "soft")
            self.text(x + 14, y + 51, figure, 23, bold=True)
            self.text(x + 14, y + 71, unit, self.least, "soft")
        return y + high

    def finish(self, high: float, title: str, description: str) -> str:
        """The whole document."""
        light = "".join(f".{name}{{{looks}}}" for name, looks in _LIGHT.items())
        dark = "".join(f".{name}{{{looks}}}" for name, looks in _DARK.items())
        size = f'width="{self.width}" height="{_n(high)}" viewBox="0 0 {self.width} {_n(high)}"'
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title desc" '
            f"font-family={quoteattr(FAMILIES)}>\n"
            f'<title id="title">{escape(title)}</title>\n<desc id="desc">{escape(description)}</desc>\n'
            f"<style>{light}@media screen and (prefers-color-scheme:dark){{{dark}}}</style>\n"
            f'<rect class="page" width="100%" height="100%"/>\n'
        )
        return head + "\n".join(self.parts) + "\n</svg>\n"


def measured(words: str, size: float, *, bold: bool = False) -> float:
    """How wide these words are at most, in any of the fonts."""
    wide = sum(_WIDTH.get(letter, 0.71 if letter.isupper() else 0.63) for letter in words)
    return wide * size * (1.12 if bold else 1)


def lines(words: str, size: float, wide: float, *, bold: bool = False) -> list[str]:
    """The words in lines that fit into this width."""
    found = [""]
    for word in words.split():
        longer = f"{found[-1]} {word}".strip()
        if not found[-1] or measured(longer, size, bold=bold) <= wide:
            found[-1] = longer
        else:
            found.append(word)
    return found


def as_seen(cards: Iterable[Card]) -> list[Card]:
    """Pairs and better first, else the lowest first; an ace before small cards stands below them."""
    held = list(cards)
    ranks = [RANK[card] for card in held]
    if len(set(ranks)) < len(ranks):
        return sorted(held, key=lambda card: (-ranks.count(RANK[card]), -RANK[card]))
    low = max(ranks) == 14 and sorted(ranks)[-2] <= 5
    return sorted(held, key=lambda card: 1 if low and RANK[card] == 14 else RANK[card])


def _n(value: float) -> str:
    """A number as short as can be."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
