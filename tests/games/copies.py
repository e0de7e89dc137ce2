"""Copies of a game's folder under other names, as somebody outside this package would bring a game of his own."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pitboss.rulebook.folders import folder, games, release

ID, DOCUMENT, LETTERS = "tiger-poker", "ZZ-TIGER", "ZT"


def copy_of(game: str, place: Path, names: dict[str, str]) -> Path:
    """The folder of this game at another place, with these words instead of others in every file."""
    shutil.copytree(folder(game), place, ignore=shutil.ignore_patterns("__pycache__", "coverage.json"))
    for file in [each for each in place.rglob("*") if each.is_file()]:
        text = file.read_text(encoding="utf-8")
        for old, new in names.items():
            text = re.sub(old, new, text)
        file.write_text(text, encoding="utf-8")
    return place


def tiger(place: Path, game: str = ID, document: str = DOCUMENT, letters: str = LETTERS) -> Path:
    """Dragon Poker under another name."""
    names = {"dragon-poker": game, "MD-DRAGON": document, r'readings = "D"': f'readings = "{letters}"'}
    names |= {r"from pitboss\.games\.dragon_poker\.": "from ."}
    names |= {r"\bD-(\d\d)\b": rf"{letters}-\1", "Dragon Poker": "Tiger Poker", "order = 1\n": ""}
    return copy_of("dragon-poker", place, names)


def change(file: Path, old: str, new: str) -> int:
    """Puts other words into a file; the line on which they stand."""
    text = file.read_text(encoding="utf-8")
    assert text.count(old) >= 1, old
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


@contextmanager
def forgotten_afterwards() -> Iterator[None]:
    """Games that are brought meanwhile are not known any more afterwards."""
    before = games()
    try:
        yield
    finally:
        for game in set(games()) - set(before):
            release(game)
