"""Every example of docs/scenarios.md is a whole file that plays as it stands and expects what it gets."""

from pathlib import Path

import pytest

from pitboss.play.scenario import play_scenario
from pitboss.play.scenario_file import parse_scenario

PAGE = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
EXAMPLES = [part.split("```")[0] for part in PAGE.split("```toml\n")[1:]]


@pytest.mark.parametrize("text", EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_plays_as_it_stands(text: str) -> None:
    played = play_scenario(parse_scenario(text))
    assert played.scenario.expects and not played.differences, "\n".join(played.differences)
    assert len(text.splitlines()) <= 60, "examples are short"


def test_the_page_shows_every_part_of_the_format() -> None:
    assert len(EXAMPLES) >= 6
    rounds = [made for text in EXAMPLES for made in parse_scenario(text).rounds]
    whens = [report.when for made in rounds for report in made.reports]
    assert any(when.decided for when in whens) and any(made.meters for made in rounds)
    assert any(report.places for made in rounds for report in made.reports)
    assert any(made.refused for made in rounds) and any(len(parse_scenario(t).rounds) > 1 for t in EXAMPLES)
