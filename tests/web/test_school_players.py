"""Decisions in the browser: values as bars, the rule, a strategy rule by rule, sums and what rules save."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from house.server_support import Served, served
from web.conftest import Visit
from web.test_pages import COLOURS, serious
from web.test_school_pages import SIZES, press
from web.visitor import Visitor

GAME = "dragon-poker"
LONG = 60_000
"""Milliseconds for figures that are worked out the first time."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("players"), coach="off") as made:
        yield made


def at_task(visitor: Visitor, drill: str, topic: str, seed: int) -> None:
    visitor.open(f"/school/practise?game={GAME}&drill={drill}&topic={topic}&seed={seed}")
    visitor.find(".school-check").wait_for(timeout=LONG)


def test_a_decision_by_keys_alone_with_every_value_as_a_bar(visit: Visit, server: Served) -> None:
    ann = visit().known(server.guest().token)
    at_task(ann, "decide", "decide-high-card", 3)
    expect(ann.find(".school-worth")).to_have_count(0)
    press(ann, "1", "Enter")
    expect(ann.find(".school-verdict h2").first).to_contain_text("ight.", timeout=LONG)
    rows = ann.find(".school-worth tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="best")).to_have_count(1)
    widths = [row.bounding_box() for row in ann.find(".school-bar i").all()]
    assert len(widths) == 2 and len({box["width"] for box in widths if box}) == 2
    expect(ann.find(".school-verdict")).to_contain_text("Play Phoenix-Panda-Rabbit or better")
    for size in SIZES:
        ann.page.set_viewport_size(size)
        assert serious(ann, *(() if size == SIZES[0] else COLOURS)) == [], size
        assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size


def test_a_rule_is_told_with_hands_that_it_decides(visit: Visit, server: Served) -> None:
    ann = visit().known(server.guest().token)
    at_task(ann, "rules", "decide", 1)
    expect(ann.find(".school-facts")).to_contain_text("New, of 1: rule 1: hand PH-PA-RA or better → Play.")
    assert ann.find(".school-hands figure").count() >= 2
    press(ann, "1", "Enter")
    expect(ann.find(".school-verdict h2").first).to_contain_text("Right.", timeout=LONG)
    expect(ann.find(".school-next")).to_have_text("Go on with the round")


def test_sums_and_what_each_rule_saves(visit: Visit, server: Served) -> None:
    ann = visit().known(server.guest().token)
    at_task(ann, "decide", "decide-better", 4)
    press(ann, "2", "Enter")
    expect(ann.find(".school-verdict h2").first).to_contain_text("Not right.", timeout=LONG)
    ann.open(f"/school?for=players&game={GAME}")
    players = ann.find("#page")
    expect(players.locator(".school-sums")).to_contain_text("1 decision, 1 wrong.", timeout=LONG)
    expect(players.locator(".school-sums")).to_contain_text("Mistakes gave away $", timeout=LONG)
    players.locator(".school-strategy summary").click()
    expect(players.locator(".school-strategy tbody tr")).to_have_count(2, timeout=LONG)
    expect(players.locator(".school-strategy tbody tr").first).to_contain_text("196.835%")
    expect(players.locator(".school-strategy tbody tr").last).to_contain_text("0.000%")
    assert serious(ann) == []
