"""`pitboss rules`: rulebooks, clauses, readings, coverage."""

import json

import pytest

from pitboss.cli.main import dispatch
from pitboss.rulebook.book import book
from pitboss.rulebook.clauses import clauses
from pitboss.rulebook.coverage import coverage
from pitboss.rulebook.readings import about, options_of, readings, readings_of
from pitboss.rulebook.submission_options import reading_options
from support import GAMES


@pytest.mark.parametrize("procedure", ["", "hand", "automated-shoe"])
@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_game(game: str, procedure: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["rules", game] + (["--dealing", procedure] if procedure else [])
    assert dispatch(arguments) == 0
    said = capsys.readouterr().out
    for heading in ("The round, dealt from", "Wagers", "Paytables", "When something goes wrong", "may choose"):
        assert heading in said
    for wager in book(game).wagers:
        assert f"({wager.id})" in said.replace("\n", "")
    assert max(len(line) for line in said.splitlines()) <= 80


def test_paytables_stand_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    dispatch(["rules", "let-it-ride"])
    said = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert "royal flush 1,000 500 100" in said
    assert "royal flush $20,000 $20,000 $20,000 $10,000 $10,000 $10,000 $20,000" in said
    assert "royal flush meter major mega mega" in said


def test_irregularities_have_the_names_that_scenarios_use(capsys: pytest.CaptureFixture[str]) -> None:
    dispatch(["rules", "dragon-poker"])
    said = capsys.readouterr().out
    assert "dealer_card_exposed: a card of the dealer is exposed" in said
    assert "MD-DRAGON 13.E" in said and "all hands are void" in said


@pytest.mark.parametrize("spelling", ["MD-LIR 11.C(1)(b)", "md-lir 11.c(1)(b)", "MD-LIR  11.C (1)(b)"])
def test_a_clause(spelling: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["rules", spelling]) == 0
    said = capsys.readouterr().out
    assert "A player may withdraw Bet 2" in said
    assert "games/let_it_ride/game.py:DECIDE_2" in said
    assert "Proved by" in said and "MD-LIR 11.C(1)(b)(ii)" in said


def test_a_clause_in_several_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["rules", "MA-UTH", "15(a)/2"]) == 0
    said = capsys.readouterr().out
    assert "U-33" in said, "the readings that concern it"


def test_a_part_of_a_rulebook_whose_clauses_have_no_hyphen(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["rules", "TCP 11"]) == 0
    said = capsys.readouterr().out
    assert (
        said.startswith("TCP 11: 21 clauses") and "TCP 11.21" in said and "TCP 1.1" not in said.replace("TCP 11.", "")
    )


def test_a_part_of_a_rulebook(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["rules", "MD-DRAGON 12"]) == 0
    said = capsys.readouterr().out
    assert "MD-DRAGON 12.A" in said and "MD-DRAGON 12.D(1)(f)" in said and "MD-DRAGON 1.B" not in said


def test_readings(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["rules", "--readings"]) == 0
    assert "X-01" in capsys.readouterr().out
    assert dispatch(["rules", "--readings", "x-01"]) == 0
    said = capsys.readouterr().out
    assert "It could mean" in said and "Because" in said and "void_returns_folded" in said
    assert dispatch(["rules", "--readings", "ultimate-texas-holdem"]) == 0
    said = capsys.readouterr().out
    assert "U-33" in said and "T-04" not in said


@pytest.mark.parametrize("game", GAMES)
def test_the_readings_of_a_game_tell_what_every_other_choice_means(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert dispatch(["rules", "--readings", game]) == 0
    said = " ".join(capsys.readouterr().out.split())
    for name, option in reading_options(game).items():
        for value in option.values[1:]:
            told = [r.choice for r in readings_of(game, {name: value}) if r.option == name]
            assert told and all(f"With {name} = {value}: {choice}" in said for choice in told), (name, value)


def test_a_reading_of_several_games_tells_whose_a_choice_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["rules", "--readings", "x-01"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "With void_returns_folded = false (top-five-poker): A void returns" in said
    assert "With void_returns_folded = false (ultimate-texas-holdem): A void returns" in said
    assert said.count("Because: 1") == 2


def test_coverage_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["rules", "--coverage", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == coverage()
    assert set(found) == {"clauses", "totals"}
    assert set(found["totals"]) == {"clauses", "enforced", "recorded", "tested", "unassigned"}
    assert [row["id"] for row in found["clauses"]] == list(clauses())
    for row in found["clauses"]:
        assert set(row) == {"id", "kind", "enforced", "tests"}
        assert isinstance(row["enforced"], list) and isinstance(row["tests"], list)


def test_coverage_to_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["rules", "--coverage"]) == 0
    said = capsys.readouterr().out
    assert "MD-DRAGON" in said and f"{len(clauses()):,}" in said


def test_every_reading_cites_clauses_that_exist() -> None:
    assert readings()
    for reading in readings().values():
        assert reading.clauses and set(reading.clauses) <= set(clauses()), reading.id
        assert "\n" not in reading.choice and "  " not in reading.choice
        assert reading.id in {found.id for found in about(reading.clauses[0])}


@pytest.mark.parametrize(
    ("game", "letter", "has", "lacks"),
    [
        ("dragon-poker", "D", {"D-37", "X-07"}, {"T-26", "T-28", "T-25", "X-02"}),
        ("top-five-poker", "T", {"T-25", "T-26", "X-01"}, {"D-30", "L-47"}),
        ("let-it-ride", "L", {"L-30", "X-02"}, {"T-25", "D-37", "D-22"}),
        ("ultimate-texas-holdem", "U", {"U-10", "U-33", "X-08"}, {"D-37", "D-34"}),
    ],
)
def test_readings_belong_to_their_game(game: str, letter: str, has: set[str], lacks: set[str]) -> None:
    found = {r.id for r in readings_of(game)}
    assert has <= found
    assert not lacks & found
    assert {name[0] for name in found} == {letter, "X"}
    assert {name for name in readings() if name[0] == letter} <= found, "all of its own"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_readings_and_options(game: str) -> None:
    assert readings_of(game)
    assert {o.reading for o in options_of(game) if o.reading} <= set(readings())


@pytest.mark.parametrize("game", GAMES)
def test_choices_are_shown_by_the_keys_of_a_submission(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever key is shown, a submission may have it: written there, it is never "no such key"."""
    from pitboss.cli.submission_keys import keys
    from pitboss.rulebook.submission import check_data, default_data, merge

    assert dispatch(["rules", game]) == 0
    said = " ".join(capsys.readouterr().out.split())
    said = said[said.index("What the operator may choose") :]
    for option in options_of(game):
        for key in keys(option):
            assert f"{key.path} = " in said
            if "NAME" in key.path:
                continue
            *tables, last = key.path.split(".")
            data: dict[str, object] = {last: "?"}
            for table in reversed(tables):
                data = {table: data}
            faults = check_data(merge(default_data(game), data)).faults
            assert not [f for f in faults if f.key == key.path and "no such" in f.message], key.path


def test_what_is_not_conducted_is_listed_as_refused(capsys: pytest.CaptureFixture[str]) -> None:
    dispatch(["rules", "ultimate-texas-holdem"])
    said = " ".join(capsys.readouterr().out.split())
    assert "match_play: not conducted; a submission may state off and nothing else reading U-28" in said
    assert "wagers.trips.paytable = A, B, C, D" in said and "trips_table" not in said
    assert "dealing.procedure = manual_shoe, hand, automated_shoe" in said
    dispatch(["rules", "let-it-ride"])
    assert "limits.payout_limit = none, an amount in dollars" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("spelling", ["let-it-ride", "Let It Ride", "let_it_ride", "lir", "let"])
def test_a_game_by_any_of_its_names(spelling: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["rules", spelling]) == 0
    assert capsys.readouterr().out.startswith("Let It Ride, Maryland\n")
    assert dispatch(["rules", "--readings", spelling]) == 0
    assert "L-12" in capsys.readouterr().out
