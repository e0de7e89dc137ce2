"""What follows from an irregularity is told as the game's own rules have it, wherever it is told."""

import pytest

from pitboss.cli.explain import say
from pitboss.cli.main import dispatch
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.wording.consequences import follows
from support import DRAGON, LIR, MARYLAND, UTH, refused, rules, seated, table, to

FAILED = e.Irregularity("device_fails", "set_aside_device", "MA-UTH 15(g)", place="shuffler")
LEFT = e.Irregularity("player_left", "left", "MA-UTH 6(e)/2", seat=1)


@pytest.mark.clause("MA-UTH 15(g)")
def test_in_massachusetts_a_device_is_removed_and_nothing_less() -> None:
    said = say(rules(UTH), FAILED)
    assert "out of use until it is removed" in said and "covered" not in said and "marked" not in said
    assert follows(rules(DRAGON), "set_aside_device").endswith("until it is covered, removed or marked")


@pytest.mark.clause("MA-UTH 6(e)/2")
def test_in_massachusetts_nobody_takes_the_wagers_of_who_left() -> None:
    said = say(rules(UTH), LEFT)
    assert "the hand is played out" in said and "floorperson" not in said and "lost" not in said
    t = to(seated(table(UTH), 1, 2), "preflop")
    for by in ("dealer", "floorperson", "manager"):
        told = refused(t, by, a.Report("player_left", seat=1, ruling="losing"), clause="MA-UTH 6(e)/2", code="ruling")
        assert told.allowed == "played_out"


@pytest.mark.parametrize("game", MARYLAND)
@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        ("played_out", "; a floorperson may rule that the wagers are lost"),
        ("losing", "the wagers are lost at once; a floorperson may rule that the hand is played out"),
        ("ask", "a floorperson decides whether the hand is played out or its wagers are lost"),
    ],
)
def test_in_maryland_it_is_as_the_operator_chose(game: str, chosen: str, says: str) -> None:
    assert follows(rules(game, readings={"player_left_default": chosen}), "left").endswith(says)


def test_the_page_of_a_game_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["rules", UTH]) == 0
    texas = " ".join(capsys.readouterr().out.split())
    assert "until it is removed" in texas and "covered, removed or marked" not in texas
    assert "floorperson may rule" not in texas and "floorperson decides" not in texas
    assert "Trips is settled on the full board" in texas, "and names the wager that is spared"
    assert dispatch(["rules", LIR]) == 0
    assert "until it is covered, removed or marked" in " ".join(capsys.readouterr().out.split())
