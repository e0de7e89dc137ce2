"""The oracle: walks through all deals of a small pack, one by one, and settles each with the engine's own functions. No
suit is renamed, nothing is counted by a formula; decisions are found by looking at everything that can follow."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from typing import ClassVar, NamedTuple

from msgspec.structs import replace

from pitboss.cards.deck import Card
from pitboss.cards.fast import best_five, dragon_hand, top_five_hand
from pitboss.odds.tally import Pack
from pitboss.rulebook.pays import MeterShare
from pitboss.table.definition import Cell
from pitboss.table.flow import envies
from pitboss.table.paying import pay_from_meter, settle
from pitboss.table.rules import Rules
from pitboss.table.state import FOLDED, LIVE, Seat, State
from support import DRAGON, LIR, TOP5, UTH
from support import rules as rules_of

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


def seat(rules: Rules, cards: Cards, standing: str = LIVE, number: int = 1) -> Seat:
    return Seat(number, rules.none, rules.none, player=f"P{number}", placed=rules.none, standing=standing, cards=cards)


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


# --- one decision: Dragon Poker and Top Five ------------------------------------------------------------------------


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


# --- Let It Ride ----------------------------------------------------------------------------------------------------

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


def disjoint_hands(cards: Cards, size: int, players: int) -> Iterator[tuple[Cards, ...]]:
    """Every deal of so many hands, the first position's first."""
    if players == 0:
        yield ()
        return
    for hand in combinations(cards, size):
        left = tuple([card for card in cards if card not in hand])
        for others in disjoint_hands(left, size, players - 1):
            yield (hand, *others)


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


# --- Ultimate Texas Hold 'Em ----------------------------------------------------------------------------------------

Spot = tuple[Cards, Cards]
"""Community cards that lie open, and the player's two."""


class Showdowns(NamedTuple):
    """All deals of a pack."""

    outcomes: list[Cells]
    """The different ones, in the order in which they were met."""
    spots: dict[Spot, dict[int, int]]
    """The full board and the player's cards → number of the outcome → of how many of the dealer's hands."""


@cache
def showdowns(pack: Pack, every_deal: bool) -> Showdowns:
    """With `every_deal` each single deal is classified; else deals in which player and dealer hold hands of the same
    rank as in an earlier deal are taken to be classified already."""
    rules = rules_of(UTH)
    opening, everything = rules.opening(), cards_in(pack)
    numbers: dict[Cells, int] = {}
    known: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
    spots: dict[Spot, dict[int, int]] = {}
    for board in combinations(everything, 5):
        holes = list(combinations(without(everything, board), 2))
        states = {hole: replace(opening, community=board, dealer=hole) for hole in holes}
        keys = {hole: best_five((*hole, *board)).key for hole in holes}
        for hole in holes:
            a, b = hole
            spot = spots[board, hole] = {}
            for dealer in holes:
                if a in dealer or b in dealer:
                    continue
                both = keys[hole], keys[dealer]
                number = None if every_deal else known.get(both)
                if number is None:
                    cells = cells_of(rules, states[dealer], hole)
                    number = known[both] = numbers.setdefault(cells, len(numbers))
                spot[number] = spot.get(number, 0) + 1
    return Showdowns(list(numbers), spots)


class Holdem:
    """Every spot of Ultimate Texas Hold 'Em, and the results of the best play. Sums are in cents over all that can
    still be dealt: turn and river, flops, dealer's hands."""

    def __init__(self, rules: Rules, pack: Pack, stake: int, early: tuple[int, ...] = (3, 4), every_deal: bool = True):
        self.rules, self.stake, self.early = rules, stake, early
        outcomes, self.deals = showdowns(pack, every_deal)
        self.paid = {
            k: [pay(rules, bets_of(rules, cells, stake, k))[0] for cells in outcomes] for k in (0, 1, 2, *early)
        }
        """How large the play wager is → number of the outcome → what is paid."""
        self.net = {k: [gains(paid) for paid in row] for k, row in self.paid.items()}
        self.river: dict[Spot, dict[str, int]] = {}
        self.flop: dict[Spot, dict[str, int]] = {}
        self.start: dict[Cards, dict[str, int]] = {}
        for (board, hole), outcomes in self.deals.items():
            river = self.river[board, hole] = {"fold": self._sum(outcomes, 0), "play_1x": self._sum(outcomes, 1)}
            twice, most = self._sum(outcomes, 2), max(river.values())
            start = self.start.setdefault(hole, {"check": 0} | {f"play_{k}x": 0 for k in early})
            for k in early:
                start[f"play_{k}x"] += 10 * self._sum(outcomes, k)  # this board comes with any of its ten flops
            for three in combinations(board, 3):
                flop = self.flop.setdefault((three, hole), {"check": 0, "play_2x": 0})
                flop["check"] += most
                flop["play_2x"] += twice
        self.raised: set[Spot] = set()
        for spot, values in self.flop.items():
            self.start[spot[1]]["check"] += max(values.values())
            if self._raises(*spot):
                self.raised.add(spot)

    def _raises(self, flop: Cards, hole: Cards) -> bool:
        """Where checking and raising are worth the same, the one with less variance."""
        values = self.flop[flop, hole]
        if len(set(values.values())) > 1:
            return best(values) == "play_2x"
        squares = self.squares(hole, flop)
        return squares["play_2x"] < squares["check"]

    def _sum(self, outcomes: dict[int, int], times: int) -> int:
        nets = self.net[times]
        return sum(n * nets[outcome] for outcome, n in outcomes.items())

    def times(self, board: Cards, hole: Cards) -> Counter[int]:
        """How large the play wager is on this board (0: folded), for each of the ten flops it can have come with."""
        start = best(self.start[hole])
        if start != "check":
            return Counter({int(start[5]): 10})
        late = 0 if best(self.river[board, hole]) == "fold" else 1
        raised = sum([(three, hole) in self.raised for three in combinations(board, 3)])
        return Counter({2: raised, late: 10 - raised})

    @property
    def results(self) -> Results:
        """The results of the best play."""
        ends: Counter[tuple[int, int]] = Counter()
        for (board, hole), outcomes in self.deals.items():
            for times, flops in self.times(board, hole).items():
                if flops:
                    for outcome, n in outcomes.items():
                        ends[outcome, times] += n * flops
        found = Results(self.stake)
        for (outcome, times), n in ends.items():
            found.add(self.paid[times][outcome], n)
        return found

    def worth(self, hole: Cards, board: Cards) -> Values:
        """The worth of every choice at a spot, in units of the ante."""
        sums = {0: self.start, 3: self.flop, 5: self.river}[len(board)]
        values = sums[hole if not board else (board, hole)]  # type: ignore[index]
        deals = sum(
            sum(n.values()) * (10 if not board else 1)
            for (full, own), n in self.deals.items()
            if own == hole and set(board) <= set(full)
        )
        return {name: Fraction(value, deals * self.stake) for name, value in values.items()}

    def squares(self, hole: Cards, board: Cards) -> Values:
        """The same for squares of the results, once at least the flop lies open."""
        found: dict[str, list[int]] = {}
        for (full, own), outcomes in self.deals.items():
            if own == hole and set(board) <= set(full):
                late = 0 if best(self.river[full, own]) == "fold" else 1
                made = {"fold": 0, "play_1x": 1} if len(board) == 5 else {"check": late, "play_2x": 2}
                for name, times in made.items():
                    sums = found.setdefault(name, [0, 0])
                    for outcome, n in outcomes.items():
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
    for board in combinations(everything, 5):
        left = without(everything, board)
        keys = {hole: best_five((*hole, *board)).key for hole in combinations(left, 2)}
        for hands in disjoint_hands(left, 2, players + 1):
            same = tuple([keys[hand] for hand in hands])
            cell = None if every_deal else known.get(same)
            if cell is None:
                held = [seat(rules, hand, number=n) for n, hand in enumerate(hands[1:], start=1)]
                seats = (*held, *opening.seats[players:])
                state = replace(opening, community=board, dealer=hands[0], seats=seats)
                cell = known[same] = rules.game.classify(rules, state, held[0], "cover_all")
            dealt[cell] += 1
    return side_wager(rules, "cover_all", dealt, stake)
