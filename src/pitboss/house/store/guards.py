"""The guards of the store: triggers by which the database itself keeps what was written. A guard that is missing, that
was changed or switched off guards nothing, and a trigger that somebody added can write what no act of ours asked for:
all of them are held against the text that this program makes."""

from functools import cache

from msgspec import Struct
from sqlalchemy import Connection, Table, UniqueConstraint

from pitboss.house.store.schema import (
    archived_balances,
    archived_meters,
    archives,
    checkpoints,
    meter_log,
    postings,
    trail,
)

GUARDED = (trail, postings, meter_log, checkpoints)
"""Tables in which nothing is ever changed or removed, and whose rows are numbered from 1."""
ARCHIVED = {trail: "number", postings: "number", meter_log: "row"}
"""What can be removed once an archive is on record that has it: by this column, the row of the chain it belongs to."""
OF_ARCHIVES = (archives, archived_balances, archived_meters)
"""What stands for the rows that were moved out of the store is never changed or removed either."""
REFUSED = "what was written here is never changed or removed"
FROM_ONE = "what is written here is numbered from 1"

Key = tuple[str, str]
"""(table, trigger); for a function of PostgreSQL there is no table."""


class Guard(Struct, frozen=True):
    """As it is made, and as the database shows it afterwards."""

    made: str
    shown: str


class _Found(Struct, frozen=True):
    shown: str
    on: bool = True
    rule: bool = False


def expected(dialect: str) -> dict[Key, Guard]:
    """Every guard of this version, in the order in which they are made."""
    return _sqlite() if dialect == "sqlite" else _postgresql()


# --- SQLite -----------------------------------------------------------------------------------------------------------


@cache
def _sqlite() -> dict[Key, Guard]:
    made = {}
    for table in (*GUARDED, *OF_ARCHIVES):
        name = table.name
        for act in ("update", "delete"):
            unless = f"WHEN NOT {_on_record('OLD', ARCHIVED[table])} " if act == "delete" and table in ARCHIVED else ""
            made[name, f"{name}_no_{act}"] = (
                f"CREATE TRIGGER {name}_no_{act} BEFORE {act.upper()} ON {name} {unless}"
                f"BEGIN SELECT RAISE(ABORT, '{name}: {REFUSED}'); END"
            )
        made[name, f"{name}_only_new"] = _only_new(table)
    return {key: Guard(text, text) for key, text in made.items()}


def _on_record(row: str, column: str) -> str:
    """Whether an archive is on record that has what is to be removed."""
    return (
        f'EXISTS (SELECT 1 FROM archives a WHERE a.chain = {row}.chain AND {row}."{column}" BETWEEN a.first AND a.last)'
    )


def _only_new(table: Table) -> str:
    """INSERT OR REPLACE takes the row in its way out without a word to the guard against deleting, unless the client
    has asked for that. So a row in the way is refused before: in the words of the constraint that it would break."""
    name = table.name
    unique = [one for one in table.constraints if isinstance(one, UniqueConstraint)]
    keys = [list(one.columns) for one in sorted(unique, key=lambda one: str(one.name))]
    keys += [list(table.primary_key.columns)]  # last, as SQLite itself looks at them
    same = [" AND ".join(f"{column.name} = NEW.{column.name}" for column in key) for key in keys]
    failed = [f"UNIQUE constraint failed: {', '.join(f'{name}.{column.name}' for column in key)}" for key in keys]
    numbered = "number" if table in GUARDED else "last"
    odd = f"typeof(NEW.{numbered}) <> 'integer' OR NEW.{numbered} < 1"
    cases = [f"WHEN {odd} THEN RAISE(ABORT, '{name}: {FROM_ONE}')"]
    cases += [
        f"WHEN EXISTS (SELECT 1 FROM {name} WHERE {one}) THEN RAISE(ABORT, '{text}')"
        for one, text in zip(same, failed, strict=True)
    ]
    in_the_way = " OR ".join(["rowid = NEW.rowid", *(f"({one})" for one in same)])
    return (
        f"CREATE TRIGGER {name}_only_new BEFORE INSERT ON {name} "
        f"WHEN {odd} OR EXISTS (SELECT 1 FROM {name} WHERE {in_the_way}) "
        f"BEGIN SELECT CASE {' '.join(cases)} ELSE RAISE(ABORT, '{name}: {REFUSED}') END; END"
    )


# --- PostgreSQL -------------------------------------------------------------------------------------------------------


@cache
def _postgresql() -> dict[Key, Guard]:
    made = {
        ("", "pitboss_keep"): _function("pitboss_keep", REFUSED, "restrict_violation"),
        ("", "pitboss_from_one"): _function("pitboss_from_one", FROM_ONE, "check_violation"),
        ("", "pitboss_archived_number"): _unless_archived("number"),
        ("", "pitboss_archived_row"): _unless_archived("row"),
    }
    for table in (*GUARDED, *OF_ARCHIVES):
        name = table.name
        for act in ("update", "delete", "truncate"):
            each = "STATEMENT" if act == "truncate" else "ROW"
            keep = "keep" if act != "delete" or table not in ARCHIVED else f"archived_{ARCHIVED[table]}"
            text = (
                f"CREATE TRIGGER {name}_no_{act} BEFORE {act.upper()} ON {name} "
                f"FOR EACH {each} EXECUTE FUNCTION pitboss_{keep}()"
            )
            made[name, f"{name}_no_{act}"] = Guard(text, text)
        numbered = "number" if table in GUARDED else "last"
        text = (  # REPLACE is not known there, and ON CONFLICT DO UPDATE is an update
            f"CREATE TRIGGER {name}_only_new BEFORE INSERT ON {name} "
            f"FOR EACH ROW WHEN (new.{numbered} < 1) EXECUTE FUNCTION pitboss_from_one()"
        )
        made[name, f"{name}_only_new"] = Guard(text, text)
    return made


def _function(name: str, said: str, code: str) -> Guard:
    return _made(name, f" BEGIN {_raised(said, code)} END ")


def _unless_archived(column: str) -> Guard:
    """The archives are those of the guarded table's own schema, whatever the client's search path is."""
    text = (
        " DECLARE found boolean; BEGIN EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I.archives a "
        "WHERE a.chain = $1 AND $2 BETWEEN a.first AND a.last)', TG_TABLE_SCHEMA) "
        f'INTO found USING OLD.chain, OLD."{column}"; '
        f"IF found THEN RETURN OLD; END IF; {_raised(REFUSED, 'restrict_violation')} END "
    )
    return _made(f"pitboss_archived_{column}", text)


def _raised(said: str, code: str) -> str:
    return f"RAISE EXCEPTION '%: {said}', TG_TABLE_NAME USING ERRCODE = '{code}';"


def _made(name: str, body: str) -> Guard:
    return Guard(
        f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $${body}$$", f"plpgsql{body}"
    )


_ON_FILE = "SELECT tbl_name, name, sql FROM sqlite_master WHERE type = 'trigger'"
_ON_SERVER = (
    "SELECT c.relname, t.tgname, pg_get_triggerdef(t.oid, true), t.tgenabled IN ('O', 'A'), false FROM pg_trigger t "
    "JOIN pg_class c ON c.oid = t.tgrelid "
    "WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace "
    "UNION ALL SELECT c.relname, r.rulename, pg_get_ruledef(r.oid, true), true, true FROM pg_rewrite r "
    "JOIN pg_class c ON c.oid = r.ev_class "
    "WHERE c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace "
    "UNION ALL SELECT '', p.proname, l.lanname || p.prosrc || coalesce(array_to_string(p.proconfig, ' '), ''), true, "
    "false FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang "
    "WHERE p.proname IN ('pitboss_keep', 'pitboss_from_one', 'pitboss_archived_number', 'pitboss_archived_row') "
    "AND p.pronargs = 0 "
    "AND p.pronamespace = current_schema()::regnamespace"
)


def _found(conn: Connection) -> dict[Key, _Found]:
    if conn.dialect.name == "sqlite":
        return {(table, name): _Found(text) for table, name, text in conn.exec_driver_sql(_ON_FILE)}
    return {(table, name): _Found(text, on, rule) for table, name, text, on, rule in conn.exec_driver_sql(_ON_SERVER)}


# --- are they in their place ------------------------------------------------------------------------------------------


def faults(conn: Connection) -> list[str]:
    """What is wrong with the guards of a store, in sentences."""
    due, there = expected(conn.dialect.name), _found(conn)
    said = asleep(conn)
    for key, guard in due.items():
        found, name = there.get(key), key[1]
        if found is None:
            said.append(f"the guard {name} is missing: the database would let somebody change what was written")
        elif found.shown != guard.shown:
            said.append(f"the guard {name} is not as this program makes it: it may let pass what it should refuse")
        elif not found.on:
            said.append(f"the guard {name} is switched off: the database would let somebody change what was written")
    for (table, name), found in sorted(there.items()):
        if (table, name) not in due:
            what = "rule" if found.rule else "trigger"
            said.append(f"the {what} {name} on {table} is not this program's: it may write what nobody asked for")
    return said


def asleep(conn: Connection) -> list[str]:
    """Why no guard guards, however whole all of them look: the server, the database or the user is set so that triggers
    are passed over, and references with them. In a sentence; nothing where they guard."""
    if conn.dialect.name == "sqlite":
        return []
    role = conn.exec_driver_sql("SELECT current_setting('session_replication_role')").scalar_one()
    if role != "replica":
        return []
    said = "PostgreSQL is set to session_replication_role = replica, with which no guard and no reference holds"
    return [f"{said}; set it to origin at the server, for the database and for its user"]


def put_back(conn: Connection) -> None:
    """Makes the guards those of this version. Whatever else fires on the tables of the store is taken away."""
    due, there = expected(conn.dialect.name), _found(conn)
    server = conn.dialect.name != "sqlite"
    for key, found in there.items():
        table, name = key
        if table and not (key in due and found == _Found(due[key].shown)):
            what = "RULE" if found.rule else "TRIGGER"
            _say(conn, f"DROP {what} {_quoted(name)}{f' ON {_quoted(table)}' if server else ''}")
    for key, guard in due.items():
        if there.get(key) != _Found(guard.shown):
            _say(conn, guard.made)


def _say(conn: Connection, words: str) -> None:
    conn.exec_driver_sql(words if conn.dialect.name == "sqlite" else words.replace("%", "%%"))


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
