"""Pictures of every page and game for the documentation, from a house of its own, played through the pages.

make screenshots                 (or: PYTHONPATH=src:tests python -m web.screenshots [folder])
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from unittest.mock import patch

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from house.running import START, seeds
from house.server_support import GAMES, Served, bot, served
from pitboss.house.house import House as RunningHouse
from web.browsers import FLAGS, find
from web.desk import DEVICES, Desk, opened, submission
from web.pictures import small
from web.playing import BOLD, MAINS, SIDES, choose, sit_two, turn
from web.stacked import Wanted, deck, stacked
from web.visitor import PHONE, Visitor

OUT = Path(__file__).resolve().parents[2] / "docs" / "screens"
LARGEST = 250 * 1024
SIZE: ViewportSize = {"width": 1280, "height": 800}
PACE = {"pace": 0.4, "decision_seconds": 300.0}
"""Slow enough to catch the settlement before the table is cleared."""
COUNTED = "dd[data-figure='luck']:not(:has-text('…'))"
"""What was luck, when it is known."""
TABLET: ViewportSize = {"width": 1024, "height": 768}

PAYING = "/school/practise?game=ultimate-texas-holdem&drill=pay-table&topic=table&seed=7"
"""A task in which a table is paid."""

HANDS: dict[str, Wanted] = {
    "dragon-poker": {"seat3": ("GD", "RD", "PH"), "seat4": ("BD", "TI", "PA"), "dealer": ("MO", "RA", "TI")},
    "top-five-poker": {
        "seat3": ("As", "Ks", "Qh", "Jd", "Ts", "4c", "8h"), "seat4": ("Ad", "Kc", "5d", "Qc", "2h", "9s", "7d"),
        "dealer": ("Ah", "3s", "Jc", "Td", "6h", "7c", "9d"),
    },
    "let-it-ride": {
        "seat4": ("As", "Ks", "Qs"), "seat3": ("Jh", "Jd", "4c"), "community": ("Js", "Ts"), "box": ("9h", "2d", "8c"),
    },
    "ultimate-texas-holdem": {
        "seat3": ("Ah", "Kh"), "seat4": ("9c", "9d"), "dealer": ("Kc", "7d"),
        "community": ("Qh", "9h", "4h", "2s", "Kd"),
    },
}  # fmt: skip


def shot(visitor: Visitor, folder: Path, name: str, ready: str = "") -> None:
    """Writes a picture, and complains of one that is too large for a page of documentation."""
    if ready:
        visitor.find(ready).first.wait_for(timeout=180_000)
    visitor.page.evaluate("document.fonts.ready")
    path = folder / f"{name}.png"
    path.write_bytes(small(visitor.page.screenshot()))
    size = path.stat().st_size
    print(f"{path.name:44} {size / 1024:6.0f} KiB{'   TOO LARGE' if size > LARGEST else ''}")


def games(browser: Browser, server: Served, folder: Path) -> None:
    """Every game at its decision and at its settlement: two people, desktop; the phone beside it."""
    for game in GAMES:
        ann = Visitor(browser, server.url, viewport=SIZE, near=True)
        ben = Visitor(browser, server.url, viewport=PHONE, is_mobile=True, has_touch=True, device_scale_factor=1.5)
        sit_two(game, ann, ben)
        for visitor in (ann, ben):
            visitor.bet(*MAINS[game], SIDES[game])
        shot(ann, folder, f"table-{game}-wagers")
        round_number = ann.view["round"]
        for visitor in (ann, ben):
            visitor.deal()
        taken: set[Visitor] = set()

        def settled(visitor: Visitor = ann) -> bool:
            return [facts["seat"] for facts in visitor.told("WagerSettled")].count(visitor.seat) >= 2

        while (asked := turn([ann, ben], round_number, settled)) is not None:
            asked.wait_decision()
            if asked not in taken:
                taken.add(asked)
                asked.find(".decision .worth").first.wait_for(timeout=180_000)
                name = "decision" if asked is ann else "phone"
                if asked is ann:
                    ann.page.get_by_role("tab", name="Coach").click()
                shot(asked, folder, f"table-{game}-{name}")
                if asked is ann:
                    light(ann, partial(shot, ann, folder, f"table-{game}-decision-light"))
            choose(asked, ("check", *BOLD))
            if asked is ann:
                ann.page.get_by_role("tab", name="Ledger").click()
        ann.find(".result").nth(1).wait_for()
        shot(ann, folder, f"table-{game}-settled")
        ann.wait_round_over(round_number)
        if game == "let-it-ride":
            ann.page.set_viewport_size(TABLET)
            shot(ann, folder, f"table-{game}-tablet")
        for visitor in (ann, ben):
            visitor.leave()
            visitor.close()


def light(visitor: Visitor, take: Callable[[], None]) -> None:
    visitor.page.emulate_media(color_scheme="light")
    visitor.page.wait_for_timeout(800)  # colours fade over
    take()
    visitor.page.emulate_media(color_scheme="dark")


def pages(browser: Browser, server: Served, folder: Path) -> None:
    """Every other page."""
    player, manager = server.guest("Ann"), server.manager
    for game in GAMES:
        bot.play(player, game, 3, say=False)
    ann = Visitor(browser, server.url, viewport=SIZE)
    ann.known(player.token)
    wanted = [
        (ann, "/", "lobby", ".table-card .table-ways > *"), (ann, "/history", "history", COUNTED),
        (ann, "/rounds/1/2", "round", ".steps [aria-current]"),
        (ann, "/odds", "odds", ".overview:last-child .great-figures"),
        (ann, "/odds/dragon-poker", "odds-dragon-poker", ".strategy img"),
        (ann, "/school?game=let-it-ride", "school", ".school-drill"), (ann, PAYING, "school-table", ".school-check"),
        (ann, "/sign-in", "sign-in", "form input[type=password]"), (ann, "/setup#token", "setup", "form"),
    ]  # fmt: skip
    boss = Visitor(browser, server.url, viewport=SIZE)
    boss.known(manager.token)
    dora = Visitor(browser, server.url, viewport=SIZE)
    wanted += [
        (boss, "/staff", "floor", ".floor-table"), (dora, by_hand(dora, server), "staff", "details.report"),
        (boss, "/audit", "audit", ".paged a"), (boss, "/accounts", "accounts", "table.people td"),
    ]  # fmt: skip
    for visitor, path, name, ready in wanted:
        visitor.open(path)
        shot(visitor, folder, name, ready)
        if name in ("lobby", "round", "odds-dragon-poker", "staff"):
            light(visitor, partial(shot, visitor, folder, f"{name}-light"))
        if name in ("lobby", "round", "odds-dragon-poker", "staff", "history", "audit", "school-table"):
            visitor.page.set_viewport_size(PHONE)
            shot(visitor, folder, f"{name}-phone")
            visitor.page.set_viewport_size(SIZE)
    for visitor in (ann, boss, dora):
        visitor.close()


def by_hand(visitor: Visitor, server: Served) -> str:
    """The staff's page of a table dealt by a person, in the middle of a round with two walk-ins."""
    person = server.staff("Dora", "dealer", "floorperson")
    visitor.known(person.token)
    table = opened(server, submission("ultimate-texas-holdem", "Hold 'Em by hand", DEVICES))
    desk = Desk(visitor, person, table)
    desk.to("CloseBets")
    for seat, name in ((1, "Ann"), (3, "Ben")):
        desk.seat(name, seat, ante=1500, blind=1500)
    for _ in range(2):
        desk.to("Decide")
        desk.perform()
    desk.to("Decide")
    return f"/staff/{table}"


@contextmanager
def house(folder: Path, *, same_cards: bool) -> Iterator[Served]:
    """A house on a free port of this machine, with seeds and a clock that begin always the same."""
    decks = {game: deck(game, (3, 4), hands) for game, hands in HANDS.items()} if same_cards else {}
    made = partial(RunningHouse, new_seed=seeds("pictures"))
    began = time.monotonic()
    clock = patch("pitboss.house.server.running.wall_clock", lambda: START + int(1000 * (time.monotonic() - began)))
    with (
        stacked(decks),
        clock,
        patch("pitboss.house.server.running.House", made),
        served(folder, None, **PACE) as server,
    ):
        yield server


def main(folder: Path = OUT) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as store, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(playwright), args=FLAGS)
        with house(Path(store) / "one", same_cards=True) as server:
            games(browser, server, folder)
        with house(Path(store) / "two", same_cards=False) as server:
            pages(browser, server, folder)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else OUT)
