"""Settlement never sees cards: it looks a cell up among the rows, and exactly one row must apply."""

from msgspec import Struct

from pitboss.rulebook.pays import Pay
from pitboss.rulebook.terms import Line, Terms
from pitboss.rulebook.words import ENVY
from pitboss.table.cells import Cell, CellSpace
from pitboss.table.definition import ByTable, Row


class Outcome(Struct, frozen=True):
    """What is paid, under which clause, and by which line of the table if any."""

    pay: Pay
    clause: str
    line: str = ""


class SettlementError(AssertionError):
    """No row, or more than one, for a cell: a mistake in the game's declaration."""


class Settlement:
    """The rows of one game under given terms."""

    def __init__(self, rows: tuple[Row, ...], spaces: dict[str, CellSpace], lines: dict[str, tuple[Line, ...]]) -> None:
        self.rows = rows
        self.spaces = spaces
        self._lines = lines
        self._found: dict[tuple[str, Cell], Outcome] = {}

    def outcome(self, wager: str, cell: Cell) -> Outcome:
        """The one outcome for this cell of this wager."""
        key = (wager, cell)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._settle(wager, cell)
        return found

    def matching(self, wager: str, cell: Cell) -> list[Row]:
        """Every row that applies; the tests prove that there is always exactly one."""
        fields = self.spaces[wager].fields
        values = dict(zip(fields, cell, strict=True))
        return [
            row
            for row in self.rows
            if wager in row.wagers and all(values[field] in allowed for field, allowed in row.when.items())
        ]

    def _settle(self, wager: str, cell: Cell) -> Outcome:
        rows = self.matching(wager, cell)
        if len(rows) != 1:
            raise SettlementError(f"{len(rows)} rows settle {wager} with {cell}: {[r.clause for r in rows]}")
        (row,) = rows
        if not isinstance(row.pay, ByTable):
            return Outcome(row.pay, row.clause)
        values = dict(zip(self.spaces[wager].fields, cell, strict=True))
        column = int(values.get("column", "0"))
        hand = row.pay.line or values["hand"]
        for line in self._lines[wager]:
            if hand in line.hands and line.column == column:
                return Outcome(line.pay, line.clause, line.hand)
        return Outcome(row.pay.otherwise, row.pay.clause or row.clause)


def tables_in_force(terms: Terms, families: dict[str, str]) -> dict[str, tuple[Line, ...]]:
    """The lines of every offered wager; several wagers may share one table (`families`: wager → whose terms)."""
    lines = {wager: (terms.wager(family) or _NOTHING).lines for wager, family in families.items()}
    lines[ENVY] = terms.envy
    return lines


class _Nothing(Struct, frozen=True):
    lines: tuple[Line, ...] = ()


_NOTHING = _Nothing()
