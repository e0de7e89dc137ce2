"""What the chips reach for is worked out for all wagers that go together, before anything is sent: nobody else sees a
wager that goes back at once."""

import pytest
from playwright.sync_api import expect

from house.server_support import GAMES
from web.conftest import Visit
from web.playing import refusal, stakes, typed
from web.visitor import Visitor

HOLDEM = GAMES["ultimate-texas-holdem"]


def wagered(visitor: Visitor) -> list[tuple[str, int]]:
    """Every wager this browser asked for, in its order."""
    found = [message["do"] for message in visitor.sent if message.get("do", {}).get("do") == "PlaceWager"]
    return [(act["wager"], act["cents"]) for act in found]


def test_ante_and_blind_are_paid_for_together(visit: Visit) -> None:
    """A guest has $1,000. With $25 on Trips there is $975 for both of them: $485 each, in steps of $5."""
    bob, ann = visit(), visit()
    bob.open(f"/tables/{HOLDEM}")
    bob.wait_heard(lambda m: m["type"] == "hello")
    ann.take_seat(HOLDEM)
    typed(ann, "ante", "5")
    stakes(ann, ante=500, blind=500)
    typed(ann, "trips", "25")
    stakes(ann, ante=500, blind=500, trips=2500)
    before = wagered(ann)
    typed(ann, "ante", "490")
    said = refusal(ann, "ante")
    expect(said).to_contain_text("Not enough chips for $490 here.")
    expect(said).to_contain_text("Allowed: up to $485, in steps of $5.")
    expect(said).to_contain_text("Blind must equal Ante.")
    expect(ann.find("[data-says='assertive']")).to_contain_text("Allowed: up to $485")
    ann.find("input[name=chip][value='50000']").check(force=True)
    ann.spot("blind").click()
    expect(refusal(ann, "blind")).to_contain_text("Not enough chips for $505 here.")
    refusal(ann, "blind").get_by_role("button", name="Why?").click()
    expect(ann.find("#why")).to_contain_text("Blind")
    ann.page.keyboard.press("Escape")
    assert wagered(ann) == before, "nothing was sent"
    typed(ann, "blind", "485")
    stakes(ann, ante=48_500, blind=48_500, trips=2500)
    expect(ann.find(".spot-refusal:not([hidden])")).to_have_count(0)
    seat = ann.seat
    bob.wait_heard(lambda m: "view" in m and m["view"]["seats"][seat - 1]["wagers"].get("blind") == 48_500)
    seen = [facts.get("cents", 0) for facts in bob.told("WagerPlaced") if facts["seat"] == seat]
    assert seen == [500, 500, 2500, 48_500, 48_500]


def test_the_three_bets_are_paid_for_together(visit: Visit) -> None:
    """Of $1,000 a third is $333.33, and the step is $5. What was placed and can be lowered is not held up by it."""
    ann = visit()
    ann.take_seat(GAMES["let-it-ride"])
    typed(ann, "bet_2", "335")
    expect(refusal(ann, "bet_2")).to_contain_text("Allowed: up to $330, in steps of $5.")
    assert wagered(ann) == []
    typed(ann, "bet_2", "330")
    stakes(ann, bet_1=33_000, bet_2=33_000, bet_3=33_000)
    typed(ann, "bet_1", "325")
    stakes(ann, bet_1=32_500, bet_2=32_500, bet_3=32_500)


def test_too_few_chips_for_the_least(visit: Visit) -> None:
    ann = visit()
    ann.take_seat(HOLDEM)
    typed(ann, "ante", "500")
    stakes(ann, ante=50_000, blind=50_000)
    ann.find("input[name=chip][value='500']").check(force=True)
    ann.spot("trips").click()
    said = refusal(ann, "trips")
    expect(said).to_contain_text("Not enough chips for $5 here.")
    least = next(o["minimum"] for o in ann.offers if o["example"].get("wager") == "trips")
    expect(said).to_contain_text(f"The least here is ${least // 100}.")
    expect(said).not_to_contain_text("Allowed")
    typed(ann, "ante", "495")
    stakes(ann, ante=49_500, blind=49_500)
    typed(ann, "trips", "10")
    stakes(ann, ante=49_500, blind=49_500, trips=1000)


@pytest.mark.parametrize("ante", [225, 230])
def test_all_are_doubled_or_none(visit: Visit, ante: int) -> None:
    """Twice $225, $225 and $50 is all there is; $5 more on each is too much, and then none of them moves."""
    ann = visit()
    ann.take_seat(HOLDEM)
    typed(ann, "ante", str(ante))
    stakes(ann, ante=100 * ante, blind=100 * ante)
    typed(ann, "trips", "50")
    stakes(ann, ante=100 * ante, blind=100 * ante, trips=5000)
    before = wagered(ann)
    ann.find("[data-act='double']").click()
    if ante == 225:
        stakes(ann, ante=45_000, blind=45_000, trips=10_000)
        return
    expect(refusal(ann, "ante")).to_contain_text("Not enough chips: that is $1,020 in all, and you have $1,000.")
    assert wagered(ann) == before
