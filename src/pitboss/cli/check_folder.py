"""`pitboss check FOLDER`: the proof of a game's folder. The folder is somebody's code, so it runs in a process of its
own with limits of time and memory; this one only reads what that one found."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.screen import FINDINGS, GOOD, screen, shown, to_copy

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.cli.check_process import CheckedFolder

SECONDS = 30
"""Of processor time; the clock may run three times as long on a busy machine."""
MEMORY = 4 << 30
REPORT, TRACE = "report.json", "trace.txt"


def check_folder(place: Path) -> int:
    """Proves the folder and prints what was found."""
    console = screen()
    with tempfile.TemporaryDirectory(prefix="pitboss-check-") as name:
        checked = _checked(place.resolve(), Path(name), SECONDS)
    _print(console, place, checked)
    return GOOD if checked.sound else FINDINGS


def _checked(place: Path, work: Path, seconds: int) -> "CheckedFolder":
    import msgspec

    from pitboss.cli.check_process import CheckedFolder

    command = [sys.executable, "-m", "pitboss.cli.check_process", str(place), str(work), str(seconds), str(MEMORY)]
    with (work / TRACE).open("wb") as trace:
        try:
            ended = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=trace,
                timeout=3 * seconds,
                env={**os.environ, "PITBOSS_GAMES": ""},
                check=False,
            )
            status = ended.returncode
        except subprocess.TimeoutExpired:
            status = -9
    report = work / REPORT
    if status == 0 and report.is_file():
        return msgspec.json.decode(report.read_bytes(), type=CheckedFolder)
    return CheckedFolder(
        place.name, [_ended(place, (work / TRACE).read_text(encoding="utf-8", errors="replace"), status)]
    )


def _ended(place: Path, trace: str, status: int) -> tuple[str, str, bool]:
    """Why there is no report."""
    import re

    at = re.search(rf'File "{re.escape(str(place))}/([^"]+)", line (\d+) in (\S+)', trace)
    where = f"{at[1]} line {at[2]}" if at else "game.py"
    inside = f", in {at[3]}" if at and at[3] != "<module>" else ""
    if "Timeout" in trace or status in (-9, -24):
        return where, f"it does not come to an end{inside}: a declaration must answer at once", True
    if "MemoryError" in trace:
        return where, f"it needs more memory than a check may use{inside}", True
    return where, f"it ended the process in which it was checked (status {status})", True


def _print(console: "Console", place: Path, checked: "CheckedFolder") -> None:
    from pitboss.cli.wrapped import print_wrapped

    for where, said, fault in checked.findings:
        at = f"{shown(place)}: {where + ': ' if where else ''}"
        print_wrapped(console, f"{at}{'' if fault else 'notice: '}{said}", below="  ", bold=len(at))
    if not checked.sound:
        count = sum(fault for *_, fault in checked.findings)
        number = "1 fault" if count == 1 else f"{count} faults"
        print_wrapped(console, f"{number}: {checked.title} is not whole.", style="bold red")
        return
    for line in checked.facts:
        print_wrapped(console, line, below="  ")
    print_wrapped(console, f"{checked.title} is sound. Sit down with {to_copy('play', place)}", style="bold green")
