"""How cards become the number of a hand, for the kernel of games that set two hands against each other."""

from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb

import numpy as np
from msgspec import Struct

from pitboss.cards.deck import Card
from pitboss.odds import ranks_that_count, suit_kinds
from pitboss.odds.kernels.sim_against import Numbers
from pitboss.odds.ranks_that_count import HeldCards
from pitboss.odds.shapes import against_kinds, against_sets
from pitboss.odds.shapes.against_game import AgainstSight
from pitboss.odds.tables import Array
from pitboss.odds.tally import Pack
from pitboss.simulation.setting import deck_of
from pitboss.table.rules import Rules

MOST = 1 << 24
"""Numbers of hands."""
BITS = 32
"""Of a sum."""


class Hands(Struct, frozen=True):
    """The numbers of hands of one size."""

    deck: Array
    """The number of every card in the deck."""
    numbers: Numbers
    examples: list[tuple[Card, ...] | None]
    """number → cards of such a hand, those that count; None where no hand has the number"""
    which: Array
    """number → the hand as the solver counts it; any where no hand has the number"""
    opens: Array
    """number of a set of open cards → the set as the solver counts it"""
    renamed: Array
    """[renaming, card in the deck]: the number by which a set of open cards is numbered"""


_NONE, _NO_KINDS = np.zeros(1, dtype=np.uint8), np.zeros(1, dtype=np.uint32)


def _padded(adds: Array) -> Array:
    """An odd number of rows, three at least, as the kernel adds them."""
    wanted = max(3, len(adds) + (len(adds) + 1) % 2)
    return np.concatenate([adds, np.zeros((wanted - len(adds), adds.shape[1]), dtype=adds.dtype)])


def _too_many(rules: Rules) -> ValueError:
    return ValueError(f"{rules.book.title} is not simulated in bulk: its hands are too many to be numbered")


def of_kinds(rules: Rules, sight: AgainstSight, size: int) -> Hands:
    """Kinds of card, whatever their order, written to the base of how many there are."""
    deck, kinds = deck_of(rules)
    if len(kinds) ** size > MOST:
        raise _too_many(rules)
    adds = np.array([deck * len(kinds) ** (size - 1 - i) for i in range(size)], dtype=np.uint32)
    dealt = {cards: place for place, cards in enumerate(against_kinds.hands(rules.deck.contents, size))}
    every = [tuple(kinds[k] for k in sorted(some)) for some in product(range(len(kinds)), repeat=size)]
    examples = [cards if cards in dealt else None for cards in every]
    rows = [[comb(max(k + i - 1, 0), i) for i in range(size + 2)] for k in range(len(kinds))]
    choose = np.array(rows, dtype=np.uint32)
    numbers = Numbers(False, _padded(adds), BITS, _NONE, 1, choose, _NO_KINDS, _NONE)
    opened = {cards: place for place, cards in enumerate(against_kinds.hands(rules.deck.contents, sight.shown))}
    sets = sorted(combinations_with_replacement(range(len(kinds)), sight.shown), key=lambda some: some[::-1])
    opens = np.array([opened.get(tuple(kinds[k] for k in some), 0) for some in sets])
    which = np.array([dealt.get(cards, 0) for cards in every])
    return Hands(deck, numbers, examples, which, opens, deck[None, :].astype(np.uint8))


def of_ranks(rules: Rules, sight: AgainstSight, size: int) -> Hands:
    """How many cards there are of each rank that counts, to the base of how many a rank has, and what matters of how
    many there are of each suit."""
    only = sight.his.only
    pack = ranks_that_count.seen(rules.deck.contents, only)
    ranks, suits = len(pack.counting), len(pack.suits)
    base, suit_bits = suits + 1, ranks.bit_length()
    bits, width = (base**ranks).bit_length(), 2 * (suits + 1)
    if bits + suits * suit_bits > BITS:
        raise _too_many(rules)
    deck, names = deck_of(rules)
    values = []
    for card in names:
        rank, suit = pack.counting.find(card[0]), pack.suits.index(card[1])
        values.append(base**rank + (1 << bits + suit_bits * suit) if rank >= 0 else 0)
    upper = np.zeros(1 << suit_bits * suits, dtype=np.uint8)
    for counts in product(range(ranks + 1), repeat=suits):
        index = sum(n << suit_bits * suit for suit, n in enumerate(counts))
        upper[index] = counts.count(0) + (suits + 1) * (ranks == len(only) and ranks in counts)
    number = {
        spot: sum(n * base**rank for rank, n in enumerate(spot.vector)) * width + _shape(spot, suits)
        for spot in ranks_that_count.hands(pack, size)
    }
    examples: list[tuple[Card, ...] | None] = [None] * (base**ranks * width)
    which = np.zeros(base**ranks * width, dtype=np.int64)
    for place, (spot, index) in enumerate(number.items()):
        which[index] = place
        examples[index] = ranks_that_count.example(pack, spot.vector, spot.whole)
    each = _padded(np.array([values] * size, dtype=np.uint32)[:, deck])
    numbers = Numbers(False, each, bits, upper, width, np.zeros((1, 1), dtype=np.uint32), _NO_KINDS, _NONE)
    return Hands(deck, numbers, examples, which, np.zeros(1, dtype=np.int64), np.zeros((1, 1), dtype=np.uint8))


def _shape(spot: HeldCards, suits: int) -> int:
    return spot.untouched + (suits + 1) * spot.whole


@lru_cache(maxsize=2)
def _examples(pack: Pack, size: int, alike: bool) -> list[tuple[Card, ...] | None]:
    """The first set of each kind."""
    names = suit_kinds.numbered(pack, alike).cards
    return [tuple([names[card] for card in row]) for row in suit_kinds.kinds(pack, size, alike).cards.tolist()]


def of_sets(rules: Rules, sight: AgainstSight, size: int) -> Hands:
    """Sets of cards, by their kinds."""
    pack, alike = rules.deck.contents, against_sets.suits_alike(sight)
    known, sets = suit_kinds.numbered(pack, alike), suit_kinds.kinds(pack, size, alike)
    deck, names = deck_of(rules)
    assert known.cards == names, "deck and sets number the cards alike"
    choose, kinds = known.choose.astype(np.uint32), sets.kind.astype(np.uint32)
    numbers = Numbers(True, np.zeros((3, 1), dtype=np.uint32), BITS, _NONE, 1, choose, kinds, sets.renaming)
    examples = _examples(pack, size, alike)
    opens = np.arange(comb(len(known.cards), sight.shown))
    return Hands(deck, numbers, examples, np.arange(len(examples)), opens, known.renamings.astype(np.uint8))
