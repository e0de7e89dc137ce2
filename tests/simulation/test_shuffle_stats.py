"""The statistics themselves: exact distributions and scales by enumeration, chances that are what they claim to be."""

from collections import Counter
from functools import cache
from itertools import combinations, pairwise, permutations, product
from math import comb, exp, factorial

import numpy as np
import pytest

from pitboss.cards.deck import STANDARD
from pitboss.games.decks import deck
from pitboss.games.dragon_poker.hands import dragon_hand
from pitboss.simulation import shuffle_stats as stats
from pitboss.simulation.shuffle_hands import FIVE, SEVEN, THREE, hand_tests
from pitboss.simulation.shuffle_source import ShufflePlan
from pitboss.simulation.shuffle_tests import ShuffleCounts, digits, results


def all_orders(n: int) -> list[tuple[int, ...]]:
    return list(permutations(range(n)))


@pytest.mark.parametrize("n", range(1, 8))
def test_distributions_of_orders_by_enumeration(n: int) -> None:
    orders = all_orders(n)
    fixed = Counter(sum(card == at for at, card in enumerate(order)) for order in orders)
    falls = Counter(sum(a > b for a, b in pairwise(order)) for order in orders)
    back = Counter(sum(a > b for a, b in combinations(order, 2)) for order in orders)
    assert stats.fixed_points(n) == [fixed[k] for k in range(n + 1)]
    assert stats.eulerian(n) == [falls[k] for k in range(n)]
    assert stats.mahonian(n) == [back[k] for k in range(n * (n - 1) // 2 + 1)]


@pytest.mark.parametrize("n", [52, 53])
def test_distributions_of_whole_decks_are_complete(n: int) -> None:
    for ways in (stats.fixed_points(n), stats.eulerian(n), stats.mahonian(n)):
        assert sum(ways) == factorial(n)


def _places(order: tuple[int, ...]) -> np.ndarray:
    table = np.zeros((len(order),) * 2, dtype=np.int64)
    table[range(len(order)), order] = 1
    return table


def _ring(order: tuple[int, ...]) -> np.ndarray:
    table = np.zeros((len(order),) * 2, dtype=np.int64)
    for a, b in zip(order, (*order[1:], order[0]), strict=True):
        table[a, b] = 1
    return table


@pytest.mark.parametrize("n", [4, 5, 6])
def test_scales_by_enumeration(n: int) -> None:
    """Over all orders the mean of the statistic of one shuffle is exactly its degrees of freedom."""
    for table, statistic in ((_places, stats.position_by_card), (_ring, stats.followers)):
        found = [statistic(table(order)) for order in all_orders(n)]
        assert sum(f.value for f in found) / len(found) == pytest.approx(found[0].freedom)


@pytest.mark.parametrize("n", [4, 5])
def test_the_scale_is_right_in_every_direction(n: int) -> None:
    """The statistic is a quadratic form; times the covariance of one shuffle it must be a projection, whose trace is
    the number of degrees of freedom. Then many shuffles follow the law of chi-square."""
    for table, chance, statistic in (
        (_places, np.full((n, n), 1 / n), stats.position_by_card),
        (_ring, (1 - np.eye(n)) / (n - 1), stats.followers),
    ):
        away = np.array([(table(order) - chance).ravel() for order in all_orders(n)])
        covariance = away.T @ away / len(away)
        values, directions = np.linalg.eigh(covariance)
        live = directions[:, values > 1e-9] * np.sqrt(values[values > 1e-9])
        shuffles = 10**6
        for direction in live.T:  # a deviation of one standard deviation in this direction counts 1
            counts = shuffles * chance + np.sqrt(shuffles) * direction.reshape(n, n)
            counts = np.where(np.eye(n) == 1, 0, counts) if statistic is stats.followers else counts
            assert statistic(counts).value == pytest.approx(1.0, rel=1e-4)
        assert live.shape[1] == statistic(table(tuple(range(n)))).freedom


def test_kinds_of_cards_are_scaled_too() -> None:
    kinds = np.array([0, 0, 0, 1, 1])
    found = []
    for order in all_orders(5):
        table = np.zeros((5, 2), dtype=np.int64)
        table[range(5), kinds[list(order)]] = 1
        found.append(stats.position_by_card(table, [3, 2]))
    assert found[0].freedom == 4
    assert sum(f.value for f in found) / len(found) == pytest.approx(4)


def test_goodness_joins_rare_neighbours() -> None:
    # Expected 10, 10, 30, 50: the first two are joined, (24 - 20)²/20 + (26 - 30)²/30 + 0.
    found = stats.goodness([14, 10, 26, 50], [1, 1, 3, 5])
    assert found.value == pytest.approx(0.8 + 16 / 30) and found.freedom == 2
    # What is left at the end joins the last.
    assert stats.goodness([50, 40, 10], [5, 4, 1]) == stats.Statistic(0.0, 1)
    assert stats.goodness([40, 50, 10], [5, 4, 1]) == stats.Statistic(4.0, 1), "40 and 60 where 50 each are expected"


def test_one_cell_a_shuffle_by_hand() -> None:
    """Expected are 20 in each of three: (100 + 0 + 100) / 20."""
    assert stats.evenly(np.array([10, 20, 30])) == stats.Statistic(10.0, 2)


def test_too_few_shuffles_for_any_category_say_nothing() -> None:
    """19 are one too few for a group; 20 are one group, which has no freedom."""
    assert stats.goodness([9, 10], [1, 1]).value == 0
    assert stats.goodness([9, 11], [1, 1]) == stats.Statistic(0.0, 0)


def test_the_smallest_fault_that_is_found() -> None:
    """Of four cells in each of five tests one in a thousand on either side: 3.090232 deviations, and 2.326348 more to
    be found 99 times in 100. The deviation of a fifth in 10,000 shuffles is 0.004."""
    found = stats.smallest_found(10_000, 0.2, 4, 5, 0.04)
    assert found == pytest.approx((3.090232 + 2.326348) * 0.004, rel=1e-6)


def test_both_tails_of_two_degrees_of_freedom() -> None:
    """With two degrees the chance of more is exp(−x / 2), and the chance of less what is left."""
    assert stats.tails(stats.Statistic(2.0, 2)) == pytest.approx((1 - exp(-1), exp(-1)), rel=1e-12)


def test_a_cell_in_which_nothing_lay_is_looked_at() -> None:
    z, p = stats.worst_cell(np.array([[0, 55], [-1, 45]]), 100, 0.5, 3)
    assert z == -10.0 and p == pytest.approx(6 / 2**100)


def test_tails_are_the_published_ones() -> None:
    """Tables of chi-square: 3.841 for one degree at 5 %, 67.505 for fifty; 2,721.3 by Wilson and Hilferty for 2,601."""
    assert stats.tails(stats.Statistic(3.841459, 1))[1] == pytest.approx(0.05, rel=1e-6)
    assert stats.tails(stats.Statistic(67.504807, 50))[1] == pytest.approx(0.05, rel=1e-6)
    wilson_hilferty = 2601 * (1 - 2 / (9 * 2601) + 1.6448536 * (2 / (9 * 2601)) ** 0.5) ** 3
    assert stats.tails(stats.Statistic(wilson_hilferty, 2601))[1] == pytest.approx(0.05, rel=1e-3)
    assert stats.two_sided(stats.Statistic(0.001, 51)) < 1e-80


def test_the_worst_cell_by_adding_up() -> None:
    counts = np.array([[30, 50], [51, 49]])
    low = sum(comb(100, k) for k in range(31)) / 2**100
    z, p = stats.worst_cell(counts, 100, 0.5, 4)
    assert z == -4.0 and p == pytest.approx(8 * low)
    z, p = stats.worst_cell(np.array([[70, 50], [-1, 49]]), 100, 0.5, 3)
    assert z == 4.0 and p == pytest.approx(6 * low)


def test_holm_by_hand() -> None:
    assert stats.holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert stats.holm([0.9, 0.8]) == [1.0, 1.0]


# --- hands ----------------------------------------------------------------------------------------------------------


def test_hands_add_up() -> None:
    assert sum(FIVE.values()) == comb(52, 5)
    assert sum(SEVEN.values()) == comb(52, 7)
    assert sum(THREE.values()) == comb(52, 3)


def test_every_three_and_five_card_hand_is_counted_as_expected() -> None:
    """The evaluators over all hands give the closed forms."""
    tests = hand_tests(STANDARD.id)
    for name, size, ways in (("hands_3", 3, THREE), ("hands_5", 5, FIVE)):
        hands = np.array(list(combinations(range(52), size)), dtype=np.uint8)
        assert np.bincount(tests[name].categories(hands)).tolist() == list(ways.values())


def test_every_dragon_hand_is_counted_as_expected() -> None:
    test = hand_tests("dragon")["hands_dragon"]
    hands = np.array(list(combinations(range(53), 3)), dtype=np.uint8)
    assert np.bincount(test.categories(hands)).tolist() == list(test.ways.values())
    cards = deck("dragon-poker").cards
    names = Counter(dragon_hand(tuple(cards[c] for c in hand)).name for hand in combinations(range(53), 3))
    assert test.ways == names and sum(names.values()) == comb(53, 3)


# --- the counts of shuffles -----------------------------------------------------------------------------------------


def test_counts_of_known_orders() -> None:
    same, turned = bytes(range(52)), bytes(reversed(range(52)))
    counts = ShuffleCounts(STANDARD.id)
    counts.add(same + same + turned)
    assert counts.shuffles == 3
    assert counts.places[0, 0] == 2 and counts.places[0, 51] == 1 and counts.places.sum() == 3 * 52
    assert counts.ring[0, 1] == 2 and counts.ring[51, 0] == 2 and counts.ring[1, 0] == 1 and counts.ring[0, 51] == 1
    assert counts.fixed[52] == 2 and counts.fixed[0] == 1
    assert counts.again[52] == 1 and counts.again[0] == 1
    assert counts.falls[0] == 2 and counts.falls[51] == 1
    assert counts.rising[0] == 2 and counts.rising[51] == 1
    assert counts.reversed[0] == 2 and counts.reversed[1326] == 1
    assert counts.hands["hands_5"].sum() == 3


def test_rising_sequences_of_one_riffle() -> None:
    """A riffle of two packets has two rising sequences, however many falls."""
    riffled = [card for pair in zip(range(26), range(26, 52), strict=True) for card in pair]
    counts = ShuffleCounts(STANDARD.id)
    counts.add(bytes(riffled))
    assert counts.rising[1] == 1 and counts.falls[25] == 1


def test_digits_name_every_order_once() -> None:
    orders = np.array(all_orders(5), dtype=np.uint8)
    found = [tuple(column) for column in digits(orders).T.tolist()]
    assert sorted(found) == sorted(product(range(5), range(4), range(3), range(2), range(1)))


def test_chances_are_what_they_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    """Orders from another generator: over 100 runs each test's p must look uniform (mean 1/2, right share of small
    ones; bounds at four standard deviations), and the largest cells must not be found too often."""
    for name in ("fixed_points", "eulerian", "mahonian"):  # the same in every run
        monkeypatch.setattr(stats, name, cache(getattr(stats, name)))
    generator = np.random.Generator(np.random.PCG64(5))
    new_deck = np.tile(np.arange(52, dtype=np.uint8), (3_000, 1))
    found: dict[str, list[float]] = {}
    for _ in range(100):
        counts = ShuffleCounts(STANDARD.id)
        counts.add(generator.permuted(new_deck, axis=1).tobytes())
        for result in results(counts, STANDARD.id):
            found.setdefault(result.test, []).append(result.p)
    for test, chances in found.items():
        small = sum(p < 0.1 for p in chances)
        if test.startswith("largest"):
            assert small <= 10 + 4 * 9**0.5, test
        else:
            assert abs(np.mean(chances) - 0.5) < 4 * (1 / 12 / 100) ** 0.5, test
            assert abs(small - 10) <= 4 * 9**0.5, test


def test_a_plan_counts_its_chunks() -> None:
    assert [ShufflePlan(52, n).chunks for n in (1, 10_000, 10_001)] == [1, 1, 2]
