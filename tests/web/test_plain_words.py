"""What pages say of what is not everyday: a table that waits for its dealer, what went wrong in a round, tables in the
notes of a verification, the cases of an irregularity, decks on their way to the table."""

import pytest
from playwright.sync_api import Locator, expect

from house.server_support import PASSWORD, Served
from web.conftest import Visit
from web.desk import Desk, Hands, opened, submission
from web.test_staff_desk import MAINS
from web.visitor import Visitor


@pytest.fixture
def boss(visit: Visit, server: Served) -> Visitor:
    server.manager.confirm(PASSWORD)
    return visit().known(server.manager.token)


def both(server: Served) -> None:
    if "Dora" not in {each["handle"] for each in server.manager.ask("GET", "/api/v1/accounts")}:
        server.staff("Dora", "dealer", "floorperson")


def apart(one: Locator, other: Locator) -> float:
    """The space between two boxes, along or across."""
    a, b = one.bounding_box(), other.bounding_box()
    assert a and b
    return max(b["x"] - a["x"] - a["width"], b["y"] - a["y"] - a["height"])


def test_a_table_that_waits_for_its_dealer_says_so(visit: Visit, server: Served) -> None:
    """No cards lie there and no wager is taken: whoever sits down only waits, and the button does not shout. When its
    dealer has opened the round it is a table like any other."""
    both(server)
    table = opened(server, submission("top-five-poker", "Waiting"))
    ann = visit()
    ann.open("/")
    card = ann.find(f"article:has(#table-{table})")
    expect(card.locator(".table-now")).to_have_text("Waits for its dealer; no wagers are taken yet")
    sit = card.locator(".table-ways button")
    expect(sit).to_have_text("Sit down")
    expect(sit).not_to_have_class("primary")
    badges = card.locator(".badge")
    expect(badges).to_have_text(["dealt by a person", "for practice"])
    assert apart(badges.nth(0), badges.nth(1)) >= 4
    assert "Waiting" not in ann.find(".welcome").inner_text(), "newcomers are brought where cards come"
    Hands(server.house.login("Dora", PASSWORD), table).to("CloseBets")
    expect(card.locator(".table-now")).to_have_text("The first round: wagers are being taken")
    expect(sit).to_have_class("primary")
    assert ann.raw() == []


def test_the_remarks_name_the_irregularity(boss: Visitor, server: Served) -> None:
    both(server)
    hands = Hands(server.house.login("Dora", PASSWORD), opened(server, submission("dragon-poker", "Remarks")))
    hands.to("CloseBets")
    hands.seat(**MAINS["dragon-poker"])
    hands.to("Decide")
    hands.does("Report", kind="dealer_card_exposed")
    hands.to("ClearTable")
    hands.perform()
    boss.open(f"/audit?table={hands.table}&irregularity=any")
    row = boss.find(".panel:has(form[data-act=find]) .paged tbody tr")
    expect(row.locator(".badge")).to_have_text(["practice", "void", "reported: a card of the dealer exposed"])
    show = boss.find("form[data-act=meter] button")
    assert apart(boss.find("form[data-act=meter] select"), show) >= 0, "the button stands beside the list, not on it"
    hands.to("CloseBets")
    hands.seat(**MAINS["dragon-poker"])
    hands.to("Decide")
    boss.find("form[data-act=verify] button").click()
    note = f"Remarks (table {hands.table}): the cards of the open round"
    expect(boss.find(".verified li", has_text=note)).to_contain_text("were not looked at", timeout=120_000)
    assert boss.raw() == []


def test_a_case_is_qualified_only_where_another_has_its_name(visit: Visit, server: Served) -> None:
    both(server)
    person = server.house.login("Dora", PASSWORD)
    at = Desk(visit().known(person.token), person, opened(server, submission("ultimate-texas-holdem", "Cases"))).open()
    at.to("CloseBets")
    at.seat(**MAINS["ultimate-texas-holdem"])
    at.to("Decide")
    at.caught_up()
    box = at.visitor.find("details.report[data-kind='wrong_number']")
    box.locator("summary").click()
    text = " ".join(box.locator(".then").inner_text().split())
    assert "The dealer has too few cards and completes his hand." in text
    assert "(dealer, too few" not in text
    at.visitor.page.reload()
    unfolded = at.visitor.find(".log li")
    expect(unfolded.filter(has_text="No more bets")).to_have_count(1)


def test_decks_on_their_way_to_the_table(visit: Visit, server: Served) -> None:
    """Every stage of a deck is a sentence."""
    both(server)
    person = server.house.login("Dora", PASSWORD)
    at = Desk(visit().known(person.token), person, opened(server, submission("let-it-ride", "Decks"))).open()
    due = at.to("OpenRound")["due"]
    assert (due["clause"], "Every wager is down" in due["text"]) == ("MD-LIR 7.C", True), "not the end of the betting"
    at.caught_up()
    log = at.visitor.find(".log")
    for said in (
        "A floorperson verifies the inspection of deck 1",
        "Deck 1 is spread face up on the table",
        "The first player has had the opportunity to look at deck 1",
    ):
        expect(log).to_contain_text(said)
    assert "is looked" not in log.inner_text()
