"""`pitboss placard` and `pitboss layout` as somebody calls them who has a submission, or has made a mistake."""

import io
from pathlib import Path

import pytest
from pypdf import PdfReader

from pitboss.cli import main
from pitboss.cli.paper_files import told_plainly
from pitboss.cli.screen import Trouble
from pitboss.paper.printing import PaperTrouble
from pitboss.rulebook.submission import default_submission
from support import GAMES


@pytest.fixture(autouse=True)
def _commands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(main.COMMANDS, "placard", "pitboss.cli.placard:placard")
    monkeypatch.setitem(main.COMMANDS, "layout", "pitboss.cli.layout:layout")
    monkeypatch.chdir(tmp_path)


def submission(path: Path, game: str, **lines: str) -> Path:
    """The game's default submission with some of its lines changed."""
    text = default_submission(game)
    for key, value in lines.items():
        old = next(line for line in text.splitlines() if line.startswith(f"{key} ="))
        text = text.replace(old, f"{key} = {value}", 1)
    path.write_text(text, encoding="utf-8")
    return path


def text(path: Path) -> str:
    return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(path.read_bytes())).pages)


def test_a_mistake_of_the_program_is_not_told_as_the_readers() -> None:
    with pytest.raises(Trouble, match="this paper cannot be set"), told_plainly():
        raise PaperTrouble("this paper cannot be set")
    with pytest.raises(ValueError, match="lengths differ"), told_plainly():
        raise ValueError("lengths differ")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_stands_for_its_default_submission(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.dispatch(["placard", game, "-o", "p.pdf"]) == 0
    assert main.dispatch(["layout", game, "-o", "l.pdf"]) == 0
    said = capsys.readouterr().out
    assert f"Wrote p.pdf.\nThe layout that belongs to it: pitboss layout {game} -o layout.pdf" in said
    assert f"Wrote l.pdf.\nThe signs that belong to it: pitboss placard {game} -o placard.pdf" in said
    assert "Payout" in text(Path("p.pdf")) or game != "ultimate-texas-holdem"
    assert "Table layout" in text(Path("l.pdf"))


def test_a_submission_of_ones_own_is_what_is_printed() -> None:
    file = submission(Path("mine.toml"), "top-five-poker", operator='"River House"', version="12", table='"Pit 4"')
    assert main.dispatch(["placard", str(file), "--output", "p.pdf"]) == 0
    said = text(Path("p.pdf"))
    assert "River House" in said and "Pit 4" in said and "Submission version 12" in said


def test_sizes(capsys: pytest.CaptureFixture[str]) -> None:
    sizes = {"a4": (210, 297), "letter": (215.9, 279.4), "sign": (279.4, 177.8)}
    for size, (wide, tall) in sizes.items():
        assert main.dispatch(["placard", "dragon-poker", "-o", "p.pdf", "--size", size]) == 0
        (page,) = PdfReader("p.pdf").pages
        assert float(page.mediabox.width) == pytest.approx(wide / 25.4 * 72, abs=0.1)
        assert float(page.mediabox.height) == pytest.approx(tall / 25.4 * 72, abs=0.1)
    assert main.dispatch(["placard", "dragon-poker", "-o", "q.pdf", "--size", "a5"]) == 2
    assert not Path("q.pdf").exists()
    assert "a4" in capsys.readouterr().err


def test_the_rack_card_has_two_sides(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.dispatch(["placard", "let-it-ride", "-o", "c.svg", "--rack-card"]) == 0
    assert capsys.readouterr().out.startswith("Wrote c-1.svg.\nWrote c-2.svg.\nPrint it on both sides")
    assert main.dispatch(["placard", "let-it-ride", "-o", "c.pdf", "--rack-card"]) == 0
    assert "How to play" in text(Path("c.pdf")) and "What is paid" in text(Path("c.pdf"))


def test_the_out_of_order_sign() -> None:
    with_device = default_submission("top-five-poker").replace('shuffler = "none"', 'shuffler = "automated"')
    Path("mine.toml").write_text(with_device, encoding="utf-8")
    assert main.dispatch(["placard", "mine.toml", "-o", "o.pdf", "--out-of-order"]) == 0
    assert "OUT OF ORDER" in text(Path("o.pdf"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["placard", "let-it-ride", "-o", "p.doc"], "p.doc: the ending '.doc' is not known"),
        (["layout", "let-it-ride", "-o", "l"], "l: the name has no ending"),
        (["placard", "let-it-ride", "-o", "nowhere/p.pdf"], "the directory does not exist"),
        (["layout", "let-it-ride", "-o", "nowhere/l.svg"], "the directory does not exist"),
        (["layout", "let-it-ride", "-o", "."], "the name has no ending"),
        (["placard", "let-it-rode", "-o", "p.pdf"], "there is no game 'let-it-rode'"),
        (["placard", "missing.toml", "-o", "p.pdf"], "missing.toml: there is no such file"),
        (["layout", "missing.toml", "-o", "p.pdf"], "missing.toml: there is no such file"),
        (["placard", "ultimate-texas-holdem", "-o", "o.pdf", "--out-of-order"], "knows no out-of-order sign"),
        (["placard", "dragon-poker", "-o", "o.pdf", "--out-of-order"], "neither a shuffler nor an automated shoe"),
        (["placard", "let-it-ride", "-o", "o.pdf", "--out-of-order", "--rack-card"], "are different papers"),
        (["placard", "let-it-ride", "-o", "o.pdf", "--size", "letter", "--rack-card"], "--size is for the sign"),
        (["placard", "let-it-ride"], "--output"),
    ],
)
def test_a_mistake_is_named_and_nothing_is_written(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.dispatch(arguments) == 2
    out, err = capsys.readouterr()
    assert said in err
    assert "Wrote" not in out
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize("command", ["placard", "layout"])
def test_a_submission_with_faults_makes_no_paper(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = submission(Path("bad.toml"), "let-it-ride", positions="9", paytable='"Z"')
    assert main.dispatch([command, str(file), "-o", "p.pdf"]) == 1
    err = capsys.readouterr().err
    assert "positions" in err and "paytable" in err and "MD-LIR 2.A(1)" in err
    assert "2 faults; no paper was made; see `pitboss check bad.toml`" in err
    assert [path.name for path in Path().iterdir()] == ["bad.toml"]


@pytest.mark.parametrize(
    ("arguments", "taken"),
    [
        (["placard", "in.svg", "-o", "in.svg"], "in.svg"),
        (["layout", "in.svg", "-o", "in.svg"], "in.svg"),
        (["layout", "in.svg", "-o", "linked.svg"], "linked.svg"),
        (["placard", "card-2.svg", "-o", "card.svg", "--rack-card"], "card-2.svg"),
        (["submission", "in.svg", "-o", "./in.svg"], "in.svg"),
        (["submission", "dragon-poker", "--previous", "in.svg", "-o", "in.svg"], "in.svg"),
        (["par", "in.svg", "-o", "in.svg"], "in.svg"),
        (["compare", "dragon-poker", "in.svg", "-o", "in.svg"], "in.svg"),
    ],
)
def test_a_paper_never_takes_the_place_of_what_it_is_made_from(
    arguments: list[str], taken: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("in.svg", "card-2.svg"):
        submission(Path(name), "dragon-poker")
    Path("linked.svg").symlink_to("in.svg")
    before = {path.name: path.read_bytes() for path in Path().iterdir()}
    assert main.dispatch(arguments) == 2
    out, err = capsys.readouterr()
    assert f"{taken}: this is" in err and "give another name" in err and "Wrote" not in out
    assert {path.name: path.read_bytes() for path in Path().iterdir()} == before
    assert Path("linked.svg").is_symlink()


def test_a_layout_that_cannot_be_a_pdf_is_refused_as_svg_too(capsys: pytest.CaptureFixture[str]) -> None:
    file = submission(Path("cjk.toml"), "top-five-poker", operator='"賭場"')
    for out in ("l.pdf", "l.svg"):
        assert main.dispatch(["layout", str(file), "-o", out]) == 2
        assert "have no character" in capsys.readouterr().err
        assert not Path(out).exists()


@pytest.mark.parametrize("command", ["placard", "layout"])
def test_the_help_teaches(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.dispatch([command, "--help"]) == 0
    said = capsys.readouterr().out
    assert "pitboss " + command in said and "Exit status" in said and "Examples" in said
