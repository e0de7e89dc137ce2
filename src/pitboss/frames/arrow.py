"""Rows as a table of Apache Arrow, the frame that the library hands out. Arrow was chosen because Parquet needs it
anyway, and because polars (`polars.from_arrow`), pandas (`.to_pandas()`) and DuckDB take it without copying."""

from importlib.util import find_spec
from typing import TYPE_CHECKING

from pitboss.frames.cells import BadFrame, FrameRows, columns, plain

if TYPE_CHECKING:
    import pyarrow


def require(library: str, what: str, extra: str = "tables") -> None:
    """Says in a sentence what is missing, before anything is worked out."""
    if find_spec(library) is None:
        raise BadFrame(f"{what} needs the library {library}, which is not installed: pip install 'pitboss[{extra}]'")


def arrow_table(rows: FrameRows) -> "pyarrow.Table":
    """The rows, every column with its kind; a column of one kind may have empty cells."""
    require("pyarrow", "a frame")
    import pyarrow as pa

    types = {"truth": pa.bool_(), "whole": pa.int64(), "number": pa.float64(), "text": pa.string()}
    kinds = columns(rows)
    cells = {name: [plain(row.get(name), kind) for row in rows] for name, kind in kinds.items()}
    return pa.table(cells, schema=pa.schema([(name, types[kind]) for name, kind in kinds.items()]))
