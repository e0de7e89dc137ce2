"""Tries out a backup, while the house goes on: is it whole, and how long would it take to be open again?

    python examples/running/drill.py --key-file FILE [--config FILE] [--database URL] [--scratch URL] [--folder FOLDER]

The store is backed up, the backup restored into an empty scratch store (an SQLite file unless --scratch names another),
and verified. A house is opened on the copy, at this computer on any free port, killed without a word, opened again,
closed, and the copy verified once more. Nothing of it touches the house itself, except that its store is read. Each
step is printed with its seconds; the first that fails ends the drill with status 1. `--keep` leaves the backup."""

import argparse
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

PITBOSS = [sys.executable, "-m", "pitboss.cli.main"]
OPEN = "The house is open at "
WAIT = 600.0
"""Seconds that the copy has to open."""


class Failed(Exception):
    """A step that did not come out well, with what was said."""


def ask(*words: str) -> None:
    done = subprocess.run([*PITBOSS, *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failed(f"pitboss {' '.join(words[:2])}: {(done.stdout + done.stderr).strip()[-1500:]}")


class Copy:
    """The house on the restored store."""

    def __init__(self, settings: list[str], folder: Path) -> None:
        environ = os.environ | {"PITBOSS_CHECKPOINTS_FILE": str(folder / "copy.checkpoints")}
        self._told = folder / "serve.txt"
        command = [*PITBOSS, "serve", *settings, "--host", "127.0.0.1", "--port", "0", "--guests", "never"]
        with self._told.open("wb") as file:
            self._process = subprocess.Popen(command, env=environ, cwd=folder, stdout=file, stderr=file)
        try:
            self._wait()
        except BaseException:
            self.kill()
            raise

    def _wait(self) -> None:
        begun = time.monotonic()
        while OPEN not in (said := self._told.read_text()):
            if self._process.poll() is not None or time.monotonic() - begun > WAIT:
                raise Failed(f"the house did not open on the copy: {said[-1500:]}")
            time.sleep(0.02)
        address = said.partition(OPEN)[2].split()[0]
        with urllib.request.urlopen(f"{address}/readyz", timeout=30) as answer:
            if answer.status != 200:
                raise Failed(f"the copy is not ready: {answer.read()!r}")

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        self._process.terminate()
        if self._process.wait(60):
            raise Failed(f"the copy did not close in peace: {self._told.read_text()[-1500:]}")


def drill(asked: argparse.Namespace, folder: Path, tell: Callable[[str], None] = print) -> None:
    backup = folder / "backup.db"
    database = asked.scratch or f"sqlite:///{folder / 'copy.db'}"
    config = ["--config", str(asked.config.absolute())] if asked.config else []
    store = ["--database", asked.database, *config] if asked.database else config
    copy = ["--database", database, "--key-file", str(asked.key_file.absolute()), *config]
    verify = ["audit", "verify", *copy]
    begun = time.monotonic()

    def step(what: str, work: Callable[[], object]) -> object:
        since = time.monotonic()
        made = work()
        tell(f"{time.monotonic() - since:8.1f} s  {what}")
        return made

    def opened() -> Copy:
        return Copy(copy, folder)

    step("backed up", lambda: ask("db", "backup", str(backup), *store))
    tell(f"            {backup.stat().st_size:,} bytes")
    step("restored into an empty store", lambda: ask("db", "restore", str(backup), "--database", database))
    step("verified", lambda: ask(*verify))
    first = step("a house opened on the copy and was ready", opened)
    assert isinstance(first, Copy)
    first.kill()
    second = step("killed, and another one was ready", opened)
    assert isinstance(second, Copy)
    step("closed in peace", second.close)
    step("verified once more", lambda: ask(*verify, "--checkpoints", str(folder / "copy.checkpoints")))
    tell(f"{time.monotonic() - begun:8.1f} s  in all. The backup is good.")
    if asked.keep:
        backup.replace(asked.keep)
        tell(f"            it is {asked.keep}; the key file is not part of it")


def main(arguments: list[str] | None = None) -> int:
    found = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    found.add_argument("--database", help="the store of the house; that of its settings unless given")
    found.add_argument("--config", type=Path, help="the file with the settings of the house, where it has one")
    found.add_argument("--key-file", type=Path, required=True, help="the key file of the house")
    found.add_argument("--scratch", help="an empty store for the copy; an SQLite file unless given")
    found.add_argument("--folder", type=Path, help="where to work; it needs room for two copies of the store")
    found.add_argument("--keep", type=Path, help="the name under which the backup is left")
    asked = found.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
            drill(asked, Path(folder))
    except Failed as failed:
        print(failed, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
