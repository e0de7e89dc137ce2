"""Writes a finished paper: all of its pages, or nothing. Where it goes is looked at once, before any work is done."""

import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from pitboss.paper.printing import ENDINGS, MARK, Ending, Paper, PaperTrouble, render


class PaperPlace(Struct, frozen=True):
    """Where a paper may be written; `place_for` is the only way to one."""

    path: Path
    ending: Ending
    inputs: tuple[Path, ...]
    """The files the paper is made from: they are never replaced."""


def place_for(out: Path, inputs: Sequence[Path] = ()) -> PaperPlace:
    """The place of this name. Trouble that can be seen before any work is done is told here."""
    ending = _ending(out)
    _spare(out, inputs)
    if out.is_dir():
        raise PaperTrouble(f"{out}: this is a directory; add a file name that ends in .pdf or .svg")
    if not out.parent.is_dir():
        raise PaperTrouble(f"{out}: the directory does not exist; nothing was written")
    return PaperPlace(out, ending, tuple(inputs))


def _ending(out: Path) -> Ending:
    """What is to be written, by the name of the file."""
    found = out.suffix.lower().removeprefix(".")
    for ending in ENDINGS:
        if found == ending:
            return ending
    given = f"the ending '{out.suffix}' is not known" if out.suffix else "the name has no ending"
    raise PaperTrouble(f"{out}: {given}; a paper is written as .pdf or .svg")


def write(paper: Paper, place: PaperPlace) -> list[Path]:
    """Sets the paper in the form its ending asks for and writes it."""
    return write_pages(render(paper, place.ending), place)


def write_pages(pages: list[bytes], place: PaperPlace) -> list[Path]:
    """Writes each page beside its place and moves them there together; several pages are NAME-1, NAME-2, …"""
    out, inputs = place.path, place.inputs
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
    mark = MARK.match(pages[0]) if pages else None
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
        found = MARK.match(path.read_bytes())
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
    """All pages take their places, or all that lay there lies there again, whatever ends the work. At no moment is a
    place empty that was not: what lies there is known by a second name until every page has its place."""
    _remove(before)
    moved: list[tuple[Path, Path]] = []
    try:
        for target, old in zip(targets, before, strict=True):
            if target.exists():
                _name_also(target, old)
        for new, target, old in zip(beside, targets, before, strict=True):
            moved.append((target, old))
            new.replace(target)
    except BaseException:
        for target, old in moved:
            if old.exists():
                old.replace(target)
            else:
                _remove([target])
        raise
    finally:
        _remove(before)


def _name_also(path: Path, name: Path) -> None:
    """A second name for a file; a copy where a file can have one name only."""
    try:
        name.hardlink_to(path)
    except OSError:
        shutil.copy2(path, name)


def _remove(paths: Iterable[Path]) -> None:
    for path in paths:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _why(error: Exception) -> str:
    match error:
        case PermissionError():
            return "you may not write here"
        case FileNotFoundError():  # that the directory was there has been seen before
            return "no file can be made in this directory"
        case _:
            return f"cannot be written: {getattr(error, 'strerror', None) or error}"
