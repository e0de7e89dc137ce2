"""Meters that tables of two processes feed: what binds the tables of one process binds them all, wherever they are."""

from pathlib import Path
from typing import Any
from unittest.mock import patch

from house import running as r
from house.people_desk import Desk
from house.several import Part, together
from house.test_approvals import asked, refused, statuses
from house.test_approvals_meters import MAY, MORE, adopted, agreed, rate
from house.test_meters import LINK, SHARED, progressive
from pitboss.house.live.table import LiveTable
from pitboss.house.processes.news_reader import News, NewsReader
from pitboss.house.processes.peers import _together
from pitboss.table.refusals import Refusal


async def apart(one: Part, two: Part) -> tuple[LiveTable, LiveTable]:
    """Two tables that feed one meter, each at a process of its own."""
    here, there = [await r.opened(one.house, progressive(name), links=LINK) for name in ("One", "Two")]
    await one.membership.give(there)
    await two.look()
    await one.look()
    return here, two.house.tables[there.fixed.chain]


def test_new_terms_wait_for_a_table_of_another_process(postgresql_url: str, tmp_path: Path) -> None:
    async def test(one: Part, two: Part) -> None:
        here, there = await apart(one, two)
        first = await agreed(one.house, here, progressive("One", version=2, meters=MORE))
        await one.look()
        assert one.house.approvals.ripe(here) is None, "the other has nothing of the kind"
        assert isinstance(await one.house.approvals.adopt(here, first), Refusal)
        await agreed(two.house, there, progressive("Two", version=2, meters=MORE))
        await one.look()
        await adopted(one.house, here)
        await two.look()
        await refused(two.house.approvals.withdraw(2, MAY), "meter_terms")  # the other has them; this one follows
        await adopted(two.house, there)
        assert rate(here) == rate(there)

    together(postgresql_url, tmp_path, test)


def test_withdrawn_while_another_process_adopts_it(postgresql_url: str, tmp_path: Path) -> None:
    """Between the last look of the one and its commit: then nobody adopts, and the meter keeps its terms."""

    async def test(one: Part, two: Part) -> None:
        here, there = await apart(one, two)
        await agreed(one.house, here, progressive("One", version=2, meters=MORE))
        left = await agreed(two.house, there, progressive("Two", version=2, meters=MORE))
        for each in (one, two):
            await each.look()
        before, open_meters = rate(here), one.house.open_meters

        async def meanwhile(*given: Any) -> None:
            await open_meters(*given)
            await asked(two.house.approvals.withdraw(left.id, MAY))

        ripe = one.house.approvals.ripe(here)
        assert ripe is not None
        with patch.object(one.house, "open_meters", meanwhile):
            await refused(one.house.approvals.adopt(here, ripe), "store")
        await refused(one.house.approvals.adopt(here, ripe), "meter_terms")
        assert rate(here) == rate(there) == before
        assert statuses(one.house) == ["approved", "withdrawn"]

    together(postgresql_url, tmp_path, test)


def test_adopted_while_another_process_withdraws_what_goes_with_it(postgresql_url: str, tmp_path: Path) -> None:
    async def test(one: Part, two: Part) -> None:
        here, there = await apart(one, two)
        await agreed(one.house, here, progressive("One", version=2, meters=MORE))
        left = await agreed(two.house, there, progressive("Two", version=2, meters=MORE))
        for each in (one, two):
            await each.look()
        look_elsewhere = two.house.look_elsewhere

        async def meanwhile() -> None:
            await look_elsewhere()
            await adopted(one.house, here)

        with patch.object(two.house, "look_elsewhere", meanwhile):
            await refused(two.house.approvals.withdraw(left.id, MAY), "store")
        await refused(two.house.approvals.withdraw(left.id, MAY), "meter_terms")
        await adopted(two.house, there)
        assert rate(here) == rate(there)
        assert statuses(one.house) == ["adopted", "adopted"]

    together(postgresql_url, tmp_path, test)


def test_a_new_table_has_the_terms_of_a_table_of_another_process(postgresql_url: str, tmp_path: Path) -> None:
    """Nobody has contributed yet; the meter of an open table is not another table's either."""

    async def test(one: Part, two: Part) -> None:
        await apart(one, two)
        await one.membership.give(one.house.tables[1])
        for _ in range(2):  # at the first it leaves to others what is beyond its share
            await two.look()
        assert sorted(two.house.tables) == [1, 2] and not one.house.tables
        third = await one.house.open_table(progressive("Three", meters=MORE), links=LINK)
        assert isinstance(third, Refusal) and third.code == "meter_terms"
        alone = await r.opened(one.house, progressive("Alone"))
        own = f"{alone.fixed.chain}/Progressive"
        await one.membership.give(alone)
        for _ in range(2):
            await two.look()
        taken = await one.house.open_table(progressive("Taker"), links={"Progressive": own})
        assert isinstance(taken, Refusal) and "belongs to a table that is open" in taken.message
        assert isinstance(await one.house.open_table(progressive("Four"), links=LINK), LiveTable)

    together(postgresql_url, tmp_path, test)


def test_a_reset_at_another_process_is_heard_of(postgresql_url: str, tmp_path: Path) -> None:
    """Terms that wait for it are adopted then. News that come late or twice change nothing."""

    async def test(one: Part, two: Part) -> None:
        await apart(one, two)
        reader = NewsReader(one.house, Desk(one.house.engine, one.house.writer).people)
        told = _together([News([], [], resets={SHARED: 7}), News([], [], resets={SHARED: 9})])
        await reader.heard(told)
        await reader.heard(News([], [], resets={SHARED: 8}))
        assert one.house.bank.reset_at(SHARED) == 9

    together(postgresql_url, tmp_path, test)
