"""Every file that is written is read back, cell by cell, by a reader that shares nothing with the writer."""

import importlib.util
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from lab.frames.reading import read, sheets
from pitboss.frames import arrow, excel, writing
from pitboss.frames.arrow import arrow_table
from pitboss.frames.cells import BadFrame, FrameRows, columns
from pitboss.frames.writing import ENDINGS, check_place, write_frame, write_frames

ROWS: FrameRows = [
    {"name": "=1+1", "count": 3, "edge": -0.035, "exact": Fraction(-7, 200), "won": True, "deals": 27813810024000},
    {"name": 'a "b", c\nd — ♣', "count": None, "edge": 2, "exact": Fraction(4), "won": False, "deals": 2**53 + 1},
    {"count": -1, "edge": 1e-300, "late": "only here"},
]
HEAD = ["name", "count", "edge", "exact", "won", "deals", "late"]
CELLS: list[list[Any]] = [
    ["=1+1", 3, -0.035, "-7/200", True, 27813810024000, None],
    ['a "b", c\nd — ♣', None, 2.0, "4/1", False, 2**53 + 1, None],
    [None, -1, 1e-300, None, None, None, "only here"],
]


def told(value: Any, ending: str) -> Any:
    """A cell as a reader of this kind of file finds it."""
    if value is None:
        return None
    if ending == ".csv":
        return ("true" if value else "false") if isinstance(value, bool) else str(value)
    if ending == ".xlsx" and isinstance(value, int) and not isinstance(value, bool):
        return float(value) if abs(value) < 10**15 else str(value)
    return value


@pytest.mark.parametrize("ending", ENDINGS)
def test_what_is_written_is_read_back(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"table{ending}"
    write_frame(ROWS, path)
    assert read(path) == [HEAD, *([told(value, ending) for value in row] for row in CELLS)]


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_same_rows_give_the_same_file_and_nothing_beside_it(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"table{ending.upper()}"
    path.write_text("what lay there")
    write_frame(ROWS, path)
    first = path.read_bytes()
    write_frame(ROWS, path)
    assert path.read_bytes() == first != b"what lay there"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("ending", ENDINGS)
def test_no_rows_are_an_empty_table(tmp_path: Path, ending: str) -> None:
    write_frame([], tmp_path / f"table{ending}")
    assert [row for row in read(tmp_path / f"table{ending}") if row] == []


def test_kinds_are_those_of_all_values() -> None:
    rows: FrameRows = [{"a": 1, "b": 1, "c": True, "d": None, "e": 1}, {"a": 2**63 - 1, "b": 1.5, "c": 1, "e": 2**63}]
    assert columns(rows) == {"a": "whole", "b": "number", "c": "text", "d": "text", "e": "text"}
    assert arrow_table(rows).to_pydict() == {
        "a": [1, 2**63 - 1],
        "b": [1.0, 1.5],
        "c": ["true", "1"],
        "d": [None, None],
        "e": ["1", str(2**63)],
    }


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_what_is_no_number_is_refused_and_the_old_file_stays(tmp_path: Path, bad: float) -> None:
    path = tmp_path / "t.csv"
    path.write_text("old")
    with pytest.raises(BadFrame, match="the column 'x' holds"):
        write_frame([{"x": bad}], path)
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]


def test_several_tables_are_sheets_of_one_file(tmp_path: Path) -> None:
    tables: dict[str, FrameRows] = {"figures": [{"a": 1}], "lines": [{"b": "x"}, {"b": "y"}]}
    write_frames(tables, tmp_path / "t.xlsx")
    assert sheets(tmp_path / "t.xlsx") == {"figures": [["a"], [1.0]], "lines": [["b"], ["x"], ["y"]]}
    with pytest.raises(BadFrame, match=r"a \.csv file holds one table; figures, lines fit into an \.xlsx file"):
        write_frames(tables, tmp_path / "t.csv")


def test_places_where_nothing_can_be_written(tmp_path: Path) -> None:
    for name, said in (
        ("t.ods", r"the ending '\.ods' is not known; a table is written as \.csv, \.parquet, \.xlsx or \.json"),
        ("t", "the name has no ending"),
        ("nowhere/t.csv", "the directory does not exist"),
    ):
        with pytest.raises(BadFrame, match=said):
            check_place(tmp_path / name)
    (tmp_path / "d.csv").mkdir()
    with pytest.raises(BadFrame, match="this is a directory"):
        write_frame(ROWS, tmp_path / "d.csv")


@pytest.mark.parametrize(("ending", "library"), [(".parquet", "pyarrow"), (".xlsx", "xlsxwriter")])
def test_a_library_that_is_missing_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str, library: str
) -> None:
    there = importlib.util.find_spec
    monkeypatch.setattr(arrow, "find_spec", lambda name: None if name == library else there(name))
    said = rf"needs the library {library}, which is not installed: pip install 'pitboss\[tables\]'"
    with pytest.raises(BadFrame, match=said):
        check_place(tmp_path / f"t{ending}")
    write_frame(ROWS, tmp_path / "t.csv")
    write_frame(ROWS, tmp_path / "t.json")


def test_what_a_sheet_cannot_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadFrame, match="32,767 characters, and one has 32,768"):
        write_frame([{"a": "x" * 32_768}], tmp_path / "t.xlsx")
    monkeypatch.setattr(excel, "MOST_ROWS", 2)
    with pytest.raises(BadFrame, match="at most 2 rows, and 'table' has 3"):
        write_frame(ROWS, tmp_path / "t.xlsx")
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_fails_leaves_what_lay_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.csv"
    path.write_text("old")

    def full(self: Path, content: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(BadFrame, match=r"t\.csv: cannot be written: No space left on device\. Nothing was written"):
        writing.write_frame(ROWS, path)
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]
