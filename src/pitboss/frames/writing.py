"""Writes rows into a file whose ending says how: .csv and .json need nothing more, .parquet and .xlsx the libraries of
the extra `tables`. The file is written beside its place and moved there whole; what lay there stays if that fails."""

import csv
import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from io import BytesIO, StringIO
from pathlib import Path

from pitboss.frames.arrow import arrow_table, require
from pitboss.frames.cells import BadFrame, FrameRows, as_text, columns, plain
from pitboss.frames.excel import workbook

ENDINGS = (".csv", ".parquet", ".xlsx", ".json")
_NEEDS = {".parquet": ("pyarrow", "a Parquet file"), ".xlsx": ("xlsxwriter", "an Excel file")}


def check_place(path: Path) -> None:
    """Trouble that can be seen before any work is done: the ending, a library that is missing, the directory."""
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        given = f"the ending '{path.suffix}' is not known" if path.suffix else "the name has no ending"
        raise BadFrame(f"{path}: {given}; a table is written as {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}")
    if ending in _NEEDS:
        require(*_NEEDS[ending])
    if path.is_dir():
        raise BadFrame(f"{path}: this is a directory; name a file in it. Nothing was written")
    if not path.parent.is_dir():
        raise BadFrame(f"{path}: the directory does not exist. Nothing was written")


def write_frame(rows: FrameRows, path: Path, name: str = "table") -> None:
    """Writes the rows; one column for each key, in the order in which the keys first come, a missing key an empty cell.
    `name` is that of the sheet in an Excel file. Raises `BadFrame` with a sentence."""
    write_frames({name: rows}, path)


def write_frames(tables: Mapping[str, FrameRows], path: Path) -> None:
    """Several tables: each becomes a sheet of an Excel file. Other files hold one table."""
    check_place(path)
    ending = path.suffix.lower()
    if ending == ".xlsx":
        content = workbook(tables)
    elif len(tables) == 1:
        (rows,) = tables.values()
        content = _MAKERS[ending](rows)
    else:
        raise BadFrame(f"{path}: a {ending} file holds one table; {', '.join(tables)} fit into an .xlsx file together")
    write_whole(path, content)


def _csv(rows: FrameRows) -> bytes:
    kinds = columns(rows)
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(kinds)
    for row in rows:
        writer.writerow([_csv_cell(plain(row.get(name), kind)) for name, kind in kinds.items()])
    return text.getvalue().encode()


def _csv_cell(value: str | bool | int | float | None) -> str:
    return repr(value) if isinstance(value, float) else as_text(value)


def _json(rows: FrameRows) -> bytes:
    kinds = columns(rows)
    found = [{name: plain(row.get(name), kind) for name, kind in kinds.items()} for row in rows]
    return (json.dumps(found, indent=1, ensure_ascii=False, allow_nan=False) + "\n").encode()


def _parquet(rows: FrameRows) -> bytes:
    import pyarrow.parquet

    sink = BytesIO()
    pyarrow.parquet.write_table(arrow_table(rows), sink, compression="zstd")
    return sink.getvalue()


_MAKERS: dict[str, Callable[[FrameRows], bytes]] = {".csv": _csv, ".json": _json, ".parquet": _parquet}


def write_whole(path: Path, content: bytes) -> None:
    """The whole file, or nothing at all."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        beside.write_bytes(content)
        beside.replace(path)
    except OSError as error:
        why = "you may not write here" if isinstance(error, PermissionError) else f"cannot be written: {error.strerror}"
        raise BadFrame(f"{path}: {why}. Nothing was written") from None
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
