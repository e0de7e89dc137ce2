"""How many rounds, as people type it."""

from types import SimpleNamespace

import pytest
from cyclopts import App

from pitboss.cli.numbers import ManyRounds

READ = {"7": 7, "1_000": 1000, "10m": 10_000_000, "2.5k": 2500, "1B": 10**9, "2.5e6": 2_500_000, "-3": -3, "0": 0}


def app(found: SimpleNamespace) -> App:
    made = App()

    @made.default
    def take(*, rounds: ManyRounds = None) -> None:
        found.rounds = rounds

    return made


@pytest.mark.parametrize(("text", "number"), READ.items())
def test_a_number_of_rounds(text: str, number: int) -> None:
    found = SimpleNamespace()
    app(found)(["--rounds", text], result_action="return_value", exit_on_error=False, print_error=False)
    assert found.rounds == number


@pytest.mark.parametrize("text", ["ten", "1.5", "2.5e0", "0.0001k", "0k", "10mm", "1e999", ""])
def test_what_is_none_is_told(text: str) -> None:
    with pytest.raises(Exception, match="is not a whole number"):
        app(SimpleNamespace())(["--rounds", text], result_action="return_value", exit_on_error=False, print_error=False)
