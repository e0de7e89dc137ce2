"""The Rules Submission: what is marked as chosen against the usual, and the signs by which the paper and the version
before it are known."""

import hashlib
from functools import cache
from io import BytesIO
from typing import Any

import msgspec
import pytest
from pypdf import PdfReader

from paper.filed_tables import SIDE, filed, read_as, table
from paper.par_cases import changed, lines_of, squeezed, terms_of, typed
from pitboss.paper.printing import Paper, render
from pitboss.paper.submission import submission
from pitboss.rulebook.submission import default_submission
from pitboss.rulebook.submission_options import reading_options
from pitboss.rulebook.terms import Terms
from pitboss.wording.plainly import plainly
from support import GAMES

LIR = "let-it-ride"


def _marked(terms: Terms) -> set[str]:
    """The choices whose values the paper sets in bold, by title."""
    return {row[0] for part in filed(terms)["sections"] for row in part["rows"] if row[2].startswith("*")}


def _rows(terms: Terms) -> set[str]:
    return {row[0] for part in filed(terms)["sections"] for row in part["rows"]}


def _readings(terms: Terms) -> set[str]:
    (titles,) = ({row[0] for row in p["rows"]} for p in filed(terms)["sections"] if p["title"] == "Readings")
    return titles


# --- which choices are marked ---------------------------------------------------------------------------------------

STATED = {
    "dragon-poker": {"Ante Bonus paytable"},
    "top-five-poker": {"Adjacent boxes one player may take"},
    "let-it-ride": {"Adjacent boxes one player may take", "Paytable of the three base bets"},
    "ultimate-texas-holdem": set[str](),
}
"""What has no usual value and must be stated at a table without side wagers."""
PRACTICE = "Practice table, not approved for gaming"
TWO = {"dragon-poker": {"Adjacent positions one player may take"}}
"""Two positions for one player are not the usual one."""
OFF = {"dragon-poker": {"Three Card Bonus offered", "Dragon Bet offered"}}
"""Wagers that are usually offered."""


@pytest.mark.parametrize("game", GAMES)
def test_what_must_be_stated_and_what_is_not_usual_is_marked_and_nothing_else(game: str) -> None:
    terms = table(game, "manual shoe", ())
    assert _marked(terms) == STATED[game] | {PRACTICE} | TWO.get(game, set()) | OFF.get(game, set())
    assert len(_rows(terms) - _marked(terms)) >= 8


@pytest.mark.parametrize("game", GAMES)
def test_a_reading_is_marked_where_it_is_not_the_recommended_one(game: str) -> None:
    """Each reading in turn: with its first value, which is recommended, it is plain."""
    usual = table(game, "automated shoe", SIDE[game])
    must = {"Lowest winning Cover All hand; must be stated when Cover All is on"}
    assert _marked(usual) & _readings(usual) <= must
    seen = 0
    for name, option in reading_options(game).items():
        title, others = plainly(option.title), [value for value in option.values[1:] if value != "number"]
        for value in others:
            other = read_as(usual, **{name: value})
            assert _marked(other) - _marked(usual) == {title} & _rows(other), (name, value)
            seen += title in _rows(other)
    assert seen >= 4


# --- the paper ------------------------------------------------------------------------------------------------------

OFFERED = [f"[wagers.{name}_card_bonus]\noffered = true" for name in ("five", "three", "six")]


@cache
def _texts() -> tuple[str, str]:
    """Two versions of a table: another paytable, a meter that begins above its reset, two readings changed."""
    old = default_submission(LIR)
    for offered in OFFERED:
        old = changed(old, offered, offered.replace("true", "false"))
    new = changed(old, "version = 1 ", "version = 2 ")
    new = changed(new, "initial = 1000\nreset = 1000", "initial = 1500\nreset = 1000")
    new = changed(new, 'meter_posting = "at_settlement"', 'meter_posting = "at_lock"')
    return old, changed(new, 'player_left_default = "played_out"', 'player_left_default = "losing"')


@cache
def _paper() -> Paper:
    old, new = map(terms_of, _texts())
    return submission(new, old, date="2026-01-31", file="table.toml")


@cache
def _pdf() -> bytes:
    (content,) = render(_paper(), "pdf")
    return content


@cache
def _lines() -> list[str]:
    return lines_of(_pdf())


def _digest(terms: Terms) -> str:
    """The fingerprint of terms, worked out again."""
    return hashlib.sha256(msgspec.json.encode(terms, order="deterministic")).hexdigest()[:16]


def test_the_previous_version_is_named_with_its_own_digest() -> None:
    old, new = (_digest(terms_of(text)) for text in _texts())
    assert old != new
    words = squeezed("".join(_lines()))
    assert squeezed(f"Changes since version 1 The previous version has the terms {old}.") in words
    assert words.count(old) == 1
    assert squeezed(f"Terms {new}") in words


def test_the_paper_bears_its_date_in_its_properties_and_in_its_head() -> None:
    reader = PdfReader(BytesIO(_pdf()))
    assert reader.metadata is not None
    made = reader.metadata.creation_date
    assert made is not None and made.date().isoformat() == "2026-01-31"
    assert b"D:20260131" in _pdf()
    assert "Number and date version 2, 2026-01-31" in _lines()


def test_meters_of_the_submission_are_read_back() -> None:
    assert any(line.startswith("Progressive 5% $1,500 $1,000 12.F") for line in _lines())


def _bold(content: bytes) -> list[tuple[str, bool]]:
    """What is written, piece by piece, and whether in bold."""
    found: list[tuple[str, bool]] = []

    def note(text: str, cm: Any, tm: Any, font: Any, size: float) -> None:
        if text.strip():
            found.append((" ".join(typed(text).split()), "Bold" in str((font or {}).get("/BaseFont", ""))))

    for page in PdfReader(BytesIO(content)).pages:
        page.extract_text(visitor_text=note)
    return found


def test_chosen_values_that_are_not_usual_are_printed_in_bold() -> None:
    pieces = _bold(_pdf())
    begin = next(n for n, (text, bold) in enumerate(pieces) if bold and text.endswith("Choices"))
    end = next(n for n, (text, bold) in enumerate(pieces) if bold and n > begin and text.endswith("Limits"))
    chosen = pieces[begin:end]
    bold = {text for text, heavy in chosen if heavy}
    plain = {text for text, heavy in chosen if not heavy}
    assert {"at lock", "losing", "yes"} <= bold
    assert "manual shoe" in plain and not {"manual shoe", "none", "void"} & bold
