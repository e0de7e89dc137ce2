"""What is wrong with a Rules Submission, said so that its author can mend it: where, what was given, what is permitted
and by which clause. Faults are collected, never raised, so that one reading of the file shows them all."""

from collections.abc import Callable, Iterable
from decimal import Decimal
from difflib import get_close_matches
from typing import Any

from msgspec import Struct

from pitboss.rulebook.toml_text import BadToml
from pitboss.rulebook.words import listed

Path = tuple[str | int, ...]
"""Where a value stands: `("wagers", WAGER, "minimum")`."""

LineOf = Callable[[Path], int]
"""The line of the key, or of the nearest key that encloses it."""


class Fault(Struct, frozen=True):
    """One fault, or one notice: something lawful of which the author should know."""

    line: int
    key: str
    message: str
    clause: str = ""
    given: str = ""
    allowed: str = ""
    suggestion: str = ""
    reading: str = ""
    """The reading on which the judgement rests, where it is more than the clause says."""

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        said = f"{where}{self.key + ': ' if self.key else ''}{self.message}"
        said += f"; given {self.given}" if self.given else ""
        said += f"; permitted: {self.allowed}" if self.allowed else ""
        said += f"; {self.suggestion}" if self.suggestion else ""
        by = ", ".join(each for each in (self.clause, self.reading) if each)
        return said + (f" [{by}]" if by else "")


def unread(bad: BadToml) -> Fault:
    """A text that cannot be read, as a fault at its line."""
    return Fault(line=bad.line, key="", message=str(bad), allowed=bad.allowed)


class FaultList:
    """Collects faults and notices. A key that is already faulty counts as unknown: nothing that depends on it is
    judged, so that one slip does not bring a shower of faults that vanish with it."""

    def __init__(
        self,
        line_of: LineOf,
        clause_of: Callable[[Path], str] = lambda _: "",
        allowed_at: Callable[[Path], str] = lambda _: "",
    ) -> None:
        """`clause_of` gives the clause behind a key, for faults that name none of their own; `allowed_at` what the
        game permits there, for values of the wrong kind."""
        self.allowed_at = allowed_at
        self._line_of = line_of
        self._clause_of = clause_of
        self._faults: list[Fault] = []
        self._notices: list[Fault] = []
        self._bad: list[Path] = []

    def fault(self, path: Path, message: str, clause: str = "", *, depends: Iterable[Path] = (), **more: str) -> None:
        """`depends` are the other keys that the judgement rests upon. Where it rests on a reading (`reading=`), that is
        told, and of the clauses only one that is named with it."""
        if any(self.unclear(p) for p in (path, *depends)):
            return
        self._faults.append(self._make(path, message, clause, more))

    def notice(self, path: Path, message: str, clause: str = "", **more: str) -> None:
        self._notices.append(self._make(path, message, clause, more))

    def mark(self, path: Path) -> None:
        """From here on this key counts as unknown."""
        self._bad.append(path)

    def unclear(self, path: Path) -> bool:
        return any(path[: len(bad)] == bad for bad in self._bad)

    def touched(self, path: Path) -> bool:
        """Whether this key, or anything below it, counts as unknown."""
        return self.unclear(path) or any(bad[: len(path)] == path for bad in self._bad)

    @property
    def faults(self) -> tuple[Fault, ...]:
        return tuple(sorted(self._faults, key=lambda f: (f.line, f.key)))

    @property
    def notices(self) -> tuple[Fault, ...]:
        return tuple(sorted(self._notices, key=lambda f: (f.line, f.key)))

    def _make(self, path: Path, message: str, clause: str, more: dict[str, str]) -> Fault:
        clause = clause or ("" if more.get("reading") else self._clause_of(path))
        return Fault(line=self._line_of(path), key=written(path), message=message, clause=clause, **more)


def written(path: Path) -> str:
    """The key as the file writes it: `wagers.WAGER.minimum`, `meters."My Meter".rate`, `lines[2].pays`."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part + 1}]"
        else:
            bare = part.replace("_", "").replace("-", "").isalnum() and part.isascii()
            text += ("." if text else "") + (part if bare else f'"{_safe(part)}"')
    return text


class Bare(str):
    """Text that stands for a value written without quotes: `true`, `10`."""

    __slots__ = ()


def shown(value: Any) -> str:
    """A value as the file writes it."""
    match value:
        case Bare():
            return str(value)
        case bool():
            return "true" if value else "false"
        case str():
            return f'"{_safe(value)}"'
        case int() if abs(value) > 10**18:
            return "a very large number"
        case int() | Decimal():
            return str(value)
        case dict():
            return "a table"
        case list() | tuple():
            return "a list"
        case _:
            return str(value)


def _safe(text: str) -> str:
    """Text for a screen: short, and without characters that could move the cursor or change colours."""
    plain = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return plain if len(plain) <= 60 else f"{plain[:57]}..."


def choice(values: Iterable[str]) -> str:
    """`A, B or C`."""
    return listed(values, "or", nothing="nothing")


def near(word: str, words: Iterable[str]) -> str:
    """`did you mean "…"?` where one of the words looks like it."""
    found = nearest(word, words)
    return f'did you mean "{found}"?' if found else ""


def nearest(word: str, words: Iterable[str]) -> str:
    """The one of the words that looks most like it, or nothing."""
    folded = {w.lower().replace("-", "_").replace(" ", "_"): w for w in words}
    found = get_close_matches(word.lower().replace("-", "_").replace(" ", "_"), folded, n=1, cutoff=0.6)
    return folded[found[0]] if found else ""
