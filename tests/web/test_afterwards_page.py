"""What one wants to know afterwards, on the pages: marks and costs in the list of one's rounds and in the replay, the
other choice tried from there, the graph, the filters, and the session after standing up. The cards are those of
`tests/house/test_afterwards.py`, where the figures are worked out by hand."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Route, expect

from house.server_support import Served, served
from house.test_afterwards import GAME, HAND, LIR, SEAT, played
from pitboss.client import Player
from web.conftest import Visit
from web.stacked import deck, stacked
from web.test_pages import serious

MINUS = "\u2212"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with stacked({GAME: deck(GAME, (SEAT,), HAND)}), served(tmp_path_factory.mktemp("afterwards")) as made:
        yield made


@pytest.fixture(scope="module")
def ann(server: Served) -> tuple[Player, int, int]:
    """A guest with a good round and a costly one."""
    player = server.guest("Ann")
    return player, played(player, "withdraw", "withdraw"), played(player, "withdraw", "ride")


def test_marks_costs_and_the_graph_in_my_rounds(visit: Visit, ann: tuple[Player, int, int]) -> None:
    player, good, bad = ann
    visitor = visit().known(player.token)
    visitor.open("/history")
    rows = visitor.find("table.rounds tbody tr:not(.day)")
    expect(rows).to_have_count(2)
    expect(rows.nth(0).locator(".mark.costly")).to_contain_text("1 mistake, $4.38")
    expect(rows.nth(1).locator(".mark.good")).to_contain_text("Good")
    assert rows.nth(0).locator(".hand-part").first.get_attribute("aria-label") == (
        "You: two of clubs, seven of diamonds, and nine of hearts"
    )
    expect(rows.nth(0).locator(".hand-part svg")).to_have_count(5)
    figure = visitor.find("[data-figure]")
    # Lost $5 and $10; given away 7/8 of $5; each round was to bring about -3.5 % of $5; the rest is luck.
    expect(figure).to_have_text(["2", f"{MINUS}$15", f"{MINUS}$0.35", "$4.38", f"{MINUS}$10.27", "1 of 4"])
    expect(visitor.find(".after-place path.balance")).to_have_count(1)
    heard = visitor.find(".after-heard tbody tr")
    expect(heard).to_have_count(2)
    assert heard.nth(1).locator("td").all_inner_texts()[:3] == [f"{MINUS}$15", f"{MINUS}$0.35", f"{MINUS}$4.73"]
    assert visitor.raw() == [] and serious(visitor) == []
    visitor.find("input[name=mistakes]").check()
    expect(rows).to_have_count(1)
    assert visitor.page.url.endswith("/history?mistakes=only")
    visitor.find("select[name=result]").select_option("won")
    expect(visitor.find("table.rounds")).to_contain_text("No round fits.")
    visitor.page.get_by_role("button", name="Show all rounds").click()
    expect(rows).to_have_count(2)
    assert good < bad


def test_the_replay_marks_decisions_and_tries_the_other_choice(visit: Visit, ann: tuple[Player, int, int]) -> None:
    player, _, bad = ann
    visitor = visit().known(player.token)
    visitor.open(f"/rounds/{LIR}/{bad}")
    marks = visitor.find(".steps .mark")
    expect(marks).to_have_text(["✓ Good", "?? Costly mistake"])
    visitor.find(".steps li:has(.mark.costly) .step-words").click()
    verdict = visitor.find(".round-verdict .verdict")
    expect(verdict).to_contain_text("gave away $4.38 on average, 87.50% of")
    expect(verdict.locator("h3")).to_contain_text("Costly mistake")
    verdict.locator("summary").click()
    expect(verdict.locator(".trial > p").first).to_contain_text("with jack of spades open")
    verdict.locator("[data-choice=withdraw]").click()
    expect(verdict.locator(".trial-said")).to_contain_text("$4.38 more than your choice")
    verdict.locator("[data-choice=ride]").click()
    expect(verdict.locator(".trial-said")).to_contain_text("is what you chose")
    assert visitor.raw() == [] and serious(visitor) == []
    visitor.page.keyboard.press("Escape")
    stranger = visit()
    stranger.open(f"/rounds/{LIR}/{bad}")
    stranger.find(".round-paid").wait_for()
    assert stranger.find(".mark").count() == 0


def test_the_session_stays_after_standing_up(visit: Visit, ann: tuple[Player, int, int]) -> None:
    newcomer = visit()
    newcomer.take_seat(LIR)
    newcomer.page.get_by_role("button", name="Stand up").click()
    newcomer.page.get_by_role("link", name="Your session").click()
    expect(newcomer.find("#page")).to_contain_text("You have not been dealt in during this session.")
    player, _, bad = ann
    visitor = visit().known(player.token)
    visitor.open("/")
    visitor.page.get_by_role("link", name="Your session").click()
    expect(visitor.find(".after-report h2")).to_have_text("Your session")
    expect(visitor.find(".after-review li")).to_have_count(1)
    expect(visitor.find(".after-review li")).to_contain_text("1 mistake, $4.38")
    assert visitor.find(".after-review a").get_attribute("href") == f"/rounds/{LIR}/{bad}"
    expect(visitor.find("select[name=period]")).to_have_value("session")


def test_the_report_names_a_habit_and_the_costliest_decisions(visit: Visit, server: Served) -> None:
    """Five times 7/8 of $5 with jack high at the second decision: $21.88, worked out by hand."""
    player = server.guest("Hal")
    rounds = [played(player, "withdraw", "ride") for _ in range(5)]
    played(player, "withdraw", "withdraw")
    visitor = visit().known(player.token)
    visitor.open("/history")
    habit = visitor.find(".after-habits li")
    expect(habit).to_have_count(1)
    expect(habit.locator("h3")).to_contain_text("Jack high or lower")
    expect(habit).to_contain_text(
        "At the second decision you chose Let it ride 5 of 6 times when Take back Bet Number 2 was best."
    )
    expect(habit.locator(".after-cost")).to_have_text("$21.88 given away, $4.38 each time")
    expect(habit.locator(".after-examples a")).to_have_count(3)
    costly = visitor.find(".after-costly li")
    expect(costly).to_have_count(5)
    expect(costly.first).to_contain_text("Let it ride; best was Take back Bet Number 2.")
    assert costly.first.locator("a").get_attribute("href") == f"/rounds/{LIR}/{rounds[-1]}"
    hand = costly.first.locator(".hand-part").first.get_attribute("aria-label")
    assert hand == "You: two of clubs, seven of diamonds, and nine of hearts"
    assert visitor.find(".after-curve").count() == 0, "one session is no curve"
    assert visitor.raw() == [] and serious(visitor) == []
    for width in (320, 1024):
        visitor.page.set_viewport_size({"width": width, "height": 700})
        assert visitor.wide() <= 0


def test_over_several_sessions_a_curve_shows_what_mistakes_cost(visit: Visit, ann: tuple[Player, int, int]) -> None:
    """Two hands in two sessions: nothing given away in the first, $4.38 in the second, so $437.50 per 100 hands."""
    player, good, _ = ann
    visitor = visit().known(player.token)

    def earlier(route: Route) -> None:
        told = route.fetch().json()
        for each in told["rounds"]:
            each["at"] -= 7_200_000 * (each["round"] == good)
        route.fulfill(json=told)

    visitor.page.route("**/api/v1/me/reckoning?*", earlier)
    visitor.open("/history")
    curve = visitor.find(".after-curve")
    expect(curve.locator("figcaption")).to_have_text(
        "$437.50 per 100 hands in the last session: more than the $0 of those before it."
    )
    expect(curve.locator("circle")).to_have_count(2)
    assert curve.locator(".unseen tbody td").all_inner_texts() == ["1", "$0", "1", "$437.50"]
    assert visitor.raw() == [] and serious(visitor) == []
