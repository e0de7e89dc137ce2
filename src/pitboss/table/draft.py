"""A decision in the making: the events so far and the state they lead to."""

from pitboss.rulebook.roles import PLAYER
from pitboss.table.definition import Step
from pitboss.table.events import AnyEvent
from pitboss.table.evolve import APPLY
from pitboss.table.people import name, role
from pitboss.table.refusals import refuse
from pitboss.table.rules import Rules
from pitboss.table.state import Seat, State


class Draft:
    """Collects the events of one act. If the act is refused half-way, nothing of it remains."""

    __slots__ = ("at", "by", "events", "rules", "state", "who")

    def __init__(self, rules: Rules, state: State, by: str, at: int) -> None:
        self.rules = rules
        self.state = state
        self.by = by
        self.at = at
        self.events: list[AnyEvent] = []
        self.who: tuple[str, ...] = ()
        """The roles that may do this act (`acts.py`)."""

    def add(self, event: AnyEvent) -> None:
        self.events.append(event)
        self.state = APPLY[type(event)](self.rules, self.state, event)

    def cite(self, key: str) -> str:
        return self.rules.cite(key, self.state.procedure)

    @property
    def step(self) -> Step | None:
        """The step of the script the round is at."""
        state = self.state
        return self.rules.scripts[state.procedure][state.step] if state.step >= 0 else None

    def permitted(self, clause: str = "") -> None:
        """Refuses the act unless a role performs it that may."""
        self.only(*self.who, clause=clause)

    def only(self, *roles: str, clause: str = "") -> None:
        """Refuses the act unless one of these roles performs it."""
        if role(self.by) not in roles:
            raise refuse("wrong_role", "this act belongs to another role", clause, given=role(self.by), allowed=roles)

    def expect(self, *kinds: str) -> Step:
        """Refuses the act unless the round is at a step of one of these kinds."""
        step = self.step
        if step is None:
            raise refuse("no_round", "no round is open", given="between rounds", allowed=" or ".join(kinds))
        if step.kind not in kinds:
            raise refuse("wrong_step", f"the round is at '{step.name}'", step.clause, given=step.name, allowed=kinds)
        if self.state.matters:
            matter = self.state.matters[0][0]
            raise refuse("pending", "a matter waits for a ruling", step.clause, given=matter, allowed="a ruling")
        return step

    def seat(self, number: int) -> Seat:
        if not 1 <= number <= len(self.state.seats):
            allowed = f"1 to {len(self.state.seats)}"
            raise refuse("no_seat", "no such position", self.rules.book.positions_clause, given=number, allowed=allowed)
        return self.state.seats[number - 1]

    def own_seat(self, number: int, clause: str) -> Seat:
        """The seat, if the actor sits there or is the dealer who records what the player does."""
        seat = self.seat(number)
        actor = role(self.by)
        if actor == PLAYER and name(self.by) != seat.player:
            raise refuse("not_your_seat", f"position {number} is another player's", clause, given=self.by)
        if actor not in self.who:
            raise refuse("wrong_role", "players act for themselves", clause, given=actor, allowed=self.who)
        return seat


class Trial(Draft):
    """A decision that is only tried out. Serves acts whose last check comes before their first event: the state they
    would lead to is not worked out."""

    __slots__ = ()

    def add(self, event: AnyEvent) -> None:
        self.events.append(event)


def stake(rules: Rules, seat: Seat, wager: str) -> int:
    """What the wager amounts to, on the layout or collected beforehand."""
    place = rules.index.get(wager)
    return 0 if place is None else seat.stakes[place] + seat.taken[place]


def live_wagers(rules: Rules, seat: Seat) -> list[str]:
    """The position's wagers that are still in play: after a fold those that do not fold."""
    folded = seat.standing == "folded"
    return [w.id for w in rules.wagers if stake(rules, seat, w.id) and not (folded and w.folds)]
