"""The wagers of one hand together: how a round ends for the main game and for side wagers beside it, counted jointly. A
payout limit cuts what all of them win in a hand, so it can only be counted so.

A side wager that looks at the cards of the main game is counted as if every player made it: the counter of the game's
shape then tells its cells apart as well. In games that are decided in stages, one that looks at the player's own cards
is counted for each of its cells apart. Decisions are the best for all these wagers together."""

import json
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pitboss.games import rules_for
from pitboss.odds import cache
from pitboss.odds.counting import NoShape, counter
from pitboss.odds.figures import Figures, figures, lines_of, settled
from pitboss.odds.result import exactly
from pitboss.odds.shapes.stages_beside import goes_beside, tally_beside
from pitboss.odds.tally import Pack, Tally
from pitboss.rulebook.pays import MeterShare, ToOne
from pitboss.rulebook.terms import Terms
from pitboss.rulebook.words import MAIN
from pitboss.table.definition import Game
from pitboss.table.rules import Rules


class NotTogether(NoShape):
    """Wagers whose joint result cannot be counted."""


class TogetherRules(Rules):
    """The rules of a table at which everybody makes these side wagers too, each with an amount of its own."""

    def __init__(
        self, game: Game, terms: Terms, cent: int, stakes: tuple[tuple[str, int], ...], beside: tuple[str, ...] = ()
    ) -> None:
        """Those `beside` look at the player's own cards alone; they are no part of the main game for its counter."""
        super().__init__(game, terms, cent)
        self._sides = dict(stakes)
        joined = [name for name in self._sides if name not in beside]
        main = [w for w in self.wagers if w.id not in joined]
        sides = [replace(w, compulsory=True) for w in self.wagers if w.id in joined]
        self.wagers = (*main, *sides)
        self.wager = {w.id: w for w in self.wagers}

    def staked(self, wager: str, times: int, base: int) -> int:
        """Of a side wager its own amount, whatever the base is."""
        return self._sides[wager] * self.cent if wager in self._sides else super().staked(wager, times, base)


class Joint(Struct, frozen=True):
    """Wagers made together by one player. Amounts are in units of the base."""

    base: int
    """Cents on the base wager."""
    sides: dict[str, int]
    """Side wager → cents."""
    figures: Figures
    cut: Fraction
    """The probability that a payout limit cuts what the hand wins."""
    taken: Fraction
    """What the limits take on average, in units of the base."""
    deals: int


def joint(terms: Terms, base: int, sides: dict[str, int], pack: Pack | None = None) -> Joint:
    """The main game at a base of so many cents with these side wagers beside it, exactly; of another pack where one is
    given."""
    rules, amounts = rules_for(terms), tuple(sorted(sides.items()))
    if pack is not None:
        return _joint(rules, base, amounts, pack)
    key = json.dumps(["joint", _sources(), rules.digest, base, amounts])
    if kept := cache.load("odds", key):
        with suppress(msgspec.DecodeError, ValueError, ArithmeticError):  # damaged: it is counted again
            return msgspec.json.decode(kept, type=Joint, dec_hook=lambda kind, text: kind(text))
    found = _joint(rules, base, amounts, None)
    cache.store("odds", key, msgspec.json.encode(found, enc_hook=exactly))
    return found


@lru_cache(maxsize=1)
def _sources() -> str:
    """A digest of this module; the cache looks after all that it counts with."""
    return cache.digest_of([Path(__file__)])


@lru_cache(maxsize=64)
def _joint(rules: Rules, base: int, sides: tuple[tuple[str, int], ...], pack: Pack | None) -> Joint:
    together, counted = _counted(rules, base, sides, pack)
    stake = base * together.cent
    found = figures(together, counted, stake, {})
    cut = taken = 0
    for ending, count in counted.endings.items():
        cents = sum(c for _, done in settled(together, ending, stake, {}) for _, c in done.cuts)
        cut += count if cents else 0
        taken += count * cents
    total = counted.total
    return Joint(base, dict(sides), found, Fraction(cut, total), Fraction(taken, total * stake), total)


def _counted(rules: Rules, base: int, sides: tuple[tuple[str, int], ...], pack: Pack | None) -> tuple[Rules, Tally]:
    """The endings of all wagers, and the rules by which they are settled."""
    names = [name for name, _ in sides]
    for name in names:
        if why := why_alone(rules, name):
            raise NotTogether(why)
    beside = tuple(name for name in names if not _joins(rules, name))
    together = TogetherRules(rules.game, rules.terms, _cent(rules, names), sides, beside)
    stake = base * together.cent
    if beside:
        return together, tally_beside(together, beside, pack or rules.deck.contents, stake)
    return together, counter(together).tally(together, MAIN, pack=pack, stake=stake)


def _cent(rules: Rules, sides: list[str]) -> int:
    """So many parts of a cent that every payment on any stake is a whole number of them."""
    if rules.terms.breakage == "up_to_chip":
        return rules.cent
    names = [w.id for w in rules.wagers if w.compulsory or w.later or w.id in sides]
    pays = [line.pay for name in names for line in lines_of(rules, name)]
    return rules.cent * lcm(*(pay.per // gcd(pay.per, pay.pays) for pay in pays if isinstance(pay, ToOne)))


def side_wagers(terms: Terms) -> tuple[str, ...]:
    """The side wagers that a submission offers, in the order of the book."""
    return tuple(w.id for w in rules_for(terms).wagers if not (w.compulsory or w.later))


def why_alone(rules: Rules, wager: str) -> str:
    """Why a side wager cannot be counted together with the main game, in a sentence; nothing where it can."""
    return _why_alone(rules, wager)


@lru_cache(maxsize=256)
def _why_alone(rules: Rules, wager: str) -> str:
    known = [w.id for w in rules.wagers if not (w.compulsory or w.later)]
    if wager not in known:
        return f"'{wager}' is no side wager that is offered here; these are {', '.join(known) or 'none'}"
    title = rules.wager[wager].title
    if any(isinstance(line.pay, MeterShare) for line in lines_of(rules, wager)):
        return f"{title} is counted alone: it is paid from a meter"
    if _joins(rules, wager) or goes_beside(rules, wager):
        return ""
    return f"{title} is counted alone: it does not look at the same cards as the main game"


@lru_cache(maxsize=256)
def _joins(rules: Rules, wager: str) -> bool:
    """Whether the counter of the game's shape can take the wager for a part of the main game."""
    try:
        together = TogetherRules(rules.game, rules.terms, rules.cent, ((wager, 1),))
        counter(together).fits(together)
    except ValueError:
        return False
    return True
