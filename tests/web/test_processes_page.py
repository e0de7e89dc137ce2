"""The page of the processes: who is there and has what, as it is now; a process is stopped by two presses. On a file it
says that the house is one process."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize, expect

from house.postgres import Postgres
from house.server_support import Served, until
from house.several import two_servers
from web.conftest import Visit
from web.test_pages import COLOURS, serious
from web.visitor import PHONE


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    made = Postgres()
    yield made
    made.close()


@pytest.fixture
def two(postgres: Postgres, tmp_path: Path) -> Iterator[tuple[Served, Served]]:
    with postgres.database("made") as url, two_servers(url, tmp_path) as made:
        yield made


def test_a_house_on_a_file_says_so(visit: Visit, server: Served) -> None:
    boss = visit().known(server.manager.token)
    boss.open("/processes")
    expect(boss.find(".note")).to_contain_text("This house is one process: its store is a file.")
    assert boss.raw() == [] and serious(boss) == []
    stranger = visit().open("/processes")
    expect(stranger.find(".note")).to_contain_text("Sign in with an account that may.")


def test_processes_are_shown_and_one_is_drained_by_two_presses(visit: Visit, two: tuple[Served, Served]) -> None:
    first, second = two
    stops, stays = first.running.house.process, second.running.house.process
    boss = visit(second.url).known(first.manager.token)
    boss.open("/processes")
    card = boss.find(f"[data-process='{stops}']")
    expect(boss.find(".process")).to_have_count(2)
    expect(card).to_contain_text("the desk")
    expect(card.locator(".held tbody tr")).to_have_count(len(first.running.house.tables))
    expect(boss.find(f"[data-process='{stays}'] .held tbody tr").first.locator("td").first).to_have_text("2")
    sizes: tuple[ViewportSize, ...] = ({"width": 1280, "height": 900}, PHONE)
    for size in sizes:
        boss.page.set_viewport_size(size)
        assert boss.wide() <= 0 and boss.raw() == [] and serious(boss) == []
    boss.page.emulate_media(color_scheme="light")
    assert serious(boss, *COLOURS) == []
    button = card.locator("button")
    button.focus()
    boss.page.keyboard.press("Enter")
    expect(button).to_have_text("Press again to stop it")
    boss.page.keyboard.press("Escape")
    expect(button).to_have_text("Drain")
    boss.page.keyboard.press("Enter")
    boss.page.keyboard.press("Enter")
    expect(boss.find(".process")).to_have_count(1, timeout=60_000)
    until(lambda: len(second.running.house.tables) == 7)
    left = boss.find(f"[data-process='{stays}']")
    expect(left.locator(".held tbody tr")).to_have_count(7, timeout=60_000)
    expect(left).to_contain_text("It cannot be drained: no other process is there to take its tables.")
    expect(left.locator("button")).to_be_hidden()


def test_an_auditor_sees_and_does_not_stop(visit: Visit, two: tuple[Served, Served]) -> None:
    first, _ = two
    aud = visit(first.url).known(first.staff("Aud", "auditor").token)
    aud.open("/processes")
    expect(aud.find(".process")).to_have_count(2)
    expect(aud.find(".process button")).to_have_count(0)
    assert aud.faults == []


def test_a_table_that_nobody_has_is_told(visit: Visit, two: tuple[Served, Served]) -> None:
    """As the store says it; the processes look away meanwhile."""
    first, second = two
    boss = visit(second.url).known(first.manager.token)
    told = {
        "several": True, "now": 1_000, "desk": None, "processes": [],
        "tables": [{"process": None, "epoch": 3, "since": 0, "before": "a", "id": 1, "name": "T", "game": "lion",
                    "why": "table 'T' cannot be taken up: the game 'lion' is not known here"}],
    }  # fmt: skip
    boss.page.route("**/api/v1/processes", lambda route: route.fulfill(json=told))
    boss.open("/processes")
    expect(boss.find(".urgent li")).to_have_text("Table 'T' cannot be taken up: the game 'lion' is not known here.")
    expect(boss.find("#page")).to_contain_text("No process is at work.")
