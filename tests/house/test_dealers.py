"""Rounds by who dealt them."""

from collections.abc import Iterator
from typing import Any

import pytest

from house.running import terms
from house.server_support import GAMES, PASSWORD, Served, bot, served
from pitboss.client import Player, Refused
from pitboss.house.server.submission_text import submission_text
from web.desk import Hands, opened


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("dealers")) as made:
        yield made


@pytest.fixture(scope="module")
def auditor(server: Served) -> Player:
    return server.staff("Aud", "auditor")


@pytest.fixture(scope="module")
def table(server: Served) -> int:
    """Dora deals round 1, Dan relieves her in round 2, and deals round 3, which is not over."""
    number = opened(server, submission_text(terms("dragon-poker", table="By hand")))
    dora, dan = (Hands(server.staff(name, "dealer", "floorperson"), number) for name in ("Dora", "Dan"))
    for first, last in ((dora, dora), (dora, dan), (dan, dan)):
        first.seat("Ann", 3)
        first.to("CloseBets")
        first.seat("Ann", 3, ante=1000, ante_bonus=1000)
        first.to("Decide")
        if (first, last) != (dan, dan):
            last.to("ClearTable")
            last.perform()
    bot.play(server.guest("Gus"), "dragon-poker", 1, say=False)
    return number


def rounds(who: Player, **asked: Any) -> list[tuple[int, int, list[str], bool]]:
    found = who.ask("GET", "/api/v1/audit/rounds", **asked)["rounds"]
    return sorted((each["chain"], each["round"], each["dealers"], each["automatic"]) for each in found)


def test_each_round_names_who_dealt_it(auditor: Player, table: int) -> None:
    assert rounds(auditor, table=table) == [
        (table, 1, ["Dora"], False),
        (table, 2, ["Dora", "Dan"], False),
        (table, 3, ["Dan"], False),
    ]
    assert rounds(auditor, table=GAMES["dragon-poker"])[0] == (GAMES["dragon-poker"], 1, [], True)


@pytest.mark.parametrize(
    ("dealer", "numbers"), [("Dora", [1, 2]), ("dora", [1, 2]), ("Dan", [2, 3]), ("Aud", []), ("nobody", [])]
)
def test_rounds_are_found_by_their_dealer(auditor: Player, table: int, dealer: str, numbers: list[int]) -> None:
    assert [number for _, number, _, _ in rounds(auditor, dealer=dealer)] == numbers


def test_those_that_the_house_dealt_are_found(auditor: Player, table: int) -> None:
    found = rounds(auditor, dealer="house")
    assert found and all(automatic and chain != table for chain, _, _, automatic in found)


def test_who_may_deal_is_told_to_auditors(server: Served, auditor: Player, table: int) -> None:
    assert auditor.ask("GET", "/api/v1/audit/dealers") == ["Dan", "Dora"]
    with pytest.raises(Refused) as refused:
        server.house.login("Dora", PASSWORD).ask("GET", "/api/v1/audit/dealers")
    assert refused.value.code == "wrong_role"
