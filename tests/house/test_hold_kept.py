"""The last look at what wagers brought: when a new one begins, and its figures for Prometheus."""

import asyncio

import msgspec
import pytest

from lab.hold.held_tables import rounds, terms_of
from pitboss.games import rules_for
from pitboss.house.audit.hold_report import HoldReport, HoldRow
from pitboss.house.audit.holding import AT_LEAST, HoldKeeper
from pitboss.house.server.metrics import ServerFigures
from pitboss.house.settings import Settings
from pitboss.lab.hold.records import LeftOut
from pitboss.lab.hold.tables import TableHold

GAME = "three-card-poker"


def report(*rows: HoldRow) -> HoldReport:
    return HoldReport(
        rows=list(rows), rounds=0, alarms=0, false_alarm=0.001, left_out=LeftOut(), refused=[], archived=0
    )


class Looks:
    """A clock, the rounds of a house, and how often it was looked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.cleared_at, self.looks = 1_000_000, 0, 0
        self.keeper = HoldKeeper(lambda: self.now)
        self.told = report()
        monkeypatch.setattr(self.keeper._auditor, "ask", self._ask)

    async def _ask(self, _: object) -> bytes:
        self.looks += 1
        return msgspec.json.encode(self.told)

    async def _cleared(self, since: int) -> bool:
        return self.cleared_at >= since

    async def open(self, *, again: bool = False) -> int:
        """How often it was looked when the page has been opened."""
        settings = Settings(database="sqlite:///none")
        seen = await self.keeper.seen(settings, "key", again=again, cleared=self._cleared)
        assert seen is not None and not seen.working
        return self.looks


def test_a_look_is_made_anew_where_rounds_have_been_cleared_since(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Looks(monkeypatch)

    async def evening() -> None:
        assert await made.open() == 1
        made.now += 10 * AT_LEAST
        assert await made.open() == 1, "nothing was played"
        made.cleared_at = made.now
        assert await made.open() == 2
        made.now += AT_LEAST - 1
        made.cleared_at = made.now
        assert await made.open() == await made.open(again=True) == 2, "that was just now"
        made.now += 1
        assert await made.open() == 3
        made.now += AT_LEAST
        assert await made.open() == 3 and await made.open(again=True) == 4

    asyncio.run(evening())


def test_every_row_is_a_series_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tables of one name, and one table whose wager pays otherwise under new terms and the old name."""
    held = TableHold(rules_for(terms_of(GAME)))
    (records,) = rounds(terms_of(GAME), 1)
    held.take(record.event for record in records)
    (row, _) = held.rows()
    told = msgspec.structs.asdict(row)
    same = HoldRow(**told, chain=1, table="Evening", game=GAME, practice=False)
    other = HoldRow(**told, chain=2, table="Evening", game=GAME, practice=False)
    made = Looks(monkeypatch)
    made.told = report(same, other, same)
    asyncio.run(made.open())
    lines = ServerFigures(dict, made.keeper.figures).text().decode().splitlines()
    series = [line.rpartition(" ")[0] for line in lines if line.startswith("pitboss_hold_win_cents{")]
    assert len(series) == len(set(series)) == 3
    assert [('chain="1"' in each, 'distribution="1"' in each) for each in series] == [
        (True, True),
        (False, True),
        (True, False),
    ]
