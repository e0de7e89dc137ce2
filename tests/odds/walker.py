"""The oracle: walks through all deals of a small pack, one by one, and settles each with the engine's own functions. No
suit is renamed, nothing is counted by a formula; decisions are found by looking at everything that can follow. Here is
what all games share; `walker_play_or_fold`, `walker_let_it_ride` and `walker_holdem` walk through the games."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple

from pitboss.cards.deck import Card
from pitboss.odds.tally import Pack
from pitboss.rulebook.pays import MeterShare
from pitboss.table.cells import Cell
from pitboss.table.paying import pay_from_meter, settle
from pitboss.table.rules import Rules
from pitboss.table.state import FOLDED, LIVE, Seat, State
from pitboss.table.vocabulary import Standing
from support import DRAGON, TOP5, UTH

Cards = tuple[Card, ...]
Bets = tuple[tuple[str, int, Cell], ...]
"""What lies on the layout at the end: wager, cents, cell; in the order of settlement."""
Values = dict[str, Fraction]
"""What each choice is worth, the safer first, in units of the base."""


def pack_of(ranks: str, suits: str) -> Pack:
    return tuple((r + s, 1) for r in ranks for s in suits)


def cards_in(pack: Pack) -> Cards:
    """Every single card."""
    return tuple(card for card, n in pack for _ in range(n))


def without(cards: Iterable[Card], *taken: Iterable[Card]) -> Cards:
    """What is left when these cards are gone, each of them once."""
    left = list(cards)
    for some in taken:
        for card in some:
            left.remove(card)
    return tuple(left)


def seat(rules: Rules, cards: Cards, standing: Standing = LIVE, number: int = 1) -> Seat:
    return Seat(number, rules.none, rules.none, player=f"P{number}", placed=rules.none, standing=standing, cards=cards)


def disjoint_hands(cards: Cards, size: int, players: int) -> Iterator[tuple[Cards, ...]]:
    """Every deal of so many hands, the first position's first."""
    if players == 0:
        yield ()
        return
    for hand in combinations(cards, size):
        left = tuple([card for card in cards if card not in hand])
        for others in disjoint_hands(left, size, players - 1):
            yield (hand, *others)


@cache
def hands_by_number(cards: int, size: int, players: int) -> tuple[tuple[int, ...], ...]:
    """The same for any so many cards: each hand as its number among `combinations` of them."""
    names = tuple(map(str, range(cards)))
    number = {hand: n for n, hand in enumerate(combinations(names, size))}
    return tuple(tuple(number[hand] for hand in hands) for hands in disjoint_hands(names, size, players))


# --- money ----------------------------------------------------------------------------------------------------------


class Paid(NamedTuple):
    wager: str
    staked: int
    gain: int
    """In cents, the stake not counted; negative where it is lost."""
    line: str


def pay(
    rules: Rules, bets: Bets, readings: dict[str, int] | None = None, won: tuple[int, ...] = ()
) -> tuple[list[Paid], tuple[int, ...]]:
    """Settles one hand, wager by wager. The readings are changed as meters are paid from."""
    readings = {} if readings is None else readings
    found = []
    for wager, staked, cell in bets:
        done = settle(rules, wager, cell, staked, won, readings)
        won, order = done.totals, done.outcome.pay
        if isinstance(order, MeterShare):
            readings[order.meter], _ = pay_from_meter(rules, order, done.paid.won, readings)
        cut = sum(cents for _, cents in done.cuts)
        found.append(Paid(wager, staked, done.paid.won + done.paid.back - cut - staked, done.outcome.line))
    return found, won


def gains(paid: Iterable[Paid]) -> int:
    return sum(p.gain for p in paid)


class Results:
    """Adds up what single deals bring."""

    def __init__(self, stake: int) -> None:
        self.stake = stake
        self.nets: Counter[int] = Counter()
        self.risk: Counter[str] = Counter()
        self.gain: Counter[str] = Counter()
        self.by_line: dict[tuple[str, str], list[int]] = {}
        self.cells: set[Cell] = set()
        """What a side wager was settled by."""

    def add(self, paid: Iterable[Paid], deals: int = 1, cells: Iterable[Cell] = ()) -> None:
        total = 0
        self.cells.update(cells)
        for wager, staked, gain, line in paid:
            total += gain
            self.risk[wager] += staked * deals
            self.gain[wager] += gain * deals
            sums = self.by_line.setdefault((wager, line), [0, 0])
            sums[0] += deals
            sums[1] += gain * deals
        self.nets[total] += deals

    @property
    def deals(self) -> int:
        return self.nets.total()

    def average(self, cents: int) -> Fraction:
        """A sum over all deals, as an average in units of the base."""
        return Fraction(cents, self.deals * self.stake)

    @property
    def ev(self) -> Fraction:
        return sum((p * net for net, p in self.distribution), Fraction(0))

    @property
    def variance(self) -> Fraction:
        return sum((p * (net - self.ev) ** 2 for net, p in self.distribution), Fraction(0))

    @property
    def distribution(self) -> tuple[tuple[Fraction, Fraction], ...]:
        return tuple((Fraction(n, self.stake), Fraction(d, self.deals)) for n, d in sorted(self.nets.items()))

    def line(self, wager: str, hand: str) -> tuple[Fraction, Fraction]:
        """How often a line pays and what it adds to the expected value."""
        deals, gain = self.by_line.get((wager, hand), (0, 0))
        return Fraction(deals, self.deals), self.average(gain)


def side_wager(
    rules: Rules, wager: str, dealt: Counter[Cell], stake: int, meters: Mapping[str, int] | None = None
) -> Results:
    """A wager of its own, settled as often as each cell was dealt."""
    results = Results(stake)
    for cell, n in dealt.items():
        results.add(pay(rules, ((wager, stake, cell),), dict(meters or {}))[0], n, (cell,))
    return results


def best(values: Mapping[str, Fraction | int]) -> str:
    """The first of the highest: where two choices are equal, the one named first puts less at risk."""
    return max(values, key=lambda name: values[name])


# --- a play wager, or none -------------------------------------------------------------------------------------------


class Cells(NamedTuple):
    """The same deal, played or folded: the cells of the wagers in the order of settlement."""

    live: tuple[Cell, ...]
    folded: tuple[Cell, ...]


ORDER = {DRAGON: ("ante", "ante_bonus", "play"), TOP5: ("ante", "play"), UTH: ("ante", "blind", "play")}
COMPULSORY = {game: tuple(w for w in order if w != "play") for game, order in ORDER.items()}


def cells_of(rules: Rules, state: State, cards: Cards) -> Cells:
    live, folded = seat(rules, cards), seat(rules, cards, FOLDED)
    order, first = ORDER[rules.game.id], COMPULSORY[rules.game.id]
    classify = rules.game.classify
    return Cells(
        tuple(classify(rules, state, live, w) for w in order), tuple(classify(rules, state, folded, w) for w in first)
    )


def bets_of(rules: Rules, cells: Cells, stake: int, times: int) -> Bets:
    """The wagers at the end: with a play wager of so many times the ante, or folded (0)."""
    order = ORDER[rules.game.id] if times else COMPULSORY[rules.game.id]
    amounts = {"play": stake * times}
    names = zip(order, cells.live if times else cells.folded, strict=True)
    return tuple((wager, amounts.get(wager, stake), cell) for wager, cell in names)
