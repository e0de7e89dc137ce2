"""What floorpersons, supervisors and managers do beside the round, done by clicking: tables opened and closed, chips,
terms that one person proposes and another approves, the key of a shoe."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from house.server_support import GAMES, PASSWORD, Served
from pitboss.rulebook.submission import check
from web.conftest import Visit
from web.desk import Desk, at_table, opened, submission
from web.forms import confirm, send, unfold
from web.test_pages import serious
from web.visitor import Visitor

LIR = GAMES["let-it-ride"]


@pytest.fixture
def boss(visit: Visit, server: Served) -> Visitor:
    server.manager.confirm(PASSWORD)
    return visit().known(server.manager.token)


def test_a_table_is_opened_by_its_form_and_closed(boss: Visitor, server: Served) -> None:
    """By keyboard: all faults stand beside their fields with their clauses, the first has the focus, and a mark goes as
    soon as its fault is mended. The file is what was filled in."""
    boss.open("/staff")
    boss.find("details.folded > summary", has_text="Open a table").press("Enter")
    boss.find("#open-begin").select_option(label="Let It Ride 1: its terms")
    form = boss.find("form[data-act=open-form]")
    name = form.locator("[data-key=table] input")
    expect(name).to_have_value("Let It Ride 2")
    name.fill("Evening")
    least, most = (form.locator(f"[data-key='wagers.let_it_ride.{key}'] input") for key in ("minimum", "maximum"))
    least.fill("50")
    most.fill("20")
    form.locator("[data-key='wagers.five_card_bonus.offered'] select").select_option("false")
    expect(form.locator("[data-key='wagers.five_card_bonus.paytable']")).to_be_hidden()
    form.locator("[data-key='dealing.procedure'] select").select_option("hand")
    most.press("Enter")
    expect(form.locator(".form-said")).to_contain_text("2 things must be mended.")
    procedure = form.locator("[data-key='dealing.procedure']")
    expect(procedure.locator("select")).to_be_focused()
    expect(procedure.locator(".form-bad")).to_contain_text("must be shuffled by an automated shuffler")
    expect(procedure.locator(".form-bad button")).to_contain_text("MD-LIR 9.A(1)")
    expect(form.locator("[data-key='wagers.let_it_ride.minimum'] .form-bad")).to_contain_text("at most $20")
    assert form.locator("[aria-invalid=true]").count() == 2
    assert boss.raw() == [] and serious(boss) == []
    procedure.locator("select").select_option("manual_shoe")
    least.fill("5")
    least.press("Tab")
    expect(form.locator("[aria-invalid=true]")).to_have_count(0)
    with boss.page.expect_download() as download:
        form.locator("button[value=file]").click()
    assert download.value.suggested_filename == "evening.toml"
    terms = check(Path(download.value.path()).read_text(encoding="utf-8")).terms
    assert terms is not None and terms.table == "Evening" and terms.wager("five_card_bonus") is None
    boss.find("#open-dealer").select_option("person")
    form.locator("button.primary").click()
    expect(form.locator(".form-good")).to_contain_text("Evening is open.")
    form.locator(".form-good a").click()
    boss.page.wait_for_url("**/staff/*")
    boss.find(".panel.due h3").first.wait_for()
    unfold(boss, "Close the table")
    boss.find("form[data-act=close] [name=reason]").fill("the evening is over")
    boss.find("form[data-act=close] button.danger").click()
    expect(boss.find("#page > .note.bad:visible").first).to_contain_text(re.compile("closed", re.IGNORECASE))
    assert "Evening" not in {table["name"] for table in server.http.get("/api/v1/tables").json()}


def test_a_table_is_opened_under_a_text(boss: Visitor) -> None:
    """With the terms of another table to begin with; faults stand one by one, and what was typed stays."""
    boss.open("/staff")
    unfold(boss, "Open a table")
    boss.find("details.by-text > summary").click()
    form = boss.find("form[data-act=open]")
    form.locator("[name=begin]").select_option(label="Let It Ride 1")
    text = form.locator("[name=submission]")
    expect(text).to_have_value(re.compile('table = "Let It Ride 1"'))
    wrong = text.input_value().replace("positions = 7", "positions = 70")
    text.fill(wrong)
    form.locator(".form-buttons button").click()
    expect(form.locator(".form-bad li").first).to_contain_text("positions")
    assert text.input_value() == wrong
    text.fill(wrong.replace("positions = 70", "positions = 7").replace('"Let It Ride 1"', '"By a text"'))
    form.locator(".form-buttons button").click()
    expect(form.locator(".form-good")).to_contain_text("By a text is open.")
    assert boss.raw() == []


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
    unfold(boss, "Propose new terms")
    form = boss.find("form[data-act=propose-form]")
    form.locator("[data-key='wagers.let_it_ride.maximum'] input").fill("800")
    form.locator("[data-key='wagers.let_it_ride.maximum'] input").press("Tab")
    differs = form.locator(".fill-changes tbody tr")
    expect(differs).to_have_count(2)
    expect(differs.nth(1)).to_have_text(re.compile(r"Maximum.*\$500.*\$800", re.DOTALL))
    form.locator("button.primary").click()
    mine = boss.find("form[data-act=proposal]")
    expect(mine).to_contain_text("Another manager must approve it.")
    assert mine.locator("button", has_text="Approve").count() == 0
    at_table(nora, table)
    unfold(nora, "Terms")
    waiting = nora.find("form[data-act=proposal]")
    row = waiting.locator("tr:visible", has_text="Maximum")
    expect(row).to_contain_text("Bet Number 1, 2 and 3: Maximum")
    expect(row).to_contain_text("$500")
    expect(row.locator("b")).to_have_text("$800")
    expect(waiting.locator("tbody tr:visible")).to_have_count(2)  # the version, and nothing else
    assert serious(nora) == []
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
