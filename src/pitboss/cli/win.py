"""`pitboss win`: what a table wins."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from pitboss.cli.frame_files import frame_place, written_frame
from pitboss.cli.help_text import helped
from pitboss.cli.screen import FINDINGS, GOOD, Trouble, complain, print_json, screen, shown, to_copy

if TYPE_CHECKING:
    from pitboss.lab.win.model import Model


@helped("win")
def win(
    file: Path | None = None,
    *,
    new: str | None = None,
    output: Annotated[Path | None, Parameter(name=("--output", "-o"))] = None,
    json: bool = False,
) -> int:
    if new is not None:
        if file is not None or json:
            raise Trouble("--new writes a file to begin with; leave FILE and --json out")
        return _begin(new, output)
    if file is None:
        raise Trouble("name a file that describes the table; `pitboss win --new GAME -o FILE` writes one")
    from pitboss.cli.waiting import Waiting
    from pitboss.cli.win_tables import print_win
    from pitboss.lab.win.theory import as_json, to_rows
    from pitboss.lab.win.theory import win as worked_out

    frame_place(output, file)
    model = read_model(file)
    try:
        with Waiting("what the table wins") as waiting:
            found = worked_out(model, waiting)
    except ValueError as bad:  # what cannot be counted
        raise Trouble(str(bad)) from None
    written_frame(output, {"win": to_rows(found)})
    if json:
        print_json(as_json(found))
    else:
        print_win(screen(), found)
    return GOOD


def _begin(new: str, output: Path | None) -> int:
    """Writes the file to begin with."""
    from pitboss.cli.new import print_text, write_new
    from pitboss.cli.paper_files import a_submission
    from pitboss.lab.win.starting import starting_file

    terms = a_submission(new)
    beside = output.parent if output is not None else Path()
    kind = "submission" if Path(new).is_file() else "game" if Path(new).is_dir() else ""
    line = f"{kind} = '{_seen_from(beside, Path(new))}'" if kind else ""
    text = starting_file(terms, line)
    if output is None:
        print_text(text)
        return GOOD
    if problem := write_new(output, text):
        raise Trouble(f"{shown(output)}: {problem}")
    print(f"Wrote {shown(output)}. Change what you need, then: {to_copy('win', output)}")
    return GOOD


def _seen_from(folder: Path, path: Path) -> str:
    """The path as a file in this folder names it."""
    import os

    try:
        return Path(os.path.relpath(path, folder)).as_posix()
    except ValueError:  # on another drive
        return path.absolute().as_posix()


def read_model(file: Path) -> "Model":
    """The model that a file describes; every fault is told."""
    from pitboss.cli.odds_options import text_of
    from pitboss.lab.win.model import BadModel, read

    try:
        return read(text_of(file), file.parent)
    except BadModel as bad:
        for fault in bad.faults:
            complain(f"{shown(file)}: {fault}")
        count = "one fault" if len(bad.faults) == 1 else f"{len(bad.faults)} faults"
        raise Trouble(f"{shown(file)}: {count}; nothing was worked out", FINDINGS) from None
