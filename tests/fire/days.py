"""Whole days of a house in which everything goes wrong that may: people at random, irregularities, decks exchanged,
meters shared, a store that fails, and restarts at any moment. One seed gives one day."""

import asyncio
import random
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

import house.running as r
from fire.campaign import Campaign, Place, Tally
from house.planting import no_space
from house.test_audit_random import audited
from house.test_live_random import repeats, wander, with_meters
from house.test_live_tables import agrees
from pitboss.house.audit import queries
from pitboss.house.audit.replaying import rebuild
from pitboss.house.audit.verify import verify
from pitboss.house.house import House
from pitboss.house.money.bank import Bank
from pitboss.house.store.opening import open_store, snapshot
from pitboss.rulebook.terms import MICRO, Terms
from pitboss.table.refusals import Refusal
from progressives import WITH_METERS

SPELLS = 6
"""Parts of a day, each followed by a look at the books."""
SHORT = 16
"""So many days, the first ones, are short, and looked at whole."""
FEW, MANY = 60, 240
"""Acts in a part of a day at each table: of a short day, and of the others."""
WHOLE, REBUILT = 16, 8
"""Of the long days of a game one in so many is looked at whole; on the others one round in so many is rebuilt."""
METERED = [seed for seed in range(16) if r.GAMES[seed % len(r.GAMES)] in WITH_METERS]
"""Days whose game has meters."""
PLAYERS = ("Ann", "Ben")
DECKS: tuple[dict[str, Any], ...] = (
    {},
    {"dealing": {"decks": 2, "shuffler": "automated", "shuffler_counts_cards": True}},
    {"dealing": {"procedure": "hand", "shuffler": "automated"}},
)


class Day:
    """A house with one or two tables of a game, from opening to the audit."""

    def __init__(self, url: str, folder: Path, seed: int) -> None:
        self.url, self.folder, self.rng = url, folder, random.Random(seed)
        self.game = r.GAMES[seed % len(r.GAMES)]
        self.name, self.clock = f"day {seed}", r.Ticking()
        self.acts = FEW if seed < SHORT else MANY
        self.whole = seed < SHORT or seed // len(r.GAMES) % WHOLE == 0
        self.told: Tally = Counter()

    async def run(self) -> Tally:
        house = await self._opened()
        for number, (terms, links) in enumerate(self._tables(), start=1):
            await r.at_table(house, replace(terms, table=f"Table {number}"), *PLAYERS, chips=10_000_000, links=links)
        for _ in range(SPELLS):
            house = await self._spell(house)
        for table in house.tables.values():
            await repeats(house, table)
            if self.whole:
                audited(house, table)
            self.told["rounds"] += table.now.state.round
        if self.whole:
            self.told["rounds looked at whole"] = self.told["rounds"]
        else:
            self._verified(house)
        self.told[f"rounds of {self.game}"] = self.told["rounds"]
        house.close()
        return self.told + Counter({"days": 1})

    async def _opened(self) -> House:
        first = 1 + 1000 * self.told["restarts"]
        return await r.open_house(self.url, self.folder, name=self.name, first=first, clock=self.clock)

    def _tables(self) -> list[tuple[Terms, dict[str, str]]]:
        """One with decks of any kind, one with a meter of its own, or two that share a meter."""
        terms, chosen = with_meters(self.game), self.rng.random()
        if self.game not in WITH_METERS or chosen < 0.3:
            return [(r.terms(self.game, **self.rng.choice(DECKS)), {})]
        if chosen < 0.6:
            return [(terms, {})]
        return [(terms, {meter.name: f"Grand {meter.name}" for meter in terms.meters})] * 2

    async def _spell(self, house: House) -> House:
        """People do what they like; then the store may fail for a moment, and the house may be gone and come back."""
        await asyncio.gather(*(wander(table, self.rng, self.acts) for table in tuple(house.tables.values())))
        self._look(house)
        if self.rng.random() < 0.5:
            await self._trouble(house)
        if self.rng.random() < 0.5:
            before = {chain: (table.now.state, table.now.hash) for chain, table in house.tables.items()}
            house.close()
            self.told["restarts"] += 1
            house = await self._opened()
            after = {chain: (table.now.state, table.now.hash) for chain, table in house.tables.items()}
            assert after == before, "the tables are not as they were before the restart"
            self._look(house)
        return house

    async def _trouble(self, house: House) -> None:
        """Nothing is kept for a while: whatever is asked is refused, and nothing has changed."""
        table = self.rng.choice(list(house.tables.values()))
        before = table.now
        with no_space(house):
            answer = await table.chips(100, "floorperson:Flo", "while the disk is full")
        assert isinstance(answer, Refusal), answer
        assert table.now is before, "a refused act changed the table"
        self.told["failures of the store"] += 1

    def _verified(self, house: House) -> None:
        """Every row is performed again, and some rounds are rebuilt, with their shuffles."""
        first = self.rng.randrange(REBUILT)
        with snapshot(house.engine) as conn:
            found = verify(conn, keys=house.keys).found
            assert [each.text for each in found if "no checkpoint" not in each.text] == []  # nobody signs here
            for chain in house.tables:
                over = [line for line in queries.rounds(conn, table=chain, limit=10_000) if line.cleared_at is not None]
                for line in over[first::REBUILT]:
                    assert rebuild(conn, chain, line.round).faults == ()
                    self.told["rounds rebuilt"] += 1

    def _look(self, house: House) -> None:
        """Layouts, trays by a second count, pools and meters."""
        for table in house.tables.values():
            agrees(house, table)
            self.told["looks at the books"] += 1


class Days:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        open_store(str(folder / "made.db")).dispose()

    def trial(self, seed: int) -> Tally:
        for old in self._folder.glob("day.db*"):
            old.unlink()
        shutil.copyfile(self._folder / "made.db", self._folder / "day.db")
        return asyncio.run(Day(f"sqlite:///{self._folder / 'day.db'}", self._folder, seed).run())

    def plant(self, fault: str) -> None:
        real = Bank.__init__

        def rounded(bank: Bank, balances: Any, readings: Any, *more: Any) -> None:
            real(bank, balances, {name: reading // MICRO * MICRO for name, reading in readings.items()}, *more)

        planted: dict[str, Any] = {"carry": patch.object(Bank, "__init__", rounded)}
        with planted[fault], patch.object(Day, "_tables", lambda day: [(with_meters(day.game), {})]):
            for seed in METERED:  # a meter that is shared is read again before it is written
                self.trial(seed)


@contextmanager
def ready(place: Place) -> Iterator[Days]:
    yield Days(place.folder)


CAMPAIGN = Campaign(
    name="days",
    title="Whole faulty days",
    unit="rounds",
    count=50_000 * len(r.GAMES),
    suite=(2, 3, 12),  # on day 12 a card is set aside between the order to cut again and the cut
    tells=f"""\
A house has one table of a game, with one deck, two decks or dealt by hand, one with a meter of its own, or two tables
that share a meter. Over {SPELLS} parts of a day two players, a dealer and a floorperson do whatever is offered to them,
at random: wagers, decisions, irregularities, decks taken out, devices set aside, people who leave. Between the parts
the store fails for a moment, and the house is closed and opened again in the middle of a round. After every part
layouts, trays (by a second count, `tests/second_books.py`), pools and meters must agree; after every restart the tables
must be as they were. At the end every row is performed again, twice: from the seeds that only the house has, and by
`audit verify`, which must find nothing. One long day of {WHOLE}, and each of the first {SHORT}, which are short, is
looked at whole: every round is told, rebuilt from the trail alone, and its shuffle proved to the independent checker;
the exported log is decided again; `audit verify` runs once more without the key file. On the others one round of
{REBUILT} is rebuilt, and its shuffle checked. Clock and cards follow from the seed.""",
    plants={"carry": "a restart that forgets the parts of a cent of a meter"},
    ready=ready,
)
