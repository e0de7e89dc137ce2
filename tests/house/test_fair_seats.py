"""The seats' own seeds: each is put down for the seat of whoever added it, and goes into the shuffle there."""

import asyncio
from pathlib import Path

import house.running as r
from pitboss import checker
from pitboss.house.audit import proofs
from pitboss.house.fair import scheme
from pitboss.house.store.opening import snapshot
from pitboss.house.trail import bodies as b
from pitboss.house.trail.rows import read
from pitboss.table import actions as a
from pitboss.table.refusals import Refusal


def test_a_seed_belongs_to_the_seat_of_its_player(store_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        table = await r.opened(house, "let-it-ride")
        for seat, player in ((5, "Eve"), (2, "Ben")):
            assert isinstance(await house.cage.buy_in(player, 100_000, "floorperson:Flo"), int)
            await r.done(table.act(f"player:{player}", a.TakeSeat(seat, player)))
        deck = min(table.now.coming)
        await r.done(table.add_seed("Eve", "first thought", deck))
        await r.done(table.add_seed("Ben", "luck", deck))
        await r.done(table.add_seed("Eve", "second thought", deck))
        stranger = await table.add_seed("Zoe", "from the bar", deck)
        assert isinstance(stranger, Refusal) and stranger.code == "not_seated"
        coming = table.now.coming[deck]
        assert [(seat, player, seed) for seat, player, seed in coming.seeds] == [
            (2, "Ben", "luck"),
            (5, "Eve", "second thought"),
        ]
        seed = coming.seed
        await r.play_round(table, "Ben", "Eve")
        with snapshot(house.engine) as conn:
            rows = [(row.by, b.decode(row)) for row in read(conn, 1) if row.kind == "seed"]
            proof = proofs.proof(conn, 1, 1)
        assert [(by, body.seat, body.player) for by, body in rows if isinstance(body, b.OwnSeed)] == [
            ("player:Eve", 5, "Eve"),
            ("player:Ben", 2, "Ben"),
            ("player:Eve", 5, "Eve"),
        ]
        assert [(each.seat, each.player, each.seed) for each in proof.seeds] == [
            (2, "Ben", "luck"),
            (5, "Eve", "second thought"),
        ]
        assert checker.check(checker.read(proof.encode())).verdict == "fair"
        order = checker.order_of(
            list(proof.deck), checker.key_of(seed, [(2, "luck"), (5, "second thought")], "1/1/Let It Ride 1")
        )
        cut = [*order[proof.cuts[0] :], *order[: proof.cuts[0]]]
        assert [card.card for card in proof.cards] == [cut[card.index] for card in proof.cards]
        assert scheme.commitment(seed) == proof.commitment
        house.close()

    asyncio.run(scene())
