"""The kept house of an earlier version on PostgreSQL: upgraded in a file and restored there, or upgraded there. On
SQLite the same is held by `tests/kept`."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import func, select

from house.old_stores import put_on_server
from kept.kept_house import HEADS, Kept
from pitboss.cli.main import dispatch
from pitboss.house.store.opening import open_store, snapshot
from pitboss.house.store.schema import trail


def restored(kept: Kept, url: str, folder: Path) -> None:
    assert dispatch(["db", "upgrade", "--database", str(kept.database)]) == 0
    assert dispatch(["db", "backup", str(folder / "backup.db"), "--database", str(kept.database)]) == 0
    assert dispatch(["db", "restore", str(folder / "backup.db"), "--database", url]) == 0


def upgraded(kept: Kept, url: str, folder: Path) -> None:
    put_on_server(kept.database, url)
    assert dispatch(["db", "upgrade", "--database", url]) == 0


@pytest.mark.parametrize("way", [restored, upgraded])
def test_the_kept_house_verifies_on_postgresql(
    way: Callable[[Kept, str, Path], None],
    empty_postgresql_url: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    kept = Kept(tmp_path)
    way(kept, empty_postgresql_url, tmp_path)
    capsys.readouterr()
    asked = ["--database", empty_postgresql_url, "--key-file", str(kept.key_file)]
    assert dispatch(["audit", "verify", *asked, "--checkpoints", str(kept.checkpoints), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["total"], found["chains"], found["rows"], found["rounds"]) == (0, 11, 861, 25)
    engine = open_store(empty_postgresql_url, make=False, read_only=True)
    with snapshot(engine) as conn:
        last = select(trail.c.chain, func.max(trail.c.number).label("number")).group_by(trail.c.chain).subquery()
        both = (trail.c.chain == last.c.chain) & (trail.c.number == last.c.number)
        rows = conn.execute(select(trail.c.chain, trail.c.number, trail.c.hash).join(last, both)).all()
    engine.dispose()
    assert {chain: (number, hash.hex()) for chain, number, hash in rows} == HEADS
