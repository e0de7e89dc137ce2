"""Every test keeps its interrupted runs in a folder of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from keeping import own_folder


@pytest.fixture(autouse=True)
def kept_here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with own_folder(tmp_path_factory.mktemp("kept")) as home:
        yield home
