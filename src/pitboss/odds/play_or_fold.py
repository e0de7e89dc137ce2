"""Games with one decision: the compulsory wagers are made, the player looks at his cards and plays or folds. A game
brings the counts of its deals; here the better answer is found for every hand, and what it is worth."""

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import NamedTuple

from pitboss.cards.deck import Card
from pitboss.cards.ranking import Hand
from pitboss.odds.advice import Advice, Alternative
from pitboss.odds.figures import net
from pitboss.odds.tally import Ending, Pack, Part, Tally, tally
from pitboss.table.cells import Cell
from pitboss.table.definition import Step
from pitboss.table.rules import Rules
from pitboss.table.state import FOLDED, LIVE

MainCell = Callable[[str, str, Hand, Hand], Cell]
"""The game's own: wager, standing, the player's hand, the dealer's hand → cell."""


class Spot(NamedTuple):
    """What the player knows when he decides."""

    hand: Hand
    ways: int
    """How many hands of cards make this spot."""
    against: tuple[tuple[int, int], ...]
    """(which outcome, with how many of the dealer's hands)."""


class Count(NamedTuple):
    """All deals of a pack. No payment enters it, so it serves every paytable."""

    spots: dict[Hashable, Spot]
    outcomes: tuple[tuple[Hand, Hand], ...]
    """Player's and dealer's hand, one example for all that fall into the same cells."""


class Ends(NamedTuple):
    """The two ends of an outcome and what they bring, in cents."""

    play: Ending
    fold: Ending
    play_net: int
    fold_net: int


class Solved(NamedTuple):
    """One game under one set of rules, counted."""

    rules: Rules
    deals: Count
    step: Step
    ends: tuple[Ends, ...]
    stake: int

    def plays(self, spot: Spot) -> bool:
        """Whether playing is worth more than folding. Where they are equal he folds: a folded hand has no variance."""
        return sum(n * (self.ends[i].play_net - self.ends[i].fold_net) for i, n in spot.against) > 0


def solve(rules: Rules, deals: Count, cell: MainCell, stake: int, meters: Mapping[str, int]) -> Solved:
    """Settles both ends of every outcome at a base of `stake` cents."""
    script = rules.script(rules.terms.procedure)
    step = next(s for s in script if s.kind == "ask")
    settled = next(s for s in script if s.kind == "settle").wagers
    raised = {c.wager: c.times for c in step.choices if c.does == "raise"}
    first = {w.id: 1 for w in rules.wagers if w.compulsory}
    ends = []
    for hand, dealer in deals.outcomes:
        play, fold = (
            tuple(Part(w, risk[w], cell(w, standing, hand, dealer)) for w in settled if w in risk)
            for standing, risk in ((LIVE, first | raised), (FOLDED, first))
        )
        ends.append(Ends(play, fold, net(rules, play, stake, meters), net(rules, fold, stake, meters)))
    return Solved(rules, deals, step, tuple(ends), stake)


def best(found: Solved) -> Tally:
    """The endings of the main wagers when every hand is played as well as it can be."""
    play, fold = [0] * len(found.ends), [0] * len(found.ends)
    for spot in found.deals.spots.values():
        into = play if found.plays(spot) else fold
        for i, n in spot.against:
            into[i] += spot.ways * n
    pairs = [(end.play, n) for end, n in zip(found.ends, play, strict=True)]
    return tally(pairs + [(end.fold, n) for end, n in zip(found.ends, fold, strict=True)])


def worth(found: Solved, spot: Spot, cards: tuple[Card, ...]) -> Advice:
    """The worth of both answers."""
    alternatives = []
    for choice in found.step.choices:
        nets = [(end.play_net if choice.does == "raise" else end.fold_net) for end in found.ends]
        total = sum(n for _, n in spot.against)
        value = Fraction(sum(n * nets[i] for i, n in spot.against), total * found.stake)
        square = Fraction(sum(n * nets[i] ** 2 for i, n in spot.against), total * found.stake**2)
        alternatives.append(Alternative(choice.name, value, square - value**2, choice.times))
    base = next(choice.of for choice in found.step.choices if choice.does == "raise")
    game_id, clause = found.rules.game.id, found.step.clause
    return Advice(game_id, found.step.name, clause, cards, (), base, tuple(alternatives))


class Strategy(NamedTuple):
    """All decisions, as simply as they can be said."""

    lowest: Hand | None
    """He plays this hand and every higher one; None where he plays none."""
    exceptions: tuple[tuple[Hashable, bool], ...]
    """Spots that are decided otherwise, and whether he plays there."""


def strategy(found: Solved) -> Strategy:
    """The threshold in the order of hands that decides the most hands rightly, and the rest."""
    spots = sorted(found.deals.spots.items(), key=lambda item: item[1].hand.key)
    decided = [(name, spot, found.plays(spot)) for name, spot in spots]
    # Hands that a threshold above everything would get wrong; it comes down from there, hand by hand.
    wrong = fewest = sum(spot.ways for _, spot, plays in decided if plays)
    lowest: Hand | None = None
    for place in reversed(range(len(decided))):
        _, spot, plays = decided[place]
        wrong += -spot.ways if plays else spot.ways
        is_first = place == 0 or decided[place - 1][1].hand.key != spot.hand.key
        if is_first and wrong < fewest:
            fewest, lowest = wrong, spot.hand
    exceptions = [
        (name, plays) for name, spot, plays in decided if plays != (lowest is not None and spot.hand.key >= lowest.key)
    ]
    return Strategy(lowest, tuple(exceptions))


def in_words(found: Solved, played: Callable[[Hand], str], spot: Callable[[Hashable], str]) -> list[str]:
    """The decisions as one line, and one more for each kind of exception. `played` words the hands from a threshold up,
    `spot` the cards of one spot."""
    lowest, exceptions = strategy(found)
    if lowest is None:
        lines = ["Fold every hand."]
    elif lowest.key == min(s.hand.key for s in found.deals.spots.values()):
        lines = ["Play every hand."]
    else:
        lines = [f"Play with {played(lowest)}; fold the rest."]
    for plays, does in ((True, "play"), (False, "fold")):
        names = list(dict.fromkeys(spot(name) for name, played_there in exceptions if played_there is plays))
        if names:
            lines.append(f"Exceptions: {does} {', '.join(names)}.")
    return lines


def check_wager(rules: Rules, wager: str) -> None:
    """Refuses a wager that is not offered, or is only a part of the main game."""
    alone = ["main", *(w.id for w in rules.wagers if not w.compulsory and not w.later)]
    if wager not in alone:
        raise ValueError(f"{rules.book.title} has no wager '{wager}' here; there are {', '.join(alone)}")


def check_pack(pack: Pack, needed: int) -> None:
    size = sum(n for _, n in pack)
    if size < needed:
        raise ValueError(f"a pack of {size} cards is too small; player and dealer need {needed}")
