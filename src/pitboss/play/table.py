"""A table to use: keeps the state and the log, brings the cards, and performs the dealer's acts that are automated.
`docs/library.md` shows one in use."""

from collections.abc import Callable
from decimal import Decimal, DecimalException

from msgspec.structs import replace

from pitboss.frames.showing import html_of
from pitboss.play.log import Record
from pitboss.play.sources import CardSource, ShuffledDecks
from pitboss.play.staff import STAFF_ACTS, fulfil
from pitboss.rulebook.roles import DEALER, PLAYER, ROLES
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.acts import ACTS
from pitboss.table.duties import duty
from pitboss.table.engine import step
from pitboss.table.evolve import rules_after
from pitboss.table.flow import current, turn
from pitboss.table.offers import Offer, offers
from pitboss.table.people import SPECTATOR, as_player, role
from pitboss.table.refusals import Refusal
from pitboss.table.rules import Rules
from pitboss.table.state import State
from pitboss.table.views import View, view

_FOLLOWED = frozenset(
    (
        e.CardsReceived,
        e.CardsShuffled,
        e.CardsCut,
        e.CardSetAside,
        e.ContributionPosted,
        e.ContributionReversed,
        e.MeterPaid,
        e.TermsAdopted,
    )
)
"""Events after which the shell has something of its own to do."""


class NotAccepted(Exception):
    """An act was refused; the refusal says why and what is allowed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


Amount = int | str | Decimal
"""Dollars: `10`, `"2.50"`."""


def cents(amount: Amount) -> int:
    """Whole cents of an amount in dollars."""
    try:
        exact = Decimal(str(amount)) * 100
    except DecimalException:
        exact = Decimal("NaN")
    if not exact.is_finite():
        raise ValueError(f"'{amount}' is not an amount in dollars")
    if exact != exact.to_integral_value():
        raise ValueError(f"'{amount}' is no whole number of cents")
    return int(exact)


class Table:
    """One table. `apply` is the only door: everything else is a convenience in front of it."""

    def __init__(
        self,
        rules: Rules,
        *,
        source: CardSource | None = None,
        automate: frozenset[type[a.Action]] = STAFF_ACTS,
        clock: Callable[[], int] = lambda: 0,
        meters: dict[str, int] | None = None,
    ) -> None:
        self.rules = rules
        self.state: State = rules.opening()
        self.log: list[Record] = []
        self.automate = automate
        self._source: CardSource = source or ShuffledDecks(rules.deck)
        self._clock = clock
        self.meters: dict[str, int] = {**dict(self.state.meters), **(meters or {})}
        """What the meters read, in millionths of a cent: kept here, brought with the acts that need them."""

    def load(self, source: CardSource) -> None:
        """Other cards from now on: between rounds."""
        self._source = source

    def __repr__(self) -> str:
        where = self.step_name or "between rounds"
        return f"<Table {self.rules.terms.table!r}: {self.rules.game.id}, round {self.state.round}, {where}>"

    def _repr_html_(self) -> str:
        """As a notebook shows it: what everybody at the table may see."""
        return html_of(self)

    # --- acting ---

    def apply(self, by: str, action: a.AnyAction | Offer) -> tuple[e.AnyEvent, ...] | Refusal:
        """Performs one act, or an offer as it stands; what follows, or why it is refused. A refusal changes nothing."""
        if isinstance(action, Offer):
            action = action.example
        at = self._clock()
        if isinstance(action, a.Report | a.CountStub):
            action = self.with_meters(action)
        act = a.Act(by, action, at)
        outcome = step(self.rules, self.state, act)
        if isinstance(outcome, Refusal):
            return outcome
        events, self.state = outcome
        log = self.log
        seq = len(log)
        log.append(Record(seq + 1, at, by, events[0], action))
        for place in range(1, len(events)):
            log.append(Record(seq + 1 + place, at, by, events[place]))
        for event in events:
            if type(event) in _FOLLOWED:
                self._follow(event)
            if isinstance(action, a.Report) and isinstance(event, e.CardsDealt):
                for card in event.cards:
                    self._source.remove(self.state.deck, card)
        return events

    def with_meters(self, action: a.AnyAction) -> a.AnyAction:
        """The act with what the meters read, where it brings that along and does not say it."""
        return action if getattr(action, "meters", None) != () else replace(action, meters=self._readings())

    def do(self, by: str, action: a.AnyAction | Offer) -> tuple[e.AnyEvent, ...]:
        """Like `apply`, but a refusal is raised; then the automated duties run."""
        outcome = self.apply(by, action)
        if isinstance(outcome, Refusal):
            raise NotAccepted(outcome)
        self.run()
        return outcome

    def _follow(self, event: e.AnyEvent) -> None:
        """Keeps the cards and the rules in step with what happened."""
        match event:
            case e.CardsReceived(deck=deck, preshuffled=True) | e.CardsShuffled(deck=deck):
                self._source.shuffle(deck)
            case e.CardsCut(deck=deck, depth=depth):
                self._source.cut(deck, depth)
            case e.CardSetAside(card=card):
                self._source.remove(self.state.deck, card)
            case e.ContributionPosted() | e.ContributionReversed() | e.MeterPaid():
                self.meters[event.meter] = event.reading
            case e.TermsAdopted():
                self._adopt(rules_after(self.rules, event))
            case _:
                pass

    def _adopt(self, rules: Rules) -> None:
        self.rules = rules
        self.meters = {name: self.meters.get(name, reading) for name, reading in self.state.meters}

    # --- the automatic staff ---

    def run(self, until: str = "") -> None:
        """Performs automated duties until somebody else has to act, or until the step named `until` is open."""
        while not (until and self.step_name == until):
            if not self.perform():
                return

    def perform(self) -> bool:
        """Performs the next duty if it is automated."""
        due = duty(self.rules, self.state, self._clock())
        if due is None or due.waits or due.do not in self.automate:
            return False
        act = fulfil(self.rules, self.state, due, self._source.draw, self._readings())
        outcome = self.apply(ACTS[due.do].usual, act)
        if isinstance(outcome, Refusal):
            raise NotAccepted(outcome)
        return True

    def _readings(self) -> a.Readings:
        return tuple(self.meters.items())

    # --- conveniences ---

    def open(self) -> "Table":
        """Everything up to the first open bets."""
        self.run(until="bets")
        return self

    def sit(self, seat: int, player: str) -> None:
        """Seats a player at a position, numbered from the dealer's left."""
        self.do(as_player(player), a.TakeSeat(seat, player))

    def bet(self, seat: int, **wagers: Amount) -> None:
        """Places wagers in dollars by their ids, in the order in which the game wants them; all of them or none.

        The name of a paytable stands for all the wagers that share it."""
        player = self._player(seat)
        amounts = self._amounts(wagers)
        acts = [
            a.PlaceWager(seat, w.id, amounts[w.id])
            for w in self.rules.wagers
            if w.id in amounts and amounts[w.id] != self.state.seats[seat - 1].stakes[self.rules.index[w.id]]
        ]
        state = self.state
        for act in acts:
            outcome = step(self.rules, state, a.Act(player, act, self._clock()))
            if isinstance(outcome, Refusal):
                raise NotAccepted(outcome)
            state = outcome[1]
        for act in acts:
            self.do(player, act)

    def _amounts(self, wagers: dict[str, Amount]) -> dict[str, int]:
        amounts: dict[str, int] = {}
        for name, amount in wagers.items():
            ids = [w.id for w in self.rules.wagers if name == w.id or (name == w.family and not w.later)]
            if not ids:
                allowed = ", ".join(w.id for w in self.rules.wagers if not w.later)
                refusal = Refusal("no_such_wager", "not a wager of this table", given=name, allowed=allowed)
                raise NotAccepted(refusal)
            amounts |= dict.fromkeys(ids, cents(amount))
        return amounts

    def _player(self, seat: int) -> str:
        if not isinstance(seat, int) or not 1 <= seat <= len(self.state.seats):
            allowed = f"1 to {len(self.state.seats)}"
            raise NotAccepted(Refusal("no_seat", "no such position", given=str(seat), allowed=allowed))
        return as_player(self.state.seats[seat - 1].player)

    def close_bets(self) -> None:
        """The dealer announces "no more bets"; the cards are dealt."""
        self.do(DEALER, a.CloseBets())

    def decide(self, seat: int, choice: str) -> None:
        """The decision of the position whose turn it is; `offers` lists the choices."""
        self.do(self._player(seat), a.Decide(seat, choice))

    def offers(self, who: str) -> tuple[Offer, ...]:
        """What this person may do now, with the permitted values and the clause."""
        return offers(self.rules, self.state, who, self._clock())

    def view(self, who: str) -> View:
        """What this person may see now; `who` is a role or `player:NAME`."""
        if role(who) not in (*ROLES, SPECTATOR):
            raise ValueError(f"'{who}' is nobody at a table; say {', '.join(ROLES)}, {SPECTATOR} or {PLAYER}:NAME")
        return view(self.rules, self.state, who)

    @property
    def turn(self) -> int:
        """The position that decides or is settled next; 0 when it is nobody's turn."""
        return turn(self.rules, self.state)

    @property
    def step_name(self) -> str:
        """The name of the step at which the table stands; empty between rounds."""
        found = current(self.rules, self.state)
        return found.name if found else ""
