"""A simulation of a written strategy agrees with its exact figures; and where the text says the same as a strategy that
the simulation knows by itself, every round ends the same."""

from pathlib import Path

import pytest

from pitboss.lab.strategies.simulated import simulate_strategy, strategy_text
from pitboss.lab.strategies.written import BadStrategy
from pitboss.simulation import written
from pitboss.simulation.api import default_terms, prepare
from pitboss.simulation.blocks import work
from support import DRAGON, LIR, MISSISSIPPI, THREE, TOP5, UTH


@pytest.mark.parametrize(
    ("game", "name", "same"),
    [
        (THREE, "q-6-4", "optimal"),
        (THREE, "play-all", "bold"),
        (DRAGON, "basic", "optimal"),
        (TOP5, "basic", "optimal"),
        (LIR, "bold", "bold"),
        (LIR, "timid", "timid"),
        (MISSISSIPPI, "bold", "bold"),
        (UTH, "always-4x", "bold"),
    ],
)
def test_round_for_round_the_same(game: str, name: str, same: str) -> None:
    terms = default_terms(game)
    mine, known = (
        work(prepare(terms, players=2, strategy=strategy).job, 0, 20_000)
        for strategy in (strategy_text(game, name), same)
    )
    assert mine.counts == known.counts
    assert mine.totals == known.totals


@pytest.mark.parametrize(
    ("game", "name"), [(THREE, "queen"), (LIR, "basic"), (MISSISSIPPI, "basic"), (UTH, "short")], ids=lambda text: text
)
def test_simulated_and_exact_agree(game: str, name: str) -> None:
    main = simulate_strategy(game, name, rounds=400_000)[0]
    assert main.z is not None and abs(main.z) < 3


def test_another_strategy_does_not_agree() -> None:
    """Whoever plays every hand is told apart from the text that plays queens."""
    found = simulate_strategy(THREE, "play-all", rounds=400_000)[0]
    queens = simulate_strategy(THREE, "queen", rounds=400_000)[0]
    assert abs(found.mean - queens.mean) > 10 * queens.standard_error


def test_what_cannot_be_played() -> None:
    with pytest.raises(BadStrategy, match="there is no such file"):
        simulate_strategy(THREE, "nothing", rounds=1000)


@pytest.mark.parametrize("text", ["", 'strategy = "one line"'])
def test_a_file_of_one_line_is_a_file_and_no_name(text: str, tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadStrategy, match="it has no decision"):
        simulate_strategy(THREE, file, rounds=1000)


def test_without_a_reader_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    job = prepare(default_terms(THREE), strategy=strategy_text(THREE, "queen")).job
    monkeypatch.setattr(written, "_READERS", [])
    with pytest.raises(ValueError, match="nobody here reads written strategies"):
        written.decided(job.setting)
