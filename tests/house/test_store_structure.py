"""A schema that is not as the program makes it is told by `pitboss db check` and `pitboss audit verify` alike."""

import pytest
from sqlalchemy import Connection, Engine, text

from pitboss.cli import audit, db
from pitboss.house.audit.verify import verify
from pitboss.house.store.addresses import StoreError
from pitboss.house.store.migrate import check, upgrade
from pitboss.house.store.opening import open_store, snapshot
from pitboss.house.store.structure import schema_faults

pytestmark = pytest.mark.usefixtures("plain_environ")

NEVER = "CONSTRAINT ck_accounts_never_negative CHECK "
LACKS, HAS = "the table {} lacks `{}`", "the table {} has `{}`, not made by this program"


def rewritten(table: str, old: str, new: str) -> list[str]:
    """Statements that put another text in the place of the one by which SQLite knows a table."""
    return [
        "PRAGMA writable_schema = ON",
        f"UPDATE sqlite_master SET sql = replace(sql, '{quoted(old)}', '{quoted(new)}') WHERE name = '{table}'",
        "PRAGMA writable_schema = RESET",
    ]


def quoted(words: str) -> str:
    return words.replace("'", "''")


MAY_BE = "balance >= 0 OR name = 'outside' OR name = 'practice/outside'"
ON_SERVER = "balance >= 0 OR name = 'outside'::text OR name = 'practice/outside'::text"
"""What a balance may be, as each database shows it."""
CAPITAL = MAY_BE.replace("'outside'", "'Outside'")

TAMPERED: dict[str, dict[str, tuple[list[str], list[str]]]] = {
    "sqlite": {
        "a condition that refuses nothing": (
            rewritten("accounts", "balance >= 0 OR", "1 OR"),
            [
                LACKS.format("accounts", f"{NEVER}({MAY_BE})"),
                HAS.format("accounts", f"{NEVER}({MAY_BE.replace('balance >= 0', '1')})"),
            ],
        ),
        "a condition in a comment": (
            rewritten("accounts", MAY_BE, f"1/*{MAY_BE}*/"),
            [LACKS.format("accounts", f"{NEVER}({MAY_BE})"), HAS.format("accounts", f"{NEVER}(1 / * {MAY_BE} * /)")],
        ),
        "an account more that may be negative": (
            rewritten("accounts", "'outside'", "'Outside'"),
            [LACKS.format("accounts", f"{NEVER}({MAY_BE})"), HAS.format("accounts", f"{NEVER}({CAPITAL})")],
        ),
        "a key that replaces": (
            rewritten("people", "UNIQUE (folded)", "UNIQUE (folded) ON CONFLICT REPLACE"),
            [
                LACKS.format("people", "CONSTRAINT uq_people_folded UNIQUE (folded)"),
                HAS.format("people", "CONSTRAINT uq_people_folded UNIQUE (folded) ON CONFLICT REPLACE"),
            ],
        ),
        "a reference that cascades": (
            rewritten("sessions", "REFERENCES people (handle)", "REFERENCES people (handle) ON DELETE CASCADE"),
            [
                LACKS.format(
                    "sessions", "CONSTRAINT fk_sessions_handle FOREIGN KEY (handle) REFERENCES people (handle)"
                ),
                HAS.format(
                    "sessions",
                    "CONSTRAINT fk_sessions_handle FOREIGN KEY (handle) REFERENCES people (handle) ON DELETE CASCADE",
                ),
            ],
        ),
        "a name whatever its case": (
            rewritten("tables", "name TEXT NOT NULL", "name TEXT NOT NULL COLLATE NOCASE"),
            [LACKS.format("tables", "name TEXT NOT NULL"), HAS.format("tables", "name TEXT NOT NULL COLLATE NOCASE")],
        ),
        "a column more": (
            ["ALTER TABLE feeds ADD COLUMN more TEXT DEFAULT 'x,(y) '"],
            [HAS.format("feeds", "more TEXT DEFAULT 'x,(y) '")],
        ),
        "an index more": (
            ["CREATE UNIQUE INDEX z ON hands (player)"],
            [HAS.format("hands", "CREATE UNIQUE INDEX z ON hands (player)")],
        ),
    },
    "postgresql": {
        "a condition that refuses nothing": (
            [
                "ALTER TABLE accounts DROP CONSTRAINT ck_accounts_never_negative",
                f"ALTER TABLE accounts ADD {NEVER}(balance >= -100000 OR name = 'outside')",
            ],
            [
                LACKS.format("accounts", f"{NEVER}({ON_SERVER})"),
                HAS.format("accounts", NEVER + "(balance >= '-100000'::integer OR name = 'outside'::text)"),
            ],
        ),
        "a condition that was never looked at": (
            [
                "ALTER TABLE meters DROP CONSTRAINT ck_meters_never_negative",
                "ALTER TABLE meters ADD CONSTRAINT ck_meters_never_negative CHECK (reading >= 0) NOT VALID",
            ],
            [
                LACKS.format("meters", "CONSTRAINT ck_meters_never_negative CHECK (reading >= 0)"),
                HAS.format("meters", "CONSTRAINT ck_meters_never_negative CHECK (reading >= 0) NOT VALID"),
            ],
        ),
        "a reference that cascades": (
            [
                "ALTER TABLE sessions DROP CONSTRAINT fk_sessions_handle",
                (
                    "ALTER TABLE sessions ADD CONSTRAINT fk_sessions_handle FOREIGN KEY (handle) REFERENCES people "
                    "ON DELETE CASCADE"
                ),
            ],
            [
                LACKS.format(
                    "sessions", "CONSTRAINT fk_sessions_handle FOREIGN KEY (handle) REFERENCES people(handle)"
                ),
                HAS.format(
                    "sessions",
                    "CONSTRAINT fk_sessions_handle FOREIGN KEY (handle) REFERENCES people(handle) ON DELETE CASCADE",
                ),
            ],
        ),
        "a reference that is switched off": (
            ["ALTER TABLE sessions DISABLE TRIGGER ALL"],
            [
                LACKS.format(
                    "sessions", "CONSTRAINT fk_sessions_handle FOREIGN KEY (handle) REFERENCES people(handle)"
                ),
                HAS.format(
                    "sessions",
                    "CONSTRAINT fk_sessions_handle FOREIGN KEY (handle) REFERENCES people(handle) (switched off)",
                ),
            ],
        ),
        "a key that may wait": (
            [
                "ALTER TABLE trail DROP CONSTRAINT once",
                "ALTER TABLE trail ADD CONSTRAINT once UNIQUE (chain, person, act_id) DEFERRABLE",
            ],
            [
                LACKS.format("trail", "CONSTRAINT once UNIQUE (chain, person, act_id)"),
                HAS.format("trail", "CONSTRAINT once UNIQUE (chain, person, act_id) DEFERRABLE"),
            ],
        ),
        "lines that some do not see": (
            ["ALTER TABLE hands ENABLE ROW LEVEL SECURITY"],
            [HAS.format("hands", "ROW LEVEL SECURITY")],
        ),
        "a table that a crash empties": (
            ["ALTER TABLE checkpoints SET UNLOGGED"],
            [HAS.format("checkpoints", "UNLOGGED")],
        ),
        "lines of another table": (
            ["CREATE TABLE more () INHERITS (feeds)"],
            ["the table more is not this program's", HAS.format("feeds", "INHERITS")],
        ),
        "a column more": (
            ["ALTER TABLE feeds ADD COLUMN more text DEFAULT 'x'"],
            [HAS.format("feeds", "more text DEFAULT 'x'::text")],
        ),
        "a column that may be empty": (
            ["ALTER TABLE feeds ALTER COLUMN token DROP NOT NULL"],
            [LACKS.format("feeds", "token bytea NOT NULL"), HAS.format("feeds", "token bytea")],
        ),
        "an index more": (
            ["CREATE UNIQUE INDEX z ON hands (player)"],
            [HAS.format("hands", "CREATE UNIQUE INDEX z ON public.hands USING btree (player)")],
        ),
    },
}
CASES = [pytest.param(kind, name, id=f"{kind}-{name}") for kind, cases in TAMPERED.items() for name in cases]
GUARDS = {
    "gone": ("DROP TRIGGER trail_no_delete{}", "the guard trail_no_delete is missing"),
    "one more": ("CREATE TRIGGER zz AFTER INSERT ON trail {}", "the trigger zz on trail is not this program's"),
}


def faults_by_audit(engine: Engine) -> list[str]:
    with snapshot(engine) as conn:
        return [finding.text for finding in verify(conn).found]


def tampered(conn: Connection, statements: list[str]) -> None:
    for statement in statements:
        conn.execute(text(statement.replace(":", r"\:")))


@pytest.mark.parametrize(("kind", "case"), CASES)
def test_a_schema_that_was_changed_is_told(
    request: pytest.FixtureRequest, kind: str, case: str, capsys: pytest.CaptureFixture[str]
) -> None:
    url = str(request.getfixturevalue(f"{kind}_url"))
    statements, said = TAMPERED[kind][case]
    engine = open_store(url)
    assert check(engine) == faults_by_audit(engine) == []
    with engine.connect() as conn:
        tampered(conn, statements)
        conn.invalidate()
    assert sorted(check(engine)) == sorted(faults_by_audit(engine)) == sorted(said)
    engine.dispose()
    assert db.check(database=url) == 1
    capsys.readouterr()
    assert audit.verify(database=url) == 1
    told = " ".join(capsys.readouterr().out.split())
    assert all(" ".join(line.split()) in told for line in said), told


@pytest.mark.parametrize("case", GUARDS)
def test_guards_are_looked_at_by_an_audit(engine: Engine, case: str) -> None:
    statement, said = GUARDS[case]
    sqlite = engine.dialect.name == "sqlite"
    rest = {
        "gone": "" if sqlite else " ON trail",
        "one more": "BEGIN DELETE FROM feeds; END" if sqlite else "FOR EACH ROW EXECUTE FUNCTION pitboss_keep()",
    }
    with engine.connect() as conn:
        conn.exec_driver_sql(statement.format(rest[case]))
        assert [fault.partition(":")[0] for fault in schema_faults(conn)] == [said]
    assert [fault.partition(":")[0] for fault in faults_by_audit(engine)] == [said]


def test_guards_that_a_setting_puts_to_sleep_are_none(postgresql_url: str) -> None:
    """Every guard is there and switched on, and none of them fires."""
    engine = open_store(postgresql_url)
    with engine.connect() as conn:
        conn.exec_driver_sql("INSERT INTO checkpoints (number, body, signature) VALUES (1, '', '')")
        name = conn.exec_driver_sql("SELECT current_database()").scalar_one()
        conn.exec_driver_sql(f"ALTER DATABASE {name} SET session_replication_role = replica")
    engine.dispose()
    with engine.connect() as conn:
        conn.exec_driver_sql("DELETE FROM checkpoints")
    (said,) = check(engine)
    assert said.startswith("PostgreSQL is set to session_replication_role = replica")
    assert faults_by_audit(engine) == [said]
    with pytest.raises(StoreError, match="set it to origin at the server") as refused:
        open_store(postgresql_url)
    assert "db upgrade" not in str(refused.value), "it cannot put this right"
    with pytest.raises(StoreError, match="set it to origin at the server"):
        upgrade(engine)
    engine.dispose()


def test_spaces_and_quotes_mean_nothing(sqlite_url: str) -> None:
    """Other versions of the library that makes the tables set them differently."""
    engine = open_store(sqlite_url)
    with engine.connect() as conn:
        tampered(conn, rewritten("hands", "FOREIGN KEY(chain, round)", 'FOREIGN   KEY ("chain","round")'))
        conn.invalidate()
    assert check(engine) == faults_by_audit(engine) == []
    engine.dispose()
