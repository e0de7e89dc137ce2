"""What a worker of a cluster does: it reads an order, works its blocks off and writes an answer. Both are JSON."""

import threading
from functools import lru_cache
from pathlib import Path
from time import perf_counter

import msgspec
import numba
import numpy
from msgspec import Struct

import pitboss
from pitboss.odds.cache import code_digest, digest_of
from pitboss.rulebook.folders import remembered
from pitboss.simulation.blocks import Job, Sums, encode, work

Block = tuple[int, int]
"""Its number, and how many rounds of it."""


class Order(Struct, frozen=True):
    """What a worker is sent. The task stays unread until the versions are known to be the same."""

    versions: dict[str, str]
    task: msgspec.Raw = msgspec.Raw(b"null")


class Task(Struct, frozen=True):
    job: Job
    blocks: list[Block]


class Answer(Struct, frozen=True):
    """What a worker sends back; no results if it is of another version or was only asked for it."""

    worker: str
    versions: dict[str, str]
    seconds: float = 0.0
    results: list[tuple[int, Sums]] = []


@remembered
def versions() -> dict[str, str]:
    """Everything that the result of a block may depend on."""
    sources = digest_of(Path(__file__).parent.rglob("*.py"))
    return {
        "pitboss": pitboss.__version__,
        "sources": f"{code_digest()[:12]}-{sources[:12]}",
        "numba": numba.__version__,
        "numpy": numpy.__version__,
    }


def perform(order: bytes) -> bytes:
    """Works an order off. It is called by its name, so it must keep its name and its types from version to version:
    that is how a worker of another version can say so."""
    given = msgspec.json.decode(order, type=Order)
    task = None if given.versions != versions() else msgspec.json.decode(given.task, type=Task | None)
    if task is None:
        return encode(Answer(_own_address(), versions()))
    with _warming:
        _warm(encode(task.job))
    start = perf_counter()
    results = [(block, work(task.job, block, rounds)) for block, rounds in task.blocks]
    return encode(Answer(_own_address(), versions(), perf_counter() - start, results))


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
