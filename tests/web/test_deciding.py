"""A decision by its key: the key is what the button says, in every game and every window."""

from typing import Any

import pytest
from playwright.sync_api import expect

from house.server_support import GAMES
from web.conftest import Visit
from web.playing import dealt
from web.visitor import DESKTOP, PHONE, Visitor

HOLDEM = GAMES["ultimate-texas-holdem"]
KEYS = {
    "dragon-poker": {"play": "p", "fold": "f"},
    "top-five-poker": {"play": "p", "fold": "f"},
    "let-it-ride": {"ride": "l", "withdraw": "t"},
    "ultimate-texas-holdem": {"check": "c", "play_3x": "3", "play_4x": "4"},
}
"""Of the first decision of each game."""


def decided(visitor: Visitor) -> list[dict[str, Any]]:
    return [m["do"] for m in visitor.sent if m.get("do", {}).get("do") == "Decide"]


@pytest.mark.parametrize("game", GAMES)
def test_the_keys_of_a_decision(game: str, visit: Visit) -> None:
    ann = visit()
    dealt(ann, game)
    found = ann.page.eval_on_selector_all(
        "button.decision",
        """(all) => all.map((each) =>
          [each.dataset.choice, each.getAttribute('aria-keyshortcuts'), each.querySelector('kbd').innerText])""",
    )
    assert {choice: key for choice, key, _ in found} == KEYS[game]
    assert [shown for _, _, shown in found] == [key.upper() for _, key, _ in found]


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("times", ["3", "4"])
def test_a_figure_is_the_multiple(visit: Visit, times: str, size: dict[str, int]) -> None:
    """Not the place in the row: what no button says does nothing."""
    ann = visit(viewport=size)
    dealt(ann, "ultimate-texas-holdem")
    for key in ("1", "2", "5", "p", times):
        ann.page.keyboard.press(key)
    ann.wait_heard(lambda m: m["type"] == "change" and ann.staked(m).get("play", 0) > 0)
    assert [act["choice"] for act in decided(ann)] == [f"play_{times}x"]
    assert next(ann.staked(m)["play"] for m in ann.heard if "view" in m and ann.staked(m).get("play")) == 500 * int(
        times
    )


@pytest.mark.parametrize(("checks", "key", "choice"), [(1, "2", "play_2x"), (2, "1", "play_1x")])
def test_later_multiples(visit: Visit, checks: int, key: str, choice: str) -> None:
    ann = visit()
    dealt(ann, "ultimate-texas-holdem")
    for n in range(checks):
        since = len(ann.heard)
        ann.page.keyboard.press("c")
        ann.wait_heard(lambda m: "view" in m and any(o["example"]["do"] == "Decide" for o in m["offers"]), since)
        ann.until("(name) => document.querySelector(`[data-choice='${name}']`)", ["play_2x", "play_1x"][n])
    ann.page.keyboard.press("4")
    ann.page.keyboard.press(key)
    ann.wait_heard(lambda m: m["type"] == "change" and ann.staked(m).get("play", 0) > 0)
    assert [act["choice"] for act in decided(ann)] == ["check"] * checks + [choice]


def test_a_decision_while_the_connection_is_lost(visit: Visit) -> None:
    """It is said that it will be sent, and it is, once."""
    ann = visit()
    dealt(ann, "dragon-poker")
    number = ann.view["round"]
    ann.context.set_offline(True)
    ann.find(".offline").wait_for()
    ann.decide("fold")
    expect(ann.find(".deciding .sending")).to_have_text("Fold is sent as soon as the connection is back.")
    expect(ann.find(".deciding .sending")).to_be_visible()
    ann.context.set_offline(False)
    ann.wait_round_over(number)
    expect(ann.find(".sending")).to_have_count(0)
    assert len(ann.told("HandDiscarded") or ann.told("WagerCollected")) >= 1
    ann.faults.clear()  # the line was cut
