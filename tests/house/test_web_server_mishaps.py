"""What staff are told of irregularities: what follows under the terms in force, and why one cannot be reported."""

import re

import pytest

from pitboss.games import rules_for
from pitboss.house.server.mishap_words import clause_text, consequence, missing
from pitboss.house.server.routes.work import irregularities
from pitboss.house.server.web_words import clause_words, game_words
from pitboss.rulebook.clauses import clause, clauses
from pitboss.rulebook.submission import check, default_submission
from pitboss.table.rules import Rules
from support import GAMES
from support import rules as rules_of

MARK = re.compile(r"\[[A-Z]-\d\d")
MARYLAND = ("dragon-poker", "top-five-poker", "let-it-ride")


def rules(game: str, **changes: str) -> Rules:
    text = default_submission(game)
    for name, value in changes.items():
        text, done = re.subn(rf'^{name} = "[^"]*"', f'{name} = "{value}"', text, flags=re.MULTILINE)
        assert done == 1, name
    terms = check(text).terms
    assert terms is not None
    return rules_for(terms)


def follows(made: Rules, kind: str) -> str:
    return next(consequence(made, row) for row in made.game.mishaps if row.kind == kind)


@pytest.mark.parametrize("game", MARYLAND)
def test_what_becomes_of_who_left_follows_the_terms(game: str) -> None:
    """Played out or lost at once where the operator chose so; a floorperson decides only where he is to be asked."""
    played, lost, asks = (
        follows(rules(game, player_left_default=each), "player_left") for each in ("played_out", "losing", "ask")
    )
    assert played.startswith("the hand is played out at once") and "a floorperson may rule" in played
    assert ("every bet rides" in played) == (game == "let-it-ride")
    assert ("it is folded" in played) == (game != "let-it-ride")
    assert lost.startswith("the wagers are lost at once")
    assert asks == "a floorperson decides whether the hand is played out or its wagers are lost"


def test_where_nobody_may_declare_wagers_lost_nobody_is_said_to() -> None:
    """MA-UTH 6(e)/2 gives no power to forfeit."""
    said = follows(rules("ultimate-texas-holdem"), "player_left")
    assert said.startswith("the hand is played out at once") and "floorperson" not in said and "lost" not in said


def test_spared_wagers_are_named() -> None:
    made = rules("ultimate-texas-holdem")
    said = [consequence(made, row) for row in made.game.mishaps if row.consequence == "void_spare"]
    assert said and all("Trips is settled on the full board" in each for each in said)
    assert not any("spared" in each.consequence for each in game_words(made).irregularities)


def test_no_wager_is_spared_that_is_not_offered() -> None:
    bare = rules_of("ultimate-texas-holdem", wagers={"trips": {"offered": False}})
    said = {consequence(bare, row) for row in bare.game.mishaps if row.consequence == "void_spare"}
    assert said == {"all hands are void, every wager goes back, the cards are reshuffled"}


@pytest.mark.parametrize("kind", ["shuffler_jams", "device_fails"])
def test_a_device_that_is_not_there_is_the_reason(kind: str) -> None:
    """Between rounds, where it could be reported if there were one."""
    without, with_one = rules("let-it-ride"), rules("let-it-ride", shuffler="automated")
    row = next(each for each in without.game.mishaps if each.kind == kind and "between" in each.during)
    assert "no shuffler" in missing(without, without.opening(), row)
    assert missing(with_one, with_one.opening(), row) == ""
    told = [each.missing for each in irregularities(without, without.opening()) if each.now and each.kind == kind]
    assert "this table has no shuffler in use" in told and all(told)


def test_the_moment_comes_first() -> None:
    """What cannot happen now has its moments for a reason."""
    made = rules("dragon-poker")
    row = next(each for each in made.game.mishaps if each.kind == "player_left")
    assert "between" not in row.during and missing(made, made.opening(), row) == ""


def test_no_marks_of_readings_are_read() -> None:
    """The rulebook keeps them at the end of its wordings; people read the sentence."""
    marked = [each for each in clauses().values() if MARK.search(each.wording)]
    assert len(marked) > 100
    assert not any(MARK.search(clause_text(each.id)) for each in marked)
    assert clause_text("MD-LIR 11.G(1)").endswith("the dealer picks up the remaining cards.")
    assert not MARK.search(clause_words(clause("MD-LIR 11.G(1)"), "Let It Ride").text)
    assert clause_text("") == ""


@pytest.mark.parametrize("game", GAMES)
def test_every_irregularity_has_its_words(game: str) -> None:
    made = rules(game)
    assert all(consequence(made, row) for row in made.game.mishaps)
