"""Rounds that were played, as each person may know them. Who played a round knows all of it, as does who reads the
trail; everybody else knows what a spectator saw: what lay face up, at positions without names. What somebody wrote in a
report can name cards and people: it is for those who know them, and for the staff. The proof of a shuffle is for
everybody, since it opens the deck anyway; it names players only to those who know them."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec.structs import asdict, replace
from sqlalchemy import Connection

from pitboss.games import rules_for
from pitboss.house.audit.queries import RoundLine, RowSeen, rows_of
from pitboss.house.audit.recall import Happened, happened
from pitboss.house.audit.terms import terms_of
from pitboss.house.audit.trouble import AuditTrouble
from pitboss.house.fair.proof import Proof
from pitboss.house.live.sheet import told
from pitboss.house.live.words import Heard, brought_by, worded_singly
from pitboss.house.people.permits import permit
from pitboss.house.people.sessions import Session
from pitboss.house.server.replayed import Replay
from pitboss.house.trail import bodies as b
from pitboss.messages.rounds import TableLaid
from pitboss.table import events as e
from pitboss.table.people import SPECTATOR, role
from pitboss.table.results import results
from pitboss.table.rules import Rules
from pitboss.table.views import Told, tell
from pitboss.wording.events import bare, sentence
from pitboss.wording.money_events import became, reason
from pitboss.wording.trouble_events import by_clock, by_whom, of_absent

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
    return knows_all(session, line, now) or permit(session, "see_work", now) is None


def line_for(session: Session | None, line: RoundLine, now: int) -> RoundLine:
    """A round in the list."""
    if knows_all(session, line, now):
        return line
    return replace(line, hands=tuple(replace(hand, player="") for hand in line.hands))


class HappenedWorded(Happened, frozen=True):
    """An event with its place in the trail, in words."""

    said: str = ""
    pays: str = ""
    """What became of a wager, in short: the odds as the table stated them, or that it was collected or goes back."""
    why: str = ""
    """Of a settled wager: what settlement looked at."""
    net: int | None = None
    """What it brought the position, in cents: winnings, or what was lost."""


Laid = tuple[TableLaid | None, ...]
"""How the table lay after each event; nothing for what is no event of the game."""


def events_for(
    conn: Connection, session: Session | None, line: RoundLine, now: int, table: "LiveTable | None"
) -> tuple[tuple[HappenedWorded, ...], Laid]:
    """What happened in a round that is over, and how the table lay after each event."""
    if knows_all(session, line, now):
        found = list(happened(rows_of(conn, line.chain, line.round)))
    else:
        seen = happened(rows_of(conn, line.chain, line.round, opened=False))
        found = list(_seen(seen, notes=reads_notes(session, line, now)))
    rules = _rules(conn, line, table)
    brought = results(each.event for each in found)
    said = tuple(_worded(rules, each, net) for each, net in zip(found, brought, strict=True))
    return said, _laid(rules, line_for(session, line, now), [(each.event, each.net) for each in said])


def _laid(rules: Rules | None, line: RoundLine, events: Iterable[tuple[e.AnyEvent | None, int | None]]) -> Laid:
    """The table after each event that this reader is told, with what it brought. A round whose game is not here any
    more is told in words alone."""
    if rules is None:
        return tuple(TableLaid() if event is not None else None for event, _ in events)
    replay = Replay(rules, line.hands)
    return tuple(replay.after(event, net) if event is not None else None for event, net in events)


def _worded(rules: Rules | None, each: Happened, net: int | None) -> HappenedWorded:
    """Who reported or ruled is part of what is said, unless the house acted by itself."""
    event = each.event
    said = sentence(event, rules) if rules is not None else bare(event)
    pays = became(event, rules) if rules is not None else ""
    why = reason(rules, event) if rules is not None and isinstance(event, e.WagerSettled) else ""
    said = by_clock(event, said) if each.house == "clock" else said
    said = of_absent(event, said) if each.house == "absent" else said
    said += by_whom(event, "" if each.house else each.by)
    return HappenedWorded(**asdict(each), said=said, pays=pays, why=why, net=net)


def told_for(
    conn: Connection,
    rows: Sequence[RowSeen],
    session: Session | None,
    line: RoundLine,
    now: int,
    table: "LiveTable | None",
) -> tuple[tuple[Told, ...], Laid]:
    """What a spectator has heard of a round that is not over, without the names he saw then; who may read them and does
    not sit at the table gets the notes of reports as well. And how the table lay after each."""
    known, notes = knows_all(session, line, now), reads_notes(session, line, now)
    if table is not None and session is not None:
        notes = notes and all(seat.player != session.person.handle for seat in table.now.state.seats)
    if not rows:
        return (), ()
    cards = table.fixed.cards if table is not None else "feed"
    rules = _rules(conn, line, table)
    acts = []
    for row in rows:
        heard = told(row.body, cards)
        if not known:
            heard = [_nameless(each) for each in heard]
        if notes:
            heard = _noted(heard, row.body)
        acts.append(heard)
    pairs = zip(acts, brought_by(acts), strict=True)
    said = tuple(each for heard, nets in pairs for each in worded_singly(rules, heard, nets))
    events = [each.event for heard in acts for each in heard]
    brought = [(event, each.net) for event, each in zip(events, said, strict=True)]
    return said, _laid(rules, line_for(session, line, now), brought)


def _rules(conn: Connection, line: RoundLine, table: "LiveTable | None") -> Rules | None:
    """Those of the round; a table that is open and has not changed its terms since has them. None where its terms or
    its game are not here any more."""
    if table is not None and table.now.rules.terms.digest == line.terms:
        return table.now.rules
    with suppress(AuditTrouble, LookupError):
        return rules_for(terms_of(conn, line.chain, line.round))
    return None


def _nameless(each: Heard) -> Heard:
    if not isinstance(each.event, e.SeatTaken | e.SeatLeft):
        return each
    return Heard(replace(each.told, facts={**each.told.facts, "player": ""}), replace(each.event, player=""))


def _noted(heard: Iterable[Heard], body: b.Body) -> list[Heard]:
    """With what was written in the reports."""
    events = body.events if isinstance(body, b.ActDone) else ()
    written = iter([event.detail for event in events if isinstance(event, e.Irregularity)])
    found = []
    for each in heard:
        if isinstance(each.event, e.Irregularity) and (note := next(written)):
            facts = {**each.told.facts, "detail": note}
            each = Heard(replace(each.told, facts=facts), replace(each.event, detail=note))
        found.append(each)
    return found


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
