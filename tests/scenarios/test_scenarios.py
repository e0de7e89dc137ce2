"""Every scenario file is played through the engine; those that name a clause prove it."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.play.scenario import play_scenario
from pitboss.play.scenario_file import parse_scenario
from pitboss.play.scenario_parts import Scenario

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.toml"))


def _read(path: Path) -> Scenario:
    return parse_scenario(path.read_text(encoding="utf-8"), str(path), path.parent)


def _cases() -> list[object]:
    cases: list[object] = []
    for path in FILES:
        proves = _read(path).proves
        marks = [pytest.mark.clause(proves)] if proves else []
        cases.append(pytest.param(path, id=str(path.relative_to(HERE)), marks=marks))
    return cases


@pytest.mark.parametrize("path", _cases())
def test_pays_what_the_file_expects(path: Path) -> None:
    played = play_scenario(_read(path), path)
    assert played.scenario.expects, "a scenario of the suite says what it expects"
    assert not played.differences, "\n".join(played.differences)


def test_a_wrong_expectation_is_found() -> None:
    """The comparison itself can fail: one cent more, one clause off, one wager left out, one cent on a meter."""
    path = HERE / "hand_worked" / "let-it-ride-2.toml"
    text = path.read_text(encoding="utf-8")
    scenario = parse_scenario(text)
    (made,) = scenario.rounds
    seat = next(s for s, wagers in made.expect.items() if any(e.net for e in wagers.values()))
    wager = next(w for w, e in made.expect[seat].items() if e.net)
    wrong = replace(made.expect[seat][wager], net=made.expect[seat][wager].net + 1)
    for expect in (
        {seat: {**made.expect[seat], wager: wrong}},
        {seat: {w: e for w, e in made.expect[seat].items() if w != wager}},
        {seat: {wager: replace(made.expect[seat][wager], clause="MD-LIR 1.B(1)")}},
    ):
        assert play_scenario(replace(scenario, rounds=(replace(made, expect=expect),))).differences
    meters = {name: reading + 1 for name, reading in made.expect_meters.items()}
    assert meters
    assert play_scenario(replace(scenario, rounds=(replace(made, expect_meters=meters),))).differences
