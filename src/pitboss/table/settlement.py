"""Settlement never sees cards: it looks a cell up among the rows, and exactly one row must apply."""

from fractions import Fraction

from msgspec import Struct

from pitboss.rulebook.pays import LOSE, PUSH, Lose, Pay, Push, Returned, ToOne, words
from pitboss.rulebook.terms import Line, Terms
from pitboss.rulebook.words import ENVY
from pitboss.table.cells import Cell, CellSpace
from pitboss.table.definition import ByTable, Row


class Outcome(Struct, frozen=True):
    """What is paid, under which clause, and by which line of the table if any. With a bonus, `pay` is both together,
    the clause is the bonus's, and `bonus` the line that pays it."""

    pay: Pay
    clause: str
    line: str = ""
    bonus: Line | None = None

    @property
    def hands(self) -> tuple[str, ...]:
        """The hands of the lines that are paid."""
        named = (self.line, self.bonus.hand if self.bonus is not None else "")
        return tuple(hand for hand in named if hand)


class SettlementError(AssertionError):
    """No row, or more than one, for a cell: a mistake in the game's declaration."""


class Settlement:
    """The rows of one game under given terms."""

    def __init__(self, rows: tuple[Row, ...], spaces: dict[str, CellSpace], lines: dict[str, tuple[Line, ...]]) -> None:
        self.rows = rows
        self.spaces = spaces
        self._lines = lines
        self._found: dict[tuple[str, Cell], Outcome] = {}

    def lines(self, wager: str) -> tuple[Line, ...]:
        """What the table in force pays on the wager; nothing where it is not offered."""
        return self._lines.get(wager, ())

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

    def bonus_hands(self, wager: str) -> frozenset[str]:
        """The hands whose lines in the wager's table pay a bonus beside the wager, not the wager itself."""
        space = self.spaces.get(wager)
        if space is None or "hand" not in space.fields or not any(r.bonus and wager in r.wagers for r in self.rows):
            return frozenset()
        return frozenset(space.values[space.fields.index("hand")])

    def bonus_faults(self, wager: str, line: Line) -> list[str]:
        """Why this line cannot pay a bonus beside what the rows of the wager pay; nothing where it can."""
        if not self.bonus_hands(wager) & set(line.hands):
            return []
        rows = [row for row in self.rows if row.bonus and wager in row.wagers]
        alone = {pay for row in rows for pay in self._alone(wager, row.pay)}
        return sorted({fault for pay in alone for fault in _not_together(pay, line.pay)})

    def _alone(self, wager: str, pay: Pay | ByTable) -> list[Pay]:
        """What a row pays without its bonus."""
        if not isinstance(pay, ByTable):
            return [pay]
        return [line.pay for line in self._lines[wager] if not pay.line or pay.line in line.hands] or [pay.otherwise]

    def _settle(self, wager: str, cell: Cell) -> Outcome:
        rows = self.matching(wager, cell)
        if len(rows) != 1:
            raise SettlementError(f"{len(rows)} rows settle {wager} with {cell}: {[r.clause for r in rows]}")
        (row,) = rows
        values = dict(zip(self.spaces[wager].fields, cell, strict=True))
        found = self._paid(wager, row, values)
        bonus = self._line(wager, values["hand"], values) if row.bonus else None
        return found if bonus is None else Outcome(together(found.pay, bonus.pay), bonus.clause, found.line, bonus)

    def _paid(self, wager: str, row: Row, values: dict[str, str]) -> Outcome:
        if not isinstance(row.pay, ByTable):
            return Outcome(row.pay, row.clause)
        line = self._line(wager, row.pay.line or values["hand"], values)
        if line is not None:
            return Outcome(line.pay, (row.pay.clause if row.pay.line else "") or line.clause, line.hand)
        return Outcome(row.pay.otherwise, row.pay.clause or row.clause)

    def _line(self, wager: str, hand: str, values: dict[str, str]) -> Line | None:
        """The line of the table in force that pays this hand."""
        column = int(values.get("column", "0"))
        return next((line for line in self._lines[wager] if hand in line.hands and line.column == column), None)


def together(pay: Pay, bonus: Pay) -> Pay:
    """A payment and a bonus on the same stake as one payment: what is lost and what is won are set off."""
    if isinstance(bonus, Lose):
        raise SettlementError("a bonus takes nothing away: a hand without one has no line")
    net = _to_one(pay) + _to_one(bonus)
    if net < 0 and net != -1:
        raise SettlementError(f"a bonus of {words(bonus)} leaves part of a stake that is lost")
    return LOSE if net < 0 else ToOne(net.numerator, net.denominator) if net else PUSH


def _not_together(pay: Pay, bonus: Pay) -> list[str]:
    try:
        together(pay, bonus)
    except SettlementError as error:
        return [str(error)]
    return []


def _to_one(pay: Pay) -> Fraction:
    """What is won for each unit staked; a stake that is lost counts as less."""
    match pay:
        case Lose():
            return Fraction(-1)
        case Push() | Returned():
            return Fraction(0)
        case ToOne(pays, per):
            return Fraction(pays, per)
        case _:
            raise SettlementError(f"{words(pay)} cannot be set off against a bonus: both must be so much to 1")


def tables_in_force(terms: Terms, families: dict[str, str]) -> dict[str, tuple[Line, ...]]:
    """The lines of every offered wager; several wagers may share one table (`families`: wager → whose terms)."""
    lines = {wager: (terms.wager(family) or _NOTHING).lines for wager, family in families.items()}
    lines[ENVY] = terms.envy
    return lines


class _Nothing(Struct, frozen=True):
    lines: tuple[Line, ...] = ()


_NOTHING = _Nothing()
