"""The table of the page about scores: its exact rows are those that are worked out, and no game is left out."""

import pytest

import benchmark_table
from pitboss.rulebook.book import book
from pitboss.rulebook.folders import games

SLOW = ("ultimate-texas-holdem", "caribbean-stud")
"""Games whose strategies take up to a minute to weigh."""


def written(game: str) -> list[str]:
    """The rows of a game on the page."""
    page = benchmark_table.PAGE.read_text(encoding="utf-8")
    table = page.partition(benchmark_table.BEGIN)[2].partition(benchmark_table.END)[0]
    assert table.startswith(benchmark_table.HEAD)
    return [line for line in table.splitlines() if line.startswith(f"| {book(game).title} |")]


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.slow) if game in SLOW else game for game in games()]
)
def test_the_exact_rows_of_the_page_are_worked_out_again(game: str) -> None:
    exact = [row for row in written(game) if row.endswith("| exact |")]
    assert exact == benchmark_table.exact_rows(game)
    assert exact[0].endswith("| optimal | 0.000000 | exact |")


def test_the_learner_of_the_page_is_the_one_of_the_examples() -> None:
    """The game that it learns fastest; every other has its row."""
    assert benchmark_table.learnt_row(games()[0]) == written(games()[0])[-1]
    for game in games():
        assert len([row for row in written(game) if "| learner |" in row]) == 1
