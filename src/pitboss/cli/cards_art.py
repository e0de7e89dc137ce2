"""Cards drawn with characters: suits and colours, and the animals and dragons of the dragon deck."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.text import Text

from pitboss.cards.deck import SUIT, SUIT_SIGNS, UNKNOWN, Card, Deck

if TYPE_CHECKING:
    from rich.console import Console

_STYLES = {
    0: "green", 1: "blue", 2: "red", 3: "default",
    "RD": "bold red", "BD": "bold blue", "GD": "bold yellow", "PH": "magenta", "TI": "dark_orange",
    "PA": "default", "MO": "green", "RA": "cyan",
}  # fmt: skip
"""Four colours for four suits, so that a flush shows; the characters in their own."""

GLYPHS = {"RD": "◆", "BD": "◆", "GD": "★", "PH": "▲", "TI": "■", "PA": "●", "MO": "▼", "RA": "○"}
_HEIGHT = 5


def style(card: Card) -> str:
    if card == UNKNOWN:
        return "dim"
    return _STYLES[SUIT[card]] if card in SUIT else _STYLES.get(card, "default")


def short(deck: Deck, card: Card) -> str:
    """`A♥`, `◆ Red Dragon`, `??`."""
    if card in SUIT:
        return f"{_rank(card)}{SUIT_SIGNS[SUIT[card]]}"
    return f"{GLYPHS[card]} {deck.names[card]}" if card in GLYPHS else card


def in_line(deck: Deck, cards: Iterable[Card]) -> Text:
    """Cards in one line, coloured."""
    apart = Text(" " if deck.id == "standard" else ", ")
    return apart.join(Text(short(deck, card), style=style(card)) for card in cards)


def draw(deck: Deck, cards: Iterable[Card], *, unicode: bool = True) -> list[Text]:
    """The cards side by side, five lines high."""
    lines = [Text() for _ in range(_HEIGHT)]
    for card in cards:
        for line, part in zip(lines, _card(deck, card, unicode=unicode), strict=True):
            line.append(part, style=style(card)).append(" ")
    return lines


def show(console: "Console", deck: Deck, cards: Iterable[Card], indent: int = 2) -> None:
    """Prints the cards, on several rows where they do not fit beside each other."""
    unicode = console.encoding.startswith("utf")
    wide = (7 if deck.id == "standard" else 10) + 1
    row = max(1, (console.width - indent) // wide)
    given = list(cards)
    for start in range(0, len(given), row):
        for line in draw(deck, given[start : start + row], unicode=unicode):
            console.print(Text(" " * indent).append(line), no_wrap=True, crop=True)


def _rank(card: Card) -> str:
    return card[0].replace("T", "10")


def _card(deck: Deck, card: Card, *, unicode: bool) -> list[str]:
    if deck.id == "standard":
        if card == UNKNOWN:
            inside = ["░░░░░"] * 3
        else:
            rank, suit = _rank(card), SUIT_SIGNS[SUIT[card]]
            inside = [f" {rank:<4}", f"  {suit}  ", f"{rank:>4} "]
    elif card == UNKNOWN:
        inside = ["░░░░░░░░"] * 3
    else:
        first, _, second = deck.names[card].partition(" ")
        inside = [f" {GLYPHS[card]:<7}", f"{first:^8}", f"{second:^8}" if second else f"{GLYPHS[card]:>6}  "]
    return _framed(inside) if unicode else _framed_plainly(inside)


def _framed(inside: list[str]) -> list[str]:
    wide = len(inside[0])
    return [f"╭{'─' * wide}╮", *(f"│{line}│" for line in inside), f"╰{'─' * wide}╯"]


_LETTERS = str.maketrans("♣♦♥♠░◆★▲■●▼○", "cdhs#*+^=@vo")


def _framed_plainly(inside: list[str]) -> list[str]:
    """For screens without these characters: letters for suits, dashes for lines."""
    wide = len(inside[0])
    return [f"+{'-' * wide}+", *(f"|{line.translate(_LETTERS)}|" for line in inside), f"+{'-' * wide}+"]
