"""Runs the blocks of a simulation on this machine or on a cluster, keeps what was done, and goes on with it."""

import functools
import os
from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import Protocol

import msgspec
from msgspec import Struct

from pitboss.odds import cache
from pitboss.rulebook.edition import Edition, difference, edition
from pitboss.simulation.blocks import BLOCK, BlockSums, Job, blocks_of, encode, nothing, tools, work

Progress = Callable[[BlockSums], None]
KEEP_AFTER = 256
"""Blocks after which the state is written down."""


@functools.cache
def code() -> str:
    """A digest of everything in this package that a round can depend on: the solver with all below it, and the
    simulation. A game that stands elsewhere is known by its edition."""
    return cache.digest_of(Path(__file__).parent.rglob("*.py"))[:32] + cache.own_digest()[:32]


class KeptRun(Struct, forbid_unknown_fields=True):
    """What a simulation has done so far, as it is written down."""

    code: str
    """The digest of the sources: another version's rounds are not gone on with."""
    job: Job
    done: list[int]
    """Finished whole blocks."""
    sums: BlockSums
    seconds: float = 0.0
    """What they took, all pauses left out."""
    edition: Edition | None = None
    """The folder of the game; runs of before have none."""


class CannotResume(ValueError):
    """There is nothing to go on with, or it belongs to something else."""


class Workers(Protocol):
    """Somebody who works blocks off; results come in any order."""

    def results(self, job: Job, blocks: list[tuple[int, int]]) -> Generator[tuple[int, BlockSums], None, None]: ...


class Threads:
    """The cores of this machine: the kernels release the interpreter."""

    def __init__(self, count: int = 0) -> None:
        self.count = count or os.cpu_count() or 1

    def results(self, job: Job, blocks: list[tuple[int, int]]) -> Generator[tuple[int, BlockSums], None, None]:
        tools(job)  # once, before the threads ask for them
        waiting = iter(blocks)
        with ThreadPoolExecutor(self.count) as pool:
            running: dict[Future[BlockSums], int] = {}
            try:
                while True:
                    while len(running) < 2 * self.count and (block := next(waiting, None)) is not None:
                        running[pool.submit(work, job, *block)] = block[0]
                    if not running:
                        return
                    wait(running, return_when=FIRST_COMPLETED)
                    # In the order in which they were begun: what one thread was interrupted at has no gaps.
                    for future in [future for future in running if future.done()]:
                        yield running.pop(future), future.result()
            finally:
                for future in running:
                    future.cancel()


def run(
    job: Job,
    rounds: int,
    workers: Workers,
    *,
    kept: KeptRun | None = None,
    keep: Callable[[KeptRun], None] = lambda _: None,
    progress: Progress = lambda _: None,
) -> BlockSums:
    """All rounds. `keep` is given the state of the work now and then and at the end, also of an interrupted run; what
    is in `kept` already is not done again. A block that is not whole is never kept, for it would not fit a longer
    run."""
    begun = perf_counter() - (kept.seconds if kept else 0.0)
    state = kept or begun_now(job)
    done = set(state.done)
    wanted = [block for block in blocks_of(rounds) if block[0] not in done]
    whole_blocks = rounds // BLOCK
    if extra := {block for block in done if block >= whole_blocks}:
        raise CannotResume(f"{len(done):,} blocks are done already, {len(extra):,} more than {rounds:,} rounds need")
    total = _copy(state.sums)
    whole: list[tuple[int, BlockSums]] = []
    try:
        with closing(workers.results(job, wanted)) as results:  # a cluster's connection ends with the work
            for block, sums in results:
                if block < whole_blocks:
                    whole.append((block, sums))
                total.add(sums)
                progress(total)
                if len(whole) >= KEEP_AFTER:
                    state, whole = _with(state, whole, perf_counter() - begun), []
                    keep(state)
    finally:
        keep(_with(state, whole, perf_counter() - begun))
    total.in_order()
    return total


def begun_now(job: Job) -> KeptRun:
    """A simulation of which nothing is done yet."""
    return KeptRun(code(), job, [], nothing(job.seats, len(tools(job).fast.columns)), edition=edition(job.terms.game))


def _with(state: KeptRun, whole: list[tuple[int, BlockSums]], seconds: float) -> KeptRun:
    """The state with further blocks, as a new record: an interruption in the middle of the sum spoils nothing."""
    sums = _copy(state.sums)
    for _, more in whole:
        sums.add(more)
    done = state.done + [block for block, _ in whole]
    return KeptRun(state.code, state.job, done, sums, seconds, state.edition)


def _copy(sums: BlockSums) -> BlockSums:
    return msgspec.json.decode(encode(sums), type=BlockSums)


# --- what was done, on disk -----------------------------------------------------------------------------------------


def place_of(job: Job) -> Path:
    """Where an interrupted simulation of this job is written down."""
    import hashlib

    name = hashlib.sha256(encode(job)).hexdigest()[:24]
    return cache.folder() / "simulations" / f"{name}.json"


def write(kept: KeptRun, place: Path) -> None:
    """All of it or nothing."""
    cache.write_whole(place, encode(kept))


def read(place: Path, job: Job) -> KeptRun:
    """What was done of this job; refuses what another version or another job wrote."""
    try:
        kept = msgspec.json.decode(place.read_bytes(), type=KeptRun)
    except FileNotFoundError:
        raise CannotResume("there is no interrupted run of this simulation; start it without --resume") from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise CannotResume(f"{place} is damaged; start anew without --resume") from None
    other = difference(job.terms.game, kept.edition) if kept.job.terms.game == job.terms.game else None
    if other is not None and other.refused:
        raise CannotResume(f"the interrupted run was made with {other}; start anew without --resume")
    if kept.code != code():
        raise CannotResume("the interrupted run was made by another version of pitboss; start anew without --resume")
    if kept.job != job:
        raise CannotResume("the interrupted run has other terms, seats, strategy or seed; start anew without --resume")
    return kept
