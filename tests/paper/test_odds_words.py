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
from pitboss.house.server.web_odds import odds_row
from pitboss.odds.api import odds
from pitboss.odds.request import Request
from pitboss.paper.changes import changes
from pitboss.paper.examples import examples
from pitboss.paper.par_wagers import line_row, paytables
from pitboss.paper.placard import placard, rack_card
from pitboss.rulebook.submission import default_submission
from pitboss.table.layout import layout
from pitboss.table.rules import Rules
from support import DRAGON, LIR, UTH, rules

FOR = re.compile(r"\d for \d")
OWN: dict[str, Any] = {
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
    raised = texas(lines=[*OWN["lines"][:2], {"hand": "straight", "pays": 6, "unit": "for"}])
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
            UTH,
            'payout_cap_mode = "both"',
            'payout_cap_mode = "75000_only"',
            ["Reading: Which payout limits apply", "both", "only that of $75,000"],
        ),
        (
            LIR,
            'six_card_requires = "base"',
            'six_card_requires = "base+five+three"',
            [
                "Reading: Wagers required for the Six Card Bonus",
                "base bets",
                "base bets, Five Card Bonus and Three Card Bonus",
            ],
        ),
    ],
)
def test_a_changed_reading_is_told_in_words(game: str, old: str, new: str, row: list[str]) -> None:
    text = default_submission(game)
    assert old in text
    made = changes(terms_of(text), terms_of(text.replace(old, new)))
    assert [line[:3] for line in made if line[0].startswith("Reading")] == [row]


def test_other_cards_of_a_progressive_are_told_in_words() -> None:
    made = changes(texas().terms, texas(cards="seven").terms)
    assert [row[1:3] for row in made] == [
        [
            "the player's own cards and the first three community cards",
            "the best five of the player's own and all community cards",
        ]
    ]


# --- what is won, in Massachusetts ----------------------------------------------------------------------------------


def posted(bound: Rules) -> dict[str, set[str]]:
    """What each paper, the felt's signs and the pages say of the flush of the progressive."""
    signs = {line.hand: line.pays for line in next(s for s in layout(bound).signs if s.wager == "progressive").odds}
    (table,) = (table for table in paytables(bound) if table["title"] == "Progressive")
    (row,) = odds(Request(game=UTH, terms=bound.terms, wager="progressive"))
    of_page = [line.pays for part in odds_row(bound, row).parts for line in part.lines if line.hand == "flush"]
    return {
        "signs": {signs["flush"]},
        "placard": set(_column(placard(bound).data)),
        "rack card": set(_column(rack_card(bound).data)),
        "submission": {said for hand, said, _ in table["rows"] if hand == "flush"},
        "PAR": {line_row(bound, line, row.deals, "progressive")[1] for line in row.lines if line.hand == "flush"},
        "pages": set(of_page),
    }


def _column(data: dict[str, Any]) -> list[str]:
    (block,) = (block for block in data["blocks"] if block["id"] == "progressive")
    return [row["pays"].lower() for row in block["rows"] if row["hand"] == "Flush"]


def test_a_payment_that_is_the_wager_alone_is_a_push() -> None:
    """1 for 1 wins nothing: the wager comes back. It is no odds of 0 to 1."""
    bound = texas(lines=[OWN["lines"][0], {"hand": "flush", "pays": 1, "unit": "for"}])
    assert {where: said for where, said in posted(bound).items() if said != {"push"}} == {}
    played = examples(bound, telling())
    flush = next(row for row in played[0]["results"] if row[0] == "Progressive")
    assert flush[1:3] == ["push", "$0"]
    assert any("Progressive $5 pushes and comes back" in line for line, _ in played[0]["course"])
    said = msgspec.json.encode([placard(bound).data, rack_card(bound).data, felt(bound)]).decode()
    assert not re.search(r"\b0 to 1", said)


SUMS = [(6, "win $1"), (5000, "win $4,995"), (5, "push"), (3, "lose $2")]


@pytest.mark.parametrize(("pays", "said"), SUMS)
def test_a_sum_that_includes_the_wager_is_posted_as_what_is_won(pays: int, said: str) -> None:
    """The wager is $5: a payment of $6 wins $1."""
    bound = texas(lines=[OWN["lines"][0], {"hand": "flush", "pays": pays, "unit": "dollars"}])
    assert {where: found for where, found in posted(bound).items() if found != {said}} == {}
    (block,) = (block for block in placard(bound).data["blocks"] if block["id"] == "progressive")
    assert "A sum in dollars is what is won, and the wager is returned with it." in block["note"]
    assert "includes the wager" not in block["note"]


def test_elsewhere_a_sum_is_stated_as_it_is_paid() -> None:
    bound = rules(
        DRAGON,
        wagers={
            "progressive": {"amount": 5, "cards": "three", "lines": [{"hand": "trips", "pays": 6, "unit": "dollars"}]}
        },
    )
    (block,) = (block for block in placard(bound).data["blocks"] if block["id"] == "progressive")
    assert [row["pays"] for row in block["rows"]] == ["$6"]
    assert "A sum in dollars includes the wager." in block["note"]
