"""The command lines about a house that the pages show, run as they stand after an evening."""

import shlex
from pathlib import Path
from typing import Any

import pytest

from docs.reading import PAGES, command_lines
from docs.test_command_lines import of_a_house
from house.audit_support import copy_of
from pitboss.cli.main import dispatch

NAMES = {
    '"Let It Ride 1" 12': "2 1",  # what the house of this test has played
    '"Let It Ride 1"': "2",
    "/backups/x.db": "x.db",
    "FILE --database NEW": "x.db --database new.db",
    "--archive old": "",
    "--sees dealer:1": "--sees community:first",
}
"""What stands for a name that only the reader knows, and what it is here."""
LINES = list(dict.fromkeys(line for page in PAGES for line in command_lines(page) if of_a_house(shlex.split(line))))


def _here(line: str) -> list[str]:
    for name, here in NAMES.items():
        line = line.replace(name, here)
    return shlex.split(line)[1:]


@pytest.mark.parametrize("short", ["sqlite"], indirect=True)
def test_the_lines_of_the_pages(
    short: Any, tmp_path: Path, request: pytest.FixtureRequest, plain_environ: pytest.MonkeyPatch
) -> None:
    """One after the other, on copies: `db restore` reads what `db backup` has written."""
    for name, file in (("KEY_FILE", "keys"), ("CHECKPOINTS_FILE", Path(short.file).name)):
        copied = tmp_path / file
        copied.write_bytes((Path(short.file).parent / file).read_bytes())
        copied.chmod(0o600)
        plain_environ.setenv(f"PITBOSS_{name}", str(copied))
    database = copy_of(short, tmp_path, request)
    plain_environ.setenv("PITBOSS_DATABASE", database)
    (tmp_path / "house.db").write_bytes(Path(database.removeprefix("sqlite:///")).read_bytes())
    assert len(LINES) > 8
    for line in LINES:
        assert dispatch(_here(line)) == 0, line
    assert (tmp_path / "evening.log").exists() and (tmp_path / "new.db").exists()
