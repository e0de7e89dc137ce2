"""The tables of a store as the database has them, held against those of the schema, word by word: columns, keys,
references, conditions, indexes. A condition that was rewritten refuses nothing, and a name alone would not tell."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Connection,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import Constraint, CreateIndex, CreateTable

from pitboss.house.store import guards
from pitboss.house.store.schema import metadata

_VERSION = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Which version the store is of."""

Parts = dict[str, Counter[str]]
"""By table: what stands between its brackets, and its indexes."""


def schema_faults(conn: Connection, *, guarded: bool = True) -> list[str]:
    """Where the schema of a store is not as this program makes it, in sentences: its tables, and unless `guarded` is
    false its guards."""
    return faults(conn) + (guards.faults(conn) if guarded else [])


def faults(conn: Connection) -> list[str]:
    """Where the tables are not those of the schema."""
    if conn.dialect.name == "sqlite":
        due, there = _due_in_file(), _in_file(conn)
    else:
        due, there = _due_on_server(*_schema_name(conn)), _on_server(conn)
    said = [f"the table {name} is missing" for name in due if name not in there]
    for name in sorted(there):
        if name not in due:
            said.append(f"the table {name} is not this program's")
            continue
        said += [f"the table {name} lacks `{part}`" for part in (due[name] - there[name]).elements()]
        said += [f"the table {name} has `{part}`, not made by this program" for part in (there[name] - due[name])]
    return said


def _all_tables() -> Iterable[Table]:
    return (*metadata.sorted_tables, _VERSION)


# --- SQLite -----------------------------------------------------------------------------------------------------------

_WORDS = re.compile(r"""'(?:[^']|'')*'|"[^"]*"|\w+|[<>=!|]+|[^\s\w]""")
_ON_FILE = "SELECT tbl_name, type, sql FROM sqlite_master WHERE type IN ('table', 'index') AND sql IS NOT NULL"


@cache
def _due_in_file() -> Parts:
    dialect = sqlite.dialect()
    due: Parts = {}
    for table in _all_tables():
        due[table.name] = _parts(str(CreateTable(table).compile(dialect=dialect)))
        due[table.name].update(_plain(str(CreateIndex(index).compile(dialect=dialect))) for index in table.indexes)
    return due


def _in_file(conn: Connection) -> Parts:
    there: Parts = {}
    for table, kind, text in conn.exec_driver_sql(_ON_FILE):
        if not table.startswith("sqlite_"):
            there.setdefault(table, Counter()).update(_parts(text) if kind == "table" else [_plain(text)])
    return there


def _parts(text: str) -> Counter[str]:
    """What stands between the brackets of a CREATE TABLE, one by one and in any order, and what comes after them."""
    found: Counter[str] = Counter()
    part: list[str] = []
    depth = 0
    words = _WORDS.findall(text)
    for word in words[words.index("(") + 1 :] if "(" in words else words:
        depth += (word == "(") - (word == ")")
        if depth < 0 or (word == "," and not depth):
            found[_joined(part)] += 1
            part, depth = [], max(depth, 0)
        else:
            part.append(word)
    if part:
        found[_joined(part)] += 1
    return found


def _plain(text: str) -> str:
    return _joined(_WORDS.findall(text))


def _joined(words: list[str]) -> str:
    """Spaces, and quotes around a name that does not need them, mean nothing."""
    text = ""
    for word in words:
        apart = text and not text.endswith("(") and word not in (")", ",")
        text += " " * bool(apart) + (word[1:-1] if re.fullmatch(r'"\w+"', word) else word)
    return text


# --- PostgreSQL -------------------------------------------------------------------------------------------------------

_OURS = "c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'f')"
_TABLES = (
    "SELECT c.relname, concat_ws(' ', CASE c.relkind WHEN 'p' THEN 'PARTITION BY' WHEN 'f' THEN 'SERVER' END, "
    "CASE WHEN c.relpersistence <> 'p' THEN 'UNLOGGED' END, CASE WHEN c.relrowsecurity THEN 'ROW LEVEL SECURITY' END, "
    "CASE WHEN EXISTS (SELECT 1 FROM pg_inherits WHERE c.oid IN (inhrelid, inhparent)) THEN 'INHERITS' END) "
    f"FROM pg_class c WHERE {_OURS}"
)
_COLUMNS = (
    "SELECT c.relname, concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), "
    "CASE WHEN a.attcollation <> t.typcollation THEN 'COLLATE' END, CASE WHEN a.attidentity <> '' THEN 'IDENTITY' END, "
    "CASE WHEN a.attgenerated <> '' THEN 'GENERATED' END, 'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), "
    "CASE WHEN a.attnotnull THEN 'NOT NULL' END) "
    "FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid "
    "LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum "
    f"WHERE {_OURS} AND a.attnum > 0 AND NOT a.attisdropped"
)
_CONSTRAINTS = (
    "SELECT c.relname, concat_ws(' ', 'CONSTRAINT', k.conname, pg_get_constraintdef(k.oid, true), "
    "CASE WHEN EXISTS (SELECT 1 FROM pg_trigger g WHERE g.tgconstraint = k.oid AND g.tgenabled NOT IN ('O', 'A')) "
    "THEN '(switched off)' END, CASE WHEN NOT (i.indisvalid AND i.indisunique) THEN '(not kept)' END) "
    "FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid "
    "LEFT JOIN pg_index i ON i.indexrelid = k.conindid AND k.contype IN ('p', 'u') "
    f"WHERE {_OURS} AND k.contype IN ('p', 'u', 'f', 'c', 'x')"
)
_INDEXES = (
    "SELECT c.relname, pg_get_indexdef(i.indexrelid) FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid "
    f"WHERE {_OURS} AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype <> 'f')"
)


_KINDS: dict[type[Any], str] = {
    Integer: "integer", BigInteger: "bigint", Text: "text", LargeBinary: "bytea", String: "character varying(32)"
}  # fmt: skip


def _schema_name(conn: Connection) -> tuple[str]:
    return (str(conn.exec_driver_sql("SELECT quote_ident(current_schema())").scalar_one()),)


@cache
def _due_on_server(schema: str) -> Parts:
    due: Parts = {}
    for table in _all_tables():
        parts = due[table.name] = Counter([_column(column) for column in table.columns])
        parts.update(f"CONSTRAINT {one.name} {_constraint(one)}" for one in table.constraints)
        parts.update(_index(index, schema) for index in table.indexes)
    return due


def _on_server(conn: Connection) -> Parts:
    there: Parts = {table: Counter([part] if part else []) for table, part in _rows(conn, _TABLES)}
    for words in (_COLUMNS, _CONSTRAINTS, _INDEXES):
        for table, part in _rows(conn, words):
            there[table][part] += 1
    return there


def _rows(conn: Connection, words: str) -> list[tuple[str, str]]:
    return [(table, part) for table, part in conn.exec_driver_sql(words)]


def _column(column: Column[object]) -> str:
    return f"{column.name} {_KINDS[type(column.type)]}{'' if column.nullable else ' NOT NULL'}"


def _constraint(one: Constraint) -> str:
    """In the words in which the server shows it."""
    match one:
        case CheckConstraint():
            typed = re.sub(r"('[^']*')", r"\1::text", str(one.sqltext))
            return f"CHECK ({typed})"
        case ForeignKeyConstraint():
            there = ", ".join(element.column.name for element in one.elements)
            return f"FOREIGN KEY ({_names(one.columns)}) REFERENCES {one.referred_table.name}({there})"
        case PrimaryKeyConstraint():
            return f"PRIMARY KEY ({_names(one.columns)})"
        case UniqueConstraint():
            return f"UNIQUE ({_names(one.columns)})"
    raise TypeError(f"{one}: it is not known how the server shows this")


def _index(index: Index, schema: str) -> str:
    assert index.table is not None
    return f"CREATE INDEX {index.name} ON {schema}.{index.table.name} USING btree ({_names(index.columns)})"


def _names(columns: Iterable[Column[object]]) -> str:
    return ", ".join(column.name for column in columns)
