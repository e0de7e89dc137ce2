"""`pitboss audit`: the trail of the house, verified, searched, replayed and exported. Nothing here can change it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import App, Parameter

from pitboss.cli.audit_words import cents, moment, print_findings, print_rounds
from pitboss.cli.config import settings
from pitboss.cli.help_text import helped
from pitboss.cli.screen import FINDINGS, GOOD, Trouble, complain, print_json, safe, screen, shown

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from pitboss.house.fair.keys import Keys

audit = App(
    name="audit",
    help="Look into the trail of the house: verify it, find rounds, replay one, export them. Nothing is changed.\n\n"
    "The store is the one of the settings (`pitboss config` shows it) unless --database names another: a file, also a "
    "backup, sqlite:///FILE, or postgresql://USER:PASSWORD@HOST/DATABASE. The house may go on meanwhile.",
    help_format="markdown",
)

OutFile = Annotated[Path, Parameter(name=("--out", "-o"), allow_leading_hyphen=True)]


@contextmanager
def _reading(database: str | None, config: Path | None) -> "Iterator[Connection]":
    """The store as it is at this moment; what stands in the way becomes a sentence."""
    from pitboss.house.audit.trouble import AuditTrouble
    from pitboss.house.store.migrate import oddity
    from pitboss.house.store.opening import StoreError, open_store, snapshot

    where = settings(database=database, config=config).settings.database
    try:
        engine = open_store(where, make=False, read_only=True)
    except StoreError as error:
        raise Trouble(safe(str(error))) from None
    try:
        with snapshot(engine) as conn:
            yield conn
    except AuditTrouble as trouble:
        raise Trouble(safe(str(trouble)), FINDINGS if trouble.code == "damaged" else 2) from None
    except (Trouble, OSError):
        raise
    except Exception:
        odd = oddity(engine)  # what somebody changed by hand may be nothing that can be read
        if odd is None:
            raise
        more = "somebody changed it outside this program. `pitboss audit verify` tells more, `pitboss db check` too"
        raise Trouble(safe(f"{odd}: {more}"), FINDINGS) from None
    finally:
        engine.dispose()


@audit.command
@helped("audit-verify")
def verify(
    *,
    database: str | None = None,
    config: Path | None = None,
    checkpoints: Path | None = None,
    key_file: Path | None = None,
    public_key: str | None = None,
    json: bool = False,
) -> int:
    from pitboss.cli.waiting import Waiting
    from pitboss.house.audit.verify import verify as look

    held = settings(database=database, config=config).settings
    own = database is None
    keys = _keys(key_file, held.key_file if own else None)
    kept = checkpoints or (held.checkpoints_file if own else None)
    if checkpoints is not None and not checkpoints.is_file():
        raise Trouble(f"{shown(checkpoints)}: there is no such file")
    if public_key is not None and (len(public_key) != 64 or not _is_hex(public_key)):
        raise Trouble("--public-key must be 64 hexadecimal digits, as `public` in the key file has them")
    with _reading(database, config) as conn, Waiting("verifying the trail") as waiting:
        findings = look(
            conn,
            public_key=public_key.lower() if public_key else None,
            checkpoints_file=kept,
            keys=keys,
            progress=lambda done, total: waiting("", done / max(1, total)),
        )
    print_findings(findings, json=json)
    return GOOD if findings.clean else FINDINGS


def _is_hex(text: str) -> bool:
    return all(char in "0123456789abcdefABCDEF" for char in text)


def _keys(asked: Path | None, usual: Path | None) -> "Keys | None":
    """The keys, if they were asked for or lie where they usually do."""
    from pitboss.house.fair.keys import Keys, KeyTrouble

    path = asked or usual
    if path is None or (asked is None and not path.exists()):
        return None
    try:
        return Keys.load(path, make=False)
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
    json: bool = False,
) -> int:
    from pitboss.house.audit import queries

    if not 1 <= limit <= queries.MOST:
        raise Trouble(f"--limit must be between 1 and {queries.MOST}")
    with _reading(database, config) as conn:
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
    return GOOD


@audit.command
@helped("audit-replay")
def replay(
    table: str, round: int, *, database: str | None = None, config: Path | None = None, json: bool = False
) -> int:
    from pitboss.cli.audit_words import print_recall
    from pitboss.cli.replay import print_records, print_round
    from pitboss.house.audit.queries import table as find
    from pitboss.house.audit.recall import recall
    from pitboss.house.audit.replaying import rebuild

    with _reading(database, config) as conn:
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
    table: str,
    *,
    out: OutFile,
    format: Literal["ndjson", "csv"] = "ndjson",
    sheet: Literal["rounds", "wagers", "payments"] = "rounds",
    round: int | None = None,
    since: str | None = None,
    until: str | None = None,
    database: str | None = None,
    config: Path | None = None,
) -> int:
    from pitboss.cli.audit_words import write_out
    from pitboss.house.audit.export import Log, Sheet
    from pitboss.house.audit.queries import table as find
    from pitboss.wording.things import many

    if format == "ndjson" and since is not None:
        raise Trouble("--since is for --format csv: a log begins with the table's first act, or it cannot be replayed")
    before = moment("--until", until)
    with _reading(database, config) as conn:
        chain = find(conn, table).chain
        made: Log | Sheet
        if format == "ndjson":
            made = Log(conn, chain, round=round, until=before)
        else:
            made = Sheet(conn, chain, sheet, round=round, since=moment("--since", since), until=before)
        write_out(out, made.lines())
    if made.left_out:
        complain(f"round {made.left_out} is not over and was left out")
    if str(out) != "-":
        print(f"{shown(out)}: {many(made.rounds, 'round')}, {many(made.records, 'record')}.")
    return GOOD


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
) -> int:
    from pitboss.cli.audit_words import write_out
    from pitboss.house.audit.proofs import proof as of_round
    from pitboss.house.audit.proofs import proof_of_ended
    from pitboss.house.audit.queries import table as find

    if (round is None) == (shuffle is None):
        raise Trouble("name a round, or a shuffle with --shuffle")
    with _reading(database, config) as conn:
        chain = find(conn, table).chain
        made = proof_of_ended(conn, chain, shuffle) if shuffle is not None else of_round(conn, chain, round or 0)
        write_out(out, [made.encode()])
    if str(out) != "-":
        named = f"shuffle {shuffle}" if shuffle is not None else f"round {round}"
        print(f"{shown(out)}: the proof of {named}. `pitboss verify-shuffle` checks it.")
    return GOOD
