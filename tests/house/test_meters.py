"""The progressive meters of the house: exact to a millionth of a cent, shared between tables, hit in the order of
settlement, reset from their reserve and the cage. The cards are laid, and the amounts are worked out by hand."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

import house.running as r
from house.test_live_random import repeats
from house.test_live_tables import agrees, books
from pitboss.house.house import House
from pitboss.house.live import packs
from pitboss.house.live.sheet import seen
from pitboss.house.live.table import LiveTable
from pitboss.house.store import schema
from pitboss.house.trail import bodies as b
from pitboss.house.trail.rows import read
from pitboss.rulebook.submission import check_data, merge
from pitboss.rulebook.terms import MICRO, Terms
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table import paying
from pitboss.table.refusals import Refusal

SHARED = "Grand"
LINK = {"Progressive": SHARED}
ROYAL, STRAIGHT_FLUSH = ("Ah", "Kh", "Qh", "Jh", "Th"), ("9c", "8c", "7c", "6c", "5c")
FOUR, SPADES, NOTHING = ("7s", "7d", "7h", "7c", "2d"), ("As", "Ks", "Qs", "2d", "7c"), ("2s", "7d", "9h", "Jc", "Kd")


class Decks:
    """What lies where in the decks of the tables: three cards for position 1, then the two community cards."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.hands: dict[str, tuple[str, ...]] = {}
        self.places: tuple[int, ...] = ()
        monkeypatch.setattr(packs, "order", self._order)
        monkeypatch.setattr(packs, "cut", lambda order, _: order)

    def _order(self, cards: tuple[str, ...], seed: bytes, own: Any, context: str) -> tuple[str, ...]:
        deck = list(cards)
        for place, card in zip(self.places, self.hands.get(context.split("/", 2)[2], ()), strict=False):
            other = deck.index(card)
            deck[place], deck[other] = deck[other], deck[place]
        return tuple(deck)


@pytest.fixture
def decks(monkeypatch: pytest.MonkeyPatch) -> Decks:
    return Decks(monkeypatch)


def progressive(name: str = "One", **overrides: Any) -> Terms:
    """Five and a bit percent of a dollar: 5.1234 cents of every wager."""
    given: dict[str, Any] = {"meters": {"Progressive": {"rate": "5.1234", "initial": 1000, "reset": 1000}}}
    return r.terms("let-it-ride", table=name, **{**given, **overrides})


async def learn(house: House, decks: Decks, given: Terms) -> None:
    """Where the cards of one player go, seen at a table of its own."""
    table = await r.opened(house, given)
    await at_decision(table, "Una")
    state, order = table.now.state, table.now.packs[1].order
    decks.places = tuple(order.index(card) for card in (*state.seats[0].cards, *state.community))
    assert len(set(decks.places)) == 5
    await r.finish(table)


async def at_decision(table: LiveTable, *players: str) -> None:
    """Everybody has the base wagers and the progressive; the cards are dealt where they are dealt at once."""
    await r.staff(table)
    await r.seat(table, *players)
    for number, player in enumerate(players, start=1):
        await r.bet(table, player)
        await r.done(table.act(f"player:{player}", a.PlaceWager(number, "progressive", 100)))
    await r.done(table.act("dealer", a.CloseBets()))
    await r.staff(table)


async def to_settlement(table: LiveTable) -> None:
    """Everybody lets it ride until the hands are to be settled."""
    while True:
        due = table.due()
        if due is not None and due.do is a.SettleHand:
            return
        if due is None:
            who, act, act_id = r.next_decision(table) or pytest.fail("nobody decides")
            assert isinstance(act, a.Decide)
            await r.done(table.act(who, a.Decide(act.seat, "ride"), act_id))
        else:
            await r.done(table.perform())


def log(house: House, meter: str) -> list[Any]:
    """The meter's log, once it is shown to be whole."""
    with house.engine.connect() as conn:
        line = schema.meter_log.c
        found = conn.execute(select(schema.meter_log).where(line.meter == meter).order_by(line.number)).all()
        kept = conn.execute(select(schema.meters).where(schema.meters.c.name == meter)).one()
    assert [row.number for row in found] == list(range(1, len(found) + 1))
    assert [row.before for row in found] == [0, *(row.after for row in found[:-1])]
    assert (kept.reading, kept.changes) == (found[-1].after, len(found))
    assert house.bank.reading(meter) == kept.reading
    return list(found)


def settled(table: LiveTable, house: House) -> list[e.WagerSettled]:
    with house.engine.connect() as conn:
        bodies = [b.decode(row) for row in read(conn, table.fixed.chain)]
    done = [body for body in bodies if isinstance(body, b.ActDone)]
    return [x for act in done for x in act.events if isinstance(x, e.WagerSettled)]


def paid(table: LiveTable, house: House) -> list[int]:
    """What the progressive wagers won."""
    return [x.won for x in settled(table, house) if x.wager == "progressive"]


# --- every line of every table --------------------------------------------------------------------------------------

SINGLE = {"Progressive": (1000, "5.1234")}
TWO = {"Major Progressive": (1000, "3.25"), "Minor Progressive": (250, "1.0001")}
THREE = {"Mega Progressive": (10_000, "0.5"), **TWO}
LINES = [
    ("A", SINGLE, ROYAL, "Progressive", 100_005, 100_000_123_400),
    ("A", SINGLE, STRAIGHT_FLUSH, "Progressive", 10_000, 90_005_123_400),
    ("B", SINGLE, SPADES, "Progressive", 100_005, 100_000_123_400),
    ("C", SINGLE, SPADES, "Progressive", 100_005, 100_000_123_400),
    ("D", TWO, ROYAL, "Major Progressive", 100_003, 100_000_250_000),
    ("D", TWO, STRAIGHT_FLUSH, "Minor Progressive", 25_001, 25_000_000_100),
    ("E", THREE, ROYAL, "Mega Progressive", 1_000_000, 1_000_000_500_000),
    ("E", THREE, STRAIGHT_FLUSH, "Major Progressive", 100_003, 100_000_250_000),
    ("E", THREE, FOUR, "Minor Progressive", 25_001, 25_000_000_100),
    ("F", THREE, ROYAL, "Mega Progressive", 1_000_000, 1_000_000_500_000),
    ("F", THREE, STRAIGHT_FLUSH, "Major Progressive", 100_003, 100_000_250_000),
    ("F", THREE, FOUR, "Minor Progressive", 25_001, 25_000_000_100),
]
"""Paytable, meters (initial and reset in dollars, rate), hand, meter; paid in cents, and what the meter reads then.

One wager of a dollar was made. E.g. A, royal flush: 1,000.00 and 5.1234 cents are 100,005.1234 cents; paid are the
100,005 whole ones, the meter begins again at 1,000.00 and keeps the 0.1234. A straight flush gets 10 %: 10,000.51
cents, 10,000 whole ones, and 90,005.1234 stay."""


@pytest.mark.parametrize(("letter", "meters", "hand", "meter", "won", "after"), LINES)
def test_every_line_of_every_meter(
    letter: str,
    meters: dict[str, tuple[int, str]],
    hand: tuple[str, ...],
    meter: str,
    won: int,
    after: int,
    decks: Decks,
    sqlite_url: str,
    tmp_path: Path,
) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        await learn(house, decks, _lettered("Trial", letter, meters))
        decks.hands["Two"] = hand
        table = await r.opened(house, _lettered("Two", letter, meters))
        await at_decision(table, "Ann")
        await to_settlement(table)
        others = {name: house.bank.reading(f"2/{name}") for name in meters if name != meter}
        await r.finish(table)
        assert paid(table, house) == [won]
        lines = log(house, f"2/{meter}")
        assert [row.what for row in lines] == ["opened", "contribution", "hit"]
        assert (lines[-1].amount, lines[-1].after) == (won * MICRO, after)
        assert lines[-1].added == after - (lines[-1].before - won * MICRO)
        assert {name: house.bank.reading(f"2/{name}") for name in others} == others
        agrees(house, table)
        await repeats(house, table)
        house.close()

    asyncio.run(scene())


def _lettered(name: str, letter: str, meters: dict[str, tuple[int, str]]) -> Terms:
    data = merge(r.approved_data("let-it-ride"), {"table": name, "wagers": {"progressive": {"paytable": letter}}})
    data["meters"] = {m: {"initial": start, "reset": start, "rate": rate} for m, (start, rate) in meters.items()}
    checked = check_data(data)
    assert checked.terms is not None, checked.faults
    return checked.terms


@pytest.mark.parametrize(("floor", "after", "added"), [("none", 90_005_123_400, 0), ("reset", 10**11, 9_994_876_600)])
def test_a_share_leaves_the_rest_or_is_made_up(
    floor: str, after: int, added: int, decks: Decks, sqlite_url: str, tmp_path: Path
) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        await learn(house, decks, progressive("Trial"))
        decks.hands["Two"] = STRAIGHT_FLUSH
        table = await r.opened(house, progressive("Two", readings={"meter_floor": floor}))
        cage = house.bank.balance("cage")
        await at_decision(table, "Ann")
        await to_settlement(table)
        await r.finish(table)
        last = log(house, "2/Progressive")[-1]
        assert (last.before, last.after, last.added) == (100_005_123_400, after, added)
        assert cage - house.bank.balance("cage") == (9_995 if floor == "reset" else 0), "whole cents only"
        agrees(house, table)
        house.close()

    asyncio.run(scene())


# --- one meter, two tables --------------------------------------------------------------------------------------------


async def two_tables(house: House, decks: Decks, **overrides: Any) -> tuple[LiveTable, LiveTable]:
    await learn(house, decks, progressive("Trial", **overrides))
    one = await r.opened(house, progressive("One", **overrides), links=LINK)
    return one, await r.opened(house, progressive("Two", **overrides), links=LINK)


def test_contributions_of_two_tables_are_exact_with_their_carry(store_url: str, decks: Decks, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        one, two = await two_tables(house, decks)
        decks.hands = {"One": NOTHING, "Two": NOTHING}
        pushed: list[tuple[str, set[str], int]] = []
        house.meter_listeners.append(
            lambda table, meters: pushed.append((table.fixed.name, meters, seen(one, "guest").meters["Progressive"]))
        )
        for _ in range(3):
            await asyncio.gather(at_decision(one, "Ann"), at_decision(two, "Bea", "Cal"))
            await asyncio.gather(r.finish(one), r.finish(two))
            assert seen(one, "guest").meters == seen(two, "guest").meters
        lines = log(house, SHARED)
        assert sorted(row.amount for row in lines[1:]) == [5_123_400] * 3 + [10_246_800] * 3
        assert house.bank.reading(SHARED) == 100_000_000_000 + 9 * 5_123_400
        assert books(house.engine)[f"pool:{SHARED}"] == 100_046
        assert [cents for _, _, cents in pushed] == [row.after // MICRO for row in lines[1:]]
        assert [name for name, _, _ in pushed] == [{2: "One", 3: "Two"}[row.chain] for row in lines[1:]]
        assert all(meters == {SHARED} for _, meters, _ in pushed)
        for table in (one, two):
            agrees(house, table)
            await repeats(house, table)
        house.close()

    asyncio.run(scene())


@pytest.mark.parametrize("first", ["One", "Two"])
def test_the_order_of_hits_is_the_order_of_settlement(first: str, store_url: str, decks: Decks, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        one, two = await two_tables(house, decks)
        decks.hands = {"One": ROYAL, "Two": ROYAL}
        for table, player in ((one, "Ann"), (two, "Bea")):
            await at_decision(table, player)
            await to_settlement(table)
        order = (one, two) if first == "One" else (two, one)
        await asyncio.gather(*(table.perform() for table in order))
        # 1,000.00 and two contributions of 5.1234 cents; then what a reset leaves.
        assert [paid(table, house) for table in order] == [[100_010], [100_000]]
        hits = [row for row in log(house, SHARED) if row.what == "hit"]
        assert [row.chain for row in hits] == [table.fixed.chain for table in order]
        assert [row.after for row in hits] == [100_000_246_800] * 2
        await asyncio.gather(r.finish(one), r.finish(two))
        for table in (one, two):
            agrees(house, table)
            await repeats(house, table)
        clock = house.clock
        house.close()
        house = await r.open_house(store_url, tmp_path, clock=clock)
        assert house.bank.reading(SHARED) == 100_000_246_800
        assert house.tables[2].lane is house.tables[3].lane, "they take turns after a restart, too"
        house.close()

    asyncio.run(scene())


def test_tables_that_share_meters_with_different_tables_take_turns(sqlite_url: str, tmp_path: Path) -> None:
    """Each of three tables shares one meter with each of the others: whoever reads a meter reads the last word."""

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        names = ("Major Progressive", "Minor Progressive")
        links = [("X", "Y"), ("Z", "W"), ("X", "W")]
        tables = [
            await r.opened(house, _lettered(f"T{n}", "D", TWO), links=dict(zip(names, link, strict=True)))
            for n, link in enumerate(links)
        ]
        for _ in range(2):
            await asyncio.gather(*(at_decision(table, f"P{n}") for n, table in enumerate(tables)))
            await asyncio.gather(*(r.finish(table) for table in tables))
        contributed = {m: sum(x.amount for x in log(house, m) if x.what == "contribution") for m in "WXYZ"}
        major, minor = 3_250_000, 1_000_100
        assert contributed == {"X": 4 * major, "Y": 2 * minor, "Z": 2 * major, "W": 4 * minor}
        for table in tables:
            agrees(house, table)
        house.close()

    asyncio.run(scene())


@pytest.mark.parametrize(
    "links", [{"Grand": "Grand"}, {"Progressive": ""}, {"Progressive": "1/Progressive"}, {"Progressive": "x" * 65}]
)
def test_links_that_lead_nowhere_are_refused(links: dict[str, str], sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        before = books(house.engine)
        refused = await house.open_table(progressive(), links=links)
        assert isinstance(refused, Refusal)
        assert refused.code == "meter"
        assert (house.tables, books(house.engine)) == ({}, before)
        house.close()

    asyncio.run(scene())


def test_tables_with_other_terms_for_a_meter_do_not_share_it(sqlite_url: str, decks: Decks, tmp_path: Path) -> None:
    """Another rate, another reset: whoever plays here would feed, or empty, the meter otherwise than over there. When
    no such table is open any more, the terms of the last one hold for as long as contributions are in the meter."""

    async def refused(house: House, given: Terms) -> str:
        before = (books(house.engine), list(house.tables))
        answer = await house.open_table(given, links=LINK)
        assert isinstance(answer, Refusal) and answer.code == "meter_terms", answer
        assert (books(house.engine), list(house.tables)) == before
        assert answer.clause
        return answer.given

    def other(**changes: Any) -> Terms:
        meter = {"rate": "5.1234", "initial": 1000, "reset": 1000, **changes}
        return progressive("Two", meters={"Progressive": meter})

    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        await learn(house, decks, progressive("Trial"))
        one = await r.opened(house, progressive("One"), links=LINK)
        assert await refused(house, other(rate="5.1233")) == "Grand: other rate than at 'One'"
        assert await refused(house, other(reset=1001, initial=1001)) == "Grand: other initial, reset than at 'One'"
        await r.opened(house, other(), links=LINK)
        await r.opened(house, progressive("Own", meters={"Progressive": {"rate": "1", "initial": 1000, "reset": 2000}}))
        await at_decision(one, "Ann")
        await r.finish(one)
        for table in (one, house.tables[3]):
            await r.done(house.close_table(table, "manager:May", ""))
        changed = {"table": "Three", "meters": {"Progressive": {"rate": "6", "initial": 1000, "reset": 1000}}}
        assert await refused(house, r.terms("let-it-ride", **changed)) == "Grand: other rate than at 'Two'"
        await r.opened(house, progressive("Three"), links=LINK)
        house.close()

    asyncio.run(scene())


# --- resets -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reserve", "borne"), [(0, 0), (30_000, 30_000), (100_000, 100_000), (100_001, 100_000)])
def test_a_reset_comes_from_the_reserve_first_and_then_from_the_cage(
    reserve: int, borne: int, store_url: str, decks: Decks, tmp_path: Path
) -> None:
    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        one, two = await two_tables(house, decks)
        decks.hands = {"One": ROYAL, "Two": ROYAL}
        if reserve:
            await r.set_aside(house, SHARED, reserve)
        cage = house.bank.balance("cage")
        for table, player in ((one, "Ann"), (two, "Bea")):
            await at_decision(table, player)
            await to_settlement(table)
            await r.finish(table)
            if table is one:
                assert house.bank.balance(f"reserve:{SHARED}") == reserve - borne
                assert cage - house.bank.balance("cage") == 100_000 - borne
                with house.engine.connect() as conn:
                    bodies = [b.decode(row) for row in read(conn, one.fixed.chain)]
                told = [body.reserves for body in bodies if isinstance(body, b.ActDone) and body.reserves]
                assert told == ([{SHARED: borne}] if borne else [])
        assert house.bank.balance(f"reserve:{SHARED}") == 0
        assert cage - house.bank.balance("cage") == 200_000 - reserve
        for table in (one, two):
            agrees(house, table)
            await repeats(house, table)
        assert {k: v for k, v in books(house.engine).items() if v} == {
            k: v for k, v in house.bank._balances.items() if v
        }
        house.close()

    asyncio.run(scene())


def test_a_void_round_takes_its_contributions_back(store_url: str, decks: Decks, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        one, two = await two_tables(house, decks, readings={"meter_posting": "at_lock"})
        await at_decision(one, "Ann", "Ben")
        await at_decision(two, "Cal")
        assert house.bank.reading(SHARED) == 100_000_000_000 + 3 * 5_123_400
        await r.done(one.act("floorperson:Flo", a.Report("wrong_number", seat=1, place="seat", count=4)))
        assert one.now.state.void
        assert house.bank.reading(SHARED) == 100_000_000_000 + 5_123_400, "the other table's wager stands"
        lines = log(house, SHARED)
        assert [(row.what, row.amount) for row in lines[1:]] == [
            ("contribution", 10_246_800),
            ("contribution", 5_123_400),
            ("reversal", 10_246_800),
        ]
        assert house.bank.balance("patron:Ann") == house.bank.balance("patron:Ben") == 100_000
        await r.finish(one)
        await r.finish(two)
        for table in (one, two):
            agrees(house, table)
            await repeats(house, table)
        house.close()

    asyncio.run(scene())


@pytest.mark.parametrize("floor", ["none", "reset"])
def test_a_contribution_that_another_table_has_won_is_not_taken_from_the_new_meter(
    floor: str, store_url: str, decks: Decks, tmp_path: Path
) -> None:
    """It was paid with the jackpot; what the meter begins again with is the house's, and so is the loss."""

    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        one, two = await two_tables(house, decks, readings={"meter_posting": "at_lock", "meter_floor": floor})
        decks.hands = {"One": NOTHING, "Two": ROYAL}
        await at_decision(one, "Ann", "Ben")
        await at_decision(two, "Cal")
        await r.finish(two)
        begun_again = house.bank.reading(SHARED)
        assert begun_again == 100_000_000_000 + 3 * 5_123_400 - 15_000_000, "whole cents are paid, the rest stays"
        await r.done(one.act("floorperson:Flo", a.Report("wrong_number", seat=1, place="seat", count=4)))
        assert one.now.state.void
        assert house.bank.reading(SHARED) == 100_000_000_000
        assert house.bank.balance("patron:Ann") == house.bank.balance("patron:Ben") == 100_000
        await r.finish(one)
        for table in (one, two):
            agrees(house, table)
            await repeats(house, table)
        house.close()

    asyncio.run(scene())


def test_a_cage_that_runs_dry_is_given_capital_and_the_mirror_knows(
    store_url: str, decks: Decks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Just enough for the tables and their meters; the reset of a royal flush is more than is left."""

    async def scene() -> None:
        meters, floats = 2 * 100_000, 3 * 5_000_000  # a meter of its own and one shared; three tables
        monkeypatch.setattr(r, "Means", lambda: _Means(5_000_000, meters + floats + 1))
        house = await r.open_house(store_url, tmp_path)
        one, _two = await two_tables(house, decks)
        assert house.bank.balance("cage") == 1
        decks.hands = {"One": ROYAL}
        await at_decision(one, "Ann")
        await to_settlement(one)
        await r.finish(one)
        with house.engine.connect() as conn:
            capital = [row for row in read(conn, schema.HOUSE) if row.kind == "capital"]
        assert len(capital) == 2
        assert b'"cents":99999' in capital[1].body
        assert house.bank.balance("cage") == 0
        found = books(house.engine)
        assert {k: v for k, v in found.items() if v} == {k: v for k, v in house.bank._balances.items() if v}
        house.close()

    asyncio.run(scene())


class _Means:
    def __init__(self, table_float: int, capital: int) -> None:
        self.table_float, self.capital = table_float, capital


def test_dropping_the_carry_is_noticed(
    sqlite_url: str, decks: Decks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A meter that forgets its parts of a cent would be caught here."""
    real: Callable[..., tuple[int, int]] = paying.meter_after

    def forgetful(reading: int, *more: Any) -> tuple[int, int]:
        after, added = real(reading, *more)
        return after // MICRO * MICRO, added

    monkeypatch.setattr(paying, "meter_after", forgetful)
    with pytest.raises(AssertionError):
        test_every_line_of_every_meter(*LINES[0], decks, sqlite_url, tmp_path)
