"""kill -9 at every commit of a round. Afterwards the house starts with everything that was acknowledged and at most one
act more, with the same cards; whoever got no answer sends his act again and it counts once; and the round ends as if
nothing had happened, to the last byte of the trail and the last cent of the books."""

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import Engine, select

import house.crashing as c
import house.running as r
from house.stores import new_store
from house.test_live_random import repeats
from house.test_live_tables import agrees
from pitboss.house.fair.keys import Keys
from pitboss.house.fair.scheme import order
from pitboss.house.house import House
from pitboss.house.live import packs, restart
from pitboss.house.live.repetition import DoesNotFollow, repeat
from pitboss.house.live.table import Done, LiveTable
from pitboss.house.money.bank import Bank
from pitboss.house.store import opening, schema
from pitboss.house.store.opening import open_store
from pitboss.rulebook.terms import MICRO
from pitboss.table import actions as a

ROOT = Path(__file__).parents[2]
KEPT = (
    schema.trail,
    schema.postings,
    schema.accounts,
    schema.meters,
    schema.meter_log,
    schema.rounds,
    schema.hands,
    schema.shuffles,
    schema.tables,
)
CARRIED = {"meters": {"Progressive": {"rate": "5.1234"}}}
"""A rate that leaves parts of a cent in the meter."""


class Crasher:
    """The process that forks houses and lets them die."""

    def __init__(self) -> None:
        paths = os.pathsep.join(str(ROOT / folder) for folder in ("src", "tests"))
        self._process = subprocess.Popen(
            [sys.executable, "-c", "from house.crashing import main; main()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": paths},
        )

    def __call__(self, url: str, folder: Path, when: str = "", commit: int = 0, plant: str = "") -> c.Told:
        pipe, answers = self._process.stdin, self._process.stdout
        assert pipe is not None
        assert answers is not None
        pipe.write(msgspec.json.encode(c.Order(url, str(folder), when, commit, plant)) + b"\n")
        pipe.flush()
        line = answers.readline()
        assert line, "the process that should have been killed failed"
        return msgspec.json.decode(line, type=c.Told)

    def close(self) -> None:
        self._process.communicate(timeout=30)


@pytest.fixture(scope="module")
def crash() -> Iterator[Crasher]:
    made = Crasher()
    yield made
    made.close()


@pytest.fixture(scope="module")
def shm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder in memory where there is one: a killed process loses nothing that it has written to a file."""
    memory = Path("/dev/shm")
    folder = tmp_path_factory.mktemp("crashes")
    if not os.access(memory, os.W_OK):
        yield folder
        return
    made = Path(tempfile.mkdtemp(prefix="pitboss-crashes-", dir=memory))
    yield made
    shutil.rmtree(made)


@pytest.fixture
def seeds(monkeypatch: pytest.MonkeyPatch) -> c.Seeds:
    return c.Seeds(monkeypatch.setattr)


def kept(engine: Engine) -> dict[str, list[tuple[Any, ...]]]:
    """Everything in the store but the sealed seeds, which are sealed anew every time."""
    found = {}
    with engine.connect() as conn:
        for table in KEPT:
            columns = [column for column in table.columns if column.name != "sealed"]
            rows = conn.execute(select(*columns).order_by(*table.primary_key.columns)).all()
            found[table.name] = [tuple(bytes(v) if isinstance(v, memoryview) else v for v in row) for row in rows]
    return found


def trail(found: dict[str, list[tuple[Any, ...]]], chain: int) -> list[tuple[Any, ...]]:
    return [row for row in found["trail"] if row[0] == chain]


class Scene:
    """A store with people at its tables, and what becomes of it when nobody dies."""

    def __init__(self, crash: Crasher, folder: Path, seeds: c.Seeds, games: tuple[str, ...]) -> None:
        self.crash, self.folder, self.seeds, self.games = crash, folder, seeds, games
        self.recoveries = 0

    def made(self, url: str) -> "Scene":
        """Opens the tables and plays a round at each, so that there is a kept state to begin from."""
        asyncio.run(self._make(url))
        return self

    async def _make(self, url: str) -> None:
        house = await c.open_house(url, self.folder, self.seeds)
        for number, game in enumerate(self.games):
            overrides = CARRIED if game == "let-it-ride" else {}
            table = await r.at_table(
                house, r.terms(game, table=f"{game} {number}", **overrides), f"Ann {number}", f"Ben {number}"
            )
            await c.play(table, 2)
        house.close()

    def uninterrupted(self, url: str) -> None:
        """How it ends, after which rows each table answered, and with how many commits."""
        told = self.crash(url, self.folder)
        assert not told.killed
        assert told.commits > 10
        self.commits, self.acknowledged = told.commits, told.acknowledged
        engine = open_store(url)
        self.end = kept(engine)
        engine.dispose()

    def killed(self, url: str, when: str, commit: int, plant: str = "") -> c.Told:
        told = self.crash(url, self.folder, when, commit, plant)
        assert told.killed
        return told

    def recovers(self, url: str, told: c.Told) -> None:
        asyncio.run(self._recover(url, told))

    async def _recover(self, url: str, told: c.Told) -> None:
        house = await c.open_house(url, self.folder, self.seeds)
        try:
            self._nothing_lost(house, told)
            for chain, sent in told.sent.items():
                await self._sent_again(house, chain, sent, told)
            for table in house.tables.values():
                await c.play(table, 3)
                agrees(house, table)
            self.recoveries += 1
            if self.recoveries % 5 == 1:  # below it is shown that every trail is the same to the byte
                for table in house.tables.values():
                    await repeats(house, table)
            ended = kept(house.engine)
            for name, rows in self.end.items():
                assert ended[name] == rows, name
        finally:
            house.close()

    def _nothing_lost(self, house: House, told: c.Told) -> None:
        """Every table stands after its last acknowledged act or one more: the very rows of the uninterrupted run."""
        found = kept(house.engine)
        for chain, table in house.tables.items():
            rows, all_of_it = trail(found, chain), trail(self.end, chain)
            assert rows == all_of_it[: len(rows)]
            heard, order = told.acknowledged.get(chain, []), self.acknowledged[chain]
            assert heard == order[: len(heard)]
            begun = order[0] - 1 if not heard else heard[-1]
            assert table.now.number == len(rows)
            assert len(rows) in (begun, *order[len(heard) : len(heard) + 1])

    async def _sent_again(self, house: House, chain: int, sent: c.Sent, told: c.Told) -> None:
        table = house.tables[chain]
        if not sent.id:
            return  # the staff look at the state and do what is due
        due = self.acknowledged[chain][len(told.acknowledged.get(chain, []))]
        arrived = table.now.number == due
        before = table.now
        assert await c.send(table, sent) == Done(due, again=arrived)
        assert (table.now is before) == arrived
        assert await c.send(table, sent) == Done(due, again=True)
        assert table.now.number == due


@pytest.fixture
def scene(crash: Crasher, seeds: c.Seeds, shm: Path, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """`scene(*games)` gives a scene on SQLite, and a function that copies its store as it was at the beginning."""
    folder = shm / tmp_path.name
    folder.mkdir()

    def make(*games: str) -> tuple[Scene, Callable[[], str]]:
        base = folder / "base.db"
        made = Scene(crash, folder, seeds, games).made(new_store(base))

        def copy() -> str:
            for old in folder.glob("copy.db*"):
                old.unlink()
            shutil.copyfile(base, folder / "copy.db")
            return f"sqlite:///{folder / 'copy.db'}"

        made.uninterrupted(copy())
        return made, copy

    yield make
    shutil.rmtree(folder)


@pytest.mark.parametrize("game", r.GAMES)
def test_killed_at_every_commit_of_a_round(game: str, scene: Callable[..., Any]) -> None:
    made, copy = scene(game)
    assert len(made.acknowledged[1]) == made.commits, "one table alone: a commit for every act"
    kinds = {row[3] for row in trail(made.end, 1)}
    assert {"act", "seed", "ready", "commitment", "reveal"} <= kinds
    for commit in range(1, made.commits + 1):
        for when in (c.BEFORE, c.AFTER):
            url = copy()
            told = made.killed(url, when, commit)
            assert len(told.acknowledged.get(1, [])) == commit - 1
            made.recovers(url, told)


def test_killed_while_several_tables_share_their_commits(scene: Callable[..., Any]) -> None:
    made, copy = scene(*r.GAMES, "let-it-ride")
    acts = sum(len(seqs) for seqs in made.acknowledged.values())
    # On a busy computer each act may have a commit of its own; what is killed must come back either way.
    assert made.commits <= acts
    least = max(len(seqs) for seqs in made.acknowledged.values())  # one table's acts never share a commit
    for commit in range(2, least + 1, least // 5):
        for when in (c.BEFORE, c.AFTER):
            url = copy()
            made.recovers(url, made.killed(url, when, commit))


def test_killed_on_postgresql(crash: Crasher, seeds: c.Seeds, _postgres: Any, tmp_path: Path) -> None:
    """The process dies, the server stays; it rolls back what was not committed."""
    with _postgres.database("made") as base:
        name = base.split("?")[0].rpartition("/")[2]
        made = Scene(crash, tmp_path, seeds, ("let-it-ride",)).made(base)
        with _postgres.database(name) as url:
            made.uninterrupted(url)
        for commit in range(2, made.commits + 1, 9):
            for when in (c.BEFORE, c.AFTER):
                with _postgres.database(name) as url:
                    made.recovers(url, made.killed(url, when, commit))


# --- a torn write -----------------------------------------------------------------------------------------------------


def test_a_torn_write_leaves_the_commit_before(scene: Callable[..., Any], seeds: c.Seeds) -> None:
    """The disk got only a part of the last commit: the store opens with the one before."""
    made, copy = scene("ultimate-texas-holdem")
    url, torn = copy(), 0
    file = made.folder / "copy.db"
    wal = Path(f"{file}-wal")

    async def opened_torn(size: int, number: int) -> None:
        part = made.folder / "torn.db"
        for old in made.folder.glob("torn.db*"):
            old.unlink()
        shutil.copyfile(file, part)
        Path(f"{part}-wal").write_bytes(wal.read_bytes()[:size])
        house = await c.open_house(f"sqlite:///{part}", made.folder, seeds)
        found = trail(kept(house.engine), 1)
        assert (len(found), house.tables[1].now.number) == (number, number)
        assert found == trail(made.end, 1)[:number]
        house.close()

    async def scenes() -> None:
        nonlocal torn
        house = await c.open_house(url, made.folder, seeds)
        table = house.tables[1]
        while (sent := c.next_act(table, 3)) is not None:
            before, size = table.now.number, wal.stat().st_size if wal.exists() else 0
            await r.done(c.send(table, sent))
            full = wal.stat().st_size
            if size and full > size and torn < 8:
                torn += 1
                for cut in (size, size + 1, (size + full) // 2, full - 1):
                    await opened_torn(cut, before)
                await opened_torn(full, table.now.number)
        house.close()

    asyncio.run(scenes())
    assert torn == 8


# --- the checks can fail ----------------------------------------------------------------------------------------------


def at(made: Scene, kind: type[a.Action], nth: int = 0) -> int:
    """The number of the commit with an act of this kind."""
    rows = trail(made.end, 1)
    acts = [bytes(rows[_first(made, seq) - 1][8]) for seq in made.acknowledged[1]]
    return [n for n, body in enumerate(acts, 1) if f'"{kind.__name__}"'.encode() in body][nth]


def _first(made: Scene, seq: int) -> int:
    """The first row of the act that ended with this one."""
    place = made.acknowledged[1].index(seq)
    return made.acknowledged[1][place - 1] + 1 if place else seq


def test_acknowledging_before_the_commit_is_noticed(scene: Callable[..., Any]) -> None:
    made, copy = scene("ultimate-texas-holdem")
    for commit in (1, 6, made.commits // 2):
        url = copy()
        told = made.killed(url, c.BEFORE, commit, plant="early")
        with pytest.raises(AssertionError):
            made.recovers(url, told)


def test_settling_twice_after_a_restart_is_noticed(scene: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    made, copy = scene("ultimate-texas-holdem")

    def forgetful(fixed: Any, now: Any, rows: Any, seed: Any) -> Any:
        """The state before the last act, under the head after it."""
        for found, change in repeat(fixed, now, rows, seed):
            last = change.now
            yield found, replace(change, now=replace(last, state=now.state))
            now = last

    for kind in (a.SettleHand, a.PlaceWager):
        url = copy()
        told = made.killed(url, c.AFTER, at(made, kind))
        with monkeypatch.context() as planted:
            planted.setattr(restart, "repeat", forgetful)
            with pytest.raises(AssertionError):
                made.recovers(url, told)


def test_dropping_the_carry_of_a_meter_is_noticed(scene: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    made, copy = scene("let-it-ride")
    assert [row[1] % MICRO for row in made.end["meters"]] == [246_800]
    url = copy()
    told = made.killed(url, c.BEFORE, at(made, a.SettleHand))
    real = Bank.__init__

    def rounded(bank: Bank, balances: Any, readings: Any, *more: Any) -> None:
        real(bank, balances, {name: reading // MICRO * MICRO for name, reading in readings.items()}, *more)

    monkeypatch.setattr(Bank, "__init__", rounded)
    with pytest.raises(AssertionError):
        made.recovers(url, told)


def test_applying_a_repeated_id_twice_is_noticed(scene: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    made, copy = scene("ultimate-texas-holdem")
    url = copy()
    told = made.killed(url, c.AFTER, at(made, a.PlaceWager))
    real = LiveTable.act
    monkeypatch.setattr(LiveTable, "act", lambda table, by, action, act_id=None: real(table, by, action))
    with pytest.raises(AssertionError):
        made.recovers(url, told)


def test_a_new_seed_after_a_restart_is_noticed(scene: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    made, copy = scene("ultimate-texas-holdem")
    url = copy()
    told = made.killed(url, c.BEFORE, at(made, a.DealCards))
    with monkeypatch.context() as planted:
        planted.setattr(Keys, "unseal", lambda *_: bytes(32))
        with pytest.raises((AssertionError, restart.CannotRestore)):
            made.recovers(url, told)
    monkeypatch.setattr(packs, "order", lambda cards, seed, own, context: order(cards, bytes(32), own, context))
    with pytest.raises((AssertionError, DoesNotFollow)):
        made.recovers(url, told)


# --- acknowledged means on the disk -----------------------------------------------------------------------------------


async def durable(house: House) -> None:
    """The writer's own connection waits for the disk at every commit."""

    def look(conn: Any) -> tuple[Any, ...]:
        sqlite = conn.dialect.name == "sqlite"
        asked = ("PRAGMA journal_mode", "PRAGMA synchronous") if sqlite else ("SHOW synchronous_commit",)
        return tuple(conn.exec_driver_sql(words).scalar() for words in asked)

    assert await house.writer.write(look) in (("wal", 2), ("on",))


def test_the_writer_waits_for_the_disk(store_url: str, tmp_path: Path) -> None:
    async def look() -> None:
        house = await r.open_house(store_url, tmp_path)
        await durable(house)
        house.close()

    asyncio.run(look())


@pytest.mark.parametrize("less", ["OFF", "NORMAL"])
def test_not_waiting_for_the_disk_is_noticed(
    less: str, sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    planted = tuple(words.replace("synchronous = FULL", f"synchronous = {less}") for words in opening.PRAGMAS)
    assert planted != opening.PRAGMAS
    monkeypatch.setattr(opening, "PRAGMAS", planted)

    async def look() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        with pytest.raises(AssertionError):
            await durable(house)
        house.close()

    asyncio.run(look())
