"""Guests and patrons through the API: a guest plays at practice tables alone, with practice chips; who has an account
plays with real chips where they count, and with practice chips of his own at practice tables."""

from collections.abc import Iterator

import pytest

from house.running import terms
from house.server_support import Served, answer, bot, said, served
from pitboss.client import Player, Refused
from pitboss.house.server.submission_text import submission_text
from pitboss.rulebook.folders import games

REAL = len(games()) + 1
"""The table of real chips: it comes after one of every game."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The first tables are those of a new house, one of every game; the next is one of real chips."""
    with served(tmp_path_factory.mktemp("guests")) as made:
        opened = {"id": "open", "submission": submission_text(terms("let-it-ride", table="Real"))}
        assert made.staff("Sue", "supervisor").ask("POST", "/api/v1/tables", opened)["id"] == REAL
        yield made


def patron(server: Served, handle: str) -> Player:
    """Somebody with an account and $500 of real chips."""
    made = server.staff(handle, "player")
    server.manager.ask("POST", f"/api/v1/patrons/{handle}/buy-in", {"id": handle, "cents": 50_000})
    return made


def refused(player: Player, method: str, path: str, body: object = None) -> Refused:
    with pytest.raises(Refused) as found:
        player.ask(method, path, body)
    return found.value


def test_the_tables_of_a_new_house_are_for_practice(server: Served) -> None:
    assert {table.id: table.practice for table in server.house.tables()} == {
        **dict.fromkeys(range(1, REAL), True),
        REAL: False,
    }


def test_a_guest_takes_no_seat_where_real_chips_are(server: Served) -> None:
    guest = server.guest("Gil")
    sit = {"id": "sit", "do": {"do": "TakeSeat", "seat": 1, "player": "Gil"}}
    found = refused(guest, "POST", f"/api/v1/tables/{REAL}/acts", sit)
    assert (found.status, found.code, found.given) == (409, "guest", "Real")
    assert found.message == "a guest has practice chips, and this is not a practice table"
    assert found.allowed == "a practice table; here an account, with chips from the cage"
    with server.socket(REAL, guest) as socket:
        hello = said(socket)
        assert hello["you"] == {"handle": "Gil", "role": "guest"}, "she watches"
        assert (hello["offers"], hello["balance"]) == ([], None), "and is offered nothing"
        socket.send('{"id":"s2","do":{"do":"TakeSeat","seat":1,"player":"Gil"}}')
        assert answer(socket)["code"] == "guest"
    assert not any(seat.player for seat in server.running.house.tables[REAL].now.state.seats)
    with guest.sit(3, 1) as table:
        assert table.balance == guest.balance == 100_000
        table.leave()


def test_who_has_an_account_has_chips_of_both_kinds(server: Served) -> None:
    pat = patron(server, "Pat")
    assert (pat.me().balance, pat.me().practice) == (50_000, 0)
    with pat.sit(4, 1) as table:
        assert table.balance == 0, "real chips are worth nothing at a practice table"
        with pytest.raises(Refused) as short:
            table.bet(ante=5, blind=5)
        assert short.value.code == "funds"
        assert pat.chips(40_000) == 40_000
        assert refused(pat, "POST", "/api/v1/me/chips", {"id": "x", "cents": 60_001}).code == "allowance"
        table.leave()
    won = sum(bot.play(pat, "let-it-ride", 2, say=False))
    assert (pat.me().balance, pat.me().practice) == (50_000, 40_000 + won)
    with pat.sit(REAL, 1) as table:
        assert table.balance == 50_000
        brought = bot.one_round(table)
        table.wait(lambda t: t.view.step == "bets")
        table.leave()
    assert (pat.me().balance, pat.me().practice) == (50_000 + brought, 40_000 + won)


def test_every_figure_tells_the_kinds_apart(server: Served) -> None:
    """Ledgers, rounds, accounts, meters, reserves and exports."""
    pat, guest = patron(server, "Pia"), server.guest("Gus")
    pat.chips(40_000)
    bot.play(pat, "let-it-ride", 2, say=False)
    with pat.sit(REAL, 1) as table:
        bot.one_round(table)
        table.wait(lambda t: t.view.step == "bets")
        table.leave()
    me, maria = pat.me(), server.manager
    real, practice = pat.ask("GET", "/api/v1/me/ledger"), pat.ask("GET", "/api/v1/me/ledger", practice=True)
    for ledger, balance, kind in ((real, me.balance, False), (practice, me.practice, True)):
        assert (ledger["balance"], ledger["practice"]) == (balance, kind)
        assert sum(posting["cents"] for posting in ledger["postings"]) == balance
    assert {posting["table"] for posting in real["postings"]} == {0, REAL}
    assert maria.ask("GET", "/api/v1/patrons/Pia/ledger", practice=True) == practice
    rounds = pat.ask("GET", "/api/v1/me/rounds")["rounds"]
    assert {(each["table"], each["practice"]) for each in rounds} == {(3, True), (REAL, False)}
    listed = {each["handle"]: each for each in maria.ask("GET", "/api/v1/accounts")}
    assert (listed["Pia"]["balance"], listed["Pia"]["practice"]) == (me.balance, me.practice)
    assert (listed["Gus"]["balance"], listed["Gus"]["practice"]) == (0, guest.balance) == (0, 100_000)
    assert {each["name"]: each["practice"] for each in maria.ask("GET", "/api/v1/meters")} == {
        "3/Progressive": True,
        f"{REAL}/Progressive": False,
    }
    held = maria.ask("GET", "/api/v1/reserves")
    bank = server.running.house.bank
    assert held["practice"] == ["3/Progressive"]
    assert (held["cage"], held["practice_cage"]) == (bank.balance("cage"), bank.balance("practice/cage"))
    assert held["pools"]["3/Progressive"] == bank.balance("practice/pool:3/Progressive") > 0
    for number, mark in ((3, "1"), (REAL, "0")):
        head, *lines = maria.ask("GET", "/api/v1/audit/export", table=number, format="csv").splitlines()
        assert head.endswith(",practice") and lines and all(line.endswith(f",{mark}") for line in lines)
    audited = maria.ask("GET", "/api/v1/audit/rounds", table=REAL)["rounds"]
    assert [each["practice"] for each in audited] == [False] * len(audited)
    round = next(each["round"] for each in audited if each["hands"] and each["hands"][0]["player"] == "Pia")
    (player,) = maria.ask("GET", f"/api/v1/audit/tables/{REAL}/rounds/{round}")["players"]
    assert (player["before"], player["after"]) == (50_000, me.balance)


def test_nothing_goes_from_one_kind_to_the_other(server: Served) -> None:
    maria, bank = server.manager, server.running.house.bank
    patron(server, "Per")
    server.guest("Gero")
    before = dict(bank._balances)
    move = {"id": "m", "cents": 5, "reason": "a favour"}
    for way in (
        {"from": "practice/patron:Gero", "to": "patron:Per"},
        {"from": "patron:Per", "to": "practice/patron:Gero"},
        {"from": "practice/cage", "to": "cage"},
    ):
        assert refused(maria, "POST", "/api/v1/transfers", {**move, **way}).code == "practice"
    for way in ({"from": "patron:Per", "to": "patron:Gero"}, {"from": "cage", "to": "patron:Gero"}):
        assert refused(maria, "POST", "/api/v1/transfers", {**move, **way}).code == "guest"
    for what in ("buy-in", "cash-out"):
        assert refused(maria, "POST", f"/api/v1/patrons/Gero/{what}", {"id": what, "cents": 5}).code == "guest"
    for way in (
        {"from": "cage", "to": "practice/reserve:3/Progressive"},
        {"from": "cage", "to": "reserve:3/Progressive"},
        {"from": "practice/cage", "to": f"reserve:{REAL}/Progressive"},
    ):
        assert refused(maria, "POST", "/api/v1/reserves", {**move, **way}).code == "practice"
    submission = submission_text(terms("let-it-ride", table="Linked", practice=True))
    linked = {"id": "o", "submission": submission, "links": {"Progressive": f"{REAL}/Progressive"}}
    assert refused(maria, "POST", "/api/v1/tables", linked).code == "meter", "it is open"
    assert bank._balances == before


def test_terms_do_not_make_a_practice_table_a_real_one(server: Served) -> None:
    text = submission_text(terms("let-it-ride", table="Let It Ride 1", version=2))
    found = refused(server.manager, "POST", "/api/v1/tables/3/proposals", {"id": "p", "submission": text})
    assert (found.status, found.code) == (409, "practice")


def test_the_audit_finds_nothing(server: Served) -> None:
    found = server.manager.ask("GET", "/api/v1/audit/verify")
    assert found["clean"], found["findings"]
