"""One input, one answer: the chart of the best play, the odds, a single spot, text and JSON all tell the same of the
same table, however odd its payments are and whatever is staked."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli.main import dispatch
from pitboss.rulebook.submission import default_submission
from support import GAMES

DRAGON, TOP5, LIR, UTH = GAMES


@dataclass(frozen=True)
class Case:
    """What is asked of a game: a paytable of one's own, changes of its default submission, and more options."""

    game: str
    pays: dict[str, str] = field(default_factory=dict)
    changes: dict[str, str] = field(default_factory=dict)
    """Text of the default submission → what stands there instead."""
    more: tuple[str, ...] = ()


def to(pays: int, per: int = 1) -> str:
    return f'pays = {pays}, per = {per}, unit = "to"'


def dollars(pays: int, back: str = "false") -> str:
    return f'pays = {pays}, unit = "dollars", stake_back = {back}'


PUSH, FOR = 'unit = "push"', 'pays = 40, unit = "for"'
CHIPS = {'breakage = "exact"': 'breakage = "up_to_chip"\nsmallest_chip = 1'}
HIGH = {"minimum = 5\nmaximum = 500": "minimum = 10000\nmaximum = 20000"}
RIDE = {"royal_flush": to(1000), "straight_flush": to(200), "four_of_a_kind": to(50), "full_house": to(11),
        "flush": to(8), "straight": to(5), "three_of_a_kind": to(3), "two_pair": to(2),
        "pair_tens_or_better": to(1)}  # fmt: skip
BONUS = {"three_dragons": to(30), "trips": to(4), "pair_of_pandas_or_better": to(1), "winning_hand": PUSH}
BLIND = {
    "royal_flush": to(500),
    "straight_flush": to(50),
    "four_of_a_kind": to(10),
    "full_house": to(3),
    "flush": to(3, 2),
    "straight": to(1),
    "less_than_straight": PUSH,
}
CASES = {
    "ride, odd odds": Case(LIR, RIDE | {"full_house": to(80, 7), "straight": to(16, 3)}),
    "ride, odd odds and stake": Case(LIR, RIDE | {"two_pair": to(13, 7)}, more=("--stake", "0.33")),
    "ride, dollars": Case(LIR, RIDE | {"royal_flush": dollars(20_000), "full_house": dollars(25, "true")}),
    "ride, dollars at $7.50": Case(LIR, RIDE | {"full_house": dollars(25, "true")}, more=("--stake", "7.50")),
    "ride, huge": Case(LIR, RIDE | {"royal_flush": to(999_999_999)}),
    "ride, paytable C at $25": Case(LIR, changes={'paytable = "A"': 'paytable = "C"', "minimum = 5": "minimum = 25"}),
    "dragon, odd odds": Case(DRAGON, BONUS | {"three_dragons": to(211, 7), "winning_hand": to(1, 3)}),
    "dragon, dollars": Case(DRAGON, BONUS | {"winning_hand": dollars(2)}, more=("--stake", "5")),
    "dragon, for and huge": Case(DRAGON, BONUS | {"three_dragons": to(10**9), "trips": FOR}),
    "dragon, submission": Case(DRAGON, changes={"minimum = 5": "minimum = 100"}),
    "top five, ties": Case(TOP5, more=("--reading", "extra_cards_break_ties=false", "--stake", "3.33")),
    "holdem, limits bite": Case(UTH, changes=HIGH),
    "holdem, odd odds rounded up": Case(UTH, BLIND | {"flush": to(8, 7), "straight": to(6, 5)}, CHIPS),
}
SPOTS = {
    LIR: (("Th Jh Qh", ""), ("2c 2d 9h", "9s"), ("5c 6d 7h", "8s")),
    DRAGON: (("PA MO RA", ""), ("PH PA RA", ""), ("TI TI RA", "")),
    TOP5: (("Ah Jd 9c 8s 7h 3d 2c", ""),),
    UTH: (("7c 2d", "As Ks Qs"), ("Ah Kh", "Qh Jh 2c"), ("Td 9d", "8d 7d 2s")),
}


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")

    def said(*arguments: str) -> str:
        status = dispatch(list(arguments))
        captured = capsys.readouterr()
        assert status == 0, captured.err
        return captured.out

    return said


def options(case: Case, directory: Path) -> list[str]:
    found = [case.game, *case.more]
    if case.pays:
        lines = [f'{{ hand = "{hand}", {pay} }}' for hand, pay in case.pays.items()]
        (directory / "own.toml").write_text(f"lines = [{', '.join(lines)}]", encoding="utf-8")
        found += ["--paytable", str(directory / "own.toml")]
    if case.changes:
        text = default_submission(case.game)
        for old, new in case.changes.items():
            assert old in text, old
            text = text.replace(old, new, 1)
        (directory / "table.toml").write_text(text, encoding="utf-8")
        found += ["--submission", str(directory / "table.toml")]
    return found


def edge(text: str) -> str:
    """The house edge that a text names, as it is written."""
    found = re.search(r"house edge:? +([-−]?[\d,]+\.\d+)%", text, re.IGNORECASE)
    assert found, text
    return found[1].replace("−", "-").replace(",", "")


def rounded(value: Fraction, digits: int) -> str:
    return f"{float(100 * value):.{digits}f}"


@pytest.mark.parametrize("name", CASES)
def test_the_same_table_has_one_answer(name: str, run: Callable[..., str], tmp_path: Path) -> None:
    case = CASES[name]
    asked = options(case, tmp_path)
    (row,) = json.loads(run("odds", *asked, "--wager", "main", "--json"))
    true = -Fraction(row["ev"])
    assert sum(Fraction(x["net"]) * Fraction(x["probability"]) for x in row["distribution"]) == -true
    assert Fraction(row["exact"]["house_edge"]) == true and row["house_edge"] == float(true)
    assert edge(run("odds", *asked, "--wager", "main")) == rounded(true, 4)

    chart, data = run("strategy", *asked), json.loads(run("strategy", *asked, "--json"))
    assert edge(chart) == rounded(true, 3), "the chart is of the game whose odds are asked for"
    assert data["stake"] == row["stake"]
    flat = " ".join(chart.split())
    if case.game in (DRAGON, TOP5):
        assert all(" ".join(words.split()) in flat for words in data["strategy"])
    if case.game == UTH:
        assert chart.rstrip().endswith("\n".join(data["strategy"]).rstrip())

    for cards, board in SPOTS[case.game]:
        spot = json.loads(run("strategy", *asked, "--cards", cards, "--board", board, "--json"))
        assert spot["stake"] == row["stake"]
        check_spot(spot, run("strategy", *asked, "--cards", cards, "--board", board))


def shown(value: Fraction) -> str:
    return f"{float(value):+,.6f}" if round(value, 6) else "0.000000"


def check_spot(spot: dict[str, Any], text: str) -> None:
    values = {a["choice"]: Fraction(a["value"]) for a in spot["alternatives"]}
    if spot["game"] != LIR:  # whoever can still fold loses two units at most, ante and blind or bonus
        lowest = -1 if spot["game"] == TOP5 else -2
        assert max(values.values()) >= lowest
        assert all(values[safe] >= lowest for safe in ("check", "fold") if safe in values)
    for choice, value in values.items():
        assert re.search(rf"{choice.replace('_', ' ')} +{re.escape(shown(value))}", text), (choice, text)
    assert values[spot["best"]] == max(values.values())


def test_before_the_flop_chart_and_spot_agree_where_limits_bite(run: Callable[..., str], tmp_path: Path) -> None:
    """At $10,000 one hand wins five antes at most, so raises pay less than at a dollar."""
    asked = options(CASES["holdem, limits bite"], tmp_path)
    hands = {x["hand"]: x for x in json.loads(run("strategy", *asked, "--json"))["hands"]}
    for cards, hand in (("As Ac", "AA"), ("Ks 5d", "K5o"), ("9h 8h", "98s")):
        spot = json.loads(run("strategy", *asked, "--cards", cards, "--json"))
        values = {a["choice"]: Fraction(a["value"]) for a in spot["alternatives"]}
        raised = max(value for choice, value in values.items() if choice != "check")
        assert hands[hand]["play"] == spot["best"]
        if spot["best"] != "check":
            assert raised - values["check"] == Fraction(hands[hand]["gain"])
