"""Random deals that can be asked for by number: round n of a seed is always the same, whoever works it out and in which
order. The stream is Philox 4x32-10 (Salmon, Moraes, Dror and Shaw, 2011), keyed by the seed and counted by round and
block. Cards are drawn by Fisher–Yates from the front. Each word of the stream draws several places, by multiplication
with rejection (Lemire, 2019; Brackett-Rozinsky and Lemire, 2024): a word times the number of ways in which they can
come has in its upper half the number of one way, written to the bases of the single draws; a word whose lower half
falls below the remainder is thrown away, so that every way is left equally many words."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.kernels import kernel

Array = NDArray[Any]
U8, U32, U64 = np.uint8, np.uint32, np.uint64
LOW = U64(0xFFFFFFFF)
BITS = U64(32)
WORDS = U64(1 << 32)
MULTIPLY_0, MULTIPLY_1 = U64(0xD2511F53), U64(0xCD9E8D57)
WEYL_0, WEYL_1 = U64(0x9E3779B9), U64(0xBB67AE85)
ROUNDS = 10
MOST_WAYS = 1 << 23
"""A word draws as many cards as can come in no more ways than this: at most one word in 512 is thrown away."""
LARGEST_DECK = 255
"""Places are kept in a byte."""
BATCH = 512
"""Rounds dealt together: all that is known of them stays in the nearest cache."""


@kernel
def philox_round(a: Any, b: Any, c: Any, d: Any, key_0: Any, key_1: Any) -> Any:
    first = MULTIPLY_0 * a
    second = MULTIPLY_1 * c
    return (second >> BITS) ^ b ^ key_0, second & LOW, (first >> BITS) ^ d ^ key_1, first & LOW


@kernel
def philox(a: Any, b: Any, c: Any, d: Any, key_0: Any, key_1: Any) -> Any:
    """The four words of one counter; every value is below 2³²."""
    for _ in range(ROUNDS):
        a, b, c, d = philox_round(a, b, c, d, key_0, key_1)
        key_0 = (key_0 + WEYL_0) & LOW
        key_1 = (key_1 + WEYL_1) & LOW
    return a, b, c, d


@kernel
def drawn_together(left: Any) -> Any:
    """How many cards one word draws from so many that are left, and in how many ways they can come."""
    count = 1
    ways = left
    while count < left and ways * (left - count) <= MOST_WAYS:
        ways *= left - count
        count += 1
    return count, U64(ways)


# --- one round ------------------------------------------------------------------------------------------------------


@kernel
def deal(number: Any, key_0: Any, key_1: Any, deck: Any, needed: Any, order: Any) -> None:
    """order[:needed]: the first cards of round `number`, drawn from `deck` (the numbers of all cards). What comes
    behind them is of no meaning."""
    size = len(deck)
    for i in range(size):
        order[i] = deck[i]
    block = U64(0)
    a = b = c = d = U64(0)
    have = 0
    i = 0
    while i < needed:
        together, ways = drawn_together(size - i)
        spoiled = WORDS % ways
        while True:
            if have == 0:
                a, b, c, d = philox(U64(number) & LOW, U64(number) >> BITS, block, U64(0), key_0, key_1)
                block += U64(1)
                have = 4
            word = a
            a = b
            b = c
            c = d
            have -= 1
            if (word * ways) & LOW >= spoiled:
                break
        for _ in range(together):
            product = word * U64(size - i)
            word = product & LOW
            pick = i + np.int64(product >> BITS)
            taken = order[pick]
            order[pick] = order[i]
            order[i] = taken
            i += 1


@kernel
def deals(first: Any, key_0: Any, key_1: Any, deck: Any, needed: Any, found: Any) -> None:
    """found[n, :needed]: the first cards of round first + n. For the real engine, and for whoever wants to look."""
    order = np.empty(len(deck), np.int64)
    for n in range(found.shape[0]):
        deal(np.int64(first + n), key_0, key_1, deck, needed, order)
        for i in range(needed):
            found[n, i] = order[i]


# --- many rounds at once --------------------------------------------------------------------------------------------
# A round is a column. The loops over rounds are as plain as can be and write one array each: then the compiler does
# many rounds with one instruction. Rows are numbered without sign, or it would ask of each whether it counts from the
# end.


class DealtInto(NamedTuple):
    """What a batch is dealt into."""

    cards: Array
    """[draw, round]: the card, as its place in the whole deck."""
    places: Array
    """[draw, round]: the place drawn from."""
    fronts: Array
    """[draw, round]: the card that was in front then, and took that place."""
    early: Array
    late: Array
    """The first two and the last two words of the round's block, in the halves of one number."""
    word: Array
    again: Array
    """Not 0 if one of the round's words was thrown away."""


@kernel
def room(size: Any) -> Any:
    """Room for decks of so many cards."""
    return DealtInto(
        np.zeros((size, BATCH), U8),
        np.zeros((size, BATCH), U8),
        np.zeros((size, BATCH), U8),
        np.zeros(BATCH, U64),
        np.zeros(BATCH, U64),
        np.zeros(BATCH, U32),
        np.zeros(BATCH, U8),
    )


@kernel
def _count_up(first: Any, numbers: Any) -> None:
    for n in range(len(numbers)):
        numbers[n] = U64(first) + U64(n)


@kernel
def _fill(value: Any, numbers: Any) -> None:
    for n in range(len(numbers)):
        numbers[n] = value


@kernel
def _mix(key_0: Any, key_1: Any, early: Any, late: Any) -> None:
    """One round of Philox."""
    for n in range(len(early)):
        x, y = early[n], late[n]
        a, b, c, d = philox_round(x & LOW, x >> BITS, y & LOW, y >> BITS, key_0, key_1)
        early[n] = a | b << BITS
        late[n] = c | d << BITS


@kernel
def _half(pairs: Any, shift: Any, word: Any) -> None:
    for n in range(len(word)):
        word[n] = U32(pairs[n] >> shift)


@kernel
def _draw(word: Any, left: Any, i: Any, places: Any) -> None:
    """Draw i from the cards that are left; the word keeps what remains of it."""
    for n in range(len(word)):
        product = U64(word[n]) * U64(U32(left))
        places[i, n] = U8(U64(i) + (product >> BITS))
        word[n] = U32(product)


@kernel
def _spoil(word: Any, spoiled: Any, again: Any) -> None:
    for n in range(len(word)):
        again[n] |= U8(word[n] < U32(spoiled))


@kernel
def _begin(i: Any, places: Any, cards: Any, fronts: Any) -> None:
    for n in range(places.shape[1]):
        cards[i, n] = places[i, n]
    for n in range(places.shape[1]):
        fronts[i, n] = U8(i)


@kernel
def _follow(i: Any, j: Any, places: Any, fronts: Any, cards: Any) -> None:
    """Where draw j left another card at the place of draw i."""
    for n in range(places.shape[1]):
        now, before = fronts[j, n], cards[i, n]
        cards[i, n] = now if places[j, n] == places[i, n] else before


@kernel
def _follow_front(i: Any, j: Any, places: Any, fronts: Any) -> None:
    """Where draw j left another card at the place that is in front at draw i."""
    for n in range(places.shape[1]):
        now, before = fronts[j, n], fronts[i, n]
        fronts[i, n] = now if places[j, n] == U8(i) else before


@kernel
def deal_batch(first: Any, key_0: Any, key_1: Any, size: Any, needed: Any, batch: DealtInto) -> None:
    """batch.cards[:needed]: the first cards of the rounds from `first` on, the same as by `deal`."""
    _fill(U8(0), batch.again)
    i = 0
    used = 0
    while i < needed:
        if used & 3 == 0:
            _count_up(first, batch.early)
            _fill(U64(used >> 2), batch.late)
            mixed_0, mixed_1 = U64(key_0), U64(key_1)
            for _ in range(ROUNDS):
                _mix(mixed_0, mixed_1, batch.early, batch.late)
                mixed_0 = (mixed_0 + WEYL_0) & LOW
                mixed_1 = (mixed_1 + WEYL_1) & LOW
        _half(batch.late if used & 2 else batch.early, U64(32 * (used & 1)), batch.word)
        together, ways = drawn_together(size - i)
        for _ in range(together):
            _draw(batch.word, size - i, U64(i), batch.places)
            i += 1
        _spoil(batch.word, WORDS % ways, batch.again)
        used += 1
    for draw in range(U64(needed)):
        _begin(draw, batch.places, batch.cards, batch.fronts)
        for before in range(draw):
            _follow(draw, before, batch.places, batch.fronts, batch.cards)
            _follow_front(draw, before, batch.places, batch.fronts)
    whole = np.arange(size)
    order = np.empty(size, np.int64)
    for n in range(BATCH):
        if batch.again[n]:
            deal(np.int64(first + n), key_0, key_1, whole, needed, order)
            for i in range(needed):
                batch.cards[i, n] = order[i]


@kernel
def name(deck: Any, needed: Any, batch: DealtInto) -> None:
    """Places in the deck become the numbers of the cards there. In most decks they are the same."""
    for i in range(len(deck)):
        if deck[i] != i:
            break
    else:
        return
    for i in range(U64(needed)):
        for n in range(U64(BATCH)):
            batch.cards[i, n] = deck[U64(batch.cards[i, n])]
