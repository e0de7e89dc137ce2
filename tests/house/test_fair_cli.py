"""`pitboss verify-shuffle`, as somebody with a file from the table uses it."""

import json
from pathlib import Path
from typing import Any

import pytest

from house.fair_support import a_proof, as_read, unfinished
from pitboss.cli.screen import Trouble
from pitboss.cli.verify_shuffle import verify_shuffle


@pytest.fixture(autouse=True)
def plain_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")


def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], proof: Any, **options: bool) -> tuple[int, str]:
    path = tmp_path / "proof.json"
    path.write_bytes(proof if isinstance(proof, bytes) else json.dumps(proof).encode())
    status = verify_shuffle(path, **options)
    return status, capsys.readouterr().out


def test_fair(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out = run(tmp_path, capsys, a_proof().encode())
    assert status == 0
    lines = out.splitlines()
    assert lines[0] == "Table 1: round 3 of let-it-ride, shuffle 7"
    assert lines[1] == f"Commitment {a_proof().commitment}"
    assert sum(line.startswith("ok ") for line in lines) == 9 and "WRONG" not in out
    assert "Fair: " in out


def test_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out = run(tmp_path, capsys, {**as_read(a_proof()), "commitment": "0" * 64})
    assert status == 1 and "Not proved" in out and "Fair: " not in out
    assert "WRONG  The seed is not the one that the house committed itself to." in out


def test_a_deck_that_is_not_the_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The commitment fixes it, and the rulebook of the game has another."""
    status, out = run(tmp_path, capsys, a_proof(deck="dragon", format=2).encode())
    assert status == 1 and "WRONG  The deck is not that of the game's rulebook." in out
    for game, deck in (("dragon-poker", "dragon"), ("a-game-of-others", "dragon")):
        status, out = run(tmp_path, capsys, a_proof(game=game, deck=deck, format=2).encode())
        assert status == 0 and "compare it with the rulebook of the game" in out.replace("\n", " ")


def test_unfinished(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out = run(tmp_path, capsys, unfinished(as_read(a_proof())))
    assert status == 1 and "Unfinished: nothing is wrong so far." in out and "WRONG" not in out


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for proof, verdict, status in (
        (as_read(a_proof()), "fair", 0),
        (unfinished(as_read(a_proof())), "unfinished", 1),
        ({**as_read(a_proof()), "cuts": []}, "wrong", 1),
    ):
        assert (status, verdict) == (
            (result := run(tmp_path, capsys, proof, json=True))[0],
            json.loads(result[1])["verdict"],
        )
    assert json.loads(result[1])["checks"][0] == {
        "name": "deck",
        "ok": True,
        "text": "The deck is the ordinary one, 52 cards in their fixed order.",
    }


def test_a_table_with_a_wicked_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out = run(tmp_path, capsys, {**as_read(a_proof()), "table": "\x1b[2J[bold]x"})
    assert "\x1b" not in out and "[bold]x" in out


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"", "this is not a proof of a shuffle"),
        (b'{"pitboss_shuffle": 9}', "format 9; this checker reads the formats 1 and 2"),
    ],
)
def test_no_proof(tmp_path: Path, capsys: pytest.CaptureFixture[str], raw: bytes, says: str) -> None:
    with pytest.raises(Trouble, match=says) as caught:
        run(tmp_path, capsys, raw)
    assert caught.value.status == 2 and "proof.json" in str(caught.value)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="there is no such file") as caught:
        verify_shuffle(tmp_path / "none.json")
    assert caught.value.status == 2
