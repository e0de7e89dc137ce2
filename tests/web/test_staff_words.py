"""What the staff's page says: nobody is to decide who is not asked, what follows is what the terms say, what cannot be
reported says why, and words stand apart as they are read aloud."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from house.server_support import PASSWORD, Served
from web.conftest import Visit
from web.desk import DEVICES, Desk, opened, submission
from web.test_pages import serious
from web.test_staff_desk import MAINS

At = Callable[..., Desk]


@pytest.fixture
def desk(visit: Visit, server: Served) -> At:
    """Makes the desk of a new table, of somebody who deals and supervises."""

    def new(game: str, name: str, changes: dict[str, str] | None = None) -> Desk:
        if "Dora" not in {each["handle"] for each in server.manager.ask("GET", "/api/v1/accounts")}:
            server.staff("Dora", "dealer", "floorperson")
        person = server.house.login("Dora", PASSWORD)
        return Desk(visit().known(person.token), person, opened(server, submission(game, name, changes))).open()

    return new


def dealt(at: Desk, game: str, **more: int) -> Desk:
    """A walk-in has wagered and is to decide."""
    at.to("CloseBets")
    at.seat(**MAINS[game], **more)
    at.to("Decide")
    at.caught_up()
    return at


def test_nobody_is_to_decide_whose_side_wager_is_settled(desk: At) -> None:
    """The player has left, the hand is folded: its bonus is settled, and the board says that."""
    at = dealt(desk("dragon-poker", "Left"), "dragon-poker", three_card_bonus=500)
    expect(at.visitor.find(".seats .badge", has_text="to decide")).to_have_count(1)
    at.report("player_left", seat="1")
    at.to("SettleHand")
    at.caught_up()
    row = at.visitor.find(".seats tbody tr").first
    expect(row).to_contain_text("folded settled next")
    expect(row).not_to_contain_text("to decide")


def test_while_a_ruling_waits_nobody_is_to_decide(desk: At) -> None:
    """Neither whom it is about nor whose turn it was; when it is dismissed the decision comes back."""
    at = desk("top-five-poker", "Ruling")
    at.to("CloseBets")
    for name, seat in (("Ann", 1), ("Ben", 2), ("Cid", 3)):
        at.seat(name, seat, **MAINS["top-five-poker"])
    at.to("Decide")
    at.caught_up()
    rows = at.visitor.find(".seats tbody tr")
    badges = at.visitor.find(".seats .badge")
    expect(badges).to_have_text(["to decide"])
    turn = at.work["turn"]
    about = turn % 3 + 1
    at.report("violation", seat=str(about))
    expect(badges).to_have_text(["waits for a ruling"] * 2)
    for seat in (turn, about):
        expect(rows.nth(seat - 1)).to_contain_text("waits for a ruling")
    at.rule("Dismissed")
    expect(badges).to_have_text(["to decide"])
    expect(rows.nth(turn - 1)).to_contain_text("to decide")


def test_what_follows_when_a_player_leaves_is_what_the_terms_say(desk: At) -> None:
    for value, said in (
        ("played_out", "The hand is played out at once"),
        ("losing", "The wagers are lost at once"),
        ("ask", "A floorperson decides whether"),
    ):
        terms = {'player_left_default = "played_out"': f'player_left_default = "{value}"'}
        at = dealt(desk("top-five-poker", f"Leaving {value}", terms), "top-five-poker")
        box = at.visitor.find("details.report[data-kind='player_left']")
        box.locator("summary").click()
        expect(box.locator(".then")).to_contain_text(said)
        told = at.report("player_left", seat="1")
        assert ("MatterRaised" in [each["event"] for each in told]) == (value == "ask")


@pytest.mark.parametrize("kind", ["shuffler_jams", "device_fails"])
def test_what_a_table_does_not_have_cannot_fail(kind: str, desk: At) -> None:
    """The reason is said; where there is a device, it can be reported."""
    without = desk("let-it-ride", f"Bare {kind}")
    without.visitor.find(".later summary").click()
    title = "The shuffler jams" if kind == "shuffler_jams" else "A device cannot be used any more"
    line = without.visitor.find(".later li", has_text=title)
    expect(line).to_contain_text("This table has no shuffler in use")
    expect(line).not_to_contain_text("Can happen at")
    assert serious(without.visitor) == []
    equipped = desk("let-it-ride", f"Equipped {kind}", DEVICES)
    expect(equipped.visitor.find(f"details.report[data-kind='{kind}']")).to_have_count(1)


def test_words_stand_apart_and_no_mark_is_read(desk: At) -> None:
    """Clauses beside each other, a case and what follows from it; no ids of readings; no titles of three cases."""
    at = dealt(desk("ultimate-texas-holdem", "Apart"), "ultimate-texas-holdem")
    at.visitor.find(".later summary").click()
    blocks = ".staff :is(li, p, .form-about:not(:has(div)), td:first-of-type)"
    text = "\n".join(at.visitor.page.eval_on_selector_all(blocks, "(all) => all.map((each) => each.textContent)"))
    assert not re.search(r"\)(?:/\d)?M[AD]-", text), "one clause ends where the next begins"
    assert not re.search(r"\w\)?\.[A-Z][a-z]", text), "a sentence ends where the next begins"
    assert not re.search(r"\[[A-Z]-\d\d", text) and "spared wagers" not in text
    titles = at.visitor.page.eval_on_selector_all(
        ".report > summary, .later b", "(all) => all.map((e) => e.textContent)"
    )
    assert len(titles) > 8 and not [title for title in titles if ";" in title]


def test_a_new_attempt_takes_the_old_refusal_away(desk: At) -> None:
    at = dealt(desk("top-five-poker", "Twice"), "top-five-poker")
    box = at.visitor.find("details.report[data-kind='wrong_number']")
    box.locator("summary").click()
    at.click("Report.wrong_number", within="details.report", where="seat1", count="7")
    expect(box.locator(".form-said .form-bad")).to_be_visible()
    at.click("Report.wrong_number", within="details.report", count="")
    expect(box.locator(".field .form-bad:visible")).to_have_count(1)
    expect(box.locator(".form-said")).to_be_empty()


def test_every_choice_can_be_read_in_its_box(desk: At) -> None:
    """The longest option is not cut by the edge of its select."""
    at = dealt(desk("top-five-poker", "Wide"), "top-five-poker")
    at.visitor.find("details.report[data-kind='player_left'] summary").click()
    cut = at.visitor.page.evaluate("""() => [...document.querySelectorAll("details[open] select")].flatMap((box) => {
      const style = getComputedStyle(box);
      const pen = document.createElement("canvas").getContext("2d");
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const room = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 18;
      return [...box.options].map((each) => each.text).filter((text) => pen.measureText(text).width > room);
    })""")
    assert cut == []
