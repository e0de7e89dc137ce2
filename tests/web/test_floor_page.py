"""The floor across tables: a ruling that waits anywhere is heard and decided there; the business at a glance reads what
was worked out by hand."""

from playwright.sync_api import ViewportSize, expect

from house.running import terms
from house.server_support import PASSWORD, Served
from pitboss.house.server.submission_text import submission_text
from web.conftest import Visit
from web.desk import Hands, opened
from web.forms import unfold
from web.test_pages import COLOURS, serious
from web.visitor import PHONE

NAMES = ("label-content-name-mismatch",)
"""What one sees is part of what one hears: voice control depends on it."""
PLAYED = "window.played = 0; const Own = AudioContext; window.AudioContext = class extends Own { createOscillator() {"
PLAYED += " window.played += 1; return super.createOscillator(); } };"
SIZES: tuple[ViewportSize, ...] = (PHONE, {"width": 320, "height": 700}, {"width": 1920, "height": 1080})


def test_a_ruling_is_heard_and_decided_from_the_list(visit: Visit, server: Served) -> None:
    """By keyboard: the list, a sentence for screen readers, a sound and the title of the window say that it waits."""
    table = opened(server, submission_text(terms("dragon-poker", table="Ruled")))
    desk = Hands(server.staff("Dan", "dealer", "floorperson"), table)
    flo = visit().known(server.staff("Flo", "floorperson").token)
    flo.context.add_init_script(PLAYED)
    flo.open("/staff")
    flo.find(".floor-table").first.wait_for()
    sound = flo.find(".staff-top > button")
    expect(sound).to_have_text("Sound when a ruling waits: off")
    sound.focus()
    flo.page.keyboard.press("Enter")
    expect(sound).to_have_text("Sound when a ruling waits: on")
    heard = flo.page.evaluate("window.played")
    desk.seat("Ann", 3)
    desk.to("CloseBets")
    desk.seat("Ann", 3, ante=1000, ante_bonus=1000)
    desk.to("Decide")
    desk.does("CallFloor", about={"do": "Report", "kind": "dealer_card_exposed", "detail": "the first one"})
    waiting = flo.find(".floor-ruling")
    expect(waiting).to_contain_text("What was seen: the first one")
    expect(waiting.locator("h3 a")).to_have_text("Ruled")
    expect(flo.find("[data-says=assertive]")).to_have_text("One ruling waits")
    expect(flo.page).to_have_title("(1) The floor · Pitboss")
    assert flo.page.evaluate("window.played") > heard > 0
    assert flo.raw() == [] and serious(flo) == [] and serious(flo, *NAMES) == []
    waiting.locator("button", has_text="Dismissed").focus()
    flo.page.keyboard.press("Enter")
    expect(flo.find(".floor-news .urgent")).to_be_hidden()
    expect(flo.page).to_have_title("The floor · Pitboss")
    assert desk.work["matters"] == []


def test_the_business_at_a_glance(visit: Visit, server: Served) -> None:
    """$30 lost by Pat and $40 by a walk-in, of $600 that were bought: hold 5 %."""
    flora = server.staff("Flora", "floorperson")
    table = opened(server, submission_text(terms("dragon-poker", table="Glance")))
    desk = Hands(server.staff("Dee", "dealer", "floorperson"), table)
    pat = server.staff("Pat", "player")
    flora.ask("POST", "/api/v1/patrons/Pat/buy-in", {"id": "bought", "cents": 60_000})
    pat.ask("POST", f"/api/v1/tables/{table}/acts", {"id": "sit", "do": {"do": "TakeSeat", "seat": 1, "player": "Pat"}})
    desk.seat("Ann", 3)
    desk.to("CloseBets")
    desk.seat("Ann", 3, ante=2000, ante_bonus=2000)
    for wager in ("ante", "ante_bonus"):
        bet = {"do": "PlaceWager", "seat": 1, "wager": wager, "cents": 1500}
        pat.ask("POST", f"/api/v1/tables/{table}/acts", {"id": wager, "do": bet})
    desk.to("Decide")
    pat.ask("POST", f"/api/v1/tables/{table}/acts", {"id": "fold", "do": {"do": "Decide", "seat": 1, "choice": "fold"}})
    desk.does("Decide", seat=3, choice="fold")
    desk.to("ClearTable")
    desk.perform()
    seen = visit().known(server.house.login("Flora", PASSWORD).token)
    seen.open("/staff")
    unfold(seen, "The business at a glance")
    real = seen.find("[data-kind=real]")
    for figure, said in (("drop", "$600"), ("paid_out", "$0"), ("win", "$70"), ("hold", "5.00%"), ("walk_ins", "$40")):
        expect(real.locator(f"[data-figure={figure}] dd")).to_have_text(said)
    row = seen.find(f".glance-sheet tr[data-table='{table}'] td")
    expect(seen.find(".glance-sheet td", has_text="…")).to_have_count(0, timeout=120_000)
    assert row.all_inner_texts()[:5] == ["1", "1", "2 of 6", "$70", "$70"]
    assert seen.find(".glance-sheet").first.locator("tfoot td").all_inner_texts()[3:5] == ["$70", "$70"]
    assert seen.raw() == [] and serious(seen) == [] and serious(seen, *NAMES) == []
    for size in SIZES:
        seen.page.set_viewport_size(size)
        assert seen.wide() <= 0
    seen.page.emulate_media(color_scheme="light")
    seen.page.wait_for_timeout(700)  # colours fade over
    assert serious(seen, *COLOURS) == []
