"""A table's rounds for other programs: as a log that `pitboss replay` reads, or as sheets for a spreadsheet. The faces
are those of rounds that are over; an open round is left out."""

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, select

from pitboss.house.audit.faces import Opener, faces_of
from pitboss.house.audit.queries import RoundLine, round_line, rows_of
from pitboss.house.audit.reading import decoded, rows
from pitboss.house.audit.recall import Happened, happened
from pitboss.house.audit.terms import opened
from pitboss.house.audit.trouble import AuditTrouble
from pitboss.house.store import schema
from pitboss.house.trail import bodies as b
from pitboss.house.trail.rows import Row
from pitboss.play.log import copied_header, lines
from pitboss.table import events as e

SHEETS = ("rounds", "wagers", "payments")


class Log:
    """A table's log from its first act on: `pitboss replay` decides every act again, so it cannot begin later. It may
    end early: with a round, or before a moment."""

    def __init__(self, conn: Connection, chain: int, *, round: int | None = None, until: int | None = None) -> None:
        self._conn, self._chain, self._round, self._until = conn, chain, round, until
        self.records = self.rounds = 0
        self.left_out = 0
        """The open round that is not in it; 0 where there is none. Known when all lines have been read."""
        if round is not None:
            found = round_line(conn, chain, round)
            if found.cleared_at is None:
                raise AuditTrouble("open", f"round {round} of table {chain} is not over: it cannot be exported")

    def lines(self) -> Iterator[bytes]:
        """The header and the records, line by line."""
        _, body = opened(self._conn, self._chain)
        faces = faces_of(body.terms)
        yield copied_header(body.terms, body.edition)
        held: list[tuple[Row, b.ActDone]] = []
        opener = Opener(faces)
        playing = 0
        for row in rows(self._conn, self._chain, kinds=("act", "reveal")):
            done = decoded(row)
            if isinstance(done, b.Reveal):
                opener.add(done)
                continue
            assert isinstance(done, b.ActDone)
            if not playing and held:
                yield from self._told(held, opener)
                held, opener = [], Opener(faces)
                if self._ended():
                    return
            if self._until is not None and row.at >= self._until and not playing:
                return
            held.append((row, done))
            playing = _playing(playing, done.events)
        if playing and not self._closed():
            self.left_out = playing
            held = _before_round(held)
        yield from self._told(held, opener)

    def _ended(self) -> bool:
        return self._round is not None and self._last >= self._round

    def _closed(self) -> bool:
        """A table that closed with its bets open has no open round."""
        return next(rows(self._conn, self._chain, kinds=("closed",)), None) is not None

    _last = 0

    def _told(self, held: list[tuple[Row, b.ActDone]], opener: Opener) -> Iterator[bytes]:
        for row, done in held:
            told = b.open_faces(done, opener.face)
            if opener.unopened:
                raise AuditTrouble(
                    "damaged", f"a card in row {row.number} of chain {row.chain} cannot be opened: run the verification"
                )
            for event in done.events:
                if isinstance(event, e.TableCleared):
                    self._last = event.round
                    self.rounds += 1
            self.records += len(done.events)
            yield from lines(b.records(row, told))


def _playing(now: int, events: Iterable[e.AnyEvent]) -> int:
    """The round that is open after these events; 0 between rounds."""
    for event in events:
        if isinstance(event, e.RoundOpened):
            now = event.round
        elif isinstance(event, e.TableCleared | e.TableIdle):
            now = 0
    return now


def _before_round(held: list[tuple[Row, b.ActDone]]) -> list[tuple[Row, b.ActDone]]:
    for place, (_, done) in enumerate(held):
        if any(isinstance(event, e.RoundOpened) for event in done.events):
            return held[:place]
    return held


# --- sheets -----------------------------------------------------------------------------------------------------------

_COMMON = ("table", "game", "round", "opened", "cleared")
_COLUMNS = {
    "rounds": ("void", "irregularities", "seat", "player", "wagered", "returned", "shuffle", "terms"),
    "wagers": ("row", "time", "by", "event", "seat", "player", "wager", "cents", "before", "clause"),
    "payments": (
        "row",
        "time",
        "by",
        "event",
        "seat",
        "player",
        "wager",
        "stake",
        "won",
        "back",
        "cents",
        "meter",
        "clause",
    ),
}
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


class Sheet:
    """Rounds that are over, as comma-separated values: one line for each hand, each wager or each payment. Amounts are
    cents, meters millionths of a cent, times UTC; where `practice` is 1 they are practice chips and no money."""

    def __init__(
        self,
        conn: Connection,
        chain: int,
        what: str = "rounds",
        *,
        round: int | None = None,
        since: int | None = None,
        until: int | None = None,
    ) -> None:
        if what not in SHEETS:
            raise AuditTrouble("sheet", f"there is no sheet '{what[:40]}'; the sheets are {', '.join(SHEETS)}")
        self._conn, self._chain, self._what = conn, chain, what
        self._round, self._since, self._until = round, since, until
        self.records = self.rounds = self.left_out = 0

    def lines(self) -> Iterator[bytes]:
        yield _line([*_COMMON, *_COLUMNS[self._what], "practice"])
        for number, cleared in self._numbers():
            if not cleared:
                self.left_out = number
                continue
            found = round_line(self._conn, self._chain, number)
            self.rounds += 1
            for line in self._of_round(found):
                self.records += 1
                yield _line([*line, int(found.practice)])

    def _numbers(self) -> Iterator[tuple[int, bool]]:
        c = schema.rounds.c
        asked = select(c.round, c.cleared_at).where(c.chain == self._chain).order_by(c.round).limit(500)
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
        common = [found.table, found.game, found.round, _time(found.opened_at), _time(found.cleared_at)]
        players = {hand.seat: hand.player for hand in found.hands}
        if self._what == "rounds":
            for hand in found.hands:
                yield [
                    *common,
                    int(found.void),
                    found.irregularities,
                    hand.seat,
                    hand.player,
                    hand.wagered,
                    hand.returned,
                    found.shuffle,
                    found.terms,
                ]
            return
        for each in happened(rows_of(self._conn, found.chain, found.round)):
            if isinstance(each.event, _EVENTS[self._what]):
                values = _values(each, players)
                yield [*common, *(values.get(name, "") for name in _COLUMNS[self._what])]


def _values(each: Happened, players: dict[int, str]) -> dict[str, Any]:
    event = each.event
    values = {name: getattr(event, name) for name in type(event).__struct_fields__}
    seat = values.get("seat", 0)
    if isinstance(event, e.ContributionPosted | e.ContributionReversed):
        values["before"] = ""
    return {
        **values,
        "row": each.row,
        "time": _time(each.at),
        "by": each.by,
        "event": type(event).__name__,
        "seat": seat or "",
        "player": players.get(seat, ""),
    }


def _time(at: int | None) -> str:
    if at is None:
        return ""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _line(values: Iterable[Any]) -> bytes:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow([_cell(value) for value in values])
    return out.getvalue().encode()


def _cell(value: Any) -> Any:
    """No text may become a formula in somebody's spreadsheet."""
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return f"'{value}"
    return "" if value is None else value
