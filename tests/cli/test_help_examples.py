"""The first example in the help of every command, run as it stands, in a folder with the files that it names. (Those
about a house are run by `tests/house/test_help_examples.py`.)"""

import os
import shutil
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from help_examples import HelpExample, examples, firsts
from pitboss.cli.demo_shuffle import CommittedDecks
from pitboss.cli.help_text import FOLDER, example_game
from pitboss.cli.main import dispatch
from pitboss.games.decks import deck
from pitboss.play.table import Table
from pitboss.rulebook.submission import default_submission
from school.records import write_record

SCENARIO = Path(__file__).parents[1] / "scenarios" / "hand_worked" / "dragon-poker-1.toml"
FEWER = {
    "demo": ("--no-browser",),
    "dossier": ("--rounds", "200"),
    "file": ("--rounds", "200"),
    "par": ("--rounds", "200", "--shuffles", "2000"),
    "shuffle-test": ("--shuffles", "2000"),
    "simulate": ("--rounds", "10k"),
}
"""What is added so that no test takes minutes."""


def _submission(path: Path) -> None:
    path.write_text(default_submission(example_game()), encoding="utf-8")


def _folder(path: Path) -> None:
    assert dispatch(["new-game", "My Game", "-o", str(path)]) == 0


def _log(path: Path) -> None:
    assert dispatch(["play", example_game(), "--log", str(path)]) == 0


def _proof(path: Path) -> None:
    from pitboss.api import open_table

    game = example_game()
    cards = CommittedDecks(deck(game), "one")
    table = Table(open_table(game).rules, source=cards).open()
    table.sit(1, "Ann")
    table.bet(1, **{wager.id: 10 for wager in table.rules.wagers if wager.compulsory})
    table.close_bets()
    path.write_bytes(cards.proof(game, 1).encode())


def _scenario(path: Path) -> None:
    shutil.copy(SCENARIO, path)


def _record(path: Path) -> None:
    write_record(path, example_game())


def _certificate(path: Path) -> None:
    _record(path.with_suffix(".json"))
    assert dispatch(["certificate", str(path.with_suffix(".json")), "-o", str(path)]) == 0


NEEDED: dict[str, Callable[[Path], None]] = {
    "mine.toml": _submission,
    "a.toml": _submission,
    "b.toml": _submission,
    "./my-game": _folder,
    "evening.log": _log,
    "proof.json": _proof,
    "round.toml": _scenario,
    "ann.json": _record,
    "ann.pdf": _certificate,
}


@pytest.mark.parametrize("example", firsts(house=False), ids=lambda example: example.of)
def test_an_example_runs(
    example: HelpExample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PITBOSS_DATA", str(tmp_path / "data"))
    monkeypatch.setattr("sys.stdin", StringIO())
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for word in example.words:
        if word in NEEDED:
            NEEDED[word](Path(word))
    capsysbinary.readouterr()
    status = dispatch([*_fewer(example)])
    said = capsysbinary.readouterr()
    assert status == 0 or (status == 1 and example.of in (*FEWER, "doctor")), said.err.decode()
    assert said.out


def _fewer(example: HelpExample) -> list[str]:
    added = FEWER.get(example.of, ())
    words = list(example.words)
    if added and added[0] in words:
        words[words.index(added[0]) + 1] = added[1]
        return words
    return [*words, *added]


def test_every_command_has_one() -> None:
    """Where the first needs what a test has not, it is written so that it can be told."""
    assert {path.stem for path in FOLDER.glob("*.md")} == {each.of for each in examples()}
    for each in examples():
        command = "-".join(each.words[: each.of.count("-") + 1]) if each.of.split("-")[0] == each.words[0] else each.of
        assert command == each.of, f"the help of {each.of} shows another command"


def test_no_example_names_a_folder_that_only_some_have() -> None:
    assert not [each for each in examples() for word in each.words if word.startswith(("/", "~")) and os.sep in word]
