"""What the library cannot do with what it is given is told in words, everything at once."""

from typing import Any

import pytest

import pitboss
from pitboss.cli.main import dispatch
from pitboss.lab.design.targets import BadDesign
from pitboss.lab.protect.seen import Unseeable
from pitboss.lab.strategies.short import BadLength
from support import THREE


def test_every_fault_of_a_question_at_once() -> None:
    pace: Any = "x"
    with pytest.raises(Unseeable) as told:
        pitboss.protect(THREE, sees="moon:1", dead="Ah Ah", partners=-2, pace=pace, rounds=-1)
    for part in (
        "'moon:1' names no place of",
        "dealer:1, dealer:2 or dealer:3",
        "Ah",
        "partners=-2 is no number of partners; it is a whole number from 0 to ",
        "pace='x' is no pace; it is a number of rounds an hour above 0",
        "rounds=-1 is no number of rounds",
    ):
        assert part in str(told.value)


def test_what_is_no_text_and_no_number() -> None:
    wrong: dict[str, Any] = {"sees": 5, "dead": 7, "partners": True}
    with pytest.raises(Unseeable) as told:
        pitboss.protect(THREE, **wrong)
    for part in ("sees=5 is no text", "dealer:1, dealer:2, dealer:3", "dead=7 are no cards", "partners=True is no"):
        assert part in str(told.value)
    ranges: dict[str, Any] = {"edge": 3, "hit": 20}
    with pytest.raises(BadDesign) as refused:
        pitboss.design(THREE, wager="pair_plus", **ranges)
    assert len(refused.value.faults) == 2 and "edge=3 is no text; give a range such as '3..4'" in str(refused.value)
    length: Any = "2"
    with pytest.raises(BadLength, match="'2' rules are not searched for; give 0 to 20"):
        pitboss.short_strategy(THREE, length)
    name: Any = "nope"
    with pytest.raises(ValueError, match="no table 'nope' of a strategy; the tables are rules, hands"):
        pitboss.strategy_cost(THREE, "play-all").to_frame(name)


def test_the_command_tells_every_fault_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    asked = {"sees": "moon:1", "dead": "Xx Ah,Ah Yy", "partners": "99", "stake": "-5", "pace": "0", "rounds": "1"}
    assert dispatch(["protect", THREE, *(part for name, text in asked.items() for part in (f"--{name}", text))]) == 2
    lines = capsys.readouterr().err.splitlines()
    told = " ".join(" ".join(lines).split())
    assert len([line for line in lines if line.startswith("pitboss: ")]) == 9
    assert told.endswith("8 faults; nothing was worked out")
    for part in (
        "'moon:1' names no place of",
        "'Xx' is not a card",
        "'Yy' is not a card",
        "'Ah' is dead 2 times",
        "--partners: 99 is out of range",
        "a stake of -$5 cannot be wagered",
        "--pace: '0' is not a number above 0",
        "--rounds: 1 is out of range",
    ):
        assert part in told


def test_the_library_tells_a_wrong_stake_beside_the_rest() -> None:
    with pytest.raises(Unseeable, match=r"(?s)cannot be wagered.*'moon:1' names no place of.*'Xx' is not a card"):
        pitboss.protect(THREE, sees="moon:1", dead="Xx", stake=-500)
