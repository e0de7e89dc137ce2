"""A word that a scenario does not know is answered with the one that was probably meant, from the closed lists."""

import pytest

from pitboss.play.scenario import play_scenario
from pitboss.play.scenario_file import parse_scenario
from pitboss.play.scenario_parts import BadScenario
from pitboss.play.scenario_reports import TAKES
from pitboss.play.scenario_words import nearest

RIDE = """
game = "let-it-ride"
[deck]
seat1 = "2c 5d 9h"
[seats.1]
wagers = { let_it_ride = 5 }
acts = ["ride", "ride"]
"""


def refused(text: str) -> str:
    with pytest.raises(BadScenario) as found:
        play_scenario(parse_scenario(text))
    return str(found.value).replace("scenario: ", "")


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("face_up_card", "card_face_up"),
        ("number_wrong", "wrong_number"),
        ("count_of_the_stub", "stub_count"),
        ("dealer card exposed", "dealer_card_exposed"),
        ("player_leaves", "player_left"),
        ("exposed_box_card", "box_card_exposed"),
        ("earthquake", ""),
        ("", ""),
    ],
)
def test_the_kind_of_report_that_was_meant(word: str, meant: str) -> None:
    assert nearest(word, list(TAKES)) == meant


def test_words_in_another_order() -> None:
    said = refused(RIDE + '[[report]]\nkind = "face_up_card"\ncards = "Ah"\n')
    assert said.endswith("; did you mean 'card_face_up'?")


def test_a_word_with_which_several_wagers_begin_means_all_of_them() -> None:
    said = refused(RIDE.replace("let_it_ride = 5", "bet = 5"))
    assert "[seats.1] has no wager 'bet'; known are bet_1, bet_2, bet_3," in said
    assert said.endswith("; did you mean 'let_it_ride', which is all of bet_1, bet_2, bet_3?")
    assert refused(RIDE.replace("let_it_ride = 5", "let_it_rid = 5")).endswith("; did you mean 'let_it_ride'?")
    assert "did you mean 'five_card_bonus'?" in refused(RIDE.replace("= 5", "= 5, bonus_five_card = 1"))


@pytest.mark.parametrize("key", ["limits", "readings", "wagers", "dealing", "positions", "breakage"])
def test_what_belongs_into_the_submission(key: str) -> None:
    said = refused(f"{key} = {{}}\n{RIDE}")
    assert f"the file has an unknown key '{key}'" in said and said.endswith(f"; did you mean [submission.{key}]?")


@pytest.mark.parametrize(("key", "meant"), [("seat", "seats"), ("reports", "report"), ("expects", "expect")])
def test_a_key_of_the_file_that_is_nearly_right(key: str, meant: str) -> None:
    assert f"did you mean '{meant}'?" in refused(f"{key} = {{}}\n{RIDE}")


def test_steps_and_decisions() -> None:
    late = RIDE + '[[report]]\nkind = "own_card_exposed"\nseat = 1\nat = "decide1"\n'
    assert refused(late).endswith("; did you mean 'decide_1'?")
    assert refused(RIDE.replace('["ride", "ride"]', '["ride", "rides"]')).endswith("; did you mean 'ride'?")
