"""Every page, in dark and in light: no serious finding of axe, no text that nobody wrote, nothing wider than a phone,
no script in the page itself, nothing moving for those who do not want it, and little to load."""

import re
from collections.abc import Iterator
from typing import Literal
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from house.server_support import GAMES, PASSWORD, Served, bot
from web.conftest import Visit
from web.playing import BOLD, play
from web.visitor import ANIMATIONS, DESKTOP, PHONE, Visitor

READY = {
    "/": ".table-card .table-ways > *",
    **{f"/tables/{number}": "button[data-act='sit'], .tray:not([hidden])" for number in GAMES.values()},
    "/odds": ".great-figures",
    "/odds/dragon-poker": "section.panel h2",
    "/rounds/1/1": ".steps [aria-current]",
    "/history": "table.rounds td a",
    "/sign-in": "form input[type=password]",
    "/setup": "#page h1",
    "/staff": ".floor-table",
    "/staff/1": ".panel.due h3",
    "/staff/4": ".panel.due h3",
    "/audit": "form[data-act=find]",
    "/accounts": "#page h1",
    "/processes": "#page h1",
    "/hold": "#page h1",
    "/review": "form[data-act=review]",
    "/school": ".school-drill a",
    "/school/practise": ".school-check",
    "/school/class": ".school-class .note, .class-person",
    "/school/exam": ".exam-give button",
}
"""Every page, and what is there when it is complete."""
NO_WIDER = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
STAFF = {
    "/staff",
    "/staff/1",
    "/staff/4",
    "/audit",
    "/accounts",
    "/processes",
    "/hold",
    "/review",
    "/school/class",
    "/school/exam",
}
LARGEST = 80 * 1024
COLOURS = ("color-contrast", "link-in-text-block")
"""The rules of axe that look at colours: the others find the same in both schemes."""
ALSO = {"label-content-name-mismatch": {"enabled": True}}
"""Rules that axe leaves out by itself: who speaks to the page must be able to say what he reads."""
SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")


@pytest.fixture(scope="module")
def played(server: Served) -> Iterator[tuple[Served, str, str]]:
    """The house after a round at every table; the session of who played, and of the manager."""
    player = server.guest("Ann")
    for game in GAMES:
        bot.play(player, game, 1, say=False)
    yield server, player.token, server.manager.token


def shown(visitor: Visitor, path: str) -> Visitor:
    visitor.open(path)
    visitor.find(READY[path]).first.wait_for(timeout=60_000)
    return visitor


def serious(visitor: Visitor, *rules: str) -> list[str]:
    """What axe finds wrong, by all rules or by these: rule, how bad, where."""
    if not visitor.page.evaluate("'axe' in window"):
        visitor.page.evaluate(AXE_SCRIPT)
    asked = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {"rules": ALSO})}
    found = visitor.page.evaluate("(asked) => axe.run(asked)", asked)["violations"]
    return [
        f"{each['id']} ({each['impact']}): {each['help']}: {[node['target'] for node in each['nodes']][:4]}"
        for each in found
        if each["impact"] in ("serious", "critical")
    ]


FIRST_VIEW = """
new MutationObserver((_, observer) => {
  const complete = '.table-card .table-ways > *, .plate .plate-name, .panel.due h3, .steps [aria-current], .edges td, '
    + '.paged td a';
  if (!document.querySelector(complete)) return;
  window.firstView = performance.now();
  observer.disconnect();
}).observe(document, { childList: true, subtree: true });
"""
WEIGHT = """() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .filter((each) => each.startTime < window.firstView)
  .map((each) => [new URL(each.name).pathname, each.encodedBodySize])"""


FIRST = [
    "/",
    *(f"/tables/{number}" for number in GAMES.values()),
    "/staff/1",
    "/staff/4",
    "/rounds/1/1",
    "/audit",
    "/odds/dragon-poker",
]
"""Pages whose first view is weighed."""


@pytest.mark.parametrize("path", READY)
def test_a_page_in_order(path: str, visit: Visit, played: tuple[Served, str, str]) -> None:
    """Light to load, and in order in both colours, in a wide window and on a phone."""
    _, player, manager = played
    visitor = visit()
    if path not in ("/sign-in", "/setup"):
        visitor.known(manager if path in STAFF else player)
    visitor.context.add_init_script(FIRST_VIEW)
    shown(visitor, path)
    if path in FIRST:
        light(visitor)
    assert visitor.raw() == []
    assert visitor.page.evaluate("document.querySelectorAll('script:not([src]), [style*=\"javascript\"]').length") == 0
    assert visitor.page.title() not in ("", "Pitboss")
    inks = []
    for size in (DESKTOP, PHONE):
        visitor.page.set_viewport_size(size)
        visitor.page.wait_for_function("(wide) => innerWidth === wide", arg=size["width"])
        visitor.until(NO_WIDER)  # a phone held upright needs no sideways scrolling
        for scheme in SCHEMES:
            visitor.page.emulate_media(color_scheme=scheme)
            visitor.until("(scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches", scheme)
            inks.append(visitor.page.evaluate("getComputedStyle(document.body).color"))
            assert serious(visitor, *(COLOURS if scheme != SCHEMES[0] else ())) == [], (size, scheme)
    assert inks[0] != inks[1], "two schemes were looked at"


def light(visitor: Visitor) -> None:
    """Everything that was asked for until the tables, or the felt with its seats, are there: under 80 KiB."""
    visitor.page.wait_for_function("() => window.firstView > 0")
    sizes = visitor.page.evaluate(WEIGHT)
    assert len(sizes) > 8 and all(size > 0 for name, size in sizes if name.startswith("/static/"))
    assert sum(size for _, size in sizes) < LARGEST, sorted(sizes, key=lambda each: -each[1])[:12]


def test_what_axe_must_find(visit: Visit) -> None:
    """A planted picture without words and a pale text are found."""
    visitor = shown(visit(), "/sign-in")
    visitor.page.evaluate("""() => {
      const bad = document.createElement('p');
      bad.textContent = 'pale';
      Object.assign(bad.style, { color: '#777', background: '#666' });
      document.querySelector('#page').append(bad, document.createElement('img'));
    }""")
    found = " ".join(serious(visitor))
    assert "color-contrast" in found and "image-alt" in found


def test_no_page_brings_script_or_style_of_its_own(played: tuple[Served, str, str]) -> None:
    """Neither scripts between tags, nor handlers, nor style attributes; the policy of every page forbids them too."""
    server, _, _ = played
    for path in READY:
        answer = server.http.get(path)
        assert answer.status_code == 200, path
        policy = answer.headers["content-security-policy"]
        assert "'unsafe-inline'" not in policy and "'unsafe-eval'" not in policy and "default-src 'self'" in policy
        assert re.findall(r"<script(?![^>]*\bsrc=)[^>]*>|\son\w+=|\sstyle=|<style", answer.text) == [], path


def test_reduced_motion_is_respected(visit: Visit, played: tuple[Served, str, str]) -> None:
    """Whoever wants no motion sees none: neither in the lobby nor at a table while the cards are dealt."""
    calm = visit()
    calm.open("/")
    shown(calm, "/")
    assert calm.page.evaluate(ANIMATIONS) == []
    calm.sit_from_lobby(GAMES["ultimate-texas-holdem"])
    calm.page.evaluate("""() => {
      window.moved = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...how) {
        if (!this.closest('.ring')) window.moved += 1;
        return animate.apply(this, how);
      };
    }""")
    calm.bet("ante")
    calm.deal()
    calm.wait_decision()
    assert calm.page.evaluate("window.moved") == 0
    assert calm.page.evaluate("document.documentElement.dataset.motion") == "none"


def test_motion_where_it_is_wanted(visit: Visit, played: tuple[Served, str, str]) -> None:
    """Only transform and opacity are moved: nothing that makes the page lay itself out again."""
    visitor = visit(motion=True)
    visitor.take_seat(GAMES["top-five-poker"])
    visitor.page.evaluate("""() => {
      window.moved = new Set();
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, how) {
        for (const frame of [frames].flat()) Object.keys(frame).forEach((name) => window.moved.add(name));
        return animate.call(this, frames, how);
      };
    }""")
    visitor.bet("ante")
    visitor.deal()
    visitor.wait_decision()
    moved = set(visitor.page.evaluate("[...window.moved]"))
    assert "transform" in moved and moved <= {"transform", "opacity", "offset", "easing"}


def test_signing_in(visit: Visit, played: tuple[Served, str, str]) -> None:
    """A wrong password is a sentence at the form; the right one leads on."""
    server, _, _ = played
    server.staff("Dora", "dealer")
    visitor = shown(visit(), "/sign-in")
    visitor.open("/sign-in?then=/staff")
    visitor.page.get_by_label("Name", exact=True).fill("Dora")
    visitor.find("input[type=password]").fill("wrong, I am afraid")
    visitor.page.keyboard.press("Enter")
    visitor.find(".field-said.bad:not(:empty), [role=alert]:not(:empty)").first.wait_for()
    visitor.find("input[type=password]").fill(PASSWORD)
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_url(lambda url: urlsplit(url).path == "/staff")
    visitor.find(".floor-table").first.wait_for()


def test_an_address_with_nothing_behind_it(visit: Visit, played: tuple[Served, str, str]) -> None:
    """A page like the others, with a way on; so has a round that was never played. The icon is where browsers look."""
    server, player, _ = played
    visitor = visit(dark=True).known(player)
    visitor.open("/nothing")
    assert visitor.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(18, 16, 13)"
    expect(visitor.find("main a[href='/']").first).to_be_visible()
    assert serious(visitor) == []
    visitor.faults = [fault for fault in visitor.faults if not fault.endswith("/nothing)")]
    visitor.open("/rounds/1/99999")
    visitor.find("main a.button[href='/']").wait_for()
    icon = server.http.get("/favicon.ico")
    assert icon.status_code == 200 and icon.headers["content-type"].startswith("image/svg+xml")


def test_paper_is_light(visit: Visit, played: tuple[Served, str, str]) -> None:
    """Whatever the reader chose for the screen; and nothing to press is printed."""
    visitor = shown(visit(), "/odds")
    visitor.page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert visitor.page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    assert visitor.find("main .button:visible").count() > 0
    for path in ("/odds", "/history"):
        visitor.known(played[1])
        shown(visitor, path)
        visitor.page.evaluate("document.documentElement.dataset.theme = 'dark'")
        visitor.page.emulate_media(media="print")
        assert visitor.page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
        assert visitor.find("main .button:visible, main button:visible").count() == 0
        visitor.page.emulate_media(media="screen")


def test_a_found_round_on_a_phone(visit: Visit, played: tuple[Served, str, str]) -> None:
    """Every figure of it is on the screen, with its name."""
    visitor = visit(viewport=PHONE).known(played[2])
    shown(visitor, "/audit")
    row = visitor.find(".paged tbody tr").first
    row.wait_for()
    for title in ("Round", "Wagered", "Returned"):
        box = row.locator(f"td[data-title='{title}']").bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"], title


def test_what_is_said_of_a_seed_goes_with_its_shuffle(visit: Visit, played: tuple[Served, str, str]) -> None:
    """When the next shuffle is the coming one, nobody may think that the seed is in that one too."""
    ann = visit()
    ann.take_seat(GAMES["dragon-poker"])
    ann.page.get_by_role("tab", name="Fairness").click()
    ann.find(".fair-seed-form input").fill("a seed of my own")
    ann.find(".fair-seed-form button[type=submit]").click()
    said = ann.find(".fair-seed-form .field-said.good")
    expect(said).to_contain_text("Your seed is in")
    ann.bet("ante")
    play({ann: BOLD})
    expect(said).to_have_text("")
