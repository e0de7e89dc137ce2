"""The oracle of wagers that are made together: every deal of a small pack, its cells by the engine's own `classify`,
all wagers of the hand settled one after the other by the engine's own functions, decisions found by looking at
everything that can follow."""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations

from msgspec.structs import replace

from odds.walker import Bets, Cards, Results, cards_in, gains, pay, seat, without
from pitboss.odds.tally import Pack
from pitboss.table.rules import Rules
from pitboss.table.state import FOLDED, LIVE, State
from pitboss.table.vocabulary import Standing

Sides = dict[str, int]
BETS = ("bet_1", "bet_2", "bet_3")


class HandResults(Results):
    """Beside what hands bring: in how many of them a limit cut, and what it took."""

    def __init__(self, stake: int) -> None:
        super().__init__(stake)
        self.cut = self.taken = 0

    def settle(self, rules: Rules, free: Rules, bets: Bets, deals: int) -> None:
        """`free` are the same rules without any limit."""
        paid, without_limit = pay(rules, bets)[0], pay(free, bets)[0]
        less = gains(without_limit) - gains(paid)
        self.cut += deals if less else 0
        self.taken += less * deals
        self.add(paid, deals)


def bets_of(
    rules: Rules, state: State, cards: Cards, standing: Standing, lies: dict[str, int], order: Iterable[str]
) -> Bets:
    """What lies there with its cells, in the order of settlement."""
    own = seat(rules, cards, standing)
    return tuple((w, lies[w], rules.game.classify(rules, state, own, w)) for w in order if w in lies)


def total(rules: Rules, ends: Counter[Bets]) -> int:
    return sum(n * _gain(rules, bets) for bets, n in ends.items())


@cache
def _gain(rules: Rules, bets: Bets) -> int:
    return gains(pay(rules, bets)[0])


def better(rules: Rules, choices: list[Counter[Bets]]) -> Counter[Bets]:
    """The choice that is worth most; the first of equals."""
    return max(choices, key=lambda ends: total(rules, ends))


def play_or_fold(rules: Rules, free: Rules, pack: Pack, own: int, dealer: int, base: int, sides: Sides) -> HandResults:
    """One decision against the dealer's hand: to make a play wager as high as the ante, or to fold."""
    order = ("ante", "play", *sides)
    found = HandResults(base)
    for cards in combinations(cards_in(pack), own):
        played, folded = Counter[Bets](), Counter[Bets]()
        for his in combinations(without(cards_in(pack), cards), dealer):
            state = replace(rules.opening(), dealer=his)
            lies = {"ante": base, **sides}
            played[bets_of(rules, state, cards, LIVE, {**lies, "play": base}, order)] += 1
            folded[bets_of(rules, state, cards, FOLDED, lies, order)] += 1
        for bets, n in better(rules, [folded, played]).items():
            found.settle(rules, free, bets, n)
    return found


def ride(rules: Rules, free: Rules, pack: Pack, base: int, sides: Sides) -> HandResults:
    """Three cards, two decisions about a bet each, two community cards."""
    found = HandResults(base)
    everything = cards_in(pack)

    def ends(cards: Cards, board: Cards, kept: tuple[str, ...]) -> Bets:
        state = replace(rules.opening(), community=board)
        lies = {**dict.fromkeys(kept, base), **sides}
        return bets_of(rules, state, cards, LIVE, lies, (*BETS, *sides))

    for cards in combinations(everything, 3):
        first = []
        for start in ((), ("bet_1",)):
            whole = Counter[Bets]()
            for one in without(everything, cards):
                second = []
                for kept in (start, (*start, "bet_2")):
                    rest = without(everything, cards, (one,))
                    second.append(Counter(ends(cards, (one, other), (*kept, "bet_3")) for other in rest))
                whole += better(rules, second)
            first.append(whole)
        for bets, n in better(rules, first).items():
            found.settle(rules, free, bets, n)
    return found


def holdem(rules: Rules, free: Rules, pack: Pack, base: int, sides: Sides) -> HandResults:
    """Two cards; a raise of three or four times before the flop, of two on it, of one on the river, or to fold."""
    order = ("ante", "blind", "play", *sides)
    everything, found = cards_in(pack), HandResults(base)

    @cache  # the same cards lie there whichever of them were the flop
    def ends(cards: Cards, board: Cards, raised: int) -> Counter[Bets]:
        made = Counter[Bets]()
        lies = {"ante": base, "blind": base, **sides} | ({"play": raised * base} if raised else {})
        for his in combinations(without(everything, cards, board), 2):
            state = replace(rules.opening(), dealer=his, community=board)
            made[bets_of(rules, state, cards, LIVE if raised else FOLDED, lies, order)] += 1
        return made

    for cards in combinations(everything, 2):
        early = {times: Counter[Bets]() for times in (3, 4)}
        waited = Counter[Bets]()
        for flop in combinations(without(everything, cards), 3):
            on_flop, later = Counter[Bets](), Counter[Bets]()
            for last in combinations(without(everything, cards, flop), 2):
                board = tuple(sorted((*flop, *last)))
                for times, so_far in early.items():
                    so_far.update(ends(cards, board, times))
                on_flop.update(ends(cards, board, 2))
                later.update(better(rules, [ends(cards, board, 0), ends(cards, board, 1)]))
            waited.update(better(rules, [later, on_flop]))
        for bets, n in better(rules, [waited, early[3], early[4]]).items():
            found.settle(rules, free, bets, n)
    return found
