"""The first figures that come with a package: used where they fit, and the same as those that are worked out."""

from pathlib import Path

import pytest
from msgspec.structs import replace

import first_figures
from pitboss.odds import api, cache, shipped
from pitboss.odds.api import odds
from pitboss.odds.kernels import compiled
from pitboss.odds.request import Request, asked
from pitboss.odds.result import WagerOdds
from pitboss.odds.shipped import Shipped

GAME = "dragon-poker"
ASKED = Request(game=GAME, wager="dragon")


class WorkedOut(Exception):
    """Nothing was there."""


@pytest.fixture(scope="module")
def made() -> dict[str, Shipped]:
    return first_figures.figures([GAME], lambda _: None)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh installation: nothing is kept, and nothing may be worked out."""

    def refuse(*_: object) -> WagerOdds:
        raise WorkedOut

    compiled()
    (tmp_path / "cache").mkdir()
    monkeypatch.setattr(cache, "folder", lambda: tmp_path / "cache")
    monkeypatch.setattr(shipped, "FILE", tmp_path / "figures.bin")
    monkeypatch.setattr(api, "work_out", refuse)
    return tmp_path / "figures.bin"


def test_what_is_shipped_is_what_is_worked_out(made: dict[str, Shipped], file: Path) -> None:
    file.write_bytes(first_figures.packed(made))
    (came,) = odds(ASKED)
    assert list((file.parent / "cache").iterdir()) == []
    (row,) = asked(ASKED)
    assert replace(came, seconds=0) == replace(WORK_OUT(row), seconds=0)


WORK_OUT = api.work_out


@pytest.mark.parametrize("fault", ["missing", "other sources", "half", "garbled", "another game"])
def test_otherwise_it_is_left_alone(made: dict[str, Shipped], file: Path, fault: str) -> None:
    content = first_figures.packed(made)
    part = made["odds"]
    match fault:
        case "other sources":
            changed = part.digest.translate(str.maketrans("0123456789abcdef", "123456789abcdef0"))
            content = first_figures.packed({**made, "odds": replace(part, digest=changed)})
        case "half":
            content = content[: len(content) // 2]
        case "garbled":
            content = first_figures.packed({**made, "odds": replace(part, kept=dict.fromkeys(part.kept, b"nothing"))})
        case "another game":
            content = first_figures.packed({**made, "odds": replace(part, kept={})})
    if fault != "missing":
        file.write_bytes(content)
    with pytest.raises(WorkedOut):
        odds(ASKED)


def test_both_questions_of_a_newcomer_are_answered(made: dict[str, Shipped]) -> None:
    """The table of every wager, the same by the usual submission, and the chart."""
    assert len(made["odds"].kept) >= len(asked(Request(game=GAME))) > 1
    assert len(made["charts"].kept) == 1


def test_a_stale_file_is_told(made: dict[str, Shipped], tmp_path: Path) -> None:
    old, fresh = tmp_path / "old.bin", tmp_path / "fresh.bin"
    fresh.write_bytes(first_figures.packed(made))
    old.write_bytes(first_figures.packed({**made, "charts": replace(made["charts"], digest="0" * 64)}))
    assert first_figures.stale(fresh) == ""
    assert first_figures.stale(old) == f"{old}: was made from other sources (charts)"
    assert first_figures.stale(tmp_path / "none.bin").endswith("is missing or damaged")


def test_a_figure_that_differs_is_named(made: dict[str, Shipped]) -> None:
    name, *_ = made["odds"].kept
    changed = {**made["odds"].kept, name: first_figures.shrunk(b'{"ev": "1/2"}')}
    assert first_figures.differences(made, made) == []
    assert first_figures.differences(made, {**made, "odds": replace(made["odds"], kept=changed)}) == [f"odds {name}"]
