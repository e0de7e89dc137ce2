"""Rounds that were played, as each person may know them. Who played a round knows all of it, as does who reads the
trail; everybody else knows what a spectator saw: what lay face up, at positions without names. What somebody wrote in a
report can name cards and people: it is for those who know them, and for the staff. The proof of a shuffle is for
everybody, since it opens the deck anyway; it names players only to those who know them."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace
from sqlalchemy import Connection

from pitboss.house.audit.queries import RoundLine, RowSeen, rows_of
from pitboss.house.audit.recall import Happened, happened
from pitboss.house.fair.proof import Proof
from pitboss.house.live.sheet import SPECTATOR, told
from pitboss.house.people.permits import permit
from pitboss.house.people.sessions import Session
from pitboss.house.trail import bodies as b
from pitboss.table import events as e
from pitboss.table.people import STAFF, role
from pitboss.table.views import Told, tell

if TYPE_CHECKING:
    from pitboss.house.live.table import LiveTable


def knows_all(session: Session | None, line: RoundLine, now: int) -> bool:
    """Whether this person played the round, or may read the trail."""
    if session is None:
        return False
    played = any(hand.player == session.person.handle for hand in line.hands)
    return played or permit(session, "see_audit", now) is None


def reads_notes(session: Session | None, line: RoundLine, now: int) -> bool:
    """Whether this person may read what was written in reports: also whoever works at the tables."""
    return knows_all(session, line, now) or (session is not None and bool(set(session.person.roles) & set(STAFF)))


def line_for(session: Session | None, line: RoundLine, now: int) -> RoundLine:
    """A round in the list."""
    if knows_all(session, line, now):
        return line
    return replace(line, hands=tuple(replace(hand, player="") for hand in line.hands))


def events_for(conn: Connection, session: Session | None, line: RoundLine, now: int) -> tuple[Happened, ...]:
    """What happened in a round that is over."""
    if knows_all(session, line, now):
        return tuple(happened(rows_of(conn, line.chain, line.round)))
    found = happened(rows_of(conn, line.chain, line.round, opened=False))
    return tuple(_seen(found, notes=reads_notes(session, line, now)))


def told_for(
    rows: Iterable[RowSeen], session: Session | None, line: RoundLine, now: int, table: "LiveTable | None"
) -> Iterator[Told]:
    """What a spectator has heard of a round that is not over, without the names he saw then; who may read them and does
    not sit at the table gets the notes of reports as well."""
    known, notes = knows_all(session, line, now), reads_notes(session, line, now)
    if table is not None and session is not None:
        notes = notes and all(seat.player != session.person.handle for seat in table.now.state.seats)
    cards = table.fixed.cards if table is not None else "feed"
    for row in rows:
        events = row.body.events if isinstance(row.body, b.ActDone) else ()
        written = iter([event.detail for event in events if isinstance(event, e.Irregularity)])
        for each in told(row.body, cards):
            more = {"player": ""} if not known and "player" in each.facts else {}
            if each.event == "Irregularity" and (note := next(written)) and notes:
                more["detail"] = note
            yield replace(each, facts={**each.facts, **more}) if more else each


def _seen(events: Iterable[Happened], *, notes: bool) -> Iterable[Happened]:
    """As spectators heard it: only what is told to them, and by a role instead of a person. What was asked for stands
    in no event of theirs: it could name cards and people."""
    for each in events:
        if tell(each.event, SPECTATOR) is None:
            continue
        event = each.event
        if isinstance(event, e.SeatTaken | e.SeatLeft):
            event = replace(event, player="")
        if isinstance(event, e.Irregularity) and not notes:
            event = replace(event, detail="")
        yield replace(each, by=role(each.by), event=event, act=None)


def proof_for(session: Session | None, proof: Proof, line: RoundLine | None, now: int) -> Proof:
    """The proof of a shuffle, and of the round that was dealt from it if one was."""
    own = session is not None and any(each.player == session.person.handle for each in proof.seeds)
    if own or (line is not None and knows_all(session, line, now)):
        return proof
    return replace(proof, seeds=tuple(replace(each, player="") for each in proof.seeds))
