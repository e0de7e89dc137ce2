"""The page of the proof shows figures that are still those of the program: the progressives of an operator's own are
those that the default submissions show as examples, and their exact figures those that are worked out now."""

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from pitboss.odds.api import odds
from pitboss.odds.request import Request, wagers_of
from pitboss.rulebook.book import book
from pitboss.rulebook.folders import games
from pitboss.rulebook.submission import default_submission
from pitboss.simulation.campaign import CampaignRun, labels, metered, plans

PAGE = Path(__file__).parents[2] / "docs" / "simulation.md"
OWN = [
    pytest.param(plan, id=f"{plan.game} {number}")
    for game in games()
    for number, plan in enumerate(plans(game, 1, 1))
    if labels(plan).get(metered(game), "").startswith("own")
]


@cache
def shown() -> dict[tuple[str, str, str, str], str]:
    """Title, wager, paytable and seats with the exact figure."""
    found, title = {}, ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        title = line.removeprefix("## ") if line.startswith("## ") else title
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == 10 and re.fullmatch(r"[+-]\d+\.\d{6}", cells[6]):
            found[title, cells[0], cells[1], cells[2]] = cells[6]
    return found


@pytest.mark.parametrize("plan", OWN)
def test_an_own_progressive_of_the_page_is_what_is_worked_out_now(plan: CampaignRun) -> None:
    wager = metered(plan.game)
    (row,) = odds(Request(game=plan.game, terms=plan.terms, wager=wager))
    found = shown()[book(plan.game).title, wager, labels(plan)[wager], "1"]
    assert found == f"{float(row.ev):+.6f}"


def test_every_game_and_wager_stands_on_the_page() -> None:
    there = {(title, wager) for title, wager, _, _ in shown()}
    assert OWN and {(book(game).title, wager) for game in games() for wager in wagers_of(game)} <= there


@pytest.mark.parametrize("game", [game for game in games() if book(game).trials])
def test_the_first_trial_is_the_example_of_the_default_submission(game: str) -> None:
    text = default_submission(game)
    shown_there = text[text.index("# [wagers.") :].partition("\n\n")[0]
    example = tomllib.loads("\n".join(line.removeprefix("#").removeprefix(" ") for line in shown_there.splitlines()))
    first = dict(book(game).trials[0])
    assert example["meters"] == first.pop("meters")
    assert example["wagers"] == {metered(game): first}
