"""Where compiled kernels and finished figures are kept between runs. Whatever is kept lies under a digest of the
sources it came from, so that a change of the product can never meet something stale."""

import hashlib
import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

ENVIRONMENT = "PITBOSS_CACHE"
"""The environment variable that moves the folder."""


@cache
def folder() -> Path:
    """The folder, made if need be; one for this user among the temporary files where that cannot be written to."""
    from platformdirs import user_cache_path

    given = os.environ.get(ENVIRONMENT)
    usual = Path(given) if given else user_cache_path("pitboss", appauthor=False)
    for home in (usual, Path(tempfile.gettempdir()) / f"pitboss-{_user()}"):
        with suppress(OSError):
            home.mkdir(parents=True, exist_ok=True, mode=0o700)
            if os.access(home, os.W_OK) and _own(home):
                return home
    return Path(tempfile.mkdtemp(prefix="pitboss-"))


def _own(home: Path) -> bool:
    """Machine code is run as it lies there, so nobody else may have made the folder."""
    return not hasattr(os, "getuid") or home.stat().st_uid == os.getuid()


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
def code_digest() -> str:
    """A digest of everything a figure can depend on: the rulebooks, the cards, the tables, the games, the solver
    and the simulator."""
    home = Path(__file__).parents[1]
    parts = ("rulebook", "cards", "table", "games", "odds", "simulation")
    ends = (".py", ".toml", ".csv")
    return digest_of(file for part in parts for file in (home / part).rglob("*") if file.suffix in ends)


def load(kind: str, key: str) -> bytes | None:
    """What was kept under this key, or None."""
    with suppress(OSError):
        return _place(kind, key).read_bytes()
    return None


def store(kind: str, key: str, content: bytes) -> None:
    """Keeps the content; a reader sees all of it or nothing. A full or read-only disk only costs the next run time."""
    with suppress(OSError):
        write_whole(_place(kind, key), content)


def write_whole(place: Path, content: bytes) -> None:
    """Writes a file so that nobody ever finds half of it; what cannot be written leaves nothing behind."""
    place.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=place.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).replace(place)
    except BaseException:  # an interruption too
        with suppress(OSError):
            Path(name).unlink()
        raise


def _place(kind: str, key: str) -> Path:
    name = hashlib.sha256(f"{code_digest()}\n{key}".encode()).hexdigest()
    return folder() / kind / name[:2] / name
