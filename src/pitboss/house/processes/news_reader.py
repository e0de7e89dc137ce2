"""What other processes have changed, made known here: rows of the house's own chain, and what their tables did to
accounts and meters. All of it can be late or missing. What is decided on an old figure the store refuses, and then it
is decided again."""

import asyncio
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, select

from pitboss.house.money.accounts import is_patron
from pitboss.house.money.books import balances_of
from pitboss.house.store import schema
from pitboss.house.store.schema import HOUSE
from pitboss.house.trail.rows import Row, head, read

if TYPE_CHECKING:
    from pitboss.house.house import House
    from pitboss.house.people.directory import People

PEOPLE = frozenset({"person", "session"})


class News(Struct, frozen=True):
    """What a process tells the others after its commits: names, not figures, which each reads for itself."""

    accounts: list[str]
    meters: list[str]
    house: bool = False
    """There are new rows of the house."""
    resets: dict[str, int] = {}
    """When meters were reset by a hit: new terms may have waited for that."""


class NewsReader:
    def __init__(self, house: "House", people: "People") -> None:
        self._house, self._people = house, people
        with house.engine.connect() as conn:
            self._last = head(conn, HOUSE)[0]
        self._one = asyncio.Lock()
        self.chips_moved: Callable[[str], None] = lambda handle: None
        """Called with everybody whose chips have moved elsewhere."""
        self.meters_moved: Callable[[set[str]], None] = lambda meters: None

    async def look(self) -> None:
        """Rows of the house that are new."""
        async with self._one:
            rows = await asyncio.to_thread(self._rows)
            if not rows:
                return
            self._last = rows[-1].number
            kinds = {row.kind for row in rows}
            if kinds & PEOPLE and HOUSE not in self._house.epochs:  # at the desk, it wrote them itself
                await self._people.look_again()
            if "proposal" in kinds:
                await self._house.approvals.read_again()
            if kinds & {"meter", "parted"}:
                await self._house.read_books()
            await self.heard(News(sorted(_accounts(rows)), []))

    def _rows(self) -> list[Row]:
        with self._house.engine.connect() as conn:
            return list(read(conn, HOUSE, self._last))

    async def heard(self, news: News) -> None:
        """Reads what these accounts and meters say now."""
        if news.house:
            await self.look()
        for meter, at in news.resets.items():
            self._house.bank.was_reset(meter, at)
        if not news.accounts and not news.meters:
            return
        balances, readings = await asyncio.to_thread(self._figures, news)
        bank = self._house.bank
        patrons = [name for name, cents in balances.items() if bank.balance(name) != cents and is_patron(name)]
        moved = {name for name, reading in readings.items() if bank.meters.get(name) != reading}
        bank.refresh(balances, readings)
        for name in patrons:
            self.chips_moved(name.partition(":")[2])
        if moved:
            self.meters_moved(moved)
            self._house.approvals.meters_moved()

    def _figures(self, news: News) -> tuple[dict[str, int], dict[str, int]]:
        with self._house.engine.connect() as conn:
            return balances_of(conn, news.accounts), _readings(conn, news.meters)


def _accounts(rows: Iterable[Row]) -> set[str]:
    found: set[str] = set()
    for row in rows:
        for posting in msgspec.json.decode(row.body).get("postings", ()):
            found.add(posting[0])
    return found


def _readings(conn: Connection, names: list[str]) -> dict[str, int]:
    c = schema.meters.c
    found = conn.execute(select(c.name, c.reading).where(c.name.in_(names))) if names else ()
    return {row.name: row.reading for row in found}
