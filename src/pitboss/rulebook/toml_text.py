"""TOML that people hand in, read within bounds.

The standard reader needs time and memory with the square of a key's depth, and a call for each bracket: a short text of
dots would stop a house. So the text is measured first, in one walk that knows strings and comments and nothing else.
What is deeper, longer or more than any file of ours could be is refused with its line and what is allowed."""

import re
import tomllib
from decimal import Decimal
from typing import Any

from pitboss.rulebook.toml_words import LAWFUL, in_words

LONGEST = 64 * 1024
"""Characters of a text."""
DEEPEST = 16
"""Levels of tables, lists and dotted keys, one inside the other."""
MOST = 2_000
"""Keys, sections and elements of lists."""
WORD = 100
"""Characters of a key or a number that stands without quotes; of a number with a point, on either side."""

_EXPONENT = re.compile(r"[+-]?[0-9_]+[eE][+-]?[0-9_]{3,}")
"""Of a number that nobody means: written out, 1e999999 would fill the memory."""

_TOO_FINE = re.compile(r"(?<=:[0-9]{2}\.)[0-9]{7,}")
"""Decimals of a second that the standard reader would leave out without a word."""

_TOKEN = re.compile(
    r"""
      (?P<line>\n)
    | (?P<text>\#[^\n]*+
        | \"{3} (?: [^"\\]++ | \\. | "{1,2}+(?!") )*+ "{3,5}
        | '{3} (?: [^']++ | '{1,2}+(?!') )*+ '{3,5}
        | " (?: [^"\\\n]++ | \\[^\n] )*+ "
        | ' [^'\n]*+ ' )
    | (?P<open>["'])
    | (?P<mark>[.=,\[\]{}])
    | (?P<word>[^\s"'\#.=,\[\]{}]++)
    | [^\S\n]++
    """,
    re.VERBOSE | re.DOTALL,
)
"""Every character belongs to one of these, so the walk never goes back. A quote that opens nothing ends it: the reader
gets no further either."""


class BadToml(ValueError):
    """A text that is not read: `line` is where, `allowed` what could stand there."""

    def __init__(self, line: int, message: str, allowed: str = LAWFUL) -> None:
        super().__init__(message)
        self.line, self.allowed = line, allowed

    @property
    def sentence(self) -> str:
        """All of it, for those who show no columns."""
        return f"line {self.line}: {self}; permitted: {self.allowed}"


def read_toml(text: str, longest: int = LONGEST, most: int = MOST) -> dict[str, Any]:
    """The values of a text; numbers with a point stay exact. Raises `BadToml`. Files that a program writes may have
    other bounds than what people hand in."""
    if len(text) > longest:
        raise BadToml(1, f"this text has {len(text):,} characters", f"at most {longest:,} characters")
    _Measure(text, most)
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError, ArithmeticError) as error:
        found = re.search(r"\(at line (\d+), column \d+\)", str(error))
        line = int(found[1]) if found else max(1, text.count("\n") + (not text.endswith("\n")))
        said = str(error).rpartition(" (at ")[0] or str(error)
        wrong, allowed = in_words(said, text.splitlines()[line - 1] if text else "")
        raise BadToml(line, f"this is not valid TOML: {wrong}", allowed) from None


class _Measure:
    """One walk over a text. `level` is how deep the table or list lies in which we are, `here` how deep the key or
    element that was read last; `around` are the levels that are open around it, and whether each is a list."""

    def __init__(self, text: str, most: int) -> None:
        self.most = most
        self.line, self.entries, self.dots = 1, 0, 0
        self.level, self.here = 0, 0
        self.in_list = False
        self.around: list[tuple[int, bool]] = []
        self.begins, self.header, self.value = True, False, False
        for found in _TOKEN.finditer(text):
            kind = found.lastgroup
            if kind == "open":
                return
            if kind == "line":
                self._end_of_line()
            elif kind == "mark":
                self._mark(found[0])
            elif kind == "word":
                self._word(found[0], _TOO_FINE.match(text, found.start()) is not None)
            elif kind == "text":
                self.line += found[0].count("\n")
            self.begins = self.begins and (kind is None or kind == "line")

    def _word(self, word: str, too_fine: bool) -> None:
        if too_fine:
            raise BadToml(self.line, "this time has too many decimals", "at most six decimals of a second")
        if len(word) > WORD:
            message = f"a key or a number has {len(word):,} characters"
            raise BadToml(self.line, message, f"at most {WORD} characters without quotes")
        if self.value and _EXPONENT.fullmatch(word):
            raise BadToml(self.line, "this number is too large or too small", "exponents from e-99 to e99")

    def _end_of_line(self) -> None:
        self.line += 1
        if self.header:
            self.level, self.header = self.dots + 1, False
        if not self.around:
            self.begins, self.value, self.dots = True, False, 0

    def _mark(self, mark: str) -> None:
        match mark:
            case "." if not self.value:  # in a value it is the point of a number
                self.dots += 1
                self._reach(self.level + self.dots + 1)
            case "[" if self.begins:
                self.header, self.level = True, 0
                self._count()
            case "=" if not self.header:
                self._reach(self.level + self.dots + 1)
                self._count()
                self.value = True
            case "," if not self.header:
                self._next(self.in_list)
                self._count()
            case "[" | "{" if not self.header:
                self.around.append((self.level, self.in_list))
                self.level, self.in_list = self.here, mark == "["
                self._next(self.in_list)
            case "]" | "}" if self.around:
                self.level, self.in_list = self.around.pop()
                self.value = True

    def _next(self, value: bool) -> None:
        """A key or an element follows."""
        self.dots, self.value = 0, value
        self._reach(self.level + 1)

    def _reach(self, depth: int) -> None:
        self.here = depth
        if depth > DEEPEST:
            allowed = f"at most {DEEPEST} levels of tables, lists and dotted keys"
            raise BadToml(self.line, f"this lies more than {DEEPEST} levels deep", allowed)

    def _count(self) -> None:
        self.entries += 1
        if self.entries > self.most:
            allowed = f"at most {self.most:,} keys, sections and elements of lists"
            raise BadToml(self.line, f"this text has more than {self.most:,} entries", allowed)
