"""The page of exams: one is given, sat with the keyboard alone, left and taken up, in two windows, and handed in; its
result says what was wrong; a trainer sees the class."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import ViewportSize, expect

from house.examined_class import GAME, answer, begun, given, kept, names, right, sat
from house.school_drill import small_drill
from house.server_support import Served, served
from pitboss.client import Player
from web.conftest import Visit
from web.test_pages import COLOURS, serious
from web.test_sizes import SIZES
from web.visitor import Visitor

TYPED = f"""
title = "Typed exam"
games = ["{GAME}"]
tasks = 4
minutes = 30
pass_percent = 50

[[part]]
drill = "small"
topic = "choice"

[[part]]
drill = "small"
topic = "number"
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with small_drill(), served(tmp_path_factory.mktemp("exam-pages")) as made:
        yield made


@pytest.fixture(scope="module")
def people(server: Served) -> dict[str, Player]:
    roles = {"Tom": "trainer", "Cid": "dealer", "Dee": "dealer", "Eva": "dealer", "Fay": "dealer"}
    return {handle: server.staff(handle, role) for handle, role in roles.items()}


def fits(visitor: Visitor) -> None:
    """In every window, for everybody, without a word that nobody wrote."""
    for width, height in SIZES:
        size: ViewportSize = {"width": width, "height": height}
        visitor.page.set_viewport_size(size)
        visitor.page.wait_for_function("(wide) => innerWidth === wide", arg=width)
        assert visitor.wide() <= 0, size
    assert visitor.raw() == []
    for scheme, rules in (("dark", ()), ("light", COLOURS)):
        visitor.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        assert serious(visitor, *rules) == [], scheme
    visitor.page.set_viewport_size({"width": 1440, "height": 900})


def to(visitor: Visitor, words: str) -> None:
    """Tab leads there; nothing is clicked."""
    for _ in range(60):
        visitor.page.keyboard.press("Tab")
        if visitor.page.evaluate("(words) => document.activeElement.textContent.trim().startsWith(words)", words):
            return
    raise AssertionError(f"Tab does not lead to {words}")


def test_an_exam_is_sat_with_the_keyboard_alone(visit: Visit, server: Served, people: dict[str, Player]) -> None:
    exam = given(people["Tom"], "by keyboard", TYPED, trainees=["Cid"])
    cid = visit().known(people["Cid"].token)
    cid.open("/school/exam")
    expect(cid.find(".exam h3")).to_have_text("Typed exam")
    to(cid, "To the exam")
    cid.page.keyboard.press("Enter")
    expect(cid.find(".exam-rules li").first).to_contain_text("What was right is told at the end")
    fits(cid)
    to(cid, "Begin now")
    cid.page.keyboard.press("Enter")
    expect(cid.find(".exam-place")).to_have_text("Task 1 of 4")
    expect(cid.find(".exam-clock")).to_have_text("30 minutes left")
    expect(cid.find("[data-says=polite]")).to_contain_text("Task 1 of 4. 30 minutes left")
    mine = people["Cid"].ask("GET", "/api/v1/school/exams")["exams"][0]["mine"]["sitting"]
    for place, name in enumerate(names(server, mine)):
        expect(cid.find(".exam-place")).to_have_text(f"Task {place + 1} of 4")
        expect(cid.find(".school-question")).to_be_focused()
        if name.topic == "choice":
            cid.page.keyboard.press("1" if place == 3 else "2")
        else:
            cid.page.keyboard.press("Tab")
            while not cid.page.evaluate("document.activeElement.matches('.school-number input')"):
                cid.page.keyboard.press("Tab")
            cid.page.keyboard.type(str(name.seed % 10 + name.place + (place == 3)))
        if place == 0:
            fits(cid)
            assert "Right" not in cid.text()
        cid.page.keyboard.press("Enter")
    expect(cid.find(".exam-percent b")).to_have_text("75 %")
    expect(cid.find(".exam-percent span")).to_have_text("Passed")
    expect(cid.find("h1")).to_be_focused()
    to(cid, "✗")
    cid.page.keyboard.press("Enter")
    expect(cid.find(".school-verdict h2")).to_contain_text("Not right")
    expect(cid.find(".school-verdict li").first).to_contain_text("That is not it.")
    fits(cid)
    with cid.page.expect_download() as caught:
        cid.find("a[download]").click()
    assert json.loads(caught.value.path().read_bytes())["signature"]
    assert str(caught.value.suggested_filename).startswith("pitboss-exam-")
    assert exam == people["Cid"].ask("GET", "/api/v1/school/exams")["exams"][0]["exam"]


def test_two_windows_agree_and_a_reload_goes_on(visit: Visit, server: Served, people: dict[str, Player]) -> None:
    exam = given(people["Tom"], "two windows", TYPED, trainees=["Dee"])
    sitting = begun(people["Dee"], exam)["sitting"]
    one, other = (visit().known(people["Dee"].token) for _ in range(2))
    for window in (one, other):
        window.open(f"/school/exam?sit={exam}")
        expect(window.find(".exam-place")).to_have_text("Task 1 of 4")
    answer(people["Dee"], sitting, 0, right(names(server, sitting)[0]))
    other.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(other.find(".exam-place")).to_have_text("Task 2 of 4")
    if names(server, sitting)[0].topic == "choice":
        one.page.keyboard.press("1")
    else:
        one.find(".school-number input").fill("9")
    one.find(".school-check").click()  # it has an answer by now: the window goes on to what comes next
    expect(one.find(".exam-place")).to_have_text("Task 2 of 4")
    assert len(kept(server, sitting).sitting.answers) == 1
    one.page.reload()
    expect(one.find(".exam-place")).to_have_text("Task 2 of 4")
    one.find("button", has_text="Hand in").click()
    expect(one.find("dialog p")).to_contain_text("3 tasks have no answer yet")
    assert serious(one) == []
    one.page.keyboard.press("Escape")
    expect(one.find("button", has_text="Hand in")).to_be_focused()
    one.find("button", has_text="Hand in").click()
    one.find("dialog button.primary").click()
    expect(one.find(".exam-percent b")).to_have_text("25 %")
    one.find(".exam-each summary").nth(2).click()
    expect(one.find(".exam-each .note")).to_have_text("This task was not answered.")
    other.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(other.find(".exam-percent b")).to_have_text("25 %")


def test_the_page_tells_when_the_time_is_over(visit: Visit, server: Served, people: dict[str, Player]) -> None:
    exam = given(people["Tom"], "time", TYPED, trainees=["Fay"])
    fay = visit().known(people["Fay"].token)
    fay.open(f"/school/exam?sit={exam}")
    fay.find("button", has_text="Begin now").click()
    expect(fay.find(".exam-place")).to_have_text("Task 1 of 4")
    house = server.running.house
    before = house.clock
    house.clock = lambda: before() + 30 * 60_000
    try:
        fay.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(fay.find(".exam-score")).to_contain_text("The time was over before every task was answered.")
    finally:
        house.clock = before


@pytest.mark.parametrize(
    ("locale", "said"),
    [("en-US", "Your result is kept; it is shown when"), ("es-ES", "Su resultado está guardado; se muestra cuando")],
)
def test_a_result_is_held_back_while_others_may_sit_the_same_tasks(
    visit: Visit, server: Served, people: dict[str, Player], locale: str, said: str
) -> None:
    exam = given(people["Tom"], f"held, {locale}", TYPED, seeds="same")
    sitting = sat(server, people["Eva"], exam, 1)
    eva = visit(locale=locale).known(people["Eva"].token)
    eva.open(f"/school/exam?result={sitting}")
    expect(eva.find(".note")).to_contain_text(said)
    expect(eva.find(".exam-percent b")).to_have_text("75 %")
    assert eva.find(".exam-each").count() == eva.find(".exam-parts").count() == eva.find("a[download]").count() == 0
    fits(eva)
    people["Tom"].ask("POST", f"/api/v1/school/exams/{exam}/close", {"id": f"close, {locale}"})
    eva.page.reload()
    expect(eva.find(".exam-each li")).to_have_count(4)
    assert eva.find(".note").count() == 0


def test_a_trainer_gives_an_exam_and_sees_the_class(visit: Visit, server: Served, people: dict[str, Player]) -> None:
    tom = visit().known(people["Tom"].token)
    tom.open("/school/exam")
    tom.find("#exam-game").select_option(GAME)
    tom.find("button", has_text="Change it first").click()
    text = tom.find("#exam-text")
    expect(text).to_have_value(re.compile('drill = "small"'))
    text.fill(TYPED.replace("tasks = 4", "tasks = 0").replace("minutes", "minuts"))
    tom.find("button", has_text="Give this exam").click()
    expect(tom.find(".form-bad li")).to_have_count(3)
    expect(tom.find(".form-bad")).to_contain_text(re.compile("Line 4.*Line 5", re.DOTALL))
    fits(tom)
    text.fill(TYPED)
    tom.find("#exam-trainees").fill("Eva, cid")
    tom.find("label", has_text="Everybody has the same tasks").click()
    tom.find("button", has_text="Give this exam").click()
    expect(tom.find("h1")).to_have_text("Typed exam")
    expect(tom.find("#page")).to_contain_text("Not begun yet: Eva and Cid")
    exam = int(tom.page.url.rpartition("=")[2])
    sat(server, people["Eva"], exam, 1)
    tom.page.reload()
    expect(tom.find("tbody tr")).to_contain_text(["Eva"])
    expect(tom.find("tbody tr td.number").first).to_have_text("75 %")
    fits(tom)
    tom.find("tbody a", has_text="Passed").click()
    expect(tom.find(".eyebrow")).to_have_text("Eva")
    tom.open("/school/exam")
    tom.find("tr", has_text="Typed exam").first.get_by_role("button").click()
    expect(tom.find("tr", has_text="Typed exam").first).to_contain_text("closed")


def test_a_guest_is_told_that_an_exam_wants_an_account(visit: Visit, server: Served) -> None:
    guest = visit().known(server.guest().token)
    guest.open("/school/exam")
    expect(guest.find(".note").first).to_contain_text("a guest cannot sit one")
    fits(guest)
    stranger = visit(locale="es-ES").open("/school/exam")
    expect(stranger.find("h1")).to_have_text("Exámenes")
