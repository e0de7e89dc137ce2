"""What a worker of a cluster does: it reads an order, works its blocks off and writes an answer. Both are JSON.

A worker knows the built-in games, those of installed packages, and those in the folders that PITBOSS_GAMES names on its
machine. It refuses a task of a game that it does not know, or of which it has another folder."""

import os
import threading
from functools import cache, lru_cache
from pathlib import Path
from time import perf_counter

import msgspec
import numba
import numpy
from msgspec import Struct

from pitboss.odds.cache import digest_of, own_digest
from pitboss.rulebook.edition import Edition, difference
from pitboss.rulebook.folders import BadFolder, bring, games
from pitboss.simulation.blocks import BlockSums, Job, encode, work
from pitboss.version import VERSION

FOLDERS = "PITBOSS_GAMES"
"""The environment variable that names folders of games."""

Block = tuple[int, int]
"""Its number, and how many rounds of it."""


class WorkerOrder(Struct, frozen=True):
    """What a worker is sent. The task stays unread until the versions are known to be the same."""

    versions: dict[str, str]
    task: msgspec.Raw = msgspec.Raw(b"null")
    game: str = ""
    edition: Edition | None = None
    """The folder from which the game is simulated."""


class WorkerTask(Struct, frozen=True):
    job: Job
    blocks: list[Block]


class WorkerAnswer(Struct, frozen=True):
    """What a worker sends back; no results if it is of another version, has another folder of the game or was
    only asked for them."""

    worker: str
    versions: dict[str, str]
    seconds: float = 0.0
    results: list[tuple[int, BlockSums]] = []
    refused: str = ""
    """Why this worker cannot simulate the game."""


@cache
def versions() -> dict[str, str]:
    """Everything that the result of a block may depend on, the folder of the game left out."""
    sources = digest_of(Path(__file__).parent.rglob("*.py"))
    return {
        "pitboss": VERSION,
        "sources": f"{own_digest()[:12]}-{sources[:12]}",
        "numba": numba.__version__,
        "numpy": numpy.__version__,
    }


def perform(order: bytes) -> bytes:
    """Works an order off. It is called by its name, so it must keep its name and its types from version to version:
    that is how a worker of another version can say so."""
    given = msgspec.json.decode(order, type=WorkerOrder)
    refused = _refused(given) if given.versions == versions() and given.game else ""
    if refused or given.versions != versions():
        return encode(WorkerAnswer(_own_address(), versions(), refused=refused))
    task = msgspec.json.decode(given.task, type=WorkerTask | None)
    if task is None:
        return encode(WorkerAnswer(_own_address(), versions()))
    with _warming:
        _warm(encode(task.job))
    start = perf_counter()
    results = [(block, work(task.job, block, rounds)) for block, rounds in task.blocks]
    return encode(WorkerAnswer(_own_address(), versions(), perf_counter() - start, results))


def _refused(order: WorkerOrder) -> str:
    """Why the game of the order cannot be simulated here; nothing where it can."""
    faults = bring_games()
    if order.game not in games():
        unusable = f" ({'; '.join(faults)})" if faults else ""
        return f"does not know the game '{order.game}'{unusable}; install it there, or name its folder in {FOLDERS}"
    other = difference(order.game, order.edition)
    if other is None or not other.refused:
        return ""
    wanted = f"{other.game} {other.here}, and this is {other.game} {other.then}"
    return f"has {wanted}; give it the same folder and start it again"


@cache
def bring_games() -> tuple[str, ...]:
    """Makes the games known whose folders the environment names; what is wrong with the others."""
    faults: list[str] = []
    for path in filter(None, os.environ.get(FOLDERS, "").split(os.pathsep)):
        try:
            if bring(Path(path)) not in games():
                faults.append(f"{path}: there is no such folder")
        except BadFolder as bad:
            faults += [f"{path}: {fault}" for fault in bad.faults]
    return tuple(faults)


_warming = threading.Lock()
"""One thread of a worker compiles and solves; the others wait for it instead of doing the same."""


@lru_cache(maxsize=4)
def _warm(job: bytes) -> None:
    """Compiles and solves by one round, so that the time of a task is the time of its blocks."""
    work(msgspec.json.decode(job, type=Job), 0, 1)


def _own_address() -> str:
    from distributed import get_worker

    try:
        return str(get_worker().address)
    except ValueError:  # not called by a worker
        return ""
