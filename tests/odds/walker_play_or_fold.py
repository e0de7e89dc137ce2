"""The oracle of games with one decision: Dragon Poker and Top Five Poker."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import ClassVar

from msgspec.structs import replace

from odds.walker import (
    Cards,
    Cells,
    Results,
    Values,
    best,
    bets_of,
    cards_in,
    cells_of,
    gains,
    pay,
    seat,
    side_wager,
    without,
)
from pitboss.games.dragon_poker.hands import dragon_hand
from pitboss.games.top_five_poker.hands import top_five_hand
from pitboss.odds.tally import Pack
from pitboss.table.cells import Cell
from pitboss.table.rules import Rules
from support import DRAGON


@cache
def two_hands(rules: Rules, pack: Pack, size: int, every_deal: bool) -> dict[Cards, Counter[Cells]]:
    """The player's cards, as he sees them → what the dealer's hands lead to. With `every_deal` each single deal is
    classified; else deals in which player and dealer hold hands of the same rank as in an earlier deal are taken to be
    classified already."""
    found: dict[Cards, Counter[Cells]] = {}
    everything, opening = cards_in(pack), rules.opening()
    known: dict[tuple[tuple[int, ...], tuple[int, ...]], Cells] = {}
    for cards in combinations(everything, size):
        spot = found.setdefault(tuple(sorted(cards)), Counter())
        ends: dict[int, list[Cells]] = {}
        for dealer in combinations(without(everything, cards), size):
            both = key_of(rules, cards), key_of(rules, dealer)
            cells = None if every_deal else known.get(both)
            if cells is None:
                cells = known[both] = cells_of(rules, replace(opening, dealer=dealer), cards)
            ends.setdefault(id(cells), []).append(cells)
        for same in ends.values():
            spot[same[0]] += len(same)
    return found


def key_of(rules: Rules, cards: Cards) -> tuple[int, ...]:
    """The place of a hand in the order of the game."""
    if rules.game.id == DRAGON:
        return dragon_hand(cards).key
    return top_five_hand(cards, rules.reading("extra_cards_break_ties") == "true").key


class PlayOrFold:
    """Every spot of a game with one decision, and the results of the best play."""

    TIMES: ClassVar = {"fold": 0, "play": 1}

    def __init__(self, rules: Rules, deals: dict[Cards, Counter[Cells]], stake: int) -> None:
        self.spots: dict[Cards, Values] = {}
        self.squares: dict[Cards, Values] = {}
        """The same for squares of the results."""
        self.results = Results(stake)
        paid = {
            (cells, times): pay(rules, bets_of(rules, cells, stake, times))[0]
            for cells in {cells for outcomes in deals.values() for cells in outcomes}
            for times in self.TIMES.values()
        }
        for cards, outcomes in deals.items():
            ways = outcomes.total()
            sums = {name: [0, 0] for name in self.TIMES}
            for cells, n in outcomes.items():
                for name, times in self.TIMES.items():
                    net = gains(paid[cells, times])
                    sums[name][0] += n * net
                    sums[name][1] += n * net * net
            self.spots[cards] = {name: Fraction(s, ways * stake) for name, (s, _) in sums.items()}
            self.squares[cards] = {name: Fraction(s, ways * stake**2) for name, (_, s) in sums.items()}
            for cells, n in outcomes.items():
                self.results.add(paid[cells, self.TIMES[best(self.spots[cards])]], n)


def own_cards(rules: Rules, pack: Pack, size: int, wager: str, stake: int, meters: Mapping[str, int]) -> Results:
    """A side wager that looks at the player's own cards only."""
    opening = rules.opening()
    dealt: Counter[Cell] = Counter()
    for cards in combinations(cards_in(pack), size):
        dealt[rules.game.classify(rules, opening, seat(rules, cards), wager)] += 1
    return side_wager(rules, wager, dealt, stake, meters)
