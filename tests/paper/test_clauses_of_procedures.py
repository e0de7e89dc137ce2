"""What a paper cites governs the table it is about: no clause of a dealing procedure that the table does not use."""

import re
from collections.abc import Iterator
from itertools import permutations

import pytest
from msgspec.structs import replace

from paper.par_cases import changed, terms_of
from pitboss.felt.drawing import felt
from pitboss.games import rules_for
from pitboss.paper import par_rules as of
from pitboss.paper.changes import changes
from pitboss.paper.layout_paper import UNNAMED, layout_paper
from pitboss.paper.submission_choices import choices_in_force
from pitboss.rulebook.book import book
from pitboss.rulebook.clauses import clauses
from pitboss.rulebook.submission import default_submission
from pitboss.rulebook.terms import Terms
from support import GAMES

PROCEDURES = ("manual_shoe", "hand", "automated_shoe")
SECTIONS = {"MD-DRAGON": (8, 9, 10), "MD-TOP5": (8, 9, 10), "MD-LIR": (8, 9, 10), "MA-UTH": (7, 8, 9)}
"""The sections of each document that say how cards are dealt, in the order of the procedures."""
REFERRED = {"MA-UTH": r"7\(f\)", "MD-TOP5": r"8\.E$"}
"""Counted stubs: other procedures follow the count of the manual shoe (MA-UTH 8(e) and 9(e), MD-TOP5 10.B(2)(b))."""
TABLES = [(game, procedure) for game in GAMES for procedure in PROCEDURES]


def dealt(game: str, procedure: str, *more: tuple[str, str]) -> Terms:
    """The default submission of a game with its cards dealt in this way."""
    text = changed(default_submission(game), 'procedure = "manual_shoe"', f'procedure = "{procedure}"')
    if procedure != "manual_shoe":
        text = changed(text, 'shuffler = "none"', 'shuffler = "automated"')
    for old, new in more:
        text = changed(text, old, new)
    return terms_of(text)


def foreign(document: str, cited: str, used: tuple[str, ...]) -> bool:
    """Whether a clause stands in the section of a procedure that is not in use."""
    own = cited.removeprefix(f"{document} ")
    number = re.match(r"\d+", own)
    if number is None or re.match(REFERRED.get(document, r"\bnone"), own):
        return False
    section = int(number[0])
    return section in SECTIONS[document] and PROCEDURES[SECTIONS[document].index(section)] not in used


def cited_on_paper(terms: Terms) -> Iterator[tuple[str, str]]:
    """(where, clause) of every clause that the papers of this table cite; but not of readings, which are about the text
    of a clause wherever it stands."""
    rules = rules_for(terms)
    layout = layout_paper(rules).data
    for name, _, clause, *_ in (*layout["areas"], *layout["inscriptions"]):
        yield f"layout: {name}", clause
    document = rules.book.document
    for title in re.findall(r"<title>([^<]*)</title>", felt(rules)):
        for clause in re.findall(rf"\(({document} .*)\)$", title):
            yield f"felt: {title}", clause
    for choice in choices_in_force(terms):
        if choice.section != "readings":
            yield f"choice: {choice.title}", choice.clause
    for name, _, _, clause in of.limits(rules):
        yield f"limits: {name}", clause
    for _, name, clause, also in of.order_of_play(rules):
        for one in (clause, *also.split(", ")):
            yield f"order of play: {name}", one
    for clause, name, _, _ in of.settlement(rules):
        yield f"settlement: {name}", clause


@pytest.mark.parametrize(("game", "procedure"), TABLES)
def test_no_clause_of_another_procedure_is_cited(game: str, procedure: str) -> None:
    terms, document = dealt(game, procedure), book(game).document
    found = [(where, clause) for where, clause in cited_on_paper(terms) if clause]
    assert len(found) > 40
    assert {where.partition(":")[0] for where, _ in found} >= {"layout", "felt", "choice", "order of play"}
    assert [(where, clause) for where, clause in found if foreign(document, clause, (procedure,))] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_clause_of_another_procedure_would_be_noticed(game: str) -> None:
    """The same papers, held against the two procedures that the table does not use."""
    document = book(game).document
    for procedure in PROCEDURES:
        found = list(cited_on_paper(dealt(game, procedure)))
        for other in set(PROCEDURES) - {procedure}:
            assert [1 for where, clause in found if where.startswith("choice") and foreign(document, clause, (other,))]


@pytest.mark.parametrize(("game", "procedure"), TABLES)
def test_every_area_has_a_clause_or_says_that_it_has_none(game: str, procedure: str) -> None:
    areas = {row[0].split(",")[0]: row[2] for row in layout_paper(rules_for(dealt(game, procedure))).data["areas"]}
    unnamed = {name for name, clause in areas.items() if clause == UNNAMED}
    named = {clause for cited in areas.values() if cited != UNNAMED for clause in cited.split(", ")}
    assert named <= set(clauses())
    assert unnamed == ({"Table inventory container"} if game == "dragon-poker" and procedure != "hand" else set())


CLAUSES = [
    ("dragon-poker", "hand", "Table inventory container", "MD-DRAGON 9.A(2)(b)"),
    ("dragon-poker", "hand", "Player's cards", "MD-DRAGON 9.C(1)"),
    ("dragon-poker", "manual_shoe", "Player's cards", "MD-DRAGON 8.D(1)"),
    ("dragon-poker", "automated_shoe", "Dealer's cards", "MD-DRAGON 11.D(2)"),
    ("top-five-poker", "manual_shoe", "Player's cards", "MD-TOP5 8.D(1)"),
    ("top-five-poker", "hand", "Dealer's cards", "MD-TOP5 11.B(4)"),
    ("ultimate-texas-holdem", "automated_shoe", "Dealer's cards, under a cover card", "MA-UTH 9(c)/3"),
    ("ultimate-texas-holdem", "hand", "Dealer's cards, under a cover card", "MA-UTH 8(c)(2)"),
    ("ultimate-texas-holdem", "automated_shoe", "Player's cards", "MA-UTH 10(a)/1"),
]


@pytest.mark.parametrize(("game", "procedure", "area", "clause"), CLAUSES)
def test_known_clauses_of_areas(game: str, procedure: str, area: str, clause: str) -> None:
    rules = rules_for(dealt(game, procedure))
    assert {row[0]: row[2] for row in layout_paper(rules).data["areas"]}[area] == clause
    assert f" ({clause})</title>" in felt(rules).replace("&#x27;", "'")


def test_a_reshuffling_device_is_cited_by_its_own_clause() -> None:
    own = {"dragon-poker": "MD-DRAGON 5.I", "top-five-poker": "MD-TOP5 5.G", "let-it-ride": "MD-LIR 5.I"}
    for game, clause in own.items():
        counts = ("shuffler_counts_cards = false", "shuffler_counts_cards = true")
        for device, expected in (("continuous", clause), ("automated", f"{clause.split()[0]} 5.A")):
            terms = dealt(game, "manual_shoe", ('shuffler = "none"', f'shuffler = "{device}"'), counts)
            areas = {row[0]: row[2] for row in layout_paper(rules_for(terms)).data["areas"]}
            assert areas[f"{device.capitalize()} shuffler"] == expected


DEALT = {
    "dragon-poker": ("8.A", "9.A", "10.A"),
    "top-five-poker": ("8.A", "9.A", "10.A"),
    "let-it-ride": ("8.A", "9.A", "10.A"),
    "ultimate-texas-holdem": ("7(a)/1", "8(a)", "9(a)"),
}


@pytest.mark.parametrize(("game", "procedure"), TABLES)
def test_how_the_cards_are_dealt_is_cited_by_the_clause_of_that_procedure(game: str, procedure: str) -> None:
    rows = {row[0]: row[2] for row in of.in_force(dealt(game, procedure))}
    (said,) = (clause for title, clause in rows.items() if title.startswith("How the cards are dealt"))
    assert said == DEALT[game][PROCEDURES.index(procedure)]


@pytest.mark.parametrize("game", GAMES)
def test_a_change_of_procedure_cites_the_new_one(game: str) -> None:
    for before, after in permutations(PROCEDURES, 2):
        rows = {row[0]: row for row in changes(dealt(game, before), dealt(game, after))}
        assert rows["Procedure"][1:] == [
            before.replace("_", " "),
            after.replace("_", " "),
            DEALT[game][PROCEDURES.index(after)],
        ]
        for name, _, _, cited in rows.values():
            assert not any(foreign(book(game).document, one, (before, after)) for one in cited.split(", ")), name


@pytest.mark.parametrize("game", GAMES)
def test_no_clause_is_cited_for_practice(game: str) -> None:
    """The mark of a practice table follows from a reading, and no clause knows it."""
    terms = dealt(game, "manual_shoe")
    rows = {row[0]: row for row in changes(terms, replace(terms, practice=False))}
    assert rows["Practice"] == ["Practice", "yes", "no", ""]
