"""Windows of every size: what can be pressed at a table lies on the screen, and no page is wider than its window."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import pitboss
from house.server_support import GAMES
from web.conftest import Visit
from web.playing import MAINS, sit_two
from web.visitor import PHONE, Visitor

SIZES = [(1440, 900), (1024, 768), (768, 1024), (844, 390), (720, 450), (390, 844), (320, 568)]
"""A desk, a tablet both ways, a phone on its side, a small desk at twice the size, a phone, a small phone."""
WEB = Path(pitboss.__file__).parent / "web"

OUTSIDE = """() => {
  const found = [];
  const all = '.scene-tools button, .dock button, .dock .chip-choice, .dock input.chip-other';
  for (const each of document.querySelectorAll(all)) {
    if (!each.getClientRects().length) continue;
    each.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const box = each.getBoundingClientRect();
    const whole = box.left >= -.5 && box.top >= -.5 && box.right <= innerWidth + .5 && box.bottom <= innerHeight + .5;
    const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (whole && (each.contains(seen) || seen?.contains(each))) continue;
    const edges = [box.left, box.top, box.right, box.bottom].map(Math.round);
    found.push(`${each.textContent.trim() || each.className}: ${edges}`);
  }
  // A window that nobody can scroll by hand must not have been scrolled to get there.
  for (const each of [document.documentElement, document.body, document.querySelector('.table')]) {
    if (each.scrollTop || each.scrollLeft) found.push(`moved: ${each.className}`);
    each.scrollTo(0, 0);
  }
  if (document.querySelector('.dock').scrollLeft) found.push('moved: dock');
  return found;
}"""
"""What of the dock, and of the buttons on the felt, cannot be seen whole, even after it was scrolled to."""

COVERED = """() => [...document.querySelectorAll('.spot.wanted')].filter((spot) => {
  const box = spot.getBoundingClientRect();
  return !spot.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}).map((spot) => spot.dataset.wager)"""
"""The areas on which one must wager, if something else lies on them."""


def looked_at(visitor: Visitor, size: tuple[int, int]) -> None:
    """The window gets this size, and everything on it is where it belongs."""
    width, height = size
    visitor.page.set_viewport_size({"width": width, "height": height})
    visitor.until("([w, h]) => innerWidth === w && innerHeight === h", [width, height])
    visitor.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def in_order(visitor: Visitor, moment: str) -> None:
    faults = []
    for size in SIZES:
        looked_at(visitor, size)
        wide, outside = visitor.wide(), visitor.page.evaluate(OUTSIDE) + visitor.page.evaluate(COVERED)
        felt = visitor.page.eval_on_selector(".scene", "(scene) => [scene.clientWidth, scene.clientHeight]")
        if wide > 0 or outside or min(felt) < 150:
            faults.append((moment, size, wide, outside, felt))
    assert faults == []


@pytest.mark.parametrize("game", GAMES)
def test_everything_to_press_is_on_the_screen(game: str, visit: Visit) -> None:
    """While wagers are made and while a decision is asked for, at every size; at a desk from one's own place."""
    visitor = visit(near=True)
    visitor.take_seat(GAMES[game])
    in_order(visitor, "bets")
    looked_at(visitor, SIZES[0])
    visitor.bet(*MAINS[game])
    in_order(visitor, "staked")
    looked_at(visitor, SIZES[0])
    visitor.deal()
    visitor.wait_decision()
    visitor.find(".decision .worth").first.wait_for(timeout=60_000)
    in_order(visitor, "decision")


def test_longer_words_have_room_too(visit: Visit) -> None:
    """Spanish needs more of it: no page is wider, no button lies on an area of one's own, no tab out of the window, and
    the name of the table is not cut for what stands beside it."""
    visitor = visit(near=True, locale="es-ES")
    visitor.take_seat(GAMES["ultimate-texas-holdem"])
    in_order(visitor, "bets")
    for size in SIZES:
        looked_at(visitor, size)
        tabs = visitor.page.eval_on_selector_all(
            ".tabs button", "(all) => Math.max(...all.map((tab) => tab.getBoundingClientRect().right - innerWidth))"
        )
        assert tabs <= 0, size
    looked_at(visitor, (1280, 800))
    assert visitor.page.eval_on_selector(".where b", "(name) => name.scrollWidth - name.clientWidth") <= 0


def test_the_close_up_of_a_watched_table(visit: Visit) -> None:
    """On a phone no seat outside the picture takes the focus, what the meter reads can be read, and the button that
    opens all panels is named after them; in a wide window every seat can be taken again."""
    visitor = visit(viewport=PHONE)
    visitor.open(f"/tables/{GAMES['let-it-ride']}")
    visitor.find("button[data-act='sit']").wait_for()
    sits = visitor.find(".plate .sit:visible")
    visitor.until("() => document.querySelectorAll('.plate.away .sit').length >= 4")
    for box in [sits.nth(n).bounding_box() for n in range(sits.count())]:
        assert box is not None and 0 <= box["x"] + box["width"] / 2 <= PHONE["width"]
    assert sits.count() >= 1
    expect(visitor.find(".strip-meters")).to_contain_text("$1,000.00")
    expect(visitor.find(".side-open")).to_have_text("Coach & Rules")
    visitor.find(".dot").last.click()
    visitor.until("() => document.querySelector('.plate[data-seat=\"7\"]:not(.away) .sit')")
    looked_at(visitor, SIZES[0])
    expect(sits).to_have_count(7)
    expect(visitor.find(".strip-meters")).to_be_hidden()


def test_a_tablet_shows_the_whole_table(visit: Visit) -> None:
    """Every position and the way to the other pages."""
    ann = visit(viewport={"width": 820, "height": 1180})
    ann.take_seat(GAMES["let-it-ride"])
    for size in ((820, 1180), (768, 1024)):
        looked_at(ann, size)
        for n in range(7):
            box = ann.find(".plate .plate-name").nth(n).bounding_box()
            assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= size[0], (size, n)
        expect(ann.find(".strip")).to_have_count(0)
        for page in ("Tables", "Odds", "School", "My rounds"):
            expect(ann.find(".top-pages").get_by_role("link", name=page)).to_be_visible()


def test_a_phone_reaches_the_other_pages(visit: Visit) -> None:
    """By the menu, which a wide window does not need for it."""
    ann = visit(viewport=PHONE)
    ann.take_seat(GAMES["let-it-ride"])
    ann.find(".strip").wait_for()
    ann.page.get_by_role("button", name="Menu").click()
    menu = ann.find("#settings .settings-pages")
    expect(menu.get_by_role("link")).to_have_text(["Tables", "Odds", "School", "My rounds"])
    looked_at(ann, SIZES[0])
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("button", name="Menu").click()
    expect(ann.find("#settings h2")).to_be_visible()
    expect(menu).to_be_hidden()
    looked_at(ann, (390, 844))
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("button", name="Menu").click()
    menu.get_by_role("link", name="My rounds").click()
    ann.page.wait_for_url("**/history")


def test_who_has_said_to_be_ready_moves_nothing(visit: Visit) -> None:
    """The felt stays as large as it was while one waits for the others, and everybody's name can be read."""
    sizes = ((1280, 720), (1920, 1080), (1024, 768), (820, 1180))
    ann, ben = visit(), visit()
    sit_two("let-it-ride", ann, ben)
    for visitor in (ann, ben):
        visitor.bet("bet_1")

    def scenes() -> list[Any]:
        found = []
        for size in sizes:
            looked_at(ann, size)
            found.append(ann.find(".scene").bounding_box())
        return found

    before = scenes()
    ann.deal()
    deal = ann.find("button.deal")
    expect(deal).to_have_text("Waiting for the others")
    expect(deal).to_be_disabled()
    assert scenes() == before
    ben.find(f".plate[data-seat='{ann.seat}'] small").wait_for()
    name = ben.find(f".plate[data-seat='{ann.seat}'] b")
    expect(name).to_have_text(ann.view["seats"][ann.seat - 1]["player"])
    for size in sizes:
        for visitor in (ann, ben):
            looked_at(visitor, size)
        assert deal.evaluate("(b) => b.scrollHeight <= b.clientHeight && b.scrollWidth <= b.clientWidth"), size
        assert name.evaluate("(b) => b.scrollWidth <= b.clientWidth"), size


def test_no_style_of_everything_hangs_on_what_a_table_holds() -> None:
    """A rule such as `.table:has(.x) .y > *` makes a browser work out all styles anew with every card and chip."""
    for sheet in sorted((WEB / "style").glob("*.css")):
        assert re.findall(r"\.(?:table|dock)\S*:has\([^{},]*\*\s*[{,]", sheet.read_text()) == [], sheet.name


def test_the_close_up_has_one_rule() -> None:
    """The script and the styles ask for the same windows."""
    script = re.search(r'const phone = matchMedia\("(.+)"\)', (WEB / "script/table/table.js").read_text())
    assert script is not None
    for style in ("table.css", "panels.css"):
        assert f"@media {script[1]} {{" in (WEB / "style" / style).read_text(), style
