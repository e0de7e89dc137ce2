"""Several processes on one PostgreSQL are one house: tables are shared out, taken over and given away, requests and
sockets find them, and what is the house's is the same everywhere."""

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import httpx
import msgspec
import pytest
from sqlalchemy.exc import OperationalError
from websockets.exceptions import InvalidStatus

from house import running as r
from house.server_support import Served, answer, bot, said, served, until
from house.several import Part, knows, shared, table_of, together, two_servers
from pitboss.house.house import House
from pitboss.house.live.table import LiveTable
from pitboss.house.processes.hops import FRESH, HEADER, Hop, Hops
from pitboss.house.processes.membership import Membership
from pitboss.house.processes.news_reader import News
from pitboss.house.processes.peers import NEWS, TOGETHER, WAKE, Peers
from pitboss.house.server import logs
from pitboss.house.store.leases import MOVED, Process
from pitboss.house.store.schema import HOUSE
from pitboss.rulebook.submission import default_submission
from pitboss.table import actions as a
from pitboss.table.refusals import Refusal


def test_the_first_looks_after_the_house_and_tables_are_shared_out(postgresql_url: str, tmp_path: Path) -> None:
    async def test(one: Part, two: Part) -> None:
        assert HOUSE in one.house.epochs and HOUSE not in two.house.epochs
        for number in range(4):
            await r.opened(one.house, r.terms("let-it-ride", table=f"Table {number}"))
        await one.look()
        await one.membership._share()
        await two.look()
        assert sorted([*one.house.tables, *two.house.tables]) == [1, 2, 3, 4]
        assert len(one.house.tables) == len(two.house.tables) == 2
        (moved, *_) = two.house.tables
        await one.look()
        found = one.membership.owner(moved)
        assert found is not None and found.id == two.house.process
        assert two.membership.owner(moved) is None

    together(postgresql_url, tmp_path, test)


async def _in_a_round(house: House) -> LiveTable:
    table = await r.at_table(house, "let-it-ride", "Ann")
    await r.bet(table, "Ann")
    await r.done(table.act("dealer", a.CloseBets()))
    await r.staff(table)
    return table


def test_a_table_is_taken_over_in_the_middle_of_a_round(postgresql_url: str, tmp_path: Path) -> None:
    """With the same cards. The process that had it writes nothing more, and finds its way back."""

    async def test(one: Part, two: Part) -> None:
        table = await _in_a_round(one.house)
        cards, state = table.now.packs, table.now.state
        one.freeze()
        await two.look()
        assert HOUSE in two.house.epochs
        taken = two.house.tables[1]
        assert taken.now.state == state and taken.now.number == table.now.number
        assert {n: p.order for n, p in taken.now.packs.items()} == {n: p.order for n, p in cards.items()}
        late = await table.act("player:Ann", a.Decide(1, "ride"), "late")
        assert late == MOVED
        assert one.house.tables == {} and await table.act("player:Ann", a.Decide(1, "ride"), "later") == MOVED
        refused = await one.house.cage.buy_in("Bob", 500, "floorperson:Flo")
        assert isinstance(refused, Refusal) and refused.code == "store"
        await r.done(taken.act("player:Ann", a.Decide(1, "ride"), "again"))
        await r.finish(taken)
        before = one.house.process
        await one.look()  # hears that it is gone, and joins again
        assert one.house.process != before
        await one.look()
        assert isinstance(await one.house.cage.buy_in("Bob", 500, "floorperson:Flo"), int)
        assert one.house.bank.balance("patron:Ann") == two.house.bank.balance("patron:Ann")

    together(postgresql_url, tmp_path, test)


def test_a_table_that_is_given_away_loses_nothing(postgresql_url: str, tmp_path: Path) -> None:
    async def test(one: Part, two: Part) -> None:
        table = await _in_a_round(one.house)
        deciding = table.act("player:Ann", a.Decide(1, "ride"), "in hand")
        await one.membership.give_all()
        await r.done(deciding)
        await two.look()
        taken = two.house.tables[1]
        again = await r.done(taken.act("player:Ann", a.Decide(1, "ride"), "in hand"))
        assert again.again  # what was in hand was done, once
        await r.finish(taken)

    together(postgresql_url, tmp_path, test)


def test_chips_moved_by_another_process_are_seen_before_a_wager_is_refused(postgresql_url: str, tmp_path: Path) -> None:
    async def test(one: Part, two: Part) -> None:
        table = await r.at_table(one.house, "let-it-ride", "Ann", chips=1_000)
        assert isinstance(await two.house.cage.buy_in("Ann", 50_000, "floorperson:Flo"), int)
        assert one.house.bank.balance("patron:Ann") == 1_000  # nobody has told it
        await r.bet(table, "Ann")
        assert one.house.bank.balance("patron:Ann") == 51_000 - sum(table.now.state.seat(1).stakes)
        # And where it believes that somebody has more than he has, the store does not.
        left = one.house.bank.balance("patron:Ann")
        assert isinstance(await two.house.cage.cash_out("Ann", left, "floorperson:Flo"), int)
        refused = await table.act("player:Ann", a.PlaceWager(1, "bonus", 500), "too much")
        assert isinstance(refused, Refusal)

    together(postgresql_url, tmp_path, test)


METER = "Progressive"


def test_a_meter_that_tables_of_two_processes_feed(postgresql_url: str, tmp_path: Path) -> None:
    """Each decides on what the meter reads by its own memory, and again where the other was quicker. The log of the
    meter has every contribution, to the millionth of a cent."""

    async def test(one: Part, two: Part) -> None:
        made = [
            await r.opened(one.house, r.terms("let-it-ride", table=f"T{n}", **r.PROGRESSIVE), links={METER: "Shared"})
            for n in range(2)
        ]
        await one.membership.give(made[1])
        await two.look()
        tables = [made[0], two.house.tables[made[1].fixed.chain]]
        assert tables[1].house is two.house
        started = one.house.bank.reading("Shared")
        for place, table in enumerate(tables):
            await r.staff(table)
            await r.seat(table, f"P{place}")

        stake = next(w.minimum for w in tables[0].now.rules.terms.wagers if w.id == "progressive")

        async def play(table: LiveTable, player: str) -> int:
            for number in range(5):
                await r.staff(table)
                await r.bet(table, player)
                act = a.PlaceWager(1, "progressive", stake)
                await r.done(table.act(f"player:{player}", act, f"progressive {number}"))
                await r.done(table.act("dealer", a.CloseBets()))
                await r.finish(table)
            return 5

        played = await asyncio.gather(play(tables[0], "P0"), play(tables[1], "P1"))
        with one.house.engine.connect() as conn:
            log = conn.exec_driver_sql(
                "SELECT number, what, amount, before, after FROM meter_log ORDER BY number"
            ).all()
            (now,) = conn.exec_driver_sql("SELECT reading FROM meters").scalars()
        assert [row.number for row in log] == list(range(1, len(log) + 1))
        assert all(row.before == before.after for before, row in pairwise(log))
        added = [row.amount for row in log if row.what == "contribution"]
        (meter,) = tables[0].now.rules.terms.meters
        assert added == [stake * meter.rate] * sum(played)
        hits = sum(row.amount for row in log if row.what == "hit")
        assert hits == 0 and now == started + sum(added)

    together(postgresql_url, tmp_path, test)


# --- two servers ------------------------------------------------------------------------------------------------------


@pytest.fixture
def two(postgresql_url: str, tmp_path: Path) -> Iterator[tuple[Served, Served]]:
    with two_servers(postgresql_url, tmp_path) as made:
        yield made


def test_any_process_answers_for_the_whole_house(two: tuple[Served, Served]) -> None:
    first, second = two
    for server, other in ((first, second), (second, first)):
        listed = server.http.get("/api/v1/tables").json()
        assert [table["id"] for table in listed] == [1, 2, 3, 4, 5, 6, 7]
        found = server.http.get(f"/api/v1/tables/{table_of(other)}", params={"brief": "true"})
        assert found.status_code == 200 and found.json()["id"] == table_of(other)
        guest = server.guest()
        assert guest.balance == 100_000
        with server.socket(table_of(other), guest) as socket:
            hello = said(socket)
            assert hello["type"] == "hello" and hello["you"]["handle"] == guest.handle
            sit = {"id": "1", "do": {"do": "TakeSeat", "seat": 1, "player": guest.handle}}
            socket.send(json.dumps(sit))
            done = answer(socket)
            assert done["type"] == "done", done
            assert other.running.house.tables[table_of(other)].now.state.seat(1).player == guest.handle
    assert first.http.get("/api/v1/tables/99").status_code == 404


def test_a_table_opened_a_moment_ago_is_found_at_every_process(two: tuple[Served, Served]) -> None:
    first, second = two
    for number in range(4):
        name = f"New {number}"
        text = default_submission("let-it-ride").replace('table = "Let It Ride 1"', f'table = "{name}"')
        assert name in text
        table = first.manager.ask("POST", "/api/v1/tables", {"id": name, "submission": text})["id"]
        if number % 2:
            assert second.http.get(f"/api/v1/tables/{table}").json()["id"] == table
        else:
            with second.socket(table) as socket:
                assert said(socket)["type"] == "hello"


def test_a_stranger_is_no_process_of_the_house(two: tuple[Served, Served]) -> None:
    first, _ = two
    house = first.running.house
    clock = shared(first).membership.now
    wrong = Hops(b"another key", clock).signed(house.process, "POST", b"/internal/wake", Hop("", "http"))
    right = Hops(house.keys.between_processes(), clock)
    for header in (b"", wrong, right.signed("another process", "POST", b"/internal/wake", Hop("", "http"))):
        sent = {HEADER.decode(): header.decode()} if header else {}
        assert first.http.post("/internal/wake", headers=sent).status_code == 404
    good = right.signed(house.process, "POST", b"/internal/wake", Hop("", "http"))
    assert first.http.post("/internal/wake", headers={HEADER.decode(): good.decode()}).status_code == 204


def test_what_a_process_has_said_is_good_once_and_as_it_was_said(two: tuple[Served, Served]) -> None:
    """Whoever hears it on its way can neither say it again nor say something else with it, then or later."""
    first, second = two
    house, clock = first.running.house, shared(second).membership.now
    assert abs(clock() - shared(first).membership.now()) < 2_000, "all go by the clock of the database"

    def told(said: bytes, body: bytes) -> int:
        sent = {HEADER.decode(): said.decode()}
        return first.http.post(WAKE, headers=sent, content=body).status_code

    def signed(body: bytes, late: int = 0) -> bytes:
        hops = Hops(house.keys.between_processes(), lambda: clock() - late)
        return hops.signed(house.process, "POST", WAKE.encode(), Hop("", "http"), body)

    good = signed(b"x")
    assert [told(good, b"x"), told(good, b"x")] == [204, 404]
    assert [told(signed(b"x"), b"y"), told(signed(b"x"), b"")] == [503, 503]
    late = [told(signed(b"", each), b"") for each in (FRESH + 5_000, -FRESH - 5_000, FRESH - 5_000, 5_000 - FRESH)]
    assert late == [404, 404, 204, 204]


def raw(server: Served, target: str, method: str = "GET", **headers: str) -> tuple[int, bytes]:
    """The answer to a request for this address to the letter; a client would write it in its own way."""
    line = HTTPConnection(server.url.removeprefix("http://"), timeout=60)
    try:
        line.putrequest(method, target)
        for name, value in {"content-type": "application/json", "content-length": "2", **headers}.items():
            line.putheader(name, value)
        line.endheaders(b"{}")
        found = line.getresponse()
        return found.status, found.read()
    finally:
        line.close()


def test_what_is_passed_on_is_asked_for_to_the_letter(two: tuple[Served, Served]) -> None:
    """Otherwise the other process would answer something else than was signed, to somebody else: to the process that
    asks, and not to the client, who might be from anywhere."""
    first, second = two
    for target in ("/api/v1/./guest", "/api/v1/x/../guest", '/api/v1/guest?x="', "/api/v1/guest?x=%zz"):
        alone, passed_on = raw(first, target, "POST"), raw(second, target, "POST")
        assert alone == passed_on and alone[0] in (404, 422), target
    for server in two:
        assert len(json.loads(raw(server, "/api/v1/tables?")[1])) == 7
    heads = [sorted(key for key, _ in server.http.get("/api/v1/me").headers.raw) for server in two]
    assert heads[0] == heads[1], "each line once"


def test_nobody_answers_what_only_says_that_it_was_passed_on(two: tuple[Served, Served]) -> None:
    """From where it comes nobody knows: a process of the house may have signed it for one that is no more."""
    for words in ("", "something", "http 1 2 3 127.0.0.1 4"):
        mark = {HEADER.decode(): words}
        for server in two:
            status, body = raw(server, "/api/v1/guest", "POST", **mark)
            assert status == 503 and json.loads(body)["code"] == MOVED.code
            with pytest.raises(InvalidStatus) as refused, server.socket(table_of(server), None, "", **mark):
                pass
            assert refused.value.response.status_code == 503


def test_who_is_passed_on_has_only_his_own_cookies(two: tuple[Served, Served]) -> None:
    """The process between remembers nobody."""
    _, second = two
    assert HOUSE not in second.running.house.epochs
    page = {"origin": second.url}
    with httpx.Client(base_url=second.url, trust_env=False, headers=page) as one:
        handle = one.post("/api/v1/guest", json={}).json()["handle"]
        assert one.get("/api/v1/me").json()["handle"] == handle
        with httpx.Client(base_url=second.url, trust_env=False, headers=page) as other:
            assert other.get("/api/v1/me").status_code == 401


@pytest.mark.parametrize("place", [0, 1])
def test_rounds_are_played_at_a_table_that_another_process_has(two: tuple[Served, Served], place: int) -> None:
    server, other = two[place], two[1 - place]
    player = server.guest()
    results = bot.play(player, other.running.house.tables[table_of(other)].now.rules.game.id, 2, say=False)
    assert len(results) == 2
    until(lambda: player.balance == 100_000 + sum(results))  # the desk hears of it a moment later


def test_a_process_that_stops_gives_its_tables_away(postgresql_url: str, tmp_path: Path) -> None:
    """Who looks on is told to come back, and finds the table where it goes on."""
    with served(tmp_path, database=postgresql_url, lease_seconds=6.0) as first:
        with ExitStack() as stack:
            second = stack.enter_context(served(tmp_path, database=postgresql_url, lease_seconds=6.0))
            until(lambda: len(second.running.house.tables) == 3)
            table = table_of(second)
            until(lambda: knows(first, table))
            with first.socket(table, first.guest()) as socket:
                assert said(socket)["type"] == "hello"
                stack.close()
                while (last := said(socket))["type"] != "bye":
                    pass
                assert last["code"] == "moved"
        until(lambda: len(first.running.house.tables) == 7)
        with first.socket(table, first.guest()) as socket:
            assert said(socket)["type"] == "hello"
        assert first.http.get("/readyz").status_code == 200


class Deaf(httpx.AsyncBaseTransport):
    """A way to the others on which so many news are lost."""

    def __init__(self, inner: httpx.AsyncBaseTransport, losing: int) -> None:
        self._inner, self.left = inner, losing

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if request.extensions["target"] == NEWS.encode() and self.left:
            self.left -= 1
            raise httpx.ReadTimeout("lost", request=request)
        return await self._inner.handle_async_request(request)

    async def aclose(self) -> None:
        await self._inner.aclose()


def test_news_that_were_lost_are_told_again(two: tuple[Served, Served]) -> None:
    """The last word on a player's chips comes to the desk, although the first attempts to tell it fail."""
    first, second = two
    shared = second.running.app.desk.shared
    assert shared is not None
    shared.peers._out = deaf = Deaf(shared.peers._out, losing=1000)
    player = first.guest()
    (result,) = bot.play(player, second.running.house.tables[table_of(second)].now.rules.game.id, 1, say=False)
    until(lambda: deaf.left < 1000)
    deaf.left = 0
    until(lambda: player.balance == 100_000 + result)


def test_news_that_come_while_the_database_is_away_are_told_again(
    two: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is no mistake of the program."""
    first, second = two
    shared = first.running.app.desk.shared
    assert shared is not None
    mistakes: list[object] = []
    monkeypatch.setattr(logs, "mistake", lambda *said: mistakes.append(said))
    figures, away = shared.news_reader._figures, [OperationalError("SELECT", None, Exception("away"))] * 3

    def asked(news: News) -> Any:
        if away:
            raise away.pop()
        return figures(news)

    monkeypatch.setattr(shared.news_reader, "_figures", asked)
    player = first.guest()
    (result,) = bot.play(player, second.running.house.tables[table_of(second)].now.rules.game.id, 1, say=False)
    until(lambda: not away and player.balance == 100_000 + result)
    assert mistakes == []


class Around:
    """A membership, as far as news go."""

    lease = 10.0

    def __init__(self) -> None:
        self.there: list[Process] = []
        self.on_look: Callable[[list[Process]], None] = lambda new: None

    def others(self) -> list[Process]:
        return self.there


class Heard(httpx.AsyncBaseTransport):
    def __init__(self) -> None:
        self.news: list[tuple[str, News]] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.news.append((request.url.host, msgspec.json.decode(request.content, type=News)))
        return httpx.Response(204)


def _called(name: str) -> Process:
    return Process(name, name, f"http://{name}", "1/1", "k", 0, 0, 0)


def test_who_joins_hears_what_was_moved_before_he_was_seen() -> None:
    """He read the books when he joined; of what was moved since then nobody told him, for nobody knew him."""

    async def test() -> None:
        around, heard = Around(), Heard()
        peers = Peers(cast("Membership", around), Hops(b"key", lambda: 0))
        await peers._out.aclose()
        peers._out = heard
        peers.house_changed()
        while peers._waiting is not None:
            await asyncio.sleep(TOGETHER)
        assert heard.news == []
        around.there = [_called("new")]
        around.on_look(around.there)
        around.on_look([])
        await peers.close()
        assert heard.news == [("new", News([], [], house=True))]

    asyncio.run(test())
