"""Rounds that were played, as each person may know them. Who played a round knows all of it, as does who reads the
trail; everybody else knows what a spectator saw: what lay face up, at positions without names. The proof of a shuffle
is for everybody, since it opens the deck anyway; it names players only to those who know them."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace
from sqlalchemy import Connection

from pitboss.house.audit.queries import RoundLine, rows_of
from pitboss.house.audit.recall import Happened, happened
from pitboss.house.fair.proof import Proof
from pitboss.house.live.telling import SPECTATOR, told
from pitboss.house.people.permits import permit
from pitboss.house.people.sessions import Session
from pitboss.table import events as e
from pitboss.table.people import role
from pitboss.table.views import Told, tell


def knows_all(session: Session | None, line: RoundLine, now: int) -> bool:
    """Whether this person played the round, or may read the trail."""
    if session is None:
        return False
    played = any(hand.player == session.person.handle for hand in line.hands)
    return played or permit(session, "see_audit", now) is None


def line_for(session: Session | None, line: RoundLine, now: int) -> RoundLine:
    """A round in the list."""
    if knows_all(session, line, now):
        return line
    return replace(line, hands=tuple(replace(hand, player="") for hand in line.hands))


def events_for(conn: Connection, session: Session | None, line: RoundLine, now: int) -> tuple[Happened, ...]:
    """What happened in a round that is over."""
    if knows_all(session, line, now):
        return tuple(happened(rows_of(conn, line.chain, line.round)))
    return tuple(_seen(happened(rows_of(conn, line.chain, line.round, opened=False))))


def told_for(conn: Connection, session: Session | None, line: RoundLine, now: int) -> Iterator[Told]:
    """What a spectator has heard of a round that is not over, without the names he saw then."""
    known = knows_all(session, line, now)
    for row in rows_of(conn, line.chain, line.round):
        for each in told(row.body):
            named = "player" in each.facts and not known
            yield replace(each, facts={**each.facts, "player": ""}) if named else each


def _seen(events: Iterable[Happened]) -> Iterable[Happened]:
    """As spectators heard it: only what is told to them, and by a role instead of a person. What was asked for stands
    in no event of theirs: it could name cards and people."""
    for each in events:
        if tell(each.event, SPECTATOR) is None:
            continue
        event = each.event
        if isinstance(event, e.SeatTaken | e.SeatLeft):
            event = replace(event, player="")
        yield replace(each, by=role(each.by), event=event, act=None)


def proof_for(session: Session | None, proof: Proof, line: RoundLine, now: int) -> Proof:
    """The proof of the shuffle that the round was dealt from."""
    own = session is not None and any(each.player == session.person.handle for each in proof.seeds)
    if own or knows_all(session, line, now):
        return proof
    return replace(proof, seeds=tuple(replace(each, player="") for each in proof.seeds))
