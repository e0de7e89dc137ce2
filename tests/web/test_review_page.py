"""The page of players' decisions: an auditor asks for a player, an alarm stands out, the floor has no such page."""

from typing import Any

from playwright.sync_api import ViewportSize, expect

from house.server_support import Served
from web.conftest import Visit
from web.test_pages import COLOURS, serious
from web.visitor import PHONE


def test_an_auditor_reviews_a_player(visit: Visit, server: Served) -> None:
    aud = visit().known(server.staff("Aud", "auditor").token)
    asked: list[str] = []

    def answer(route: Any) -> None:
        asked.append(route.request.url)
        route.fulfill(json=told())

    aud.page.route("**/api/v1/audit/review*", answer)
    aud.open("/review")
    aud.find("input[name=patron]").fill("Ann & Co")
    aud.page.keyboard.press("Enter")
    card = aud.find("[data-player='Ann']")
    expect(card).to_contain_text("250 hands, 260 decisions, 1 mistake.")
    expect(card.locator("td.bad")).to_have_text("alarm at hand 37")
    expect(card.locator("tbody tr").first).to_contain_text("dealer:1")
    expect(card).to_contain_text("Not valued for flop:1: it takes too long.")
    expect(card).to_contain_text("at most 0.001 for each kind, 0.002 for all")
    assert asked[0].endswith("/api/v1/audit/review?patron=Ann%20%26%20Co")
    card.locator("summary").click()
    expect(card.locator("details a")).to_have_attribute("href", "/rounds/4/12")
    sizes: tuple[ViewportSize, ...] = ({"width": 1280, "height": 900}, PHONE)
    for size in sizes:
        aud.page.set_viewport_size(size)
        assert aud.wide() <= 0 and aud.raw() == [] and serious(aud) == []
    aud.page.emulate_media(color_scheme="light")
    assert serious(aud, *COLOURS) == [] and aud.faults == []


def test_the_floor_is_asked_for_another_account(visit: Visit, server: Served) -> None:
    flo = visit().known(server.staff("Fay", "floorperson").token)
    flo.open("/review")
    expect(flo.find(".note")).to_contain_text("Sign in with an account that may.")
    expect(flo.find("nav a[href='/review']")).to_have_count(0)


def told() -> dict[str, Any]:
    kind = {
        "decisions": 260, "unknown": 0, "cost": 0.09, "could_win": 0.035, "highest": 9.0, "hands_needed": 38.6,
        "skill": 128.0,
    }  # fmt: skip
    kinds = [
        {**kind, "kind": "dealer:2", "evidence": -2.0, "alarm": None},
        {**kind, "kind": "dealer:1", "evidence": 9.0, "alarm": 37},
    ]
    costly = {
        "table": 4, "round": 12, "seat": 1, "step": "decide", "choice": "fold", "best": "play", "cost": 0.6,
        "cents": 300.0, "own": ["Kd", "8h", "7s"], "board": [],
    }  # fmt: skip
    player = {
        "player": "Ann", "game": "a-game", "paytable": "A", "edge": -0.08, "exact": None, "standard_error": 0.003,
        "sd": 1.6, "element_of_risk": 0.02, "hands": 250, "decisions": 260, "mistakes": 1, "cost": "12/1",
        "cost_a_hand": 0.05, "cents": 6400.0, "skill": 2.0, "temper": 1.0, "costliest": [costly], "kinds": kinds,
        "not_valued": {"flop:1": "it takes too long"}, "false_alarm": 0.001,
    }  # fmt: skip
    return {
        "game": "a-game", "patron": "Ann", "edge": -0.08, "exact": None, "standard_error": 0.003, "sd": 1.6,
        "element_of_risk": 0.02, "players": [player], "skipped": 1, "refused": {}, "archived": 0,
    }  # fmt: skip
