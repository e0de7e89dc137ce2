"""The oracle of Let It Ride: two decisions about bets that already lie there, and a progressive of several players."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from typing import ClassVar, NamedTuple

from msgspec.structs import replace

from odds.walker import (
    Bets,
    Cards,
    Paid,
    Results,
    Values,
    best,
    cards_in,
    disjoint_hands,
    gains,
    pay,
    seat,
    side_wager,
    without,
)
from pitboss.cards.deck import Card
from pitboss.odds.tally import Pack
from pitboss.table.cells import Cell
from pitboss.table.flow import envies
from pitboss.table.rules import Rules
from pitboss.table.state import State
from support import LIR
from support import rules as rules_of

BETS = ("bet_1", "bet_2", "bet_3")


@cache
def boards(pack: Pack) -> dict[Cards, dict[tuple[Card, Card], tuple[Cell, ...]]]:
    """The player's cards → the community cards in order → the cells of the three bets."""
    rules = rules_of(LIR)
    everything, opening, classify = cards_in(pack), rules.opening(), rules.game.classify
    found: dict[Cards, dict[tuple[Card, Card], tuple[Cell, ...]]] = {}
    for cards in combinations(everything, 3):
        own = seat(rules, cards)
        hand = found[cards] = {}
        for board in permutations(without(everything, cards), 2):
            state = replace(opening, community=board)
            hand[board] = tuple(classify(rules, state, own, bet) for bet in BETS)
    return found


def kept(cells: tuple[Cell, ...], stake: int, first: str, second: str) -> Bets:
    """The bets that still lie there after both decisions."""
    bets = zip(BETS, cells, (first, second, "ride"), strict=True)
    return tuple((bet, stake, cell) for bet, cell, choice in bets if choice == "ride")


class Ride:
    """Every spot of Let It Ride, and the results of the best play."""

    CHOICES: ClassVar = ("withdraw", "ride")

    def __init__(self, rules: Rules, pack: Pack, stake: int) -> None:
        self.first: dict[Cards, Values] = {}
        self.second: dict[tuple[Cards, Card], Values] = {}
        self.squares: dict[tuple[Cards, Card], Values] = {}
        self.results = Results(stake)
        self._known: dict[Bets, list[Paid]] = {}
        self._ends: Counter[Bets] = Counter()
        for cards, deals in boards(pack).items():
            self._hand(rules, cards, deals, stake)
        for bets, n in self._ends.items():
            self.results.add(self._known[bets], n)

    def _pay(self, rules: Rules, bets: Bets) -> list[Paid]:
        if bets not in self._known:
            self._known[bets] = pay(rules, bets)[0]
        return self._known[bets]

    def _hand(self, rules: Rules, cards: Cards, deals: dict[tuple[Card, Card], tuple[Cell, ...]], stake: int) -> None:
        paid: dict[tuple[Card, Card, str, str], list[Paid]] = {}
        for (c1, c2), cells in deals.items():
            for first, second in product(self.CHOICES, repeat=2):
                paid[c1, c2, first, second] = self._pay(rules, kept(cells, stake, first, second))
        left = {c1 for c1, _ in deals}
        total = {
            (c1, first, second): sum(gains(paid[c1, c2, first, second]) for c2 in left if c2 != c1)
            for c1 in left
            for first in self.CHOICES
            for second in self.CHOICES
        }
        plan = {
            (c1, first): best({second: total[c1, first, second] for second in self.CHOICES})
            for c1 in left
            for first in self.CHOICES
        }
        ways = len(left) * (len(left) - 1)
        self.first[cards] = {
            first: Fraction(sum(total[c1, first, plan[c1, first]] for c1 in left), ways * stake)
            for first in self.CHOICES
        }
        first = best(self.first[cards])
        for c1 in left:
            rest = [
                {s: gains(p for p in paid[c1, c2, first, s] if p.wager != "bet_1") for s in self.CHOICES}
                for c2 in left
                if c2 != c1
            ]
            self.second[cards, c1] = {s: Fraction(sum(r[s] for r in rest), len(rest) * stake) for s in self.CHOICES}
            self.squares[cards, c1] = {
                s: Fraction(sum(r[s] ** 2 for r in rest), len(rest) * stake**2) for s in self.CHOICES
            }
            for c2 in left:
                if c2 != c1:
                    self._ends[kept(deals[c1, c2], stake, first, plan[c1, first])] += 1


def ride_bonus(rules: Rules, pack: Pack, wager: str, stake: int, meters: Mapping[str, int]) -> Results:
    """A side wager of one player: his three cards with the community cards or with the box."""
    dealt: Counter[Cell] = Counter()
    everything, opening = cards_in(pack), rules.opening()
    for cards in combinations(everything, 3):
        own = seat(rules, cards)
        for others in combinations(without(everything, cards), 3 if wager == "six_card_bonus" else 2):
            place = {"box": others} if wager == "six_card_bonus" else {"community": others}
            dealt[rules.game.classify(rules, replace(opening, **place), own, wager)] += 1
    return side_wager(rules, wager, dealt, stake, meters)


def table_state(rules: Rules, hands: tuple[Cards, ...], board: Cards, stake: int) -> State:
    """A table at which each of these hands has a progressive wager."""
    place = rules.index["progressive"]
    placed = tuple(stake if i == place else 0 for i in range(len(rules.wagers)))
    seats = list(rules.opening().seats)
    for number, cards in enumerate(hands, start=1):
        seats[number - 1] = replace(seat(rules, cards, number=number), placed=placed)
    return replace(rules.opening(), seats=tuple(seats), community=board)


def progressive_round(rules: Rules, state: State, stake: int, meters: Mapping[str, int]) -> dict[int, list[Paid]]:
    """What each position receives, settled from the dealer's right; then the envy bonuses."""
    readings = dict(meters)
    found: dict[int, list[Paid]] = {}
    for position in reversed(state.playing):
        cell = rules.game.classify(rules, state, position, "progressive")
        found[position.number], _ = pay(rules, (("progressive", stake, cell),), readings)
    for receiver, _, event in envies(rules, state):
        found[receiver.number].append(Paid("envy", 0, event.cents, event.hand))
    return found


class TableDeals(NamedTuple):
    """All deals to several players, by the cells of their progressive wagers."""

    dealt: Counter[tuple[Cell, ...]]
    examples: dict[tuple[Cell, ...], tuple[tuple[Cards, ...], Cards]]
    """One deal for each: the hands and the community cards."""


_TABLES: dict[tuple[str, Pack, int, int], TableDeals] = {}


def table_deals(rules: Rules, pack: Pack, players: int, board: int) -> TableDeals:
    """Remembered for all paytables that look at the same cards."""
    key = rules.terms.progressive_cards, pack, players, board
    if key not in _TABLES:
        _TABLES[key] = TableDeals(Counter(), {})
        everything = cards_in(pack)
        for community in combinations(everything, board):
            named: dict[Cards, Cell] = {}
            left = without(everything, community)
            for cards in combinations(left, 3):
                one = table_state(rules, (cards,), community, 100)
                named[cards] = rules.game.classify(rules, one, one.seats[0], "progressive")
            for hands in disjoint_hands(left, 3, players):
                cells = tuple([named[cards] for cards in hands])
                _TABLES[key].dealt[cells] += 1
                _TABLES[key].examples.setdefault(cells, (hands, community))
    return _TABLES[key]


def progressive(rules: Rules, pack: Pack, players: int, stake: int, meters: Mapping[str, int], board: int) -> Results:
    """One player's progressive with its envy bonuses; he sits at each of the positions equally often. `board` is 0
    where only three cards are looked at, so that the community cards need not be dealt."""
    results = Results(stake)
    dealt, examples = table_deals(rules, pack, players, board)
    for cells, n in dealt.items():
        state = table_state(rules, *examples[cells], stake)
        for paid in progressive_round(rules, state, stake, meters).values():
            results.add(paid, n, cells)
    return results
