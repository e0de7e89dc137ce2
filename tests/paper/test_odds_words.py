"""In Massachusetts no paper states odds with "for", whoever wrote the paytable (MA-UTH 11(a), reading X-21); and what
changed is told in words, never by the keys of a submission."""

import re
from typing import Any

import msgspec
import pytest

from paper.par_cases import terms_of
from paper.reading import EVERYTHING
from pitboss.cli.par import telling
from pitboss.felt.drawing import felt
from pitboss.paper.changes import changes
from pitboss.paper.examples import examples
from pitboss.paper.par_wagers import paytables
from pitboss.paper.placard import placard, rack_card
from pitboss.rulebook.submission import default_submission
from pitboss.table.rules import Rules
from support import LIR, UTH, rules

FOR = re.compile(r"\d for \d")
OWN = {
    "amount": 5,
    "cards": "hole_and_flop",
    "lines": [
        {"hand": "royal_flush", "pays": 100, "unit": "meter", "meter": "Progressive"},
        {"hand": "flush", "pays": 50, "unit": "for"},
        {"hand": "straight", "pays": 5, "unit": "for"},
    ],
}


def texas(**progressive: Any) -> Rules:
    """Every wager, and a progressive whose flush the first example makes."""
    wagers = EVERYTHING[UTH]["wagers"] | {"progressive": OWN | progressive}
    return rules(UTH, "automated_shoe", wagers=wagers, meters=EVERYTHING[UTH]["meters"])


def test_no_paper_of_massachusetts_states_odds_with_for() -> None:
    bound = texas()
    raised = texas(lines=[*OWN["lines"][:2], {"hand": "straight", "pays": 6, "unit": "for"}])  # type: ignore[index]
    played = examples(bound, telling())
    told = changes(bound.terms, raised.terms)
    flush = next(row for row in played[0]["results"] if row[0] == "Progressive")
    assert flush[1:3] == ["49 to 1", "+$245"]
    assert any("wins $245 at 49 to 1, $250 with the wager" in line for line, _ in played[0]["course"])
    assert [(row[1].rpartition("; ")[2], row[2].rpartition("; ")[2]) for row in told] == [
        ("straight 4 to 1", "straight 5 to 1")
    ]
    papers = [placard(bound).data, rack_card(bound).data, paytables(bound), felt(bound), played, told]
    for paper in papers:
        assert not FOR.search(msgspec.json.encode(paper).decode())


def test_elsewhere_the_unit_is_that_of_the_paytable() -> None:
    bound = rules(LIR)
    assert FOR.search(msgspec.json.encode(paytables(bound)).decode())


@pytest.mark.parametrize(
    ("game", "old", "new", "row"),
    [
        (
            UTH, 'payout_cap_mode = "both"', 'payout_cap_mode = "75000_only"',
            ["Reading: Which payout limits apply", "both", "only that of $75,000"],
        ),
        (
            LIR, 'six_card_requires = "base"', 'six_card_requires = "base+five+three"',
            [
                "Reading: Wagers required for the Six Card Bonus", "base",
                "base bets, Five Card Bonus and Three Card Bonus",
            ],
        ),
    ],
)  # fmt: skip
def test_a_changed_reading_is_told_in_words(game: str, old: str, new: str, row: list[str]) -> None:
    text = default_submission(game)
    assert old in text
    made = changes(terms_of(text), terms_of(text.replace(old, new)))
    assert [line[:3] for line in made] == [row]


def test_other_cards_of_a_progressive_are_told_in_words() -> None:
    made = changes(texas().terms, texas(cards="seven").terms)
    assert [row[1:3] for row in made] == [
        ["your own cards and the first three community cards", "the best five of your own and all community cards"]
    ]
