"""Cards are short codes (`Ah`, `RD`); a deck is what the rulebook says it contains.

Copies of one card (the twelve Rabbits) carry the same code because nobody at the table can tell them apart.
"""

import re
from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

Card = str

UNKNOWN: Card = "??"
"""A face-down card whose face nobody has recorded yet (a physical table)."""

RANKS = "23456789TJQKA"
SUITS = "cdhs"

RANK: dict[Card, int] = {r + s: i + 2 for i, r in enumerate(RANKS) for s in SUITS}
"""Rank of a standard card: 2 … 14 (ace high)."""
SUIT: dict[Card, int] = {r + s: j for r in RANKS for j, s in enumerate(SUITS)}
"""Suit of a standard card: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""

RANK_NAMES = {
    2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten",
    11: "jack", 12: "queen", 13: "king", 14: "ace",
}  # fmt: skip
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
SUIT_SIGNS = ("♣", "♦", "♥", "♠")


class BadCard(ValueError):
    """A card that the deck does not contain, or contains less often than asked for."""


class Deck(Struct, frozen=True):
    """The composition of one deck."""

    id: str
    contents: tuple[tuple[Card, int], ...]
    names: dict[Card, str]
    aliases: dict[str, Card]

    @property
    def size(self) -> int:
        return sum(count for _, count in self.contents)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card of the deck, in the order of the contents."""
        return tuple(card for card, count in self.contents for _ in range(count))

    def count(self, card: Card) -> int:
        return self._counts.get(card, 0)

    @property
    def _counts(self) -> dict[Card, int]:
        return _COUNTS[self.id]

    def read(self, text: str) -> Card:
        """The card that `text` names: its code in any case, `10h` for `Th`, `A♥` for `Ah`, or its name."""
        key = _plain(text.strip())
        card = _READ[self.id].get(key)
        if card is None:
            known = " ".join(code for code, _ in self.contents)
            raise BadCard(f"'{text}' is not a card of the {self.id} deck; its cards are {known}")
        return card

    def read_all(self, text: str) -> tuple[Card, ...]:
        """The cards named in `text`, separated by blanks or commas; codes may also stand together, as in `AhKd`."""
        return tuple(self.read(name) for word in text.replace(",", " ").split() for name in self._apart(word))

    def _apart(self, word: str) -> list[str]:
        """The codes that stand together in a word; the word itself where it is a card, or no cards at all."""
        plain = _plain(word)
        codes = _CODE[self.id].findall(plain)
        return codes if plain not in _READ[self.id] and "".join(codes) == plain else [word]

    def surplus(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """The cards that stand in `cards` more often than the deck holds them."""
        counts = self._counts
        held = list(cards)
        if len(set(held)) == len(held) and counts.keys() >= set(held):
            return ()
        return tuple(c for c, n in Counter(held).items() if c != UNKNOWN and n > counts.get(c, 0))


_COUNTS: dict[str, dict[Card, int]] = {}
_READ: dict[str, dict[str, Card]] = {}
_CODE: dict[str, re.Pattern[str]] = {}
"""Codes that can stand together: those of the cards, and aliases that end as they do."""
_EMOJI = "\ufe0f"
"""Follows a suit sign that is to be shown in colour."""


def _plain(text: str) -> str:
    return text.lower().replace(_EMOJI, "")


def _deck(deck: Deck) -> Deck:
    _COUNTS[deck.id] = dict(deck.contents)
    words = {code.lower(): code for code, _ in deck.contents}
    words |= {name.lower(): code for code, name in deck.names.items()}
    words |= {alias.lower(): code for alias, code in deck.aliases.items()}
    _READ[deck.id] = words
    short = {word for word in words if word.endswith(SUIT_SIGNS) or word[:2] == "10" or words[word].lower() == word}
    _CODE[deck.id] = re.compile("|".join(map(re.escape, sorted(short))))
    return deck


STANDARD = _deck(
    Deck(
        id="standard",
        contents=tuple((r + s, 1) for r in reversed(RANKS) for s in reversed(SUITS)),
        names={c: f"{RANK_NAMES[RANK[c]]} of {SUIT_NAMES[SUIT[c]]}" for c in RANK},
        aliases={"10" + s: "T" + s for s in SUITS}
        | {r.replace("T", ten) + SUIT_SIGNS[SUIT[r + s]]: r + s for r in RANKS for s in SUITS for ten in ("T", "10")},
    )
)

DRAGON = _deck(
    Deck(
        id="dragon",
        contents=(("RD", 3), ("BD", 3), ("GD", 1), ("PH", 7), ("TI", 8), ("PA", 9), ("MO", 10), ("RA", 12)),
        names={
            "RD": "Red Dragon", "BD": "Blue Dragon", "GD": "Gold Dragon", "PH": "Phoenix", "TI": "Tiger",
            "PA": "Panda", "MO": "Monkey", "RA": "Rabbit",
        },
        aliases={"red": "RD", "blue": "BD", "gold": "GD"},
    )
)  # fmt: skip

DECKS = {deck.id: deck for deck in (STANDARD, DRAGON)}
