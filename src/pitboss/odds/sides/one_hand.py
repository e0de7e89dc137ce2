"""Wagers that one hand decides: all sets of the cards it is made of, counted by the cell they fall into."""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import numpy as np

from pitboss.cards.deck import Card
from pitboss.cards.ranking import Hand
from pitboss.odds import ranks_that_count
from pitboss.odds.card_sets import examples, is_rectangle, sets, sides
from pitboss.odds.evaluator import CARDS
from pitboss.odds.holdings import size
from pitboss.odds.kinds import kinds
from pitboss.odds.rankings import LARGEST, MOST, TooMany, asked, is_best_five
from pitboss.odds.tables import Array, multisets, tables
from pitboss.odds.tally import EndingPart, Pack, Tally
from pitboss.odds.tally import tally as add_up
from pitboss.table.cells import Cell, Compared, Computed, Fields, HandsDealt, HighestNamed, Ranking, cell_of, holdings
from pitboss.table.rules import Rules
from pitboss.table.state import LIVE

FLUSH = 5
_TABLE_WIDE = (Compared, Computed, HandsDealt, HighestNamed)


def tally(rules: Rules, wager: str, pack: Pack) -> Tally:
    """The endings of the wager; what is counted are the sets of cards that decide it."""
    fields = rules.fields[wager]
    seen = holdings(fields)
    if len(seen) != 1 or any(isinstance(field, _TABLE_WIDE) for field in fields):
        raise ValueError(
            f"the {wager} wager of {rules.book.title} can be played and simulated; its odds are counted only where one "
            "hand decides it"
        )
    cards, needed = sum(number for _, number in pack), size(rules, seen[0])
    if cards < needed:
        raise ValueError(f"the pack has {cards} cards; a hand of the {wager} wager needs {needed}")
    return add_up(((EndingPart(wager, 1, cell),), n) for cell, n in cells(fields, needed, pack).items())


@cache
def cells(fields: Fields, cards: int, pack: Pack) -> dict[Cell, int]:
    """How many sets of so many cards fall into each cell, all of whose fields look at the same hand."""
    counted = hands(holdings(fields)[0].ranking, cards, pack)
    numbers, alike = kinds((fields,), tuple(counted))
    total = [0] * len(alike)
    for number, ways in zip(numbers, counted.values(), strict=True):
        total[number] += ways
    return {_cell(fields, hand): ways for hand, ways in zip(alike, total, strict=True)}


def _cell(fields: Fields, hand: Hand) -> Cell:
    return cell_of(fields, LIVE, lambda _: hand)


@cache
def hands(ranking: Ranking, cards: int, pack: Pack) -> dict[Hand, int]:
    """How many sets of so many cards make each hand."""
    if ranking.plain is not None:
        return _with_names(ranking, cards, pack, hands(ranking.plain, cards, pack))
    if is_rectangle(pack) and is_best_five(ranking, cards):
        ranks, suits = sides(pack)
        counts = best_fives(cards, ranks, len(suits)).tolist()
        return {hand: n for hand, n in zip(tables().hands, counts, strict=True) if n}
    found: Counter[Hand] = Counter()
    if ranking.only and ranks_that_count.fits(ranking.only, cards):
        known = ranks_that_count.seen(pack, ranking.only)
        for spot, times in ranks_that_count.hands(known, cards).items():
            found[ranking.of(ranks_that_count.example(known, spot.vector, spot.whole))] += times
    elif is_rectangle(pack) and ranking.suits_alike and cards < LARGEST:
        some, ways, _ = sets(pack, cards)
        which, every = asked(ranking, CARDS, examples(some, cards))
        for hand, times in zip(which.tolist(), ways.tolist(), strict=True):
            found[every[hand]] += times
    else:
        for held, times in _dealt(ranking, cards, pack):
            found[ranking.of(held)] += times
    return dict(found)


def _with_names(ranking: Ranking, cards: int, pack: Pack, plain: dict[Hand, int]) -> dict[Hand, int]:
    """The same, where some sets of cards have names of their own."""
    assert ranking.plain is not None
    found, held = Counter(plain), {card for card, number in pack if number}
    for some, _ in ranking.apart:
        if len(some) == cards and some <= held:
            in_order = tuple(sorted(some))
            found[ranking.plain.of(in_order)] -= 1
            found[ranking.of(in_order)] += 1
    return {hand: n for hand, n in found.items() if n}


def _dealt(ranking: Ranking, cards: int, pack: Pack) -> Iterable[tuple[tuple[Card, ...], int]]:
    """Every choice of so many cards, kinds only, and in how many ways the pack deals it."""
    kinds = [card for card, number in pack if number]
    if comb(len(kinds) + cards - 1, cards) > 2 * MOST:
        raise TooMany(ranking, cards)
    if all(number <= 1 for _, number in pack):
        return ((held, 1) for held in combinations(kinds, cards))
    number = dict(pack)
    every = combinations_with_replacement(kinds, cards)
    each = ((held, prod(comb(number[card], n) for card, n in Counter(held).items())) for held in every)
    return ((held, ways) for held, ways in each if ways)


# --- the best five --------------------------------------------------------------------------------------------------


@cache
def best_fives(cards: int, ranks: tuple[int, ...], suits: int) -> Array:
    """All sets of five, six or seven cards by the place of the best five.

    Where five cards have one suit, their hand is the best: the others leave no room for a full house. All other sets
    are counted by their ranks, less the ways to give these ranks suits with such a five."""
    table = tables()
    counts = np.zeros(len(table.hands), dtype=np.int64)
    for held in range(FLUSH, cards + 1):
        ways = suits * comb(len(ranks) * (suits - 1), cards - held)
        for alike in combinations(ranks, held):
            counts[table.suited[sum(1 << r for r in alike)]] += ways
    rows = multisets(cards)
    kept = np.isin(rows, ranks).all(axis=1)
    # Equal neighbours in an ascending row, as bits, say how often each of its ranks stands in it.
    equal = (rows[kept, 1:] == rows[kept, :-1]) @ (1 << np.arange(cards - 1))
    patterns, which = np.unique(equal, return_inverse=True)
    each = np.array([_without_flush(_runs(int(pattern), cards), suits) for pattern in patterns], dtype=np.int64)
    np.add.at(counts, table.ranks[cards][kept], each[which])
    return counts


def _runs(pattern: int, cards: int) -> tuple[int, ...]:
    """How often each rank stands in a row, from the bits of its equal neighbours."""
    runs = [1]
    for i in range(cards - 1):
        if pattern >> i & 1:
            runs[-1] += 1
        else:
            runs.append(1)
    return tuple(runs)


@cache
def _without_flush(held: tuple[int, ...], suits: int) -> int:
    """The ways to give suits to cards of which each rank stands so often, no five of them alike."""
    found = prod(comb(suits, n) for n in held)
    for number in range(FLUSH, len(held) + 1):
        for alike in combinations(range(len(held)), number):
            found -= suits * prod(comb(suits - 1, n - (i in alike)) for i, n in enumerate(held))
    return found
