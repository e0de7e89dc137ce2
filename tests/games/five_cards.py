"""Five cards ranked a second time, from nothing but ranks and suits."""

from collections import Counter
from itertools import product

Card = tuple[int, str]
PACK: list[Card] = list(product(range(2, 15), "cdhs"))
KINDS = (
    "high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind",
    "straight_flush", "royal_flush",
)  # fmt: skip


def plainly(cards: tuple[Card, ...]) -> tuple[int, ...]:
    """The kind of hand by its place among `KINDS`, then what decides within it."""
    count = Counter(rank for rank, _ in cards)
    ranks = sorted(count, key=lambda rank: (count[rank], rank), reverse=True)
    shape = sorted(count.values(), reverse=True)
    if shape != [1, 1, 1, 1, 1]:
        kind = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}[tuple(shape)]
        return kind, *ranks
    if ranks == [14, 5, 4, 3, 2]:
        ranks = [5, 4, 3, 2, 1]
    flush = len({suit for _, suit in cards}) == 1
    if ranks[0] - ranks[4] == 4:
        return (9 if ranks[0] == 14 else 8) if flush else 4, *ranks
    return 5 if flush else 0, *ranks


def written(cards: tuple[Card, ...]) -> str:
    return " ".join("23456789TJQKA"[rank - 2] + suit for rank, suit in cards)


def read(text: str) -> tuple[Card, ...]:
    return tuple(("23456789TJQKA".index(card[0]) + 2, card[1]) for card in text.split())
