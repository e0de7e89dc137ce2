"""The oracle of games in which both hands share the community cards: all deals of a small pack, one by one, whatever
decisions the script has. The settlement of each pair of hands is the engine's own."""

from collections import Counter
from itertools import combinations
from typing import NamedTuple

from msgspec.structs import replace

from odds.walker import Cards, cards_in, seat, without
from pitboss.cards.fast import best_five
from pitboss.odds.tally import Pack
from pitboss.table.definition import Choice, Step
from pitboss.table.paying import settle
from pitboss.table.rules import Rules
from pitboss.table.state import FOLDED, LIVE

STAYS = Choice("", "pass", "")
ORDER = ("fold", "pass", "raise")


class End(NamedTuple):
    """What an ending brings and what was at risk, in cents."""

    net: int
    risk: int


Ends = Counter[End]


def total(ends: Ends, power: int = 1) -> int:
    return sum(end.net**power * n for end, n in ends.items())


class Walk:
    """All deals of a pack; `steps` are the decisions by the number of community cards that lie open."""

    def __init__(self, rules: Rules, pack: Pack, steps: dict[int, Step], stake: int = 100) -> None:
        self.rules, self.steps, self.stake = rules, steps, stake
        self.cards = cards_in(pack)
        self.known: dict[tuple[object, ...], End] = {}
        self.at_river: dict[tuple[Cards, Cards], dict[Choice, Ends]] = {}
        self.rivers: dict[tuple[Cards, Cards], Ends] = {}

    def results(self) -> Ends:
        """How often each ending comes under the best play. A board comes with each of its ten flops."""
        found: Ends = Counter()
        for hole in combinations(self.cards, 2):
            found.update(self._start(hole))
        return found

    def _ordered(self, lie_open: int) -> list[Choice]:
        """Waiting first, then the others by what they put at risk, folding before them."""
        choices = self.steps[lie_open].choices if lie_open in self.steps else (STAYS,)
        return sorted(choices, key=lambda c: (c.does != "pass", ORDER.index(c.does), c.times))

    def _start(self, hole: Cards) -> Ends:
        worth: dict[Choice, Ends] = {}
        flops = list(combinations(without(self.cards, hole), 3))
        for choice in self._ordered(0):
            worth[choice] = Counter()
            for flop in flops:
                worth[choice].update(
                    self._flop(hole, flop) if choice.does == "pass" else self._after(hole, flop, choice)
                )
        return max(worth.values(), key=total)  # the first of the highest

    def _flop(self, hole: Cards, flop: Cards) -> Ends:
        worth = []
        for choice in self._ordered(3):
            if choice.does == "pass":
                found: Ends = Counter()
                for board in self._boards(hole, flop):
                    found.update(self._river(hole, board))
                worth.append(found)
            else:
                worth.append(self._after(hole, flop, choice))
        return max(worth, key=lambda ends: (total(ends), -total(ends, 2)))

    def _boards(self, hole: Cards, flop: Cards) -> list[Cards]:
        rest = without(self.cards, hole, flop)
        return [tuple(sorted((*flop, *two), key=self.cards.index)) for two in combinations(rest, 2)]

    def _after(self, hole: Cards, flop: Cards, choice: Choice) -> Ends:
        found: Ends = Counter()
        for board in self._boards(hole, flop):
            found.update(self._ends(hole, board, choice))
        return found

    def _river(self, hole: Cards, board: Cards) -> Ends:
        if (hole, board) not in self.rivers:  # each board is met on ten flops
            choices = sorted(self._ordered(5), key=lambda c: (ORDER.index(c.does), c.times))
            worth = [self._ends(hole, board, choice) for choice in choices]
            self.rivers[hole, board] = max(worth, key=lambda ends: (total(ends), -total(ends, 2)))
        return self.rivers[hole, board]

    def _ends(self, hole: Cards, board: Cards, choice: Choice) -> Ends:
        kept = self.at_river.setdefault((hole, board), {})
        if choice not in kept:
            dealers = combinations(without(self.cards, hole, board), 2)
            kept[choice] = Counter(self._end(hole, board, dealer, choice) for dealer in dealers)
        return kept[choice]

    def _end(self, hole: Cards, board: Cards, dealer: Cards, choice: Choice) -> End:
        key = best_five((*hole, *board)).key, best_five((*dealer, *board)).key, choice
        if key not in self.known:
            self.known[key] = self._settled(hole, board, dealer, choice)
        return self.known[key]

    def _settled(self, hole: Cards, board: Cards, dealer: Cards, choice: Choice) -> End:
        rules = self.rules
        state = replace(rules.opening(), community=board, dealer=dealer)
        mine = seat(rules, hole, FOLDED if choice.does == "fold" else LIVE)
        staked = {w.id: self.stake for w in rules.wagers if w.compulsory}
        if choice.does == "raise":
            staked[choice.wager] = choice.times * self.stake
        net = 0
        won: tuple[int, ...] = ()
        for wager in (w.id for w in rules.wagers if w.id in staked):
            done = settle(rules, wager, rules.game.classify(rules, state, mine, wager), staked[wager], won, {})
            won, net = done.totals, net + done.received - staked[wager]
        return End(net, sum(staked.values()))
