"""The side wagers of Ultimate Texas Hold 'Em: Trips, the operator's Progressive, and Cover All. None of them leaves the
player a decision that could change it, so each is a count of deals by the category of one hand."""

from functools import cache
from itertools import combinations
from math import comb, perm, prod

import numpy as np

from pitboss.cards.deck import RANK, SUIT
from pitboss.cards.ranking import FIVE_CARDS
from pitboss.games.ultimate_texas_holdem.game import COLUMNS
from pitboss.odds.figures import lines_of
from pitboss.odds.kernels.cover_all import KEY, graphs_by_category
from pitboss.odds.matchings import MOST, Graph, matchings
from pitboss.odds.tables import LOWEST_RANK, RANK_COUNT, Array, multisets, tables
from pitboss.odds.tally import Pack, Part, Tally, tally
from pitboss.rulebook.pays import Lose
from pitboss.table.rules import Rules
from pitboss.table.state import LIVE

BOARD, HOLE, FLOP = 5, 2, 3
FLUSH = 5
_ROOM = 2048
"""Far more than the 268 different graphs of a full pack."""


def trips(rules: Rules, pack: Pack | None = None) -> Tally:
    """Every set of the player's two cards and the board: the best five of seven cards."""
    return _one_hand(rules, "trips", HOLE + BOARD, pack)


def progressive(rules: Rules, pack: Pack | None = None) -> Tally:
    """The best five of seven cards, or the five cards in hand and flop, as the operator's definition says."""
    flop_only = rules.terms.progressive_cards == "hole_and_flop"
    return _one_hand(rules, "progressive", HOLE + (FLOP if flop_only else BOARD), pack)


BELOW_FULL_HOUSE = frozenset(category.name for category in FIVE_CARDS[4:])


def cover_all(rules: Rules, hands: int, pack: Pack | None = None) -> Tally:
    """The highest of all hands dealt, the dealer's among them, over every board and every choice of disjoint two-card
    hands for the positions: C(52, 5) · C(47, 2) · C(45, 2) · … deals.

    The readings of whose hand counts (U-03) pay alike. They differ only about folded hands, and no line stands below
    the full house: nobody folds a hand that his own cards lift so high, and what the board makes the dealer has too."""
    if str(hands) not in COLUMNS:
        raise ValueError(f"Cover All is counted for {COLUMNS[-1]} to {COLUMNS[0]} hands with the dealer's, not {hands}")
    ranks, suits = _ranks_and_suits(_pack(rules, pack))
    paid = {hand for line in lines_of(rules, "cover_all") for hand in line.hands if not isinstance(line.pay, Lose)}
    if rules.reading("cover_all_hands") != "all_dealt" and paid & BELOW_FULL_HOUSE:
        raise ValueError(
            "hands below a full house are folded now and then, so a table that pays them is counted only with "
            "cover_all_hands=all_dealt"
        )
    needed = BOARD + HOLE * hands
    if len(ranks) * suits < needed:
        raise ValueError(f"{hands} hands and a board take {needed} cards; the pack has {len(ranks) * suits}")
    counts = highest(hands, ranks, suits)
    return tally(((Part("cover_all", 1, (LIVE, str(hands), hand)),), count) for hand, count in counts.items())


def _one_hand(rules: Rules, wager: str, cards: int, pack: Pack | None) -> Tally:
    counts = best_five_of(cards, *_ranks_and_suits(_pack(rules, pack)))
    return tally(((Part(wager, 1, (LIVE, hand)),), count) for hand, count in counts.items())


def _pack(rules: Rules, pack: Pack | None) -> Pack:
    return rules.deck.contents if pack is None else pack


def _ranks_and_suits(pack: Pack) -> tuple[tuple[int, ...], int]:
    """The ranks of a pack, counted from 0, and the number of its suits; it must hold each rank in each suit once."""
    cards = [card for card, count in pack for _ in range(count)]
    ranks = sorted({RANK.get(card, 0) - LOWEST_RANK for card in cards})
    suits = {SUIT.get(card, 0) for card in cards}
    if not RANK.keys() >= set(cards) or len(set(cards)) != len(cards) or len(cards) != len(ranks) * len(suits):
        raise ValueError(f"a pack must hold every rank once in every suit; this one has {' '.join(cards)}")
    return tuple(ranks), len(suits)


# --- one hand -------------------------------------------------------------------------------------------------------


@cache
def best_five_of(cards: int, ranks: tuple[int, ...], suits: int) -> dict[str, int]:
    """All sets of five or seven cards by the category of the best five, highest first.

    Where five cards have one suit, their hand is the best: the others leave no room for a full house. All other sets
    are counted by their ranks, less the ways to give these ranks suits with such a five."""
    table = tables()
    counts = [0] * len(table.categories)
    for size in range(FLUSH, cards + 1):
        ways = suits * comb(len(ranks) * (suits - 1), cards - size)
        for held in combinations(ranks, size):
            counts[table.category[table.suited[sum(1 << r for r in held)]]] += ways
    rows = multisets(cards)
    kept = np.isin(rows, ranks).all(axis=1)
    category = table.category[table.ranks[cards][kept]].astype(np.int64)
    # Equal neighbours in an ascending row, as bits, say how often each of its ranks stands in it.
    equal = (rows[kept, 1:] == rows[kept, :-1]) @ (1 << np.arange(cards - 1))
    for key, times in zip(*np.unique(category << cards | equal, return_counts=True), strict=True):
        found, pattern = divmod(int(key), 1 << cards)
        counts[found] += int(times) * _without_flush(_runs(pattern, cards), suits)
    return {name: counts[c] for c, name in reversed(list(enumerate(table.categories)))}


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
    for size in range(FLUSH, len(held) + 1):
        for alike in combinations(range(len(held)), size):
            found -= suits * prod(comb(suits - 1, n - (i in alike)) for i, n in enumerate(held))
    return found


# --- the highest of several -----------------------------------------------------------------------------------------


@cache
def highest(hands: int, ranks: tuple[int, ...], suits: int) -> dict[str, int]:
    """All deals of a board and so many hands by the category of the highest hand, highest category first.

    No hand reaches a category where every pair stays below it. By inclusion and exclusion that takes only the numbers
    of sets of k disjoint pairs that reach it: these are given to k of the hands, and the other hands are any cards."""
    names = tables().categories
    cards = len(ranks) * suits - BOARD
    deals = [prod(comb(cards - 2 * i, HOLE) for i in range(k, hands)) for k in range(hands + 1)]
    below = [0]
    for sums in disjoint_pairs(ranks, suits)[1:]:
        below.append(sum((-1) ** k * perm(hands, k) * sums[k] * deals[k] for k in range(hands + 1)))
    below.append(comb(cards + BOARD, BOARD) * deals[0])
    return {names[c]: below[c + 1] - below[c] for c in reversed(range(len(names)))}


@cache
def disjoint_pairs(ranks: tuple[int, ...], suits: int) -> tuple[tuple[int, ...], ...]:
    """For each category, over all boards, the numbers of sets of 0, 1 … 7 disjoint pairs that all reach it."""
    graphs, weights = _graphs(ranks, suits)
    boards = comb(len(ranks) * suits, BOARD)
    counted = list(zip(weights.tolist(), map(matchings, graphs), strict=True))
    sums = [[sum(on[c] * pairs[k] for on, pairs in counted) for k in range(MOST + 1)] for c in range(weights.shape[1])]
    # A board on which no pair reaches the category has no graph, and one set of no pairs.
    return tuple((boards, *found[1:]) for found in sums)


def _graphs(ranks: tuple[int, ...], suits: int) -> tuple[list[Graph], Array]:
    """The different graphs, and on how many boards each is the graph of the pairs that reach a category."""
    table = tables()
    copies = np.array([suits if r in ranks else 0 for r in range(RANK_COUNT)])
    graphs = np.zeros((_ROOM, KEY), np.int64)
    slots = np.full(4 * _ROOM, -1, np.int64)
    weights = np.zeros((_ROOM, len(table.categories)), np.int64)
    number = graphs_by_category(
        multisets(BOARD), copies, table.ranks[BOARD + HOLE], table.suited, table.category, table.choose, graphs, slots,
        weights,
    )  # fmt: skip
    assert number >= 0, "more different graphs than room for them"
    rows = (row[1 : 1 + 2 * row[0]] for row in graphs[:number].tolist())
    return [Graph(tuple(row[::2]), tuple(row[1::2])) for row in rows], weights[:number]
