"""Rows of plain values, and what kind each column has. A fraction is exact, so it is written as text such as `-3/80`;
whoever makes the rows puts a rounded column beside it where a program should reckon."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isfinite
from typing import Literal

Value = str | bool | int | float | Fraction | None
"""None is an empty cell."""
FrameRow = Mapping[str, Value]
FrameRows = Sequence[FrameRow]
Kind = Literal["truth", "whole", "number", "text"]
Plain = str | bool | int | float | None
MOST_WHOLE = 2**63 - 1
"""A larger whole number is written as text in a column of text: no file of these has room for it."""


class BadFrame(ValueError):
    """Rows that cannot be written, or a file that cannot be."""


def columns(rows: FrameRows) -> dict[str, Kind]:
    """Every column in the order in which it first comes, and its kind: that of all its values."""
    kinds: dict[str, set[Kind]] = {}
    for row in rows:
        for name, value in row.items():
            found = kinds.setdefault(name, set())
            if value is not None:
                found.add(_kind(name, value))
    return {name: _together(found) for name, found in kinds.items()}


def _kind(name: str, value: Value) -> Kind:
    match value:
        case bool():
            return "truth"
        case int():
            return "whole" if abs(value) <= MOST_WHOLE else "text"
        case float():
            if not isfinite(value):
                raise BadFrame(f"the column '{name}' holds {value}, which is no number that a file can keep")
            return "number"
        case _:
            return "text"


def _together(kinds: set[Kind]) -> Kind:
    if kinds == {"whole", "number"}:
        return "number"
    return next(iter(kinds)) if len(kinds) == 1 else "text"


def plain(value: Value, kind: Kind) -> Plain:
    """The value as a column of this kind has it."""
    if value is None:
        return None
    if kind == "number" and isinstance(value, int | float):
        return float(value)
    if kind == "text":
        return as_text(value)
    assert not isinstance(value, Fraction), "a fraction makes its column one of text"
    return value


def as_text(value: Value) -> str:
    """Any value as text; a fraction always with its denominator."""
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)
