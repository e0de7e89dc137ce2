"""The drill of `examples/running`: a backup is tried out, to the restart after a kill, on the house that an earlier
version wrote, which has an open round."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from kept.kept_house import Kept
from pitboss.cli.main import dispatch

DRILL = Path(__file__).parent.parent.parent / "examples" / "running" / "drill.py"
STEPS = [
    "backed up",
    "restored into an empty store",
    "verified",
    "a house opened on the copy and was ready",
    "killed, and another one was ready",
    "closed in peace",
    "verified once more",
    "in all. The backup is good.",
]


def drilled(kept: Kept, key_file: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(DRILL), "--database", f"sqlite:///{kept.database}", "--key-file", str(key_file)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=kept.database.parent)


@pytest.fixture
def kept(tmp_path: Path, plain_environ: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Kept:
    found = Kept(tmp_path)
    assert dispatch(["db", "upgrade", "--database", str(found.database)]) == 0
    return found


def test_the_drill_finds_a_good_backup_good(kept: Kept) -> None:
    before = kept.database.read_bytes()
    done = drilled(kept, kept.key_file)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.findall(r"[0-9.]+ s  (.+)", done.stdout) == STEPS
    assert kept.database.read_bytes() == before


def test_the_drill_says_what_is_wrong(kept: Kept, tmp_path: Path) -> None:
    """With a key file that is not there, the seeds of the open round stay shut: no house could go on with it."""
    done = drilled(kept, tmp_path / "lost.keys")
    assert done.returncode == 1
    assert re.findall(r"[0-9.]+ s  (.+)", done.stdout) == STEPS[:2]
    assert "pitboss audit verify" in done.stderr and "lost.keys" in done.stderr
