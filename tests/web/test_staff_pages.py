"""The pages of the staff: an irregularity that the dealer reports and the void that follows, a ruling, and the auditor
who finds a round, replays and verifies it."""

from playwright.sync_api import expect

from house.server_support import GAMES, PASSWORD, Served, bot
from web.conftest import Visit
from web.visitor import Visitor

DRAGON = GAMES["dragon-poker"]


def sign_in(visitor: Visitor, handle: str, then: str) -> Visitor:
    """Through the page, as staff do."""
    visitor.open(f"/sign-in?then={then}")
    visitor.find("input[autocomplete=username]").fill(handle)
    visitor.find("input[type=password]").fill(PASSWORD)
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_url(f"**{then}")
    return visitor


def deciding(visitor: Visitor) -> None:
    visitor.sit_from_lobby(DRAGON)
    visitor.bet("ante")
    visitor.deal()
    visitor.wait_decision()


def report(visitor: Visitor, kind: str, **chosen: str) -> None:
    """Unfolds an irregularity and reports it."""
    box = visitor.find(f"details.report:has(form[data-act='Report.{kind}'])")
    box.locator("summary").click()
    for name, value in chosen.items():
        box.locator(f"select[name={name}]").select_option(value)
    box.locator("button.danger").click()


def test_the_dealer_reports_and_the_round_is_void(visit: Visit, server: Served) -> None:
    server.staff("Dora", "dealer")
    ann, dora = visit(), visit()
    deciding(ann)
    number, before = ann.view["round"], ann.heard[-1].get("balance")
    sign_in(dora, "Dora", f"/staff/{DRAGON}")
    dora.find("details.report").first.wait_for()
    assert dora.raw() == []
    assert dora.find("details.later li").count() > 0, "what can happen at other moments is listed too"
    report(dora, "dealer_card_exposed")
    void = ann.wait_heard(lambda m: any(t["event"] == "RoundVoided" for t in m.get("told", ())))
    assert void["type"] == "change"
    expect(ann.find(".banner")).to_contain_text("void")
    ann.wait_heard(lambda m: m["type"] == "change" and m["view"]["round"] > number)
    returned = ann.told("WagerReturned")
    assert {facts["wager"] for facts in returned} == {"ante", "ante_bonus"}
    assert ann.heard[-1]["balance"] == (before or 0) + sum(facts["cents"] for facts in returned)
    before_void = [m["view"] for m in dora.heard if "view" in m and m["view"]["turn"] == ann.seat]
    assert before_void, "the dealer's page was told of the decision"
    hidden = {card for view in before_void for card in (*view["seats"][ann.seat - 1]["cards"], *view["dealer"])}
    assert hidden == {"??"}, "nothing hidden was told to the staff"
    ann.bet("ante")  # the table goes on
    ann.open(f"/rounds/{DRAGON}/{number}")
    expect(ann.find(".round-head .badge").first).to_be_visible()
    assert ann.raw() == []


def test_a_ruling_of_the_floorperson(visit: Visit, server: Served) -> None:
    """A player has left; the floor decides whether his hand is played out."""
    server.staff("Flo", "dealer", "floorperson")
    ann, flo = visit(), visit()
    deciding(ann)
    sign_in(flo, "Flo", f"/staff/{DRAGON}")
    flo.find("details.report").first.wait_for()
    report(flo, "player_left", seat=str(ann.seat), ruling="played_out")
    ann.wait_heard(lambda m: any(t["event"] == "PlayerAway" for t in m.get("told", ())))
    expect(ann.find(".ledger")).to_contain_text("away")


def test_the_auditor_replays_and_verifies(visit: Visit, server: Served) -> None:
    server.staff("Aud", "auditor")
    player = server.guest("Cleo")
    bot.play(player, "let-it-ride", 2, say=False)
    aud = sign_in(visit(), "Aud", "/audit")
    form = aud.find("form[data-act=find]")
    form.locator("[name=patron]").fill("Cleo")
    form.locator("button.primary").click()
    links = aud.find(f".paged a[href^='/rounds/{GAMES['let-it-ride']}/']")
    expect(links).to_have_count(2)
    aud.find("form[data-act=verify] button").click()
    expect(aud.find(".verified .verdict")).to_be_visible(timeout=120_000)
    assert "bad" not in (aud.find(".verified .verdict").get_attribute("class") or "").split()
    assert aud.raw() == []
    links.first.click()
    aud.page.wait_for_url("**/rounds/**")
    steps = aud.find(".steps li")
    aud.find(".steps [aria-current]").wait_for()
    last = steps.count()
    assert last > 10
    for key, place in (("Home", 1), ("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("End", last)):
        aud.page.keyboard.press(key)
        aud.until("(n) => document.querySelector('.replay-slider').value === String(n)", place)
        assert aud.page.url.endswith(f"#{place}"), "every step has a link of its own"
    aud.page.get_by_role("button", name="Check", exact=False).last.click()
    expect(aud.find(".fair-result")).to_contain_text("Fair. Every check holds.")
