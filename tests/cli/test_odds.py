"""`pitboss odds`: the JSON contract, and mistakes answered with what is allowed."""

from fractions import Fraction

import pytest

from cli.calls import Data, Refused
from cli.odds_contract import check_row
from pitboss.cli.main import dispatch
from support import GAMES

COMMAND = "odds"
DRAGON, TOP5, LIR, UTH = GAMES


# --- JSON -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "rows"),
    [
        ([DRAGON], ["main A", "main B", "three_card_bonus A", "three_card_bonus B", "dragon A"]),
        (
            [TOP5],
            ["main None", *(f"{w} {x}" for w in ("top_five_bonus", "poker_bonus") for x in "ABC")],
        ),
        ([LIR, "--wager", "three_card_bonus"], ["three_card_bonus A", "three_card_bonus B", "three_card_bonus C"]),
        ([LIR, "--wager", "progressive", "--paytable", "e"], ["progressive E"]),
        ([UTH, "--wager", "trips"], ["trips A", "trips B", "trips C", "trips D"]),
    ],
)
def test_json(arguments: list[str], rows: list[str], data: Data) -> None:
    found = data(*arguments)
    assert [f"{row['wager']} {row['paytable']}" for row in found] == rows
    for row in found:
        assert row["game"] == arguments[0]
        check_row(row)


def test_the_main_game_and_its_parts(data: Data) -> None:
    first, _ = data(DRAGON, "--wager", "main")
    assert first["base"] == "ante" and [part["wager"] for part in first["parts"]] == ["ante", "ante_bonus", "play"]


def test_meters_and_break_even_are_in_dollars(data: Data) -> None:
    """The royal flush alone pays the Mega meter, once in 649,740 hands."""
    lowest, higher = (
        data(LIR, "--wager", "progressive", "--paytable", "E", *more)[0]
        for more in ([], ["--meter", "mega progressive=$250,000"])
    )
    assert lowest["meters"] == {"Mega Progressive": 10000, "Major Progressive": 1000, "Minor Progressive": 250}
    assert higher["meters"]["Mega Progressive"] == 250000
    assert Fraction(higher["ev"]) - Fraction(lowest["ev"]) == Fraction(240000, 649740)
    assert lowest["break_even"]["Mega Progressive"] == higher["break_even"]["Mega Progressive"] > 250000


def test_a_stake_in_dollars_and_cents(data: Data) -> None:
    """The million for the ace to nine of diamonds is worth half as much to a wager twice as high."""
    one, two = (data(LIR, "--wager", "six_card_bonus", "--paytable", "A", "--stake", s)[0] for s in ("$2.50", "5"))
    assert (one["stake"], two["stake"]) == (2.5, 5)
    value = [Fraction(row["lines"][0]["value"]) for row in (one, two)]
    chance = Fraction(one["lines"][0]["probability"])
    assert chance == Fraction(1, 20358520) and value == [chance * 10**6 / Fraction("2.5"), chance * 10**6 / 5]


def test_a_reading(data: Data) -> None:
    """Whoever ties on five of six cards is as often above as below: fewer pushes, the same value."""
    (yes,), (no,) = (
        data(TOP5, "--wager", "main", "--reading", f"extra-cards-break-ties={x}") for x in ("true", "false")
    )
    assert no["reading"] == {"extra_cards_break_ties": "false"}
    assert yes["ev"] == no["ev"] and yes["hit_frequency"] > no["hit_frequency"]


def test_ultimate_texas_holdem(data: Data) -> None:
    """Wizard of Odds, Ultimate Texas Hold 'Em: 2.185% of the ante, 0.526% of all bets, standard deviation 4.94."""
    (row,) = data(UTH, "--wager", "main")
    check_row(row)
    assert row["deals"] == 27_813_810_024_000
    assert round(row["house_edge"], 5) == 0.02185
    assert round(row["element_of_risk"], 5) == 0.00526
    assert round(row["standard_deviation"], 2) == 4.94


# --- mistakes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "say which game"),
        (["dragn-poker"], "Did you mean 'dragon-poker'?"),
        ([DRAGON, "--wager", "trips"], "its wagers are main, three_card_bonus, dragon, progressive"),
        ([DRAGON, "--wager", "ante"], "part of the main game"),
        ([DRAGON, "--wager", "main", "--paytable", "Z"], "its paytables are A, B"),
        ([DRAGON, "--players", "7"], "1 to 6 positions"),
        ([DRAGON, "--players", "-1"], "1 to 6 positions"),
        ([DRAGON, "--players", "two"], "--players: 'two' is not a whole number"),
        ([DRAGON, "--players", "1.5"], "--players: '1.5' is not a whole number"),
        ([LIR, "--wager", "progressive", "--players", "2.0"], "--players: '2.0' is not a whole number"),
        ([DRAGON, "--players", ""], "is not a whole number"),
        ([DRAGON, "--players", "9" * 5000], "is not a whole number"),
        ([DRAGON, "--stake", "-5"], "a stake of -$5 cannot be wagered"),
        ([DRAGON, "--stake", "much"], "--stake: 'much' is not an amount in dollars"),
        ([DRAGON, "--stake", "1.005"], "not an amount in dollars"),
        ([LIR, "--meter", "Progressive=-1"], "a meter is never negative"),
        ([LIR, "--meter", "Progressive=99999999999999999999"], "out of range; $1,000,000,000 is the most"),
        ([LIR, "--meter", "Progressive=1000000000.01"], "$1,000,000,000 is the most"),
        ([LIR, "--meter", "Progressive=1e999999"], "$1,000,000,000 is the most"),
        ([DRAGON, "--stake", "99999999999999999999"], "$1,000,000,000 is the most"),
        ([LIR, "--meter", "Progressive"], "give a name and an amount"),
        ([LIR, "--meter", "a=1", "--meter", "A=2"], "is given twice"),
        ([LIR, "--meter", "Jackpot=1"], "the meters here are Progressive, Major Progressive"),
        ([TOP5, "--reading", "ties=true"], "extra_cards_break_ties"),
        ([TOP5, "--reading", "ties"], "give a name and a value"),
        ([UTH, "--wager", "progressive"], "an operator defines it"),
    ],
)
def test_mistakes_are_one_sentence(arguments: list[str], says: str, refused: Refused) -> None:
    err = refused(*arguments)
    assert says in err and err.count("\n") == 1


def test_the_help_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["odds", "--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    for words in ("--wager trips --paytable A", "Mega Progressive=250,000", "mine.toml", "Exit status", "--no-cache"):
        assert words in said
