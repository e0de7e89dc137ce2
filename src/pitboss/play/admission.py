"""A folder from elsewhere is tried before it is used: its code is loaded and its declaration held against itself, in
limited time. `pitboss check` proves much more; this keeps commands and a house from hanging, and from failing later."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from pitboss.games import rules_for
from pitboss.play.proof import prove
from pitboss.rulebook.folder_code import CODE
from pitboss.rulebook.folders import BadFolder, bring, folder, games, release
from pitboss.rulebook.submission import check, default_submission
from pitboss.table.faults import faults

PATIENCE = 20
"""Seconds of the processor within which a folder must be loaded and tried."""
PATIENCE_FOR_PROOF = 60


def admit(path: str | Path, *, proved: bool = False) -> str:
    """The id of the game in this folder, which is known from now on; a name that is no folder stays as it is. `proved`:
    everything that `pitboss check` proves is asked of it. Raises `BadFolder` with everything that is wrong."""
    before = games()
    with patience(PATIENCE_FOR_PROOF if proved else PATIENCE):
        game = bring(path)
        wrong: tuple[str, ...] = ()
        if game in games() and game not in before:
            wrong = _unproved(folder(game)) if proved else unplayable(game)
    if wrong:
        release(game)
        raise BadFolder(Path(path), wrong)
    return game


def unplayable(game: str) -> tuple[str, ...]:
    """Why no table of this game can be opened; nothing where one can."""
    try:
        checked = check(default_submission(game))
        if checked.terms is None:
            return tuple(f"its submission: {fault.key}: {fault.message}" for fault in checked.faults)
        return tuple(faults(rules_for(checked.terms)))
    except (Exception, SystemExit) as error:  # of code that somebody brought
        return (f"{CODE}: {type(error).__name__}: {error}; `pitboss check` tells where",)


def _unproved(place: Path) -> tuple[str, ...]:
    try:
        found = prove(place).findings
    except (Exception, SystemExit) as error:  # of code that somebody brought
        return (f"{CODE}: {type(error).__name__}: {error}; `pitboss check` tells where",)
    return tuple(f"{each.where}: {each.said}" if each.where else each.said for each in found if each.fault)


@contextmanager
def patience(seconds: int) -> Iterator[None]:
    """Code that takes longer gets a `TimeoutError` where it is. Only the first thread of a program can do so, and no
    system but Unix; elsewhere it may take as long as it likes."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def too_long(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"it has not ended after {seconds} seconds")

    before = signal.signal(signal.SIGPROF, too_long)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
