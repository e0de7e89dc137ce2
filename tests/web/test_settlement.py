"""The table at its fullest: cards and results on the felt, looked at before they are cleared away."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from house.server_support import GAMES, Served, served
from web.conftest import ONE_BY_ONE, Visit
from web.playing import BOLD, MAINS, MEEK, SIDES, choose, decks, sit_two, turn
from web.stacked import deck, stacked
from web.test_pages import serious
from web.visitor import PHONE, Visitor
from web.wire import Wire

LUCKY = {"dragon-poker": 3, "top-five-poker": 3, "let-it-ride": 4, "ultimate-texas-holdem": 3}
TABLET: ViewportSize = {"width": 1024, "height": 768}
OVERLAPS = """(selector) => {
  const all = [...document.querySelectorAll(selector)].map((each) => [each.textContent, each.getBoundingClientRect()]);
  const over = (a, b) => Math.min(a.right - b.left, b.right - a.left, a.bottom - b.top, b.bottom - a.top);
  return all.flatMap(([one, a], n) => all.slice(n + 1).filter(([, b]) => over(a, b) > 2).map(([two]) => [one, two]));
}"""
"""Pairs that lie upon each other by more than the width of their borders."""
UPRIGHT: ViewportSize = {"width": 768, "height": 1024}


AMOUNTS = """() => [...document.querySelectorAll('.result')].map((each) => {
  const amount = each.querySelector('b');
  const [plain, instead] = [getComputedStyle(amount), getComputedStyle(amount, '::after')];
  const letters = instead.content === 'none' ? plain : instead;
  const scale = document.querySelector('.stage').getBoundingClientRect().width / 2000;
  const drawn = new DOMMatrix(getComputedStyle(each).transform);
  return [amount.textContent, instead.content, parseFloat(letters.fontSize) * drawn.a * scale];
})"""
"""What each result brought, what is shown instead where that is too long, and how many pixels high it is written."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    royal()  # while the decks are still shuffled
    with stacked(decks()), served(tmp_path_factory.mktemp("settlement"), pace=ONE_BY_ONE) as made:
        yield made


def royal() -> dict[str, tuple[str, ...]]:
    """A hand that wins more than the payout limit."""
    game = "ultimate-texas-holdem"
    hands = {"seat3": ("As", "Ks"), "dealer": ("Kc", "7d"), "community": ("Qs", "Js", "Ts", "2d", "Kd")}
    return {game: deck(game, (3,), hands)}


def has(*events: str) -> Callable[[dict[str, Any]], bool]:
    return lambda message: any(told["event"] in events for told in message.get("told", ()))


def shown_result(visitor: Visitor, game: str, number: int) -> int:
    """What the ledger says a round brought, in cents."""
    round_ = visitor.find(".round", has=visitor.find(f"a[href='/rounds/{GAMES[game]}/{number}']"))
    text = round_.locator(".round-result").text_content() or ""
    return cents(text)


@pytest.mark.parametrize("game", GAMES)
def test_the_results_are_read_one_by_one(game: str, visit: Visit) -> None:
    """No result lies upon another; axe finds nothing serious with the cards on the table, neither before a decision nor
    at the settlement; and what the ledger adds up is what the chips say."""
    ann, ben = visit(dark=GAMES[game] % 2 == 0), visit(viewport=TABLET, dark=GAMES[game] % 2 == 1)
    wires = {each: Wire(each.context) for each in (ann, ben)}
    sit_two(game, ann, ben)
    before = {each: each.balance for each in (ann, ben)}
    for each in (ann, ben):
        each.bet(*MAINS[game], SIDES[game])
        wires[each].stops_at = has("TableCleared")
    number = ann.view["round"]
    for each in (ann, ben):
        each.deal()
    looked = False
    while (asked := turn([ann, ben], number, over=lambda: all(wire.holding for wire in wires.values()))) is not None:
        asked.wait_decision()
        if not looked:
            looked = True
            asked.find(".hand .row-card").first.wait_for()
            assert serious(asked) == []
        choose(asked, BOLD if asked.seat == LUCKY[game] else MEEK)
    for each in (ann, ben):
        wagers = {
            (facts["seat"], facts["wager"]): facts
            for event in ("WagerSettled", "WagerCollected")
            for facts in each.told(event)
        }
        envies = {(facts["seat"], "progressive"): facts for facts in each.told("EnvyPaid")}
        each.until("(n) => document.querySelectorAll('.result').length === n", len(wagers | envies))
        for key, envy in envies.items():  # it is a part of what the progressive wager brings
            shown = each.find(f"[data-of='seat-{key[0]}-progressive'] .result")
            expect(shown).to_contain_text("Envy Bonus")
            lost = wagers.get(key, {}).get("stake", 0)
            assert cents(shown.locator("b").text_content() or "") == envy["cents"] - lost
        for size in (each.page.viewport_size or UPRIGHT, UPRIGHT):
            each.page.set_viewport_size(size)
            each.until("([w, h]) => innerWidth === w && innerHeight === h", [size["width"], size["height"]])
            each.until("() => document.querySelector('.stage').getBoundingClientRect().width <= innerWidth + 1")
            assert each.page.evaluate(OVERLAPS, ".result") == []
            amounts = each.page.evaluate(AMOUNTS)
            assert [found for found in amounts if found[2] < 9.99] == []
        if game == "let-it-ride":
            assert {found[1] for found in amounts if found[0] == "+$5,000"} == {'"+5K"'}
        assert {found[1] for found in amounts if found[0] == "+$7.50"} <= {"none", '"+7.50"'}, "no half of the cents"
        assert serious(each) == []
        assert each.raw() == [] and "_" not in each.find(".ledger").inner_text()
        wires[each].release()
        each.wait_round_over(number)
        assert shown_result(each, game, number) == each.balance - before[each] != 0


def test_a_payout_limit_is_no_loss(visit: Visit, tmp_path: Path) -> None:
    """What it takes off goes into the result of its wager, by name, and the clause says why."""
    game = "ultimate-texas-holdem"
    with stacked(royal()), served(tmp_path / "limit", pace=ONE_BY_ONE) as server:
        ann = visit(server.url)
        wire = Wire(ann.context)
        assert ann.take_seat(GAMES[game]) == 3
        for wager, amount in (("ante", "125"), ("trips", "100")):
            ann.spot(wager).focus()
            ann.page.keyboard.type(amount)
            ann.page.keyboard.press("Enter")
            ann.wait_heard(ann.lies(wager))
            ann.wait_offered(wager)
        wire.stops_at = has("TableCleared")
        number = ann.view["round"]
        ann.deal()
        while turn([ann], number, over=lambda: wire.holding) is not None:
            choose(ann, BOLD)
        cut = ann.told("PayoutCut")
        assert cut, "the limit was reached"
        settled = {
            each["wager"]: each.get("won", 0) + each.get("back", 0) - each["stake"] for each in ann.told("WagerSettled")
        }
        ann.until("(n) => document.querySelectorAll('.result').length === n", len(settled))
        limited = ann.find(".result", has_text="payout limit")
        wagers = {each["wager"] for each in cut}
        expect(limited).to_have_count(len(wagers))
        expected = {settled[w] - sum(each["cents"] for each in cut if each["wager"] == w) for w in wagers}
        assert {cents(text) for text in limited.locator("b").all_text_contents()} == expected
        assert limited.evaluate_all("(all) => all.some((each) => each.matches('.bad'))") is False
        limited.first.click()
        expect(ann.find("[popover]:popover-open")).to_contain_text(cut[0]["clause"])
        wire.release()
        ann.close()


def cents(text: str) -> int:
    return round(float(text.replace("$", "").replace(",", "").replace("\u2212", "-")) * 100)


def test_results_that_overlap_are_found(visit: Visit) -> None:
    ann = visit(viewport=PHONE)
    ann.open("/")
    ann.page.evaluate("""() => [0, 20].forEach((left) => {
      const each = document.body.appendChild(document.createElement('b'));
      each.textContent = left;
      Object.assign(each.style, { position: 'fixed', top: '0', left: `${left}px`, width: '30px', height: '20px' });
    })""")
    assert ann.page.evaluate(OVERLAPS, "body > b") == [["0", "20"]]
