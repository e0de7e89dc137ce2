"""Every total that a page shows at a table of real chips, with a meter that grows and pays, and an envy bonus.

Two browsers play the same cards twice. The figures are worked out by hand from the rules and the terms:

    Ann has bought in for $800, Ben for $300. A Progressive wager is $5, and 10 percent of it, 50 cents, goes to the
    meter, which starts at $2,500 and begins again at $1,500. What a round adds is in what it pays.
    Ann  A♠ K♠ Q♠ and J♠ T♠ in the middle: a royal flush, 1,000 to 1 and the whole meter. Ben 2♣ 7♦ 9♥: nothing, and
         for his Progressive wager $5,000 of envy, also where she has not made one.
    Round 1
      Ann  three bets of $10, of which she takes two back; $10 ride: +$10,000. No Progressive.
           $30 wagered, $10,030 back; $10,800 after it.
      Ben  three bets of $5, of which he takes two back, and the Progressive: −$5 −$5 +$5,000 = +$4,990.
           $20 wagered, $5,010 back; $5,290 after it.
      Both: $50 wagered, $15,040 back. Meter $2,500.50.
    Round 2
      Ann  three bets of $10 that ride: +$30,000; Progressive: the meter with 50 cents of hers and 50 of Ben's,
           $2,501.50, for $5: +$2,496.50; together +$32,496.50.
           $35 wagered, $32,531.50 back; $43,296.50 after it. Both rounds: +$42,496.50.
      Ben  three bets of $15 that ride: −$45 −$5 +$5,000 = +$4,950.
           $50 wagered, $5,000 back; $10,240 after it. Both rounds: +$9,940.
      Both: $85 wagered, $37,531.50 back. Meter $1,500.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from house.running import terms
from house.server_support import Served, served
from pitboss.client import Player
from pitboss.house.server.submission_text import submission_text
from web.conftest import ONE_BY_ONE, Visit
from web.forms import unfold
from web.playing import choose, play, stakes, turn, typed
from web.stacked import deck, stacked
from web.test_totals import MINUS, history, left, total
from web.visitor import Visitor
from web.wire import Wire

GAME = "let-it-ride"
TABLE = 1
ANN, BEN = 4, 3
BETS = ("bet_1", "bet_2", "bet_3")
CARDS = {f"seat{ANN}": ("As", "Ks", "Qs"), f"seat{BEN}": ("2c", "7d", "9h"), "community": ("Js", "Ts")}
TERMS = {
    "table": "Real Ride",
    "wagers": {"progressive": {"offered": True, "paytable": "A", "amount": 5}},
    "meters": {"Progressive": {"rate": "10", "initial": 2500, "reset": 1500}},
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house with one table, of real chips."""
    folder = tmp_path_factory.mktemp("real_totals")
    file = folder / "real.toml"
    file.write_text(submission_text(terms(GAME, **TERMS)), encoding="utf-8")
    cards = deck(GAME, (BEN, ANN), CARDS)
    with stacked({GAME: cards}, {TABLE: GAME}), served(folder / "h", pace=ONE_BY_ONE, submissions=(file,)) as made:
        yield made


def comes(visitor: Visitor, player: Player, seat: int) -> Visitor:
    """Somebody with an account opens the table where he has a seat."""
    with player.watch(TABLE) as table:
        table.sit(seat)
    visitor.known(player.token).open(f"/tables/{TABLE}")
    visitor.wait_heard(lambda m: m["type"] in ("hello", "change") and bool(m["view"]["mine"]))
    visitor.furnished()
    return visitor


def puts(visitor: Visitor, dollars: int, *, progressive: bool) -> None:
    """The three bets, and the Progressive."""
    visitor.wait_offered("bet_1")
    typed(visitor, "bet_1", str(dollars))
    stakes(visitor, **dict.fromkeys(BETS, 100 * dollars))
    if progressive:
        visitor.bet("progressive")


def meter(visitor: Visitor, money: str) -> None:
    """What the display on the felt reads."""
    expect(visitor.find("#area-progressive_system .reading").first).to_have_text(money)


def result(visitor: Visitor, number: int, money: str) -> None:
    """What the line below the table, and the ledger, say that the round brought."""
    total(visitor, money)
    own = visitor.find(".ledger .round", has=visitor.find(f"a[href='/rounds/{TABLE}/{number}']"))
    expect(own.locator(".round-result")).to_have_text(money)


Page = tuple[list[str], list[list[str]], list[str]]
FIRST: Page = (
    ["$50", "$15,040"],
    [["$30", "+$10,000", "$10,030 came back"], ["$20", "+$4,990", "$5,010 came back"]],
    ["+$10,000", "+$4,990"],
)
SECOND: Page = (
    ["$85", "$37,531.50"],
    [["$35", "+$32,496.50", "$32,531.50 came back"], ["$50", "+$4,950", "$5,000 came back"]],
    ["+$32,496.50", "+$4,950"],
)
"""Of the page of each round: the sums of all, of each position, and what stands beside each on the felt."""


def round_page(visitor: Visitor, number: int, chips: list[str], page: Page) -> None:
    """What everybody wagered and got back, position by position and in all; one's own chips before and after."""
    sums, feet, nets = page
    visitor.open(f"/rounds/{TABLE}/{number}")
    sheet = visitor.find(".payments")
    for money in sums:
        expect(sheet.locator("caption")).to_contain_text(money)
    found = [
        [cell.strip() for cell in row.locator("td").all_inner_texts()[:3]] for row in sheet.locator("tfoot tr").all()
    ]
    assert sorted(found) == sorted(feet)
    assert visitor.find(".round-chips dd").all_inner_texts() == chips
    visitor.page.keyboard.press("End")
    shown = visitor.find(".felt-seat .felt-net")
    expect(shown).to_have_count(2)
    assert sorted(shown.all_inner_texts()) == sorted(nets)


def settled(ann: Visitor, ben: Visitor, over: Wire) -> int:
    """The second round until all wagers are settled and still lie there; its number."""
    number: int = ann.view["round"]
    over.stops_at = lambda m: any(told["event"] == "TableCleared" for told in m.get("told", ()))
    for each in (ann, ben):
        each.deal()
    while (asked := turn([ann, ben], number, over=lambda: over.holding)) is not None:
        choose(asked, ("ride",))
    shown = {
        ANN: {**dict.fromkeys(BETS, "+$10,000"), "progressive": "+$2,496.50"},
        BEN: {**dict.fromkeys(BETS, f"{MINUS}$15"), "progressive": "+$4,995"},
    }
    for seat, results in shown.items():
        for wager, money in results.items():
            expect(ann.find(f"[data-of='seat-{seat}-{wager}'] .result b")).to_have_text(money)
    expect(ann.find(f"[data-of='seat-{BEN}-progressive'] .result")).to_contain_text("Envy Bonus")
    over.release()
    for each in (ann, ben):
        each.wait_round_over(number)
    return number


def test_every_total_of_real_chips(visit: Visit, server: Served) -> None:
    players = {}
    for name, cents in (("Ann", 80_000), ("Ben", 30_000)):
        players[name] = server.staff(name, "player")
        server.manager.ask("POST", f"/api/v1/patrons/{name}/buy-in", {"id": f"{name} buys", "cents": cents})
    ann, ben = visit(), visit()
    wire = Wire(ann.context)
    comes(ann, players["Ann"], ANN)
    comes(ben, players["Ben"], BEN)
    left(ann, "$800")
    left(ben, "$300")
    meter(ann, "$2,500.00")

    puts(ann, 10, progressive=False)
    puts(ben, 5, progressive=True)
    left(ann, "$770")
    left(ben, "$280")
    first = play({ann: ("withdraw",), ben: ("withdraw",)})
    result(ann, first, "+$10,000")
    result(ben, first, "+$4,990")
    left(ann, "$10,800")
    left(ben, "$5,290")
    for each in (ann, ben):
        meter(each, "$2,500.50")

    puts(ann, 10, progressive=True)
    puts(ben, 15, progressive=True)
    left(ann, "$10,765")
    left(ben, "$5,240")
    second = settled(ann, ben, wire)
    result(ann, second, "+$32,496.50")
    result(ben, second, "+$4,950")
    left(ann, "$43,296.50")
    left(ben, "$10,240")
    for each in (ann, ben):
        meter(each, "$1,500.00")

    round_page(ann, first, ["$800", "$10,800"], FIRST)
    round_page(ben, second, ["$5,290", "$10,240"], SECOND)
    sheet = ben.find(".payments")
    expect(sheet.locator("tr.meter")).to_contain_text("$2,501.50")
    expect(sheet.locator("tr", has_text=f"envy bonus for position {ANN}").locator("td").nth(3)).to_have_text("+$5,000")
    history(ann, [["$35", "$32,531.50", "+$32,496.50"], ["$30", "$10,030", "+$10,000"]], "2 rounds shown: +$42,496.50")
    history(ben, [["$50", "$5,000", "+$4,950"], ["$20", "$5,010", "+$4,990"]], "2 rounds shown: +$9,940")
    staff_pages(visit().known(server.manager.token))


def staff_pages(boss: Visitor) -> None:
    """What the house says of the patrons, of the rounds and of the meter, whose log has an entry for each change."""
    boss.open("/accounts")
    for name, money in (("Ann", "$43,296.50"), ("Ben", "$10,240")):
        cells = boss.find("table.people tbody tr", has_text=name).locator("td.number")
        expect(cells).to_have_text([money, "$0"])
    boss.open(f"/audit?table={TABLE}&at_least=1")
    rounds = boss.find(".panel:has(form[data-act=find]) .paged tbody tr")
    expect(rounds).to_have_count(2)
    expect(rounds.nth(0)).to_contain_text(re.compile(r"\$85\s*\$37,531\.50"))
    expect(rounds.nth(1)).to_contain_text(re.compile(r"\$50\s*\$15,040"))
    boss.find("form[data-act=meter] button").click()
    log = boss.find(".panel:has(form[data-act=meter]) .paged tbody tr")
    expect(log).to_contain_text(
        [
            re.compile(rf"{what}.*{re.escape(amount)}\s*{re.escape(reads)}", re.DOTALL)
            for what, amount, reads in (
                ("hit", "$2,501.50", "$1,500.00"),
                ("contribution", "$1.00", "$2,501.50"),
                ("contribution", "$0.50", "$2,500.50"),
                ("opened", "$2,500.00", "$2,500.00"),
            )
        ]
    )
    boss.open("/staff")
    unfold(boss, "Reserves of the meters")
    expect(boss.find("details.folded[open] tbody tr", has_text="Progressive").locator("td")).to_have_text(
        ["$1,500", "$0"]
    )
