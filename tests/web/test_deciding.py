"""A decision by its key: the key is what the button says, in every game and every window."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from house.server_support import GAMES, Served
from web.conftest import Visit
from web.crowd import Crowd
from web.playing import dealt
from web.visitor import DESKTOP, PHONE, Visitor

SHEET = ".side.open"
FOCUSED = "(where) => document.activeElement.closest(where) !== null"

HOLDEM = GAMES["ultimate-texas-holdem"]


def decided(visitor: Visitor) -> list[dict[str, Any]]:
    return [m["do"] for m in visitor.sent if m.get("do", {}).get("do") == "Decide"]


@pytest.mark.parametrize(("times", "size"), [("3", DESKTOP), ("4", PHONE)], ids=["desktop", "phone"])
def test_a_figure_is_the_multiple(visit: Visit, times: str, size: dict[str, int]) -> None:
    """Not the place in the row: what no button says does nothing."""
    ann = visit(viewport=size)
    dealt(ann, "ultimate-texas-holdem")
    for key in ("1", "2", "5", "p", times):
        ann.page.keyboard.press(key)
    ann.wait_heard(lambda m: m["type"] == "change" and ann.staked(m).get("play", 0) > 0)
    assert [act["choice"] for act in decided(ann)] == [f"play_{times}x"]
    assert next(ann.staked(m)["play"] for m in ann.heard if "view" in m and ann.staked(m).get("play")) == 500 * int(
        times
    )


@pytest.mark.parametrize(("checks", "key", "choice"), [(1, "2", "play_2x"), (2, "1", "play_1x")])
def test_later_multiples(visit: Visit, checks: int, key: str, choice: str) -> None:
    ann = visit()
    dealt(ann, "ultimate-texas-holdem")
    for n in range(checks):
        since = len(ann.heard)
        ann.page.keyboard.press("c")
        ann.wait_heard(lambda m: "view" in m and any(o["example"]["do"] == "Decide" for o in m["offers"]), since)
        ann.until("(name) => document.querySelector(`[data-choice='${name}']`)", ["play_2x", "play_1x"][n])
    ann.page.keyboard.press("4")
    ann.page.keyboard.press(key)
    ann.wait_heard(lambda m: m["type"] == "change" and ann.staked(m).get("play", 0) > 0)
    assert [act["choice"] for act in decided(ann)] == ["check"] * checks + [choice]


def test_a_decision_while_the_connection_is_lost(visit: Visit) -> None:
    """It is said that it will be sent, and it is, once."""
    ann = visit()
    dealt(ann, "dragon-poker")
    number = ann.view["round"]
    ann.context.set_offline(True)
    ann.find(".offline").wait_for()
    ann.decide("fold")
    expect(ann.find(".deciding .sending")).to_have_text("Fold is sent as soon as the connection is back.")
    expect(ann.find(".deciding .sending")).to_be_visible()
    ann.context.set_offline(False)
    ann.wait_round_over(number)
    expect(ann.find(".sending")).to_have_count(0)
    assert len(ann.told("HandDiscarded") or ann.told("WagerCollected")) >= 1
    ann.faults.clear()  # the line was cut


def asked(visitor: Visitor) -> bool:
    return any(offer["example"]["do"] == "Decide" for offer in visitor.offers)


def test_the_panels_make_way_for_a_decision(visit: Visit, server: Served) -> None:
    """On a phone they lie over the buttons: when one is asked they close, once; who opens them again may read."""
    game = "ultimate-texas-holdem"
    player = server.guest()
    with player.watch(HOLDEM) as table:
        table.sit(1)
        other = Crowd(game, [player], [table])
        ann = visit(viewport=PHONE)
        ann.take_seat(HOLDEM)
        other.bet()
        ann.bet("ante")
        ann.deal()
        ann.find(".side-open").click()
        expect(ann.find(SHEET)).to_be_visible()
        ann.until(FOCUSED, SHEET)
        other.ready()
        other.play(lambda: asked(ann), ann)
        ann.wait_decision()
        expect(ann.find(SHEET)).to_have_count(0)
        expect(ann.find(".side")).to_be_hidden()
        ann.until(FOCUSED, ".deciding")
        said = ann.find("[data-says='assertive']")
        expect(said).to_have_text(re.compile(r"^Ledger, coach and rules are closed: .+ Dealt .+; you may check"))
        ann.find(".side-open").click()
        late = server.guest()
        with late.watch(HOLDEM) as beside:  # the table changes, and what is asked is still the same
            since = len(ann.heard)
            beside.sit(2)
            ann.wait_heard(lambda m: m["type"] == "change" and m["view"]["seats"][1]["player"] == late.handle, since)
            expect(ann.find(".dot").nth(1)).to_have_class(re.compile("taken"))
            expect(ann.find(SHEET)).to_be_visible()
            beside.leave()
        ann.page.keyboard.press("c")
        ann.wait_heard(lambda m: m["type"] == "change" and m["view"]["step"] == "postflop")
        other.play(lambda: ann.view["step"] == "postflop" and asked(ann), ann)
        expect(ann.find(SHEET)).to_have_count(0)
        ann.leave()
        other.leave()


def test_panels_that_cover_nothing_keep_the_focus(visit: Visit, server: Served) -> None:
    """In a wide window they stand beside the table."""
    player = server.guest()
    with player.watch(HOLDEM) as table:
        table.sit(1)
        other = Crowd("ultimate-texas-holdem", [player], [table])
        ann = visit()
        ann.take_seat(HOLDEM)
        other.bet()
        ann.bet("ante")
        ann.deal()
        ann.find("#tab-ledger").focus()
        other.ready()
        other.play(lambda: asked(ann), ann)
        ann.wait_decision()
        assert ann.page.evaluate(FOCUSED, "#tab-ledger")
        expect(ann.find("[data-says='assertive']")).to_have_text(re.compile("^Dealt"))
        ann.leave()
        other.leave()
