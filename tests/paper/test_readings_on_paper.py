"""The readings as a regulator reads them in the submission of one game: by that game's own clauses, in plain words, and
with no figure that the paytables and the odds do not bear out."""

import re
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from paper.par_cases import changed, everything, terms_of
from paper.reading_words import SOFTWARE, strangers
from pitboss.api import exact_odds
from pitboss.games import rules_for
from pitboss.paper.submission import data
from pitboss.rulebook.book import book
from pitboss.rulebook.pays import ForOne, ToOne
from pitboss.rulebook.readings import readings, readings_of
from pitboss.rulebook.submission import default_submission
from support import DRAGON, GAMES, LIR, TOP5, UTH

NAMES = {
    DRAGON: r"Dragon Poker|Dragon and Top|in Dragon\b|MD-DRAGON",
    TOP5: r"Top Five(?! Bonus| Wager)|MD-TOP5",
    LIR: r"Let It Ride|MD-LIR",
    UTH: r"Ultimate Texas|MA-UTH",
}
LACKING = {"T-34": ["2.D"]}
"""The one reading about a section that its document refers to and does not have."""


@cache
def printed(game: str, *, default: bool = False) -> dict[str, Any]:
    rules = rules_for(terms_of(default_submission(game) if default else everything(game)))
    return data(rules, [], None, [], "", "")


def told(game: str, *, default: bool = False) -> dict[str, dict[str, str]]:
    """The readings in the paper, by their id."""
    paper = printed(game, default=default)
    return {it["id"]: it for part in ("chosen_readings", "fixed_readings") for it in paper[part]}


# --- whose clauses ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_clauses_are_those_of_the_document_unless_another_is_named(game: str) -> None:
    said = told(game)
    assert {i: list(strangers(game, f"{it['title']}. {it['choice']} {it['reason']}")) for i, it in said.items()} == {
        i: LACKING.get(i, []) for i in said
    }


@pytest.mark.parametrize(
    ("game", "text", "found"),
    [
        (UTH, "A shuffle ordered under 5.A(3) happens", ["5.A(3)"]),
        (UTH, "under 13.A or 15(b) even", ["13.A"]),
        (DRAGON, "falls under 15(b)/2; 9(d), 8(b)(1), 13.A", ["15(b)/2", "9(d)", "8(b)(1)"]),
        (DRAGON, "as MA-UTH 15(b)/2 and 13.A, 3.(b) and COMAR 36.05.03.14E", []),
        (DRAGON, "as MA-UTH 15(b)/2 and 15(d)", ["15(d)"]),
        (TOP5, "the second 12.Bbis(1)(a), 12.B and 6.C(9)", ["6.C(9)"]),
    ],
)
def test_a_clause_of_another_document_is_noticed(game: str, text: str, found: list[str]) -> None:
    assert list(strangers(game, text)) == found


@pytest.mark.parametrize("game", GAMES)
def test_a_reading_of_all_games_is_told_of_one(game: str) -> None:
    """Neither another game nor its document is named in the readings that games share."""
    others = re.compile("|".join(names for name, names in NAMES.items() if name != game))
    said = {i: f"{it['choice']} {it['reason']}" for i, it in told(game).items() if i.startswith("X-")}
    assert {i: text for i, text in said.items() if others.search(text) or re.search("Maryland|four games", text)} == {}


def test_what_differs_by_game_is_told_by_game() -> None:
    assert "15(b)/2" in told(UTH)["X-07"]["choice"] and "13.A" in told(DRAGON)["X-07"]["choice"]
    assert "forfeits all wagers" in told(TOP5)["X-12"]["choice"] and "only recorded" in told(UTH)["X-12"]["choice"]
    assert "all bets ride" in told(LIR)["X-10"]["choice"] and "check, check, fold" in told(UTH)["X-10"]["choice"]
    assert "that makes no further wager" in readings()["X-10"].choice, "what holds in general stays"


def test_an_own_telling_is_of_games_that_the_reading_governs() -> None:
    for reading in readings().values():
        games = [game for own in reading.own for game in own.games]
        assert len(games) == len(set(games)), reading.id
        for own in reading.own:
            assert own.choice or own.reason, reading.id
        for game in games:
            assert reading.id in {found.id for found in readings_of(game)}, (reading.id, game)


@pytest.mark.parametrize("game", GAMES)
def test_every_reading_cites_a_clause_of_the_document(game: str) -> None:
    assert [i for i, it in told(game).items() if it["clauses"] in ("", "none")] == []


# --- words ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_no_reading_speaks_of_software(game: str) -> None:
    said = {i: f"{it['choice']} {it['reason']}" for i, it in told(game).items()}
    assert {i: text for i, text in said.items() if SOFTWARE.search(text)} == {}


# --- wagers that are not offered --------------------------------------------------------------------------------------


def test_readings_of_wagers_that_are_not_offered_are_left_out() -> None:
    left = set(told(UTH)) - set(told(UTH, default=True))
    assert {"U-01", "U-03", "U-09"} <= left
    assert not left & {"U-05", "U-08"}, "what it would take to offer them is said"
    rows = [row[4] for part in printed(UTH, default=True)["sections"] for row in part["rows"]]
    assert not {"U-01", "U-03", "U-09"} & set(rows)
    assert set(told(UTH)) == {r.id for r in readings_of(UTH)}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("default", [True, False])
def test_every_reading_that_is_named_is_explained(game: str, default: bool) -> None:
    _check_named(printed(game, default=default))


def test_with_a_bonus_left_out_every_reading_that_is_named_is_explained() -> None:
    offered = "[wagers.six_card_bonus]\noffered = true"
    text = changed(everything(LIR), offered, offered.replace("true", "false"))
    paper = data(rules_for(terms_of(text)), [], None, [], "", "")
    ids = {it["id"] for part in ("chosen_readings", "fixed_readings") for it in paper[part]}
    assert not ids & {"L-07", "L-09", "L-11"} and "L-12" in ids, "L-30 refers to L-12"
    _check_named(paper)


def _check_named(paper: dict[str, Any]) -> None:
    its = [it for part in ("chosen_readings", "fixed_readings") for it in paper[part]]
    said = " ".join(f"{it['choice']} {it['reason']}" for it in its)
    said += " ".join(row[4] for part in paper["sections"] for row in part["rows"])
    assert set(re.findall(r"\b[XDTLU]-\d\d\b", said)) <= {it["id"] for it in its}


def test_the_wagers_of_a_reading_are_wagers_of_its_games() -> None:
    for game in GAMES:
        known = {*(wager.id for wager in book(game).wagers), "metered"}
        assert [r.id for r in readings_of(game) if not set(r.wagers) <= known] == []


# --- figures ----------------------------------------------------------------------------------------------------------


def test_no_reading_states_a_house_advantage() -> None:
    """It would be a figure by hand; the exact ones are in the papers' own tables."""
    texts = {r.id: f"{r.choice} {r.reason}" for game in GAMES for r in readings_of(game)}
    texts |= {f"{r.id} of all": f"{r.choice} {r.reason}" for r in readings().values()}
    assert {i: text for i, text in texts.items() if re.search(r"\d\s*%|\d\.\d+ percent", text)} == {}


@pytest.mark.parametrize("game", GAMES)
def test_odds_in_readings_are_those_of_a_line_it_cites(game: str) -> None:
    """`200 to 1` in a reading is what some line of the clauses it cites, or of their table, pays."""
    wrong = []
    seen = 0
    for reading in readings_of(game):
        for number, unit in re.findall(r"\b([\d,]+) (to|for) 1\b", f"{reading.choice} {reading.reason}"):
            kind = {"to": ToOne, "for": ForOne}[unit]
            paid = {pay.pays for pay in pays(game, reading.clauses) if isinstance(pay, kind)}
            seen += 1
            if int(number.replace(",", "")) not in paid:
                wrong.append((reading.id, number, unit, sorted(paid)))
    assert wrong == []
    assert seen or game == TOP5


def pays(game: str, cited: tuple[str, ...]) -> list[Any]:
    tables = [line for table in book(game).paytables for line in table.lines]
    return [line.pay for line in tables if line.clause in cited]


def test_known_figures() -> None:
    (dragon,) = exact_odds(DRAGON, wager="dragon")
    (line,) = (line for line in dragon.lines if line.hand == "three_dragons_mixed")
    assert (line.probability, "18 of 23,426" in readings()["D-10"].choice) == (Fraction(18, 23426), True)
    edges = [row.house_edge for row in exact_odds(LIR, wager="main")]
    assert len(edges) == 3 and max(edges) - min(edges) < Fraction(1, 400), "nearly the same advantage (L-45)"
    bonus = exact_odds(LIR, wager="five_card_bonus")
    back = {row.paytable: row.house_edge - sum(line.probability for line in row.lines) for row in bonus}
    assert {name for name, edge in back.items() if edge < 0} == set("ABDE"), "with the chip returned as well (L-06)"
    limits = {f"${limit.cents // 100:,}" for limit in terms_of(everything(UTH)).limits}
    assert set(re.findall(r"\$[\d,]+\d", readings()["U-10"].choice)) == limits
