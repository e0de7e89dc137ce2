"""What lies in the folder of things kept between runs, and how it is cleared. Only what has the form of something kept
is counted or touched: whoever named the folder may keep things of his own in it."""

import re
import shutil
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from pitboss.odds import cache
from pitboss.odds.cache import DIGITS, kernel_digest

_DIGEST = rf"[0-9a-f]{{{DIGITS}}}"
_FIGURES = re.compile(rf"{_DIGEST}|[0-9a-f]{{2}}")
"""A folder for each version; earlier versions had one for each beginning of a name."""


class CacheKind(Struct, frozen=True):
    """One sort of things that are kept, in a folder of its own."""

    name: str
    title: str
    form: re.Pattern[str]
    """The name of everything in the folder that is ours."""
    digest: Callable[[], str] | None
    """With what the names of this version begin; None where the version cannot be told."""


KINDS = (
    CacheKind("odds", "exact figures", _FIGURES, cache.DIGESTS["odds"]),
    CacheKind("charts", "charts", _FIGURES, cache.DIGESTS["charts"]),
    CacheKind("strategies", "costs of written strategies", _FIGURES, cache.DIGESTS["strategies"]),
    CacheKind("kernels", "machine code", re.compile(rf"{_DIGEST}-.+"), kernel_digest),
    CacheKind("campaign", "finished runs of make proof-simulation", _FIGURES, cache.DIGESTS["campaign"]),
    CacheKind("simulations", "interrupted simulations", re.compile(rf"{_DIGEST}\.json|tmp\w+"), None),
)
RUNS = ("campaign", "simulations")
"""Rounds that were played, perhaps for hours; everything else is worked out again in seconds or minutes."""


class Amount(Struct, frozen=True):
    """How much there is."""

    files: int = 0
    size: int = 0
    """In bytes."""

    def __add__(self, other: "Amount") -> "Amount":
        return Amount(self.files + other.files, self.size + other.size)


class CachePart(Struct, frozen=True):
    """What is kept of one kind."""

    kind: CacheKind
    all: Amount
    old: Amount
    """What other versions left; this one never looks at it."""


def held() -> list[CachePart]:
    """What is kept, kind by kind."""
    found = []
    for kind in KINDS:
        places = [(_amount(place), _is_old(kind, place)) for place in _places(kind)]
        total, old = (sum((a for a, other in places if other or every), Amount()) for every in (True, False))
        found.append(CachePart(kind, total, old))
    return found


def clear(kinds: Collection[str], *, old: bool = False) -> Amount:
    """Removes what is kept of these kinds, or only what other versions left; says how much it was. What cannot be
    removed raises an error that names it."""
    gone = Amount()
    for kind in KINDS:
        for place in _places(kind):
            if kind.name not in kinds or (old and not _is_old(kind, place)):
                continue
            amount = _amount(place)
            if place.is_dir():
                shutil.rmtree(place)
            else:
                place.unlink(missing_ok=True)
            gone += amount
    return gone


def _places(kind: CacheKind) -> Iterator[Path]:
    home = cache.folder() / kind.name
    if home.is_dir():
        yield from (place for place in sorted(home.iterdir()) if kind.form.fullmatch(place.name))


def _is_old(kind: CacheKind, place: Path) -> bool:
    return kind.digest is not None and not place.name.startswith(kind.digest()[:DIGITS])


def _amount(place: Path) -> Amount:
    """Files that go away while they are counted are not."""
    found = Amount()
    for file in place.rglob("*") if place.is_dir() else (place,):
        with suppress(OSError):
            if file.is_file():
                found += Amount(1, file.stat().st_size)
    return found
