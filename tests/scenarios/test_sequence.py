"""Several rounds in one file: one table, meters that go on, people who come and go."""

import json
from pathlib import Path

import pytest

from pitboss.cli.main import dispatch
from pitboss.play.scenario import PlayedScenario, play_scenario
from pitboss.play.scenario_file import parse_scenario
from pitboss.play.scenario_parts import BadScenario
from pitboss.rulebook.terms import MICRO
from pitboss.table import events as e

HEAD = """
title = "Two rounds"
game = "let-it-ride"
[submission]
wagers.progressive = { offered = true, paytable = "A", amount = 1 }
"""
FIRST = """
[[round]]
title = "the first"
[round.meters]
"Progressive" = "20000"
[round.deck]
seat1 = "2c 5d 9h"
[round.seats.1]
player = "Ann"
wagers = { let_it_ride = 5, progressive = 1 }
acts = ["ride", "ride"]
"""
SECOND = """
[[round]]
[round.deck]
seat1 = "3c 6d 8h"
seat2 = "As Ks Qs"
community = "Js Ts"
[round.seats.1]
player = "Ann"
wagers = { let_it_ride = 5 }
acts = ["ride", "ride"]
[round.seats.2]
player = "Bob"
wagers = { let_it_ride = 5, progressive = 1 }
acts = ["ride", "ride"]
"""


def play(text: str) -> PlayedScenario:
    return play_scenario(parse_scenario(text))


def refused(text: str) -> list[str]:
    with pytest.raises(BadScenario) as found:
        play(text)
    return str(found.value).replace("scenario: ", "").splitlines()


def meter(cents: int) -> dict[str, int]:
    return {"Progressive": cents * MICRO}


def test_meters_go_on_from_round_to_round() -> None:
    """5 percent of $1 each round; the royal flush of the second round takes the whole meter and resets it to $1,000."""
    first, second = play(HEAD + FIRST + SECOND).rounds
    assert (first.meters_before, first.meters) == (meter(2_000_000), meter(2_000_005))
    assert second.meters_before == first.meters
    (paid,) = (line for line in second.paid if line.wager == "progressive")
    assert (paid.won, paid.net) == (2_000_010, 2_000_010 - 100)
    assert second.meters == meter(100_000)


def test_a_meter_may_be_moved_between_rounds() -> None:
    moved = SECOND.replace("[round.deck]", '[round.meters]\n"Progressive" = "30000"\n[round.deck]')
    _, second = play(HEAD + FIRST + moved).rounds
    assert second.meters_before == meter(3_000_000)


def test_each_round_has_its_own_payments_and_cards() -> None:
    first, second = play(HEAD + FIRST + SECOND).rounds
    assert {line.seat for line in first.paid} == {1} and {line.seat for line in second.paid} == {1, 2}
    assert {line.player for line in second.paid if line.seat == 2} == {"Bob"}
    assert set(first.filled) == {"box", "community"} and set(second.filled) == {"box"}


def test_whoever_is_not_named_leaves_and_another_may_sit_down() -> None:
    other = SECOND.replace('player = "Ann"', 'player = "Cy"').split("[round.seats.2]")[0].replace("seat2", "# seat2")
    played = play(HEAD + FIRST + other)
    left = [r.event.player for r in played.table.log if isinstance(r.event, e.SeatLeft)]
    assert left == ["Ann"] and {line.player for line in played.rounds[1].paid} == {"Cy"}


def test_differences_and_faults_name_their_round() -> None:
    wrong = SECOND + "[round.expect.1]\nbet_1 = 5\nbet_2 = -5\nbet_3 = -5\n[round.expect.meters]\nProgressive = 1\n"
    first, second = play(HEAD + FIRST + wrong).differences
    assert first == "round 2: position 1, Bet Number 1: expected $5, paid -$5"
    assert second == "round 2: meter Progressive: expected $1.00000000, reads $1,000.00000000"
    assert refused(HEAD + FIRST + SECOND.replace("3c 6d 8h", "3c 6d")) == [
        "round 2: [deck] seat1 names 2 cards; the round deals 3 to position 1"
    ]
    two = HEAD + FIRST.replace("acts", "akts") + SECOND.replace("wagers", "wages", 1)
    said = refused(two)
    assert said[0].startswith("round 1: [seats.1] has an unknown key 'akts'") and "did you mean 'acts'?" in said[0]
    assert said[1].startswith("round 2: [seats.1] has an unknown key 'wages'")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[seats.1]\nwagers = { let_it_ride = 5 }\n" + FIRST, "each round has its own seats; here is one outside"),
        ("[round]\nseats = 3\n", "[[round]] must be a list of tables"),
        ("[meters]\nProgressive = 5\n" + FIRST, "each round has its own meters; here is one outside"),
        (FIRST + "[[round]]\n", "round 2: no [seats.N]: at least one position must play"),
        (FIRST + "[[round]]\nseats = 3\n", "round 2: [seats] must be a table"),
        (FIRST.replace("title", "name"), "round 1: [[round]] has an unknown key 'name'; known are title, deck, seats"),
        (FIRST.replace('"Progressive"', '"Progres"') + SECOND, "round 1: no such meter at this table: Progres"),
    ],
)
def test_what_a_sequence_may_not_say(text: str, said: str) -> None:
    assert any(said in line for line in refused(HEAD + text))


def test_a_round_after_one_that_took_the_deck_away() -> None:
    gone = '[[round.report]]\nkind = "wrong_count"\nby = "floorperson"\nruling = "not_misdealt"\nat = "decide_1"\n'
    played = play(HEAD + FIRST + gone + SECOND)
    assert any(isinstance(r.event, e.DeckRemoved) for r in played.rounds[0].records)
    assert {line.net for line in played.rounds[0].paid} == {0} and played.rounds[1].paid


def test_in_print_and_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "two.toml"
    file.write_text(HEAD + FIRST + SECOND, encoding="utf-8")
    assert dispatch(["scenario", str(file)]) == 0
    said = capsys.readouterr().out
    told = [said.index(part) for part in ("Round 1: the first", "$20,000.05", "Round 2", "reads $1,000.")]
    assert told == sorted(told)
    assert dispatch(["scenario", str(file), "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    first, second = found["rounds"]
    assert "payments" not in found and found["differences"] == []
    assert (first["title"], first["meters_before"]) == ("the first", {"Progressive": "20000.00000000"})
    assert first["meters"] == second["meters_before"] == {"Progressive": "20000.05000000"}
