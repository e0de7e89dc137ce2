"""The decisions of players from the trail of a house. Hidden cards are opened with the seeds that were revealed when
the rounds were over; a round that is not over is not looked at."""

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, Engine

from pitboss.games import rules_for
from pitboss.house.archive.joining import is_archived, joined
from pitboss.house.audit.faces import Opener, faces_of
from pitboss.house.audit.queries import StoredTable, tables
from pitboss.house.audit.reading import decoded, rows
from pitboss.house.audit.terms import opened, rules_then
from pitboss.house.live.snapshot import read as kept_state
from pitboss.house.store.opening import snapshot
from pitboss.house.trail import bodies as b
from pitboss.house.trail.archived import archived
from pitboss.lab.review.collecting import Collected
from pitboss.lab.review.decisions import DecisionReader
from pitboss.lab.review.records import Review
from pitboss.rulebook.terms import Terms
from pitboss.table import events as e

Progress = Callable[[float], None]


def collect(
    conn: Connection,
    *,
    chain: int | None = None,
    patron: str | None = None,
    since: int | None = None,
    until: int | None = None,
    progress: Progress = lambda _: None,
) -> tuple[Collected, int]:
    """The decisions at all tables, or at one, in rounds opened at or after `since` and before `until`; and how many
    tables have archived rounds that are not here."""
    found = Collected(patron)
    away = 0
    wanted = [each for each in tables(conn) if chain is None or each.chain == chain]
    for place, table in enumerate(wanted):
        progress(place / len(wanted))
        away += archived(conn, table.chain) is not None
        reader = _reader(conn, table)
        for at, events in _rounds(conn, table, reader):
            spots = reader.take(events)
            if (since is None or at >= since) and (until is None or at < until):
                found.add(reader.rules, spots)
        found.skipped += reader.skipped
    return found, away


def _reader(conn: Connection, table: StoredTable) -> DecisionReader:
    """As the table was opened, or as it stood after what is archived."""
    stretch = archived(conn, table.chain)
    if stretch is None:
        return DecisionReader(rules_then(table.chain, opened(conn, table.chain)[1]), table.chain)
    made = DecisionReader(rules_for(msgspec.json.decode(stretch.terms, type=Terms)), table.chain)
    made.players = {seat.number: seat.player for seat in kept_state(stretch.state).state.seats if seat.player}
    return made


def _rounds(conn: Connection, table: StoredTable, reader: DecisionReader) -> Iterator[tuple[int, list[e.AnyEvent]]]:
    """When each round was opened and what happened in it, with every face that its seeds open; what happens between
    two rounds goes with the one before. A round that is not over is left out."""
    stretch = archived(conn, table.chain)
    held: list[b.ActDone] = []
    reveals: list[b.Reveal] = []
    began = 0
    for row in rows(conn, table.chain, stretch.last if stretch is not None else 1, kinds=("act", "reveal")):
        body = decoded(row)
        if isinstance(body, b.Reveal):
            reveals.append(body)
            continue
        assert isinstance(body, b.ActDone)
        if any(isinstance(event, e.RoundOpened) for event in body.events):
            yield began, _with_faces(reader, held, reveals)
            held, reveals, began = [], [], row.at
        held.append(body)
    yield began, _with_faces(reader, held, reveals)


def _with_faces(reader: DecisionReader, held: list[b.ActDone], reveals: list[b.Reveal]) -> list[e.AnyEvent]:
    opener = Opener(faces_of(reader.rules.terms), reveals)
    return [event for body in held for event in b.open_faces(body, opener.face).events]


def review_store(engine: Engine, archive: Path | None, patron: str | None) -> Review:
    """All tables; archived rounds too, where their folder is named."""
    with snapshot(engine) as conn:
        if archive is None or not is_archived(conn):
            found, away = collect(conn, patron=patron)
            return replace(found.review(), archived=away)
    with joined(engine, archive) as (whole, _):
        found, away = collect(whole, patron=patron)
        return replace(found.review(), archived=away)
