"""Where games come from. Each game is one folder with all that is said of it alone: `book.toml` and `game.py`, and if
it has them clauses, readings, options, a default submission and words. There are those of this package, those of
installed packages (the entry point `pitboss.games` names a package whose folder is the game's), and those that an
operator brings by their path. A folder contains code, so nobody but the operator may name one; a request names a game
that is known.

    games()            the ids, in their order
    bring("my/game")   the id of the game in this folder, from now on known; an id is returned as it is
    broken()           installed games that cannot be used, with all their faults
"""

import hashlib
import re
import sys
import tomllib
from collections.abc import Callable
from functools import _lru_cache_wrapper, cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from threading import RLock
from typing import Any, TypeVar

from msgspec import Struct

GROUP = "pitboss.games"
"""The group of entry points, and the package of our own games."""
BOOK = "book.toml"
OURS = "pitboss"
"""The origin of the games of this package."""
PACKAGES = "pitboss_game_"
"""How the names begin under which folders that were brought are loaded."""
LAST = 1 << 30
"""Games without an order of their own follow those that have one."""
_CACHES = ("__pycache__", "coverage.json", "languages")
"""What is in a folder and no part of the game."""

_Value = TypeVar("_Value")
_memories: "list[_lru_cache_wrapper[Any]]" = []


def remembered(work: Callable[..., _Value]) -> "_lru_cache_wrapper[_Value]":
    """Like `functools.cache`, for what depends on which games are known: it is forgotten when one more is brought."""
    made = cache(work)
    _memories.append(made)
    return made


class Folder(Struct, frozen=True):
    """A game's folder, as far as it must be known before the game is used."""

    game: str
    path: Path
    origin: str
    """`pitboss`, the distribution that brought it, or its path."""
    package: str
    """The name under which its Python is loaded."""
    title: str
    document: str
    """The prefix of its clauses' ids."""
    readings: str
    """The letters before the hyphen in the ids of its own readings; none where it has none."""
    order: int = LAST
    version: int = 1


class BadFolder(ValueError):
    """A folder that is no game; `faults` has all of them, each with its file and line."""

    def __init__(self, path: Path, faults: tuple[str, ...], origin: str = "") -> None:
        super().__init__("\n".join([f"{path} cannot be used as a game:", *(f"  {fault}" for fault in faults)]))
        self.path = path
        self.faults = faults
        self.origin = origin or str(path)


class _Known:
    """The folders that were found, and the installed ones that cannot be used."""

    def __init__(self) -> None:
        self.folders: dict[str, Folder] = {}
        self.broken: list[BadFolder] = []
        self._lock = RLock()
        self._searching = self._searched = False

    def all(self) -> dict[str, Folder]:
        """The folders by the ids of their games. The first who asks searches, and others wait for him."""
        if not self._searched:
            with self._lock:
                if not self._searching:  # a game that is being loaded may ask for itself
                    self._searching = True
                    self._search()
                    self._searched = True
        return self.folders

    def _search(self) -> None:
        for place in sorted(path.parent for path in _home().glob(f"*/{BOOK}")):
            folder = _opened(place, OURS, f"{GROUP}.{place.name}")
            self.folders[folder.game] = folder
        for entry in sorted(entry_points(group=GROUP), key=lambda found: (found.name, found.value)):
            try:
                _admit(_place(entry), _distribution(entry), entry.value)
            except BadFolder as error:
                self.broken.append(error)


_known = _Known()


def _home() -> Path:
    return Path(__file__).parents[1] / "games"


def folders() -> tuple[Folder, ...]:
    """Every game that is known, in the order in which games are told."""
    found = _known.all().values()
    return tuple(sorted(found, key=lambda each: (each.order, each.origin != OURS, each.title, each.game)))


@remembered
def games() -> tuple[str, ...]:
    """The ids of all games that are known, in their order."""
    return tuple(folder.game for folder in folders())


@remembered
def documents() -> dict[str, str]:
    """The rulebook's prefix in clause ids, and the game it governs."""
    return {folder.document: folder.game for folder in folders()}


@remembered
def prefixes() -> dict[str, str]:
    """Whose readings begin with which letters. Those that begin with X are of every game whose text they concern."""
    return {folder.readings: folder.game for folder in folders() if folder.readings}


def broken() -> tuple[BadFolder, ...]:
    """Installed packages that should bring a game and do not."""
    _known.all()
    return tuple(_known.broken)


def found(game: str) -> Folder:
    """The folder of a game that is known."""
    try:
        return _known.all()[game]
    except KeyError:
        raise LookupError(f"no game '{game}'; the games are {', '.join(games())}") from None


# --- bringing a folder ----------------------------------------------------------------------------------------------


def bring(text: str | Path, beside: Path | None = None) -> str:
    """The id of the game that is meant. The path of a folder, as it stands or seen from the folder `beside`, is loaded
    and its game is known from then on; anything else is returned as it is. A folder that is no game raises
    `BadFolder`."""
    if str(text) in _known.all():
        return str(text)
    place = _meant(text, beside or Path())
    if place is None:
        return str(text)
    again = next((folder for folder in _known.all().values() if folder.path == place), None)
    return again.game if again else _admit(place, str(place)).game


def _meant(text: str | Path, beside: Path) -> Path | None:
    """The folder that is meant; None where a word is no path or there is no such folder."""
    try:
        place = (beside / Path(text).expanduser()).resolve()
        named = isinstance(text, Path) or any(mark in text for mark in "/\\") or (place / BOOK).is_file()
        return place if str(text).strip() and named and place.is_dir() else None
    except (OSError, ValueError, RuntimeError):  # nothing that could be the name of a folder
        return None


def release(game: str) -> None:
    """Forgets a game that was brought."""
    folder = _known.folders.pop(game)
    for name in [name for name in sys.modules if name == folder.package or name.startswith(f"{folder.package}.")]:
        del sys.modules[name]
    _forget()


def brought() -> tuple[Path, ...]:
    """The folders that were brought by their path."""
    return tuple(folder.path for folder in _known.all().values() if folder.origin == str(folder.path))


def _admit(place: Path, origin: str, package: str = "") -> Folder:
    """Checks a folder and makes its game known, or raises with everything that is wrong."""
    from pitboss.rulebook.folder_check import faults_in_files
    from pitboss.rulebook.folder_code import faults_in_code

    faults = faults_in_files(place)
    try:
        folder = _opened(place, origin, package)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise BadFolder(place, tuple(faults) or (f"{BOOK}: it cannot be read",), origin) from None
    faults += _clashes(folder)
    if any(folder.game == other.game for other in _known.folders.values()):
        raise BadFolder(place, tuple(faults), origin)
    _known.folders[folder.game] = folder
    _forget()
    faults += faults_in_code(folder)
    try:
        digest(folder.game)  # of the files as they are now that they are read
    except OSError as error:
        faults.append(f"{error.filename}: {error.strerror}")
    if faults:
        release(folder.game)
        raise BadFolder(place, tuple(faults), origin)
    return folder


def _clashes(folder: Folder) -> list[str]:
    """What the folder calls as another does."""
    said = []
    for other in _known.folders.values():
        for what in ("game", "document", "readings"):
            mine = getattr(folder, what)
            if mine and mine == getattr(other, what):
                said.append(f'{BOOK}: {what} = "{mine}" is already that of {other.path}; {folder.path} needs another')
    if folder.readings == "X":
        said.append(f'{BOOK}: readings = "X" is that of the readings which games share; take other letters')
    return said


def _opened(place: Path, origin: str, package: str = "") -> Folder:
    """What the beginning of its book says of a game."""
    said = head((place / BOOK).read_text(encoding="utf-8"))
    game = str(said["game"])
    return Folder(
        game=game,
        path=place,
        origin=origin,
        package=package or f"{PACKAGES}{re.sub(r'[^a-z0-9]', '_', game.lower())}",
        title=str(said["title"]),
        document=str(said["document"]),
        readings=str(said.get("readings", "")),
        order=int(said.get("order", LAST)),
        version=int(said.get("version", 1)),
    )


def head(book: str) -> dict[str, Any]:
    """The keys that stand before the first table of a book, without reading all of it."""
    first = re.search(r"(?m)^\s*\[", book)
    try:
        return tomllib.loads(book[: first.start()] if first else book)
    except tomllib.TOMLDecodeError:  # a line within a list looks like a table
        return tomllib.loads(book)


def _place(entry: EntryPoint) -> Path:
    """The folder of the package that an entry point names."""
    said = _distribution(entry)
    try:
        spec = find_spec(entry.value)
    except Exception as error:
        raise BadFolder(Path(entry.value), (f"the package '{entry.value}' cannot be found: {error}",), said) from error
    if spec is None or not spec.submodule_search_locations:
        raise BadFolder(Path(entry.value), (f"there is no package '{entry.value}'",), said)
    return Path(next(iter(spec.submodule_search_locations))).resolve()


def _distribution(entry: EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value


def _forget() -> None:
    for memory in _memories:
        memory.cache_clear()


# --- what stands in a folder ----------------------------------------------------------------------------------------


def folder(game: str) -> Path:
    """The folder of this game."""
    return found(game).path


def text(game: str, name: str) -> str:
    """What stands in one file of the game; nothing where it has no such file."""
    file = folder(game) / name
    return file.read_text(encoding="utf-8") if file.is_file() else ""


@remembered
def data(game: str, name: str) -> dict[str, Any]:
    """A TOML file of the game, to be read and not changed; empty where it has no such file."""
    return tomllib.loads(text(game, name))


def version(game: str) -> int:
    """Which version of itself the game says it is."""
    return found(game).version


@remembered
def digest(game: str) -> str:
    """A fingerprint of everything in the folder but what is made from it, and its words in other languages."""
    home, said = folder(game), hashlib.sha256()
    for file in sorted(home.rglob("*"), key=lambda path: path.relative_to(home).as_posix()):
        parts = file.relative_to(home).parts
        if file.is_file() and not any(part in _CACHES or part.startswith(".") for part in parts):
            content = file.read_bytes()
            said.update(f"{'/'.join(parts)} {len(content)}\n".encode() + content)
    return said.hexdigest()[:16]
