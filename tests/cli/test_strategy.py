"""`pitboss strategy`: the worth of every choice with these cards, and the whole strategy."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli.main import dispatch
from pitboss.rulebook.book import GAMES
from pitboss.rulebook.submission import default_submission

DRAGON, TOP5, LIR, UTH = GAMES


@pytest.fixture(autouse=True)
def plain_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]):
    def run(*arguments: str) -> str:
        assert dispatch(["strategy", *arguments]) == 0
        out = capsys.readouterr().out
        assert max(map(len, out.splitlines())) <= 80
        return out

    return run


@pytest.fixture
def spot(capsys: pytest.CaptureFixture[str]):
    def run(*arguments: str) -> dict[str, Any]:
        assert dispatch(["strategy", *arguments, "--json"]) == 0
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        return found

    return run


# --- one spot -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "step", "base", "choices"),
    [
        ([DRAGON, "--cards", "RD ph rabbit"], "decide", "ante", {"play", "fold"}),
        ([TOP5, "--cards", "Ah Kd 9c 8s 7h 3d 2c"], "decide", "ante", {"play", "fold"}),
        ([LIR, "--cards", "10h jh qh"], "decide_1", "bet_1", {"ride", "withdraw"}),
        ([LIR, "--cards", "10h jh qh", "--board", "2c"], "decide_2", "bet_1", {"ride", "withdraw"}),
        ([UTH, "--cards", "Ks, 5d", "--board", "Kh 2c 3c"], "postflop", "ante", {"check", "play_2x"}),
    ],
)
def test_json(arguments: list[str], step: str, base: str, choices: set[str], spot) -> None:
    found = spot(*arguments)
    assert found["game"] == arguments[0] and found["step"] == step and found["base"] == base
    assert found["clause"].startswith("M") and found["method"] == "exact" and found["seconds"] > 0
    assert {a["choice"] for a in found["alternatives"]} == choices
    best = max(Fraction(a["value"]) for a in found["alternatives"])
    for a in found["alternatives"]:
        assert a["decimal"] == float(Fraction(a["value"])) and Fraction(a["cost"]) == best - Fraction(a["value"])
        assert a["variance"] is None or Fraction(a["variance"]) >= 0
        assert (a["choice"] == found["best"]) <= (a["cost"] == "0/1")
    assert found["equal"] == []


def test_cards_are_read_as_people_write_them(spot) -> None:
    assert spot(LIR, "--cards", "10h jH qh")["cards"] == [
        "Th",
        "Jh",
        "Qh",
    ]
    assert spot(DRAGON, "--cards", "gold, phoenix TI")["cards"] == ["GD", "PH", "TI"]


def test_folding_loses_what_was_wagered(spot) -> None:
    """Ante and Ante Bonus, one each."""
    found = spot(DRAGON, "--cards", "RA RA MO")
    assert next(a["value"] for a in found["alternatives"] if a["choice"] == "fold") == "-2/1"


def test_the_paytable_changes_the_worth(spot) -> None:
    """Three dragons win 30 on either table; a pair of pandas wins on B only."""
    values = [
        max(Fraction(a["value"]) for a in spot(DRAGON, "--cards", "PA PA RA", "--paytable", letter)["alternatives"])
        for letter in "ab"
    ]
    assert values[0] < values[1]


def test_equal_choices_are_told(spot, said) -> None:
    """2-3-4-5 open-ended with no card above nine: 8 of the 48 cards make a straight, which pays 5 to 1."""
    cards = [LIR, "--cards", "2c 3d 4h", "--board", "5s"]
    found = spot(*cards)
    assert found["equal"] == ["ride", "withdraw"] and found["best"] == "withdraw"
    assert [a["value"] for a in found["alternatives"]] == ["0/1", "0/1"]
    assert "Ride and withdraw are worth the same; withdraw has less variance." in said(*cards)


def test_a_spot_to_read(said) -> None:
    flat = " ".join(said(LIR, "--cards", "2c 2d 3h", "--board", "2s").split())
    for words in (
        "Let It Ride, Maryland, paytable A", "Bet 2", "MD-LIR 11.C", "> ride +8.958333 +895.833% - 215/24",
        "withdraw +4.479167 +447.917% 447.917% 215/48", "Best: ride. The next best choice costs 447.917% of one bet.",
    ):  # fmt: skip
        assert words in flat


def test_holdem_before_the_flop(spot, said) -> None:
    """K5 of two suits is the lowest king that raises; a house that allows only 3x is better checked."""
    assert spot(UTH, "--cards", "Ks 5d")["best"] == "play_4x"
    assert spot(UTH, "--cards", "Ks 4d")["best"] == "check"
    only = spot(UTH, "--cards", "Ks 5d", "--reading", "preflop_raise=3x")
    assert only["best"] == "check" and {a["choice"] for a in only["alternatives"]} == {"check", "play_3x"}


def test_a_submission_and_a_paytable_of_your_own(
    spot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    head, mark, tail = default_submission(LIR).partition("[wagers.let_it_ride]")
    Path("b.toml").write_text(head + mark + tail.replace('paytable = "A"', 'paytable = "B"', 1), encoding="utf-8")
    cards = ["--cards", "10h jh qh"]
    assert (
        spot("--submission", "b.toml", *cards)["alternatives"] == spot(LIR, "--paytable", "B", *cards)["alternatives"]
    )
    Path("own.toml").write_text('lines = [{ hand = "royal_flush", pays = 999, unit = "to" }]', encoding="utf-8")
    ride, _ = spot(LIR, "--paytable", "own.toml", *cards)["alternatives"]
    royal = Fraction(1000, 1176) - 1  # one of the C(49, 2) pairs, for bets 1 and 3, which always ride
    later = Fraction(2, 49) * (Fraction(1000, 48) - 1)  # bet 2 rides when the first card is one of the two needed
    assert Fraction(ride["value"]) == 2 * royal + later
    Path("bad.toml").write_text("positions = 9", encoding="utf-8")
    assert dispatch(["strategy", "--submission", "bad.toml", *cards]) == 1
    assert "game: is missing" in capsys.readouterr().err


# --- the whole strategy ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (DRAGON, "Play with a pair or better, or with Phoenix-Panda-Rabbit or higher"),
        (TOP5, "Play with three or more cards, or with two cards, ace-jack or higher"),
        (LIR, "three to a royal flush"),
    ],
)
def test_the_whole_strategy(game: str, words: str, said, spot) -> None:
    assert words in " ".join(said(game).split())
    found = spot(game)
    assert found["game"] == game and found["method"] == "exact"
    assert any(words in line for line in found["strategy"])


def test_a_chart_is_saved(tmp_path: Path, said) -> None:
    file = tmp_path / "dragon.svg"
    assert "The chart is in" in said(DRAGON, "--paytable", "B", "--save", str(file))
    assert file.read_text(encoding="utf-8").lstrip().startswith("<")


def test_a_screen_without_these_characters() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pitboss.cli.main", "strategy", DRAGON],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "COLUMNS": "80"},
        check=True,
    )
    assert "?" not in done.stdout.decode("ascii")


# --- mistakes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "say which game"),
        ([DRAGON, "--cards", "XX"], "'XX' is not a card of the dragon deck; its cards are RD BD GD"),
        ([DRAGON, "--cards", "GD GD RA"], "GD"),
        ([DRAGON, "--cards", "RD RA"], "a hand of Dragon Poker has 3 cards; 2 were given"),
        ([DRAGON, "--cards", "RD RA RA", "--board", "RA"], "has no board"),
        ([LIR, "--cards", "2c 2c 3c"], "2c"),
        ([LIR, "--cards", ""], "0 cards were given"),
        ([UTH, "--cards", "Ah Kd", "--board", "2c"], "none, 3 or 5 of the community cards"),
        ([DRAGON, "--paytable", "Q"], "its paytables are A, B"),
        ([TOP5, "--paytable", "A"], "it has only one, which has no letter"),
        ([LIR, "--board", "2c"], "--board goes with --cards"),
        ([LIR, "--cards", "2c 3c 4c", "--save", "x.svg"], "leave out --cards"),
        ([DRAGON, "--save", "x.gif"], "a chart is saved as .svg or .png"),
        ([DRAGON, "--save", "no-such-directory/x.svg"], "the directory does not exist. Nothing was written"),
        ([TOP5, "--reading", "extra_cards_break_ties=maybe"], "permitted: true or false"),
    ],
)
def test_mistakes_are_one_sentence(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["strategy", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith("pitboss: ") and said.err.count("\n") == 1
    assert says in said.err


def test_the_help_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["strategy", "--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    for words in ('--cards "Th Jh Qh"', '--board "Kh 9s 2d"', "preflop.svg", "Exit status"):
        assert words in said
