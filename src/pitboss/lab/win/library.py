"""`pitboss.win`, for those who use the library."""

from pathlib import Path

from pitboss.lab.win.model import read
from pitboss.lab.win.theory import WinFigures
from pitboss.lab.win.theory import win as worked_out


def win(table: str | Path) -> WinFigures:
    """What a table wins, as `pitboss win` tells it: the table as the path of its file, or as the text of one. Raises
    `BadModel` with all that is wrong with it."""
    if isinstance(table, str) and ("\n" in table or "=" in table):
        return worked_out(read(table))
    path = Path(table)
    return worked_out(read(path.read_text(encoding="utf-8-sig"), path.parent))
