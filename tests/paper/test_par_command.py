"""The command that makes the PAR sheet: dated, repeatable, and nothing half-written when something is wrong."""

import shlex
from pathlib import Path
from typing import Any

import pytest

from paper.par_cases import changed, everything, lines_of, terms_of
from pitboss.cli import main
from pitboss.cli.par import par as command
from pitboss.cli.par import telling
from pitboss.cli.screen import Trouble
from pitboss.paper.par import par
from pitboss.paper.printing import render

ROUNDS, SHUFFLES = 2_000, 2_000


def _file(folder: Path, text: str) -> Path:
    path = folder / "table.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.usefixtures("set_anew")
def test_the_command_writes_a_dated_paper_twice_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = _file(tmp_path, everything("dragon-poker")), tmp_path / "par.pdf"
    made = []
    for _ in range(2):
        assert command(str(file), output=out, rounds=ROUNDS, shuffles=SHUFFLES, date="2026-01-31") == 0
        made.append(out.read_bytes())
        out.unlink()
    first, second = made
    assert first == second
    assert "Wrote" in capsys.readouterr().out
    said = " ".join(lines_of(first))
    assert "2026-01-31" in said
    assert "pitboss par table.toml -o par.pdf --rounds 2000 --shuffles 2000 --date 2026-01-31" in said


@pytest.mark.usefixtures("set_anew")
@pytest.mark.parametrize("given", ["table of mine.toml", "dragon-poker"])
def test_every_command_in_the_paper_runs_and_gives_the_same(
    given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    if given.endswith(".toml"):
        Path(given).write_text(everything("dragon-poker"), encoding="utf-8")
    asked = ["par", given, "-o", "par.pdf", "--rounds", str(ROUNDS), "--shuffles", str(SHUFFLES)]
    assert main.dispatch([*asked, "--date", "2026-01-31"]) == 0
    first = Path("par.pdf").read_bytes()
    lines = lines_of(first)
    commands = [line for line in lines if line.startswith("pitboss ") and " --" in line]
    assert [line.split()[1] for line in commands] == ["strategy", "simulate", "shuffle-test", "par"]
    capsys.readouterr()
    for line in commands:
        assert main.dispatch(shlex.split(line)[1:]) == 0, line
    said = capsys.readouterr().out
    assert f"{ROUNDS:,} rounds" in said and f"{SHUFFLES:,} shuffles" in said
    assert Path("par.pdf").read_bytes() == first


def test_the_date_is_that_of_the_paper_and_not_of_the_submission() -> None:
    text = everything("top-five-poker")
    paper = par(terms_of(text), telling(), date="2026-01-31", rounds=ROUNDS, shuffles=SHUFFLES)
    lines = lines_of(paper)
    assert [line for line in lines if "2026-01-31" in line] == ["Date of this paper 2026-01-31"]
    assert "Submission version 1" in lines
    (pdf,) = render(paper, "pdf")
    assert b"D:20260131" in pdf
    undated = lines_of(par(terms_of(text), telling(), rounds=ROUNDS, shuffles=SHUFFLES))
    assert "Date of this paper undated" in undated and "2026" not in " ".join(undated)


def test_a_proof_that_failed_is_said_and_is_no_success(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from pitboss.simulation import engine

    monkeypatch.setattr(engine, "compare", lambda setting, first, count: ["round 1 seat 1 ante: planted"])
    out = tmp_path / "par.pdf"
    assert command("top-five-poker", output=out, rounds=ROUNDS, shuffles=SHUFFLES) == 1
    assert "DIFFER" in capsys.readouterr().err
    assert any("round 1 seat 1 ante: planted" in line for line in lines_of(out.read_bytes()))


def test_a_game_stands_for_its_default_submission(tmp_path: Path) -> None:
    assert command("top-five-poker", output=tmp_path / "par.svg", rounds=ROUNDS, shuffles=SHUFFLES) == 0
    pages = sorted(tmp_path.iterdir())
    assert len(pages) > 5
    assert all(page.read_bytes().startswith(b"<svg") for page in pages)


@pytest.mark.parametrize(
    ("output", "options", "said"),
    [
        ("par.docx", {}, "'.docx' is not known"),
        ("par", {}, "no ending"),
        ("nowhere/par.pdf", {}, "directory does not exist"),
        (".", {}, "ending"),
        ("par.pdf", {"rounds": 0}, "above 0"),
        ("par.pdf", {"shuffles": 1999}, "from 2,000"),
        ("par.pdf", {"date": "31.1.2026"}, "not a day"),
        ("par.pdf", {"date": "2026-02-30"}, "not a day"),
    ],
)
def test_bad_input_is_named_and_nothing_is_written(
    tmp_path: Path, output: str, options: dict[str, Any], said: str
) -> None:
    with pytest.raises(Trouble, match=said):
        command("dragon-poker", output=tmp_path / output, **options)
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_is_no_folder_is_refused(tmp_path: Path) -> None:
    file = _file(tmp_path, "")
    with pytest.raises(Trouble, match="does not exist"):
        command("dragon-poker", output=file / "par.pdf")


def test_a_submission_with_faults_shows_them_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = changed(everything("let-it-ride"), "positions = 7", "positions = 9")
    text = changed(text, 'paytable = "A"                  # A or B [12.D]', 'paytable = "Z"')
    file, out = _file(tmp_path, text), tmp_path / "par.pdf"
    with pytest.raises(Trouble, match="2 faults") as trouble:
        command(str(file), output=out)
    assert trouble.value.status == 1
    said = capsys.readouterr().err
    assert "positions" in said
    assert "wagers.six_card_bonus.paytable" in said
    assert not out.exists()


def test_a_missing_wager_is_a_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = everything("top-five-poker")
    begin, end = text.index("[wagers.ante]"), text.index("[wagers.top_five_bonus]")
    file, out = _file(tmp_path, text[:begin] + text[end:]), tmp_path / "par.pdf"
    with pytest.raises(Trouble, match="fault"):
        command(str(file), output=out)
    assert "wagers.ante" in capsys.readouterr().err
    assert not out.exists()
