"""Random people at a running table: whatever is offered to anybody may happen, irregularities included. The books agree
all the time, every refusal changes nothing, and the whole trail can be performed again from its first row."""

import asyncio
import random
from pathlib import Path

import pytest
from sqlalchemy import select

import house.running as r
from house.test_live_tables import agrees
from pitboss.games import rules_for
from pitboss.house.house import House
from pitboss.house.live.now import Now
from pitboss.house.live.repetition import repeat
from pitboss.house.live.sheet import offered
from pitboss.house.live.table import LiveTable
from pitboss.house.store import schema
from pitboss.house.trail.bodies import Opened, decode
from pitboss.house.trail.rows import GENESIS, read
from pitboss.rulebook.terms import Terms
from pitboss.table import actions as a
from pitboss.table.offers import Offer
from pitboss.table.refusals import Refusal
from pitboss.table.state import CALLS
from progressives import METER, WITH_METERS, progressive
from support import LIR

PEOPLE = ("player:Ann", "player:Ben", "dealer:Dora", "floorperson:Flo")
ODDS = {
    a.Report: 0.03,
    a.GoIdle: 0.05,
    a.RemoveDeck: 0.03,
    a.LeaveSeat: 0.1,
    a.OrderShuffle: 0.1,
    a.OrderRecut: 0.2,
    a.SetDeviceAside: 0.3,
    a.ChangeProcedure: 0.1,
    a.InspectCards: 0.8,
}
"""How often an offer of this kind is taken up when it comes round; the others always are."""


def chosen(rng: random.Random, offer: Offer) -> a.AnyAction:
    if offer.values:
        return offer.act(rng.choice(offer.values))
    if offer.step and rng.random() < 0.5:
        return offer.act(rng.randrange(offer.minimum, offer.maximum + 1, offer.step))
    return offer.example


async def wander(table: LiveTable, rng: random.Random, acts: int) -> None:
    """Two times out of three the round goes on; otherwise somebody takes up a random offer."""
    for number in range(acts):
        if rng.random() < 0.65:
            await go_on(table)
            continue
        who = rng.choice(PEOPLE)
        offers = [o for o in offered(table, who) if rng.random() < ODDS.get(type(o.example), 1.0)]
        if not offers:
            continue
        act = chosen(rng, rng.choice(offers))
        before = table.now
        answer = await table.act(who, act, f"act {before.number} {number}" if rng.random() < 0.8 else None)
        if isinstance(answer, Refusal):
            assert table.now is before
            assert answer.code in ("funds", "no_change", "not_now", "cards"), (who, act, answer)


async def go_on(table: LiveTable) -> None:
    if table.now.state.called is not None:
        ((matter, number),) = (each for each in table.now.state.matters if each[0].startswith(CALLS))
        ruling = ("dismissed", "confirmed")[table.now.number % 2]
        await r.done(table.act("floorperson:Flo", a.Rule(matter, ruling, number)))
        return
    if await table.perform(run=bool(table.now.number % 2)) is not None:
        return
    act = r.next_decision(table)
    if act is not None:
        await r.done(table.act(*act))
    elif table.step_name == "bets":
        for seat in table.now.state.seats[:2]:
            if seat.player and not any(seat.stakes):
                await r.bet(table, seat.player, f"{seat.number} {table.now.number}")
                await bet_more(table, seat.number, seat.player)
        await table.act("dealer", a.CloseBets())


async def bet_more(table: LiveTable, seat: int, player: str) -> None:
    """The progressive wager, and what it takes to be allowed one."""
    rules = table.now.rules
    if rules.metered is not None:
        for wager in (*rules.requires[rules.metered], rules.metered):
            if not table.now.state.seat(seat).stakes[rules.index[wager]]:
                least = rules.limits(wager).minimum
                await r.done(table.act(f"player:{player}", a.PlaceWager(seat, wager, least)))


def with_meters(game: str, name: str = "One") -> Terms:
    """The game with a progressive wager, if it knows one, whose meter moves as early as the book lets it."""
    if game not in WITH_METERS:
        return r.terms(game)
    early = {"readings": {"meter_posting": "at_lock"}} if game == LIR else {}
    return r.terms(game, table=name, **progressive(game, {METER: "7.0001"}, initial=2_000), **early)


async def repeats(house: House, table: LiveTable) -> None:
    """Every row of the table comes out the same when it is performed again from the first on."""
    with house.engine.connect() as conn:
        rows = list(read(conn, table.fixed.chain))
        found = conn.execute(select(schema.shuffles).where(schema.shuffles.c.chain == table.fixed.chain)).all()
    seeds = {row.number: house.keys.unseal(table.fixed.chain, row.number, bytes(row.sealed)) for row in found}
    first = decode(rows[0])
    assert isinstance(first, Opened)
    rules = rules_for(first.terms)
    now = Now(rules, rules.opening(), 0, GENESIS, 0, 0, {}, {}, 0)
    for _, change in repeat(table.fixed, now, rows, seeds.__getitem__):
        now = change.now
    assert (now.state, now.hash, now.seq, now.tally) == (
        table.now.state,
        table.now.hash,
        table.now.seq,
        table.now.tally,
    )
    for row in found:
        assert row.status in ("open", "shuffled", "settled", "voided")
        assert (row.seed is not None) == (row.status in ("settled", "voided"))
        assert row.seed in (None, seeds[row.number].hex())


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", r.GAMES)
def test_random_people(game: str, seed: int, sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path, name=f"{game} {seed}")
        table = await r.at_table(house, with_meters(game), "Ann", "Ben", chips=10_000_000)
        rng = random.Random(seed)
        for _ in range(5):
            await wander(table, rng, 80)
            agrees(house, table)
        before, clock = table.now, house.clock
        await repeats(house, table)
        house.close()
        house = await r.open_house(sqlite_url, tmp_path, first=before.shuffles + 1, clock=clock)
        assert house.tables[1].now.state == before.state
        assert house.tables[1].now.hash == before.hash
        assert table.now.state.round > 3
        house.close()

    asyncio.run(scene())
