"""`pitboss odds`: tables a manager can read, on screens of any width."""

import os
import subprocess
import sys

import pytest

from cli.calls import Said
from support import GAMES

COMMAND = "odds"
DRAGON, TOP5, LIR, UTH = GAMES


def test_paytables_side_by_side(said: Said) -> None:
    """Wizard of Odds: Trips has a house edge of 0.90, 1.90, 3.50 and 6.18 percent."""
    lines = said(UTH, "--wager", "trips").splitlines()

    def cells(label: str) -> list[str]:
        return next(line for line in lines if line.strip().startswith(label)).strip().removeprefix(label).split()

    assert lines[0] == "Ultimate Texas Hold 'Em, Massachusetts: exact odds"
    assert any("exact: all 133,784,560 deals counted" in line for line in lines)
    assert cells("paytable") == ["A", "B", "C", "D"]
    assert " ".join(cells("full house")) == "9 to 1 8 to 1 8 to 1 7 to 1"
    assert cells("house edge") == ["0.902%", "1.904%", "3.498%", "6.181%"]
    assert cells("wins") == ["1", "in", "6.55"] * 4
    assert any(line.startswith("House edge: what the house keeps") for line in lines)


def test_a_whole_game(said: Said) -> None:
    out = said(DRAGON)
    for words in (
        "Main game   main", "Three Card Bonus   three_card_bonus", "Dragon Bet   dragon", "Ante and Play pay",
        "Ante Bonus pays", "pair of pandas or better", "element of risk", "average at risk", "expected value of",
        "459,149,600 deals",
    ):  # fmt: skip
        assert words in out
    assert "_" not in out.replace("three_card_bonus", "")


def test_seven_paytables_are_split_where_they_do_not_fit(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = [LIR, "--wager", "five_card_bonus"]
    heads = [line.split()[1:] for line in said(*arguments).splitlines() if line.strip().startswith("paytable")]
    assert heads == [["A", "B", "C", "D"], ["E", "F", "G"]]
    monkeypatch.setenv("COLUMNS", "120")
    heads = [line.split()[1:] for line in said(*arguments, width=120).splitlines() if "paytable" in line]
    assert heads == [list("ABCDEFG")]


def test_meters_in_the_table(said: Said) -> None:
    out = said(LIR, "--wager", "progressive")
    for words in ("100% Mega", "Mega meter at", "breaks even at", "$160,530.55", "one player", "meter_floor = none"):
        assert words in out


def test_one_row_is_shown_line_by_line(said: Said) -> None:
    """Of the C(52, 7) = 133,784,560 sets of seven cards 4,324 hold a royal flush, 1 in 30,940."""
    out = said(UTH, "--wager", "trips", "--paytable", "a")
    flat = " ".join(out.split())
    assert "Ultimate Texas Hold 'Em, Massachusetts: Trips, paytable A" in flat
    assert "house edge 0.9018% of the wager, exactly 301629/33446140" in flat
    assert "royal flush 50 to 1 0.0032% 1 in 30,940 +0.001616" in flat
    assert "everything else loses 84.73% 1 in 1.18 -0.847300" in flat
    assert "all together -0.009018" in flat
    assert "Net results" in flat
    bars = {
        line.split()[0]: line.count("█") for line in out.splitlines() if " in " in line and line.split()[0][0] in "+-"
    }
    assert bars["-1"] == max(bars.values()) > 5 * bars["+3"] > 0


@pytest.mark.parametrize("width", [40, 60])
@pytest.mark.parametrize(
    "arguments",
    [
        [LIR, "--wager", "progressive", "--paytable", "E", "--players", "3"],
        [LIR, "--wager", "six_card_bonus", "--paytable", "A"],
        [LIR, "--wager", "main", "--paytable", "A"],
        [UTH, "--wager", "trips", "--paytable", "A"],
        [DRAGON, "--wager", "main", "--paytable", "B"],
        [UTH, "--wager", "trips"],
    ],
)
def test_narrow_screens_drop_columns_and_cut_no_words(
    arguments: list[str], width: int, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    out = said(*arguments, width=width)
    assert "…" not in out
    lines = [line.strip() for line in out.splitlines()]
    if "progressive" in arguments:
        assert any(line.startswith("Mega Progressive meter ") for line in lines)
        assert any(line.startswith("four of a kind ") for line in lines)
        assert any("+0.059784" in line for line in lines) == (width == 60)
    if arguments[:3] == [UTH, "--wager", "trips"]:
        assert any(line.startswith("royal flush") and "50 to 1" in line for line in lines)


def test_columns_go_one_after_the_other() -> None:
    from pitboss.cli.odds_details import fitting_columns

    head, rows = ("hand", "pays", "often", "", "value"), [("flush", "7 to 1", "3.03%", "1 in 33.1", "+0.2")]
    wide = 5 + 6 + 5 + 9 + 5 + 3 * 5 + 1
    spared = {w: fitting_columns(head, rows, w, (3, 4, 1)) for w in (wide, wide - 1, wide - 13, wide - 21, 5)}
    assert list(spared.values()) == [(0, 1, 2, 3, 4), (0, 1, 2, 4), (0, 1, 2), (0, 2), (0, 2)]


def test_rare_results_are_put_together(said: Said) -> None:
    out = said(UTH, "--wager", "main")
    shown = out.split("Net results")[1]
    assert sum(" in " in line for line in shown.splitlines()) == 24 and " to +505" in shown


def test_a_screen_without_these_characters() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pitboss.cli.main", "odds", DRAGON, "--wager", "dragon"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "COLUMNS": "80"},
        check=True,
    )
    assert "####" in done.stdout.decode("ascii") and "?" not in done.stdout.decode("ascii") and not done.stderr
