"""What goes wrong between a page and the house: a sentence at the right spot, nothing done twice, the table goes on."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Route, expect

from house.server_support import GAMES, Served, served
from pitboss.table import actions as a
from ports import free_port
from web.conftest import Visit
from web.playing import refusal, typed
from web.test_pages import serious
from web.visitor import PHONE, Visitor
from web.wire import Wire

DRAGON = GAMES["dragon-poker"]


def wait(visitor: Visitor, holds: Callable[[], Any]) -> None:
    """Until this holds; the browser is listened to meanwhile."""
    for _ in range(3000):
        if holds():
            return
        visitor.page.wait_for_timeout(10)
    raise AssertionError("it did not come about")


def seated(visit: Visit, server: Served, **how: Any) -> tuple[Visitor, Wire, int]:
    """A guest at the dragon table, with his wire in the test's hand; his seat."""
    visitor = visit(server.url, **how)
    wire = Wire(visitor.context)
    visitor.open("/")
    visitor.find(f"article:has(#table-{DRAGON}) .table-ways button.primary").click()
    visitor.find(".spot.wanted").first.wait_for()
    visitor.furnished()
    return visitor, wire, wire.view["mine"][0]


def dealt(visitor: Visitor) -> None:
    """A wager and the cards, up to the decision."""
    visitor.find(".spot.wanted").first.click()
    visitor.find("button.deal:not([disabled])").click()
    visitor.find(".deciding button.decision").first.wait_for()


def test_a_wager_outside_the_limits(visit: Visit, server: Served) -> None:
    """Said at the area itself, with what is allowed; a right amount is taken afterwards."""
    visitor, wire, seat = seated(visit, server)
    for amount in ("3", "501"):
        typed(visitor, "ante", amount)
        said = refusal(visitor, "ante")
        expect(said).to_contain_text(f"${amount} is not possible here: whole steps of $5 from $5 to $500.")
        expect(said).to_be_visible()
        assert wire.view["seats"][seat - 1]["wagers"].get("ante", 0) == 0
    typed(visitor, "ante", "25")
    wait(visitor, lambda: wire.view["seats"][seat - 1]["wagers"].get("ante") == 2500)
    expect(visitor.find(".spot-place:has(.spot[data-wager='ante']) .spot-refusal")).to_be_hidden()
    assert visitor.raw() == []


def test_a_refusal_is_on_the_screen(visit: Visit, server: Served) -> None:
    """On a phone too, where the area lies at its edge: the whole sentence can be read."""
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    visitor.take_seat(GAMES["let-it-ride"])
    visitor.find(".strip").wait_for()  # which makes the felt smaller
    for wager in ("bet_1", "bet_3"):
        visitor.spot(wager).focus()
        visitor.page.keyboard.type("3")
        visitor.page.keyboard.press("Enter")
        said = visitor.find(".spot-refusal:not([hidden])")
        said.wait_for()
        box = said.bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]
        visitor.page.keyboard.press("Delete")
        said.wait_for(state="hidden")


INSIDE = """async (selector) => {
  await new Promise((on) => requestAnimationFrame(() => requestAnimationFrame(on))); // all has its size by then
  const [one, scene] = [selector, ".scene"].map((each) => document.querySelector(each).getBoundingClientRect());
  const [wide, high] = [[one.left, one.right, scene.left, scene.right], [one.top, one.bottom, scene.top, scene.bottom]];
  return one.width > 0 && [wide, high].every(([low, up, from, to]) => from <= low && up <= to);
}"""
"""Whether all of this is inside the window through which the felt is seen."""


def test_a_refusal_stays_on_the_screen(visit: Visit, server: Served) -> None:
    """Said before all parts of the table are there, and while a phone is turned: whatever becomes of the felt's size,
    the whole sentence can be read."""
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    held: list[Route] = []
    visitor.page.route(re.compile(r"/table/near\.js"), lambda route: held.append(route))
    player = server.guest()
    with player.watch(DRAGON) as table:
        table.act(a.TakeSeat(3, player.handle))
    visitor.known(player.token).open(f"/tables/{DRAGON}")
    visitor.find(".spot.wanted").first.wait_for()
    wait(visitor, lambda: held)
    said = ".spot-refusal:not([hidden])"
    for wager in ("ante", "three_card_bonus"):
        typed(visitor, wager, "3")
        refusal(visitor, wager).wait_for()
        assert visitor.page.evaluate(INSIDE, said)
        if wager == "ante":  # what a phone shows above the felt comes, and all the rest
            held[0].continue_()
            visitor.find(".strip").wait_for()
            visitor.furnished()
            assert visitor.page.evaluate(INSIDE, said)
        for wide, high in ((320, 568), (PHONE["height"], PHONE["width"]), (PHONE["width"], PHONE["height"])):
            visitor.page.set_viewport_size({"width": wide, "height": high})
            assert visitor.page.evaluate(INSIDE, said), (wager, wide, high)


def test_a_seat_taken_meanwhile(visit: Visit, server: Served) -> None:
    """The page still shows it free: the house says that it is not, in a sentence, and another seat can be taken."""
    visitor = visit()
    wire = Wire(visitor.context)
    visitor.open("/")
    visitor.context.request.post(f"{server.url}/api/v1/guest", data={}, headers={"Origin": server.url})
    visitor.open(f"/tables/{DRAGON}")
    wait(visitor, lambda: wire.heard)
    visitor.find(".plate[data-seat='6'] button.sit").wait_for()
    visitor.page.wait_for_load_state("networkidle")
    wire.holding = True
    other = server.guest()
    with other.sit(DRAGON, 6) as table:
        visitor.find(".plate[data-seat='6'] button.sit").click()
        wait(visitor, lambda: any(m["type"] == "refused" for m in wire.heard))
        wire.release()
        visitor.bannered("taken")
        sentence = next(each for each in visitor.page.evaluate("window.banners") if "taken" in each)
        assert sentence[0].isupper() and sentence.endswith("."), "a sentence, not the words for programs"
        visitor.find(".plate[data-seat='5'] button.sit").click()
        visitor.find(".plate.mine[data-seat='5'] .plate-name").wait_for()
        table.leave()


def test_a_cut_line_in_mid_round_doubles_nothing(visit: Visit, server: Served) -> None:
    """The house does the act, the answer is lost, the line breaks: the page comes back, sends the act again under its
    own id, and it has been done once."""
    visitor, wire, seat = seated(visit, server)
    dealt(visitor)
    number = wire.view["round"]
    wire.deaf = True
    visitor.find("button.decision[data-choice='play']").click()
    wait(visitor, lambda: decisions(wire) and any(m.get("id") == decisions(wire)[-1]["id"] for m in wire.heard))
    wire.cut()
    wait(visitor, lambda: len(decisions(wire)) == 2)
    first, second = decisions(wire)
    assert first == second, "the same act under the same id"
    wait(visitor, lambda: [m.get("again") for m in wire.heard if m.get("id") == first["id"]] == [False, True])
    visitor.until("(n) => document.querySelector('.step small')?.textContent.includes(n)", f"Round {number + 1}")
    told = [t for m in wire.heard for t in m.get("told", ()) if t["event"] == "Decided" and t["facts"]["seat"] == seat]
    assert {t["facts"]["choice"] for t in told} == {"play"}
    record = server.http.get(f"/api/v1/tables/{DRAGON}/rounds/{number}").json()
    made = [
        each["event"] for each in record["events"] if each["event"]["is"] == "Decided" and each["event"]["seat"] == seat
    ]
    assert len(made) == 1


def test_a_line_that_falls_silent(visit: Visit, server: Served) -> None:
    """Nothing breaks, but no answer comes: the page says so soon, gives the line up long before the clock runs out,
    comes back over another one and sends the act again under its own id."""
    visitor, wire, _ = seated(visit, server)
    dealt(visitor)
    number = wire.view["round"]
    wire.deaf = True
    visitor.find("button.decision[data-choice='play']").click()
    visitor.bannered("has not answered yet")
    wait(visitor, lambda: any("ping" in message for message in wire.sent))
    visitor.bannered("connection is lost")
    wire.deaf = False
    visitor.bannered("Connected again")
    wait(visitor, lambda: len(decisions(wire)) == 2)
    assert decisions(wire)[0] == decisions(wire)[1]
    visitor.until("(n) => document.querySelector('.step small')?.textContent.includes(n)", f"Round {number + 1}")


def test_an_answer_that_is_late(visit: Visit, server: Served) -> None:
    """The sentence goes when the answer comes, and the line, which is alive, is kept."""
    visitor, wire, _ = seated(visit, server)
    dealt(visitor)
    number = wire.view["round"]
    wire.holding = True
    visitor.find("button.decision[data-choice='play']").click()
    visitor.bannered("has not answered yet")
    wire.release()
    expect(visitor.find(".banner")).to_be_hidden()
    wait(visitor, lambda: wire.view["round"] > number)
    assert len(decisions(wire)) == 1 and sum(m["type"] == "hello" for m in wire.heard) <= 2  # watched, then seated


def test_a_device_without_a_network(visit: Visit, server: Served) -> None:
    """The browser knows it first: the page says so at once, and comes back with the network."""
    visitor, _, _ = seated(visit, server)
    visitor.page.wait_for_load_state("networkidle")
    visitor.context.set_offline(True)
    visitor.bannered("connection is lost")
    visitor.context.set_offline(False)
    visitor.bannered("Connected again")
    visitor.faults = [fault for fault in visitor.faults if "ERR_INTERNET_DISCONNECTED" not in fault]


def decisions(wire: Wire) -> list[dict[str, Any]]:
    return [act for act in wire.acts if act["do"]["do"] == "Decide"]


def test_an_act_after_the_clock(visit: Visit, tmp_path: Path) -> None:
    """The house has acted for the player; his own act comes too late, is refused in a sentence, and the next round
    begins as always."""
    with served(tmp_path / "clock", decision_seconds=1.0, alone_clock="on") as server:
        visitor, wire, _ = seated(visit, server)
        number = wire.view["round"]
        wire.stops_at = lambda message: any(told["event"] == "HouseDecided" for told in message.get("told", ()))
        dealt(visitor)
        wait(visitor, lambda: wire.view["round"] > number)
        visitor.find("button.decision[data-choice='play']").click()
        wait(visitor, lambda: any(m["type"] == "refused" for m in wire.heard))
        wire.release()
        events = [t["event"] for m in wire.heard for t in m.get("told", ())]
        assert "HouseDecided" in events
        visitor.bannered("The time ran out: the house acts. You count as gone;")
        visitor.bannered("after the round the seat is free")
        assert wire.view["mine"] == [], "whoever does not answer has left"
        visitor.find("button[data-act='sit']").click()
        visitor.find(".plate.mine .plate-name").wait_for()
        visitor.find(".spot.wanted").first.click()
        wait(visitor, lambda: wire.view["mine"] and wire.view["seats"][wire.view["mine"][0] - 1]["wagers"].get("ante"))
        visitor.close()


def test_a_session_ended_elsewhere(visit: Visit, tmp_path: Path) -> None:
    """The page says so and goes on as a spectator's; taking a seat again makes a new guest. In a house of its own: who
    has gone keeps the seat, and a table waits for everybody who sits there."""
    with served(tmp_path / "ended") as server:
        visitor, _, _ = seated(visit, server)
        answer = visitor.context.request.post(f"{server.url}/api/v1/logout", headers={"Origin": server.url})
        assert answer.ok
        visitor.bannered("ended elsewhere")
        visitor.find("button[data-act='sit']").wait_for()
        expect(visitor.find(".tray:not([hidden])")).to_have_count(0)
        visitor.find("button[data-act='sit']").click()
        visitor.find(".plate.mine .plate-name").wait_for()
        visitor.close()


def test_a_table_that_is_closed(visit: Visit, tmp_path: Path) -> None:
    """Who watches is told so, with a way to the other tables; no seat is offered any more."""
    with served(tmp_path / "closing") as server:
        visitor = visit(server.url)
        visitor.open(f"/tables/{DRAGON}")
        visitor.find("button[data-act='sit']").wait_for()
        server.manager.ask("POST", f"/api/v1/tables/{DRAGON}/close", {"id": "closing", "reason": "the end of the day"})
        expect(visitor.find(".banner")).to_contain_text("This table is closed.")
        expect(visitor.find(".banner a[href='/']")).to_be_visible()
        expect(visitor.find("button[data-act='sit'], button.sit")).to_have_count(0)
        assert visitor.raw() == []
        visitor.close()


def test_a_table_that_is_not_there(visit: Visit, server: Served) -> None:
    """A page with a heading, which says so, and a way to the others."""
    visitor = visit()
    visitor.open("/tables/77")
    expect(visitor.find("h1")).to_have_text("This table is closed, or does not exist.")
    expect(visitor.find("main a[href='/']")).to_be_visible()
    assert "does not exist" in visitor.page.title() and serious(visitor) == [] and visitor.raw() == []


def test_a_restart_of_the_house(visit: Visit, tmp_path: Path) -> None:
    """In mid-round. The page says that the line is lost, comes back by itself, and the round is played to its end."""
    port = free_port()
    with served(tmp_path / "again", port=port) as server:
        visitor, wire, seat = seated(visit, server)
        dealt(visitor)
        number = wire.view["round"]
    visitor.bannered("connection is lost")
    with served(tmp_path / "again", port=port):
        visitor.bannered("Connected again")
        visitor.find(".deciding button.decision[data-choice='play']:not([disabled])").click()
        wait(visitor, lambda: wire.view["round"] > number)
        visitor.until("(n) => document.querySelector('.step small')?.textContent.includes(n)", f"Round {number + 1}")
        assert wire.view["mine"] == [seat]
        visitor.faults = [
            fault for fault in visitor.faults if "ERR_CONNECTION" not in fault and "WebSocket" not in fault
        ]
        visitor.close()
