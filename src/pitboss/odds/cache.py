"""Where compiled kernels and finished figures are kept between runs. Whatever is kept lies under a digest of the
sources it came from, so that a change of the product can never meet something stale."""

import errno
import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

from pitboss.odds import shipped, sources
from pitboss.rulebook.folders import OURS, digest, folders, remembered

ENVIRONMENT = "PITBOSS_CACHE"
"""The environment variable that moves the folder."""
DIGITS = 24
"""Of a digest, in the name of a folder."""


@cache
def folder() -> Path:
    """The folder, made if need be. One that somebody named must be usable. Where the usual one is not, this user's own
    among the temporary files is taken, which is said."""
    from platformdirs import user_cache_path

    if given := os.environ.get(ENVIRONMENT):
        if fault := _fault(Path(given)):
            told = f"cannot be used as {ENVIRONMENT}: {fault}; name another folder, or none for the usual one"
            raise OSError(errno.EACCES, told, given)
        return Path(given)
    usual = user_cache_path("pitboss", appauthor=False)
    if not (fault := _fault(usual)):
        return usual
    home = Path(tempfile.gettempdir()) / f"pitboss-{_user()}"
    if _fault(home):
        home = Path(tempfile.mkdtemp(prefix="pitboss-"))
    with suppress(OSError, ValueError, AttributeError):  # nobody may be there to read it
        print(
            f"pitboss: {usual}: {fault}; what is worked out is kept in {home} instead. "
            f"{ENVIRONMENT} names another folder",
            file=sys.stderr,
        )
    return home


def _fault(home: Path) -> str:
    """Why nothing can be kept in this folder, if so. Machine code is run as it lies there, so nobody else may have made
    it."""
    try:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        if hasattr(os, "getuid") and home.stat().st_uid != os.getuid():
            return "the folder belongs to somebody else"
        with tempfile.TemporaryFile(dir=home):
            return ""
    except OSError as error:
        return error.strerror or str(error)


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")


def digest_of(files: Iterable[Path]) -> str:
    """A digest of the names and contents of some files."""
    found = hashlib.sha256()
    for file in sorted(files):
        content = file.read_bytes()
        found.update(f"{file.name} {len(content)}\n".encode())
        found.update(content)
    return found.hexdigest()


@cache
def own_digest() -> str:
    """A digest of everything in this package that a figure can depend on: the rulebooks, the cards, the tables, the
    games, the solver and the simulator."""
    home = Path(__file__).parents[1]
    parts = ("rulebook", "cards", "table", "games", "odds", "simulation")
    ends = (".py", ".toml", ".csv")
    return digest_of(file for part in parts for file in (home / part).rglob("*") if file.suffix in ends)


@remembered
def code_digest() -> str:
    """A digest of everything a result can depend on: this package, and the games that stand elsewhere."""
    return _with_brought(own_digest())


@remembered
def figures_digest() -> str:
    """A digest of what exact figures depend on."""
    return _with_brought(digest_of(sources.figures()))


@remembered
def charts_digest() -> str:
    """A digest of what charts depend on."""
    return _with_brought(digest_of(sources.charts()))


@remembered
def strategies_digest() -> str:
    """A digest of what the costs of written strategies depend on."""
    return _with_brought(digest_of(sources.strategies()))


def _with_brought(own: str) -> str:
    """With the games that stand elsewhere."""
    others = [f"{each.game} {digest(each.game)}" for each in folders() if each.origin != OURS]
    return hashlib.sha256("\n".join([own, *others]).encode()).hexdigest() if others else own


@cache
def kernel_digest() -> str:
    """A digest of every kernel's source."""
    return digest_of((Path(__file__).parent / "kernels").glob("*.py"))


DIGESTS: dict[str, Callable[[], str]] = {
    "odds": figures_digest,
    "charts": charts_digest,
    "campaign": code_digest,
    "strategies": strategies_digest,
}
"""Of each kind of result, the sources that it comes from."""


def load(kind: str, key: str) -> bytes | None:
    """What was kept under this key, or came with the package, or None."""
    place = _place(kind, key)
    with suppress(OSError):
        return place.read_bytes()
    return shipped.found(kind, DIGESTS[kind](), place.name)


def store(kind: str, key: str, content: bytes) -> None:
    """Keeps the content; a reader sees all of it or nothing. A full or read-only disk only costs the next run time."""
    place = _place(kind, key)
    with suppress(OSError):
        write_whole(place, content)


def write_whole(place: Path, content: bytes, mode: int = 0o600) -> None:
    """Writes a file so that nobody ever finds half of it; what cannot be written leaves nothing behind. `mode`: who may
    read and write it."""
    place.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=place.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).chmod(mode)
        Path(name).replace(place)
    except BaseException:  # an interruption too
        with suppress(OSError):
            Path(name).unlink()
        raise


def _place(kind: str, key: str) -> Path:
    """Each version of what a result depends on has a folder of its own, so that `cache_contents` can tell what another
    version left."""
    return folder() / kind / DIGESTS[kind]()[:DIGITS] / hashlib.sha256(key.encode()).hexdigest()
