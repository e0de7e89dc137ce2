"""Cover All: the highest of two to seven hands over one board, against other ways to count it."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, factorial, perm, prod
from random import Random
from typing import Any

import numba
import numpy as np
import pytest

from pitboss.cards.deck import STANDARD
from pitboss.cards.fast import best_five
from pitboss.cards.ranking import FIVE_CARDS
from pitboss.odds import sides
from pitboss.odds.figures import figures
from pitboss.odds.matchings import Graph, matchings
from pitboss.odds.sides.table_wide import highest
from pitboss.odds.suits import suit_patterns
from pitboss.odds.tally import Pack, Tally
from pitboss.table.rules import Rules
from support import UTH
from support import rules as rules_of

CATEGORIES = [category.name for category in FIVE_CARDS][::-1]
FULL = (tuple(range(13)), 4)
SEVEN_CARDS = [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 37_260, 4_324]
"""https://en.wikipedia.org/wiki/Poker_probability, best five of seven cards, lowest category first."""


def rules() -> Rules:
    return rules_of(UTH, "automated_shoe", wagers={"cover_all": {"offered": True}})


def cover_all(rules: Rules, hands: int, pack: Pack | None = None) -> Tally:
    return sides.tally(rules, "cover_all", hands - 1, pack)


def pack_of(suits: str, ranks: str) -> Pack:
    return tuple((r + s, 1) for r in ranks for s in suits)


def counts(tally: Tally, hands: int) -> dict[str, int]:
    found = {}
    for ending, count in tally.endings.items():
        ((wager, times, (standing, column, hand), other),) = ending
        assert (wager, times, standing, column, other) == ("cover_all", 1, "live", str(hands), False)
        found[hand] = count
    return found


# --- every deal of a small pack -------------------------------------------------------------------------------------

SMALL = [
    ("cs", "24579JK", 2), ("hd", "9TJQKA", 3), ("cdhs", "238", 3), ("cdh", "2479K", 2), ("chs", "TJQK", 3),
    ("s", "23456789TJQKA", 4),
]  # fmt: skip
"""Suits, ranks, and up to how many hands are dealt."""


def plain(pack: Pack, most: int) -> list[Counter[str]]:
    """Board by board, every set of up to so many disjoint pairs; each stands for its orders among the positions."""
    cards = [card for card, _ in pack]
    found: list[Counter[int]] = [Counter() for _ in range(most)]
    for board in combinations(cards, 5):
        pairs = []
        for a, b in combinations([card for card in cards if card not in board], 2):
            category = CATEGORIES.index(best_five((a, b, *board)).name)
            pairs.append((1 << cards.index(a) | 1 << cards.index(b), category))
        _lay(pairs, 0, 0, found)
    return [Counter({CATEGORIES[c]: m * factorial(n + 1) for c, m in count.items()}) for n, count in enumerate(found)]


def _lay(pairs: list[tuple[int, int]], laid: int, best: int, found: list[Counter[int]]) -> None:
    for place, (pair, category) in enumerate(pairs, start=1):
        higher = max(best, category)
        found[laid][higher] += 1
        if laid + 1 < len(found):
            _lay([other for other in pairs[place:] if not other[0] & pair], laid + 1, higher, found)


@pytest.mark.parametrize(("suits", "ranks", "most"), SMALL)
def test_small_packs_deal_by_deal(suits: str, ranks: str, most: int) -> None:
    pack = pack_of(suits, ranks)
    expected = plain(pack, most)
    for hands in range(2, most + 1):
        assert counts(cover_all(rules(), hands, pack), hands) == expected[hands - 1]


def test_the_small_packs_show_every_category() -> None:
    tallies = [cover_all(rules(), 2, pack_of(suits, ranks)) for suits, ranks, _ in SMALL]
    assert {hand for tally in tallies for hand in counts(tally, 2)} == set(CATEGORIES)


# --- the full pack --------------------------------------------------------------------------------------------------


def test_one_hand_is_the_best_of_seven_cards() -> None:
    """Each set of seven cards is 21 deals of five and two."""
    found = highest(1, *FULL)
    assert [found[name] for name in CATEGORIES] == [21 * n for n in SEVEN_CARDS]


@numba.njit()
def category_of(once: int, twice: int, thrice: int, four: int, suited: int) -> int:
    """The category of seven cards: ranks held once or more, twice or more …, and in the flush suit, as bits."""
    best = 0
    for flush in (False, True):
        ranks = suited if flush else once
        runs = ranks << 1 | ranks >> 12
        for _ in range(4):
            runs &= runs >> 1
        held = 0
        while ranks:
            ranks &= ranks - 1
            held += 1
        if flush and held >= 5:
            best = (9 if runs >> 9 else 8) if runs else 5
        elif not flush and runs:
            best = 4
    two_ranks = twice & (twice - 1)
    grouped = 7 if four else 6 if thrice and two_ranks else 3 if thrice else 2 if two_ranks else 1 if twice else 0
    return max(best, grouped)


@numba.njit()
def two_hands(boards: Any, ways: Any) -> Any:
    """Ordered pairs of disjoint hands that both stay below each category, card by card (4 · rank + suit), by degrees:
    of g pairs of cards, with d of them at each card, g² + g - Σ d² ordered pairs of pairs are disjoint."""
    found = np.zeros(10, np.int64)
    degrees = np.zeros((10, 52), np.int64)
    seen = np.zeros(4, np.int64)
    free = np.zeros(47, np.int64)
    for number in range(len(boards)):
        board = boards[number]
        degrees[:] = 0
        flush, shown = -1, 0
        for suit in range(4):
            if (board % 4 == suit).sum() >= 3:
                flush = suit
        seen[:] = 0
        for card in board:
            for times in range(3, 0, -1):
                seen[times] |= seen[times - 1] & 1 << card // 4
            seen[0] |= 1 << card // 4
            if card % 4 == flush:
                shown |= 1 << card // 4
        left = 0
        for card in range(52):
            if not (board == card).any():
                free[left] = card
                left += 1
        for i in range(left):
            a, x = free[i], 1 << free[i] // 4
            once, twice, thrice, four = seen[0] | x, seen[1] | seen[0] & x, seen[2] | seen[1] & x, seen[3] | seen[2] & x
            suited = shown | x if a % 4 == flush else shown
            for j in range(i):
                b, y = free[j], 1 << free[j] // 4
                same = suited | y if b % 4 == flush else suited
                category = category_of(once | y, twice | once & y, thrice | twice & y, four | thrice & y, same)
                degrees[category, a] += 1
                degrees[category, b] += 1
        for category in range(1, 10):
            edges, squares = 0, 0
            for card in range(52):
                edges += degrees[category - 1, card]
                squares += degrees[category - 1, card] ** 2
                degrees[category, card] += degrees[category - 1, card]
            edges //= 2
            found[category] += ways[number] * (edges * edges + edges - squares)
    return found


def boards_up_to_suits() -> tuple[list[list[int]], list[int]]:
    boards, ways = [], []
    for ranks in combinations_with_replacement(range(13), 5):
        held = Counter(ranks)
        if max(held.values()) > 4:
            continue
        for masks, times in suit_patterns(tuple(held.values()), 4):
            suits = [(r, s) for r, mask in zip(held, masks, strict=True) for s in range(4) if mask >> s & 1]
            boards.append([4 * r + s for r, s in suits])
            ways.append(times)
    return boards, ways


def test_two_hands_counted_by_degrees() -> None:
    boards, ways = boards_up_to_suits()
    assert (len(boards), sum(ways)) == (134_459, comb(52, 5))
    below = two_hands(np.array(boards), np.array(ways)).tolist()
    below.append(comb(52, 5) * comb(47, 2) * comb(45, 2))
    found = highest(2, *FULL)
    assert [found[name] for name in CATEGORIES] == [below[c + 1] - below[c] for c in range(10)]


@pytest.mark.parametrize("hands", range(2, 8))
def test_royal_flushes_by_hand(hands: int) -> None:
    """Four boards are royal. Any other royal flush belongs to one hand alone, so that hands add up."""
    found = counts(cover_all(rules(), hands), hands)
    total = comb(52, 5) * prod(comb(47 - 2 * i, 2) for i in range(hands))
    assert sum(found.values()) == total
    on_board = Fraction(4, comb(52, 5))
    alone = Fraction(4_324, comb(52, 7)) - on_board
    assert Fraction(found["royal_flush"], total) == on_board + hands * alone


def test_seven_hands_against_a_sample_of_deals() -> None:
    """Within five standard errors for every category; the seed is fixed."""
    deals, cards, chance = 12_000, list(STANDARD.cards), Random(20240229)
    seen: Counter[str] = Counter()
    for _ in range(deals):
        dealt = chance.sample(cards, 19)
        hands = [best_five((*dealt[5 + 2 * i : 7 + 2 * i], *dealt[:5])) for i in range(7)]
        seen[max(hands, key=lambda hand: hand.key).name] += 1
    found = counts(cover_all(rules(), 7), 7)
    total = sum(found.values())
    for name in CATEGORIES:
        p = found[name] / total
        assert abs(seen[name] - deals * p) < 5 * (deals * p * (1 - p)) ** 0.5 + 1, name


def test_the_edges_of_the_six_columns() -> None:
    """Nothing is published for Cover All; the reading that it pays from a full house on (U-01) rests on edges of 8.6 to
    10.6 % in all six columns."""
    edges = {n: float(-100 * figures(rules(), cover_all(rules(), n), 100, {}).ev) for n in range(2, 8)}
    assert {n: round(edge, 2) for n, edge in edges.items()} == {2: 9.98, 3: 10.0, 4: 9.2, 5: 8.61, 6: 9.95, 7: 10.56}


def test_two_hands_paid_by_hand() -> None:
    """The column of two hands, its pays typed from the rulebook."""
    pays = {"royal_flush": 200, "straight_flush": 100, "four_of_a_kind": 70, "full_house": 12}
    found = highest(2, *FULL)
    ev = Fraction(sum(n * pays.get(hand, -1) for hand, n in found.items()), sum(found.values()))
    assert figures(rules(), cover_all(rules(), 2), 100, {}).ev == ev


def test_numbers_of_hands_and_packs_that_are_not_allowed() -> None:
    for hands in (1, 8, 0, -2):
        with pytest.raises(ValueError, match=f"2 to 7 hands with the dealer's, not {hands}"):
            cover_all(rules(), hands)
    assert cover_all(rules(), 3, pack_of("cs", "24579J")).total == comb(12, 5) * 21 * 10 * 3
    with pytest.raises(ValueError, match="4 hands and a board take 13 cards; the pack has 12"):
        cover_all(rules(), 4, pack_of("cs", "24579J"))
    with pytest.raises(ValueError, match="every rank once in every suit"):
        cover_all(rules(), 2, pack_of("cs", "24579J")[1:])


# --- matchings ------------------------------------------------------------------------------------------------------


def by_cards(graph: Graph) -> list[int]:
    """The lowest card left stays alone or is paired: over all sets of single cards."""
    cards = [i for i, size in enumerate(graph.sizes) for _ in range(size)]
    joins = [sum(1 << b for b, j in enumerate(cards) if b != a and graph.near[i] >> j & 1) for a, i in enumerate(cards)]

    @cache
    def count(left: int) -> tuple[int, ...]:
        if not left:
            return (1, *[0] * 7)
        card = left.bit_length() - 1
        left ^= 1 << card
        found = list(count(left))
        for other in range(card):
            if left & joins[card] & 1 << other:
                for k, ways in enumerate(count(left ^ 1 << other)[:7]):
                    found[k + 1] += ways
        return tuple(found)

    return list(count((1 << len(cards)) - 1))


def any_graph(chance: Random, classes: int, largest: int) -> Graph:
    sizes = [chance.randint(1, largest) for _ in range(classes)]
    near = [0] * classes
    density = chance.random()
    for i in range(classes):
        for j in range(i + (sizes[i] == 1), classes):
            if chance.random() < density:
                near[i] |= 1 << j
                near[j] |= 1 << i
    return Graph(tuple(sizes), tuple(near))


@pytest.mark.parametrize("seed", range(60))
def test_matchings_of_any_graph(seed: int) -> None:
    chance = Random(seed)
    classes = chance.randint(1, 9)
    graph = any_graph(chance, classes, max(1, 14 // classes))
    assert list(matchings(graph)) == by_cards(graph)


def test_matchings_of_no_cards_and_of_all() -> None:
    assert matchings(Graph((), ())) == (1, 0, 0, 0, 0, 0, 0, 0)
    every = [factorial(52) // (factorial(k) * factorial(52 - 2 * k) * 2**k) for k in range(8)]
    assert list(matchings(Graph((52,), (1,)))) == every
    assert list(matchings(Graph((30, 22), (3, 3)))) == every


def test_seven_hands_dealt_one_after_the_other() -> None:
    """The board K K 9 5 2 in four suits and 47 cards: a hand reaches the full house with a king and a nine, five or
    two, with both kings, or with a pair of nines, fives or twos. Seven hands that do not, one after the other."""
    kings, nines, fives, twos = range(4)
    full = {(kings, kings), (kings, nines), (kings, fives), (kings, twos), (nines, nines), (fives, fives), (twos, twos)}
    near = [sum(1 << j for j in range(4) if {(i, j), (j, i)} & full) for i in range(4)]

    @cache
    def deal(left: tuple[int, ...], hands: int) -> int:
        found = 0 if hands else 1
        for a, b in combinations_with_replacement(range(5), 2) if hands else ():
            ways = comb(left[a], 2) if a == b else left[a] * left[b]
            if ways and (a, b) not in full:
                found += ways * deal(tuple(n - (i == a) - (i == b) for i, n in enumerate(left)), hands - 1)
        return found

    pairs = matchings(Graph((2, 3, 3, 3), tuple(near)))
    rest = [prod(comb(47 - 2 * i, 2) for i in range(k, 7)) for k in range(8)]
    assert deal((2, 3, 3, 3, 36), 7) == sum((-1) ** k * perm(7, k) * pairs[k] * rest[k] for k in range(8))
