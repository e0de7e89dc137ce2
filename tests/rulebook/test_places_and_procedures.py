"""The clauses behind places at the table, and behind what the dealing procedures say each in a chapter of their own,
held against a second transcription and against what the clauses are about."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from pitboss.rulebook.book import Area, Book, book
from pitboss.rulebook.clauses import clauses
from support import PROCEDURES, SHIPPED

WRITTEN: dict[str, Any] = tomllib.loads(
    (Path(__file__).parent / "places_and_procedures.toml").read_text(encoding="utf-8")
)
CHAPTERS = {
    "manual_shoe": ("Manual shoe: ",),
    "hand": ("Hand dealing: ", "Hand deal: "),
    "automated_shoe": ("Automated",),
}
SAYS = {
    "after_cut": "into the (shoe|shoe and shuffler)$|stack(ed deck)? ?in",
    "stub_count": "stub is counted|unless a count is due, as in 8.E",
    "no_more_bets": "no more bets",
    "stub_to_rack": "stub.*(discard|rack).*unless a count is due|unless a count is due",
    "count_right": "(confirms|accounts for) 5[23]",
    "count_wrong": "count.*(off|wrong|does not give)",
    "count_misdealt": "5[23] cards.*voids",
    "count_not_misdealt": "wrong count without (a )?misdeal",
    "verify_five_card_bonus": "Five Card Bonus chips.*must match",
    "verify_progressive": "progressive chips.*must match",
}
"""What a clause says that is cited for this."""
NAMES = {
    "inventory": "inventory", "drop_box": "drop box", "tip_box": "tip box", "discard_rack": "discard rack",
    "community": "community|flop", "dealer_cards": "dealer's (cards|first card|stack)|his (four other|three) cards",
    "dealer_place": "dealer", "box": "card box|to its box", "progressive_system": "progressive table game system",
    "progressive_device": "device", "cards": "cards?", "cover_all_screen": "shows the Cover All odds",
}  # fmt: skip
"""What a clause names that is cited for a place; of a betting area its wager."""


def said(clause: str) -> str:
    found = clauses()[clause]
    always = re.sub(r"^\{[^:]*: ", "", found.wording)  # where a passage begins it, what it is for is left out
    return re.sub(r" \[[^]]*\]$", "", always).rstrip(".")


def id_of(the_book: Book, short: str) -> str:
    return f"{the_book.document} {short}" if short else ""


@pytest.mark.parametrize("game", SHIPPED)
def test_the_clause_behind_every_place(game: str) -> None:
    """A list is: where no chapter names it, then manual shoe, hand, automated shoe."""
    the_book, wanted = book(game), {}
    for area, given in WRITTEN[game]["areas"].items():
        usual, *own = [given] if isinstance(given, str) else given
        by = {procedure: id_of(the_book, short) for procedure, short in zip(PROCEDURES, own, strict=False) if short}
        wanted[area] = (id_of(the_book, usual), by)
    assert {area.id: (area.clause, area.by) for area in the_book.areas} == wanted


@pytest.mark.parametrize("game", SHIPPED)
def test_what_each_dealing_procedure_has_a_clause_of_its_own_for(game: str) -> None:
    the_book = book(game)
    wanted = {
        key: {procedure: id_of(the_book, short) for procedure, short in zip(PROCEDURES, given, strict=True) if short}
        for key, given in WRITTEN[game]["procedures"].items()
    }
    assert {key: cited for key, cited in the_book.cites.items() if isinstance(cited, dict)} == wanted


@pytest.mark.parametrize("game", SHIPPED)
def test_every_clause_of_a_place_names_it(game: str) -> None:
    def named(area: Area) -> str:
        return NAMES.get(area.id, rf"{re.escape(area.title)}|wager|three betting areas")

    for area in book(game).areas:
        for clause in filter(None, (area.clause, *area.by.values())):
            assert re.search(named(area), said(clause), re.IGNORECASE), (area.id, clause)
        for procedure, clause in area.by.items():
            assert said(clause).startswith(CHAPTERS[procedure]), (area.id, clause)


@pytest.mark.parametrize("game", SHIPPED)
def test_every_clause_of_a_procedure_is_about_what_it_is_cited_for(game: str) -> None:
    for key, cited in book(game).cites.items():
        for procedure, clause in cited.items() if isinstance(cited, dict) else ():
            assert re.search(SAYS[key], said(clause), re.IGNORECASE), (key, clause, said(clause))
            own = said(clause).startswith(CHAPTERS[procedure])
            assert own or (key, procedure) == ("no_more_bets", "automated_shoe"), (key, clause)
