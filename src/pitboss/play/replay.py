"""Replay: the log is folded, and every act in it is decided again. The first event that the rules would not have
produced is an error."""

from collections.abc import Iterator

from msgspec import Struct

from pitboss.games import rules_for
from pitboss.play.log import BadLog, Record, unlawful
from pitboss.rulebook.terms import Terms
from pitboss.table import events as e
from pitboss.table.actions import Act
from pitboss.table.engine import step
from pitboss.table.refusals import Refusal
from pitboss.table.rules import Rules
from pitboss.table.state import State


class Replayed(Struct, frozen=True):
    """A record with the state it led to."""

    record: Record
    rules: Rules
    state: State


def replay(terms: Terms, records: list[Record], state: State | None = None) -> Iterator[Replayed]:
    """Each record with the state after its act; raises `BadLog` at the first that does not follow. A log begins with a
    closed table, unless the state is given in which it goes on."""
    rules = rules_for(terms)
    state = rules.opening() if state is None else state
    place = 0
    while place < len(records):
        head = records[place]
        if head.act is None:
            raise BadLog(f"record {head.seq}: the act that led to this event is missing")
        outcome = step(rules, state, Act(head.by, head.act, head.at))
        if isinstance(outcome, Refusal):
            raise BadLog(f"record {head.seq}: the rules refuse this act: {outcome}")
        events, state = outcome
        batch = records[place : place + len(events)]
        _compare(batch, events, head)
        for record in batch:
            if isinstance(record.event, e.TermsAdopted):
                faults = unlawful(record.event.terms)
                if faults:
                    raise BadLog(f"record {record.seq}: the terms are not lawful: {faults}")
                rules = rules_for(record.event.terms)
            yield Replayed(record, rules, state)
        place += len(events)


def _compare(batch: list[Record], events: tuple[e.AnyEvent, ...], head: Record) -> None:
    for record, event in zip(batch, events, strict=False):
        if record.event != event or (record is not head and record.act is not None):
            raise BadLog(f"record {record.seq}: {record.event} is logged where the rules give {event}")
        if (record.by, record.at) != (head.by, head.at):
            raise BadLog(f"record {record.seq}: signed differently from its act (record {head.seq})")
    if len(batch) < len(events):
        raise BadLog(f"the log ends in the middle of an act (record {head.seq})")
