"""Cards, positions, wagers and amounts in plain words."""

from collections.abc import Iterable

from pitboss.cards.deck import SUIT, SUIT_SIGNS, UNKNOWN, Card, Deck
from pitboss.rulebook.book import Book
from pitboss.rulebook.pays import dollars
from pitboss.rulebook.terms import MICRO
from pitboss.rulebook.words import hand_words, place_words, wager_title
from pitboss.rulebook.words import listed as listed
from pitboss.rulebook.words import number as number
from pitboss.table.rules import Rules

PROCEDURES = {
    "manual_shoe": "from a manual shoe",
    "hand": "from the dealer's hand",
    "automated_shoe": "from an automated shoe",
}


NO_HAND = {"none": "no paying hand"}
"""What stands for all hands that no line of a paytable names."""


def many(count: int, noun: str) -> str:
    """`one card`, `3 cards`."""
    return f"{number(count)} {noun}{'' if count == 1 else 's'}"


def underscored(name: str) -> str:
    """`pair_of_tigers` as people write it."""
    return name.replace("_", " ")


def card(deck: Deck, code: Card) -> str:
    """`A♥`, `10♣`, `Red Dragon`."""
    if code == UNKNOWN:
        return "a face-down card"
    if code in SUIT:
        return f"{code[0].replace('T', '10')}{SUIT_SIGNS[SUIT[code]]}"
    return deck.names.get(code, code)


def cards(deck: Deck, codes: Iterable[Card]) -> str:
    """Cards in a row; what nobody has seen is counted."""
    given = list(codes)
    seen = [card(deck, c) for c in given if c != UNKNOWN]
    hidden = len(given) - len(seen)
    parts = [(" " if deck.suited else ", ").join(seen)] if seen else []
    return " and ".join(parts + [many(hidden, "card") + " face down"] * bool(hidden)) or "no cards"


def wager(rules: Rules, wager_id: str) -> str:
    """The wager's title, whether it is offered here or not."""
    found = rules.wager.get(wager_id)
    return found.title if found is not None else wager_title(rules.book, wager_id)


def place(rules: Rules, where: str, seat: int) -> str:
    """Where cards go or lie."""
    return f"position {seat}" if seat else place_words(rules.book, where)


def meter(reading: int) -> str:
    """What a meter reads: `$1,000.05`, with the fraction of a cent where there is one."""
    whole, rest = divmod(reading, MICRO)
    shown = dollars(whole)
    if not rest:
        return shown
    cents = shown if "." in shown else f"{shown}.00"
    return cents + f"{rest:06d}".rstrip("0")


def hand(book: Book, name: str) -> str:
    """A hand of a cell in words, as players say it."""
    if name.startswith("cards_"):
        return many(int(name.removeprefix("cards_")), "card")
    return book.plainly.get(name) or NO_HAND.get(name) or hand_words(book, name)


def hand_made(book: Book, recorded: str) -> str:
    """The hand somebody made: events record it by the names of its kinds, with spaces and commas."""
    return ", ".join(hand(book, part.replace(" ", "_")) for part in recorded.split(", "))


def because(reason: str) -> str:
    """What is added in brackets; nothing where there is nothing to add."""
    return f" ({reason})" if reason else ""
