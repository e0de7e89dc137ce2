"""Two tables that share a meter, where anything may go wrong at either: what the meter reads is what both trails come
to, and every payment and reversal was worked out from what it read at that moment."""

import asyncio
import random
from pathlib import Path

import pytest
from sqlalchemy import select, text

import house.running as r
from house.test_live_random import wander, with_meters
from house.test_live_tables import agrees
from pitboss.house.house import House
from pitboss.house.live.sheet import seen
from pitboss.house.live.storage import MeterMoved
from pitboss.house.store import schema
from pitboss.house.trail import bodies as b
from pitboss.house.trail.rows import read
from pitboss.table import actions as a
from pitboss.table import events as e
from progressives import METER
from second_books import MICRO
from support import LIR, UTH

SHARED, INITIAL = "Grand", 2_000 * 100 * MICRO


def by_the_trails(house: House) -> tuple[int, dict[type[e.Event], int]]:
    """What the meter must read, and how many events of each kind moved it. The meter's log says only in which order
    the rows of the tables came."""
    line = schema.meter_log.c
    with house.engine.connect() as conn:
        order = conn.execute(
            select(line.chain, line.row).where(line.meter == SHARED, line.what != "opened").order_by(line.number)
        ).all()
        bodies = {(chain, row.number): b.decode(row) for chain in (1, 2) for row in read(conn, chain)}
    reading = INITIAL
    kinds: dict[type[e.Event], int] = {e.ContributionPosted: 0, e.ContributionReversed: 0, e.MeterPaid: 0}
    for place in dict.fromkeys((chain, row) for chain, row in order):
        body = bodies.pop(place)
        assert isinstance(body, b.ActDone)
        for event in body.events:
            match event:
                case e.ContributionPosted(amount=amount):
                    reading += amount
                case e.ContributionReversed(amount=amount):
                    reading -= amount
                case e.MeterPaid(cents=cents, added=added, before=before):
                    assert before == reading, "it is paid from what the meter reads now, whoever moved it last"
                    reading += added - cents * MICRO
                case _:
                    continue
            kinds[type(event)] += 1
            assert event.reading == reading
    left = [event for body in bodies.values() if isinstance(body, b.ActDone) for event in body.events]
    assert not any(isinstance(event, tuple(kinds)) for event in left), "whatever moves the meter is in its log"
    return reading, kinds


@pytest.mark.parametrize(("game", "least"), [(LIR, (5, 1, 0)), (UTH, (5, 0, 5))])
def test_a_shared_meter_reads_what_both_trails_come_to(
    game: str, least: tuple[int, int, int], sqlite_url: str, tmp_path: Path
) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path, name="shared")
        tables = [
            await r.at_table(house, with_meters(game, name), "Ann", "Ben", chips=10_000_000, links={METER: SHARED})
            for name in ("One", "Two")
        ]
        chance = random.Random(4)
        for _ in range(12):
            for table in chance.sample(tables, 2):
                await wander(table, chance, 25)
            reading, kinds = by_the_trails(house)
            assert house.bank.reading(SHARED) == reading
            for table in tables:
                agrees(house, table)
                assert seen(table, "guest").meters == {METER: reading // MICRO}
        assert all(found >= few for found, few in zip(kinds.values(), least, strict=True)), kinds
        house.close()

    asyncio.run(scene())


def test_a_meter_that_another_has_moved_is_not_overwritten(store_url: str, tmp_path: Path) -> None:
    """Somebody else wrote to the store: the contribution that was worked out from the old reading is not written."""

    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        table = await r.at_table(house, with_meters(LIR), "Ann", links={METER: SHARED})
        await r.bet(table, "Ann")
        await r.done(table.act("player:Ann", a.PlaceWager(1, "progressive", 100)))
        await r.done(table.act("dealer", a.CloseBets()))
        await r.staff_until(table, a.PostContributions)
        with house.engine.begin() as conn:
            conn.execute(text("UPDATE meters SET reading = reading + 500000000"))
        with pytest.raises(MeterMoved, match="does not read"):
            await table.perform()
        with house.engine.connect() as conn:
            assert conn.execute(select(schema.meters.c.reading)).scalar_one() == INITIAL + 500_000_000
            assert len(conn.execute(select(schema.meter_log)).all()) == 1, "only that it was opened"
        house.close()

    asyncio.run(scene())
