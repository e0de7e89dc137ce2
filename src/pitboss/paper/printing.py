"""Sets a paper with typst: PDF/A or SVG, the same bytes every time.

A paper is markup and data. The markup is a template of this package; every figure and every word somebody typed reaches
it as data (`data.json`), never as markup, so that no operator's name can be mistaken for a command.
"""

import re
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any, Literal

import msgspec
from msgspec import Struct

from pitboss.paper.sheets import USUAL, Sheet
from pitboss.paper.typesetter import STANDARD, TYPESETTER, WITH_FILES, Delivery, Form, TypesetOrder
from pitboss.rulebook.book import book
from pitboss.rulebook.clauses import how_cited
from pitboss.rulebook.terms import Terms
from pitboss.wording.filing_words import standing

Ending = Literal["pdf", "svg"]
ENDINGS: tuple[Ending, ...] = ("pdf", "svg")
NO_DATE = "2000-01-01"
"""PDF/A asks for a date in the file's properties. A paper that states none bears this one; no clock is read."""


_OPENING = b"<svg "
MARK = re.compile(rb'<svg data-paper="([^"]*)" data-page="(\d+)" data-pages="(\d+)" ')
"""How a page that was set as SVG begins: it says of which paper it is, and which of how many pages."""


class PaperTrouble(ValueError):
    """A paper that cannot be set or written, in one sentence for the person who asked for it."""


class Paper(Struct, frozen=True):
    """A paper before it is set. `source` finds `data` as `json("/data.json")`, each of `files` under its name
    (`image("/felt.svg")`) and the shared templates by theirs (`import "/house.typ": *`)."""

    source: str
    data: dict[str, Any]
    title: str
    files: dict[str, bytes] = {}
    pictures: dict[str, bytes] = {}
    """Files that are taken as they are, whatever is written in them."""
    date: str = ""
    """YYYY-MM-DD, where the submission states one."""
    attached: dict[str, bytes] = {}
    """Files that a PDF carries with it, as JSON."""


def template(name: str) -> str:
    """The text of a template of this package."""
    return _templates()[name].decode()


@cache
def _templates() -> dict[str, bytes]:
    found = [file for file in (files("pitboss.paper") / "typ").iterdir() if file.name.endswith(".typ")]
    return {file.name: file.read_bytes() for file in found}


def heading(terms: Terms, sheet: Sheet = USUAL) -> dict[str, Any]:
    """What the head and foot of every page say (`data.head` of the house style)."""
    the_book = book(terms.game)
    return {
        "operator": terms.operator,
        "game": the_book.title,
        "document": the_book.document,
        "full_title": the_book.full_title,
        "holder": the_book.holder,
        "cited": how_cited(the_book.document),
        "table": terms.table,
        "version": terms.version,
        "digest": terms.digest,
        "practice": terms.practice,
        "standing": standing(terms),
        "sheet": sheet,
    }


# --- setting --------------------------------------------------------------------------------------------------------

_MAIN = """#let properties = json("/properties.json")
#set document(title: properties.title, date: datetime(..properties.date))
#include "/attached.typ"
#include "/paper.typ"
"""
_ATTACH = '#pdf.attach("/{name}", relationship: "source", mime-type: "application/json", description: "{name}")\n'


def render(paper: Paper, ending: Ending) -> list[bytes]:
    """The finished paper: one PDF, or one SVG for each page. What cannot be a PDF/A is refused as SVG too."""
    if ending == "pdf":
        return compiled(paper, "pdf")
    pages = _compiled(paper, "pdf", "svg")[-1]
    return [_marked(page, paper.title, n, len(pages)) for n, page in enumerate(pages, 1)]


def _marked(page: bytes, title: str, number: int, count: int) -> bytes:
    """The page with the mark by which it is known as a page of this paper when the paper is written again."""
    assert page.startswith(_OPENING)
    mark = f'data-paper="{escape(title)}" data-page="{number}" data-pages="{count}" '
    return _OPENING + mark.encode() + page.removeprefix(_OPENING)


def compiled(paper: Paper, form: Form, ppi: float = 110.0) -> list[bytes]:
    """The same as a picture too, for people who want to look at it."""
    return list(_compiled(paper, form, ppi=ppi)[0])


def _compiled(paper: Paper, *forms: Form, ppi: float = 110.0) -> tuple[tuple[bytes, ...], ...]:
    """The pages of each form."""
    year, month, day = (int(part) for part in (paper.date or NO_DATE).split("-"))
    properties = {"title": paper.title, "date": {"year": year, "month": month, "day": day}}
    drawings = {name: typographic_drawing(file.decode()).encode() for name, file in paper.files.items()}
    project = {
        "main.typ": _MAIN.encode(),
        "paper.typ": paper.source.encode(),
        "properties.json": msgspec.json.encode(properties),
        "data.json": msgspec.json.encode(typographic(paper.data), order="sorted"),
        **_templates(),
        **drawings,
        **paper.pictures,
        **paper.attached,
        "attached.typ": b"",
    }
    own = {form: _with_outlines(drawings) if form == "svg" else {} for form in forms}
    if paper.attached and "pdf" in own:
        own["pdf"] = {"attached.typ": "".join(_ATTACH.format(name=name) for name in paper.attached).encode()}
    done = TYPESETTER.set(TypesetOrder(project, own, ppi, WITH_FILES if paper.attached else STANDARD))
    if done.trouble:
        raise PaperTrouble(f"this paper cannot be set: {_reason(done)}")
    return done.pages


_TYPED = ("command", "versions", "file")
"""What is to be typed again or names a file: it keeps the signs of the keyboard."""
_OPENS = re.compile(r'(?<![^\s(\[“‘–—/-])"')


def typographic(data: Any) -> Any:
    """The data of a paper with the quotation marks and apostrophes of print in its sentences."""
    if isinstance(data, str):
        return _OPENS.sub("“", data).replace('"', "”").replace("'", "’")
    if isinstance(data, dict):
        return {key: value if key in _TYPED else typographic(value) for key, value in data.items()}
    return [typographic(value) for value in data] if isinstance(data, list | tuple) else data


_WRITTEN = re.compile(r">([^<>]*)(?=</(?:text|textPath|tspan)>)")


def typographic_drawing(drawing: str) -> str:
    """A drawing with the same marks in what is written on it."""
    return _WRITTEN.sub(lambda found: f">{typographic(found[1])}", drawing)


def _with_outlines(drawings: dict[str, bytes]) -> dict[str, bytes]:
    """Typst sets its own letters as outlines but takes over a drawing as it is: its letters become outlines here."""
    from pitboss.paper.outlines import outlined

    return {name: outlined(drawing.decode()).encode() for name, drawing in drawings.items()}


def _reason(done: Delivery) -> str:
    missing = re.search(r"the text `\"(.*)\"` could not be displayed", done.trouble)
    if missing:
        return f"its fonts have no character '{missing[1]}'; write the words that hold it in other letters"
    panic = re.fullmatch(r'panicked with: "(.*)"', done.trouble)
    if panic:
        return panic[1]
    return " ".join([done.trouble, *(f"({hint})" for hint in done.hints)])
