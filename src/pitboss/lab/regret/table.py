"""A table at which some positions are decided from outside, round after round from the same opening: what environments
and benchmarks play on. The engine conducts every round; nothing here knows a rule."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from pitboss.lab.regret.spots import ScoredSpot
from pitboss.play import players
from pitboss.play.sources import CardSource, ShuffledDecks, seeded_stream
from pitboss.play.table import Amount, NotAccepted, Table
from pitboss.rulebook.pays import dollars
from pitboss.rulebook.roles import DEALER
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.definition import Step
from pitboss.table.flow import current
from pitboss.table.people import as_player
from pitboss.table.rules import Rules
from pitboss.table.state import State
from pitboss.table.views import View, view

Wagers = Mapping[str, Amount]
"""Dollars by the ids of wagers."""


class BadDecision(ValueError):
    """A wager, a seat or a choice that is not allowed here; the message says what is."""


class DecisionTable:
    """Plays rounds. `turn` is the position that is asked now, 0 when the round is over; positions that are not decided
    from outside belong to house players."""

    def __init__(
        self, rules: Rules, *, seats: int = 1, decided: Iterable[int] | None = (1,), wagers: Wagers | None = None
    ) -> None:
        """`decided`: the positions that are decided from outside; None for all."""
        most = rules.terms.positions
        if isinstance(seats, bool) or not isinstance(seats, int) or not 1 <= seats <= most:
            raise BadDecision(f"seats={seats!r} is not allowed; {rules.book.title} has 1 to {most} positions here")
        self.rules, self.seats, self.decided = rules, seats, tuple(range(1, seats + 1) if decided is None else decided)
        if wrong := [seat for seat in self.decided if seat not in range(1, seats + 1)]:
            raise BadDecision(f"seat {wrong[0]!r} is not taken; the seats of this table are 1 to {seats}")
        self._table = Table(rules, source=ShuffledDecks(rules.deck, seeded_stream("opening"))).open()
        self._opening = self._opened(whole_wagers(rules, {} if wagers is None else wagers))
        self._meters = dict(self._table.meters)
        self.turn = 0

    def _opened(self, wagers: Wagers) -> State:
        """Everybody sits, and everybody has made the same wagers."""
        table = self._table
        for seat in range(1, self.seats + 1):
            table.sit(seat, _name(seat))
        for seat in range(1, self.seats + 1):
            try:
                table.bet(seat, **wagers)
            except NotAccepted as error:
                raise BadDecision(str(error)) from None
            except ValueError as error:
                raise BadDecision(f"{error}; wagers are amounts in dollars, such as 10 or '2.50'") from None
        for wager, cents in zip(self.rules.wagers, table.state.seats[0].stakes, strict=True):
            if wager.compulsory and not cents:
                title, least = self.rules.book.wager(wager.id).title, self.rules.limits(wager.id).minimum
                raise BadDecision(f"'{wager.id}' ({title}) is compulsory here; the least is {dollars(least)}")
        return table.state

    @property
    def stake(self) -> int:
        """The base wager in cents."""
        return self._opening.seats[0].stakes[self.rules.index[self.rules.base]]

    def deal(self, source: CardSource) -> None:
        """A new round with cards of this source, up to the first decision that is made from outside."""
        table = self._table
        table.state, table.meters = self._opening, dict(self._meters)
        table.log.clear()
        table.load(source)
        source.shuffle(table.state.deck)
        _accepted(table, DEALER, a.CloseBets())
        self._go_on()

    def choose(self, choice: str) -> None:
        """The answer of the position whose turn it is; the round goes on to the next one."""
        if not self.turn:
            raise BadDecision("the round is over; deal another one")
        if choice not in self.legal:
            raise BadDecision(f"'{choice}' cannot be chosen now; what can be chosen: {', '.join(self.legal)}")
        self._decide(self.turn, choice)
        self._go_on()

    def _decide(self, seat: int, choice: str) -> None:
        _accepted(self._table, as_player(_name(seat)), a.Decide(seat, choice))

    def _go_on(self) -> None:
        """House players answer and the staff do their work, until somebody is asked from outside or the hands are
        settled: the cards then still lie on the table."""
        table = self._table
        while True:
            step = self.step
            if step is None or step.kind == "clear":
                self.turn = 0
                return
            if step.kind != "ask" or not table.turn:
                if not table.perform():
                    raise BadDecision(f"nobody goes on with the round at '{step.name}'")
                continue
            if table.turn in self.decided:
                self.turn = table.turn
                return
            who = as_player(_name(table.turn))
            answer = players.decision(table.view(who), table.offers(who))
            assert answer is not None, "who is asked has something to choose"
            self._decide(answer.seat, answer.choice)

    @property
    def step(self) -> Step | None:
        """The step of the script at which the table stands."""
        return current(self.rules, self._table.state)

    @property
    def legal(self) -> tuple[str, ...]:
        """What the position whose turn it is may choose, as the script names it; nothing where nobody is asked."""
        step = self.step if self.turn else None
        return tuple(choice.name for choice in step.choices) if step is not None else ()

    def view(self, seat: int) -> View:
        """What the player of this position may see now."""
        return view(self.rules, self._table.state, as_player(_name(seat)))

    def spot(self) -> ScoredSpot:
        """The decision that is asked for now."""
        if not self.turn:
            raise BadDecision("the round is over; nothing is asked")
        return ScoredSpot(self.rules, self.view(self.turn), self.turn, self.legal)

    def net(self, seat: int) -> int:
        """What the round has brought this position so far, in cents: the player sat down for it."""
        return self._table.state.seats[seat - 1].net

    def wagered(self, seat: int) -> dict[str, int]:
        """All wagers that this position has made in the round and not taken back, in cents, collected ones included."""
        stakes = self._opening.seats[seat - 1].stakes
        found = {wager.id: cents for wager, cents in zip(self.rules.wagers, stakes, strict=True) if cents}
        for record in self._table.log:
            match record.event:
                case e.WagerPlaced(seat=at, wager=wager, cents=cents) if at == seat:
                    found[wager] = cents
                case e.WagerReturned(seat=at, wager=wager) if at == seat:
                    found.pop(wager, None)
                case _:
                    pass
        return found


def _name(seat: int) -> str:
    return f"P{seat}"


def _accepted(table: Table, by: str, act: a.AnyAction) -> None:
    """What these tables do must be lawful."""
    outcome = table.apply(by, act)
    if not isinstance(outcome, tuple):
        raise NotAccepted(outcome)


@lru_cache(maxsize=64)
def least_wagers(rules: Rules) -> tuple[tuple[str, str], ...]:
    """The compulsory wagers at the least that all of them may be, in dollars."""
    needed = [w.id for w in rules.wagers if w.compulsory]
    cents = max(rules.limits(wager).minimum for wager in needed)
    return tuple((wager, f"{cents // 100}.{cents % 100:02d}") for wager in needed)


def whole_wagers(rules: Rules, given: Wagers) -> dict[str, Amount]:
    """The wagers that are asked for, and the compulsory ones: as much as the compulsory one that was named, or the
    least."""
    if not isinstance(given, Mapping):
        raise BadDecision(f"wagers={given!r} are no wagers; give amounts in dollars by name, such as {_example(rules)}")
    placed = {w.id: w for w in rules.wagers if not w.later}
    families = {w.family for w in placed.values()}
    if unknown := [name for name in given if name not in placed and name not in families]:
        allowed = ", ".join(placed)
        raise BadDecision(f"'{unknown[0]}' is no wager that is made here before the deal; these are: {allowed}")
    least = dict(least_wagers(rules))
    named = next((amount for name, amount in given.items() if name in least), None)
    usual: dict[str, Amount] = dict(least) if named is None else dict.fromkeys(least, named)
    return usual | dict(given)


def _example(rules: Rules) -> str:
    return repr({rules.base: 10})
