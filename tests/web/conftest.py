"""A real Chromium, a real house for each module, and visitors with browsers of their own."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from house.server_support import Served, served
from web.browsers import FLAGS, find
from web.desk import Hands, opened, submission
from web.visitor import Visitor

Visit = Callable[..., Visitor]
ONE_BY_ONE = 1e-6
"""The pace of a dealer who does not wait and still shows each act by itself, as at a table that people look at."""
expect.set_options(timeout=30_000)  # as long as everything else waits: a busy machine is no error of a page


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One for this folder, not for the whole run: while Playwright listens nobody else in a process can run a loop."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(playwright), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("web"), pace=ONE_BY_ONE) as made:
        yield made


@pytest.fixture
def visit(chromium: Browser, server: Served) -> Iterator[Visit]:
    """Makes visitors of the module's house. After the test none of them may have met an error in the console, a script
    that broke, or an address outside the house; a test that provokes one empties `faults` itself."""
    made: list[Visitor] = []

    def new(url: str = "", **how: Any) -> Visitor:
        visitor = Visitor(chromium, url or server.url, **how)
        made.append(visitor)
        return visitor

    yield new
    faults = [fault for visitor in made for fault in visitor.faults]
    foreign = [url for visitor in made for url in visitor.foreign()]
    for visitor in made:
        if visitor.url == server.url:
            visitor.leave()
        visitor.close()
    assert faults == []
    assert foreign == []


@pytest.fixture(scope="module")
def irregular(server: Served) -> int:
    """A table of Dragon Poker where a card of the dealer was exposed in round 1, a player left in round 2, and round 3
    was in order."""
    person = server.staff("Dee", "dealer", "floorperson")
    table = opened(server, submission("dragon-poker", "Trouble"))
    desk = Hands(person, table)
    for report in ({"kind": "dealer_card_exposed"}, {"kind": "player_left", "seat": 1}, None):
        desk.seat()
        desk.to("CloseBets")
        desk.seat(ante=1000, ante_bonus=1000)
        desk.to("Decide")
        if report is not None:
            desk.does("Report", **report)
        desk.to("ClearTable")
        desk.perform()
    return table
