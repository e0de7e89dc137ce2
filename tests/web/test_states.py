"""The states of a table that a page at rest does not show: everything that can be opened, said or asked there, in order
for those who do not see it, on a phone and at a desk."""

from functools import partial
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from house.server_support import GAMES, Served
from web.conftest import Visit
from web.desk import opened, submission
from web.playing import BOLD, choose, play, refusal, turn
from web.test_pages import serious
from web.visitor import PHONE

DRAGON, HOLDEM = GAMES["dragon-poker"], GAMES["ultimate-texas-holdem"]
DESK: ViewportSize = {"width": 1280, "height": 800}
SMALL: ViewportSize = {"width": 320, "height": 568}
TWO = {"positions_per_player = 1": "positions_per_player = 2"}


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_everything_that_can_be_opened_is_in_order(size: ViewportSize, visit: Visit) -> None:
    """The welcome of a newcomer, each panel, the settings, the keys, a clause, a refusal, a decision and its values."""
    ann = visit(viewport=size, near=True, newcomer=True)
    ann.take_seat(HOLDEM)
    ann.find("#panel-hands li").first.wait_for(state="attached")
    assert serious(ann) == [], "which hand wins"
    ann.page.keyboard.press("Escape")
    wrong = ann.find(".chip-other")
    wrong.fill("3")
    ann.spot("ante").click()
    refusal(ann, "ante").wait_for()
    assert serious(ann) == [], "a refusal"
    ann.find("input[name=chip]").nth(1).check(force=True)
    dealt_now = ann.view["round"]
    ann.bet("ante")
    ann.deal()
    ann.wait_decision()
    ann.find(".decision .worth").first.wait_for(timeout=60_000)
    if ann.find(".side-open").is_visible():
        ann.find(".side-open").click()
    for tab in ("Coach", "Pays", "Fairness", "Ledger"):
        ann.page.get_by_role("tab", name=tab).click()
        ann.page.wait_for_load_state("networkidle")
        assert serious(ann) == [], tab
    ann.page.keyboard.press("Escape")
    for button, panel in ((".top .icon", "#settings"), (".step .why-button", "#why")):
        ann.find(button).click()
        expect(ann.find(panel)).to_be_visible()
        assert serious(ann) == [], panel
        ann.page.keyboard.press("Escape")
    ann.page.keyboard.press("?")
    expect(ann.find("#keys")).to_be_visible()
    assert serious(ann) == [], "the keys"
    ann.page.keyboard.press("Escape")
    assert ann.raw() == []
    while turn([ann], dealt_now) is not None:
        choose(ann, ("check", "fold"))


def test_a_warning_can_be_closed(visit: Visit) -> None:
    """By a press and by Escape; another one comes all the same, and the table keeps the focus."""
    ann = visit(viewport=PHONE)
    ann.take_seat(DRAGON)
    banner = ann.find(".banner")
    for by_key in (False, True):
        ann.context.set_offline(True)
        expect(banner).to_contain_text("The connection is lost.")
        assert serious(ann) == []
        if by_key:
            ann.page.keyboard.press("Escape")
        else:
            banner.get_by_role("button", name="Close").click()
        expect(banner).to_be_hidden()
        ann.context.set_offline(False)
        expect(banner).to_contain_text("Connected again.")
    ann.faults.clear()  # the browser says that it was offline


def wagered(seat: int, message: dict[str, Any]) -> bool:
    return message["type"] == "change" and bool(message["view"]["seats"][seat - 1]["wagers"])


@pytest.mark.parametrize("size", [PHONE, DESK, SMALL])
def test_a_player_plays_the_position_beside_his_own(size: ViewportSize, visit: Visit, server: Served) -> None:
    """Where the terms allow two: one press takes the second, both are wagered on and decided in their order, and what
    they brought stands as one sum."""
    table = opened(server, submission("dragon-poker", f"Two {size['width']}", TWO), dealer="automatic")
    ann = visit(viewport=size, near=True)
    ann.take_seat(table)
    more = ann.page.get_by_role("button", name="One more position: seat")
    more.click()
    ann.wait_heard(lambda m: "view" in m and len(m["view"]["mine"]) == 2)
    expect(more).to_have_count(0)
    mine = ann.view["mine"]
    assert mine == [2, 3]
    for seat in mine:
        spot = ann.find(f".spot[data-wager='ante'][data-seat='{seat}']")
        ann.find(f".dot[aria-label='Look at seat {seat}']").click()
        since = len(ann.heard)
        spot.click()
        ann.wait_heard(partial(wagered, seat), since)
    assert serious(ann) == []
    number = ann.view["round"]
    ann.deal()
    asked = []
    for _ in mine:
        ann.wait_decision()
        asked.append(ann.view["turn"])
        expect(ann.find(".step b")).to_have_text(f"Seat {asked[-1]}: Your decision")
        assert serious(ann) == []
        choose(ann, ("play",))
    assert asked == mine
    ann.wait_round_over(number)
    results = {m["facts"]["seat"] for m in ann.heard for m in m.get("told", ()) if m["event"] == "HandTurned"}
    assert set(mine) <= results
    expect(ann.find(".info .net")).to_contain_text("Last round")
    expect(ann.find("button.deal")).to_have_text("Repeat and deal")


def test_nobody_who_watches_is_told_to_wager(visit: Visit) -> None:
    ann, ben = visit(), visit()
    ann.take_seat(DRAGON)
    ben.open(f"/tables/{DRAGON}")
    expect(ben.find(".step b")).to_have_text("Wagers are being made")
    expect(ann.find(".step b")).to_have_text("Place your wagers")


def test_six_browsers_at_one_table(visit: Visit) -> None:
    """On phones and at desks, every seat taken: each plays his own hand, and all see the same table afterwards."""
    six = [visit(viewport=PHONE if n % 2 else DESK, near=True) for n in range(6)]
    for visitor in six:
        visitor.take_seat(DRAGON)
    assert sorted(visitor.seat for visitor in six) == [1, 2, 3, 4, 5, 6]
    for visitor in six:
        visitor.bet("ante")
    play(dict.fromkeys(six, BOLD))
    seen = [[(seat["number"], seat["player"], seat["net"]) for seat in visitor.view["seats"]] for visitor in six]
    assert all(each == seen[0] for each in seen)
    for visitor in six:
        expect(visitor.find(".info .net")).to_contain_text("Last round")
        assert visitor.raw() == [] and visitor.wide() <= 0
