"""What the pages say where practice tables and tables of real chips stand side by side: a guest is brought to the first
and asked to sign in at the others; who has an account plays with practice chips at the first, and keeps his own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from house.running import terms
from house.server_support import GAMES, Served, bot, served
from pitboss.house.server.submission_text import submission_text
from web.conftest import ONE_BY_ONE, Visit
from web.desk import real_table
from web.test_pages import serious

RIDE = GAMES["let-it-ride"]


@pytest.fixture(scope="module")
def real(server: Served) -> int:
    return real_table(server, "let-it-ride", "Real Ride")


@pytest.fixture(scope="module")
def only_real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house without practice tables."""
    folder: Path = tmp_path_factory.mktemp("real")
    file = folder / "real.toml"
    file.write_text(submission_text(terms("let-it-ride", table="Real Ride")), encoding="utf-8")
    with served(folder / "house", pace=ONE_BY_ONE, submissions=(file,)) as made:
        yield made


def test_a_stranger_is_brought_to_a_practice_table_and_watches_the_other(visit: Visit, real: int) -> None:
    ann = visit()
    ann.open("/")
    card = ann.find(f"article:has(#table-{real})")
    expect(card.locator(".table-ways")).to_have_text("Sign in to playWatch")
    expect(card.locator(".table-ways a").first).to_have_attribute("href", "/sign-in")
    expect(card.locator(".badge")).to_have_count(0)
    expect(ann.find(f"article:has(#table-{RIDE}) .table-ways button.primary")).to_be_visible()
    expect(ann.find("#welcome")).to_contain_text("Practice chips, no account, nothing to read.")
    assert serious(ann) == []
    card.locator(".table-ways a", has_text="Watch").click()
    ann.page.wait_for_url(f"**/tables/{real}")
    ann.furnished()
    ann.find(".plate-name.sit").first.click()
    ann.page.wait_for_url("**/sign-in")
    assert ann.context.cookies() == [], "nobody was made a guest for nothing"
    ann.open("/")
    ann.find("#welcome .great").click()
    ann.page.wait_for_url("**/tables/*")
    assert not ann.page.url.endswith(f"/{real}")


def test_a_guest_who_wants_a_seat_there_is_told_why_not(visit: Visit, real: int) -> None:
    ann = visit()
    ann.sit_from_lobby(RIDE)
    ann.open(f"/tables/{real}")
    ann.furnished()
    expect(ann.find(".plate-name.sit")).to_have_count(0)
    ann.find("[data-act=sit]").click()
    expect(ann.find("#page")).to_contain_text("A guest has practice chips, and this is not a practice table")


def test_an_account_takes_practice_chips_at_a_practice_table(visit: Visit, server: Served, real: int) -> None:
    player = server.staff("Nora", "player")
    ann = visit().known(player.token)
    ann.sit_from_lobby(RIDE)
    ann.find("[data-act=chips]").click()
    expect(ann.find(".top-balance b")).to_have_text("$500")
    ann.bet("bet_1")
    found = player.me()
    assert found.balance == 0 < found.practice < 50_000


def test_an_account_with_chips_is_brought_where_they_count(visit: Visit, server: Served, real: int) -> None:
    ann = visit().known(server.staff("Nils", "player").token)
    server.manager.ask("POST", "/api/v1/patrons/Nils/buy-in", {"id": "nils", "cents": 20_000})
    ann.open("/")
    expect(ann.find(".top-balance b")).to_have_text("$200")
    expect(ann.find("#welcome small")).to_contain_text("at Real Ride")


def test_a_house_without_practice_tables_asks_for_an_account(visit: Visit, only_real: Served) -> None:
    ann = visit(only_real.url)
    ann.open("/")
    expect(ann.find("#welcome")).to_contain_text("The tables here are for real chips: to play takes an account.")
    expect(ann.find("#welcome a.great")).to_have_text("Sign in")
    nell = visit(only_real.url).known(only_real.staff("Nell", "player").token)
    nell.open("/")
    expect(nell.find("#welcome")).to_contain_text("You have no chips. Buy in at the cage; then take a seat.")
    expect(nell.find("#welcome .great")).to_have_count(0)
    only_real.manager.ask("POST", "/api/v1/patrons/Nell/buy-in", {"id": "nell", "cents": 20_000})
    expect(nell.find("#welcome button.great")).to_have_text("Sit down and play")


def test_sums_and_lists_tell_practice_chips_apart(visit: Visit, server: Served, real: int) -> None:
    player = server.staff("Olof", "player")
    server.manager.ask("POST", "/api/v1/patrons/Olof/buy-in", {"id": "olof", "cents": 50_000})
    player.chips(50_000)
    (practice,) = bot.play(player, "let-it-ride", 1, say=False)
    with player.sit(real) as table:
        brought = bot.one_round(table)
        table.wait(lambda t: t.view.step == "bets")
        table.leave()
    ann = visit().known(player.token)
    ann.open("/history")
    expect(ann.find("table.rounds tbody tr:not(.day)")).to_have_count(2)
    expect(ann.find("table.rounds tbody .badge")).to_have_text(["practice"])
    sums = [f"{'+' if net > 0 else '−' if net < 0 else ''}" for net in (brought, practice)]
    text = ann.find("#page > p[aria-live]").inner_text()
    assert text.startswith("2 rounds shown: ") and text.endswith(" in practice chips")
    assert all(sign in text for sign in sums)
    boss = visit().known(server.manager.token)
    boss.open("/accounts")
    cells = boss.find("table.people tbody tr", has_text="Olof").locator("td.number")
    told = [f"${cents / 100:,.2f}".removesuffix(".00") for cents in (50_000 + brought, 50_000 + practice)]
    expect(cells).to_have_text(told)
    boss.open("/audit")
    form = boss.find("form[data-act=find]")
    form.locator("[name=patron]").fill("Olof")
    form.locator("button.primary").click()
    expect(boss.find(".scroll tbody .badge", has_text="practice")).to_have_count(1)
    assert ann.raw() == [] and boss.raw() == []
