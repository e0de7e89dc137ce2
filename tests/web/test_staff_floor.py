"""What floorpersons, supervisors and managers do beside the round, done by clicking: tables opened and closed, chips,
terms that one person proposes and another approves, the key of a shoe."""

import re

import pytest
from playwright.sync_api import expect

from house.server_support import GAMES, PASSWORD, Served
from web.conftest import Visit
from web.desk import Desk, at_table, opened, submission
from web.forms import confirm, send, unfold
from web.visitor import Visitor

LIR = GAMES["let-it-ride"]


@pytest.fixture
def boss(visit: Visit, server: Served) -> Visitor:
    server.manager.confirm(PASSWORD)
    return visit().known(server.manager.token)


def test_a_table_is_opened_and_closed(boss: Visitor, server: Served) -> None:
    """With the terms of another table to begin with; faults stand one by one, and what was typed stays."""
    boss.open("/staff")
    unfold(boss, "Open a table")
    form = boss.find("form[data-act=open]")
    form.locator("[name=begin]").select_option(label="Let It Ride 1")
    text = form.locator("[name=submission]")
    expect(text).to_have_value(re.compile('table = "Let It Ride 1"'))
    wrong = text.input_value().replace("positions = 7", "positions = 70")
    text.fill(wrong)
    form.locator("[name=dealer]").select_option("person")
    form.locator(".form-buttons button").click()
    expect(form.locator(".form-bad li").first).to_contain_text("positions")
    assert text.input_value() == wrong
    text.fill(wrong.replace("positions = 70", "positions = 7").replace('"Let It Ride 1"', '"Evening"'))
    form.locator(".form-buttons button").click()
    expect(form.locator(".form-good")).to_contain_text("Evening is open.")
    form.locator(".form-good a").click()
    boss.page.wait_for_url("**/staff/*")
    boss.find(".panel.due h3").first.wait_for()
    assert boss.raw() == []
    unfold(boss, "Close the table")
    boss.find("form[data-act=close] [name=reason]").fill("the evening is over")
    boss.find("form[data-act=close] button.danger").click()
    expect(boss.find("#page > .note.bad:visible").first).to_contain_text(re.compile("closed", re.IGNORECASE))
    assert "Evening" not in {table["name"] for table in server.http.get("/api/v1/tables").json()}


def test_chips_go_to_the_tray_and_back(boss: Visitor, server: Served) -> None:
    before = server.manager.ask("GET", f"/api/v1/tables/{LIR}/work")["inventory"]
    at_table(boss, LIR)
    unfold(boss, "Chips")
    fill, credit = boss.find("form[data-act=fill]"), boss.find("form[data-act=credit]")
    send(fill, cents="a lot")
    expect(fill.locator(".form-bad:visible")).to_contain_text("Write an amount of money")
    send(fill, cents="250.50")
    expect(fill.locator(".form-good")).to_contain_text("Done.")
    assert server.manager.ask("GET", f"/api/v1/tables/{LIR}/work")["inventory"] == before + 25_050
    send(credit, cents="250.50")
    expect(credit.locator(".form-good")).to_contain_text("Done.")
    assert server.manager.ask("GET", f"/api/v1/tables/{LIR}/work")["inventory"] == before


def test_the_cage(visit: Visit, boss: Visitor, server: Served) -> None:
    """A patron buys in and cashes out; what wants the password asks for it; capital needs its reason."""
    server.staff("Pat", "player")
    flo = server.staff("Flo", "floorperson")
    visitor = visit().known(flo.token)
    visitor.open("/staff")
    unfold(visitor, "The cage")
    form = visitor.find("form[data-act=cage]")
    for button, typed, balance in (("Buy in", "500", "$500"), ("Cash out", "120", "$380")):
        send(form, button, patron="Pat", cents=typed)
        confirm(visitor, form.locator(".form-good"))
        expect(form.locator(".form-good")).to_contain_text(f"Pat has {balance}.")
    assert visitor.find("form[data-act=capital]").count() == 0, "capital is a manager's"
    boss.open("/staff")
    unfold(boss, "The cage")
    capital = boss.find("form[data-act=capital]")
    send(capital, cents="1000")
    expect(capital.locator(".form-bad:visible")).to_contain_text("needed")
    send(capital, reason="a busy evening")
    expect(capital.locator(".form-good")).to_contain_text("$1,000 is in the cage.")


def test_terms_take_two_people(visit: Visit, boss: Visitor, server: Served) -> None:
    """The one who proposed is not offered to approve; the other sees what would change before he does."""
    server.staff("Nora", "manager")
    nora = visit().known(server.house.login("Nora", PASSWORD).token)
    table = opened(server, submission("let-it-ride", "Two people"), dealer="automatic")
    at_table(boss, table)
    unfold(boss, "Terms")
    form = boss.find("form[data-act=propose]")
    form.locator("button", has_text="Begin with the terms in force").click()
    text = form.locator("[name=submission]")
    expect(text).to_have_value(re.compile("Two people"))
    in_force = text.input_value()
    assert in_force.count('maximum = "500.00"') == 1
    text.fill(in_force.replace("version = 1", "version = 2").replace('maximum = "500.00"', 'maximum = "800.00"'))
    form.locator("button.primary").click()
    mine = boss.find("form[data-act=proposal]")
    expect(mine).to_contain_text("Another manager must approve it.")
    assert mine.locator("button", has_text="Approve").count() == 0
    at_table(nora, table)
    unfold(nora, "Terms")
    waiting = nora.find("form[data-act=proposal]")
    row = waiting.locator("tr", has_text="let it ride › maximum")
    expect(row).to_contain_text("$500")
    expect(row.locator("b")).to_have_text("$800")
    assert waiting.locator("tbody tr").count() == 1, "and nothing else"
    assert nora.raw() == []
    send(waiting, "Approve")
    confirm(nora, nora.find(".proposals .muted"))
    nora.wait_heard(lambda m: any(t["event"] == "TermsAdopted" for t in m.get("told", ())))
    limits = server.http.get(f"/api/v1/tables/{table}").json()["limits"]
    assert next(each["maximum"] for each in limits if each["wager"] == "let_it_ride") == 80_000


def test_the_key_of_a_shoe(boss: Visitor, server: Served) -> None:
    """Shown once, and with it the shoe deals."""
    table = opened(server, submission("let-it-ride", "Shoe"), cards="feed")
    at_table(boss, table)
    unfold(boss, "Physical shoe")
    boss.find("form[data-act=feed] .form-buttons button").click()
    key = boss.find(".key code").inner_text()
    assert len(key) > 30
    person = server.staff("Shea", "dealer", "floorperson")
    desk = Desk(boss, person, table)
    desk.to("CloseBets")
    desk.seat(bet_1=500, bet_2=500, bet_3=500)
    desk.to("DealCards")
    since = desk.caught_up()
    asked, shoe = {"id": "shoe 1", "cards": ["Ah", "Kd", "2c"]}, {"Authorization": f"Feed {key}"}
    answer = server.http.post(f"/api/v1/tables/{table}/feed", json=asked, headers=shoe)
    assert answer.status_code == 200, answer.text
    boss.wait_heard(lambda m: any(t["event"] == "CardsDealt" for t in m.get("told", ())), since)
