"""What costs a player his hand or his seat, and does not: panels on a phone, the clock, the way back to a seat; and how
quickly the next hand is there."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from house.server_support import GAMES, PASSWORD, Served, served
from pitboss.client import Player
from web.conftest import ONE_BY_ONE, Visit
from web.crowd import Crowd
from web.playing import choose, dealt, turn
from web.test_pages import serious
from web.visitor import PHONE, Visitor

DRAGON, HOLDEM = GAMES["dragon-poker"], GAMES["ultimate-texas-holdem"]
DESK: ViewportSize = {"width": 1280, "height": 800}
SMALL: ViewportSize = {"width": 320, "height": 568}
NUMBERS = count(1)

COVERED = """() => [...document.querySelectorAll('.deciding button.decision, .dock .ring')].filter((each) => {
  const box = each.getBoundingClientRect();
  const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return !box.width || box.bottom > innerHeight || !each.contains(seen);
}).map((each) => each.className)"""
"""Choices and clock that something lies over."""
STILL = """() => document.getAnimations()
  .every((each) => each.playState !== 'running' || !each.effect.target.matches('.side'))"""
FELT = """async () => {
  const box = (each) => ['x', 'y', 'width', 'height'].map((key) => Math.round(each.getBoundingClientRect()[key]));
  const look = () => [box(document.querySelector('.scene')), ...[...document.querySelectorAll('.spot')].map(box)];
  for (let before = null, same = 0, seen; ; before = JSON.stringify(seen)) {
    seen = look();
    same = JSON.stringify(seen) === before ? same + 1 : 0;
    if (same > 5) return seen;
    await new Promise((on) => requestAnimationFrame(on));
  }
}"""
"""Where the felt and every betting area are, once they rest."""


@pytest.fixture(scope="module")
def clocked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house whose clock runs also for somebody alone, and in no test runs out."""
    with served(tmp_path_factory.mktemp("clocked"), pace=ONE_BY_ONE, alone_clock="on") as made:
        yield made


def acts(player: Player, table: int, do: str, **given: Any) -> None:
    player.ask("POST", f"/api/v1/tables/{table}/acts", {"id": f"seats {next(NUMBERS)}", "do": {"do": do, **given}})


def floor(server: Served) -> Player:
    if "Fay" not in {each["handle"] for each in server.manager.ask("GET", "/api/v1/accounts")}:
        server.staff("Fay", "floorperson")
    return server.house.login("Fay", PASSWORD)


def to_the_end(visitor: Visitor, number: int) -> None:
    while turn([visitor], number) is not None:
        choose(visitor, ("check", "fold"))
    visitor.wait_round_over(number)


# --- one's turn -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_on_a_phone_nothing_covers_ones_turn(size: ViewportSize, visit: Visit, clocked: Served) -> None:
    """Panels, settings and clauses that are opened during the turn leave clock and choices free; where there is room
    the own cards stay beside them."""
    ann = visit(clocked.url, viewport=size)
    dealt(ann, "ultimate-texas-holdem")
    ann.find(".decision .worth").first.wait_for(timeout=60_000)  # the coach has spoken: the dock stays as it is
    expect(ann.find(".ring")).to_be_visible()
    ann.find(".side-open").click()
    expect(ann.find(".side.open")).to_be_visible()
    for tab in ("Coach", "Pays", "Fairness", "Ledger"):
        ann.page.get_by_role("tab", name=tab).click()
        ann.until(STILL)
        assert ann.page.evaluate(COVERED) == [], tab
    if size is PHONE:
        expect(ann.find(".dock .hand .row-card").first).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(ann.find(".side")).to_be_hidden()
    ann.find(".step .why-button").click()
    expect(ann.find("#why button")).to_be_visible()
    assert ann.page.evaluate(COVERED) == []
    ann.page.keyboard.press("Escape")
    ann.find(".top .icon").click()
    expect(ann.find("#settings")).to_be_visible()
    assert ann.page.evaluate(COVERED) == []
    ann.decide("check")  # what is open does not take the press
    ann.wait_heard(lambda m: m["type"] == "change" and m["view"]["step"] == "postflop")
    ann.leave()
    ann.close()


def test_whose_turn_it_is_and_that_nobody_waits(visit: Visit) -> None:
    """Alone with practice chips there is no clock, and the page says so; the window's title says whose turn it is."""
    ann = visit(viewport=DESK)
    ann.take_seat(DRAGON)
    name = ann.page.title()
    ann.bet("ante")
    ann.deal()
    ann.wait_decision()
    expect(ann.find(".ring")).to_be_hidden()
    expect(ann.find(".step .no-clock")).to_have_text("No clock")
    assert ann.page.title() == f"Your turn · {name}"
    number = ann.view["round"]
    ann.decide("fold")
    ann.wait_round_over(number)
    assert ann.page.title() == name


@pytest.mark.parametrize(("size", "near"), [(PHONE, False), (DESK, False), (DESK, True)])
def test_the_felt_stays_where_it_is(size: ViewportSize, near: bool, visit: Visit) -> None:
    """Whatever the tray shows: nothing yet, wagers, a refusal, a decision, the next round; seen whole, and from one's
    own place."""
    ann = visit(viewport=size, near=near)
    ann.take_seat(HOLDEM)
    before = ann.page.evaluate(FELT)
    assert len(before) > 2
    ann.bet("ante")
    assert ann.page.evaluate(FELT) == before
    ann.bet("trips")
    assert ann.page.evaluate(FELT) == before
    number = ann.view["round"]
    ann.deal()
    ann.wait_decision()
    ann.find(".decision .worth").first.wait_for(timeout=60_000)
    assert ann.page.evaluate(FELT)[0] == before[0]
    to_the_end(ann, number)
    expect(ann.find("button.deal")).to_have_text("Repeat and deal")
    assert ann.page.evaluate(FELT) == before


# --- the way back -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_who_counts_as_gone_comes_back_by_one_press(size: ViewportSize, visit: Visit, server: Served) -> None:
    """In the middle of the hand, which is played out; afterwards the seat is still his."""
    other = server.guest()
    with other.watch(HOLDEM) as table:
        table.sit(6)
        crowd = Crowd("ultimate-texas-holdem", [other], [table])
        ann = visit(viewport=size)
        seat = ann.take_seat(HOLDEM)
        crowd.bet()
        ann.bet("ante")
        number = ann.view["round"]
        ann.deal()
        crowd.ready()
        ann.wait_decision()
        acts(floor(server), HOLDEM, "Report", kind="player_left", seat=seat)
        back = ann.find("[data-act='come-back']")
        expect(back).to_have_text("Come back to your seat")
        expect(ann.find(".deciding")).to_be_hidden()
        assert serious(ann) == []
        back.click()
        expect(back).to_have_count(0)
        ann.wait_heard(lambda m: any(told["event"] == "PlayerBack" for told in m.get("told", ())))
        crowd.play(lambda: ann.view["round"] > number, ann)
        ann.wait_round_over(number)
        assert ann.view["mine"] == [seat]
        expect(ann.find(".tray")).to_be_visible()
        crowd.leave()


def test_a_seat_that_the_floor_has_freed_is_one_press_away(visit: Visit, server: Served) -> None:
    """By pressing on the staff's page, which says whether the player has the page open; the record names who did it."""
    fay = visit(viewport=DESK).known(floor(server).token)
    ann = visit(viewport=PHONE)
    seat = ann.take_seat(DRAGON)
    fay.open(f"/staff/{DRAGON}")
    form = fay.find("form[data-act=LeaveSeat]")
    expect(form).to_contain_text("The player has the page open.")
    assert serious(fay) == []
    form.get_by_role("button", name="Free the seat").click()
    expect(form).to_have_count(0)
    again = ann.find("[data-act='sit']")
    expect(again).to_have_text(f"Back to seat {seat}")
    expect(ann.find(".idle")).to_contain_text(f"You have lost seat {seat}. It is still free.")
    assert ann.raw() == [] and serious(ann) == []
    again.click()
    ann.find(".plate.mine .plate-name").wait_for()
    assert ann.view["mine"] == [seat]
    ann.find(".stand").click()  # who gives his seat up is not called back
    expect(ann.find(".idle")).to_contain_text("You are watching.")


# --- rhythm -----------------------------------------------------------------------------------------------------------


def said(visitor: Visitor, since: int) -> list[str]:
    """What this browser sent, by its acts."""
    return [m["do"]["do"] if "do" in m else "ready" for m in visitor.sent[since:] if "do" in m or "ready" in m]


def test_deal_waits_for_chips_that_are_on_their_way(visit: Visit) -> None:
    """Two taps and Deal at once: the house hears of both chips before it hears that no more follow."""
    ann = visit(viewport=PHONE)
    ann.take_seat(DRAGON)
    since = len(ann.sent)
    press = "([spot, deal]) => { spot.click(); spot.click(); deal.click(); }"
    ann.page.evaluate(press, [ann.spot("ante").element_handle(), ann.find("button.deal").element_handle()])
    ann.wait_decision()
    assert said(ann, since) == ["PlaceWager"] * 4 + ["ready"], "ante and its bonus go together, twice"
    assert ann.staked()["ante"] == 1000
    number = ann.view["round"]
    to_the_end(ann, number)


def test_repeat_and_deal_by_one_key_and_by_one_press(visit: Visit) -> None:
    ann = visit(viewport=DESK)
    ann.take_seat(DRAGON)
    ann.page.keyboard.press("2")
    chip = ann.page.eval_on_selector(".chip-choice :checked", "(each) => Number(each.value)")
    ann.bet("ante")
    deal = ann.find("button.deal")
    expect(deal).to_have_text("Deal")
    ann.page.keyboard.press("d")
    ann.wait_decision()
    assert ann.staked()["ante"] == chip
    for by_key in (True, False):
        number = ann.view["round"]
        to_the_end(ann, number)
        expect(deal).to_have_text("Repeat and deal")
        if by_key:
            ann.page.keyboard.press("d")
        else:
            deal.click()
        ann.wait_decision()
        assert ann.staked()["ante"] == chip
    number = ann.view["round"]
    to_the_end(ann, number)


def test_the_list_of_keys(visit: Visit) -> None:
    ann = visit(viewport=DESK)
    ann.take_seat(DRAGON)
    ann.page.keyboard.press("?")
    expect(ann.find("#keys")).to_be_visible()
    expect(ann.find("#keys kbd")).to_have_text(["1–9", "D", "R", "X", "U", "C", "?"])
    assert ann.raw() == [] and serious(ann) == []
    ann.page.keyboard.press("Escape")
    expect(ann.find("#keys")).to_be_hidden()
    ann.find(".keys-open").click()
    expect(ann.find("#keys")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_leaving_after_this_hand(size: ViewportSize, visit: Visit) -> None:
    ann = visit(viewport=size)
    dealt(ann, "dragon-poker")
    leaves = ann.find("[data-habit='leaves']")
    leaves.click()
    expect(leaves).to_have_attribute("aria-pressed", "true")
    ann.decide("fold")
    ann.wait_heard(lambda m: m["type"] == "change" and not m["view"]["mine"])
    expect(ann.find(".idle")).to_contain_text("You are watching.")


def test_sitting_out(visit: Visit, server: Served) -> None:
    """The others need not wait; who wagers plays again."""
    other = server.guest()
    with other.watch(DRAGON) as table:
        table.sit(6)
        ann = visit(viewport=PHONE)
        seat = ann.take_seat(DRAGON)
        out = ann.find("[data-habit='out']")
        out.click()
        ann.wait_heard(lambda m: m["type"] == "change" and seat in m["ready"])
        expect(out).to_have_attribute("aria-pressed", "true")
        ann.bet("ante")
        expect(out).to_have_attribute("aria-pressed", "false")
        table.leave()
