"""How a process comes into the house: what it says of itself, and with whom it does not work together."""

import hashlib
import hmac
import os
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from platform import uname

from msgspec import Struct
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from pitboss.house.fair.keys import KeyTrouble
from pitboss.house.fair.rotating import require_in_force
from pitboss.house.store import leases
from pitboss.house.store.addresses import StoreError
from pitboss.house.store.leases import Process
from pitboss.house.store.opening import reason, shown, transaction
from pitboss.house.trail.rekeyed import history

PROTOCOL = 3
"""What processes say to each other. A process that says it otherwise is not let in."""
JOINING = "30s"
"""So long a process waits for the others when it joins."""


class Introduction(Struct, frozen=True):
    """What a process says of itself."""

    address: str
    keys: str
    lease: float
    """Seconds."""
    secret: bytes = b""
    """The key between processes, which follows from the key file."""

    @property
    def name(self) -> str:
        return f"{os.getpid()}@{_computer()}"

    @property
    def version(self) -> str:
        return f"{version('pitboss')}/{PROTOCOL}"

    @property
    def lease_ms(self) -> int:
        return int(self.lease * 1000)

    def mark(self, process: str, address: str) -> str:
        """What stands in the line of a process: nobody who has the database alone makes another one, and has requests,
        passwords among them, passed on to where he listens."""
        return hmac.new(self.secret, f"process\n{process}\n{address}".encode(), hashlib.sha256).hexdigest()

    def genuine(self, other: Process) -> bool:
        """Whether a process of this house wrote that line, and its address is still the one it wrote."""
        return hmac.compare_digest(other.mark.encode(), self.mark(other.id, other.address).encode())


@cache
def _computer() -> str:
    """This computer since it was started; in a container, that container. There, numbers of processes mean the same."""
    marks = [uname().node]
    with suppress(OSError):
        marks.append(Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip())
        marks.append(str(Path("/proc/self/ns/pid").readlink()))
    return f"{marks[0]}-{hashlib.sha256(' '.join(marks).encode()).hexdigest()[:8]}"


def died(other: Process) -> bool:
    """Whether a process ran on this computer and does not any more. Nobody has to wait for its lease."""
    number, _, computer = other.name.partition("@")
    if computer != _computer() or not number.isdigit() or os.name == "nt":
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False


def join(engine: Engine, as_: Introduction) -> str:
    """This process is one of the house from now on; its id. `StoreError` where the others are of another kind."""
    try:
        with transaction(engine) as conn:
            leases.bound(conn, JOINING)
            leases.one_joins(conn)
            require_in_force(history(conn), as_.keys, "of this process")
            for other in leases.processes(conn):
                if died(other):
                    leases.leave(conn, other.id)
                    continue
                _require_alike(engine, other, as_)
                if not as_.genuine(other):
                    leases.leave(conn, other.id)
                    continue
                _require_elsewhere(engine, other, as_)
            return leases.join(
                conn,
                name=as_.name,
                address=as_.address,
                version=as_.version,
                keys=as_.keys,
                lease_ms=as_.lease_ms,
                mark=lambda made: as_.mark(made, as_.address),
            )
    except KeyTrouble as trouble:
        raise StoreError(f"{shown(engine)}: {trouble}") from None
    except SQLAlchemyError as error:
        raise StoreError(f"{shown(engine)}: this process cannot join the house: {reason(error)}") from None


def _require_alike(engine: Engine, other: Process, as_: Introduction) -> None:
    if other.public != as_.keys:
        raise StoreError(
            f"{shown(engine)}: {other.where} serves this house with another key file; all processes of a house have "
            "the same one: copy it here, or name it with key_file"
        )
    if other.version.rpartition("/")[2] != str(PROTOCOL):
        raise StoreError(
            f"{shown(engine)}: {other.where} is of version {other.version}, with which this program ({as_.version}) "
            "cannot work together; stop all processes of the old version first"
        )


def _require_elsewhere(engine: Engine, other: Process, as_: Introduction) -> None:
    if other.address == as_.address and other.name.partition("@")[2] != as_.name.partition("@")[2]:
        raise StoreError(
            f"{shown(engine)}: {other.name} of another computer says that it is at the same address, {other.address}; "
            "set `address` to where the others reach this process. If it is the same one, restarted, wait until its "
            "lease has run out"
        )
