"""Wagers on the highest hand of the whole table, the dealer's among them. Nobody has a decision that could change it,
so it is a count of deals by what the highest hand is called."""

from collections.abc import Callable
from functools import cache
from math import comb, perm, prod

import numpy as np

from pitboss.cards.ranking import Hand
from pitboss.odds.card_sets import is_rectangle
from pitboss.odds.card_sets import sides as sides_of
from pitboss.odds.figures import lines_of
from pitboss.odds.holdings import sizes
from pitboss.odds.kernels.highest_hand import KEY, graphs_by_category
from pitboss.odds.matchings import MOST, Graph, matchings
from pitboss.odds.rankings import is_best_five
from pitboss.odds.tables import RANK_COUNT, Array, multisets, tables
from pitboss.odds.tally import EndingPart, Pack, Tally
from pitboss.odds.tally import tally as add_up
from pitboss.rulebook.pays import Lose
from pitboss.table.cells import HandsDealt, HighestNamed, Holding, Standing, by_name
from pitboss.table.rules import Rules
from pitboss.table.state import LIVE

BOARD, HOLE = 5, 2
MOST_CATEGORIES = 64
_ROOM = 2048
"""Far more than the 268 different graphs of a full pack."""
Called = Callable[[Hand], str]


def is_table_wide(rules: Rules, wager: str) -> bool:
    """Whether the wager looks at the highest hand of the table."""
    return any(isinstance(field, HighestNamed) for field in rules.fields[wager])


def by_hands_dealt(rules: Rules, wager: str) -> tuple[str, ...]:
    """The numbers of hands for which the wager has a column of its own, the dealer's hand included."""
    return next((field.values for field in rules.fields[wager] if isinstance(field, HandsDealt)), ())


def tally(rules: Rules, wager: str, players: int, pack: Pack) -> Tally:
    """The highest of all hands dealt, the dealer's among them, over every board and every choice of disjoint two-card
    hands for the positions: C(52, 5) · C(47, 2) · C(45, 2) · … deals.

    Where a folded hand may not count, it is counted like any other: what is paid is then so high that nobody folds it
    by his own cards, and what the board makes the dealer has too (`Wager.folded`)."""
    hands, called = players + 1, _called(rules, wager)
    title, columns = rules.wager[wager].title, by_hands_dealt(rules, wager)
    if columns and str(hands) not in columns:
        raise ValueError(f"{title} is counted for {columns[-1]} to {columns[0]} hands with the dealer's, not {hands}")
    if not 2 <= hands <= MOST:
        raise ValueError(f"{title} is counted for 2 to {MOST} hands with the dealer's, not {hands}")
    if not is_rectangle(pack):
        cards = " ".join(card for card, number in pack for _ in range(number))
        raise ValueError(f"a pack must hold every rank once in every suit; this one has {cards}")
    _check_folded(rules, wager, called)
    ranks, suits = sides_of(pack)
    needed = BOARD + HOLE * hands
    if len(ranks) * len(suits) < needed:
        raise ValueError(f"{hands} hands and a board take {needed} cards; the pack has {len(ranks) * len(suits)}")
    counts = highest(hands, ranks, len(suits), called)
    return add_up(((EndingPart(wager, 1, _cell(rules, wager, hands, hand)),), count) for hand, count in counts.items())


def _cell(rules: Rules, wager: str, hands: int, hand: str) -> tuple[str, ...]:
    said = {Standing: LIVE, HandsDealt: str(hands), HighestNamed: hand}
    return tuple(said[type(field)] for field in rules.fields[wager])


def _called(rules: Rules, wager: str) -> Called:
    """What the highest hand is called. Another look at the table is refused."""
    fields = rules.fields[wager]
    (field,) = (field for field in fields if isinstance(field, HighestNamed))
    fits = all(isinstance(other, Standing | HandsDealt | HighestNamed) for other in fields)
    if not fits or not _two_and_five(rules, field.hand, "own") or not _two_and_five(rules, field.dealer, "dealer"):
        raise ValueError(
            f"the {wager} wager of {rules.book.title} can be played and simulated; its odds are counted only where the "
            "highest of several hands of two cards and five shared ones, each the best five, decides it"
        )
    return field.called


def _two_and_five(rules: Rules, holding: Holding, whose: str) -> bool:
    seen = {place: n for place, n in sizes(rules, holding).items() if n}
    best_five = is_best_five(holding.ranking, HOLE + BOARD) and not holding.ranking.apart
    return best_five and seen == {whose: HOLE, "community": BOARD}


def _check_folded(rules: Rules, wager: str, called: Called) -> None:
    """Folded hands must count, or be such as nobody is paid for."""
    folded = rules.wager[wager].folded
    if folded is None or rules.reading(folded.option) == folded.all:
        return
    names = categories(called)[1]
    below = set(names[: names.index(folded.never)])
    paid = {hand for line in lines_of(rules, wager) for hand in line.hands if not isinstance(line.pay, Lose)}
    if paid & below:
        raise ValueError(
            f"hands below a {folded.never.replace('_', ' ')} are folded now and then, so a table that pays them is "
            f"counted only with {folded.option}={folded.all}"
        )


# --- the highest of several -----------------------------------------------------------------------------------------


@cache
def categories(called: Called) -> tuple[Array, tuple[str, ...]]:
    """[place of a hand]: its category, 0 for the lowest; and what each is called. Hands that follow each other and are
    called the same are one category."""
    found, names = [], list[str]()
    for hand in tables().hands:
        if not names or names[-1] != called(hand):
            names.append(called(hand))
        found.append(len(names) - 1)
    if len(names) > MOST_CATEGORIES:
        raise ValueError(f"the highest of several hands is counted for at most {MOST_CATEGORIES} sorts of hands")
    return np.array(found, dtype=np.int8), tuple(names)


@cache
def highest(hands: int, ranks: tuple[int, ...], suits: int, called: Called = by_name) -> dict[str, int]:
    """All deals of a board and so many hands by what the highest hand is called, the highest first.

    No hand reaches a category where every pair stays below it. By inclusion and exclusion that takes only the numbers
    of sets of k disjoint pairs that reach it: these are given to k of the hands, and the other hands are any cards."""
    names = categories(called)[1]
    cards = len(ranks) * suits - BOARD
    deals = [prod(comb(cards - 2 * i, HOLE) for i in range(k, hands)) for k in range(hands + 1)]
    below = [0]
    for sums in disjoint_pairs(ranks, suits, called)[1:]:
        below.append(sum((-1) ** k * perm(hands, k) * sums[k] * deals[k] for k in range(hands + 1)))
    below.append(comb(cards + BOARD, BOARD) * deals[0])
    found = dict.fromkeys(reversed(names), 0)
    for c, name in enumerate(names):
        found[name] += below[c + 1] - below[c]
    return found


@cache
def disjoint_pairs(ranks: tuple[int, ...], suits: int, called: Called = by_name) -> tuple[tuple[int, ...], ...]:
    """For each category, over all boards, the numbers of sets of 0, 1 … 7 disjoint pairs that all reach it."""
    graphs, weights = _graphs(ranks, suits, categories(called)[0])
    boards = comb(len(ranks) * suits, BOARD)
    counted = list(zip(weights.tolist(), map(matchings, graphs), strict=True))
    sums = [[sum(on[c] * pairs[k] for on, pairs in counted) for k in range(MOST + 1)] for c in range(weights.shape[1])]
    # A board on which no pair reaches the category has no graph, and one set of no pairs.
    return tuple((boards, *found[1:]) for found in sums)


def _graphs(ranks: tuple[int, ...], suits: int, category: Array) -> tuple[list[Graph], Array]:
    """The different graphs, and on how many boards each is the graph of the pairs that reach a category."""
    table = tables()
    copies = np.array([suits if r in ranks else 0 for r in range(RANK_COUNT)])
    graphs = np.zeros((_ROOM, KEY), np.int64)
    slots = np.full(4 * _ROOM, -1, np.int64)
    weights = np.zeros((_ROOM, int(category.max()) + 1), np.int64)
    number = graphs_by_category(
        multisets(BOARD),
        copies,
        table.ranks[BOARD + HOLE],
        table.suited,
        category,
        table.choose,
        graphs,
        slots,
        weights,
    )
    assert number >= 0, "more different graphs than room for them"
    rows = (row[1 : 1 + 2 * row[0]] for row in graphs[:number].tolist())
    return [Graph(tuple(row[::2]), tuple(row[1::2])) for row in rows], weights[:number]
