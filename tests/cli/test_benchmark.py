"""`pitboss benchmark`: functions, agents and commands as policies, what they do wrong, and how it is told."""

import json
import os
import shlex
import sys
import threading
from contextlib import suppress
from pathlib import Path
from queue import Queue
from time import sleep

import pytest

from cli.calls import Data, Refused, Said
from pitboss.cli.benchmark_command import WAITING, AskedCommand, read_lines
from pitboss.cli.benchmark_policies import called
from pitboss.cli.screen import Trouble
from pitboss.lab.regret.rounds import cards_for, usual_rules
from pitboss.lab.regret.spots import ScoredSpot
from pitboss.lab.regret.table import DecisionTable
from support import THREE

COMMAND = "benchmark"
FEW = ("--game", THREE, "--spots", "12", "--no-references")
POLICIES = """
def plays(spot):
    assert spot.game == "three-card-poker" and len(spot.cards) == 3
    return "play"

def agent(observation, mask):
    assert observation.shape == (108,) and mask.tolist() == [1, 1]
    return 0

def knows(observation, mask, game):
    assert game == "three-card-poker"
    return 0

def far(observation, mask):
    return 7

def dances(spot):
    return "dance"

def four(a, b, c, d):
    return "play"

def leaves(spot):
    raise SystemExit("enough")

def talks(spot):
    print("I think")
    return "play"
"""
STAYS = "import sys, json\nfor line in sys.stdin: print(json.loads(line)['choices'][0]['choice'], flush=True)"
ONCE = "import sys, json\nprint('I would say:')\nprint(json.load(sys.stdin)['choices'][0]['choice'])"
READS = "import sys\ntext = sys.stdin.read()\nassert 'Your cards: ' in text\nprint('PLAY.')"
ENDS = "import sys\nsys.stdin.readline()\nprint('play', flush=True)"
FAILS = "import sys\nprint('no memory', file=sys.stderr)\nsys.exit(3)"
LONG = "print('x' * 1_000_000 + '\\nplay', flush=True)"
GREETS = "print('welcome', flush=True)\n" + STAYS
TWICE = "import sys\nfor line in sys.stdin: print('play\\nplay', flush=True)"
LATER = """
import os, sys, time
sys.stdin.readline()
print("play", flush=True)
while not os.path.exists({go!r}): time.sleep(0.01)
print("fold", flush=True)
sys.stdin.readline()
"""
SLEEPS = "import time\ntime.sleep(60)"


def python(code: str) -> str:
    return shlex.join([sys.executable, "-c", code])


@pytest.fixture
def policies(tmp_path: Path) -> str:
    path = tmp_path / "mine.py"
    path.write_text(POLICIES, encoding="utf-8")
    return str(path)


def test_every_kind_of_policy_that_plays_alike_scores_alike(policies: str, data: Data) -> None:
    (wanted,) = data(f"{policies}:plays", *FEW)["games"]
    assert wanted["spots"] == wanted["rounds"] == 12 and wanted["faults"] == 0 and wanted["regret"] > 0
    for name in ("agent", "knows"):
        assert data(f"{policies}:{name}", *FEW)["games"] == [wanted]
    for code, how in ((STAYS, ("--lines",)), (ONCE, ()), (READS, ("--text",)), (ENDS, ())):
        assert data("--command", python(code), *how, *FEW)["games"] == [wanted], code


def test_the_page_tells_the_score_and_what_it_is_held_against(said: Said, policies: str) -> None:
    out = said(f"{policies}:plays", "--game", THREE, "--spots", "30")
    assert "Three Card Poker" in out and "the dearest choice: play at 'decide'" in out
    rows = {words[0]: words[1:] for line in out.splitlines() if len(words := line.split()) == 3 and words[2] == "exact"}
    assert rows["optimal"] == ["0.00000", "exact"] and rows["play-all"] == ["0.04281", "exact"]
    assert list(rows) == ["optimal", "q-6-4", "queen", "play-all", "random", "timid"]
    assert "0.00000" in said("optimal", *FEW) and "timid" not in said("least", *FEW)


def test_everything_as_json(data: Data) -> None:
    found = data("random", "--game", THREE, "--spots", "20", "--seed", "7")
    (game,) = found["games"]
    assert (found["policy"], found["seed"], game["game"], game["unit"]) == ("random", "7", THREE, "ante")
    assert {"regret_exact", "standard_error", "net_exact", "decisions", "worst", "first_fault"} <= game.keys()
    assert {"name": "timid", "regret": 19671831 / 20358520, "regret_exact": "19671831/20358520"}.items() <= game[
        "references"
    ][-1].items()
    assert found == data("random", "--game", THREE, "--spots", "20", "--seed", "7")
    assert found["games"] != data("random", "--game", THREE, "--spots", "20", "--seed", "8")["games"]


def test_a_table_for_other_programs(said: Said, tmp_path: Path) -> None:
    said("random", *FEW, "-o", str(tmp_path / "scores.csv"))
    first, second = (tmp_path / "scores.csv").read_text(encoding="utf-8").splitlines()
    assert first.startswith("game,policy,regret,regret_exact,") and second.startswith(f"{THREE},random,")


def test_what_went_wrong_is_told_with_the_spot(policies: str, capsys: pytest.CaptureFixture[str]) -> None:
    from pitboss.cli.main import dispatch

    assert dispatch([COMMAND, f"{policies}:dances", *FEW]) == 1
    told = capsys.readouterr().err
    assert "12 spots without a choice, the first: three-card-poker, round 0, 'decide' with " in told
    assert dispatch([COMMAND, f"{policies}:far", *FEW]) == 1
    assert "ValueError: action 7 cannot be chosen; what can be: 0 (play), 1 (fold)" in capsys.readouterr().err
    for code, how, says in (
        (FAILS, (), "RuntimeError: the command ended with status 3: no memory"),
        (SLEEPS, ("--timeout", "0.2"), "no answer within 0.2 s"),
        (SLEEPS, ("--timeout", "0.2", "--lines"), "no answer within 0.2 s; the command is begun again"),
        ("print('dance')", (), "answered 'dance'; what can be answered: play, fold"),
        ("pass", (), "answered ''"),
        ("pass", ("--lines",), "the command has ended"),
        (LONG, (), "RuntimeError: the command answered more than 65,536 bytes"),
        (LONG, ("--lines",), "RuntimeError: the command answered more than 65,536 bytes"),
        (GREETS, ("--lines",), "two spots without a choice, the first: three-card-poker, round 0"),
        (GREETS, ("--lines",), " 'welcome"),
        (TWICE, ("--lines",), "two spots without a choice, the first: three-card-poker, round 0"),
        (TWICE, ("--lines",), "the command is begun again: it answered with more than one line, 'play\\nplay"),
    ):
        few = ("--game", THREE, "--spots", "2", "--no-references")
        assert dispatch([COMMAND, "--command", python(code), *how, *few]) == 1
        assert says in capsys.readouterr().err, code


def test_the_first_fault_can_end_it(policies: str, refused: Refused) -> None:
    told = refused(f"{policies}:dances", *FEW, "--on-error", "stop", status=1)
    assert "round 0, 'decide' with" in told and "answered 'dance'; what can be answered: play, fold" in told


def test_games_that_were_finished_before_are_shown_and_written(
    policies: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """There is no 'play' in Mississippi Stud."""
    from pitboss.cli.main import dispatch

    few = ("--game", THREE, "--game", "mississippi-stud", "--spots", "2", "--no-references", "--on-error", "stop")
    path = tmp_path / "scores.csv"
    assert dispatch([COMMAND, f"{policies}:talks", *few, "--json", "-o", str(path)]) == 1
    out, err = capsys.readouterr()
    told = json.loads(out)
    assert [game["game"] for game in told["games"]] == [THREE] and told["stopped"]["game"] == "mississippi-stud"
    assert "pitboss: mississippi-stud, round 0, '" in err and "answered 'play'" in err
    assert [line.split(",")[0] for line in path.read_text(encoding="utf-8").splitlines()] == ["game", THREE]


def test_one_round_does_not_tell_a_standard_error(said: Said, data: Data) -> None:
    one = ("least", "--game", THREE, "--spots", "1", "--no-references")
    assert "—" in next(line for line in said(*one).splitlines() if "this policy" in line)
    (game,) = data(*one)["games"]
    assert game["standard_error"] is None is game["net_standard_error"] and game["rounds"] == 1
    assert data(*one)["stopped"] is None


def test_what_is_not_allowed_is_refused_with_what_is(policies: str, refused: Refused, tmp_path: Path) -> None:
    assert "give optimal, random, least, module:function, file.py:function" in refused("nobody", *FEW)
    assert "those there are plays, agent, knows, far, dances, four, leaves, talks" in refused(
        f"{policies}:nobody", *FEW
    )
    assert "there is no file" in refused(f"{tmp_path}/none.py:policy", *FEW)
    assert "cannot be loaded: ModuleNotFoundError" in refused("no_such_module:policy", *FEW)
    (tmp_path / "broken.py").write_text("1 / 0\n", encoding="utf-8")
    assert "cannot be loaded: ZeroDivisionError" in refused(f"{tmp_path}/broken.py:policy", *FEW)
    assert "an observation, a mask" in refused(f"{policies}:four", *FEW)
    assert "one of the two" in refused(*FEW) and "one of the two" in refused("random", "--command", "cat", *FEW)
    assert "say how a --command is asked" in refused("random", "--lines", *FEW)
    assert "for a command that is begun for each spot" in refused("--command", "cat", "--lines", "--text", *FEW)
    assert "--command is empty" in refused("--command", " ", *FEW)
    assert "--spots is a number from 1" in refused("random", "--game", THREE, "--spots", "0")
    assert "--timeout is a number of seconds" in refused("--command", "cat", *FEW, "--timeout", "0")
    assert "--timeout say how a --command is asked" in refused("random", *FEW, "--timeout", "30")
    assert "no program 'no-such-program' that can be run" in refused("--command", "no-such-program now", *FEW)
    assert "does not say what arguments it takes" in refused("builtins:max", *FEW)
    (tmp_path / "leaves.py").write_text("raise SystemExit\n", encoding="utf-8")
    assert "cannot be loaded: SystemExit" in refused(f"{tmp_path}/leaves.py:policy", *FEW)
    assert "there is no game 'none'" in refused("random", "--game", "none")
    with pytest.raises(Trouble, match="a policy takes a spot"):
        called(lambda: "play")


def test_a_policy_that_leaves_has_made_no_choice(policies: str, capsys: pytest.CaptureFixture[str]) -> None:
    from pitboss.cli.main import dispatch

    assert dispatch([COMMAND, f"{policies}:leaves", *FEW]) == 1
    assert "12 spots without a choice" in (told := capsys.readouterr().err) and "SystemExit: enough; what" in told


def test_what_a_policy_prints_does_not_stand_among_the_results(policies: str, data: Data) -> None:
    assert data(f"{policies}:talks", *FEW)["games"] == data(f"{policies}:plays", *FEW)["games"]


def test_the_example_of_the_page_makes_a_choice_everywhere(tmp_path: Path, data: Data) -> None:
    page = (Path(__file__).parents[2] / "docs" / "benchmark.md").read_text(encoding="utf-8")
    (tmp_path / "mine.py").write_text(page.partition("```python mine.py\n")[2].partition("```")[0], encoding="utf-8")
    (line,) = [line for line in page.splitlines() if line.startswith("pitboss benchmark mine.py:policy")]
    words = [word.replace("mine.py", str(tmp_path / "mine.py")) for word in shlex.split(line, comments=True)[2:]]
    games = data(*words, "--spots", "60", "--no-references")["games"]
    assert [(game["game"], game["faults"]) for game in games] == [("ultimate-texas-holdem", 0)]
    assert {each["step"] for each in games[0]["decisions"]} == {"preflop", "postflop", "final"}


# --- commands that hang, flood or are late ----------------------------------------------------------------------------


@pytest.fixture
def spot() -> ScoredSpot:
    table = DecisionTable(usual_rules(THREE))
    table.deal(cards_for(table.rules, 1, 0))
    return table.spot()


def staying(code: str, timeout: float) -> AskedCommand:
    return AskedCommand(python(code), timeout=timeout, lines=True, text=False)


def runs(asked: AskedCommand) -> bool:
    return asked.running is not None


def test_who_does_not_read_cannot_hold_it_up(spot: ScoredSpot, monkeypatch: pytest.MonkeyPatch) -> None:
    """A text that is longer than a pipe has room for."""
    monkeypatch.setattr("pitboss.lab.benchmark.telling.spot_data", lambda spot: "x" * 1_000_000)
    with pytest.raises(TimeoutError):
        staying(SLEEPS, 0.2)(spot)


def test_who_is_late_is_begun_again(spot: ScoredSpot) -> None:
    asked = staying(SLEEPS, 0.2)
    for _ in range(2):
        with pytest.raises(TimeoutError, match="begun again"):
            asked(spot)
        assert not runs(asked)


def test_an_answer_that_waits_before_the_spot_is_given_is_nobodys(spot: ScoredSpot, tmp_path: Path) -> None:
    """The second line of the first spot, said only when the first has been taken."""
    go = tmp_path / "go"
    asked = staying(LATER.format(go=str(go)), 60)
    assert asked(spot) == "play" and asked.running is not None
    go.touch()
    for _ in range(2000):
        if not asked.running.answers.empty():
            break
        sleep(0.01)
    with pytest.raises(RuntimeError, match=r"begun again: before it was given the spot it said 'fold\\n'"):
        asked(spot)
    go.unlink()
    assert not runs(asked) and asked(spot) == "play"
    asked.close()


def test_few_answers_wait() -> None:
    """Whoever talks on is not listened to: his end of the pipe is closed."""
    reading, writing = os.pipe()
    answers: Queue[bytes | RuntimeError] = Queue()
    thread = threading.Thread(target=read_lines, args=(os.fdopen(reading, "rb"), answers), daemon=True)
    thread.start()
    with suppress(BrokenPipeError), os.fdopen(writing, "wb", buffering=0) as flood:
        for _ in range(100_000):
            flood.write(b"play\n")
        raise AssertionError("all was read")
    thread.join(20)
    assert answers.qsize() == WAITING


def test_what_the_command_has_begun_ends_with_it(spot: ScoredSpot, tmp_path: Path) -> None:
    """A program that it began holds a pipe open; who reads the pipe learns when nobody does any more."""
    held = tmp_path / "held"
    os.mkfifo(held)
    reader = threading.Thread(target=held.read_bytes, daemon=True)
    reader.start()
    shell = f"exec 9>{shlex.quote(str(held))}; sleep 60 & read line; echo play; read line"
    asked = AskedCommand(shlex.join(["sh", "-c", shell]), timeout=60, lines=True, text=False)
    assert asked(spot) == "play" and reader.is_alive()
    asked.close()
    reader.join(20)
    assert not reader.is_alive()
