"""Everything a dealer and a floorperson can do, done by clicking: a round from receiving the cards to clearing the
table, every irregularity of every rulebook, rulings, orders about the cards and devices, counts."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from house.server_support import GAMES, PASSWORD, Served
from pitboss.games import game as game_of
from web.conftest import Visit
from web.desk import DEVICES, Desk, opened, submission
from web.test_pages import serious

MAINS = {
    "dragon-poker": {"ante": 500, "ante_bonus": 500}, "top-five-poker": {"ante": 500},
    "let-it-ride": {"bet_1": 500, "bet_2": 500, "bet_3": 500}, "ultimate-texas-holdem": {"ante": 500, "blind": 500},
}  # fmt: skip

At = Callable[..., Desk]


@pytest.fixture
def desk(visit: Visit, server: Served) -> At:
    """Makes the desk of a new table, of somebody who deals and supervises."""

    def new(game: str, name: str, changes: dict[str, str] | None = None, **how: str) -> Desk:
        if "Dora" not in {each["handle"] for each in server.manager.ask("GET", "/api/v1/accounts")}:
            server.staff("Dora", "dealer", "floorperson")
        person = server.house.login("Dora", PASSWORD)
        table = opened(server, submission(game, name, changes), **how)
        return Desk(visit().known(person.token), person, table).open()

    return new


ROUND = {
    "dragon-poker": ("ShowCards", "SettleHand"), "top-five-poker": ("ShowCards", "SettleHand"),
    "let-it-ride": ("ShowCards", "ShowCards", "ShowCards", "SettleHand"),
    "ultimate-texas-holdem": ("DealCards", "DealCards"),
}  # fmt: skip
"""Among what is due between the first deal and the clearing."""


@pytest.mark.parametrize("game", GAMES)
def test_a_round_from_the_first_card_to_the_last_by_clicking(game: str, desk: At) -> None:
    """What is due has a form with its clause; a walk-in is seated, wagers and decides through the page."""
    at = desk(game, f"{game} clicked")
    done: list[str] = []
    page = at.visitor.page
    while "ClearTable" not in done:
        at.caught_up()
        work = at.work
        due = work["due"]
        if due is not None and due["do"] == "CloseBets" and "TakeSeat" not in done:
            at.click("TakeSeat", player="Ann")
            done.append("TakeSeat")
            form = at.form("PlaceWager")
            form.wait_for()
            at.click("PlaceWager", **{wager: str(cents // 100) for wager, cents in MAINS[game].items()})
            at.visitor.wait_heard(lambda m: "view" in m and m["view"]["seats"][0]["wagers"] == MAINS[game])
            continue
        if due is None:
            expect(at.visitor.find(".due-name")).to_have_text("Position 1, walk-in Ann, is to decide.")
            expect(at.visitor.find(".due-clause")).to_contain_text(work["moment"])
            if "Decide" not in done:
                assert serious(at.visitor) == []
            at.click("Decide", within=".due-forms")
        else:
            expect(at.visitor.find(".due-name")).to_have_text(due["title"])
            assert at.visitor.find(".due-clause .why-button").first.inner_text() == due["clause"]
            fields = {"CutCards": {"depth": "20"}}.get(due["do"], {})
            at.click(due["do"], within=".due-forms", **fields)
        done.append(due["do"] if due else "Decide")
        for _ in range(1000):
            if at.work["seq"] > work["seq"]:
                break
            page.wait_for_timeout(10)
        else:
            raise AssertionError(f"{done[-1]} did nothing: {at.visitor.find('.form-said').all_inner_texts()}")
    assert done[:4] == ["ReceiveCards", "InspectCards", "VerifyCards", "SpreadCards"]
    after = done[done.index("DealCards") + 1 :]
    assert [name for name in after if name in ROUND[game]] == list(ROUND[game]) and "Decide" in after
    assert at.visitor.raw() == []
    expect(at.visitor.find(".log")).to_contain_text("is over; the table is cleared")


REPORTS: dict[str, tuple[str, int, dict[str, str]]] = {
    "shuffler_jams": ("CloseBets", 0, {}),
    "card_face_up": ("DealCards", 0, {"several": "2"}),
    "card_drawn_in_error": ("DealCards", 0, {"detail": "came with the one before"}),
    "cards_run_out": ("DealCards", 0, {}),
    "shoe_jams": ("DealCards", 0, {}),
    "dealer_card_exposed": ("Decide", 0, {}),
    "community_card_exposed": ("Decide", 0, {}),
    "box_card_exposed": ("Decide", 0, {}),
    "early_board": ("Decide", 0, {}),
    "burn_omitted": ("Decide", 1, {}),
    "own_card_exposed": ("Decide", 0, {"seat": "1"}),
    "violation": ("Decide", 0, {"seat": "1"}),
    "wrong_number": ("Decide", 0, {"where": "seat1", "count": "9"}),
    "wrong_count": ("Decide", 0, {"ruling": "not_misdealt"}),
    "player_left": ("Decide", 0, {"seat": "1"}),
    "device_fails": ("CloseBets", 0, {"place": "shuffler"}),
}
"""Each irregularity: what is due when it is reported, after how many decisions, and what is filled in."""


@pytest.mark.parametrize("game", GAMES)
def test_every_irregularity_is_reported_by_clicking(game: str, desk: At) -> None:
    """At the moment it can happen, with the consequence and the clause the rulebook's own row has for it."""
    at = desk(game, f"{game} troubled", DEVICES)
    rows = game_of(game).mishaps
    kinds = {row.kind for row in rows}
    assert kinds <= set(REPORTS), "an irregularity nobody clicks"
    for kind in (each for each in REPORTS if each in kinds):
        due, decisions, typed = REPORTS[kind]
        at.to("CloseBets")
        at.seat(**MAINS[game])
        at.to(due)
        for _ in range(decisions):
            at.perform()
            at.to(due)
        offered = {row["kind"] for row in at.work["irregularities"] if row["now"]}
        told = at.report(kind, **typed)
        found = next((each["facts"] for each in told if each["event"] == "Irregularity"), None)
        assert found is not None, (kind, at.visitor.heard[-1])
        known_rows = [(row.clause, row.consequence) for row in rows if row.kind == kind]
        assert found["kind"] == kind and kind in offered
        assert (found["clause"], found["consequence"]) in known_rows, kind
        if at.work["matters"]:
            assert kind == "violation" and game == "top-five-poker"
            assert at.rule("Dismissed")["ruling"] == "dismissed"
    expect(at.visitor.find(".log li.alert").first).to_be_visible()
    at.visitor.page.evaluate(
        """() => { for (const each of document.querySelectorAll("details"))
            if (each.checkVisibility()) each.open = true; }"""
    )
    assert at.visitor.raw() == [] and serious(at.visitor) == []


def told(at: Desk, event: str, since: int) -> dict[str, Any]:
    """What the page heard of the next event of this name."""
    found = at.visitor.wait_heard(lambda m: any(t["event"] == event for t in m.get("told", ())), since)
    facts: dict[str, Any] = next(t["facts"] for t in found["told"] if t["event"] == event)
    return facts


def test_orders_about_the_cards(desk: At) -> None:
    """A new cut, a new shuffle, another deck, and a table that nobody plays at: each by its button, with its reason."""
    at = desk("let-it-ride", "Orders")
    at.to("OpenRound")
    since = at.caught_up()
    at.click("OrderRecut", reason="the cut was too shallow")
    assert told(at, "RecutOrdered", since)["deck"] == 1
    assert at.work["due"]["do"] == "CutCards"
    since = at.caught_up()
    at.click("CutCards", within=".due-forms", depth="3")
    expect(at.form("CutCards").locator(".form-bad:visible")).to_contain_text("Write a whole number from 10")
    at.click("CutCards", within=".due-forms", depth="25")
    assert told(at, "CardsCut", since)["depth"] == 25
    since = at.caught_up()
    at.click("OrderShuffle")
    told(at, "ShuffleOrdered", since)
    at.to("OpenRound")
    since = at.caught_up()
    at.click("GoIdle", "face down")
    told(at, "TableIdle", since)
    since = at.caught_up()
    at.sure(at.click("RemoveDeck", reason="bent"), since)
    assert told(at, "DeckRemoved", since)["deck"] == 1
    assert at.work["due"]["do"] == "ReceiveCards"
    since = at.caught_up()
    at.click("ReceiveCards", "preshuffled", within=".due-forms")
    told(at, "CardsReceived", since)
    assert at.visitor.raw() == []


def test_a_device_out_of_order_and_back(desk: At) -> None:
    """The shoe fails: it is covered, the cards are dealt otherwise, and it comes back."""
    at = desk("dragon-poker", "Devices", DEVICES)
    at.to("OpenRound")
    told_then = at.report("device_fails", place="shoe")
    assert {"Irregularity", "DeviceFailed"} <= {each["event"] for each in told_then}
    since = at.caught_up()
    expect(at.visitor.find(".facts .bad")).to_contain_text("failed")
    at.click("SetDeviceAside", "Cover the dealing shoe")
    assert told(at, "DeviceSetAside", since)["measure"] == "covered"
    since = at.caught_up()
    at.click("ChangeProcedure", "manual shoe")
    assert told(at, "ProcedureChanged", since)["procedure"] == "manual_shoe"
    since = at.caught_up()
    at.click("RestoreDevice")
    assert told(at, "DeviceRestored", since)["device"] == "shoe"
    assert at.visitor.raw() == []


def test_a_stub_that_does_not_agree_asks_where_the_cards_are(desk: At) -> None:
    """It stands beside putting the stub away; a wrong count asks for the places, and then says what follows."""
    at = desk("let-it-ride", "Stub")
    at.to("CloseBets")
    at.seat(**MAINS["let-it-ride"])
    work = at.to("RemoveStub")
    at.caught_up()
    at.click("CountStub", within=".due-forms", stub=str(work["stub"] - 1))
    form = at.form("CountStub", ".due-forms")
    expect(form.locator(".form-said")).to_have_text("The count is wrong: count the cards at every place.  MD-LIR 8.F")
    places = [each.get_attribute("name") for each in form.locator("input:visible").all()]
    assert set(places) == {"stub", *work["places"]}
    since = at.caught_up()
    counted = {place: str(count) for place, count in work["places"].items()}
    at.sure(at.click("CountStub", within=".due-forms", stub=str(work["stub"] - 1), **counted), since)
    found = told(at, "StubCounted", since)
    assert (found["stub"], found["expected"]) == (work["stub"] - 1, work["stub"])
    told(at, "RoundVoided", since)


def test_nobody_is_offered_what_only_the_shoe_may_say(desk: At, server: Served) -> None:
    """Where a shoe has read cards that lie face down it names a card found face up: there is no form to be refused."""
    at = desk("let-it-ride", "Fed", cards="feed")
    at.to("CloseBets")
    at.seat(**MAINS["let-it-ride"])
    at.to("DealCards")
    key = server.manager.ask("POST", f"{at.path}/feed-key")["key"]
    read = {"id": "read", "cards": ["As", "Kd", "9c", "Qd", "2c"]}
    server.http.post(f"{at.path}/feed", json=read, headers={"Authorization": f"Feed {key}"}).raise_for_status()
    at.caught_up()
    box = at.visitor.find("details.report[data-kind=card_face_up]")
    box.locator("summary").click()
    expect(box.locator(".note")).to_contain_text("The shoe reports this itself")
    assert box.locator("form").count() == 0
    expect(at.visitor.find(".due .note")).to_contain_text("The shoe has read cards")


def test_what_is_due_is_done_by_keyboard(desk: At) -> None:
    """The keys stay with what is due: whatever is done, the next thing has the focus, and Enter does it."""
    at = desk("dragon-poker", "Keys")
    at.caught_up()
    at.form("ReceiveCards", ".due-forms").locator(".form-buttons button").first.focus()
    steps = ("ReceiveCards", "InspectCards", "VerifyCards", "SpreadCards", "LookAtCards", "WashCards", "StackCards")
    for name in steps:
        at.visitor.until(
            "(act) => document.activeElement.matches(`.due-forms form[data-act=${act}] .form-buttons button`)", name
        )
        assert at.work["due"]["do"] == name
        since = at.caught_up()
        at.visitor.page.keyboard.press("Enter")
        told(at, "CardsReceived" if name == "ReceiveCards" else "DeckMoved", since)
