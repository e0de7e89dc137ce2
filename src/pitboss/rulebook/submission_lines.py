"""On which line of a TOML file each key stands. The standard reader keeps no positions, and a fault without its line
costs the author a search; so this scanner walks a text that the reader has already accepted."""

from pitboss.rulebook.submission_faults import Path

_CLOSES = {"[": "]", "{": "}"}
_QUOTES = ('"""', "'''", '"', "'")


class Lines:
    """Calling it with a path gives the line of that key, or of the nearest key around it. A key that is missing from a
    section without a header of its own belongs after the last part of that section, one whose section is missing at
    the end of the file, and a key of the whole file at its beginning."""

    def __init__(self, text: str) -> None:
        self._found: dict[Path, int] = {}
        self._written: set[Path] = set()
        self._text = text
        self._at = 0
        self._line = 1
        self._last = max(1, text.count("\n") + (not text.endswith("\n")))
        self._counts: dict[Path, int] = {}
        self._document()

    def __call__(self, path: Path) -> int:
        if path in self._found:
            return self._found[path]
        for end in range(len(path) - 1, 0, -1):
            around = path[:end]
            if around in self._written:
                return self._found[around]
            if around in self._found:
                return max(
                    line for found, line in self._found.items() if found[:end] == around and len(found) == end + 1
                )
        return self._last if len(path) > 1 else 1

    # --- the grammar, as far as positions need it ---

    def _document(self) -> None:
        table: Path = ()
        while self._skip():
            table = self._header() if self._peek("[") else self._pair(table)

    def _header(self) -> Path:
        """`[a.b]` or `[[a.b]]`: the table to which the keys below belong."""
        line, double = self._line, self._peek("[[")
        self._advance(2 if double else 1)
        path = self._indexed(self._key())
        if double:
            self._counts[path] = self._counts.get(path, -1) + 1
            self._note(path, line)
            path = (*path, self._counts[path])
        self._note(path, line)
        self._skip()
        self._advance(2 if double else 1)
        return path

    def _indexed(self, key: tuple[str, ...]) -> Path:
        """A header below an array of tables speaks of its last element."""
        path: Path = ()
        for place, part in enumerate(key):
            path = (*path, part)
            if path in self._counts and place < len(key) - 1:
                path = (*path, self._counts[path])
        return path

    def _pair(self, table: Path) -> Path:
        """`a.b = value`. Returns the table, which stays the current one."""
        line, path = self._line, (*table, *self._key())
        self._note(path, line)
        self._skip()
        self._advance(1)  # the equals sign
        self._skip()
        self._value(path)
        return table

    def _key(self) -> tuple[str, ...]:
        parts: list[str] = []
        while True:
            self._skip()
            parts.append(self._word())
            self._skip()
            if not self._peek("."):
                return tuple(parts)
            self._advance(1)

    def _word(self) -> str:
        for quote in ('"', "'"):
            if self._peek(quote):
                return self._string(quote)
        start = self._at
        while self._at < len(self._text) and self._text[self._at] not in ".=]# \t\r\n":
            self._advance(1)
        return self._text[start : self._at]

    def _value(self, path: Path) -> None:
        for quote in _QUOTES:
            if self._peek(quote):
                self._string(quote)
                return
        opening = self._text[self._at : self._at + 1]
        if opening in ("[", "{"):
            self._inside(path, opening)
            return
        while self._at < len(self._text) and self._text[self._at] not in ",]}#\n":
            self._advance(1)

    def _inside(self, path: Path, opening: str) -> None:
        """The elements of an array, or the pairs of an inline table."""
        self._advance(1)
        place = 0
        while self._skip() and not self._peek(_CLOSES[opening]):
            if self._peek(","):
                self._advance(1)
                place += 1
            elif opening == "{":
                self._pair(path)
            else:
                self._note((*path, place), self._line)
                self._value((*path, place))
        self._advance(1)

    # --- characters ---

    def _note(self, path: Path, line: int) -> None:
        if path not in self._written:
            self._written.add(path)
            self._found[path] = line
        for end in range(1, len(path) + 1):
            self._found.setdefault(path[:end], line)

    def _skip(self) -> bool:
        """Past blanks and comments; whether anything is left."""
        while self._at < len(self._text):
            if self._peek("#"):
                end = self._text.find("\n", self._at)
                self._advance((end if end >= 0 else len(self._text)) - self._at)
            elif self._text[self._at].isspace():
                self._advance(1)
            else:
                return True
        return False

    def _string(self, quote: str) -> str:
        self._advance(len(quote))
        start = self._at
        while self._at < len(self._text) and not self._peek(quote):
            self._advance(2 if self._peek("\\") and quote[0] == '"' else 1)
        inner = self._text[start : self._at]
        self._advance(len(quote))
        while len(quote) == 3 and self._peek(quote[0]):  # a multi-line string may end in up to five quotes
            self._advance(1)
        return inner

    def _peek(self, mark: str) -> bool:
        return self._text.startswith(mark, self._at)

    def _advance(self, count: int) -> None:
        self._line += self._text.count("\n", self._at, self._at + count)
        self._at += count
