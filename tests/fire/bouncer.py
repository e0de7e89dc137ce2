"""PgBouncer, as Debian has it: a pooler that lends a connection to the server for one transaction at a time."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from configparser import ConfigParser
from contextlib import contextmanager, suppress
from io import StringIO
from pathlib import Path

import psycopg
from sqlalchemy import make_url

from ports import free_port

INSTALL = "it needs PgBouncer: `apt-get install pgbouncer`, or the package of that name elsewhere"
EXAMPLE = Path(__file__).parents[2] / "examples" / "running" / "pgbouncer.ini"


def settings(server: Path, user: str, port: int) -> str:
    """Those of the example for operators, for this server; everybody is let in."""
    made = ConfigParser(comment_prefixes=(";",))
    made.read_string(EXAMPLE.read_text("utf-8"))
    made["databases"] = {"*": f"host={server} port=5432 user={user}"}
    made["pgbouncer"].update({"listen_port": str(port), "unix_socket_dir": "", "auth_type": "any", "admin_users": user})
    del made["pgbouncer"]["auth_file"]
    text = StringIO()
    made.write(text)
    return text.getvalue()


def program() -> str | None:
    """Where PgBouncer is; None where it is not installed."""
    return shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")


def lacking() -> str:
    """What to install; empty where it is there."""
    return "" if program() else INSTALL


class Bouncer:
    """A PgBouncer of its own before the server at this address, with a folder for its settings."""

    def __init__(self, url: str, folder: Path) -> None:
        at = make_url(url)
        self._server = Path(str(at.query["host"]))
        self._user, self.port = at.username or "postgres", free_port()
        self._settings, self._log = folder / "pgbouncer.ini", folder / "pgbouncer.log"
        self._settings.write_text(settings(self._server, self._user, self.port))
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def url(self, of: str) -> str:
        """The same database by way of it."""
        made = make_url(of).set(host="127.0.0.1", port=self.port, query={}, username=self._user)
        return made.render_as_string(hide_password=False)

    def start(self) -> None:
        found = program()
        assert found is not None, INSTALL
        words = [found, str(self._settings)]
        if os.geteuid() == 0:  # it does not run for root; whose the server is may speak to it
            words[1:1] = ["-u", self._server.owner()]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(words, stdout=log, stderr=log)
        for _ in range(600):
            assert self._process.poll() is None, f"PgBouncer has ended: {self._log.read_text()[-300:]}"
            with suppress(psycopg.OperationalError):
                self.tell("SHOW VERSION")
                return
            time.sleep(0.05)
        raise AssertionError("PgBouncer does not answer")

    def tell(self, words: str) -> list[tuple[object, ...]]:
        """Its own console."""
        with psycopg.connect(
            host="127.0.0.1", port=self.port, user=self._user, dbname="pgbouncer", autocommit=True
        ) as conn:
            found = psycopg.ClientCursor(conn).execute(words.encode())
            return found.fetchall() if found.description else []

    def kill(self) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGKILL)
            self._process.wait(30)
            self._process = None


@contextmanager
def bouncer(url: str) -> Iterator[Bouncer]:
    with tempfile.TemporaryDirectory(prefix="pitboss-bouncer-") as folder:
        Path(folder).chmod(0o755)  # it runs for somebody else where we are root
        made = Bouncer(url, Path(folder))
        try:
            yield made
        finally:
            made.kill()
