"""A server that may lose what it has acknowledged: a warning, or a refusal."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from house.server_support import served
from pitboss.cli.screen import Trouble
from pitboss.cli.serve import _serve
from pitboss.house.server.running import opened
from pitboss.house.settings import load
from pitboss.house.store.addresses import StoreError
from pitboss.house.store.durability import risks
from pitboss.house.store.migrate import revision
from pitboss.house.store.opening import connect, open_store

FSYNC = "PostgreSQL runs with fsync = off: a power cut can lose what was acknowledged, or the whole database"
PAGES = "PostgreSQL runs with full_page_writes = off: a power cut can leave pages of the database half written"
SETTINGS = ("fsync", "full_page_writes")


class Switch:
    """Sets what the server of the tests has off."""

    def __init__(self, server: Any) -> None:
        self._server = server

    def __call__(self, **values: str) -> None:
        for name, value in values.items():
            self._server.say(f"ALTER SYSTEM SET {name} = {value}")
        self._server.say("SELECT pg_reload_conf()")
        engine = connect(self._server.url("postgres"))
        for name, value in values.items():
            with engine.connect() as conn:
                while conn.exec_driver_sql(f"SHOW {name}").scalar() != value:  # it hears of it a moment later
                    conn.exec_driver_sql("SELECT pg_sleep(0.01)")
        engine.dispose()


@pytest.fixture
def switch(_postgres: Any) -> Iterator[Switch]:
    made = Switch(_postgres)
    yield made
    made(**dict.fromkeys(SETTINGS, "off"))


@pytest.mark.parametrize(("fsync", "pages", "said"), [
    ("off", "off", [FSYNC, PAGES]), ("on", "off", [PAGES]), ("off", "on", [FSYNC]), ("on", "on", []),
])  # fmt: skip
def test_what_the_server_leaves_out_is_a_risk(
    postgresql_url: str, switch: Switch, fsync: str, pages: str, said: list[str]
) -> None:
    switch(fsync=fsync, full_page_writes=pages)
    engine = open_store(postgresql_url)
    with engine.connect() as conn:
        assert risks(conn) == said
    engine.dispose()


def test_a_commit_that_is_not_waited_for_is_a_risk(postgresql_url: str, switch: Switch) -> None:
    switch(fsync="on", full_page_writes="on")
    engine = open_store(postgresql_url)
    with engine.connect() as conn:
        conn.exec_driver_sql("SET synchronous_commit = off")  # as no connection of ours is
        assert risks(conn) == [
            "PostgreSQL runs with synchronous_commit = off: a crash of the server loses what was acknowledged last"
        ]
        conn.invalidate()
    engine.dispose()


def test_a_file_is_durable(sqlite_url: str) -> None:
    engine = open_store(sqlite_url, durable=True)
    with engine.connect() as conn:
        assert risks(conn) == []
    engine.dispose()


def test_a_store_that_must_be_durable_is_refused_before_anything_is_made(
    empty_postgresql_url: str, switch: Switch
) -> None:
    settings = load({"database": empty_postgresql_url, "port": 0}, {"PITBOSS_DURABILITY": "require"}, Path()).settings
    said = r'fsync = off: .*; .*full_page_writes = off: .*durability = "warn"'
    with pytest.raises(StoreError, match=said), opened(settings):
        pass
    engine = connect(empty_postgresql_url)
    assert revision(engine) is None
    switch(fsync="on", full_page_writes="on")
    open_store(empty_postgresql_url, durable=True).dispose()
    assert revision(engine) is not None
    engine.dispose()


def test_the_command_refuses_too(empty_postgresql_url: str, plain_environ: pytest.MonkeyPatch, tmp_path: Path) -> None:
    plain_environ.setenv("PITBOSS_DURABILITY", "require")
    with pytest.raises(Trouble, match="fsync = off"):
        _serve({"database": empty_postgresql_url, "port": 0})


def test_the_house_warns_when_it_starts_and_whoever_asks(
    postgresql_url: str, tmp_path: Path, switch: Switch, capfd: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path, database=postgresql_url, log_level="warning") as server:
        assert server.running.notices == [f"Warning: {FSYNC}.", f"Warning: {PAGES}."]
        assert _ready(server.http) == (200, {"status": "ready", "warnings": [FSYNC, PAGES]})
        switch(fsync="on", full_page_writes="on")
        assert _ready(server.http) == (200, {"status": "ready", "warnings": []})
    assert capfd.readouterr().err.count("store not durable") == 2


def test_a_house_that_must_be_durable_is_not_ready_where_the_server_is_not(
    postgresql_url: str, tmp_path: Path, switch: Switch
) -> None:
    switch(fsync="on", full_page_writes="on")
    with served(tmp_path, database=postgresql_url, durability="require") as server:
        assert server.running.notices == []
        assert _ready(server.http) == (200, {"status": "ready", "warnings": []})
        switch(fsync="off")
        status, said = _ready(server.http)
        assert (status, said["code"]) == (503, "store") and FSYNC in str(said)
        switch(fsync="on")
        assert _ready(server.http)[0] == 200


def _ready(http: httpx.Client) -> tuple[int, Any]:
    answer = http.get("/readyz")
    return answer.status_code, answer.json()
