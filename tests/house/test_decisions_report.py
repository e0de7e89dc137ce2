"""What one's decisions cost, told by the house: the costliest first, and habits with their exact cost. The cards are
those of `test_afterwards.py`: letting the second bet ride with them gives away 7/8 of $5, worked out by hand there."""

from collections.abc import Iterator
from typing import Any

import pytest

from house.server_support import Served, served
from house.test_afterwards import GAME, HAND, LIR, SEAT, counted, played
from pitboss.client import Player
from web.stacked import deck, stacked

COST = 437.5


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with stacked({GAME: deck(GAME, (SEAT,), HAND)}), served(tmp_path_factory.mktemp("decisions")) as made:
        yield made


def report(player: Player, **asked: Any) -> dict[str, Any]:
    return counted(lambda: player.ask("GET", "/api/v1/me/decisions", **asked))


def test_a_habit_is_found_and_named_with_its_exact_cost(server: Served) -> None:
    """Five times the second bet rode with jack high, once it was taken back."""
    ann = server.guest("Ann")
    numbers = [played(ann, "withdraw", "ride") for _ in range(5)]
    played(ann, "withdraw", "withdraw")
    told = report(ann)
    assert (told["on"], told["decisions"], told["mistakes"]) == (True, 12, 5)
    (habit,) = told["habits"]
    assert (habit["about"], habit["times"], habit["cases"]) == ("jack high or lower", 5, 6)
    assert habit["says"] == (
        "At the second decision you chose Let it ride 5 of 6 times when Take back Bet Number 2 was best."
    )
    assert (habit["cost"], habit["cost_cents"], habit["practice"]) == ("4375/2", 5 * COST, True)
    assert len(habit["examples"]) == 3 and {each["round"] for each in habit["examples"]} <= set(numbers)
    costly = told["costliest"]
    assert [each["round"] for each in costly] == numbers[::-1], "equal ones: the latest first"
    one = costly[0]
    assert (one["table"], one["label"], one["best"]) == (LIR, "Let it ride", "Take back Bet Number 2")
    assert (one["cost"], one["cost_cents"], one["mark"], one["clock"]) == ("7/8", COST, "costly", False)
    assert (one["cards"], one["board"], one["unit"]) == (["2c", "7d", "9h"], ["Js"], "one bet")
    asks = {"Authorization": f"Bearer {ann.token}", "Accept-Language": "es"}
    spanish = server.http.get("/api/v1/me/decisions", headers=asks).json()["habits"][0]
    assert spanish["about"] == "jota o menos como carta más alta"
    assert spanish["says"] == (
        "En la segunda decisión usted eligió Dejar correr 5 de 6 veces cuando lo mejor era Retirar Bet Number 2."
    )


def test_two_habits_at_once_and_none_where_there_are_too_few(server: Served) -> None:
    ben = server.guest("Ben")
    for _ in range(4):
        played(ben, "ride", "ride")
    told = report(ben)
    assert (told["decisions"], told["mistakes"], told["habits"]) == (8, 8, []), "four are no habit"
    played(ben, "ride", "ride")
    first, second = report(ben)["habits"]
    assert {first["says"].partition(" decision")[0], second["says"].partition(" decision")[0]} == {
        "At the first",
        "At the second",
    }
    assert first["cost_cents"] >= second["cost_cents"]
    assert 5 * COST in (first["cost_cents"], second["cost_cents"])
    assert all("you never chose" in each["says"] and each["times"] == each["cases"] == 5 for each in (first, second))
    costs = [each["cost_cents"] for each in report(ben)["costliest"]]
    assert costs == sorted(costs, reverse=True) and len(costs) == 10


def test_who_plays_well_is_told_none_and_nobody_hears_of_others(server: Served) -> None:
    cat = server.guest("Cat")
    for _ in range(6):
        played(cat, "withdraw", "withdraw")
    told = report(cat)
    assert (told["decisions"], told["mistakes"], told["habits"], told["costliest"]) == (12, 0, [], [])
    assert report(server.guest("Dan"))["decisions"] == 0 == report(server.manager)["decisions"]
    assert server.http.get("/api/v1/me/decisions").status_code == 401
    assert report(cat, game="dragon-poker")["decisions"] == 0 == report(cat, result="won")["decisions"]


def test_a_house_without_a_coach_tells_nothing(tmp_path: Any) -> None:
    with stacked({GAME: deck(GAME, (SEAT,), HAND)}), served(tmp_path, coach="off") as server:
        eve = server.guest("Eve")
        played(eve, "ride", "ride")
        assert report(eve) | {"waiting": 0} == {
            "on": False, "waiting": 0, "decisions": 0, "mistakes": 0, "costliest": [], "habits": [],
        }  # fmt: skip
