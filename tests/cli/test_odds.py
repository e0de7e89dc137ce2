"""`pitboss odds`: the JSON contract, tables a manager can read, and mistakes answered with what is allowed."""

import json
import os
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli.main import dispatch
from pitboss.rulebook.book import GAMES
from pitboss.rulebook.submission import default_submission

DRAGON, TOP5, LIR, UTH = GAMES
TRIPS = """\
lines = [
  { hand = "royal_flush", pays = 50, unit = "to" },
  { hand = "straight_flush", pays = 40, unit = "to" },
  { hand = "four_of_a_kind", pays = 30, unit = "to" },
  { hand = "full_house", pays = 8, unit = "to" },
  { hand = "flush", pays = 6, unit = "to" },
  { hand = "straight", pays = 5, unit = "to" },
  { hand = "three_of_a_kind", pays = 3, unit = "to" },
]
"""
"""Trips B, typed in."""


@pytest.fixture(autouse=True)
def plain_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]):
    """What a command prints, lines no wider than the screen."""

    def run(*arguments: str, width: int = 80) -> str:
        assert dispatch(["odds", *arguments]) == 0
        out = capsys.readouterr().out
        assert max(map(len, out.splitlines())) <= width
        return out

    return run


@pytest.fixture
def data(capsys: pytest.CaptureFixture[str]):
    def run(*arguments: str) -> list[dict[str, Any]]:
        assert dispatch(["odds", *arguments, "--json"]) == 0
        found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
        return found

    return run


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]):
    """What is said on the error stream, and only there."""

    def run(*arguments: str, status: int = 2) -> str:
        assert dispatch(["odds", *arguments]) == status
        out = capsys.readouterr()
        assert out.out == "" and all(line.startswith("pitboss: ") for line in out.err.splitlines())
        return out.err

    return run


# --- JSON -----------------------------------------------------------------------------------------------------------


def _check(row: dict[str, Any]) -> None:
    """The contract of one object, and that its parts agree with each other."""
    ev, variance = Fraction(row["ev"]), Fraction(row["variance"])
    assert row["game"] in GAMES and isinstance(row["wager"], str) and isinstance(row["base"], str)
    assert row["paytable"] is None or isinstance(row["paytable"], str)
    assert "/" in row["ev"] and "/" in row["variance"]
    assert row["house_edge"] == float(-ev)
    assert row["element_of_risk"] == pytest.approx(row["house_edge"] / float(Fraction(row["average_at_risk"])))
    assert row["standard_deviation"] ** 2 == pytest.approx(float(variance))
    results = [(Fraction(x["net"]), Fraction(x["probability"])) for x in row["distribution"]]
    assert sum(p for _, p in results) == 1
    assert sum(net * p for net, p in results) == ev
    assert sum(net * net * p for net, p in results) - ev * ev == variance
    assert row["hit_frequency"] == float(sum(p for net, p in results if net > 0))
    assert row["lines"] and all(set(x) >= {"hand", "pays", "probability", "value", "clause"} for x in row["lines"])
    assert row["method"] == "exact" and isinstance(row["reading"], dict) and row["seconds"] >= 0
    if row["wager"] == "main":
        assert sum(Fraction(part["ev"]) for part in row["parts"]) == ev


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
def test_json(arguments: list[str], rows: list[str], data) -> None:
    found = data(*arguments)
    assert [f"{row['wager']} {row['paytable']}" for row in found] == rows
    for row in found:
        assert row["game"] == arguments[0]
        _check(row)


def test_the_main_game_and_its_parts(data) -> None:
    first, _ = data(DRAGON, "--wager", "main")
    assert first["base"] == "ante" and [part["wager"] for part in first["parts"]] == ["ante", "ante_bonus", "play"]


def test_meters_and_break_even_are_in_dollars(data) -> None:
    """The royal flush alone pays the Mega meter, once in 649,740 hands."""
    lowest, higher = (
        data(LIR, "--wager", "progressive", "--paytable", "E", *more)[0]
        for more in ([], ["--meter", "mega progressive=$250,000"])
    )
    assert lowest["meters"] == {"Mega Progressive": 10000, "Major Progressive": 1000, "Minor Progressive": 250}
    assert higher["meters"]["Mega Progressive"] == 250000
    assert Fraction(higher["ev"]) - Fraction(lowest["ev"]) == Fraction(240000, 649740)
    assert lowest["break_even"]["Mega Progressive"] == higher["break_even"]["Mega Progressive"] > 250000


def test_a_stake_in_dollars_and_cents(data) -> None:
    """The million for the ace to nine of diamonds is worth half as much to a wager twice as high."""
    one, two = (data(LIR, "--wager", "six_card_bonus", "--paytable", "A", "--stake", s)[0] for s in ("$2.50", "5"))
    assert (one["stake"], two["stake"]) == (2.5, 5)
    value = [Fraction(row["lines"][0]["value"]) for row in (one, two)]
    chance = Fraction(one["lines"][0]["probability"])
    assert chance == Fraction(1, 20358520) and value == [chance * 10**6 / Fraction("2.5"), chance * 10**6 / 5]


def test_a_reading(data) -> None:
    """Whoever ties on five of six cards is as often above as below: fewer pushes, the same value."""
    (yes,), (no,) = (
        data(TOP5, "--wager", "main", "--reading", f"extra-cards-break-ties={x}") for x in ("true", "false")
    )
    assert no["reading"] == {"extra_cards_break_ties": "false"}
    assert yes["ev"] == no["ev"] and yes["hit_frequency"] > no["hit_frequency"]


def test_ultimate_texas_holdem(data) -> None:
    """Wizard of Odds, Ultimate Texas Hold 'Em: 2.185% of the ante, 0.526% of all bets, standard deviation 4.94."""
    (row,) = data(UTH, "--wager", "main")
    _check(row)
    assert row["deals"] == 27_813_810_024_000
    assert round(row["house_edge"], 5) == 0.02185
    assert round(row["element_of_risk"], 5) == 0.00526
    assert round(row["standard_deviation"], 2) == 4.94


# --- submissions and typed paytables --------------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("holdem.toml").write_text(
        default_submission(UTH).replace('paytable = "A"', 'paytable = "C"'), encoding="utf-8"
    )
    Path("faulty.toml").write_text(default_submission(UTH).replace("positions = 6", "positions = 9"), encoding="utf-8")
    Path("trips.toml").write_text(TRIPS, encoding="utf-8")
    return tmp_path


def test_a_submission(files: Path, data, refused) -> None:
    (row,) = data("--submission", "holdem.toml", "--wager", "trips")
    assert row["paytable"] == "C" and round(row["house_edge"], 4) == 0.0350
    assert data(UTH, "--submission", "holdem.toml", "--wager", "Trips") == [row]
    assert "is for ultimate-texas-holdem, not for dragon-poker" in refused(DRAGON, "--submission", "holdem.toml")
    assert "does not offer 'cover_all'" in refused("--submission", "holdem.toml", "--wager", "cover_all")
    assert "there is no such file" in refused("--submission", "nowhere.toml")
    faults = refused("--submission", "faulty.toml", status=1)
    assert "positions: is out of range; given 9; permitted: 1 to 6" in faults and "one fault" in faults


def test_a_paytable_of_your_own(files: Path, data, said, refused) -> None:
    (own,) = data(UTH, "--wager", "trips", "--paytable", "trips.toml")
    (letter,) = data(UTH, "--wager", "trips", "--paytable", "B")
    assert own["paytable"] == "custom" and own["ev"] == letter["ev"]
    assert "paytable of your own" in said(UTH, "--wager", "trips", "--paytable", "trips.toml")
    assert "belongs to a wager" in refused(UTH, "--paytable", "trips.toml")
    assert "there is no such file" in refused(UTH, "--wager", "trips", "--paytable", "nowhere.toml")
    assert "no table of hands" in refused(TOP5, "--wager", "main", "--paytable", "trips.toml")
    assert "no wager 'blnd'" in refused(UTH, "--wager", "blnd", "--paytable", "trips.toml")
    part = refused(UTH, "--wager", "blind", "--paytable", "trips.toml")
    assert "'blind' is part of the main game; ask for the wager main" in part


def test_all_faults_of_a_typed_paytable(files: Path, refused) -> None:
    bad = TRIPS.replace('"full_house"', '"ful_house"').replace("pays = 6", "pays = 0")
    Path("bad.toml").write_text(bad, encoding="utf-8")
    lines = refused(UTH, "--wager", "trips", "--paytable", "bad.toml").splitlines()
    assert len(lines) == 3
    assert 'bad.toml: line 5: lines[4].hand: is no hand of this wager; given "ful_house"' in lines[0]
    assert 'did you mean "full_house"?' in lines[0]
    assert "bad.toml: line 6: lines[5].pays: is out of range; given 0" in lines[1]
    assert "2 faults" in lines[2]


def test_a_typed_progressive_says_what_it_assumed(files: Path, data, said) -> None:
    Path("pot.toml").write_text(
        'lines = [{ hand = "three_dragons", pays = 100, unit = "meter", meter = "Pot" }]', encoding="utf-8"
    )
    asked = [DRAGON, "--wager", "progressive", "--paytable", "pot.toml"]
    (row,) = data(*asked)
    assert row["meters"] == {"Pot": 0} and row["ev"] == "-1/1"
    assert row["notes"] == [
        "No reading was given for the Pot meter, which is taken as $0; give it with --meter NAME=AMOUNT."
    ]
    assert "Note: No reading was given for the Pot meter" in said(*asked)
    (row,) = data(*asked, "--meter", "pot=1000")
    assert "notes" not in row


def test_meters_of_the_rulebook_in_a_typed_progressive(files: Path, data, said) -> None:
    """The royal flush, 4 of 2,598,960 hands, takes the Mega meter, which is never below $10,000."""
    lines = [("royal_flush", "Mega Progressive"), ("straight_flush", "Pot")]
    text = ", ".join(f'{{ hand = "{h}", pays = 100, unit = "percent_of_meter", meter = "{m}" }}' for h, m in lines)
    Path("mega.toml").write_text(f"lines = [{text}]", encoding="utf-8")
    asked = [LIR, "--wager", "progressive", "--paytable", "mega.toml"]
    (row,) = data(*asked)
    assert row["meters"] == {"Mega Progressive": 10000, "Pot": 0}
    assert Fraction(row["ev"]) == Fraction(4 * 10000, 2598960) - 1
    assert row["notes"] == [
        (
            "Taken at the rulebook's lowest reset: the Mega Progressive meter at $10,000; "
            "give a reading with --meter NAME=AMOUNT."
        ),
        "No reading was given for the Pot meter, which is taken as $0; give it with --meter NAME=AMOUNT.",
        "A table of your own has no envy bonus.",
    ]
    (row,) = data(*asked, "--meter", "mega progressive=5,000", "--meter", "pot=1")
    assert row["meters"] == {"Mega Progressive": 5000, "Pot": 1}
    assert row["notes"] == ["A table of your own has no envy bonus."]
    submission = default_submission(LIR)
    Path("lir.toml").write_text(submission, encoding="utf-8")
    Path("one.toml").write_text(Path("mega.toml").read_text().replace("Mega Progressive", "Progressive"))
    (row,) = data("--submission", "lir.toml", "--wager", "progressive", "--paytable", "one.toml")
    assert f"reset = {row['meters']['Progressive']:.0f}" in submission, "a submission's own reset"


def test_a_typed_table_for_every_winner(files: Path, data, refused) -> None:
    lines = [f'{{ hand = "{hand}", pays = 30, unit = "to1" }}' for hand in ("three_dragons", "trips")]
    Path("bonus.toml").write_text(f"lines = [{', '.join(lines)}]", encoding="utf-8")
    err = refused(DRAGON, "--wager", "main", "--paytable", "bonus.toml")
    assert "no line says what a winning hand gets with pair_of_dragons" in err
    assert '{ hand = "winning_hand", unit = "push" }' in err
    lines.append('{ hand = "winning_hand", label = "Winning Hand", pays = 0, unit = "push", clause = "x" }')
    Path("bonus.toml").write_text(f"lines = [{', '.join(lines)}]", encoding="utf-8")
    (row,) = data(DRAGON, "--wager", "main", "--paytable", "bonus.toml")
    _check(row)


def test_cover_all_below_a_full_house(files: Path, data, refused) -> None:
    """Which hands count then depends on a reading."""
    hands = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush")
    lines = [f'{{ hand = "{hand}", pays = 2, unit = "to" }}' for hand in hands]
    Path("cover.toml").write_text(f"lines = [{', '.join(lines)}]", encoding="utf-8")
    asked = [UTH, "--wager", "cover_all", "--players", "1", "--paytable", "cover.toml"]
    err = refused(*asked)
    assert "cover_all_hands=all_dealt" in err and err.count("\n") == 1
    (row,) = data(*asked, "--reading", "cover_all_hands=all_dealt")
    _check(row)


def test_payments_that_cannot_be_added_up(files: Path, refused) -> None:
    hands = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "less_than_straight")
    pers = (999_983, 999_979, 999_961, 999_959, 999_953, 999_931, 999_917)
    lines = [
        f'{{ hand = "{hand}", pays = 999999999, per = {per}, unit = "to" }}'
        for hand, per in zip(hands, pers, strict=True)
    ]
    Path("huge.toml").write_text(f"lines = [{', '.join(lines)}]", encoding="utf-8")
    err = refused(UTH, "--wager", "main", "--paytable", "huge.toml")
    assert "too large, or their odds too odd, to be added up exactly" in err and err.count("\n") == 1


def test_the_stake_of_a_submission(files: Path, data, said, refused) -> None:
    """Its minimum; what it does not take is refused."""
    Path("high.toml").write_text(
        default_submission(UTH).replace("minimum = 5\n", "minimum = 25\n", 1), encoding="utf-8"
    )
    arguments = ["--submission", "high.toml", "--wager", "main"]
    (row,) = data(*arguments)
    assert row["stake"] == 25
    assert "ante $25" in said(*arguments)
    assert "takes no ante wager of $1" in refused(*arguments, "--stake", "1")


def test_what_cannot_be_counted_is_said(files: Path, refused) -> None:
    hands = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind")
    lines = [f'{{ hand = "{hand}", pays = 1, unit = "meter", meter = "Pot" }}' for hand in hands]
    Path("pot.toml").write_text(f"lines = [{', '.join(lines)}]", encoding="utf-8")
    err = refused(LIR, "--wager", "progressive", "--paytable", "pot.toml", "--players", "7")
    assert "fewer players or rarer hands can be counted" in err


# --- tables ---------------------------------------------------------------------------------------------------------


def test_paytables_side_by_side(said) -> None:
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


def test_a_whole_game(said) -> None:
    out = said(DRAGON)
    for words in (
        "Main game   main", "Three Card Bonus   three_card_bonus", "Dragon Bet   dragon", "Ante and Play pay",
        "Ante Bonus pays", "pair of pandas or better", "element of risk", "average at risk", "expected value of",
        "459,149,600 deals",
    ):  # fmt: skip
        assert words in out
    assert "_" not in out.replace("three_card_bonus", "")


def test_seven_paytables_are_split_where_they_do_not_fit(said, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = [LIR, "--wager", "five_card_bonus"]
    heads = [line.split()[1:] for line in said(*arguments).splitlines() if line.strip().startswith("paytable")]
    assert heads == [["A", "B", "C", "D"], ["E", "F", "G"]]
    monkeypatch.setenv("COLUMNS", "120")
    heads = [line.split()[1:] for line in said(*arguments, width=120).splitlines() if "paytable" in line]
    assert heads == [list("ABCDEFG")]


def test_meters_in_the_table(said) -> None:
    out = said(LIR, "--wager", "progressive")
    for words in ("100% Mega", "Mega meter at", "breaks even at", "$160,530.55", "one player", "meter_floor = none"):
        assert words in out


def test_one_row_is_shown_line_by_line(said) -> None:
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
    arguments: list[str], width: int, said, monkeypatch: pytest.MonkeyPatch
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


def test_rare_results_are_put_together(said) -> None:
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


# --- stored results and progress ------------------------------------------------------------------------------------


def test_stored_results_need_no_compiler_and_can_be_ignored(tmp_path: Path) -> None:
    code = (
        "import sys; from pitboss.cli.main import dispatch; "
        "assert dispatch(sys.argv[1:]) == 0; sys.stderr.write(str('numba' in sys.modules))"
    )

    def run(*more: str) -> tuple[dict[str, Any], bool]:
        done = subprocess.run(
            [
                sys.executable,
                "-c",
                code,
                "odds",
                LIR,
                "--wager",
                "three_card_bonus",
                "--paytable",
                "A",
                "--json",
                *more,
            ],
            capture_output=True,
            env={**os.environ, "PITBOSS_CACHE": str(tmp_path)},
            encoding="utf-8",
            check=True,
        )
        (row,) = json.loads(done.stdout)
        return row, done.stderr.endswith("True")

    first, loaded = run()
    again, loaded_again = run()
    afresh, loaded_afresh = run("--no-cache")
    assert loaded and not loaded_again and loaded_afresh
    assert again == first and afresh["ev"] == first["ev"]


def test_progress_is_told_on_the_error_stream(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from pitboss.cli import waiting

    with waiting.Waiting("quick") as tell:
        tell("main A", 0.5)
    assert capsys.readouterr() == ("", ""), "no word about what is quick"
    monkeypatch.setattr(waiting, "PATIENCE", 0.0)
    with waiting.Waiting("slow") as tell:
        tell("main A", 0.5)
        until = time.monotonic() + 30
        err = ""
        while not err and time.monotonic() < until:
            time.sleep(0.05)
            captured = capsys.readouterr()
            assert captured.out == ""
            err = captured.err
    assert err.startswith("pitboss: main A: ") and "50% done" in err


def test_compiling_is_noticed() -> None:
    import numba

    from pitboss.odds.compiling import Compiling

    compiler = Compiling()
    compiler.attach()
    seen: list[int] = []
    dispatcher = numba.njit(lambda x: x + 1)
    original = dispatcher._compiler.compile
    dispatcher._compiler.compile = lambda *a: (seen.append(compiler.now), original(*a))[1]
    assert dispatcher(1) == 2
    compiler.detach()
    assert seen == [1] and compiler.now == 0


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
def test_mistakes_are_one_sentence(arguments: list[str], says: str, refused) -> None:
    err = refused(*arguments)
    assert says in err and err.count("\n") == 1


def test_the_help_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["odds", "--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    for words in ("--wager trips --paytable A", "Mega Progressive=250,000", "mine.toml", "Exit status", "--no-cache"):
        assert words in said
