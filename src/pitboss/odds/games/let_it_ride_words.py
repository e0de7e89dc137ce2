"""Let It Ride's decisions as rules that a player can remember, derived from the exact value of every hand.

Hands are sorted by what a player sees: pairs and better; whether all cards are of one suit; how many runs of five they
fit; how many high cards there are. Where the hands of one sort are not all decided alike, they are named one by one."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from msgspec import Struct

from pitboss.cards.deck import RANK, RANKS, SUIT, SUIT_SIGNS, Card
from pitboss.cards.ranking import Hand
from pitboss.games.let_it_ride.game import tens_or_better
from pitboss.odds.card_sets import cards_of, set_of
from pitboss.odds.figures import in_whole_units
from pitboss.odds.games.let_it_ride_plan import plan
from pitboss.odds.tables import LOWEST_RANK, RANK_COUNT, Array, tables
from pitboss.table.rules import Rules

RIDE, EQUAL = 1, 0
_NUMBERS = ("no", "one", "two", "three", "four")
_MADE = {
    "four_of_a_kind": "four of a kind",
    "three_of_a_kind": "three of a kind",
    "two_pair": "two pair",
    "pair_tens_or_better": "a pair of tens or better",
    "pair_below_tens": "a pair below tens",
}
_GROUPS = {(4,): "four_of_a_kind", (3, 1): "three_of_a_kind", (3,): "three_of_a_kind", (2, 2): "two_pair"}


class Sort(NamedTuple):
    """What a player sees in three or four cards."""

    made: str
    """A pair or better, as the three bets name it; the other fields then do not matter."""
    one_suit: bool = False
    runs: int = 0
    """How many runs of five ranks contain all the cards."""
    high: int = 0
    """Cards whose pair is paid."""


class Rule(Struct, frozen=True):
    """One line of the strategy, and the hands it speaks of."""

    words: str
    sorts: frozenset[Sort] = frozenset()
    hands: frozenset[int] = frozenset()
    """Hands named one by one, as sets of cards up to suits."""

    def holds(self, cards: tuple[Card, ...]) -> bool:
        return sort_of(cards) in self.sorts or set_of(cards) in self.hands


class Strategy(Struct, frozen=True):
    """What to do with one bet. Every hand that no rule names is withdrawn with."""

    bet: int
    when: str
    """Empty, or what the decision depends on besides the cards."""
    ride: tuple[Rule, ...]
    equal: tuple[Rule, ...]
    """Riding is worth neither more nor less: withdraw, for less variance."""


def rules_in_words(rules: Rules, *, stake: int | None = None) -> list[str]:
    """The best rides, a line for each rule."""
    if stake is None:
        rules, stake = in_whole_units(rules)
    lines = []
    for strategy in strategies(rules, stake=stake):
        bet = f"bet {strategy.bet}{strategy.when}"
        lines.append(f"Let {bet} ride with:" if strategy.ride else f"Never let {bet} ride.")
        lines += [f"- {rule.words}" for rule in strategy.ride]
        if strategy.equal:
            lines.append(
                f"Riding or withdrawing {bet} is worth the same, and withdrawing never has more variance, with:"
            )
            lines += [f"- {rule.words}" for rule in strategy.equal]
        lines.append(f"Withdraw bet {strategy.bet} with every other hand.")
    return lines


def strategies(rules: Rules, *, stake: int = 100) -> tuple[Strategy, ...]:
    """Bet 1, then bet 2; bet 2 twice where a payout limit makes it depend on bet 1."""
    found = plan(rules, stake=stake)
    threes, fours = found.count.threes, found.count.fours
    withdrawn, riding = found.gain_2
    first = _strategy(1, "", threes, found.gain_1)
    if (withdrawn == riding).all():
        return first, _strategy(2, "", fours, riding)
    return (
        first,
        _strategy(2, " after bet 1 rode", fours, riding),
        _strategy(2, " after bet 1 was withdrawn", fours, withdrawn),
    )


def _strategy(bet: int, when: str, sets: Array, gains: Array) -> Strategy:
    return Strategy(bet, when, worded(sets, gains, RIDE), worded(sets, gains, EQUAL))


def worded(sets: Array, gains: Array, wanted: int) -> tuple[Rule, ...]:
    """Rules that name exactly the hands whose gain is as wanted."""
    examples: dict[Sort, list[int]] = defaultdict(list)
    seen: dict[Sort, set[int]] = defaultdict(set)
    for hand, gain in zip(sets.tolist(), gains.tolist(), strict=True):
        sort = _sort(hand)
        examples[sort].append(hand)
        seen[sort].add(gain)
    pure = {sort for sort, gains in seen.items() if gains == {wanted}}
    mixed = {sort for sort, gains in seen.items() if wanted in gains and len(gains) > 1}
    size = len(cards_of(int(sets[0])))
    rules = [Rule(words, frozenset({Sort(made)})) for made, words in _MADE.items() if Sort(made) in pure]
    for one_suit in (True, False):
        rules += _unpaired([s for s in examples if not s.made and s.one_suit == one_suit], pure, size, examples)
    value = dict(zip(sets.tolist(), gains.tolist(), strict=True))
    named = [hand for sort in sorted(mixed) for hand in examples[sort] if value[hand] == wanted]
    return (*rules, *(Rule(_one(hand), hands=frozenset({hand})) for hand in named))


def _unpaired(every: Sequence[Sort], pure: set[Sort], size: int, examples: dict[Sort, list[int]]) -> Iterable[Rule]:
    """Cards of different ranks, all of one suit or not."""
    if not every or not pure.intersection(every):
        return
    one_suit, cards = every[0].one_suit, _NUMBERS[size]
    if pure.issuperset(every):
        yield Rule(f"any {cards} of one suit" if one_suit else f"any {cards} of different ranks, not of one suit",
                   frozenset(every))  # fmt: skip
        return
    royal = frozenset(sort for sort in every if sort.one_suit and sort.high == size)
    if royal and royal <= pure:
        yield Rule(f"{cards} to a royal flush", royal)
    else:
        royal = frozenset()
    for runs in sorted({sort.runs for sort in every}, reverse=True):
        some = [sort for sort in every if sort.runs == runs]
        chosen = frozenset(sort for sort in some if sort in pure)
        if chosen - royal:
            high = _high(sorted({s.high for s in chosen}), sorted({s.high for s in some}), size)
            example = _example([hand for sort in chosen - royal for hand in examples[sort]])
            yield Rule(f"{_draw(cards, one_suit, runs)}{high}, such as {example}", chosen)


def _draw(cards: str, one_suit: bool, runs: int) -> str:
    if not runs:
        return f"{cards} of one suit that fit no straight" if one_suit else f"{cards} that fit no straight"
    ways = f"{_NUMBERS[runs]} way{'s' if runs > 1 else ''} to complete it"
    return f"{cards} to a straight{' flush' if one_suit else ''}, {ways}"


def _high(chosen: list[int], every: list[int], size: int) -> str:
    """How many high cards it takes."""
    if chosen == every:
        return ""
    if chosen == [size]:
        return f", all {_NUMBERS[size]} cards ten or higher"
    if chosen == [n for n in every if n >= chosen[0]]:
        return f", at least {_NUMBERS[chosen[0]]} card{'s' if chosen[0] > 1 else ''} ten or higher"
    return f", {' or '.join(_NUMBERS[n] for n in chosen)} card{'' if chosen == [1] else 's'} ten or higher"


def _example(hands: list[int]) -> str:
    """The ranks of a hand from the middle of these; an ace before low cards counts as one."""
    cards = cards_of(sorted(hands)[len(hands) // 2])
    ranks = [RANK[card] for card in cards]
    if ranks[-1] == 14 and ranks[-2] <= 5:
        ranks = [ranks[-1], *ranks[:-1]]
    return "-".join(RANKS[r - 2].replace("T", "10") for r in ranks)


def _one(hand: int) -> str:
    shown = (card[0].replace("T", "10") + SUIT_SIGNS[SUIT[card]] for card in cards_of(hand))
    return f"{' '.join(shown)}, or the same in other suits"


# --- what a player sees ---------------------------------------------------------------------------------------------


def sort_of(cards: tuple[Card, ...]) -> Sort:
    """The sort of three or four cards."""
    ranks = [RANK[card] for card in cards]
    groups = sorted(((ranks.count(r), r) for r in set(ranks)), reverse=True)
    sizes = tuple(n for n, _ in groups)
    if sizes in _GROUPS:
        return Sort(_GROUPS[sizes])
    if sizes[0] == 2:
        return Sort(_pair(groups[0][1]))
    high = sum(_pair(r) == "pair_tens_or_better" for r in ranks)
    return Sort("", len({SUIT[card] for card in cards}) == 1, sum(run.issuperset(ranks) for run in _runs()), high)


@cache
def _sort(hand: int) -> Sort:
    return sort_of(cards_of(hand))


@cache
def _pair(rank: int) -> str:
    return tens_or_better(Hand("pair", (0, rank)))


@cache
def _runs() -> tuple[frozenset[int], ...]:
    """Every five ranks that make a straight."""
    t = tables()
    masks = [mask for mask in range(len(t.suited)) if mask.bit_count() == 5]
    straight = [mask for mask in masks if t.hands[t.suited[mask]].name != "flush"]
    return tuple(frozenset(r + LOWEST_RANK for r in range(RANK_COUNT) if mask >> r & 1) for mask in straight)
