"""A page that is opened in mid-round: the ledger holds the round so far, and the coach the session so far. Nothing is
announced, shown as an alarm or dealt a second time."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from house.server_support import GAMES, served
from web.conftest import Visit
from web.playing import choose, dealt, turn
from web.visitor import PHONE, Visitor

SESSION = {
    "state": "ready", "decisions": 7, "mistakes": 1, "waiting": 0, "cost_cents": 125.0, "expected_cents": -300.0,
    "actual_cents": -1500,
    "review": [
        {
            "table": 4, "round": 3, "seat": 3, "clock": False, "choice": "fold", "best": "play_1x",
            "cost_percent": 12.5, "cost_cents": 125.0, "cards": ["Ah", "Kd"], "board": [],
            "choices": [{"choice": "fold", "label": "Fold"}, {"choice": "play_1x", "label": "Play 1×"}],
        }
    ],
}  # fmt: skip

SAYINGS = """
window.said = [];
new MutationObserver(() => {
  for (const each of document.querySelectorAll("[data-says], .banner:not([hidden])")) {
    if (each.textContent && !window.said.includes(each.textContent)) window.said.push(each.textContent);
  }
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
LINE = (
    "Sending… The house has not answered yet.",
    "The connection is lost. Trying again…",
    "Connected again. Nothing was lost.",
)
"""What is said of the line, which may be slow on a busy machine."""


def lines(visitor: Visitor) -> list[str]:
    """The ledger of the last round, line by line."""
    visitor.find(".ledger .round").last.wait_for()
    return visitor.find(".ledger .round").last.locator(".lines > li").all_inner_texts()


@pytest.mark.parametrize("game", GAMES)
def test_the_ledger_has_the_round_so_far(visit: Visit, game: str) -> None:
    ann = visit()
    dealt(ann, game)
    before = lines(ann)
    assert any(" to you" in line for line in before) and any("$" in line for line in before)
    ann.page.add_init_script(SAYINGS)
    ann.page.reload()
    ann.find(".tabs").wait_for(state="attached")
    expect(ann.find(".ledger .round").last.locator(".lines > li")).to_have_count(len(before))
    assert lines(ann) == before
    assert ann.find(".ledger .round h2").last.inner_text().startswith(f"Round {ann.view['round']}")
    ann.wait_decision()
    ann.until("() => window.said.some((each) => each.includes('Dealt '))")
    said = [each for each in ann.page.evaluate("window.said") if each not in LINE]
    assert [each for each in said if "Dealt " not in each] == []
    number = ann.view["round"]
    while turn([ann], number) is not None:
        choose(ann, ("fold", "withdraw", "check"))
    ann.wait_round_over(number)
    last = ann.find(".ledger .round", has_text=f"Round {number}").first
    won = sum(facts.get("won", 0) + facts.get("back", 0) - facts["stake"] for facts in ann.told("WagerSettled"))
    lost = sum(facts["cents"] for facts in ann.told("WagerCollected"))
    net = (won - lost) / 100
    shown = last.locator(".round-result").inner_text().replace("−", "-").replace("$", "").replace(",", "")
    assert float(shown) == net


def test_what_somebody_else_did_on_this_position_is_not_the_readers(visit: Visit, tmp_path: Path) -> None:
    with served(tmp_path / "before") as server:
        bob, ann = visit(server.url), visit(server.url)
        seat = bob.take_seat(GAMES["dragon-poker"])
        bob.bet("ante")
        since = len(bob.heard)
        bob.find("[data-act='clear']").click()
        bob.wait_heard(lambda m: m["type"] == "change" and not bob.staked(m), since)
        bob.find(".stand").click()
        bob.wait_heard(lambda m: m["type"] == "change" and not m["view"]["mine"])
        assert ann.take_seat(GAMES["dragon-poker"]) == seat
        ann.bet("ante")
        ann.page.reload()
        mine = ann.find(".ledger .line.mine")
        expect(mine.filter(has_text="Ante").first).to_be_visible()
        assert not [line for line in mine.all_inner_texts() if "taken back" in line]
        others = ann.find(".ledger .line:not(.mine)").all_inner_texts()
        assert [line for line in others if line.startswith(f"Position {seat}: Ante") and "taken back" in line]
        for each in (ann, bob):
            each.close()


def test_the_coach_shows_the_session_when_the_panel_is_opened(visit: Visit) -> None:
    """In the middle of a round, long before it is over."""
    ann = visit()

    def told(route: Route) -> None:
        route.fulfill(json=SESSION)

    ann.page.route("**/api/v1/tables/*/coach/session", told)
    dealt(ann, "dragon-poker")
    ann.page.reload()
    ann.page.get_by_role("tab", name="Coach").click()
    panel = ann.find("#panel-coach")
    expect(panel.locator(".coach-session dd").first).to_have_text("7")
    expect(panel).to_contain_text("This session")
    panel.locator("summary").click()
    expect(panel.locator(".coach-session li")).to_have_text(
        "Round 3: Fold with ace of hearts and king of diamonds; best was Play 1×, cost $1.25"
    )
    ann.decide("fold")


def test_the_animals_come_to_cards_that_lie_there_already(visit: Visit) -> None:
    """They are drawn by a part of the page that comes after the first view."""
    ann = visit()
    dealt(ann, "dragon-poker")
    ann.page.reload()
    ann.wait_decision()
    cards = ann.find(".row-cards .card-face")
    expect(cards).not_to_have_count(0)
    expect(ann.find(".card-index")).to_have_count(0)


def test_escape_closes_the_sheet_of_panels(visit: Visit) -> None:
    ann = visit(viewport=PHONE)
    dealt(ann, "dragon-poker")
    ann.page.get_by_role("button", name="Coach & Rules").click()
    side = ann.find(".side")
    expect(side).to_have_class(re.compile(r"\bopen\b"))
    ann.page.keyboard.press("Escape")
    expect(side).not_to_have_class(re.compile(r"\bopen\b"))
