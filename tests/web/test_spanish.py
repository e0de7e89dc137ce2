"""The pages in Spanish: chosen by the browser or in the menu, from the lobby through a round, without a word of English
where a text of ours stands; and English figures inside English sentences for whoever reads no language of ours."""

import re

from playwright.sync_api import expect

from house.server_support import GAMES
from web.conftest import Visit
from web.playing import BOLD, play
from web.test_pages import serious

ENGLISH = re.compile(r"\b(the|your|you|is|are|round|wagers?|seats?|dealer|cards?|chips|over)\b", re.IGNORECASE)
"""Words that no Spanish sentence has."""


def test_a_round_in_spanish(visit: Visit) -> None:
    ann = visit(locale="es-MX")
    ann.open("/")
    expect(ann.find("#welcome h1")).to_have_text("Tome asiento.")
    expect(ann.find("#welcome .great")).to_have_text("Sentarse y jugar")
    expect(ann.find("html")).to_have_attribute("lang", "es")
    assert serious(ann) == [] and ann.raw() == []
    ann.sit_from_lobby(GAMES["ultimate-texas-holdem"])
    ann.bet("ante")
    expect(ann.find("button[data-act='deal']")).to_have_text("Repartir")
    number = play({ann: BOLD})
    expect(ann.find(".ledger")).to_contain_text("Despejar la mesa")
    said = [each.get("said", "") for message in ann.heard for each in message.get("told", ())]
    assert f"La ronda {number} ha terminado; se despeja la mesa" in said
    assert [each for each in said if ENGLISH.search(each)] == []
    assert ann.raw() == []


def test_no_plate_of_a_free_seat_is_cut(visit: Visit) -> None:
    ann = visit(locale="es-ES", viewport={"width": 1280, "height": 800})
    ann.open(f"/tables/{GAMES['let-it-ride']}")
    ann.furnished()
    plates = ann.find(".plate-name.sit b")
    expect(plates).to_have_text(["Tomar"] * 7)
    assert plates.evaluate_all("(all) => all.every((each) => each.scrollWidth <= each.clientWidth)")


def test_the_menu_changes_the_language_and_keeps_it(visit: Visit) -> None:
    ann = visit()
    ann.open("/")
    expect(ann.find("#welcome h1")).to_have_text("Take a seat.")
    ann.page.get_by_role("button", name="Menu and settings").click()
    menu = ann.page.get_by_role("combobox", name="Language")
    expect(menu).to_have_value("auto")
    menu.select_option(label="Español")
    expect(ann.find("#welcome h1")).to_have_text("Tome asiento.")
    ann.open("/sign-in")
    expect(ann.find("#page h1")).to_have_text("Entrar")
    ann.page.get_by_role("button", name="Menú y ajustes").click()
    ann.page.get_by_role("combobox", name="Idioma").select_option(label="English")
    expect(ann.find("#page h1")).to_have_text("Sign in")
    expect(ann.find("html")).to_have_attribute("lang", "en")


def test_a_language_that_is_not_ours_gets_english_figures(visit: Visit) -> None:
    ann = visit(locale="de-DE")
    ann.open("/")
    expect(ann.find(".table-card").first).to_contain_text(re.compile(r"\$\d+ to \$\d"))
    assert "es.js" not in " ".join(request.url for request in ann.requests), "only English came"
