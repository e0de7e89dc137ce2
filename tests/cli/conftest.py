"""What tests of a command need: a screen without surprises, and what the command says. A module names its command as
`COMMAND`."""

import json
from typing import Any

import pytest

from cli.calls import Data, Refused, Said
from pitboss.cli.main import dispatch


@pytest.fixture(autouse=True)
def plain_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture
def said(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> Said:
    """What the command prints, lines no wider than the screen."""

    def run(*arguments: str, status: int = 0, width: int = 80) -> str:
        assert dispatch([request.module.COMMAND, *arguments]) == status
        out = capsys.readouterr().out
        assert max(map(len, out.splitlines())) <= width
        return out

    return run


@pytest.fixture
def data(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> Data:
    """What it prints as JSON."""

    def run(*arguments: str) -> Any:
        assert dispatch([request.module.COMMAND, *arguments, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    return run


@pytest.fixture
def refused(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> Refused:
    """What it says on the error stream, and only there."""

    def run(*arguments: str, status: int = 2) -> str:
        assert dispatch([request.module.COMMAND, *arguments]) == status
        out = capsys.readouterr()
        assert out.out == "" and all(line.startswith("pitboss: ") for line in out.err.splitlines())
        return out.err

    return run
