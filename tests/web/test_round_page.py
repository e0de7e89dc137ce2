"""The page of a round: what a spectator may see while it is played and nothing more, how it goes on by itself, every
line of what was paid, one's own chips before and after; and the list of one's own rounds, page by page."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from house.server_support import GAMES, Served, bot, served
from web.conftest import Visit
from web.playing import BOLD, GOOD_AND_BAD, MEEK, choose, decks, play, sit_two, turn
from web.stacked import stacked
from web.test_pages import serious

LIR = GAMES["let-it-ride"]
MINUS = "\u2212"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with stacked(decks()), served(tmp_path_factory.mktemp("rounds")) as made:
        yield made


def test_a_round_while_it_is_played(visit: Visit) -> None:
    """A stranger sees backs, no face reaches him, and when the table is cleared the page is complete by itself."""
    ann, ben, eve = visit(), visit(), visit()
    sit_two("let-it-ride", ann, ben)
    for visitor in (ann, ben):
        visitor.bet("bet_1")
    number = ann.view["round"]
    answers: list[str] = []
    eve.page.on("response", lambda r: answers.append(r.text()) if r.url.endswith(f"/rounds/{number}") else None)
    eve.open(f"/rounds/{LIR}/{number}")
    expect(eve.find(".round-head .badge")).to_have_text("being played")
    steps = eve.find(".steps li")
    before = steps.count()
    for visitor in (ann, ben):
        visitor.deal()
    turn([ann, ben], number)
    expect(steps).not_to_have_count(before)
    expect(eve.find(".felt-seat .felt-card").first).to_be_visible()
    secret = {card for hand in GOOD_AND_BAD["let-it-ride"].values() for card in hand}
    assert answers and not [card for card in secret for text in answers if f'"{card}"' in text]
    eve.until("""() => {
      const count = (name) => document.querySelectorAll(`.felt .${name}`).length;
      const [all, backs] = [count("card-paper"), count("card-back")];
      return all > 0 && all === backs;
    }""")  # every card lies face down
    assert eve.raw() == [] and serious(eve) == []
    assert eve.find(".round-paid").count() == 0 and eve.find(".switch:visible").count() == 0
    eve.page.keyboard.press("Home")
    expect(eve.find(".replay-slider")).to_have_value("1")
    while (asked := turn([ann, ben], number)) is not None:
        choose(asked, MEEK)
    eve.find(".round-paid").wait_for()
    expect(eve.find(".round-head .badge")).to_have_count(0)
    expect(eve.find(".replay-slider")).to_have_value("1")
    assert eve.page.url.endswith("#1"), "whoever looks at an earlier step stays there"
    assert eve.raw() == [] and serious(eve) == []
    text = eve.text()
    assert ann.view["seats"][ann.seat - 1]["player"] not in text, "nobody's name is told to a stranger"


def test_every_line_of_what_was_paid(visit: Visit) -> None:
    """A royal flush on the progressive: the meter's hit, the other's envy bonus, odds and clauses, own chips."""
    ann, ben = visit(), visit()
    sit_two("let-it-ride", ann, ben)
    good, bad = (ann, ben) if ann.seat == 4 else (ben, ann)
    for visitor in (ann, ben):
        visitor.bet("bet_1", "progressive")
    balance = good.heard[-1].get("balance") or next(m["balance"] for m in reversed(good.heard) if m.get("balance"))
    staked = sum(good.staked().values())
    number = play({good: BOLD, bad: MEEK})
    (paid,) = good.told("MeterPaid")
    (envy,) = bad.told("EnvyPaid")
    good.open(f"/rounds/{LIR}/{number}")
    sheet = good.find(".payments")
    expect(sheet).to_contain_text("1,000 to 1 (royal flush)")
    expect(sheet.locator("tr.meter")).to_contain_text("The Progressive meter pays")
    expect(sheet.locator("tr.meter")).to_contain_text(f"${paid['cents'] / 100:,.2f}".removesuffix(".00"))
    row = sheet.locator("tr", has_text="Envy Bonus for position 4")
    expect(row.locator("td").nth(3)).to_have_text(f"+${envy['cents'] / 100:,.2f}".removesuffix(".00"))
    assert row.locator(".why-button").inner_text() == envy["clause"]
    clauses = sheet.locator("tbody tr:not(:has(.why-button))")
    assert clauses.count() == 0, "every line has its clause"
    (chips,) = good.context.request.get(f"/api/v1/tables/{LIR}/rounds/{number}").json()["chips"]
    assert chips["before"] == balance + staked, "before the first wager"
    shown = good.find(".round-chips dd").all_inner_texts()
    cents = [round(float(re.sub(r"[$,]", "", text)) * 100) for text in shown]
    assert cents == [chips["before"], chips["after"]]
    assert good.raw() == [] and serious(good) == []
    bad.open(f"/rounds/{LIR}/{number}#1")
    bad.find(".payments").wait_for()
    expect(bad.page.get_by_label("All cards face up")).not_to_be_checked()
    bad.find(".step-words", has_text="lets").first.click()
    assert bad.find(".felt-seat.mine .card-back").count() == 0, "one's own cards are seen at every step"
    assert bad.find(".felt-seat:not(.mine) .card-back").count() == 3, "those of others as they lay"
    bad.page.get_by_label("All cards face up").check()
    expect(bad.find(".felt-seat .card-back")).to_have_count(0)
    bad.find(".step-words").last.click()
    expect(bad.find(".felt-seat.mine .result", has_text="Envy Bonus")).to_contain_text(
        f"+${envy['cents'] / 100:,.2f}".removesuffix(".00")
    )


def test_what_one_had_is_nobody_elses_to_know(server: Served) -> None:
    """Before and after differ by what the round brought; strangers, other players and staff are told nothing of it."""
    player, other = server.guest("Olga"), server.guest("Otto")
    (net,) = bot.play(player, "dragon-poker", 1, say=False)
    number = player.ask("GET", "/api/v1/me/rounds")["rounds"][0]["round"]
    path = f"/api/v1/tables/{GAMES['dragon-poker']}/rounds/{number}"
    (chips,) = player.ask("GET", path)["chips"]
    assert chips == {"player": "Olga", "before": 100_000, "after": 100_000 + net}
    for somebody in (other, server.manager):
        assert somebody.ask("GET", path)["chips"] == []
    assert server.http.get(path).json()["chips"] == []


def test_ones_own_rounds_page_by_page(visit: Visit, server: Served) -> None:
    """Fifty at a time; the older ones on demand, none twice; the sum is that of what is shown."""
    player = server.guest("Hilda")
    results = bot.play(player, "top-five-poker", 53, say=False)
    visitor = visit().known(player.token)
    visitor.open("/history")
    links = visitor.find("table.rounds td a")
    expect(links).to_have_count(50)
    older = visitor.find("button", has_text="Older rounds")
    older.focus()
    visitor.page.keyboard.press("Enter")
    expect(links).to_have_count(53)
    expect(older).to_be_hidden()
    addresses = visitor.page.eval_on_selector_all("table.rounds td a", "(all) => all.map((a) => a.href)")
    assert len(set(addresses)) == 53
    total = sum(results) / 100
    wanted = f"{'+' if total > 0 else MINUS if total < 0 else ''}${abs(total):,.2f}".removesuffix(".00")
    expect(visitor.find("#page > p.muted[aria-live]")).to_contain_text(f"53 rounds shown: {wanted}")
    assert serious(visitor) == []


def test_what_was_paid_can_be_read_on_a_small_phone(visit: Visit, server: Served) -> None:
    """Every cell with its title, none of them beside the screen."""
    player = server.guest()
    bot.play(player, "dragon-poker", 1, say=False)
    rounds = server.http.get(f"/api/v1/tables/{GAMES['dragon-poker']}/rounds?limit=2").json()["rounds"]
    newest = next(each["round"] for each in rounds if each["cleared_at"] is not None)
    visitor = visit(viewport={"width": 360, "height": 740}).known(player.token)
    visitor.open(f"/rounds/{GAMES['dragon-poker']}/{newest}")
    cells = visitor.find(".payments td:visible")
    cells.first.wait_for()
    boxes = [cells.nth(n).bounding_box() for n in range(cells.count())]
    assert boxes and all(box and box["x"] >= 0 and box["x"] + box["width"] <= 360 for box in boxes)
    titles = visitor.page.eval_on_selector_all(
        ".payments tbody tr:first-child td", "(all) => all.map((e) => e.dataset.title)"
    )
    assert titles == ["Player", "Wager", "Stake", "Paid", "Result", "Clause"]
    inside = "document.querySelector('.payments').parentElement"
    assert visitor.page.evaluate(f"{inside}.scrollWidth - {inside}.clientWidth") == 0 and visitor.wide() == 0


def test_the_marks_of_a_round_are_words_apart(visit: Visit, server: Served) -> None:
    """As they are read aloud."""
    dora = server.staff("Dora", "dealer")
    with server.guest().sit(LIR, 6) as table:
        number = table.view.round
        table.bet(bet_1=5, bet_2=5, bet_3=5)
        table.ready()
        table.wait(lambda t: any(offer.do == "Decide" for offer in t.offers))
        report = {"id": "exposed", "do": {"do": "Report", "kind": "community_card_exposed"}}
        dora.ask("POST", f"/api/v1/tables/{LIR}/acts", report)
        table.wait(lambda t: t.view.round > number and t.view.step == "bets")
        table.leave()
    visitor = visit()
    visitor.open(f"/rounds/{LIR}/{number}")
    assert "void one irregularity" in (visitor.find(".round-head p").text_content() or "")


def test_a_round_that_does_not_exist(visit: Visit) -> None:
    visitor = visit()
    visitor.open(f"/rounds/{LIR}/999999")
    expect(visitor.find("h1")).to_have_text("There is no such round.")
    assert visitor.raw() == []
