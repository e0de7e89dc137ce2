"""Money beside the tables, by clicking and by keyboard: chips between patrons and the cage, and the reserves of the
meters, which one person proposes to move and another approves."""

import pytest
from playwright.sync_api import Locator, expect

from house.server_support import GAMES, PASSWORD, Served
from pitboss.client import Player
from web.conftest import Visit
from web.forms import confirm, send, unfold
from web.test_pages import serious
from web.visitor import PHONE, Visitor

METER = f"{GAMES['let-it-ride']}/Progressive"
CALLED = "Progressive, Let It Ride 1 (practice chips)"
CAGE, RESERVE = "practice/cage", f"practice/reserve:{METER}"
POOL = "$1,000"


@pytest.fixture(scope="module")
def sue(server: Served) -> Player:
    return server.staff("Sue", "supervisor")


def panel(visitor: Visitor, title: str) -> Locator:
    visitor.open("/staff")
    unfold(visitor, title)
    found = visitor.find("details.folded[open]", has_text=title)
    found.locator("form, table").first.wait_for()
    return found


def transfer(visitor: Visitor, form: Locator, giver: str, taker: str, cents: str, reason: str) -> None:
    send(form, **{"from": giver}, to=taker, cents=cents, reason=reason)
    confirm(visitor, form.locator(".form-said p"))


def tab_to(visitor: Visitor, wanted: Locator) -> None:
    """By the keyboard alone."""
    for _ in range(60):
        if wanted.evaluate("(each) => each === document.activeElement"):
            return
        visitor.page.keyboard.press("Tab")
    raise AssertionError("it is never reached")


# --- between patrons and the cage ---


def test_chips_go_from_one_patron_to_another_and_to_the_cage(visit: Visit, server: Served, sue: Player) -> None:
    for handle, cents in (("Pia", 50_000), ("Quin", 1_000)):
        server.staff(handle, "player")
        server.manager.ask("POST", f"/api/v1/patrons/{handle}/buy-in", {"id": f"buy {handle}", "cents": cents})
    boss = visit().known(sue.token)
    form = panel(boss, "The cage").locator("form[data-act=transfer]")
    for giver, taker, typed, told in (
        ("Pia", "Quin", "120.50", "$120.50 went from Pia to Quin."),
        ("Quin", "", "20", "$20 went from Quin to the cage."),
    ):
        transfer(boss, form, giver, taker, typed, "a debt")
        expect(form.locator(".form-good")).to_contain_text(told)
        expect(form.locator("[name=from]")).to_have_value("")
    bank = server.running.house.bank
    assert (bank.balance("patron:Pia"), bank.balance("patron:Quin")) == (37_950, 11_050)
    assert boss.raw() == [] and serious(boss) == []


def test_what_cannot_be_transferred_is_said_at_the_form(visit: Visit, server: Served, sue: Player) -> None:
    server.staff("Rob", "player")
    boss = visit().known(sue.token)
    form = panel(boss, "The cage").locator("form[data-act=transfer]")
    for giver, taker, typed, told in (
        ("Rob", "", "1", "does not hold this"), ("Nobody", "", "1", "no such account"),
        ("", "", "1", "the same"), ("", "Sue", "1", "for himself"),
    ):  # fmt: skip
        transfer(boss, form, giver, taker, typed, "a test")
        expect(form.locator(".form-said .form-bad")).to_contain_text(told)
        expect(form.locator("[name=reason]")).to_have_value("a test")  # what was typed stays
    send(form, reason="")
    expect(form.locator(".form-bad:visible").first).to_contain_text("needed")


def test_a_floorperson_transfers_nothing(visit: Visit, server: Served) -> None:
    flo = visit().known(server.staff("Fay", "floorperson").token)
    cage = panel(flo, "The cage")
    expect(cage.locator("form[data-act=cage]")).to_be_visible()
    assert cage.locator("form[data-act=transfer]").count() == 0


# --- the reserves of the meters ---


def figures(found: Locator) -> Locator:
    return found.locator("tbody tr", has_text=CALLED).locator("td")


def test_one_proposes_by_keyboard_and_another_approves(visit: Visit, server: Served, sue: Player) -> None:
    """The manager's page, open all the while, shows the proposal by itself; the money moves once it is approved."""
    boss, other = visit().known(server.manager.token), visit().known(sue.token)
    here, there = panel(boss, "Reserves of the meters"), panel(other, "Reserves of the meters")
    expect(figures(here)).to_have_text([POOL, "$0"])
    expect(here).to_contain_text("No move waits.")
    form = there.locator("form[data-act=reserve]")
    tab_to(other, form.locator("[name=from]"))
    expect(form.locator("[name=from]")).to_have_value(CAGE)
    other.page.keyboard.press("Tab")
    for key, value in (("ArrowUp", CAGE), ("ArrowDown", RESERVE)):
        other.page.keyboard.press(key)
        expect(form.locator("[name=to]")).to_have_value(value)
    for typed in ("725", "for the next reset"):
        other.page.keyboard.press("Tab")
        other.page.keyboard.type(typed)
    other.page.keyboard.press("Enter")
    expect(form.locator(".form-good")).to_contain_text("Proposed.")
    waiting = there.locator("form[data-act=reserve-move]")
    expect(waiting).to_contain_text("A manager must approve it.")
    assert waiting.locator("button").all_inner_texts() == ["Withdraw"]
    assert other.raw() == [] and serious(other) == []
    move = here.locator("form[data-act=reserve-move]")
    expect(move).to_contain_text(f"$725 from the cage of practice chips to the reserve of {CALLED}")
    expect(move).to_contain_text("Proposed by Sue")
    expect(move).to_contain_text("for the next reset")
    assert boss.raw() == [] and serious(boss) == []
    tab_to(boss, move.locator("button", has_text="Approve"))
    boss.page.keyboard.press("Enter")
    confirm(boss, here.locator("[role=status].form-good", has_text="has moved"))
    told = f"$725 has moved from the cage of practice chips to the reserve of {CALLED}."
    expect(here.locator("[role=status].form-good")).to_contain_text(told)
    expect(figures(here)).to_have_text([POOL, "$725"])
    expect(move).to_have_count(0)
    assert boss.page.evaluate("document.activeElement !== document.body"), "whoever works by keyboard is not lost"
    expect(boss.find("[data-says=polite]")).to_contain_text("$725 has moved")
    expect(waiting).to_have_count(0)
    expect(figures(there)).to_have_text([POOL, "$725"])
    assert server.running.house.bank.balance(RESERVE) == 72_500


def test_nobody_approves_his_own_and_it_can_be_withdrawn(visit: Visit, server: Served) -> None:
    """Also what the reserve does not hold is said only when it is to move; what was typed elsewhere stays."""
    boss = visit().known(server.manager.token)
    here = panel(boss, "Reserves of the meters")
    form = here.locator("form[data-act=reserve]")
    send(form, **{"from": RESERVE}, to=CAGE, cents="99000000", reason="too much")
    expect(form.locator(".form-good")).to_contain_text("Proposed.")
    mine = here.locator("form[data-act=reserve-move]")
    expect(mine).to_contain_text(f"from the reserve of {CALLED} to the cage of practice chips")
    expect(mine).to_contain_text("Another manager must approve it.")
    assert mine.locator("button").all_inner_texts() == ["Withdraw"]
    form.locator("[name=reason]").fill("half a sentence")
    server.staff("Ned", "manager")
    ned = visit().known(server.house.login("Ned", PASSWORD).token)
    theirs = panel(ned, "Reserves of the meters").locator("form[data-act=reserve-move]")
    send(theirs, "Approve")
    confirm(ned, theirs.locator(".form-said p"))
    expect(theirs.locator(".form-bad")).to_contain_text("does not hold this")
    send(mine, "Withdraw")
    expect(here.locator("[role=status].form-good")).to_contain_text("The proposal is withdrawn.")
    expect(mine).to_have_count(0)
    expect(here).to_contain_text("No move waits.")
    expect(form.locator("[name=reason]")).to_have_value("half a sentence")
    expect(theirs).to_have_count(0)
    assert server.running.house.bank.balance(RESERVE) < 9_900_000_000


def test_what_cannot_be_proposed_is_said(visit: Visit, sue: Player) -> None:
    boss = visit().known(sue.token)
    form = panel(boss, "Reserves of the meters").locator("form[data-act=reserve]")
    send(form, to=CAGE, cents="5")
    expect(form.locator(".form-bad:visible")).to_contain_text("needed")
    send(form, reason="nothing")
    expect(form.locator(".form-said .form-bad")).to_contain_text("Giver and taker are the same")


def test_a_floorperson_looks_on_a_phone(visit: Visit, server: Served, sue: Player) -> None:
    asked = {"id": "look", "from": CAGE, "to": RESERVE, "cents": 100, "reason": "to be looked at"}
    made = sue.ask("POST", "/api/v1/reserves", asked)
    flo = visit(viewport=PHONE, dark=False).known(server.staff("Fred", "floorperson").token)
    found = panel(flo, "Reserves of the meters")
    expect(found).to_contain_text("to be looked at")
    expect(found).to_contain_text("The cage holds $")
    assert found.locator("button").count() == 0 and found.locator("form").count() == 0
    assert flo.wide() <= 0 and flo.raw() == [] and serious(flo) == []
    sue.ask("POST", f"/api/v1/reserves/{made['id']}/withdraw", {"id": "looked"})
