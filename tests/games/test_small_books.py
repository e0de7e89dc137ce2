"""A book that says only what is its own: everything that games share has a usual value, and a made-up game of 60 lines,
written from the tutorial alone, has the whole product."""

import re
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

import pitboss
from pitboss.games import rules_for
from pitboss.house.server.web_words import game_words
from pitboss.play.proof import prove
from pitboss.rulebook.book import book, read_book
from pitboss.rulebook.cited import CITES, STEPS, SUBMISSION, TASKS, VERIFY
from pitboss.rulebook.folders import bring, games
from pitboss.rulebook.submission import check_data, default_data
from pitboss.rulebook.submission_options import cites
from pitboss.table.layout import layout
from pitboss.table.rules import Rules
from pitboss.table.vocabulary import STEP_KINDS
from pitboss.wording.how_to_play import in_brief, steps

ROOT = Path(__file__).parents[2]
SUIT_RUN = ROOT / "tests" / "made_up" / "suit_run"


@pytest.fixture
def rules() -> Rules:
    terms = check_data(default_data(bring(SUIT_RUN))).terms
    assert terms is not None
    return rules_for(terms)


def test_every_clause_that_code_asks_for_can_be_cited() -> None:
    code = [file.read_text(encoding="utf-8") for file in (ROOT / "src" / "pitboss").rglob("*.py")]
    asked = {key for text in code for key in re.findall(r'\bcite\(\s*"(\w+)"', text)}
    assert asked and asked <= {*CITES, *SUBMISSION}
    for game in games():
        known = {*CITES, *(f"{VERIFY}{wager.id}" for wager in book(game).wagers)}
        assert book(game).cites.keys() <= known and book(game).submission.keys() <= set(SUBMISSION)
    assert STEPS.keys() == set(STEP_KINDS)


def test_what_a_book_leaves_out() -> None:
    small = read_book(
        {
            "game": "g", "title": "G", "document": "D",
            "wager": [{"id": "a", "title": "A", "clause": "D 1"}],
            "paytable": [
                {"family": "a", "lines": [{"hand": "x", "pays": 2}, {"hand": "y", "pays": 1, "clause": "D 3"}]},
                {"family": "a", "letter": "B", "clause": "D 2", "lines": [{"hand": "x", "pays": 3}]},
            ],
        }
    )  # fmt: skip
    first, second = small.paytables
    assert [line.clause for line in first.lines] == ["D 1", "D 3"] and second.lines[0].clause == "D 2"
    assert small.hands == {"a": ("x", "y")} and (first.letter, second.letter) == ("", "B")
    assert (small.deck, small.positions_max, small.jurisdiction) == ("standard", 6, "house rules")
    assert [area.id for area in small.areas][:2] == ["a", "cards"]


def test_a_made_up_game_is_sound(rules: Rules) -> None:
    proof = prove(SUIT_RUN)
    assert proof.findings == () and proof.sound
    assert in_brief(rules) == "Your four cards and one community card, paid by a table: once, twice or fold."
    assert steps(rules)[2].startswith("Make the Chase wager, one or two times the Opener, or fold")
    assert [rules.guide(name, "manual_shoe").title for name in ("deal", "decide", "board", "cut")] == [
        "Deal the cards", "Ask each player: once, twice or fold", "Turn up community cards", TASKS["cut"],
    ]  # fmt: skip
    assert cites(rules.game.id)["whole"] == "" and rules.cite("seated") == ""
    assert game_words(rules).decided.clause == "SR 4"
    drawn = layout(rules)
    assert [place.id for place in drawn.shared] == ["community"], "no place for a dealer's hand that nobody deals"
    assert [place.id for place in drawn.positions[0].places] == ["opener", "chase", "cards"]


def test_it_is_counted(rules: Rules) -> None:
    """Whoever can still have five of a suit holds four of it and wagers twice: 3 × 50 is won with every such deal."""
    (main,) = pitboss.exact_odds(rules.game.id, wager="main")
    chances = dict(main.figures.distribution)
    assert chances[Fraction(150)] == Fraction(4 * comb(13, 5), comb(52, 5))
