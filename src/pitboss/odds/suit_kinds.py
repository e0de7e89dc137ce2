"""All sets of so many cards of a pack, up to a renaming of the suits: which kinds there are, how many sets each stands
for, and what a ranking makes of each. Packs hold no card twice."""

from functools import cache, lru_cache
from itertools import permutations
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.cards.deck import RANK, SUIT, SUITS, Card
from pitboss.cards.ranking import Hand
from pitboss.odds.kernels import suit_kinds as k
from pitboss.odds.tables import Array
from pitboss.odds.tally import Pack
from pitboss.table.cells import Ranking

LARGEST = 6
"""Cards in a set: of 52 cards there are 20 million sets of six."""


class NumberedPack(NamedTuple):
    """A pack whose cards have numbers: by rank and suit, others last."""

    cards: tuple[Card, ...]
    renamings: Array
    """[renaming, card]: its new number; the first changes nothing."""
    choose: Array
    """choose[n, k], so that kernels can number sets."""

    @property
    def number(self) -> dict[Card, int]:
        """The number of each card."""
        return {card: number for number, card in enumerate(self.cards)}


class SuitKinds(NamedTuple):
    """The sets of one size. Kinds are numbered in the order of their first sets."""

    kind: Array
    """[set]: its kind."""
    renaming: Array
    """[set]: a renaming that makes it the first set of its kind."""
    cards: Array
    """[kind, …]: the cards of the first set, which ascend."""
    ways: Array
    """[kind]: how many sets are of this kind."""


class Heights(NamedTuple):
    """What sets of cards make."""

    hands: tuple[Hand, ...]
    """Every hand, the lowest first."""
    height: Array
    """[kind]: the place among these hands."""


@cache
def numbered(pack: Pack, suits_alike: bool = True) -> NumberedPack:
    """The pack with its renamings: only the one that changes nothing where suits are not alike."""
    cards = [card for card, n in pack if n]
    if any(n > 1 for _, n in pack):
        raise ValueError("a pack that holds a card twice cannot be counted as sets of cards")
    cards.sort(key=lambda card: (card not in RANK, RANK.get(card, 0), SUIT.get(card, 0)))
    number = {card: place for place, card in enumerate(cards)}
    found = []
    for new in permutations(range(len(SUITS))) if suits_alike else [tuple(range(len(SUITS)))]:
        renamed = [card[0] + SUITS[new[SUIT[card]]] if card in SUIT else card for card in cards]
        if set(renamed) == set(cards):
            found.append(tuple(number[card] for card in renamed))
    choose = np.array([[comb(n, i) for i in range(LARGEST + 2)] for n in range(len(cards) + 1)], dtype=np.int64)
    return NumberedPack(tuple(cards), np.array(list(dict.fromkeys(found)), dtype=np.int64), choose)


@lru_cache(maxsize=32)
def kinds(pack: Pack, size: int, suits_alike: bool = True) -> SuitKinds:
    """The sets of so many cards."""
    known = numbered(pack, suits_alike)
    total = comb(len(known.cards), size)
    kind, renaming = np.full(total, -1, dtype=np.int32), np.zeros(total, dtype=np.uint8)
    firsts, ways = np.zeros(total, dtype=np.int64), np.zeros(total, dtype=np.int64)
    found = k.list_kinds(size, known.renamings, known.choose, kind, renaming, firsts, ways)
    cards = np.zeros((found, size), dtype=np.int64)
    k.cards_of(firsts[:found], size, known.choose, cards)
    return SuitKinds(kind, renaming, cards, ways[:found].copy())


@lru_cache(maxsize=32)
def made(pack: Pack, size: int, ranking: Ranking, suits_alike: bool = True) -> tuple[Hand, ...]:
    """What the first set of each kind makes, by the ranking's own function."""
    names = numbered(pack, suits_alike).cards
    return tuple(
        ranking.of(tuple([names[card] for card in row])) for row in kinds(pack, size, suits_alike).cards.tolist()
    )


@lru_cache(maxsize=32)
def heights(pack: Pack, size: int, ranking: Ranking, suits_alike: bool = True) -> Heights:
    """The order of all hands of so many cards."""
    each = made(pack, size, ranking, suits_alike)
    hands = sorted(dict.fromkeys(each), key=lambda hand: hand.key)
    place = {hand: number for number, hand in enumerate(hands)}
    return Heights(tuple(hands), np.array([place[hand] for hand in each], dtype=np.int32))
