"""Hands of which only some ranks count (`Ranking.only`). All that matters of one is how many cards of each of these
ranks it has, whether one suit has all of them, and how many suits it leaves untouched. The pack may lack cards."""

from collections import Counter
from functools import cache
from itertools import combinations, product
from math import comb
from typing import NamedTuple

from pitboss.cards.deck import RANKS, SUITS, Card
from pitboss.odds.tally import Pack

Vector = tuple[int, ...]
"""How many cards of each counting rank that the pack has, lowest rank first."""


class HeldCards(NamedTuple):
    """All that a player's cards say of the deal."""

    vector: Vector
    whole: bool
    """One suit holds every rank that counts."""
    untouched: int
    """Suits of which the pack has every rank that counts and he holds none."""


class Suits(NamedTuple):
    """A pack as this count sees it."""

    suits: str
    only: str
    """The ranks that count, lowest first."""
    counting: str
    """Those of them that the pack has."""
    low: int
    """How many cards do not count."""
    there: tuple[tuple[int, ...], ...]
    """Which of the counting ranks the pack has of each suit, by their places."""

    @property
    def many(self) -> Vector:
        """How many cards of each counting rank the pack has."""
        return tuple(sum(rank in some for some in self.there) for rank in range(len(self.counting)))

    @property
    def complete(self) -> tuple[str, ...]:
        """The suits of which the pack has every rank that counts."""
        pairs = zip(self.suits, self.there, strict=True)
        return tuple(suit for suit, some in pairs if len(some) == len(self.counting))


def fits(only: str, size: int) -> bool:
    """Whether hands of so many cards can be counted so: no two suits can have all these ranks."""
    return size < 2 * len(only)


@cache
def seen(pack: Pack, only: str) -> Suits:
    """The pack by its suits, and the ranks that count."""
    if twice := [card for card, n in pack if n > 1]:
        raise ValueError(f"a pack that holds {twice[0]} twice cannot be counted by the ranks that count")
    cards = {card for card, n in pack if n}
    suits = "".join(s for s in SUITS if any(card[1] == s for card in cards))
    counting = "".join(r for r in RANKS if r in only and any(card[0] == r for card in cards))
    there = tuple(tuple(place for place, r in enumerate(counting) if r + s in cards) for s in suits)
    low = len(cards) - sum(map(len, there))
    return Suits(suits, "".join(r for r in RANKS if r in only), counting, low, there)


def held(pack: Suits, cards: tuple[Card, ...]) -> HeldCards:
    """What these cards say of the deal."""
    ranks = {suit: {card[0] for card in cards if card[1] == suit} & set(pack.only) for suit in pack.suits}
    vector = tuple(sum(rank in ranks[suit] for suit in pack.suits) for rank in pack.counting)
    whole = any(len(r) == len(pack.only) for r in ranks.values())
    return HeldCards(vector, whole, sum(not ranks[suit] for suit in pack.complete))


def example(pack: Suits, vector: Vector, whole: bool) -> tuple[Card, ...]:
    """Counting cards with these ranks, with all of them in one suit or without (where there is a way without)."""
    suits, cards, gap = pack.suits, [], 0
    for rank, n in zip(pack.counting, vector, strict=True):
        # The suits left out follow each other around, so that soon no suit is common to all ranks.
        left_out = set() if whole else {(gap + i) % len(suits) for i in range(len(suits) - n)}
        gap += len(left_out)
        cards += [rank + suit for i, suit in enumerate(suits) if i not in left_out][:n]
    return tuple(cards)


@cache
def vectors(pack: Suits, size: int) -> tuple[Vector, ...]:
    """How often each rank that counts can be held among so many cards."""
    return tuple(v for v in product(*(range(n + 1) for n in pack.many)) if sum(v) <= size)


def all_ranks(pack: Suits, vector: Vector) -> bool:
    """Whether every rank that counts is held."""
    return len(vector) == len(pack.only) and all(vector)


@cache
def hands(pack: Suits, size: int) -> dict[HeldCards, int]:
    """Every hand of so many cards as far as it matters, and in how many ways the pack deals it: suit by suit."""
    found = Counter({HeldCards((0,) * len(pack.counting), False, 0): 1})
    for suit, there in zip(pack.suits, pack.there, strict=True):
        more: Counter[HeldCards] = Counter()
        for some in (part for n in range(len(there) + 1) for part in combinations(there, n)):
            whole, untouched = len(some) == len(pack.only), not some and suit in pack.complete
            for before, ways in found.items():
                vector = tuple(n + (rank in some) for rank, n in enumerate(before.vector))
                if sum(vector) <= size:
                    more[HeldCards(vector, before.whole or whole, before.untouched + untouched)] += ways
        found = more
    lows = [comb(pack.low, n) for n in range(size + 1)]
    every = {held: ways * lows[size - sum(held.vector)] for held, ways in sorted(found.items())}
    return {held: ways for held, ways in every.items() if ways}
