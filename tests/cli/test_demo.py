"""`pitboss demo`: every part without a terminal; the proof is one, and notices a card that was exchanged; the house
opens, and the browser at it."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.calls import Said
from pitboss import checker
from pitboss.cli.demo_shuffle import CommittedDecks
from pitboss.cli.main import COMMANDS, dispatch
from pitboss.games.decks import deck
from pitboss.rulebook.folders import games
from pitboss.rulebook.submission import check_data, default_data
from pitboss.table.definition import Target

COMMAND = "demo"
SOURCE = Path(checker.__file__).parents[1]


@pytest.fixture(scope="module")
def shown_once(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """What it prints, and its folder."""
    folder = tmp_path_factory.mktemp("demo")
    with pytest.MonkeyPatch.context() as patch:
        from contextlib import redirect_stdout
        from io import StringIO

        patch.setenv("COLUMNS", "80")
        patch.setenv("NO_COLOR", "1")
        patch.setattr("sys.stdin", StringIO())
        with redirect_stdout(StringIO()) as out:
            assert dispatch(["demo", "--output", str(folder)]) == 0
    return out.getvalue(), folder


def test_everything_is_shown_once(shown_once: tuple[str, Path]) -> None:
    out, folder = shown_once
    assert re.findall(r"(?m)^\d\. (.+)$", out) == [
        "A round", "Its odds", "A simulation", "A proof", "A paper", "The house",
    ]  # fmt: skip
    assert "won $40 in round 1" in out and "37963/1082900" in out and "Fair: the cards came" in out
    assert (folder / "sign.pdf").read_bytes().startswith(b"%PDF")
    for words in re.findall(r"(?m)^Do it yourself:  pitboss (.+)$", out):
        assert shlex.split(words)[0] in COMMANDS
    assert len(re.findall("Do it yourself", out)) == 5


def test_the_commitment_of_the_first_part_is_that_of_the_proof(shown_once: tuple[str, Path]) -> None:
    out, folder = shown_once
    proof = checker.read((folder / "proof.json").read_bytes())
    assert out.count(proof["commitment"]) == 2
    assert out.index(proof["commitment"]) < out.index("Deal the cards")
    hands = re.findall(r"Position \d shows ((?:\S+[♣♦♥♠] ?){3}):", out)
    signs = str.maketrans("♣♦♥♠", "cdhs")
    dealt = {card["card"].replace("T", "10") for card in proof["cards"]}
    assert len(hands) == 3 and {card for hand in hands for card in hand.translate(signs).split()} <= dealt


@pytest.mark.parametrize("game", games())
def test_the_proof_is_one_and_notices_an_exchanged_card(game: str) -> None:
    from pitboss.games import rules_for
    from pitboss.play.table import Table

    terms = check_data(default_data(game)).terms
    assert terms is not None
    cards = CommittedDecks(deck(game), "a word")
    table = Table(rules_for(terms), source=cards).open()
    table.sit(1, "Ann")
    table.bet(1, **{wager.id: 10 for wager in table.rules.wagers if wager.compulsory})
    table.close_bets()
    proof = json.loads(cards.proof(game, 1).encode())
    assert checker.check(proof).verdict == "fair"
    first = proof["cards"][0]
    first["card"] = next(card for card in proof["deck"] if card not in [dealt["card"] for dealt in proof["cards"]])
    assert checker.check(proof).verdict == "wrong"


def test_every_shuffle_is_another() -> None:
    cards = CommittedDecks(deck(games()[0]), "a word")
    orders = []
    for number in (1, 2):
        cards.shuffle(1)
        target = Target("burn", 5, "")
        orders.append(cards.draw(1, [target]))
        assert cards.proof(games()[0], number).shuffle == number
    assert orders[0] != orders[1]


def test_a_folder_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert dispatch(["demo", "--output", str(tmp_path / "nowhere")]) == 2
    assert "there is no such folder" in capsys.readouterr().err


def test_another_game_is_asked_for_by_name(said: Said, capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["demo", "dragn-poker"]) == 2
    assert "Did you mean 'dragon-poker'?" in capsys.readouterr().err


def test_the_house_opens_and_the_browser_at_it(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    browser = tmp_path / "browser.py"
    browser.write_text(f"import sys, pathlib; pathlib.Path({str(seen)!r}).write_text(sys.argv[1])", encoding="utf-8")
    program = f"from pathlib import Path; from pitboss.cli.demo_house import run; print(run(Path({str(tmp_path)!r})))"
    running = subprocess.Popen(
        [sys.executable, "-c", program],
        env={
            **os.environ,
            "PYTHONPATH": str(SOURCE),
            "BROWSER": f"{sys.executable} {browser} %s",
            "PITBOSS_PORT": "no",
        },
        stdout=subprocess.PIPE,
        text=True,
    )
    assert running.stdout is not None
    try:
        address = running.stdout.readline().rpartition(" ")[2].strip()
        assert address.startswith("http://127.0.0.1:")
        while not (seen.exists() and seen.read_text()):
            assert running.poll() is None
            time.sleep(0.02)
        assert seen.read_text() == address
    finally:
        running.send_signal(signal.SIGINT)
        rest = running.stdout.read()
        running.stdout.close()
        running.wait(60)
    assert (rest, running.returncode) == ("0\n", 0)
    assert (tmp_path / "house.db").exists()
