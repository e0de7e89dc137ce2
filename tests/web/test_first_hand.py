"""The guided hand: offered once, in every game by keyboard alone, heard by who cannot see it, gone at any time, and
never over what is pressed."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from house.server_support import Served, served
from pitboss.games import usual
from pitboss.rulebook.folders import games
from pitboss.wording.first_hand import guided_wagers
from web.conftest import ONE_BY_ONE, Visit
from web.test_pages import serious
from web.visitor import PHONE, Visitor

SMALL = {"width": 320, "height": 568}
SAYS = "(words) => document.querySelector('[data-says=polite]').textContent.includes(words)"
COVERED = """() => ['.tray:not([hidden]) button', '.deciding:not([hidden]) button', '.spot.open.guided']
  .flatMap((each) => [...document.querySelectorAll(each)]).filter((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('.guide');
  }).length"""

NEXT = """(done) => {
  if (document.querySelector('.guide [data-go=again]')) return 'over';
  const words = (where) => [...document.querySelectorAll(where)].map((each) => each.textContent).join();
  const open = document.querySelector('.deciding:not([hidden]) .decision:not([disabled])');
  const told = words('.guide .guide-says');
  return open && told !== done && words('.guide li b') === words('.decision .label') ? told : false;
}"""
"""What the guide says of a decision that was not made yet, when it names the choices that are on the buttons."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("first-hand"), pace=ONE_BY_ONE) as made:
        yield made


def offered(visit: Visit, game: str, **how: object) -> Visitor:
    ann = visit(newcomer=True, near=True, **how)
    ann.take_seat(games().index(game) + 1)
    expect(ann.find(".guide")).to_be_visible()
    return ann


def heard(ann: Visitor, words: str) -> None:
    ann.until(SAYS, words)


def tab(ann: Visitor, to: str) -> None:
    """Presses Tab until this has the focus."""
    for _ in range(60):
        if ann.page.evaluate("(to) => document.activeElement.matches(to)", to):
            return
        ann.page.keyboard.press("Tab")
    raise AssertionError(f"{to} is not reached")


@pytest.mark.parametrize("game", games())
def test_a_guided_hand_by_keyboard_alone(game: str, visit: Visit) -> None:
    """Tab and Enter: from the offer over each wager and each decision to what became of them."""
    ann = offered(visit, game)
    keys, title = ann.page.keyboard, ann.find("#guide-title")

    heard(ann, "A guide can explain each wager")
    tab(ann, "[data-go=yes]")
    keys.press("Enter")
    expect(ann.find(".guide [data-go=next]")).to_be_visible()
    assert ann.page.evaluate("document.activeElement.className") == "guide", "who began goes on from there"
    heard(ann, "Here you play with practice chips.")
    tab(ann, "[data-go=next]")
    for n, each in enumerate(guided_wagers(usual(game)), 1):
        keys.press("Enter")
        expect(title).to_contain_text(each.titles[-1])
        heard(ann, each.says[0])
        assert ann.page.evaluate("document.activeElement.dataset.go") == "next"
        if n == 1:
            tab(ann, "[data-go=spot]")
            keys.press("Enter")
            assert ann.page.evaluate("document.activeElement.dataset.wager") == each.wagers[0]
            keys.press("Enter")
            ann.wait_heard(ann.lies(each.wagers[0]))
            tab(ann, "[data-go=next]")
    keys.press("Enter")
    heard(ann, "Lay your wagers and press Deal.")
    number = ann.view["round"]
    tab(ann, "button[data-act=deal]")
    keys.press("Enter")
    asked = ""
    while True:
        step = str(ann.until(NEXT, asked).json_value())
        if step == "over":
            break
        if not asked:
            expect(title).to_contain_text("Your decision")
            assert serious(ann) == [] and ann.raw() == []
        asked = step
        keys.press(ann.find(".decision:not([disabled])").first.get_attribute("aria-keyshortcuts") or "")
    ann.wait_round_over(number)
    expect(title).to_contain_text("That was a hand of")
    expect(ann.find(".guide li").first).to_contain_text("$")
    tab(ann, ".guide [data-go=skip]")
    keys.press("Enter")
    expect(ann.find(".guide")).to_be_hidden()
    ann.page.reload()
    ann.furnished()
    assert ann.find(".guide").count() == 0, "it is offered once"


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["phone", "small"])
def test_it_covers_nothing_that_is_pressed_and_goes_with_escape(size: dict[str, int], visit: Visit) -> None:
    ann = offered(visit, "let-it-ride", viewport=size, locale="es-MX")
    assert serious(ann) == [] and ann.wide() <= 0
    ann.find("[data-go=yes]").click()
    ann.find(".guide [data-go=next]").click()
    expect(ann.find(".spot.guided")).to_have_count(3)
    assert ann.page.evaluate(COVERED) == 0
    assert ann.raw() == [] and ann.wide() <= 0
    ann.bet("bet_1")
    ann.deal()
    ann.wait_decision()
    expect(ann.find("#guide-title")).to_have_text("Su decisión")
    assert ann.page.evaluate(COVERED) == 0 and serious(ann) == []
    ann.page.keyboard.press("Escape")
    expect(ann.find(".guide")).to_be_hidden()
    expect(ann.find(".spot.guided")).to_have_count(0)
    heard(ann, "El guía ha terminado.")
    assert len(ann.wait_decision()) == 2, "the hand is where it was"


def test_it_can_be_called_again_and_says_no_to_nobody(visit: Visit) -> None:
    """From the settings and from the list of keys; also in the middle of a hand."""
    ann = offered(visit, "dragon-poker")
    ann.page.get_by_role("button", name="No, thanks").click()
    expect(ann.find(".guide")).to_be_hidden()
    ann.find(".top .icon").click()
    ann.find("#settings [data-act=guide]").click()
    expect(ann.find("#guide-title")).to_contain_text("Dragon Poker")
    ann.page.keyboard.press("Escape")
    ann.bet("ante")
    ann.deal()
    ann.wait_decision()
    ann.page.keyboard.press("?")
    ann.find("#keys [data-act=guide]").click()
    expect(ann.find("#guide-title")).to_have_text("Your decision")
    expect(ann.find(".guide li")).to_have_count(2)
    ann.decide("fold")
    ann.find(".guide [data-go=again]").click()
    expect(ann.find(".guide [data-go=next]")).to_be_visible()
