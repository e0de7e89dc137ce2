"""Somebody with a browser: an empty profile, one page, and everything that went over the wire, kept to be looked at."""

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, ViewportSize, WebSocket

from pitboss.client import House, Player, Refused, Table
from pitboss.messages.people import Entered
from pitboss.play.players import decision
from pitboss.rulebook.folders import games
from pitboss.table import actions as a

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
ANIMATIONS = """document.getAnimations()
  .filter((each) => each.playState === 'running' && each.effect.getTiming().duration > 1)
  .map((each) => `${each.effect.target.className} ${each.animationName ?? each.transitionProperty ?? ''}`)"""
"""What moves at this moment; a change without a duration is no motion."""

LONG_TASKS = """
window.longTasks = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.longTasks.push(Math.round(entry.duration));
}).observe({ type: "longtask", buffered: true });
"""

PLAYED = """
if (location.protocol.startsWith("http")) localStorage.setItem("pitboss.played", JSON.stringify(GAMES));
"""
"""Somebody who has played all games before: he is not shown which hand wins unless he asks."""

WHOLE = """
if (location.protocol.startsWith("http") && !localStorage.getItem("pitboss"))
  localStorage.setItem("pitboss", JSON.stringify({ view: "table" }));
"""
"""Somebody who wants to see the whole table at a desk, with all seats in the picture."""

BANNERS = """
window.banners = [];
document.addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  const shown = document.querySelector(".banner:not([hidden]) span")?.textContent;
  if (shown && shown !== window.banners.at(-1)) window.banners.push(shown);
}).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true }));
"""
"""Every sentence that stood in the banner, in its order: some stay for seconds only, and nobody may miss one."""

NOISE = "WebSocket is closed before the connection is established"
"""What the browser says of a line that a page gives up while it is still being made: whoever sits down as a guest comes
again over another one."""

RAW = re.compile(r"\bundefined\b|\bNaN\b|\[object |\bhole-\d|\{\w+\}|(?<![\w./@])[a-z]+(?:\.[a-z_]+)+(?![\w/])")
"""What must never be read on a page: nothing, no number, an object, a place not filled, a key without a text."""
NAMES = re.compile(r"(?:localhost|pitboss|house)\.\w+|127\.0\.0\.1\S*|e\.g|i\.e")


class Visitor:
    """One browser context. Motion is reduced unless it is asked for: what is told is shown at once. At a desk the whole
    table is seen, unless one wants to sit `near`; and one has played before, unless one is a `newcomer`."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        motion: bool = False,
        dark: bool = True,
        newcomer: bool = False,
        near: bool = False,
        **how: Any,
    ) -> None:
        self.url = url
        given: dict[str, Any] = {
            "viewport": DESKTOP,
            "base_url": url,
            "locale": "en-US",
            "timezone_id": "UTC",
            "reduced_motion": "no-preference" if motion else "reduce",
            "color_scheme": "dark" if dark else "light",
            **how,
        }
        self.context = browser.new_context(**given)
        self.context.set_default_timeout(30_000)
        self.context.add_init_script(LONG_TASKS)
        self.context.add_init_script(BANNERS)
        if not near:
            self.context.add_init_script(WHOLE)
        if not newcomer:
            self.context.add_init_script(PLAYED.replace("GAMES", json.dumps(games())))
        self.raw_heard: list[str] = []
        self.heard: list[dict[str, Any]] = []
        """Every message the server sent to a table's socket of this browser."""
        self.sent: list[dict[str, Any]] = []
        self.sockets: list[WebSocket] = []
        self.faults: list[str] = []
        """Errors in the console, scripts that broke, answers nobody should get."""
        self.requests: list[Request] = []
        self.page: Page = self.context.new_page()
        self._watch(self.page)

    def _watch(self, page: Page) -> None:
        page.on("websocket", self._socket)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        page.on("request", lambda request: self.requests.append(request))

    def _socket(self, socket: WebSocket) -> None:
        self.sockets.append(socket)
        socket.on("framereceived", lambda payload: self._hear(payload))
        socket.on("framesent", lambda payload: self.sent.append(json.loads(payload)))

    def _hear(self, payload: str | bytes) -> None:
        text = payload if isinstance(payload, str) else payload.decode()
        self.raw_heard.append(text)
        self.heard.append(json.loads(text))

    def _console(self, message: ConsoleMessage) -> None:
        refused = "Failed to load resource" in message.text and "/api/v1/" in message.location.get("url", "")
        if NOISE in message.text:
            return
        if message.type in ("error", "warning") and not refused:  # an answer such as 401 or 409 is no error of the page
            self.faults.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def close(self) -> None:
        self.context.close()

    def leave(self) -> None:
        """Gives every seat back, so that the next test finds the tables empty: a round that runs is played to its end,
        wagers are taken back. The page goes first: it might still take a seat."""
        self.page.close()
        token = next((c["value"] for c in self.context.cookies() if c["name"] == "pitboss_session"), "")
        found = self.context.request.get(f"{self.url}/api/v1/me")
        if not token or not found.ok:
            return
        me = found.json()
        with House(self.url) as house:
            player = Player(house, Entered(token, me["handle"], me["roles"], me["balance"]))
            for seat in me["seats"]:
                with player.watch(seat["table"]) as table:
                    stand_up(table)

    # --- looking ---

    def known(self, token: str) -> "Visitor":
        """Comes with this session."""
        self.context.add_cookies([{"name": "pitboss_session", "value": token, "url": self.url}])
        return self

    def open(self, path: str) -> "Visitor":
        self.page.goto(path, wait_until="load")
        return self

    def find(self, selector: str, **how: Any) -> Locator:
        return self.page.locator(selector, **how)

    def until(self, expression: str, argument: Any = None) -> Any:
        """Waits until this holds in the page."""
        return self.page.wait_for_function(expression, arg=argument)

    def wait_heard(self, holds: Callable[[dict[str, Any]], bool], since: int = 0) -> dict[str, Any]:
        """The first message for which this holds, waiting for it if need be."""
        for _ in range(3000):
            for message in self.heard[since:]:
                if holds(message):
                    return message
            self.page.wait_for_timeout(10)  # the wire is read only while the browser is listened to
        raise AssertionError(f"not heard; the last was {json.dumps(self.heard[-1] if self.heard else None)[:600]}")

    @property
    def view(self) -> dict[str, Any]:
        """The table as this browser was last told."""
        return next(m["view"] for m in reversed(self.heard) if m["type"] in ("hello", "change"))

    @property
    def offers(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = next(m for m in reversed(self.heard) if m["type"] in ("hello", "change"))[
            "offers"
        ]
        return found

    @property
    def balance(self) -> int:
        """The chips beside the table, in cents, as this browser was last told."""
        found: int = next(m["balance"] for m in reversed(self.heard) if m["type"] in ("hello", "change"))
        return found

    @property
    def seat(self) -> int:
        mine: list[int] = self.view["mine"]
        return mine[0]

    @property
    def acts(self) -> list[dict[str, Any]]:
        """What this browser did at the table, each act once for every time it was sent."""
        return [message for message in self.sent if "do" in message or "ready" in message]

    def bannered(self, words: str, timeout: float = 60_000) -> None:
        """Waits until a sentence with these words has stood in the banner, however short a time."""
        looked = "(words) => window.banners.some((each) => each.includes(words))"
        self.page.wait_for_function(looked, arg=words, timeout=timeout)

    def foreign(self) -> list[str]:
        """Addresses outside the house that were asked for."""
        own = urlsplit(self.url).netloc
        found = [request.url for request in self.requests if urlsplit(request.url).scheme not in ("data", "blob")]
        return [url for url in found if urlsplit(url).netloc != own]

    def text(self) -> str:
        """Everything a reader may see or hear on the page."""
        read = """() => [document.title, document.body.innerText,
          ...[...document.querySelectorAll('[aria-label], [title], [alt], [placeholder]')].flatMap((each) =>
            ['aria-label', 'title', 'alt', 'placeholder'].map((name) => each.getAttribute(name)).filter(Boolean))
          ].join('\\n')"""
        found = self.page.evaluate(read)
        assert isinstance(found, str)
        return found

    def raw(self) -> list[str]:
        """What looks like a key or a value that nobody wrote for a reader."""
        return sorted({m.group() for m in RAW.finditer(NAMES.sub("", self.text()))})

    def wide(self) -> int:
        """By how many pixels the page is wider than the window."""
        found = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert isinstance(found, int)
        return found

    def long_tasks(self) -> list[int]:
        """Milliseconds of every task that kept the page from answering; for reports, never asserted."""
        found = self.page.evaluate("window.longTasks ?? []")
        assert isinstance(found, list)
        return found

    # --- at a table ---

    def take_seat(self, table: int) -> int:
        """A new guest who has a seat already, where the lobby would have put him, opens the table; the seat. For tests
        that begin there: the lobby and the way from it are proved where they are the subject."""
        with House(self.url) as house:
            player = house.guest()
            with player.watch(table) as at:
                middle = (len(at.view.seats) + 1) / 2
                free = [n for n, seat in enumerate(at.view.seats, 1) if not seat.player]
                at.sit(min(free, key=lambda n: (abs(n - middle), n)))
        self.known(player.token).open(f"/tables/{table}")
        return self._seated()

    def sit_from_lobby(self, table: int) -> int:
        """One click in the lobby; the seat."""
        self.open("/")
        self.find(f"article:has(#table-{table}) .table-ways button.primary").click()
        self.page.wait_for_url(f"**/tables/{table}")
        return self._seated()

    def _seated(self) -> int:
        """The seat, when the table shows it and all that belongs to it."""
        self.wait_heard(lambda m: m["type"] in ("hello", "change") and bool(m["view"]["mine"]))
        self.until("() => document.querySelectorAll('.spot').length > 0")
        self.furnished()
        return self.seat

    def furnished(self) -> None:
        """Waits until all parts of the table are there. Before that what the house tells is not shown yet."""
        self.find(".side .tabs").wait_for(state="attached")

    def spot(self, wager: str) -> Locator:
        return self.find(f".spot[data-wager='{wager}'][data-seat='{self.seat}']")

    def bet(self, *wagers: str) -> None:
        """Taps the areas with the chip that is chosen, and waits until the house has each wager."""
        for wager in wagers:
            self.wait_offered(wager)
            since = len(self.heard)
            self.spot(wager).click()
            self.wait_heard(self.lies(wager), since)

    def lies(self, wager: str) -> Callable[[dict[str, Any]], bool]:
        """Of a message: the reader has placed this wager."""
        return lambda m: m["type"] == "change" and self.staked(m).get(wager, 0) > 0

    def wait_offered(self, wager: str) -> None:
        """Until the table takes this wager: a side bet comes after the main ones, which are sent together."""
        for _ in range(3000):
            last = next(m for m in reversed(self.heard) if m["type"] in ("hello", "change"))
            unanswered = {m["id"] for m in self.sent if "do" in m} - {m.get("id") for m in self.heard}
            if not unanswered and any(o["example"].get("wager") == wager for o in last["offers"]):
                return
            self.page.wait_for_timeout(10)
        raise AssertionError(f"{wager} is not offered")

    def staked(self, message: dict[str, Any] | None = None) -> dict[str, int]:
        view = message["view"] if message else self.view
        found: dict[str, int] = view["seats"][view["mine"][0] - 1]["wagers"]
        return found

    def deal(self) -> None:
        self.find("button[data-act='deal']").click()

    def decide(self, choice: str) -> None:
        self.find(f"button.decision[data-choice='{choice}']").click()

    def wait_decision(self) -> list[str]:
        """The choices on the buttons when it is this visitor's turn."""
        self.find(".deciding:not([hidden]) button.decision:not([disabled])").first.wait_for()
        found = self.page.eval_on_selector_all(".deciding button.decision", "(all) => all.map((b) => b.dataset.choice)")
        assert isinstance(found, list)
        return found

    def wait_round_over(self, number: int) -> None:
        """Until the table has been cleared and this browser shows it."""
        self.wait_heard(lambda m: m["type"] in ("hello", "change") and m["view"]["round"] > number)
        told = "document.querySelector('.step small')?.textContent ?? ''"
        self.until(f"(n) => new RegExp(`(Round|Ronda) ${{n}}`).test({told})", number + 1)

    def told(self, event: str) -> list[dict[str, Any]]:
        """Facts of every event of this name that this browser was told when it happened; not of what others did in the
        same round before, which is recalled."""
        happened = [m for m in self.heard if m["type"] in ("hello", "change")]
        return [t["facts"] for m in happened for t in m.get("told", ()) if t["event"] == event]


def stand_up(table: Table) -> None:
    """Gives up every position one has. What the person's own page had asked for may still come true meanwhile: an act
    that fitted the table as it was is refused then, and what is next is seen from the table as it is."""
    while table.view.mine:
        seen = table.seq
        try:
            _on_the_way_out(table, table.view.mine[0])
        except Refused:
            if table.seq == seen:
                table.next(30)  # what made the difference is on its way; where nothing did, the refusal stands


def _on_the_way_out(table: Table, seat: int) -> None:
    """The next thing to be done before this seat is free."""
    choice = decision(table.view, table.offers)
    if choice is not None:
        table.act(choice)
    elif table.view.step == "bets":
        for wager in reversed(table.view.seats[seat - 1].wagers):
            table.act(a.PlaceWager(seat, wager, 0))
        table.leave()
    else:
        table.next(30)
