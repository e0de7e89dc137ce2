"""Many spots at once of long hands of which only some ranks count, with any number of the dealer's cards known. Spots
that are alike are counted once (`ShownRanks`)."""

from typing import NamedTuple

import numpy as np

from pitboss.odds.ranks_that_count import HeldCards, Suits
from pitboss.odds.shapes.against_game import AgainstSight
from pitboss.odds.shapes.against_ranks_seen import ShownRanks, ground, least, met
from pitboss.odds.tables import Array
from pitboss.odds.tally import Pack


class SpotsMet(NamedTuple):
    """How the dealer's hands end at many spots."""

    counts: Array
    """[spot, run]: how many of them lead to each outcome."""
    ends: Array
    """[spot, run]: the outcome."""


def spots(pack: Pack, sight: AgainstSight, own: Array, shown: Array) -> SpotsMet:
    """`own` and `shown` are rows of cards by their places in the pack: the player's, and those of the dealer's that are
    known."""
    g = ground(pack, sight)
    mine, his = _by_suit(g.cards, pack, own), _by_suit(g.cards, pack, shown)
    near = _near(g.cards, mine, his, max(1, least(g.cards, sight)))
    vectors, others = _vectors(g.cards, mine), _vectors(g.cards, his)
    whole = (mine == (1 << len(g.cards.only)) - 1).any(axis=1)
    untouched = (mine[:, _complete(g.cards)] == 0).sum(axis=1)
    _, first, alike = np.unique(
        _numbered(np.column_stack([vectors, whole, untouched, others, near])), return_index=True, return_inverse=True
    )
    hands = [
        HeldCards(tuple(vector), is_whole, free)
        for vector, is_whole, free in zip(*(each[first].tolist() for each in (vectors, whole, untouched)), strict=True)
    ]
    groups: dict[ShownRanks, list[int]] = {}
    for place, (vector, parts) in enumerate(zip(others[first].tolist(), near[first].tolist(), strict=True)):
        sets = tuple(frozenset(r for r in range(len(vector)) if part >> r & 1) for part in parts if part)
        groups.setdefault(ShownRanks(tuple(vector), sets), []).append(place)
    runs = [g.outcomes.runs(g.made[hand]) for hand in hands]
    width = max(len(run.outcomes) for run in runs)
    ends, counts = np.zeros((2, len(first), width), dtype=np.int64)
    until = np.full((len(first), width), len(g.his.hands), dtype=np.int64)
    for place, run in enumerate(runs):
        ends[place, : len(run.outcomes)] = run.outcomes
        until[place, : len(run.limits)] = run.limits
    for known, some in groups.items():
        counts[some] = met(g, sight, known, [hands[place] for place in some], until[some])
    return SpotsMet(counts[alike], ends[alike])


def _complete(cards: Suits) -> list[int]:
    return [place for place, suit in enumerate(cards.suits) if suit in cards.complete]


def _by_suit(cards: Suits, pack: Pack, rows: Array) -> Array:
    """[spot, suit]: which of the ranks that count are there, a bit for each."""
    bits = np.array([1 << cards.counting.index(c[0]) if c[0] in cards.counting else 0 for c, _ in pack], dtype=np.int64)
    suits = np.array([cards.suits.index(card[1]) for card, _ in pack])
    found = np.zeros((len(rows), len(cards.suits)), dtype=np.int64)
    for column in rows.T:
        found[np.arange(len(rows)), suits[column]] |= bits[column]
    return found


def _vectors(cards: Suits, by_suit: Array) -> Array:
    """[spot, rank]: how many cards of each rank that counts."""
    return np.stack([(by_suit >> rank & 1).sum(axis=1) for rank in range(len(cards.counting))], axis=1)


def _near(cards: Suits, mine: Array, his: Array, few: int) -> Array:
    """[spot, suit]: what the dealer has of suits that the player has not touched, where he has so many; in ascending
    order, for the suits' names do not matter."""
    sizes = sum(his >> rank & 1 for rank in range(len(cards.counting)))
    there = np.zeros(len(cards.suits), dtype=bool)
    there[_complete(cards)] = True
    found: Array = np.sort(np.where((mine == 0) & (sizes >= few) & there, his, 0), axis=1)
    return found


def _numbered(rows: Array) -> Array:
    """[spot]: a number, the same for equal rows."""
    found = np.zeros(len(rows), dtype=np.int64)
    for column in rows.T:
        _, found = np.unique(found * (int(column.max(initial=0)) + 1) + column, return_inverse=True)
    return found
