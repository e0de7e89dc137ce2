"""Passages of readings: told where they hold, and in general where nothing is known."""

import re
import tomllib
from importlib.resources import files

import pytest

from pitboss.rulebook.book import GAMES
from pitboss.rulebook.passages import facts, holds, told
from pitboss.rulebook.readings import readings, readings_of
from support import rules

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
    assert [text for text in said if re.search(r"[{}]|  |\s[.,;]", text)] == []


def test_conditions_name_what_is_known_of_a_table() -> None:
    """A name that no table knows would never hold, and nobody would notice."""
    known = {name for game in GAMES for name in facts(rules(game).terms)}
    data = files("pitboss.rulebook") / "data"
    text = " ".join((data / "readings.toml").read_text(encoding="utf-8").replace("\\\n", " ").split())
    conditions = [found for found in re.findall(r"\{(?:if|at) ([^:{}]+):", text) if found != "progressive: …"]
    options = tomllib.loads((data / "options.toml").read_text(encoding="utf-8"))["option"]
    conditions += [option[key] for option in options for key in ("needs", "rests") if key in option]
    conditions += [reading.needs for reading in readings().values() if reading.needs]
    named = {re.split(r"!?=", part.strip())[0] for said in conditions for part in re.split(r",| or ", said)}
    assert len(named) > 10 and named <= known
