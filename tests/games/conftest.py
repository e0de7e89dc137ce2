"""Every game that a test brings is forgotten after it."""

from collections.abc import Iterator

import pytest

from games.copies import forgotten_afterwards


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    with forgotten_afterwards():
        yield
