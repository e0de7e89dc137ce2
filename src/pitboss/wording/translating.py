"""What the house says, in another language. Sentences are made in English, from the events and by the rules; here
they are told in another language at the edge, when they go to a reader, and are kept nowhere.

A language is a folder beside this file (`es/`), of TOML files with three tables: `sentences`; `pieces`, which stand
only inside them; and `loose` ones, such as lists, which fit almost anything. A game has what only it says in its own
folder (`languages/es.toml`). A row has the English text with its values in braces, and the same in the other language.
`{who}` is copied. `{~who}` is told in the other language if any row fits it, `{^who}` if it is a sentence. A row with
`{!who}` fits only if that is a sentence or a piece. The row with most words of its own comes first; a capital at the
beginning of a sentence does not matter. What no row fits stays English."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path

from msgspec import Struct

from pitboss.rulebook import folders
from pitboss.rulebook.words import sentence as capital

ENGLISH = "en"
_HERE = Path(__file__).parent
_HOLE = re.compile(r"\{([~!^]?)(\w+)\}")
_SHAPES = {"n": r"[\d,]+", "money": r"\$[\d,]+(?:\.\d+)?", "who": r"[^:;,$\"“]+?", "plain": r"[^:;]+?"}
"""What stands for a value of this name, whatever figure follows the name; for others anything does."""


class _Row(Struct, frozen=True):
    """A text with values: what must be in whatever fits it, how it is read, and what is said for it."""

    needle: str
    reads: re.Pattern[str]
    says: str


@cache
def languages() -> tuple[str, ...]:
    """English, and those that have a folder here."""
    return (ENGLISH, *sorted(each.parent.name for each in _HERE.glob("*/events.toml")))


TABLES = ("sentences", "pieces", "loose")
_LEVEL = {"^": 0, "!": 1, "~": 2}
"""Up to which of the tables a value is looked for, by its mark; a whole text only among the sentences."""


def rows(language: str) -> dict[str, dict[str, str]]:
    """The rows of a language, by their table: what all games share goes before what only one says."""
    found: dict[str, dict[str, str]] = {table: {} for table in TABLES}
    of_games = [folders.folder(game) / "languages" / f"{language}.toml" for game in folders.games()]
    for file in (*filter(Path.is_file, of_games), *sorted((_HERE / language).glob("*.toml"))):
        for table, read in tomllib.loads(file.read_text(encoding="utf-8")).items():
            found[table] |= read
    return found


class Catalogue:
    """The words of one language by the English ones."""

    def __init__(self, tables: Mapping[str, Mapping[str, str]]) -> None:
        whole: dict[str, str] = {}
        self._whole: list[dict[str, str]] = []
        for table in TABLES:
            whole = {**tables[table], **whole}
            self._whole.append(whole)
        self._rows = [tuple(_read(each)) for each in self._whole]
        self._kept = lru_cache(maxsize=4096)(self._found)

    def find(self, text: str) -> str | None:
        """What is said for a whole text; None where it is not known."""
        return self._kept(text, 0)

    def said(self, text: str) -> str:
        """The text in this language, or as it is."""
        return self._kept(text, 0) or text

    def _found(self, text: str, level: int) -> str | None:
        small = text[:1].lower() + text[1:] if level == 0 else text
        whole = self._whole[level]
        if text in whole:
            return whole[text]
        if small in whole:
            return capital(whole[small])
        for row in self._rows[level]:
            if row.needle not in text and row.needle not in small:
                continue
            for begins in dict.fromkeys((text, small)):
                fits = row.reads.fullmatch(begins)
                found = self._filled(row.says, fits.groupdict()) if fits is not None else None
                if found is not None:
                    return capital(found) if text[:1].isupper() else found
        return None

    def _filled(self, says: str, values: Mapping[str, str]) -> str | None:
        """What is said with these values; None where one is not known that must be."""
        missing = False

        def fill(hole: re.Match[str]) -> str:
            nonlocal missing
            how, value = hole[1], values[hole[2]]
            found = self._kept(value, _LEVEL[how]) if how else value
            missing = missing or (how == "!" and found is None)
            return found if found is not None else value

        made = _HOLE.sub(fill, says)
        return None if missing else made


def _read(found: Mapping[str, str]) -> Iterator[_Row]:
    """The rows that have values, those with most words of their own first."""
    for text in sorted((text for text in found if _HOLE.search(text)), key=_own, reverse=True):
        parts = _HOLE.split(text)
        reads = "".join(
            re.escape(part) if at % 3 == 0 else f"(?P<{part}>{_SHAPES.get(part.rstrip('0123456789'), '.+?')})"
            for at, part in enumerate(parts)
            if at % 3 != 1
        )
        yield _Row(max(parts[::3], key=len), re.compile(reads), found[text])


def _own(text: str) -> int:
    return len(_HOLE.sub("", text))


@folders.remembered
def catalogue(language: str) -> Catalogue | None:
    """The words of this language; none for English, and for a language that is not here."""
    return Catalogue(rows(language)) if language in languages() and language != ENGLISH else None


@lru_cache(maxsize=256)
def preferred(said: str) -> str:
    """Of the languages that a browser accepts (`es-MX,es;q=0.9,en;q=0.8`), the one we have that it likes best."""
    best, liked = ENGLISH, 0.0
    for each in said[:200].split(","):
        tag, *more = (part.strip().lower() for part in each.split(";"))
        weight = next((part[2:] for part in more if part.startswith("q=")), "1")
        likes = float(weight) if re.fullmatch(r"[01](\.\d{0,3})?", weight) else 0.0
        if tag.partition("-")[0] in languages() and likes > liked:
            best, liked = tag.partition("-")[0], likes
    return best
