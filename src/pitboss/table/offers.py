"""What a person may do now. The examples of every act (`acts.py`) are put to `decide` itself, so an offer can never
disagree with the rules."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import assert_never

from msgspec import UNSET, Struct, UnsetType

from pitboss.rulebook.roles import PLAYER, ROLES
from pitboss.table import actions as a
from pitboss.table.acts import ACTS, Offered
from pitboss.table.engine import decide
from pitboss.table.examples import DEVICES, ActExample, Scope, Standpoint
from pitboss.table.flow import current
from pitboss.table.people import name, role
from pitboss.table.refusals import Refusal
from pitboss.table.rules import Rules
from pitboss.table.state import State


class Offer(Struct, frozen=True):
    """An act this person may perform: an example of it, the values that may vary, and the clause."""

    by: str
    example: a.AnyAction
    clause: str
    values: tuple[str, ...] = ()
    """The permitted choices, where the act takes one."""
    minimum: int = 0
    maximum: int = 0
    step: int = 0
    """The permitted range of amounts or numbers, where the act takes one."""
    cards: tuple[int, ...] = ()
    """The sizes of the deliveries that may be brought, in order."""
    cents: tuple[int, ...] | UnsetType = UNSET
    """Of a decision: what each of the permitted choices lays down or takes back."""
    missing: tuple[int, ...] | UnsetType = UNSET
    """Of a decision: how many cents the chips of its player lack for each of the permitted choices. Only the house
    knows it."""
    reach: int | UnsetType = UNSET
    """Of a wager: the most that the chips of its player pay for here, those wagers included that must be equal to it.
    Only the house knows it."""
    most: int | UnsetType = UNSET
    """Of a wager: the highest permitted amount that `reach` pays for; 0 where there is none."""

    @property
    def do(self) -> str:
        """The name of the act."""
        return type(self.example).__name__

    def act(self, value: int | str | None = None) -> a.AnyAction:
        """The act with this choice, amount in cents or number; the example where nothing is to be chosen.

        >>> Offer("player:Ann", a.Decide(1, "play"), "", values=("play", "fold")).act("fold")
        Decide(seat=1, choice='fold')
        """
        example = self.example
        if value is None:
            return example
        if isinstance(example, a.Decide):
            return a.Decide(example.seat, str(value))
        if isinstance(example, a.PlaceWager):
            return a.PlaceWager(example.seat, example.wager, int(value))
        if isinstance(example, a.CutCards):
            return a.CutCards(int(value), example.deck)
        raise ValueError(f"{self.do} takes no value; given: {value}")


def offers(rules: Rules, state: State, who: str, at: int = 0) -> tuple[Offer, ...]:
    """Everything this person may do at this moment."""
    found: list[Offer] = []
    for each in candidates(rules, state, who):
        outcome = decide(rules, state, a.Act(who, each.act, at))
        if not isinstance(outcome, Refusal):
            clause = getattr(outcome[0], "clause", "")
            amounts = (each.minimum, each.maximum, each.step, each.cards, each.cents)
            found.append(Offer(who, each.act, clause, each.values, *amounts))
    return tuple(found)


def candidates(rules: Rules, state: State, who: str) -> Iterator[ActExample]:
    """Acts that could be lawful for this person now."""
    at = Standpoint(rules, state, who, current(rules, state))
    for scope, rows in _OFFERED.get(role(who), ()):
        for spot in _spots(at, scope):
            for offered in rows:
                yield from offered(spot)


def _spots(at: Standpoint, scope: Scope) -> Iterable[Standpoint]:
    """The table itself, or each of its decks, devices or seats. A player looks at his own seats."""
    rules, state, who, now = at.rules, at.state, at.who, at.now
    match scope:
        case "table":
            return (at,)
        case "deck":
            return [Standpoint(rules, state, who, now, deck.number) for deck in state.decks]
        case "device":
            return [Standpoint(rules, state, who, now, device=device) for device in DEVICES]
        case "seat":
            own = name(who) if role(who) == PLAYER else ""
            taken = [s.number for s in state.seats if s.player and (not own or s.player == own)]
            return [Standpoint(rules, state, who, now, seat) for seat in taken]
        case _:
            assert_never(scope)


def _for(person: str) -> tuple[tuple[Scope, tuple[Offered, ...]], ...]:
    """The acts that this role may do, in their order; neighbours that are offered for the same things go together."""
    mine = [row for row in ACTS.values() if person in row.roles]
    grouped = groupby(mine, key=lambda row: row.per)
    return tuple((scope, tuple(row.offered for row in rows if row.offered)) for scope, rows in grouped)


_OFFERED = {person: _for(person) for person in ROLES}
