"""What the table says: where a person deals, of a decision and its wager, and to who listens."""

import pytest
from playwright.sync_api import expect

from house.server_support import GAMES, Served
from web.conftest import Visit
from web.desk import Hands, opened, submission
from web.playing import MAINS, choose, dealt

HOLDEM = "ultimate-texas-holdem"


def test_where_a_person_deals_nobody_else_begins_a_hand(visit: Visit, server: Served) -> None:
    """Before the first round no number is shown; who has wagered is ready, and waits for the dealer alone."""
    table = opened(server, submission(HOLDEM, "By hand"))
    dealer = Hands(server.staff("Dora", "dealer", "floorperson"), table)
    ann = visit()
    ann.open(f"/tables/{table}")
    ann.find("[data-act='sit']").click()
    ann.wait_heard(lambda m: m["type"] in ("hello", "change") and bool(m["view"]["mine"]))
    expect(ann.find(".dock .step b")).to_have_text("Between rounds")
    expect(ann.find(".dock .step small")).to_have_count(0)
    expect(ann.find(".dock .info")).to_have_text("The dealer opens the next round.")
    dealer.to("CloseBets")
    expect(ann.find(".dock .step small")).to_have_text("Round 1")
    ann.bet("ante")
    button = ann.find("button[data-act='deal']")
    expect(button).to_have_text("Ready")
    expect(ann.find(".dock .info")).to_have_text("Add side wagers, or press Ready: the dealer deals.")
    button.click()
    expect(button).to_have_text("Waiting for the dealer")
    expect(button).to_be_disabled()
    assert ann.raw() == []


def test_where_the_house_deals_one_asks_for_the_cards(visit: Visit) -> None:
    ann = visit()
    ann.take_seat(GAMES[HOLDEM])
    ann.bet("ante")
    expect(ann.find("button[data-act='deal']")).to_have_text("Deal")


@pytest.mark.parametrize(
    ("game", "choice", "line"),
    [("top-five-poker", "play", "You play"), (HOLDEM, "play_4x", "You play 4 times the Ante")],
)
def test_a_decision_and_its_wager_are_one_line(visit: Visit, game: str, choice: str, line: str) -> None:
    ann = visit()
    dealt(ann, game)
    assert MAINS[game] == ("ante",)
    number, times = ann.view["round"], 4 if choice == "play_4x" else 1
    cents = times * ann.staked()["ante"]
    choose(ann, (choice,))
    ann.wait_round_over(number)
    last = ann.find(".ledger .round", has_text=f"Round {number}").first
    last.locator(".round-result").wait_for(state="attached")
    lines = last.locator(".line").all_inner_texts()
    played = [each for each in lines if each.startswith("You play")]
    assert len(played) == 1 and played[0].startswith(f"{line}, ${cents // 100} "), "the decision with its wager"
    assert not [
        each
        for each in lines
        if each.startswith(f"You: Play ${cents // 100} ")
        and "loses" not in each
        and "wins" not in each
        and "pushes" not in each
        and "goes back" not in each
    ], "and nothing twice"
    assert "said" in (last.locator(".line", has_text=f"{line}, $").first.get_attribute("class") or "")


def test_the_choices_are_said_as_one_would_say_them(visit: Visit) -> None:
    ann = visit()
    dealt(ann, HOLDEM)
    ante = ann.staked()["ante"] // 100
    said = ann.find("[data-says='assertive']")
    expect(said).to_contain_text(f"; you may check, play 3 times for ${3 * ante}, or play 4 times for ${4 * ante}.")
    choose(ann, ("check",))


def test_a_loss_that_is_over_is_no_longer_said(visit: Visit) -> None:
    ann = visit()
    ann.take_seat(GAMES[HOLDEM])
    said = ann.find("[data-says='assertive']")
    ann.context.set_offline(True)
    expect(said).to_contain_text("The connection is lost.")
    ann.context.set_offline(False)
    expect(ann.find("[data-says='polite']")).to_contain_text("Connected again.")
    expect(said).to_be_empty()
    ann.faults.clear()  # the browser says that it was offline
