"""The oracle of all games that set the player's hand against the dealer's: every deal of a small pack, one by one. What
a choice does is read off the script, as the engine carries it out; cells are those of the live round."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from msgspec.structs import replace

from odds.walker import Bets, Cards, Results, Values, cards_in, gains, pay, seat, without
from pitboss.odds.tally import Pack
from pitboss.table.definition import Choice
from pitboss.table.rules import Rules
from pitboss.table.state import FOLDED, LIVE

Spot = tuple[Cards, Cards]
"""The player's cards, and those of the dealer's that lie open."""
Ends = tuple[Bets, ...]
"""For each choice what lies on the layout at the end."""
NOTHING = Choice("", "pass", "")


def deals(pack: Pack, own: int, dealer: int) -> Iterator[tuple[Cards, Cards]]:
    """Every deal: the player's cards and the dealer's."""
    everything = cards_in(pack)
    for cards in combinations(everything, own):
        for his in combinations(without(everything, cards), dealer):
            yield tuple(sorted(cards)), his


def choices_of(rules: Rules) -> tuple[Choice, ...]:
    asks = [step for step in rules.script(rules.terms.procedure) if step.kind == "ask"]
    return asks[0].choices if asks else (NOTHING,)


def ends_of(rules: Rules, cards: Cards, dealer: Cards, stake: int) -> Ends:
    """What lies on the layout after each choice, with its cells, in the order of settlement."""
    state = replace(rules.opening(), dealer=dealer)
    (settle,) = [step for step in rules.script(rules.terms.procedure) if step.kind == "settle"]
    found = []
    for choice in choices_of(rules):
        lies = {w.id: stake for w in rules.wagers if w.compulsory}
        if choice.does == "raise":
            lies[choice.wager] = lies[choice.of] * choice.times
        if choice.does == "withdraw":
            del lies[choice.wager]
        player = seat(rules, cards, FOLDED if choice.does == "fold" else LIVE)
        classify = rules.game.classify
        found.append(tuple((w, lies[w], classify(rules, state, player, w)) for w in settle.wagers if w in lies))
    return tuple(found)


class Walked:
    """Every spot and the results of the best play: of equal choices the one with less variance, then the smaller."""

    def __init__(self, rules: Rules, pack: Pack, own: int, dealer: int, shown: int, stake: int = 100) -> None:
        by_spot: dict[Spot, Counter[Ends]] = {}
        for cards, his in deals(pack, own, dealer):
            ends = ends_of(rules, cards, his, stake)
            for lie_open in combinations(his, shown):  # each so many of his cards may be those that lie open
                by_spot.setdefault((cards, tuple(sorted(lie_open))), Counter())[ends] += 1
        names = [choice.name for choice in choices_of(rules)]
        self.spots: dict[Spot, Values] = {}
        self.squares: dict[Spot, Values] = {}
        self.taken: dict[Spot, str] = {}
        self.results = Results(stake)
        every = range(len(names))
        for spot, ended in by_spot.items():
            ways = ended.total()
            paid = {each: [pay(rules, bets)[0] for bets in each] for each in ended}
            sums = [[sum(n * gains(paid[each][c]) ** k for each, n in ended.items()) for k in (1, 2)] for c in every]
            put = [sum(cents for _, cents, _ in next(iter(ended))[c]) for c in every]
            self.spots[spot] = {name: Fraction(s, ways * stake) for name, (s, _) in zip(names, sums, strict=True)}
            self.squares[spot] = {name: Fraction(s, ways * stake**2) for name, (_, s) in zip(names, sums, strict=True)}
            best = min(every, key=lambda c: (-sums[c][0], sums[c][1], put[c]))
            self.taken[spot] = names[best]
            for each, n in ended.items():
                self.results.add(paid[each][best], n)
