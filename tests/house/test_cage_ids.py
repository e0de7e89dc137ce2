"""What was answered under an id is answered again, after a restart and when the house remembers it no more."""

import asyncio
from pathlib import Path

import pytest

import house.running as r
from house.test_cage import FLO, code, mirrored
from pitboss.house.live.table import Done
from pitboss.table import actions as a


def test_ids_are_remembered_across_a_restart_with_what_they_meant(store_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        table = await r.at_table(house, "ultimate-texas-holdem", "Ann")
        wagers = [a.PlaceWager(1, wager, 500) for wager in ("ante", "blind")]
        numbers = [(await r.done(table.act("player:Ann", act, act.wager))).seq for act in wagers]
        for answer in (table.add_seed("Ann", "luck", 1, "s"), table.say_ready("Ann", 1, "r")):
            numbers.append((await r.done(answer)).seq)
        for cents, act_id in ((100, "f"), (-100, "g")):
            numbers.append((await r.done(table.chips(cents, FLO, "chips", act_id))).seq)
        first, clock = table.now.shuffles + 1, house.clock
        house.close()
        house = await r.open_house(store_url, tmp_path, first=first, clock=clock)
        table = house.tables[1]
        for number, answer in zip(
            numbers,
            (
                *(table.act("player:Ann", act, act.wager) for act in wagers),
                table.add_seed("Ann", "luck", 1, "s"),
                table.say_ready("Ann", 1, "r"),
                table.chips(100, FLO, "chips", "f"),
                table.chips(-100, FLO, "chips", "g"),
            ),
            strict=True,
        ):
            assert await answer == Done(number, again=True)
        before = table.now
        for answer in (
            table.act("player:Ann", a.PlaceWager(1, "ante", 1000), "ante"), table.add_seed("Ann", "luck", 1, "ante"),
            table.add_seed("Ann", "more luck", 1, "s"), table.say_ready("Ann", 1, "ante"),
            table.chips(101, FLO, "chips", "f"), table.chips(100, FLO, "chips", "g"),
        ):  # fmt: skip
            assert code(await answer) == "id_reused"
        assert table.now is before
        house.close()

    asyncio.run(scene())


def test_an_id_older_than_the_memory_is_answered_as_before(
    store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.house.live.ids.IDS_REMEMBERED", 1)

    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        table = await r.at_table(house, "ultimate-texas-holdem", "Ann")
        numbers = [
            (await r.done(table.act("player:Ann", a.PlaceWager(1, "ante", cents), act_id))).seq
            for act_id, cents in (("one", 500), ("two", 1000))
        ]
        before = table.now
        assert await table.act("player:Ann", a.PlaceWager(1, "ante", 500), "one") == Done(numbers[0], again=True)
        assert code(await table.act("player:Ann", a.PlaceWager(1, "ante", 1000), "one")) == "id_reused"
        assert table.now is before
        await r.done(table.act("player:Ann", a.PlaceWager(1, "ante", 1500), "three"))
        assert mirrored(house)["patron:Ann"] == 100_000 - 1500
        house.close()

    asyncio.run(scene())
