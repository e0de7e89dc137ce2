"""A tablet held upright: the whole table, and one's own betting areas near enough to be read and pressed."""

from typing import Any

import pytest
from playwright.sync_api import expect

from house.server_support import GAMES
from web.conftest import Visit
from web.playing import MAINS, SIDES
from web.test_sizes import looked_at
from web.visitor import Visitor

UPRIGHT = [(768, 1024), (820, 1180)]
LEAST = 10
"""Pixels of the smallest letters."""
WIDE = (1180, 820)

WORDS = """(selector) => [...document.querySelectorAll(selector)].map((text) => {
  const { a, b } = text.getScreenCTM();
  return [text.textContent, Math.hypot(a, b) * parseFloat(getComputedStyle(text).fontSize)];
})"""
"""Words of a drawing, and how large they are on the screen."""
NAMES = """() => [...document.querySelectorAll('.plate-name:not(button) > *:not(.unseen)')].map((each) =>
  [each.textContent, parseFloat(getComputedStyle(each).fontSize) * document.querySelector('.stage')
    .getBoundingClientRect().width / 2000])"""
CAPTIONS = ".lens .area > text"
PLAQUES = ".lens .plaque text"


def read(visitor: Visitor, script: str, argument: Any = None) -> dict[str, float]:
    """Words by their size, the smallest where they are there several times; all of them large enough."""
    found: dict[str, float] = {}
    for text, size in visitor.page.evaluate(script, argument):
        found[text] = min(size, found.get(text, size))
    assert found and min(found.values()) >= LEAST, found
    return found


def upright(visit: Visit, game: str, size: tuple[int, int]) -> Visitor:
    """Somebody with a tablet has taken a seat."""
    ann = visit(viewport={"width": size[0], "height": size[1]})
    ann.take_seat(GAMES[game])
    ann.find(".lens svg").wait_for()
    return ann


@pytest.mark.parametrize("game", GAMES)
def test_the_own_place_can_be_read(game: str, visit: Visit) -> None:
    """Every word of one's own areas stands there as on the felt, before and after the deal, with what was wagered."""
    ann = upright(visit, game, UPRIGHT[0])

    def captions() -> None:
        """At both sizes."""
        for size in UPRIGHT:
            looked_at(ann, size)
            areas = f"#seat-{ann.seat} .area:not([data-area='cards']) > text"
            assert set(read(ann, WORDS, CAPTIONS)) == {text for text, _ in ann.page.evaluate(WORDS, areas)} == drawn

    drawn = {text for text, _ in ann.page.evaluate(WORDS, f"#seat-{ann.seat} .area:not([data-area='cards']) > text")}
    captions()
    ann.bet(*MAINS[game], SIDES[game])
    staked = ann.staked()
    expect(ann.find(PLAQUES)).to_have_count(len(staked))
    for size in UPRIGHT:
        looked_at(ann, size)
        assert set(read(ann, WORDS, PLAQUES)) == {f"${cents // 100}" for cents in staked.values()}
        read(ann, WORDS, CAPTIONS)
        assert "You" in read(ann, NAMES)
    ann.deal()
    ann.wait_decision()
    ann.find(".decision .worth").first.wait_for(timeout=60_000)
    captions()
    assert ann.wide() <= 0


def test_what_is_pressed_near_is_pressed_on_the_felt(visit: Visit) -> None:
    """Once for the eye, once for the ear: what is near is not told a second time."""
    ann = upright(visit, "dragon-poker", UPRIGHT[0])
    ann.find(".lens [data-wager='ante'] text").click()
    ann.wait_heard(lambda m: m["type"] == "change" and ann.staked(m) == {"ante": 500, "ante_bonus": 500})
    expect(ann.find(PLAQUES)).to_have_text(["$5", "$5"])
    expect(ann.find(".lens")).to_have_attribute("aria-hidden", "true")
    assert ann.find(".lens :is(button, a, [tabindex], [id])").count() == 0
    ann.find("button[data-act='clear']").click()
    expect(ann.find(PLAQUES)).to_have_count(0)


def test_it_comes_and_goes_as_the_tablet_is_turned(visit: Visit) -> None:
    """Also for who begins with the tablet on its side; and who stands up has no place to look at."""
    ann = visit(viewport={"width": WIDE[0], "height": WIDE[1]})
    ann.take_seat(GAMES["let-it-ride"])
    expect(ann.find(".lens")).to_have_count(0)
    for size, shown in ((UPRIGHT[1], True), (WIDE, False), (UPRIGHT[0], True)):
        looked_at(ann, size)
        expect(ann.find(".lens")).to_be_visible(visible=shown)
    expect(ann.find(".lens")).to_have_count(1)
    ann.find("button.stand").click()
    expect(ann.find(".lens")).to_be_hidden()
