"""The first figures: exact figures and charts of the built-in games that come with the package, so that a fresh
installation shows them at once. They lie in one file that `make figures` writes when a wheel is built. It says from
which sources it was made; where those that are installed differ in a single character, it is left alone, and everything
is worked out as it would be without it."""

import zlib
from contextlib import suppress
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

FILE = Path(__file__).parent / "first_figures.bin"


class Shipped(Struct, frozen=True):
    """What was kept of one kind, by the digest of the sources it came from."""

    digest: str
    kept: dict[str, bytes]
    """The name in the cache → what lies there, packed."""


@cache
def shipped(file: Path) -> dict[str, Shipped]:
    """What the file has; nothing where it is missing or damaged."""
    with suppress(OSError, msgspec.DecodeError):
        return msgspec.msgpack.decode(file.read_bytes(), type=dict[str, Shipped])
    return {}


def found(kind: str, digest: str, name: str) -> bytes | None:
    """What came with the package under this name, if it was made from these sources."""
    part = shipped(FILE).get(kind)
    if part is None or part.digest != digest or name not in part.kept:
        return None
    with suppress(zlib.error):
        return zlib.decompress(part.kept[name])
    return None
