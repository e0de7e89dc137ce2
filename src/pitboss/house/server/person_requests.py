"""What people ask of a table, by whatever way it came: by the socket or by a request. Who may do it is looked at when
its turn comes, on the table as it is then."""

from pitboss.house.live.player_requests import ActRequest, ReadyRequest, SeedRequest
from pitboss.house.live.request import Reply
from pitboss.house.live.table import LiveTable
from pitboss.house.people.accounts import Person
from pitboss.house.people.permits import acting_as, permit
from pitboss.house.people.sessions import Session
from pitboss.rulebook.roles import PLAYER
from pitboss.table import actions as a
from pitboss.table.refusals import Refusal


class PersonAct(ActRequest, frozen=True, kw_only=True):
    """In the role he wants to act in, if he says so."""

    person: Person
    wanted: str | None

    def permit(self, table: LiveTable) -> str | Refusal:
        now = table.now
        return acting_as(self.person, self.action, self.wanted, now.rules, now.state, table.house.clock())


class PersonSeed(SeedRequest, frozen=True, kw_only=True):
    session: Session

    def permit(self, table: LiveTable) -> str | Refusal:
        return permit(self.session, "add_seed", table.house.clock(), rules=table.now.rules) or self.asker


class PersonReady(ReadyRequest, frozen=True, kw_only=True):
    session: Session

    def permit(self, table: LiveTable) -> str | Refusal:
        return permit(self.session, "ready", table.house.clock(), rules=table.now.rules) or self.asker


def ask_act(
    table: LiveTable, reply: Reply, person: Person, act_id: str, action: a.AnyAction, wanted: str | None
) -> None:
    table.ask(PersonAct(person.acting(PLAYER), act_id, action, person=person, wanted=wanted), reply)


def ask_seed(table: LiveTable, reply: Reply, session: Session, act_id: str, seed: str, deck: int) -> None:
    table.ask(PersonSeed(session.person.acting(PLAYER), act_id, deck, seed, session=session), reply)


def ask_ready(table: LiveTable, reply: Reply, session: Session, act_id: str, seat: int) -> None:
    table.ask(PersonReady(session.person.acting(PLAYER), act_id, seat, session=session), reply)
