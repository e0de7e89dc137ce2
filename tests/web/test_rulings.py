"""What a player sees and hears while something is wrong: a ruling that waits and what came of it, in plain words; one
sentence at a time, and none of what did not happen."""

from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from house.server_support import GAMES, Served, served
from pitboss.client import Player
from web.conftest import Visit
from web.desk import Desk, opened, submission
from web.playing import dealt
from web.visitor import PHONE, Visitor

TOP_FIVE, DRAGON, RIDE = GAMES["top-five-poker"], GAMES["dragon-poker"], GAMES["let-it-ride"]
VIOLATION = "a player lets others touch, hides or tells his cards"

LISTEN = """
window.saidAloud = [];
document.addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  const all = [...document.querySelectorAll("[data-says]")].map((each) => [each.dataset.says, each.textContent]);
  const text = JSON.stringify(all);
  if (text !== window.lastSaid) window.saidAloud.push(all);
  window.lastSaid = text;
}).observe(document.body, { subtree: true, childList: true, characterData: true }));
"""
"""Every state of the live regions."""
ALARMED = "(words) => window.saidAloud.flat().some(([how, text]) => how === 'assertive' && text.includes(words))"
"""Whether this was said at once, also when something else has been said since."""


def aloud(visitor: Visitor) -> list[dict[str, str]]:
    found = visitor.page.evaluate("window.saidAloud")
    return [dict(each) for each in found]


def sentences(visitor: Visitor) -> list[str]:
    return [text for moment in aloud(visitor) for text in moment.values() if text]


def acts(player: Player, table: int, name: str, **given: Any) -> None:
    path = f"/api/v1/tables/{table}/acts"
    player.ask("POST", path, {"id": f"{name} {given}", "do": {"do": name, **given}})


def at_the_decision(visit: Visit, server: Served, game: str, **how: Any) -> Visitor:
    visitor = visit(server.url, **how)
    visitor.context.add_init_script(LISTEN)
    dealt(visitor, game)
    return visitor


def test_a_player_under_a_ruling_is_told_what_it_is_about(visit: Visit, tmp_path: Path) -> None:
    """What was reported, who decides, what the clock is for; no decision is asked for. When it is confirmed: that the
    wagers are forfeited, and why (MD-TOP5 11.A(5)). It can be read until the next bets are closed."""
    with served(tmp_path / "house") as server:
        dora, flo = server.staff("Dora", "dealer"), server.staff("Flo", "floorperson")
        ann = at_the_decision(visit, server, "top-five-poker", viewport=PHONE, is_mobile=True, has_touch=True)
        number = ann.view["round"]
        acts(dora, TOP_FIVE, "Report", kind="violation", seat=ann.seat)
        expect(ann.find(".step b")).to_have_text("Waiting for a floorperson")
        note = ann.find(".idle .ruling")
        expect(note).to_contain_text(f"It is reported of you: {VIOLATION}; a floorperson decides whether it is so.")
        expect(note).to_contain_text("clock")
        expect(note.locator("button")).to_have_attribute("aria-label", "Why? MD-TOP5 11.A(5)")
        expect(ann.find(".ring")).to_be_visible()
        expect(ann.find(".banner")).not_to_contain_text("violation")
        assert "violation" not in ann.text() and ann.raw() == []
        ann.page.reload()
        expect(ann.find(".step b")).to_have_text("Waiting for a floorperson")
        expect(note).to_contain_text(f"It is reported of you: {VIOLATION};")
        acts(flo, TOP_FIVE, "Rule", matter="violation", ruling="confirmed", seat=ann.seat)
        expect(note).to_contain_text(
            f"The floorperson has confirmed the report: {VIOLATION}. You forfeit all wagers of the round."
        )
        ann.wait_round_over(number)
        expect(note).to_contain_text("You forfeit all wagers")
        expect(ann.find(".info")).to_contain_text("(wagers forfeited)")
        ann.bet("ante")
        ann.deal()
        ann.wait_decision()
        expect(note).to_have_count(0)
        expect(ann.find(".step b")).to_have_text("Your decision")
        ann.close()


def test_a_report_that_is_dismissed(visit: Visit, tmp_path: Path) -> None:
    """The decision comes back, with its buttons and its words; who only watches was told the name."""
    with served(tmp_path / "house") as server:
        dora, flo = server.staff("Dora", "dealer"), server.staff("Flo", "floorperson")
        ann = at_the_decision(visit, server, "top-five-poker")
        ben = visit(server.url)
        ben.open(f"/tables/{TOP_FIVE}")
        ben.furnished()
        acts(dora, TOP_FIVE, "Report", kind="violation", seat=ann.seat)
        name = ann.view["seats"][ann.seat - 1]["player"]
        expect(ben.find(".idle .ruling")).to_contain_text(f"It is reported of {name}: {VIOLATION};")
        expect(ann.find(".deciding")).to_be_hidden()
        acts(flo, TOP_FIVE, "Rule", matter="violation", ruling="dismissed", seat=ann.seat)
        assert ann.wait_decision()
        expect(ann.find(".step b")).to_have_text("Your decision")
        expect(ann.find(".ruling")).to_have_count(0)
        ann.bannered("dismissed the report: the round goes on")
        for visitor in (ann, ben):
            assert visitor.raw() == []
            visitor.close()


def test_matters_of_chips_and_of_who_left(visit: Visit, server: Served) -> None:
    """At a table dealt by people no clock runs, and none is spoken of."""
    person = server.staff("Dora", "dealer", "floorperson")
    asks = {'player_left_default = "played_out"': 'player_left_default = "ask"'}
    at = Desk(visit(), person, opened(server, submission("let-it-ride", "By hand", asks)))
    ann = visit()
    ann.open(f"/tables/{at.table}")
    ann.furnished()
    at.to("CloseBets")
    at.seat(bet_1=500, bet_2=500, bet_3=500, progressive=100)
    at.to("TakeWagers")
    wager = at.work["due"]["wager"]
    at.does("TakeWagers", wager=wager, chips=0)
    note = ann.find(".idle .ruling")
    expect(note).to_contain_text("The chips counted for Progressive do not agree with the wagers;")
    expect(ann.find(".step b")).to_have_text("Waiting for a floorperson")
    expect(note.locator(".ruling-clock")).to_be_hidden()
    assert ann.raw() == [] and "chips:" not in ann.text()
    at.does("Rule", matter=f"chips:{wager}", ruling="resolved", seat=0)
    expect(ann.find(".banner")).to_contain_text("the chips counted for Progressive agree now, and the round goes on.")
    expect(note).to_have_count(0)
    at.to("Decide")
    at.does("Report", kind="player_left", seat=1)
    expect(note).to_contain_text(
        "has left; a floorperson decides whether the hand is played out or the wagers are lost."
    )
    at.does("Rule", matter="player_left", ruling="losing", seat=1)
    expect(ann.find(".banner")).to_contain_text("'s wagers are lost.")
    expect(note).to_have_count(0)
    assert ann.raw() == [] and "player_left" not in ann.text()


def test_a_time_that_runs_out_is_told_in_one_sentence(visit: Visit, tmp_path: Path) -> None:
    """The hand is played out, which is a fold, and its wagers are collected: each of these is said once."""
    with served(tmp_path / "house", decision_seconds=1.0, alone_clock="on") as server:
        ann = visit(server.url)
        ann.context.add_init_script(LISTEN)
        ann.take_seat(DRAGON)
        ann.bet("ante")
        ann.deal()
        ann.until(ALARMED, "collected")
        late = [text for text in sentences(ann) if "The time ran out" in text]
        assert late and all(text.count("The time ran out") == 1 for text in late), late
        ann.close()


def test_an_irregularity_is_said_in_one_place(visit: Visit, tmp_path: Path) -> None:
    """Once, with what follows from it."""
    with served(tmp_path / "house") as server:
        dora = server.staff("Dora", "dealer")
        ann = at_the_decision(visit, server, "let-it-ride")
        acts(dora, RIDE, "Report", kind="community_card_exposed")
        ann.until(ALARMED, "The round is void")
        for moment in aloud(ann):
            assert sum("Reported:" in text for text in moment.values()) <= 1, moment
            assert all(text.count("Reported:") <= 1 for text in moment.values()), moment
        ann.close()


def test_only_a_wager_that_was_taken_is_said(visit: Visit, server: Served) -> None:
    """What the house refuses was never made."""
    ann = visit()
    ann.context.add_init_script(LISTEN)
    ann.take_seat(DRAGON)
    ann.spot("ante").focus()
    ann.page.keyboard.type("5.50")
    ann.page.keyboard.press("Enter")
    expect(ann.find("[data-says='assertive']")).to_contain_text("is not possible here")
    assert not any("Ante" in moment.get("polite", "") for moment in aloud(ann))
    ann.spot("ante").focus()
    ann.page.keyboard.type("10")
    ann.page.keyboard.press("Enter")
    ann.until("() => window.saidAloud.flat().some(([how, text]) => how === 'polite' && text.includes('Ante $10.'))")


def test_buttons_that_ask_why_say_of_what(visit: Visit, server: Served) -> None:
    ann = visit()
    ann.take_seat(DRAGON)
    ann.find(".dock-line .why-button").first.wait_for()
    labels = ann.page.eval_on_selector_all(".why-button", "(all) => all.map((each) => each.getAttribute('aria-label'))")
    assert labels and all(label.startswith("Why? M") for label in labels)
    read = ann.page.evaluate("document.querySelector('.dock-line').textContent")
    assert "wagersWhy?" not in read and "Why?Round" not in read
    ann.spot("ante").hover()
    expect(ann.find(".info")).to_contain_text("in steps of $5 Why?")


def test_why_at_a_table_asks_how_this_table_reads_the_clause(visit: Visit, server: Served) -> None:
    ann = visit()
    ann.take_seat(DRAGON)
    with ann.page.expect_response(lambda answer: "/api/v1/clauses/" in answer.url) as asked:
        ann.find(".why-button").first.click()
    assert asked.value.url.endswith(f"?table={DRAGON}") and asked.value.ok
    expect(ann.find("#why")).to_contain_text(asked.value.json()["text"])
