"""A dealer's desk: the staff's page of a table dealt by a person, and the API for what leads to a moment."""

import re
from itertools import count
from typing import Any

from playwright.sync_api import Locator

from house.running import terms
from house.server_support import Served
from pitboss.client import Player
from pitboss.house.server.submission_text import submission_text
from pitboss.rulebook.submission import default_submission
from web.forms import send
from web.visitor import Visitor

NUMBERS = count(1)
WALK_IN = "walk-in "

DEVICES = {
    'procedure = "manual_shoe"': 'procedure = "automated_shoe"',
    'shuffler = "none"': 'shuffler = "automated"',
}
"""Terms with every device there is: then everything that can fail is at the table."""


STEP_BY_STEP = """
const kept = JSON.parse(localStorage.getItem("pitboss") ?? "{}");
localStorage.setItem("pitboss", JSON.stringify({ ...kept, flow: false }));"""
"""What needs nothing of the dealer does not follow by itself."""


def submission(game: str, name: str, changes: dict[str, str] | None = None) -> str:
    """The default submission of a game under another name, with changes of its text."""
    text = re.sub(r'^table = "[^"]*"', f'table = "{name}"', default_submission(game), flags=re.MULTILINE)
    for before, after in (changes or {}).items():
        assert before in text, before
        text = text.replace(before, after)
    return text


def opened(server: Served, text: str, **how: str) -> int:
    asked = {"id": f"open {next(NUMBERS)}", "submission": text, "dealer": "person", **how}
    return int(server.manager.ask("POST", "/api/v1/tables", asked)["id"])


def real_table(server: Served, game: str, name: str) -> int:
    """A table of real chips, with every approval, that deals by itself."""
    text = submission_text(terms(game, table=name))
    return opened(server, text, dealer="automatic")


def at_table(visitor: Visitor, table: int) -> None:
    """On the staff's page of this table, with what is due there."""
    visitor.open(f"/staff/{table}")
    visitor.find(".panel.due h3").first.wait_for()


class Hands:
    """A person at a table, without a page, who has the roles of a dealer and of a floorperson."""

    def __init__(self, person: Player, table: int) -> None:
        self.person, self.table = person, table
        self.path = f"/api/v1/tables/{table}"

    @property
    def work(self) -> dict[str, Any]:
        found: dict[str, Any] = self.person.ask("GET", f"{self.path}/work")
        return found

    def does(self, do: str, **given: Any) -> None:
        """An act, straight to the house."""
        self.person.ask("POST", f"{self.path}/acts", {"id": f"act {next(NUMBERS)}", "do": {"do": do, **given}})

    def perform(self) -> str:
        """What is due is done, a walk-in decides. The name of the act."""
        work = self.work
        due = work["due"]
        if due is None:
            self.does("Decide", seat=work["turn"], choice=self.choice())
            return "Decide"
        name: str = due["do"]
        given: dict[str, Any] = {"deck": due["deck"]} if due["deck"] and name != "OpenRound" else {}
        match name:
            case "CutCards":
                given["depth"] = 20
            case "ShuffleCards":
                given["device"] = work["shuffler"] == "working"
            case "DeviceCountsCards":
                given["count"] = work["deck_size"]
            case "TakeWagers":
                given = {"wager": due["wager"], "chips": 1}
            case "SettleHand":
                given = {"seat": due["seat"]}
            case "CountStub":
                given = {"stub": work["stub"]}
            case "DealCards":
                given = {"cards": []}
        self.does(name, **given)
        return name

    def choice(self) -> str:
        """The first thing the position whose turn it is may choose."""
        table = self.person.ask("GET", self.path)
        words = self.person.ask("GET", f"/api/v1/games/{table['game']}", table=self.table)
        step = next(each for each in words["steps"] if each["name"] == table["view"]["step"])
        found: str = step["choices"][0]["name"]
        return found

    def to(self, act: str) -> dict[str, Any]:
        """On, until this act is due; "Decide": until a player is to decide."""
        for _ in range(120):
            work = self.work
            now = work["due"]["do"] if work["due"] else "Decide"
            if now == act:
                return work
            self.perform()
        raise AssertionError(f"{act} was never due")

    def seat(self, name: str = "Ann", seat: int = 1, /, **wagers: int) -> None:
        """A walk-in sits down, if nobody sits there, and places those of these wagers that do not lie there; cents."""
        found = self.person.ask("GET", self.path)["view"]["seats"][seat - 1]
        if not found["player"]:
            self.does("TakeSeat", seat=seat, player=f"{WALK_IN}{name}")
        for wager, cents in wagers.items():
            if found["wagers"].get(wager) != cents:
                self.does("PlaceWager", seat=seat, wager=wager, cents=cents)


def sure(visitor: Visitor, form: Locator, since: int) -> None:
    """Presses a second time, where the page says first what will follow; until then nothing has happened."""
    again = form.locator(".sure [data-way=do]")
    for _ in range(3000):
        if again.count():
            again.click()
            return
        if any(m["type"] in ("done", "refused", "change") for m in visitor.heard[since:]):
            return
        visitor.page.wait_for_timeout(10)


class Desk(Hands):
    """The page, and the person behind it."""

    def __init__(self, visitor: Visitor, person: Player, table: int) -> None:
        super().__init__(person, table)
        self.visitor = visitor

    def open(self, *, flow: bool = False) -> "Desk":
        """Without `flow` each thing that is due is pressed by itself."""
        if not flow:
            self.visitor.context.add_init_script(STEP_BY_STEP)
        at_table(self.visitor, self.table)
        return self

    def form(self, act: str, within: str = "") -> Locator:
        return self.visitor.find(f"{within} form[data-act='{act}']")

    def click(self, act: str, button: str = "", *, within: str = "", **typed: str) -> Locator:
        """Fills the fields of a form and presses a button of it: the first, or the one with these words."""
        form = self.form(act, within).first
        form.wait_for()
        send(form, button, **typed)
        return form

    def caught_up(self) -> int:
        """Waits until the page shows the table as it is; how many messages it had heard by then."""
        self.visitor.until("(seq) => Number(document.querySelector('#page').dataset.seq) >= seq", self.work["seq"])
        return len(self.visitor.heard)

    def report(self, kind: str, **typed: str) -> list[dict[str, Any]]:
        """Unfolds an irregularity, fills it in and reports it; everything that was told of it afterwards."""
        since = self.caught_up()
        box = self.visitor.find(f"details.report:has(form[data-act='Report.{kind}'])")
        box.wait_for()
        if box.get_attribute("open") is None:
            box.locator("summary").click()
        self.sure(self.click(f"Report.{kind}", within="details.report", **typed), since)
        self.visitor.wait_heard(
            lambda m: m["type"] == "refused" or any(t["event"] == "Irregularity" for t in m.get("told", ())), since
        )
        return [t for m in self.visitor.heard[since:] for t in m.get("told", ())]

    def sure(self, form: Locator, since: int) -> None:
        sure(self.visitor, form, since)

    def rule(self, ruling: str) -> dict[str, Any]:
        """Decides the matter that waits, and what was told of it."""
        since = self.caught_up()
        self.click("Rule", ruling, within=".urgent")
        found = self.visitor.wait_heard(lambda m: any(t["event"] == "MatterSettled" for t in m.get("told", ())), since)
        return next(t["facts"] for t in found["told"] if t["event"] == "MatterSettled")

    def reportable(self) -> set[str]:
        """The irregularities with a form on the page."""
        found = self.visitor.page.eval_on_selector_all(
            "details.report form", "(all) => all.map((form) => form.dataset.act.replace('Report.', ''))"
        )
        return set(found)
