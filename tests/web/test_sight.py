"""What somebody who plays wants to see: his hand in words, how it ended, which hand wins, his own place from near, and
choices that look alike until the coach speaks."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from house.server_support import GAMES, Served, served
from web.conftest import ONE_BY_ONE, Visit
from web.stacked import Wanted, deck, stacked
from web.test_pages import serious
from web.visitor import PHONE, Visitor

DRAGON = GAMES["dragon-poker"]
UTH = GAMES["ultimate-texas-holdem"]
SEAT = 3
"""Where the lobby puts the first; the deck brings him three dragons, and the dealer a pair of tigers."""
HANDS: Wanted = {f"seat{SEAT}": ("GD", "RD", "RD"), "dealer": ("TI", "PH", "TI")}
MINE = "three dragons, with the Gold Dragon"
ENDED = "Your three dragons beat the dealer's pair of tigers:"
DESKS = [(1280, 720), (1920, 1080)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    order = deck("dragon-poker", (SEAT,), HANDS)
    with (
        stacked({"dragon-poker": order}),
        served(tmp_path_factory.mktemp("sight"), pace=ONE_BY_ONE, alone_clock="on") as made,
    ):
        yield made


def prefers(visitor: Visitor, **settings: Any) -> Visitor:
    """Comes with these settings."""
    kept = json.dumps(json.dumps(settings))
    first = "location.protocol.startsWith('http') && !localStorage.getItem('pitboss')"
    visitor.context.add_init_script(f"if ({first}) localStorage.setItem('pitboss', {kept})")
    return visitor


def dealt(visitor: Visitor, table: int = DRAGON, wager: str = "ante") -> Visitor:
    assert visitor.take_seat(table) == SEAT
    visitor.bet(wager)
    visitor.deal()
    visitor.wait_decision()
    return visitor


COUNTED = """() => [...document.querySelectorAll("button.result")]
  .every((each) => each.getAttribute("aria-label").startsWith(each.querySelector("b").textContent))"""
"""Wins have been counted up: the amount that is shown is the one that is named."""


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_the_own_hand_is_said_until_it_has_ended(phone: bool, visit: Visit) -> None:
    how = {"viewport": PHONE, "dark": False} if phone else {}
    ann = dealt(prefers(visit(near=True, **how), result="wait"))
    expect(ann.find(f".named[data-hand='{SEAT}']")).to_have_text(MINE)
    assert ann.find(".named").count() == 1, "the dealer's cards are closed"
    expect(ann.find(".hand .row-name")).to_have_text(MINE[0].upper() + MINE[1:])
    heard = re.compile(f"^Your cards: {MINE}: Gold Dragon,")
    expect(ann.find(".hand .row-cards")).to_have_attribute("aria-label", heard)
    ann.decide("play")
    line = ann.find(".outcome")
    expect(line).to_contain_text(ENDED)
    expect(line).to_contain_text(re.compile(r"\+\$\d"))
    ann.until(COUNTED)
    assert serious(ann) == []
    expect(ann.find(".named[data-hand='0']")).to_have_text("pair of tigers, Phoenix high")
    expect(ann.find(".strip .row-name").first).to_have_text("Dealer: pair of tigers, Phoenix high")
    expect(ann.find(f".card[data-card='seat.{SEAT}.0']")).to_have_count(1)  # still there to be compared
    if phone:
        line.click()
    else:
        ann.page.keyboard.press("Space")
    expect(line).to_be_hidden()
    assert ann.raw() == []


def test_other_peoples_words_are_for_them(visit: Visit) -> None:
    """Who watches sees no word of a hand before it lies open, in no message."""
    ann, eve = visit(), visit()
    eve.open(f"/tables/{DRAGON}")
    eve.furnished()
    dealt(ann)
    eve.wait_heard(lambda m: m.get("view", {}).get("turn") == SEAT)
    expect(eve.find(".ring.theirs")).to_be_visible()  # whom one waits for, and how long
    expect(eve.find(".step b")).to_have_text(f"{ann.view['seats'][SEAT - 1]['player']} decides")
    assert MINE not in "".join(eve.raw_heard)
    assert all("hands" not in message for message in eve.heard)
    assert any({"seat": SEAT, "words": MINE} in message.get("hands", ()) for message in ann.heard)
    ann.decide("play")
    eve.wait_heard(lambda m: {"seat": SEAT, "words": MINE} in m.get("hands", ()))
    name = ann.view["seats"][SEAT - 1]["player"]
    ended = eve.wait_heard(lambda m: any(told.get("outcome") for told in m.get("told", ())))
    assert f"{name}'s three dragons beat the dealer's pair of tigers" in {t.get("outcome") for t in ended["told"]}


def test_who_plays_a_game_for_the_first_time_sees_which_hand_wins(visit: Visit) -> None:
    ann = visit(newcomer=True)
    ann.take_seat(DRAGON)
    panel = ann.find("#panel-hands")
    expect(panel).to_be_visible()
    expect(panel).to_contain_text("the Gold Dragon stands for whatever makes the highest hand")
    expect(panel.locator(".ranked-cards").first).to_have_attribute(
        "aria-label", "Red Dragon, Blue Dragon, Phoenix, Tiger, Panda, Monkey, Rabbit, and Gold Dragon"
    )
    expect(panel.locator("li")).to_have_count(5)
    assert serious(ann) == []
    ann.find("#tab-ledger").click()
    expect(panel).to_be_hidden()
    ann.page.reload()
    ann.furnished()
    expect(ann.find("#panel-ledger")).to_be_visible()
    ann.find(".ranking-open").click()
    expect(panel).to_be_visible()  # one press away


def test_on_a_phone_the_ranking_can_be_put_away(visit: Visit) -> None:
    ann = visit(newcomer=True, viewport=PHONE)
    ann.take_seat(DRAGON)
    expect(ann.find(".guide")).to_contain_text("Your first hand of Dragon Poker?")
    ann.page.get_by_role("button", name="Which hand wins", exact=True).click()
    expect(ann.find("#panel-hands")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(ann.find("#panel-hands")).to_be_hidden()
    expect(ann.find(".guide")).to_be_visible()  # Escape put away what lay on top
    ann.page.keyboard.press("Escape")
    expect(ann.find(".guide")).to_be_hidden()
    ann.find(".ranking-open").click()
    expect(ann.find("#panel-hands")).to_be_visible()
    ann.find(".side-close").click()
    expect(ann.find("#panel-hands")).to_be_hidden()


@pytest.mark.parametrize("size", DESKS, ids=str)
def test_at_a_desk_one_sits_at_ones_own_place(size: tuple[int, int], visit: Visit) -> None:
    """The dealer's and the common cards are large enough, one's own areas twice as large as on the whole table; that is
    one press away, is kept, and is what watchers see."""
    ann = visit(near=True, viewport={"width": size[0], "height": size[1]})
    dealt(ann, UTH)
    ann.decide("check")
    ann.wait_heard(lambda m: len([c for c in m.get("view", {}).get("community", ()) if c != "??"]) >= 3)
    wide = "(all) => Math.min(...all.map((each) => each.getBoundingClientRect().width))"
    ann.until("() => document.querySelectorAll('.strip .row-card').length >= 5")
    assert ann.page.eval_on_selector_all(".strip .row-card", wide) >= 60
    still(ann)
    near = width_of_spot(ann)
    expect(ann.find(".map .dot")).to_have_count(6)
    for wager in ("ante", "blind", "trips"):
        assert inside(ann, f".spot[data-wager='{wager}'][data-seat='{SEAT}']")
    ann.find(".view-whole", has_text="Whole table").click()
    expect(ann.find(".strip")).to_be_hidden()
    still(ann)
    assert near >= 1.9 * width_of_spot(ann)
    ann.page.reload()
    ann.furnished()
    expect(ann.find(".view-whole")).to_have_text("My place")
    expect(ann.find(".strip")).to_be_hidden()
    eve = visit(near=True, viewport={"width": size[0], "height": size[1]})
    eve.open(f"/tables/{UTH}")
    eve.furnished()
    assert eve.find(".table.own").count() == 0 and eve.find(".view-whole").is_hidden()


def still(visitor: Visitor) -> None:
    """The stage has come to rest."""
    visitor.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    visitor.until("() => document.querySelector('.stage').getAnimations().length === 0")


def width_of_spot(visitor: Visitor) -> float:
    """A square one, turned or not: by its own measure and that of the stage."""
    found = visitor.page.evaluate("""() => {
      const stage = new DOMMatrix(getComputedStyle(document.querySelector('.stage')).transform);
      return Math.hypot(stage.a, stage.b);
    }""")
    assert isinstance(found, float)
    return found


def inside(visitor: Visitor, selector: str) -> bool:
    found = visitor.page.eval_on_selector(
        selector,
        """(it) => {
          const [box, scene] = [it, document.querySelector('.scene')].map((each) => each.getBoundingClientRect());
          const [tall, wide] = [[box.top, box.bottom], [box.left, box.right]];
          return tall[0] >= scene.top && tall[1] <= scene.bottom && wide[0] >= scene.left && wide[1] <= scene.right;
        }""",
    )
    return bool(found)


LOOKS = """(all) => all.map((each) => {
  const style = getComputedStyle(each);
  return [style.backgroundColor, style.borderTopColor, style.color].join(' ');
})"""


def test_choices_look_alike_until_the_coach_speaks(visit: Visit) -> None:
    ann = dealt(prefers(visit(near=True), coach=False))
    ann.page.mouse.move(1, 1)  # what is pointed at looks pointed at
    looks = ann.page.eval_on_selector_all(".decision", LOOKS)
    assert len(looks) == 2 and len(set(looks)) == 1
    bob = visit()
    bob.take_seat(UTH)
    bob.bet("ante")
    bob.page.route("**/coach?seat=*", lambda route: route.fulfill(json=ADVICE))
    bob.deal()
    bob.wait_decision()
    expect(bob.find(".worth.best")).to_have_count(1)
    bob.page.mouse.move(1, 1)
    looks = bob.page.eval_on_selector_all(".decision:not(:has(.best))", LOOKS)
    (best,) = bob.page.eval_on_selector_all(".decision:has(.best)", LOOKS)
    assert len(looks) == 2 and len(set(looks)) == 1 and best not in looks


def worth(choice: str, decimal: float) -> dict[str, Any]:
    value = {"value": str(decimal), "decimal": decimal, "best": decimal > 0}
    return {"choice": choice, "label": choice, "cost_percent": 0, "cost_cents": 0, **value}


ADVICE = {
    "state": "ready",
    "unit": "the Ante",
    "best": "check",
    "choices": [worth("check", 0.5), worth("play_3x", -0.5), worth("play_4x", -1.0)],
}


def test_the_lobby_says_who_decides(visit: Visit) -> None:
    ann, eve = visit(), visit()
    dealt(ann)
    eve.open("/")
    name = ann.view["seats"][SEAT - 1]["player"]
    expect(eve.find(f"article:has(#table-{DRAGON}) .table-now")).to_contain_text(f"{name} decides")


def test_a_newcomer_is_brought_to_an_easy_game(visit: Visit) -> None:
    ann = visit()
    ann.open("/")
    expect(ann.find("#welcome .welcome-way small")).to_contain_text("easy to begin with")
    ann.find("#welcome button.great").click()
    ann.page.wait_for_url("**/tables/*")
    ann.furnished()
    assert ann.view["game"] == "three-card-poker"
