"""`-o FILE`: figures as a table for other programs, as the commands share it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from pitboss.cli.screen import Trouble, complain, safe, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pitboss.frames.cells import FrameRows

FrameFile = Annotated[Path | None, Parameter(name=("--output", "-o"))]
"""Where the table goes."""


def frame_place(path: Path | None, *inputs: object) -> None:
    """Refuses a place that cannot be written, before the work begins; never over one of the files that were given."""
    from pitboss.frames.cells import BadFrame
    from pitboss.frames.writing import check_place

    if path is None:
        return
    try:
        check_place(path)
        given = [Path(str(each)) for each in inputs if each is not None and Path(str(each)).is_file()]
        if any(path.exists() and path.samefile(each) for each in given):
            raise Trouble(f"{shown(path)}: this is a file the command was given; give another name")
    except BadFrame as bad:
        raise Trouble(safe(str(bad))) from None


def frame_of(path: Path | None, *inputs: object) -> Path | None:
    """The path where its ending is that of a table; for commands that write papers under the same option."""
    from pitboss.frames.writing import ENDINGS

    if path is None or path.suffix.lower() not in ENDINGS:
        return None
    frame_place(path, *inputs)
    return path


def written_frame(path: Path | None, tables: "Mapping[str, FrameRows]") -> None:
    """Writes the tables and says so on the error stream, so that what is printed can be piped. A file that holds one
    table gets the first."""
    from pitboss.frames.cells import BadFrame
    from pitboss.frames.writing import write_frame, write_frames

    if path is None:
        return
    try:
        if path.suffix.lower() == ".xlsx":
            write_frames(tables, path)
        else:
            write_frame(next(iter(tables.values())), path)
    except BadFrame as bad:
        raise Trouble(safe(str(bad))) from None
    complain(f"wrote {shown(path)}")
