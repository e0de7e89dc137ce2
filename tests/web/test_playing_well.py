"""The coach, the fairness panel, the keyboard and the phone: everything by which one plays well."""

import json
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

import pitboss
from house.server_support import GAMES, served
from web.conftest import Visit
from web.playing import MAINS, turn
from web.test_coach import COUNTED
from web.visitor import PHONE, Visitor

DRAGON = GAMES["dragon-poker"]
KEYS = {
    "dragon-poker": {"play": "p", "fold": "f"},
    "top-five-poker": {"play": "p", "fold": "f"},
    "let-it-ride": {"ride": "l", "withdraw": "t"},
    "ultimate-texas-holdem": {"check": "c", "play_3x": "3", "play_4x": "4"},
}
"""The keys of the first decision of each game."""


def test_the_coach_says_values_and_cost(visit: Visit) -> None:
    """The figures on the page are those of the library; the worst choice is taken, and its cost said."""
    ann = visit()
    ann.take_seat(DRAGON)
    ann.bet("ante")
    ann.deal()
    ann.wait_decision()
    ann.page.get_by_role("tab", name="Coach").click()
    rows = ann.find(".worths li")
    expect(rows).to_have_count(2, timeout=COUNTED)
    advice = pitboss.best_play("dragon-poker", " ".join(ann.view["seats"][ann.seat - 1]["cards"]))
    shown = [float((text or "").replace("\u2212", "-")) for text in rows.locator("b.number").all_text_contents()]
    assert shown == [round(float(each.value), 4) for each in advice.alternatives]
    expect(ann.find(".decision .worth")).to_have_count(2)
    worst = min(advice.alternatives, key=lambda each: each.value)
    ann.decide(worst.choice)
    said = ann.find(".coach .note.bad")
    expect(said).to_be_visible()
    percent = f"{float(100 * advice.cost(worst.choice)):.2f}%"
    expect(said).to_contain_text(percent)  # the cost of the mistake in percent of the ante
    assert advice.cost(worst.choice) > Fraction(0)
    expect(ann.find(".coach-session")).to_contain_text("Mistakes")
    expect(ann.find(".coach-session")).to_contain_text("without side wagers")
    assert ann.raw() == []


def test_the_coach_can_be_switched_off(visit: Visit) -> None:
    ann = visit()
    ann.open("/")
    ann.page.evaluate("localStorage.setItem('pitboss', JSON.stringify({ coach: false }))")
    ann.take_seat(DRAGON)
    ann.bet("ante")
    ann.deal()
    ann.wait_decision()
    assert ann.find(".decision .worth").count() == 0
    assert [r.url for r in ann.requests if "/coach?" in r.url] == []


def test_promises_are_noted_without_looking(visit: Visit) -> None:
    """This browser notes each promise of the house when it is told, whether or not the panel was ever opened."""
    ann = visit()
    ann.take_seat(DRAGON)
    ann.until("() => localStorage.getItem('pitboss.promises')")
    noted = dict(json.loads(ann.page.evaluate("localStorage.getItem('pitboss.promises')")))
    promised = {each["shuffle"]: each["commitment"] for m in ann.heard for each in m.get("fair", ())}
    assert promised
    for shuffle, commitment in promised.items():
        assert noted[f"{ann.url.removeprefix('http://')}/{DRAGON}/{shuffle}"]["commitment"] == commitment


def test_a_long_clock_fits_its_ring(visit: Visit, tmp_path: Path) -> None:
    """An hour is shown in minutes; nothing is wider than the ring."""
    with served(tmp_path / "clock", alone_clock="on") as server:
        ann = visit(server.url)
        ann.take_seat(DRAGON)
        ann.bet("ante")
        expect(ann.find(".ring b")).to_have_text("60′")
        assert ann.page.eval_on_selector(".ring", "(ring) => ring.scrollWidth <= ring.clientWidth")
        label = re.search(r"\b(\d+) seconds left", ann.find(".ring").get_attribute("aria-label") or "")
        assert label is not None and 3540 < int(label[1]) <= 3600, "what is heard is counted in seconds"
        ann.close()


def test_the_ledger_opens_at_its_newest_line(visit: Visit) -> None:
    ann = visit(viewport={"width": 1440, "height": 600})
    ann.take_seat(DRAGON)
    ann.page.get_by_role("tab", name="Pays").click()
    ann.bet("ante")
    ann.deal()
    number = ann.view["round"]
    ann.wait_decision()
    ann.page.keyboard.press("p")
    ann.wait_round_over(number)
    ann.page.get_by_role("tab", name="Ledger").click()
    ann.until("""() => {
      const p = document.querySelector("#panel-ledger");
      return p.scrollHeight > p.clientHeight + 60 && p.scrollTop + p.clientHeight >= p.scrollHeight - 2;
    }""")


def test_cards_that_do_not_count_are_dimmed_as_the_house_says(visit: Visit) -> None:
    """Which they are is in the words of the game, not in the page."""
    ann = visit()
    ann.page.route("**/api/v1/games/top-five-poker?*", other_cards_leave)
    ann.take_seat(GAMES["top-five-poker"])
    ann.bet("ante")
    ann.deal()
    ann.wait_decision()
    ann.find(".hand .row-card").nth(6).wait_for()
    cards = ann.view["seats"][ann.seat - 1]["cards"]
    expected = sum(card[1] == "h" for card in cards)
    expect(ann.find(".hand .row-card.removed")).to_have_count(expected)
    expect(ann.find(f".card.removed[data-card^='seat.{ann.seat}.']")).to_have_count(expected)


def other_cards_leave(route: Route) -> None:
    """A game in which the hearts leave."""
    words = route.fetch().json()
    words["removed"] = [f"{rank}h" for rank in "23456789TJQKA"]
    route.fulfill(json=words)


def test_the_fairness_panel_checks_a_round_in_the_browser(visit: Visit) -> None:
    """A seed of one's own goes in, and after the round the browser itself shuffles again."""
    ann = visit()
    ann.take_seat(DRAGON)
    ann.page.get_by_role("tab", name="Fairness").click()
    ann.find(".fair-seed-form input").fill("a seed of my own")
    ann.find(".fair-seed-form button[type=submit]").click()
    expect(ann.find(".field-said.good")).to_be_visible()
    seeded = ann.told("SeedAdded")
    assert seeded == [] or seeded[0]["seat"] == ann.seat
    numbers = []
    for _ in range(2):  # the seed counts for the shuffle after the one whose cards are on the table
        ann.bet("ante")
        ann.deal()
        numbers.append(ann.view["round"])
        ann.wait_decision()
        ann.page.keyboard.press("p")
        ann.wait_round_over(numbers[-1])
    ann.find("input.fair-round").fill(str(numbers[-1]))
    ann.find(".fair-check-form button").click()
    expect(ann.find(".fair-result")).to_contain_text("Fair. Every check holds.")
    expect(ann.find(".fair-result")).to_contain_text("The seed you added from this browser went in.")
    # A proof that was tampered with is found out.
    ann.page.route("**/proof", tampered)
    ann.find(".fair-check-form button").click()
    expect(ann.find(".fair-result")).to_contain_text("Something does not fit.")


def tampered(route: Route) -> None:
    """The proof with another first card."""
    proof = route.fetch().json()
    cards = proof["cards"]
    cards[0]["card"] = next(card for card in proof["deck"] if card != cards[0]["card"])
    route.fulfill(json=proof)


@pytest.mark.parametrize("game", GAMES)
def test_a_round_by_keyboard_alone(game: str, visit: Visit) -> None:
    """From the lobby to the settlement without a pointer; whatever has the focus shows it."""
    ann = visit()
    ann.open("/")
    keys = ann.page.keyboard
    way_in = f"article:has(#table-{GAMES[game]}) .table-ways button.primary"
    ann.find(way_in).wait_for()
    tab_to(ann, way_in)
    outline = ann.page.evaluate(
        "(() => { const s = getComputedStyle(document.activeElement); return s.outlineStyle + s.boxShadow; })()"
    )
    assert outline != "nonenone", "the focus is seen"
    keys.press("Enter")
    ann.page.wait_for_url("**/tables/*")
    ann.find(".spot.wanted").first.wait_for()
    ann.furnished()
    first = MAINS[game][0]
    tab_to(ann, f".spot[data-wager='{first}']")
    keys.press("Enter")
    ann.find("button.deal:not([disabled])").wait_for()
    tab_to(ann, "button.deal")
    number = ann.view["round"]
    keys.press("Enter")
    ann.wait_decision()
    found = ann.page.eval_on_selector_all("button.decision", SHORTCUTS)
    assert {choice: key for choice, key, _ in found} == KEYS[game]
    assert [shown for _, _, shown in found] == [key.upper() for _, key, _ in found], "the key is what the button says"
    while turn([ann], number) is not None:
        ann.wait_decision()
        shortcut = ann.find(".deciding button.decision").first.get_attribute("aria-keyshortcuts")
        asked, since = (ann.view["step"], ann.view["round"]), len(ann.heard)
        keys.press(shortcut or "")
        ann.wait_heard(past(*asked), since)
    ann.wait_round_over(number)
    ann.until("""() => [...document.querySelectorAll("[data-says]")].some((each) =>
      /You (won|lost|broke)|\\w+ of (hearts|spades|clubs|diamonds)|Dealt /.test(each.textContent))""")  # is told aloud


SHORTCUTS = """(all) => all.map((each) =>
  [each.dataset.choice, each.getAttribute('aria-keyshortcuts'), each.querySelector('kbd').innerText])"""


def past(step: str, number: int) -> Callable[[dict[str, Any]], bool]:
    """Of a message: this step of this round is over."""
    return lambda m: "view" in m and (m["view"]["step"], m["view"]["round"]) != (step, number)


def tab_to(visitor: Visitor, selector: str) -> None:
    page = visitor.page
    for _ in range(120):
        if page.evaluate("(s) => document.activeElement?.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {selector}")


def test_a_round_on_a_phone(visit: Visit) -> None:
    """Held upright: nothing is wider than the screen, and every button of the round lies on it and can be tapped."""
    for game in ("ultimate-texas-holdem", "let-it-ride"):
        ann = visit(viewport=PHONE, has_touch=True, is_mobile=True)
        ann.take_seat(GAMES[game])
        assert ann.wide() <= 0
        ann.find(".spot.wanted").first.tap()
        ann.find("button.deal:not([disabled])").tap()
        choices = ann.wait_decision()
        assert ann.wide() <= 0
        for choice in choices:
            box = ann.find(f"button.decision[data-choice='{choice}']").bounding_box()
            assert box is not None
            assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"], (game, choice, box)
            assert box["y"] >= 0 and box["y"] + box["height"] <= PHONE["height"], (game, choice, box)
            assert box["width"] >= 44 and box["height"] >= 44, (game, choice, box)
        number = ann.view["round"]
        while turn([ann], number) is not None:
            ann.wait_decision()
            asked, since = (ann.view["step"], ann.view["round"]), len(ann.heard)
            ann.find("button.decision").first.tap()
            ann.wait_heard(past(*asked), since)
        ann.wait_round_over(number)


def test_two_decks_of_colours(visit: Visit) -> None:
    """The four-colour deck is a choice of the reader and stays."""
    ann = visit()
    ann.open("/")
    ann.page.get_by_role("button", name="Settings").click()
    ann.page.get_by_label("Four-colour deck").check()
    ann.page.reload()
    ann.until("() => document.documentElement.dataset.deck === 'four'")
