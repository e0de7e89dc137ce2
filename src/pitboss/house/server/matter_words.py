"""Matters that wait for a ruling, as the staff are told of them; and, for those who may rule, the report that raised
each: who made it, when, and what was seen. It stands in the trail, so whoever comes later reads it too."""

from collections.abc import Iterable

from sqlalchemy import Connection

from pitboss.house.audit.queries import RowSeen, rows_of
from pitboss.house.live.sheet import offered
from pitboss.house.live.table import LiveTable
from pitboss.house.people.permits import roles_at
from pitboss.house.people.sessions import Session
from pitboss.house.trail import bodies as b
from pitboss.messages.work import MatterShown, ReportShown
from pitboss.table import events as e
from pitboss.table.actions import Report, Rule
from pitboss.table.acts import ACTS
from pitboss.table.mishaps import row_reported
from pitboss.table.offers import Offer
from pitboss.table.people import name, role
from pitboss.table.rules import Rules
from pitboss.table.state import State
from pitboss.wording.events import sentence
from pitboss.wording.trouble_events import question, title_of

Reports = dict[tuple[str, int], ReportShown]


def matters(state: State, reports: Reports | None = None) -> list[MatterShown]:
    """What waits, with the reports that are told to this reader."""
    found = reports or {}
    return [
        MatterShown(
            matter=matter,
            seat=seat,
            title=question(matter),
            player=state.seat(seat).player if seat else "",
            report=found.get((matter, seat)),
        )
        for matter, seat in state.matters
    ]


def rulings(session: Session, table: LiveTable) -> list[Offer]:
    """What this person may rule on the matters that wait."""
    now = table.now
    if not now.state.matters:
        return []
    people = roles_at(session.person, now.rules, now.state)
    return [offer for who in people for offer in offered(table, who) if isinstance(offer.example, Rule)]


def may_rule(session: Session, rules: Rules, state: State) -> bool:
    """Whether this person decides matters at this table: nobody does where he plays."""
    return any(role(each) in ACTS[Rule].roles for each in roles_at(session.person, rules, state))


def reports(conn: Connection, table: LiveTable, rules: Rules, state: State) -> Reports:
    """The report behind each matter that waits. A matter that was raised twice waits by the later one."""
    waiting = set(state.matters)
    found: Reports = {}
    for seen in rows_of(conn, table.fixed.chain, state.round, opened=False):
        for matter, seat in _raised(seen):
            if (matter, seat) in waiting:
                found[matter, seat] = _report(rules, seen)
    return found


def _raised(seen: RowSeen) -> Iterable[tuple[str, int]]:
    events = seen.body.events if isinstance(seen.body, b.ActDone) else ()
    return [(each.matter, each.seat) for each in events if isinstance(each, e.MatterRaised)]


def _report(rules: Rules, seen: RowSeen) -> ReportShown:
    body = seen.body
    assert isinstance(body, b.ActDone)
    said = next((each for each in body.events if isinstance(each, e.Irregularity)), None)
    called = next((each for each in body.events if isinstance(each, e.FloorCalled)), None)
    if called is not None:
        return _of_call(rules, seen, called)
    counted = next((each for each in body.events if isinstance(each, e.ChipsCounted)), None)
    told = said or counted
    return ReportShown(
        at=seen.row.at,
        by=role(seen.row.by),
        name="" if body.house else name(seen.row.by),
        title=row_reported(rules, said).title if said else "",
        said=sentence(told, rules) if told else "",
        detail=said.detail if said else "",
        chips=counted.chips if counted else None,
        expected=counted.expected if counted else None,
    )


def _of_call(rules: Rules, seen: RowSeen, called: e.FloorCalled) -> ReportShown:
    return ReportShown(
        at=seen.row.at,
        by=role(seen.row.by),
        name=name(seen.row.by),
        title=title_of(rules, called.about.kind) if isinstance(called.about, Report) else "",
        said=sentence(called, rules),
        detail=called.about.detail if isinstance(called.about, Report) else "",
        chips=None,
        expected=None,
        about=called.about,
    )
