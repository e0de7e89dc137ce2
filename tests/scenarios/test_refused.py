"""Acts that a table must refuse, written into a scenario: they are tried and change nothing."""

import json
from pathlib import Path

import pytest

from pitboss.cli.main import dispatch
from pitboss.play.scenario import PlayedScenario, play_scenario
from pitboss.play.scenario_acts import ACTS, keys_of, needed
from pitboss.play.scenario_file import parse_scenario
from pitboss.play.scenario_parts import BadScenario
from pitboss.table import events as e

PLAIN = """
game = "dragon-poker"
[deck]
seat1 = "PH PH RA"
seat2 = "TI MO RA"
dealer = "TI PA MO"
[seats.1]
player = "Ann"
wagers = { ante = 10, ante_bonus = 10 }
acts = ["play"]
[seats.2]
wagers = { ante = 10, ante_bonus = 10 }
acts = ["fold"]
"""


def refusal(keys: str) -> str:
    return f"\n[[refused]]\n{keys}\n"


def play(text: str) -> PlayedScenario:
    return play_scenario(parse_scenario(text))


def faults(text: str) -> str:
    with pytest.raises(BadScenario) as found:
        play(text)
    return str(found.value).replace("scenario: ", "")


OUT_OF_TURN = 'act = "decide"\nseat = 2\nchoice = "fold"\nat = "decide"\n'


def test_an_act_is_tried_and_changes_nothing() -> None:
    tried = play(PLAIN + refusal(OUT_OF_TURN + 'code = "out_of_turn"'))
    assert not tried.differences
    assert [r.event for r in tried.table.log] == [r.event for r in play(PLAIN).table.log]
    (told,) = tried.rounds[0].tried
    assert (told.act, told.by, told.at) == ("decide", "player:Player 2", "decide")
    assert told.refusal is not None and told.refusal.allowed == "position 1"


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        ('act = "place_wager"\nseat = 1\nwager = "ante"\namount = "7.50"\nat = "bets"', "limits"),
        ('act = "take_seat"\nseat = 1\nplayer = "Cy"\nat = "bets"', "seat_taken"),
        ('act = "place_wager"\nseat = 1\nwager = "ante"\namount = 20', "no_more_bets"),
        ('act = "deal_cards"\ncards = "RA RA RA RA RA RA RA RA RA RA"\nat = "deal"', "card_count"),
        ('act = "deal_cards"\ncards = "RA"\nat = "decide"', "no_cards_due"),
        ('act = "decide"\nseat = 1\nchoice = "raise"\nat = "decide"', "no_such_choice"),
        ('act = "decide"\nseat = 2\nchoice = "fold"\nat = "decide"\ndecided = 1\nby = "player:Ann"', "not_your_seat"),
        ('act = "settle_hand"\nseat = 2\nat = "settle"', "out_of_turn"),
        ('act = "report"\nkind = "dealer_card_exposed"\nat = "settle"', "no_cards"),
        ('act = "close_bets"\nby = "player:Ann"\nat = "bets"', "wrong_role"),
        ('act = "count_stub"\nstub = 12\nat = "decide"', "wrong_step"),
        ('act = "clear_table"\nat = "reveal"', "wrong_step"),
    ],
)
def test_every_kind_of_act_can_be_tried(keys: str, code: str) -> None:
    (told,) = play(PLAIN + refusal(keys)).rounds[0].tried
    assert told.refusal is not None and told.refusal.code == code, told


def test_the_clause_is_compared() -> None:
    """The one under which the table refuses it; another of the same book is a difference."""
    tried = play(PLAIN + refusal(OUT_OF_TURN)).rounds[0].tried[0]
    assert tried.refusal is not None and tried.refusal.clause == "MD-DRAGON 11.B"
    assert not play(PLAIN + refusal(OUT_OF_TURN + 'clause = "MD-DRAGON 11.B"')).differences
    (said,) = play(PLAIN + refusal(OUT_OF_TURN + 'clause = "MD-DRAGON 11.A"')).differences
    assert said == (
        "decide by player:Player 2 at 'decide': expected a refusal under MD-DRAGON 11.A, refused under MD-DRAGON 11.B"
    )
    (said,) = play(PLAIN + refusal(OUT_OF_TURN + 'code = "limits"')).differences
    assert "expected to be refused as 'limits', refused as 'out_of_turn'" in said


def test_an_act_that_is_accepted_is_a_difference_and_is_not_done() -> None:
    played = play(PLAIN + refusal('act = "decide"\nseat = 1\nchoice = "fold"\nat = "decide"'))
    assert played.differences == ("decide by player:Ann at 'decide': expected a refusal, and it is accepted",)
    decided = [(r.event.seat, r.event.choice) for r in played.table.log if isinstance(r.event, e.Decided)]
    assert decided == [(1, "play"), (2, "fold")]


def test_after_a_report() -> None:
    """The same moment: before the report the decision is lawful, after it the round is void."""
    report = '\n[[report]]\nkind = "dealer_card_exposed"\nat = "decide"\n'
    lawful = 'act = "decide"\nseat = 1\nchoice = "fold"\n'
    assert play(PLAIN + report + refusal(lawful + 'at = "decide"')).differences
    assert not play(PLAIN + report + refusal(lawful + 'at = "clear"\nreported = 1')).differences
    never = PLAIN + report + refusal(lawful + 'at = "decide"\nreported = 1')
    assert faults(never) == "never tried: decide (its moment did not come)"


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("seat = 1", "[[refused]] has no act"),
        ('act = "decid"', "there is no act 'decid'; known are receive_cards, inspect_cards"),
        ('act = "wager_place"', "did you mean 'place_wager'?"),
        ('act = "decide"\nseat = 1', "decide needs choice"),
        (
            'act = "decide"\nseat = 1\nchoice = "fold"\nwager = "ante"',
            "decide takes no wager; its own keys are seat, choice",
        ),
        ('act = "decide"\nseat = "one"\nchoice = "fold"', "decide: Expected int, got str"),
        ('act = "deal_cards"\ncards = "Ah"', "'Ah'"),
        ('act = "close_bets"\nat = "bet"', "at = 'bet' is no moment of this round; known are bets, deal"),
        ('act = "close_bets"\nby = "deeler"', "[[refused]] by = 'deeler' is nobody at the table"),
        ('act = "close_bets"\nclause = "MD-DRAGON 99.Z"', "MD-DRAGON 99.Z"),
        ('act = "place_wager"\nseat = 1\nwager = "ante"\namount = "much"', "'much' is not an amount"),
        ('act = "close_bets"\nat = "settle"\nsettled = 9', "never tried: close_bets (its moment did not come)"),
    ],
)
def test_what_a_refused_act_may_not_say(keys: str, said: str) -> None:
    assert said in faults(PLAIN + refusal(keys))


def test_every_act_has_keys_that_a_file_can_write() -> None:
    assert "adopt_terms" not in ACTS and len(ACTS) > 30
    for act in ACTS:
        assert set(needed(act)) <= set(keys_of(act)), act
    assert keys_of("place_wager") == ("seat", "wager", "amount", "instrument", "accepted")


def test_in_print_and_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "refused.toml"
    file.write_text(PLAIN + refusal(OUT_OF_TURN), encoding="utf-8")
    assert dispatch(["scenario", str(file)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Refused: decide by player:Player 2 at 'decide': the players decide in turn" in said
    assert "As the file expects." in said
    assert dispatch(["scenario", str(file), "--json"]) == 0
    ((told,),) = (each["refused"] for each in json.loads(capsys.readouterr().out))
    assert told["refused"] and (told["code"], told["clause"]) == ("out_of_turn", "MD-DRAGON 11.B")
    file.write_text(PLAIN + refusal('act = "decide"\nseat = 1\nchoice = "fold"\nat = "decide"'), encoding="utf-8")
    assert dispatch(["scenario", str(file), "--json"]) == 1
    ((told,),) = (each["refused"] for each in json.loads(capsys.readouterr().out))
    assert told == {"act": "decide", "by": "player:Ann", "at": "decide", "refused": False}
