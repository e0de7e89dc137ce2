"""A clock that is set back, and a disk that is full, in the middle of a round."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

import house.running as r
from house.planting import Disk
from house.test_live_random import repeats
from house.test_live_tables import agrees
from pitboss.house.fair.keys import Keys
from pitboss.house.house import House
from pitboss.house.store import schema
from pitboss.house.store.opening import open_store
from pitboss.table import actions as a
from pitboss.table.refusals import Refusal


class Jumping:
    """A clock that goes on by a second, and sometimes falls far back."""

    def __init__(self) -> None:
        self.looks = 0
        self.least = r.START

    def __call__(self) -> int:
        self.looks += 1
        back = (self.looks % 7) * 3_600_000 if self.looks % 3 == 0 else 0
        now = r.START + self.looks * 1000 - back
        self.least = min(self.least, now)
        return now


@pytest.mark.parametrize("game", r.GAMES)
def test_rows_never_run_backwards(game: str, sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        clock = Jumping()
        house = await r.open_house(sqlite_url, tmp_path, clock=clock)
        table = await r.at_table(house, game, "Ann", "Ben")
        await r.play_round(table, "Ann", "Ben")
        made = await house.cage.transfer("patron:Ann", "patron:Ben", 1, "floorperson:Flo", "a debt")
        assert isinstance(made, int)
        used = table.now.shuffles + 1
        house.close()
        clock.looks -= 1000  # and it is earlier still after a restart
        house = await r.open_house(sqlite_url, tmp_path, first=used, clock=clock)
        table = house.tables[1]
        await r.play_round(table, "Ann", "Ben")
        await house.cage.transfer("patron:Ann", "patron:Ben", 1, "floorperson:Flo", "a debt")
        assert clock.least < r.START
        with house.engine.connect() as conn:
            row = schema.trail.c
            for chain in (0, 1):
                times = conn.execute(select(row.at).where(row.chain == chain).order_by(row.number)).scalars().all()
                assert times == sorted(times)
                assert times[-1] >= r.START
            rounds = conn.execute(select(schema.rounds).order_by(schema.rounds.c.round)).all()
        assert all(found.cleared_at >= found.opened_at for found in rounds[:2])
        agrees(house, table)
        await repeats(house, table)
        house.close()

    asyncio.run(scene())


def test_a_full_disk_in_the_middle_of_a_round(sqlite_url: str, tmp_path: Path) -> None:
    """Again and again the disk is full: what finds no room is refused and changes nothing; with space it goes on."""
    engine = open_store(sqlite_url)
    disk = Disk(engine)

    async def scene() -> None:
        clock = r.Ticking()
        keys = Keys.load(tmp_path / "house.key", make=True)
        house = House(engine, keys, r.Means(), clock=clock, new_seed=r.seeds("cards"))
        await house.start()
        table = await r.at_table(house, "let-it-ride", "Ann", "Ben")
        for player in ("Ann", "Ben"):
            await r.bet(table, player)

        refused, told = 0, list[str]()
        house.writer.on_trouble = told.append
        while table.now.state.round == 1:
            house.writer._forget()
            disk.full()
            refused += await _until_no_room(house, table, told)
            house.writer._forget()
            disk.space()
            if table.now.state.round > 1:
                break
            answer = await _next(table, r.next_decision(table))
            assert not isinstance(answer, Refusal), "there is space again, and nothing else is wrong"
            agrees(house, table)
        assert refused >= 1
        await r.finish(table)
        agrees(house, table)
        await repeats(house, table)
        before, used = table.now, table.now.shuffles + 1
        house.close()
        house = await r.open_house(sqlite_url, tmp_path, first=used, clock=clock)
        assert house.tables[1].now.hash == before.hash
        house.close()

    asyncio.run(scene())


async def _until_no_room(house: House, table: Any, told: list[str]) -> bool:
    """Acts until one is refused, or the round is over: small rows still find room on their pages, in the end there is
    none. Whether one was refused, which changes nothing."""
    for _ in range(40):
        before, balances, asked = table.now, dict(house.bank._balances), r.next_decision(table)
        answer = await _next(table, asked)
        if isinstance(answer, Refusal) or table.now.state.round > 1:
            break
    if not isinstance(answer, Refusal):
        return False
    assert answer.code == "store"
    assert "full" in told[-1], "those who run the house hear why"
    assert table.now is before
    assert house.bank._balances == balances
    again = await _next(table, asked)
    assert isinstance(again, Refusal), "still full"
    assert table.now is before
    return True


async def _next(table: Any, asked: Any) -> Any:
    if asked is not None:
        return await table.act(*asked)
    if table.step_name == "bets":
        return await table.act("dealer", a.CloseBets())
    return await table.perform()
