"""An audit in a process of its own, beside a house that runs: it takes none of the house's time, and its memory comes
back when it ends. There is one at a time. It ends with the house, however that ends: it listens at its standard input,
through which it was asked, and which is closed when nobody waits for it any more."""

import asyncio
import os
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Literal

import msgspec
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from pitboss.house.archive.joining import verify_store
from pitboss.house.audit.findings import Finding
from pitboss.house.store.addresses import StoreError
from pitboss.house.store.opening import open_store, reason
from pitboss.house.store.writer import StoreTrouble
from pitboss.rulebook.folders import bring, brought
from pitboss.table.refusals import refuse

COMMAND = (sys.executable, "-P", "-m", "pitboss.house.audit.auditor")
ROOT = str(Path(__file__).parents[3])
LATER = 10
"""So much less urgent than the house is the audit."""


Asked = Literal["verify", "hold", "review"]


class Question(Struct, frozen=True):
    """The address of the store may have a password in it: it is asked through a pipe, where nobody else reads."""

    database: str
    public_key: str
    checkpoints_file: str | None
    archive: str | None = None
    """The folder with archived rows, where the house has one."""
    games: list[str] = []
    """The folders of games that the house was given; the others every process knows."""
    what: Asked = "verify"
    """`hold`: what every wager brought beside what it was to bring. `review`: the decisions of players."""
    patron: str | None = None
    """Of a review: only this player."""
    since: int | None = None
    """Of what wagers brought: only rounds opened then or later, in milliseconds since 1970."""


class Answer(Struct, frozen=True):
    """What was found, or the trouble with the store that kept one from looking."""

    found: list[Finding] = []
    notes: list[str] = []
    total: int = 0
    chains: int = 0
    rows: int = 0
    rounds: int = 0
    trouble: str = ""


def question(
    database: str,
    public_key: str,
    checkpoints_file: Path | None,
    archive: Path | None,
    what: Asked = "verify",
    patron: str | None = None,
    since: int | None = None,
) -> Question:
    """A question about the store of this house."""
    kept, old = (str(path) if path is not None else None for path in (checkpoints_file, archive))
    return Question(database, public_key, kept, old, [str(folder) for folder in brought()], what, patron, since)


# --- in the house -----------------------------------------------------------------------------------------------------


class Auditor:
    """Asks a process, and ends it when the house closes."""

    def __init__(self) -> None:
        self._door = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._runs: Asked | None = None
        self._stopped = False

    async def verify(
        self, database: str, public_key: str, checkpoints_file: Path | None, archive: Path | None = None
    ) -> Answer:
        """Everything that is wrong with the store of a running house."""
        said = await self.ask(question(database, public_key, checkpoints_file, archive))
        answer = msgspec.json.decode(said, type=Answer)
        if answer.trouble:
            raise StoreTrouble(answer.trouble)
        return answer

    async def ask(self, asked: Question) -> bytes:
        """What the process answers."""
        if self._runs is not None:
            busy = (
                "decisions of players are being reviewed for somebody else"
                if self._runs == "review"
                else "what wagers brought is being looked at for somebody else"
                if self._runs == "hold"
                else "somebody else is verifying the trail"
            )
            raise refuse("busy", busy, allowed="try again later")
        self._runs = asked.what
        asking = asyncio.get_running_loop().run_in_executor(None, self._ask, msgspec.json.encode(asked) + b"\n")
        try:
            said = await asyncio.shield(asking)
        except asyncio.CancelledError:
            self._end()
            raise
        if self._stopped:
            raise refuse("closing", "the house is closing", allowed="try again later")
        if not said:
            raise RuntimeError("the process of an audit ended without an answer")
        return said

    def stop(self) -> None:
        """Ends the process that audits, without waiting for its answer."""
        self._stopped = True
        self._end()

    def _end(self) -> None:
        with self._door:
            if self._process is not None:
                self._process.kill()

    def _ask(self, question: bytes) -> bytes:
        """In a thread, which waits."""
        try:
            with self._door:
                if self._stopped:
                    return b""
                self._process = _started()
            with self._process as process:
                assert process.stdin is not None and process.stdout is not None
                with suppress(BrokenPipeError):  # it has ended already
                    process.stdin.write(question)
                return process.stdout.read()
        finally:
            with self._door:
                self._process = self._runs = None


def _started() -> subprocess.Popen[bytes]:
    """The same program as this one, and none that a Ctrl-C at the terminal would reach before us."""
    path = os.pathsep.join([ROOT, *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.Popen(
        COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
        start_new_session=True,
        env=os.environ | {"PYTHONPATH": path},
    )


# --- in the process ---------------------------------------------------------------------------------------------------


def answer(question: Question) -> Struct:
    """What was found, or `Answer` with the trouble that there was."""
    kept = Path(question.checkpoints_file) if question.checkpoints_file is not None else None
    for folder in question.games:
        bring(Path(folder))
    try:
        engine = open_store(question.database, make=False, read_only=True)
        try:
            old = Path(question.archive) if question.archive is not None else None
            if question.what == "hold":
                from pitboss.house.audit.held_store import hold_store

                return hold_store(engine, old, question.since)
            if question.what == "review":
                from pitboss.house.audit.review import review_store

                return review_store(engine, old, question.patron)
            made = verify_store(engine, archive=old, public_key=question.public_key, checkpoints_file=kept)
        finally:
            engine.dispose()
    except (StoreError, SQLAlchemyError) as error:
        return Answer(trouble=reason(error))
    return Answer(made.found, made.notes, made.total, made.chains, made.rows, made.rounds)


def _until_nobody_waits(asked: BinaryIO) -> None:
    asked.read()
    os._exit(1)


def main() -> None:
    asked, out = sys.stdin.buffer, sys.stdout.buffer
    line = asked.readline()
    if not line:
        return
    threading.Thread(target=_until_nobody_waits, args=(asked,), daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(LATER)
    out.write(msgspec.json.encode(answer(msgspec.json.decode(line, type=Question))))
    out.flush()
    os._exit(0)  # the thread still listens


if __name__ == "__main__":
    main()
