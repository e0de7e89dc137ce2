"""The auditor finds rounds by the kind of irregularity that was reported in them, and reads what each player had before
and after a round."""

import re

from playwright.sync_api import expect

from house.server_support import Served
from pitboss.house.audit.irregular import kinds
from pitboss.table import actions as a
from web.conftest import Visit
from web.desk import Hands, opened, submission
from web.test_pages import serious
from web.test_staff_pages import listed

TWO = {"positions_per_player = 1": "positions_per_player = 2"}


FOUND = """([table, rounds]) => {
  const links = document.querySelectorAll(`.panel:has(form[data-act=find]) .paged td a[href^='/rounds/${table}/']`);
  return [...links].map((each) => each.pathname.split("/").at(-1)).sort().join() === rounds.join();
}"""
"""Whether exactly these rounds of this table are listed."""


def test_rounds_by_the_kind_of_irregularity(visit: Visit, server: Served, irregular: int) -> None:
    ada = visit().known(server.staff("Ada", "auditor").token)
    listed(ada.open("/audit"))
    form = ada.find("form[data-act=find]")
    form.locator("[name=table]").select_option(str(irregular))
    choose = form.locator("[name=irregularity]")
    said = ada.find(".panel:has(form[data-act=find]) .paged > p").first
    for label, rounds in (
        ("any irregularity", ["1", "2"]), ("a card of the dealer exposed", ["1"]), ("a player left", ["2"]),
        ("with or without", ["1", "2", "3"]), ("the cards ran out", []),
    ):  # fmt: skip
        choose.select_option(label=label)
        form.locator("button.primary").click()
        total = {0: "No round fits.", 1: "One round found."}.get(len(rounds), f"{len(rounds)} rounds found.")
        expect(said).to_have_text(total)
        ada.until(FOUND, [irregular, rounds])
    choose.select_option("player_left")
    form.locator("button.primary").click()
    expect(said).to_have_text("One round found.")
    expect(ada.page).to_have_url(re.compile("irregularity=player_left"))  # it can be kept and passed on
    ada.page.reload()
    expect(said).to_have_text("One round found.")
    expect(choose).to_have_value("player_left")
    assert ada.raw() == [] and serious(ada) == []
    ada.open(f"/audit?table={irregular}&irregularity=fire")
    expect(said).to_have_text("3 rounds found.")
    expect(choose).to_have_value("")


def test_every_kind_has_words_of_its_own(visit: Visit, server: Served) -> None:
    """None is shown as the program calls it, or as another is shown."""
    ada = visit().known(server.manager.token)
    ada.open("/audit")
    options = ada.find("form[data-act=find] [name=irregularity] option")
    expect(options).to_have_count(2 + len(kinds()))
    words = {str(each.get_attribute("value")): each.inner_text() for each in options.all()}
    assert list(words) == ["", "any", *kinds()]
    assert len(set(words.values())) == len(words)
    assert not [kind for kind, text in words.items() if kind and text == kind.replace("_", " ")]


def test_what_a_player_had_stands_once_for_all_his_positions(visit: Visit, server: Served) -> None:
    """Before his first wager, although he came when the round was open already; what he took meanwhile apart."""
    person = server.staff("Don", "dealer", "floorperson")
    table = opened(server, submission("dragon-poker", "Two positions", TWO))
    desk = Hands(person, table)
    pat = server.staff("Pat", "player")
    with pat.watch(table) as at:
        at.act(a.TakeSeat(1, "Pat"))
        at.act(a.TakeSeat(2, "Pat"))
        desk.to("CloseBets")
        pat.chips(50_000)
        for seat in (1, 2):
            for wager in ("ante", "ante_bonus"):
                at.act(a.PlaceWager(seat, wager, 1000))
        pat.chips(7_700)
        desk.to("Decide")
        for seat in (1, 2):
            at.act(a.Decide(seat, "fold"))
        desk.to("ClearTable")
        desk.perform()
    ada = visit().known(server.staff("Ava", "auditor").token)
    ada.open(f"/rounds/{table}/1")
    rows = ada.find(".round-record tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(0).locator("td").nth(0)).to_have_text("$500")
    expect(rows.nth(0).locator("td").nth(3)).to_have_text("+$77")
    expect(rows.nth(0).locator("[rowspan='2']")).to_have_count(3)
    expect(rows.nth(1).locator("td")).to_have_count(2)
    after = server.running.house.bank.balance("practice/patron:Pat")
    expect(rows.nth(0).locator("td").nth(4)).to_have_text(f"${after / 100:,.2f}".removesuffix(".00"))
    assert ada.raw() == [] and serious(ada) == []
