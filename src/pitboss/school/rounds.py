"""Rounds that are made from a seed, kept moment by moment: what drills show, ask about and alter."""

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from pitboss.play.players import NAMES
from pitboss.play.sources import ShuffledDecks
from pitboss.play.staff import fulfil
from pitboss.play.table import NotAccepted, Table
from pitboss.rulebook.roles import DEALER
from pitboss.rulebook.terms import PROCEDURES
from pitboss.school.chance import Chance
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.acts import ACTS
from pitboss.table.counts import ROUNDS_BETWEEN_COUNTS
from pitboss.table.duties import duty
from pitboss.table.flow import current
from pitboss.table.people import as_player
from pitboss.table.refusals import Refusal
from pitboss.table.rules import Rules
from pitboss.table.state import State

MOST_PEOPLE = 4


class RoundMoment(Struct, frozen=True):
    """Somebody acts."""

    state: State
    """The table before it."""
    by: str
    act: a.AnyAction
    events: tuple[e.AnyEvent, ...]
    guide: str = ""
    """The step in the rulebook's data, where it is a duty of the staff or a question to a player."""
    clause: str = ""


@lru_cache(maxsize=64)
def dealt_by(rules: Rules, procedure: str) -> Rules:
    """The same table where the cards are dealt by this procedure, with the devices that it needs."""
    if procedure == rules.terms.procedure:
        return rules
    device = procedure == "hand" or (procedure == "automated_shoe" and rules.book.shoe_needs_shuffler)
    shuffler = "automated" if device and rules.terms.shuffler == "none" else rules.terms.shuffler
    return Rules(rules.game, replace(rules.terms, procedure=procedure, shuffler=shuffler))


def by_chance(rules: Rules, chance: Chance) -> Rules:
    """The table with one of the dealing procedures."""
    return dealt_by(rules, chance.one(PROCEDURES))


@lru_cache(maxsize=64)
def round_of(rules: Rules, seed: str) -> tuple[RoundMoment, ...]:
    """A whole round, from the cards' arrival until the table is cleared. At some tables a count of the stub is due."""
    return _Conducted(rules, seed).moments


class _Conducted:
    """A round on its way. The cards are dealt delivery by delivery."""

    def __init__(self, rules: Rules, seed: str) -> None:
        self.chance = Chance(f"{seed}/people")
        self.source = ShuffledDecks(rules.deck, Chance(f"{seed}/cards").stream)
        self.table = Table(rules, source=self.source, automate=frozenset())
        rounds = self.chance.one((ROUNDS_BETWEEN_COUNTS - 1, self.chance.below(ROUNDS_BETWEEN_COUNTS)))
        self.table.state = replace(self.table.state, rounds_uncounted=rounds)
        self._moments: list[RoundMoment] = []
        self._sit()
        while not self._moments or not isinstance(self._moments[-1].act, a.ClearTable):
            self._next()
        self.moments = tuple(self._moments)

    def _sit(self) -> None:
        seats = range(1, len(self.table.state.seats) + 1)
        people = min(len(seats), 2 + self.chance.below(MOST_PEOPLE - 1))
        for place, name in zip(sorted(self.chance.some(seats, people)), NAMES, strict=False):
            self._act(as_player(name), a.TakeSeat(place, name))

    def _next(self) -> None:
        table, rules = self.table, self.table.rules
        due = duty(rules, table.state)
        if due is None:
            step = current(rules, table.state)
            assert step is not None
            playing = [each for each in step.choices if each.does != "fold"]
            choice = self.chance.one(playing if playing and self.chance.below(4) else step.choices)
            self._act(DEALER, a.Decide(table.turn, choice.name), step.name, step.clause)
            return
        if due.do is a.CloseBets:
            self._wager()
            self._act(DEALER, a.CloseBets(), due.guide, due.clause)
            return
        state, meters = table.state, tuple(table.meters.items())
        act = fulfil(rules, state, due, lambda deck, due: self.source.draw(deck, due[:1]), meters)
        self._act(ACTS[due.do].usual, act, due.guide, due.clause)

    def _wager(self) -> None:
        """Everybody makes the compulsory wagers, and some of the others."""
        rules = self.table.rules
        for seat in (each for each in self.table.state.seats if each.player):
            base = self._amount(rules.base)
            for wager in rules.wagers:
                if wager.later or (not wager.compulsory and self.chance.below(2)):
                    continue
                limits = rules.limits(wager.id)
                fits = limits.minimum <= base <= limits.maximum and (base - limits.minimum) % limits.increment == 0
                cents = base if wager.compulsory and fits else self._amount(wager.id)
                act = a.PlaceWager(seat.number, wager.id, cents)
                self._act(as_player(seat.player), act, must=wager.compulsory)

    def _amount(self, wager: str) -> int:
        limits = self.table.rules.limits(wager)
        steps = (limits.maximum - limits.minimum) // limits.increment if limits.increment else 0
        return limits.minimum + limits.increment * self.chance.below(min(steps, 4) + 1)

    def _act(self, by: str, act: a.AnyAction, guide: str = "", clause: str = "", *, must: bool = True) -> None:
        before = self.table.state
        outcome = self.table.apply(by, act)
        if isinstance(outcome, Refusal):
            if must:
                raise NotAccepted(outcome)
            return
        self._moments.append(RoundMoment(before, by, act, outcome, guide, clause))
