"""The oracle of Ultimate Texas Hold 'Em: decisions before the flop, on the flop and on the river, found backwards."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple

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
    hands_by_number,
    pay,
    seat,
    side_wager,
    without,
)
from pitboss.cards.fast import best_five
from pitboss.odds.tally import Pack
from pitboss.table.cells import Cell
from pitboss.table.rules import Rules
from support import UTH
from support import rules as rules_of

Spot = tuple[Cards, Cards]
"""Community cards that lie open, and the player's two."""


class Showdowns(NamedTuple):
    """All deals of a pack."""

    outcomes: list[Cells]
    """The different ones, in the order in which they were met."""
    spots: dict[Spot, int]
    """The full board and the player's cards → which of the `mixes`."""
    mixes: list[dict[int, int]]
    """Number of the outcome → of how many of the dealer's hands. Many spots have the same, which are added up once."""
    after: dict[Cards, dict[Cards, list[int]]]
    """The player's cards → three cards of the board, or none → the mix of each full board that can follow."""


@cache
def showdowns(pack: Pack, every_deal: bool) -> Showdowns:
    """With `every_deal` each single deal is classified; else deals in which player and dealer hold hands of the same
    rank as in an earlier deal are taken to be classified already."""
    rules = rules_of(UTH)
    opening, everything = rules.opening(), cards_in(pack)
    numbers: dict[Cells, int] = {}
    ranks: dict[tuple[int, ...], int] = {}
    known: defaultdict[int, dict[int, int]] = defaultdict(dict)
    spots: dict[Spot, int] = {}
    mixes: dict[tuple[tuple[int, int], ...], int] = {}
    after: defaultdict[Cards, defaultdict[Cards, list[int]]] = defaultdict(lambda: defaultdict(list))
    against: list[list[int]] = [[] for _ in combinations(everything[5:], 2)]
    for hand, dealer in hands_by_number(len(everything) - 5, 2, 2):
        against[hand].append(dealer)

    def outcome(board: Cards, hole: Cards, dealer: Cards) -> int:
        cells = cells_of(rules, replace(opening, community=board, dealer=dealer), hole)
        return numbers.setdefault(cells, len(numbers))

    for board in combinations(everything, 5):
        holes = list(combinations(without(everything, board), 2))
        seen = ((), *combinations(board, 3))
        held = [ranks.setdefault(best_five((*hole, *board)).key, len(ranks)) for hole in holes]

        for mine, hole, dealers in zip(held, holes, against, strict=True):
            if every_deal:
                mix = Counter([outcome(board, hole, holes[dealer]) for dealer in dealers])
            else:
                met = known[mine]
                if not met.keys() >= {held[dealer] for dealer in dealers}:
                    for dealer in dealers:
                        if held[dealer] not in met:
                            met[held[dealer]] = outcome(board, hole, holes[dealer])
                mix = Counter([met[held[dealer]] for dealer in dealers])
            number = spots[board, hole] = mixes.setdefault(tuple(sorted(mix.items())), len(mixes))
            follow = after[hole]
            for cards in seen:
                follow[cards].append(number)
    dealt = {hole: dict(follow) for hole, follow in after.items()}
    return Showdowns(list(numbers), spots, [dict(mix) for mix in mixes], dealt)


class Holdem:
    """Every spot of Ultimate Texas Hold 'Em, and the results of the best play. Sums are in cents over all that can
    still be dealt: turn and river, flops, dealer's hands."""

    def __init__(self, rules: Rules, pack: Pack, stake: int, early: tuple[int, ...] = (3, 4), every_deal: bool = True):
        self.rules, self.stake, self.early = rules, stake, early
        outcomes, self.spots, self.mixes, self.after = showdowns(pack, every_deal)
        self.paid = {
            k: [pay(rules, bets_of(rules, cells, stake, k))[0] for cells in outcomes] for k in (0, 1, 2, *early)
        }
        """How large the play wager is → number of the outcome → what is paid."""
        self.net = {k: [gains(paid) for paid in row] for k, row in self.paid.items()}
        sums = {
            k: [sum(n * nets[number] for number, n in mix.items()) for mix in self.mixes]
            for k, nets in self.net.items()
        }
        late = [{"fold": fold, "play_1x": play} for fold, play in zip(sums[0], sums[1], strict=True)]
        most = [max(values.values()) for values in late]
        self.late = [0 if best(values) == "fold" else 1 for values in late]
        """How large the play wager is on the river, for each mix."""
        self.river = {spot: late[mix] for spot, mix in self.spots.items()}
        self.flop: dict[Spot, dict[str, int]] = {}
        self.start: dict[Cards, dict[str, int]] = {}
        self.raised: set[Spot] = set()
        for hole, follow in self.after.items():
            start = self.start[hole] = {"check": 0}
            for three, mixes in follow.items():
                if not three:  # a board comes with any of its ten flops
                    start |= {f"play_{k}x": 10 * sum([sums[k][mix] for mix in mixes]) for k in early}
                    continue
                values = {"check": sum([most[mix] for mix in mixes]), "play_2x": sum([sums[2][mix] for mix in mixes])}
                self.flop[three, hole] = values
                start["check"] += max(values.values())
                if self._raises(three, hole):
                    self.raised.add((three, hole))

    def _raises(self, flop: Cards, hole: Cards) -> bool:
        """Where checking and raising are worth the same, the one with less variance."""
        values = self.flop[flop, hole]
        if len(set(values.values())) > 1:
            return best(values) == "play_2x"
        squares = self.squares(hole, flop)
        return squares["play_2x"] < squares["check"]

    @property
    def results(self) -> Results:
        """The results of the best play. Each board comes with any of its ten flops."""
        waited: dict[bool, Counter[int]] = {True: Counter(), False: Counter()}
        mixed: Counter[tuple[int, int]] = Counter()
        for hole, follow in self.after.items():
            start = best(self.start[hole])
            for three, mixes in follow.items():
                if three and start == "check":
                    waited[(three, hole) in self.raised].update(mixes)
                elif not three and start != "check":
                    for mix in mixes:
                        mixed[mix, int(start[5])] += 10
        for raised, counted in waited.items():
            for mix, flops in counted.items():
                mixed[mix, 2 if raised else self.late[mix]] += flops
        ends: Counter[tuple[int, int]] = Counter()
        for (mix, times), flops in mixed.items():
            for outcome, n in self.mixes[mix].items():
                ends[outcome, times] += n * flops
        found = Results(self.stake)
        for (outcome, times), n in ends.items():
            found.add(self.paid[times][outcome], n)
        return found

    def _after(self, hole: Cards, board: Cards) -> list[int]:
        """The mixes of the full boards these cards can come to."""
        return [self.spots[board, hole]] if len(board) == 5 else self.after[hole][board]

    def worth(self, hole: Cards, board: Cards) -> Values:
        """The worth of every choice at a spot, in units of the ante."""
        later = self.flop if len(board) == 3 else self.river
        values = later[board, hole] if board else self.start[hole]
        deals = sum(sum(self.mixes[mix].values()) for mix in self._after(hole, board))
        deals *= 1 if board else 10
        return {name: Fraction(value, deals * self.stake) for name, value in values.items()}

    def squares(self, hole: Cards, board: Cards) -> Values:
        """The same for squares of the results, once at least the flop lies open."""
        found: dict[str, list[int]] = {}
        for mix in self._after(hole, board):
            made = {"fold": 0, "play_1x": 1} if len(board) == 5 else {"check": self.late[mix], "play_2x": 2}
            for name, times in made.items():
                sums = found.setdefault(name, [0, 0])
                for outcome, n in self.mixes[mix].items():
                    sums[0] += n * self.net[times][outcome] ** 2
                    sums[1] += n
        return {name: Fraction(s, n * self.stake**2) for name, (s, n) in found.items()}


def trips_or_progressive(rules: Rules, pack: Pack, wager: str, stake: int, meters: Mapping[str, int]) -> Results:
    """A side wager on the player's own hand; a progressive may look at the flop alone."""
    dealt: Counter[Cell] = Counter()
    everything, opening = cards_in(pack), rules.opening()
    flop_only = wager == "progressive" and rules.terms.progressive_cards == "hole_and_flop"
    for hole in combinations(everything, 2):
        own = seat(rules, hole)
        for board in combinations(without(everything, hole), 3 if flop_only else 5):
            dealt[rules.game.classify(rules, replace(opening, community=board), own, wager)] += 1
    return side_wager(rules, wager, dealt, stake, meters)


def cover_all(rules: Rules, pack: Pack, players: int, stake: int, every_deal: bool = True) -> Results:
    """The wager of one of so many players, all of whom stay in."""
    everything = cards_in(pack)
    opening = replace(rules.opening(), hands_dealt=players)
    dealt: Counter[Cell] = Counter()
    known: dict[tuple[tuple[int, ...], ...], Cell] = {}
    deals = hands_by_number(len(everything) - 5, 2, players + 1)

    def cell(board: Cards, hands: list[Cards]) -> Cell:
        held = [seat(rules, hand, number=n) for n, hand in enumerate(hands[1:], start=1)]
        seats = (*held, *opening.seats[players:])
        state = replace(opening, community=board, dealer=hands[0], seats=seats)
        return rules.game.classify(rules, state, held[0], "cover_all")

    for board in combinations(everything, 5):
        holes = list(combinations(without(everything, board), 2))
        if every_deal:
            dealt.update(cell(board, [holes[n] for n in numbers]) for numbers in deals)
            continue
        keys = [best_five((*hole, *board)).key for hole in holes]
        met = [tuple([keys[n] for n in numbers]) for numbers in deals]
        for same, n in Counter(met).items():
            if same not in known:
                known[same] = cell(board, [holes[n] for n in deals[met.index(same)]])
            dealt[known[same]] += n
    return side_wager(rules, "cover_all", dealt, stake)
