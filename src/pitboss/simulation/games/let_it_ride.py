"""Rounds of Let It Ride in bulk. The decisions of the solver, known up to a renaming of the suits, are laid out for
every set of three and of four cards; the names of hands come from the game's own functions."""

from functools import cache
from itertools import combinations
from math import comb

import numpy as np

from pitboss.cards.deck import RANKS, SUITS
from pitboss.games.let_it_ride.game import tens_or_better
from pitboss.odds.card_sets import colex, up_to_suits
from pitboss.odds.evaluator import CARDS, lookup
from pitboss.odds.games.let_it_ride import plan
from pitboss.odds.games.let_it_ride_plan import Plan
from pitboss.odds.kernels.sim_let_it_ride import FIVE, SIX, THREE, play_let_it_ride
from pitboss.odds.tables import Array, tables
from pitboss.odds.tally import Part
from pitboss.simulation.setting import Column, Fast, Places, Setting, deck_of
from pitboss.table.cells import Named
from pitboss.table.rules import Rules
from pitboss.table.state import LIVE

CHOICES = ((False, False), (False, True), (True, False), (True, True))
"""Whether bet 1 and bet 2 ride, in the order in which the kernel numbers them."""


def fast(setting: Setting, places: Places) -> Fast:
    rules = setting.rules
    finer, stake = setting.decided()
    solved = plan(finer, stake=stake)
    main = Column("main", tuple(end for choice in CHOICES for end in solved.endings[choice]))
    columns = [_column(rules, w.id) for w in rules.wagers if not w.compulsory and not w.later]
    fields = [_named(rules, column.wager) for column in columns]
    looks = [_looks(field) for field in fields]
    names = np.zeros((len(columns), comb(len(CARDS), 3)), dtype=np.uint8)
    for k, column in enumerate(columns):
        named = _names(fields[k], looks[k])
        names[k, : len(named)] = _cells(column, named)
    suited = np.zeros((len(SUITS), 1 << len(RANKS)), dtype=np.uint8)
    for k, column in enumerate(columns):
        if looks[k] == SIX:
            for (suit, ranks), name in _suited_names(fields[k]).items():
                suited[suit, ranks] = _cell(column, name)
    kinds = solved.count.kinds
    kind = np.array([kinds.index(tens_or_better(hand)) for hand in tables().hands], dtype=np.uint8)
    dealt = (places.seats.astype(np.uint64), places.community.astype(np.uint64), places.box.astype(np.uint64))
    lower = (np.array([comb(card, n) for card in range(len(CARDS))], dtype=np.uint64) for n in (2, 3, 4))
    hands = (lookup(5), lookup(6), *lower)
    chosen = (*_rides(solved, setting.strategy), kind, np.int64(len(kinds)))
    sides = (np.array(looks, dtype=np.int64), names, suited)
    deck = deck_of(rules)[0].astype(np.uint8)

    def run(first: int, cells: Array) -> None:
        play_let_it_ride(
            np.int64(first), *setting.key, deck, np.int64(places.needed), *dealt, *hands, *chosen, *sides, cells
        )

    return Fast((main, *columns), run)


# --- decisions ------------------------------------------------------------------------------------------------------


def _rides(solved: Plan, strategy: str) -> tuple[Array, Array]:
    """For every set of three cards whether bet 1 rides; for every set of four whether bet 2 does, in bit 0 where bet 1
    was withdrawn, in bit 1 where it rides."""
    first, second = (up_to_suits(colex(size)) for size in (3, 4))
    if strategy != "optimal":
        ride = {"bold": True, "timid": False}[strategy]
        return np.full(len(first), ride, np.uint8), np.full(len(second), 3 * ride, np.uint8)
    three = (solved.gain_1 > 0).astype(np.uint8)
    four = (solved.gain_2[0] > 0) + 2 * (solved.gain_2[1] > 0).astype(np.uint8)
    return three[np.searchsorted(solved.count.threes, first)], four[np.searchsorted(solved.count.fours, second)]


# --- names ----------------------------------------------------------------------------------------------------------


def _named(rules: Rules, wager: str) -> Named:
    _, field = rules.fields[wager]
    assert isinstance(field, Named)
    return field


def _looks(field: Named) -> int:
    """What the wager looks at."""
    places = {seen.place for seen in field.hand.sees}
    return SIX if "box" in places else FIVE if "community" in places else THREE


@cache
def _names(field: Named, looks: int) -> tuple[str, ...]:
    """The name of every set of three cards, or of the hand at every place; five of a suit among six cards are named in
    `_suited_names`."""
    if looks == THREE:
        of = field.hand.ranking.of
        return tuple(field.called(of(tuple(CARDS[c] for c in cards))) for cards in colex(3).tolist())
    return tuple(field.called(hand) for hand in tables().hands)


@cache
def _suited_names(field: Named) -> dict[tuple[int, int], str]:
    """(suit, set of ranks) → the name of six cards that hold these of this suit; of five, the sixth is of another."""
    found = {}
    for size in (5, 6):
        for ranks in combinations(range(len(RANKS)), size):
            for suit in range(len(SUITS)):
                cards = [RANKS[r] + SUITS[suit] for r in ranks]
                other = [RANKS[0] + SUITS[suit - 1]] * (6 - size)
                found[suit, sum(1 << r for r in ranks)] = field.called(field.hand.ranking.of((*cards, *other)))
    return found


def _column(rules: Rules, wager: str) -> Column:
    hands = rules.settlement.spaces[wager].values[1]
    return Column(wager, tuple((Part(wager, 1, (LIVE, hand)),) for hand in hands))


def _cell(column: Column, name: str) -> int:
    return column.endings.index((Part(column.wager, 1, (LIVE, name)),))


def _cells(column: Column, names: tuple[str, ...]) -> list[int]:
    number = {name: _cell(column, name) for name in dict.fromkeys(names)}
    return [number[name] for name in names]
