"""What is kept between runs is counted and cleared; nothing that is not ours is touched."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.odds import cache
from pitboss.odds.api import odds
from pitboss.odds.cache_contents import KINDS, RUNS, Amount, clear, held
from pitboss.odds.kernels import compiled
from pitboss.odds.request import Request

OTHER = "0123456789abcdef01234567"
"""The digest of another version."""
FOREIGN = (
    "notes.txt", "odds/notes.txt", "odds/mine/1", "odds/ABC/1", "charts/holiday.svg", "kernels/linux/Makefile",
    "kernels/0123456789abcdef01234567/x", "simulations/holiday.json", "simulations/0123.json", "campaign/1/2",
)  # fmt: skip
"""What somebody else put into the folder."""


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        compiled()  # where this process has its machine code is settled before the folder moves
        patch.setattr(cache, "folder", lambda: tmp_path)
        yield tmp_path


def put(home: Path, *names: str, size: int = 10) -> None:
    for name in names:
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_bytes(b"x" * size)


def files(home: Path) -> set[str]:
    return {str(file.relative_to(home)) for file in home.rglob("*") if file.is_file()}


def amounts() -> dict[str, tuple[Amount, Amount]]:
    return {found.kind.name: (found.all, found.old) for found in held()}


def kept(home: Path) -> dict[str, set[str]]:
    """Something of every kind, by this version and by others."""
    code, kernels = cache.code_digest()[:24], cache.kernel_digest()[:24]
    figures, charts = cache.figures_digest()[:24], cache.charts_digest()[:24]
    now = {f"odds/{figures}/{'a' * 64}", f"charts/{charts}/{'b' * 64}", f"campaign/{code}/{'c' * 64}"}
    now.add(f"strategies/{cache.strategies_digest()[:24]}/{'e' * 64}")
    now.add(f"kernels/{kernels}-0.61.0-2.1.0/kernels_12/one.nbi")
    old = {f"odds/{OTHER}/{'a' * 64}", f"charts/0a/{'d' * 64}", f"campaign/{OTHER}/{'c' * 64}"}
    old |= {f"kernels/{OTHER}-0.61.0-2.1.0/kernels_12/{name}.nbi" for name in ("one", "two")}
    runs = {f"simulations/{OTHER}.json", "simulations/tmpk3_x1"}
    put(home, *now, *old, *runs)
    return {"now": now, "old": old, "runs": runs}


def test_an_empty_folder(home: Path) -> None:
    assert set(amounts().values()) == {(Amount(), Amount())}
    assert clear([kind.name for kind in KINDS]) == Amount()


def test_what_is_kept_by_whom(home: Path) -> None:
    kept(home)
    assert amounts() == {
        "odds": (Amount(2, 20), Amount(1, 10)),
        "charts": (Amount(2, 20), Amount(1, 10)),
        "strategies": (Amount(1, 10), Amount()),
        "kernels": (Amount(3, 30), Amount(2, 20)),
        "campaign": (Amount(2, 20), Amount(1, 10)),
        "simulations": (Amount(2, 20), Amount()),
    }


def test_only_what_other_versions_left(home: Path) -> None:
    there = kept(home)
    assert clear([kind.name for kind in KINDS], old=True) == Amount(5, 50)
    assert files(home) == there["now"] | there["runs"]


def test_only_the_kinds_that_are_named(home: Path) -> None:
    there = kept(home)
    assert clear([kind.name for kind in KINDS if kind.name not in RUNS]) == Amount(8, 80)
    left = {name for names in there.values() for name in names if name.startswith(RUNS)}
    assert files(home) == left
    assert clear(RUNS) == Amount(4, 40) and files(home) == set()


def test_what_is_not_ours_stays(home: Path) -> None:
    put(home, *FOREIGN)
    assert set(amounts().values()) == {(Amount(), Amount())}
    assert clear([kind.name for kind in KINDS]) == Amount()
    assert files(home) == set(FOREIGN)


def test_figures_of_this_version_are_found_again(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is really kept is counted as this version's, survives the clearing of old things, and goes with the rest."""
    request = Request(game="dragon-poker", wager="dragon")
    rows = odds(request)
    assert amounts()["odds"][0].files == 1 and amounts()["odds"][1] == Amount()
    assert clear(["odds"], old=True) == Amount()
    with monkeypatch.context() as patch:
        patch.setattr("pitboss.odds.api.work_out", None)  # it must not be worked out again
        assert odds(request) == rows
    assert clear(["odds"]).files == 1 and not files(home)
    assert odds(request)[0].ev == rows[0].ev


def test_machine_code_of_this_version_is_known(home: Path) -> None:
    put(home, f"kernels/{compiled().name}/one.nbi")
    assert amounts()["kernels"] == (Amount(1, 10), Amount())


def test_a_folder_that_is_a_link(home: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Its contents are cleared, the link stays."""
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    put(elsewhere, f"{OTHER}/{'a' * 64}", "notes.txt")
    (home / "odds").symlink_to(elsewhere)
    assert clear(["odds"]) == Amount(1, 10)
    assert (home / "odds").is_symlink() and files(elsewhere) == {"notes.txt"}


def test_what_cannot_be_removed_is_named(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(home)

    def refuse(place: Path) -> None:
        raise PermissionError(13, "Permission denied", str(place))

    monkeypatch.setattr(shutil, "rmtree", refuse)
    with pytest.raises(PermissionError, match="Permission denied"):
        clear(["odds"])
