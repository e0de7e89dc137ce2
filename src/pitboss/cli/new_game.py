"""`pitboss new-game`: the folder of a small game that works, to be changed into another."""

import re
from importlib.resources import files
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pitboss.cli.help_text import helped
from pitboss.cli.screen import GOOD, Trouble, plain, shown, to_copy

LONGEST = 60
FILES = ("book.toml", "game.py")
NEXT = (
    ("check", "prove the declaration: what is missing, what does not fit"),
    ("play", "sit down at a table of it"),
    ("odds", "the exact odds of every wager"),
    ("simulate", "play it many times and compare"),
    ("dossier", "all of it in one document"),
    ("serve", "open a house with a table of it"),
)
_MORE: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "simulate": ((), ("--rounds", "200000")),
    "dossier": ((), ("-o", "dossier.pdf")),
    "serve": (("--game",), ()),
}
"""Command → what stands before and after the folder."""


@helped("new-game")
def new_game(name: str, *, output: Annotated[Path | None, Parameter(name=("--output", "-o"))] = None) -> int:
    title = " ".join(name.split())
    game = _id(title)
    place = output or Path(game)
    _write(place, {"GAME_TITLE": title, "GAME_ID": game, "DOCUMENT": game.upper()})
    print(f"Wrote {' and '.join(shown(place / file) for file in FILES)}: a small game that works. Now change it.\n")
    named = place if len(place.parts) > 1 or place.is_absolute() else f"./{place}"
    lines = [(_command(do, named), why) for do, why in NEXT]
    wide = max(len(command) for command, _ in lines)
    for command, why in lines:
        print(f"  {command:<{wide}}   {why}")
    return GOOD


def _command(do: str, place: Path | str) -> str:
    before, after = _MORE.get(do, ((), ()))
    return to_copy(do, *before, place, *after)


def _id(title: str) -> str:
    """The id of a game of this title, which no other may have."""
    from pitboss.rulebook.folders import documents, games

    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9 '’&-]*", title) or len(title) > LONGEST:
        raise Trouble(
            f"a game cannot be called '{plain(title[: LONGEST + 1])}': a name begins with a letter, has letters, "
            f"digits, spaces, hyphens and apostrophes, and is at most {LONGEST} characters long. Nothing was written"
        )
    made = "-".join(re.findall(r"[a-z0-9]+", re.sub(r"['’]", "", title.lower())))
    if made in games():
        raise Trouble(f"there is already a game '{made}'; call yours otherwise. Nothing was written")
    if made.upper() in documents():
        raise Trouble(
            f"clauses of another game begin with {made.upper()}, and yours would too; call yours otherwise. "
            "Nothing was written"
        )
    return made


def _write(place: Path, words: dict[str, str]) -> None:
    """Both files, or none."""
    home = files("pitboss.rulebook") / "data" / "new_game"
    texts = {}
    for name in FILES:
        text = (home / f"{name}.txt").read_text(encoding="utf-8")
        for old, new in words.items():
            text = text.replace(old, new)
        texts[name] = text
    if place.exists() and (not place.is_dir() or any(place.iterdir())):
        what = "this folder is not empty" if place.is_dir() else "this is a file"
        raise Trouble(f"{shown(place)}: {what}. Nothing was written; choose another place with -o")
    written: list[Path] = []
    try:
        place.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            with (place / name).open("x", encoding="utf-8", newline="\n") as file:
                written.append(place / name)
                file.write(text)
    except OSError as error:
        for path in written:
            path.unlink(missing_ok=True)
        raise Trouble(f"{shown(place)}: cannot be written: {error.strerror or error}. Nothing was written") from None
