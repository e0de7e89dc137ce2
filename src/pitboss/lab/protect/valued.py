"""Many spots of one decision at once: what is asked, and what every choice is worth there."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct

from pitboss.cards.deck import Card
from pitboss.odds.tables import Array

INT64 = 2**62


class AskedSpot(NamedTuple):
    """What a player knows at a decision."""

    own: tuple[Card, ...]
    open_cards: tuple[Card, ...] = ()
    """The community cards that lie open, in the order in which they were dealt."""
    dealer: tuple[Card, ...] = ()
    """Those of the dealer's that the game itself shows."""
    faces: tuple[Card, ...] = ()
    """Those that he should not know."""


class Valued(Struct, frozen=True):
    """What every choice is worth at many spots of one decision, exactly: sums / deals * scale, in units of the base."""

    choices: tuple[str, ...]
    sums: Array
    """[spot, choice], whole numbers; Python's own where they are large."""
    deals: Array
    """[spot]"""
    scale: Fraction

    def worth(self, spot: int) -> dict[str, Fraction]:
        """One of them."""
        deals = int(self.deals[spot])
        row = zip(self.choices, self.sums[spot].tolist(), strict=True)
        return {name: Fraction(n, deals) * self.scale for name, n in row}

    @property
    def floats(self) -> Array:
        """[spot, choice]: the same, rounded."""
        found: Array = self.sums.astype(np.float64) / self.deals.astype(np.float64)[:, None] * float(self.scale)
        return found


def from_worths(worths: Sequence[Mapping[str, Fraction]]) -> Valued:
    """Spots that were valued one by one, all of one decision."""
    deals = [lcm(*(value.denominator for value in worth.values())) for worth in worths]
    sums = [[int(value * d) for value in worth.values()] for worth, d in zip(worths, deals, strict=True)]
    return Valued(tuple(worths[0]), whole(sums), whole(deals), Fraction(1))


def whole(numbers: Any) -> Array:
    """Whole numbers of 64 bits where they fit."""
    found: Array = np.array(numbers, dtype=object)
    return found.astype(np.int64) if all(-INT64 < n < INT64 for n in found.ravel()) else found


def numbers(asked: Sequence[AskedSpot], number: Mapping[Card, int]) -> Array | None:
    """[spot, card]: the numbers of his own cards, the open ones, the dealer's, and those that he should not know, as
    they are given. None where the spots differ in how many cards are known, a card is none of the pack's, or one lies
    in two places: such spots are for whoever looks at each alone."""
    rows = [(*each.own, *each.open_cards, *each.dealer, *each.faces) for each in asked]
    sizes = {tuple(map(len, each)) for each in asked}
    if len(sizes) != 1:
        return None
    try:
        found = np.array([[number[card] for card in row] for row in rows], dtype=np.int64)
    except KeyError:
        return None
    own, lie, dealer, _ = next(iter(sizes))
    before = own + lie + dealer
    clear = _differ(found[:, :before])
    faces = found[:, before:]
    clear &= _differ(faces)
    for place in (*range(own), *range(own + lie, before)):
        clear &= bool((faces != found[:, place, None]).all())
    return found if clear else None


def _differ(rows: Array) -> bool:
    """Whether no row holds a number twice."""
    ordered = np.sort(rows, axis=1)
    return bool((ordered[:, 1:] != ordered[:, :-1]).all())
