"""`pitboss strategy`: the worth of every choice with these cards, and the whole strategy."""

import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from cli.calls import Data, Refused, Said
from pitboss.cli.main import dispatch
from pitboss.rulebook.submission import default_submission
from support import GAMES, MISSISSIPPI

COMMAND = "strategy"
DRAGON, TOP5, LIR, UTH = GAMES


# --- one spot -------------------------------------------------------------------------------------------------------


def test_what_earlier_decisions_have_wagered_is_said(said: Said) -> None:
    """A pair of sevens was worth three antes, ace and king one; whoever folds now loses them with the ante."""
    out = said(MISSISSIPPI, "--cards", "7s 7d", "--board", "Qh")
    assert "Wagered before, by the best play: Third Street 3×\n" in out and "fold   -4.000000" in out
    out = said(MISSISSIPPI, "--cards", "As Kd", "--board", "Qh 8c")
    assert "Wagered before, by the best play: Third Street 1× and Fourth Street 1×\n" in out
    assert "Wagered before" not in said(MISSISSIPPI, "--cards", "7s 7d") + said(
        LIR, "--cards", "Th Jh Qh", "--board", "2c"
    )


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
def test_json(arguments: list[str], step: str, base: str, choices: set[str], data: Data) -> None:
    found = data(*arguments)
    assert found["game"] == arguments[0] and found["step"] == step and found["base"] == base
    assert found["clause"].startswith("M") and found["method"] == "exact" and found["seconds"] > 0
    assert {a["choice"] for a in found["alternatives"]} == choices
    best = max(Fraction(a["value"]) for a in found["alternatives"])
    for a in found["alternatives"]:
        assert a["decimal"] == float(Fraction(a["value"])) and Fraction(a["cost"]) == best - Fraction(a["value"])
        assert a["variance"] is None or Fraction(a["variance"]) >= 0
        assert (a["choice"] == found["best"]) <= (a["cost"] == "0/1")
    assert found["equal"] == []


def test_cards_are_read_as_people_write_them(data: Data) -> None:
    assert data(LIR, "--cards", "10h jH qh")["cards"] == [
        "Th",
        "Jh",
        "Qh",
    ]
    for text in ("10hJhQh", "10♥ J♥ Q♥", "t♥j♥Q♥"):
        assert data(LIR, "--cards", text)["cards"] == ["Th", "Jh", "Qh"]
    assert data(DRAGON, "--cards", "gold, phoenix TI")["cards"] == ["GD", "PH", "TI"]


def test_folding_loses_what_was_wagered(data: Data) -> None:
    """Ante and Ante Bonus, one each."""
    found = data(DRAGON, "--cards", "RA RA MO")
    assert next(a["value"] for a in found["alternatives"] if a["choice"] == "fold") == "-2/1"


def test_the_paytable_changes_the_worth(data: Data) -> None:
    """Three dragons win 30 on either table; a pair of pandas wins on B only."""
    values = [
        max(Fraction(a["value"]) for a in data(DRAGON, "--cards", "PA PA RA", "--paytable", letter)["alternatives"])
        for letter in "ab"
    ]
    assert values[0] < values[1]


def test_equal_choices_are_told(data: Data, said: Said) -> None:
    """2-3-4-5 open-ended with no card above nine: 8 of the 48 cards make a straight, which pays 5 to 1."""
    cards = [LIR, "--cards", "2c 3d 4h", "--board", "5s"]
    found = data(*cards)
    assert found["equal"] == ["ride", "withdraw"] and found["best"] == "withdraw"
    assert [a["value"] for a in found["alternatives"]] == ["0/1", "0/1"]
    assert "Ride and withdraw are worth the same; withdraw has less variance." in said(*cards)


def test_a_spot_to_read(said: Said) -> None:
    flat = " ".join(said(LIR, "--cards", "2c 2d 3h", "--board", "2s").split())
    for words in (
        "Let It Ride, Maryland, paytable A", "Bet 2", "MD-LIR 11.C", "> ride +8.958333 +895.833% - 215/24",
        "withdraw +4.479167 +447.917% 447.917% 215/48", "Best: ride. The next best choice costs 447.917% of one bet.",
    ):  # fmt: skip
        assert words in flat


def test_holdem_before_the_flop(data: Data, said: Said) -> None:
    """K5 of two suits is the lowest king that raises; a house that allows only 3x is better checked."""
    assert data(UTH, "--cards", "Ks 5d")["best"] == "play_4x"
    assert data(UTH, "--cards", "Ks 4d")["best"] == "check"
    only = data(UTH, "--cards", "Ks 5d", "--reading", "preflop_raise=3x")
    assert only["best"] == "check" and {a["choice"] for a in only["alternatives"]} == {"check", "play_3x"}


def test_a_submission_and_a_paytable_of_your_own(
    data: Data, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    head, mark, tail = default_submission(LIR).partition("[wagers.let_it_ride]")
    Path("b.toml").write_text(head + mark + tail.replace('paytable = "A"', 'paytable = "B"', 1), encoding="utf-8")
    cards = ["--cards", "10h jh qh"]
    assert (
        data("--submission", "b.toml", *cards)["alternatives"] == data(LIR, "--paytable", "B", *cards)["alternatives"]
    )
    Path("own.toml").write_text('lines = [{ hand = "royal_flush", pays = 999, unit = "to" }]', encoding="utf-8")
    ride, _ = data(LIR, "--paytable", "own.toml", *cards)["alternatives"]
    royal = Fraction(1000, 1176) - 1  # one of the C(49, 2) pairs, for bets 1 and 3, which always ride
    later = Fraction(2, 49) * (Fraction(1000, 48) - 1)  # bet 2 rides when the first card is one of the two needed
    assert Fraction(ride["value"]) == 2 * royal + later
    Path("bad.toml").write_text("positions = 9", encoding="utf-8")
    assert dispatch(["strategy", "--submission", "bad.toml", *cards]) == 1
    assert "game: is missing" in capsys.readouterr().err


def table(pays: dict[str, str]) -> str:
    """A paytable of one's own, payments as TOML."""
    lines = [f'{{ hand = "{hand}", {pay} }}' for hand, pay in pays.items()]
    return f"lines = [{', '.join(lines)}]"


def test_the_stake_where_a_limit_cuts(data: Data, said: Said) -> None:
    """A royal flush on the river: at $10,000 one hand wins $50,000 at most, five antes; at $1 the blind alone
    pays 500."""
    cards = [UTH, "--cards", "Ah Kh", "--board", "Qh Jh Th 2c 2d"]
    low, high = data(*cards), data(*cards, "--stake", "10,000")
    assert (low["stake"], high["stake"]) == (1, 10000)
    assert max(Fraction(a["value"]) for a in high["alternatives"]) == 5
    assert max(Fraction(a["value"]) for a in low["alternatives"]) > 500
    assert "ante $10,000" in said(*cards, "--stake", "10000") and "ante $" not in said(*cards)


def test_the_stake_where_a_line_is_in_dollars(
    data: Data, said: Said, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bets 2 and 3, which are still open, win $1,000 each with the one card of 48 that makes the royal flush."""
    monkeypatch.chdir(tmp_path)
    Path("own.toml").write_text(table({"royal_flush": 'pays = 1000, unit = "dollars"'}), encoding="utf-8")
    cards = [LIR, "--cards", "10h jh qh", "--board", "kh", "--paytable", "own.toml"]
    for stake in (1, 5):
        ride, _ = data(*cards, "--stake", str(stake))["alternatives"]
        assert Fraction(ride["value"]) == 2 * (Fraction(1, 48) * Fraction(1000, stake) - 1)
    assert "each bet $1" in said(*cards)


def test_the_stake_of_a_submission(data: Data, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "high.toml"
    file.write_text(default_submission(UTH).replace("minimum = 5\n", "minimum = 25\n", 1), encoding="utf-8")
    cards = ["--submission", str(file), "--cards", "Ah Kh", "--board", "Qh Jh Th 2c 2d"]
    assert data(*cards)["stake"] == 25
    assert dispatch(["strategy", *cards, "--stake", "1"]) == 2
    assert "takes no ante wager of $1" in capsys.readouterr().err


# --- the whole strategy ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (DRAGON, "Play with a pair or better, or with Phoenix-Panda-Rabbit or higher"),
        (TOP5, "Play with three or more cards, or with two cards, ace-jack or higher"),
        (LIR, "three to a royal flush"),
    ],
)
def test_the_whole_strategy(game: str, words: str, said: Said, data: Data) -> None:
    assert words in " ".join(said(game).split())
    found = data(game)
    assert found["game"] == game and found["method"] == "exact"
    assert any(words in line for line in found["strategy"])


def test_a_chart_says_what_its_figures_mean(said: Said, data: Data, tmp_path: Path) -> None:
    """The hands on both sides of the line, against the values of those very hands."""
    flat = " ".join(said(DRAGON).split())
    for cards, words in (("PH MO RA", "costs"), ("PH PA RA", "brings")):
        values = {a["choice"]: Fraction(a["value"]) for a in data(DRAGON, "--cards", cards)["alternatives"]}
        more = abs(values["play"] - values["fold"])
        assert f"(playing {words} {float(100 * more):.2f}% of the ante more than folding)" in flat
    assert "Bet 1 rides: 7.3%, 1,608 of 22,100 hands" in said(LIR)
    file = tmp_path / "huge.toml"
    file.write_text(table({"royal_flush": 'pays = 999999999, unit = "to"'}), encoding="utf-8")
    edge = next(line for line in said(LIR, "--paytable", str(file)).splitlines() if line.startswith("House edge"))
    assert re.fullmatch(r"House edge: −\d{1,3}(,\d{3})+\.\d{3}% of one bet", edge.strip())


def test_every_starting_hand_as_data(data: Data) -> None:
    """169 hands, 1,326 ways to hold them; Wizard of Odds, Ultimate Texas Hold 'Em: raise 37.7% of them."""
    found = data(UTH)
    hands = {x["hand"]: x for x in found["hands"]}
    assert len(hands) == 169 and sum(x["combinations"] for x in hands.values()) == 1326
    assert hands["K5o"]["play"] == "play_4x" and hands["K4o"]["play"] == "check"
    raised = sum(x["combinations"] for x in hands.values() if x["play"] == "play_4x")
    assert round(raised / 1326, 3) == 0.377
    for x in hands.values():
        gain = Fraction(x["gain"])
        assert "/" in x["gain"] and x["decimal"] == float(gain) and (gain > 0) == (x["play"] != "check")
    values = {a["choice"]: Fraction(a["value"]) for a in data(UTH, "--cards", "Ks 5d")["alternatives"]}
    assert values["play_4x"] - values["check"] == Fraction(hands["K5o"]["gain"])
    assert any("House edge: 2.185%" in line for line in found["strategy"])


@pytest.mark.parametrize(
    ("game", "pays"),
    [
        (LIR, {"royal_flush": 'pays = 8, per = 7, unit = "to"', "straight_flush": 'pays = 1000, unit = "dollars"'}),
        (
            DRAGON,
            {"three_dragons": 'pays = 31, per = 7, unit = "to"', "winning_hand": 'pays = 1, per = 3, unit = "to"'},
        ),
    ],
)
def test_odd_odds_in_words(game: str, pays: dict[str, str], data: Data, said: Said, tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    file.write_text(table(pays), encoding="utf-8")
    for stake in ("1", "0.33"):
        asked = [game, "--paytable", str(file), "--stake", stake]
        assert data(*asked)["strategy"] and "House edge" in said(*asked)


def test_payments_that_cannot_be_added_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "huge.toml"
    hands = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "less_than_straight")
    pers = (999_983, 999_979, 999_961, 999_959, 999_953, 999_931, 999_917)
    pays = {h: f'pays = 999999999, per = {n}, unit = "to"' for h, n in zip(hands, pers, strict=True)}
    file.write_text(table(pays), encoding="utf-8")
    for more in ([], ["--json"], ["--cards", "Ah Kd"]):
        assert dispatch(["strategy", UTH, "--paytable", str(file), *more]) == 2
        said = capsys.readouterr()
        assert "to be added up exactly" in said.err and said.err.count("\n") == 1 and not said.out


def test_a_chart_is_saved(tmp_path: Path, said: Said) -> None:
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
        ([DRAGON, "--cards", "GD GD RA"], "'GD' was given 2 times; the pack holds 1 of it"),
        ([DRAGON, "--cards", "RD RA"], "a player of Dragon Poker holds 3 cards; 2 were given (RD RA)"),
        ([DRAGON, "--cards", "RD RA RA", "--board", "RA"], "has no board"),
        ([LIR, "--cards", "2c 2c 3c"], "'2c' was given 2 times; the pack holds 1 of it"),
        ([LIR, "--cards", ""], "a player of Let It Ride holds 3 cards; none were given"),
        ([UTH, "--cards", "Ah Kd", "--board", "2c"], "none, 3 or 5 of the community cards"),
        ([UTH, "--cards", "Ah"], "a player of Ultimate Texas Hold 'Em holds 2 cards; 1 was given (Ah)"),
        ([UTH, "--cards", "Ah Kd", "--board", "2c Ah 3c"], "'Ah' was given 2 times; the pack holds 1 of it"),
        ([DRAGON, "--paytable", "Q"], "its paytables are A, B"),
        ([DRAGON, "--stake", "much"], "--stake: 'much' is not an amount in dollars"),
        ([DRAGON, "--stake", "-5"], "a stake of -$5 cannot be wagered"),
        ([TOP5, "--paytable", "A"], "it has only one, which has no letter"),
        ([LIR, "--board", "2c"], "--board goes with --cards"),
        ([LIR, "--cards", "2c 3c 4c", "--save", "x.svg"], "leave out --cards"),
        ([DRAGON, "--save", "x.gif"], "a chart is saved as .svg or .png"),
        ([DRAGON, "--save", "no-such-directory/x.svg"], "the directory does not exist. Nothing was written"),
        ([TOP5, "--reading", "extra_cards_break_ties=maybe"], "permitted: true or false"),
    ],
)
def test_mistakes_are_one_sentence(arguments: list[str], says: str, refused: Refused) -> None:
    err = refused(*arguments)
    assert says in err and err.count("\n") == 1


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (OSError(28, "No space left on device"), "cannot be written: No space left on device. Nothing was written"),
        (IsADirectoryError(21, "Is a directory"), "this is a directory; name a file in it. Nothing was written"),
        (PermissionError(13, "Permission denied"), "you may not write here. Nothing was written"),
    ],
)
def test_a_chart_that_cannot_be_written(
    error: OSError, says: str, refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*given: object, **more: object) -> None:
        raise error

    monkeypatch.setattr("pitboss.odds.charts.save_chart", refuse)
    assert f"{tmp_path / 'x.svg'}: {says}" in refused(DRAGON, "--save", str(tmp_path / "x.svg"))


def test_the_help_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["strategy", "--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    for words in ('--cards "Th Jh Qh"', '--board "Kh 9s 2d"', "preflop.svg", "Exit status"):
        assert words in said
