"""A round dealt by hand from a physical deck, through the dealer's page: what is turned up is pressed in the grid or
typed, what is paid is told chip by chip, what goes wrong waits for the floorperson. Presses are counted."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from house.server_support import PASSWORD, Served
from web.conftest import Visit
from web.desk import Desk, opened, submission
from web.test_pages import serious

At = Callable[..., Desk]
PRESSES = """
window.pressed = [];
addEventListener("click", (event) => {
  const pressed = event.isTrusted && event.target.closest("button, summary");
  if (pressed) window.pressed.push(pressed.innerText);
}, true);"""
LOUD = """
localStorage.setItem("pitboss", JSON.stringify({ sound: true }));
window.sounded = 0;
AudioContext.prototype.createOscillator = new Proxy(AudioContext.prototype.createOscillator, {
  apply(make, on, given) { window.sounded += 1; return Reflect.apply(make, on, given); },
});"""
WIDTHS = (320, 768, 1280, 1920)
MOST_PRESSES = 8
CHIPS = (
    ({"ante": 1000}, ("$5 more on Ante", "$5 more on Ante")),
    ({"ante": 1000, "pair_plus": 500}, ("$5 more on Pair Plus",)),
)
"""What lies there after the chips of one form: a side wager is offered beside an Ante."""


def lies(wagers: dict[str, int], number: int = 1) -> Callable[[dict[str, Any]], bool]:
    """Of a message: these are the wagers of position 1 in the round of this number."""
    return lambda m: "view" in m and (m["view"]["round"], m["view"]["seats"][0]["wagers"]) == (number, wagers)


@pytest.fixture
def desk(visit: Visit, server: Served) -> At:
    """Makes the desk of somebody at a new table, with the deck ready and the page open. Dolly deals and does nothing
    else; what asks nothing of her follows by itself."""

    def new(game: str, name: str, cards: str, **how: Any) -> Desk:
        known = {each["handle"] for each in server.manager.ask("GET", "/api/v1/accounts")}
        for handle, role in (("Dolly", "dealer"), ("Fay", "floorperson")):
            if handle not in known:
                server.staff(handle, role)
        dolly, fay = (server.house.login(handle, PASSWORD) for handle in ("Dolly", "Fay"))
        at = Desk(visit(**how).known(dolly.token), dolly, opened(server, submission(game, name), cards=cards))
        other = Desk(at.visitor, fay, at.table)
        while (work := at.work)["due"]["do"] != "CloseBets":
            (at if work["due"]["yours"] else other).perform()
        at.visitor.context.add_init_script(PRESSES)
        return at.open(flow=True)

    return new


def due(at: Desk, act: str) -> Locator:
    """The form of what is due, once this is."""
    form = at.form(act, ".due-forms").first
    form.wait_for()
    return form


def press(at: Desk, act: str, words: str = "", cards: str = "") -> None:
    """Presses the button of what is due, the one with these words; first these cards are typed."""
    form = due(at, act)
    if cards:
        form.locator("[name=cards]").fill(cards)
    buttons = form.locator(".form-buttons button")
    (buttons.filter(has_text=words) if words else buttons).first.click()


def paid(at: Desk) -> list[str]:
    """What stands to be paid and taken, line by line."""
    words = ".pay-wager, b, li > span, small, .pay-chip > span"
    read = f"""(all) => all.map((line) => [...line.querySelectorAll("{words}")]
      .filter((each) => !each.matches(".pay-chips")).map((each) => each.textContent.trim()).join(" "))"""
    found: list[str] = at.visitor.page.eval_on_selector_all(".paying li", read)
    return found


def looked_at(at: Desk) -> None:
    """At every width nothing stands out of the window; nothing raw is read, and axe finds nothing serious."""
    size = at.visitor.page.viewport_size
    assert size is not None
    for width in WIDTHS:
        at.visitor.page.set_viewport_size({"width": width, "height": 900})
        assert at.visitor.wide() == 0, width
    at.visitor.page.set_viewport_size(size)
    assert serious(at.visitor) == [] and at.visitor.raw() == []


def test_a_round_from_a_physical_deck_takes_eight_presses(desk: At) -> None:
    """Three Card Poker: a walk-in with a pair of aces against a dealer with queen high. The first round is put down
    chip by chip, the second is the same again. Cards are typed, in words too, or pressed in the grid."""
    at = desk("three-card-poker", "Three by hand", "feed")
    at.click("TakeSeat", player="Ann")
    form = at.form("PlaceWager").first
    for wagers, labels in CHIPS:
        for label in labels:
            form.get_by_role("button", name=label).click()
        form.get_by_role("button", name="Record").click()
        at.visitor.wait_heard(lies(wagers))
    for again in (False, True):
        at.visitor.page.evaluate("window.pressed = []")
        if again:
            press(at, "Again")
            at.visitor.wait_heard(lies(CHIPS[-1][0], 2))
        press(at, "CloseBets")
        press(at, "Decide", "Play")
        if again:
            press(at, "ShowCards", cards="qs 7h 2c")
        else:
            shown = due(at, "ShowCards")
            looked_at(at)
            shown.locator("[name=cards]").press_sequentially("queen of spades ")
            for card in ("7h", "2c"):
                shown.locator(f"[data-code='{card}']").click()
            expect(shown.locator("[data-code='Qs']")).to_have_attribute("aria-disabled", "true")
            at.visitor.page.keyboard.press("Enter")  # with the last card the button has the focus
        press(at, "SettleHand", cards="ace of hearts ac 10d")
        due(at, "ClearTable")
        assert paid(at) == [
            "Ante pay $10 1 to 1 2 × $5",
            "Play pay $10 1 to 1 2 × $5",
            "Pair Plus pay $5 1 to 1 1 × $5",
        ]
        expect(at.visitor.find(".pay-total")).to_have_text("In all $25")
        if not again:
            looked_at(at)
        press(at, "ClearTable")
        press(at, "ShuffleCards")
        press(at, "CutCards", "Cut after 26 cards")
        due(at, "Again")
    pressed = at.visitor.page.evaluate("window.pressed")
    assert len(pressed) <= MOST_PRESSES, pressed


def test_a_round_of_the_houses_own_cards_takes_fewer(desk: At) -> None:
    """Ultimate Texas Hold 'Em, checked to the end: three decisions, and what lies between them follows."""
    at = desk("ultimate-texas-holdem", "Ultimate", "shuffle")
    at.seat(ante=500, blind=500)
    at.caught_up()
    press(at, "CloseBets")
    for _ in range(2):
        press(at, "Decide", "Check")
        at.visitor.page.wait_for_timeout(50)
    press(at, "Decide", "Play")
    due(at, "ClearTable")
    assert any(line.startswith("Ante") for line in paid(at))
    press(at, "ClearTable")
    due(at, "ShuffleCards")
    pressed = at.visitor.page.evaluate("window.pressed")
    assert len(pressed) + 3 <= MOST_PRESSES, pressed  # same again, shuffle, cut


def test_what_would_end_the_round_is_said_first_and_a_dealer_can_call_the_floor(
    desk: At, visit: Visit, server: Served
) -> None:
    """Dragon Poker with its own deck. A wrong hand of the dealer's is not reported by one press; put before the
    floorperson it waits, with a sound and in a list, and what is ruled happens."""
    at = desk("dragon-poker", "Animals by hand", "feed")
    fay = visit().known(server.house.login("Fay", PASSWORD).token)
    fay.context.add_init_script(LOUD)
    fay.open(f"/staff/{at.table}")
    fay.find(".due-name").wait_for()
    fay.find("h1").click()  # a browser plays nothing before
    at.seat(ante=1000, ante_bonus=1000)
    at.caught_up()
    press(at, "CloseBets")
    due(at, "Decide")
    kind = at.visitor.find("details.report[data-kind='wrong_number']")
    kind.locator("summary").click()
    at.click("Report.wrong_number", within="details.report", where="dealer", count="4")
    sure = kind.locator(".sure")
    expect(sure).to_be_focused()
    expect(sure.locator("li").first).to_have_text("The round is void.")
    sure.get_by_role("button", name="No, go back").click()
    expect(kind.locator(".form-said")).to_have_text("Nothing was done.")
    expect(kind.locator("[name=count]")).to_have_value("4")
    assert not at.work["matters"] and at.work["turn"] == 1
    at.click(
        "Report.wrong_number", "Call the floorperson", within="details.report", where="dealer", count="4", detail="four"
    )
    urgent = at.visitor.find(".urgent")
    expect(urgent).to_contain_text("A floorperson or somebody above decides.")
    expect(urgent).to_be_focused()
    expect(at.visitor.find(".reports .forms")).to_contain_text("Nothing else can be reported before it is made.")
    looked_at(at)
    fay.until("() => window.sounded > 0")
    expect(fay.find(".urgent q")).to_have_text("four")
    fay.find(".urgent form[data-act=Rule] button", has_text="Dismissed").click()
    form = due(at, "Decide")
    form.locator(".form-buttons button").first.click()
    shown = due(at, "ShowCards")
    own = shown.locator(".entry-row.own [data-code]")
    assert own.count() == 8
    assert any("Gold Dragon" in each.inner_text() for each in own.all())
    own.first.focus()
    looked_at(at)
    at.visitor.page.keyboard.press("ArrowRight")
    expect(own.nth(1)).to_be_focused()
    at.visitor.page.keyboard.press("Enter")
    expect(shown.locator("[name=cards]")).not_to_have_value("")
    at.visitor.page.keyboard.press("Backspace")
    expect(shown.locator("[name=cards]")).to_have_value("")
