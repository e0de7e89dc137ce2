"""A sheet as a Parquet file, for those who analyse it: every column has its kind, and the number of the table and what
a hand won or lost stand beside. The library is loaded when a file is written; a plain installation does not have it."""

from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from pitboss.house.audit.sheets import COLUMNS, Sheet, SheetColumn, SheetLine
from pitboss.house.audit.trouble import AuditTrouble

if TYPE_CHECKING:
    import pyarrow

AT_ONCE = 50_000
"""Lines in one group of a file: so many are in memory."""
MISSING = "a Parquet file needs the library pyarrow, which is not installed: pip install 'pitboss[tables]'"
_ID = SheetColumn("table_id", "number")
_NET = SheetColumn("net", "cents")
_MEANING = {
    "cents": b"whole cents",
    "micro": b"millionths of a cent",
    "time": b"UTC",
}


def require_library() -> None:
    """Before anything is read or written."""
    if find_spec("pyarrow") is None:
        raise AuditTrouble("library", MISSING)


def columns(what: str) -> tuple[SheetColumn, ...]:
    """Those of the sheet; the number of the table, and of a hand what the player won or lost."""
    return (_ID, *COLUMNS[what], *((_NET,) if what == "rounds" else ()))


def parquet(sheet: Sheet) -> Iterator[bytes]:
    """The file, piece by piece."""
    require_library()
    import pyarrow.parquet

    schema = _schema(sheet.what)
    sink = _Pieces()
    with pyarrow.parquet.ParquetWriter(pyarrow.PythonFile(sink, mode="w"), schema, compression="zstd") as writer:
        for group in _groups(sheet):
            writer.write_table(pyarrow.table(group, schema=schema))
            yield sink.taken()
    yield sink.taken()


def _groups(sheet: Sheet) -> Iterator[list[list[Any]]]:
    """The values by column, so many lines at a time."""
    held: list[list[Any]] = [[] for _ in columns(sheet.what)]
    names = [column.name for column in COLUMNS[sheet.what]]
    for line in sheet.rows():
        for column, value in zip(held, _values(sheet.what, names, line), strict=True):
            column.append(value)
        if len(held[0]) == AT_ONCE:
            yield held
            held = [[] for _ in held]
    if held[0]:
        yield held


def _values(what: str, names: list[str], line: SheetLine) -> list[Any]:
    if what != "rounds":
        return [line.chain, *line.values]
    at = dict(zip(names, line.values, strict=True))
    return [line.chain, *line.values, at["returned"] - at["wagered"]]


def _schema(what: str) -> "pyarrow.Schema":
    import pyarrow as pa

    kinds = {
        "text": pa.string(),
        "word": pa.dictionary(pa.int32(), pa.string()),
        "number": pa.int64(),
        "cents": pa.int64(),
        "micro": pa.int64(),
        "time": pa.timestamp("ms", tz="UTC"),
        "truth": pa.bool_(),
    }
    fields = []
    for column in columns(what):
        said = {b"unit": _MEANING[column.kind]} if column.kind in _MEANING else None
        fields.append(pa.field(column.name, kinds[column.kind], nullable=column.empty, metadata=said))
    return pa.schema(fields, metadata={b"pitboss_sheet": what.encode()})


class _Pieces:
    """A file that is handed on while it is written."""

    closed = False

    def __init__(self) -> None:
        self._held, self._at = bytearray(), 0

    def write(self, data: Any) -> int:
        more = bytes(data)
        self._held += more
        self._at += len(more)
        return len(more)

    def tell(self) -> int:
        return self._at

    def flush(self) -> None:
        """Nothing waits anywhere else."""

    def close(self) -> None:
        self.closed = True

    def taken(self) -> bytes:
        """What was written since the last time."""
        held, self._held = bytes(self._held), bytearray()
        return held
