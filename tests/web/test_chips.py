"""No chip lies where nobody laid it: an amount that an area does not take is refused in a sentence and changes nothing,
however it was given; and what was refused is no step that could be taken back."""

from playwright.sync_api import expect

from house.server_support import GAMES, PASSWORD, Served
from web import playing
from web.conftest import Visit
from web.desk import real_table
from web.playing import choose, refusal, turn
from web.visitor import PHONE, Visitor

HOLDEM, RIDE = GAMES["ultimate-texas-holdem"], GAMES["let-it-ride"]


def stakes(visitor: Visitor, **wanted: int) -> None:
    """Exactly this lies there, and more may be placed."""
    playing.stakes(visitor, **wanted)
    visitor.wait_offered("ante")


def chip(visitor: Visitor, cents: int) -> None:
    visitor.find(f"input[name=chip][value='{cents}']").check(force=True)


def placed(visitor: Visitor) -> list[tuple[str, int]]:
    """Every wager that the house was asked for and took."""
    refused = {m.get("id") for m in visitor.heard if m["type"] == "refused"}
    acts = [m for m in visitor.sent if m.get("do", {}).get("do") == "PlaceWager" and m["id"] not in refused]
    return [(m["do"]["wager"], m["do"]["cents"]) for m in acts]


def wrote(visitor: Visitor, text: str) -> None:
    """In the box for other amounts, which has been read."""
    box = visitor.find(".chip-other")
    box.focus()
    visitor.find("#other-said").wait_for()
    box.fill(text)


WRONG = {
    "1000": "$1,000 fits no area of this table.",
    "500.01": "$500.01 fits no area of this table.",
    "3": "$3 is not possible here: whole steps of $5 from $5 to $500.",
    **{
        text: f"“{text}” is not an amount. Type one such as $25."
        for text in ("99999999999999999999", "5,00", "abc", "-5", "1e3", "0")
    },
}
"""What is written, and why it is not laid."""


def test_what_was_written_is_laid_or_refused(visit: Visit) -> None:
    """Never another amount, also after one that was good."""
    ann = visit()
    ann.take_seat(HOLDEM)
    for text, why in WRONG.items():
        wrote(ann, "25")
        wrote(ann, text)
        ann.spot("ante").click()
        expect(refusal(ann, "ante").locator("span")).to_have_text(why)
        ann.wait_offered("ante")
        assert (ann.staked(), placed(ann)) == ({}, []), text
        expect(ann.find("[data-act='undo']")).to_be_disabled()
        wrote(ann, "1,0")  # and by the right button or a key nothing is taken off by it
        ann.spot("ante").press("-")
        expect(refusal(ann, "ante").locator("span")).to_have_text("“1,0” is not an amount. Type one such as $25.")


def test_the_last_thing_chosen_is_laid(visit: Visit) -> None:
    """A chip empties the box; an empty box gives the last chip back."""
    ann = visit()
    ann.take_seat(HOLDEM)
    box = ann.find(".chip-other")
    wrote(ann, "35")
    expect(ann.find("input[name=chip]:checked")).to_have_count(0)
    chip(ann, 2500)
    expect(box).to_have_value("")
    expect(box).to_have_attribute("aria-invalid", "false")
    ann.bet("ante")
    stakes(ann, ante=2500, blind=2500)
    wrote(ann, "x")
    wrote(ann, "")
    expect(ann.find("input[name=chip][value='2500']")).to_be_checked()
    ann.spot("ante").click()
    stakes(ann, ante=5000, blind=5000)
    assert placed(ann) == [("ante", 2500), ("blind", 2500), ("ante", 5000), ("blind", 5000)]


def test_a_chip_that_does_not_fit_is_not_made_to_fit(visit: Visit) -> None:
    """Too little, too much, and twice too much: each is said at the area, nothing changes, and one step back is one."""
    ann = visit()
    ann.take_seat(HOLDEM)
    undo, double = ann.find("[data-act='undo']"), ann.find("[data-act='double']")
    chip(ann, 100)
    ann.spot("ante").click()
    expect(refusal(ann, "ante")).to_contain_text("$1 is not possible here: whole steps of $5 from $5 to $500.")
    assert ann.staked() == {}
    expect(undo).to_be_disabled()
    chip(ann, 2500)
    ann.bet("ante")
    stakes(ann, ante=2500, blind=2500)
    expect(refusal(ann, "ante")).to_have_count(0)
    chip(ann, 50_000)
    for _ in range(3):
        ann.spot("ante").click()
        expect(refusal(ann, "ante")).to_contain_text("$525 is not possible here")
        ann.wait_offered("ante")
    chip(ann, 10_000)
    for cents in (12_500, 22_500, 32_500):
        ann.spot("ante").click()
        stakes(ann, ante=cents, blind=cents)
    double.click()
    expect(refusal(ann, "ante")).to_contain_text("$650 is not possible here: whole steps of $5 from $5 to $500.")
    ann.wait_offered("ante")
    assert ann.staked() == {"ante": 32_500, "blind": 32_500}
    undo.click()
    stakes(ann, ante=22_500, blind=22_500)
    expect(refusal(ann, "ante")).to_have_count(0)
    for cents in (12_500, 2500):
        undo.click()
        stakes(ann, ante=cents, blind=cents)
    undo.click()
    stakes(ann)
    expect(undo).to_be_disabled()


def test_all_is_doubled_or_nothing(visit: Visit) -> None:
    ann = visit()
    ann.take_seat(HOLDEM)
    ann.bet("ante")
    chip(ann, 10_000)
    ann.bet("trips")
    stakes(ann, ante=500, blind=500, trips=10_000)
    ann.find("[data-act='double']").click()
    expect(refusal(ann, "trips")).to_contain_text("$200 is not possible here: whole steps of $1 from $1 to $100.")
    assert ann.staked() == {"ante": 500, "blind": 500, "trips": 10_000}


def test_what_has_one_amount_is_laid_by_any_chip(visit: Visit) -> None:
    """And taken off by the same; doubled, it stays. What is written for it must be it."""
    ann = visit()
    ann.take_seat(RIDE)
    ann.bet("bet_1", "progressive")
    bets = dict.fromkeys(("bet_1", "bet_2", "bet_3"), 500)
    assert ann.staked() == {**bets, "progressive": 100}
    ann.find("[data-act='double']").click()
    expect(ann.find(".spot-refusal:not([hidden])")).to_have_count(0)
    doubled = dict.fromkeys(bets, 1000)
    ann.wait_heard(lambda m: m["type"] == "change" and ann.staked(m) == {**doubled, "progressive": 100})
    ann.wait_offered("progressive")
    ann.spot("progressive").click()
    ann.wait_heard(lambda m: m["type"] == "change" and ann.staked(m) == doubled)
    wrote(ann, "5")
    ann.spot("progressive").click()
    expect(refusal(ann, "progressive")).to_contain_text("$5 is not possible here: $1, no more and no less.")
    assert ann.staked() == doubled


def test_a_refusal_makes_way(visit: Visit) -> None:
    """On a phone it hides areas, which can be pressed all the same; nothing is painted over it; and the next wish takes
    it away, also where that one is refused for the same reason."""
    ann = visit(viewport={"width": 360, "height": 780})
    ann.take_seat(RIDE)
    ann.find(".strip-meters").wait_for()
    ann.spot("five_card_bonus").click()
    said = refusal(ann, "five_card_bonus")
    expect(said).to_be_visible()
    box = said.bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 360
    below = "([x, y]) => document.elementFromPoint(x, y).closest('.spot-refusal') === null"
    assert ann.page.evaluate(below, [box["x"] + box["width"] / 2, box["y"] + 20]), "what it hides is pressed through it"
    expect(ann.find(".map")).to_be_hidden()
    for wager in ("three_card_bonus", "six_card_bonus"):
        ann.spot(wager).click()  # the browser is not told to press what is below something else
        expect(refusal(ann, wager)).to_be_visible()
        expect(ann.find(".spot-refusal:not([hidden])")).to_have_count(1)
    ann.spot("bet_1").click()
    expect(ann.find(".spot-refusal:not([hidden])")).to_have_count(0)
    expect(ann.find(".map")).to_be_visible()


def test_the_sum_comes_when_all_is_settled(visit: Visit) -> None:
    """Not after each of several wagers, as if it were final."""
    ann = visit(motion=True)
    ann.take_seat(HOLDEM)
    ann.page.evaluate("""() => {
      window.sums = [];
      const look = () => {
        const sum = document.querySelector('.info > .net')?.textContent;
        const all = document.querySelectorAll('.result').length;
        const heading = document.querySelector('.step b')?.textContent;
        const now = JSON.stringify([heading, sum ?? '', all]);
        if (now !== window.sums.at(-1)) window.sums.push(now);
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    }""")
    ann.bet("ante", "trips")
    number = ann.view["round"]
    ann.deal()
    while turn([ann], number) is not None:
        choose(ann, ("check", "play_1x"))
    ann.wait_round_over(number)
    seen = [tuple(each) for each in ann.page.evaluate("window.sums.map((each) => JSON.parse(each))")]
    assert "Settling your wagers" in {heading for heading, _, _ in seen}
    sums = [(sum_, results) for _, sum_, results in seen if sum_ and "round" not in sum_]
    assert sums and len({sum_ for sum_, _ in sums}) == 1, "one sum, the last one"
    assert {results for _, results in sums if results} == {4}, "ante, blind, play and trips"


def test_after_a_fold_a_side_wager_is_still_to_come(visit: Visit) -> None:
    ann = visit()
    ann.take_seat(GAMES["dragon-poker"])
    ann.bet("ante", "three_card_bonus")
    ann.page.evaluate("""() => {
      window.sums = [];
      const look = (records) => records.flatMap((each) => [...each.addedNodes]).forEach((each) => {
        if (each.matches?.("b.net")) window.sums.push(each.textContent);
      });
      new MutationObserver(look).observe(document.querySelector(".info"), { childList: true });
    }""")
    number = ann.view["round"]
    ann.deal()
    ann.wait_decision()
    ann.decide("fold")
    ann.wait_round_over(number)
    first, *later = ann.page.evaluate("window.sums")
    assert first == "−$10 so far"
    assert later and not any("so far" in each for each in later)


def test_an_account_without_chips_is_told_to_buy_in(visit: Visit, server: Served) -> None:
    player = server.staff("Nell", "player")
    real = real_table(server, "ultimate-texas-holdem", "Real Hold 'Em")
    ann = visit()
    ann.known(player.token).open("/")
    ann.find(f"article:has(#table-{real}) .table-ways button.primary").click()
    ann.page.wait_for_url(f"**/tables/{real}")
    expect(ann.find(".dock .info")).to_contain_text("Buy in at the cage to play.")
    ann.find(".spot").first.wait_for()
    ann.wait_heard(lambda m: m["type"] in ("hello", "change") and bool(m["view"]["mine"]))
    ann.spot("ante").click()
    expect(refusal(ann, "ante")).to_contain_text("Buy chips at the cage.")
    server.manager.ask("POST", "/api/v1/login", {"handle": "Maria", "password": PASSWORD})
    server.manager.ask("POST", "/api/v1/patrons/Nell/buy-in", {"id": "nell buys", "cents": 10_000})
    ann.open("/")
    expect(ann.find("#welcome")).to_contain_text("Back to your seat")
    expect(ann.find(".top-balance b")).to_have_text("$100")


def test_on_a_phone_chips_leave_the_name_of_their_area(visit: Visit) -> None:
    ann = visit(viewport=PHONE)
    ann.take_seat(HOLDEM)
    ann.find(".strip").wait_for()
    ann.bet("ante")
    place = """([seat]) => {
      const middle = document.querySelector(`#seat-${seat}-ante text`).getBoundingClientRect();
      const chips = document.querySelector('.chip-stack .chip').getBoundingClientRect();
      return chips.top - middle.bottom;
    }"""
    ann.page.wait_for_function("() => document.querySelector('.chip-stack .chip')")
    assert ann.page.evaluate(place, [ann.seat]) > -4
