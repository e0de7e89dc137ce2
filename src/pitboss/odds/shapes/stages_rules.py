"""Hands that are decided alike as rules that a player can remember, derived from the exact value of every hand. Where
the hands of one sort are not all decided alike, they are named one by one."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from pitboss.cards.deck import RANK, RANK_NAMES, RANKS, SUIT, SUIT_SIGNS
from pitboss.odds.card_sets import cards_of
from pitboss.odds.shapes.stages_sorts import NOTHING, Sort, Sorts
from pitboss.odds.tables import LOWEST_RANK
from pitboss.rulebook.words import number

High = tuple[int, ...]
MOST_NAMED = 60
"""So many hands are named one by one."""
_ROYAL = 10
"""From here up cards can be of a royal flush."""


class StrategyRule(Struct, frozen=True):
    """One line of the strategy, and the hands it speaks of."""

    words: str
    of: Sorts | None = None
    sorts: frozenset[Sort] = frozenset()
    hands: frozenset[int] = frozenset()
    """Hands named one by one, as sets of cards."""

    def names(self, hand: int) -> bool:
        """Whether it speaks of this set of cards."""
        return hand in self.hands or (self.of is not None and self.of.of_set(hand) in self.sorts)


def worded(
    of: Sorts, size: int, labels: Mapping[int, int], wanted: int, said: Collection[int] = ()
) -> tuple[StrategyRule, ...]:
    """Rules that name exactly the hands, sets of so many cards, whose label is as wanted. Hands whose label was `said`
    before may be among them: who reads from the top finds those first."""
    found = _Wording(of, size, labels, wanted, frozenset(said))
    rules = [*found.made(), *found.unpaired()]
    named = found.named
    if len(named) <= MOST_NAMED:
        return (*rules, *(StrategyRule(_one(hand), hands=frozenset({hand})) for hand in named))
    told = f"{len(named):,} other hands, which nothing but their cards tells apart"
    return (*rules, StrategyRule(told, hands=frozenset(named)))


def listed_one_by_one(
    cards: Callable[[int], str], hands: Mapping[int, int], labels: Mapping[int, int], wanted: int
) -> tuple[StrategyRule, ...]:
    """The hands whose label is as wanted, by their names, where nothing else is known of them; of too many those that
    come most often. `hands`: set → in how many deals it comes."""
    mine = sorted((hand for hand, label in labels.items() if label == wanted), key=lambda hand: -hands[hand])
    if len(mine) <= MOST_NAMED // 2:
        return (StrategyRule(", ".join(cards(hand) for hand in mine), hands=frozenset(mine)),) if mine else ()
    some = ", ".join(cards(hand) for hand in mine[:6])
    return (StrategyRule(f"{len(mine):,} hands, most often {some}", hands=frozenset(mine)),)


class _Wording:
    """What there is to say of the hands with one label."""

    def __init__(self, of: Sorts, size: int, labels: Mapping[int, int], wanted: int, said: frozenset[int]) -> None:
        self.of, self.size, self.cards = of, size, number(size)
        self.examples: dict[Sort, list[int]] = defaultdict(list)
        seen: dict[Sort, set[int]] = defaultdict(set)
        for hand, label in labels.items():
            sort = of.of_set(hand)
            self.examples[sort].append(hand)
            seen[sort].add(label)
        self.pure = {sort for sort, some in seen.items() if some <= {wanted, *said}}
        """Sorts that may be named."""
        self.due = {sort for sort in self.pure if wanted in seen[sort]}
        """Sorts that must be."""
        mixed = sorted(sort for sort, some in seen.items() if wanted in some and sort not in self.pure)
        self.named = [hand for sort in mixed for hand in self.examples[sort] if labels[hand] == wanted]

    # --- pairs and better

    def made(self) -> Iterable[StrategyRule]:
        pairs = {made for made, _, _ in self.of.pairs}
        every = {sort.made for sort in self.examples if sort.made in pairs}
        chosen = sorted(sort.made for sort in self.due if sort.made != NOTHING)
        together = len(every) > 1 and every <= {sort.made for sort in self.pure} and not every.isdisjoint(chosen)
        for made in chosen:
            if not (together and made in every):
                yield StrategyRule(self._made_words(made), self.of, frozenset({Sort(made)}))
        if together:
            yield StrategyRule("any pair", self.of, frozenset(Sort(made) for made in every))

    def _made_words(self, made: int) -> str:
        pairs = self.of.pairs
        at = next((n for n, (kind, _, _) in enumerate(pairs) if kind == made), None)
        if at is None:
            return self.of.example(made).name.replace("_", " ")
        _, top, bottom = pairs[at]
        if len(pairs) == 1:
            return "a pair"
        if at == 0:
            return f"a pair of {plural(bottom)}{' or better' if bottom < top else ''}"
        if at == len(pairs) - 1:
            return f"a pair below {plural(pairs[at - 1][2])}"
        return f"a pair of {plural(bottom)}{f' to {plural(top)}' if bottom < top else ''}"

    # --- cards of different ranks

    def unpaired(self) -> Iterable[StrategyRule]:
        every = [sort for sort in self.examples if sort.made == NOTHING]
        plain = self._plain(every)
        if plain & self.due:
            high = self._high({sort.high for sort in plain}, {sort.high for sort in every})
            yield StrategyRule(f"any {self.cards} of different ranks{high}", self.of, frozenset(plain))
        for one_suit in (True, False):
            yield from self._of_suit([sort for sort in every if sort.one_suit == one_suit], plain)

    def _plain(self, every: Sequence[Sort]) -> set[Sort]:
        """Sorts that are chosen for their ranks alone, whatever straight or flush they fit."""
        by_high: dict[High, list[Sort]] = defaultdict(list)
        for sort in every:
            by_high[sort.high].append(sort)
        able = {high for high, sorts in by_high.items() if self.pure.issuperset(sorts)}
        chosen = {high for high in able if all(more in able for more in by_high if _reaches(more, high))}
        found = {sort for high in chosen for sort in by_high[high]}
        return found if any(not sort.one_suit and not sort.runs for sort in found & self.due) else set()

    def _of_suit(self, every: Sequence[Sort], plain: set[Sort]) -> Iterable[StrategyRule]:
        """All of one suit, or not."""
        left = self.due.intersection(every) - plain
        if not left:
            return
        one_suit = every[0].one_suit
        if self.pure.issuperset(every):
            words = (
                f"any {self.cards} of one suit" if one_suit else f"any {self.cards} of different ranks, not of one suit"
            )
            yield StrategyRule(words, self.of, frozenset(every))
            return
        royal = frozenset(sort for sort in every if one_suit and self._royal(sort))
        if royal and royal <= self.pure and royal & left:
            yield StrategyRule(f"{self.cards} to a royal flush", self.of, royal)
            left -= royal
        for runs in sorted({sort.runs for sort in left}, reverse=True):
            some = [sort for sort in every if sort.runs == runs]
            chosen = frozenset(sort for sort in some if sort in self.pure)
            high = self._high({s.high for s in chosen}, {s.high for s in some})
            example = _example([hand for sort in chosen & left for hand in self.examples[sort]])
            yield StrategyRule(f"{self._draw(one_suit, runs)}{high}, such as {example}", self.of, chosen)

    def _royal(self, sort: Sort) -> bool:
        return all(RANK[card] >= _ROYAL for hand in self.examples[sort] for card in cards_of(hand))

    def _draw(self, one_suit: bool, runs: int) -> str:
        if not runs:
            return (
                f"{self.cards} of one suit that fit no straight" if one_suit else f"{self.cards} that fit no straight"
            )
        ways = f"{number(runs)} way{'s' if runs > 1 else ''} to complete it"
        return f"{self.cards} to a straight{' flush' if one_suit else ''}, {ways}"

    # --- high cards

    def _high(self, chosen: set[High], every: set[High]) -> str:
        """How many high cards it takes."""
        if chosen == every:
            return ""
        for n, level in enumerate(self.of.levels):
            counts = {high[n] for high in chosen}
            if chosen == {high for high in every if high[n] in counts}:
                return self._counted(sorted(counts), sorted({high[n] for high in every}), level)
        least = {high for high in chosen if not any(_reaches(high, low) for low in chosen - {high})}
        if chosen == {high for high in every if any(_reaches(high, low) for low in least)}:
            return f", {' or '.join(self._at_least(high) for high in sorted(least, reverse=True))}"
        return f", {' or '.join(self._exactly(high) for high in sorted(chosen, reverse=True))}"

    def _counted(self, chosen: list[int], every: list[int], level: int) -> str:
        rank = f"{RANK_NAMES[level]} or higher"
        if chosen == [self.size]:
            return f", {_all(self.size)} {rank}"
        if chosen == [n for n in every if n >= chosen[0]]:
            return f", at least {_cards(chosen[0])} {rank}"
        return f", {' or '.join(number(n) for n in chosen)} card{'' if chosen == [1] else 's'} {rank}"

    def _at_least(self, high: High) -> str:
        said: list[str] = []
        for n, (many, level) in enumerate(zip(high, self.of.levels, strict=True)):
            if many > (high[n - 1] if n else 0):
                rank = f"{RANK_NAMES[level]} or higher"
                first = _all(self.size) if many == self.size else f"at least {_cards(many)}"
                said.append(f"{number(many) if said and many < self.size else first} {rank}")
        return " and ".join(said)

    def _exactly(self, high: High) -> str:
        tops = (RANK_NAMES[level - 1] for level in self.of.levels)
        said: list[str] = []
        before, top = 0, ""
        for many, level in zip(high, self.of.levels, strict=True):
            rank = f"from {RANK_NAMES[level]} to {top}" if top else f"{RANK_NAMES[level]} or higher"
            if many > before:
                said.append(f"{number(many - before) if said else _cards(many - before)} {rank}")
            before, top = many, next(tops)
        return " and ".join(said) or f"no card {RANK_NAMES[self.of.levels[-1]]} or higher"


def _reaches(high: High, low: High) -> bool:
    return all(a >= b for a, b in zip(high, low, strict=True))


def _cards(many: int) -> str:
    return f"{number(many)} card{'s' if many > 1 else ''}"


def _all(size: int) -> str:
    return f"all {number(size)} cards" if size > 2 else "both cards"


def plural(rank: int) -> str:
    """`sixes`, `tens`."""
    name = RANK_NAMES[rank]
    return f"{name}{'es' if name.endswith('x') else 's'}"


def _example(hands: list[int]) -> str:
    """The ranks of a hand from the middle of these; an ace before low cards counts as one."""
    cards = cards_of(sorted(hands)[len(hands) // 2])
    ranks = [RANK[card] for card in cards]
    if len(ranks) > 1 and ranks[-1] == 14 and ranks[-2] <= 5:
        ranks = [ranks[-1], *ranks[:-1]]
    return "-".join(RANKS[r - LOWEST_RANK].replace("T", "10") for r in ranks)


def _one(hand: int) -> str:
    shown = (card[0].replace("T", "10") + SUIT_SIGNS[SUIT[card]] for card in cards_of(hand))
    return f"{' '.join(shown)}, or the same in other suits"
