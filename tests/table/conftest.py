"""What tests of the engine share."""

from collections.abc import Iterator

import pytest

from made_up import OPEN_STUD, STREET_STUD, brought_home


@pytest.fixture
def made_up_games() -> Iterator[None]:
    """The made-up games are known while a test runs, and to no other test."""
    with brought_home(OPEN_STUD, STREET_STUD):
        yield
