"""The stores of campaigns: one that was made ready, and copies of it."""

import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, func, select

from fire.campaign import Place
from pitboss.house.audit.verify import verify
from pitboss.house.fair.keys import Keys
from pitboss.house.store import schema
from pitboss.house.store.opening import open_store, snapshot, transaction
from pitboss.house.trail import checkpoints
from pitboss.house.trail.checkpoints import heads


class Store:
    """A store on one of the two databases: `url` is made once, `copy` gives another like it."""

    def __init__(self, place: Place, database: str) -> None:
        self._place, self._sqlite = place, database == "sqlite"
        self.folder = place.folder / database
        self.folder.mkdir()
        self._name = ""

    @contextmanager
    def made(self) -> Iterator[str]:
        """A new store; closed again before the first copy."""
        if self._sqlite:
            yield f"sqlite:///{self.folder / 'made.db'}"
            return
        with self._place.postgres().database("made") as url:
            self._name = url.split("?")[0].rpartition("/")[2]
            yield url

    @contextmanager
    def copy(self) -> Iterator[str]:
        if self._sqlite:
            for old in self.folder.glob("copy.db*"):
                old.unlink()
            shutil.copyfile(self.folder / "made.db", self.folder / "copy.db")
            yield f"sqlite:///{self.folder / 'copy.db'}"
            return
        with self._place.postgres().database(self._name) as url:
            yield url


@contextmanager
def opened(url: str) -> Iterator[Engine]:
    """The store, closed again also where a check fails: what a planted fault leaves open is no later test's trouble."""
    engine = open_store(url)
    try:
        yield engine
    finally:
        engine.dispose()


def signed(url: str, keys: Path) -> None:
    """Signs how far every chain has come, as a house that runs does every few seconds."""
    held = Keys.load(keys, make=False)
    with opened(url) as engine, transaction(engine) as conn:
        last, at = checkpoints.last(conn), conn.execute(select(func.max(schema.trail.c.at))).scalar_one()
        checkpoints.insert(conn, checkpoints.make(held, last.number + 1 if last else 1, at, heads(conn), last))


def audited(url: str, keys: Path) -> None:
    """`audit verify` finds nothing wrong, with the keys of the house."""
    with opened(url) as engine, snapshot(engine) as conn:
        found = verify(conn, keys=Keys.load(keys, make=False))
        assert found.clean, "; ".join(each.text for each in found.found[:3])
        balanced(conn)


def balanced(conn: Connection) -> None:
    """Every cent that somebody has came from somewhere: all accounts together hold nothing, with practice chips too."""
    held = Counter[bool]()
    for name, balance in conn.execute(select(schema.accounts.c.name, schema.accounts.c.balance)):
        held[name.startswith("practice/")] += balance
    assert not any(held.values()), f"the books do not balance: {dict(held)}"


def in_trail(url: str, acts: Iterable[tuple[str, int, str, int]]) -> None:
    """Each of these acts (by whom, chain, id, the row that was told) is in the trail once, at or before its row."""
    t = schema.trail.c
    with opened(url) as engine, engine.connect() as conn:
        rows = conn.execute(select(t.chain, t.by, t.act_id, t.number).where(t.act_id.is_not(None))).all()
    found: dict[tuple[int, str, str], list[int]] = {}
    for row in rows:
        found.setdefault((row.chain, row.by, row.act_id), []).append(row.number)
    for who, chain, act_id, seq in acts:
        numbers = found.get((chain, who, act_id), [])
        assert numbers, f"'{act_id}' at table {chain} was acknowledged with row {seq} and is lost"
        assert len(numbers) == 1, f"'{act_id}' at table {chain} was done {len(numbers)} times: rows {numbers}"
        assert numbers[0] <= seq, f"'{act_id}' at table {chain} was acknowledged with row {seq} and is row {numbers[0]}"
