"""Sets of cards: up to a renaming of the suits, with the number of sets that each stands for, and all of them, numbered
in colexicographic order. Cards in arrays are the numbers of the evaluator."""

from functools import cache
from math import comb

import numpy as np

from pitboss.cards.deck import RANK, RANKS, SUIT, SUITS, Card
from pitboss.odds.evaluator import CARDS
from pitboss.odds.kernels.card_sets import BITS, extend
from pitboss.odds.tables import LOWEST_RANK, Array
from pitboss.odds.tally import Pack


def is_rectangle(pack: Pack) -> bool:
    """Whether the pack holds every one of its ranks once in every one of its suits."""
    cards = [card for card, number in pack for _ in range(number)]
    if not all(card in RANK for card in cards):
        return False
    ranks, suits = {RANK[card] for card in cards}, {SUIT[card] for card in cards}
    return len(cards) == len(set(cards)) == len(ranks) * len(suits)


def sides(pack: Pack) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The ranks (0 for the two) and the suits of a pack that holds every rank in every suit once."""
    cards = [card for card, number in pack for _ in range(number)]
    if not is_rectangle(pack):
        raise ValueError(f"the pack of {len(cards)} cards does not hold each of its ranks once in each of its suits")
    ranks = tuple(sorted({RANK[card] - LOWEST_RANK for card in cards}))
    return ranks, tuple(sorted({SUIT[card] for card in cards}))


# --- up to suits ----------------------------------------------------------------------------------------------------


def set_of(cards: tuple[Card, ...]) -> int:
    """Cards as the kernels write them, whatever their suits are called."""
    masks = [sum(1 << RANK[c] - LOWEST_RANK for c in cards if SUIT[c] == suit) for suit in range(len(SUITS))]
    return sum(mask << BITS * place for place, mask in enumerate(sorted(masks, reverse=True)))


def cards_of(found: int) -> tuple[Card, ...]:
    """An example of a set of cards, lowest rank first."""
    bits = [bit for bit in range(BITS * len(SUITS)) if found >> bit & 1]
    return tuple(RANKS[bit % BITS] + SUITS[bit // BITS] for bit in sorted(bits, key=lambda bit: (bit % BITS, bit)))


@cache
def sets(pack: Pack, size: int) -> tuple[Array, Array, Array]:
    """All sets of this size up to suits, in ascending order; how many each stands for; and, for each set of one card
    less, the places of the sets it becomes with one more card."""
    if size == 0:
        return np.zeros(1, dtype=np.int64), np.ones(1, dtype=np.int64), np.zeros((0, 0), dtype=np.int64)
    ranks, suits = sides(pack)
    smaller, ways, _ = sets(pack, size - 1)
    grown = extend(smaller, size - 1, np.array(ranks, dtype=np.int64), len(suits))
    found, place = np.unique(grown, return_inverse=True)
    place = place.reshape(grown.shape)
    total = np.zeros(len(found), dtype=np.int64)
    np.add.at(total, place, np.broadcast_to(ways[:, None], grown.shape))
    return found, total // size, place  # a set arises once from each of its cards


def examples(found: Array, size: int) -> Array:
    """A row of cards for each of these sets."""
    suits, ranks = np.divmod(np.arange(BITS * len(SUITS)), BITS)
    held = np.unpackbits(np.ascontiguousarray(found).view(np.uint8).reshape(len(found), 8), axis=1, bitorder="little")
    _, bits = np.nonzero(held)
    rows: Array = (4 * ranks + suits).astype(np.uint8)[bits].reshape(len(found), size)
    return rows


def up_to_suits(rows: Array) -> Array:
    """Rows of cards → the set up to suits that each is an instance of."""
    masks = np.zeros((len(rows), len(SUITS)), dtype=np.int64)
    each = np.arange(len(rows))
    for column in rows.astype(np.int64).T:
        masks[each, column & 3] |= np.left_shift(1, column >> 2)
    masks = np.sort(masks, axis=1)[:, ::-1]
    packed: Array = (masks << BITS * np.arange(len(SUITS))).sum(axis=1)
    return packed


# --- all of them ----------------------------------------------------------------------------------------------------


@cache
def colex(size: int, cards: int = len(CARDS)) -> Array:
    """Every set of so many of 52 cards, or of fewer, one a row, each row ascending, in colexicographic order."""
    every = np.arange(cards, dtype=np.uint8)
    rows: Array = every[:, None] if size else np.zeros((1, 0), dtype=np.uint8)
    for n in range(2, size + 1):
        # Under each highest card stand, in the same order, all smaller sets of cards below it.
        below = [comb(card, n - 1) for card in range(cards)]
        rows = np.column_stack([np.concatenate([rows[:number] for number in below]), np.repeat(every, below)])
    return rows


def colex_numbers(rows: Array) -> Array:
    """Rows of different cards → the number of each set in colexicographic order."""
    ascending = np.sort(rows, axis=1)
    found = np.zeros(len(rows), dtype=np.int64)
    for n, column in enumerate(ascending.T, start=1):
        found += lower_sets(n)[column]
    return found


@cache
def lower_sets(size: int) -> Array:
    """How many sets of so many cards there are of the cards below each."""
    return np.array([comb(card, size) for card in range(len(CARDS))], dtype=np.int64)
