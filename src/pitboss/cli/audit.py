"""`pitboss audit`: the trail of the house, verified, searched, replayed and exported. Nothing here can change it; old
rounds can be moved out of the store into an archive (`audit_archive.py`)."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import App, Parameter

from pitboss.cli import audit_archive, audit_hold
from pitboss.cli.audit_store import archive_folder, reading, store
from pitboss.cli.audit_words import cents, moment, print_findings, print_rounds
from pitboss.cli.config import settings
from pitboss.cli.help_text import helped
from pitboss.cli.screen import FINDINGS, GOOD, Trouble, complain, print_json, safe, screen, shown
from pitboss.wording.things import many

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

    from pitboss.house.fair.keys import Keys

audit = App(
    name="audit",
    help="Look into the trail of the house: verify it, find rounds, replay one, export them, move old ones into an "
    "archive.\n\n"
    "The store is the one of the settings (`pitboss config` shows it) unless --database names another: a file, also a "
    "backup, sqlite:///FILE, or postgresql://USER:PASSWORD@HOST/DATABASE. The house may go on meanwhile; only "
    "`archive` wants it stopped.",
    help_format="markdown",
)

OutFile = Annotated[Path, Parameter(name=("--out", "-o"), allow_leading_hyphen=True)]


@audit.command
@helped("audit-verify")
def verify(
    *,
    database: str | None = None,
    config: Path | None = None,
    checkpoints: Path | None = None,
    key_file: Path | None = None,
    public_key: str | None = None,
    archive: Path | None = None,
    json: bool = False,
) -> int:
    from pitboss.cli.waiting import Waiting
    from pitboss.house.archive.joining import verify_store

    held = settings(database=database, config=config).settings
    own = database is None
    path = _key_file(key_file, held.key_file if own else None)
    kept = checkpoints or (held.checkpoints_file if own else None)
    if checkpoints is not None and not checkpoints.is_file():
        raise Trouble(f"{shown(checkpoints)}: there is no such file")
    if public_key is not None and (len(public_key) != 64 or not _is_hex(public_key)):
        raise Trouble("--public-key must be 64 hexadecimal digits, as `public` in the key file has them")
    folder = archive_folder(database, config, archive)
    with store(database, config) as engine, Waiting("verifying the trail") as waiting:
        findings = verify_store(
            engine,
            archive=folder,
            public_key=public_key.lower() if public_key else None,
            checkpoints_file=kept,
            keys=_keys(engine, path) if path is not None else None,
            progress=lambda done, total: waiting("", done / max(1, total)),
        )
    print_findings(findings, json=json)
    return GOOD if findings.clean else FINDINGS


def _is_hex(text: str) -> bool:
    return all(char in "0123456789abcdefABCDEF" for char in text)


def _key_file(asked: Path | None, usual: Path | None) -> Path | None:
    """The key file, if it was asked for or lies where it usually does."""
    return asked or (usual if usual is not None and usual.exists() else None)


def _keys(engine: "Engine", path: Path) -> "Keys":
    from pitboss.house.fair.keys import KeyTrouble
    from pitboss.house.fair.rotating import fitting

    try:
        with engine.connect() as conn:
            return fitting(conn, path)
    except KeyTrouble as trouble:
        raise Trouble(safe(str(trouble))) from None


@audit.command(name="list")
@helped("audit-list")
def list_rounds(
    *,
    table: str | None = None,
    patron: str | None = None,
    since: str | None = None,
    until: str | None = None,
    at_least: str | None = None,
    irregularity: str | None = None,
    void: bool = False,
    limit: int = 50,
    before: str = "",
    database: str | None = None,
    config: Path | None = None,
    archive: Path | None = None,
    json: bool = False,
) -> int:
    from pitboss.house.audit import queries
    from pitboss.house.trail.archived import Away

    if not 1 <= limit <= queries.MOST:
        raise Trouble(f"--limit must be between 1 and {queries.MOST}")
    with reading(database, config, archive) as conn:
        missing = len(Away(conn).last)
        found = queries.rounds(
            conn,
            table=queries.table(conn, table).chain if table is not None else None,
            patron=patron,
            since=moment("--since", since),
            until=moment("--until", until),
            at_least=cents("--at-least", at_least),
            irregularity=irregularity,
            void=void,
            limit=limit,
            before=before,
        )
        open_now = [line for line in found if queries.still_open(conn, line)]
        if json:
            print_json(found)
        else:
            print_rounds(found, limit, open_now)
    if missing:
        complain(
            f"old rounds of {many(missing, 'table')} are archived and not in this list: --archive, or the setting "
            "archive, names their folder"
        )
    return GOOD


@audit.command
@helped("audit-replay")
def replay(
    table: str,
    round: int,
    *,
    database: str | None = None,
    config: Path | None = None,
    archive: Path | None = None,
    json: bool = False,
) -> int:
    from pitboss.cli.audit_words import print_recall
    from pitboss.cli.replay import print_records, print_round
    from pitboss.house.audit.queries import table as find
    from pitboss.house.audit.recall import recall
    from pitboss.house.audit.replaying import rebuild

    with reading(database, config, archive, table) as conn:
        chain = find(conn, table).chain
        rebuilt = rebuild(conn, chain, round)
        told = recall(conn, chain, round)
        if json:
            print_records(rebuilt.terms, [(round, item) for item in rebuilt.items])
        else:
            print_recall(told)
            print_round(screen(), rebuilt.items, set())
    for fault in rebuilt.faults:
        complain(f"{told.table}, round {round}: {fault}")
    if not rebuilt.faults and not json:
        print("\nEvery act was decided again, every payment booked again, every card shuffled again: all agree.")
    return FINDINGS if rebuilt.faults else GOOD


@audit.command
@helped("audit-export")
def export(
    table: str | None = None,
    *,
    out: OutFile,
    format: Literal["ndjson", "csv", "parquet"] | None = None,
    sheet: Literal["rounds", "wagers", "payments"] = "rounds",
    round: int | None = None,
    since: str | None = None,
    until: str | None = None,
    database: str | None = None,
    config: Path | None = None,
    archive: Path | None = None,
) -> int:
    from pitboss.cli.audit_words import write_out
    from pitboss.house.audit import parquet
    from pitboss.house.audit.export import Log
    from pitboss.house.audit.queries import table as find
    from pitboss.house.audit.queries import tables
    from pitboss.house.audit.sheets import Sheet

    form = format or ("parquet" if out.suffix == ".parquet" else "ndjson")
    _require_options(form, table, round, since)
    after, before = moment("--since", since), moment("--until", until)
    with reading(database, config, archive, table) as conn:
        chains = [each.chain for each in tables(conn)] if table is None else [find(conn, table).chain]
        made: Log | Sheet
        if form == "ndjson":
            made = log = Log(conn, chains[0], round=round, until=before)
            write_out(out, log.lines())
        else:
            made = rows = Sheet(conn, chains, sheet, round=round, since=after, until=before)
            _tell_of_archived(conn, chains)
            write_out(out, parquet.parquet(rows) if form == "parquet" else rows.lines())
    for chain, left in made.left_out:
        complain(f"round {left}{'' if table else f' of table {chain}'} is not over and was left out")
    if str(out) != "-":
        print(f"{shown(out)}: {many(made.rounds, 'round')}, {many(made.records, 'record')}.")
    return GOOD


def _require_options(form: str, table: str | None, round: int | None, since: str | None) -> None:
    """Before the store is opened: what goes together, and whether a Parquet file can be written here."""
    if form == "ndjson" and table is None:
        raise Trouble("a log is of one table: name it, or choose --format csv or parquet for all tables")
    if form == "ndjson" and since is not None:
        raise Trouble(
            "--since is for --format csv or parquet: a log begins with the table's first act, or it cannot be replayed"
        )
    if table is None and round is not None:
        raise Trouble("--round is of one table: name it")
    if form == "parquet":
        from pitboss.house.audit.parquet import require_library
        from pitboss.house.audit.trouble import AuditTrouble

        try:
            require_library()
        except AuditTrouble as trouble:
            raise Trouble(str(trouble)) from None


def _tell_of_archived(conn: "Connection", chains: list[int]) -> None:
    from pitboss.house.trail.archived import Away

    missing = len(Away(conn).last.keys() & set(chains))
    if missing:
        complain(
            f"old rounds of {many(missing, 'table')} are archived and not in this file: --archive, or the setting "
            "archive, names their folder"
        )


@audit.command
@helped("audit-proof")
def proof(
    table: str,
    round: int | None = None,
    *,
    shuffle: int | None = None,
    out: OutFile = Path("-"),
    database: str | None = None,
    config: Path | None = None,
    archive: Path | None = None,
) -> int:
    from pitboss.cli.audit_words import write_out
    from pitboss.house.audit.proofs import proof as of_round
    from pitboss.house.audit.proofs import proof_of_ended
    from pitboss.house.audit.queries import table as find

    if (round is None) == (shuffle is None):
        raise Trouble("name a round, or a shuffle with --shuffle")
    with reading(database, config, archive, table) as conn:
        chain = find(conn, table).chain
        made = proof_of_ended(conn, chain, shuffle) if shuffle is not None else of_round(conn, chain, round or 0)
        write_out(out, [made.encode()])
    if str(out) != "-":
        named = f"shuffle {shuffle}" if shuffle is not None else f"round {round}"
        print(f"{shown(out)}: the proof of {named}. `pitboss verify-shuffle` checks it.")
    return GOOD


audit.command(audit_archive.archive)
audit.command(audit_hold.hold)
