"""The charts of the best play on the pages are those that the program draws now; `make charts` draws them again."""

from pathlib import Path

import pytest

from docs.reading import DOCS
from pitboss.cli.main import dispatch
from pitboss.rulebook.folders import games

CHARTS = DOCS / "charts"


def test_every_game_has_its_chart() -> None:
    assert {path.name for path in CHARTS.iterdir()} == {f"{game}.{end}" for game in games() for end in ("svg", "png")}


@pytest.mark.parametrize("game", games())
def test_a_chart_is_the_one_that_is_drawn_now(game: str, tmp_path: Path) -> None:
    drawn = tmp_path / "chart.svg"
    assert dispatch(["strategy", game, "--save", str(drawn)]) == 0
    assert drawn.read_text("utf-8") == (CHARTS / f"{game}.svg").read_text("utf-8"), "make charts"
