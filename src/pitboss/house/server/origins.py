"""Which web pages may talk to the house. Without further settings only its own: a page is known by its Origin, which a
browser sends and a page cannot change. Programs that are no browsers send none; they show a token instead."""

from collections.abc import Iterable

from pitboss.house.server.hosts import LOOPBACK_NAMES, Hosts, everywhere, is_loopback
from pitboss.table.refusals import Refusal


def bracketed(host: str) -> str:
    """The host as it stands in an address.

    >>> bracketed("::1"), bracketed("127.0.0.1")
    ('[::1]', '127.0.0.1')
    """
    return f"[{host}]" if ":" in host else host


class Origins:
    def __init__(self, host: str, port: int, others: Iterable[str], hosts: Hosts) -> None:
        """`host` and `port` are those on which the house listens, `others` the further pages that were allowed,
        `hosts` the names under which it is known."""
        names = {bracketed(host), *(LOOPBACK_NAMES if everywhere(host) or is_loopback(host) else ())}
        self._own = {f"http://{name}:{port}".lower() for name in names}
        if port == 80:
            self._own |= {f"http://{name}".lower() for name in names}
        self.others = frozenset(origin.lower().rstrip("/") for origin in others)
        self._hosts = hosts

    def allows(self, origin: str, host: str) -> bool:
        """`host` is the request's own Host header. A page that came from this very address is our own if the house is
        known under it; any other name could be somebody else's that was made to point here."""
        folded = origin.lower()
        if folded in self._own or folded in self.others:
            return True
        scheme, _, rest = folded.partition("://")
        return scheme in ("http", "https") and rest == host.lower() and self._hosts.knows(rest)

    def refusal(self, origin: str) -> Refusal:
        given = "".join(c if c.isprintable() else "?" for c in origin[:100]) or "no Origin"
        return Refusal(
            "origin", "pages from there may not do this here", given=given, allowed=", ".join(sorted(self._own))
        )
