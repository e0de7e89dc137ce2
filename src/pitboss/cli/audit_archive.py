"""`pitboss audit archive`: old rounds moved out of the store."""

import re
import time
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pitboss.cli.audit_words import moment
from pitboss.cli.config import settings
from pitboss.cli.help_text import helped
from pitboss.cli.screen import GOOD, Trouble, complain, plain, safe, shown
from pitboss.wording.things import many

_DAY = 24 * 3600 * 1000
_AGES = {"d": _DAY, "w": 7 * _DAY, "y": 365 * _DAY}
_AGE = re.compile(r"([0-9]{1,5})([dwy])")


@helped("audit-archive")
def archive(
    *,
    before: str,
    out: Annotated[Path, Parameter(name=("--out", "-o"))],
    key_file: Path | None = None,
    database: str | None = None,
    config: Path | None = None,
) -> int:
    from pitboss.cli.waiting import Waiting
    from pitboss.house.archive.making import ArchiveTrouble, make_smaller
    from pitboss.house.archive.making import archive as move
    from pitboss.house.fair.keys import KeyTrouble
    from pitboss.house.fair.rotating import keys_of
    from pitboss.house.store.locking import lock_store
    from pitboss.house.store.opening import StoreError, open_store

    now = time.time_ns() // 1_000_000
    until = _moment(before, now)
    if out.exists() and not out.is_dir():
        raise Trouble(f"{shown(out)}: this is a file; --out names a folder")
    held = settings(database=database, config=config).settings
    kept = held.checkpoints_file if database is None else None
    try:
        engine = open_store(held.database, make=False)
        try:
            with lock_store(engine), Waiting("verifying the trail") as waiting:
                made = move(
                    engine,
                    keys_of(engine, key_file or held.key_file),
                    out,
                    before=until,
                    now=now,
                    checkpoints_file=kept,
                    progress=lambda done, total: waiting("", done / max(1, total)),
                )
                if made:
                    make_smaller(engine)
        finally:
            engine.dispose()
    except (StoreError, KeyTrouble, ArchiveTrouble) as error:
        raise Trouble(safe(str(error))) from None
    for each in made:
        rows = f"rows {each.stretch.first} to {each.stretch.last}, {many(each.rounds, 'round')}"
        print(safe(f"{each.table}: {rows}, {each.size:,} bytes: {shown(out / each.stretch.file)}"))
    if not made:
        print("No round is old enough: nothing was archived.")
    elif held.archive is None or held.archive.absolute() != out.absolute():
        complain("the setting archive does not name this folder: audits read it where --archive does")
    return GOOD


def _moment(text: str, now: int) -> int:
    """An age or a moment, in milliseconds since 1970."""
    age = _AGE.fullmatch(text.strip())
    if age is not None:
        return now - int(age[1]) * _AGES[age[2]]
    if re.match(r"[0-9]{4}-", text.strip()) is None:
        raise Trouble(f"--before: '{plain(text)}' is neither an age (90d, 12w, 2y) nor a moment (2026-11-15)")
    found = moment("--before", text)
    assert found is not None
    return found
