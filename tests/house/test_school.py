"""The school: what is asked of whom, that answers are counted once, that no solution is told before, and who sees a
class."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from house.school_drill import small_drill
from house.server_support import Served, served
from pitboss.client import Player
from pitboss.client.refused import Refused
from pitboss.house.schooling.answers import KeptAnswer
from pitboss.house.schooling.standing import progress
from pitboss.messages.tasks import NumberAnswer, TaskName
from pitboss.school.memory import TopicKey

GAME = "let-it-ride"
WRONG = {"type": "choice", "ids": ["a"]}
RIGHT = {"type": "choice", "ids": ["b"]}
NOTHING = {"type": "moves", "moves": []}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with small_drill(), served(tmp_path_factory.mktemp("school")) as made:
        yield made


def asked(player: Player, **which: Any) -> dict[str, Any]:
    found: dict[str, Any] = player.ask("GET", "/api/v1/school/task", game=GAME, **which)
    return found


def answered(player: Player, task: dict[str, Any], answer: dict[str, Any], id: str, took: int = 2000) -> dict[str, Any]:
    given = {"id": id, "name": task["task"]["name"], "answer": answer, "took": took}
    found: dict[str, Any] = player.ask("POST", "/api/v1/school/answers", given)
    return found


def refused(player: Player, method: str, path: str, body: Any = None, **query: Any) -> str:
    with pytest.raises(Refused) as caught:
        player.ask(method, path, body, **query)
    return str(caught.value.code)


def topic(player: Player, name: str) -> dict[str, Any]:
    school = player.ask("GET", "/api/v1/school")
    game = next(each for each in school["games"] if each["game"] == GAME)
    found: dict[str, Any] = next(each for each in game["drills"][0]["topics"] if each["topic"] == name)
    return found


def test_a_wrong_answer_is_told_with_its_clause_and_counted(server: Served) -> None:
    ann = server.guest()
    task = asked(ann, drill="small", topic="choice", seed=7)
    assert task["task"]["name"] == {"game": GAME, "drill": "small", "topic": "choice", "seed": 7, "place": 0}
    assert not task["answered"] and "solution" not in json.dumps(task)
    told = answered(ann, task, WRONG, "1")
    assert (told["right"], told["counted"], told["solution"]) == (False, True, RIGHT)
    assert [each["clause"] for each in (*told["missteps"], *told["why"])] == ["MD-LIR 11.C(1)(b)"] * 2
    told = answered(ann, asked(ann, drill="small", topic="choice", seed=8), RIGHT, "2", took=4000)
    assert told["right"] and told["missteps"] == []
    found = topic(ann, "choice")
    assert (found["answers"], found["right"], found["recent"], found["pace"]) == (2, 1, [False, True], 4000)
    assert found == told["standing"]


def test_two_windows_count_an_answer_once(server: Served) -> None:
    ann = server.guest()
    task = asked(ann, drill="small", topic="choice", seed=9)
    assert answered(ann, task, WRONG, "one window")["counted"]
    again = answered(ann, task, WRONG, "one window")
    other = answered(ann, task, RIGHT, "another window")
    assert (again["counted"], other["counted"]) == (False, False)
    assert asked(ann, drill="small", topic="choice", seed=9)["answered"]
    assert (topic(ann, "choice")["answers"], topic(ann, "choice")["right"]) == (1, 0)
    later = asked(ann, drill="small", topic="choice", seed=10)
    body = {"id": "one window", "name": later["task"]["name"], "answer": RIGHT, "took": 1}
    assert refused(ann, "POST", "/api/v1/school/answers", body) == "id_reused"
    bea = server.guest()
    assert answered(bea, task, RIGHT, "one window")["counted"], "what others have answered is theirs"


def test_what_is_needed_most_is_asked_first(server: Served) -> None:
    ann = server.guest()
    assert [each["why"] for each in ann.ask("GET", "/api/v1/school")["needed"]][:3] == ["new"] * 3
    assert asked(ann)["task"]["name"]["topic"] == "choice", "what is new, in its order"
    answered(ann, asked(ann, topic="number", seed=3), {"type": "number", "value": 3}, "1")
    answered(ann, asked(ann, topic="moves", seed=3), NOTHING, "2")
    assert asked(ann)["task"]["name"]["topic"] == "choice"
    answered(ann, asked(ann, topic="choice", seed=3), WRONG, "3")
    assert asked(ann)["task"]["name"]["topic"] == "moves", "what was wrong before what was right"
    answered(ann, asked(ann, topic="moves", seed=4), NOTHING, "4")
    assert asked(ann)["task"]["name"]["topic"] == "choice", "not the same twice running"


def kept(topic: str, number: int, at: int, *, right: bool, took: int = 1000) -> KeptAnswer:
    name = TaskName(GAME, "small", topic, number)
    return KeptAnswer("Ann", str(number), name, NumberAnswer(1), right, (), took, at)


def test_what_was_wrong_comes_back_sooner_and_the_hardest_first() -> None:
    right, wrong, new = (TopicKey(GAME, "small", each) for each in ("right", "wrong", "new"))
    known = progress([kept("right", 1, 0, right=True), kept("wrong", 2, 0, right=False)])
    back = {key: known.due(key, 0) for key in (right, wrong, new)}
    assert back[new] is None and 0 < int(back[wrong] or 0) < int(back[right] or 0)
    assert known.needed([right, wrong, new], 0, 3) == [(new, "new"), (wrong, "later"), (right, "later")]
    late = int(back[right] or 0)
    assert known.needed([right, wrong, new], late, 3) == [(wrong, "due"), (right, "due"), (new, "new")]
    assert known.needed([right, wrong, new], late, 1) == [(wrong, "due")]


def test_accuracy_and_pace_are_those_of_the_last_answers() -> None:
    early = [kept("t", number, number, right=False) for number in range(5)]
    late = [kept("t", number, number, right=True, took=1000 * number) for number in range(5, 25)]
    found = progress([*early, *late]).practice[TopicKey(GAME, "small", "t")]
    assert (found.answers, found.right, found.accuracy, found.pace, found.last) == (25, 20, 1.0, 14500, 24)
    assert progress(early).practice[TopicKey(GAME, "small", "t")].pace is None
    assert progress([]).practice == {}


def test_a_series_goes_on_and_the_house_draws_seeds(server: Served) -> None:
    ann = server.guest()
    one, other = (asked(ann, drill="small", topic="number") for _ in range(2))
    assert one["task"]["name"]["seed"] != other["task"]["name"]["seed"]
    seed = one["task"]["name"]["seed"]
    told = answered(ann, one, {"type": "number", "value": seed % 10}, "1")
    assert told["right"] and told["follows"]
    after = asked(ann, drill="small", topic="number", seed=seed, place=1)
    told = answered(ann, after, {"type": "number", "value": seed % 10 + 1}, "2")
    assert told["right"] and not told["follows"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"name": {"game": "no-such"}}, "no_game"),
        ({"name": {"drill": "no-such"}}, "no_task"),
        ({"name": {"topic": "no-such"}}, "no_task"),
        ({"name": {"seed": -1}}, "no_task"),
        ({"name": {"seed": 2**53}}, "no_task"),
        ({"name": {"place": 1001}}, "no_task"),
        ({"answer": {"type": "number", "value": 1}}, "unfit_answer"),
        ({"answer": {"type": "words"}}, "shape"),
        ({"took": -1}, "shape"),
        ({"took": 3_600_001}, "shape"),
        ({"id": ""}, "shape"),
    ],
)
def test_bad_input_counts_nothing(server: Served, change: dict[str, Any], code: str) -> None:
    ann = server.guest()
    name = {"game": GAME, "drill": "small", "topic": "choice", "seed": 1, "place": 0} | change.pop("name", {})
    body = {"id": "1", "name": name, "answer": RIGHT, "took": 1} | change
    assert refused(ann, "POST", "/api/v1/school/answers", body) == code
    assert topic(ann, "choice")["answers"] == 0


@pytest.mark.parametrize(
    ("which", "code"),
    [
        ({"game": "no-such"}, "no_game"),
        ({"game": GAME, "drill": "no-such"}, "no_task"),
        ({"game": GAME, "drill": "small", "topic": "no-such"}, "no_task"),
        ({"seed": 2**53}, "shape"),
    ],
)
def test_a_task_that_is_none(server: Served, which: dict[str, Any], code: str) -> None:
    assert refused(server.guest(), "GET", "/api/v1/school/task", **which) == code


def test_a_stranger_is_asked_to_come_in(server: Served) -> None:
    for path in ("", "/task", "/class"):
        assert server.http.get(f"/api/v1/school{path}").status_code == 401


def test_a_trainer_sees_the_class(server: Served) -> None:
    cid, dee, tom = server.staff("Cid", "dealer"), server.staff("Dee", "dealer"), server.staff("Tom", "trainer")
    for number, answer in enumerate((WRONG, WRONG, RIGHT)):
        answered(cid, asked(cid, drill="small", topic="choice", seed=number), answer, str(number), took=1000)
    answered(dee, asked(dee, drill="small", topic="choice", seed=1), RIGHT, "1", took=3000)
    moves = asked(dee, drill="small", topic="moves", seed=1)
    answered(dee, moves, NOTHING, "2", took=5000)
    assert refused(cid, "GET", "/api/v1/school/class") == "wrong_role"
    told = tom.ask("GET", "/api/v1/school/class")
    rows = {each["handle"]: each for each in told["trainees"]}
    assert list(rows) == ["Cid", "Dee"]
    assert [(rows[each]["answers"], rows[each]["right"], rows[each]["pace"]) for each in rows] == [
        (3, 1, 1000),
        (2, 1, 4000),
    ]
    assert [each["topic"] for each in rows["Dee"]["topics"]] == ["moves", "choice"], "the weakest first"
    both = next(each for each in told["topics"] if each["topic"] == "choice")
    assert (both["answers"], both["right"], both["took"], both["title"]) == (4, 2, 6000, "All about choice")
    assert told["guests"] >= 1
    late = tom.ask("GET", "/api/v1/school/class", since=rows["Dee"]["last"] + 1)
    assert late == {"trainees": [], "topics": [], "guests": 0}


def test_the_felt_of_a_game_is_drawn_without_a_table(server: Served) -> None:
    found = server.http.get(f"/api/v1/school/felt/{GAME}")
    assert found.status_code == 200 and re.match("<svg", found.text) and 'id="seat-1-' in found.text
    assert server.http.get("/api/v1/school/felt/no-such").status_code == 404
