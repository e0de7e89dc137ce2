"""Rounds that are over as tables: one line for each hand, each wager or each payment. As comma-separated values for a
spreadsheet; `parquet.py` writes the same lines for those who analyse them. An open round is left out."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, select

from pitboss.house.audit.queries import RoundLine, round_line, rows_of, still_open
from pitboss.house.audit.recall import Happened, happened
from pitboss.house.audit.trouble import AuditTrouble
from pitboss.house.store import schema
from pitboss.table import events as e

SHEETS = ("rounds", "wagers", "payments")


class SheetColumn(Struct, frozen=True):
    """`kind`: text, word (a text of which there are few), number, cents, micro (millionths of a cent), time, truth."""

    name: str
    kind: str
    empty: bool = False
    """Whether a line may have nothing there."""


_COMMON = (
    SheetColumn("table", "word"),
    SheetColumn("game", "word"),
    SheetColumn("round", "number"),
    SheetColumn("opened", "time"),
    SheetColumn("cleared", "time"),
)
_EVENT = (
    SheetColumn("row", "number"),
    SheetColumn("time", "time"),
    SheetColumn("by", "word"),
    SheetColumn("event", "word"),
    SheetColumn("seat", "number", empty=True),
    SheetColumn("player", "word"),
    SheetColumn("wager", "word", empty=True),
)
_CLAUSE = SheetColumn("clause", "word")
_OWN = {
    "rounds": (
        SheetColumn("void", "truth"),
        SheetColumn("irregularities", "number"),
        SheetColumn("seat", "number"),
        SheetColumn("player", "word"),
        SheetColumn("wagered", "cents"),
        SheetColumn("returned", "cents"),
        SheetColumn("shuffle", "number", empty=True),
        SheetColumn("terms", "word"),
    ),
    "wagers": (*_EVENT, SheetColumn("cents", "cents"), SheetColumn("before", "cents", empty=True), _CLAUSE),
    "payments": (
        *_EVENT,
        SheetColumn("stake", "cents", empty=True),
        SheetColumn("won", "cents", empty=True),
        SheetColumn("back", "cents", empty=True),
        SheetColumn("cents", "cents", empty=True),
        SheetColumn("meter", "word", empty=True),
        SheetColumn("amount", "micro", empty=True),
        _CLAUSE,
    ),
}
COLUMNS = {sheet: (*_COMMON, *own, SheetColumn("practice", "truth")) for sheet, own in _OWN.items()}
_EVENTS: dict[str, tuple[type, ...]] = {
    "wagers": (e.WagerPlaced, e.WagerNotAccepted, e.WagerReturned, e.WagerTaken),
    "payments": (
        e.WagerCollected,
        e.WagerSettled,
        e.PayoutCut,
        e.EnvyPaid,
        e.MeterPaid,
        e.ContributionPosted,
        e.ContributionReversed,
    ),
}


class SheetLine(Struct, frozen=True):
    """The values in the order of the columns; None where there is nothing."""

    chain: int
    values: list[Any]


class Sheet:
    """The rounds of some tables that are over. Amounts are cents, contributions to meters millionths of a cent, times
    milliseconds since 1970; where `practice` is true they are practice chips and no money."""

    def __init__(
        self,
        conn: Connection,
        chains: int | Sequence[int],
        what: str = "rounds",
        *,
        round: int | None = None,
        since: int | None = None,
        until: int | None = None,
    ) -> None:
        if what not in SHEETS:
            raise AuditTrouble("sheet", f"there is no sheet '{what[:40]}'; the sheets are {', '.join(SHEETS)}")
        self._conn, self.what = conn, what
        self._chains = [chains] if isinstance(chains, int) else list(chains)
        self._round, self._since, self._until = round, since, until
        self.records = self.rounds = 0
        self.left_out: list[tuple[int, int]] = []
        """(table, round): open rounds that are not in it. Known when all lines have been read."""

    def rows(self) -> Iterator[SheetLine]:
        for chain in self._chains:
            for number, cleared in self._numbers(chain):
                found = round_line(self._conn, chain, number)
                if not cleared:
                    self.left_out += [(chain, number)] * still_open(self._conn, found)
                    continue
                self.rounds += 1
                for values in self._of_round(found):
                    self.records += 1
                    yield SheetLine(chain, [*_common(found), *values, found.practice])

    def lines(self) -> Iterator[bytes]:
        """As comma-separated values."""
        columns = COLUMNS[self.what]
        yield _line([titled(column) for column in columns])
        for row in self.rows():
            yield _line([_shown(column, value) for column, value in zip(columns, row.values, strict=True)])

    def _numbers(self, chain: int) -> Iterator[tuple[int, bool]]:
        c = schema.rounds.c
        asked = select(c.round, c.cleared_at).where(c.chain == chain).order_by(c.round).limit(500)
        if self._round is not None:
            asked = asked.where(c.round == self._round)
        if self._since is not None:
            asked = asked.where(c.opened_at >= self._since)
        if self._until is not None:
            asked = asked.where(c.opened_at < self._until)
        after = 0
        while page := self._conn.execute(asked.where(c.round > after)).all():
            for row in page:
                yield row.round, row.cleared_at is not None
            after = page[-1].round

    def _of_round(self, found: RoundLine) -> Iterator[list[Any]]:
        if self.what == "rounds":
            for hand in found.hands:
                who = [hand.seat, hand.player, hand.wagered, hand.returned]
                yield [found.void, found.irregularities, *who, found.shuffle, found.terms]
            return
        players = {hand.seat: hand.player for hand in found.hands}
        for each in happened(rows_of(self._conn, found.chain, found.round)):
            if isinstance(each.event, _EVENTS[self.what]):
                values = _values(each, players)
                yield [values.get(column.name) for column in _OWN[self.what]]


def _common(found: RoundLine) -> list[Any]:
    return [found.table, found.game, found.round, found.opened_at, found.cleared_at]


def _values(each: Happened, players: dict[int, str]) -> dict[str, Any]:
    event = each.event
    values = {name: getattr(event, name) for name in type(event).__struct_fields__}
    seat = values.get("seat", 0)
    return {
        **values,
        "row": each.row,
        "time": each.at,
        "by": each.by,
        "event": type(event).__name__,
        "seat": seat or None,
        "player": players.get(seat, ""),
    }


UNITS = {"cents": "cents", "micro": "millionths_of_a_cent", "time": "utc"}
NAMES = {"cents": "amount", "amount": "contribution", "by": "done_by"}
"""Names that say little, or too much alike, beside the others of their sheet."""


def titled(column: SheetColumn) -> str:
    """The name of a column with its unit: a spreadsheet shows nothing else of it."""
    return "_".join(filter(None, [NAMES.get(column.name, column.name), UNITS.get(column.kind, "")]))


# --- comma-separated values -------------------------------------------------------------------------------------------


def _shown(column: SheetColumn, value: Any) -> Any:
    if value is None:
        return ""
    if column.kind == "time":
        return datetime.fromtimestamp(value / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return int(value) if column.kind == "truth" else value


def _line(values: Iterable[Any]) -> bytes:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow([_cell(value) for value in values])
    return out.getvalue().encode()


def _cell(value: Any) -> Any:
    """No text may become a formula in somebody's spreadsheet."""
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return f"'{value}"
    return value
