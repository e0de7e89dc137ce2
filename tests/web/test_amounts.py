"""Amounts of one's own: what may be typed is said before, what was wrong is said beside it, in plain words; and chips
that are carried."""

import re

import pytest
from playwright.sync_api import Locator, expect

from house.server_support import GAMES
from web.conftest import Visit
from web.playing import refusal, stakes, typed
from web.visitor import PHONE

HOLDEM, RIDE = GAMES["ultimate-texas-holdem"], GAMES["let-it-ride"]
ALOUD = "(said) => [...document.querySelectorAll('[aria-live]')].some((each) => each.textContent === said)"
"""Whether exactly this is said to who listens."""


def test_an_amount_that_the_table_does_not_take(visit: Visit) -> None:
    """Off the step, too little, too much: one sentence that names the amount and what is possible, seen and heard."""
    ann = visit()
    ann.take_seat(HOLDEM)
    for amount in ("6", "3", "505", "2.50"):
        typed(ann, "ante", amount)
        said = f"${amount} is not possible here: whole steps of $5 from $5 to $500."
        expect(refusal(ann, "ante").locator("span")).to_have_text(said)
        ann.until(ALOUD, said)
        assert ann.staked() == {}
        assert ann.raw() == []


def test_a_wager_of_one_amount_and_a_wager_too_early(visit: Visit) -> None:
    ann = visit()
    ann.take_seat(RIDE)
    typed(ann, "progressive", "1")
    expect(refusal(ann, "progressive")).to_contain_text("First wager on Bet Number 1, Bet Number 2, and Bet Number 3.")
    typed(ann, "bet_1", "5")
    stakes(ann, bet_1=500, bet_2=500, bet_3=500)
    typed(ann, "progressive", "2")
    expect(refusal(ann, "progressive").locator("span")).to_have_text(
        "$2 is not possible here: $1, no more and no less."
    )
    assert ann.raw() == []


def test_the_house_speaks_for_itself_where_our_words_cannot_be_had(visit: Visit) -> None:
    ann = visit()
    ann.page.route("**/table/refusing.js", lambda route: route.abort())
    ann.take_seat(HOLDEM)
    typed(ann, "ante", "6")
    expect(refusal(ann, "ante")).to_have_text("Ante is made in whole steps.")
    ann.faults = [fault for fault in ann.faults if "refusing.js" not in fault]


@pytest.mark.parametrize("size", [None, PHONE], ids=["desktop", "phone"])
def test_the_box_says_what_may_be_typed(visit: Visit, size: dict[str, int] | None) -> None:
    ann = visit(**({"viewport": size} if size else {}))
    ann.take_seat(HOLDEM)
    box, said = ann.find(".chip-other"), ann.find("#other-said")
    box.focus()
    expect(said).to_be_visible()
    expect(said.locator("> p").last).to_have_text(
        "Type an amount such as $25, then tap an area: it is the chip you lay."
    )
    expect(said.locator("li")).to_have_text(
        [
            "Ante and Blind: whole steps of $5 from $5 to $500.",
            "Trips: whole steps of $1 from $1 to $100.",
        ]
    )
    expect(box).to_have_attribute("aria-describedby", "other-said")
    place = said.bounding_box()
    page = ann.page.viewport_size
    assert place is not None and page is not None
    assert place["x"] >= 0 and place["x"] + place["width"] <= page["width"]
    for wrong, why in (
        ("x", "“x” is not an amount. Type one such as $25."), ("0", "“0” is not an amount. Type one such as $25."),
        ("6.50", "$6.50 fits no area of this table."), ("505", "$505 fits no area of this table."),
    ):  # fmt: skip
        box.fill(wrong)
        expect(said.get_by_role("alert")).to_have_text(why)
        expect(box).to_have_attribute("aria-invalid", "true")
    box.fill("35")
    expect(said.get_by_role("alert")).to_be_hidden()
    expect(box).to_have_attribute("aria-invalid", "false")
    ann.spot("ante").click()
    expect(said).to_be_hidden()
    stakes(ann, ante=3500, blind=3500)


def test_a_chip_is_carried(visit: Visit) -> None:
    """Onto an area it is laid, elsewhere it is not; and carried off, a wager is taken back."""
    ann = visit()
    ann.take_seat(HOLDEM)
    mouse = ann.page.mouse

    def carry(start: Locator, end: Locator) -> None:
        for at, then in ((start, mouse.down), (end, mouse.up)):
            box = at.bounding_box()
            assert box is not None
            mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
            then()

    chip = ann.find(".chip-choice:has(input[value='2500'])")
    carry(chip, ann.find(".step"))
    expect(ann.find(".chip-ghost")).to_have_count(0)
    carry(chip, ann.spot("ante"))
    stakes(ann, ante=2500, blind=2500)
    expect(ann.find(".chip-ghost")).to_have_count(0)
    expect(ann.find("input[name=chip][value='2500']")).to_be_checked()
    expect(ann.spot("ante")).to_have_attribute("aria-label", re.compile(r"\$25\b"))
    ann.wait_offered("ante")
    carry(ann.spot("ante"), ann.find(".step"))
    stakes(ann)
    placed = [m["do"] for m in ann.sent if m.get("do", {}).get("do") == "PlaceWager"]
    assert [(act["wager"], act["cents"]) for act in placed][:2] == [("ante", 2500), ("blind", 2500)]
