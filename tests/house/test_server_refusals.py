"""Bad input: each kind gets its code, nothing is changed, and the process keeps serving."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from house.server_support import PASSWORD, PLENTY, Served, answer, said, served
from pitboss.client import Left, Player, Refused
from pitboss.house.server.limits import Buckets, Limits

EVIL = "https://evil.example"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("bad")) as made:
        yield made


@pytest.fixture(scope="module")
def seated(server: Served) -> Player:
    player = server.guest("Ann")
    player.sit(4, 1).wait(lambda t: t.view.step == "bets").close()
    return player


@pytest.fixture(autouse=True)
def still_serving(server: Served, seated: Player) -> Iterator[None]:
    before = server.http.get("/api/v1/tables/4").json()["seq"]
    yield
    assert server.http.get("/healthz").json() == {"status": "alive"}
    assert server.http.get("/api/v1/tables/4").json()["seq"] == before, "nothing was changed"


# --- the socket -------------------------------------------------------------------------------------------------------

DECIDE = {"do": "Decide", "seat": 1, "choice": "check"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x" * 4097, "too_large"),
        ("é" * 2100, "too_large"),
        ("{", "malformed"),
        ("[1,2]", "shape"),
        ('{"id":"1"}', "shape"),
        ('{"do":{"do":"OpenRound"}}', "shape"),
        ('{"id":"1","do":{"do":"OpenRound"},"ping":true}', "shape"),
        ('{"id":"1","do":{"do":"Cheat"}}', "shape"),
        ('{"id":"1","do":{"do":"Decide","seat":1,"choice":"check","luck":1}}', "shape"),
        ('{"id":"1","do":{"do":"Decide","seat":"1","choice":"check"}}', "shape"),
        ('{"id":"1","do":{"do":"Decide","seat":1,"choice":"check"},"luck":1}', "shape"),
        ('{"id":"1","ping":false}', "shape"),
        ('{"id":"1","speed":"furious"}', "shape"),
        ('{"id":"1","speed":"quick","ping":true}', "shape"),
        ('{"id":"","speed":"quick"}', "act_id"),
        ('{"id":"","ping":true}', "act_id"),
        (json.dumps({"id": "x" * 65, "ping": True}), "act_id"),
        (json.dumps({"id": "a\0b", "ping": True}), "act_id"),
        ('{"id":"\\ud800","ping":true}', "malformed"),
        ("[" * 4000, "shape"),
        (b"{}", "malformed"),
        (json.dumps({"id": "", "do": DECIDE}), "act_id"),
        (json.dumps({"id": "x" * 65, "do": DECIDE}), "act_id"),
        (json.dumps({"id": "2", "do": DECIDE}), "wrong_step"),
        (json.dumps({"id": "3", "do": {**DECIDE, "seat": 10**30}}), "wrong_step"),
        (json.dumps({"id": "4", "do": {"do": "OpenRound"}}), "wrong_role"),
        (json.dumps({"id": "5", "do": {"do": "OpenRound"}, "as": "dealer"}), "not_your_role"),
        (json.dumps({"id": "6", "do": {"do": "TakeSeat", "seat": 2, "player": "Bob"}}), "not_you"),
        (json.dumps({"id": "7", "do": {"do": "PlaceWager", "seat": 1, "wager": "ante", "cents": 501}}), "limits"),
        (json.dumps({"id": "8", "seed": {"deck": 9, "seed": "x"}}), "no_deck"),
        (json.dumps({"id": "9", "seed": {"deck": 1, "seed": ""}}), "seed"),
        (json.dumps({"id": "10", "ready": {"seat": 2}}), "not_your_seat"),
    ],
)
def test_bad_messages(server: Served, seated: Player, text: Any, code: str) -> None:
    with server.socket(4, seated) as socket:
        said(socket)
        socket.send(text)
        refused = answer(socket)
        assert refused["type"] == "refused", refused
        assert set(refused) == {"type", "id", "code", "message", "clause", "given", "allowed"}
        assert refused["code"] == code, refused
        socket.send('{"id":"still","ping":true}')
        assert answer(socket)["type"] == "done"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"id":"a","do":{"do":"Nope"}}', "a"),
        ('{"id":"b","do":{"do":"PlaceWager","seat":1,"wager":"ante","cents":5.5}}', "b"),
        ('{"id":"c","ping":true,"more":1}', "c"),
        ('{"id":"d","ready":{"seat":true}}', "d"),
        ('{"id":7,"ping":true}', None),
        ('{"id":"a\\u0000b","do":{"do":"Nope"}}', None),
        (json.dumps({"id": "x" * 65, "do": {"do": "Nope"}}), None),
        ('{"ping":true}', None),
        ('{"id":"e",', None),
    ],
)
def test_a_message_that_cannot_be_read_is_refused_by_its_id(
    server: Served, seated: Player, text: str, told: str | None
) -> None:
    with server.socket(4, seated) as socket:
        said(socket)
        socket.send(text)
        refused = answer(socket)
        assert (refused["type"], refused["id"]) == ("refused", told), refused


def test_an_act_out_of_order_names_the_clause(server: Served, seated: Player) -> None:
    with seated.watch(4) as table, pytest.raises(Refused) as refused:
        table.decide("check", seat=1)
    assert refused.value.code == "wrong_step" and refused.value.clause.startswith("MA-UTH")


def test_a_huge_message_ends_its_connection_only(server: Served, seated: Player) -> None:
    with server.socket(4, seated) as socket:
        said(socket)
        with pytest.raises(ConnectionClosed) as closed:
            socket.send("x" * 100_000)
            while True:
                said(socket)
        assert closed.value.rcvd is None or closed.value.rcvd.code == 1009


def test_spectators_only_watch(server: Served) -> None:
    with server.socket(4) as socket:
        hello = said(socket)
        assert hello["you"] == {"handle": None, "role": "guest"} and hello["offers"] == []
        socket.send(json.dumps({"id": "1", "do": {"do": "TakeSeat", "seat": 2, "player": "Bob"}}))
        assert answer(socket)["code"] == "not_logged_in"


@pytest.mark.parametrize(
    ("table", "query", "headers", "status", "code"),
    [
        (4, "", {"Origin": EVIL}, 403, "origin"),
        (4, "", {"Origin": "http://evil.example:80"}, 403, "origin"),
        (4, "", {"Origin": "null"}, 403, "origin"),
        (99, "", {}, 404, "no_table"),
        (4, "?after=x", {}, 422, "shape"),
        (4, "?after=-1", {}, 422, "shape"),
        (4, "?before=1", {}, 422, "shape"),
        (4, "/more", {}, 404, "not_found"),
        (4, "", {"Authorization": "Bearer nobody"}, 401, "bad_token"),
    ],
)
def test_handshakes_that_are_refused(
    server: Served, table: int, query: str, headers: dict[str, str], status: int, code: str
) -> None:
    with pytest.raises(InvalidStatus) as refused, server.socket(table, None, query, **headers):
        pass
    assert refused.value.response.status_code == status
    assert json.loads(refused.value.response.body or b"")["code"] == code


def test_a_cookie_needs_a_page_of_ours(server: Served, seated: Player) -> None:
    cookie = {"Cookie": f"pitboss_session={seated.token}"}
    with server.socket(4, None, "", Origin=server.url, **cookie) as socket:
        assert said(socket)["you"]["handle"] == "Ann"
    with pytest.raises(InvalidStatus) as refused, server.socket(4, None, "", **cookie):
        pass
    assert refused.value.response.status_code == 403
    for origin, status in ((server.url, 404), (None, 403), (EVIL, 403)):
        headers = {**cookie, **({"Origin": origin} if origin else {})}
        found = server.http.delete("/api/v1/me/sessions/none", headers=headers)
        assert found.status_code == status, origin
    assert server.http.get("/api/v1/me", headers=cookie).json()["handle"] == "Ann"


# --- requests ---------------------------------------------------------------------------------------------------------


def refusal(answer: httpx.Response) -> tuple[int, str]:
    body = answer.json()
    assert set(body) == {"code", "message", "clause", "given", "allowed"}, body
    assert body["message"] and "Traceback" not in answer.text
    return answer.status_code, body["code"]


def test_nobody_is_no_error(server: Served, seated: Player) -> None:
    """A page asks who looks at it: a stranger is told so, as is somebody whose cookie has run out; a token that is none
    is refused as everywhere."""
    http, cookie = server.http, {"Cookie": f"pitboss_session={seated.token}"}
    assert (found := http.get("/api/v1/who")).status_code == 200 and found.json() == {"me": None}
    assert http.get("/api/v1/who", headers={"Cookie": "pitboss_session=none"}).json() == {"me": None}
    known = http.get("/api/v1/who", headers=cookie).json()["me"]
    assert known == http.get("/api/v1/me", headers=cookie).json() and known["handle"] == "Ann"
    assert refusal(http.get("/api/v1/who", headers={"Authorization": "Bearer x"})) == (401, "bad_token")


def test_bad_requests(server: Served, seated: Player) -> None:
    http, bearer = server.http, {"Authorization": f"Bearer {seated.token}"}
    guest, acts = "/api/v1/guest", "/api/v1/tables/4/acts"
    json_type = {"Content-Type": "application/json"}
    assert refusal(http.post(guest, content=b"{" + b" " * 5000, headers=json_type)) == (413, "too_large")
    assert refusal(http.post(guest, content=iter([b"{", b" " * 9000]), headers=json_type)) == (413, "too_large")
    assert refusal(http.post(guest, content=b"{", headers=json_type)) == (400, "malformed")
    assert refusal(http.post(guest, json={"name": "x", "luck": 1})) == (422, "shape")
    assert refusal(http.post(guest, json={"name": 5})) == (422, "shape")
    assert refusal(http.post(guest, json={"name": "dealer"})) == (422, "handle_reserved")
    assert refusal(http.post(guest, json={"name": "ANN"})) == (409, "handle_taken")
    assert refusal(http.post(guest, json={}, headers={"Origin": EVIL})) == (403, "origin")
    assert refusal(http.get("/api/v1/me")) == (401, "not_logged_in")
    assert refusal(http.get("/api/v1/me", headers={"Authorization": "Bearer x"})) == (401, "bad_token")
    assert refusal(http.get("/api/v1/accounts", headers=bearer)) == (403, "wrong_role")
    assert refusal(http.get("/api/v1/nothing")) == (404, "not_found")
    assert refusal(http.put("/api/v1/me")) == (405, "method")
    assert refusal(http.post("/api/v1/me", headers=bearer)) == (405, "method")
    assert refusal(http.post(acts, content=b"{}", headers=bearer)) == (422, "shape")
    assert refusal(http.post(acts, json={"id": "1", "do": {"do": "Cheat"}}, headers=bearer)) == (422, "shape")
    assert refusal(http.post(acts, json={"id": "1", "do": DECIDE}, headers=bearer)) == (409, "wrong_step")
    assert refusal(http.post(acts, json={"id": "1", "do": DECIDE})) == (401, "not_logged_in")
    assert refusal(http.get("/api/v1/tables/99")) == (404, "no_table")
    assert refusal(http.get("/api/v1/tables/0")) == (422, "shape")
    assert refusal(http.get("/api/v1/tables/4/rounds/99")) == (404, "no_round")
    assert refusal(http.get("/api/v1/tables/4/rounds?before=x")) == (422, "before")
    assert refusal(http.get("/api/v1/tables?luck=1")) == (422, "shape")
    assert refusal(http.post("/api/v1/setup", json={"token": "x", "handle": "Max", "password": PASSWORD})) == (
        403,
        "set_up",
    )
    long = {"handle": "Ann", "password": "x" * 2000}
    assert refusal(http.post("/api/v1/login", json=long)) == (422, "shape")
    assert "xxx" not in http.post("/api/v1/login", json=long).text


def test_bombs(server: Served) -> None:
    """Short texts that would take a long time, or all the memory, of whoever reads them without measuring first."""
    http, manager = server.http, server.manager
    sent = {"Content-Type": "application/json", "Authorization": f"Bearer {manager.token}"}
    for body in (b"[" * 60_000, b'{"id":' * 10_000, b'{"id":"1","submission":"x","links":' + b"9" * 60_000 + b"}"):
        found = http.post("/api/v1/tables", content=body, headers=sent)
        assert refusal(found) == (400, "malformed")
        assert found.json()["allowed"] == "a JSON object in UTF-8, not nested deeply, without endless numbers"
    for path in ("/api/v1/tables", "/api/v1/tables/4/proposals"):
        found = http.post(path, json={"id": "bomb", "submission": "a" + ".a" * 5_000 + " = 1"}, headers=sent)
        assert refusal(found) == (422, "submission")
        assert found.json()["allowed"] == (
            "line 1: this lies more than 16 levels deep; permitted: at most 16 levels of tables, lists and dotted keys"
        )


def test_wrong_passwords_lock(server: Served) -> None:
    server.staff("Lou", "dealer")
    tried = [server.http.post("/api/v1/login", json={"handle": "Lou", "password": "wrong"}) for _ in range(4)]
    assert [refusal(each) for each in tried] == [
        (401, "bad_login"),
        (401, "bad_login"),
        (429, "locked"),
        (429, "locked"),
    ]
    right = server.http.post("/api/v1/login", json={"handle": "Lou", "password": PASSWORD})
    assert refusal(right) == (429, "locked")


def test_a_session_that_was_ended_closes_its_sockets(server: Served) -> None:
    player = server.guest()
    with player.watch(1) as table:
        (mine,) = player.ask("GET", "/api/v1/me/sessions")
        assert mine["current"]
        player.ask("DELETE", f"/api/v1/me/sessions/{mine['id']}")
        with pytest.raises(Left) as left:
            table.wait(lambda t: False)
    assert left.value.code == "not_logged_in"
    with pytest.raises(Refused) as refused:
        player.me()
    assert (refused.value.status, refused.value.code) == (401, "bad_token")


def test_every_answer_carries_the_headers_of_a_careful_server(server: Served) -> None:
    for path in ("/", "/api", "/api/v1/tables", "/openapi.json", "/nothing", "/metrics", "/style.css"):
        headers = server.http.get(path).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'" if path != "/" else "default-src ")
        assert (
            "unsafe" not in policy and "*" not in policy and "://" not in policy and "frame-ancestors 'none'" in policy
        )
        assert headers["x-content-type-options"] == "nosniff" and headers["x-frame-options"] == "DENY"
        assert "server" not in headers
    for page in ("/", "/api"):
        text = server.http.get(page).text
        assert "://" not in text.replace("http://127.0.0.1", ""), "nothing comes from outside"
        assert "<script>" not in text and "style=" not in text
    made = server.http.post("/api/v1/guest", json={})
    cookie = made.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie and "Secure" not in cookie


# --- limits -----------------------------------------------------------------------------------------------------------


def test_too_many_messages(tmp_path: Path) -> None:
    with served(tmp_path, Limits(0.001, 8, **PLENTY)) as server:
        player = server.guest()
        with server.socket(1, player) as socket:
            said(socket)
            for number in range(8):
                socket.send(json.dumps({"id": str(number), "ping": True}))
            assert [answer(socket)["type"] for _ in range(8)] == ["done"] * 8
            socket.send('{"id":"9","ping":true}')
            refused = answer(socket)
            assert (refused["type"], refused["code"]) == ("refused", "rate")
            for _ in range(60):
                socket.send('{"id":"more","ping":true}')
            while (last := answer(socket))["type"] == "refused":
                pass
            assert (last["type"], last["code"]) == ("bye", "rate")
        with pytest.raises(Refused) as limited:
            player.me()
        assert (limited.value.status, limited.value.code) == (429, "rate")
        answers = [server.http.get("/healthz").status_code for _ in range(100)]
        assert answers[0] == 200 and answers[-1] == 429


def test_guests_only_where_they_are_allowed(tmp_path: Path) -> None:
    with served(tmp_path / "never", guests="never") as server:
        assert refusal(server.http.post("/api/v1/guest", json={})) == (403, "no_guests")
    with served(tmp_path / "local") as server:
        through = {"X-Forwarded-For": "203.0.113.7"}
        assert refusal(server.http.post("/api/v1/guest", json={}, headers=through)) == (403, "no_guests")


def test_strangers_do_not_lock_the_owner_out(tmp_path: Path) -> None:
    """Wrong passwords count for the address they come from; a session confirms itself whatever others do, also others
    at its own address."""
    few = Limits(10_000, 100_000, logins=(0.001, 5), guests=(1000.0, 1000))
    with served(tmp_path, few, proxy="loopback") as server:

        def tried(password: str, address: str) -> tuple[int, str]:
            body, headers = {"handle": "Maria", "password": password}, {"X-Forwarded-For": address}
            found = server.http.post("/api/v1/login", json=body, headers=headers)
            return (200, "") if found.status_code == 200 else refusal(found)

        maria = server.manager
        wrong = [tried("wrong", "203.0.113.7") for _ in range(4)]
        assert wrong == [(401, "bad_login"), (401, "bad_login"), (429, "locked"), (429, "locked")]
        assert tried(PASSWORD, "203.0.113.7") == (429, "locked")
        assert tried(PASSWORD, "203.0.113.8") == (200, "")
        network = [tried("wrong", f"2001:db8:0:1::{number}") for number in range(1, 4)]
        assert network == wrong[:3], "a network of IPv6 is one"
        assert tried("wrong", "2001:db8:0:2::1") == (401, "bad_login")
        while tried("wrong", "127.0.0.1") != (429, "rate"):
            pass
        maria.confirm(PASSWORD)
        changed = {"old": PASSWORD, "new": "another good one"}
        maria.ask("POST", "/api/v1/password", changed)


@pytest.mark.parametrize(("proxy", "counted"), [("none", True), ("loopback", False)])
def test_an_address_that_somebody_made_up_counts_for_nothing(tmp_path: Path, proxy: str, counted: bool) -> None:
    """Only where a proxy stands before the house does its header say from where a request comes."""
    few = Limits(10_000, 100_000, logins=(0.001, 3), guests=(1000.0, 1000))
    with served(tmp_path, few, proxy=proxy) as server:
        body = {"handle": "Nobody", "password": "wrong wrong wrong"}
        answers = [
            refusal(server.http.post("/api/v1/login", json=body, headers={"X-Forwarded-For": f"203.0.113.{last}"}))
            for last in range(1, 6)
        ]
        assert ((429, "rate") in answers) is counted, answers


def test_buckets_fill_again() -> None:
    bucket = Buckets(2.0, 3)
    assert [bucket.take("a", 0.0) for _ in range(4)] == [True, True, True, False]
    assert bucket.take("b", 0.0)
    assert [bucket.take("a", 0.49), bucket.take("a", 0.5), bucket.take("a", 0.6)] == [False, True, False]
    assert [bucket.take("a", 100.0) for _ in range(4)] == [True, True, True, False]
