"""Texts of several languages taken apart: identifiers, texts in quotation marks, and sentences."""

import io
import re
import tokenize
from ast import literal_eval
from collections.abc import Callable, Iterator

NAME, STRING, PROSE = "name", "string", "prose"
Piece = tuple[int, str, str]
"""(line, kind, text)"""

_STRING = r'"(?:\\.|[^"\\\n])*"|' + r"'(?:\\.|[^'\\\n])*'"
_TEMPLATE = r"`(?:\\.|[^`\\])*`"
_WORD = r"[A-Za-z_$][\w$-]*"


def pieces(source: str, language: str) -> Iterator[Piece]:
    """The pieces of a text; the language is the ending of its file, `Makefile` or `path`."""
    return languages()[language](source)


def languages() -> dict[str, Callable[[str], Iterator[Piece]]]:
    return {
        ".py": _python,
        ".js": _by(
            rf"(?P<prose>//[^\n]*|/\*.*?\*/)|(?P<string>{_STRING}|`(?:\\.|[^`\\])*`)|(?P<name>[A-Za-z_$][\w$]*)"
        ),
        ".css": _by(rf"(?P<prose>/\*.*?\*/)|(?P<string>{_STRING})|(?P<name>{_WORD})"),
        ".html": _by(rf"(?P<prose><!--.*?-->|>[^<]+)|(?P<string>{_STRING})|(?P<name>{_WORD})"),
        ".typ": _by(rf'(?P<prose>//[^\n]*|/\*.*?\*/|\[[^\[\]#"]*\])|(?P<string>{_STRING})|(?P<name>{_WORD})'),
        ".toml": _by(rf'(?P<prose>#[^\n]*)|(?P<string>""".*?"""|{_STRING})|(?P<name>{_WORD})'),
        ".csv": _by(r'(?P<string>"(?:[^"]|"")*"|[^,\n"]+)'),
        ".md": _by(r"(?P<prose>.+)"),
        "Makefile": _by(rf"(?P<prose>\#[^\n]*)|(?P<name>{_WORD})"),
        "path": _by(r"(?P<name>\S+)"),
    }


def _by(pattern: str) -> Callable[[str], Iterator[Piece]]:
    """Pieces by an expression whose groups are called after the kinds."""
    made = re.compile(pattern, re.DOTALL)

    def taken_apart(source: str) -> Iterator[Piece]:
        line, at = 1, 0
        for found in made.finditer(source):
            line += source.count("\n", at, found.start())
            at = found.start()
            kind = str(found.lastgroup)
            text = found[0]
            if kind == STRING and text[0] in "\"'`":
                text = text[1:-1]
            yield line, kind, text

    return taken_apart


def _python(source: str) -> Iterator[Piece]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NAME:
            yield token.start[0], NAME, token.string
        elif token.type == tokenize.COMMENT:
            yield token.start[0], PROSE, token.string
        elif token.type == tokenize.STRING:
            yield token.start[0], STRING, _value(token.string)


def _value(written: str) -> str:
    """What a string says. The parts of a formatted one stay as they are written, and so do lines that go on."""
    prefix = written[: min(written.find(quote) for quote in "\"'" if quote in written)]
    quotes = 3 if written[len(prefix) :].startswith(('"""', "'''")) else 1
    inside = written[len(prefix) + quotes : -quotes]
    plain = "\n" not in inside and not {"f", "b"} & set(prefix.lower())
    return str(literal_eval(written)) if plain else inside
