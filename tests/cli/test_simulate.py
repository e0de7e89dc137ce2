"""`pitboss simulate`: the JSON contract, tables a laboratory can read, Ctrl-C, and mistakes answered in a sentence."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from cli.calls import Data, Refused, Said
from keeping import own_folder
from pitboss.cli import simulate
from pitboss.cli.main import dispatch
from pitboss.cli.screen import Trouble
from pitboss.cli.simulate_numbers import whole
from pitboss.cli.waiting import Waiting
from pitboss.rulebook.submission import default_submission
from pitboss.simulation import api, engine
from pitboss.simulation import run as runs
from pitboss.simulation.blocks import BLOCK
from pitboss.simulation.engine import EngineDifference
from support import GAMES

COMMAND = "simulate"
DRAGON, TOP5, LIR, UTH = GAMES


@pytest.fixture(autouse=True)
def kept_here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Interrupted runs are kept where no other run meets them."""
    with own_folder(tmp_path_factory.mktemp("kept")) as home:
        yield home


@pytest.fixture
def said(said: Callable[..., str]) -> Callable[..., str]:
    """Blanks put together."""
    return lambda *arguments, **more: re.sub(r"\s+", " ", said(*arguments, **more))


# --- JSON -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "rows"),
    [
        ([DRAGON], ["main A", "three_card_bonus A", "dragon A"]),
        ([TOP5, "--players", "6"], ["main None", "top_five_bonus A", "poker_bonus A"]),
        ([LIR, "--players", "7"], ["main A", "five_card_bonus A", "three_card_bonus A", "six_card_bonus A",
                                   "progressive A"]),
        ([UTH, "--players", "2"], ["main None", "trips A", "cover_all 3"]),
    ],
)  # fmt: skip
def test_json(arguments: list[str], rows: list[str], data: Data) -> None:
    found = data(*arguments, "--rounds", "50_000", "--random-seed", "json")
    assert [f"{row['wager']} {row['paytable']}" for row in found] == rows
    for row in found:
        assert row["rounds"] == 50_000 and row["seconds"] > 0 and row["standard_error"] > 0
        assert row["z"] == pytest.approx((row["mean"] - row["exact"]) / row["standard_error"])
        assert abs(row["z"]) < 4
        assert row["exact"] == float(Fraction(row["exact_fraction"]))
        if row["wager"] != "progressive":
            assert sum(x["count"] for x in row["distribution"]) == 50_000
            assert row["chi_square"]["p_value"] > 1e-4
    if arguments[0] == LIR:
        assert found[-1]["meters"]["at_the_end"].keys() == {"Progressive"}


def test_the_seed_decides(data: Data) -> None:
    def means(*more: str) -> list[float]:
        return [row["mean"] for row in data(DRAGON, "--rounds", "20k", *more)]

    assert means() == means("--workers", "1") == means("--random-seed", "pitboss") != means("--random-seed", "x")


def test_other_strategies_have_no_exact_figures(data: Data, said: Said) -> None:
    """Let It Ride without the two bets that may be taken back: what is left is the third bet on a random hand."""
    row = data(LIR, "--rounds", "50k", "--strategy", "timid", "--wager", "main")[0]
    assert (row["exact"], row["z"], row["chi_square"], row["exact_fraction"]) == (None, None, None, None)
    assert {x["net"] for x in row["distribution"]} <= {-1, 1, 2, 3, 5, 8, 11, 50, 200, 1000}
    assert "nothing to compare with" in said(LIR, "--rounds", "50k", "--strategy", "bold")


def test_a_submission(data: Data, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(default_submission(UTH).replace('paytable = "A"', 'paytable = "D"'))
    found = data("--submission", str(path), "--rounds", "20k")
    assert [(row["wager"], row["paytable"]) for row in found] == [("main", None), ("trips", "D")]


# --- tables ---------------------------------------------------------------------------------------------------------


def test_tables(said: Said) -> None:
    text = said(DRAGON, "--rounds", "100k", "--players", "2", "--rounds-per-hour", "60")
    assert "100,000 rounds; 2 seats; strategy optimal; random seed 'pitboss'" in text
    assert "standard wager mean error exact z chi² p" in text
    assert "Three Card Bonus A" in text and "6 comparisons" in text and "Simulated and exact figures agree." in text
    assert "Dragon Bet A: hits in 200,000 hands" in text and "gold dragon" in text
    assert "Win of the table in an hour: 60 rounds, 2 seats, the lowest wagers permitted" in text
    assert "chi-square of the net results of the first seat" in text
    assert "Net results" not in text


def test_win_per_hour_is_the_edge_of_all_that_is_wagered(said: Said, capsys: pytest.CaptureFixture[str]) -> None:
    """$5 on the ante and 40 rounds: 200 times 0.03165 is $6.33, and so on."""
    text = said(DRAGON, "--rounds", "20k")
    assert re.search(r"Main game A \$5 \S+ \$6.33 ", text)
    assert re.search(r"Dragon Bet A \$1 \S+ \$5.76 all together \S+ \$14.11", text)
    assert dispatch(["simulate", DRAGON, "--rounds", "20k", "--json", "--rounds-per-hour", "60", "--players", "2"]) == 0
    for row, least in zip(json.loads(capsys.readouterr().out), (5, 1, 1), strict=True):
        assert row["win_per_hour"] == pytest.approx(-row["mean"] * 60 * 2 * least)


def test_one_wager_is_shown_with_its_distribution(said: Said) -> None:
    text = said(UTH, "--rounds", "100k", "--wager", "Trips")
    assert "Trips A: hits in 100,000 hands" in text and "Net results" in text and "█" in text
    assert "Main game: hits" not in text and "Cover All 2" in text


def test_meters(said: Said) -> None:
    text = said(LIR, "--rounds", "300k", "--players", "7", "--wager", "progressive")
    assert "Meters meter payments paid highest at the end" in text and "highest payments" in text
    assert "meters at their reset amounts" in text


@pytest.mark.parametrize("rounds", ["1", "2", "10"])
def test_few_rounds(said: Said, data: Data, rounds: str) -> None:
    assert f"{rounds} rounds;" in said(LIR, "--rounds", rounds)
    assert data(LIR, "--rounds", rounds)[0]["rounds"] == int(rounds)


def test_precision(said: Said, capsys: pytest.CaptureFixture[str]) -> None:
    """(5 · 3.1178 / 0.05)² rounds."""
    text = said(DRAGON, "--precision", "0.05")
    (found,) = re.findall(r"Precision 0.05 needs ([\d,]+) rounds", text)
    needed = int(found.replace(",", ""))
    assert f"{needed:,} rounds; one seat" in text
    (deviation,) = map(float, re.findall(r"\(5 x ([\d.]+) / 0.05\) squared\.", text))
    assert needed == pytest.approx((5 * deviation / 0.05) ** 2, rel=1e-4)
    text = said(DRAGON, "--precision", "0.05", "--rounds", str(needed // 4))
    assert "are too few and reach 0.1." in text
    assert dispatch(["simulate", DRAGON, "--precision", "0.05", "--rounds", "1m", "--json"]) == 0
    assert "1,000,000 are enough and reach" in capsys.readouterr().err


def test_the_engine_conducts_the_first_rounds_too(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    text = said(DRAGON, "--rounds", "1000", "--check", "20", "--players", "3")
    assert "The first 20 rounds were conducted by the engine too, event by event: every wager is the same." in text
    wrong = [EngineDifference(n, 1, "net result", "-5", "+5") for n in range(12)]
    monkeypatch.setattr(engine, "compare", lambda setting, first, count, progress: wrong)
    text = said(DRAGON, "--rounds", "1000", "--check", "20", status=1)
    assert "12 differences" in text and "... and 2 more" in text
    assert "round 3, seat 1, net result: engine -5, kernel +5" in text


def test_how_far_the_engine_is(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, float]] = []
    monkeypatch.setattr(Waiting, "__call__", lambda self, what, done: told.append((what, done)))
    said(DRAGON, "--rounds", "1000", "--check", "4")
    assert [done for what, done in told if what == "the engine conducts 4 rounds"] == [0.0, 0.25, 0.5, 0.75, 1.0]


def test_a_difference_is_said_and_is_the_exit_status(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exact odds of paytable B beside a simulation of A."""
    right = api.with_exact

    def wrong(prepared: api.Prepared, progress: Any) -> api.Prepared:
        data = default_submission(DRAGON).replace("[wagers.ante_bonus]", "[wagers.ante_bonus] ", 1)
        terms = replace(prepared.job.terms, wagers=_paytable_b(data))
        exact = right(replace(prepared, job=replace(prepared.job, terms=terms))).exact
        return replace(right(prepared, progress), exact=exact)

    monkeypatch.setattr(api, "with_exact", wrong)
    text = said(DRAGON, "--rounds", "100k", status=1)
    assert "DIFFER by more than chance explains" in text
    assert re.search(r"Main game A \S+ \S+ \S+ \S+ \S+ DIFFERS", text)


def _paytable_b(data: str) -> Any:
    from pitboss.rulebook.submission import check

    terms = check(re.sub(r'paytable = "A"(\s+# A or B \[12.B\])', r'paytable = "B"\1', data)).terms
    assert terms is not None
    return terms.wagers


# --- going on -------------------------------------------------------------------------------------------------------


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "pitboss.cli.main", "simulate", *arguments]


def test_ctrl_c_keeps_what_was_done(capsys: pytest.CaptureFixture[str]) -> None:
    """A run that would take an hour. When it tells its running result, it gets a Ctrl-C."""
    arguments = [DRAGON, "--random-seed", "ctrl-c", "--workers", "1", "--json"]
    process = subprocess.Popen(
        _command(*arguments, "--rounds", "10b"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    told = next(line for line in process.stderr if "rounds/s" in line)
    assert re.match(r"pitboss: main [+-]0\.\d{5} ± 0\.\d{5}, \d.* rounds/s, .* left \(\d+ s so far.*\)$", told)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130
    part = json.loads(out)
    rounds = part[0]["rounds"]
    assert rounds % BLOCK == 0 and rounds > 0
    assert f"interrupted after {rounds:,} of 10,000,000,000 rounds, which are kept" in err and "--resume" in err
    state = api.Keeper(api.prepare(api.default_terms(DRAGON), seed="ctrl-c").job).place
    assert state.exists()
    state.unlink()
    assert dispatch(["simulate", *arguments, "--rounds", str(rounds)]) == 0
    straight = json.loads(capsys.readouterr().out)
    for row in (*part, *straight):
        row.pop("seconds")
    assert part == straight


class _Stopped(runs.Threads):
    """Interrupted when so many blocks are done."""

    after = 2

    def results(self, job: Any, blocks: Any) -> Any:
        for done, result in enumerate(super().results(job, blocks)):
            if done == self.after:
                raise KeyboardInterrupt
            yield result


class _StoppedSoon(_Stopped):
    after = 1


def test_an_interrupted_run_says_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["simulate", LIR, "--rounds", "500k", "--players", "2", "--random-seed", "how to go on"]
    with monkeypatch.context() as patch:
        patch.setattr(runs, "Threads", _Stopped)
        assert dispatch(arguments) == 130
        out = capsys.readouterr()
        assert f"{2 * BLOCK:,} rounds; 2 seats" in out.out and "Progressive A" in out.out
        assert "interrupted after 262,144 of 500,000 rounds, which are kept" in out.err and "--resume" in out.err
        assert dispatch(arguments) == 130
        assert "an interrupted run with 262,144 rounds is replaced; --resume would" in capsys.readouterr().err
    assert dispatch([*arguments, "--resume", "--json"]) == 0
    gone_on = json.loads(capsys.readouterr().out)
    assert dispatch([*arguments, "--json"]) == 0
    straight = json.loads(capsys.readouterr().out)
    for row in (*gone_on, *straight):
        row.pop("seconds")
    assert gone_on == straight


def test_seconds_of_a_run_that_was_gone_on_with(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All parts count, pauses do not. Here a second passes whenever somebody looks at the clock: when the command
    begins, twice while rounds are played, and when the command is done."""
    clock = map(float, count())
    monkeypatch.setattr(runs, "perf_counter", lambda: next(clock))
    monkeypatch.setattr(simulate, "time", SimpleNamespace(perf_counter=lambda: next(clock)))
    arguments = ["simulate", DRAGON, "--rounds", "500k", "--random-seed", "seconds"]
    with monkeypatch.context() as patch:
        patch.setattr(runs, "Threads", _Stopped)
        assert dispatch(arguments) == 130
    place = api.Keeper(api.prepare(api.default_terms(DRAGON), seed="seconds").job).place
    state = json.loads(place.read_bytes())
    assert state["seconds"] == 1
    place.write_bytes(json.dumps({**state, "seconds": 1000.0}).encode())
    capsys.readouterr()
    with monkeypatch.context() as patch:
        patch.setattr(runs, "Threads", _StoppedSoon)
        assert dispatch([*arguments, "--resume"]) == 130
    assert "; 1003.0 s by" in " ".join(capsys.readouterr().out.split())
    assert json.loads(place.read_bytes())["seconds"] == 1001
    assert dispatch([*arguments, "--resume", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["seconds"] == 1004


def test_an_interruption_before_anything_was_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class AtOnce(_Stopped):
        after = 0

    monkeypatch.setattr(runs, "Threads", AtOnce)
    assert dispatch(["simulate", DRAGON, "--rounds", "500k", "--random-seed", "at once, typed"]) == 130
    out = capsys.readouterr()
    assert out.out == "" and "interrupted before the first 131,072 rounds were finished; nothing was kept" in out.err


def test_a_cluster_that_is_lost_on_the_way(monkeypatch: pytest.MonkeyPatch, refused: Refused) -> None:
    class Lost(runs.Threads):
        def results(self, job: Any, blocks: Any) -> Any:
            yield next(super().results(job, blocks))
            raise ValueError("the connection to the cluster was lost")

    arguments = (DRAGON, "--rounds", "500k", "--random-seed", "lost")
    with monkeypatch.context() as patch:
        patch.setattr(runs, "Threads", Lost)
        said = refused(*arguments)
        assert "connection to the cluster was lost. 131,072 rounds are kept; the same command with --resume" in said
    assert dispatch(["simulate", *arguments, "--resume"]) == 0


# --- mistakes -------------------------------------------------------------------------------------------------------


def test_numbers_of_rounds_as_people_type_them() -> None:
    typed = {
        "10000000": 10**7,
        "10_000_000": 10**7,
        "10,000,000": 10**7,
        "10m": 10**7,
        "2.5e6": 2_500_000,
        "1.5K": 1500,
        "2b": 2 * 10**9,
        " 7 ": 7,
    }
    assert {text: whole(text, "--rounds") for text in typed} == typed
    for wrong in ("", "m", "1.5", "1e-3", "ten", "0", "-1", "nan", "inf", "1e99", "1mm"):
        with pytest.raises(Trouble):
            whole(wrong, "--rounds")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([DRAGON], "--rounds, or how precise with --precision"),
        (["--rounds", "10"], "say which game"),
        (["dargon-poker", "--rounds", "10"], "Did you mean 'dragon-poker'?"),
        ([DRAGON, "--rounds", "0"], "--rounds: 0 rounds cannot be played"),
        ([DRAGON, "--rounds", "-5"], "-5 rounds cannot be played"),
        ([DRAGON, "--rounds", "1e15"], "100,000,000,000 are the most"),
        ([DRAGON, "--rounds", "many"], "'many' is not a number, such as 10000000, 10m or 2.5e6"),
        ([DRAGON, "--rounds", "10", "--players", "9"], "9 players cannot sit at this table; it has 1 to 6 positions"),
        ([DRAGON, "--rounds", "10", "--players", "-1"], "-1 players cannot sit"),
        ([DRAGON, "--rounds", "10", "--strategy", "bald"], "the strategies are optimal, bold, timid; did you mean"),
        ([DRAGON, "--rounds", "10", "--workers", "0"], "0 workers cannot be had"),
        ([DRAGON, "--rounds", "10", "--workers", "1", "--cluster", "tcp://a:1"], "give one of the two"),
        ([DRAGON, "--rounds", "10", "--cluster", "here"], "tcp://127.0.0.1:8786"),
        ([DRAGON, "--rounds", "10", "--cluster", "tcp://127.0.0.1:9"], "no cluster answers at tcp://127.0.0.1:9"),
        ([DRAGON, "--rounds", "10", "--resume", "--random-seed", "never begun"], "no interrupted run"),
        ([DRAGON, "--rounds", "10", "--check", "11"], "only 10 are played"),
        ([DRAGON, "--rounds", "10", "--check", "0"], "--check: 0 rounds"),
        ([DRAGON, "--rounds", "10", "--rounds-per-hour", "0"], "more than 0 rounds an hour"),
        ([DRAGON, "--rounds", "10", "--wager", "trips"], "there are main, three_card_bonus, dragon"),
        ([DRAGON, "--precision", "-1"], "a number above 0"),
        ([DRAGON, "--precision", "1e-9"], "rounds are more than one run plays"),
        ([DRAGON, "--precision", "0.1", "--strategy", "bold"], "best play only"),
        ([DRAGON, "--rounds", "10", "--submission", "nowhere.toml"], "nowhere.toml: there is no such file"),
    ],
)
def test_mistakes(arguments: list[str], words: str, refused: Refused) -> None:
    assert words in refused(*arguments)


def test_a_faulty_submission(refused: Refused, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(default_submission(DRAGON).replace("positions = 6", "positions = 60"))
    assert "one fault; see `pitboss check" in refused("--submission", str(path), "--rounds", "10", status=1)


@pytest.mark.parametrize("command", ["simulate", "odds"])
def test_a_named_cache_that_cannot_be_made(tmp_path: Path, command: str) -> None:
    """A file lies where the folder should be. Nothing is put anywhere else."""
    (tmp_path / "file").write_text("")
    named = tmp_path / "file" / "below"
    rounds = ["--rounds", "10"] if command == "simulate" else []
    done = subprocess.run(
        [sys.executable, "-m", "pitboss.cli.main", command, DRAGON, *rounds],
        text=True,
        capture_output=True,
        env={**os.environ, "PITBOSS_CACHE": str(named)},
        check=False,
    )
    assert done.returncode == 2 and done.stdout == ""
    said = [line for line in done.stderr.splitlines() if not line.endswith("s so far)")]  # where it takes a while
    assert len(said) == 1 and said[0].startswith("pitboss: ")
    assert f"{named}: cannot be used as PITBOSS_CACHE: " in done.stderr and "name another folder" in done.stderr


def test_a_cache_that_cannot_be_written(tmp_path: Path) -> None:
    """A file lies where the folder of interrupted runs should be."""
    (tmp_path / "simulations").write_text("")
    done = subprocess.run(
        _command(DRAGON, "--rounds", "10"),
        env={**os.environ, "PITBOSS_CACHE": str(tmp_path)},
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2 and done.stdout == ""
    assert "work cannot be kept there" in done.stderr and "PITBOSS_CACHE names another folder" in done.stderr


def test_another_versions_state(refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = (DRAGON, "--rounds", "500k", "--random-seed", "another version")
    with monkeypatch.context() as patch:
        patch.setattr(runs, "Threads", _Stopped)
        assert dispatch(["simulate", *arguments]) == 130
    with monkeypatch.context() as patch:
        patch.setattr(runs, "code", lambda: "another")
        assert dispatch(["simulate", *arguments, "--resume"]) == 2
    assert dispatch(["simulate", *arguments, "--resume"]) == 0
