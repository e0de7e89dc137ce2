"""Whatever random people do at a table, irregularities and exchanged decks included: the audit finds nothing wrong,
every round is rebuilt, every proof is accepted, and the exported log is decided again."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

import house.running as r
from house.test_live_random import wander
from pitboss import checker
from pitboss.house.audit import proofs, queries
from pitboss.house.audit.export import Log
from pitboss.house.audit.recall import recall
from pitboss.house.audit.replaying import rebuild
from pitboss.house.audit.trouble import AuditTrouble
from pitboss.house.audit.verify import verify
from pitboss.house.house import House
from pitboss.house.live.table import LiveTable
from pitboss.house.store.opening import snapshot, transaction
from pitboss.house.trail import checkpoints
from pitboss.house.trail.checkpoints import heads
from pitboss.play.log import read_log
from pitboss.play.replay import replay
from pitboss.table import actions as a
from pitboss.table.events import CardsDealt

TWO_DECKS = {"dealing": {"decks": 2, "shuffler": "automated", "shuffler_counts_cards": True}}
TABLES: list[tuple[str, dict[str, Any]]] = [
    *((game, {}) for game in r.GAMES),
    *((game, TWO_DECKS) for game in r.GAMES),
    ("let-it-ride", r.PROGRESSIVE),
    ("dragon-poker", {"dealing": {"procedure": "hand", "shuffler": "automated"}}),
]


def audited(house: House, table: LiveTable, *, feed: bool = False) -> int:
    """Everything the audit can do with a table, with nothing to complain about; how many rounds are over."""
    chain, over = table.fixed.chain, 0
    with transaction(house.engine) as conn:  # as a house that runs does every few seconds
        last = checkpoints.last(conn)
        made = checkpoints.make(house.keys, last.number + 1 if last else 1, house.clock(), heads(conn), last)
        checkpoints.insert(conn, made)
    with snapshot(house.engine) as conn:
        for keys in (house.keys, None):
            found = verify(conn, keys=keys)
            assert [each.text for each in found.found] == []
        for line in queries.rounds(conn, table=chain, limit=1000):
            told = recall(conn, chain, line.round)
            assert (told.status == "open") == (line.round == table.now.state.round and table.now.state.step >= 0)
            if line.cleared_at is None or told.status == "given up":
                continue
            over += 1
            assert rebuild(conn, chain, line.round).faults == ()
            if line.shuffle is not None and not feed:
                proof = proofs.proof(conn, chain, line.round)
                assert checker.check(checker.read(proof.encode())).verdict == "fair"
                assert proof.round == line.round
                reveals = [each for each in queries.rows_of(conn, chain, line.round) if each.row.kind == "reveal"]
                dealt = [card for each in told.cards if isinstance(each.event, CardsDealt) for card in each.event.cards]
                if len(reveals) == 1:  # no deck was exchanged on the way
                    assert [card.card for card in proof.cards if card.to != "aside"] == dealt
        terms, records = read_log(b"".join(Log(conn, chain).lines()))
    assert len(list(replay(terms, records))) == len(records)
    return over


@pytest.mark.parametrize("seed", [1])
@pytest.mark.parametrize(("game", "more"), TABLES, ids=lambda value: value if isinstance(value, str) else len(value))
def test_random_people_are_audited(game: str, more: dict[str, Any], seed: int, sqlite_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path, name=f"{game} {seed}")
        table = await r.at_table(house, r.terms(game, **more), "Ann", "Ben", chips=10_000_000)
        rng = random.Random(seed)
        await wander(table, rng, 150)
        audited(house, table)
        await wander(table, rng, 150)
        assert audited(house, table) >= 2
        house.close()

    asyncio.run(scene())


def test_a_house_whose_chips_run_dry_is_audited(store_url: str, tmp_path: Path) -> None:
    """Inventory and cage are empty: the house pays in by itself, and every cent of it is on record."""

    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        table = await r.at_table(house, "ultimate-texas-holdem", "Ann")
        for _ in range(4):
            have = house.bank.balance("inventory:1")
            await r.done(table.chips(-have, "floorperson:Flo", "to the cage")) if have else None
            left = house.bank.balance("cage")
            if left:
                await r.done(house.cage.transfer("cage", "patron:Bank", left, "manager:May", "away"))
            await r.play_round(table, "Ann")
        assert audited(house, table) == 4
        house.close()

    asyncio.run(scene())


def test_a_table_with_a_physical_shoe_is_audited(store_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        table = await r.at_table(house, "ultimate-texas-holdem", "Ann", cards="feed")
        await r.bet(table, "Ann")
        await r.done(table.act("dealer:Dora", a.CloseBets()))
        await r.done(table.act("dealer", a.DealCards(("Ah", "2c", "Kd", "3c")), "f1", house="feed", feed=True))
        audited(house, table, feed=True)
        await r.done(table.act("player:Ann", a.Decide(1, "play_4x"), "d"))
        await r.done(table.act("dealer", a.DealCards(("4d", "9s", "9h", "Ks")), "f2", house="feed", feed=True))
        await r.done(table.act("dealer", a.DealCards(("5d", "Ac", "7h")), "f3", house="feed", feed=True))
        await r.finish(table)
        assert audited(house, table, feed=True) == 1
        with snapshot(house.engine) as conn, pytest.raises(AuditTrouble, match="come from a shoe"):
            proofs.proof(conn, 1, 1)
        house.close()

    asyncio.run(scene())
