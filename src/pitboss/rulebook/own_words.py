"""A regulator's own sentences, from a file that an operator has: which passage belongs to which clause. The file is
plain text or Markdown as it comes from a converted PDF; nothing of it is part of this program.

Numbers at the beginning of a line (`Chapter 7`, `## 3.`, `A.`, `(1)`, `(a)`, `(i)`) lead down to a clause. Which clause
a number means follows from the clauses that the rulebook is known to have: the deepest one that fits and was not there
yet."""

import re
from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from pitboss.rulebook.clauses import AGAIN, clauses

LARGEST = 2 * 2**20
"""Bytes of a file that is read."""
_OFTEN = 3
"""A line that stands so often in a file is the head or foot of its pages."""
_CHAPTER = re.compile(r"(?:Chapter\s+(\d+)\b[\s.–—-]*|(\d+)\.\s+(?=[A-Z]))(.*)")
_NUMBER = re.compile(r"(?:([A-Z])\.|\(([0-9]+|[a-z]+)\))\s+(.*)")
_PARTS = re.compile(r"\([^)]+\)|[^().]+")
_DEFINED = re.compile(r"[\"“]?([^\"”]+?)[\"”]?\s+(?:–|—|--?|shall mean|means?)\s")

Place = tuple[str, ...]
"""`("7", "E", "(2)", "(a)")`."""


class OwnWords(Struct, frozen=True):
    """What a regulator's file says at a clause, and at which line of it that begins."""

    line: int
    text: str


def own_words(document: str, text: str) -> dict[str, OwnWords]:
    """The passages of a file by the clauses of a rulebook. A clause that is a sentence, a definition or a line of a
    table has its definition where one is found, else the passage in which it stands; so has one of which the file shows
    no number."""
    names = [name.removeprefix(f"{document} ") for name in clauses() if name.startswith(f"{document} ")]
    passages = _passages(text, {_place(name) for name in names})
    found: dict[str, OwnWords] = {}
    for name in names:
        at = _around(passages, _place(name))
        said = _definition(at, name.partition(" ")[2]) or _whole(at)
        if said is not None:
            found[f"{document} {name}"] = said
    return found


def _place(name: str) -> Place:
    """`7.E(2)/1` and `7.E(2)` stand at one place; the second of two that are numbered alike at its own."""
    number = name.partition(" ")[0].partition("/")[0]
    again = number.endswith(AGAIN)
    *parts, last = _PARTS.findall(number.removesuffix(AGAIN))
    return (*parts, last + AGAIN * again)


def _around(passages: dict[Place, "Lines"], place: Place) -> "Lines":
    """The passage at a place, else that of the nearest number around it that is no whole chapter."""
    tried = (place[:depth] for depth in range(len(place), min(len(place), 2) - 1, -1))
    return next((passages[each] for each in tried if passages.get(each)), [])


Lines = list[tuple[int, str]]


def _passages(text: str, known: set[Place]) -> dict[Place, Lines]:
    """Each place with the numbered lines below it, up to the next number."""
    steps = {place[:n] for place in known for n in range(1, len(place) + 1)}
    found: dict[Place, Lines] = {}
    here: Place = ()
    for number, line in _lines(text):
        chapter, below = _CHAPTER.fullmatch(line), _NUMBER.fullmatch(line)
        if chapter and ((chapter[1] or chapter[2]),) in steps:
            here = (chapter[1] or chapter[2],)
            found[here] = []  # a table of contents has named it before
            _forget(found, here)
        elif below and (there := _next(here, below[1] or f"({below[2]})", steps, found)):
            here = there
            found[here] = [(number, below[3])]
        elif here:
            found[here].append((number, line))
    return found


def _forget(found: dict[Place, Lines], chapter: Place) -> None:
    for place in [place for place in found if place[:1] == chapter and place != chapter]:
        del found[place]


def _next(here: Place, mark: str, steps: set[Place], found: dict[Place, Lines]) -> Place:
    """The deepest place that this number can be, going up from where we are; nothing where it is none."""
    for depth in range(len(here), 0, -1):
        for name in (mark, mark + AGAIN):
            there = (*here[:depth], name)
            if there in steps and there not in found:
                return there
    return ()


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are no head or foot of a page, without the marks of Markdown."""
    plain = [_plain(line) for line in text.splitlines()]
    often = Counter(line for line in plain if line)
    return ((n, line) for n, line in enumerate(plain, 1) if line and often[line] < _OFTEN)


def _plain(line: str) -> str:
    bare = re.sub(r"^[\s>#*|-]+|[*_|]{1,2}", " ", line)
    return " ".join(bare.split())


def _whole(lines: Lines) -> OwnWords | None:
    said = " ".join(line for _, line in lines)
    return OwnWords(lines[0][0], said) if said else None


def _definition(lines: Lines, term: str) -> OwnWords | None:
    """The line that defines a term, where the clause is one."""
    for number, line in lines if term else ():
        named = _DEFINED.match(line)
        if named and named[1].casefold() == term.casefold():
            return OwnWords(number, line)
    return None
