"""Limits and locks hold for the house, whichever process somebody comes to, and when another one takes the desk."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from house.server_support import PASSWORD, PLENTY, Served, said, until
from house.several import shared, table_of, two_servers
from pitboss.house.people.attempts import Attempts, Counted, Who
from pitboss.house.server.guests import Guests
from pitboss.house.server.limits import Buckets, Limits
from pitboss.house.store import leases
from pitboss.house.store.opening import transaction
from pitboss.house.store.schema import HOUSE


def drain(server: Served) -> None:
    house = server.running.house
    with transaction(house.engine) as conn:
        assert leases.drain(conn, house.process)


def at_desk(server: Served) -> bool:
    return HOUSE in server.running.house.epochs


def _code(server: Served, path: str, asked: dict[str, Any]) -> str:
    found = server.http.post(f"/api/v1/{path}", json=asked).json()
    return str(found.get("code", ""))


def _counted(server: Served) -> list[Counted]:
    return server.running.people.attempts.counted(whole=True)


@pytest.mark.parametrize("name", ["Bob", "Nobody"])
def test_wrong_passwords_are_counted_on_by_the_next_desk(postgresql_url: str, tmp_path: Path, name: str) -> None:
    """Three lock; the third is given to another process than the first two. A name that nobody has is no different."""
    with two_servers(postgresql_url, tmp_path) as (first, second):
        first.staff("Bob", "player")
        wrong = {"handle": name, "password": "not the one"}
        assert [_code(second, "login", wrong) for _ in range(2)] == ["bad_login", "bad_login"]
        until(lambda: any(each.kind == "here" and each.failures == 2 for each in _counted(second)))
        drain(first)
        until(lambda: at_desk(second))
        assert _code(second, "login", wrong) == "locked"
        assert _code(second, "login", {"handle": name, "password": PASSWORD}) == "locked"
        assert _code(second, "login", {"handle": "Maria", "password": PASSWORD}) == "", "another name is not"


def test_what_is_forgotten_at_the_desk_is_forgotten_everywhere() -> None:
    one, two = Attempts(3, 60_000), Attempts(3, 60_000)
    one._here.failed(("ann", "here"), 1)
    one._sessions.failed(("session", ""), 1)
    one.proved(Who("Bea", "there"))
    two.learn(one.counted(whole=False))
    assert one.counted(whole=False) == [] and two.counted(whole=True) == one.counted(whole=True) != []
    one.proved(Who("Ann", "here"))
    one.proved(Who("Ann", session="session"))
    one.forget("Bea")
    two.learn(one.counted(whole=False))
    assert two.counted(whole=True) == [Counted("own", ("ann", "here"), 1, 0)]
    assert ("bea", "there") not in two._own


def _limits(**changes: Any) -> Callable[[], Limits]:
    return lambda: Limits(10_000, 100_000, **{**PLENTY, **changes})


def test_an_address_has_so_many_guests_at_the_next_desk_too(postgresql_url: str, tmp_path: Path) -> None:
    with two_servers(postgresql_url, tmp_path, _limits(guests_at_once=2)) as (first, second):
        second.guest()
        leaving = first.guest()
        drain(first)
        until(lambda: at_desk(second))
        assert _code(second, "guest", {}) == "guests"
        second.http.post("/api/v1/logout", headers={"authorization": f"Bearer {leaving.token}"})
        assert _code(second, "guest", {}) == "", "one has gone"


def test_guests_are_learnt_once_and_go_when_their_sessions_end() -> None:
    guests = Guests(Buckets(1000.0, 1000), 2, lambda session: session, lambda: 0)
    assert guests.came(whole=True) == []
    guests.learn([])
    assert guests._new == [], "who is alone tells nobody"


def test_sockets_of_an_address_are_counted_over_all_processes(postgresql_url: str, tmp_path: Path) -> None:
    """Also those that another process passes on: once, where their table is."""
    with two_servers(postgresql_url, tmp_path, _limits(sockets_per_address=3)) as (first, second):
        limits = second.running.app.desk.limits
        with first.socket(table_of(first)), second.socket(table_of(first)):
            until(lambda: sum(limits._elsewhere.get(first.running.house.process, {}).values()) == 2)
            with first.socket(table_of(second)) as third:
                assert said(third)["type"] == "hello"
                for server in (first, second):
                    with pytest.raises(InvalidStatus) as refused, server.socket(table_of(second)):
                        pass
                    assert refused.value.response.status_code == 429
                    assert json.loads(refused.value.response.body or b"")["allowed"] == "3 for one address"
        until(lambda: not any(limits._elsewhere.values()))
        with second.socket(table_of(second)) as another:
            assert said(another)["type"] == "hello"


def test_sockets_of_a_process_that_is_gone_are_not_counted() -> None:
    limits = Limits(1, 1, sockets_per_address=2)
    limits.sockets_elsewhere("a", [("address", "x", 2)])
    full = limits.enter("x", None)
    assert full is not None and full.code == "connections"
    limits.only(["b"])
    assert limits.enter("x", "session") is None
    limits.sockets_elsewhere("b", [("address", "x", 5), ("session", "session", 49)])
    limits.sockets_elsewhere("b", [("address", "x", 0)])
    assert limits.enter("x", "session") is not None, "fifty for one session"
    assert limits.enter("x", None) is None


def test_what_an_address_asks_of_one_process_it_cannot_ask_of_another(postgresql_url: str, tmp_path: Path) -> None:
    """Requests are counted where they come in, once, and the others are told of whoever asks much."""
    with two_servers(postgresql_url, tmp_path, lambda: Limits(0.001, 20, **PLENTY)) as (first, second):
        asked = 0
        while first.http.get(f"/api/v1/tables/{table_of(second)}").status_code != 429:
            asked += 1
        assert asked == 200, "twenty for each of ten people; that the other process was asked does not count twice"
        bucket = second.running.app.desk.limits.addresses
        until(lambda: bucket._kept.get("127.0.0.1", (200.0, 0.0))[0] < 1)
        assert second.http.get("/healthz").status_code == 429
        assert shared(second).membership.lost == ""


def test_buckets_of_two_processes_give_one_rate_and_no_more() -> None:
    """Ten a second: whoever takes all he gets of both is held to it, but for the first moment."""
    buckets = [Buckets(10.0, 20) for _ in range(2)]
    for each in buckets:
        each.share()
    taken, now = [0, 0], 0.0
    for _ in range(100):  # ten seconds
        for place, each in enumerate(buckets):
            while each.take("a", now):
                taken[place] += 1
        told = [each.taken(0.1, 2) for each in buckets]
        for place, each in enumerate(buckets):
            for key, count in told[1 - place]:
                each.charge(key, count, now)
        now += 0.1
    assert 100 <= sum(taken) <= 140 and min(taken) > 0
    assert buckets[0].taken(0.1, 2) == []
    quiet = Buckets(10.0, 20)
    quiet.share()
    quiet.take("b", 0.0)
    assert quiet.taken(1.0, 2) == [], "less than a process's part is nobody's news"


def test_whoever_took_far_too_much_elsewhere_waits_for_one_burst_and_no_longer() -> None:
    """Two a second, five at once. A thousand were taken elsewhere: it is five below nothing, and one more is allowed
    after six halves of a second."""
    bucket = Buckets(2.0, 5)
    bucket.charge("a", 1000, 10.0)
    assert not bucket.take("a", 12.875) and bucket.take("a", 13.0)
    assert not bucket.take("a", 13.0) and bucket.take("b", 13.0)
