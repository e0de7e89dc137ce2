"""`pitboss doctor`: each look by itself, on both sides of what it tells apart; nothing is changed by looking."""

import json
import os
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cli.calls import Said
from pitboss.cli import doctor_looks as looks
from pitboss.cli.main import dispatch
from pitboss.house.settings import Settings
from pitboss.odds import cache, shipped
from pitboss.odds.charts import NoFonts
from pitboss.odds.shipped import Shipped

COMMAND = "doctor"
NAMES = [
    "Python", "libraries", "compiler", "figures", "paper", "pictures", "settings", "database", "port", "browser",
    "terminal", "disk", "disk",
]  # fmt: skip


@pytest.fixture(autouse=True)
def _own_house(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in [name for name in os.environ if name.startswith("PITBOSS_") and name != cache.ENVIRONMENT]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PITBOSS_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def taken() -> Iterator[int]:
    """A port at which somebody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


class Usage(NamedTuple):
    free: int


def on(port: int = 0, **more: Any) -> Settings:
    return Settings(port=port, **more)


def test_the_whole_look(said: Said, tmp_path: Path) -> None:
    out = said("--port", "0")
    assert out.rstrip().endswith("Everything that Pitboss needs is here.")
    assert not (tmp_path / "data").exists(), "looking makes no store"


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["doctor", "--port", "0", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["well"] is True and [look["name"] for look in told["looks"]] == NAMES
    assert {look["state"] for look in told["looks"]} <= {"ok", "note"}
    assert all(look.keys() == {"name", "state", "said", "do"} for look in told["looks"])


def test_a_fault_is_told_with_what_to_do(said: Said, tmp_path: Path) -> None:
    (tmp_path / "pitboss.toml").write_text('prot = 1\nguests = "some"\n', encoding="utf-8")
    out = said(status=1)
    assert "2 things have to be mended." in out and "Did you mean 'port'" in out and "pitboss config" in out
    assert "database" not in [line.split()[1] for line in out.splitlines() if line[:2] in ("ok", "no", "FA")]


def test_an_old_python(monkeypatch: pytest.MonkeyPatch) -> None:
    assert looks.python().state == "ok"
    monkeypatch.setattr("sys.version_info", (3, 10, 9))
    assert (looks.python().state, looks.python().do) == ("FAULT", "Install Python 3.11 or newer.")


@pytest.mark.parametrize(
    ("lines", "state", "said"),
    [
        (["msgspec>=0.1", "numpy"], "ok", "all 2 are there"),
        (["msgspec>=999.2"], "FAULT", "is older than 999.2"),
        (["no-such-library>=1", "msgspec"], "FAULT", "no-such-library is missing"),
        (['no-such-library>=1; extra == "dev"', "uvicorn<9999,>=0.1"], "ok", "all 1 are there"),
        (['uvloop>=999; sys_platform != "win32"'], "FAULT", "is older than 999"),
    ],
)
def test_libraries(lines: list[str], state: str, said: str) -> None:
    found = looks.libraries(lambda name: lines)
    assert found.state == state and said in found.said


def test_a_cache_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert looks.compiler().state == "ok"
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(cache.ENVIRONMENT, str(tmp_path / "file"))
    cache.folder.cache_clear()
    try:
        found = looks.compiler()
        assert found.state == "FAULT" and cache.ENVIRONMENT in found.do
        assert len(looks.everything({"port": 0})) == len(NAMES) - 1, "no folder whose disk could be looked at"
    finally:
        cache.folder.cache_clear()


def test_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are there, of another version, or not there."""
    told = {}
    for name, digest in (("there", cache.figures_digest()), ("old", "another"), ("none", "")):
        kinds = {"odds": Shipped(digest, {"a": b"", "b": b""})} if digest else {}
        monkeypatch.setattr(shipped, "shipped", lambda file, kinds=kinds: kinds)
        found = looks.figures()
        told[name] = (found.state, found.said)
    assert told["there"] == ("ok", "2 exact figures and charts came with Pitboss and are shown at once")
    assert told["old"][0] == told["none"][0] == "note"
    assert "another version" in told["old"][1] and "none came" in told["none"][1]


def test_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [look.state for look in looks.fonts()] == ["ok", "ok"]

    def none() -> None:
        raise NoFonts("no font was found")

    monkeypatch.setattr("pitboss.odds.charts.check_fonts", none)
    monkeypatch.setattr("pitboss.paper.outlines.FONT", "No Such Letters")
    assert [(look.state, look.do) for look in looks.fonts()] == [
        ("FAULT", "Install the library typst again."),
        ("note", "No font was found"),
    ]


def test_a_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "deep" / "house.db"
    wanted = on(database=str(file))
    assert looks.database(wanted).said == f"none yet; `pitboss serve` makes {file}"
    assert dispatch(["db", "upgrade", "--database", str(file)]) == 0
    assert looks.database(wanted).state == "ok"
    file.write_bytes(b"this is no database" * 100)
    assert looks.database(wanted).state == "FAULT"
    assert looks.database(on(database="mysql://h/d")).state == "FAULT"
    monkeypatch.setattr("os.access", lambda place, mode: False)
    assert looks.database(on(database=str(tmp_path / "new.db"))).state == "FAULT"


def test_a_port(taken: int) -> None:
    assert looks.port(on()).state == "ok"
    assert looks.port(on(taken)).state == "note"
    assert f"--port {taken + 1}" in looks.port(on(taken)).do
    assert looks.port(on(0, host="192.0.2.1")).state == "FAULT", "an address that this computer does not have"


def test_a_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    assert looks.browser().state == "note", "one inside the terminal would take the screen away"
    monkeypatch.setenv("BROWSER", "true %s")
    assert looks.browser().state == "ok"


@pytest.mark.parametrize(("encoding", "state"), [("utf-8", "ok"), ("ascii", "note"), (None, "note")])
def test_a_terminal(monkeypatch: pytest.MonkeyPatch, encoding: str | None, state: str) -> None:
    class Screen:
        def __init__(self) -> None:
            self.encoding = encoding

    monkeypatch.setattr("sys.stdout", Screen())
    found = looks.terminal().state
    monkeypatch.undo()
    assert found == state


@pytest.mark.parametrize(
    ("free", "state"),
    [
        (looks.TOO_LITTLE - 1, "FAULT"),
        (looks.TOO_LITTLE, "note"),
        (looks.LITTLE - 1, "note"),
        (looks.LITTLE, "ok"),
    ],
)
def test_room_on_the_disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, free: int, state: str) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda place: Usage(free))
    found = list(looks.disk({"a thing": tmp_path / "not" / "there", "nothing": None}))
    assert [(look.state, str(tmp_path) in look.said) for look in found] == [(state, True)]
