"""What the coach says beside one's own hand: that it is still at work, that it came too late, and never anything about
another hand than the one on the table."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

import pitboss
from house.server_support import GAMES, served
from web.conftest import Visit
from web.test_pages import serious
from web.visitor import Visitor

DRAGON = GAMES["dragon-poker"]
COUNTED = 120_000
"""Milliseconds in which the solver is there, however busy the machine: what is proved here is what is said then."""
AT_WORK = "The first time this takes some seconds."


def asked(ann: Visitor, table: int = DRAGON, wager: str = "ante") -> None:
    """Seated, and to decide."""
    if not ann.heard:
        ann.take_seat(table)
        ann.page.get_by_role("tab", name="Coach").click()
    ann.bet(wager)
    ann.deal()
    ann.wait_decision()


class Slow:
    """A house whose solver is not ready."""

    def __init__(self, ann: Visitor) -> None:
        self.ready = False
        ann.page.route("**/coach?seat=*", self._answer)

    def _answer(self, route: Route) -> None:
        if self.ready:
            route.continue_()
        else:
            route.fulfill(status=202, json={"state": "working", "what": "", "done": 0.0})


def test_that_the_values_are_being_worked_out_is_said(visit: Visit) -> None:
    """In the panel and where one decides; when they are there they take its place."""
    ann = visit()
    slow = Slow(ann)
    asked(ann)
    expect(ann.find("#panel-coach")).to_contain_text(AT_WORK)
    expect(ann.find("p.info")).to_contain_text(AT_WORK)
    slow.ready = True
    expect(ann.find(".worths li")).to_have_count(2, timeout=COUNTED)
    expect(ann.find("#panel-coach")).not_to_contain_text(AT_WORK)
    expect(ann.find("p.info")).to_contain_text("On the buttons: the average result of each choice")
    expect(ann.find(".decision .worth")).to_have_count(2)
    number = ann.view["round"]
    ann.decide("fold")
    ann.wait_round_over(number)
    slow.ready = False  # values that come too late are said to be late
    asked(ann)
    expect(ann.find("#panel-coach")).to_contain_text(AT_WORK)
    ann.decide("fold")
    expect(ann.find("#panel-coach")).to_contain_text("The values were not ready in time.")


def test_the_verdict_on_a_hand_goes_when_the_next_one_is_to_be_decided(visit: Visit) -> None:
    ann = visit()
    for _ in range(2):
        asked(ann)
        number = ann.view["round"]
        expect(ann.find(".worths li")).to_have_count(2, timeout=COUNTED)
        expect(ann.find(".verdict")).to_be_empty()
        ann.decide("fold")
        expect(ann.find(".verdict")).to_contain_text("Fold")
        ann.wait_round_over(number)


def speaks(ann: Visitor, when: str) -> None:
    """Chosen in the settings, as people do."""
    ann.find(".coach-when button").click()
    ann.page.get_by_role("radio", name=when, exact=True).check(force=True)
    ann.page.keyboard.press("Escape")


def test_the_coach_speaks_before_after_or_never_and_it_holds_at_once(visit: Visit) -> None:
    """In the middle of a decision too: the values go when they are not wanted, and come when they are."""
    ann = visit()
    asked(ann)
    expect(ann.find(".decision .worth")).to_have_count(2, timeout=COUNTED)
    speaks(ann, "after I have decided")
    expect(ann.find(".decision .worth, .worths li")).to_have_count(0)
    expect(ann.find("p.info")).to_be_empty()
    expect(ann.find("#panel-coach")).to_contain_text("The coach speaks when you have decided.")
    assert serious(ann) == [] and ann.raw() == []
    advice = pitboss.best_play("dragon-poker", " ".join(ann.view["seats"][ann.seat - 1]["cards"]))
    worst = min(advice.alternatives, key=lambda each: each.value)
    percent = f"gave away {float(100 * advice.cost(worst.choice)):.2f}% of the Ante"
    number = ann.view["round"]
    ann.page.get_by_role("tab", name="Ledger").click()  # who does not look at the panel is told beside his cards
    ann.decide(worst.choice)
    expect(ann.find(".verdict .note.bad")).to_contain_text(percent, timeout=COUNTED)
    expect(ann.find(".advice h2")).to_have_text("What each choice was worth")
    expect(ann.find(".worth-label:has-text(' yours')")).to_have_count(1)
    ann.until("(words) => document.querySelector('[data-says=polite]').textContent.includes(words)", percent)
    ann.wait_round_over(number)
    since = len(ann.requests)
    ann.page.get_by_role("tab", name="Coach").click()
    asked(ann)
    assert not [r for r in ann.requests[since:] if "/coach?" in r.url], "no hint is even asked for"
    expect(ann.find(".verdict")).to_be_empty()
    speaks(ann, "before I decide")
    expect(ann.find(".decision .worth")).to_have_count(2, timeout=COUNTED)
    speaks(ann, "never")
    expect(ann.find(".decision .worth, .worths li, .coach-session dd")).to_have_count(0)
    number, since = ann.view["round"], len(ann.requests)
    ann.decide("fold")
    ann.wait_round_over(number)
    expect(ann.find("#panel-coach")).to_contain_text("The coach says nothing")
    expect(ann.find(".verdict, .coach-session")).to_have_text(["", ""])
    assert not [r for r in ann.requests[since:] if "/coach" in r.url]
    ann.page.reload()
    ann.furnished()
    assert ann.page.evaluate("JSON.parse(localStorage.getItem('pitboss')).coach") == "never"


def test_what_the_clock_gave_away_is_said(visit: Visit) -> None:
    """The house tells it with the statistics of the session."""
    ann = visit()

    def by_the_clock(route: Route) -> None:
        told: dict[str, Any] = route.fetch().json()
        for one in told["review"]:
            one["clock"] = True
        route.fulfill(json=told)

    ann.page.route("**/api/v1/tables/*/coach/session", by_the_clock)
    asked(ann)
    expect(ann.find(".worths li")).to_have_count(2, timeout=COUNTED)
    advice = pitboss.best_play("dragon-poker", " ".join(ann.view["seats"][ann.seat - 1]["cards"]))
    ann.decide(min(advice.alternatives, key=lambda each: each.value).choice)
    expect(ann.find(".verdict")).to_contain_text("Your time was over: ", timeout=COUNTED)
    ann.find(".coach-session summary").click()
    expect(ann.find(".coach-session li").first).to_contain_text("time over, ")


@pytest.mark.parametrize(
    ("game", "wager", "unit"), [("let-it-ride", "bet_1", "one bet"), ("dragon-poker", "ante", "the Ante")]
)
def test_the_unit_is_said_as_people_say_it(game: str, wager: str, unit: str, visit: Visit) -> None:
    ann = visit()
    asked(ann, GAMES[game], wager)
    expect(ann.find("p.info")).to_contain_text(f"in units of {unit}.", timeout=COUNTED)
    expect(ann.find("#panel-coach")).to_contain_text(f"in units of {unit}; side wagers are not counted.")
    if game == "dragon-poker":  # numbers below zero have a proper sign
        expect(ann.find(".worths li")).to_have_count(2)
        shown = " ".join(ann.find(".worths b, .decision .worth").all_inner_texts())
        assert "\u22122.0000" in shown and "\u22122.000" in shown and "-" not in shown, "a fold loses ante and bonus"


def test_who_looked_at_the_coach_before_sitting_down_is_coached(visit: Visit) -> None:
    ann = visit()
    ann.open(f"/tables/{DRAGON}")
    ann.page.get_by_role("tab", name="Coach").click()
    expect(ann.find("#panel-coach")).to_contain_text("The coach speaks when it is your turn to decide.")
    ann.find("button.sit").first.click()
    ann.wait_heard(lambda m: m["type"] in ("hello", "change") and bool(m["view"]["mine"]))
    asked(ann)
    expect(ann.find("#panel-coach .worths li")).to_have_count(2, timeout=COUNTED)


def test_a_round_that_the_clock_decides_is_counted_although_the_seat_is_gone(visit: Visit, tmp_path: Path) -> None:
    with served(tmp_path, decision_seconds=1.0, alone_clock="on") as quick:
        ann = visit(quick.url)
        ann.take_seat(DRAGON)
        ann.page.get_by_role("tab", name="Coach").click()
        ann.bet("ante")
        ann.deal()
        ann.wait_heard(lambda m: m["type"] == "change" and m["view"]["round"] > 1 and not m["view"]["mine"])
        counted = ann.find(".coach-session dd").first
        expect(counted).to_have_text("1", timeout=COUNTED)
        ann.close()
