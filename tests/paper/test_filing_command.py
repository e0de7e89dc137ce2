"""`pitboss file`: every paper as a numbered exhibit and all in one PDF, the same bytes every time; nothing of a faulty
submission, and nothing of anybody else's folder."""

import hashlib
import io
import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from pypdf import PdfReader

from games.copies import forgotten_afterwards
from paper.par_cases import typed
from pitboss.cli import main
from pitboss.paper.filing import joined
from pitboss.rulebook.folders import digest
from pitboss.rulebook.submission import default_submission
from support import DRAGON

WAR = Path(__file__).parents[2] / "examples" / "casino-war"
ROUNDS = ["--rounds", "2000"]
FILING = '\n[filing]\napproved = "2027-01-15"\neffective = "2027-02-01"\nlicence = "TG-7"\n'
APPROVED = 'operator = "River House"\npractice = false\napprovals = { layout = "L", shoe_location = "S" }\n'


def real() -> str:
    """A table of real chips with a shuffler, whose filing is stated."""
    text = default_submission(DRAGON)
    for line in ("operator", "practice"):
        text = re.sub(rf"(?m)^{line} = .*\n", "", text)
    text = re.sub(r"(?m)^shuffler = .*$", 'shuffler = "automated"', text)
    text = re.sub(r"(?ms)^\[approvals\].*?(?=^\[|\Z)", "", text)
    return text.replace("\npositions =", f"\n{APPROVED}positions =", 1) + FILING


def said(pdf: bytes) -> list[str]:
    return [typed(" ".join(page.extract_text().split())) for page in PdfReader(io.BytesIO(pdf)).pages]


@pytest.fixture(scope="module")
def filed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """One filing for all that is looked at here."""
    home = tmp_path_factory.mktemp("filed")
    (home / "mine.toml").write_text(real(), encoding="utf-8")
    status = main.dispatch(["file", str(home / "mine.toml"), "-o", str(home / "out"), "--date", "2026-12-01", *ROUNDS])
    assert status == 0
    yield home / "out"


def test_the_exhibits_are_numbered_and_each_page_says_how_the_version_stands(filed: Path) -> None:
    names = sorted(path.name for path in filed.iterdir())
    assert names == [
        "contents.pdf", "exhibit-1-submission.pdf", "exhibit-2-layout.pdf", "exhibit-3-sign.pdf",
        "exhibit-4-out-of-order.pdf", "exhibit-5-rack-card.pdf", "exhibit-6-par-sheet.pdf", "filing.pdf",
        "submission.toml",
    ]  # fmt: skip
    for number, name in enumerate(names[1:7], 1):
        made = said((filed / name).read_bytes())
        for n, page in enumerate(made, 1):
            assert re.search(rf"Exhibit {number}, (page|side) {n} of {len(made)}\b", page), (name, page[-200:])
            assert "approved 2027-01-15, effective 2027-02-01" in page
    assert tomllib.loads((filed / "submission.toml").read_text(encoding="utf-8"))["filing"]["licence"] == "TG-7"


def test_the_contents_say_where_each_exhibit_begins_in_the_whole(filed: Path) -> None:
    whole = said((filed / "filing.pdf").read_bytes())
    contents = " ".join(said((filed / "contents.pdf").read_bytes())).partition("Begins at page")[2]
    rows = re.findall(r"(\d) ([A-Z][^.]+?) (exhibit-\d-[a-z-]+\.pdf) (\d+) (\d+)(?= \d [A-Z]| Pages)", contents)
    assert [int(row[0]) for row in rows] == [1, 2, 3, 4, 5, 6]
    assert (rows[0][1], rows[5][1]) == ("Rules Submission", "PAR sheet and mathematical report")
    for number, _, name, pages, first in rows:
        own = said((filed / name).read_bytes())
        assert len(own) == int(pages)
        assert whole[int(first) - 1 : int(first) - 1 + len(own)] == own
        assert f"{name} {hashlib.sha256((filed / name).read_bytes()).hexdigest()}" in contents, number
    assert f"{len(whole)} pages in the file filing.pdf" in contents
    reader = PdfReader(filed / "filing.pdf")
    marks = [str(mark["/Title"]) for mark in reader.outline if not isinstance(mark, list)]
    assert marks[0] == "Contents" and [mark.partition(":")[0] for mark in marks[1:]] == [
        f"Exhibit {n}" for n in range(1, 7)
    ]
    assert reader.metadata is not None and (reader.metadata.title or "").startswith("Filing: Dragon Poker")


@pytest.mark.usefixtures("set_anew")
def test_the_command_it_names_gives_the_same_bytes(
    filed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Run beside the submission that lies with the exhibits; over what is there from before."""
    contents = " ".join(said((filed / "contents.pdf").read_bytes()))
    command = re.search(r"pitboss (file submission\.toml -o out --date 2026-12-01 --rounds 2000)", contents)
    assert command is not None
    (tmp_path / "submission.toml").write_bytes((filed / "submission.toml").read_bytes())
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "exhibit-7-of-before.pdf").write_bytes(b"old")
    monkeypatch.chdir(tmp_path)
    assert main.dispatch(command[1].split()) == 0
    for path in filed.iterdir():
        assert (tmp_path / "out" / path.name).read_bytes() == path.read_bytes(), path.name
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == sorted(p.name for p in filed.iterdir())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "submission.toml"]
    assert "All 6 exhibits are in out/filing.pdf" in capsys.readouterr().out


def test_a_faulty_submission_is_refused_with_all_its_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    text = real().replace('effective = "2027-02-01"', 'effective = "2027-02-30"')
    file.write_text(text.replace('operator = "River House"', 'operator = ""'), encoding="utf-8")
    assert main.dispatch(["file", str(file), "-o", str(tmp_path / "out")]) == 1
    told = capsys.readouterr().err
    assert "filing.effective: is not a day of the calendar" in told and "operator: is missing" in told
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("notes", "there are files of others in it, such as diary.txt"),
        ("mine.toml", "this is a file; name a folder"),
        ("nowhere/out", "the directory above it does not exist"),
        (".", "lies in it; name another folder"),
    ],
)
def test_nobody_elses_files_are_touched(
    place: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "diary.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "mine.toml").write_text(real(), encoding="utf-8")
    before = sorted(path.name for path in tmp_path.rglob("*"))
    assert main.dispatch(["file", str(tmp_path / "mine.toml"), "-o", str(tmp_path / place)]) == 2
    assert says in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.rglob("*")) == before


def test_a_brought_game_that_no_counter_fits_is_filed_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With its dossier instead of a PAR sheet; the submission says why it has no exact figures, the table of contents
    which folder is meant."""
    shutil.copytree(WAR, tmp_path / "casino-war")
    monkeypatch.chdir(tmp_path)
    with forgotten_afterwards():
        assert main.dispatch(["file", "casino-war", "-o", "out", "--rounds", "20"]) == 0
        out = tmp_path / "out"
        assert (out / "exhibit-5-dossier.pdf").is_file()
        contents = " ".join(said((out / "contents.pdf").read_bytes()))
        assert "pitboss file casino-war -o out --rounds 20" in contents
        assert f"Fingerprint of its files: {digest('casino-war')}" in contents
        submission = " ".join(said((out / "exhibit-1-submission.pdf").read_bytes()))
        assert "exact odds need decisions that every player has" in submission
        assert "all deals are counted" not in submission


def test_a_planted_other_order_is_another_whole(filed: Path) -> None:
    one, two = ((filed / f"exhibit-{n}.pdf").read_bytes() for n in ("3-sign", "4-out-of-order"))
    assert joined("T", [("A", one), ("B", two)]) == joined("T", [("A", one), ("B", two)])
    assert said(joined("T", [("A", one), ("B", two)])) == [*said(one), *said(two)]
    assert said(joined("T", [("B", two), ("A", one)])) == [*said(two), *said(one)]
