"""Chips and what becomes of them: exactly what was meant lies there, or the page says why not."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Route, expect

from house.server_support import GAMES, Served, served
from pitboss.client import Player
from pitboss.table import actions as a
from web.conftest import Visit
from web.playing import choose, refusal, stakes, turn, typed
from web.test_rulings import LISTEN
from web.visitor import Visitor

HOLDEM = GAMES["ultimate-texas-holdem"]


def wagered(visitor: Visitor) -> list[tuple[str, int]]:
    """Every wager this browser asked for, in its order."""
    found = [message["do"] for message in visitor.sent if message.get("do", {}).get("do") == "PlaceWager"]
    return [(act["wager"], act["cents"]) for act in found]


def settled(visitor: Visitor) -> dict[str, int]:
    """What lies there when every act of this browser has been answered and shown."""
    visitor.wait_offered("ante")
    expect(visitor.find(".spot-amount")).to_have_count(0)
    return visitor.staked()


def info(visitor: Visitor) -> Locator:
    return visitor.find(".dock .info")


def comes_as(visitor: Visitor, player: Player, table: int) -> None:
    """Opens the table in the browser of somebody who plays there."""
    visitor.known(player.token).open(f"/tables/{table}")
    visitor.find(".spot").first.wait_for()
    visitor.furnished()


def test_a_typed_wager_is_what_was_typed(visit: Visit) -> None:
    """The key that ends the writing does not press the area as well."""
    ann = visit()
    ann.take_seat(HOLDEM)
    typed(ann, "ante", "25")
    stakes(ann, ante=2500, blind=2500)
    expect(ann.spot("ante")).to_be_focused()
    ann.page.keyboard.press("ArrowRight")  # whatever the first key still did comes before what the next one does
    assert settled(ann) == {"ante": 2500, "blind": 2500}
    assert wagered(ann) == [("ante", 2500), ("blind", 2500)]


def aloud(visitor: Visitor, words: str) -> None:
    """Waits until this was said to who listens: a wager is only when the house has taken it."""
    visitor.until("(words) => window.saidAloud.flat().some(([, text]) => text.includes(words))", words)


def test_what_the_house_took_stays_until_it_is_shown(visit: Visit, server: Served) -> None:
    """What tells of the table comes late over a slow line, and until then nothing of what the house says is shown. The
    chips it has taken stay where they were laid all the same, the next ones come on top of them, and Deal can be
    pressed, once."""
    player = server.guest()
    with player.watch(HOLDEM) as table:
        table.act(a.TakeSeat(3, player.handle))
    ann = visit()
    held: list[Route] = []
    ann.page.route(re.compile(r"/table/telling\.js"), lambda route: held.append(route))
    ann.context.add_init_script(LISTEN)
    ann.known(player.token).open(f"/tables/{HOLDEM}")
    deal = ann.find("button.deal")
    ann.find(".spot.wanted").first.wait_for()
    ann.spot("ante").click()
    for wager in ("Ante", "Blind"):
        aloud(ann, f"{wager} $5.")
    for wager in ("ante", "blind"):
        expect(ann.spot(wager)).to_have_attribute("aria-label", re.compile(r": \$5\."))
    expect(ann.find(".wager")).to_have_count(2)
    expect(deal).to_be_enabled()
    ann.spot("ante").click()
    for wager in ("Ante", "Blind"):
        aloud(ann, f"{wager} $10.")
    stakes(ann, ante=1000, blind=1000)
    typed(ann, "ante", "3")
    expect(refusal(ann, "ante")).to_contain_text("$3 is not possible here")
    expect(ann.spot("ante")).to_have_attribute("aria-label", re.compile(r": \$10\."))
    assert len(held) == 1 and ann.find(".side .tabs").count() == 0, "none of it was shown yet"
    ann.deal()
    ann.wait_heard(lambda m: m["type"] == "done" and m["id"] in {each["id"] for each in ann.sent if "ready" in each})
    expect(deal).to_be_disabled()
    assert [each["ready"] for each in ann.sent if "ready" in each] == [{"seat": 3}]
    number = ann.view["round"]
    held[0].continue_()
    ann.wait_decision()
    assert ann.staked() == {"ante": 1000, "blind": 1000}
    assert wagered(ann) == [
        ("ante", 500),
        ("blind", 500),
        ("ante", 1000),
        ("blind", 1000),
        ("ante", 300),
        ("blind", 300),
    ]
    while turn([ann], number) is not None:
        choose(ann, ("check", "fold"))
    ann.wait_round_over(number)


def test_equal_wagers_move_together_or_not_at_all(visit: Visit, server: Served) -> None:
    """The chips were spent elsewhere, which this page does not know: one of two is refused, the other goes back, and
    the hand can still be dealt."""
    player = server.guest()
    with player.watch(HOLDEM) as table:
        table.act(a.TakeSeat(3, player.handle))
    ann = visit()
    comes_as(ann, player, HOLDEM)
    typed(ann, "ante", "400")
    stakes(ann, ante=40_000, blind=40_000)
    with player.watch(GAMES["dragon-poker"]) as elsewhere:
        elsewhere.act(a.TakeSeat(1, player.handle))
        elsewhere.act(a.PlaceWager(1, "ante", 10_000))
    ann.find("input[name=chip][value='10000']").check(force=True)
    ann.spot("ante").click()
    said = ann.find(".spot-refusal:not([hidden])")
    expect(said).to_contain_text("Blind must equal Ante.")
    assert settled(ann) == {"ante": 40_000, "blind": 40_000}
    assert wagered(ann)[-3:] == [("ante", 50_000), ("blind", 50_000), ("ante", 40_000)]
    expect(ann.spot("ante")).to_have_attribute("aria-label", re.compile(r"\$400"))
    number = ann.view["round"]
    ann.deal()
    while turn([ann], number) is not None:
        choose(ann, ("check", "fold"))
    ann.wait_round_over(number)


def test_unequal_wagers_cannot_be_dealt(visit: Visit, server: Served) -> None:
    """However they came to lie there: the page says what is missing, and a tap makes them equal."""
    player = server.guest()
    with player.watch(HOLDEM) as table:
        seat = 3
        table.act(a.TakeSeat(seat, player.handle))
        table.act(a.PlaceWager(seat, "ante", 1000))
        table.act(a.PlaceWager(seat, "blind", 500))
    ann = visit()
    comes_as(ann, player, HOLDEM)
    expect(info(ann)).to_have_text("The Blind must equal the Ante.")
    expect(ann.find("button.deal")).to_be_disabled()
    ann.bet("blind")
    stakes(ann, ante=1000, blind=1000)
    expect(ann.find("button.deal")).to_be_enabled()


def test_a_hand_the_house_finds_incomplete_is_said(visit: Visit) -> None:
    """Whatever a page believes goes together: the house says whether a hand can be dealt, and its sentence is shown.
    So it is where Deal is pressed all the same."""
    ann = visit()
    ann.page.route(
        "**/api/v1/games/ultimate-texas-holdem?*only=wagers*",
        lambda route: route.fulfill(
            json=(words := route.fetch().json())
            | {"wagers": [each | {"together": each["together"] and [each["id"]]} for each in words["wagers"]]}
        ),
    )
    ann.take_seat(HOLDEM)
    ann.bet("ante", "blind")
    expect(ann.find("button.deal")).to_be_enabled()
    ann.bet("ante")
    expect(info(ann)).to_have_text("The Blind must equal the Ante.")
    expect(ann.find("button.deal")).to_be_disabled()
    ann.find("button.deal").evaluate("(button) => { button.disabled = false; button.click(); }")
    expect(ann.find(".banner.bad")).to_contain_text("must equal the Ante")
    expect(ann.find(".banner.bad")).to_contain_text("Why?")


def test_a_closed_table_takes_nothing(visit: Visit, tmp_path: Path) -> None:
    with served(tmp_path / "closing") as server:
        ann = visit(server.url)
        ann.take_seat(HOLDEM)
        server.manager.ask("POST", f"/api/v1/tables/{HOLDEM}/close", {"id": "closing", "reason": "the end of the day"})
        expect(ann.find(".dock .step")).to_have_text("This table is closed.")
        expect(info(ann)).to_be_empty()
        expect(ann.find(".dock a[href='/']")).to_be_visible()
        expect(ann.find(".dock")).to_have_css("opacity", "1")  # the way out is no dim thing
        expect(ann.find("button.deal")).to_be_hidden()
        assert ann.page.eval_on_selector_all(".spot", "(all) => all.every((each) => each.disabled)")
        assert wagered(ann) == []
        ann.page.reload()
        expect(ann.find(".banner")).to_contain_text("This table is closed, or does not exist.")
        expect(ann.find(".banner a[href='/']")).to_be_visible()
        ann.close()


def test_time_that_ran_out_is_told_as_it_was(visit: Visit, tmp_path: Path) -> None:
    """Where the absent hand is folded, it is not played out; and who watches is not told to wait for the next round."""
    with served(tmp_path / "clock", decision_seconds=0.5, alone_clock="on") as server:
        ann = visit(server.url)
        ann.take_seat(GAMES["top-five-poker"])
        ann.bet("ante")
        number = ann.view["round"]
        ann.deal()
        ann.wait_round_over(number)
        ann.bannered("The time ran out: the house acts. You count as gone;")
        ann.bannered("You: Ante $5 is collected.")
        expect(ann.find(".dock .idle")).to_contain_text("It is still free.")
        expect(info(ann)).not_to_contain_text("next round")
        ann.close()


def test_a_choice_that_cannot_be_paid_for(visit: Visit) -> None:
    """It cannot be pressed and says why; a guest may have more play money at once."""
    ann = visit()
    ann.take_seat(HOLDEM)
    typed(ann, "ante", "500")
    stakes(ann, ante=50_000, blind=50_000)
    ann.deal()
    ann.wait_decision()
    dear = ann.find("button.decision[data-choice='play_4x']")
    expect(dear).to_be_disabled()
    expect(dear).to_contain_text("You have $0")
    expect(ann.find("button.decision[data-choice='check']")).to_be_enabled()
    ann.find(".deciding [data-act='chips']").click()
    expect(dear).to_contain_text("You have $500")
    expect(dear).to_be_disabled()
    expect(ann.find(".deciding [data-act='chips']")).to_have_count(0)
    ann.page.keyboard.press(dear.get_attribute("aria-keyshortcuts") or "")
    assert [m for m in ann.sent if m.get("do", {}).get("do") == "Decide"] == []
    number = ann.view["round"]
    while turn([ann], number) is not None:
        choose(ann, ("check", "fold"))


@pytest.mark.parametrize(
    ("game", "ante", "more", "said"),
    [
        ("ultimate-texas-holdem", "500", "", "Play will cost at least $500; you have $0 left."),
        ("dragon-poker", "400", "", "Play will cost at least $400; you have $200 left."),
        ("top-five-poker", "500", "poker_bonus", "Play will cost at least $500; you have $495 left."),
    ],
)
def test_chips_for_what_follows_the_deal(visit: Visit, game: str, ante: str, more: str, said: str) -> None:
    """Who has too few left is told before the deal, and may deal all the same; with enough, to the cent, nothing is
    said. A guest has $1,000."""
    ann = visit()
    ann.context.add_init_script(LISTEN)
    ann.take_seat(GAMES[game])
    if more:
        typed(ann, "ante", ante)
        expect(info(ann)).to_have_text("Add side wagers, or press Deal.")
        ann.page.wait_for_load_state("networkidle")
        expect(info(ann)).to_have_text("Add side wagers, or press Deal.")
        ann.bet(more)
    else:
        typed(ann, "ante", ante)
    expect(info(ann)).to_have_text(said)
    expect(ann.find("button[data-act='deal']")).to_be_enabled()
    ann.until("(said) => window.saidAloud.flat().some(([, text]) => text.includes(said))", said)
    typed(ann, "ante", "300")
    expect(info(ann)).to_have_text("Add side wagers, or press Deal.")
    ann.find("button[data-act='clear']").click()
    expect(info(ann)).to_contain_text("Choose a chip")


def test_no_chips_are_kept_where_nothing_follows(visit: Visit) -> None:
    """In Let It Ride wagers are only taken back."""
    ann = visit()
    ann.take_seat(GAMES["let-it-ride"])
    typed(ann, "bet_1", "330")
    stakes(ann, bet_1=33_000, bet_2=33_000, bet_3=33_000)
    ann.page.wait_for_load_state("networkidle")
    expect(info(ann)).to_have_text("Add side wagers, or press Deal.")


def test_what_a_round_brought_stays_until_a_chip_is_laid(visit: Visit) -> None:
    ann = visit()
    ann.take_seat(GAMES["dragon-poker"])
    ann.bet("ante")
    number = ann.view["round"]
    ann.deal()
    choose(ann, ("fold",))
    ann.wait_round_over(number)
    lost = sum(facts["cents"] for facts in ann.told("WagerCollected"))
    expect(info(ann)).to_contain_text(f"Last round: −${lost // 100} (folded)")
    expect(ann.find(".ledger .line", has_text="The dealer shows")).to_have_text(
        re.compile(r"The dealer shows (?:\w+(?: Dragon)?, ){2}\w+")
    )
    ann.bet("ante")
    expect(info(ann)).not_to_contain_text("Last round")


def test_the_reader_keeps_the_faces_he_has_seen(visit: Visit) -> None:
    """Under a rule about the cards on the table they lie face down after the last decision; whoever saw them knows
    them."""
    ann = visit()
    ann.take_seat(GAMES["let-it-ride"])
    ann.page.evaluate("""() => {
      window.rows = [];
      const look = () => {
        const row = document.querySelector('.hand:not([hidden]) .row-cards')?.ariaLabel;
        if (row && row !== window.rows.at(-1)) window.rows.push(row);
      };
      new MutationObserver(look).observe(document.body, { subtree: true, attributes: true, childList: true });
    }""")
    ann.bet("bet_1")
    number = ann.view["round"]
    ann.deal()
    while turn([ann], number) is not None:
        choose(ann, ("ride",))
    ann.wait_round_over(number)
    own = [m["view"]["seats"][ann.seat - 1]["cards"] for m in ann.heard if "view" in m]
    assert ["??"] * 3 in own, "the house has told them face down"
    rows = ann.page.evaluate("window.rows")
    seen = next(n for n, row in enumerate(rows) if " of " in row)
    assert [row for row in rows[seen:] if "face-down" in row] == []


def test_the_ledger_says_how_a_wager_changed(visit: Visit) -> None:
    ann = visit()
    ann.take_seat(GAMES["dragon-poker"])
    ann.bet("ante")
    typed(ann, "ante", "25")
    ann.wait_heard(lambda m: m["type"] == "change" and ann.staked(m).get("ante_bonus") == 2500)
    since = len(ann.heard)
    ann.find("[data-act='clear']").click()
    ann.wait_heard(lambda m: m["type"] == "change" and not ann.staked(m), since)
    lines = ann.find(".ledger .line.mine")
    expect(lines.filter(has_text="You: Ante $25 instead of $")).to_have_count(1)
    expect(lines.filter(has_text="You: Ante $25 is taken back")).to_have_count(1)
