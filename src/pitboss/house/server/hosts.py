"""Under which names the house answers. A web page can have its own name made to point at this computer (DNS rebinding),
and a browser then takes the house for a part of that page. The name stands in the Host header, which the page cannot
change: a name that nobody gave the house is refused.

A number as the host (192.0.2.1) was looked up nowhere, so nobody can have bent it: it is always answered. So are
localhost, the name on which the house listens, and, where it listens to more than this computer, the computer's own
name. Programs that send no Host at all are no browsers."""

import re
import socket
from collections.abc import Iterable
from ipaddress import ip_address

from pitboss.table.refusals import Refusal

ANY = "*"
"""Whatever name: switches the check off."""
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^:\[\]\s/@?#]+?)\.?(?::([0-9]{0,5}))?")


def is_loopback(host: str | None) -> bool:
    """Whether the other end is on this computer."""
    try:
        found = ip_address((host or "").partition("%")[0])
    except ValueError:
        return host == "localhost"
    mapped = getattr(found, "ipv4_mapped", None)
    return bool((mapped or found).is_loopback)


def is_number(name: str) -> bool:
    """Whether a host without its port is an address, and no name.

    >>> is_number("192.0.2.1"), is_number("[::1]"), is_number("house.example")
    (True, True, False)
    """
    try:
        ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def everywhere(host: str) -> bool:
    """Whether who listens there listens to every network."""
    return host in ("", "0.0.0.0", "::")


def parts(host: str) -> tuple[str, str] | None:
    """The name and the port of a host, in small letters; None where it is none.

    >>> parts("Casino.example:8443"), parts("[::1]"), parts("a b")
    (('casino.example', '8443'), ('[::1]', ''), None)
    """
    found = _HOST.fullmatch(host.lower())
    return None if found is None else (found[1], found[2] or "")


class Hosts:
    def __init__(self, host: str, names: Iterable[str], origins: Iterable[str] = ()) -> None:
        """`host` is where the house listens, `names` are those the operator gave it, with a port or for all of them.
        The names of web sites that may talk to the house are known too: they could do whatever its own pages can."""
        given = [name.lower() for name in names]
        self._any = ANY in given
        own = ["localhost", host.lower()]
        if everywhere(host) or not is_loopback(host):
            computer = socket.gethostname().lower()
            own += [computer, f"{computer}.local"]
        sites = [origin.lower().partition("://")[2].rstrip("/") for origin in origins]
        self._known = {pair for name in (*own, *given, *sites) if (pair := parts(name)) is not None}
        self.shown = sorted({name for name in ("localhost", *given, *sites) if name != ANY})

    def knows(self, host: str) -> bool:
        """Whether this is a name of the house, or a number: never one that a stranger could have bent."""
        pair = parts(host)
        return pair is not None and (is_number(pair[0]) or pair in self._known or (pair[0], "") in self._known)

    def refusal(self, said: list[str]) -> Refusal | None:
        """Why a request with these Host headers is not answered."""
        if not said or (len(said) == 1 and (self._any or self.knows(said[0]))):
            return None
        given = ", ".join("".join(c if c.isprintable() else "?" for c in each[:100]) for each in said[:3])
        allowed = f"the number of its address, {', '.join(self.shown)}; the setting host_names gives it others"
        return Refusal("host", "this house is not known under this name", given=given, allowed=allowed)
