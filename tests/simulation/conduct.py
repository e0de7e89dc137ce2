"""Rounds of the fast kernels beside the same rounds conducted by the engine, and beside the exact counts."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import sqrt
from types import ModuleType

import numpy as np
import pytest

from pitboss.cards.deck import Card
from pitboss.odds.counting import counter
from pitboss.odds.tables import Array
from pitboss.odds.tally import Ending, Tally
from pitboss.play.table import Table
from pitboss.rulebook.pays import Dollars, Pay
from pitboss.simulation import setting as setting_of
from pitboss.simulation.setting import Fast, Setting, cards_of, fast, places
from pitboss.table import events as e
from pitboss.table.definition import Target
from pitboss.table.rules import Rules
from pitboss.table.state import FOLDED, LIVE
from support import finish, seated

BASE = 1000
"""Cents of each compulsory wager, as `support.PLAIN` has them."""

Choices = Callable[[tuple[Card, ...], tuple[Card, ...]], Mapping[str, str]]
"""A player's cards and the community cards → step → choice."""


class Given:
    """A source that deals the cards of one round after the other."""

    def __init__(self) -> None:
        self.cards: list[Card] = []

    def shuffle(self, deck: int) -> None:
        """The order is given."""

    def cut(self, deck: int, depth: int) -> None:
        """The order is given."""

    def draw(self, deck: int, targets: Sequence[Target]) -> tuple[Card, ...]:
        count = sum(target.count for target in targets)
        taken, self.cards = self.cards[:count], self.cards[count:]
        return tuple(taken)

    def remove(self, deck: int, card: Card) -> None:
        raise AssertionError("no card is found face up")


def played(made: Fast, setting: Setting, first: int, count: int) -> Array:
    """The cells of these rounds."""
    cells = np.full((count, setting.seats, len(made.columns)), 65535, dtype=np.uint16)
    made.run(first, cells)
    return cells


def small(monkeypatch: pytest.MonkeyPatch, game: ModuleType, rules: Rules, pack: Sequence[Card]) -> None:
    """From now on only these cards are dealt, by the kernel and by the engine: rare hands become frequent."""
    _, names = setting_of.deck_of(rules)
    deck = np.array([names.index(card) for card in pack])
    for module in (setting_of, game):
        monkeypatch.setattr(module, "deck_of", lambda _: (deck, names))


def compare(setting: Setting, choices: Choices, sides: dict[str, int], count: int) -> Counter[Ending]:
    """Every round of the kernel equals the same round of the engine: wagers at risk, stakes and cells, at every seat.
    Returns what was seen."""
    rules, seats = setting.rules, range(1, setting.seats + 1)
    made, at = fast(setting), places(rules, setting.seats)
    assert [c.wager for c in made.columns] == ["main", *(w.id for w in rules.wagers if w.id in sides)]
    cells = played(made, setting, 0, count)
    source = Given()
    table = Table(rules, source=source).open()
    seen: Counter[Ending] = Counter()
    for number, cards in enumerate(cards_of(setting, 0, count)):
        drawn = [cards[i] for i in np.argsort(at.draws)]
        source.cards = list(cards)
        seated(table, *seats, **sides)
        before = len(table.log)
        board = tuple(drawn[i] for i in at.community)
        hands = {s: tuple(drawn[i] for i in at.seats[s - 1]) for s in seats}
        finish(table, {s: choices(hands[s], board) for s in seats})
        assert source.cards == [], "the plan takes as many cards as the engine"
        happened = [record.event for record in table.log[before:]]
        for s in seats:
            assert table.state.seat(s).cards == hands[s]
            ends = [made.columns[k].endings[cells[number, s - 1, k]] for k in range(len(made.columns))]
            same(table, s, ends, sides, happened)
            seen.update(ends)
        table.open()
    return seen


def same(table: Table, seat: int, ends: list[Ending], sides: dict[str, int], happened: list[e.AnyEvent]) -> None:
    """The endings of a seat are what the engine settled or collected there, all of it and nothing else."""
    settled = {x.wager: x for x in happened if isinstance(x, e.WagerSettled) and x.seat == seat}
    collected = {x.wager: x for x in happened if isinstance(x, e.WagerCollected) and x.seat == seat}
    parts = [part for end in ends for part in end]
    assert sorted(part.wager for part in parts) == sorted({**settled, **collected})
    for part in parts:
        stake = part.times * (100 * sides[part.wager] if part.wager in sides else BASE)
        cell = table.rules.game.classify(table.rules, table.state, table.state.seat(seat), part.wager)
        if part.wager in collected:
            assert (part.cell[0], collected[part.wager].cents) == (FOLDED, stake)
            assert part.cell == cell
            continue
        done = settled[part.wager]
        assert done.stake == stake
        if part.wager in sides:  # settled alike where the hand was folded
            assert done.cell[0] in (LIVE, FOLDED)
            assert part.cell == (LIVE, *done.cell[1:])
        else:
            assert part.cell == done.cell


# --- against exact counts -------------------------------------------------------------------------------------------


def counted(made: Fast, setting: Setting, rounds: int, column: int, seat: int = 0) -> Counter[Ending]:
    """How often each ending came up at a seat."""
    found = np.bincount(played(made, setting, 0, rounds)[:, seat, column], minlength=1)
    seen: Counter[Ending] = Counter()
    for i, n in enumerate(found):
        seen[made.columns[column].endings[i]] += int(n)  # several cells may end alike
    return +seen


def deviation(seen: Counter[Ending], exact: Tally) -> float:
    """Chi-square of the counts against the exact probabilities, as a standard normal deviate (Wilson and Hilferty,
    1931). What is expected less than ten times is put together; what cannot happen is infinitely far off."""
    if not seen.keys() <= exact.endings.keys():
        return float("inf")
    rounds = seen.total()
    pairs: list[tuple[float, float]] = []
    rest = [0.0, 0.0]
    for ending, ways in exact.endings.items():
        expected = rounds * ways / exact.total
        if expected >= 10:
            pairs.append((seen[ending], expected))
        else:
            rest = [rest[0] + seen[ending], rest[1] + expected]
    if rest[1]:
        pairs.append((rest[0], rest[1]))
    square = sum((n - expected) ** 2 / expected for n, expected in pairs)
    free = len(pairs) - 1
    third: float = (square / free) ** (1 / 3)
    return (third - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free))


def deviations(setting: Setting, rounds: int, seat: int = 0) -> dict[str, float]:
    """Wager → deviation from the exact count; a progressive's own hand, as if one played alone."""
    made, exact = fast(setting), counter(setting.rules)
    return {
        column.wager: deviation(counted(made, setting, rounds, k, seat), exact.tally(setting.rules, column.wager))
        for k, column in enumerate(made.columns)
    }


def far_off(found: Mapping[str, float]) -> set[str]:
    """The wagers that are far from the exact counts."""
    return {wager for wager, z in found.items() if z > 10}


def in_pieces(setting: Setting) -> None:
    """Rounds are the same however they are cut into blocks, and another seed gives others."""
    made = fast(setting)
    whole = played(made, setting, 0, 10_000)
    cuts = (0, 1, 2, 999, 1000, 4096, 9_999, 10_000)
    for first, last in pairwise(cuts):
        assert np.array_equal(played(made, setting, first, last - first), whole[first:last])
    far = 2**33 + 5
    assert np.array_equal(played(made, setting, far, 20)[7:], played(made, setting, far + 7, 13))
    assert not np.array_equal(played(made, setting, 2**32, 100), whole[:100])
    other = Setting(setting.rules, setting.seats, setting.strategy, "another seed")
    assert not np.array_equal(played(fast(other), other, 0, 100), whole[:100])


def fixed_cents(pay: Pay) -> int:
    """What a line pays that names a fixed amount."""
    assert isinstance(pay, Dollars), pay
    return pay.cents
