"""What one hand brings the house, exactly: the main game with the side wagers that a player makes beside it.

Side wagers that look at the same cards as the main game are counted together with it; others are counted alone and
added as if they were independent, which leaves every mean right and is said."""

from collections.abc import Callable
from fractions import Fraction
from itertools import chain, combinations
from math import prod

from msgspec import Struct

from pitboss.games import rules_for
from pitboss.lab.win.joint import Joint, joint, why_alone
from pitboss.lab.win.model import Model
from pitboss.lab.win.spread import Spread, added, mixed
from pitboss.odds.api import odds
from pitboss.odds.request import BadRequest, Request, asked, lawful_stake
from pitboss.odds.result import WagerOdds
from pitboss.rulebook.book import book
from pitboss.rulebook.terms import MICRO, Terms
from pitboss.rulebook.words import MAIN

Progress = Callable[[str, float], None]
NOTHING: Spread = {Fraction(0): Fraction(1)}


def silent(what: str, done: float) -> None:
    """For whoever wants to be told nothing."""


class AloneWager(Struct, frozen=True):
    """A side wager that is counted alone."""

    odds: WagerOdds
    scale: Fraction
    """The average wager over the stake at which it is counted."""
    given: Fraction
    """The part of it that goes to the meters."""
    why: str

    @property
    def cents(self) -> Fraction:
        return self.odds.stake * self.scale

    @property
    def kept(self) -> Fraction:
        """The house edge once the meters have had their part."""
        return self.odds.house_edge - self.given

    def spread(self, *, house: bool) -> dict[Fraction, Fraction]:
        """What the house wins, or the player: a meter's part is neither's."""
        if house:
            return {-(net + self.given) * self.cents: p for net, p in self.odds.figures.distribution}
        return {net * self.cents: p for net, p in self.odds.figures.distribution}


class CountedHands(Struct, frozen=True):
    """The wagers of a table, counted."""

    model: Model
    joints: dict[tuple[str, ...], Joint]
    """Which of the side wagers that are counted together are made → the count."""
    alone: dict[str, AloneWager]

    @property
    def together(self) -> tuple[str, ...]:
        """Side wagers that are counted with the main game."""
        return max(self.joints, key=len)

    def made(self, sides: tuple[str, ...], *, house: bool) -> dict[Fraction, Fraction]:
        """The result of one hand in cents with exactly these side wagers."""
        counted = self.joints[tuple(name for name in self.together if name in sides)]
        sign = -counted.base if house else counted.base
        found = {net * sign: p for net, p in counted.figures.distribution}
        for name in self.alone:
            if name in sides:
                found = added(found, self.alone[name].spread(house=house))
        return found

    def average(self) -> dict[Fraction, Fraction]:
        """What one hand of any player brings the house: each makes a side wager by chance, as its share says."""
        parts = []
        for made, counted in self.joints.items():
            net = {-net * counted.base: p for net, p in counted.figures.distribution}
            parts.append((self._weight(made), net))
        found = mixed(parts)
        for name, wager in self.alone.items():
            share = self.model.wagers[name].share
            found = added(found, mixed([(share, wager.spread(house=True)), (1 - share, NOTHING)]))
        return found

    def _weight(self, made: tuple[str, ...]) -> Fraction:
        shares = {name: self.model.wagers[name].share for name in self.together}
        return prod((share if name in made else 1 - share for name, share in shares.items()), start=Fraction(1))

    def won(self, wager: str) -> tuple[Fraction, Fraction]:
        """(what the house wins by a wager, what lies on it in the end) of one hand on average, in cents."""
        if wager in self.alone:
            one, share = self.alone[wager], self.model.wagers[wager].share
            return one.kept * one.cents * share, one.odds.figures.at_risk * one.cents * share
        win = risk = Fraction(0)
        for made, counted in self.joints.items():
            for part in counted.figures.parts:
                if part.wager == wager or (wager == MAIN and part.wager not in self.together):
                    win -= self._weight(made) * part.ev * counted.base
                    risk += self._weight(made) * part.at_risk * counted.base
        return win, risk

    @property
    def cut(self) -> Fraction:
        """The probability that a payout limit cuts what a hand wins."""
        return sum((self._weight(made) * counted.cut for made, counted in self.joints.items()), Fraction(0))


def hands(model: Model, progress: Progress = silent) -> CountedHands:
    """Counts what the players of a model wager. Raises `NoShape` where the main game cannot be counted."""
    rules = rules_for(model.terms)
    sides = tuple(model.sides)
    why = {name: why_alone(rules, name) for name in sides}
    together = tuple(name for name in sides if not why[name])
    some = list(chain.from_iterable(combinations(together, n) for n in range(len(together) + 1)))
    joints = {}
    for place, made in enumerate(some):
        progress(" and ".join((MAIN, *made)), place / (len(some) + len(sides) - len(together)))
        amounts = {name: model.wagers[name].average for name in made}
        joints[made] = joint(model.terms, model.wagers[MAIN].average, amounts)
    alone = {name: _alone(model, name, why[name], progress) for name in sides if why[name]}
    return CountedHands(model, joints, alone)


def _alone(model: Model, name: str, why: str, progress: Progress) -> AloneWager:
    terms = model.terms
    held = terms.wager(book(terms.game).wager(name).family)
    assert held is not None, "a wager of the model is offered"
    average = model.wagers[name].average
    stake = lawful_stake(held, average)
    (row,) = odds(_request(terms, name, stake, round(model.seats)), progress=progress)
    given = sum((Fraction(m.rate, MICRO) for m in terms.meters if m.name in row.meters), Fraction(0))
    return AloneWager(row, Fraction(average, stake), given, why)


def _request(terms: Terms, name: str, stake: int, players: int) -> Request:
    """With so many players where that is counted; else with one."""
    wanted = Request(game=terms.game, terms=terms, wager=name, stake=stake, players=players)
    try:
        asked(wanted)
    except BadRequest:
        return Request(game=terms.game, terms=terms, wager=name, stake=stake, players=1)
    return wanted
