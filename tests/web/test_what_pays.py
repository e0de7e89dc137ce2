"""What pays, as the signs of a table state it: which paytable, what a hand needs, and which seat is meant."""

import pytest
from playwright.sync_api import expect

from house.server_support import GAMES, Served
from pitboss.table import actions as a
from web.conftest import Visit
from web.desk import DEVICES, opened, submission
from web.visitor import Visitor

NEEDS = {
    "ultimate-texas-holdem": {
        "Ante": "the dealer has less than a pair", "Blind": "beats the dealer's", "Trips": "whatever the dealer holds",
    },
    "top-five-poker": {"Ante": "the dealer holds less than queen and jack"},
    "dragon-poker": {"Ante Bonus": "beats the dealer's"},
    "let-it-ride": {"Progressive": "your five-card hand"},
}  # fmt: skip
"""What the rulebook asks of a hand beside its place in the table, as the sentence names it."""


def captions(visitor: Visitor, within: str) -> dict[str, tuple[str, str]]:
    """Of each table its name: the paytable with the limits, and what a hand needs."""
    read = """(all) => all.map((each) => [each.querySelector('b').textContent, each.querySelector('small').textContent,
      each.querySelector('.pays-needs')?.textContent ?? ''])"""
    found = visitor.page.eval_on_selector_all(f"{within} .pays caption", read)
    return {title: (facts, needs) for title, facts, needs in found}


@pytest.mark.parametrize("game", GAMES)
def test_the_panel_says_what_a_hand_needs(game: str, visit: Visit, server: Served) -> None:
    table = GAMES[game]
    ann = visit()
    ann.open(f"/tables/{table}")
    ann.page.get_by_role("tab", name="Pays").click()
    panel = ann.find("#panel-rules")
    expect(panel.locator(".pays").last).to_be_visible()
    told = server.http.get(f"/api/v1/tables/{table}").json()
    shown = captions(ann, "#panel-rules")
    signs = [sign for sign in told["layout"]["signs"] if sign["odds"]]
    assert list(shown) == [sign["title"] for sign in signs]
    for sign in signs:
        facts, needs = shown[sign["title"]]
        letter = told["paytables"].get(sign["wager"])
        assert facts.startswith(f"Paytable {letter}") if letter else "Paytable" not in facts
        assert NEEDS[game].get(sign["title"], "") in needs
    assert all(title in shown for title in NEEDS[game])
    rows = panel.locator(".pays tbody tr").all_inner_texts()
    assert len(rows) == sum(len(sign["odds"]) for sign in signs)
    expect(panel.locator(".pays-lead").first).to_contain_text("Why?")
    if game == "ultimate-texas-holdem":
        expect(panel).to_contain_text("Payout limit per hand: $50,000 on all wagers together.")
        expect(panel.locator(".pays-lead").first).to_contain_text(
            "If the dealer has less than a pair, the Ante is returned"
        )
    assert ann.raw() == []


def test_the_lobby_says_the_same(visit: Visit) -> None:
    """A wager with one paytable has no letter, and none is announced; in Massachusetts nothing pays "for" something."""
    ann = visit()
    ann.open("/")
    card = f"article:has(#table-{GAMES['ultimate-texas-holdem']})"
    ann.find(f"{card} summary").click()
    expect(ann.find(f"{card} .pays").last).to_be_visible()
    shown = captions(ann, card)
    assert {title: facts for title, (facts, _) in shown.items()} == {
        "Ante": "$5 to $500", "Blind": "$5 to $500", "Play": "", "Trips": "Paytable A · $1 to $100",
    }  # fmt: skip
    for title, needed in NEEDS["ultimate-texas-holdem"].items():
        assert needed in shown[title][1]
    assert " for " not in " ".join(ann.find(f"{card} .pays td.number").all_inner_texts())


def test_odds_by_the_number_of_hands(visit: Visit, server: Served) -> None:
    """Cover All pays by how many hands are dealt: a column for each number."""
    offered = {"[wagers.cover_all]\noffered = false": "[wagers.cover_all]\noffered = true"}
    table = opened(server, submission("ultimate-texas-holdem", "Cover All", DEVICES | offered))
    ann = visit()
    ann.open(f"/tables/{table}")
    ann.page.get_by_role("tab", name="Pays").click()
    wide = ann.find("#panel-rules .wide")
    expect(wide.locator("thead th")).to_have_text(["Hand", *(f"{n} hands" for n in range(2, 8)), "Why?"])


def test_with_two_positions_the_seat_is_named(visit: Visit, server: Served) -> None:
    text = submission("dragon-poker", "Two positions", {"positions_per_player = 1": "positions_per_player = 2"})
    table = opened(server, text, dealer="automatic")
    player = server.guest()
    with player.watch(table) as wire:
        wire.act(a.TakeSeat(3, player.handle))
        while wire.view.step != "bets":
            wire.next(30)
        wire.act(a.TakeSeat(4, player.handle))
        for seat in (3, 4):
            for wager in ("ante", "ante_bonus"):
                wire.act(a.PlaceWager(seat, wager, 500))
    ann = visit()
    ann.known(player.token).open(f"/tables/{table}")
    ann.find("button.deal:not([disabled])").click()
    for seat in (3, 4):
        expect(ann.find(".step b")).to_have_text(f"Seat {seat}: Your decision")
        expect(ann.find(".hand .row-name")).to_contain_text(f"Seat {seat}: ")
        ann.until(
            "(n) => [...document.querySelectorAll('[aria-live]')].some((each) => each.textContent.includes(n))",
            f"Seat {seat}: Dealt",
        )
        assert ann.view["turn"] == seat
        ann.find("button.decision[data-choice='play']:not([disabled])").click()


def test_the_lobby_names_each_paytable_after_its_wager(visit: Visit) -> None:
    ann = visit()
    ann.open("/")
    said = ann.find(".table-pays summary small")
    expect(said.first).to_have_text("Ante Bonus A, Three Card Bonus A, and Dragon Bet A")
