"""What people ask for at a table: an act of the game, a seed of their own, not to be waited for."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from pitboss.house.live.faults import cannot_go_on
from pitboss.house.live.now import Now, TableChange
from pitboss.house.live.request import Subject, TableRequest
from pitboss.house.live.supplies import bring
from pitboss.house.trail.bodies import HouseReason
from pitboss.rulebook.roles import PLAYER
from pitboss.table import actions as a
from pitboss.table.betting import missing
from pitboss.table.people import name, role
from pitboss.table.refusals import Refusal

if TYPE_CHECKING:
    from pitboss.house.live.table import LiveTable


class ActRequest(TableRequest, frozen=True):
    """An act of the game, whoever performs it: a player, staff, the house."""

    action: a.AnyAction
    house: HouseReason = ""
    """Why the house does it, if it does."""
    feed: bool = False
    """Whether the shoe tells it."""

    @property
    def subject(self) -> Subject:
        return self.action

    def change(self, table: "LiveTable", by: str) -> TableChange | Refusal:
        if table.aside is not None and role(by) == PLAYER:
            return cannot_go_on(table)
        if table.now.undivided and isinstance(self.action, a.TakeSeat | a.PlaceWager):
            message = "this practice table shares a meter with tables of real chips: nobody wagers here any more"
            return Refusal("practice", message, given=table.fixed.name, allowed="another table; this one can be closed")
        approved = self.house == "terms"
        brought = bring(table.fixed, table.now, self.action, table.readings(), feed=self.feed, approved=approved)
        if isinstance(brought, Refusal):
            return brought
        action, places = brought
        draft = table.draft()
        refusal = draft.act(by, action, self.act_id, places=places, house=self.house)
        return draft.finished() if refusal is None else refusal


class ActIf(ActRequest, frozen=True, kw_only=True):
    """An act of the house that is due for a reason. What people had asked for before it counts."""

    still: Callable[[Now], bool]

    def is_due(self, table: "LiveTable") -> bool:
        return self.still(table.now)


class SeedRequest(TableRequest, frozen=True):
    """A player's own part of the seed of the coming shuffle of a deck."""

    deck: int
    seed: str

    @property
    def subject(self) -> Subject:
        return "seed", self.deck, self.seed

    def change(self, table: "LiveTable", by: str) -> TableChange | Refusal:
        if table.fixed.cards == "feed":
            message = "the cards of this table come from its shoe: no seed changes their order"
            return Refusal("no_shuffle", message, given="a seed", allowed="at tables whose cards the house shuffles")
        player, deck, seed = name(by), self.deck, self.seed
        seat = next((s.number for s in table.now.state.seats if s.player == player), 0)
        if not seat:
            return Refusal("not_seated", "only a seated player can add a seed", given=player, allowed="a seat first")
        if deck not in table.now.coming:
            decks = ", ".join(map(str, table.now.coming))
            return Refusal("no_deck", "no shuffle of this deck is coming", given=str(deck), allowed=decks)
        if not 1 <= len(seed) <= 64 or not seed.isprintable():
            given = f"{len(seed)} characters"
            return Refusal("seed", "not a seed", given=given, allowed="1 to 64 printable characters")
        draft = table.draft()
        draft.add_seed(seat, player, deck, seed, self.act_id)
        return draft.finished()


class ReadyRequest(TableRequest, frozen=True):
    """The player has no more wagers to place: the dealer need not wait for this position."""

    seat: int

    @property
    def subject(self) -> Subject:
        return "ready", self.seat

    def change(self, table: "LiveTable", by: str) -> TableChange | Refusal:
        rules, state, seat = table.now.rules, table.now.state, self.seat
        if not 1 <= seat <= len(state.seats) or state.seats[seat - 1].player != name(by):
            return Refusal("not_your_seat", "this position is not yours", given=str(seat))
        due = table.due()
        if due is None or due.do is not a.CloseBets:
            return Refusal("wrong_step", "no wagers are awaited now", given=table.step_name, allowed="bets")
        lacking = missing(rules, state.seats[seat - 1])
        if lacking and any(state.seats[seat - 1].stakes):
            clause = rules.cite("compulsory", state.procedure)
            return Refusal("incomplete", f"no hand can be dealt yet: {lacking}", clause, f"position {seat}")
        draft = table.draft()
        draft.say_ready(seat, by, self.act_id)
        return draft.finished()
