"""Which web pages may talk to the house. Without further settings only its own: a page is known by its Origin, which a
browser sends and a page cannot change. Programs that are no browsers send none; they show a token instead."""

from collections.abc import Iterable
from ipaddress import ip_address

from pitboss.table.refusals import Refusal

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")


def is_loopback(host: str | None) -> bool:
    """Whether the other end is on this computer."""
    try:
        found = ip_address((host or "").partition("%")[0])
    except ValueError:
        return host == "localhost"
    mapped = getattr(found, "ipv4_mapped", None)
    return bool((mapped or found).is_loopback)


def bracketed(host: str) -> str:
    """The host as it stands in an address.

    >>> bracketed("::1"), bracketed("127.0.0.1")
    ('[::1]', '127.0.0.1')
    """
    return f"[{host}]" if ":" in host else host


class Origins:
    def __init__(self, host: str, port: int, others: Iterable[str]) -> None:
        """`host` and `port` are those on which the house listens, `others` the further pages that were allowed."""
        names = {bracketed(host), *(LOOPBACK_NAMES if _everywhere(host) or is_loopback(host) else ())}
        self._own = {f"http://{name}:{port}".lower() for name in names}
        if port == 80:
            self._own |= {f"http://{name}".lower() for name in names}
        self.others = frozenset(origin.lower().rstrip("/") for origin in others)

    def allows(self, origin: str, host: str) -> bool:
        """`host` is the request's own Host header. A page that came from this very address is our own if the address
        is a number; a name could be somebody else's that was made to point here."""
        folded = origin.lower()
        if folded in self._own or folded in self.others:
            return True
        scheme, _, rest = folded.partition("://")
        return scheme in ("http", "https") and rest == host.lower() and _is_number(rest)

    def refusal(self, origin: str) -> Refusal:
        given = "".join(c if c.isprintable() else "?" for c in origin[:100]) or "no Origin"
        return Refusal(
            "origin", "pages from there may not do this here", given=given, allowed=", ".join(sorted(self._own))
        )


def _everywhere(host: str) -> bool:
    return host in ("", "0.0.0.0", "::")


def _is_number(address: str) -> bool:
    host = address.rpartition(":")[0] if not address.endswith("]") and ":" in address else address
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True
