"""`pitboss cache`: what is kept between runs, seen and cleared."""

import shutil
from pathlib import Path

import pytest

from cli.calls import Data, Refused, Said
from pitboss.odds import cache

COMMAND = "cache"
OTHER = "0123456789abcdef01234567"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One figure of this version and one of another, machine code of another, an interrupted simulation, and something
    that is not ours."""
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    sizes = {
        f"odds/{cache.figures_digest()[:24]}/{'a' * 64}": 300,
        f"odds/{OTHER}/{'a' * 64}": 2_000,
        f"kernels/{OTHER}-1-2/kernels/one.nbi": 3_456_789,
        f"simulations/{OTHER}.json": 40,
        "notes.txt": 5,
    }
    for name, size in sizes.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"x" * size)
    return tmp_path


def sizes(data: Data) -> dict[str, int]:
    return {kind["kind"]: kind["bytes"] for kind in data()["kept"] if kind["files"]}


def test_what_is_there(said: Said, home: Path) -> None:
    lines = [" ".join(line.split()) for line in said(width=10_000).splitlines()]
    assert f"Kept in {home}; PITBOSS_CACHE names another folder." in lines
    assert "exact figures 2 2.3 kB 2.0 kB" in lines
    assert "charts 0 0 bytes -" in lines
    assert "machine code 1 3.5 MB 3.5 MB" in lines
    assert "interrupted simulations 1 40 bytes -" in lines
    assert any("--clear-old" in line for line in lines)


def test_as_data(data: Data, home: Path) -> None:
    found = data()
    assert found["folder"] == str(home) and found["removed"] == {"files": 0, "bytes": 0}
    assert found["kept"][0] == {
        "kind": "odds", "title": "exact figures", "files": 2, "bytes": 2300, "old": {"files": 1, "bytes": 2000},
    }  # fmt: skip
    assert sizes(data) == {"odds": 2300, "kernels": 3_456_789, "simulations": 40}, "looking changes nothing"


def test_clearing_what_other_versions_left(said: Said, data: Data) -> None:
    out = said("--clear-old", width=10_000)
    assert out.startswith("Removed 2 files, 3.5 MB.\n") and "removes what other versions left" not in out
    assert sizes(data) == {"odds": 300, "simulations": 40}
    assert said("--clear-old", width=10_000).startswith("There was nothing to remove.\n")


def test_clearing_spares_played_rounds_unless_they_are_meant(data: Data, home: Path) -> None:
    assert data("--clear")["removed"] == {"files": 3, "bytes": 2300 + 3_456_789}
    assert sizes(data) == {"simulations": 40}
    assert data("--clear", "--runs")["removed"] == {"files": 1, "bytes": 40}
    assert sizes(data) == {} and (home / "notes.txt").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [(("--clear", "--clear-old"), "not both"), (("--runs",), "--runs goes with --clear"), (("all",), "too many")],
)
def test_mistakes_are_one_sentence_and_remove_nothing(
    arguments: tuple[str, ...], says: str, refused: Refused, data: Data
) -> None:
    err = refused(*arguments)
    assert says in err and err.count("\n") == 1
    assert sizes(data) == {"odds": 2300, "kernels": 3_456_789, "simulations": 40}


def test_what_cannot_be_removed(refused: Refused, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(place: Path) -> None:
        raise PermissionError(13, "Permission denied", str(place))

    monkeypatch.setattr(shutil, "rmtree", refuse)
    err = refused("--clear")
    assert f"{home}/odds/" in err and "cannot be removed: Permission denied" in err and err.count("\n") == 1
