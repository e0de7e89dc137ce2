"""`pitboss benchmark`: functions, agents and commands as policies, what they do wrong, and how it is told."""

import shlex
import sys
from pathlib import Path

import pytest

from cli.calls import Data, Refused, Said
from pitboss.cli.benchmark_policies import called
from pitboss.cli.screen import Trouble
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
"""
STAYS = "import sys, json\nfor line in sys.stdin: print(json.loads(line)['choices'][0]['choice'], flush=True)"
ONCE = "import sys, json\nprint('I would say:')\nprint(json.load(sys.stdin)['choices'][0]['choice'])"
READS = "import sys\ntext = sys.stdin.read()\nassert 'Your cards: ' in text\nprint('PLAY.')"
ENDS = "import sys\nsys.stdin.readline()\nprint('play', flush=True)"
FAILS = "import sys\nprint('no memory', file=sys.stderr)\nsys.exit(3)"
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
    ):
        few = ("--game", THREE, "--spots", "2", "--no-references")
        assert dispatch([COMMAND, "--command", python(code), *how, *few]) == 1
        assert says in capsys.readouterr().err, code


def test_the_first_fault_can_end_it(policies: str, refused: Refused) -> None:
    told = refused(f"{policies}:dances", *FEW, "--on-error", "stop", status=1)
    assert "round 0, 'decide' with" in told and "answered 'dance'; what can be answered: play, fold" in told


def test_what_is_not_allowed_is_refused_with_what_is(policies: str, refused: Refused, tmp_path: Path) -> None:
    assert "give optimal, random, least, module:function, file.py:function" in refused("nobody", *FEW)
    assert "those there are plays, agent, knows, far, dances, four" in refused(f"{policies}:nobody", *FEW)
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
    assert "--timeout is a number of seconds" in refused("random", *FEW, "--timeout", "0")
    assert "there is no game 'none'" in refused("random", "--game", "none")
    with pytest.raises(Trouble, match="a policy takes a spot"):
        called(lambda: "play")
