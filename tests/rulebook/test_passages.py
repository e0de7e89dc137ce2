"""Passages of clauses and readings: told where they hold, and in general where nothing is known."""

import re
from fractions import Fraction
from importlib.resources import files

import pytest

from pitboss.rulebook.book import book
from pitboss.rulebook.clauses import clauses
from pitboss.rulebook.folders import folder
from pitboss.rulebook.passages import facts, figures, holds, told
from pitboss.rulebook.pays import ToOne
from pitboss.rulebook.readings import readings, readings_of
from pitboss.rulebook.submission_options import options, raw_readings
from support import GAMES, SHIPPED, rules

HERE = {"procedure": "hand", "progressive": "B", "dragon": "off", "stub": "on"}


@pytest.mark.parametrize(
    ("condition", "here", "unknown"),
    [
        ("progressive", True, None),
        ("dragon", False, None),
        ("dragon=off", True, None),
        ("progressive=A|B", True, None),
        ("progressive!=A|B", False, None),
        ("progressive, dragon", False, None),
        ("dragon or progressive", True, None),
        ("trips", True, None),
        ("single_face_up=void", False, None),
        ("single_face_up!=void", True, None),
        ("progressive=B, procedure=hand", True, None),
    ],
)
def test_a_condition_holds_fails_or_is_not_known(condition: str, here: bool, unknown: None) -> None:
    assert (holds(condition, HERE), holds(condition, {})) == (here, unknown)


def test_what_is_known_to_fail_fails_whatever_else_is_not_known() -> None:
    assert holds("dragon, procedure=hand", {"dragon": "off"}) is False
    assert holds("dragon=off or procedure=hand", {"dragon": "off"}) is True


def test_passages_are_told_where_they_hold() -> None:
    text = "A card{if dragon: , a Dragon}{at procedure=hand: from the hand} is dealt.{if progressive:  So it is.}"
    assert told(text) == "A card, a Dragon is dealt. So it is."
    assert told(text, HERE) == "A card from the hand is dealt. So it is."
    assert told("{at dragon: No. }Yes.", HERE) == "Yes."


@pytest.mark.parametrize("game", GAMES)
def test_no_mark_of_a_passage_is_ever_read(game: str) -> None:
    every = [*readings().values(), *readings_of(game), *readings_of(game, facts(rules(game).terms))]
    said = [text for r in every for text in (r.choice, r.reason, *r.adds.values())]
    said += [text for r in every for w in r.when for text in (w.choice.replace("{value}", "9"), *w.adds.values())]
    said += [text for c in clauses().values() for text in (c.wording, c.at(facts(rules(c.game).terms)))]
    said += [r.title for r in every]
    assert [text for text in said if re.search(r"[{}]|  |\s[.,;]", text)] == []


def test_conditions_name_what_is_known_of_a_table() -> None:
    """A name that no table knows would never hold, and nobody would notice."""
    known = {name for game in SHIPPED for name in facts(rules(game).terms)}
    data = files("pitboss.rulebook") / "data"
    places = [data, *(folder(game) for game in SHIPPED)]
    text = " ".join((place / "readings.toml").read_text(encoding="utf-8") for place in places)
    text = " ".join(text.replace("\\\n", " ").split())
    text += " ".join(clause.written for clause in clauses().values())
    conditions = [found for found in re.findall(r"\{(?:if|at) ([^:{}]+):", text) if found != "progressive: …"]
    conditions += [said for option in options() for said in (option.needs, option.rests) if said]
    conditions += [reading.needs for reading in readings().values() if reading.needs]
    named = {re.split(r"!?=", part.strip())[0] for said in conditions for part in re.split(r",| or ", said)}
    assert len(named) > 10 and named <= known


def test_every_clause_has_a_wording_where_no_table_is_meant() -> None:
    for clause in clauses().values():
        assert clause.wording and clause.wording == clause.at({}) == told(clause.written), clause.id
    assert sum(clause.wording != clause.written for clause in clauses().values()) > 50


def test_a_clause_is_told_of_a_table_or_does_not_concern_it() -> None:
    spoken, silent = clauses()["MA-UTH 10(g)"], clauses()["MA-UTH 11(d)"]
    without = facts(rules("ultimate-texas-holdem", wagers={"trips": {"offered": False}}).terms)
    assert spoken.at(without).endswith("every ante is returned; blind and play settle as in 10(h). [U-15]")
    assert spoken.wording.endswith("every ante is returned; blind, play and trips settle as in 10(h). [U-15]")
    assert silent.at(without) == "" and silent.wording.startswith("The licensee preselects trips table A, B, C or D")


def test_a_figure_is_that_of_the_paytable() -> None:
    """Known answers from the rulebooks, and none for a line that is not there."""
    assert figures("Pays {pays dragon A pair_of_dragons},\n  no more.", "D-08") == "Pays 7 to 1, no more."
    assert figures("{pays cover_all 6 straight_flush}", "U-06") == "40 to 1"
    assert figures("{pays progressive B akq_suited_not_spades}", "L-01") == "500 for 1"
    for wrong in ("dragon B pair_of_dragons", "dragon A pair", "no_wager A pair"):
        with pytest.raises(LookupError, match="0 lines"):
            figures(f"{{pays {wrong}}}", "D-08")


def test_no_odds_are_typed_in_how_a_reading_is_read() -> None:
    """Only even money of the main wagers and the one payment of a fraction of a chip, which no line of a table is."""
    parts = [(r["id"], part) for r in raw_readings().values() for part in (r, *r.get("own", ()), *r.get("when", ()))]
    typed = [(name, part.get(key, "")) for name, part in parts for key in ("title", "choice", "reason")]
    found = {(name, odds) for name, text in typed for odds in re.findall(r"\b[\d,]+ (?:to|for) [12]\b", text)}
    assert found == {("D-01", "1 to 1"), ("X-19", "3 to 2")}


def test_the_straight_of_three_cards_pays_more_than_the_flush_in_every_table() -> None:
    """So says the general reason of L-16."""
    tables = [table for table in book("let-it-ride").paytables if table.family == "three_card_bonus"]
    assert [table.letter for table in tables] == ["A", "B", "C"]
    for table in tables:
        paid = {line.hand: Fraction(line.pay.pays, line.pay.per) for line in table.lines if isinstance(line.pay, ToOne)}
        assert paid["straight"] > paid["flush"], table.letter
