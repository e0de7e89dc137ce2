"""Guests of one address: how quickly they are made, how many there are, and what is said to the next one."""

import asyncio
import re
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from house.server_support import PLENTY, Served, served
from pitboss.house.people.accounts import Person
from pitboss.house.people.sessions import Session
from pitboss.house.server.app import limits_of
from pitboss.house.server.guests import Guests
from pitboss.house.server.limits import Buckets, Limits
from pitboss.house.settings import Settings
from pitboss.table.refusals import Refusal, RefusedAct

HOUR = 3_600_000


def came(server: Served, address: str = "192.0.2.1", name: str = "") -> httpx.Response:
    return server.http.post("/api/v1/guest", json={"name": name}, headers={"X-Forwarded-For": address})


def refused(answer: httpx.Response) -> Refusal:
    assert answer.status_code == 429, answer.text
    return Refusal(**answer.json())


def test_an_address_makes_guests_only_so_quickly(tmp_path: Path) -> None:
    """Three at once, then one in twenty minutes."""
    few = Limits(10_000, 100_000, **{**PLENTY, "guests": (3 / 3600, 3)})
    with served(tmp_path, few, proxy="loopback", guests="always") as server:
        for address in ("192.0.2.1", "192.0.2.2", "2001:db8::1"):
            assert [came(server, address).status_code for _ in range(3)] == [201, 201, 201]
            said = refused(came(server, address))
            assert (said.code, said.message) == ("rate", "too many guests came from this address")
            assert re.fullmatch(r"one more in [0-9]+ minutes", said.allowed)
        assert refused(came(server, "2001:db8::2")).code == "rate", "a network of IPv6 is one address"
        assert came(server, "2001:db8:0:1::1").status_code == 201


def test_an_address_has_only_so_many_guests_at_a_time(tmp_path: Path) -> None:
    few = Limits(10_000, 100_000, **{**PLENTY, "guests_at_once": 2})
    with served(tmp_path, few, proxy="loopback", guests="always") as server:
        first = came(server, name="Ann").json()
        assert came(server, name="Ann").status_code == 409, "a name that is taken makes no guest"
        assert came(server).status_code == 201
        said = refused(came(server))
        assert (said.code, said.given) == ("guests", "2 guests")
        assert said.message == "this address has as many guests here as it may"
        assert re.fullmatch(r"one more when one of them logs out, or in 7[0-9]{2} minutes", said.allowed)
        assert came(server, "192.0.2.2").status_code == 201, "another address"
        bearer = {"Authorization": f"Bearer {first['token']}"}
        assert server.http.post("/api/v1/logout", headers=bearer).status_code == 204
        assert came(server).status_code == 201
        assert refused(came(server)).code == "guests"


def test_the_settings_hold() -> None:
    limits = limits_of(Settings(guests_per_hour=7, guests_at_once=3))
    assert [limits.guests.take("a", 0.0) for _ in range(8)] == [True] * 7 + [False]
    assert limits.guests.wait_for("a", 0.0) == pytest.approx(3600 / 7)
    assert limits.guests_at_once == 3


# --- the rules alone --------------------------------------------------------------------------------------------------


def session(number: int, ends: int) -> Session:
    return Session(str(number), Person(f"Guest {number}", ("player",), True), 0, ends, 0, "", b"%d" % number)


def test_a_place_is_kept_while_a_guest_is_made_and_free_again_when_the_session_ends() -> None:
    now, ended = [0], set[str]()

    def still(one: Session) -> Session | None:
        return None if one.id in ended or one.expired(now[0]) else one

    async def story() -> None:
        guests = Guests(Buckets(1000.0, 1000), 2, still, lambda: now[0])
        with ExitStack() as places:
            for number in (1, 2):
                place = places.enter_context(guests.place("a"))
                if number == 1:
                    place.session = session(1, 2 * HOUR)
            with pytest.raises(RefusedAct) as full, guests.place("a"):
                pass
            assert full.value.refusal.allowed == "one more when one of them logs out, or in 120 minutes"
        with guests.place("a") as place:  # the second was never made
            place.session = session(3, 3 * HOUR)
        now[0] = 2 * HOUR - 1
        with pytest.raises(RefusedAct) as full, guests.place("a"):
            pass
        assert full.value.refusal.allowed == "one more when one of them logs out, or in 1 second"
        now[0] = 2 * HOUR
        with guests.place("a") as place:
            place.session = session(4, 9 * HOUR)
        ended.update(("3", "4"))
        with guests.place("a"):
            pass
        assert not guests._here, "nothing is kept of addresses without guests"

    asyncio.run(story())


def test_a_bucket_tells_when_the_next_one_is_allowed() -> None:
    bucket = Buckets(0.5, 2)
    assert [bucket.take("a", 10.0) for _ in range(3)] == [True, True, False]
    assert (bucket.wait_for("a", 10.0), bucket.wait_for("a", 11.5), bucket.wait_for("a", 13.0)) == (2.0, 0.5, 0.0)
    assert not bucket.take("a", 11.0) and bucket.wait_for("a", 11.0) == 1.0
    assert bucket.take("a", 12.0)
