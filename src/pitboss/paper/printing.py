"""Sets a paper with typst and writes it: PDF/A or SVG, the same bytes every time.

A paper is markup and data. The markup is a template of this package; every figure and every word somebody typed reaches
it as data (`data.json`), never as markup, so that no operator's name can be mistaken for a command.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from pitboss.rulebook.book import book
from pitboss.rulebook.terms import Terms

Ending = Literal["pdf", "svg"]
ENDINGS: tuple[Ending, ...] = ("pdf", "svg")
STANDARD: Literal["a-2a"] = "a-2a"
"""PDF/A-2a: to be kept for decades and read aloud. It asks for an `alt` on every image."""
NO_DATE = "2000-01-01"
"""PDF/A asks for a date in the file's properties. A paper that states none bears this one; no clock is read."""


_OPENING = b"<svg "
_MARK = re.compile(rb'<svg data-paper="([^"]*)" data-page="(\d+)" data-pages="(\d+)" ')
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
    date: str = ""
    """YYYY-MM-DD, where the submission states one."""


def template(name: str) -> str:
    """The text of a template of this package."""
    return _templates()[name].decode()


@cache
def _templates() -> dict[str, bytes]:
    found = [file for file in (files("pitboss.paper") / "typ").iterdir() if file.name.endswith(".typ")]
    return {file.name: file.read_bytes() for file in found}


def heading(terms: Terms) -> dict[str, Any]:
    """What the head and foot of every page say (`data.head` of the house style)."""
    the_book = book(terms.game)
    return {
        "operator": terms.operator,
        "game": the_book.title,
        "document": the_book.document,
        "jurisdiction": the_book.jurisdiction,
        "regulator": the_book.regulator,
        "table": terms.table,
        "version": terms.version,
        "digest": terms.digest,
        "practice": terms.practice,
    }


# --- setting --------------------------------------------------------------------------------------------------------

_MAIN = """#let properties = json("/properties.json")
#set document(title: properties.title, date: datetime(..properties.date))
#include "/paper.typ"
"""


def render(paper: Paper, ending: Ending) -> list[bytes]:
    """The finished paper: one PDF, or one SVG for each page. What cannot be a PDF/A is refused as SVG too."""
    pdf = compiled(paper, "pdf")
    if ending == "pdf":
        return pdf
    pages = compiled(paper, "svg")
    return [_marked(page, paper.title, n, len(pages)) for n, page in enumerate(pages, 1)]


def _marked(page: bytes, title: str, number: int, count: int) -> bytes:
    """The page with the mark by which it is known as a page of this paper when the paper is written again."""
    assert page.startswith(_OPENING)
    mark = f'data-paper="{escape(title)}" data-page="{number}" data-pages="{count}" '
    return _OPENING + mark.encode() + page.removeprefix(_OPENING)


def compiled(paper: Paper, form: Literal["pdf", "svg", "png"], ppi: float = 110.0) -> list[bytes]:
    """The same as a picture too, for people who want to look at it."""
    import typst  # a large library: no command that sets no paper should wait for it

    year, month, day = (int(part) for part in (paper.date or NO_DATE).split("-"))
    properties = {"title": paper.title, "date": {"year": year, "month": month, "day": day}}
    project: Any = {
        "main.typ": _MAIN.encode(),
        "paper.typ": paper.source.encode(),
        "properties.json": msgspec.json.encode(properties),
        "data.json": msgspec.json.encode(paper.data, order="sorted"),
        **_templates(),
        **(_with_outlines(paper.files) if form == "svg" else paper.files),
    }
    try:
        made, warnings = typst.compile_with_warnings(
            project,
            format=form,
            ppi=ppi,
            font_paths=_fonts(),
            ignore_system_fonts=True,
            pdf_standards=STANDARD if form == "pdf" else None,
        )
    except typst.TypstError as error:
        raise PaperTrouble(f"this paper cannot be set: {_reason(error)}") from None
    if warnings:
        raise PaperTrouble(f"this paper cannot be set: {_reason(warnings[0])}")
    return [made] if isinstance(made, bytes) else list(made)


def _with_outlines(drawings: dict[str, bytes]) -> dict[str, bytes]:
    """Typst sets its own letters as outlines but takes over a drawing as it is: its letters become outlines here."""
    from pitboss.paper.outlines import outlined

    return {name: outlined(drawing.decode()).encode() for name, drawing in drawings.items()}


@cache
def _fonts() -> Any:
    """Only the fonts that come with typst: a paper looks the same on every machine."""
    import typst

    return typst.Fonts(include_system_fonts=False)


def _reason(error: Any) -> str:
    missing = re.search(r"the text `\"(.*)\"` could not be displayed", error.message)
    if missing:
        return f"its fonts have no character '{missing[1]}'; write it in Latin, Greek or Cyrillic letters"
    panic = re.fullmatch(r'panicked with: "(.*)"', error.message)
    if panic:
        return panic[1]
    hints = [f"({hint})" for hint in error.hints or []]
    return " ".join([error.message, *hints])


# --- writing --------------------------------------------------------------------------------------------------------


def write(paper: Paper, out: Path, inputs: Sequence[Path] = ()) -> list[Path]:
    """Sets the paper in the form its ending asks for and writes it: all of its pages, or nothing. A file it was made
    from (`inputs`) is never replaced."""
    ending = ending_of(out)
    check_place(out, inputs)
    return write_pages(render(paper, ending), out, inputs)


def ending_of(out: Path) -> Ending:
    """What is to be written, by the name of the file."""
    found = out.suffix.lower().removeprefix(".")
    for ending in ENDINGS:
        if found == ending:
            return ending
    given = f"the ending '{out.suffix}' is not known" if out.suffix else "the name has no ending"
    raise PaperTrouble(f"{out}: {given}; a paper is written as .pdf or .svg")


def write_pages(pages: list[bytes], out: Path, inputs: Sequence[Path] = ()) -> list[Path]:
    """Writes each page beside its place and moves them there together; several pages are NAME-1, NAME-2, …"""
    check_place(out, inputs)
    targets = [out] if len(pages) == 1 else [_page(out, n) for n in range(1, len(pages) + 1)]
    for target in targets:
        if target.is_dir():
            raise PaperTrouble(f"{target}: this is a directory; nothing was written")
        _spare(target, inputs)
    beside = [target.with_name(f".{target.name}.new") for target in targets]
    before = [target.with_name(f".{target.name}.old") for target in targets]
    try:
        for path, page in zip(beside, pages, strict=True):
            path.write_bytes(page)
        _replace(beside, targets, before)
    except (OSError, ValueError) as error:
        raise PaperTrouble(f"{out}: {_why(error)}; nothing was written") from None
    finally:
        _remove(beside)
    _remove(path for path in _stale(out, pages) if not any(_same(path, given) for given in inputs))
    return targets


def _page(out: Path, number: int) -> Path:
    return out.with_stem(f"{out.stem}-{number}")


def _stale(out: Path, pages: list[bytes]) -> list[Path]:
    """Pages of this paper under this name that an earlier version with more or fewer pages left behind. A file that
    does not say that it is just that page of this very paper is somebody's own, and stays."""
    mark = _MARK.match(pages[0]) if pages else None
    if mark is None or out.suffix.lower() != ".svg":
        return []
    return [path for path, number in _beside(out, len(pages)) if _is_page(path, mark[1], number)]


def _beside(out: Path, pages: int) -> Iterator[tuple[Path, int]]:
    """Files that bear the names this paper would have with another number of pages, and which page that would be; the
    paper in one page is page 0."""
    if pages > 1 and out.is_file():
        yield out, 0
    number = 1 if pages == 1 else pages + 1
    while _page(out, number).is_file():
        yield _page(out, number), number
        number += 1


def _is_page(path: Path, title: bytes, number: int) -> bool:
    with suppress(OSError):
        found = _MARK.match(path.read_bytes())
        if found is not None and found[1] == title:
            place, count = int(found[2]), int(found[3])
            return count == 1 if number == 0 else (place == number and count > 1)
    return False


def left_beside(written: Sequence[Path]) -> list[Path]:
    """After writing: files that look like further pages of this paper by their names, and are not."""
    if not written or written[0].suffix.lower() != ".svg":
        return []
    first, count = written[0], len(written)
    out = first if count == 1 else first.with_stem(first.stem.removesuffix("-1"))
    return [path for path, _ in _beside(out, count)]


def _same(path: Path, given: Path) -> bool:
    """Whether both names lead to one file."""
    with suppress(OSError, ValueError):
        return path.exists() and given.exists() and path.samefile(given)
    return False


def _spare(path: Path, inputs: Sequence[Path]) -> None:
    for given in inputs:
        if _same(path, given):
            raise PaperTrouble(f"{path}: this is {given}, which the paper is made from; give another name")


def _replace(beside: list[Path], targets: list[Path], before: list[Path]) -> None:
    """All pages take their places, or all that lay there lies there again."""
    moved: list[tuple[Path, Path]] = []
    try:
        for new, target, old in zip(beside, targets, before, strict=True):
            if target.exists():
                target.replace(old)
            moved.append((target, old))
            new.replace(target)
    except OSError:
        for target, old in moved:
            if old.exists():
                old.replace(target)
            else:
                _remove([target])
        raise
    _remove(before)


def _remove(paths: Iterable[Path]) -> None:
    for path in paths:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def check_place(out: Path, inputs: Sequence[Path] = ()) -> None:
    """Trouble that can be seen before any work is done."""
    _spare(out, inputs)
    if out.is_dir():
        raise PaperTrouble(f"{out}: this is a directory; add a file name that ends in .pdf or .svg")
    if not out.parent.is_dir():
        raise PaperTrouble(f"{out}: the directory does not exist; nothing was written")


def _why(error: Exception) -> str:
    match error:
        case PermissionError():
            return "you may not write here"
        case FileNotFoundError():  # that the directory is there has been seen before
            return "no file can be made in this directory"
        case _:
            return f"cannot be written: {getattr(error, 'strerror', None) or error}"
