"""Cards are short codes (`Ah`, `JK`); a deck is what the game's book says it contains.

Copies of one card carry the same code because nobody at the table can tell them apart.
"""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache, cached_property

from msgspec import Struct

from pitboss.rulebook.book import Book, BookCard

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
RANK_PLURALS = {rank: f"{name}{'es' if name.endswith('x') else 's'}" for rank, name in RANK_NAMES.items()}
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
SUIT_SIGNS = ("♣", "♦", "♥", "♠")
MOST = 256
"""No deck has more cards: the shuffle draws every place with one byte."""
_EMOJI = "\ufe0f"
"""Follows a suit sign that is to be shown in colour."""


class BadCard(ValueError):
    """A card that the deck does not contain, or contains less often than asked for."""


class BadDeck(ValueError):
    """A declaration that makes no deck."""


class Deck(Struct, frozen=True, dict=True):
    """The composition of one deck."""

    id: str
    contents: tuple[tuple[Card, int], ...]
    names: dict[Card, str]
    aliases: dict[str, Card]
    signs: dict[Card, str] = {}
    """What stands for a card that has no suit on a screen of characters."""
    inks: dict[Card, str] = {}
    """The colour in which such a card is shown there."""

    @cached_property
    def size(self) -> int:
        return sum(count for _, count in self.contents)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every card of the deck, in the order of the contents."""
        return tuple(card for card, count in self.contents for _ in range(count))

    @cached_property
    def suited(self) -> bool:
        """Whether every card has a rank and a suit."""
        return all(card in SUIT for card, _ in self.contents)

    @property
    def is_standard(self) -> bool:
        """Whether these are the 52 cards that everybody knows."""
        return self.contents == STANDARD.contents

    def count(self, card: Card) -> int:
        return self._counts.get(card, 0)

    @cached_property
    def _counts(self) -> dict[Card, int]:
        return dict(self.contents)

    @cached_property
    def _words(self) -> dict[str, Card]:
        """Everything by which a card may be called."""
        words = {code.lower(): code for code, _ in self.contents}
        words |= {name.lower(): code for code, name in self.names.items()}
        return words | {alias.lower(): code for alias, code in self.aliases.items()}

    @cached_property
    def _together(self) -> re.Pattern[str]:
        """Codes that can stand together: those of the cards, and aliases that end as they do."""
        words = self._words
        short = {word for word in words if word.endswith(SUIT_SIGNS) or word[:2] == "10" or words[word].lower() == word}
        return re.compile("|".join(map(re.escape, sorted(short))))

    def read(self, text: str) -> Card:
        """The card that `text` names: its code in any case, `10h` for `Th`, `A♥` for `Ah`, or its name."""
        card = self._words.get(_plain(text.strip()))
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
        codes = self._together.findall(plain)
        return codes if plain not in self._words and "".join(codes) == plain else [word]

    def surplus(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """The cards that stand in `cards` more often than the deck holds them."""
        counts = self._counts
        held = list(cards)
        if len(set(held)) == len(held) and counts.keys() >= set(held):
            return ()
        return tuple(c for c, n in Counter(held).items() if c != UNKNOWN and n > counts.get(c, 0))


def _plain(text: str) -> str:
    return text.lower().replace(_EMOJI, "")


STANDARD = Deck(
    id="standard",
    contents=tuple((r + s, 1) for r in reversed(RANKS) for s in reversed(SUITS)),
    names={c: f"{RANK_NAMES[RANK[c]]} of {SUIT_NAMES[SUIT[c]]}" for c in RANK},
    aliases={"10" + s: "T" + s for s in SUITS}
    | {r.replace("T", ten) + SUIT_SIGNS[SUIT[r + s]]: r + s for r in RANKS for s in SUITS for ten in ("T", "10")},
)


# --- a game's own deck ----------------------------------------------------------------------------------------------


def deck_of(book: Book) -> Deck:
    """The deck that a game's book declares: packs of 52 cards, its own cards, or both."""
    return _made(book.deck, book.packs, book.without, book.cards)


@cache
def _made(name: str, packs: int | None, without: tuple[Card, ...], own: tuple[BookCard, ...]) -> Deck:
    if not own and not without and packs in (None, 1):
        return STANDARD if name == STANDARD.id else Deck(name, STANDARD.contents, STANDARD.names, STANDARD.aliases)
    faults = _faults(packs, without, own)
    if faults:
        raise BadDeck("; ".join(faults))
    copies = packs if packs is not None else int(not own)
    suited = tuple((card, copies) for card, _ in STANDARD.contents if copies and card not in without)
    held = {card for card, _ in suited}
    return Deck(
        id=name,
        contents=(*suited, *((card.code, card.count) for card in own)),
        names={c: called for c, called in STANDARD.names.items() if c in held} | {c.code: c.name for c in own},
        aliases={alias: c for alias, c in STANDARD.aliases.items() if c in held}
        | {alias: card.code for card in own for alias in card.aliases},
        signs={card.code: card.sign for card in own if card.sign},
        inks={card.code: card.ink for card in own if card.ink},
    )


def _faults(packs: int | None, without: tuple[Card, ...], own: tuple[BookCard, ...]) -> list[str]:
    """What is wrong with a declared deck, all at once."""
    found = [f"packs = {packs} is not a possible number"] if packs is not None and packs < 0 else []
    found += [f"without: '{card}' is no card of the standard deck" for card in without if card not in RANK]
    codes = [card.code for card in own]
    found += [f"the card {code} stands there twice" for code, n in Counter(codes).items() if n > 1]
    found += [f"the code {code} means a standard card" for code in codes if code in RANK]
    found += [f"the code '{code}' must be two letters or figures" for code in codes if not _is_code(code)]
    found += [f"the card {card.code} needs a count of at least 1" for card in own if card.count < 1]
    if sum(card.count for card in own) + 52 * (packs or 0) > MOST:
        found.append(f"a deck has at most {MOST} cards")
    return found


def _is_code(code: Card) -> bool:
    return len(code) == 2 and code.isalnum() and code.isascii()
