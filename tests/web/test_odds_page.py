"""The odds of a game: the figures are the house's own, charts are told apart by every eye and on paper, and what is
printed is light whatever the reader prefers on the screen."""

import re

from playwright.sync_api import expect

from house.server_support import Served
from web.conftest import Visit
from web.visitor import Visitor

GAME = "dragon-poker"


def opened(visitor: Visitor) -> Visitor:
    visitor.open(f"/odds/{GAME}")
    visitor.find(".printed").wait_for(state="attached", timeout=120_000)  # the last thing: wagers come one by one
    visitor.find(".strategy img").wait_for(timeout=120_000)
    return visitor


def light(visitor: Visitor, selector: str, style: str) -> float:
    """How light a colour is, from black 0 to white 1, as a black-and-white print shows it."""
    text = visitor.find(selector).first.evaluate("(each, style) => getComputedStyle(each)[style]", style)
    red, green, blue = (int(part) / 255 for part in re.findall(r"\d+", text)[:3])
    return float(0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2)


def test_the_figures_are_the_houses(visit: Visit, server: Served) -> None:
    """Every wager by every paytable; the lowest edge of each wager is named, not only coloured."""
    visitor = opened(visit())
    rows = server.http.get(f"/api/v1/odds/{GAME}").json()["rows"]
    shown = visitor.find(".edges tbody tr:not(.edges-wager) .edge b").all_inner_texts()
    assert [round(float(text.rstrip("%")), 2) for text in shown] == [round(100 * row["edge"], 2) for row in rows]
    by_wager: dict[str, list[float]] = {}
    for row in rows:
        by_wager.setdefault(row["wager"], []).append(row["edge"])
    assert visitor.find(".edges .best").count() == sum(len(edges) > 1 for edges in by_wager.values()) > 0
    pandas = visitor.find(".lines tr", has_text="Pair of pandas or better").first
    assert re.search(r"\d", pandas.locator("td").last.inner_text()), "a hand of a later paytable has its chance too"


def test_another_paytable_by_keyboard(visit: Visit) -> None:
    visitor = opened(visit())
    chart = visitor.find("#three_card_bonus .chart")
    expect(chart.locator("figcaption")).to_contain_text("Paytable A.")
    before = chart.locator("svg").inner_html()
    visitor.find("#three_card_bonus .choices input").first.focus()
    visitor.page.keyboard.press("ArrowRight")
    expect(chart.locator("figcaption")).to_contain_text("Paytable B.")
    assert chart.locator("svg").inner_html() != before


def test_on_paper(visit: Visit) -> None:
    """Printed from a dark screen: dark ink, no controls, and losses and wins differ without colour."""
    visitor = visit()
    visitor.context.add_init_script("localStorage.setItem('pitboss', JSON.stringify({ theme: 'dark' }))")
    opened(visitor)
    assert light(visitor, "h1", "color") > 0.6, "light letters on the screen"
    visitor.page.emulate_media(media="print")
    expect(visitor.find("body")).to_have_css("background-color", "rgb(255, 255, 255)")
    visitor.until(
        "() => getComputedStyle(document.querySelector('h1')).color.match(/\\d+/g).every((part) => part < 80)"
    )
    assert light(visitor, "body", "backgroundColor") > 0.95
    for hidden in (".top", ".odds-games", ".choices", ".odds-head button"):
        expect(visitor.find(hidden).first).to_be_hidden()
    expect(visitor.find(".printed")).to_be_visible()
    lost, won = light(visitor, ".bar.lost", "fill"), light(visitor, ".bar.won", "fill")
    assert (max(lost, won) + 0.05) / (min(lost, won) + 0.05) > 3
    assert visitor.wide() <= 0


def test_what_is_wider_than_a_phone_shows_that_it_goes_on(visit: Visit) -> None:
    """A shadow along the edge beyond which there is more: first the right one, at the end the left one."""
    visitor = visit(viewport={"width": 360, "height": 740})
    opened(visitor)
    frame = visitor.find(".strategy .sideways")

    def shades() -> list[str]:
        return [
            str(frame.evaluate("(each, side) => getComputedStyle(each, side).opacity", side))
            for side in ("::before", "::after")
        ]

    visitor.until("() => document.querySelector('.strategy .sideways.after')")
    assert shades() == ["0", "1"]
    frame.locator(".scroll").evaluate("(each) => each.scrollTo(each.scrollWidth, 0)")
    visitor.until("() => document.querySelector('.strategy .sideways:not(.after)')")
    assert shades() == ["1", "0"]
    visitor.page.set_viewport_size({"width": 1280, "height": 800})
    visitor.until("() => !document.querySelector('.strategy .sideways:is(.before, .after)')")
    assert visitor.wide() <= 0


def test_at_which_wager_a_figure_holds(visit: Visit, server: Served) -> None:
    """Where fixed sums are paid the edge depends on the wager: both are named, also at one dollar. And what is paid for
    the hands of others stands there, with whether it is counted."""
    told = server.http.get(f"/api/v1/odds/{GAME}").json()
    assert not any(row["depends"] or row["at"] or row["envy"] for row in told["rows"]), (
        "everything grows with the wager"
    )
    row = next(row for row in told["rows"] if row["wager"] == "dragon")
    row |= {"depends": True, "at": [{"stake": 10_000, "house_edge": "1/4", "edge": 0.25}]}
    row["envy"] = [{"words": "five dragons", "pays": "$300", "clause": "MD-DRAGON 1.A"}]
    line = row["parts"][0]["lines"][0]
    line["pays"] = "100 percent of the Progressive meter"
    visitor = visit()
    visitor.page.route(f"**/api/v1/odds/{GAME}", lambda route: route.fulfill(json=told))
    opened(visitor)
    body = visitor.find(".edges tbody", has=visitor.find("a[href='#dragon']"))
    expect(body.locator(".edge small")).to_have_text("at $1; 25.00% at $100")
    expect(body.locator(".how")).to_contain_text("at a wager of $1")
    others = visitor.find(".edges tbody", has=visitor.find("a[href='#three_card_bonus']"))
    expect(others.locator(".how").first).not_to_contain_text("wager of")
    panel = visitor.find("#dragon")
    expect(panel.locator("tfoot small")).to_have_text("at $1; 25.00% at $100")
    expect(panel).to_contain_text("Some payments are fixed sums")
    expect(panel.locator(".lines").first).to_contain_text("100 percent of the Progressive meter")
    expect(panel.locator(".odds-envy")).to_contain_text("It is not in the figures above")
    expect(panel.locator(".odds-envy tbody tr")).to_contain_text("five dragons")
    expect(panel.locator(".odds-envy td")).to_have_text("$300")
    assert visitor.raw() == []
    visitor.page.unroute_all()
    visitor.open("/odds")
    names = [each["title"] for each in server.http.get("/api/v1/games").json()]
    expect(visitor.find(".odds-games a")).to_have_text(names)


def test_who_writes_figures_otherwise_is_told_how_the_drawing_means_them(visit: Visit) -> None:
    visitor = opened(visit(locale="es-ES"))
    expect(visitor.find(".odds-strategy")).to_contain_text("cifras a la manera inglesa: 2.5% es 2,5\u00a0%.")
    visitor = opened(visit())
    expect(visitor.find(".odds-strategy")).not_to_contain_text("the English way")
