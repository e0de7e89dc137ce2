"""What is done to a process of a house of several, inside it: it has a name by which the server knows its connections,
it stops itself with a write in hand, and it has planted faults."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import Any
from unittest.mock import patch

from sqlalchemy import event
from sqlalchemy.pool import Pool

from pitboss.house.live.draft import ChangeDraft
from pitboss.house.live.now import TableChange
from pitboss.house.server import errors
from pitboss.house.server.viewers import Viewer
from pitboss.house.store import leases, migrate
from pitboss.house.store.writer import Writer

HELD, WRITTEN, KEPT = "held", "written", "kept"
"""When a process stops: before the transaction of somebody's act, before its commit, after it and before the answer."""

MOMENT = 0.1
"""Seconds by which a hasty writer is late: whoever else wants the same lines does not wait for long."""
FENCE = "AND process = %s AND epoch = %s "


@contextmanager
def hooked(name: str, when: str, count: int, plant: str) -> Iterator[None]:
    """`count`: the how manieth write of acts of people it is."""
    with ExitStack() as stack:
        if name:
            event.listen(Pool, "connect", partial(_named, name))
            # The store is watched by a trigger of the test, which a house would not stand.
            stack.enter_context(patch.object(migrate, "require_guarded", lambda engine: None))
        if when in (HELD, WRITTEN, KEPT):
            stack.enter_context(_stopping(when, count))
        if plant in PLANTS:
            stack.enter_context(PLANTS[plant]())
        yield


def _named(name: str, connection: Any, _: Any) -> None:
    connection.execute(f"SET application_name = '{name}'")
    connection.commit()


# --- stopping ---------------------------------------------------------------------------------------------------------


def of_people(change: Callable[..., Any]) -> bool:
    """Whether a change that waits for the writer is an act that somebody sent."""
    given = change.args if isinstance(change, partial) else ()
    return any(isinstance(each, TableChange) and each.rows[-1].act_id is not None for each in given)


@contextmanager
def _stopping(when: str, count: int) -> Iterator[None]:
    attempt, say, seen, now = Writer._try, Writer._say, [0], [False]

    def stop(at: str) -> None:
        if now[0] and at == when:
            now[0] = False
            os.kill(os.getpid(), signal.SIGSTOP)

    def attempted(writer: Writer, changes: list[Any]) -> list[Any]:
        if any(map(of_people, changes)):
            seen[0] += 1
            now[0] = seen[0] == count
        stop(HELD)
        return attempt(writer, changes)

    def said(conn: Any, words: str) -> None:
        if words == "COMMIT":
            stop(WRITTEN)
        say(conn, words)
        if words == "COMMIT":
            stop(KEPT)

    with patch.object(Writer, "_try", attempted), patch.object(Writer, "_say", staticmethod(said)):
        yield


# --- planted faults ---------------------------------------------------------------------------------------------------


@contextmanager
def _without_epoch() -> Iterator[None]:
    assert FENCE in leases._INSERT
    free = leases._INSERT.replace(FENCE, "AND %s::text IS NOT NULL AND %s::bigint IS NOT NULL ")
    with patch.object(leases, "_INSERT", free):
        yield


@contextmanager
def _own_clock() -> Iterator[None]:
    real = ChangeDraft.__init__

    def made(draft: ChangeDraft, *given: Any, **more: Any) -> None:
        real(draft, *given, **more)
        draft.at = given[2]

    with patch.object(ChangeDraft, "__init__", made):
        yield


@contextmanager
def _hopeful() -> Iterator[None]:
    say = Writer._say

    def said(conn: Any, words: str) -> None:
        try:
            say(conn, words)
        except Exception:
            if words != "COMMIT":
                raise

    with patch.object(Writer, "_say", staticmethod(said)):
        yield


@contextmanager
def mistaken() -> Iterator[None]:
    """A decoder that fails on what it cannot read."""
    with patch.object(errors, "of_json", lambda error: 1 // 0):
        yield


@contextmanager
def hoarding() -> Iterator[None]:
    """A socket that keeps what it hears."""
    real, kept = Viewer.hear, list[bytes]()

    def hear(viewer: Viewer, text: str | None) -> None:
        kept.append(os.urandom(400_000))
        real(viewer, text)

    with patch.object(Viewer, "hear", hear):
        yield


@contextmanager
def _hasty() -> Iterator[None]:
    """A writer that answers, and commits a moment later."""
    say, tell, late = Writer._say, Writer._tell_loops, list[Any]()

    def said(conn: Any, words: str) -> None:
        if words == "COMMIT":
            late.append(conn)
        else:
            say(conn, words)

    def told(writer: Writer, batch: list[Any], done: list[Any]) -> None:
        tell(writer, batch, done)
        while late:
            time.sleep(MOMENT)
            with suppress(Exception):
                say(late.pop(), "COMMIT")

    with patch.object(Writer, "_say", staticmethod(said)), patch.object(Writer, "_tell_loops", told):
        yield


PLANTS = {
    "hasty": _hasty,
    "epoch": _without_epoch,
    "own-clock": _own_clock,
    "hopeful": _hopeful,
    "mistake": mistaken,
    "hoard": hoarding,
}
