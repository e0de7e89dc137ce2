"""A dealer without pauses does what is due in one go: fewer commits, and nothing else differs. The same rounds dealt
act by act and in runs leave the same rows, the same money and the same meters, to the last byte of the chain."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from sqlalchemy import select

import house.running as r
from house.planting import no_space
from pitboss.house.audit.verify import verify
from pitboss.house.fair.keys import Keys
from pitboss.house.house import House
from pitboss.house.live.now import TableChange
from pitboss.house.live.table import LiveTable
from pitboss.house.store import schema
from pitboss.house.store.opening import open_store, snapshot
from pitboss.house.trail.bodies import ActDone
from pitboss.table import actions as a
from pitboss.table.refusals import Refusal

KEPT = (schema.trail, schema.postings, schema.accounts, schema.meter_log, schema.meters, schema.rounds, schema.hands)
ROUNDS = 12
PLAYERS = ("Ann", "Ben", "Cyd")


class Poor(Struct, frozen=True):
    """So little lies in the inventory that payments need fills on the way."""

    table_float: int = 1_000
    capital: int = 1_000_000_000


def house_in(folder: Path, game: str) -> House:
    folder.mkdir(exist_ok=True)
    store = open_store(f"sqlite:///{folder / 'house.db'}")
    keys = Keys.load(folder / "house.key", make=True)
    return House(store, keys, Poor(), clock=lambda: r.START, new_seed=r.seeds(f"{game} b"))


async def table_in(house: House, game: str) -> LiveTable:
    await house.start()
    more = r.PROGRESSIVE if game == "let-it-ride" else {}
    return await r.at_table(house, r.terms(game, **more), *PLAYERS, chips=1_000_000)


async def deal(table: LiveTable, run: bool) -> None:
    """Rounds until the bets are open again, with a progressive wager where there is one."""
    for _ in range(ROUNDS):
        for number, player in enumerate(PLAYERS, start=1):
            await r.bet(table, player)
            if "progressive" in table.now.rules.index:
                stake = table.now.rules.limits("progressive").minimum
                await r.done(table.act(f"player:{player}", a.PlaceWager(number, "progressive", stake)))
        await r.done(table.act("dealer", a.CloseBets()))
        while True:
            answer = await table.perform(run=run)
            assert not isinstance(answer, Refusal), answer
            if answer is None:
                choice = r.next_decision(table)
                if choice is None:
                    break
                await r.done(table.act(*choice))


def rows(house: House) -> dict[str, list[Any]]:
    with house.engine.connect() as conn:
        return {kept.name: [tuple(row) for row in conn.execute(select(kept)).all()] for kept in KEPT}


@pytest.mark.parametrize("game", r.GAMES)
def test_a_run_leaves_what_single_acts_leave(game: str, tmp_path: Path) -> None:
    async def played(run: bool) -> tuple[dict[str, list[Any]], int]:
        folder = tmp_path / ("run" if run else "single")
        house = house_in(folder, game)
        table = await table_in(house, game)
        before = house.writer.commits
        await deal(table, run)
        commits, found = house.writer.commits - before, rows(house)
        with snapshot(house.engine) as conn:
            wrong = [found.text for found in verify(conn, keys=house.keys).found]
        assert len(wrong) == 1, wrong
        assert "no checkpoint" in wrong[0], "this house signs none"
        house.close()
        return found, commits

    async def scene() -> None:
        (single, many), (run, few) = await played(False), await played(True)
        for name in single:
            assert run[name] == single[name], name
        fills = [row for row in run["postings"] if row[5] == "fill"]
        assert len(fills) > 2, "payments on the way needed chips"
        assert few < many * 0.8

    asyncio.run(scene())


def test_what_a_run_holds(tmp_path: Path) -> None:
    """From the last decision on: the dealer's cards, every hand, the end of the round, and no further; the next run
    shuffles and opens the bets."""

    async def scene() -> None:
        game = "ultimate-texas-holdem"
        house = house_in(tmp_path / "store", game)
        table = await table_in(house, game)
        heard: list[list[type[a.Action]]] = []

        def listen(_: LiveTable, change: TableChange) -> None:
            heard.append([type(body.act) for body in change.bodies if isinstance(body, ActDone)])

        table.listeners.append(listen)
        await deal(table, run=True)
        three = [a.ShowCards, a.SettleHand, a.SettleHand, a.SettleHand, a.ClearTable]
        assert three in heard
        assert [a.ShuffleCards, a.CutCards, a.OpenRound] in heard
        assert all(acts.index(a.ClearTable) == len(acts) - 1 for acts in heard if a.ClearTable in acts)
        assert all(acts.index(a.OpenRound) == len(acts) - 1 for acts in heard if a.OpenRound in acts)
        house.close()

    asyncio.run(scene())


def test_a_run_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    async def scene() -> None:
        game = "dragon-poker"
        house = house_in(tmp_path / "store", game)
        table = await table_in(house, game)
        for player in PLAYERS:
            await r.bet(table, player)
        await r.done(table.act("dealer", a.CloseBets()))
        before, money = table.now, rows(house)

        with no_space(house):
            answer = await table.perform(run=True)
        assert isinstance(answer, Refusal), answer
        assert answer.code == "store"
        assert table.now is before
        assert rows(house) == money
        await r.done(table.perform(run=True))
        after = table.now
        assert after.number > before.number + 1
        house.close()
        again = house_in(tmp_path / "store", game)
        await again.start()
        found = again.tables[table.fixed.chain].now
        assert (found.state, found.hash, found.seq) == (after.state, after.hash, after.seq)
        assert [pack.order for pack in found.packs.values()] == [pack.order for pack in after.packs.values()]
        again.close()

    asyncio.run(scene())
