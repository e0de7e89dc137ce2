"""A table's rounds for other programs: as a log that `pitboss replay` reads (`sheets.py` makes tables of them). The
faces are those of rounds that are over; an open round is left out."""

from collections.abc import Iterable, Iterator

from sqlalchemy import Connection

from pitboss.house.audit.faces import Opener, faces_of
from pitboss.house.audit.queries import round_line
from pitboss.house.audit.reading import decoded, rows
from pitboss.house.audit.terms import opened
from pitboss.house.audit.trouble import AuditTrouble
from pitboss.house.trail import bodies as b
from pitboss.house.trail.archived import archived
from pitboss.house.trail.rows import Row
from pitboss.play.log import copied_header, lines
from pitboss.table import events as e


class Log:
    """A table's log from its first act on: `pitboss replay` decides every act again, so it cannot begin later. It may
    end early: with a round, or before a moment."""

    def __init__(self, conn: Connection, chain: int, *, round: int | None = None, until: int | None = None) -> None:
        self._conn, self._chain, self._round, self._until = conn, chain, round, until
        self.records = self.rounds = 0
        self.left_out: list[tuple[int, int]] = []
        """(table, round): the open round that is not in it. Known when all lines have been read."""
        away = archived(conn, chain)
        if away is not None:
            raise AuditTrouble(
                "archived",
                f"the first rows of table {chain} are archived, in {away.file}, and a log begins with the table's "
                "first act; --archive, or the setting archive, names the folder for `pitboss audit export`",
            )
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
            self.left_out.append((self._chain, playing))
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
