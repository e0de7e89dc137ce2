"""What a first visit costs: bytes over the wire until a page can be used, how long that takes here and over a slow
line, and the tasks that kept the page from answering. For docs/speed.md; bytes are asserted in test_weight.py, times
nowhere.

PYTHONPATH=src:tests python -m web.first_views
"""

import tempfile
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from house.server_support import GAMES, Served, served
from pitboss.table import actions as a
from web.browsers import FLAGS, find
from web.test_weight import weighed
from web.tracing import tasks
from web.visitor import DESKTOP, PHONE, Visitor

SLOW = {"offline": False, "latency": 300, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 768_000 / 8}
"""A 3G line as WebPageTest has it: 1.6 Mbit/s down, 768 kbit/s up, 300 ms there and back."""
READY = """() => location.pathname === '/' ? document.querySelector('#welcome .great') && performance.now()
  : performance.getEntriesByName('usable')[0]?.startTime"""


def visitor_of(browser: Browser, server: Served, token: str, size: ViewportSize) -> Visitor:
    visitor = Visitor(browser, server.url, viewport=size, motion=True, near=True)
    return visitor.known(token) if token else visitor


def usable(
    browser: Browser, server: Served, path: str, token: str, size: ViewportSize, *, slow: bool
) -> tuple[int, list[int]]:
    """Milliseconds until the page can be used, from an empty cache, and its long tasks."""
    visitor = visitor_of(browser, server, token, size)
    wire = visitor.context.new_cdp_session(visitor.page)
    wire.send("Network.enable")
    wire.send("Network.setCacheDisabled", {"cacheDisabled": True})
    if slow:
        wire.send("Network.emulateNetworkConditions", SLOW)
    with tasks(visitor) as longest:
        visitor.open(path)
        took = int(visitor.until(READY).json_value())
        visitor.page.wait_for_timeout(1500)
    visitor.close()
    return took, longest


def report(browser: Browser, server: Served, path: str, what: str, token: str = "") -> None:
    for size in (DESKTOP, PHONE):
        visitor = visitor_of(browser, server, token, size)
        first, everything, _ = weighed(visitor, path)
        visitor.close()
        here, longest = usable(browser, server, path, token, size, slow=False)
        far, _ = usable(browser, server, path, token, size, slow=True)
        print(
            f"{what:38} {size['width']:5} px  {first / 1024:6.1f} KB of {everything / 1024:6.1f}"
            f"  usable after {here:5} ms, over 3G {far:5} ms  longest tasks {longest} ms of processor",
            flush=True,
        )


def main() -> None:
    with tempfile.TemporaryDirectory() as store, sync_playwright() as playwright, ExitStack() as stack:
        browser = playwright.chromium.launch(executable_path=find(playwright), args=FLAGS)
        server = stack.enter_context(served(Path(store), pace=0.4))
        report(browser, server, "/", "the lobby")
        for game, number in GAMES.items():
            report(browser, server, f"/tables/{number}", f"{game}, watched")
            player = server.guest()
            with player.watch(number) as table:
                table.act(a.TakeSeat(2, player.handle))
                report(browser, server, f"/tables/{number}", f"{game}, seated", player.token)
                table.leave()
        browser.close()


if __name__ == "__main__":
    main()
