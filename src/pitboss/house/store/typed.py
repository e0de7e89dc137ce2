"""Values of another kind than their column's. SQLite keeps a text where bytes or a number belong if somebody puts one
there: an UPDATE with replace() makes a text of bytes without a word. No program of ours does so. Such a value is told,
and whoever has to read on gets the nearest value of the right kind in its place."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec import Struct
from sqlalchemy import BigInteger, Column, Connection, Integer, LargeBinary, Table, Text

from pitboss.house.store import schema
from pitboss.house.store.schema import HOUSE, metadata

TAIL = 10
"""So many rows before the state that was kept last, a table that is taken up looks back at."""
_ODD = "odd_"


class Odd(Struct, frozen=True):
    """A value of the wrong kind, and where it is."""

    text: str
    chain: int | None
    row: int
    round: int


def odd_values(conn: Connection, table: Table, where: str = "", values: Sequence[Any] = ()) -> Iterator[Odd]:
    """Every value of a table that is of another kind than its column's; of rows that are asked for, or of all. On
    PostgreSQL there are none."""
    if conn.dialect.name != "sqlite":
        return
    columns = list(table.columns)
    kinds = ", ".join(f"typeof({_name(column)}) AS {_ODD}{place}" for place, column in enumerate(columns))
    told = [column for column in columns if column.primary_key or column.name in ("chain", "row", "round")]
    wrong = " OR ".join(f"NOT ({_right(column)})" for column in columns)
    asked = f"({wrong}) AND ({where})" if where else wrong
    names = ", ".join(_name(column) for column in told)
    with _any_text(conn):
        found = conn.exec_driver_sql(f"SELECT {names}, {kinds} FROM main.{table.name} WHERE {asked}", tuple(values))
        for line in found.mappings():
            for place, column in enumerate(columns):
                kind = line[f"{_ODD}{place}"]
                if kind not in _allowed(column):
                    yield _odd(table, column, kind, line)


def _odd(table: Table, column: Column[Any], kind: str, line: Any) -> Odd:
    def whole(*names: str) -> int | None:
        return next((line[name] for name in names if isinstance(line.get(name), int)), None)

    key = ", ".join(f"{each.name} {_shown(line[each.name])}" for each in table.primary_key.columns)
    chain = whole("chain") if "chain" in table.columns else whole("id") if table is schema.tables else None
    row = whole("number") if table in (schema.trail, schema.postings) else whole("row")
    words = {"null": "nothing", "text": "a text", "blob": "bytes", "integer": "a whole number", "real": "a fraction"}
    text = f"{table.name} ({key}): its {column.name} is {words[kind]}, where {words[_allowed(column)[0]]} must be"
    return Odd(text, chain, row or 0, whole("round") or 0)


def _shown(value: Any) -> str:
    text = value.hex() if isinstance(value, bytes) else str(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _allowed(column: Column[Any]) -> tuple[str, ...]:
    match column.type:
        case Integer() | BigInteger():
            kind = "integer"
        case LargeBinary():
            kind = "blob"
        case Text():
            kind = "text"
        case other:
            raise TypeError(f"{column}: no kind of value is known for {other}")
    return (kind, "null") if column.nullable else (kind,)


def _name(column: Column[Any]) -> str:
    return f'"{column.name}"'


def _right(column: Column[Any]) -> str:
    kinds = ", ".join(f"'{kind}'" for kind in _allowed(column))
    return f"typeof({_name(column)}) IN ({kinds})"


# --- before anything is written ---------------------------------------------------------------------------------------

_READ_WHOLE = (
    schema.tables,
    schema.accounts,
    schema.meters,
    schema.proposals,
    schema.people,
    schema.sessions,
    schema.feeds,
    schema.archives,
    schema.archived_balances,
    schema.archived_meters,
)


def odd_at_start(conn: Connection) -> Odd | None:
    """The first value of the wrong kind among those that a house reads when it opens: not the whole trail."""
    return next(_at_start(conn), None)


def _at_start(conn: Connection) -> Iterator[Odd]:
    if conn.dialect.name != "sqlite":
        return
    for table in _READ_WHOLE:
        yield from odd_values(conn, table)
    yield from odd_values(conn, schema.checkpoints, "number >= (SELECT max(number) FROM checkpoints)")
    tables = conn.exec_driver_sql("SELECT id, state_at FROM tables").all()
    last = conn.exec_driver_sql(f"SELECT max(number) FROM trail WHERE chain = {HOUSE}").scalar()
    for chain, upto in [*tables, (HOUSE, last if isinstance(last, int) else 0)]:
        yield from odd_values(conn, schema.trail, "chain = ? AND number >= ?", (chain, upto - TAIL))
        newest = "chain = ? AND number > (SELECT max(number) FROM shuffles WHERE chain = ?) - ?"
        yield from odd_values(conn, schema.shuffles, newest, (chain, chain, TAIL))


# --- reading all the same ---------------------------------------------------------------------------------------------


@contextmanager
def as_typed(conn: Connection, say: Callable[[Odd], None]) -> Iterator[None]:
    """While it lasts every value that is read on this connection is of its column's kind. `say` hears of all that are
    not; a row whose very key is of another kind is left out. Nothing in the store is changed: a view that belongs to
    the connection alone stands before each table in which something was found."""
    if conn.dialect.name != "sqlite":
        yield
        return
    covered = []
    for table in metadata.sorted_tables:
        found = False
        for odd in odd_values(conn, table):
            found = True
            say(odd)
        if found:
            covered.append(table)
    with _any_text(conn):
        _with_views(conn, [_view(table) for table in covered])
        try:
            yield
        finally:
            _with_views(conn, [f"DROP VIEW temp.{table.name}" for table in covered])


def _view(table: Table) -> str:
    values = [_name(column) if column.primary_key else _nearest(column) for column in table.columns]
    keyed = " AND ".join(_right(column) for column in table.primary_key.columns)
    return f"CREATE TEMP VIEW {table.name} AS SELECT {', '.join(values)} FROM main.{table.name} WHERE {keyed}"


def _nearest(column: Column[Any]) -> str:
    name = _name(column)
    kind, none = {"integer": ("INTEGER", "0"), "text": ("TEXT", "''"), "blob": ("BLOB", "x''")}[_allowed(column)[0]]
    return f"CASE WHEN {_right(column)} THEN {name} ELSE coalesce(CAST({name} AS {kind}), {none}) END AS {name}"


def _with_views(conn: Connection, statements: list[str]) -> None:
    """A connection that only looks may not make views of its own either, unless it is told so."""
    if not statements:
        return
    only_reads = conn.exec_driver_sql("PRAGMA query_only").scalar()
    conn.exec_driver_sql("PRAGMA query_only = OFF")
    try:
        for statement in statements:
            conn.exec_driver_sql(statement)
    finally:
        conn.exec_driver_sql(f"PRAGMA query_only = {only_reads}")


@contextmanager
def _any_text(conn: Connection) -> Iterator[None]:
    """Bytes that are no UTF-8 may stand in a text too."""
    driver: Any = conn.connection.driver_connection
    before = driver.text_factory
    driver.text_factory = _decoded
    try:
        yield
    finally:
        driver.text_factory = before


def _decoded(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")
