"""Works out the exact figures and charts of every built-in game and packs them into the file that a wheel brings along
(`make figures`). With --check: is the file made from these sources, and is everything in it worked out to the same
again?"""

import argparse
import os
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec

from pitboss.odds import cache, shipped
from pitboss.odds.shipped import Shipped

KINDS = ("odds", "charts")
MOST = 5_000_000
"""Bytes: larger than that it does not belong into a package."""
UNLIKE = ("seconds",)
"""What may differ from run to run: how long it took."""


def figures(games: Iterable[str], say: Callable[[str], None] = print) -> dict[str, Shipped]:
    """Everything that `pitboss odds GAME` and `pitboss strategy GAME` need, worked out now. No figure that this
    computer kept is used; its machine code is."""
    with _nothing_kept() as home:
        for game in games:
            say(f"{game} …")
            _work_out(game)
        return {kind: _gathered(home / kind, cache.DIGESTS[kind]()) for kind in KINDS}


@contextmanager
def _nothing_kept() -> Iterator[Path]:
    """An empty folder in place of the cache."""
    from pitboss.odds.kernels import compiled

    compiled()  # where this process has its machine code is settled before the folder moves
    given, came = os.environ.get(cache.ENVIRONMENT), shipped.FILE
    with tempfile.TemporaryDirectory() as name:
        os.environ[cache.ENVIRONMENT] = name
        shipped.FILE = Path(name) / "none"
        cache.folder.cache_clear()
        try:
            yield Path(name)
        finally:
            shipped.FILE = came
            if given is None:
                del os.environ[cache.ENVIRONMENT]
            else:
                os.environ[cache.ENVIRONMENT] = given
            cache.folder.cache_clear()


def _work_out(game: str) -> None:
    """As people ask for it: the table of every wager, the chart of the best play, the table by the usual submission."""
    with tempfile.TemporaryDirectory() as folder:
        usual = str(Path(folder) / "usual.toml")
        _run("odds", game)
        _run("strategy", game)
        _run("new", game, "-o", usual)
        _run("odds", "--submission", usual)


def _run(*command: str) -> None:
    from pitboss.cli.main import dispatch

    with redirect_stdout(StringIO()), redirect_stderr(StringIO()) as trouble:
        status = dispatch(list(command))
    if status:
        raise SystemExit(f"pitboss {' '.join(command)}: {trouble.getvalue()}")


def _gathered(home: Path, digest: str) -> Shipped:
    place = home / digest[: cache.DIGITS]
    return Shipped(digest, {file.name: shrunk(file.read_bytes()) for file in sorted(place.iterdir())})


def packed(kinds: dict[str, Shipped]) -> bytes:
    """The file with all of it."""
    return msgspec.msgpack.encode(kinds)


def shrunk(content: bytes) -> bytes:
    """One of the things kept, as it lies in the file."""
    return zlib.compress(content, 9)


def differences(one: dict[str, Shipped], two: dict[str, Shipped]) -> list[str]:
    """In what two files differ."""
    found = []
    for kind in KINDS:
        if one[kind].digest != two[kind].digest:
            found.append(f"{kind}: made from other sources")
        names = sorted(one[kind].kept.keys() | two[kind].kept.keys())
        found += [f"{kind} {name}" for name in names if _read(one[kind], name) != _read(two[kind], name)]
    return found


def _read(part: Shipped, name: str) -> Any:
    if name not in part.kept:
        return None
    value = msgspec.json.decode(zlib.decompress(part.kept[name]))
    return {key: one for key, one in value.items() if key not in UNLIKE} if isinstance(value, dict) else value


def stale(file: Path) -> str:
    """Why the file says nothing of these sources; nothing where it does."""
    there = shipped.shipped(file)
    if not there:
        return f"{file}: is missing or damaged"
    old = [kind for kind in KINDS if kind not in there or there[kind].digest != cache.DIGESTS[kind]()]
    return f"{file}: was made from other sources ({', '.join(old)})" if old else ""


def main() -> int:
    from pitboss.rulebook.folders import games

    takes = argparse.ArgumentParser(description=__doc__)
    takes.add_argument("--check", action="store_true", help="work everything out again and compare")
    takes.add_argument("--if-stale", action="store_true", help="do nothing where the file is fresh")
    given = takes.parse_args()
    file = shipped.FILE
    if given.if_stale and not stale(file):
        print(f"{file.name} is fresh")
        return 0
    if given.check and (fault := stale(file)):
        print(f"{fault}; `make figures` makes it", file=sys.stderr)
        return 1
    made = figures(games())
    if given.check:
        found = differences(shipped.shipped(file), made)
        print("\n".join(found) or "every figure in the file was worked out to the same again")
        return 1 if found else 0
    content = packed(made)
    if len(content) > MOST:
        print(f"{len(content):,} bytes are too large for a package; at most {MOST:,}", file=sys.stderr)
        return 1
    cache.write_whole(file, content, mode=0o644)
    print(f"{sum(len(part.kept) for part in made.values())} figures and charts, {len(content):,} bytes: {file.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
