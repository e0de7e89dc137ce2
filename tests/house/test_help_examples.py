"""The first example in the help of every command about a house, run as it stands after an evening."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from help_examples import firsts
from house.audit_support import copy_of
from pitboss.cli import main
from pitboss.cli.main import dispatch

FIRST = ("db-backup",)
"""What others begin with: `db restore` reads its file."""
SOURCE = Path(main.__file__).parents[2]
EXAMPLES = {each.of: list(each.words) for each in firsts(house=True)}


@pytest.mark.parametrize("short", ["sqlite"], indirect=True)
def test_examples_on_a_store(
    short: Any, tmp_path: Path, request: pytest.FixtureRequest, plain_environ: pytest.MonkeyPatch
) -> None:
    """One after the other, on copies of everything that they may change; nothing they find is wrong."""
    keys = tmp_path / "house.keys"
    keys.write_bytes((Path(short.file).parent / "keys").read_bytes())
    keys.chmod(0o600)
    plain_environ.setenv("PITBOSS_DATABASE", copy_of(short, tmp_path, request))
    plain_environ.setenv("PITBOSS_KEY_FILE", str(keys))
    checkpoints = tmp_path / "checkpoints.log"
    checkpoints.write_bytes(Path(short.file).read_bytes())
    plain_environ.setenv("PITBOSS_CHECKPOINTS_FILE", str(checkpoints))
    (tmp_path / "OLD").mkdir()
    alone = ("house", "serve")
    for name in [*FIRST, *(name for name in EXAMPLES if name not in (*FIRST, *alone))]:
        assert dispatch(EXAMPLES[name]) == 0, name
    assert (tmp_path / "proof.json").exists() and (tmp_path / "evening.log").exists() and (tmp_path / "new.db").exists()


def test_the_example_of_processes(postgresql_url: str, plain_environ: pytest.MonkeyPatch) -> None:
    words = EXAMPLES["house"]
    assert words[1:2] == ["--database"] and words[2].startswith("postgresql://")
    assert dispatch(["house", "--database", postgresql_url]) == 0


def test_the_example_of_serving(tmp_path: Path) -> None:
    """At a free port: that of the example may be taken."""
    assert EXAMPLES["serve"] == ["serve"]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PITBOSS_")}
    more = {"PITBOSS_DATA": str(tmp_path), "PITBOSS_PORT": "0", "PYTHONPATH": str(SOURCE), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "pitboss", "serve"]
    running = subprocess.Popen(command, cwd=tmp_path, env=kept | more, stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    try:
        assert running.stdout.readline().startswith("The house is open at http://127.0.0.1:")
    finally:
        running.send_signal(signal.SIGINT)
        running.stdout.close()
    assert running.wait(60) in (0, 130)
