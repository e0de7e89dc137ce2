"""What the charts of Dragon Poker and Top Five Poker show: all hands in their order, how frequent they are, and what
playing is worth more than folding."""

from collections.abc import Hashable
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from pitboss.cards.deck import RANK, RANKS, SUITS, Card
from pitboss.cards.ranking import Hand
from pitboss.games.dragon_poker.hands import CHARACTER
from pitboss.games.top_five_poker.hands import LOWEST_THAT_COUNTS
from pitboss.odds import play_or_fold
from pitboss.odds.charts_svg import BLANK
from pitboss.odds.figures import Figures, figures, in_whole_units
from pitboss.odds.games import dragon_poker, top_five_poker
from pitboss.table.rules import Rules

DRAGON = "dragon-poker"


class Step(NamedTuple):
    """Hands that rank alike."""

    hand: Hand
    ways: int
    gain: Fraction
    """Playing less folding, in units of the ante, on average over these hands."""
    plays: bool
    cards: tuple[Card, ...]
    """An example; cards that do not count are blank."""


class Chart(NamedTuple):
    words: tuple[str, ...]
    steps: tuple[Step, ...]
    """The lowest hands first."""
    figures: Figures
    deals: int

    @property
    def hands(self) -> int:
        return sum(step.ways for step in self.steps)

    @property
    def played(self) -> int:
        return sum(step.ways for step in self.steps if step.plays)

    @property
    def sides(self) -> tuple[Step | None, Step | None]:
        """The highest hand to fold and the lowest to play."""
        folded = [step for step in self.steps if not step.plays]
        played = [step for step in self.steps if step.plays]
        return (folded[-1] if folded else None), (played[0] if played else None)


def chart(rules: Rules) -> Chart:
    module = dragon_poker if rules.game.id == DRAGON else top_five_poker
    rules, stake = in_whole_units(rules)
    pack = rules.deck.contents
    solved = module.solve(rules, pack, stake)
    counted = play_or_fold.best(solved)
    spots = sorted(solved.deals.spots.items(), key=lambda item: item[1].hand.key)
    steps = []
    for hand, some in groupby(spots, key=lambda item: item[1].hand):
        alike = list(some)
        ways = sum(spot.ways for _, spot in alike)
        worth = sum(spot.ways * _gain(solved, spot) for _, spot in alike)
        plays = sum(spot.ways for _, spot in alike if solved.plays(spot))
        steps.append(Step(hand, ways, Fraction(worth) / ways, 2 * plays > ways, _example(rules, [n for n, _ in alike])))
    words = module.rules_in_words(rules, stake=stake)
    return Chart(tuple(words), tuple(steps), figures(rules, counted, stake, {}), counted.total)


def _gain(solved: play_or_fold.Solved, spot: play_or_fold.Spot) -> Fraction:
    more = sum(n * (solved.ends[i].play_net - solved.ends[i].fold_net) for i, n in spot.against)
    return Fraction(more, sum(n for _, n in spot.against) * solved.stake)


def _example(rules: Rules, alike: list[Hashable]) -> tuple[Card, ...]:
    """A hand of this rank, the highest card first."""
    if rules.game.id == DRAGON:
        order = [card for card, _ in rules.deck.contents]
        plain = min((hand for hand in alike if isinstance(hand, tuple)), key=lambda hand: hand.count("GD"))
        return tuple(sorted(plain, key=order.index))
    held = max((spot for spot in alike if isinstance(spot, top_five_poker.Held)), key=lambda spot: -spot.untouched)
    counting = [rank for rank in RANKS if RANK[rank + SUITS[0]] >= LOWEST_THAT_COUNTS]
    ranks = [rank for rank, n in zip(counting, held.vector, strict=True) for _ in range(n)][::-1]
    used: dict[str, int] = {}
    cards = []
    for place, rank in enumerate(ranks):
        suit = used.get(rank, 0 if held.royal else place)
        used[rank] = suit + 1
        cards.append(rank + "shdc"[suit % 4])
    return (*cards, *[BLANK] * (top_five_poker.HAND_SIZE - len(cards)))


class Band(NamedTuple):
    """A part of the order of hands."""

    coarse: str
    fine: tuple[str, ...]
    """Its name, and shorter ones for where there is little room."""
    emblem: Card = ""


def band_of(rules: Rules, hand: Hand) -> Band:
    if rules.game.id == DRAGON:
        same, highest = hand.key[0], hand.key[1]
        if same == dragon_poker.HAND_SIZE:
            return Band("trips", ())
        card = next(card for card, rank in CHARACTER.items() if rank == highest)
        name = short_names(rules)[card]
        return Band("high card" if same == 1 else "pair", (name,), card)
    number = hand.key[0]
    if number >= 5:
        return Band("", ("5 or more", "5–7"))
    return Band("", (f"{number} card{'' if number == 1 else 's'}", str(number)))


def short_names(rules: Rules) -> dict[Card, str]:
    """Red and blue dragons rank alike: the colour says which."""
    return {card: name.split(" ")[-1] for card, name in rules.deck.names.items()}
