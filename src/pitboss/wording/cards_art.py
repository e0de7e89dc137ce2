"""Cards drawn with characters: suits and colours, and the signs of a deck's own cards."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.text import Text

from pitboss.cards.deck import SUIT, SUIT_SIGNS, UNKNOWN, Card, Deck

if TYPE_CHECKING:
    from rich.console import Console

_SUIT_STYLES = ("green", "blue", "red", "default")
"""Four colours for four suits, so that a flush shows; other cards have their own."""
_SIGN = "◇"
"""For a card without a suit to which its deck gives no sign."""
_HEIGHT = 5


def style(deck: Deck, card: Card) -> str:
    if card == UNKNOWN:
        return "dim"
    return _SUIT_STYLES[SUIT[card]] if card in SUIT else deck.inks.get(card, "default")


def short(deck: Deck, card: Card) -> str:
    """`A♥`, `◆ Red Dragon`, `??`."""
    if card in SUIT:
        return f"{_rank(card)}{SUIT_SIGNS[SUIT[card]]}"
    return f"{deck.signs.get(card, _SIGN)} {deck.names[card]}" if card in deck.names else card


def in_line(deck: Deck, cards: Iterable[Card]) -> Text:
    """Cards in one line, coloured."""
    apart = Text(" " if deck.suited else ", ")
    return apart.join(Text(short(deck, card), style=style(deck, card)) for card in cards)


def draw(deck: Deck, cards: Iterable[Card], *, unicode: bool = True) -> list[Text]:
    """The cards side by side, five lines high."""
    lines = [Text() for _ in range(_HEIGHT)]
    for card in cards:
        for line, part in zip(lines, _card(deck, card, unicode=unicode), strict=True):
            line.append(part, style=style(deck, card)).append(" ")
    return lines


def show(console: "Console", deck: Deck, cards: Iterable[Card], indent: int = 2) -> None:
    """Prints the cards, on several rows where they do not fit beside each other."""
    unicode = console.encoding.startswith("utf")
    wide = (7 if deck.suited else 10) + 1
    row = max(1, (console.width - indent) // wide)
    given = list(cards)
    for start in range(0, len(given), row):
        for line in draw(deck, given[start : start + row], unicode=unicode):
            console.print(Text(" " * indent).append(line), no_wrap=True, crop=True)


def _rank(card: Card) -> str:
    return card[0].replace("T", "10")


def _card(deck: Deck, card: Card, *, unicode: bool) -> list[str]:
    wide = 5 if deck.suited else 8
    if card == UNKNOWN:
        inside = ["░" * wide] * 3
    elif card in SUIT:
        rank, suit = _rank(card), SUIT_SIGNS[SUIT[card]]
        inside = [f" {rank:<{wide - 1}}", f"{suit:^{wide}}", f"{rank:>{wide - 1}} "]
    else:
        sign = deck.signs.get(card, _SIGN)
        first, _, second = deck.names[card].partition(" ")
        inside = [f" {sign:<7}", f"{first[:wide]:^8}", f"{second[:wide]:^8}" if second else f"{sign:>6}  "]
    return _framed(inside) if unicode else _framed_plainly(inside)


def _framed(inside: list[str]) -> list[str]:
    wide = len(inside[0])
    return [f"╭{'─' * wide}╮", *(f"│{line}│" for line in inside), f"╰{'─' * wide}╯"]


_LETTERS = str.maketrans("♣♦♥♠░◆★▲■●▼○◇", "cdhs#*+^=@vo*")


def _framed_plainly(inside: list[str]) -> list[str]:
    """For screens without these characters: letters for suits, dashes for lines."""
    wide = len(inside[0])
    return [f"+{'-' * wide}+", *(f"|{line.translate(_LETTERS)}|" for line in inside), f"+{'-' * wide}+"]
