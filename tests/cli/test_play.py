"""`pitboss play`: whole rounds from piped answers, logs that replay, and never a hang."""

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Protocol

import pytest

from pitboss.cli.main import dispatch
from pitboss.play.log import read_log
from pitboss.rulebook.submission import default_submission
from pitboss.table import events as e
from support import GAMES, SHIPPED

DRAGON, TOP5, LIR, UTH = GAMES
PITBOSS = [sys.executable, "-m", "pitboss.cli.main"]


@pytest.fixture(autouse=True)
def plain_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("NO_COLOR", raising=False)


class Played:
    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err
        self.flat = " ".join(out.split())


class Play(Protocol):
    def __call__(self, *arguments: str, answers: str = "") -> Played: ...


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    def run(*arguments: str, answers: str = "") -> Played:
        monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
        status = dispatch(["play", *arguments])
        said = capsys.readouterr()
        return Played(status, said.out, said.err)

    return run


ANSWERS = {
    DRAGON: "dragon 5\n\nplay\nq\n",
    TOP5: "\n1\nq\n",
    LIR: "five 1\nprogressive 1\n\nride\nwithdraw\nq\n",
    UTH: "trips 5\n\ncheck\ncheck\n1x\nq\n",
}


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_round_with_a_log_that_replays(
    game: str, play: Play, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "evening.log"
    done = play(game, "--shuffle-seed", "demo", "--seats", "4", "--log", str(log), answers=ANSWERS[game])
    assert done.status == 0 and done.err == ""
    assert "You leave the table." in done.out and "One round; you" in done.flat
    assert max(len(line) for line in done.out.splitlines()) <= 80
    assert "\x1b" not in done.out, "no escape codes without a terminal"
    assert "wagers> " in done.out and "you> " in done.out, "piped answers are shown"
    _, records = read_log(log.read_bytes())
    assert sum(isinstance(r.event, e.TableCleared) for r in records) == 1
    assert {r.event.player for r in records if isinstance(r.event, e.SeatTaken)} > {"You"}
    assert dispatch(["replay", str(log), "--round", "1"]) == 0
    assert "all agree" in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_leaving_in_the_middle_plays_the_hand_out(game: str, play: Play, tmp_path: Path) -> None:
    for answers in ("\nq\n", "\n"):
        log = tmp_path / f"{len(answers)}.log"
        done = play(game, "--shuffle-seed", "demo", "--log", str(log), answers=answers)
        assert done.status == 0
        assert "your hand is played out by the rules" in done.flat and "One round; you" in done.flat
        _, records = read_log(log.read_bytes())
        assert isinstance([r.event for r in records if not isinstance(r.event, e.StepOpened)][-1], e.TableCleared)


def test_everything_is_recorded_before_it_is_shown(play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.cli.sitting import Sitting

    log = tmp_path / "evening.log"
    seen: list[int] = []

    def tell(self: Sitting, events: list[e.AnyEvent]) -> None:
        seen.append(len(events))
        _, records = read_log(log.read_bytes())
        assert len(records) == len(self.table.log)

    monkeypatch.setattr(Sitting, "tell", tell)
    assert play(DRAGON, "--log", str(log), answers="\nfold\nq\n").status == 0
    assert seen


def test_a_log_is_never_overwritten(play: Play, tmp_path: Path) -> None:
    log = tmp_path / "evening.log"
    log.write_text("precious", encoding="utf-8")
    done = play(DRAGON, "--log", str(log), answers="q\n")
    assert done.status == 2 and "never overwritten" in done.err
    assert log.read_text(encoding="utf-8") == "precious"
    assert play(DRAGON, "--log", str(tmp_path / "nowhere" / "x.log"), answers="q\n").status == 2


def test_a_refused_wager_says_why_and_may_be_tried_again(play: Play) -> None:
    done = play(
        DRAGON, "--shuffle-seed", "a", answers="7\nante 600\ndragon 500\nmoon 5\nante many\nante 25\n\nfold\nq\n"
    )
    assert "Refused: Ante is made in whole steps; given: $7" in done.flat
    assert "allowed: $5 to $500 in steps of $5 MD-DRAGON 7.F(1)" in done.flat
    assert "Refused: Dragon Bet is outside the table's limits" in done.flat
    assert "There is no wager 'moon' here" in done.flat
    assert "'many' is not an amount in dollars" in done.flat
    assert "Your wagers now: Ante $25, Ante Bonus $25." in done.flat
    assert "You lost $50 in round 1. You have $950." in done.flat


def test_enter_repeats_the_last_wagers(play: Play) -> None:
    done = play(TOP5, "--shuffle-seed", "a", "--stake", "ante=15", "--stake", "poker=2", answers="\nfold\n\nfold\nq\n")
    assert done.flat.count("Position 3, You: Ante $15, Poker Bonus $2") == 2
    assert "Two rounds; you" in done.flat


def test_the_keys_of_the_table(play: Play) -> None:
    done = play(LIR, "--shuffle-seed", "demo", answers="h\n?\nv\n\n?\nv\nwhat\n2\n2\nq\n")
    assert "report an irregularity" in done.flat
    assert "Every wager is down before the dealer calls" in done.flat, "the clause in words"
    assert "You may wager on Bet Number 1: $5 to $500" in done.flat
    assert "You may choose: ride or withdraw." in done.flat
    assert "What only people can do:" in done.flat
    assert "Type a number from 1 to 2, or ride or withdraw." in done.flat
    assert "The Progressive meter shows $1,000." in done.flat


def test_other_players_cards_stay_hidden(play: Play) -> None:
    done = play(UTH, "--shuffle-seed", "demo", answers="\nv\nq\n")
    shown = next(line for line in done.out.splitlines() if line.strip().startswith("2 Dot"))
    assert "?? ??" in shown
    assert "Dealer: ?? ??" in done.out


def test_an_irregularity(play: Play) -> None:
    done = play(DRAGON, "--shuffle-seed", "a", answers="\n!\n3\nq\n")
    assert "a card of the dealer is exposed early" in done.flat
    assert "> Position 3: Ante $10 goes back (void) MD-DRAGON 13.E" in done.flat
    assert "You broke even in round 1." in done.flat


def test_an_irregularity_of_the_deal(play: Play, tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    answers = "\n!\n1\nGD\n!\n99\n!\n\n!\n1\nXX\nz\n" + "\n" * 2 + "fold\n" + "\n" * 8 + "q\n"
    done = play(DRAGON, "--shuffle-seed", "a", "--pause", "--log", str(log), answers=answers)
    assert done.status == 0
    assert "Gold Dragon was found face up" in done.flat
    assert "There is no number '99'" in done.flat
    assert "'XX' is not a card of the dragon deck" in done.flat
    assert "Enter lets the dealer go on" in done.flat
    assert dispatch(["replay", str(log)]) == 0


def test_a_wrong_number_of_cards_asks_where_and_how_many(play: Play) -> None:
    done = play(UTH, "--shuffle-seed", "a", answers="\n!\n1\n3\n3\nq\nq\n")
    assert "which position [3]> 3" in done.out
    assert "how many cards lie there (the record says 2)" in done.out
    assert "Position 3: the hand is void" in done.flat


def test_a_failed_shuffler_is_set_aside_and_play_goes_on(play: Play, tmp_path: Path) -> None:
    text = default_submission(DRAGON).replace('procedure = "manual_shoe"', 'procedure = "hand"')
    file = tmp_path / "table.toml"
    file.write_text(text.replace('shuffler = "none"', 'shuffler = "automated"'), encoding="utf-8")
    log = tmp_path / "x.log"
    answers = "!\n2\nmarked\n\nfold\n\nfold\nq\n"
    done = play("--submission", str(file), "--log", str(log), answers=answers)
    assert done.status == 0 and done.err == "", done.err
    assert 'The shuffler is marked "out of order"' in done.flat
    assert "From now on the cards are dealt from a manual shoe" in done.flat
    assert "Two rounds; you" in done.flat
    assert dispatch(["replay", str(log)]) == 0


def test_a_ruling_that_waits_is_asked_for(play: Play, tmp_path: Path) -> None:
    text = default_submission(DRAGON).replace('player_left_default = "played_out"', 'player_left_default = "ask"')
    file = tmp_path / "table.toml"
    file.write_text(text, encoding="utf-8")
    menu = play("--submission", str(file), answers="\n!\n").out
    row = next(line for line in menu.splitlines() if "a player leaves during the round" in line)
    done = play("--submission", str(file), answers=f"\n!\n{row.split()[0]}\n4\nlosing\n2\nfold\nq\n")
    assert (
        "You rule as the floorperson at position 4: What becomes of the wagers of a player who has left?" in done.flat
    )
    assert done.status == 0


def test_a_bad_submission_is_refused(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_bytes(b"\xff\xfe\x00binary")
    assert "not a UTF-8 text file" in play("--submission", str(file)).err
    file.write_text(default_submission(DRAGON), encoding="utf-8")
    done = play(LIR, "--submission", str(file))
    assert done.status == 2 and "is for dragon-poker, not for let-it-ride" in done.err


def test_practice_chips_do_not_run_out(play: Play) -> None:
    answers = "ante 500\n" + "\nfold\n" * 3 + "q\n"
    done = play(DRAGON, "--shuffle-seed", "a", answers=answers)
    assert "Another $1,000 of practice chips is put before you." in done.flat
    assert "Three rounds; you lost $3,000" in done.flat
    assert "You bought in $3,000 in all." in done.flat
    assert "bought in" not in play(DRAGON, answers="\nfold\nq\n").flat


def test_a_round_may_be_sat_out(play: Play) -> None:
    done = play(DRAGON, "--seats", "2", answers="ante 0\n\nq\n")
    assert "Position 3, You: no wager" in done.flat and "You broke even in round 1." in done.flat
    alone = play(DRAGON, "--seats", "1", answers="ante 0\n\nante 5\n\nfold\nq\n")
    assert "Refused: nobody has placed the compulsory wagers" in alone.flat and "One round; you lost $10" in alone.flat


def test_house_players_need_no_company(play: Play) -> None:
    done = play(TOP5, "--seats", "1", "--position", "6", answers="\nplay\nq\n")
    assert "Seats from the dealer's left: You at 6." in done.flat and done.status == 0
    assert play(LIR, "--seats", "7", answers="\nride\nride\nq\n").status == 0


@pytest.mark.parametrize("arguments", [[DRAGON], [UTH], []])
def test_without_a_person_it_shows_a_round_and_ends(arguments: list[str]) -> None:
    done = subprocess.run(
        [*PITBOSS, "play", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "COLUMNS": "80"},
        timeout=60,
        check=False,
    )
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.count("Round 1 is over") == (1 if arguments else len(SHIPPED))
    assert "That was a demonstration." in done.stdout
    assert "\x1b" not in done.stdout
    assert max(len(line) for line in done.stdout.splitlines()) <= 80


def test_a_silent_pipe_is_not_waited_for_for_ever() -> None:
    code = (
        "import pitboss.cli.keyboard as k; k.PATIENCE = 0.2; "
        "from pitboss.cli.main import run; run(['play', 'let-it-ride'])"
    )
    reading, writing = os.pipe()
    try:
        done = subprocess.run(
            [sys.executable, "-c", code], stdin=reading, capture_output=True, encoding="utf-8", timeout=60, check=False
        )
    finally:
        os.close(reading)
        os.close(writing)
    assert done.returncode == 0 and "That was a demonstration." in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("no_color", "coloured"), [("", True), ("1", False)])
def test_at_a_terminal(no_color: str, coloured: bool) -> None:
    """Asks for the game, draws in colour unless NO_COLOR says otherwise, and ends with the input."""
    import pty

    leader, follower = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "NO_COLOR": no_color}
    running = subprocess.Popen([*PITBOSS, "play"], stdin=follower, stdout=follower, stderr=follower, env=env)
    os.close(follower)
    said = b""
    answers = {b"game [1]> ": b"\n", b"wagers> ": b"\n", b"you> ": b"q\n"}
    while True:
        try:
            said += os.read(leader, 4096)
        except OSError:
            break
        for prompt in list(answers):
            if prompt in said:
                os.write(leader, answers.pop(prompt))
    os.close(leader)
    assert running.wait(timeout=60) == 0
    text = said.decode("utf-8", "replace")
    assert "Dragon Poker" in text and "You leave the table." in text
    assert ("\x1b[36m" in text) is coloured


def test_the_open_card_of_the_dealer_is_shown_again_where_one_decides(play: Play) -> None:
    shown = play("caribbean-stud", "--shuffle-seed", "demo", answers="\n1\nq\n")
    asked = shown.out.index("Your cards")
    assert "The dealer's open card\n" in shown.out[asked : shown.out.index("1 call")]
    hidden = play("three-card-poker", "--shuffle-seed", "demo", answers="\n1\nq\n")
    assert "open card" not in hidden.out
