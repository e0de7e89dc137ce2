"""The program that docs/api.md shows plays at a house that runs."""

from pathlib import Path
from typing import Any

import pytest

from docs.reading import DOCS, blocks
from house.server_support import served


class _Enough(Exception):
    """The program listens as long as the house is open."""


def test_the_program_plays(tmp_path: Path) -> None:
    (program,) = (content for language, _, content in blocks(DOCS / "api.md") if language == "python")
    told: list[Any] = []
    names: dict[str, Any] = {}

    def keep(events: list[Any]) -> None:
        told.extend(events)
        if told:
            raise _Enough

    names["print"] = keep
    with served(tmp_path) as server:
        assert "http://127.0.0.1:8000" in program
        with pytest.raises(_Enough):
            exec(program.replace("http://127.0.0.1:8000", server.running.address), names)
        names["player"].house.close()
    assert told
