"""Strategies twice: as the text that is costed, and as a plain function of cards that a walker over the engine plays.
The functions look at single cards and know nothing of the code that measures words."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from odds.walker import Bets, Cards, Results, cards_in, gains, pay, without
from odds.walker_against import Walked, deals, ends_of
from odds.walker_holdem import Holdem
from odds.walker_stages import Answers, Staged
from pitboss.cards.deck import RANK, SUIT
from pitboss.cards.fast import best_five
from pitboss.lab.strategies.api import StrategyCost, cost
from pitboss.odds.request import MAIN, RowAsked
from pitboss.odds.tally import Pack
from pitboss.table.rules import Rules

Said = tuple[int, str]
"""The number of the rule, 0 for the default, and what it does."""
Says = Callable[[str, Cards, Cards, Cards], Said]
"""(decision, own cards, open community cards, the dealer's open cards)"""


class Played(NamedTuple):
    """What a walker found who played by a strategy."""

    results: Results
    shares: dict[tuple[str, int], Fraction]
    costs: dict[tuple[str, int], Fraction]


def costed(rules: Rules, text: str, pack: Pack | None = None, stake: int = 100) -> StrategyCost:
    """The strategy, on a small pack."""
    return cost(RowAsked(MAIN, None, rules, stake, 1, {}, {}), text, pack=pack)


def agree(found: StrategyCost, played: Played) -> None:
    """Every figure of the strategy and of each of its rules."""
    walked = played.results
    assert found.edge == walked.ev
    assert found.figures.variance == walked.variance
    assert found.figures.distribution == walked.distribution
    assert found.figures.at_risk == walked.average(walked.risk.total())
    by_rule = {(rule.decision, rule.number): rule for rule in found.rules}
    for key, rule in by_rule.items():
        assert rule.share == played.shares.get(key, 0), key
        assert rule.cost == played.costs.get(key, 0), key
    assert found.cost == sum(played.costs.values())
    assert by_rule.keys() >= played.shares.keys()


class _Sums:
    """Adds up shares and costs."""

    def __init__(self) -> None:
        self.deals: defaultdict[tuple[str, int], int] = defaultdict(int)
        self.lost: defaultdict[tuple[str, int], Fraction] = defaultdict(Fraction)

    def add(self, step: str, said: Said, deals: int, values: "dict[str, Fraction]") -> None:
        rule, choice = said
        self.deals[step, rule] += deals
        self.lost[step, rule] += deals * (max(values.values()) - values[choice])

    def played(self, results: Results) -> Played:
        total = results.deals
        shares = {key: Fraction(n, total) for key, n in self.deals.items()}
        return Played(results, shares, {key: lost / total for key, lost in self.lost.items()})


# --- walkers --------------------------------------------------------------------------------------------------------


def against(rules: Rules, pack: Pack, says: Says, own: int, dealer: int, shown: int) -> Played:
    """Every deal of a game of one decision against the dealer's hand."""
    best = Walked(rules, pack, own, dealer, shown)
    (step,) = [step for step in rules.script(rules.terms.procedure) if step.kind == "ask"]
    names = [choice.name for choice in step.choices]
    results, sums = Results(100), _Sums()
    for cards, his in deals(pack, own, dealer):
        ends = ends_of(rules, cards, his, 100)
        for lie_open in combinations(his, shown):
            said = says(step.name, cards, (), lie_open)
            results.add(pay(rules, ends[names.index(said[1])])[0])
            sums.add(step.name, said, 1, dict(best.spots[cards, tuple(sorted(lie_open))]))
    return sums.played(results)


class _ByRules(Staged):
    """Goes on by a strategy; what is best is known from another walk."""

    def __init__(self, rules: Rules, pack: Pack, says: Says) -> None:
        self.best = Staged(rules, pack, 100)
        self.says, self.sums = says, _Sums()
        super().__init__(rules, pack, 100)

    def _go(self, answers: Answers, cards: Cards, boards: "Counter[Cards]") -> "Counter[Bets]":
        asked = self.script.asked.get(answers)
        if asked is None:
            return super()._go(answers, cards, boards)
        total: Counter[Bets] = Counter()
        for seen, some in self._seen(asked, boards):
            said = self.says(asked.step, cards, seen, ())
            values, _ = self.best.spots[answers, cards, seen]
            self.sums.add(asked.step, said, some.total(), dict(values))
            total += self._go((*answers, said[1]), cards, some)
        return total


def staged(rules: Rules, pack: Pack, says: Says) -> Played:
    """Every deal of a game of stages, whose own cards are dealt once each."""
    walked = _ByRules(rules, pack, says)
    return walked.sums.played(walked.results)


def shared(rules: Rules, pack: Pack, says: Says, steps: tuple[str, str, str]) -> Played:
    """Every deal of a game with a flop and a river."""
    known = Holdem(rules, pack, 100, every_deal=False)
    results, sums = Results(100), _Sums()
    ends: Counter[tuple[int, int]] = Counter()
    for hole in known.after:
        start = says(steps[0], hole, (), ())
        boards = list(combinations(without(cards_in(pack), hole), 5))
        each = sum(known.mixes[known.spots[boards[0], hole]].values())
        sums.add(steps[0], start, 10 * len(boards) * each, known.worth(hole, ()))
        for board in boards:
            mix = known.spots[board, hole]
            for flop, said in _flops(known, says, steps[1], hole, board) if start[1] == "check" else [((), start)]:
                if flop:
                    sums.add(steps[1], said, each, known.worth(hole, flop))
                if said[1] == "check":
                    said = says(steps[2], hole, board, ())
                    sums.add(steps[2], said, each, known.worth(hole, board))
                ends[mix, 0 if said[1] == "fold" else int(said[1][5])] += 1 if flop else 10
    for (mix, times), n in ends.items():
        for outcome, many in known.mixes[mix].items():
            results.add(known.paid[times][outcome], many * n)
    return sums.played(results)


def _flops(known: Holdem, says: Says, step: str, hole: Cards, board: Cards) -> Iterator[tuple[Cards, Said]]:
    for flop in combinations(board, 3):
        yield flop, says(step, hole, flop, ())


# --- what the functions need to know of cards -----------------------------------------------------------------------


def ranks(cards: Cards) -> list[int]:
    """The highest first."""
    return sorted((RANK[card] for card in cards), reverse=True)


def one_suit(cards: Cards) -> bool:
    return len({SUIT[card] for card in cards}) == 1


def straights(cards: Cards) -> int:
    """The straights of five that hold all these cards."""
    every = [{14, 2, 3, 4, 5}, *(set(range(low, low + 5)) for low in range(2, 11))]
    held = set(ranks(cards))
    return sum(held <= run for run in every) if len(held) == len(cards) else 0


def pairs(own: Cards, board: Cards) -> int:
    """The highest rank of a pair with a card of one's own."""
    seen = Counter(ranks((*own, *board)))
    return max((rank for rank in ranks(own) if seen[rank] > 1), default=0)


def outs(pack: Pack, own: Cards, board: Cards) -> int:
    """Cards that would beat the hand as one card of the dealer's."""
    mine = best_five((*own, *board)).key
    return sum(best_five((*board, card)).key > mine for card in without(cards_in(pack), own, board))


__all__ = [
    "Played", "against", "agree", "best_five", "costed", "gains", "one_suit", "outs", "pairs", "ranks", "shared",
    "staged", "straights",
]  # fmt: skip
