"""Payments and names of any length stay in their column and on their sheet, and nothing is printed over something
else: read from the outlines of the letters as they are printed."""

import io
from typing import Any

import pytest
from pypdf import PdfReader

from paper.inks import Ink, Sheet, sheets
from paper.reading import EVERYTHING, every_wager, pages
from pitboss.paper.placard import placard, rack_card
from pitboss.paper.printing import Paper, render
from pitboss.paper.submission import submission
from pitboss.table.rules import Rules
from support import DRAGON, GAMES, LIR, UTH, rules

MARGINS = {"a4": 14.0, "letter": 14.0, "sign": 8.0, "rack": 6.0}
POINT = 72 / 25.4
APART = 4.0
"""Points at least between a hand and what it pays."""
NAMES = {
    "usual": "Progressive",
    "two words": "Major Progressive",
    "three words": "Statewide Mega Progressive",
    "many words": "Super Grand Mega Jackpot of Massachusetts",
    "all the letters there may be": "The Greater Chesapeake Bay and Harbor Waterfront Super Grand Mega Jackpot Meters",
    "one word": "Super" + "grandmega" * 8 + "pot",
}


def holdem(meter: str, **more: Any) -> Rules:
    """Shares of one and three figures, of that meter and of another."""
    lines = [
        {"hand": "royal_flush", "pays": 100, "unit": "meter", "meter": meter},
        {"hand": "straight_flush", "pays": 10, "unit": "meter", "meter": meter},
        {"hand": "four_of_a_kind", "pays": 100, "unit": "meter", "meter": "Minor"},
        {"hand": "full_house", "pays": 250, "unit": "dollars"},
        {"hand": "flush", "pays": 50, "unit": "to"},
    ]
    wagers = {"cover_all": {"offered": True}, "progressive": {"amount": 5, "cards": "seven", "lines": lines}}
    held = {name: {"rate": "5", "initial": "1234567.89", "reset": 1_000_000} for name in (meter, "Minor")}
    return rules(UTH, "automated_shoe", wagers=wagers, meters=held, operator="Encore", **more)


def dragon(meter: str) -> Rules:
    lines = [
        {"hand": "three_dragons", "pays": 100, "unit": "meter", "meter": meter},
        {"hand": "pair_of_dragons", "pays": 2, "unit": "for"},
    ]
    progressive = {"amount": 1, "cards": "three", "lines": lines}
    return rules(
        DRAGON, wagers={"progressive": progressive}, meters={meter: EVERYTHING[DRAGON]["meters"]["Progressive"]}
    )


def paper(bound: Rules, size: Any) -> Paper:
    return rack_card(bound) if size == "rack" else placard(bound, size)


def well_set(made: Paper, size: str) -> None:
    """The side with the tables, and of a card the other one too."""
    found = sheets(made)
    for sheet in found:
        assert sheet.overprinted() == []
        assert sheet.outside(MARGINS[size] * POINT) == []
    tables = found[-1]
    assert len(tables.in_tables()) > 30
    assert tables.out_of_column() == []
    assert tables.too_near(APART) == []


CASES = [(name, "rack") for name in NAMES] + [(name, "sign") for name in ("three words", "many words", "one word")]
CASES += [("many words", "letter"), ("many words", "a4"), ("one word", "a4")]


@pytest.mark.parametrize(("called", "size"), CASES)
def test_shares_of_a_meter_of_any_name_stay_in_their_column(called: str, size: str) -> None:
    name = NAMES[called]
    assert len(name) <= 80
    made = paper(holdem(name), size)
    well_set(made, size)
    if size != "rack":
        return
    said = pages(made)[-1].replace("\u200b", "").replace(" ", "")
    the = "" if name.startswith("The ") else "the "
    for share in (100, 10):
        assert f"Win {share} percent of {the}{name}".replace(" ", "") in said
    assert "thethe" not in said.lower()


def test_shares_of_a_meter_with_long_hands_stay_in_their_column() -> None:
    well_set(rack_card(dragon(NAMES["many words"])), "rack")


@pytest.mark.parametrize(("game", "size"), [*((game, "rack") for game in GAMES), (UTH, "a4"), (LIR, "sign")])
def test_every_wager_of_every_game_stays_in_its_column(game: str, size: str) -> None:
    well_set(paper(every_wager(game), size), size)


# --- what the reader sees -------------------------------------------------------------------------------------------


def planted(body: str) -> Sheet:
    bar = "rect(width: 40mm, height: 5mm, fill: luma(0))"
    bars = f"#{bar}\n#place(top + left, dx: 50mm, {bar})\n"
    source = f"#set page(width: 100mm, height: 50mm, margin: 5mm)\n{bars}{body}"
    (sheet,) = sheets(Paper(source=source, data={}, title="T"))
    return sheet


def test_what_is_printed_over_something_else_is_seen() -> None:
    over = planted("#place(dy: 10mm)[Straight]\n#place(dy: 10mm, dx: 8mm)[*Win 10 percent*]")
    assert len(over.overprinted()) == 1
    near = planted("#place(dy: 10mm)[Straight]\n#place(dy: 10mm, dx: 13mm)[*Win*]")
    assert near.overprinted() == [] and len(near.too_near(APART)) == 1
    good = planted("#place(dy: 10mm)[Straight]\n#place(dy: 10mm, dx: 20mm)[*Win*]")
    assert good.overprinted() == [] and good.too_near(APART) == [] and good.out_of_column() == []


def test_what_leaves_its_column_or_its_sheet_is_seen() -> None:
    left = planted("#place(dy: 10mm, dx: -6mm)[Mega Progressive meter]")
    assert len(left.outside(5 * POINT)) == len(left.out_of_column()) == 1
    across = planted("#place(dy: 10mm, dx: 30mm)[Mega Progressive meter]")
    assert across.outside(5 * POINT) == [] and len(across.out_of_column()) == 1
    assert all(isinstance(text, Ink) for text in across.out_of_column())


def test_a_paytable_of_long_hands_leaves_its_payments_room() -> None:
    """In the submission two paytables stand side by side: beside the longest hands a payment still has whole lines."""
    held = {"initial": 1000, "reset": 1000, "rate": "5"}
    bound = rules(LIR, wagers={"progressive": {"paytable": "B"}}, meters={"Progressive": held})
    (pdf,) = render(submission(bound.terms), "pdf")
    lines = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)
    assert "100 percent of" in lines
    assert "straight flush 70 for 1 12.E(2)(c)" in lines
