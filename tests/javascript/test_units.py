"""The unit tests of the JavaScript, each reported as a test of its own. Deno runs them all in one process."""

import pytest

from javascript.units import listed, run


@pytest.fixture(scope="module")
def told() -> dict[str, str]:
    return run()


@pytest.mark.parametrize("said", listed())
def test_unit(told: dict[str, str], said: str) -> None:
    assert said in told, "it was not run"
    assert not told[said], told[said]


def test_nothing_ran_that_is_not_reported(told: dict[str, str]) -> None:
    assert sorted(told) == sorted(set(listed()))
