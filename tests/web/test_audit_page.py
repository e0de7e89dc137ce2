"""The auditor's page: the verdict first, rounds by dealer and by stretches of time, dates on one line, players found by
typing; and a round as a report on paper."""

import re

from playwright.sync_api import ViewportSize, expect

from house.server_support import Served
from web.conftest import Visit
from web.test_floor_page import NAMES
from web.test_pages import COLOURS, serious
from web.test_staff_pages import listed
from web.visitor import PHONE

LINES = """(all) => all.map((each) => {
  const range = document.createRange();
  range.selectNodeContents(each);
  return new Set([...range.getClientRects()].map((part) => Math.round(part.top))).size;
})"""
"""On how many lines the text of each stands."""
SIZES: tuple[ViewportSize, ...] = (
    {"width": 320, "height": 700}, PHONE, {"width": 768, "height": 1024}, {"width": 1920, "height": 1080},
)  # fmt: skip
SUGGESTED = """(wanted) =>
  [...document.querySelectorAll("form[data-act=find] datalist option")].map((each) => each.value).join() === wanted"""


def test_rounds_by_dealer_and_by_time(visit: Visit, server: Served, irregular: int) -> None:
    ada = visit().known(server.staff("Ada", "auditor").token)
    listed(ada.open("/audit"))
    expect(ada.find("#page h2").first).to_have_text("Verify the record")
    form = ada.find("form[data-act=find]")
    said = ada.find(".panel:has(form[data-act=find]) .paged > p").first
    form.locator("[name=dealer]").select_option("Dee")
    form.locator("button.primary").click()
    expect(said).to_have_text("3 rounds found.")
    rows = ada.find(".panel:has(form[data-act=find]) tbody tr")
    expect(rows.locator("td[data-title=Dealer]")).to_have_text(["Dee"] * 3)
    form.locator("button", has_text="Yesterday").click()
    expect(said).to_have_text("No round fits.")
    expect(ada.page).to_have_url(re.compile(r"dealer=Dee&since=\d+&until=\d+"))
    form.locator("button", has_text="Last seven days").press("Enter")
    expect(said).to_have_text("3 rounds found.")
    expect(form.locator("[name=until]")).to_have_value("")
    assert ada.raw() == [] and serious(ada) == [] and serious(ada, *NAMES) == []
    form.locator("[name=dealer]").select_option("house")
    form.locator("button.primary").click()
    expect(rows.locator("td[data-title=Dealer]").first).to_have_text("the house")
    for size in SIZES:
        ada.page.set_viewport_size(size)
        assert ada.wide() <= 0
        assert set(rows.locator("td.whole").evaluate_all(LINES)) <= {1, 2}
    assert set(rows.locator("td.whole").evaluate_all(LINES)) == {1}
    expect(rows.locator("td[data-title=Dealer] span").first).to_have_css("white-space", "nowrap")
    ada.page.emulate_media(color_scheme="light")
    ada.page.wait_for_timeout(700)  # colours fade over
    assert serious(ada, *COLOURS) == []


def test_players_are_found_while_one_types(visit: Visit, server: Served) -> None:
    for name in ("Olga", "Oleg", "Nicole"):
        server.staff(name, "player")
    ava = visit().known(server.staff("Ava", "auditor").token)
    listed(ava.open("/audit"))
    patron = ava.find("form[data-act=find] [name=patron]")
    patron.press_sequentially("ol")
    ava.until(SUGGESTED, "Oleg,Olga,Nicole")
    patron.press_sequentially("g")
    ava.until(SUGGESTED, "Olga")


def test_a_round_on_paper(visit: Visit, server: Served, irregular: int) -> None:
    """What happened, with clauses, what it paid, and the record; who printed it and when. No button, no felt."""
    ann = visit().known(server.staff("Ann", "auditor").token)
    ann.open(f"/rounds/{irregular}/1")
    ann.find(".round-record").wait_for()
    ann.page.evaluate("window.print = () => dispatchEvent(new Event('beforeprint'))")
    ann.find("button", has_text="Print a report").click()
    ann.page.emulate_media(media="print")
    expect(ann.find(".print-only")).to_have_text(re.compile(rf"^Printed .* by Ann\. http.*/rounds/{irregular}/1$"))
    for shown in (".step-words", ".steps .why-button", ".payments", ".round-record dl"):
        expect(ann.find(shown).first).to_be_visible()
    for hidden in (".round-stage", ".round-ways", ".top", ".fairness"):
        expect(ann.find(hidden).first).to_be_hidden()
    steps = ann.find(".steps")
    assert steps.evaluate("(each) => each.scrollHeight - each.clientHeight") <= 1, "nothing of it is scrolled away"
    ann.page.set_viewport_size({"width": 794, "height": 1123})  # as wide as paper
    end, paid = (ann.find(each).bounding_box() for each in (".steps", ".round-paid"))
    assert end is not None and paid is not None and end["y"] + end["height"] <= paid["y"]
    assert ann.page.pdf(format="A4")[:4] == b"%PDF"
