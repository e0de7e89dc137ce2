"""What a rule asks of a word: "T or better", 4, "20 or fewer", "2 to 5", true, "pair of tens or better", or a list of
these. Every value becomes ranges of whole numbers, in which spots are measured."""

import re
from collections.abc import Callable, Iterable

from msgspec import Struct

from pitboss.cards.deck import RANK_NAMES, RANKS
from pitboss.cards.ranking import Hand
from pitboss.lab.strategies.words import WordKind

Range = tuple[int, int]
"""From, to; both included."""
MOST = 1 << 30
_UP = ("or better", "or higher", "or more")
_DOWN = ("or worse", "or lower", "or fewer", "or less")
ALLOWED: dict[WordKind, str] = {
    "rank": '2 to 9, T, J, Q, K, A, such as "T", "T or better", "6 or lower", "2 to 5", "none", true for any, or a '
    "list",
    "number": 'a whole number, such as 4, "4 or more", "20 or fewer", "2 to 5", or a list',
    "yes": "true or false",
    "hand": 'a hand such as "pair", "pair or better", "pair of tens or better", "A-K or better", or a list',
}


class BadWordValue(ValueError):
    """A value that the word cannot have."""


class HandScale(Struct, frozen=True):
    """The hands that can be made at a decision, from the lowest to the highest; spots are measured by their places."""

    hands: tuple[Hand, ...]
    examples: dict[str, int] = {}
    """Cards joined by hyphens → what they make, in decks without ranks."""

    @property
    def names(self) -> tuple[str, ...]:
        """The categories, the lowest first."""
        return tuple(dict.fromkeys(hand.name.replace("_", " ") for hand in self.hands))

    def find(self, text: str) -> tuple[Range, ...]:
        """The places of the hands that are called so: by category, with a rank, or by the ranks of a high card."""
        said = text.strip().lower().replace("_", " ")
        if said in self.names:
            return self._where(lambda hand: hand.name.replace("_", " ") == said)
        if self.examples:
            place = self.examples.get(said.upper(), -1)
            return ((place, place),) if place >= 0 else ()
        name, of, rank = said.rpartition(" of ")
        if of and name in self.names and (number := rank_of(rank)):
            return self._where(lambda hand: hand.name.replace("_", " ") == name and hand.key[1:2] == (number,))
        ranks = tuple(rank_of(part) for part in said.split("-"))
        lowest = self.hands[0].name
        if "-" in said and all(ranks):
            return self._where(lambda hand: hand.name == lowest and hand.key[1 : 1 + len(ranks)] == ranks)
        return ()

    def _where(self, fits: Callable[[Hand], bool]) -> tuple[Range, ...]:
        """The runs of hands that fit; hands of one name need not follow each other."""
        fitting = [fits(hand) for hand in self.hands]
        starts = [n for n, here in enumerate(fitting) if here and not (n and fitting[n - 1])]
        ends = [n for n, here in enumerate(fitting) if here and not (n + 1 < len(fitting) and fitting[n + 1])]
        return tuple(zip(starts, ends, strict=True))


def rank_of(text: str) -> int:
    """The rank that is called so, 2 to 14, or 0."""
    said = text.strip().lower()
    for number, name in RANK_NAMES.items():
        plural = f"{name}es" if name.endswith("x") else f"{name}s"
        if said in (name, plural, str(number) if number <= 10 else name, RANKS[number - 2].lower()):
            return number
    return 0


def ranges(kind: WordKind, value: object, scale: HandScale | None = None) -> tuple[Range, ...]:
    """What a value asks for. Raises `BadWordValue` with what is allowed."""
    if isinstance(value, list):
        if not value:
            raise BadWordValue(f"an empty list fits nothing; allowed is {_allowed(kind, scale)}")
        return tuple(one for each in value for one in ranges(kind, each, scale))
    found = _one(kind, value, scale)
    if not found:
        raise BadWordValue(f"{_shown(value)} is not understood; allowed is {_allowed(kind, scale)}")
    return found


def _allowed(kind: WordKind, scale: HandScale | None) -> str:
    names = f"; the hands here are {', '.join(scale.names)}" if scale is not None else ""
    return ALLOWED[kind] + names


def _shown(value: object) -> str:
    return f"'{value}'" if isinstance(value, str) else str(value).lower()


def _one(kind: WordKind, value: object, scale: HandScale | None) -> tuple[Range, ...]:
    if isinstance(value, bool):
        if kind == "yes":
            return ((1, 1),) if value else ((0, 0),)
        return (((1, MOST) if value else (0, 0)),) if kind == "rank" else ()
    if isinstance(value, int):
        value = str(value)
    if kind == "yes" or not isinstance(value, str):
        return ()
    said = " ".join(value.split())
    for ending in (*_UP, *_DOWN):
        if said.lower().endswith(f" {ending}"):
            found = _single(kind, said[: -len(ending)], scale)
            if not found:
                return ()
            return ((found[0][0], MOST),) if ending in _UP else ((1 if kind == "rank" else 0, found[-1][1]),)
    if between := re.fullmatch(r"(.+) to (.+)", said):
        first, second = (_single(kind, part, scale) for part in between.groups())
        if first and second:
            low, high = sorted((first, second))
            return ((low[0][0], high[-1][1]),)
    return _single(kind, said, scale)


def _single(kind: WordKind, text: str, scale: HandScale | None) -> tuple[Range, ...]:
    said = text.strip()
    if kind == "hand":
        return scale.find(said) if scale is not None else ()
    if kind == "rank":
        number = 0 if said.lower() == "none" else rank_of(said)
        return ((number, number),) if number or said.lower() == "none" else ()
    return ((int(said), int(said)),) if re.fullmatch(r"\d{1,6}", said) else ()


def in_words(value: object) -> str:
    """A value as it is told in a list of rules."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " or ".join(in_words(each) for each in value)
    return str(value)


def told(words: Iterable[tuple[str, object]]) -> str:
    """The conditions of a rule in one line."""
    return ", ".join(f"{name.replace('_', ' ')} {in_words(value)}" for name, value in words)
