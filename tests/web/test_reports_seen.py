"""A report and its ruling, as those who come later read it: the floorperson before he rules, the auditor afterwards,
who played the round, and a stranger, who is told neither names nor what was written."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from house.server_support import PASSWORD, Served, served
from pitboss.client import Player
from web.conftest import Visit
from web.desk import Hands, opened, submission
from web.test_pages import serious
from web.test_staff_desk import MAINS
from web.visitor import Visitor

GAME = "top-five-poker"
CLAUSE = "MD-TOP5 11.A(5)"
WHAT = "a player lets others touch, hides or tells his cards"
NOTE = "He showed the ace to Ben at position 4"


class Reported:
    """Dora deals; Ann, a guest, has cards at position 3; Dora reports her, and Flo is to rule."""

    def __init__(self, server: Served, name: str, also: Player | None = None) -> None:
        self.server = server
        self.dora, self.flo = (server.house.login(each, PASSWORD) for each in ("Dora", "Flo"))
        self.hands = Hands(server.house.login("Both", PASSWORD), opened(server, submission(GAME, name)))
        self.table, self.ann = self.hands.table, server.guest()
        self.hands.to("CloseBets")
        if also is not None:
            sits = {"do": "TakeSeat", "seat": 5, "player": also.handle}
            also.ask("POST", f"/api/v1/tables/{self.table}/acts", {"id": "sits", "do": sits})
        with self.ann.watch(self.table) as table:
            table.sit(3)
            table.bet(**{wager: cents // 100 for wager, cents in MAINS[GAME].items()})
            self.round = table.view.round
        self.hands.to("Decide")
        report = {"do": "Report", "kind": "violation", "seat": 3, "detail": NOTE}
        self.dora.ask("POST", f"/api/v1/tables/{self.table}/acts", {"id": "report", "do": report})

    def over(self, ruling: str) -> None:
        rule = {"do": "Rule", "matter": "violation", "ruling": ruling, "seat": 3}
        self.flo.ask("POST", f"/api/v1/tables/{self.table}/acts", {"id": "rule", "do": rule})
        while self.hands.work["due"] is None or self.hands.work["due"]["do"] != "ClearTable":
            if self.hands.work["due"] is None:
                decide = {"do": "Decide", "seat": 3, "choice": "fold"}
                self.ann.ask("POST", f"/api/v1/tables/{self.table}/acts", {"id": "fold", "do": decide})
            else:
                self.hands.perform()
        self.hands.perform()
        self.ann.ask("POST", f"/api/v1/tables/{self.table}/acts", {"id": "leave", "do": {"do": "LeaveSeat", "seat": 3}})


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("reports")) as made:
        for name, roles in {"Dora": ["dealer"], "Flo": ["floorperson"], "Both": ["dealer", "floorperson"]}.items():
            made.staff(name, *roles)
        made.staff("Otto", "auditor")
        yield made


def at_table(visitor: Visitor, found: Reported) -> None:
    """On the staff's page, with what waits for a ruling: nothing else is due."""
    visitor.open(f"/staff/{found.table}")
    visitor.find(".urgent h3, .urgent [role=heading]").first.wait_for()


def steps(visitor: Visitor, found: Reported) -> list[str]:
    visitor.open(f"/rounds/{found.table}/{found.round}")
    visitor.find(".round-paid").wait_for()
    return visitor.find(".steps .step-words").all_inner_texts()


def test_who_rules_reads_what_was_seen(visit: Visit, server: Served) -> None:
    """Also who opens the page after the report: who made it, when, the note; and the round as far as it has come."""
    found = Reported(server, "Ruling")
    flo = visit().known(found.flo.token)
    for _ in range(2):
        at_table(flo, found)
        card = flo.find(".urgent form[data-act=Rule]")
        expect(card.locator(".matter-report q")).to_have_text(NOTE)
        expect(card).to_contain_text("A player lets others touch, hides or tells his cards.")
        expect(card).to_contain_text("Reported by Dora (dealer), ")
        expect(card.locator(".why-button")).to_have_text(CLAUSE)
        expect(flo.find(".log li").first).to_contain_text(
            f"It is reported of position 3: {WHAT}; a floorperson decides whether it is so"
        )
        told = flo.find(".log li").all_inner_texts()
        assert sum(f"Reported: {WHAT} (position 3, “{NOTE}”); " in each for each in told) == 1
        assert any("is open for wagers" in each for each in told), "the whole round"
        assert sum("One card face down to position 3" in each for each in told) == 7, "and nothing twice"
        assert flo.raw() == [] and serious(flo) == []
    card.locator("button", has_text="Dismissed").click()
    expect(flo.find(".log li").first).to_contain_text("The floorperson has dismissed the report: the round goes on")
    told = flo.find(".log li").all_inner_texts()
    assert sum("Reported: " in each for each in told) == 1, "what came before is not told again"


def test_who_may_not_rule_is_not_told_who_reported(visit: Visit, server: Served) -> None:
    found = Reported(server, "Not hers")
    dora = visit().known(found.dora.token)
    at_table(dora, found)
    expect(dora.find(".urgent")).to_contain_text("A floorperson or somebody above decides.")
    expect(dora.find(".urgent .matter-report")).to_have_count(0)


@pytest.mark.parametrize(
    ("ruling", "said"),
    [
        ("dismissed", "The floorperson has dismissed the report: the round goes on"),
        ("confirmed", f"The floorperson has confirmed the report: {WHAT}"),
    ],
)
def test_the_replay_shows_the_report_and_the_ruling(visit: Visit, server: Served, ruling: str, said: str) -> None:
    """To the auditor and to who played it with names and the note; to a stranger by roles, without the note."""
    found = Reported(server, f"Replay {ruling}")
    found.over(ruling)
    otto = visit().known(server.house.login("Otto", PASSWORD).token)
    for visitor in (otto, visit().known(found.ann.token)):
        told = steps(visitor, found)
        (report,) = (each for each in told if each.startswith(f"Reported: {WHAT} (position 3, “{NOTE}”); "))
        assert report.endswith("; reported by Dora (dealer)")
        assert f"It is reported of position 3: {WHAT}; a floorperson decides whether it is so" in told
        assert f"{said}; ruled by Flo (floorperson)" in told
        line = visitor.find(".steps li", has_text=re.compile("; ruled by"))
        expect(line.locator(".why-button")).to_have_text(CLAUSE)
        assert visitor.raw() == [] and serious(visitor) == []
    eve = visit()
    told = steps(eve, found)
    (report,) = (each for each in told if each.startswith(f"Reported: {WHAT} (position 3); "))
    assert report.endswith("; reported by the dealer")
    assert f"{said}; ruled by the floorperson" in told
    answer = eve.context.request.get(f"/api/v1/tables/{found.table}/rounds/{found.round}").text()
    assert WHAT in eve.text() and '"is":"Irregularity"' in answer
    assert not [name for name in ("Dora", "Flo", "Ben", "ace to") if name in eve.text() + answer]


def test_chips_that_do_not_agree_are_told_with_both_numbers(visit: Visit, server: Served) -> None:
    hands = Hands(server.house.login("Both", PASSWORD), opened(server, submission("let-it-ride", "Chips")))
    hands.to("CloseBets")
    hands.seat(**MAINS["let-it-ride"], progressive=100)
    due = hands.to("TakeWagers")["due"]
    hands.does("TakeWagers", wager=due["wager"], chips=4)
    flo = visit().known(server.house.login("Flo", PASSWORD).token)
    flo.open(f"/staff/{hands.table}")
    card = flo.find(".urgent form[data-act=Rule]")
    expect(card).to_contain_text("Progressive: four chips collected, 1 expected.")
    expect(card).to_contain_text("Reported by Both (dealer), ")
    card.locator(".form-buttons button").click()
    expect(flo.find(".log")).to_contain_text("The floorperson has decided: the chips counted for Progressive agree now")
    assert flo.raw() == []


def test_who_plays_at_the_table_is_told_nothing_of_the_report(server: Served) -> None:
    """He cannot rule there, whatever his roles are."""
    flip = server.staff("Flip", "floorperson", "player")
    free, taken = Reported(server, "Flip watches"), Reported(server, "Flip plays", also=flip)
    told = [flip.ask("GET", f"/api/v1/tables/{each.table}/work")["matters"] for each in (free, taken)]
    assert [each["report"] and each["report"]["detail"] for (each,) in told] == [NOTE, None]
