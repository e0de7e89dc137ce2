"""What somebody gets who installs the built wheel: everything the checkout has, light, and quick to answer."""

import json
import zipfile
from pathlib import Path

import pytest

from package.wheels import ROOT, build, install, run
from pitboss.odds import cache
from pitboss.version import VERSION

LARGEST = 10_000_000
"""Bytes of a wheel."""
HEAVY = ("numba", "numpy", "scipy", "sqlalchemy", "starlette", "uvicorn", "typst", "llvmlite")
"""Libraries that nobody waits for who plays, reads or checks."""
MADE = "pitboss/odds/first_figures.bin"
"""Only where `make figures` has made it."""

ANSWERS_AT_ONCE = f"""
import io, json, sys
import pitboss
light = sorted(name for name in sys.modules if name.split('.')[0] in {(*HEAVY, "pydantic", "rich", "cyclopts")!r})
from pitboss.cli.main import dispatch
said, sys.stdout = sys.stdout, io.StringIO()
statuses = {{}}
for name, command in (
    ("games", ["games"]),
    ("rules", ["rules", pitboss.GAMES[0]]),
    ("new", ["new", pitboss.GAMES[0], "-o", "mine.toml"]),
    ("check", ["check", "mine.toml"]),
    ("play", ["play", pitboss.GAMES[0]]),
):
    statuses[name] = dispatch(command)
sys.stdout = said
loaded = sorted({{name.split('.')[0] for name in sys.modules}} & set({HEAVY!r}))
from pitboss.odds import cache
print(json.dumps({{
    "file": pitboss.__file__, "version": pitboss.__version__, "at import": light, "loaded": loaded,
    "statuses": statuses, "digests": [cache.figures_digest(), cache.charts_digest()],
}}))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def site(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(wheel, tmp_path_factory.mktemp("installed"))


def test_everything_of_the_package_is_in_it(wheel: Path) -> None:
    home = ROOT / "src"
    files = (file for file in (home / "pitboss").rglob("*") if file.is_file() and "__pycache__" not in file.parts)
    wanted = {file.relative_to(home).as_posix() for file in files}
    with zipfile.ZipFile(wheel) as archive:
        there = {name for name in archive.namelist() if ".dist-info/" not in name}
        meta = next(name for name in archive.namelist() if name.endswith("METADATA"))
        said = archive.read(meta).decode()
    assert there - {MADE} == wanted - {MADE}
    assert f"\nVersion: {VERSION}\n" in said
    assert wheel.stat().st_size < LARGEST


def test_it_answers_at_once(site: Path, tmp_path: Path) -> None:
    """Nothing heavy is loaded for `games`, `rules`, `check` and `play`, and the figures that come with a wheel fit: its
    sources are those of the checkout."""
    done = run(site, tmp_path / "home", "-c", ANSWERS_AT_ONCE, given="q\n")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert Path(found["file"]).is_relative_to(site)
    assert found["version"] == VERSION
    assert found["at import"] == [] and found["loaded"] == []
    assert set(found["statuses"].values()) == {0}
    assert found["digests"] == [cache.figures_digest(), cache.charts_digest()]


def test_the_command_itself(site: Path, tmp_path: Path) -> None:
    done = run(site, tmp_path / "home", str(site / "bin" / "pitboss"), "--version")
    assert (done.returncode, done.stdout) == (0, f"pitboss {VERSION}\n")
