"""What the chart of a game shows that sets the player's hand against the dealer's: all hands in their order, how
frequent they are, and what the better of the larger choices is worth more than the smallest."""

from fractions import Fraction
from functools import cached_property
from math import comb

import numpy as np
from msgspec import Struct

from pitboss.cards.deck import Card
from pitboss.cards.ranking import Hand
from pitboss.odds.charts_kept import kept
from pitboss.odds.figures import Figures, figures, in_whole_units
from pitboss.odds.shapes import against, against_words
from pitboss.odds.shapes.against_best import Solved
from pitboss.odds.shapes.against_rule import order_of
from pitboss.odds.shapes.against_words import verb
from pitboss.odds.tables import Array
from pitboss.rulebook.words import wager_title
from pitboss.table.definition import Band, HandWords
from pitboss.table.rules import Rules

_DOUBLED = ("bet", "put")
"""Verbs that double their last letter."""


class ChartStep(Struct, frozen=True):
    """Hands that rank alike."""

    hand: Hand
    ways: int
    gain: Fraction
    """Playing less folding, or what the choices are called, in units of the base, on average over these hands."""
    played: int
    """How many of them are played."""
    chosen: str
    """How most of them are decided."""
    cards: tuple[Card, ...]
    """An example; cards that do not count are blank."""

    @property
    def plays(self) -> bool:
        """Whether most of them are played."""
        return 2 * self.played > self.ways


class AgainstChart(Struct, frozen=True, dict=True):
    """When to go on against the dealer's hand, in steps from the lowest hands to the highest."""

    words: tuple[str, ...]
    steps: tuple[ChartStep, ...]
    """The lowest hands first."""
    figures: Figures
    deals: int
    choices: tuple[str, ...]
    """What the player can do, the largest choice first."""
    base: str
    """The wager that is the unit."""
    shown: int
    """How many of the dealer's cards lie open."""
    only: str
    """The ranks that count, where not all do."""

    @cached_property
    def hands(self) -> int:
        """In how many ways all hands are dealt."""
        return sum(step.ways for step in self.steps)

    @cached_property
    def played(self) -> int:
        """In how many ways hands are dealt with which one goes on."""
        return sum(step.played for step in self.steps)

    @property
    def sides(self) -> tuple[ChartStep | None, ChartStep | None]:
        """The highest hand to fold and the lowest to play, where that does not depend on a card of the dealer's."""
        if self.shown:
            return None, None
        folded = [step for step in self.steps if not step.plays]
        played = [step for step in self.steps if step.plays]
        return (folded[-1] if folded else None), (played[0] if played else None)

    @property
    def larger(self) -> str:
        """What the larger choices are called together: `play`."""
        several = {choice.split(" ")[0] for choice in self.choices[:-1]}
        return several.pop() if len(several) == 1 else self.choices[0]

    @property
    def smallest(self) -> str:
        """The choice that commits the least."""
        return self.choices[-1]


def doing(words: str) -> str:
    """`playing`, `raising 3x`."""
    first, *rest = words.split(" ")
    stem = first[:-1] if first.endswith("e") else first + first[-1] if first in _DOUBLED else first
    return " ".join([f"{stem}ing", *rest])


def chart(rules: Rules) -> AgainstChart:
    """The facts, kept on disk; a game of this shape where nothing is decided has none."""
    return kept(AgainstChart, rules, None, lambda: _counted(rules))


def _counted(rules: Rules) -> AgainstChart:
    rules, stake = in_whole_units(rules)
    pack = rules.deck.contents
    solved = against.solve(rules, pack, stake)
    game = solved.game
    if game.step is None:
        raise ValueError(f"a player of {game.title} has nothing to decide, so there is no chart")
    counted = solved.best()
    way = against.way(pack, game.sight, game.title)
    return AgainstChart(
        words=tuple(against_words.in_words(way, pack, solved)),
        steps=_steps(way, solved),
        figures=figures(rules, counted, stake, {}),
        deals=counted.total,
        choices=tuple(verb(game.choices[choice]) for choice in reversed(game.by_size())),
        base=wager_title(rules.book, game.base).lower(),
        shown=game.sight.shown,
        only=game.sight.his.only,
    )


def _steps(way: against.Way, solved: Solved) -> tuple[ChartStep, ...]:
    game, deals, order = solved.game, solved.deals, order_of(solved)
    pack, sizes = solved.rules.deck.contents, game.by_size()
    ways, worth, taken = _added_up(solved, order.place, len(order.hands))
    size = sum(n for _, n in pack)
    spots = comb(size - game.sight.own - game.sight.shown, game.sight.dealer - game.sight.shown) * solved.stake
    often = np.broadcast_to(deals.ways, deals.counts.shape[:2]).max(axis=1)
    found = []
    for place, hand in enumerate(order.hands):
        alike = np.flatnonzero(order.place == place)
        most = max(range(len(sizes)), key=lambda c: (taken[place][c], -c))
        found.append(
            ChartStep(
                hand=hand,
                ways=ways[place],
                gain=Fraction(worth[place] * solved.unit, ways[place] * spots),
                played=sum(taken[place][1:]),
                chosen=verb(game.choices[sizes[most]]),
                cards=way.pictured(pack, game.sight, int(alike[often[alike].argmax()])),
            )
        )
    return tuple(found)


def _added_up(solved: Solved, place: Array, hands: int) -> tuple[list[int], list[int], list[list[int]]]:
    """For hands at each place: how many deals of cards there are, what the best of the larger choices brings more than
    the smallest, and how many deals decide for each size."""
    deals, sizes = solved.deals, solved.game.by_size()
    ways, worth = [0] * hands, [0] * hands
    taken = [[0] * len(sizes) for _ in range(hands)]
    for some in solved.pieces():
        sums = solved.sums(solved.results, some)
        more = sums[sizes[1:]].max(axis=0) - sums[sizes[0]]
        possible = deals.counts[some].any(axis=2)
        times = np.broadcast_to(deals.ways[some], possible.shape) * possible
        gained = (more * times).sum(axis=1).tolist()
        each = [(times * (solved.chosen[some] == choice)).sum(axis=1).tolist() for choice in sizes]
        for hand, (at, dealt) in enumerate(zip(place[some].tolist(), times.sum(axis=1).tolist(), strict=True)):
            ways[at] += dealt
            worth[at] += gained[hand]
            for size, decided in enumerate(each):
                taken[at][size] += decided[hand]
    return ways, worth, taken


def band_of(rules: Rules, hand: Hand) -> Band:
    """How the chart names this hand with its neighbours."""
    own = rules.game.hand_words or HandWords()
    return own.band(hand) if own.band else Band((hand.name.replace("_", " "),))


def short_names(rules: Rules) -> dict[Card, str]:
    """The last word of each card's name; the drawing says the rest."""
    return {card: name.split(" ")[-1] for card, name in rules.deck.names.items()}
