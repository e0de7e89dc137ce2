"""`pitboss house`: the processes of a house on PostgreSQL."""

from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.config import settings
from pitboss.cli.help_text import helped
from pitboss.cli.screen import GOOD, Trouble, safe

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from pitboss.house.processes.overview import DeskHeld, Overview, ProcessSeen

SHORT = 8
"""So much of an id tells processes apart; `--drain` takes it too."""
ALONE = "is a file: its house is one process. A house of several needs PostgreSQL (--database postgresql://…)"


@helped("house")
def house(
    *, drain: str | None = None, json: bool = False, database: str | None = None, config: Path | None = None
) -> int:
    from pitboss.house.processes.overview import overview
    from pitboss.house.store.opening import StoreError, open_store

    where = settings(database=database, config=config).settings.database
    try:
        engine = open_store(where, make=False, read_only=drain is None)
    except StoreError as error:
        raise Trouble(safe(str(error))) from None
    try:
        if engine.dialect.name == "sqlite":
            raise Trouble(safe(f"{engine.url.database} {ALONE}"))
        with engine.connect() as conn:
            found = overview(conn)
        if drain is not None:
            _drain(engine, found, drain)
        elif json:
            import msgspec

            print(msgspec.json.encode(found).decode())
        else:
            _show(found)
    finally:
        engine.dispose()
    return GOOD


def _drain(engine: "Engine", found: "Overview", which: str) -> None:
    """`which`: the id, the number on its computer, or the address; as much of it as is needed."""
    from pitboss.house.store import leases
    from pitboss.house.store.opening import transaction

    meant = [each for each in found.processes if _is(each, which)]
    if len(meant) != 1:
        known = ", ".join(each.id for each in found.processes) or "none"
        what = "more than one process" if meant else "no process"
        raise Trouble(safe(f"'{which}' is {what} of this house; there are: {known}"))
    with transaction(engine) as conn:
        refused = leases.ask_to_drain(conn, meant[0].id)
    if refused is not None:
        raise Trouble(safe(f"{meant[0].name}: {refused.message}; {refused.allowed}"))
    print(safe(f"{meant[0].name} gives its tables to the others ({meant[0].tables}) and stops then."))


def _is(process: "ProcessSeen", which: str) -> bool:
    return process.id.startswith(which) or process.name.partition("@")[0] == which or process.address.endswith(which)


def _show(found: "Overview") -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    if not found.processes:
        console.print("No process of this house is at work.")
    for each in found.processes:
        console.print("\n".join(safe(line) for line in _process(each)), soft_wrap=True, highlight=False)
    held = Table("table", "name", "process", "epoch", "since", "before")
    if found.desk is not None:
        held.add_row("-", "(the desk)", *_held(found, found.desk))
    for one in found.tables:
        held.add_row(str(one.id), safe(one.name), *_held(found, one))
    if found.tables:
        console.print(held)
    for one in found.tables:
        if one.process is None and found.processes:
            waits = f"waits for a process that has the game '{one.game}'"
            console.print(safe(f"Nobody has table {one.id}, {one.name}: {one.why or waits}."), soft_wrap=True)


def _process(each: "ProcessSeen") -> list[str]:
    marks = ", the desk" * each.desk + ", draining" * each.draining
    left = f"lease {_seconds(each.left_ms)}" if each.left_ms > 0 else "lease run out"
    return [
        f"Process {each.id[:SHORT]}{marks}: {each.name} at {each.address}, version {each.version}",
        f"  tables {each.tables}, takeovers {each.takeovers}, renewed {_seconds(each.renewed_ms)} ago, {left}",
    ]


def _held(found: "Overview", one: "DeskHeld") -> tuple[str, str, str, str]:
    since = f"{_seconds(found.now - one.since)} ago"
    return safe((one.process or "nobody")[:SHORT]), str(one.epoch), since, safe((one.before or "")[:SHORT])


def _seconds(ms: int) -> str:
    return f"{ms / 1000:.1f} s"
