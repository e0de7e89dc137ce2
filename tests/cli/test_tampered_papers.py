"""`pitboss verify-certificate` and papers that somebody has changed: each is made from a sound one."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from pypdf import PdfReader, PdfWriter
from pypdf.annotations import FreeText
from pypdf.generic import ArrayObject, DecodedStreamObject, DictionaryObject, NameObject

from pitboss.cli.main import dispatch
from pitboss.games import usual
from pitboss.paper.certificate import table_test
from pitboss.paper.printing import Paper, render
from pitboss.school.signed import read_record, record_line
from school.records import sat_exam, signed_record, small_exam

GAME = "ultimate-texas-holdem"
Change = Callable[[PdfWriter], object]


@pytest.fixture
def sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Paper:
    """A sheet of two pages."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    record = signed_record(sat_exam(small_exam(GAME, 12)), tmp_path / "examiner.key")
    _, said = read_record(record_line(record), lambda *_: True)
    return table_test(record, said, {GAME: usual(GAME)})


@pytest.fixture
def judged(capsys: pytest.CaptureFixture[str]) -> Callable[[bytes], tuple[int, bool | None, str]]:
    """Exit status, what is said of the paper, and all that is printed."""

    def judge(pdf: bytes) -> tuple[int, bool | None, str]:
        Path("sheet.pdf").write_bytes(pdf)
        status = dispatch(["verify-certificate", "sheet.pdf", "--json"])
        told = json.loads(capsys.readouterr().out)
        assert dispatch(["verify-certificate", "sheet.pdf"]) == status and told["good"] is (status == 0)
        (paper,) = (check["ok"] for check in told["checks"] if check["name"] == "paper")
        return status, paper, " ".join(capsys.readouterr().out.split())

    return judge


Judged = Callable[[bytes], tuple[int, bool | None, str]]


def _pdf(paper: Paper) -> bytes:
    (pdf,) = render(paper, "pdf")
    return pdf


def _changed(pdf: bytes, change: Change) -> bytes:
    out, writer = io.BytesIO(), PdfWriter(clone_from=io.BytesIO(pdf))
    change(writer)
    writer.write(out)
    return out.getvalue()


def _words(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]


def _draw(writer: PdfWriter, page: int, content: bytes) -> None:
    drawing = DecodedStreamObject()
    drawing.set_data(content)
    place = writer.pages[page]
    place[NameObject("/Contents")] = ArrayObject([place.raw_get("/Contents"), writer._add_object(drawing)])


def _white_box(page: int) -> Change:
    return lambda writer: _draw(writer, page, b"q 1 1 1 rg 0 300 612 492 re f Q")


def _note(writer: PdfWriter) -> None:
    words = FreeText(text="Bob Forger  100%  PASSED", rect=(60, 640, 500, 720), background_color="ffffff")
    writer.add_annotation(0, words)


def _forged(writer: PdfWriter) -> None:
    _white_box(0)(writer)
    _note(writer)


def _other_letters(writer: PdfWriter) -> None:
    """Two fonts change their letters: no content stream is different, and no word that a program reads."""
    page: Any = writer.pages[0]
    fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]
    one, other, *_ = (font["/DescendantFonts"][0]["/FontDescriptor"] for font in fonts)
    (file,) = (key for key in one if key.startswith("/FontFile"))
    kept = one.raw_get(file)
    one[NameObject(file)] = other.raw_get(file)
    other[NameObject(file)] = kept


def _field(writer: PdfWriter) -> None:
    writer.root_object[NameObject("/AcroForm")] = DictionaryObject({NameObject("/Fields"): ArrayObject()})


@pytest.mark.parametrize(
    "change",
    [
        _forged,
        _note,
        _white_box(0),
        _white_box(1),
        _other_letters,
        _field,
        lambda writer: writer.add_attachment("more.json", b"{}"),
        lambda writer: writer.pages[1].rotate(180),
    ],
    ids=["forged", "note", "box", "box on page 2", "letters", "field", "attachment", "turned"],
)
def test_what_no_program_reads_is_not_called_sound(change: Change, sheet: Paper, judged: Judged) -> None:
    """The words are the same to a program; who looks at the page sees something else, or may."""
    pdf = _pdf(sheet)
    forged = _changed(pdf, change)
    assert _words(forged) == _words(pdf)
    status, paper, said = judged(forged)
    assert (status, paper) == (1, None) and "It cannot be told whether the paper says what the record says" in said
    assert "Sound" not in said and "whether the paper is, cannot be told" in said


def test_what_was_added_behind_the_end(sheet: Paper, judged: Judged) -> None:
    writer = PdfWriter(io.BytesIO(_pdf(sheet)), incremental=True)
    _note(writer)
    out = io.BytesIO()
    writer.write(out)
    assert judged(out.getvalue())[:2] == (1, None)
    assert judged(_pdf(sheet) + b"\nstartxref\n0\n%%EOF\n")[0] == 1


def test_the_same_paper_packed_in_another_way_is_sound(sheet: Paper, judged: Judged) -> None:
    def unpacked(writer: PdfWriter) -> None:
        for page in writer.pages:
            contents = page.get_contents()
            assert contents is not None
            plain = DecodedStreamObject()
            plain.set_data(contents.get_data())
            page[NameObject("/Contents")] = writer._add_object(plain)

    pdf = _pdf(sheet)
    again = _changed(pdf, unpacked)
    assert again != pdf
    for sound in (pdf, again):
        status, paper, said = judged(sound)
        assert (status, paper) == (0, True) and "The paper says what the record says." in said


def test_other_words_on_the_second_page_are_wrong(sheet: Paper, judged: Judged) -> None:
    pdf = _pdf(sheet)
    *tasks, (number, title, name, _, *rest) = sheet.data["tasks"]
    other = _pdf(replace(sheet, data=sheet.data | {"tasks": [*tasks, [number, title, name, "my answer", *rest]]}))
    (first, second), (others_first, others_second) = _words(pdf), _words(other)
    assert first == others_first and second != others_second
    status, paper, said = judged(other)
    assert (status, paper) == (1, False) and "What is printed on the paper is not what the record says." in said


def test_a_paper_that_is_cut_off_is_refused_in_one_line(
    sheet: Paper, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    """The library that reads it would say something of its own."""
    for length in (2_000, 20_000):
        Path("cut.pdf").write_bytes(_pdf(sheet)[:length])
        assert dispatch(["verify-certificate", "cut.pdf"]) == 2
        said = capsys.readouterr().err
        assert said.startswith("pitboss: cut.pdf: this PDF ") and said.count("\n") == 1
        assert not caplog.records
