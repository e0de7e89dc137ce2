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


def test_what_arrives_later_than_the_look_is_found_by_its_id(store_url: str, tmp_path: Path) -> None:
    """A server may finish a commit after the connection was lost and the store was asked: memory does not know it."""

    async def scene() -> None:
        house = await r.open_house(store_url, tmp_path)
        table = await r.opened(house, "dragon-poker")
        made = await asked(house.approvals.propose(table, other(), SUE, "p"))
        house.approvals._waiting, house.approvals._last = {}, 0
        assert await asked(house.approvals.propose(table, other(), SUE, "p")) == made
        assert house.approvals.of(1) == [made]
        house.approvals._waiting, house.approvals._last = {}, 0
        await refused(house.approvals.propose(table, other(), SUE, "q"), "store")
        await settled(house)
        assert house.approvals.of(1) == [made], "what stands in the way is found as well"
        await refused(house.approvals.propose(table, other(), SUE, "q"), "proposal_waits")
        await asked(house.approvals.approve(made.id, MAY))
        house.approvals._waiting[made.id] = made
        await refused(house.approvals.approve(made.id, "manager:Max"), "store")
        await settled(house)
        (found,) = house.approvals.of(1)
        assert (found.status, found.approved_by) == ("approved", MAY), "the first one approved it"
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
