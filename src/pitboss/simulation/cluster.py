"""The same blocks on many machines: a Dask cluster. A block's result depends on its number alone, so it does not matter
which worker counts it, nor that a lost worker's blocks are counted again by another: each is added once, here.

    dask scheduler                          on one machine
    dask worker tcp://that-machine:8786     on every machine that works

What travels is text: the JSON of a job and of results. Anybody who can reach a Dask scheduler can run code on its
workers, so they belong on a network that is trusted."""

import logging
import socket
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from importlib import import_module
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlsplit

import msgspec

from pitboss.rulebook.edition import edition
from pitboss.simulation.blocks import BlockSums, Job, encode
from pitboss.simulation.cluster_task import Block, WorkerAnswer, WorkerOrder, WorkerTask, perform, versions
from pitboss.version import VERSION

CONNECT = 5.0
"""Seconds in which a scheduler has to answer."""
INSPECT = 20.0
"""Seconds in which the workers have to say their versions before the work starts without waiting for the rest."""
TASK = 4.0
"""Seconds that a task should take: long beside the cost of sending it, short beside the loss when its worker dies."""
MOST = 256
"""Blocks in a task at most, so that no answer grows without bounds."""
AHEAD = 2
"""Tasks under way for each thread of the cluster: one that works and one that is next."""
TICK = 1.0
"""Seconds after which the workers are counted again."""
FETCH = 60.0
"""Seconds for fetching one answer; one that was lost with its worker is worked again meanwhile."""

GREETING = 1 << 20
"""The first message of a scheduler is shorter than this, in bytes."""
NOT_DASK = "somebody listens there, but not as a Dask scheduler does"


class ClusterTrouble(ValueError):
    """The cluster cannot be used, or can no longer be."""


CALL = f"__import__('importlib').import_module({perform.__module__!r}).{perform.__name__}(order)"
"""Workers are sent this instead of the function itself: one that cannot load pitboss would die of the function, but can
say what is wrong with this."""


def _submit(client: Any, order: WorkerOrder, **where: Any) -> Any:
    return client.submit(eval, CALL, {"order": encode(order)}, pure=False, **where)


def _say(message: str) -> None:
    print(message, file=sys.stderr)


class Cluster:
    """The workers of a Dask cluster. They may come and go while they work; without any, it waits for `patience`
    seconds."""

    def __init__(self, address: str, *, patience: float = 60.0, say: Callable[[str], None] = _say) -> None:
        _dask()
        _probe(address)
        self.address, self.patience, self.say = address, patience, say

    def results(self, job: Job, blocks: list[Block]) -> Generator[tuple[int, BlockSums], None, None]:
        with _connected(self.address) as client:
            self._inspect(client, job.terms.game)
            yield from self._results(client, job, deque(blocks))

    def _results(self, client: Any, job: Job, waiting: deque[Block]) -> Generator[tuple[int, BlockSums], None, None]:
        running: dict[Any, list[Block]] = {}
        pace = 0.0
        threads, counted = 0, -TICK
        try:
            while waiting or running:
                if monotonic() - counted >= TICK:
                    threads, counted = sum(self._workers(client).values()), monotonic()
                while waiting and len(running) < AHEAD * threads:
                    size = task_size(pace, len(waiting), threads)
                    part = [waiting.popleft() for _ in range(size)]
                    running[_submit(client, order_for(job, part))] = part
                for future in self._finished(client, list(running)):
                    if (answer := self._answer(future)) is None:
                        continue
                    part = running.pop(future)
                    if [block for block, _ in answer.results] != [block for block, _ in part]:
                        raise ClusterTrouble(f"{_named(answer.worker)} answered for other blocks than it was given")
                    latest = answer.seconds / len(part)
                    pace = (pace + latest) / 2 if pace else latest
                    yield from answer.results
        finally:
            with suppress(Exception):  # the connection may be what was lost
                client.cancel(list(running))

    def _workers(self, client: Any) -> dict[str, int]:
        """The threads of each worker. Waits while there are none."""
        start, told = monotonic(), False
        while True:
            try:
                found: dict[str, int] = client.nthreads() if client.status == "running" else {}
            except (OSError, AttributeError):  # it closes itself when the scheduler is gone
                raise self._lost() from None
            if client.status != "running":
                raise self._lost()
            if found:
                return found
            if monotonic() - start >= self.patience:
                raise ClusterTrouble(
                    f"no worker came to the cluster at {self.address} within {self.patience:g} seconds; "
                    f"start some with: dask worker {self.address}"
                )
            if not told:
                self.say(f"no worker at {self.address}; waiting. Start one with: dask worker {self.address}")
                told = True
            sleep(min(0.2, self.patience))

    def _inspect(self, client: Any, game: str) -> None:
        """Refuses a cluster with a worker of another version or another folder of the game, before any work.
        A worker that is too busy to say is asked again by its first task, as is one that comes later."""
        asked_for = WorkerOrder(versions(), game=game, edition=edition(game))
        asked = {worker: _submit(client, asked_for, workers=[worker]) for worker in self._workers(client)}
        end = monotonic() + INSPECT
        try:
            while asked and monotonic() < end:
                for worker in [worker for worker, future in asked.items() if future.done()]:
                    if self._answer(asked[worker], worker):
                        del asked[worker]
                sleep(0.02)
        finally:
            with suppress(Exception):
                client.cancel(list(asked.values()))

    def _finished(self, client: Any, futures: list[Any]) -> list[Any]:
        try:
            with client.as_current():
                return list(_dask().wait(futures, timeout=TICK, return_when="FIRST_COMPLETED").done)
        except TimeoutError:
            return []
        except CancelledError:
            raise self._lost() from None

    def _answer(self, future: Any, worker: str = "") -> WorkerAnswer | None:
        """What the worker found, or None if that was lost with the worker: then another will find it."""
        try:
            answer = msgspec.json.decode(future.result(timeout=FETCH), type=WorkerAnswer)
        except TimeoutError:
            return None
        except CancelledError:
            raise self._lost() from None
        except _dask().KilledWorker as error:
            raise ClusterTrouble(
                f"several workers died one after the other over the same blocks ({error.last_worker} was the last); "
                f"look at what they wrote"
            ) from None
        except (ImportError, AttributeError) as error:  # it does not find `perform`
            raise ClusterTrouble(
                f"{_named(worker)} has no pitboss or another version of it ({error}); "
                f"install pitboss {VERSION} with pip install 'pitboss[cluster]' there and start it again"
            ) from None
        except Exception as error:
            raise ClusterTrouble(f"{_named(worker)} failed: {type(error).__name__}: {error}") from error
        if answer.versions != versions():
            raise ClusterTrouble(
                f"{_named(answer.worker or worker)} is of another version: {_differences(answer.versions)}; "
                f"install the same version everywhere and start it again"
            )
        if answer.refused:
            raise ClusterTrouble(f"{_named(answer.worker or worker)} {answer.refused}")
        return answer

    def _lost(self) -> ClusterTrouble:
        return ClusterTrouble(f"the connection to the cluster at {self.address} was lost; is its scheduler running?")


def order_for(job: Job, part: list[Block]) -> WorkerOrder:
    """These blocks of the job, with everything that a worker must have in common with this process."""
    game = job.terms.game
    return WorkerOrder(versions(), msgspec.Raw(encode(WorkerTask(job, part))), game, edition(game))


def task_size(pace: float, waiting: int, threads: int) -> int:
    """How many blocks to put into a task, at `pace` seconds a block (0: not known yet). Towards the end tasks become
    smaller, so that no thread stands idle while another has many left."""
    wanted = min(MOST, int(TASK / pace)) if pace else 1
    share = -(-waiting // (AHEAD * threads))
    return max(1, min(wanted, share))


def _named(worker: str) -> str:
    return f"the worker {worker}" if worker else "a worker"


def _differences(theirs: dict[str, str]) -> str:
    """Both versions: that of pitboss always, of the rest what differs."""
    ours = versions()
    names = [name for name in ours if name == "pitboss" or theirs.get(name) != ours[name]]

    def told(side: dict[str, str]) -> str:
        return ", ".join(f"{name} {side.get(name, 'unknown')}" for name in names)

    return f"{told(theirs)} there, {told(ours)} here"


def _dask() -> Any:
    """Dask, loaded when it is first needed."""
    try:
        return import_module("distributed")
    except ImportError:
        raise ClusterTrouble("a cluster needs Dask, which is not installed: pip install 'pitboss[cluster]'") from None


def _probe(address: str) -> None:
    """Says at once if nobody listens, where Dask would try again and again, or if it is somebody else, for whose answer
    it would wait for ever."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host or not port or address not in (f"tcp://{host}:{port}", f"tcp://[{host}]:{port}"):
        raise ClusterTrouble(f"'{address}' is no address of a cluster; one looks like tcp://127.0.0.1:8786")
    try:
        with socket.create_connection((host, port), CONNECT) as line:
            greeting = _greeting(line)
    except OSError as error:
        raise _unreachable(address, str(error.strerror or error)) from None
    if not 0 < greeting < GREETING:
        raise _unreachable(address, NOT_DASK)


def _greeting(line: socket.socket) -> int:
    """A Dask scheduler speaks first; every message begins with its length in eight bytes. 0: nothing came."""
    with suppress(TimeoutError):
        return int.from_bytes(line.recv(8, socket.MSG_WAITALL), "little")
    return 0


def _unreachable(address: str, reason: str) -> ClusterTrouble:
    return ClusterTrouble(
        f"no cluster answers at {address} ({reason}); start one with: dask scheduler, "
        f"and on every machine that works: dask worker {address}"
    )


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    """A client, closed in the end whatever happens."""
    dask = _dask()
    with _quiet():
        try:
            client = dask.Client(address, timeout=CONNECT, set_as_default=False)
        except (OSError, ValueError):
            raise _unreachable(address, NOT_DASK) from None
        try:
            yield client
        finally:
            with suppress(Exception):
                client.close(timeout=CONNECT)


@contextmanager
def _quiet() -> Iterator[None]:
    """Dask writes to the terminal what this module says in a sentence."""
    loggers = [logging.getLogger(f"distributed{name}") for name in ("", ".client", ".gc")]
    before = [logger.level for logger in loggers]
    try:
        for logger in loggers:
            logger.setLevel(logging.CRITICAL + 1)
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)
