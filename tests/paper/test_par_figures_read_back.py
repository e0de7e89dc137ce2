"""Every cell of every line of the PAR sheet's wagers is worked out here again from the exact odds: payment, true odds,
ways, probability, value and clause. Paytables other than the first are among them."""

from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from paper.filed_tables import SIDE, table
from paper.par_cases import changed, everything, terms_of, unread_lines
from paper.printed import own, rulebook, says, says_chance, says_odds, stated, ways
from pitboss.api import exact_odds
from pitboss.games import rules_for
from pitboss.odds.result import WagerOdds
from pitboss.paper.par_wagers import figures, paytables, wager_page
from pitboss.rulebook.book import book
from pitboss.rulebook.pays import Dollars, ForOne, MeterShare, Pay, Push, ToOne
from pitboss.rulebook.words import hand_words
from support import GAMES

DRAGON, LIR = "dragon-poker", "let-it-ride"
OTHER = [
    ('paytable = "A"                  # A or B [12.B]', 'paytable = "B"'),
    ('paytable = "A"                  # A or B: three Tigers pay 15 or 20 to 1 [12.C]', 'paytable = "B"'),
]
"""The second paytables of Dragon Poker."""


def _text(case: str) -> str:
    text = everything(case.partition(" ")[0])
    for edit in OTHER if case.endswith(" B") else []:
        text = changed(text, *edit)
    return text


CASES = [*GAMES, f"{DRAGON} B"]


@cache
def _odds(case: str) -> list[WagerOdds]:
    return exact_odds(submission=_text(case))


@cache
def _pages(case: str) -> list[dict[str, Any]]:
    rules = rules_for(terms_of(_text(case)))
    return [wager_page(rules, row) for row in _odds(case)]


def _titles(game: str) -> dict[str, str]:
    return {wager["id"]: wager["title"] for wager in rulebook(game)["wager"]}


# --- lines ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES)
def test_every_cell_of_every_line_is_worked_out_again(case: str) -> None:
    read = 0
    for row, page in zip(_odds(case), _pages(case), strict=True):
        titles, families = _titles(row.game), {w.id: w.family for w in book(row.game).wagers}
        by_title = {part["title"]: part for part in page["parts"]}
        for part in row.figures.parts:
            alone = len(row.figures.parts) == 1
            shown = by_title["" if alone else titles[part.wager]]
            rows = [cells for cells in shown["rows"] if cells[0] != "everything else"]
            for line, cells in zip(part.lines, rows, strict=True):
                hand, pays, odds, count, chance, value, clause = cells
                assert hand == hand_words(book(row.game), line.hand, families[part.wager])
                assert pays == stated(row.game, line.pay, row.stake), hand
                assert says_odds(odds, line.probability), (hand, odds)
                assert count == ways(line.probability, row.deals), hand
                assert says_chance(chance, line.probability), (hand, chance)
                assert says(value, line.value), (hand, value)
                assert clause == own(row.game, line.clause) != "", hand
                read += 1
    assert read >= 13


LIES_AT_THE_END = "bet_3"
"""The only wager of a main game that nobody takes back and no tie returns."""


@pytest.mark.parametrize("case", CASES)
def test_everything_else_is_the_rest_and_says_what_becomes_of_it(case: str) -> None:
    """A side wager without a line loses all. Of the main game what is returned brings nothing, and
    together they are all that no line pays."""
    for row, page in zip(_odds(case), _pages(case), strict=True):
        titles = _titles(row.game)
        by_title = {part["title"]: part for part in page["parts"]}
        for part in row.figures.parts:
            shown = by_title["" if len(row.figures.parts) == 1 else titles[part.wager]]
            others = {cells[1]: cells for cells in shown["rows"] if cells[0] == "everything else"}
            rest = 1 - sum((line.probability for line in part.lines), Fraction(0))
            left = part.ev - sum(line.value for line in part.lines)
            assert set(others) <= {"wins", "returned", "loses", "not at risk"}
            if row.wager != "main" or part.wager == LIES_AT_THE_END:
                assert list(others) == ["loses"]
                _, _, odds, _, chance, value, _ = others["loses"]
                assert says_odds(odds, rest) and says_chance(chance, rest) and says(value, left)
            counts = [int(cells[3].replace(",", "")) for cells in others.values() if cells[3]]
            assert (f"{sum(counts):,}" if counts else "") == ways(rest, row.deals)
            assert abs(sum(float(cells[5]) for cells in others.values()) - float(left)) < 2e-6 * len(others)
            assert all(float(others[how][5]) == 0 for how in ("returned", "not at risk") if how in others)
            assert {cells[6] for cells in others.values()} == {""}
            assert says(shown["total"][5], part.ev) and shown["total"][3] == ways(Fraction(1), row.deals)


def test_known_true_odds() -> None:
    """Four of 2,598,960 hands are royal flushes; of 23,426 hands of three of 53 cards one is three red dragons."""
    royal = {page["title"]: page["parts"][0]["rows"][0] for page in _pages(LIR)}["Five Card Bonus"]
    assert royal == ["royal flush", "$20,000", "649,739 to 1", "4", "0.0002%", "+0.030780", "12.B(1)(a)"]
    red = {page["title"]: page["parts"][0]["rows"][0] for page in _pages(DRAGON)}["Dragon Bet"]
    assert red[:4] == ["three red dragons", "1,000 to 1", "23,425.0 to 1", "1"]


@pytest.mark.parametrize("cell", range(7))
def test_the_reader_of_papers_notices_every_wrong_cell(cell: int) -> None:
    """What reads a finished paper reads each cell: one that is wrong by a sign, or empty, is missed."""
    (row,) = (row for row in _odds(DRAGON) if row.wager == "three_card_bonus")
    (page,) = (page for page in _pages(DRAGON) if page["title"] == "Three Card Bonus")
    (part,) = page["parts"]
    for place, cells in enumerate(part["rows"][:-1]):
        for wrong in ("", cells[cell].swapcase() + "1", cells[cell][:-1]):
            rows = [" ".join(some) for some in part["rows"]]
            assert unread_lines(rows, row) == []
            rows[place] = " ".join([*cells[:cell], wrong, *cells[cell + 1 :]])
            assert len(unread_lines(rows, row)) == 1, (rows[place], wrong)


def test_a_wager_is_named_with_its_own_paytable() -> None:
    named = [(page["title"], page["table"]) for page in _pages(f"{DRAGON} B")]
    assert named == [
        ("Main game", "paytable B"),
        ("Three Card Bonus", "paytable B"),
        ("Dragon Bet", "paytable A"),
        ("Progressive", ""),
    ]


def test_where_a_meter_breaks_even_is_said_in_words_and_figures() -> None:
    (row,) = (row for row in _odds(DRAGON) if row.wager == "progressive")
    said = {
        None: "no reading makes up for the advantage",
        0: "always in the player's favour",
        1: "breaks even at $0.01",
        123_456: "breaks even at $1,234.56",
    }
    for level, words in said.items():
        rows = figures(replace(row, break_even={"Progressive": level}))
        assert rows[-1] == ["Progressive meter", "$250", words]


# --- paytables ------------------------------------------------------------------------------------------------------


def _pay(line: dict[str, Any]) -> Pay:
    """A line of the rulebook's file as a payment."""
    match line["unit"]:
        case "to":
            return ToOne(line["pays"], line.get("per", 1))
        case "for":
            return ForOne(line["pays"])
        case "dollars":
            return Dollars(100 * line["pays"], False)
        case "meter":
            return MeterShare(line["meter"], line["pays"])
        case "push":
            return Push()
    raise AssertionError(line)


def _rows(game: str, family: str, lines: list[dict[str, Any]]) -> list[list[str]]:
    return [
        [hand_words(book(game), x["hand"], family), stated(game, _pay(x), 0), own(game, x["clause"])] for x in lines
    ]


def _lettered() -> list[tuple[str, str, str]]:
    return [
        (game, held["family"], held["letter"])
        for game in GAMES
        for held in rulebook(game)["paytable"]
        if held["letter"]
    ]


def _title(game: str, family: str) -> str:
    titles = [w["title"] for w in rulebook(game)["wager"] if w.get("family", w["id"]) == family]
    return titles[0] if len(titles) == 1 else "Bet Number 1, 2 and 3"


@pytest.mark.parametrize(("game", "family", "letter"), _lettered())
def test_the_paytable_in_force_is_named_and_printed_line_by_line(game: str, family: str, letter: str) -> None:
    """Against the file of the rulebook: its letter, and every payment with its clause."""
    rules = rules_for(table(game, "manual shoe", SIDE[game], ((family, letter),)))
    (lines,) = (x["lines"] for x in rulebook(game)["paytable"] if (x["family"], x["letter"]) == (family, letter))
    (shown,) = (x for x in paytables(rules) if x["title"] == _title(game, family))
    assert shown["table"] == f"paytable {letter}"
    assert shown["rows"] == _rows(game, family, lines)


def test_cover_all_has_a_paytable_for_each_number_of_hands() -> None:
    uth = "ultimate-texas-holdem"
    shown = [x for x in paytables(rules_for(table(uth, "automated shoe", SIDE[uth]))) if x["title"] == "Cover All"]
    tables = [x for x in rulebook(uth)["paytable"] if x["family"] == "cover_all" and not x.get("repeats")]
    held = {x["column"]: x["lines"] for x in tables}
    assert [x["table"] for x in shown] == [f"{hands} hands dealt" for hands in (2, 3, 4, 5, 6, 7)]
    assert [x["rows"] for x in shown] == [_rows(uth, "cover_all", held[hands]) for hands in (2, 3, 4, 5, 6, 7)]


@pytest.mark.parametrize("letter", "ABCDEF")
def test_the_envy_bonus_has_its_paytable_of_the_same_letter(letter: str) -> None:
    rules = rules_for(table(LIR, "manual shoe", SIDE[LIR], (("progressive", letter),)))
    held = rules.terms.wager("progressive")
    assert held is not None
    (lines,) = (x["lines"] for x in rulebook(LIR)["envy"] if (x["letter"], x["wager"]) == (letter, held.minimum))
    (shown,) = (x for x in paytables(rules) if x["title"] == "Envy Bonus")
    assert shown["table"] == f"paytable {letter}"
    assert shown["rows"] == _rows(LIR, "envy", lines) != []


@pytest.mark.parametrize("game", GAMES)
def test_no_paytable_is_empty_and_none_is_of_a_wager_that_is_not_offered(game: str) -> None:
    for offered in (SIDE[game], ()):
        rules = rules_for(table(game, "automated shoe", offered))
        made = paytables(rules)
        assert all(shown["rows"] for shown in made)
        titles = [shown["title"] for shown in made]
        assert ("Envy Bonus" in titles) == (game == LIR and bool(offered))
        wagers = {_title(game, held.id) for held in rules.terms.wagers if held.lines}
        assert set(titles) - {"Envy Bonus"} == wagers
