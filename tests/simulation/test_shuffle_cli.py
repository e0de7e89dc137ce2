"""`pitboss shuffle-test` and `pitboss shuffle-bytes` as a stranger would use them."""

import json
import os
import pty
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from pitboss.cli.main import dispatch
from pitboss.simulation import shuffle_tests
from pitboss.simulation.shuffle_plants import PLANTS

PITBOSS = [sys.executable, "-m", "pitboss.cli.main"]
PLAIN = {**os.environ, "NO_COLOR": "1", "COLUMNS": "80"}
QUICK = ("--shuffles", "2000", "--workers", "1", "--random-seed", "5")


@pytest.fixture(autouse=True)
def plain_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")


# --- shuffle-test ---------------------------------------------------------------------------------------------------


def test_the_json_has_every_test(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["shuffle-test", *QUICK, "--json"]) == 0
    standard, dragon = json.loads(capsys.readouterr().out)
    assert (standard["deck"], dragon["deck"]) == ("standard", "dragon")
    assert standard["accepted"] and standard["shuffles"] == 2000 and standard["random_seed"] == "5"
    tests = {test["test"]: test for test in standard["tests"]}
    assert len(tests) == 1 + 52 + 52 + 3 + 3 + 5
    assert tests["position_card"]["freedom"] == 51 * 51 and tests["followers"]["freedom"] == 52 * 52 - 3 * 52 + 1
    assert all(test["p"] <= test["adjusted_p"] <= 1 and not test["rejected"] for test in tests.values())
    assert standard["maryland"]["freedom"] == 51 * 51 and not standard["maryland"]["rejected"]
    assert {test["test"] for test in dragon["tests"]} >= {"position_kind", "hands_dragon", "card_RA12"}
    assert len(standard["proof"]["steps"]) == 51 and standard["proof"]["fault"] == ""


def test_the_table_fits_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["shuffle-test", *QUICK, "--game", "dragon"]) == 0
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 80
    assert out.startswith("dragon deck, 53 cards: the house's shuffle, 2,000 shuffles, seed '5'")
    for said in ("Maryland", "Holm", "Accepted", "Scaling of bytes: proved", "place and kind of card"):
        assert said in out


def test_a_planted_fault_is_a_finding(capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["shuffle-test", *QUICK, "--deck", "standard", "--plant", "naive-swap"]) == 1
    out = capsys.readouterr().out
    assert "REJECTED" in out and "planted fault 'naive_swap'" in out and "Rejected by" in out


def test_maryland_alone_is_a_finding(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(shuffle_tests, "MARYLAND_LEVEL", 1.0)
    assert dispatch(["shuffle-test", *QUICK, "--deck", "standard"]) == 1
    assert "Rejected by Maryland's chi-square." in capsys.readouterr().out


def test_a_report_with_every_plant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shuffle_tests, "DEFAULT_SHUFFLES", 20_000)
    path = tmp_path / "report.md"
    path.write_text("what was there before")
    assert dispatch(["shuffle-test", *QUICK, "--plant", "all", "-o", str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    assert "`pitboss shuffle-test --shuffles 2000 --random-seed 5 --plant all`" in text
    assert "SHA-256 of `cards/shuffle.py`" in text and "not a certificate" in text
    assert all(f"| {plant} |" in text for plant in PLANTS)
    assert f"All {len(PLANTS)} planted faults were found." in text
    assert "| 52 | 4 | 48 |" in text and "| 53 | 4 | 44 |" in text and "| 2 | 128 | 0 |" in text
    assert f"Wrote {path}." in capsys.readouterr().out.replace("\n", "")
    assert [p.name for p in tmp_path.iterdir()] == ["report.md"]


def test_a_plant_that_is_not_found_is_a_finding(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shuffle_tests, "DEFAULT_SHUFFLES", 2_000)
    assert dispatch(["shuffle-test", *QUICK, "--deck", "standard", "--plant", "all"]) == 1
    assert "NOT FOUND: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--deck", "tarot"), "there is no deck 'tarot'; the decks are standard and dragon"),
        (("--deck", "dragons"), "Did you mean 'dragon'?"),
        (("--game", "bridge"), "there is no game 'bridge'"),
        (("--deck", "dragon", "--game", "let-it-ride"), "give --game or --deck, not both"),
        (("--shuffles", "10"), "--shuffles 10: give a number from 2,000 to 1,000,000,000"),
        (("--shuffles", "-5"), "--shuffles -5: give a number"),
        (("--shuffles", "many"), "shuffle-test: "),
        (("--workers", "0"), "--workers 0: give a number from 1 to 256"),
        (("--plant", "one-percnt"), "Did you mean 'one_percent'?"),
        (("-o", "."), "this is a directory"),
        (("-o", "nowhere/report.md"), "the directory does not exist"),
        (("standard",), "too many arguments: standard"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["shuffle-test", *arguments]) == 2
    captured = capsys.readouterr()
    assert said in captured.err and captured.err.count("\n") == 1 and not captured.out


def test_ctrl_c_leaves_nothing_behind(tmp_path: Path) -> None:
    """The terminal sends it to the workers as well."""
    command = [*PITBOSS, "shuffle-test", "--shuffles", "100000000", "--workers", "2", "-o", str(tmp_path / "report.md")]
    with subprocess.Popen(
        command, env=PLAIN, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", start_new_session=True
    ) as running:
        assert running.stderr is not None
        assert "pitboss: " in running.stderr.readline(), "progress after two seconds"
        os.killpg(running.pid, signal.SIGINT)
        try:
            out, err = running.communicate(timeout=60)
        finally:
            with suppress(ProcessLookupError):  # all have ended, as they should
                os.killpg(running.pid, signal.SIGKILL)
    assert running.returncode == 130
    assert "Traceback" not in err and err.endswith("pitboss: interrupted\n") and not out
    assert not list(tmp_path.iterdir())


# --- shuffle-bytes --------------------------------------------------------------------------------------------------


def written(*arguments: str) -> bytes:
    done = subprocess.run([*PITBOSS, "shuffle-bytes", *arguments], env=PLAIN, capture_output=True, check=True)
    assert not done.stderr
    return done.stdout


def test_as_many_bytes_as_wanted_whoever_makes_them() -> None:
    alone = written("--bytes", "200001", "--random-seed", "a", "--workers", "1")
    assert len(alone) == 200_001
    assert alone == written("--bytes", "200001", "--random-seed", "a", "--workers", "2")
    assert alone[:1000] != written("--bytes", "1000", "--random-seed", "b")
    assert alone[:1000] != written("--bytes", "1000", "--random-seed", "a", "--deck", "dragon")


def test_without_a_seed_no_two_runs_are_alike() -> None:
    assert written("--bytes", "64") != written("--bytes", "64")


def test_a_closed_pipe_is_the_end() -> None:
    with subprocess.Popen(
        [*PITBOSS, "shuffle-bytes", "--forever"], env=PLAIN, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None and running.stderr is not None
        assert len(running.stdout.read(100_000)) == 100_000
        running.stdout.close()
        err = running.stderr.read()
        assert running.wait(timeout=60) == 0 and not err


def test_a_terminal_gets_no_bytes() -> None:
    leader, follower = pty.openpty()
    try:
        done = subprocess.run(
            [*PITBOSS, "shuffle-bytes", "--forever"], env=PLAIN, stdout=follower, stderr=subprocess.PIPE, check=False
        )
    finally:
        os.close(follower)
        os.close(leader)
    assert done.returncode == 2 and b"not for a screen" in done.stderr


def test_output_that_was_closed_before() -> None:
    line = f"{sys.executable} -m pitboss.cli.main shuffle-bytes --bytes 10 >&-"
    done = subprocess.run(["sh", "-c", line], env=PLAIN, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 2 and done.stderr.startswith("pitboss: standard output: cannot be written")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "say how many bytes with --bytes N, or --forever"),
        (("--bytes", "5", "--forever"), "one of the two"),
        (("--bytes", "0"), "--bytes 0: give a number from 1"),
        (("--bytes", "-1"), "--bytes -1: give a number from 1"),
        (("--forever", "--plant", "all"), "there is no plant 'all'"),
        (("--forever", "--deck", "tarot"), "there is no deck 'tarot'"),
        (("--forever", "--workers", "1000"), "--workers 1000"),
    ],
)
def test_wrong_usage_of_bytes(arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["shuffle-bytes", *arguments]) == 2
    captured = capsys.readouterr()
    assert said in captured.err and captured.err.count("\n") == 1 and not captured.out
