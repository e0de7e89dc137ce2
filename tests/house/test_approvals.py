"""New terms need two people, one of them a manager; they wait for the end of a round and, where they change a meter,
for its reset. Everything about them is in the chain of the house."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

import house.running as r
from house.dealing import dealt
from house.planting import no_space
from house.test_live_tables import agrees, books
from house.test_meters import ROYAL, Decks, at_decision, learn, progressive, to_settlement
from house.waiting import run, until
from pitboss.house.house import House
from pitboss.house.live.approvals import Proposal
from pitboss.house.live.table import LiveTable
from pitboss.house.people.accounts import Person
from pitboss.house.server.person_requests import ask_act
from pitboss.house.store import schema
from pitboss.house.trail.rows import read
from pitboss.rulebook.terms import Terms
from pitboss.table import actions as a
from pitboss.table.refusals import Refusal

GAME = "dragon-poker"


@pytest.fixture
def decks(monkeypatch: pytest.MonkeyPatch) -> Decks:
    return Decks(monkeypatch)


def other(**overrides: Any) -> Terms:
    return r.terms(GAME, **(overrides or {"version": 2, "wagers": {"ante": {"minimum": 10}}}))


async def asked(answer: Awaitable[Proposal | Refusal]) -> Proposal:
    got = await answer
    assert isinstance(got, Proposal), got
    return got


async def refused(answer: Awaitable[Any], code: str) -> None:
    got = await answer
    assert isinstance(got, Refusal), got
    assert got.code == code


def said(house: House) -> list[tuple[str, str, str]]:
    """(by, what, digest) of every row about proposals in the chain of the house."""
    with house.engine.connect() as conn:
        rows = [row for row in read(conn, schema.HOUSE) if row.kind == "proposal"]
    bodies = [msgspec.json.decode(row.body) for row in rows]
    return [(row.by, body["what"], body["digest"]) for row, body in zip(rows, bodies, strict=True)]


def statuses(house: House) -> list[str]:
    with house.engine.connect() as conn:
        return list(conn.execute(select(schema.proposals.c.status).order_by(schema.proposals.c.id)).scalars())


Scene = Callable[[House, LiveTable], Awaitable[None]]


@pytest.fixture
def at_a_table(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Scene], None]:
    def play(scene: Scene) -> None:
        async def whole() -> None:
            house = await r.open_house(sqlite_url, tmp_path)
            table = await r.opened(house, GAME)
            await r.staff(table)
            await scene(house, table)
            house.close()

        run(whole(), monkeypatch)

    return play


def test_two_people_change_the_terms(at_a_table: Callable[[Scene], None]) -> None:
    async def scene(house: House, table: LiveTable) -> None:
        new, old = other(), table.now.rules.terms
        made = await asked(house.approvals.propose(table, new, "floorperson:Flo"))
        assert house.approvals.ripe(table) is None, "nobody has approved it"
        assert (await asked(house.approvals.approve(made.id, "manager:May"))).approved_by == "manager:May"
        ripe = house.approvals.ripe(table)
        assert ripe is not None
        assert table.now.rules.terms == old
        assert await house.approvals.adopt(table, ripe) is None
        assert table.now.rules.terms == new
        assert said(house) == [
            ("floorperson:Flo", "proposed", new.digest),
            ("manager:May", "approved", new.digest),
            ("manager:May", "adopted", new.digest),
        ]
        assert statuses(house) == ["adopted"]
        with house.engine.connect() as conn:
            row = [row for row in read(conn, 1) if b'"AdoptTerms"' in row.body][-1]
            kept = conn.execute(select(schema.tables.c.terms)).scalar_one()
        assert row.by == "manager:May"
        assert b'"house":"terms"' in row.body
        assert msgspec.json.decode(kept, type=Terms) == new
        books(house.engine)

    at_a_table(scene)


@pytest.mark.parametrize(
    ("proposer", "approver", "code"),
    [
        ("manager:May", "manager:May", "two_people"), ("floorperson:May", "manager:May", "two_people"),
        ("manager:May", "floorperson:MAY", "two_people"), ("manager", "floorperson", "two_people"),
        ("floorperson:Flo", "supervisor:Sue", "wrong_role"), ("supervisor:Sue", "floorperson:Flo", "wrong_role"),
    ],
)  # fmt: skip
def test_who_may_not_approve(proposer: str, approver: str, code: str, at_a_table: Callable[[Scene], None]) -> None:
    async def scene(house: House, table: LiveTable) -> None:
        made = await asked(house.approvals.propose(table, other(), proposer))
        await refused(house.approvals.approve(made.id, approver), code)
        assert statuses(house) == ["proposed"]
        assert len(said(house)) == 1
        assert house.approvals.ripe(table) is None
        await asked(house.approvals.approve(made.id, "manager:Zoe"))
        assert house.approvals.ripe(table) is not None

    at_a_table(scene)


def test_the_manager_may_be_the_one_who_proposes(at_a_table: Callable[[Scene], None]) -> None:
    async def scene(house: House, table: LiveTable) -> None:
        made = await asked(house.approvals.propose(table, other(), "manager:May"))
        ripe = await asked(house.approvals.approve(made.id, "floorperson:Flo"))
        assert await house.approvals.adopt(table, ripe) is None
        with house.engine.connect() as conn:
            assert [row for row in read(conn, 1) if b'"AdoptTerms"' in row.body][-1].by == "manager:May"

    at_a_table(scene)


def test_what_cannot_be_proposed(at_a_table: Callable[[Scene], None]) -> None:
    async def scene(house: House, table: LiveTable) -> None:
        propose = house.approvals.propose
        await refused(propose(table, table.now.rules.terms, "manager:May"), "same_terms")
        await refused(propose(table, r.terms("let-it-ride"), "manager:May"), "other_game")
        await refused(propose(table, other(table="Another"), "manager:May"), "other_table")
        assert said(house) == []
        both = await asyncio.gather(*(propose(table, other(version=n), "manager:May") for n in (2, 3)))
        assert [type(answer) for answer in both] == [Proposal, Refusal], "one at a time, also at the same moment"
        await refused(house.approvals.approve(99, "manager:May"), "no_proposal")
        await refused(house.approvals.withdraw(99, "manager:May"), "no_proposal")
        made = house.approvals.of(1)[0]
        twice = await asyncio.gather(*(house.approvals.approve(made.id, f"manager:{n}") for n in ("Zoe", "Kit")))
        assert [type(answer) for answer in twice] == [Proposal, Refusal]
        assert [what for _, what, _ in said(house)] == ["proposed", "approved"]

    at_a_table(scene)


@pytest.mark.parametrize("approved", [False, True])
def test_withdrawn_is_withdrawn(approved: bool, at_a_table: Callable[[Scene], None]) -> None:
    async def scene(house: House, table: LiveTable) -> None:
        made = await asked(house.approvals.propose(table, other(), "floorperson:Flo"))
        if approved:
            made = await asked(house.approvals.approve(made.id, "manager:May"))
        await asked(house.approvals.withdraw(made.id, "floorperson:Flo"))
        assert house.approvals.ripe(table) is None
        await refused(house.approvals.approve(made.id, "manager:May"), "no_proposal")
        await refused(house.approvals.adopt(table, made), "no_proposal")
        assert statuses(house) == ["withdrawn"]
        assert table.now.rules.terms.version == 1
        again = await asked(house.approvals.propose(table, other(), "floorperson:Flo"))
        assert again.id == made.id + 1

    at_a_table(scene)


def test_terms_sent_directly_are_refused(at_a_table: Callable[[Scene], None]) -> None:
    async def scene(house: House, table: LiveTable) -> None:
        before = table.now
        for who in ("manager:May", "floorperson:Flo", "dealer", "player:Ann"):
            await refused(table.act(who, a.AdoptTerms(other()), "direct"), "two_people")
        answer = asyncio.get_running_loop().create_future()
        ask_act(table, answer, Person("May", ("manager",)), "her own", a.AdoptTerms(other()), None)
        await refused(answer, "two_people")
        assert table.now is before

    at_a_table(scene)


def test_adopted_between_rounds_only(at_a_table: Callable[[Scene], None]) -> None:
    async def scene(house: House, table: LiveTable) -> None:
        await r.seat(table, "Ann")
        made = await asked(house.approvals.propose(table, other(), "floorperson:Flo"))
        await asked(house.approvals.approve(made.id, "manager:May"))
        await r.bet(table, "Ann")
        async with dealt(table, betting=0, deciding=0) as watched:
            await asyncio.sleep(100)
            assert table.now.rules.terms.version == 1, "a wager lies on the layout"
            await r.done(table.say_ready("Ann", 1))
            await until(lambda: table.due() is None)
            await asyncio.sleep(100)
            assert table.now.rules.terms.version == 1, "the round is played under its own terms"
            await r.done(table.act("player:Ann", a.Decide(1, "play")))
            await until(lambda: table.now.rules.terms.version == 2)
            await until(lambda: table.step_name == "bets")
            assert table.now.state.round == 2
            assert watched.did(a.AdoptTerms)
        assert table.now.state.seats[0].player == "Ann"
        low = await table.act("player:Ann", a.PlaceWager(1, "ante", 500))
        assert isinstance(low, Refusal), "the new minimum is in force"
        await r.done(table.act("player:Ann", a.PlaceWager(1, "ante", 1000)))
        agrees(house, table)

    at_a_table(scene)


def test_an_open_round_without_wagers_makes_room(at_a_table: Callable[[Scene], None]) -> None:
    async def scene(house: House, table: LiveTable) -> None:
        await r.seat(table, "Ann")
        made = await asked(house.approvals.propose(table, other(), "floorperson:Flo"))
        await asked(house.approvals.approve(made.id, "manager:May"))
        async with dealt(table):
            await until(lambda: table.now.rules.terms.version == 2 and table.step_name == "bets", 60)
        assert table.now.state.seats[0].player == "Ann"
        books(house.engine)

    at_a_table(scene)


def test_terms_that_do_not_fit_the_players_wait_in_peace(at_a_table: Callable[[Scene], None]) -> None:
    """Somebody sits at a position the new terms do not have: the table does not go idle and open again for ever."""

    async def scene(house: House, table: LiveTable) -> None:
        await r.seat(table, "Ann", "Ben")
        made = await asked(house.approvals.propose(table, other(version=2, positions=1), "floorperson:Flo"))
        await asked(house.approvals.approve(made.id, "manager:May"))
        async with dealt(table) as watched:
            await asyncio.sleep(1000)
            assert watched.seen == []
            await r.done(table.act("player:Ben", a.LeaveSeat(2)))
            await until(lambda: table.now.rules.terms.version == 2, 60)

    at_a_table(scene)


def test_a_store_in_trouble_neither_loses_a_proposal_nor_stops_the_dealer(at_a_table: Callable[[Scene], None]) -> None:
    async def scene(house: House, table: LiveTable) -> None:
        with no_space(house):
            await refused(house.approvals.propose(table, other(), "floorperson:Flo"), "store")
        made = await asked(house.approvals.propose(table, other(), "floorperson:Flo"))
        with no_space(house):
            await refused(house.approvals.approve(made.id, "manager:May"), "store")
            await refused(house.approvals.withdraw(made.id, "manager:May"), "store")
            assert house.approvals.of(1) == [made]
        await asked(house.approvals.approve(made.id, "manager:May"))
        async with dealt(table):
            with no_space(house):
                await asyncio.sleep(100)
            await until(lambda: statuses(house) == ["adopted"], 60)
        assert [what for _, what, _ in said(house)] == ["proposed", "approved", "adopted"]

    at_a_table(scene)


@pytest.mark.parametrize("dealer", ["automatic", "person"])
def test_approved_terms_are_adopted_at_once(
    dealer: str, sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing else happens at the table: its dealer is told, and does not wait for the next look around."""

    async def whole() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.opened(house, GAME, dealer=dealer)
        async with dealt(table):
            await asyncio.sleep(1)
            begun = asyncio.get_running_loop().time()
            made = await asked(house.approvals.propose(table, other(), "floorperson:Flo"))
            await asked(house.approvals.approve(made.id, "manager:May"))
            await until(lambda: table.now.rules.terms == other())
            assert asyncio.get_running_loop().time() - begun < 1
        house.close()

    run(whole(), monkeypatch)


def test_what_two_people_agreed_on_is_not_withdrawn_by_a_third(at_a_table: Callable[[Scene], None]) -> None:
    async def scene(house: House, table: LiveTable) -> None:
        made = await asked(house.approvals.propose(table, other(), "supervisor:Sue"))
        await asked(house.approvals.approve(made.id, "manager:May"))
        await refused(house.approvals.withdraw(made.id, "supervisor:Sam"), "wrong_role")
        assert house.approvals.ripe(table) is not None
        assert (await asked(house.approvals.withdraw(made.id, "supervisor:Sue"))).status == "withdrawn"
        for who in ("manager:Max", "supervisor:Sam"):  # a manager may; and what nobody approved, whoever may propose
            made = await asked(house.approvals.propose(table, other(), "supervisor:Sue"))
            if who == "manager:Max":
                await asked(house.approvals.approve(made.id, "manager:May"))
            assert (await asked(house.approvals.withdraw(made.id, who))).status == "withdrawn"

    at_a_table(scene)


# --- restarts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stop", ["proposed", "approved", "adopting"])
def test_proposals_survive_a_restart(stop: str, store_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        table = await r.opened(house, GAME)
        await r.staff(table)
        made = await asked(house.approvals.propose(table, other(), "floorperson:Flo"))
        if stop != "proposed":
            made = await asked(house.approvals.approve(made.id, "manager:May"))
        if stop == "adopting":  # the terms were adopted, and the house died before it could strike the proposal off
            assert await house.approvals._adopt(table, made) is None
        first, clock = table.now.shuffles + 1, house.clock
        house.close()
        house = await r.open_house(store_url, tmp_path, first=first, clock=clock)
        table = house.tables[1]
        (found,) = house.approvals.of(1)
        assert found == made
        await refused(house.approvals.propose(table, other(version=3), "floorperson:Flo"), "proposal_waits")
        if stop == "proposed":
            await refused(house.approvals.approve(made.id, "manager:Flo"), "two_people")
            found = await asked(house.approvals.approve(made.id, "manager:May"))
        assert house.approvals.ripe(table) == found
        assert await house.approvals.adopt(table, found) is None
        assert table.now.rules.terms == other()
        with house.engine.connect() as conn:
            assert sum(b'"TermsAdopted"' in row.body for row in read(conn, 1)) == 1
        assert statuses(house) == ["adopted"]
        clock, first = house.clock, table.now.shuffles + 1
        house.close()
        house = await r.open_house(store_url, tmp_path, first=first, clock=clock)
        assert house.tables[1].now.rules.terms == other()
        assert house.approvals.of(1) == []
        house.close()

    asyncio.run(scene())


# --- meters -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("restart", [False, True])
def test_changed_meters_wait_for_the_next_reset(restart: bool, store_url: str, decks: Decks, tmp_path: Path) -> None:
    """Somebody has contributed under the old terms: they hold until the meter is hit."""

    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        await learn(house, decks, progressive("Trial"))
        table = await r.opened(house, progressive("One"))
        changed = progressive("One", version=2, meters={"Progressive": {"rate": "10", "initial": 1000, "reset": 2000}})
        await at_decision(table, "Ann")
        await r.finish(table)
        made = await asked(house.approvals.propose(table, changed, "floorperson:Flo"))
        await asked(house.approvals.approve(made.id, "manager:May"))
        await r.done(table.act("dealer", a.GoIdle()))
        assert house.approvals.ripe(table) is None, "between rounds, but the meter has not been reset"
        decks.hands["One"] = ROYAL
        await r.staff(table)
        await r.bet(table, "Ann")
        await r.done(table.act("player:Ann", a.PlaceWager(1, "progressive", 100)))
        await r.done(table.act("dealer", a.CloseBets()))
        await to_settlement(table)
        assert house.approvals.ripe(table) is None
        await r.finish(table)
        # 1,000.00 and two contributions of 5.1234 cents were paid; it began again at the old 1,000.00.
        assert house.bank.reading("2/Progressive") == 100_000_246_800
        if restart:
            first, clock = table.now.shuffles + 1, house.clock
            house.close()
            house = await r.open_house(store_url, tmp_path, first=first, clock=clock)
            table = house.tables[2]
        ripe = house.approvals.ripe(table)
        assert ripe is not None
        assert await house.approvals.adopt(table, ripe) is None
        assert table.now.rules.terms.meters == changed.meters
        assert house.bank.reading("2/Progressive") == 100_000_246_800, "the meter itself runs on"
        agrees(house, table)
        house.close()

    asyncio.run(scene())


def test_a_meter_that_nobody_has_touched_may_change_at_once(sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.opened(house, progressive("One"))
        changed = progressive("One", version=2, meters={"Progressive": {"rate": "10", "initial": 1000, "reset": 2000}})
        made = await asked(house.approvals.propose(table, changed, "floorperson:Flo"))
        ripe = await asked(house.approvals.approve(made.id, "manager:May"))
        assert house.approvals.ripe(table) == ripe
        house.close()

    asyncio.run(scene())


def test_terms_that_leave_the_meters_alone_need_not_wait(sqlite_url: str, decks: Decks, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.opened(house, progressive("One"))
        await at_decision(table, "Ann")
        await r.finish(table)
        made = await asked(house.approvals.propose(table, progressive("One", version=2), "floorperson:Flo"))
        ripe = await asked(house.approvals.approve(made.id, "manager:May"))
        assert house.approvals.ripe(table) == ripe
        house.close()

    asyncio.run(scene())


def test_tables_that_share_a_meter_change_its_terms_together(sqlite_url: str, decks: Decks, tmp_path: Path) -> None:
    """Two people agree for one table: nothing happens. They agree for the other too: both change, after the reset."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        await learn(house, decks, progressive("Trial"))
        link = {"Progressive": "Grand"}
        one, two = [await r.opened(house, progressive(name), links=link) for name in ("One", "Two")]
        meters = {"Progressive": {"rate": "10", "initial": 1000, "reset": 2000}}
        for table in (one, two):
            assert house.approvals.ripe(one) is None, "the other has not agreed"
            changed = progressive(table.fixed.name, version=2, meters=meters)
            made = await asked(house.approvals.propose(table, changed, "floorperson:Flo"))
            await asked(house.approvals.approve(made.id, "manager:May"))
        for table in (one, two):
            ripe = house.approvals.ripe(table)
            assert ripe is not None and await house.approvals.adopt(table, ripe) is None
        assert one.now.rules.terms.meters == two.now.rules.terms.meters != progressive("One").meters
        house.close()

    asyncio.run(scene())
