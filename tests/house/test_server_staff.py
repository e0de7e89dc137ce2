"""What staff do through the API: accounts, money, tables, terms, a shoe, the record."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from house.server_support import PASSWORD, Served, bot, served
from pitboss.client import Player, Refused, Table
from pitboss.house.people import accounts, directory
from pitboss.house.server.limits import Limits
from pitboss.play.log import read_log
from pitboss.play.replay import replay
from pitboss.rulebook.submission import default_submission
from pitboss.table import actions as a


def asked_at(step: str) -> Callable[[Table], bool]:
    return lambda t: t.view.step == step and t.view.turn == 1


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("staff"), checkpoints_file=tmp_path_factory.mktemp("c") / "file") as made:
        yield made


@pytest.fixture(scope="module")
def supervisor(server: Served) -> Player:
    return server.staff("Sue", "supervisor")


@pytest.fixture(scope="module")
def patron(server: Served) -> Player:
    return server.staff("Pat", "player")


def code(player: Player, method: str, path: str, body: object = None) -> tuple[int, str]:
    with pytest.raises(Refused) as refused:
        player.ask(method, path, body)
    return refused.value.status, refused.value.code


def lir(name: str, extra: str = "") -> str:
    return default_submission("let-it-ride").replace('"Let It Ride 1"', f'"{name}"') + extra


def test_the_set_up_link_makes_one_manager(server: Served) -> None:
    assert server.manager.roles == ("manager",)
    assert server.set_up is not None
    with pytest.raises(Refused) as refused:
        server.house.set_up(server.set_up, "Mallory", PASSWORD)
    assert refused.value.code == "set_up"


def test_accounts(server: Served) -> None:
    maria = server.manager
    made = maria.ask("POST", "/api/v1/accounts", {"handle": "Dora", "roles": ["dealer"], "password": PASSWORD})
    assert made["roles"] == ["dealer"] and not made["guest"] and not made["disabled"]
    dora = server.house.login("dora", PASSWORD)
    assert code(dora, "GET", "/api/v1/accounts") == (403, "wrong_role")
    changed = maria.ask("PATCH", "/api/v1/accounts/Dora", {"roles": ["dealer", "floorperson"]})
    assert changed["roles"] == ["dealer", "floorperson"]
    assert dora.me().roles == ["dealer", "floorperson"]
    (session,) = maria.ask("GET", "/api/v1/accounts/Dora/sessions")
    maria.ask("DELETE", f"/api/v1/accounts/Dora/sessions/{session['id']}")
    assert code(dora, "GET", "/api/v1/me") == (401, "bad_token")
    maria.ask("PATCH", "/api/v1/accounts/Dora", {"disabled": True})
    with pytest.raises(Refused):
        server.house.login("Dora", PASSWORD)
    assert code(maria, "PATCH", "/api/v1/accounts/Nobody", {"disabled": True}) == (404, "no_account")
    assert code(maria, "PATCH", "/api/v1/accounts/Dora", {}) == (422, "shape")
    assert code(maria, "POST", "/api/v1/accounts", {"handle": "X", "roles": ["king"], "password": PASSWORD}) == (
        422,
        "roles",
    )
    assert "Dora" in [each["handle"] for each in maria.ask("GET", "/api/v1/accounts")]


def test_an_own_password(server: Served) -> None:
    player = server.staff("Pia", "player")
    player.ask("POST", "/api/v1/password", {"old": PASSWORD, "new": "another good one"})
    player.confirm("another good one")
    assert code(player, "POST", "/api/v1/password", {"old": "wrong", "new": "another good one"}) == (401, "bad_login")
    assert server.house.login("Pia", "another good one").handle == "Pia"
    player.logout()
    assert code(player, "GET", "/api/v1/me") == (401, "bad_token")


def test_money_in_and_out(server: Served, patron: Player) -> None:
    maria = server.manager
    asked = {"id": "b1", "cents": 5000}
    assert maria.ask("POST", "/api/v1/patrons/pat/buy-in", asked)["balance"] == 5000
    assert maria.ask("POST", "/api/v1/patrons/Pat/buy-in", asked)["balance"] == 5000, "the same id"
    assert code(maria, "POST", "/api/v1/patrons/Pat/buy-in", {"id": "b1", "cents": 1}) == (409, "id_reused")
    assert maria.ask("POST", "/api/v1/patrons/Pat/cash-out", {"id": "c1", "cents": 2000})["balance"] == 3000
    assert code(maria, "POST", "/api/v1/patrons/Pat/cash-out", {"id": "c2", "cents": 3001}) == (409, "funds")
    assert code(patron, "POST", "/api/v1/patrons/Pat/buy-in", {"id": "x", "cents": 1}) == (403, "wrong_role")
    assert code(maria, "POST", "/api/v1/patrons/Pat/buy-in", {"id": "b2", "cents": 0}) == (422, "shape")
    assert code(maria, "POST", "/api/v1/patrons/Nobody/buy-in", {"id": "b3", "cents": 1}) == (404, "no_account")
    moved = {"id": "t1", "from": "cage", "to": "patron:Pat", "cents": 100, "reason": "a gift"}
    maria.ask("POST", "/api/v1/transfers", moved)
    assert patron.balance == 3100


def test_reserves_take_two_people(server: Served, supervisor: Player, patron: Player) -> None:
    maria, url = server.manager, "/api/v1/reserves"
    bank = server.running.house.bank
    cage, reserve = "practice/cage", "practice/reserve:3/Progressive"
    moved = {"id": "t2", "from": cage, "to": reserve, "cents": 700, "reason": "for a reset"}
    alone = {**moved, "from": "cage", "to": "reserve:3/Progressive"}
    assert code(maria, "POST", "/api/v1/transfers", alone) == (403, "two_people"), "alone not even a manager"
    before = bank.balance(cage)
    made = supervisor.ask("POST", url, moved)
    assert supervisor.ask("POST", url, moved) == made, "the same id"
    assert (made["from"], made["to"], made["cents"]) == (cage, reserve, 700)
    assert maria.ask("GET", url)["proposals"] == [made]
    assert code(patron, "GET", url) == (403, "wrong_role")
    assert code(supervisor, "POST", f"{url}/{made['id']}/approve", {"id": "reserve a1"}) == (403, "wrong_role")
    assert bank.balance(cage) == before
    row = maria.ask("POST", f"{url}/{made['id']}/approve", {"id": "reserve a1"})["row"]
    assert maria.ask("POST", f"{url}/{made['id']}/approve", {"id": "reserve a1"})["row"] == row
    assert (bank.balance(reserve), bank.balance(cage)) == (700, before - 700)
    now = maria.ask("GET", url)
    assert (now["reserves"]["3/Progressive"], now["practice_cage"]) == (700, before - 700)
    assert now["pools"]["3/Progressive"] == bank.balance("practice/pool:3/Progressive") > 0
    own = maria.ask("POST", url, {**moved, "id": "t3", "from": reserve, "to": cage})
    assert code(maria, "POST", f"{url}/{own['id']}/approve", {"id": "reserve a2"}) == (403, "same_person")
    maria.ask("POST", f"{url}/{own['id']}/withdraw", {"id": "reserve w1"})
    assert maria.ask("GET", url)["proposals"] == []
    assert code(maria, "POST", f"{url}/{own['id']}/approve", {"id": "reserve a3"}) == (404, "no_proposal")
    assert code(maria, "POST", url, {**moved, "id": "t4", "to": "practice/reserve:9/X"}) == (422, "account")
    assert server.http.post(f"{url}/1/approve", json={"id": "x"}).status_code == 401


def test_capital_is_a_managers(server: Served, supervisor: Player) -> None:
    maria, bank = server.manager, server.running.house.bank
    before = bank.balance("cage")
    put = {"id": "k1", "cents": 900, "reason": "a good year"}
    assert code(supervisor, "POST", "/api/v1/capital", put) == (403, "wrong_role")
    row = maria.ask("POST", "/api/v1/capital", put)["row"]
    assert maria.ask("POST", "/api/v1/capital", put)["row"] == row, "the same id"
    assert bank.balance("cage") == before + 900
    assert code(maria, "POST", "/api/v1/capital", {"id": "k2", "cents": 900}) == (422, "shape")


def test_nobody_serves_himself_at_the_cage(server: Served) -> None:
    pf = server.staff("Pf", "player", "floorperson", "supervisor")
    for way in ("buy-in", "cash-out"):
        for handle in ("Pf", "pF"):
            own = code(pf, "POST", f"/api/v1/patrons/{handle}/{way}", {"id": way, "cents": 100})
            assert own == (403, "conflict_of_interest")
    for giver, taker in (("cage", "patron:pf"), ("patron:Pf", "cage")):
        moved = {"id": "own", "from": giver, "to": taker, "cents": 1, "reason": "mine"}
        assert code(pf, "POST", "/api/v1/transfers", moved) == (403, "conflict_of_interest")
    assert pf.balance == 0
    assert server.manager.ask("POST", "/api/v1/patrons/Pf/buy-in", {"id": "pf", "cents": 100})["balance"] == 100


def test_nobody_brings_chips_to_a_table_where_he_plays(server: Served) -> None:
    both = server.staff("Percy", "player", "floorperson")
    money = {"id": "f1", "cents": 100, "reason": "more"}
    with both.sit(3, 6) as seat:
        for what in ("fill", "credit"):
            with pytest.raises(Refused) as refused:
                both.ask("POST", f"/api/v1/tables/3/{what}", money)
            assert refused.value.code == "conflict_of_interest"
        both.ask("POST", "/api/v1/tables/1/fill", money)
        seat.leave()
    both.ask("POST", "/api/v1/tables/3/fill", {**money, "id": "f2"})


def test_only_who_plays_gets_chips(server: Served, supervisor: Player) -> None:
    server.staff("Audrey", "auditor")
    with pytest.raises(Refused) as refused:
        supervisor.ask("POST", "/api/v1/patrons/Audrey/buy-in", {"id": "b1", "cents": 100, "reason": "cash"})
    assert refused.value.code == "not_a_player"
    moved = {"id": "b2", "from": "cage", "to": "patron:Audrey", "cents": 100, "reason": "gift"}
    with pytest.raises(Refused) as refused:
        server.manager.ask("POST", "/api/v1/transfers", moved)
    assert refused.value.code == "not_a_player"


def test_a_fill_is_limited_to_the_cage(server: Served) -> None:
    flo = server.staff("Flo", "floorperson")
    have = server.running.house.bank.balance("cage")
    assert code(flo, "POST", "/api/v1/tables/1/fill", {"id": "f1", "cents": 10**12}) == (409, "funds")
    assert server.running.house.bank.balance("cage") == have


def test_an_account_is_changed_wholly_or_not_at_all(server: Served) -> None:
    maria = server.manager
    hal = server.staff("Hal", "player")
    path = "/api/v1/accounts/Hal"
    assert code(maria, "PATCH", path, {"roles": ["dealer"], "password": "x"}) == (422, "password")
    assert code(maria, "PATCH", path, {"roles": ["king"], "password": "another good one"}) == (422, "roles")
    assert hal.me().roles == ["player"]
    assert code(maria, "PATCH", "/api/v1/accounts/Maria", {"password": "another good one", "disabled": True}) == (
        409,
        "last_manager",
    )
    assert maria.me().roles == ["manager"], "her session goes on"
    assert server.house.login("Hal", PASSWORD).handle == "Hal"
    changed = maria.ask("PATCH", path, {"roles": ["dealer"], "password": "another good one", "disabled": False})
    assert (changed["roles"], changed["disabled"]) == (["dealer"], False)
    assert code(hal, "GET", "/api/v1/me") == (401, "bad_token")
    assert server.house.login("Hal", "another good one").roles == ("dealer",)


def test_an_id_stands_for_everything_that_was_changed_with_it(server: Served) -> None:
    maria = server.manager
    path = "/api/v1/accounts/Ira"
    server.staff("Ira", "player")
    both = {"id": "ira 1", "roles": ["dealer"], "disabled": True}
    for _ in range(2):
        changed = maria.ask("PATCH", path, both)
        assert (changed["roles"], changed["disabled"]) == (["dealer"], True)
    whole = {"id": "ira 2", "roles": ["player"], "password": "another good one", "disabled": False}
    for _ in range(2):
        assert maria.ask("PATCH", path, whole)["disabled"] is False
    alone = {"id": "ira 3", "roles": ["dealer"]}
    maria.ask("PATCH", path, alone)
    for other in (
        {"id": "ira 1", "roles": ["dealer"]},
        {"id": "ira 1", "disabled": True},
        {**both, "disabled": False},
        {**both, "password": "another good one"},
        {"id": "ira 2", "roles": ["player"], "disabled": False},
        {"id": "ira 2", "roles": ["player"], "password": "another good one"},
        {**whole, "roles": ["dealer"]},
        {**alone, "disabled": True},
    ):
        assert code(maria, "PATCH", path, other) == (409, "id_reused"), other
    assert maria.ask("PATCH", path, {"disabled": False})["roles"] == ["dealer"]


def test_names_with_a_slash(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    maria = server.manager
    asked = {"handle": "A/B", "roles": ["player"], "password": PASSWORD}
    assert code(maria, "POST", "/api/v1/accounts", asked) == (422, "handle")
    with monkeypatch.context() as earlier:  # an account from the days when such names were taken
        for module in (directory, accounts):
            earlier.setattr(module, "checked", lambda handle: handle)
        maria.ask("POST", "/api/v1/accounts", asked)
    assert maria.ask("POST", "/api/v1/patrons/A%2FB/buy-in", {"id": "s", "cents": 5})["balance"] == 5
    assert maria.ask("GET", "/api/v1/patrons/A%2FB/ledger")["balance"] == 5
    assert maria.ask("POST", "/api/v1/patrons/A%2FB/cash-out", {"id": "t", "cents": 5})["balance"] == 0
    player = server.house.login("A/B", PASSWORD)
    (session,) = maria.ask("GET", "/api/v1/accounts/A%2FB/sessions")
    maria.ask("DELETE", f"/api/v1/accounts/A%2FB/sessions/{session['id']}")
    assert code(player, "GET", "/api/v1/me") == (401, "bad_token")
    assert maria.ask("PATCH", "/api/v1/accounts/A%2FB", {"disabled": True})["disabled"] is True


def test_play_money_stays_play_money(server: Served, patron: Player) -> None:
    guest = server.guest("Gil")
    maria = server.manager
    assert code(maria, "POST", "/api/v1/patrons/Gil/cash-out", {"id": "g1", "cents": 1}) == (409, "guest")
    taken = {"id": "g2", "from": "patron:Gil", "to": f"patron:{patron.handle}", "cents": 1, "reason": "no"}
    assert code(maria, "POST", "/api/v1/transfers", taken) == (409, "guest")
    assert code(guest, "POST", "/api/v1/me/chips", {"id": "m1", "cents": 1}) == (409, "allowance")
    with guest.sit(2, 6) as table:
        table.wait(lambda t: t.view.step == "bets")
        table.bet(ante=5)
        assert guest.chips(500) == 100_000
        topped = {"id": "m2", "cents": 1}
        assert code(guest, "POST", "/api/v1/me/chips", topped) == (409, "allowance")
        table.bet(ante=0)
        table.leave()
    assert code(server.manager, "POST", "/api/v1/me/chips", {"id": "m3", "cents": 1}) == (403, "wrong_role")


def test_a_table_is_opened_filled_and_closed(server: Served, supervisor: Player) -> None:
    asked = {"id": "o1", "submission": lir("Late Table")}
    opened = supervisor.ask("POST", "/api/v1/tables", asked)
    again = supervisor.ask("POST", "/api/v1/tables", asked)
    moment = {"round", "step", "clause"}  # its dealer is at work meanwhile
    assert {key: again[key] for key in again if key not in moment} == {k: opened[k] for k in opened if k not in moment}
    assert code(supervisor, "POST", "/api/v1/tables", {**asked, "id": "o2"}) == (409, "name_taken")
    number = opened["id"]
    filled = supervisor.ask("POST", f"/api/v1/tables/{number}/fill", {"id": "f", "cents": 500, "reason": "night"})
    assert filled["again"] is False
    supervisor.ask("POST", f"/api/v1/tables/{number}/credit", {"id": "g", "cents": 500, "reason": "day"})
    assert bot.play(server.guest(), "let-it-ride", 1, say=False)
    supervisor.ask("POST", f"/api/v1/tables/{number}/close", {"id": "c", "reason": "over"})
    assert number not in [each.id for each in supervisor.tables()]


def test_a_bad_submission_names_its_faults(supervisor: Player) -> None:
    bad = lir("Bad Table").replace("positions = ", "positions = 9", 1)
    with pytest.raises(Refused) as refused:
        supervisor.ask("POST", "/api/v1/tables", {"id": "bad", "submission": bad})
    assert (refused.value.status, refused.value.code) == (422, "submission") and refused.value.allowed
    too_large = {"id": "x", "submission": "#" * 70_000}
    assert code(supervisor, "POST", "/api/v1/tables", too_large) == (413, "too_large")


def test_new_terms_need_two_people(server: Served, supervisor: Player) -> None:
    text = default_submission("top-five-poker").replace("maximum = 500", "maximum = 400", 1)
    assert text != default_submission("top-five-poker")
    path = "/api/v1/tables/2/proposals"
    made = supervisor.ask("POST", path, {"id": "p1", "submission": text})
    assert supervisor.ask("POST", path, {"id": "p1", "submission": text}) == made
    number = made["id"]
    assert code(supervisor, "POST", f"{path}/{number}/approve", {"id": "a1"}) == (403, "wrong_role")
    own = server.manager.ask(
        "POST",
        "/api/v1/tables/1/proposals",
        {
            "id": "p2",
            "submission": default_submission("dragon-poker").replace("maximum = 500", "maximum = 400", 1),
        },
    )
    approve_own = f"/api/v1/tables/1/proposals/{own['id']}/approve"
    assert code(server.manager, "POST", approve_own, {"id": "a2"}) == (403, "same_person")
    server.manager.ask("POST", f"/api/v1/tables/1/proposals/{own['id']}/withdraw", {"id": "w"})
    done = server.manager.ask("POST", f"{path}/{number}/approve", {"id": "a3"})
    assert done["status"] == "approved" and done["approved_by"] == "manager:Maria"
    assert code(server.manager, "POST", f"{path}/999/approve", {"id": "a4"}) == (404, "no_proposal")
    for unknown in (number, 999):  # whoever may not approve does not learn what waits
        assert code(supervisor, "POST", f"{path}/{unknown}/approve", {"id": "a5"}) == (403, "wrong_role")
        nobody = server.http.post(f"{path}/{unknown}/approve", json={"id": "a6"}, headers={"Cookie": ""})
        assert nobody.json()["code"] == "not_logged_in"


def test_cards_from_a_shoe(server: Served, supervisor: Player) -> None:
    opened = supervisor.ask("POST", "/api/v1/tables", {"id": "shoe", "submission": lir("Shoe Table"), "cards": "feed"})
    number = opened["id"]
    key = server.manager.ask("POST", f"/api/v1/tables/{number}/feed-key")["key"]
    feed = f"/api/v1/tables/{number}/feed"
    body = {"id": "s1", "cards": ["Ah", "Kd", "2c"]}
    for said in ("Feed wrong", f"Bearer {key}", f"Basic {key}", key, f"Feed{key}", ""):
        wrong = server.http.post(feed, json=body, headers={"Authorization": said})
        assert (wrong.status_code, wrong.json()["code"]) == (401, "feed_key"), said
    player = server.guest("Shirley")
    with player.sit(number, 1) as table:
        table.wait(lambda t: t.view.step == "bets")  # the dealer opens the round by itself, sooner or later
        early = server.http.post(feed, json=body, headers={"Authorization": f"Feed {key}"})
        assert (early.status_code, early.json()["code"]) == (409, "bets_open")
        table.bet(let_it_ride=5)
        table.ready()
        table.wait(lambda t: t.view.step == "deal")
        cards = ["Ah", "Kd", "2c"]
        dealt = server.http.post(feed, json={"id": "s2", "cards": cards}, headers={"Authorization": f"Feed {key}"})
        assert dealt.status_code == 200, dealt.text
        table.wait(lambda t: t.seq is not None and t.seq >= dealt.json()["seq"])
        seen = table.view
        lying = (*seen.seats[0].cards, *seen.community, *seen.box, *seen.dealer)
        assert len(lying) + seen.burned == 3 and set(lying) <= {"??"}, "dealt face down"
    again = server.manager.ask("POST", f"/api/v1/tables/{number}/feed-key")["key"]
    old = server.http.post(feed, json=body, headers={"Authorization": f"Feed {key}"})
    assert old.status_code == 401 and again != key


def test_no_key_for_a_table_whose_cards_are_shuffled(server: Served, supervisor: Player) -> None:
    assert code(server.manager, "POST", "/api/v1/tables/1/feed-key") == (409, "no_feed")
    assert code(supervisor, "POST", "/api/v1/tables/1/feed-key") == (403, "wrong_role"), "who may not is told so first"
    answer = server.http.post("/api/v1/tables/1/feed", json={"id": "s", "cards": ["Ah"]})
    assert answer.json()["code"] == "feed_key"


def test_a_shoe_tells_what_it_could_not_read(server: Served, supervisor: Player) -> None:
    """A round of a shoe that reads only some of the cards, through the API to its end; no seed is taken there."""
    asked = {"id": "unread", "submission": lir("Unread"), "cards": "feed"}
    number = supervisor.ask("POST", "/api/v1/tables", asked)["id"]
    key = server.manager.ask("POST", f"/api/v1/tables/{number}/feed-key")["key"]

    def says(**said: object) -> tuple[int, str]:
        answer = server.http.post(f"/api/v1/tables/{number}/feed", json=said, headers={"Authorization": f"Feed {key}"})
        return answer.status_code, answer.json().get("code", "")

    for strange in (
        {"turned_up": "ShowCards", "seats": [1]}, {"turned_up": "SettleHand"},
        {"turned_up": "SettleHand", "seats": [1, 2]},
        {"turned_up": "SettleTable"}, {"turned_up": "SettleTable", "seats": [1, 2]}, {"seats": [1]},
        {"face_up": True, "turned_up": "ShowCards"}, {"turned_up": "Dance"},
    ):  # fmt: skip
        assert says(id="x", cards=["As", "Kd", "9c"], **strange) == (422, "shape"), strange
    player = server.guest("Ursula")
    with player.sit(number, 1) as table:
        table.wait(lambda t: t.view.step == "bets")
        assert list(table.fair) == []
        assert code(player, "POST", f"/api/v1/tables/{number}/seed", {"id": "mine", "seed": "mine", "deck": 1}) == (
            409,
            "no_shuffle",
        )
        table.bet(let_it_ride=5)
        table.ready()
        table.wait(lambda t: t.view.step == "deal")
        assert says(id="d", cards=["As", "??", "9c", "Qd", "2c", "??", "3d", "4s"]) == (200, "")
        for step in ("decide_1", "decide_2"):
            table.wait(asked_at(step))
            table.decide("ride")
        table.wait(lambda t: t.view.step == "show_box")
        box = {"cards": ["As", "Kd", "9c"], "turned_up": "ShowCards"}
        assert says(id="b1", **box | {"cards": ["As", "??", "9c"]}) == (409, "face_unknown")
        assert says(id="b2", **box) == (200, "") == says(id="b2", **box)
        table.wait(lambda t: t.view.step == "settle")
        hand = {"cards": ["Qd", "Qh", "4s"], "turned_up": "SettleHand", "seats": [1]}
        assert says(id="h1", **hand | {"cards": ["Qd", "As", "4s"]}) == (409, "card_twice")
        assert says(id="h2", **hand) == (200, "")
        table.wait(lambda t: t.view.step == "bets" and t.view.seats[0].net == 1500)


def test_a_shoe_is_not_listened_to_without_end(tmp_path: Path) -> None:
    """As much at once as a person may say, and not a card more. (Nothing refills: the rate is next to nothing.)"""
    with served(tmp_path, Limits(0.0001, 25, logins=(10.0, 99), guests=(10.0, 99))) as server:
        sent = {"id": "o", "submission": lir("Shoe Table"), "cards": "feed"}
        number = server.manager.ask("POST", "/api/v1/tables", sent)["id"]
        key = server.manager.ask("POST", f"/api/v1/tables/{number}/feed-key")["key"]
        codes = [
            server.http.post(
                f"/api/v1/tables/{number}/feed",
                json={"id": f"s{n}", "cards": ["Ah"]},
                headers={"Authorization": f"Feed {key}"},
            ).json()["code"]
            for n in range(27)
        ]
        assert codes[25:] == ["rate", "rate"] and "rate" not in codes[:25]
        other = server.http.post(f"/api/v1/tables/{number}/feed", json={"id": "x", "cards": ["Ah"]})
        assert other.json()["code"] == "feed_key", "who has no key is told so"


def test_a_dealer_is_offered_the_acts_of_his_roles(server: Served) -> None:
    dana = server.staff("Dana", "dealer", "floorperson")
    with dana.watch(4) as table:
        table.wait(lambda t: t.view.step == "bets")
        acts = {offer.do for offer in table.offers}
        assert {"GoIdle", "RemoveDeck"} <= acts
        assert {offer.by for offer in table.offers} == {"dealer", "floorperson"}
        assert table.balance is None
        with pytest.raises(Refused) as refused:
            table.act(a.DealCards(()))
        assert refused.value.code == "bets_open"


def test_the_record(server: Served, supervisor: Player) -> None:
    player = server.guest("Rita")
    bot.play(player, "dragon-poker", 2, say=False)
    found = supervisor.ask("GET", "/api/v1/audit/rounds", patron="Rita")["rounds"]
    assert len(found) == 2 and {line["table"] for line in found} == {"Dragon Poker 1"}
    first = supervisor.ask("GET", "/api/v1/audit/rounds", patron="Rita", limit=1)
    assert first["next"] == found[0]["cursor"]
    rest = supervisor.ask("GET", "/api/v1/audit/rounds", patron="Rita", before=first["next"])["rounds"]
    assert rest == found[1:]
    recalled = supervisor.ask("GET", f"/api/v1/audit/tables/1/rounds/{found[0]['round']}")
    assert recalled["status"] == "settled" and recalled["players"][0]["player"] == "Rita"
    assert code(player, "GET", "/api/v1/audit/rounds") == (403, "wrong_role")
    known = supervisor.ask("GET", "/api/v1/audit/irregularities")
    kinds = {each["kind"]: each["title"] for each in known}
    assert kinds["dealer_card_exposed"] == "a card of the dealer exposed"
    assert not [title for title in kinds.values() if "_" in title]
    assert {"card_face_up", "wrong_number", "player_left"} <= set(kinds)
    assert code(player, "GET", "/api/v1/audit/irregularities") == (403, "wrong_role")
    for kind in ("any", *kinds):
        assert supervisor.ask("GET", "/api/v1/audit/rounds", patron="Rita", irregularity=kind)["rounds"] == []
    with pytest.raises(Refused) as unknown:
        supervisor.ask("GET", "/api/v1/audit/rounds", irregularity="fire")
    assert (unknown.value.status, unknown.value.code) == (422, "irregularity")
    assert str(unknown.value).endswith(f"the kinds are: any, {', '.join(kinds)}")
    verified = supervisor.ask("GET", "/api/v1/audit/verify")
    assert verified["clean"], verified
    log = server.manager.ask("GET", "/api/v1/audit/export", table=1)
    terms, records = read_log(log.encode())
    assert list(replay(terms, records))
    sheet = server.manager.ask("GET", "/api/v1/audit/export", table=1, format="csv")
    assert sheet.startswith("table,game,round") and "Rita" in sheet
    assert code(server.manager, "GET", "/api/v1/audit/export?table=99") == (404, "no_table")
    key = server.http.get("/api/v1/audit/key").json()["public"]
    signed = supervisor.ask("GET", "/api/v1/audit/checkpoints")
    assert signed and json.loads(signed[0]["body"])["public"] == key
    log_of_meter = supervisor.ask("GET", "/api/v1/meters/3%2FProgressive/log")["entries"]
    assert log_of_meter[-1]["what"] == "opened"


def test_sensitive_acts_want_the_password_again(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        maria = server.manager
        real = server.running.house.clock
        server.running.people._clock = lambda: real() + 11 * 60_000
        server.running.house.clock = lambda: real() + 11 * 60_000
        asked = {"handle": "Zoe", "roles": ["player"], "password": PASSWORD}
        assert code(maria, "POST", "/api/v1/accounts", asked) == (403, "confirm")
        maria.confirm(PASSWORD)
        assert maria.ask("POST", "/api/v1/accounts", asked)["handle"] == "Zoe"
