"""An evening at the tables: hands played through the pages as a person would, on a phone and at a desk, with a picture
now and then; at the end what they cost the browser. Nothing here is asserted: it is for looking.

PYTHONPATH=src:tests python -m web.evening [--game GAME] [--size phone|desk] [--hands 40] [--pace 0.4] [--still]
                                           [--pictures FOLDER]
"""

import argparse
import random
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, sync_playwright

from house.server_support import GAMES, served
from web.browsers import FLAGS, find
from web.playing import MAINS
from web.tracing import tasks
from web.visitor import PHONE, Visitor

SIZES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": PHONE, "is_mobile": True, "has_touch": True},
    "desk": {"viewport": {"width": 1280, "height": 800}},
}
TURN = ".deciding:not([hidden]) button.decision:not([disabled])"
SEEN = 8
"""Of so many hands every moment is a picture."""


TRACED = 5
"""Of this hand the longest tasks are told."""


class Costs:
    """What a page costs its browser, as the browser counts it."""

    def __init__(self, visitor: Visitor) -> None:
        self._wire = visitor.context.new_cdp_session(visitor.page)
        self._wire.send("Performance.enable")
        self._visitor = visitor

    def now(self) -> dict[str, float]:
        """After everything that nobody holds any longer was thrown away."""
        for _ in range(2):
            self._wire.send("HeapProfiler.collectGarbage")
        found = {each["name"]: each["value"] for each in self._wire.send("Performance.getMetrics")["metrics"]}
        elements = self._visitor.page.evaluate("document.querySelectorAll('*').length")
        return {
            "heap KB": round(found["JSHeapUsedSize"] / 1024),
            "nodes": found["Nodes"],
            "listeners": found["JSEventListeners"],
            "elements": elements,
            "script s": round(found["ScriptDuration"], 2),
            "layout s": round(found["LayoutDuration"] + found["RecalcStyleDuration"], 2),
            "all s": round(found["TaskDuration"], 2),
        }


class Person:
    """Somebody who plays, with likings that a seed gives him."""

    def __init__(self, visitor: Visitor, game: str, size: str, pictures: Path | None) -> None:
        self.visitor, self.game, self.size = visitor, game, size
        self.luck = random.Random(f"{game} {size}")
        self.touch = size == "phone"
        self._pictures = pictures
        self._taken = 0
        self.hand = 0

    def press(self, what: Locator) -> None:
        if self.touch:
            what.tap()
        else:
            what.click()

    def picture(self, name: str) -> None:
        if self._pictures is None or not (self.hand < 2 or self.hand % SEEN == 0):
            return
        self._taken += 1
        path = self._pictures / f"{self.game}-{self.size}-{self.hand:02}-{self._taken:03}-{name}.png"
        path.write_bytes(self.visitor.page.screenshot())

    def sit_down(self) -> None:
        self.visitor.open("/")
        self.press(self.visitor.find(f"article:has(#table-{GAMES[self.game]}) .table-ways button.primary"))
        self.visitor.page.wait_for_url("**/tables/*")
        self.visitor.find(".spot.wanted").first.wait_for()
        self.visitor.furnished()
        self.visitor.page.wait_for_timeout(600)
        self.picture("sat")
        if self.visitor.find(".side.open").count():
            self.press(self.visitor.find(".side-close"))

    def play(self, number: int) -> None:
        """A hand: wagers, decisions, and until the next one can begin."""
        self.hand = number
        before = self.visitor.view["round"]
        self.wager()
        for _ in range(1200):
            if self.visitor.view["round"] > before and self.visitor.find(".tray:not([hidden])").count():
                break
            if self.visitor.find(TURN).count():
                self.decide()
            elif self.visitor.find(".outcome:not([hidden])").count() and self._shown != before:
                self._shown = before
                self.visitor.page.wait_for_timeout(350)
                self.picture("outcome")
            self.visitor.page.wait_for_timeout(40)
        else:
            raise AssertionError(f"the hand did not end: {self.visitor.view}")
        self.visitor.page.wait_for_timeout(250)
        self.picture("over")

    _shown = 0

    def wager(self) -> None:
        visitor, luck = self.visitor, self.luck
        deal = visitor.find("button.deal")
        again = self.hand > 0 and luck.random() < 0.6
        if not again:
            for wager in (*MAINS[self.game], *luck.sample(self.sides(), k=min(luck.randint(0, 2), len(self.sides())))):
                for _ in range(luck.choice((1, 1, 2))):
                    self.press(visitor.spot(wager))
            if luck.random() < 0.2:
                self.press(visitor.find(f"[data-act='{luck.choice(('double', 'undo'))}']"))
            visitor.page.wait_for_timeout(300)
            self.picture("wagers")
            if not visitor.staked():
                self.press(visitor.spot(MAINS[self.game][0]))
        if self.touch or luck.random() < 0.5:
            if deal.is_enabled():
                self.press(deal)
        else:
            visitor.page.keyboard.press("d")
        visitor.page.wait_for_timeout(100)
        if visitor.view["step"] == "bets" and visitor.find("button.deal:not([disabled])").count():
            self.press(deal)  # something was refused: as it lies

    def sides(self) -> list[str]:
        open_now: list[str] = self.visitor.page.eval_on_selector_all(
            ".spot.open:not(.wanted)", "(all) => all.map((each) => each.dataset.wager)"
        )
        return [wager for wager in open_now if wager not in MAINS[self.game]]

    def decide(self) -> None:
        visitor, luck = self.visitor, self.luck
        best = visitor.find(".deciding:not([hidden]) .decision:has(.worth.best)")
        for _ in range(40):
            if best.count() or luck.random() < 0.02:
                break
            visitor.page.wait_for_timeout(50)
        self.picture("decision")
        wanted = best.first if best.count() and luck.random() < 0.85 else visitor.find(TURN).first
        if self.touch or luck.random() < 0.5:
            self.press(wanted)
        else:
            visitor.page.keyboard.press(wanted.get_attribute("aria-keyshortcuts") or "Enter")
        visitor.page.wait_for_timeout(120)


def evening(browser: Browser, url: str, game: str, size: str, wanted: argparse.Namespace) -> None:
    visitor = Visitor(browser, url, motion=not wanted.still, near=True, newcomer=True, **SIZES[size])
    person = Person(visitor, game, size, wanted.pictures)
    person.sit_down()
    costs = Costs(visitor)
    odd: set[str] = set()
    print(f"{game}, {size}", flush=True)
    for number in range(wanted.hands):
        if number == TRACED:
            with tasks(visitor) as longest:
                person.play(number)
            print(f"  hand {number + 1}: longest tasks {longest} ms of processor", flush=True)
        else:
            person.play(number)
        odd |= set(visitor.raw()) | ({"wider than the window"} if visitor.wide() > 0 else set())
        if number % 50 == 9 or number == wanted.hands - 1:
            print(f"  after {number + 1:3} hands: {costs.now()}", flush=True)
    print(f"  faults {visitor.faults}; odd {sorted(odd)}")
    visitor.leave()
    visitor.close()


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--game", choices=GAMES, action="append")
    given.add_argument("--size", choices=SIZES, action="append")
    given.add_argument("--hands", type=int, default=40)
    given.add_argument("--pace", type=float, default=0.4, help="of the dealer, as in the settings of a house")
    given.add_argument("--still", action="store_true", help="nothing moves")
    given.add_argument("--pictures", type=Path, help="a folder for pictures")
    wanted = given.parse_args()
    if wanted.pictures is not None:
        wanted.pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as store, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(playwright), args=FLAGS)
        with served(Path(store), pace=wanted.pace) as server:
            for game in wanted.game or GAMES:
                for size in wanted.size or SIZES:
                    evening(browser, server.url, game, size, wanted)
        browser.close()


if __name__ == "__main__":
    main()
