"""Programs that a benchmark starts beside itself, all at this computer: addresses, processor time and memory."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def cpu(pid: int) -> float:
    """Seconds of CPU all threads of a process have used."""
    total = 0
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with suppress(OSError):
            total += int((thread / "schedstat").read_text().split()[0])
    return total / 1e9


def family_cpu(pid: int) -> float:
    """Seconds of CPU of a process and of those it has started, the ended ones included."""
    ticks, total = os.sysconf("SC_CLK_TCK"), 0
    for folder in Path("/proc").iterdir():
        with suppress(OSError, IndexError, ValueError):
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(folder.name) == pid:
                total += sum(map(int, fields[11:15]))
            elif int(fields[1]) == pid:
                total += sum(map(int, fields[11:13]))
    return total / ticks


def memory(pid: int) -> int:
    """Bytes of memory that a process has in use."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return 0


def answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


@contextmanager
def started(command: list[str], port: int, environ: dict[str, str] | None = None, wait: float = 30.0) -> Iterator[int]:
    """A program that listens on this port, until the block is left; it gives the number of the process."""
    process = subprocess.Popen(command, env={**os.environ, **(environ or {})}, stdout=subprocess.DEVNULL)
    try:
        for _ in range(int(wait * 10)):
            if answers(port):
                break
            time.sleep(0.1)
        yield process.pid
    finally:
        process.terminate()
        process.wait()


class HouseProcess:
    """`pitboss serve` with these settings, from its start until `stop` or `kill`. `seconds` is what it took until it
    was open, `set_up` the one-time token of the first manager."""

    def __init__(self, settings: dict[str, str], told: Path, wait: float = 300.0) -> None:
        self.port = free_port()
        environ = {name: value for name, value in os.environ.items() if not name.startswith("PITBOSS_")}
        environ |= {f"PITBOSS_{name.upper()}": value for name, value in settings.items()}
        command = [sys.executable, "-m", "pitboss.cli.main", "serve", "--port", str(self.port)]
        begun = time.perf_counter()
        with told.open("wb") as file:
            self._process = subprocess.Popen(command, env=environ, cwd=told.parent, stdout=file, stderr=file)
        self.pid = self._process.pid
        while "The house is open" not in (said := told.read_text()):
            if self._process.poll() is not None or time.perf_counter() - begun > wait:
                self.kill()
                raise SystemExit(f"the house did not open:\n{said[-2000:]}")
            time.sleep(0.02)
        self.seconds = time.perf_counter() - begun
        self.set_up = said.partition("/setup#")[2].partition("\n")[0]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/api/v1"

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(60)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(60)
