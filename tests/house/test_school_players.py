"""The school for players in a house: decisions with their worth, sums that follow from the answers, the strategy that
is taught with its costs; and what is told while figures are worked out."""

import time
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from house.server_support import Served, served
from pitboss.client import Player
from pitboss.client.refused import Refused
from pitboss.house.schooling.answers import KeptAnswer
from pitboss.house.schooling.streaks import of_players, summed
from pitboss.house.server.routes import school
from pitboss.lab.strategies.api import strategy_cost
from pitboss.messages.tasks import ChoiceAnswer, TaskName
from pitboss.school.drills import DRILLS

GAME = "dragon-poker"
TOPIC = "decide-high-card"
TRIES = 600
"""How often a page asks again, at most: with pauses this is a minute."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("players")) as made:
        yield made


def until_ready(player: Player, method: str, path: str, body: Any = None, **query: Any) -> dict[str, Any]:
    """As a page asks: again while it is being worked out."""
    for _ in range(TRIES):
        found: dict[str, Any] = player.ask(method, path, body, **query)
        if found.get("state") != "working":
            return found
        time.sleep(0.1)
    raise AssertionError(f"{path} is still being worked out")


def asked(player: Player, seed: int, drill: str = "decide", topic: str = TOPIC, place: int = 0) -> dict[str, Any]:
    which = {"game": GAME, "drill": drill, "topic": topic, "seed": seed, "place": place}
    return until_ready(player, "GET", "/api/v1/school/task", **which)


def answered(player: Player, task: dict[str, Any], choice: str) -> dict[str, Any]:
    name = task["task"]["name"]
    given = {
        "id": f"{name['drill']} {name['seed']} {choice}",
        "name": name,
        "answer": {"type": "choice", "ids": [choice]},
        "took": 2000,
    }
    return until_ready(player, "POST", "/api/v1/school/answers", given)


def sums(player: Player, **query: Any) -> dict[str, Any]:
    found: dict[str, Any] = {"waiting": 1}
    for _ in range(TRIES):
        if not found["waiting"]:
            break
        found = player.ask("GET", "/api/v1/school/decisions", **query)
    return found


def test_what_every_choice_is_worth_is_told_after_the_answer_alone(server: Served) -> None:
    ann = server.guest()
    task = asked(ann, 1)
    assert "worth" not in task["task"] and [each["id"] for each in task["task"]["ask"]["options"]] == ["play", "fold"]
    told = answered(ann, task, "fold")
    values = {each["choice"]: Fraction(each["value"]) for each in told["worth"]["choices"]}
    assert set(values) == {"play", "fold"} and values["fold"] == -2
    assert Fraction(told["worth"]["cost"]) == max(values.values()) - values["fold"]
    assert told["right"] == (values["fold"] == max(values.values())) and told["worth"]["unit"] == "the Ante"
    assert "rule" in told["why"][0]["words"]


def test_sums_follow_from_the_answers(server: Served) -> None:
    ann = server.guest()
    assert sums(ann)["answers"] == 0 and sums(ann)["cost"] == "0/1"
    lost, cents, rights = Fraction(0), Fraction(0), list[bool]()
    for seed in range(2, 12):
        told = answered(ann, asked(ann, seed), "play" if seed < 6 else "fold")
        lost += Fraction(told["worth"]["cost"])
        cents += Fraction(told["worth"]["cost"]) * told["worth"]["stake"]
        rights.append(told["right"])
    assert True in rights and rights.count(False) > 3, "the cost of every mistake is told, not of the last few alone"
    answered(ann, asked(ann, 8, drill="rules", topic="decide"), "play")
    found = sums(ann, game=GAME)
    assert (found["answers"], found["mistakes"]) == (11, rights.count(False))
    assert Fraction(found["cost"]) == lost and found["cost_cents"] == float(cents)
    assert sums(ann, game="let-it-ride")["answers"] == 0
    assert sums(server.guest())["answers"] == 0


@pytest.mark.parametrize(
    ("rights", "streak", "longest"), [("", 0, 0), ("1", 1, 1), ("110111", 3, 3), ("111101", 1, 4), ("0110", 0, 2)]
)
def test_right_answers_in_a_row(rights: str, streak: int, longest: int) -> None:
    kept = [
        KeptAnswer("ann", str(at), TaskName(GAME, "decide", TOPIC, at), ChoiceAnswer(("play",)), said == "1", (), 1, at)
        for at, said in enumerate(rights)
    ]
    other = KeptAnswer("ann", "x", TaskName(GAME, "count", "pace", 1), ChoiceAnswer(("a",)), False, (), 1, 99)
    found = summed(of_players([*kept, other]))
    assert (found.answers, found.mistakes) == (len(rights), rights.count("0"))
    assert (found.streak, found.longest) == (streak, longest)


def test_exercises_are_for_dealers_or_for_players(server: Served) -> None:
    ann = server.guest()
    shown = ann.ask("GET", "/api/v1/school")
    known = {each["drill"]: each["audience"] for game in shown["games"] for each in game["drills"]}
    assert known == {name: drill.audience for name, drill in DRILLS.items()}
    for audience in ("dealers", "players"):
        needed = [each for each in shown["needed"] if each["audience"] == audience]
        assert len(needed) == school.NEEDED and {known[each["drill"]] for each in needed} == {audience}
        found = until_ready(ann, "GET", "/api/v1/school/task", game=GAME, audience=audience)
        assert known[found["task"]["name"]["drill"]] == audience


def test_the_strategy_that_is_taught_comes_with_its_exact_costs(server: Served) -> None:
    found = until_ready(server.guest(), "GET", f"/api/v1/school/strategies/{GAME}")
    whole = strategy_cost(GAME, "basic")
    assert found["title"] == whole.title and Fraction(found["best"]) == whole.best
    assert [(each["number"], Fraction(each["cost"])) for each in found["rules"]] == [(0, 2 + whole.best), (1, 0)]
    assert found["rules"][1]["words"] == "rule 1: hand PH-PA-RA or better → Play"
    with pytest.raises(Refused) as caught:
        server.guest().ask("GET", "/api/v1/school/strategies/no-such-game")
    assert caught.value.code == "no_game"


def test_while_figures_are_worked_out_the_house_says_so_and_counts_nothing(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = server.guest()
    task = asked(ann, 21)
    with monkeypatch.context() as at_once:
        at_once.setattr(school, "PATIENCE", 0.0)
        which = {"game": GAME, "drill": "decide", "topic": TOPIC, "seed": 22}
        told = [ann.ask("GET", "/api/v1/school/task", **which)]
        given = {"id": "late", "name": task["task"]["name"], "answer": {"type": "choice", "ids": ["play"]}, "took": 1}
        told += [ann.ask("POST", "/api/v1/school/answers", given)]
    assert [each["state"] for each in told] == ["working", "working"]
    assert all(each["what"] for each in told)
    assert sums(ann)["answers"] == 0
    assert until_ready(ann, "POST", "/api/v1/school/answers", given)["counted"]
