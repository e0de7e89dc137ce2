"""Reads every kind of file that is written, with programs that share nothing with the writer."""

import csv
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

Cells = list[list[Any]]
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def read(path: Path) -> Cells:
    """The head and the rows. In CSV every cell is text, an empty one is None."""
    match path.suffix:
        case ".csv":
            with path.open(newline="", encoding="utf-8") as file:
                head, *rows = csv.reader(file)
            return [head, *([cell or None for cell in row] for row in rows)]
        case ".json":
            found = json.loads(path.read_text(encoding="utf-8"))
            return [list(found[0]) if found else [], *([*row.values()] for row in found)]
        case ".parquet":
            import pyarrow.parquet  # 27 MB, for those alone who read such a file

            table = pyarrow.parquet.read_table(path)
            return [table.column_names, *([*row.values()] for row in table.to_pylist())]
        case _:
            return next(iter(sheets(path).values()))


def sheets(path: Path) -> dict[str, Cells]:
    """Sheet → its cells: text, numbers, truths; None where a cell is empty."""
    with ZipFile(path) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    texts = [
        "".join(part.text or "" for part in item.iter(f"{_MAIN}t"))
        for item in ElementTree.fromstring(parts.get("xl/sharedStrings.xml", b"<a/>"))
    ]
    names = [str(each.get("name")) for each in ElementTree.fromstring(parts["xl/workbook.xml"]).iter(f"{_MAIN}sheet")]
    return {name: _sheet(parts[f"xl/worksheets/sheet{n}.xml"], texts) for n, name in enumerate(names, 1)}


def _sheet(content: bytes, texts: list[str]) -> Cells:
    found: Cells = []
    for row in ElementTree.fromstring(content).iter(f"{_MAIN}row"):
        cells = {_column(str(cell.get("r"))): _value(cell, texts) for cell in row.iter(f"{_MAIN}c")}
        found.append([cells.get(n) for n in range(max(cells, default=-1) + 1)])
    wide = max(map(len, found), default=0)
    return [[*row, *([None] * (wide - len(row)))] for row in found]


def _column(reference: str) -> int:
    letters = re.match("[A-Z]+", reference)
    assert letters is not None
    number = 0
    for letter in letters[0]:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def _value(cell: ElementTree.Element, texts: list[str]) -> Any:
    assert cell.find(f"{_MAIN}f") is None, "no cell is a formula"
    said = cell.findtext(f"{_MAIN}v")
    match cell.get("t"):
        case "s":
            return texts[int(said or 0)]
        case "b":
            return said == "1"
        case _:
            return None if said is None else float(said)
