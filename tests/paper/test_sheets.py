"""What papers are printed on: Letter and Tabloid unless A4 and A3 are asked for; the logo; letters that stay text."""

import io
from pathlib import Path
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader
from pypdf.generic import StreamObject

from paper.reading import every_wager, pages
from pitboss.cli import main
from pitboss.paper.layout_paper import layout_paper
from pitboss.paper.placard import placard
from pitboss.paper.printing import Paper, heading, render
from pitboss.paper.sheets import Sheet
from support import DRAGON, LIR, TOP5

LETTER, TABLOID, A4, A3 = (612, 792), (1224, 792), (595, 842), (1191, 842)
"""Points: 8.5 by 11 inches, 17 by 11; 210 by 297 millimetres, 420 by 297."""
DOT = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="3"><rect width="9" height="3" fill="#123456"/></svg>'

COLOUR = b"0.07058824 0.20392157 0.3372549"
"""#123456, in parts of 255."""


def sizes(paper: Paper) -> list[tuple[int, int]]:
    (pdf,) = render(paper, "pdf")
    boxes = [page.mediabox for page in PdfReader(io.BytesIO(pdf)).pages]
    return [(round(float(box.width)), round(float(box.height))) for box in boxes]


@pytest.mark.parametrize(("sheet", "page", "drawing"), [("letter", LETTER, TABLOID), ("a4", A4, A3)])
def test_every_sheet_has_its_size(sheet: Sheet, page: tuple[int, int], drawing: tuple[int, int]) -> None:
    rules = every_wager(DRAGON)
    assert sizes(layout_paper(rules, sheet=sheet)) == [drawing, page]
    assert sizes(placard(rules, sheet)) == [page]
    source = '#import "/house.typ": *\n#show: house.with(json("/data.json").head)\nOne'
    assert sizes(Paper(source=source, data={"head": heading(rules.terms, sheet)}, title="T")) == [page]


def test_letter_is_what_nobody_asks_for() -> None:
    assert sizes(layout_paper(every_wager(DRAGON))) == [TABLOID, LETTER]
    assert sizes(placard(every_wager(DRAGON))) == [LETTER]


def test_the_scale_bar_has_the_measure_of_the_sheet() -> None:
    metric, inches = (pages(layout_paper(every_wager(DRAGON), sheet=sheet))[0] for sheet in ("a4", "letter"))
    assert "500 mm (19.7 in)" in metric and "20 in (508 mm)" not in metric
    assert "20 in (508 mm)" in inches and "500 mm (19.7 in)" not in inches


def test_the_logo_stands_on_the_layout(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    logo, plain, bare = tmp_path / "mine.svg", tmp_path / "a.pdf", tmp_path / "b.pdf"
    logo.write_bytes(DOT)
    assert main.dispatch(["layout", TOP5, "-o", str(plain), "--logo", str(logo)]) == 0
    assert main.dispatch(["layout", TOP5, "-o", str(bare)]) == 0
    assert COLOUR in streams(plain) and COLOUR not in streams(bare)
    (tmp_path / "mine.gif").write_bytes(b"GIF")
    assert main.dispatch(["layout", TOP5, "-o", str(plain), "--logo", str(tmp_path / "mine.gif")]) == 2
    assert "a logo is a picture that ends in .png, .jpg, .jpeg or .svg" in capsys.readouterr().err


def streams(path: Path) -> bytes:
    """Everything that is drawn in the file."""
    reader = PdfReader(path)
    numbers = sorted({*reader.xref_objStm, *(n for those in reader.xref.values() for n in those)})
    found = (reader.get_object(n) for n in numbers if n)
    return b"".join(each.get_data() for each in found if isinstance(each, StreamObject))


def test_letters_of_a_drawing_are_text_where_that_is_asked_for(tmp_path: Path) -> None:
    outlines, text = tmp_path / "a.svg", tmp_path / "b.svg"
    assert main.dispatch(["layout", LIR, "-o", str(outlines)]) == 0
    assert main.dispatch(["layout", LIR, "-o", str(text), "--real-text"]) == 0
    words = ["".join(ElementTree.parse(path).getroot().itertext()) for path in (outlines, text)]
    assert "LET IT RIDE" in words[1] and "<text" not in outlines.read_text(encoding="utf-8")
    assert main.dispatch(["layout", LIR, "-o", str(tmp_path / "c.pdf"), "--real-text"]) == 2
