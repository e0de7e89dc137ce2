"""The business at a glance: worked out by hand for a small evening, held against the books for a large one; rulings and
players found across tables."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import func, select

from house.audit_support import Evening
from house.running import terms
from house.server_support import PASSWORD, Served, served
from pitboss.client import Player, Refused
from pitboss.house.audit.business import METERS, business
from pitboss.house.server.submission_text import submission_text
from pitboss.house.store import schema
from pitboss.house.store.opening import snapshot
from pitboss.table import actions as a
from web.desk import Hands, opened

FILE_ONLY = pytest.mark.parametrize("played", ["sqlite"], indirect=True)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("business")) as made:
        made.manager.confirm(PASSWORD)
        yield made


@pytest.fixture(scope="module")
def floor(server: Served) -> Player:
    return server.staff("Flo", "floorperson")


@pytest.fixture(scope="module")
def folded(server: Served, floor: Player) -> int:
    """A table of real chips, dealt by a person. Pat buys $500, cashes out $120; he loses $20 by folding, and a walk-in
    $40."""
    table = opened(server, submission_text(terms("dragon-poker", table="Real")))
    pat = server.staff("Pat", "player")
    floor.confirm(PASSWORD)
    for what, cents in (("buy-in", 50_000), ("cash-out", 12_000)):
        floor.ask("POST", f"/api/v1/patrons/Pat/{what}", {"id": what, "cents": cents})
    desk = Hands(server.staff("Dee", "dealer", "floorperson"), table)
    with pat.watch(table) as at:
        at.act(a.TakeSeat(1, "Pat"))
        desk.seat("Ann", 3)
        desk.to("CloseBets")
        desk.seat("Ann", 3, ante=2000, ante_bonus=2000)
        for wager in ("ante", "ante_bonus"):
            at.act(a.PlaceWager(1, wager, 1000))
        desk.to("Decide")
        at.act(a.Decide(1, "fold"))
        desk.to("Decide")
        desk.does("Decide", seat=3, choice="fold")
        desk.to("ClearTable")
        desk.perform()
    return table


def glance(who: Player, since: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = who.ask("GET", f"/api/v1/staff/business?since={since}")
    return found


def test_a_small_evening_worked_out_by_hand(server: Served, floor: Player, folded: int) -> None:
    found = glance(floor)
    assert found["tables"] == [
        {"table": folded, "name": "Real", "practice": False, "rounds": 1, "last_hour": 1, "wagered": 6000, "win": 6000}
    ]
    real, practice = found["sums"]
    assert real == {
        "practice": False, "rounds": 1, "wagered": 6000, "win": 6000, "walk_ins": 4000, "drop": 50_000,
        "paid_out": 12_000, "hold": pytest.approx(2000 / 50_000),
    }  # fmt: skip
    assert practice["drop"] == practice["win"] == 0 and practice["hold"] is None
    later = glance(floor, found["at"] + 1)
    assert later["tables"] == [] and later["sums"][0]["drop"] == 0 and later["sums"][0]["hold"] is None


def test_practice_chips_are_apart(server: Served, floor: Player, folded: int) -> None:
    before = glance(floor)["sums"]
    chips = server.guest("Gus").ask("GET", "/api/v1/me")["practice"]
    after = glance(floor)["sums"]
    assert after[0] == before[0]
    assert after[1]["drop"] - before[1]["drop"] == chips > 0


def test_what_the_wagers_were_to_bring(server: Served, floor: Player, folded: int) -> None:
    """Of the main game by the best play: a part of what was at risk, and the win beside it."""
    for _ in range(400):
        found = floor.ask("GET", "/api/v1/staff/expected")
        if "tables" in found:
            break
    line = next(each for each in found["tables"] if each["table"] == folded)
    assert line["win"] == 6000 and not line["practice"]
    assert 0 < line["expected"] < 600


@FILE_ONLY
def test_win_is_what_the_inventories_gained(played: Evening) -> None:
    """The second way: every posting to a table's inventory that is no fill, credit or opening."""
    with snapshot(played.engine) as conn:
        found = business(conn, 0, 2**53)
        p, r = schema.postings.c, schema.rounds.c
        ended = select(r.chain, func.max(r.last)).where(r.cleared_at.is_not(None)).group_by(r.chain)
        for chain, last in conn.execute(ended).all():
            for line in (each for each in found.tables if each.table == chain):
                account = f"{'practice/' if line.practice else ''}inventory:{chain}"
                asked = select(func.sum(p.cents)).where(
                    p.account == account, p.chain == chain, p.number <= last, p.why.regexp_match("^[A-Z]")
                )
                assert line.win == (conn.execute(asked).scalar() or 0), line
        moved = select(func.count()).where(p.why.in_(METERS))
        assert conn.execute(moved).scalar(), "and meters were fed"
        assert any(line.to_meters > 0 for line in found.tables)


@FILE_ONLY
def test_a_walk_in_counts_once_where_terms_changed_between_his_rounds(played: Evening) -> None:
    """Rounds under the old terms and under the new ones are looked up apart, and each of his hands belongs to one. The
    round that is still open is ended here: Wim loses $4 in it."""
    r, h = schema.rounds, schema.hands
    with played.changing() as conn:
        own = conn.execute(select(h).where(h.c.player == "walk-in Wim")).one()
        asked = select(r).where(r.c.chain == own.chain).order_by(r.c.round)
        before, opened = conn.execute(asked).all()
        assert before.terms != opened.terms and opened.cleared_at is None
        ended = {"cleared_at": before.cleared_at + 1, "last": opened.first, "wagered": 700, "returned": 300}
        conn.execute(r.update().where(r.c.chain == own.chain, r.c.round == opened.round).values(ended))
        hand = {"chain": own.chain, "round": opened.round, "seat": own.seat, "player": own.player}
        conn.execute(h.insert().values(hand | {"wagered": 700, "returned": 300}))
        (line,) = (each for each in business(conn, 0, 2**53).tables if each.table == own.chain)
        assert line.rounds == 2 and line.walk_ins == own.wagered - own.returned + 400


def test_who_sees_no_money_sees_no_business(server: Served) -> None:
    dora = server.staff("Dora", "dealer")
    for path in ("/api/v1/staff/business", "/api/v1/staff/expected", "/api/v1/patrons?like=p"):
        with pytest.raises(Refused) as refused:
            dora.ask("GET", path)
        assert (refused.value.status, refused.value.code) == (403, "wrong_role")


def test_players_are_found_by_a_part_of_their_names(server: Served, floor: Player, folded: int) -> None:
    server.staff("Opal", "player")
    server.staff("Paula", "player", "dealer")
    server.guest("Pascal")
    found = floor.ask("GET", "/api/v1/patrons?like=PA")
    assert [each["handle"] for each in found] == ["Pat", "Paula", "Opal"], "the beginning first; staff and guests not"
    assert (found[0]["balance"], found[0]["seats"]) == (50_000 - 12_000 - 2000, ["Real"])
    assert floor.ask("GET", "/api/v1/patrons?like=zz") == []


def test_the_list_of_tables_has_what_waits_and_what_may_be_ruled(server: Served, floor: Player, folded: int) -> None:
    """The dealer puts an exposed card before the floorperson; from the list it is ruled on. Who deals may not rule."""
    desk = Hands(server.staff("Dan", "dealer", "floorperson"), folded)
    dana = server.staff("Dana", "dealer")
    desk.to("CloseBets")
    desk.seat("Ann", 3, ante=1000, ante_bonus=1000)
    desk.to("Decide")
    desk.does("CallFloor", about={"do": "Report", "kind": "dealer_card_exposed", "detail": "the first one"})
    line, plain = (
        next(t for t in who.ask("GET", "/api/v1/staff/tables") if t["id"] == folded) for who in (floor, dana)
    )
    (matter,) = line["matters"]
    assert (matter["report"]["name"], matter["report"]["detail"]) == ("Dan", "the first one")
    rulings = {offer["example"]["ruling"] for offer in line["offers"]}
    assert {"confirmed", "dismissed"} <= rulings and all(name in line["rulings"] for name in ("confirmed", "dismissed"))
    assert plain["offers"] == [] and plain["matters"][0]["report"] is None
    rule = next(offer["example"] for offer in line["offers"] if offer["example"]["ruling"] == "dismissed")
    floor.ask("POST", f"/api/v1/tables/{folded}/acts", {"id": "rule", "do": rule})
    line = next(t for t in floor.ask("GET", "/api/v1/staff/tables") if t["id"] == folded)
    assert line["matters"] == line["offers"] == [] and line["rulings"] == {}
