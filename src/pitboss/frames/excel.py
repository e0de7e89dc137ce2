"""Tables as sheets of an Excel file. Text is always text (a name that begins with `=` is no formula), a number is a
number unless Excel would round it. The same tables always give the same file: no clock is read."""

from collections.abc import Mapping
from datetime import UTC, datetime
from io import BytesIO
from typing import TYPE_CHECKING

from pitboss.frames.arrow import require
from pitboss.frames.cells import BadFrame, FrameRows, Plain, columns, plain

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

MOST_ROWS = 1_048_575
"""Rows of a sheet below its head."""
LONGEST = 32_767
"""Characters of a cell."""
MOST_EXACT = 10**15
"""A sheet keeps fifteen digits of a number; a longer whole number is written as text."""
MADE = datetime(1980, 1, 1, tzinfo=UTC)
_WIDEST = 40


def workbook(tables: Mapping[str, FrameRows]) -> bytes:
    """The file."""
    require("xlsxwriter", "an Excel file")
    import xlsxwriter

    for name, rows in tables.items():
        if len(rows) > MOST_ROWS:
            raise BadFrame(
                f"a sheet has at most {MOST_ROWS:,} rows, and '{name}' has {len(rows):,}; write a .parquet file"
            )
    sink = BytesIO()
    book = xlsxwriter.Workbook(sink, {"in_memory": True})
    book.set_properties({"created": MADE})
    head = book.add_format({"bold": True})
    for name, rows in tables.items():
        _sheet(book, name, rows, head)
    book.close()
    return sink.getvalue()


def _sheet(book: "Workbook", name: str, rows: FrameRows, head: "Format") -> None:
    sheet = book.add_worksheet(name)
    sheet.freeze_panes(1, 0)
    for place, (column, kind) in enumerate(columns(rows).items()):
        sheet.write_string(0, place, column, head)
        width = len(column)
        for at, row in enumerate(rows, start=1):
            width = max(width, _write(sheet, at, place, plain(row.get(column), kind)))
        sheet.set_column(place, place, min(width, _WIDEST) + 2)


def _write(sheet: "Worksheet", at: int, place: int, value: Plain) -> int:
    """Writes a cell; how many characters it takes."""
    match value:
        case None:
            return 0
        case bool():
            sheet.write_boolean(at, place, value)
        case int() if abs(value) >= MOST_EXACT:
            sheet.write_string(at, place, str(value))
        case int() | float():
            sheet.write_number(at, place, value)
        case _:
            if len(value) > LONGEST:
                raise BadFrame(f"a cell of a sheet holds {LONGEST:,} characters, and one has {len(value):,}")
            sheet.write_string(at, place, value)
    return len(str(value))
