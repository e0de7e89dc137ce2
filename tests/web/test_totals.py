"""Every total that a page shows, read back: chips left, the sum of a round, of a position and of several rounds.

Two browsers play the same cards, with stakes that are no table's default. The figures are worked out by hand:

    Board 9♥ 9♦ 4♣ K♣ 2♠, dealer K♦ 7♠: two pair, more than the pair that the Ante asks of a dealer.
    Round 1
      Ann  9♠ A♦, three nines. Ante $35, Blind $35, Trips $15, four times the Ante at once: Play $140.
           Ante +$35, Play +$140, the Blind stays (less than a straight), Trips 3 to 1 +$45: +$220.
           $225 wagered, $445 back; of $1,000 there are $1,220 after it.
      Ben  Q♥ J♦, a pair. Ante $60, Blind $60, Trips $25, at the end once the Ante: Play $60. All of it is lost: −$205.
           $205 wagered, nothing back; $795 after it.
      Both: $430 wagered, $445 back.
    Round 2
      Ann  Ante $50, Blind $50, folds at the end: −$100, $1,120 after it. Both rounds: +$120.
      Ben  Ante $5, Blind $5, at the end once the Ante: −$15, $780 after it. Both rounds: −$220.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from house.server_support import GAMES, Served, served
from web.conftest import ONE_BY_ONE, Visit
from web.playing import SEATS, choose, play, sit_two, stakes, turn, typed
from web.stacked import deck, stacked
from web.visitor import Visitor
from web.wire import Wire

GAME = "ultimate-texas-holdem"
TABLE = GAMES[GAME]
MINUS = "\u2212"
CARDS = {
    "seat3": ("9s", "Ad"), "seat4": ("Qh", "Jd"), "dealer": ("Kd", "7s"),
    "community": ("9h", "9d", "4c", "Kc", "2s"),
}  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with (
        stacked({GAME: deck(GAME, SEATS, CARDS)}),
        served(tmp_path_factory.mktemp("totals"), pace=ONE_BY_ONE) as made,
    ):
        yield made


def left(visitor: Visitor, money: str) -> None:
    """The chips that the page says are left."""
    expect(visitor.find(".top-balance b")).to_have_text(money)


def lies(visitor: Visitor, **wanted: str) -> None:
    """What the page says of each area."""
    for wager, money in wanted.items():
        expect(visitor.spot(wager)).to_have_attribute("aria-label", re.compile(rf": {re.escape(money)}\."))


def puts(visitor: Visitor, also: dict[str, int] | None = None, **wanted: int) -> None:
    """Types these dollars, beside what lies there already; what must equal the Ante goes with it."""
    for wager, dollars in wanted.items():
        visitor.wait_offered(wager)
        typed(visitor, wager, str(dollars))
    lying = {**(also or {}), **wanted}
    stakes(visitor, **{wager: 100 * dollars for wager, dollars in {**lying, "blind": lying["ante"]}.items()})


def result(visitor: Visitor, number: int) -> Locator:
    """What the ledger says the round brought."""
    own = visitor.find(".ledger .round", has=visitor.find(f"a[href='/rounds/{TABLE}/{number}']"))
    return own.locator(".round-result")


def total(visitor: Visitor, said: str) -> None:
    """The line of what the last round brought."""
    expect(visitor.find(".dock .info .net")).to_contain_text(said)


def settles(ann: Visitor, ben: Visitor, number: int, over: Wire) -> None:
    """Plays the first round until all wagers are settled and still lie there."""
    for each in (ann, ben):
        each.deal()
    while (asked := turn([ann, ben], number, over=lambda: over.holding)) is not None:
        choose(asked, ("play_4x",) if asked is ann else ("check", "play_1x"))
    shown = {"ante": "+$35", "blind": "$0", "play": "+$140", "trips": "+$45"}
    for wager, money in shown.items():
        expect(ann.find(f"[data-of='seat-3-{wager}'] .result b")).to_have_text(money)
    for wager, money in {"ante": "60", "blind": "60", "play": "60", "trips": "25"}.items():
        expect(ann.find(f"[data-of='seat-4-{wager}'] .result b")).to_have_text(f"{MINUS}${money}")
    total(ann, "+$220")  # of the position, before the table is cleared


def round_page(visitor: Visitor, number: int, own: str, chips: list[str]) -> None:
    """What everybody wagered and got back, position by position and in all; one's own chips before and after."""
    visitor.open(f"/rounds/{TABLE}/{number}")
    sheet = visitor.find(".payments")
    expect(sheet.locator("caption")).to_contain_text("$430")
    expect(sheet.locator("caption")).to_contain_text("$445")
    feet = [row.locator("td").all_inner_texts()[:3] for row in sheet.locator("tfoot tr").all()]
    assert [[cell.strip() for cell in row] for row in feet] == [
        ["$225", "+$220", "$445 came back"],
        ["$205", f"{MINUS}$205", "$0 came back"],
    ]
    assert visitor.find(".round-chips dd").all_inner_texts() == chips
    visitor.page.keyboard.press("End")
    nets = visitor.find(".felt-seat .felt-net")
    expect(nets).to_have_text(["+$220", f"{MINUS}$205"])
    expect(visitor.find(".felt-seat.mine .felt-net")).to_have_text(own)


def history(visitor: Visitor, rows: list[list[str]], said: str) -> None:
    """Each of one's own rounds, and all of them together."""
    visitor.open("/history")
    expect(visitor.find("#page > p.muted[aria-live]")).to_contain_text(said)
    found = [
        row.locator("td.number").all_inner_texts() for row in visitor.find("table.rounds tbody tr:not(.day)").all()
    ]
    assert found == rows


def test_every_total_of_two_rounds(visit: Visit) -> None:
    ann, ben = visit(), visit()
    wire = Wire(ann.context)
    sit_two(GAME, ann, ben)
    assert (ann.seat, ben.seat) == SEATS
    for each in (ann, ben):
        left(each, "$1,000")

    # What was put down and is not confirmed lies on the felt, and is not yet taken from the chips.
    wire.holding = True
    typed(ann, "ante", "35")
    lies(ann, ante="$35", blind="$35")
    left(ann, "$1,000")
    expect(ann.find("button.deal")).to_be_disabled()
    wire.release()
    left(ann, "$930")
    expect(ann.find("button.deal")).to_be_enabled()
    puts(ann, trips=15, also={"ante": 35})
    lies(ann, ante="$35", blind="$35", trips="$15")
    left(ann, "$915")
    puts(ben, ante=60, trips=25)
    left(ben, "$855")

    wire.stops_at = lambda m: any(told["event"] == "TableCleared" for told in m.get("told", ()))
    number = ann.view["round"]
    settles(ann, ben, number, wire)
    wire.release()
    for each, net, chips in ((ann, "+$220", "$1,220"), (ben, f"{MINUS}$205", "$795")):
        each.wait_round_over(number)
        total(each, net)
        expect(result(each, number)).to_have_text(net)
        left(each, chips)

    puts(ann, ante=50)
    left(ann, "$1,120")
    puts(ben, ante=5)
    left(ben, "$785")
    second = play({ann: ("check", "fold"), ben: ("check", "play_1x")})
    for each, net, chips in ((ann, f"{MINUS}$100", "$1,120"), (ben, f"{MINUS}$15", "$780")):
        total(each, net)
        expect(result(each, second)).to_have_text(net)
        left(each, chips)

    round_page(ann, number, "+$220", ["$1,000", "$1,220"])
    round_page(ben, number, f"{MINUS}$205", ["$1,000", "$795"])
    history(ann, [["$100", "$0", f"{MINUS}$100"], ["$225", "$445", "+$220"]], "2 rounds shown: +$120")
    history(ben, [["$15", "$0", f"{MINUS}$15"], ["$205", "$0", f"{MINUS}$205"]], f"2 rounds shown: {MINUS}$220")
