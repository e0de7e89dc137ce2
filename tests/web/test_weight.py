"""How much comes over the wire before a page can be used: bytes as the browser counts them, headers and all, from an
empty cache. They are the same on every machine."""

from typing import Any

import pytest

from house.server_support import GAMES, Served
from pitboss.table import actions as a
from web.conftest import Visit
from web.visitor import DESKTOP, PHONE, Visitor

LOBBY = 35 * 1024
FIRST_VIEW = 80 * 1024
"""Everything that was asked for before the page can be used: document, styles, scripts, drawing, data, icon, and the
table's greeting over the socket. At a table that is the moment at which one can sit down, or, seated, wager; ledger,
coach and the faces of animals come after it. In the lobby it is everything."""

USABLE = """() => performance.getEntriesByName('usable')[0]?.startTime"""
AGAIN_AND_AGAIN = "/api/v1/tables"
"""What the lobby asks for every few seconds counts once, however long one looks."""
ASKED = """(before) => performance.getEntriesByType('resource').filter((each) => each.startTime <= before)
  .map((each) => each.name)"""


class Scale:
    """What a page's browser received, by address."""

    def __init__(self, visitor: Visitor, *, cache: bool = False) -> None:
        self._names: dict[str, str] = {}
        self._waiting: set[str] = set()
        self.bytes: dict[str, int] = {}
        wire = visitor.context.new_cdp_session(visitor.page)
        wire.send("Network.enable")
        wire.send("Network.setCacheDisabled", {"cacheDisabled": not cache})
        wire.on("Network.requestWillBeSent", self._asked)
        wire.on("Network.loadingFinished", self._finished)
        wire.on("Network.loadingFailed", lambda said: self._waiting.discard(said["requestId"]))

    def _asked(self, said: Any) -> None:
        self._names[said["requestId"]] = said["request"]["url"]
        self._waiting.add(said["requestId"])

    def _finished(self, said: Any) -> None:
        self._waiting.discard(said["requestId"])
        url = self._names.get(said["requestId"], "")
        if url.endswith(AGAIN_AND_AGAIN) and url in self.bytes:
            return
        self.bytes[url] = self.bytes.get(url, 0) + int(said["encodedDataLength"])

    def complete(self, visitor: Visitor) -> None:
        """Waits until everything that was asked for has come."""
        for _ in range(3000):
            if not self._waiting:
                return
            visitor.page.wait_for_timeout(10)
        raise AssertionError(f"not answered: {[self._names[each] for each in self._waiting]}")


def weighed(visitor: Visitor, path: str) -> tuple[int, int, list[str]]:
    """Bytes until the page can be used, and all; and the addresses that came later."""
    scale = Scale(visitor)
    visitor.open(path)
    visitor.until(f"() => location.pathname === '/' || ({USABLE})()")
    visitor.find("#welcome .great, .side .tabs").first.wait_for(state="attached")
    visitor.page.wait_for_load_state("networkidle")
    scale.complete(visitor)
    usable = visitor.page.evaluate(USABLE) or float("inf")
    asked = {f"{visitor.url}{path}", *visitor.page.evaluate(ASKED, usable)}
    first = {url: size for url, size in scale.bytes.items() if url in asked or url.endswith("icon.svg")}
    greeting = len(visitor.raw_heard[0].encode()) if visitor.raw_heard else 0
    later = sorted(url.removeprefix(visitor.url) for url in set(scale.bytes) - set(first))
    assert all(first.values()) and f"{visitor.url}{path}" in first
    return sum(first.values()) + greeting, sum(scale.bytes.values()) + greeting, later


def test_the_lobby_is_light(visit: Visit) -> None:
    first, everything, later = weighed(visit(), "/")
    assert first == everything < LOBBY
    assert later == []


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_light_for_who_watches(game: str, visit: Visit) -> None:
    first, everything, later = weighed(visit(), f"/tables/{GAMES[game]}")
    assert first < FIRST_VIEW * 9 / 10, f"{first} bytes"
    assert first < everything < FIRST_VIEW * 13 / 10
    assert not any("play.js" in url or "turn.js" in url for url in later), "who watches needs nothing of a player's"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_light_for_who_plays(game: str, size: dict[str, int], visit: Visit, server: Served) -> None:
    """Somebody who sits there opens the page anew, with an empty cache."""
    player = server.guest()
    with player.watch(GAMES[game]) as table:
        table.act(a.TakeSeat(2, player.handle))
        ann = visit(viewport=size)
        ann.known(player.token)
        first, everything, later = weighed(ann, f"/tables/{GAMES[game]}")
        assert first < FIRST_VIEW, f"{first} bytes"
        assert everything < FIRST_VIEW * (15 if size == DESKTOP else 16) / 10
        assert [url for url in later if "telling.js" in url or "turn.js" in url], "they came later"
        assert ann.find(".spot.wanted").count() > 0, "they are there when the panels are"
        table.leave()


def test_a_page_that_was_seen_is_not_fetched_again(visit: Visit) -> None:
    """Only words that it is still the same."""
    ann = visit()
    ann.open("/")
    ann.find("#welcome .great").wait_for()
    scale = Scale(ann, cache=True)
    ann.page.reload(wait_until="networkidle")
    scale.complete(ann)
    files = {url: size for url, size in scale.bytes.items() if url.endswith((".js", ".css"))}
    assert files and all(size < 300 for size in files.values()), files
