"""Sets of cards by their numbers. The cards of a pack are numbered from 0; the sets of one size are numbered in
colexicographic order: the number of a set with the cards a < b < c is C(a, 1) + C(b, 2) + C(c, 3)."""

from typing import Any

import numpy as np

from pitboss.odds.kernels import kernel


@kernel
def number_of(cards: Any, size: Any, choose: Any) -> Any:
    """The number of the set of these cards, which ascend."""
    number = np.int64(0)
    for i in range(size):
        number += choose[cards[i], i + 1]
    return number


@kernel
def following(cards: Any, size: Any) -> None:
    """The next set in the order of the numbers, in place. Behind the last one nothing is meant."""
    i = 0
    while i + 1 < size and cards[i] + 1 == cards[i + 1]:
        cards[i] = i
        i += 1
    cards[i] += 1


@kernel
def _sorted(cards: Any, size: Any) -> None:
    for i in range(1, size):
        card = cards[i]
        j = i
        while j > 0 and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card


@kernel
def list_kinds(size: Any, renamings: Any, choose: Any, kind: Any, renaming: Any, firsts: Any, ways: Any) -> Any:
    """Sets that become each other when suits are renamed are of one kind. The renamings are all that leave the pack
    what it is, each as the new number of every card.

    kind[set] (−1 before): its kind, in the order of the lowest number of each. renaming[set]: one that makes it the
    first of its kind. firsts[kind]: that first set. ways[kind]: how many sets it has. Returns the number of kinds."""
    cards, image = np.empty(size + 1, np.int64), np.empty(size + 1, np.int64)
    for i in range(size):
        cards[i] = i
    back = np.empty(len(renamings), np.int64)
    for g in range(len(renamings)):
        back[g] = _back(renamings, g)
    found = 0
    for number in range(len(kind)):
        if kind[number] < 0:
            firsts[found] = number
            for g in range(len(renamings)):
                for i in range(size):
                    image[i] = renamings[g, cards[i]]
                _sorted(image, size)
                other = number_of(image, size, choose)
                if kind[other] < 0:
                    kind[other] = found
                    ways[found] += 1
                    renaming[other] = back[g]
            found += 1
        if number + 1 < len(kind):
            following(cards, size)
    return found


@kernel
def _back(renamings: Any, g: Any) -> Any:
    """The renaming that undoes renaming g."""
    for h in range(len(renamings)):
        undone = True
        for card in range(renamings.shape[1]):
            if renamings[h, renamings[g, card]] != card:
                undone = False
                break
        if undone:
            return h
    return -1


@kernel
def cards_of(numbers: Any, size: Any, choose: Any, found: Any) -> None:
    """found[n]: the cards of each set, which ascend."""
    for n in range(len(numbers)):
        left = numbers[n]
        card = choose.shape[0] - 1
        for i in range(size, 0, -1):
            while choose[card, i] > left:
                card -= 1
            found[n, i - 1] = card
            left -= choose[card, i]
