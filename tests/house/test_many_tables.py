"""A house of many tables: all are listed, and all go on in the same rounds with the same cards after a restart."""

import asyncio
import gzip
from pathlib import Path
from typing import Any

import httpx
import pytest

from house import running as r
from house.server_support import Served, served, until
from pitboss.house.archive.joining import verify_store
from pitboss.house.live.table import LiveTable
from pitboss.house.store.opening import transaction
from pitboss.house.trail import checkpoints
from pitboss.rulebook.folders import games
from pitboss.rulebook.submission import check, default_submission
from pitboss.table import actions as a
from pitboss.table.refusals import Refusal

TABLES = 40


def held(table: LiveTable) -> Any:
    """Everything that decides how a round goes on."""
    now = table.now
    decks = {number: (pack.shuffle, pack.seed, pack.order, pack.next) for number, pack in now.packs.items()}
    return now.state, decks, now.coming, now.number, now.hash


async def in_a_round(house: Any, number: int) -> LiveTable:
    """A table at which somebody has wagered and cards are dealt; every other one is left while bets are open."""
    game = r.GAMES[number % len(r.GAMES)]
    table = await r.at_table(house, r.terms(game, table=f"Table {number}"), "Ann", "Bob", chips=100_000_000)
    for player in ("Ann", "Bob"):
        await r.bet(table, player)
    if number % 2:
        await r.done(table.act("dealer", a.CloseBets()))
        await r.staff(table)
        assert r.next_decision(table) is not None
    return table


def test_every_table_goes_on_where_it_was(store_url: str, tmp_path: Path) -> None:
    async def play() -> None:
        clock = r.Ticking()
        house = await r.open_house(store_url, tmp_path, clock=clock)
        before = {}
        for number in range(1, TABLES + 1):
            table = await in_a_round(house, number)
            before[table.fixed.chain] = held(table)
        house.close()
        house = await r.open_house(store_url, tmp_path, first=1000, clock=clock)
        assert {chain: held(table) for chain, table in house.tables.items()} == before
        assert sorted(table.fixed.name for table in house.tables.values()) == sorted(
            f"Table {number}" for number in range(1, TABLES + 1)
        )
        for table in house.tables.values():
            playing = table.now.state.round
            if table.step_name == "bets":
                await r.done(table.act("dealer", a.CloseBets()))
            await r.finish(table)
            assert table.now.state.round == playing + 1, "it was played to its end"
        with transaction(house.engine) as conn:
            assert checkpoints.sign(conn, house.keys, clock()) is not None
        found = verify_store(house.engine, keys=house.keys)
        assert (found.found, found.rounds) == ([], TABLES)
        house.close()

    asyncio.run(play())


def test_a_name_is_taken_once_among_many(sqlite_url: str, tmp_path: Path) -> None:
    async def test() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        for number in range(TABLES):
            await r.opened(house, r.terms(r.GAMES[0], table=f"Table {number}"))
        refused = await house.open_table(r.terms(r.GAMES[0], table="Table 7"))
        assert isinstance(refused, Refusal) and refused.code == "name_taken"
        assert len(house.tables) == TABLES
        house.close()

    asyncio.run(test())


# --- as people meet them ----------------------------------------------------------------------------------------------


def submissions(folder: Path) -> tuple[Path, ...]:
    """A file for each table, as an operator names them in the settings."""
    known, made = games(), []
    for number in range(1, TABLES + 1):
        text = default_submission(known[number % len(known)])
        terms = check(text).terms
        assert terms is not None
        made.append(folder / f"{number}.toml")
        made[-1].write_text(text.replace(terms.table, f"Table {number}"), encoding="utf-8")
    return tuple(made)


def lobby(house: Served) -> list[dict[str, Any]]:
    """As a browser asks for it: what travels is compressed."""
    with httpx.stream("GET", f"{house.url}/api/v1/tables", headers={"Accept-Encoding": "gzip"}) as answer:
        assert answer.status_code == 200 and answer.headers["content-encoding"] == "gzip"
        found: list[dict[str, Any]] = httpx.Response(200, content=gzip.decompress(b"".join(answer.iter_raw()))).json()
    return found


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_all_of_them_are_listed_and_come_back(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    database = {} if kind == "sqlite" else {"database": request.getfixturevalue("postgresql_url")}
    how: dict[str, Any] = {"submissions": submissions(tmp_path), **database}
    with served(tmp_path / "house", **how) as first:
        before = lobby(first)
        assert [table["name"] for table in before] == [f"Table {number}" for number in range(1, TABLES + 1)]
        assert [table["id"] for table in before] == list(range(1, TABLES + 1))
        player = first.guest("Ann")
        with player.sit(TABLES, 1) as table:
            table.wait(lambda t: t.view.step == "bets")
        assert first.http.get("/").status_code == 200
    with served(tmp_path / "house", **how) as second:
        assert [(table["id"], table["name"], table["game"]) for table in lobby(second)] == [
            (table["id"], table["name"], table["game"]) for table in before
        ]
        assert not [notice for notice in second.running.notices if "table" in notice], "all run under their terms"


def test_two_processes_list_all_of_them(postgresql_url: str, tmp_path: Path) -> None:
    """Each has half; whoever is asked answers for both, compressed like everything else."""
    how: dict[str, Any] = {"submissions": submissions(tmp_path), "database": postgresql_url}
    with served(tmp_path / "house", **how) as one, served(tmp_path / "house", **how) as two:
        until(lambda: [len(each.running.house.tables) for each in (one, two)] == [TABLES // 2] * 2)
        until(lambda: all(_others(each) == 1 for each in (one, two)))
        for each in (one, two):
            assert [table["id"] for table in lobby(each)] == list(range(1, TABLES + 1))


def _others(server: Served) -> int:
    """How many other processes this one knows of."""
    shared = server.running.app.desk.shared
    assert shared is not None
    return len(shared.membership.others())
