"""Hands of which only some ranks count (`Ranking.only`). All that matters of one is how many cards of each of these
ranks it has, whether one suit has all of them, and how many suits it leaves untouched. How often each comes follows
from binomial coefficients."""

from functools import cache
from itertools import product
from math import comb, prod
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
    """Suits of which he holds no counting card."""


class Suits(NamedTuple):
    """A pack as this count sees it."""

    suits: str
    only: str
    """The ranks that count, lowest first."""
    counting: str
    """Those of them that the pack has."""
    low: int
    """How many cards do not count."""


def fits(only: str, size: int) -> bool:
    """Whether hands of so many cards can be counted so: no two suits can have all these ranks."""
    return size < 2 * len(only)


@cache
def seen(pack: Pack, only: str) -> Suits:
    ranks = "".join(r for r in RANKS if any(card[0] == r for card, n in pack if n))
    suits = "".join(s for s in SUITS if any(card[1] == s for card, n in pack if n))
    if {card: n for card, n in pack if n} != {r + s: 1 for r in ranks for s in suits}:
        raise ValueError(f"the pack is not one card of each of the ranks {ranks} in each of the suits {suits}")
    ordered = "".join(r for r in RANKS if r in only)
    counting = "".join(r for r in ranks if r in only)
    return Suits(suits, ordered, counting, (len(ranks) - len(counting)) * len(suits))


def held(pack: Suits, cards: tuple[Card, ...]) -> HeldCards:
    """What these cards say of the deal."""
    ranks = {suit: {card[0] for card in cards if card[1] == suit} & set(pack.only) for suit in pack.suits}
    vector = tuple(sum(rank in ranks[suit] for suit in pack.suits) for rank in pack.counting)
    return HeldCards(vector, any(len(r) == len(pack.only) for r in ranks.values()), sum(not r for r in ranks.values()))


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
    each = product(range(len(pack.suits) + 1), repeat=len(pack.counting))
    return tuple(v for v in each if sum(v) <= size)


def all_ranks(pack: Suits, vector: Vector) -> bool:
    return len(vector) == len(pack.only) and all(vector)


@cache
def hands(pack: Suits, size: int) -> dict[HeldCards, int]:
    """Every hand of so many cards as far as it matters, and in how many ways the pack deals it."""
    suits = len(pack.suits)
    found: dict[HeldCards, int] = {}
    for vector in vectors(pack, size):
        low = comb(pack.low, size - sum(vector))
        within = [prod(comb(n, k) for k in vector) for n in range(suits + 1)]
        able = all_ranks(pack, vector)
        wholes = [n * prod(comb(n - 1, k - 1) for k in vector) if n and able else 0 for n in range(suits + 1)]
        for touched in range(suits + 1):
            whole = comb(suits, touched) * _exactly(wholes, touched)
            both = comb(suits, touched) * _exactly(within, touched)
            found[HeldCards(vector, True, suits - touched)] = low * whole
            found[HeldCards(vector, False, suits - touched)] = low * (both - whole)
    return {held: ways for held, ways in found.items() if ways}


def _exactly(within: list[int], n: int) -> int:
    """Ways that touch all of `n` given suits, from the ways that touch none but `m` given suits."""
    return sum((-1) ** (n - m) * comb(n, m) * within[m] for m in range(n + 1))
