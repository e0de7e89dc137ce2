"""Hands sorted by what a player sees in them before all cards are known: pairs and better; whether all cards are of one
suit; how many runs of five they fit; how many cards there are whose pair is paid better. Made for five-card hands."""

from collections.abc import Sequence
from functools import cache, cached_property
from typing import NamedTuple

from msgspec import Struct

from pitboss.cards.deck import RANK, RANKS, SUIT, SUITS, Card
from pitboss.cards.ranking import Hand
from pitboss.odds.card_sets import cards_of
from pitboss.odds.evaluator import place
from pitboss.odds.kinds import kinds
from pitboss.odds.tables import LOWEST_RANK, RANK_COUNT, tables
from pitboss.table.cells import Fields

NOTHING = -1
FULL = 5


class Sort(NamedTuple):
    """What a player sees in fewer than five cards."""

    made: int
    """The kind of a pair or better, as the main wagers tell hands apart; the other fields then do not matter."""
    one_suit: bool = False
    runs: int = 0
    """How many runs of five ranks contain all the cards."""
    high: tuple[int, ...] = ()
    """For each level of pairs how many cards reach it."""


class Sorts(Struct, frozen=True, dict=True):
    """How hands are sorted for main wagers with these fields."""

    fields: tuple[Fields, ...]

    @cached_property
    def _kinds(self) -> tuple[list[int], tuple[Hand, ...]]:
        return kinds(self.fields, tables().hands)

    def example(self, made: int) -> Hand:
        """A hand of this kind."""
        return self._kinds[1][made]

    @cached_property
    def pairs(self) -> tuple[tuple[int, int, int], ...]:
        """The kinds of pairs: which kind, from which rank down to which; highest first."""
        found: list[tuple[int, int, int]] = []
        for rank in range(LOWEST_RANK + RANK_COUNT - 1, LOWEST_RANK - 1, -1):
            made = self._made([(2, rank)])
            if found and found[-1][0] == made:
                found[-1] = made, found[-1][1], rank
            else:
                found.append((made, rank, rank))
        return tuple(found)

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """The lowest rank of each kind of pairs but the lowest kind."""
        return tuple(lowest for _, _, lowest in self.pairs[:-1])

    def of(self, cards: Sequence[Card]) -> Sort:
        """The sort of these cards."""
        ranks = [RANK[card] for card in cards]
        groups = sorted(((ranks.count(r), r) for r in set(ranks)), reverse=True)
        if groups and groups[0][0] > 1:
            return Sort(self._made([group for group in groups if group[0] > 1]))
        one_suit = len(cards) > 1 and len({SUIT[card] for card in cards}) == 1
        high = tuple(sum(rank >= level for rank in ranks) for level in self.levels)
        return Sort(NOTHING, one_suit, sum(run.issuperset(ranks) for run in runs()), high)

    def of_set(self, code: int) -> Sort:
        """The sort of a set up to suits."""
        known: dict[int, Sort] = self._known
        if code not in known:
            known[code] = self.of(cards_of(code))
        return known[code]

    @cached_property
    def _known(self) -> dict[int, Sort]:
        return {}

    def _made(self, groups: list[tuple[int, int]]) -> int:
        """The kind of a hand with these equal cards (how many, of which rank) and others that add nothing: fewer than
        five ranks are no straight, and two cards of a rank no flush."""
        cards = [RANKS[rank - LOWEST_RANK] + SUITS[n] for many, rank in groups for n in range(many)]
        others = (rank for rank in range(LOWEST_RANK, LOWEST_RANK + RANK_COUNT) if rank not in {r for _, r in groups})
        cards += [RANKS[next(others) - LOWEST_RANK] + SUITS[0] for _ in range(FULL - len(cards))]
        return self._kinds[0][place(cards)]


@cache
def sorts(fields: tuple[Fields, ...]) -> Sorts:
    """How hands are sorted, with what is known of them already."""
    return Sorts(fields)


@cache
def runs() -> tuple[frozenset[int], ...]:
    """Every five ranks that make a straight."""
    t = tables()
    masks = [mask for mask in range(len(t.suited)) if mask.bit_count() == FULL]
    straight = [mask for mask in masks if t.hands[t.suited[mask]].name != "flush"]
    return tuple(frozenset(r + LOWEST_RANK for r in range(RANK_COUNT) if mask >> r & 1) for mask in straight)
