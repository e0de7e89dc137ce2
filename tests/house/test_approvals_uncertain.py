"""A commit breaks off, and nobody knows whether what was proposed, approved or withdrawn is kept: the store is asked,
and everything goes on with what is there, without a restart."""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import house.running as r
import house.test_uncertain as uncertain
from house.test_approvals import asked, other, refused, said, statuses
from house.waiting import run, until
from pitboss.house.house import House
from pitboss.house.live import approvals
from pitboss.house.live.approvals import Approvals
from pitboss.house.store.writer import StoreTrouble
from pitboss.house.trail import rows

SUE, MAY = "supervisor:Sue", "manager:May"
broken = uncertain.broken
"""The next commit breaks off, whatever it keeps."""


@pytest.fixture
def lost(monkeypatch: pytest.MonkeyPatch, broken: uncertain.Break) -> uncertain.Break:
    """`lost(kept)`: the next commit with a row about proposals breaks off, after or before the store has kept it."""
    real = rows.append
    plan: list[bool] = []

    def append(*given: Any, **more: Any) -> Any:
        if plan:
            broken(plan.pop())
        return real(*given, **more)

    monkeypatch.setattr(approvals, "append", append)
    return plan.append


async def settled(house: House) -> None:
    """Everything that was asked of the store has been answered, also what is asked after an answer."""
    for _ in range(5):
        with suppress(StoreTrouble):  # it may share the commit that breaks off
            await house.writer.write(lambda _: None)


def waiting(house: House, table: int) -> list[tuple[int, str]]:
    return [(found.id, found.status) for found in house.approvals.of(table)]


@pytest.mark.parametrize("kept", [True, False])
def test_proposals_go_on_with_what_is_there(kept: bool, store_url: str, tmp_path: Path, lost: uncertain.Break) -> None:
    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        table, second = await r.opened(house, "dragon-poker"), await r.opened(house, "top-five-poker")
        changed, approvals = r.terms("top-five-poker", version=2), house.approvals
        lost(kept)
        await refused(approvals.propose(table, other(), SUE), "store")
        await settled(house)
        assert waiting(house, 1) == [(1, "proposed")] * kept, "nobody has to send it again"
        if kept:
            await refused(approvals.propose(table, other(), SUE), "proposal_waits")
            await asked(approvals.withdraw(1, SUE))
        lost(kept)
        await refused(approvals.propose(table, other(), SUE, "p"), "store")
        made = await asked(approvals.propose(table, other(), SUE, "p"))
        assert made.id == 1 + kept and approvals.of(1) == [made], "sent again it is there once"
        assert (await asked(approvals.propose(second, changed, SUE))).id == 2 + kept, "others go on, too"
        lost(kept)
        await refused(approvals.approve(made.id, MAY, "a"), "store")
        await settled(house)
        assert waiting(house, 1) == [(made.id, "approved" if kept else "proposed")]
        assert (await asked(approvals.approve(made.id, MAY, "a"))).approved_by == MAY
        ripe = approvals.ripe(table)
        assert ripe is not None and ripe.id == made.id
        await refused(approvals.withdraw(made.id, "supervisor:Sam"), "wrong_role")
        lost(kept)
        await refused(approvals.withdraw(2 + kept, MAY, "w"), "store")
        await settled(house)
        assert waiting(house, 2) == [(2 + kept, "proposed")] * (not kept)
        assert (await asked(approvals.withdraw(2 + kept, MAY, "w"))).status == "withdrawn"
        assert approvals.of(2) == []
        assert await approvals.adopt(table, ripe) is None
        assert statuses(house) == ["withdrawn"] * kept + ["adopted", "withdrawn"]
        whats = ["proposed", "withdrawn"] * kept + ["proposed", "proposed", "approved", "withdrawn", "adopted"]
        assert [what for _, what, _ in said(house)] == whats, "each once"
        house.close()

    asyncio.run(scene())


def test_also_where_whoever_asked_has_gone_away(store_url: str, tmp_path: Path, lost: uncertain.Break) -> None:
    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        table = await r.opened(house, "dragon-poker")
        lost(True)
        gone = asyncio.ensure_future(house.approvals.propose(table, other(), SUE))
        for _ in range(3):
            await asyncio.sleep(0)
        gone.cancel()
        await asyncio.wait([gone])
        await settled(house)
        assert waiting(house, 1) == [(1, "proposed")]
        await asked(house.approvals.approve(1, MAY))
        house.close()

    asyncio.run(scene())


def test_what_memory_does_not_know_is_decided_by_the_store(store_url: str, tmp_path: Path) -> None:
    """A server may finish a commit after the connection was lost and the store was asked, or another process has
    written: memory lags behind. It catches up with whatever is asked next."""

    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        table, old = await r.opened(house, "dragon-poker"), Approvals(house)
        made = await asked(house.approvals.propose(table, other(), SUE, "p"))
        assert old.of(1) == []
        assert await asked(old.propose(table, other(), SUE, "p")) == made
        assert old.of(1) == [made]
        old = Approvals(house)
        await asked(house.approvals.withdraw(made.id, SUE))
        again = await asked(house.approvals.propose(table, other(), SUE, "q"))
        await refused(old.propose(table, other(), SUE, "r"), "proposal_waits")
        assert old.of(1) == [again], "what stands in the way is known now"
        first = await asked(house.approvals.approve(again.id, MAY))
        await refused(old.approve(again.id, "manager:Max"), "no_proposal")
        assert old.of(1) == [first], "the first one approved it"
        house.close()

    asyncio.run(scene())


def test_nothing_is_withdrawn_or_adopted_that_memory_knows_otherwise(store_url: str, tmp_path: Path) -> None:
    """Whether another table holds on to it was looked up in memory; and no table adopts what was withdrawn."""

    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        table = await r.opened(house, "dragon-poker")
        made = await asked(house.approvals.propose(table, other(), SUE))
        old = Approvals(house)
        first = await asked(house.approvals.approve(made.id, MAY))
        await refused(old.withdraw(made.id, MAY), "store")
        assert (await asked(old.withdraw(made.id, MAY))).status == "withdrawn", "memory has caught up"
        assert house.approvals.of(1) == [first]
        await refused(house.approvals.adopt(table, first), "no_proposal")
        assert statuses(house) == ["withdrawn"] and house.approvals.of(1) == []
        assert table.now.rules.terms.version == 1
        house.close()

    asyncio.run(scene())


def test_a_store_that_stays_silent_is_asked_until_it_answers(
    sqlite_url: str, tmp_path: Path, broken: uncertain.Break, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        house = await r.open_house(sqlite_url, tmp_path)
        table = await r.opened(house, "dragon-poker")
        for kept in (False, False, True):  # the last one given is the first to break off
            broken(kept)
        await refused(house.approvals.propose(table, other(), SUE), "store")
        assert house.approvals.of(1) == []
        await until(lambda: bool(house.approvals.of(1)), 60)
        house.close()

    run(scene(), monkeypatch)
