"""The two decisions of Let It Ride, for every hand at once. They need only the value of each set of three and of four
cards, which is a vector of counts times a vector of payments: a new paytable costs a few such products."""

from collections.abc import Mapping
from math import gcd

import numpy as np
from msgspec import Struct

from pitboss.games.let_it_ride.game import BETS
from pitboss.odds.figures import TooLarge, net, settled
from pitboss.odds.games.let_it_ride_counts import Count, count
from pitboss.odds.tables import Array
from pitboss.odds.tally import Ending, Pack, Part, Tally, tally
from pitboss.table.rules import Rules
from pitboss.table.state import LIVE


class Plan(Struct, frozen=True):
    """What to do with every hand, under one table of payments. A bet rides only if that is worth strictly more, for
    bets that ride at no gain only add to the variance."""

    count: Count
    endings: dict[tuple[bool, bool], tuple[Ending, ...]]
    """(bet 1 rides, bet 2 rides) → the ending for each kind of hand."""
    nets: dict[tuple[bool, bool], tuple[int, ...]]
    """The same in cents."""
    decided: dict[tuple[bool, bool], tuple[int, ...]]
    """Cents that bet 1 brings of them, which is settled first."""
    stake: int
    gain_1: Array
    """three cards → whether riding bet 1 is worth more (1), the same (0) or less (−1)."""
    gain_2: tuple[Array, Array]
    """bet 1 withdrawn or riding → four cards → the same for bet 2; it matters only where a limit cuts payments."""

    def tally(self) -> Tally:
        """Every deal of three cards, a first and a second community card."""
        c = self.count
        first = (self.gain_1[c.parent] > 0).astype(np.int64)
        second = np.where(first, self.gain_2[1][c.child], self.gain_2[0][c.child]) > 0
        deals = np.zeros((4, len(c.fours)), dtype=np.int64)
        np.add.at(deals, (2 * first + second, c.child), c.three_ways[c.parent] * c.ways)
        ends = deals @ c.last
        choices = ((False, False), (False, True), (True, False), (True, True))
        pairs = zip(choices, ends, strict=True)
        return tally((e, int(n)) for kept, row in pairs for e, n in zip(self.endings[kept], row, strict=True))

    def first(self, three: int, ride: bool) -> dict[int, int]:
        """Net cents of all three bets → in how many ways, once bet 1 is decided."""
        c, found = self.count, {0: 0}
        links = c.links(three)
        rides = self.gain_2[ride][c.child[links]] > 0
        for second in (False, True):
            ways = np.where(rides == second, c.ways[links], 0) @ c.last[c.child[links]]
            _add(found, self.nets[ride, second], ways)
        return found

    def second(self, four: int, first: bool, ride: bool) -> dict[int, int]:
        """Net cents of bets 2 and 3 → with how many last cards, once bet 2 is decided."""
        found = {0: 0}
        nets, before = self.nets[first, ride], self.decided[first, ride]
        _add(found, tuple(n - b for n, b in zip(nets, before, strict=True)), self.count.last[four])
        return found


def _add(found: dict[int, int], nets: tuple[int, ...], ways: Array) -> None:
    for cents, times in zip(nets, ways, strict=True):
        found[cents] = found.get(cents, 0) + int(times)


def plan(rules: Rules, *, pack: Pack | None = None, stake: int = 100, meters: Mapping[str, int] | None = None) -> Plan:
    """The best decision for every three and every four cards when each bet is `stake` cents."""
    c = count(pack or rules.deck.contents)
    endings, nets, decided = {}, {}, {}
    for first in (False, True):
        for second in (False, True):
            kept = [bet for bet, rides in zip(BETS, (first, second, True), strict=True) if rides]
            ends = [tuple(Part(bet, 1, (LIVE, main)) for bet in kept) for main in c.kinds]
            endings[first, second] = tuple(ends)
            nets[first, second] = tuple(net(rules, end, stake, meters or {}) for end in ends)
            decided[first, second] = tuple(_of_bet_1(rules, end, stake, meters or {}) for end in ends)
    divisor = gcd(*(cents for row in nets.values() for cents in row)) or 1
    small = {key: [cents // divisor for cents in row] for key, row in nets.items()}
    most = max(abs(value) for row in small.values() for value in row)
    cards = int(c.last[0].sum()) + 1  # that remain beside three
    if most * cards * cards >= 2**61:
        raise TooLarge
    best, gain_2 = [], []
    for first in (False, True):
        withdraw, ride = (c.last @ np.array(small[first, second], dtype=np.int64) for second in (False, True))
        gain_2.append(np.sign(ride - withdraw))
        best.append(np.add.reduceat(c.ways * np.maximum(ride, withdraw)[c.child], c.starts))
    return Plan(c, endings, nets, decided, stake, np.sign(best[1] - best[0]), (gain_2[0], gain_2[1]))


def _of_bet_1(rules: Rules, ending: Ending, stake: int, meters: Mapping[str, int]) -> int:
    first, (staked, done) = ending[0], settled(rules, ending, stake, meters)[0]
    return done.received - staked if first.wager == "bet_1" else 0
