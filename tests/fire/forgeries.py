"""Somebody who has the database itself in his hands, and the file of checkpoints, but not the keys, changes one thing
in the store of a house; the audit must say so."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from sqlalchemy import Column, Connection, Table, and_, delete, func, insert, select, update
from sqlalchemy.exc import DataError, IntegrityError

from fire.campaign import Campaign, Place, Tally
from house.audit_support import Evening, run
from pitboss.house.store import schema

AUDITED = (
    schema.tables, schema.trail, schema.shuffles, schema.rounds, schema.hands, schema.checkpoints, schema.accounts,
    schema.postings, schema.meters, schema.meter_log, schema.proposals, schema.people, schema.sessions,
)  # fmt: skip
EDITS = 20
"""In one trial."""
Edit = Callable[[Connection, random.Random], str]
"""Changes something; what it was."""


def _line(conn: Connection, table: Table, rng: random.Random) -> Any:
    """Any line of a table."""
    count = conn.execute(select(func.count()).select_from(table)).scalar_one()
    return conn.execute(select(table).order_by(*table.primary_key).offset(rng.randrange(count)).limit(1)).one()


def _this(table: Table, line: Any) -> Any:
    return and_(*(column == getattr(line, column.name) for column in table.primary_key.columns))


def _key(table: Table, line: Any) -> str:
    return f"{table.name} {tuple(getattr(line, column.name) for column in table.primary_key.columns)}"


def _other(value: Any, column: Column[Any], rng: random.Random) -> Any:
    """Another value of the same kind."""
    if value is None:
        return rng.randrange(1, 100) if column.type.python_type is int else "x"
    if isinstance(value, bytes):
        at = rng.randrange(len(value)) if value else 0
        return rng.choice((value[:at] + bytes([value[at] ^ 1 << rng.randrange(8)]) + value[at + 1 :], value[:-1]))
    if isinstance(value, int):
        return value + rng.choice((-100, -1, 1, 2, 100, 10_000, -value or 7))
    at = rng.randrange(len(value) + 1)
    return rng.choice((value[:at] + rng.choice("0aZ ") + value[at:], value[1:], value.swapcase(), None))


def change(conn: Connection, rng: random.Random) -> str:
    table = rng.choice(AUDITED)
    line, column = _line(conn, table, rng), rng.choice(list(table.columns))
    before = getattr(line, column.name)
    after = _other(before, column, rng)
    if after == before:
        return ""
    conn.execute(update(table).where(_this(table, line)).values({column.name: after}))
    return f"{_key(table, line)}: {column.name} {before!r} became {after!r}"


def take_out(conn: Connection, rng: random.Random) -> str:
    table = rng.choice(AUDITED)
    line = _line(conn, table, rng)
    conn.execute(delete(table).where(_this(table, line)))
    return f"{_key(table, line)} taken out"


def put_in(conn: Connection, rng: random.Random) -> str:
    """A line like another under a key that nothing has."""
    table = rng.choice(AUDITED)
    line = _line(conn, table, rng)
    values = line._asdict()
    for column in table.columns:
        if column.primary_key or column.unique or column.name in ("act_id", "id", "token"):
            values[column.name] = _other(values[column.name], column, rng)
    conn.execute(insert(table).values(values))
    return f"{_key(table, line)} put in once more as {values}"


def exchange(conn: Connection, rng: random.Random) -> str:
    """One value stands in the place of another of the same column, and the other way round."""
    table = rng.choice(AUDITED)
    one, two = _line(conn, table, rng), _line(conn, table, rng)
    keys = {column.name for column in table.primary_key.columns}
    column = rng.choice([column for column in table.columns if column.name not in keys])
    left, right = getattr(one, column.name), getattr(two, column.name)
    if left == right:
        return ""
    for line, value in ((one, right), (two, left)):
        conn.execute(update(table).where(_this(table, line)).values({column.name: value}))
    return f"{_key(table, one)} and {_key(table, two)}: {column.name} exchanged"


WAYS: dict[str, Edit] = {
    "values changed": change,
    "lines taken out": take_out,
    "lines put in": put_in,
    "values exchanged": exchange,
}


class Forgeries:
    def __init__(self, evening: Evening) -> None:
        self._evening = evening

    def trial(self, seed: int) -> Tally:
        rng, done = random.Random(seed), Counter[str]()
        while done["edits"] < EDITS:
            done += self._edit(rng, rng.choice(list(WAYS)))
        return done

    def _edit(self, rng: random.Random, way: str) -> Tally:
        if rng.random() < 0.05:
            return self._in_the_file(rng)
        try:
            with self._evening.changing() as conn:
                what = WAYS[way](conn, rng)
                found = self._evening.verify(conn) if what else None
        except (IntegrityError, DataError):
            return Counter({"edits that the database refused": 1})
        if found is None:
            return Counter()
        assert not found.clean, f"the audit finds nothing: {what}"
        return Counter({"edits": 1, way: 1})

    def _in_the_file(self, rng: random.Random) -> Tally:
        """The checkpoints that were kept elsewhere."""
        file = self._evening.file
        whole = file.read_bytes()
        at = rng.randrange(len(whole) - 1)
        changed = rng.choice((whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :], whole[:at], b""))
        file.write_bytes(changed)
        try:
            with self._evening.reading() as conn:
                found = self._evening.verify(conn)
        finally:
            file.write_bytes(whole)
        assert not found.clean, f"the audit finds nothing: byte {at} of the file, {len(changed)} bytes left"
        return Counter({"edits": 1, "in the file of checkpoints": 1})

    def plant(self, fault: str) -> None:
        blind = {
            "books": patch("pitboss.house.audit.verify.check_books"),
            "signatures": patch("pitboss.house.audit.verify._check_checkpoints"),
        }
        with blind[fault]:
            for seed in range(10):
                self.trial(seed)


@contextmanager
def ready(place: Place) -> Iterator[Forgeries]:
    with Evening(run(f"sqlite:///{place.folder / 'house.db'}", place.folder)) as evening:
        with evening.reading() as conn:
            assert evening.verify(conn).clean, "the evening itself is not clean"
        yield Forgeries(evening)


CAMPAIGN = Campaign(
    name="forgeries",
    title="One thing changed in the store",
    unit="edits",
    count=2_000,
    suite=(0,),
    tells="""\
A house has had an evening of everything: four games, a shared meter, new terms, a void round, a closed table, an open
round, people with passwords. Somebody with the database in his hands, past all guards, but without the keys, changes
one thing: any value of any line of any table that is audited, a line taken out, put in or exchanged, a byte of the file
of checkpoints. `audit verify` must find something wrong each time.""",
    plants={"books": "an audit that leaves out the books", "signatures": "an audit that leaves out the checkpoints"},
    ready=ready,
)
