"""The pages of the staff: an irregularity that the dealer reports and the void that follows, a ruling, and the auditor
who finds a round, replays and verifies it."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import expect

from house.server_support import GAMES, PASSWORD, Served, bot
from web.conftest import Visit
from web.desk import sure
from web.test_pages import serious
from web.visitor import Visitor

DRAGON = GAMES["dragon-poker"]


def sign_in(visitor: Visitor, handle: str, then: str) -> Visitor:
    """Through the page, as staff do."""
    visitor.open(f"/sign-in?then={then}")
    visitor.find("input[autocomplete=username]").fill(handle)
    visitor.find("input[type=password]").fill(PASSWORD)
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_url(lambda url: urlsplit(url).path == then)
    return visitor


def listed(visitor: Visitor) -> Visitor:
    """On the auditor's page, when it shows the rounds that nobody had to ask for."""
    visitor.find(".panel:has(form[data-act=find]) .paged > p:not(:empty)").wait_for()
    return visitor


def deciding(visitor: Visitor) -> None:
    visitor.take_seat(DRAGON)
    visitor.bet("ante")
    visitor.deal()
    visitor.wait_decision()


def report(visitor: Visitor, kind: str, **chosen: str) -> None:
    """Unfolds an irregularity and reports it, with the second press where the page says first what will follow."""
    heard = len(visitor.heard)
    box = visitor.find(f"details.report:has(form[data-act='Report.{kind}'])")
    box.locator("summary").click()
    for name, value in chosen.items():
        box.locator(f"select[name={name}]").select_option(value)
    box.locator("button.danger").first.click()
    sure(visitor, box, heard)


def test_the_dealer_reports_and_the_round_is_void(visit: Visit, server: Served) -> None:
    server.staff("Dora", "dealer")
    ann, dora = visit(), visit()
    deciding(ann)
    number, before = ann.view["round"], ann.balance
    sign_in(dora, "Dora", f"/staff/{DRAGON}")
    dora.find("details.report").first.wait_for()
    assert dora.raw() == []
    expect(dora.find("details.later li")).not_to_have_count(0)  # what can happen at other moments is listed too
    report(dora, "dealer_card_exposed")
    void = ann.wait_heard(lambda m: any(t["event"] == "RoundVoided" for t in m.get("told", ())))
    assert void["type"] == "change"
    expect(ann.find(".banner")).to_contain_text("void")
    ann.wait_heard(lambda m: m["type"] == "change" and m["view"]["round"] > number)
    returned = ann.told("WagerReturned")
    assert {facts["wager"] for facts in returned} == {"ante", "ante_bonus"}
    assert ann.balance == before + sum(facts["cents"] for facts in returned)
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
    expect(ann.find(".ledger")).to_contain_text("You count as gone; the hand is played out")


def test_the_auditor_replays_and_verifies(visit: Visit, server: Served) -> None:
    server.staff("Aud", "auditor")
    player = server.guest("Cleo")
    bot.play(player, "let-it-ride", 2, say=False)
    aud = listed(sign_in(visit(), "Aud", "/audit"))
    form = aud.find("form[data-act=find]")
    form.locator("[name=patron]").fill("Cleo")
    form.locator("button.primary").click()
    links = aud.find(f".paged a[href^='/rounds/{GAMES['let-it-ride']}/']")
    expect(links).to_have_count(2)
    aud.find("form[data-act=verify] button").click()
    expect(aud.find(".verified .verdict")).to_be_visible(timeout=120_000)
    assert "bad" not in (aud.find(".verified .verdict").get_attribute("class") or "").split()
    for name, typed in (("meter", ""), ("ledger", "cleo")):
        if typed:
            aud.find(f"form[data-act={name}] [name=patron]").fill(typed)
        aud.find(f"form[data-act={name}] button").click()
        aud.find(f".panel:has(form[data-act={name}]) .paged td").first.wait_for()
    expect(aud.find(".panel:has(form[data-act=ledger])")).to_contain_text("wager placed or changed: bet 1 (position")
    assert aud.raw() == [] and serious(aud) == []
    links.first.click()
    aud.page.wait_for_url("**/rounds/**")
    steps = aud.find(".steps li")
    aud.find(".steps [aria-current]").wait_for()
    last = steps.count()
    assert last > 10
    for key, place in (("Home", 1), ("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("End", last)):
        aud.page.keyboard.press(key)
        aud.until("(n) => document.querySelector('.replay-slider').value === String(n)", place)
        expect(aud.page).to_have_url(re.compile(f"#{place}$"))  # every step has a link of its own
    expect(aud.find(".round-record")).to_contain_text("Rows of the trail")
    expect(aud.find(".round-record table")).to_contain_text("Cleo")
    assert aud.raw() == [] and serious(aud) == []
    aud.page.get_by_role("button", name="Check", exact=False).last.click()
    expect(aud.find(".fair-result")).to_contain_text("Fair. Every check holds.")


def test_finding_rounds(visit: Visit, server: Served) -> None:
    """By table, patron in whatever case, amount, irregularity and time; the question stands in the address; what cannot
    be asked is said, and an address with nonsense in it is read as far as it makes sense."""
    server.staff("Ada", "auditor")
    player = server.guest("Dagmar")
    bot.play(player, "top-five-poker", 2, say=False)
    bot.play(player, "dragon-poker", 1, say=False)
    ada = listed(sign_in(visit(), "Ada", "/audit"))
    form, found = ada.find("form[data-act=find]"), ada.find(".panel:has(form[data-act=find]) .paged td a")

    def ask(**values: str) -> None:
        for name in ("patron", "since", "until", "at_least"):
            form.locator(f"[name={name}]").fill(values.get(name, ""))
        form.locator("[name=table]").select_option(label=values.get("table", "all tables"))
        form.locator("button.primary").click()

    def answered(**values: str) -> None:
        """What is shown afterwards is the answer to this."""
        with ada.page.expect_response(lambda answer: "/api/v1/audit/rounds?" in answer.url) as told:
            ask(**values)
        rows = len(told.value.json()["rounds"])
        expect(found).to_have_count(rows)

    answered(patron="dagmar")
    expect(found).to_have_count(3)
    answered(patron="dagmar", table="Dragon Poker 1")
    expect(found).to_have_count(1)
    for asked in (f"table={DRAGON}", "patron=dagmar"):
        expect(ada.page).to_have_url(re.compile(rf"\b{asked}\b"))
    answered(patron="Dagmar", at_least="100000")
    expect(ada.find(".paged > p").first).to_have_text("No round fits.")
    answered(patron="Dagmar", since="2020-01-01T00:00", until="2099-01-01T00:00")
    expect(found).to_have_count(3)
    answered(patron="Dagmar", since="2099-01-01T00:00")
    expect(found).to_have_count(0)
    ask(patron="Dagmar", since="2025-01-01T00:00", until="2020-01-01T00:00")
    expect(form.locator(".form-said")).to_contain_text("“Until” lies before “From”.")
    ask(at_least="some")
    expect(form.locator(".form-bad:visible").first).to_contain_text("Write an amount of money")
    ada.open("/audit?since=never&patron=Dagmar&table=x&before=1.2.3&strange=1")
    expect(found).to_have_count(3)
    expect(form.locator("[name=patron]")).to_have_value("Dagmar")
