"""`pitboss serve`: run the house."""

import gc
import shlex
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from pitboss.cli.help_text import example_game, helped
from pitboss.cli.screen import FINDINGS, GOOD, WRONG_USAGE, Trouble, complain, safe, shown

if TYPE_CHECKING:
    from pitboss.house.server.running import Running

RARELY = (20_000, 20, 50)
"""When the garbage collector of a running house looks for what is left."""


@helped("serve")
def serve(
    *,
    database: str | None = None,
    host: str | None = None,
    port: int | None = None,
    submission: Annotated[tuple[Path, ...], Parameter(consume_multiple=True)] = (),
    game: Annotated[tuple[Path, ...], Parameter(consume_multiple=True)] = (),
    config: Path | None = None,
    pace: float | None = None,
    guests: str | None = None,
    key_file: Path | None = None,
    log_level: str | None = None,
    log_format: str | None = None,
    drain: bool = False,
) -> int:
    flags = {
        "database": database, "host": host, "port": port, "submissions": submission, "games": game, "config": config,
        "pace": pace, "guests": guests, "key_file": key_file, "log_level": log_level, "log_format": log_format,
    }  # fmt: skip
    given = {name: value for name, value in flags.items() if value not in (None, ())}
    return _drained(given) if drain else _serve(given)


def _drained(flags: dict[str, Any]) -> int:
    """Asks the process that listens on this port to give its tables away."""
    from pitboss.cli.config import settings
    from pitboss.cli.house import house

    found = settings(**flags).settings
    return house(drain=f":{found.port}", database=found.database)


def _serve(flags: dict[str, Any]) -> int:
    import os

    from pitboss.house.settings import SettingsError, load

    try:
        settings = load(flags, os.environ, Path.cwd()).settings
    except SettingsError as error:
        for said in error.faults:
            complain(said)
        return WRONG_USAGE
    try:
        import uvloop

        from pitboss.house.fair.keys import KeyTrouble
        from pitboss.house.live.restart import CannotRestore
        from pitboss.house.server.running import BadGames, BadSubmission
        from pitboss.house.server.running import serve as run
        from pitboss.house.server.wanted_tables import CannotServe
        from pitboss.house.store.addresses import StoreError
    except ImportError as error:
        raise Trouble(f"a library of the server is missing: {error.name}; pip install pitboss") from None
    try:
        uvloop.run(run(settings, _opened))
    except BadGames as error:
        for bad_folder in error.bad:
            for said in bad_folder.faults:
                complain(f"{shown(bad_folder.path)}: {said}")
        raise Trouble("not every folder that was named is a game. Nothing was opened") from None
    except BadSubmission as bad:
        for fault in bad.faults:
            complain(f"{shown(bad.file)}: {fault}")
        complain(f"{shown(bad.file)}: {len(bad.faults)} faults; `pitboss check` explains each. Nothing was opened.")
        return FINDINGS
    except (CannotServe, StoreError, KeyTrouble, CannotRestore) as error:
        raise Trouble(str(error)) from None
    return GOOD


def _opened(running: "Running") -> None:
    _ready(running)
    running.on_set_up = _set_up_here
    # Rulebooks, classes and code live as long as the process: the garbage collector need not walk over them again and
    # again. What an act leaves behind goes by itself; cycles are rare.
    gc.freeze()
    gc.set_threshold(*RARELY)


def _ready(running: "Running") -> None:
    """One address, and what to do next: first for who wants to play, then for who runs the house."""
    tables = running.house.tables
    names = ", ".join(table.fixed.name for _, table in sorted(tables.items()))
    lines = [
        f"The house is open at {running.address}",
        _others(running) or f"{len(tables)} table{'' if len(tables) == 1 else 's'}: {names}",
        *running.notices,
        "",
        "Next: open that address in a browser and sit down at a table.",
    ]
    bot = _bot(Path.cwd())
    if bot:
        games = [table.now.rules.terms.game for _, table in sorted(tables.items())]
        shown = example_game()
        game = shown if shown in games or not games else games[0]
        lines += [
            "Or let a program play:",
            f"  {bot} --url {running.address} --game {game} --rounds 10",
        ]
    lines += _set_up(running)
    lines += ["Stop with Ctrl-C; rounds in progress go on at the next start."]
    print("\n".join(safe(line) for line in lines), flush=True)


def _others(running: "Running") -> str:
    """Where other processes have the tables: that this one gets its share."""
    shared = running.app.desk.shared
    there = len(shared.membership.others()) if shared is not None else 0
    return f"It is one of {there + 1} processes of the house, and gets its share of the tables." if there else ""


def _set_up(running: "Running") -> list[str]:
    """How the first manager's account is made; nothing where there is one."""
    if not running.set_up:
        return []
    return [
        "There is no manager yet. This link makes the first one's account, once, within a day:",
        f"  {running.address}/setup#{running.set_up}",
    ]


def _set_up_here(running: "Running") -> None:
    """The process that printed the link before is gone."""
    lines = ["This process looks after the house's accounts from now on.", *_set_up(running)]
    print("\n".join(safe(line) for line in lines), flush=True)


def _bot(folder: Path) -> str:
    """How the example is started from this folder, with the Python that runs now; nothing where it is not there."""
    program = Path("examples", "bot.py")
    if not (folder / program).is_file():
        return ""
    python = Path(sys.executable)
    with suppress(ValueError):
        python = python.relative_to(folder)
    return f"{shlex.quote(str(python))} {program.as_posix()}"
