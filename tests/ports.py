"""Ports for servers that the tests start, stop and start again."""

import random
import socket
from contextlib import suppress


def free_port() -> int:
    """One that nobody gets by chance: those that the system hands out itself, also to whoever connects somewhere, are
    larger. A house that is killed finds its port again."""
    for port in random.SystemRandom().sample(range(12_000, 32_000), 100):
        with socket.socket() as found, suppress(OSError):
            found.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")
