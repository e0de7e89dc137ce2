"""What people ask of a table, by whatever way it came: by the socket or by a request. Who may do it is looked at when
its turn comes, on the table as it is then."""

from pitboss.house.live.lane import Reply, Work
from pitboss.house.live.table import LiveTable
from pitboss.house.people.accounts import Person
from pitboss.house.people.permits import acting_as, permit
from pitboss.house.people.sessions import Session
from pitboss.table import actions as a
from pitboss.table.refusals import Refusal


def ask_act(
    table: LiveTable, reply: Reply, person: Person, act_id: str, action: a.AnyAction, wanted: str | None
) -> None:
    """`wanted` is the role in which he wants to act, if he says so."""

    def decide() -> Work | Refusal:
        now = table.now
        by = acting_as(person, action, wanted, now.rules, now.state, table.house.clock())
        return by if isinstance(by, Refusal) else table.acted(by, action, act_id)

    table.hear(reply, person.handle, act_id, action, decide)


def ask_seed(table: LiveTable, reply: Reply, session: Session, act_id: str, seed: str, deck: int) -> None:
    handle = session.person.handle

    def decide() -> Work | Refusal:
        refusal = permit(session, "add_seed", table.house.clock(), rules=table.now.rules)
        return refusal or table.seeded(handle, seed, deck, act_id)

    table.hear(reply, handle, act_id, (deck, seed), decide)


def ask_ready(table: LiveTable, reply: Reply, session: Session, act_id: str, seat: int) -> None:
    handle = session.person.handle

    def decide() -> Work | Refusal:
        refusal = permit(session, "ready", table.house.clock(), rules=table.now.rules)
        return refusal or table.readied(handle, seat, act_id)

    table.hear(reply, handle, act_id, ("ready", seat), decide)
