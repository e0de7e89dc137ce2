"""A guest who has never been here: from the lobby to being paid, by what the pages themselves show next."""

import pytest
from playwright.sync_api import expect

from house.server_support import GAMES
from web.conftest import Visit

NEXT = """(done) => {
  const open = [...document.querySelectorAll('.deciding:not([hidden]) button.decision:not([disabled])')];
  const result = document.querySelector('.round-result')?.textContent;
  const key = open.length ? document.querySelector('.step small').textContent + open.map((b) => b.dataset.choice) : '';
  return result ? 'over' : key && key !== done ? key : false;
}"""
"""What the page asks for next: a decision that was not made yet, or nothing more."""


def test_a_guests_first_minute(visit: Visit) -> None:
    """Sit down, wager, deal, decide, paid: at most seven clicks, nothing to read, to type or to sign."""
    guest = visit()
    guest.open("/")
    guest.find("#welcome button.great").click()
    guest.page.wait_for_url("**/tables/*")
    guest.furnished()
    guest.find(".spot.wanted").first.click()
    guest.find("button.deal:not([disabled])").click()
    clicks = 3
    asked = ""
    number = guest.view["round"]
    while (asked := str(guest.until(NEXT, asked).json_value())) != "over":
        guest.find(".deciding button.decision:not([disabled])").first.click()
        clicks += 1
    assert 4 <= clicks <= 7
    assert guest.told("WagerSettled") or guest.told("WagerCollected")
    assert guest.find(".round-result").first.text_content() != ""
    guest.wait_round_over(number)
    expect(guest.find("button[data-act='repeat']")).to_be_enabled()  # the next round is one click away


@pytest.mark.parametrize("page", ["/", f"/tables/{GAMES['dragon-poker']}", "/odds"])
def test_a_stranger_meets_no_error(visit: Visit, page: str) -> None:
    """Not even in the console: nobody has to be somebody to look."""
    visitor = visit()
    said: list[str] = []
    visitor.page.on("console", lambda message: said.append(message.text))
    visitor.page.on("requestfailed", lambda request: said.append(request.url))
    visitor.open(page)
    visitor.find("#welcome .great, [data-act='sit'], .overview").first.wait_for()
    visitor.page.wait_for_load_state("networkidle")
    expect(visitor.find(".top-person a")).to_have_text("Sign in")
    assert said == []
