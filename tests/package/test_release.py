"""The check-list of a release: a release that is whole passes, and each thing that is missing is told. And whatever
released versions have kept replays to what they said."""

import gzip
import io
import json
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest

import release
from package.wheels import ROOT
from pitboss.rulebook.folders import games

VERSION = "1.2.3"
RELEASED = sorted(folder.name for folder in (ROOT / release.GOLDENS).glob("*"))


@pytest.fixture(scope="module")
def goldens(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("goldens") / VERSION
    release.keep(folder, VERSION)
    return folder


@pytest.fixture
def whole(tmp_path: Path, goldens: Path) -> release.Release:
    """A checkout in which everything is there."""
    texts = {
        "pyproject.toml": f'[project]\nversion = "{VERSION}"\n',
        "CHANGELOG.md": f"# Changelog\n\n## {VERSION} — 2026-01-31\n\n* New.\n\n## 1.2.2 — 2026-01-01\n\n* Old.\n",
        "requirements.txt": "msgspec==0.20.0 \\\n    --hash=sha256:00\n",
        "sbom.json": json.dumps({"components": [{"name": "msgspec", "version": "0.20.0"}]}),
        "build/docs/site/index.html": '<a href="#top">up</a><p id="top">',
        ".gitignore": "build/\ndist/\n",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    _wheel(tmp_path, "pitboss/__init__.py", "pitboss/odds/first_figures.bin", "pitboss/py.typed")
    _sources(
        tmp_path, "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "src/pitboss/version.py", "docs/index.md"
    )
    kept = tmp_path / release.GOLDENS / VERSION
    kept.mkdir(parents=True)
    for file in goldens.iterdir():
        (kept / file.name).write_bytes(file.read_bytes())
    _git(tmp_path, "init", "-q")
    _commit(tmp_path)
    return release.Release(tmp_path, VERSION)


def _wheel(root: Path, *names: str) -> None:
    (root / "dist").mkdir(exist_ok=True)
    with zipfile.ZipFile(root / "dist" / f"pitboss-{VERSION}-py3-none-any.whl", "w") as archive:
        for name in names:
            archive.writestr(name, "")


def _sources(root: Path, *names: str) -> None:
    with tarfile.open(root / "dist" / f"pitboss-{VERSION}.tar.gz", "w:gz") as archive:
        for name in names:
            archive.addfile(tarfile.TarInfo(f"pitboss-{VERSION}/{name}"), io.BytesIO())


def _git(root: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=root, check=True, capture_output=True)


def _commit(root: Path) -> None:
    _git(root, "add", "-A")
    _git(root, "-c", "user.name=A", "-c", "user.email=a@b", "commit", "-qm", "all")


def told(of: release.Release) -> dict[str, list[str]]:
    """The faults by the thing that was looked at; only where there are some."""
    found = {name: list(check(of)) for name, check in release.CHECKS.items()}
    return {name: faults for name, faults in found.items() if faults}


def test_a_whole_release_passes(
    whole: release.Release, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["release.py"])
    assert told(whole) == {}
    assert release.main(whole) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"{VERSION} may be released."
    (whole.root / "sbom.json").unlink()
    _commit(whole.root)
    assert release.main(whole) == 1
    assert capsys.readouterr().out.splitlines()[-1] == f"One thing stands in the way of {VERSION}."


@pytest.mark.parametrize(
    ("file", "content", "name"),
    [
        ("pyproject.toml", '[project]\nversion = "1.2.4"\n', "version"),
        ("CHANGELOG.md", f"## {VERSION} — unreleased\n\n* x\n", "changelog"),
        ("CHANGELOG.md", f"## {VERSION} — 2026-01-31\n\n## 1.2.2 — 2026-01-01\n\n* x\n", "changelog"),
        ("CHANGELOG.md", "## 1.2.2 — 2026-01-01\n\n* x\n", "changelog"),
        ("requirements.txt", "msgspec==0.21.0 \\\n    --hash=sha256:00\n", "bill of materials"),
        ("build/docs/site/index.html", '<a href="gone.html">', "site"),
        ("build/docs/site/index.html", '<script src="https://example.org/a.js">', "site"),
    ],
)
def test_what_is_wrong_is_told(whole: release.Release, file: str, content: str, name: str) -> None:
    (whole.root / file).write_text(content, encoding="utf-8")
    if not file.startswith("build"):
        _commit(whole.root)
    assert [*told(whole)] == [name]


@pytest.mark.parametrize(
    ("pattern", "name"),
    [("dist/*.whl", "wheel"), ("dist/*.tar.gz", "source archive"), ("build/docs/site/index.html", "site")],
)
def test_what_was_not_built_is_told(whole: release.Release, pattern: str, name: str) -> None:
    next(whole.root.glob(pattern)).unlink()
    assert [*told(whole)] == [name]


def test_parts_that_lack_are_told(whole: release.Release) -> None:
    _wheel(whole.root, "pitboss/__init__.py", "pitboss/py.typed")
    _sources(whole.root, "pyproject.toml")
    found = told(whole)
    assert [*found] == ["wheel", "source archive"] and len(found["wheel"]) == 1 and len(found["source archive"]) == 5


def test_a_version_that_is_out_and_one_that_is_none(whole: release.Release) -> None:
    _git(whole.root, "tag", f"v{VERSION}")
    assert [*told(whole)] == ["version"]
    assert len(list(release.Release(whole.root, "1.2").versions())) == 2


def test_what_is_not_committed_is_told(whole: release.Release) -> None:
    (whole.root / "more.txt").write_text("", encoding="utf-8")
    assert told(whole) == {"committed": ["1 files are not committed, more.txt first"]}


# --- goldens ----------------------------------------------------------------------------------------------------------


def test_goldens_are_the_same_however_often_they_are_written(goldens: Path, tmp_path: Path) -> None:
    release.keep(tmp_path / VERSION, VERSION)
    assert {file.name: file.read_bytes() for file in goldens.iterdir()} == {
        file.name: file.read_bytes() for file in (tmp_path / VERSION).iterdir()
    }
    outcomes = release.kept(goldens)
    assert set(outcomes) == set(games())
    assert all(each["round"] > release.ROUNDS and any(each["nets"].values()) for each in outcomes.values())


@pytest.mark.parametrize(("old", "new"), [(b'"choice":"', b'"choice":"x'), (b"}\n", b"}\n{")])
def test_a_log_that_was_changed_is_told(whole: release.Release, old: bytes, new: bytes) -> None:
    folder = whole.root / release.GOLDENS / VERSION
    game = games()[0]
    place = folder / f"{game}.log.gz"
    place.write_bytes(gzip.compress(gzip.decompress(place.read_bytes()).replace(old, new, 1)))
    assert list(release.differences(folder)) == [f"{VERSION} {game}: the log is not the one that was kept"]


def test_another_outcome_and_a_missing_game_are_told(whole: release.Release) -> None:
    folder = whole.root / release.GOLDENS / VERSION
    outcomes = release.kept(folder)
    first, second = [*outcomes][:2]
    outcomes[first]["nets"]["1"] += 1
    del outcomes[second]
    (folder / "outcomes.json").write_text(json.dumps(outcomes), encoding="utf-8")
    found = list(whole.goldens())
    assert len(found) == 2 and "no log of" in found[0] and "instead of" in found[1]


def test_what_released_versions_kept_replays() -> None:
    assert [fault for version in RELEASED for fault in release.differences(ROOT / release.GOLDENS / version)] == []


def test_no_release_without_goldens(whole: release.Release) -> None:
    other = release.Release(whole.root, "1.2.4")
    assert "make release-goldens" in next(iter(other.goldens()))
