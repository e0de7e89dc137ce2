"""Cards up to a renaming of the suits: each pattern once, with the number of deals it stands for."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb

Masks = tuple[int, ...]
"""For each group of equal ranks the suits its cards have, one bit a suit."""


@cache
def suit_patterns(counts: tuple[int, ...], suits: int) -> tuple[tuple[Masks, int], ...]:
    """The ways to give suits to groups of `counts` cards of different ranks, and how many ways each stands for.

    Suits that no earlier group tells apart are interchangeable, so only how many of each such set are taken matters."""
    return tuple(_patterns(counts, (tuple(range(suits)),)))


def _patterns(counts: tuple[int, ...], alike: tuple[tuple[int, ...], ...]) -> Iterator[tuple[Masks, int]]:
    if not counts:
        yield (), 1
        return
    for taken in _shares(counts[0], tuple(len(suits) for suits in alike)):
        mask = sum(1 << s for n, suits in zip(taken, alike, strict=True) for s in suits[:n])
        times = 1
        finer: list[tuple[int, ...]] = []
        for n, suits in zip(taken, alike, strict=True):
            times *= comb(len(suits), n)
            finer += [part for part in (suits[:n], suits[n:]) if part]
        for rest, more in _patterns(counts[1:], tuple(finer)):
            yield (mask, *rest), times * more


def _shares(total: int, sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The ways to take `total` from sets of these sizes."""
    if not sizes:
        if total == 0:
            yield ()
        return
    for first in range(min(total, sizes[0]) + 1):
        for rest in _shares(total - first, sizes[1:]):
            yield (first, *rest)


def compositions(total: int, largest: int) -> Iterator[tuple[int, ...]]:
    """The ordered ways to write `total` as a sum of numbers from 1 to `largest`."""
    for cuts in (c for n in range(total) for c in combinations(range(1, total), n)):
        parts = tuple(b - a for a, b in zip((0, *cuts), (*cuts, total), strict=True))
        if max(parts) <= largest:
            yield parts
