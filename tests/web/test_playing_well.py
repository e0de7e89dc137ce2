"""The coach, the fairness panel, the keyboard and the phone: everything by which one plays well."""

import re
from fractions import Fraction

from playwright.sync_api import Route, expect

import pitboss
from house.server_support import GAMES
from web.conftest import Visit
from web.visitor import PHONE, Visitor

DRAGON, RIDE = GAMES["dragon-poker"], GAMES["let-it-ride"]


def test_the_coach_says_values_and_cost(visit: Visit) -> None:
    """The figures on the page are those of the library; the worst choice is taken, and its cost said."""
    ann = visit()
    ann.sit_from_lobby(DRAGON)
    ann.bet("ante")
    ann.deal()
    ann.wait_decision()
    ann.page.get_by_role("tab", name="Coach").click()
    rows = ann.find(".worths li")
    expect(rows).to_have_count(2)
    advice = pitboss.best_play("dragon-poker", " ".join(ann.view["seats"][ann.seat - 1]["cards"]))
    shown = [float((text or "").replace("\u2212", "-")) for text in rows.locator("b.number").all_text_contents()]
    assert shown == [round(float(each.value), 4) for each in advice.alternatives]
    expect(ann.find(".decision .worth")).to_have_count(2)
    worst = min(advice.alternatives, key=lambda each: each.value)
    ann.decide(worst.choice)
    said = ann.find(".coach .note.bad")
    expect(said).to_be_visible()
    percent = f"{float(100 * advice.cost(worst.choice)):.2f}%"
    assert percent in (said.text_content() or ""), "the cost of the mistake in percent of the ante"
    assert advice.cost(worst.choice) > Fraction(0)
    expect(ann.find(".coach-session")).to_contain_text("Mistakes")
    assert ann.raw() == []


def test_the_coach_can_be_switched_off(visit: Visit) -> None:
    ann = visit()
    ann.open("/")
    ann.page.evaluate("localStorage.setItem('pitboss', JSON.stringify({ coach: false }))")
    ann.sit_from_lobby(DRAGON)
    ann.bet("ante")
    ann.deal()
    ann.wait_decision()
    assert ann.find(".decision .worth").count() == 0
    assert [r.url for r in ann.requests if "/coach?" in r.url] == []


def test_the_fairness_panel_checks_a_round_in_the_browser(visit: Visit) -> None:
    """A seed of one's own goes in, and after the round the browser itself shuffles again."""
    ann = visit()
    ann.sit_from_lobby(DRAGON)
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


def test_a_round_by_keyboard_alone(visit: Visit) -> None:
    """From the lobby to the settlement without a pointer; whatever has the focus shows it."""
    ann = visit()
    ann.open("/")
    keys = ann.page.keyboard
    ann.find(f"article:has(#table-{RIDE}) .table-ways button.primary").wait_for()
    tab_to(ann, f"article:has(#table-{RIDE}) .table-ways button.primary")
    outline = ann.page.evaluate(
        "(() => { const s = getComputedStyle(document.activeElement); return s.outlineStyle + s.boxShadow; })()"
    )
    assert outline != "nonenone", "the focus is seen"
    keys.press("Enter")
    ann.page.wait_for_url("**/tables/*")
    ann.find(".spot.wanted").first.wait_for()
    tab_to(ann, ".spot[data-wager='bet_1']")
    keys.press("Enter")
    ann.wait_heard(lambda m: m["type"] == "change" and ann.staked(m).get("bet_3", 0) > 0)
    tab_to(ann, "button.deal")
    number = ann.view["round"]
    keys.press("Enter")
    for _ in range(2):
        ann.wait_decision()
        shortcut = ann.find(".deciding button.decision").first.get_attribute("aria-keyshortcuts")
        asked = ann.view["step"]
        keys.press(shortcut or "")
        ann.wait_heard(
            lambda m, s=asked: m["type"] == "change" and m["view"]["step"] != s and bool(m["told"]), len(ann.heard) - 1
        )
    ann.wait_round_over(number)
    said = " ".join(ann.page.eval_on_selector_all("[data-says]", "(all) => all.map((each) => each.textContent)"))
    assert re.search(r"You (won|lost|broke)|\w+ of (hearts|spades|clubs|diamonds)", said), "a screen reader is told"


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
        ann.sit_from_lobby(GAMES[game])
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
        seen = set()
        while ann.view["round"] == number:
            key = (ann.view["step"], ann.view["turn"])
            if ann.view["turn"] == ann.seat and key not in seen and ann.find(".deciding:not([hidden])").count():
                seen.add(key)
                ann.find("button.decision").first.tap()
            ann.page.wait_for_timeout(10)
        ann.wait_round_over(number)


def test_two_decks_of_colours(visit: Visit) -> None:
    """The four-colour deck is a choice of the reader and stays."""
    ann = visit()
    ann.open("/")
    ann.page.get_by_role("button", name="Settings").click()
    ann.page.get_by_label("Four-colour deck").check()
    ann.page.reload()
    assert ann.page.evaluate("document.documentElement.dataset.deck") == "four"
