"""The clause behind every choice of an operator is one of his own game's document, and it is the one that permits the
choice."""

import pytest

from pitboss.rulebook.book import book
from pitboss.rulebook.clauses import clauses
from pitboss.rulebook.readings import Option, behind, options, options_of, readings_of
from pitboss.rulebook.submission import check_data, default_data, merge
from pitboss.rulebook.submission_options import cites, clause_of
from rulebook.submissions import DRAGON, LIR, TOP5, UTH
from support import GAMES, SHIPPED

OURS = ("practice",)
"""What no document knows."""
PAIRS = [pytest.param(game, option, id=f"{game}-{option.name}") for game in GAMES for option in options_of(game)]


@pytest.mark.parametrize(("game", "option"), PAIRS)
def test_a_choice_is_cited_from_the_games_own_document(game: str, option: Option) -> None:
    if option.name in OURS:
        assert option.clause == ""
    else:
        assert option.clause in clauses() and option.clause.startswith(f"{book(game).document} ")


def test_the_choices_of_all_games_are_those_of_each() -> None:
    assert options() == tuple(option for game in SHIPPED for option in options_of(game))
    for game in GAMES:
        assert {option.game for option in options_of(game)} == {game}
        names = [option.name for option in options_of(game)]
        assert len(names) == len(set(names)) > 10, "within one game a name is unique"


@pytest.mark.parametrize(("game", "option"), PAIRS)
def test_a_choice_has_a_reading_of_its_game(game: str, option: Option) -> None:
    known = {reading.id for reading in readings_of(game)}
    found = behind(option, game)
    assert found in known if found else option.name in ("decks", "positions")


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_reading_is_refused_by_a_clause_of_its_game(game: str) -> None:
    for option in options_of(game):
        if option.section == "readings":
            data = merge(default_data(game), {"readings": {option.name: "sideways"}})
            (fault,) = (f for f in check_data(data).faults if f.key == f"readings.{option.name}")
            assert fault.clause.startswith(f"{book(game).document} "), option.name


@pytest.mark.parametrize(
    ("game", "clause"), [(DRAGON, "MD-DRAGON 10.B(4)"), (TOP5, "MD-TOP5 11.B(4)")], ids=[DRAGON, TOP5]
)
def test_a_held_stack_has_the_clause_that_holds_it(game: str, clause: str) -> None:
    (option,) = (o for o in options_of(game) if o.name == "dealer_stack")
    assert option.clause == clause == cites(game)["held"]
    assert clause_of(book(game), ("readings", "dealer_stack")) == clause


@pytest.mark.parametrize(
    ("game", "clause"),
    [(DRAGON, "MD-DRAGON 5.E(1)"), (TOP5, "MD-TOP5 5.C(1)"), (LIR, "MD-LIR 5.D(1)"), (UTH, "MA-UTH 4(b)(1)")],
    ids=GAMES,
)
def test_an_unknown_procedure_is_refused_by_the_clause_that_names_them_all(game: str, clause: str) -> None:
    (fault,) = check_data(merge(default_data(game), {"dealing": {"procedure": "sideways"}})).faults
    assert (fault.key, fault.clause) == ("dealing.procedure", clause)


@pytest.mark.parametrize(
    ("game", "clause"), [(DRAGON, "MD-DRAGON 5.A"), (TOP5, "MD-TOP5 5.A"), (LIR, "MD-LIR 5.A"), (UTH, "MA-UTH 4(a)/1")]
)
def test_an_unknown_shuffler_is_refused_by_the_clause_that_permits_one(game: str, clause: str) -> None:
    (fault,) = check_data(merge(default_data(game), {"dealing": {"shuffler": "sideways"}})).faults
    assert (fault.key, fault.clause) == ("dealing.shuffler", clause)
