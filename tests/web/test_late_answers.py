"""Somebody asks for one thing, then for another, and the first answer comes last: what was asked for last is shown."""

import re
from urllib.parse import unquote

import pytest
from playwright.sync_api import Route, expect

from house.server_support import GAMES, Served
from web.conftest import Visit
from web.forms import unfold
from web.test_staff_finding import FOUND
from web.visitor import Visitor

READ = """
window.read = [];
const json = Response.prototype.json;
Response.prototype.json = async function () {
  const found = await json.call(this);
  setTimeout(() => window.read.push(this.url)); // when whoever asked has done with it what he wanted
  return found;
};
"""
"""The addresses of all answers that a page has read and made use of."""


class Late:
    """The first answer from an address like this waits until it is released."""

    def __init__(self, visitor: Visitor, address: str) -> None:
        self._visitor = visitor
        self._held: list[Route] = []
        visitor.context.add_init_script(READ)
        visitor.page.route(re.compile(address), lambda route: self._held.append(route), times=1)

    def asked(self) -> None:
        for _ in range(3000):
            if self._held:
                return
            self._visitor.page.wait_for_timeout(10)
        raise AssertionError("nothing was asked for")

    @property
    def address(self) -> str:
        return self._held[0].request.url

    def release(self, *, refused: bool = False) -> None:
        """The answer, or a refusal, comes, and the page has read it."""
        held = self._held[0]
        if refused:
            held.fulfill(status=503, json={"code": "closing", "message": "the house is closing"})
        else:
            held.continue_()
        self._visitor.until("(url) => window.read.includes(url)", self.address)


@pytest.mark.parametrize("refused", [False, True], ids=["answered", "refused"])
def test_a_search_after_the_first_list(refused: bool, visit: Visit, server: Served, irregular: int) -> None:
    """Rows, count and address belong to the same question."""
    ada = visit().known(server.staff(f"Ada{refused}", "auditor").token)
    late = Late(ada, r"/api/v1/audit/rounds\?")
    ada.open("/audit")
    late.asked()
    form = ada.find("form[data-act=find]")
    form.locator("[name=table]").select_option(str(irregular))
    form.locator("[name=irregularity]").select_option("player_left")
    form.locator("button.primary").click()
    said = ada.find(".panel:has(form[data-act=find]) .paged > p").first
    expect(said).to_have_text("One round found.")
    late.release(refused=refused)
    expect(said).to_have_text("One round found.")
    assert ada.page.evaluate(FOUND, [irregular, ["2"]])
    expect(ada.find(".panel:has(form[data-act=find]) .paged tbody tr")).to_have_count(1)
    expect(ada.page).to_have_url(re.compile("irregularity=player_left"))


def test_the_terms_of_another_table_to_begin_with(visit: Visit, server: Served) -> None:
    first, second = GAMES["dragon-poker"], GAMES["let-it-ride"]
    boss = visit().known(server.manager.token)
    late = Late(boss, rf"/api/v1/tables/{first}/submission")
    boss.open("/staff")
    unfold(boss, "Open a table")
    form = boss.find("form[data-act=open]")
    form.locator("[name=begin]").evaluate(
        "(each) => { for (let at = each; at; at = at.parentElement?.closest('details')) at.open = true; }"
    )
    form.locator("[name=begin]").select_option(str(first))
    late.asked()
    form.locator("[name=begin]").select_option(str(second))
    text = form.locator("textarea")
    expect(text).to_have_value(re.compile("let-it-ride"))
    late.release()
    expect(text).to_have_value(re.compile("let-it-ride"))


def test_the_proof_of_another_round(visit: Visit) -> None:
    """Neither round is over: for each the house says so, and the page names the address of the one asked for last."""
    ann = visit()
    late = Late(ann, r"/rounds/1/proof")
    ann.take_seat(GAMES["dragon-poker"])
    ann.find("#tab-fair").click()
    form, result = ann.find(".fair-check-form"), ann.find(".fair-result")
    for number in ("1", "2"):
        form.locator("input").fill(number)
        form.locator("button").click()
        if number == "1":
            late.asked()
    expect(result.locator("a[href*='/rounds/2/proof']")).to_have_count(1)
    late.release()
    expect(result.locator("a[href*='/rounds/2/proof']")).to_have_count(1)
    expect(result.locator("a[href*='/rounds/1/proof']")).to_have_count(0)


def test_another_clause(visit: Visit) -> None:
    """What is said of the first one asked about does not come over the second, nor does another button to close it."""
    ann = visit()
    late = Late(ann, r"/api/v1/clauses/")
    ann.take_seat(GAMES["ultimate-texas-holdem"])
    ann.find(".step button.why-button").click()
    late.asked()
    first = unquote(late.address.split("/")[-1].split("?")[0])
    ann.spot("ante").focus()
    ann.find(".info button.why-button").click()
    words = ann.find("#why")
    expect(words.locator("button.small")).to_have_count(1)
    title = words.locator("h2").inner_text()
    assert first not in title
    late.release()
    expect(words.locator("h2")).to_have_text(title)
    expect(words.locator("button.small")).to_have_count(1)
