"""Matchings: in how many ways k disjoint pairs of cards can be laid out so that every pair is an edge of a graph.

The graph is given by classes of cards that join the same others. It is taken apart wherever it or its complement falls
into pieces; what still holds together is cut at a clique, or loses one card."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from math import comb, factorial, prod
from typing import NamedTuple

MOST = 7
"""The largest number of pairs that is counted: seven hands at a table."""
SLOT = 128
_ONE = (1 << SLOT) - 1
_ALL = (1 << SLOT * (MOST + 1)) - 1

Polynomial = int
"""Σ M_k x^k up to k = MOST, kept as the one integer it is worth at x = 2^SLOT, so that a product is one multiplication.
No coefficient reaches 2^SLOT: even before it is cut off, a product counts k ≤ 14 pairs among at most 52 cards together
with a set of the cards they leave, and M_k of all 52 cards times 2^(52 - 2k) stays below 2^121."""


class Graph(NamedTuple):
    """Cards in classes. A class of one card is never its own neighbour."""

    sizes: tuple[int, ...]
    near: tuple[int, ...]
    """For each class the classes whose cards its own cards join, as bits; its own bit if they join one another."""


def matchings(graph: Graph) -> tuple[int, ...]:
    """M_0 … M_7: the numbers of sets of k disjoint edges."""
    assert sum(graph.sizes) <= 52
    found = _polynomial(_part(graph.sizes, graph.near, (1 << len(graph.sizes)) - 1))
    return tuple(found >> SLOT * k & _ONE for k in range(MOST + 1))


@cache
def _polynomial(graph: Graph) -> Polynomial:
    sizes, near = graph
    if len(sizes) <= 1:
        return _complete(sizes[0]) if sizes and near[0] else 1
    pieces = _pieces(near)
    if len(pieces) > 1:
        return _times(_polynomial(_part(sizes, near, piece)) for piece in pieces)
    every = (1 << len(sizes)) - 1
    far = [every ^ joined ^ (1 << i if sizes[i] == 1 else 0) for i, joined in enumerate(near)]
    pieces = _pieces(far)
    if len(pieces) > 1:
        return _complement(sum(sizes), _times(_polynomial(_part(sizes, far, piece)) for piece in pieces))
    clique = _clique(graph)
    apart = [joined & ~clique if clique >> i & 1 else joined for i, joined in enumerate(near)]
    pieces = _pieces(apart)
    if len(pieces) > 1:
        return _across([_reserving(*_sorted(sizes, apart, piece, clique)) for piece in pieces])
    return _by_one_card(graph)


@cache
def _complete(cards: int) -> Polynomial:
    """Any two of the cards are joined."""
    pairs = range(min(MOST, cards // 2) + 1)
    return sum(factorial(cards) // (factorial(k) * factorial(cards - 2 * k) << k) << SLOT * k for k in pairs)


def _times(factors: Iterable[Polynomial]) -> Polynomial:
    found = 1
    for factor in factors:
        found = found * factor & _ALL
    return found


def _complement(cards: int, other: Polynomial) -> Polynomial:
    """The matchings of the graph that has the edges which another has not, by inclusion and exclusion: j edges of the
    other, and any pairs of the cards that these leave."""
    found = 0
    for j in range(min(MOST, cards // 2) + 1):
        ways = ((other >> SLOT * j & _ONE) * _complete(cards - 2 * j) << SLOT * j) & _ALL
        found += -ways if j % 2 else ways
    return found


# --- cut at a clique ------------------------------------------------------------------------------------------------


def _clique(graph: Graph) -> int:
    """Classes whose cards are all joined to one another: single cards with many neighbours first, because a flush suit
    holds together the ranks that are separate without it."""
    sizes, near = graph
    able = [i for i in range(len(sizes)) if sizes[i] == 1 or near[i] >> i & 1]
    found = 0
    for i in sorted(able, key=lambda i: (sizes[i] > 1, -near[i].bit_count())):
        if not found & ~near[i]:
            found |= 1 << i
    return found


@cache
def _reserving(graph: Graph, marked: int) -> tuple[Polynomial, ...]:
    """The matchings of what is left when 0, 1, 2 … cards of the marked classes are reserved."""
    choices = [range(size + 1) if marked >> i & 1 else (0,) for i, size in enumerate(graph.sizes)]
    found = [0] * (sum(len(numbers) - 1 for numbers in choices) + 1)
    for taken in product(*choices):
        ways = prod(comb(size, n) for size, n in zip(graph.sizes, taken, strict=True))
        found[sum(taken)] += ways * _polynomial(_less(graph, taken))
    return tuple(found)


def _across(pieces: Sequence[tuple[Polynomial, ...]]) -> Polynomial:
    """The pieces put together again: 2j cards of the clique, reserved in any of them, make j pairs in 1·3·5·… ways."""
    reserved = [1]
    for piece in pieces:
        longer = [0] * (len(reserved) + len(piece) - 1)
        for i, a in enumerate(reserved):
            for j, b in enumerate(piece):
                longer[i + j] += a * b & _ALL
        reserved = longer
    found = 0
    for j, ways in enumerate(reserved[: 2 * MOST + 1 : 2]):
        found += (ways * prod(range(1, 2 * j, 2)) << SLOT * j) & _ALL
    return found


# --- by one card ----------------------------------------------------------------------------------------------------


def _by_one_card(graph: Graph) -> Polynomial:
    """Some card stays alone, or is paired with one of those it joins."""
    sizes, near = graph
    classes = range(len(sizes))
    card = min(classes, key=lambda i: (sizes[i], -near[i].bit_count()))
    found = _polynomial(_less(graph, [int(i == card) for i in classes]))
    for other in classes:
        if near[card] >> other & 1:
            ways = sizes[other] - (other == card)
            found += (ways * _polynomial(_less(graph, [(i == card) + (i == other) for i in classes])) << SLOT) & _ALL
    return found


def _less(graph: Graph, taken: Sequence[int]) -> Graph:
    """The graph without so many cards of each class."""
    sizes = [size - n for size, n in zip(graph.sizes, taken, strict=True)]
    near = [joined & ~(1 << i) if sizes[i] == 1 else joined for i, joined in enumerate(graph.near)]
    return _part(sizes, near, sum(1 << i for i, size in enumerate(sizes) if size))


# --- pieces ---------------------------------------------------------------------------------------------------------


def _pieces(near: Sequence[int]) -> list[int]:
    """The connected pieces, each as bits."""
    found, left = [], (1 << len(near)) - 1
    while left:
        piece, new = 0, left & -left
        while new:
            piece |= new
            reached = 0
            for i in _bits(new):
                reached |= near[i]
            new = reached & ~piece
        found.append(piece)
        left &= ~piece
    return found


def _bits(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def _part(sizes: Sequence[int], near: Sequence[int], keep: int) -> Graph:
    return _sorted(sizes, near, keep, 0)[0]


def _sorted(sizes: Sequence[int], near: Sequence[int], keep: int, marked: int) -> tuple[Graph, int]:
    """Some of the classes, and which of them are marked, in an order that graphs of one form mostly share: by size and
    by what lies around. In a worse order the same thing would only be counted again."""
    kept = _bits(keep)
    around = {i: _bits(near[i] & keep) for i in kept}
    colour = {i: 4 * sizes[i] + 2 * (near[i] >> i & 1) + (marked >> i & 1) for i in kept}
    for _ in range(2):
        colour = {i: hash((colour[i], *sorted([colour[j] for j in around[i]]))) for i in kept}
    order = sorted(kept, key=colour.__getitem__)
    place = {i: 1 << p for p, i in enumerate(order)}
    joined = tuple([sum([place[j] for j in around[i]]) for i in order])
    graph = Graph(tuple([sizes[i] for i in order]), joined)
    return graph, sum(place[i] for i in order if marked >> i & 1)
