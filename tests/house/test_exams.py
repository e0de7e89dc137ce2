"""Exams in the house: given, sat task after task, kept whatever happens, ended by time, and signed into the trail."""

import asyncio
import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from house.examined_class import EXAM, GAME, MINUTE, Clock, answer, begun, given, kept, names, plain, right, sat, wrong
from house.school_drill import DRILL, TOPICS, small_drill
from house.server_support import PASSWORD, Served, served, until
from house.several import two_servers
from pitboss.client import Player
from pitboss.client.refused import Refused
from pitboss.house.fair.keys import signed_by
from pitboss.house.schooling.teaching import AT_ONCE
from pitboss.messages.tasks import DrillTask, TaskName
from pitboss.school.drills import DRILLS
from pitboss.school.signed import read_record
from pitboss.table.refusals import RefusedAct
from pitboss.table.rules import Rules


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with small_drill(), served(tmp_path_factory.mktemp("exams")) as made:
        yield made


@pytest.fixture(scope="module")
def people(server: Served) -> dict[str, Player]:
    roles = {"Tom": "trainer", "Cid": "dealer", "Dee": "dealer", "Eva": "dealer", "Pat": "player"}
    return {handle: server.staff(handle, role) for handle, role in roles.items()}


@pytest.fixture
def clock(server: Served) -> Iterator[Clock]:
    """It goes on from where the last test has left it: a session does not begin in the future."""
    house = server.running.house
    before = house.clock
    yield Clock(server)
    house.clock = before


def refused(player: Player, method: str, path: str, body: Any = None, **query: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        player.ask(method, f"/api/v1/school/{path}", body, **query)
    return caught.value


def result(player: Player, sitting: int) -> dict[str, Any]:
    told: dict[str, Any] = player.ask("GET", f"/api/v1/school/sittings/{sitting}/result")
    return told


def test_an_exam_is_sat_to_its_end_and_says_what_was_right(
    server: Served, people: dict[str, Player], clock: Clock
) -> None:
    exam = given(people["Tom"], "known answers")
    sitting = sat(server, people["Cid"], exam, 2, clock)
    told = result(people["Cid"], sitting)
    assert (told["right"], told["tasks"], told["percent"], told["passed"]) == (4, 6, 66, True)
    assert (told["ended"], told["lasted"], told["who"], told["examiner"]) == ("finished", 18_000, "Cid", "Tom")
    assert [each["right"] for each in told["each"]] == [False, False, True, True, True, True]
    assert [each["took"] for each in told["each"]] == [3_000] * 6
    assert told["tasks_an_hour"] == 1200
    first = told["each"][0]
    assert first["missteps"][0]["clause"] == "MD-LIR 11.C(1)(b)" and first["solution"] is not None
    assert told["parts"] == [{"game": GAME, "drill": "small", "title": "A small drill", "right": 4, "tasks": 6}]
    listed = people["Cid"].ask("GET", "/api/v1/school/exams")["exams"][0]
    assert (listed["exam"], listed["mine"]["percent"], listed["mine"]["open"]) == (exam, 66, False)
    assert listed["begun"] is None, "how many sit it is for trainers"


@pytest.mark.parametrize(("seeds", "alike"), [("same", True), ("different", False)])
def test_two_trainees_have_the_same_tasks_or_their_own(
    server: Served, people: dict[str, Player], seeds: str, alike: bool
) -> None:
    exam = given(people["Tom"], seeds, seeds=seeds)
    sittings = [begun(people[each], exam, f"begin {exam}")["sitting"] for each in ("Cid", "Dee")]
    drawn = [names(server, each) for each in sittings]
    assert (drawn[0] == drawn[1]) is alike
    for who, each in zip(("Cid", "Dee"), sittings, strict=True):
        people[who].ask("POST", f"/api/v1/school/sittings/{each}/end", {"id": f"end {each}"})
    people["Tom"].ask("POST", f"/api/v1/school/exams/{exam}/close", {"id": f"close {exam}"})
    told = [result(people[who], each) for who, each in zip(("Cid", "Dee"), sittings, strict=True)]
    assert (told[0]["seed"] == told[1]["seed"]) is alike
    assert told[0]["ended"] == "handed_in" and told[0]["percent"] == 0
    assert [each["task"]["name"]["seed"] for each in told[0]["each"]] == [name.seed for name in drawn[0]]
    assert all(each["answer"] is None and each["solution"] is None for each in told[0]["each"])


def test_no_solution_and_no_seed_leaves_the_house_before_the_end(server: Served, people: dict[str, Player]) -> None:
    exam = given(people["Tom"], "hidden", seeds="same")
    said = [begun(people["Cid"], exam, "hidden")]
    sitting = said[0]["sitting"]
    asked, seed = names(server, sitting), kept(server, sitting).sitting.seed
    for place, name in enumerate(asked[:-1]):
        said.append(answer(people["Cid"], sitting, place, right(name) if place % 2 else wrong(name)))
        said.append(people["Cid"].ask("GET", f"/api/v1/school/sittings/{sitting}"))
        said.append(people["Cid"].ask("GET", "/api/v1/school/exams"))
    said.append(people["Tom"].ask("GET", f"/api/v1/school/exams/{exam}/class"))
    text = json.dumps(said)
    for word in (
        '"solution"',
        '"missteps"',
        '"right"',
        '"why"',
        "The right answer",
        str(seed),
        *(str(name.seed) for name in asked),
    ):
        assert word not in text, word
    for path in ("result", "record"):
        assert refused(people["Cid"], "GET", f"sittings/{sitting}/{path}").code == "exam_open"
    rows = server.running.house.engine.connect().exec_driver_sql("SELECT body FROM trail WHERE kind = 'exam'")
    assert str(seed) not in b"".join(bytes(row.body) for row in rows).decode()
    answer(people["Cid"], sitting, len(asked) - 1, right(asked[-1]))
    people["Tom"].ask("POST", f"/api/v1/school/exams/{exam}/close", {"id": "close hidden"})
    assert result(people["Cid"], sitting)["seed"] == seed


def held(server: Served, player: Player, sitting: int) -> bool:
    """Whether this person has his score and nothing that tells of the tasks."""
    told, sat = result(player, sitting), kept(server, sitting).sitting
    assert told["percent"] == 83, "the score is told in any case"
    if not told["held"]:
        assert (told["seed"], len(told["each"]), len(told["parts"])) == (sat.seed, 6, 1) and told["number"]
        headers = {"Authorization": f"Bearer {player.token}"}
        assert server.http.get(f"/api/v1/school/sittings/{sitting}/record", headers=headers).status_code == 200
        return False
    listed = player.ask("GET", "/api/v1/school/exams")["exams"]
    text = json.dumps([told, [each for each in listed if each["mine"]]])
    assert told["held"].startswith("Your result is kept; it is shown when the exam is closed")
    assert (told["seed"], told["each"], told["parts"], told["number"]) == (None, [], [], "")
    for word in (str(sat.seed), *(str(name.seed) for name in sat.tasks), '"solution"', '"task"'):
        assert word not in text, word
    assert refused(player, "GET", f"sittings/{sitting}/record").code == "exam_held"
    return True


def test_who_hands_in_early_tells_nothing_to_those_who_still_sit_the_same_tasks(
    server: Served, people: dict[str, Player], clock: Clock
) -> None:
    """Nobody is named, so anybody may still begin it until it is closed; then until the last one has ended."""
    exam = given(people["Tom"], "held", seeds="same")
    sitting = sat(server, people["Cid"], exam, 1)
    assert held(server, people["Cid"], sitting)
    shown = result(people["Tom"], sitting)
    assert (shown["held"], len(shown["each"])) == ("", 6) and shown["number"], "a trainer sees it at once"
    other = begun(people["Dee"], exam)["sitting"]
    people["Tom"].ask("POST", f"/api/v1/school/exams/{exam}/close", {"id": "close held"})
    assert held(server, people["Cid"], sitting), "Dee still sits it"
    clock.on(10 * MINUTE - 1)
    assert held(server, people["Cid"], sitting)
    clock.on(1)
    assert not held(server, people["Cid"], sitting)
    assert result(people["Dee"], other)["held"] == ""


def test_of_those_who_are_named_the_last_one_ends_the_waiting(server: Served, people: dict[str, Player]) -> None:
    exam = given(people["Tom"], "held by name", seeds="same", trainees=["Cid", "Dee"])
    sitting = sat(server, people["Cid"], exam, 1)
    assert held(server, people["Cid"], sitting), "Dee has not begun"
    other = begun(people["Dee"], exam)["sitting"]
    assert held(server, people["Cid"], sitting)
    people["Dee"].ask("POST", f"/api/v1/school/sittings/{other}/end", {"id": "held by name"})
    assert not held(server, people["Cid"], sitting)


def test_who_has_tasks_of_his_own_waits_for_nobody(server: Served, people: dict[str, Player]) -> None:
    exam = given(people["Tom"], "own tasks", seeds="different", trainees=["Cid", "Dee"])
    assert not held(server, people["Cid"], sat(server, people["Cid"], exam, 1))


def test_a_task_is_named_by_its_drill_and_not_by_its_topic(server: Served, people: dict[str, Player]) -> None:
    """The title of a topic could be the answer, such as a card that must not lie open."""
    exam = given(people["Tom"], "no topic")
    told = begun(people["Dee"], exam)
    for place, name in enumerate(names(server, told["sitting"])):
        assert (told["task"]["title"], told["task"]["name"]["topic"]) == ("A small drill", "")
        assert "A small task" not in json.dumps(told)
        told = answer(people["Dee"], told["sitting"], place, right(name))["sitting"]
    shown = result(people["Dee"], told["sitting"])["each"][0]["task"]
    assert (shown["title"], shown["name"]["topic"] in TOPICS) == ("A small task", True), "told afterwards"


def test_an_exam_does_not_wait_for_what_others_practise(server: Served, people: dict[str, Player]) -> None:
    free = threading.Event()

    def slow(rules: Rules, name: TaskName) -> DrillTask:
        free.wait()
        return DRILL.make(rules, name)

    teaching = server.running.app.desk.teaching
    exam = given(people["Tom"], "busy school")
    DRILLS["slow"] = replace(DRILL, id="slow", make=slow)
    try:
        with pytest.raises(RefusedAct, match="too many tasks wait"):
            for _ in range(AT_ONCE + 2):  # one is begun, the others wait
                teaching.task(TaskName(GAME, "slow", "choice", 1))
        sitting = sat(server, people["Dee"], exam)
        assert result(people["Dee"], sitting)["percent"] == 100
    finally:
        free.set()
        del DRILLS["slow"]


def test_an_answer_that_has_to_wait_counts_from_when_it_came(
    server: Served, people: dict[str, Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two answers come a second before the end; the house has something else to do until the time is over."""
    desk, free, came = server.running.app.desk, threading.Event(), threading.Semaphore(0)
    at_once = desk.examining.answer

    async def noted(*args: Any) -> Any:
        task = asyncio.ensure_future(at_once(*args))
        await asyncio.sleep(0)
        came.release()
        return await task

    monkeypatch.setattr(desk.examining, "answer", noted)
    sitting = begun(people["Dee"], given(people["Tom"], "waits"))["sitting"]
    asked = names(server, sitting)
    clock.on(10 * MINUTE - 1_000)
    windows = [server.house.login("Dee", PASSWORD) for _ in range(2)]
    desk.teaching.examine(free.wait)
    with ThreadPoolExecutor(2) as pool:
        try:
            both = []
            for place, window in enumerate(windows):
                both.append(pool.submit(answer, window, sitting, place, right(asked[place])))
                came.acquire()
            clock.on(2_000)
        finally:
            free.set()
    assert [each.result()["again"] for each in both] == [False, False]
    assert [each.at for each in kept(server, sitting).sitting.answers] == [10 * MINUTE - 1_000] * 2
    told = result(people["Dee"], sitting)
    assert (told["ended"], told["right"]) == ("out_of_time", 2)


def test_an_exam_left_half_way_is_taken_up_with_its_clock_running(
    server: Served, people: dict[str, Player], clock: Clock
) -> None:
    exam = given(people["Tom"], "half-way")
    told = begun(people["Dee"], exam, "half-way")
    assert (told["left"], told["place"], told["answered"]) == (10 * MINUTE, 0, 0)
    sitting = told["sitting"]
    clock.on(30_000)
    answer(people["Dee"], sitting, 0, right(names(server, sitting)[0]))
    clock.on(30_000)
    assert begun(people["Dee"], exam, "a second window")["left"] == 9 * MINUTE
    clock.on(4 * MINUTE)
    told = begun(people["Dee"], exam, "next day")
    assert (told["sitting"], told["left"], told["place"], told["answered"]) == (sitting, 5 * MINUTE, 1, 1)
    notes = [(note.kind, note.at, note.ms) for note in kept(server, sitting).sitting.notes]
    assert notes == [("taken_up", 5 * MINUTE, 4 * MINUTE)]


def test_a_clock_set_back_gives_no_time_and_harms_nothing(
    server: Served, people: dict[str, Player], clock: Clock
) -> None:
    exam = given(people["Tom"], "set back")
    sitting = begun(people["Dee"], exam, "set back")["sitting"]
    clock.on(5 * MINUTE)
    answer(people["Dee"], sitting, 0, right(names(server, sitting)[0]))
    clock.on(-60 * MINUTE)
    told = answer(people["Dee"], sitting, 1, right(names(server, sitting)[1]))
    assert told["sitting"]["left"] == 5 * MINUTE
    clock.on(MINUTE)
    assert people["Dee"].ask("GET", f"/api/v1/school/sittings/{sitting}")["left"] == 4 * MINUTE
    people["Dee"].ask("POST", f"/api/v1/school/sittings/{sitting}/end", {"id": "set back, end"})
    told = result(people["Dee"], sitting)
    assert (told["right"], told["lasted"]) == (2, 6 * MINUTE)
    assert told["notes"] == [{"at": 5 * MINUTE, "kind": "clock_set_back", "ms": 60 * MINUTE}]
    clock.on(59 * MINUTE)


def test_a_clock_set_back_and_forward_again_ends_no_exam(
    server: Served, people: dict[str, Player], clock: Clock
) -> None:
    exam = given(people["Tom"], "back and forward")
    sitting = begun(people["Dee"], exam, "back and forward")["sitting"]
    clock.on(5 * MINUTE)
    answer(people["Dee"], sitting, 0, right(names(server, sitting)[0]))
    clock.on(-60 * MINUTE)
    answer(people["Dee"], sitting, 1, right(names(server, sitting)[1]))
    clock.on(60 * MINUTE + 3_000)
    told = people["Dee"].ask("GET", f"/api/v1/school/sittings/{sitting}")
    assert (told["open"], told["left"]) == (True, 5 * MINUTE - 3_000)
    told = answer(people["Dee"], sitting, 2, right(names(server, sitting)[2]))["sitting"]
    assert (told["answered"], told["left"]) == (3, 5 * MINUTE - 3_000)
    clock.on(5 * MINUTE - 3_000)
    assert not people["Dee"].ask("GET", f"/api/v1/school/sittings/{sitting}")["open"]


def test_who_is_out_of_time_has_what_he_answered_before(
    server: Served, people: dict[str, Player], clock: Clock
) -> None:
    exam = given(people["Tom"], "out of time")
    sitting = begun(people["Eva"], exam, "out of time")["sitting"]
    asked = names(server, sitting)
    clock.on(10 * MINUTE - 1)
    answer(people["Eva"], sitting, 0, right(asked[0]))
    clock.on(1)
    body = {"id": "late", "task": 1, "answer": plain(right(asked[1]))}
    late = refused(people["Eva"], "POST", f"sittings/{sitting}/answers", body)
    assert (late.code, late.allowed) == ("exam_over", "10 minutes")
    assert refused(people["Eva"], "POST", f"sittings/{sitting}/answers", body).code == "exam_over"
    told = result(people["Eva"], sitting)
    assert (told["ended"], told["right"], told["lasted"]) == ("out_of_time", 1, 10 * MINUTE)


def test_a_sitting_that_nobody_looks_at_ends_by_itself(server: Served, people: dict[str, Player], clock: Clock) -> None:
    exam = given(people["Tom"], "forgotten")
    sitting = begun(people["Eva"], exam, "forgotten")["sitting"]
    clock.on(10 * MINUTE)
    until(lambda: kept(server, sitting).row is not None)
    assert result(people["Eva"], sitting)["ended"] == "out_of_time"


def test_two_windows_agree_and_nothing_counts_twice(server: Served, people: dict[str, Player]) -> None:
    exam = given(people["Tom"], "two windows")
    one, other = begun(people["Eva"], exam, "one"), begun(people["Eva"], exam, "other")
    assert one["sitting"] == other["sitting"] and one["task"] == other["task"]
    sitting, asked = one["sitting"], names(server, one["sitting"])
    first = answer(people["Eva"], sitting, 0, wrong(asked[0]), "window one")
    again = answer(people["Eva"], sitting, 0, wrong(asked[0]), "window one")
    assert (first["again"], again["again"], again["sitting"]["answered"]) == (False, True, 1)
    body: dict[str, Any] = {"id": "window two", "task": 0, "answer": plain(right(asked[0]))}
    path = f"sittings/{sitting}/answers"
    assert refused(people["Eva"], "POST", path, body).code == "answered"
    assert refused(people["Eva"], "POST", path, body | {"id": "window one"}).code == "id_reused"
    assert refused(people["Eva"], "POST", path, body | {"id": "one", "task": 1}).code == "id_reused"
    assert refused(people["Eva"], "POST", path, body | {"task": 6}).code == "no_task"
    unfit = {"type": "moves", "moves": []} if asked[1].topic != "moves" else {"type": "number", "value": 1}
    assert refused(people["Eva"], "POST", path, body | {"task": 1, "answer": unfit}).code == "unfit_answer"
    for id in ("end", "end", "end in the other window"):
        told = people["Eva"].ask("POST", f"/api/v1/school/sittings/{sitting}/end", {"id": f"two, {id}"})
        assert not told["open"] and told["task"] is None
    assert [each.task for each in kept(server, sitting).sitting.answers] == [0]
    assert begun(people["Eva"], exam, "after the end")["open"] is False


def test_every_fault_of_an_exam_file_is_told_at_once(people: dict[str, Player]) -> None:
    broken = EXAM.replace("tasks = 6", "tasks = 0").replace('"small"', '"smal"').replace("minutes", "minuts")
    told = refused(people["Tom"], "POST", "exams", {"id": "broken", "text": broken})
    assert told.code == "exam"
    for line in ("line 4", "line 5", "line 9"):
        assert line in str(told.allowed), told.allowed
    assert "small" in str(told.allowed)
    for body in ({}, {"text": EXAM, "game": GAME}):
        assert refused(people["Tom"], "POST", "exams", {"id": "none", **body}).code == "exam"
    assert refused(people["Tom"], "POST", "exams", {"id": "none", "game": "no-such"}).code == "no_game"
    assert refused(people["Tom"], "POST", "exams", {"id": "none", "game": GAME, "state": "atlantis"}).code == "exam"
    assert refused(people["Tom"], "POST", "exams", {"id": "none", "text": "x" * 50_000}).code == "shape"
    assert refused(people["Tom"], "POST", "exams", {"id": "n", "text": EXAM, "trainees": ["Zoe"]}).code == "no_account"


def test_the_default_exam_of_a_game_is_given_as_it_is_or_changed(server: Served, people: dict[str, Player]) -> None:
    told = people["Tom"].ask("GET", "/api/v1/school/exams/text", game=GAME)
    assert "maryland" in told["states"] and 'drill = "small"' in told["text"]
    default = people["Tom"].ask("POST", "/api/v1/school/exams", {"id": "default", "game": GAME})
    changed = people["Tom"].ask(
        "POST", "/api/v1/school/exams", {"id": "changed", "text": told["text"].replace("minutes = 60", "minutes = 61")}
    )
    assert (default["tasks"], default["minutes"], changed["minutes"]) == (30, 60, 61)
    assert people["Tom"].ask("POST", "/api/v1/school/exams", {"id": "default", "game": GAME})["exam"] == default["exam"]
    assert refused(people["Tom"], "POST", "exams", {"id": "default", "text": EXAM}).code == "id_reused"


def test_a_closed_exam_is_not_begun_and_goes_on_for_who_sits_it(server: Served, people: dict[str, Player]) -> None:
    exam = given(people["Tom"], "to be closed")
    sitting = begun(people["Cid"], exam, "before it closed")["sitting"]
    for _ in range(2):
        assert people["Tom"].ask("POST", f"/api/v1/school/exams/{exam}/close", {"id": "close"})["open"] is False
    assert refused(people["Dee"], "POST", f"exams/{exam}/sitting", {"id": "too late"}).code == "exam_closed"
    assert exam not in [each["exam"] for each in people["Dee"].ask("GET", "/api/v1/school/exams")["exams"]]
    assert answer(people["Cid"], sitting, 0, right(names(server, sitting)[0]))["sitting"]["answered"] == 1
    assert refused(people["Tom"], "POST", "exams/999/close", {"id": "no such"}).code == "no_exam"


def test_nobody_sees_the_exam_of_another_but_trainers(server: Served, people: dict[str, Player]) -> None:
    exam = given(people["Tom"], "own", trainees=["cid", "Dee"])
    sitting = sat(server, people["Cid"], exam, 1)
    for path in ("result", "record"):
        assert refused(people["Pat"], "GET", f"sittings/{sitting}/{path}").code == "wrong_role"
    assert refused(people["Pat"], "GET", f"sittings/{sitting}").code == "no_sitting"
    assert refused(people["Tom"], "GET", f"sittings/{sitting}").code == "no_sitting", "nor a task, before the end"
    assert refused(people["Pat"], "GET", f"exams/{exam}/class").code == "wrong_role"
    assert refused(people["Pat"], "POST", "exams", {"id": "mine", "text": EXAM}).code == "wrong_role"
    assert refused(people["Pat"], "POST", f"exams/{exam}/close", {"id": "mine"}).code == "wrong_role"
    assert refused(people["Pat"], "POST", f"exams/{exam}/sitting", {"id": "not invited"}).code == "no_exam"
    body = {"id": "for him", "task": 1, "answer": {"type": "number", "value": 1}}
    assert refused(people["Pat"], "POST", f"sittings/{sitting}/answers", body).code == "no_sitting"
    assert refused(server.guest(), "POST", f"exams/{exam}/sitting", {"id": "a guest"}).code == "guest"
    for path in ("exams", f"sittings/{sitting}/result"):
        assert server.http.get(f"/api/v1/school/{path}").status_code == 401
    told = people["Tom"].ask("GET", f"/api/v1/school/exams/{exam}/class")
    assert [(each["handle"], each["percent"], each["passed"]) for each in told["trainees"]] == [("Cid", 83, True)]
    assert told["missing"] == ["Dee"] and (told["exam"]["begun"], told["exam"]["ended"]) == (1, 1)
    assert 'title = "Small exam"' in told["text"]
    assert result(people["Tom"], sitting)["who"] == "Cid"


def test_the_record_is_a_file_that_the_house_has_signed(server: Served, people: dict[str, Player]) -> None:
    exam = given(people["Tom"], "record")
    sitting = sat(server, people["Cid"], exam)
    headers = {"Authorization": f"Bearer {people['Cid'].token}"}
    found = server.http.get(f"/api/v1/school/sittings/{sitting}/record", headers=headers)
    record, said = read_record(found.content, signed_by)
    assert f"pitboss-exam-{record.number}.json" in found.headers["content-disposition"]
    assert said.public == server.running.house.keys.public
    assert (said.result.sitting.who, said.result.score.percent) == ("Cid", 100)
    assert result(people["Cid"], sitting)["number"] == record.number


def test_a_house_that_stops_goes_on_with_its_exams(tmp_path: Path) -> None:
    with small_drill():
        with served(tmp_path) as server:
            tom, cid = server.staff("Tom", "trainer"), server.staff("Cid", "dealer")
            exam = given(tom, "before the stop")
            sitting = begun(cid, exam)["sitting"]
            answer(cid, sitting, 0, right(names(server, sitting)[0]))
        with served(tmp_path) as server:
            cid = server.house.login("Cid", PASSWORD)
            told = begun(cid, exam, "after the stop")
            assert (told["sitting"], told["place"], told["open"]) == (sitting, 1, True)
            assert answer(cid, sitting, 0, right(names(server, sitting)[0]))["again"]
            for place, name in enumerate(names(server, sitting)[1:], 1):
                answer(cid, sitting, place, right(name))
            assert result(cid, sitting)["percent"] == 100


def test_whichever_process_is_asked_there_is_one_exam(postgresql_url: str, tmp_path: Path) -> None:
    with small_drill(), two_servers(postgresql_url, tmp_path) as (first, second):
        first.staff("Tom", "trainer"), first.staff("Cid", "dealer")
        here, there = (each.house.login("Cid", PASSWORD) for each in (first, second))
        exam = given(second.house.login("Tom", PASSWORD), "two processes")
        one, other = begun(here, exam), begun(there, exam, "elsewhere")
        assert (one["sitting"], one["task"]) == (other["sitting"], other["task"])
        sitting = one["sitting"]
        for place, name in enumerate(names(first, sitting)):
            assert not answer(there if place % 2 else here, sitting, place, right(name))["again"]
            assert answer(here if place % 2 else there, sitting, place, right(name))["again"]
        assert result(here, sitting) == result(there, sitting)
        assert result(there, sitting)["percent"] == 100
