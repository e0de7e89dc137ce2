"""The school in the browser: every kind of answer by mouse and by keyboard alone, two windows, a reload half-way, a
lost connection, where one stands, and the class of a trainer."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Route, ViewportSize, expect

from house.school_drill import small_drill
from house.server_support import Served, served
from pitboss.client import Player
from web.conftest import Visit
from web.test_pages import COLOURS, serious
from web.visitor import PHONE, Visitor

GAME = "let-it-ride"
SIZES: tuple[ViewportSize, ...] = (
    {"width": 320, "height": 568},
    PHONE,
    {"width": 768, "height": 1024},
    {"width": 1440, "height": 900},
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house whose school has one small drill: a choice, a number and moves."""
    with small_drill(), served(tmp_path_factory.mktemp("school"), coach="off") as made:
        yield made


def address(topic: str, seed: int, **more: Any) -> str:
    extra = "".join(f"&{key}={value}" for key, value in more.items())
    return f"/school/practise?game={GAME}&drill=small&topic={topic}&seed={seed}{extra}"


def at_task(visit: Visit, player: Player, topic: str, seed: int, **how: Any) -> Visitor:
    visitor = visit(**how).known(player.token)
    visitor.open(address(topic, seed))
    visitor.find(".school-check").wait_for()
    return visitor


def press(visitor: Visitor, *keys: str) -> None:
    for key in keys:
        visitor.page.keyboard.press(key)


def standing(player: Player, topic: str) -> dict[str, Any]:
    school = player.ask("GET", "/api/v1/school")
    game = next(each for each in school["games"] if each["game"] == GAME)
    found: dict[str, Any] = next(each for each in game["drills"][0]["topics"] if each["topic"] == topic)
    return found


def judged(visitor: Visitor) -> str:
    return visitor.find(".school-verdict h2").inner_text()


def test_a_choice_by_keys_alone_from_task_to_task(visit: Visit, server: Served) -> None:
    ann = server.guest()
    page = at_task(visit, ann, "choice", 5)
    expect(page.find(".school-question")).to_be_focused()
    press(page, "Enter")
    press(page, "1", "Enter")
    expect(page.find(".school-verdict h2")).to_contain_text("Not right.")
    expect(page.find(".school-option.right")).to_contain_text("Answer b")
    expect(page.find(".school-option.wrong")).to_contain_text("Answer a")
    expect(page.find("[data-says=assertive]")).to_contain_text("Not right. That is not it.")
    expect(page.find(".school-next")).to_be_focused()
    page.find(".school-verdict .why-button").first.click()
    expect(page.find("#why")).to_contain_text("MD-LIR 11.C(1)(b)")
    press(page, "Escape")
    page.find(".school-next").focus()
    press(page, "Enter")
    page.until("() => !location.search.includes('seed=5&') && !location.search.endsWith('seed=5')")
    page.find(".school-check").wait_for()
    expect(page.find(".school-question")).to_be_focused()
    press(page, "2", "Enter")
    expect(page.find(".school-verdict h2")).to_contain_text("Right.")
    assert (standing(ann, "choice")["answers"], standing(ann, "choice")["right"]) == (2, 1)


def test_a_number_with_its_unit_and_a_series(visit: Visit, server: Served) -> None:
    ann = server.guest()
    page = at_task(visit, ann, "number", 13)
    field = page.page.get_by_role("textbox", name="Your answer")
    for typed in ("53", "3.5", "three"):
        field.fill(typed)
        press(page, "Enter")
        expect(page.find(".school-number .form-bad")).to_have_text("Give a number from 0 cards to 52 cards.")
    field.fill("3")
    press(page, "Enter")
    expect(page.find(".school-verdict h2")).to_contain_text("Right.")
    expect(page.find(".school-next")).to_have_text("Go on with the round")
    press(page, "Enter")
    page.until("() => location.search.includes('seed=13') && location.search.includes('place=1')")
    page.find(".school-check").wait_for()
    page.page.get_by_role("textbox", name="Your answer").fill("9")
    page.find(".school-check").click()
    expect(page.find(".school-solved")).to_have_text("Right is 4 cards.")
    expect(page.find(".school-next")).to_have_text("Next task")


def test_moves_by_mouse(visit: Visit, server: Served) -> None:
    """A wager taken, another paid with two chips; too many are put back, and a move is undone."""
    ann = server.guest()
    page = at_task(visit, ann, "moves", 3)
    page.find(".school-check").click()
    expect(page.find(".school-said")).to_contain_text("You have chosen or done nothing.")
    page.find(".spot[data-seat='1']").click()
    page.find("[data-do=take]").click()
    page.find(".spot[data-seat='2']").click()
    expect(page.find(".school-here")).to_contain_text("$10 lies there: 2 × $5")
    for _ in range(3):
        page.find(".school-chip[data-cents='500']").click()
    expect(page.find(".school-chip[data-cents='500'] small")).to_have_text("38")
    page.find(".school-check").click()
    expect(page.find(".school-said")).to_contain_text("$15 in chips are still in your hand")
    page.find(".school-pile").click()
    page.find("[data-do=pay]").click()
    page.find("[data-do=push]").click()
    page.find("[data-do=undo]").click()
    expect(page.find(".school-made li")).to_have_text(
        ["Position 1, Bet Number 1: taken", "Position 2, Bet Number 1: $10 paid (2 × $5)"]
    )
    page.find(".school-check").click()
    expect(page.find(".school-verdict h2")).to_contain_text("Right.")


def test_moves_by_keys_alone_and_the_right_ones_beside_them(visit: Visit, server: Served) -> None:
    ann = server.guest()
    page = at_task(visit, ann, "moves", 4)
    focus = "document.activeElement.getAttribute('aria-label') ?? ''"
    for _ in range(12):
        press(page, "Tab")
        if page.page.evaluate(focus).startswith("Position"):
            break
    assert page.page.evaluate(focus) == "Position 1, Bet Number 1, $5 lies there: 1 × $5"
    press(page, "ArrowRight", "=")
    expect(page.find(".school-held b")).to_have_text("$10")
    press(page, "p", "ArrowLeft", "l")
    assert page.page.evaluate(focus) == "Position 1, Bet Number 1, $5 lies there: 1 × $5, left as a push, move 2"
    press(page, "3", "Backspace", "u", "t")
    expect(page.find(".school-made li")).to_have_count(2)
    page.find(".school-check").focus()
    press(page, "Enter")
    expect(page.find(".school-verdict h2")).to_contain_text("Not right.")
    right, own = page.find(".school-made"), page.page.get_by_role("radio", name="Your moves")
    expect(right.locator("li").first).to_have_text("Position 1, Bet Number 1: taken")
    own.focus()
    press(page, "Space")
    expect(right.locator("li").first).to_contain_text("Position 2, Bet Number 1: $10 paid")


def test_a_sentence_that_is_meant_and_the_table_before(visit: Visit, server: Served) -> None:
    """The sentences of what happened are the answers; the table is seen as it lay, and as it lies."""
    ann = server.guest()
    found = ann.ask("GET", "/api/v1/school/task", game=GAME, drill="small", topic="choice", seed=50)
    lying = ann.ask("GET", "/api/v1/school/task", game=GAME, drill="small", topic="moves", seed=50)["task"]["view"]
    before = {**lying, "seats": [{**each, "wagers": {}} for each in lying["seats"]]}
    told = ["Cards were dealt", "A wager was placed", "No more bets"]
    options = [{"id": each, "words": words} for each, words in zip("abc", told, strict=True)]
    ask = {
        "type": "choice",
        "options": [*options, {"id": "d", "words": "Nothing"}],
        "several": False,
        "among_told": True,
    }
    earlier = [{"words": "after the deal", "view": before, "told": 1}]
    task = {**found["task"], "ask": ask, "told": told, "view": lying, "earlier": earlier}
    page = visit().known(ann.token)
    page.page.route("**/api/v1/school/task?*", lambda route: route.fulfill(json={**found, "task": task}))
    page.open(address("choice", 50))
    page.find(".school-check").wait_for()
    expect(page.find(".school-told.among input")).to_have_count(3)
    expect(page.find(".school-options input")).to_have_count(1)
    expect(page.find(".school-scene .wager")).to_have_count(2)
    page.page.get_by_role("radio", name="after the deal").check()
    expect(page.find(".school-scene .wager")).to_have_count(0)
    expect(page.find(".school-told .later")).to_have_count(2)
    assert serious(page) == []
    page.page.get_by_role("radio", name="now").check()
    expect(page.find(".school-told .later")).to_have_count(0)
    page.page.get_by_role("radio", name="Cards were dealt").focus()
    press(page, "ArrowDown", "Enter")
    expect(page.find(".school-verdict h2")).to_contain_text("Right.")
    expect(page.find(".school-option.right")).to_contain_text("A wager was placed")


def test_two_windows_count_an_answer_once(visit: Visit, server: Served) -> None:
    ann = server.guest()
    one, other = (at_task(visit, ann, "choice", 21) for _ in range(2))
    for page, key in ((one, "1"), (other, "2")):
        press(page, key, "Enter")
        page.find(".school-verdict").wait_for()
    expect(one.find(".school-foot > .note")).to_have_count(0)
    expect(other.find(".school-foot > .note")).to_contain_text("perhaps in another window. It is counted once.")
    assert (standing(ann, "choice")["answers"], standing(ann, "choice")["right"]) == (1, 0)
    third = at_task(visit, ann, "choice", 21)
    expect(third.find(".school-foot > .note")).to_contain_text("You have answered this task before.")


def test_a_reload_half_way_and_after_the_verdict(visit: Visit, server: Served) -> None:
    ann = server.guest()
    page = at_task(visit, ann, "moves", 6)
    page.find(".spot[data-seat='1']").click()
    press(page, "t")
    page.page.reload()
    expect(page.find(".school-made li")).to_have_text(["Position 1, Bet Number 1: taken"])
    page.find(".school-check").click()
    page.find(".school-verdict").wait_for()
    page.page.reload()
    expect(page.find(".school-verdict h2")).to_contain_text("Not right.")
    expect(page.find(".school-foot > .note")).to_contain_text("had arrived already. It is counted once.")
    assert standing(ann, "moves")["answers"] == 1


def test_a_lost_connection_keeps_the_answer_and_its_id(visit: Visit, server: Served) -> None:
    ann = server.guest()
    page = at_task(visit, ann, "choice", 8)
    sent: list[dict[str, Any]] = []

    def lose(route: Route) -> None:
        sent.append(json.loads(route.request.post_data or ""))
        if len(sent) == 1:
            route.fetch()  # it arrives, and the answer to it is lost
        route.abort() if len(sent) < 3 else route.continue_()

    page.page.route("**/api/v1/school/answers", lose)
    press(page, "2", "Enter")
    expect(page.find(".school-said")).to_contain_text("Your answer is kept")
    expect(page.find(".school-option input").first).to_be_disabled()
    page.find(".school-verdict").wait_for()
    assert len({each["id"] for each in sent}) == 1 and len(sent) == 3
    expect(page.find(".school-foot > .note")).to_contain_text("had arrived already. It is counted once.")
    assert (standing(ann, "choice")["answers"], standing(ann, "choice")["right"]) == (1, 1)
    page.faults = [fault for fault in page.faults if "ERR_FAILED" not in fault]


def test_an_answer_that_is_refused_loses_nothing(visit: Visit, server: Served) -> None:
    ann = server.guest()
    page = at_task(visit, ann, "choice", 9)

    def spoil(route: Route) -> None:
        body = json.loads(route.request.post_data or "")
        route.continue_(post_data=json.dumps(body | {"answer": {"type": "number", "value": 1}}))

    page.page.route("**/api/v1/school/answers", spoil)
    press(page, "2", "Enter")
    expect(page.find(".school-said")).to_contain_text("A choice is asked for.")
    expect(page.find(".school-said")).to_contain_text("Nothing was counted.")
    expect(page.find(".school-option input").nth(1)).to_be_checked()
    page.page.unroute("**/api/v1/school/answers")
    page.find(".school-check").click()
    expect(page.find(".school-verdict h2")).to_contain_text("Right.")
    assert standing(ann, "choice")["answers"] == 1


def test_a_task_that_is_none_is_said_with_a_way_back(visit: Visit, server: Served) -> None:
    page = visit().known(server.guest().token)
    page.open(f"/school/practise?game={GAME}&drill=small&topic=no-such")
    expect(page.find(".form-bad")).to_be_visible()
    expect(page.find("#page a[href='/school']")).to_be_visible()


def test_what_must_be_worked_out_is_asked_again(visit: Visit, server: Served) -> None:
    """Once for the task, once for the verdict, which says what each choice of a player is worth."""
    ann = server.guest()
    page = visit().known(ann.token)
    tried: list[str] = []
    value = {"value": "1/2", "decimal": 0.5, "cents": 250, "cost": "0/1", "cost_percent": 12.5, "cost_cents": 62.5}
    choices = [{**value, "choice": each, "label": f"Answer {each}", "best": each == "b"} for each in "ab"]
    worth = {"unit": "one bet", "stake": 500, "choices": choices, "cost": "0/1", "cost_percent": 0.0, "cost_cents": 0.0}

    def slow(route: Route) -> None:
        path = route.request.url.rpartition("/school/")[2].partition("?")[0]
        tried.append(path)
        if tried.count(path) == 1:
            route.fulfill(status=202, json={"state": "working", "what": "", "done": 0.5})
        elif path == "answers":
            route.fulfill(json=route.fetch().json() | {"worth": worth})
        else:
            route.continue_()

    page.page.route(re.compile("/api/v1/school/(task|answers)"), slow)
    page.open(address("choice", 40))
    page.find(".school-check").wait_for()
    press(page, "2", "Enter")
    expect(page.find(".school-worth .best")).to_contain_text("Answer b")
    expect(page.find(".school-worth tr").first).to_contain_text("gives away 12.50%")
    assert tried == ["task", "task", "answers", "answers"]


def test_where_one_stands_and_what_one_needs(visit: Visit, server: Served) -> None:
    ann = server.guest()
    for seed in range(3):
        name = {"game": GAME, "drill": "small", "topic": "choice", "seed": seed}
        answer = {"type": "choice", "ids": ["b" if seed else "a"]}
        ann.ask("POST", "/api/v1/school/answers", {"id": str(seed), "name": name, "answer": answer, "took": 4000})
    page = visit().known(ann.token)
    page.open(f"/school?game={GAME}")
    row = page.find(".school-topics tr", has_text="All about choice")
    expect(row).to_contain_text("67%")
    expect(row).to_contain_text("0:04")
    expect(row.get_by_role("img")).to_have_attribute("aria-label", "2 of the last 3 right")
    assert page.find(".school-topics tbody th").all_inner_texts()[0] == "All about choice", "the hardest first"
    page.find(".school-game", has_text="Dragon Poker").click()
    expect(page.find(".school-game-head")).to_contain_text("0 of 3 topics begun")
    page.find(".school-welcome .great").click()
    page.find(".school-check").wait_for()
    assert "of=all" in page.page.url and "seed=" in page.page.url


def test_every_page_at_every_size(visit: Visit, server: Served) -> None:
    """Nothing wider than the window, nothing that nobody wrote, nothing serious that axe finds."""
    tom, ann = server.staff("Tia", "trainer"), server.guest()
    name = {"game": GAME, "drill": "small", "topic": "choice", "seed": 1}
    answer = {"type": "choice", "ids": ["a"]}
    tom.ask("POST", "/api/v1/school/answers", {"id": "1", "name": name, "answer": answer, "took": 4000})
    ready = {
        address("moves", 30): ".school-check", address("choice", 30): ".school-check", "/school": ".school-drill",
        "/school/class": ".class-person",
    }  # fmt: skip
    for path, sign in ready.items():
        page = visit().known((tom if path.endswith("class") else ann).token)
        page.open(path)
        page.find(sign).first.wait_for()
        for size in SIZES:
            page.page.set_viewport_size(size)
            page.until("(wide) => innerWidth === wide", size["width"])
            assert page.wide() <= 0 and page.raw() == [] and serious(page) == [], (path, size)
        page.page.emulate_media(color_scheme="light")
        assert serious(page, *COLOURS) == [], path
        if sign != ".school-check":
            continue
        page.find(".school-check").click()
        if "moves" in path:
            page.find(".school-said:not(:empty)").wait_for()
            page.find(".school-check").click()
        else:
            press(page, "1", "Enter")
        page.find(".school-verdict").wait_for()
        for size in SIZES[::2]:
            page.page.set_viewport_size(size)
            assert page.wide() <= 0 and page.raw() == [] and serious(page) == [], (path, size)


def test_in_spanish_nothing_of_ours_is_english(visit: Visit, server: Served) -> None:
    ann = server.guest()
    page = at_task(visit, ann, "moves", 31, locale="es-ES", viewport=SIZES[0])
    expect(page.find(".school-check")).to_have_text("Comprobar")
    page.find(".spot[data-seat='1']").focus()
    press(page, "r")
    expect(page.find(".school-made li")).to_have_text(["Posición 1, Bet Number 1: recogida"])
    assert page.wide() <= 0 and page.raw() == []
    page.open("/school")
    expect(page.find(".school-welcome .great")).to_have_text("Practicar lo que necesito")
    assert page.wide() <= 0 and page.raw() == []


def test_a_trainer_sees_the_class_and_a_player_does_not(visit: Visit, server: Served) -> None:
    cid, tom = server.staff("Cid", "dealer"), server.staff("Tom", "trainer")
    for seed in range(4):
        name = {"game": GAME, "drill": "small", "topic": "choice", "seed": seed}
        answer = {"type": "choice", "ids": ["b" if seed == 3 else "a"]}
        cid.ask("POST", "/api/v1/school/answers", {"id": str(seed), "name": name, "answer": answer, "took": 6000})
    page = visit().known(tom.token)
    page.open("/school/class")
    row = page.find(".class-person", has_text="Cid")
    expect(row).to_contain_text(re.compile(r"Right\s*25%\s*Answers\s*4\s*Pace\s*0:06"))
    expect(row.locator(".badge")).to_have_text("All about choice 25%")
    asked: list[str] = []
    page.page.on("request", lambda request: asked.append(request.url))
    page.page.get_by_role("radio", name="the last day").check()
    expect(row).to_be_visible()
    page.page.get_by_role("radio", name="all time").check()
    expect(page.find(".class-topics").last).to_contain_text("All about choice")
    page.until("() => !document.querySelector('.school-class[aria-busy]')")
    assert [bool(re.search(r"since=\d+$", url)) for url in asked if "/class" in url] == [True, False]
    player = visit().known(server.guest().token)
    player.open("/school/class")
    expect(player.find(".note")).to_contain_text("This page is for those who train others.")
    player.open("/school")
    expect(player.find("main a[href='/school/class']")).to_have_count(0)


def test_a_stranger_begins_as_a_guest(visit: Visit, server: Served) -> None:
    page = visit()
    page.open("/school")
    expect(page.find("nav a[href='/school']")).to_have_attribute("aria-current", "page")
    page.page.get_by_role("button", name="Begin as a guest").click()
    page.find(".school-drill").first.wait_for()
