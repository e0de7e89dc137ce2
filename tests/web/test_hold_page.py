"""The page of what wagers brought: floor and auditor see it, an alarm stands out, a stranger is asked to sign in."""

from typing import Any

from playwright.sync_api import ViewportSize, expect

from house.server_support import Served, bot
from web.conftest import Visit
from web.test_pages import COLOURS, serious
from web.visitor import PHONE


def test_the_floor_sees_every_wager_beside_what_it_was_to_bring(visit: Visit, server: Served) -> None:
    bot.play(server.guest("Ann"), "three-card-poker", 1, say=False)
    flo = visit().known(server.staff("Flo", "floorperson").token)
    flo.open("/hold")
    row = flo.find(".hold tr[data-wager='main']").first
    expect(row).to_be_visible(timeout=120_000)
    expect(flo.find(".verdict")).to_have_text("No alarm")
    expect(flo.find("#page")).to_contain_text("comes by chance in at most 0.001 of all rows")
    expect(flo.find("nav [aria-current=page]")).to_have_text("Hold")
    sizes: tuple[ViewportSize, ...] = ({"width": 1280, "height": 900}, PHONE)
    for size in sizes:
        flo.page.set_viewport_size(size)
        assert flo.wide() <= 0 and flo.raw() == [] and serious(flo) == []
    flo.page.emulate_media(color_scheme="light")
    assert serious(flo, *COLOURS) == []
    flo.find(".hold summary").first.click()
    expect(flo.find(".hold details table").first).to_contain_text("By money alone")
    assert flo.faults == []


def test_an_alarm_leads_to_its_round(visit: Visit, server: Served) -> None:
    aud = visit().known(server.staff("Aud", "auditor").token)
    aud.page.route("**/api/v1/audit/hold*", lambda route: route.fulfill(json=told()))
    aud.open("/hold")
    expect(aud.find(".verdict.bad")).to_have_text("One alarm")
    expect(aud.find(".hold .note.bad")).to_contain_text("Side Alarm in round 7, after 5 rounds: too much.")
    expect(aud.find(".hold td a.bad")).to_have_attribute("href", "/rounds/3/7")
    expect(aud.find("#page")).to_contain_text("Left out: one void round and 2 hands.")
    aud.find("button", has_text="Look again").click()
    expect(aud.find(".verdict.bad")).to_have_text("One alarm")
    stranger = visit().open("/hold")
    expect(stranger.find(".note")).to_contain_text("Sign in with an account that may.")


def test_where_nothing_was_played_nothing_is_called_in_order(visit: Visit, server: Served) -> None:
    """And practice chips stand apart from the name of their table."""
    nothing = told()
    nothing["report"] |= {"rows": [], "rounds": 0, "alarms": 0}
    practice = told()
    practice["report"]["rows"][0]["practice"] = True
    answers = [nothing, practice]
    aud = visit().known(server.staff("Ada", "auditor").token)
    aud.page.route("**/api/v1/audit/hold*", lambda route: route.fulfill(json=answers.pop(0)))
    aud.open("/hold")
    expect(aud.find("#page .note")).to_have_text(
        "Nothing has been looked at: no round that can be counted has been played."
    )
    expect(aud.find(".verdict")).to_have_count(0)
    aud.find("button", has_text="Look again").click()
    expect(aud.find(".hold h2")).to_have_text("T3 practice chips")


def told() -> dict[str, Any]:
    bands = [{"level": level, "low": -1000, "high": 2000} for level in (0.95, 0.99, 0.999)]
    result = {
        "rounds": 5, "hands": 5, "staked": 2500, "at_risk": 2500, "win": -3000, "expected": 57.5, "edge": 0.023,
        "actual_edge": -1.2, "standard_deviation": 900.0, "bands": bands, "chance": 0.01, "widest": False, "rounded": 0,
        "one_sided": False, "evidence": 300.0, "ways": {"more": 0.1}, "searches": [],
        "alarm": {"kind": "payment", "round": 7, "rounds": 5, "why": "too much"},
    }  # fmt: skip
    row = {
        "wager": "side", "title": "Side", "paytable": "A", "players": 0, "without_meters": False, "result": result,
        "chain": 3, "table": "T3", "game": "g", "practice": False,
    }  # fmt: skip
    left = {"void": 1, "irregular": 0, "hands": 2, "cut": 0, "envy": 0, "from_meters": 0}
    report = {
        "rows": [row], "rounds": 5, "alarms": 1, "false_alarm": 0.001, "left_out": left, "refused": [], "archived": 0,
    }  # fmt: skip
    return {"at": 1_700_000_000_000, "working": False, "report": report}
