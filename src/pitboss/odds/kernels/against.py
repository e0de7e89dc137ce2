"""How many of the dealer's hands avoid the player's cards P, contain the open cards O and are lower than a limit:
Σ over S ⊆ P of (−1)^|S| N(S ∪ O), where N(T) counts the hands below the limit that contain T.

N is kept for one limit at a time. The dealer's hands enter it from the lowest to the highest, so whatever is asked for
one limit is asked together, and then the limit rises."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.kernels import kernel
from pitboss.odds.kernels.deals import U64
from pitboss.odds.kernels.suit_kinds import following

Array = NDArray[Any]


class Tasks(NamedTuple):
    """What is asked, in ascending order of limits: how many of the dealer's hands are below, for one hand of the player
    and every set of open cards."""

    limit: Array
    hand: Array
    run: Array
    """Where the answer goes: found[hand, open, run]."""


class DealerHands(NamedTuple):
    """All hands of the dealer, the lowest first."""

    cards: Array
    """[hand, …]: its cards, which ascend."""
    below: Array
    """[limit]: how many hands are lower."""
    begin: Array
    """[size]: where in N the sets of so many cards begin; −1 for sizes that nobody asks for."""


@kernel
def _enter(first: Any, last: Any, dealer: DealerHands, choose: Any, containing: Any) -> None:
    """Hands enter N with all their subsets."""
    size = dealer.cards.shape[1]
    number, count = np.zeros(1 << size, np.uint64), np.zeros(1 << size, np.int64)
    for hand in range(first, last):
        if dealer.begin[0] >= 0:
            containing[U64(dealer.begin[0])] += np.int32(1)
        for i in range(size):
            card = U64(dealer.cards[hand, i])
            for below in range(1 << i):  # the highest card of these subsets is card i
                mask = U64(below + (1 << i))
                count[mask] = count[U64(below)] + 1
                number[mask] = number[U64(below)] + choose[card, U64(count[mask])]
                if dealer.begin[count[mask]] >= 0:
                    containing[U64(dealer.begin[count[mask]]) + number[mask]] += np.int32(1)


@kernel
def _merged(some: Any, mask: Any, others: Any, more: Any, found: Any) -> Any:
    """The cards of the mask's bits and the others, all in ascending order; how many."""
    size = j = 0
    for i in range(len(some)):
        if mask >> i & 1:
            while j < more and others[j] < some[i]:
                found[size] = others[j]
                size += 1
                j += 1
            found[size] = some[i]
            size += 1
    for i in range(j, more):
        found[size] = others[i]
        size += 1
    return size


@kernel
def _add(sign: Any, base: Any, size: Any, before: Any, place: Any, choose: Any, containing: Any, sums: Any) -> None:
    """sums[card]: adds, for every card that can be the last open one, the hands that contain it and the cards in
    `base`. `before` is the open card before it, or −1; `place` is where sets of one card more than `base` begin."""
    behind, ahead = U64(0), U64(place)
    for i in range(size):
        behind += choose[base[i], U64(i + 2)]
    start = np.int64(0)
    for at in range(size + 1):
        end = base[at] if at < size else np.int64(choose.shape[0] - 1)
        for card in range(max(start, before + 1), end):
            number = ahead + choose[U64(card), U64(at + 1)] + behind
            sums[U64(card)] += sign * containing[number]
        if at < size:
            ahead += choose[base[at], U64(at + 1)]
            behind -= choose[base[at], U64(at + 2)]
            start = end + 1


@kernel
def _ask(
    cards: Any, shown: Any, dealer: DealerHands, choose: Any, containing: Any, sums: Any, found: Any, run: Any
) -> None:
    """found[open, run]: the hands that contain the open cards and none of the player's, for every set of open cards."""
    size, pack = dealer.cards.shape[1], choose.shape[0] - 1
    base, others = np.zeros(len(cards) + shown + 1, np.int64), np.zeros(shown + 1, np.int64)
    for i in range(shown - 1):
        others[i] = i
    own = U64(0)
    for card in cards:
        own |= U64(1) << U64(card)
    for number in range(choose[pack, max(shown - 1, 0)]):
        free = True
        for i in range(shown - 1):
            free &= not own >> U64(others[i]) & U64(1)
        if free:
            sums[:] = 0
            for mask in range(1 << len(cards)):
                held = _merged(cards, mask, others, shown - 1, base)
                if held + (shown > 0) > size:
                    continue
                sign = np.int32(1 - 2 * ((held - max(shown - 1, 0)) & 1))
                if shown:
                    before = others[shown - 2] if shown > 1 else -1
                    _add(sign, base, held, before, dealer.begin[held + 1], choose, containing, sums)
                else:
                    index = U64(dealer.begin[held])
                    for i in range(held):
                        index += choose[base[i], i + 1]
                    sums[0] += sign * containing[index]
            if not shown:
                found[0, run] = sums[0]
            else:
                for card in range(others[shown - 2] + 1 if shown > 1 else 0, pack):
                    if not own >> U64(card) & U64(1):
                        found[U64(number) + choose[card, shown], run] = sums[card]
        if shown > 1:
            following(others, shown - 1)


@kernel
def count_below(
    first: Any,
    last: Any,
    tasks: Tasks,
    dealer: DealerHands,
    cards: Any,
    shown: Any,
    choose: Any,
    entered: Any,
    containing: Any,
    found: Any,
) -> Any:
    """Answers the tasks from `first` to before `last`; `entered` of the dealer's hands are in N already. Returns how
    many are now. cards[hand]: the player's cards, which ascend."""
    sums = np.zeros(choose.shape[0], np.int32)
    for task in range(first, last):
        lower = dealer.below[tasks.limit[task]]
        if lower > entered:
            _enter(entered, lower, dealer, choose, containing)
            entered = lower
        hand = tasks.hand[task]
        _ask(cards[hand], shown, dealer, choose, containing, sums, found[hand], tasks.run[task])
    return entered


@kernel
def in_runs(cards: Any, limits: Any, most: Any, shown: Any, size: Any, choose: Any, found: Any) -> None:
    """Numbers of hands below the end of each run become numbers of hands in it. Where a set of open cards holds one of
    the player's nobody can be, and all stay 0. limits[hand]: where his runs end; `most` is above all hands."""
    others = np.zeros(shown + 1, np.int64)
    hidden = choose[choose.shape[0] - 1 - cards.shape[1] - shown, size - shown]
    for hand in range(len(cards)):
        for i in range(shown):
            others[i] = i
        for number in range(found.shape[1]):
            free = True
            for i in range(shown):
                for card in cards[hand]:
                    free &= card != others[i]
            if free:
                below = np.int64(0)
                for run in range(found.shape[2]):
                    last = run == limits.shape[1] or limits[hand, run] == most
                    end = hidden if last else np.int64(found[hand, number, run])
                    found[hand, number, run] = end - below
                    below = end
            if shown:
                following(others, shown)


@kernel
def count_one(
    cards: Any, others: Any, gone: Any, size: Any, kind: Any, height: Any, limits: Any, choose: Any, found: Any
) -> None:
    """found[run]: how many of the dealer's hands are in each run, one after the other, for one hand of the player and
    one set of open cards; nobody holds those that are gone. kind[hand], height[kind]: how high a hand of `size` cards
    is."""
    shown = len(others)
    rest = np.empty(choose.shape[0], np.int64)
    left = 0
    for card in range(choose.shape[0] - 1):
        free = True
        for held in cards:
            free &= held != card
        for held in others:
            free &= held != card
        for held in gone:
            free &= held != card
        if free:
            rest[left] = card
            left += 1
    picked = np.arange(size - shown + 1)
    for _ in range(choose[left, size - shown]):
        number = np.int64(0)
        i = j = 0
        while i < shown or j < size - shown:
            if j >= size - shown or (i < shown and others[i] < rest[picked[j]]):
                card = others[i]
                i += 1
            else:
                card = rest[picked[j]]
                j += 1
            number += choose[card, i + j]
        run = 0
        while run < len(limits) and height[kind[number]] >= limits[run]:
            run += 1
        found[run] += 1
        if size > shown:
            following(picked, size - shown)


@kernel
def count_each(
    first: Any,
    last: Any,
    cards: Any,
    others: Any,
    size: Any,
    kind: Any,
    height: Any,
    limits: Any,
    choose: Any,
    found: Any,
) -> None:
    """The same for many spots, from `first` to before `last`: cards[spot], others[spot] and limits[spot] are what
    `count_one` is given; found[spot, run]."""
    nothing = np.zeros(0, np.int64)
    for spot in range(first, last):
        count_one(cards[spot], others[spot], nothing, size, kind, height, limits[spot], choose, found[spot])
