"""A table of Mississippi Stud in a browser, with the coach: three decisions on one hand, and what he says of each."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from games.mississippi_plainly import LEFT, Cards, alike, each_answer
from house.server_support import Served, served
from support import MISSISSIPPI, SHIPPED
from web.conftest import ONE_BY_ONE, Visit
from web.visitor import Visitor

TABLE = SHIPPED.index(MISSISSIPPI) + 1
"""A new house opens a table of every game, in their order."""
COUNTED = 120_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("streets"), pace=ONE_BY_ONE, decision_seconds=600.0) as made:
        yield made


def seen(visitor: Visitor) -> Cards:
    """One's own cards and the community cards that lie open, as the page was told."""
    view = visitor.view
    cards = [card for card in (*view["seats"][visitor.seat - 1]["cards"], *view["community"]) if card != "??"]
    return alike(tuple(("23456789TJQKA".index(card[0]) + 2, card[1]) for card in cards))


def test_a_round_with_the_coach(visit: Visit) -> None:
    ann = visit()
    ann.take_seat(TABLE)
    ann.page.get_by_role("tab", name="Coach").click()
    ann.bet("ante", "three_card_bonus")
    number = ann.view["round"]
    ann.deal()
    for street, wager in enumerate(("Third Street", "Fourth Street", "Fifth Street")):
        assert ann.wait_decision() == ["fold", "1x", "2x", "3x"]
        expect(ann.find(".worths li").last).to_contain_text(f"{wager} 3×", timeout=COUNTED)
        cards = seen(ann)
        assert len(cards) == 2 + street
        worths = [float(each.replace("\u2212", "-")) for each in ann.find(".worths b").all_inner_texts()]
        exact = [each.value / LEFT[len(cards)] for each in each_answer(cards, 1 + street).values()]
        assert worths == pytest.approx(exact, abs=0.00006)
        expect(ann.find("button.decision")).to_contain_text(["Fold", *(f"{wager} {n}×" for n in (1, 2, 3))])
        since = len(ann.heard)
        ann.decide("1x")
        ann.wait_heard(lambda m: any(t["event"] == "Decided" for t in m.get("told", ())), since)
    ann.wait_round_over(number)
    settled = [facts["wager"] for facts in ann.told("WagerSettled")]
    assert settled == ["ante", "third_street", "fourth_street", "fifth_street", "three_card_bonus"]
    expect(ann.find(f".ledger a[href='/rounds/{TABLE}/{number}']")).to_have_count(1)
    expect(ann.find(".coach-session")).to_contain_text("Decisions3")
    assert ann.raw() == []


def test_a_fold_on_fourth_street(visit: Visit) -> None:
    ann = visit()
    ann.take_seat(TABLE)
    ann.bet("ante")
    number = ann.view["round"]
    ann.deal()
    ann.wait_decision()
    since = len(ann.heard)
    ann.decide("3x")
    ann.wait_heard(lambda m: "view" in m and m["view"]["step"] == "fourth", since)
    ann.wait_decision()
    ann.decide("fold")
    ann.wait_round_over(number)
    taken = {facts["wager"]: facts["cents"] for facts in ann.told("WagerCollected")}
    assert taken == {"ante": 500, "third_street": 1500}
    expect(ann.find(".round-result").first).to_contain_text("20")
