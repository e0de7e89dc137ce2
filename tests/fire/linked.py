"""Meters that tables of several processes share, against a reckoning in fractions."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from math import floor
from pathlib import Path

import msgspec
from sqlalchemy import Connection

import house.running as r
from fire.campaign import Campaign, Place, Tally
from fire.feeding import LEASE, MICRO, SEATS, STAKE, Feeder, Order, Played
from fire.stores import Store, balanced, opened
from pitboss.house.audit.verify import verify
from pitboss.house.fair.keys import Keys
from pitboss.house.house import House
from pitboss.house.processes.joining import Introduction, join
from pitboss.house.processes.membership import Membership
from pitboss.house.store.opening import open_store, snapshot
from pitboss.rulebook.submission import check_data, merge

TABLES = 4
RATES = {
    "Mega Progressive": ("0.5", 10_000),
    "Major Progressive": ("3.2503", 1_000),
    "Minor Progressive": ("1.0001", 250),
}
"""Percent of a wager that each meter gets, and the dollars with which it begins and begins again."""
FEW, MANY, AUDITED = 15, 150, 10
"""Rounds at each table in every tenth trial, which is audited, and in the others."""


class Reckoning:
    """What the meters must read, in cents, by the rules alone: a wager adds its part; a hit pays the whole cents, and
    the fraction stays."""

    def __init__(self, staked: dict[int, list[int]]) -> None:
        self.reads = {meter: Fraction(dollars * 100) for meter, (_, dollars) in RATES.items()}
        self._waiting = {(meter, chain): list(each) for meter in RATES for chain, each in staked.items()}
        self.contributions = self.hits = 0

    def follow(self, number: int, meter: str, chain: int, what: str, amount: int) -> None:
        """One line of the meter's log."""
        if what == "contribution":
            waiting = self._waiting[meter, chain]
            assert waiting, f"line {number} of {meter}: table {chain} contributed more often than it played"
            staked = waiting.pop(0)
            self.contributions += staked // STAKE
            added = staked * Fraction(RATES[meter][0]) / 100
            assert amount == added * MICRO, f"line {number} of {meter}: {amount} were added, and not {added * MICRO}"
            self.reads[meter] += added
        else:
            assert what == "hit", f"line {number} of {meter}: {what}"
            self.hits += 1
            paid = floor(self.reads[meter])
            assert amount == paid * MICRO, f"line {number} of {meter}: {amount} were paid, and not {paid * MICRO}"
            self.reads[meter] += RATES[meter][1] * 100 - paid

    def missing(self) -> list[str]:
        return [f"{meter}, table {chain}" for (meter, chain), left in self._waiting.items() if any(left)]


def reckoned(conn: Connection, staked: dict[int, list[int]]) -> Reckoning:
    made = Reckoning(staked)
    lines = "SELECT number, meter, chain, what, amount, before, after FROM meter_log WHERE what <> 'opened'"
    for line in conn.exec_driver_sql(f"{lines} ORDER BY meter, number"):
        before = made.reads[line.meter]
        assert line.before == before * MICRO, (
            f"line {line.number} of {line.meter} begins {line.before - before * MICRO} off"
        )
        made.follow(line.number, line.meter, line.chain, line.what, line.amount)
        after = made.reads[line.meter]
        assert line.after == after * MICRO, f"line {line.number} of {line.meter} ends {line.after - after * MICRO} off"
    assert made.missing() == [], "contributions that nobody logged"
    for name, reading in conn.exec_driver_sql("SELECT name, reading FROM meters"):
        assert reading == made.reads[name] * MICRO, f"{name} reads {reading - made.reads[name] * MICRO} off"
        asked = f"SELECT balance FROM accounts WHERE name = 'pool:{name}'"
        assert conn.exec_driver_sql(asked).scalar_one() == floor(made.reads[name]), f"the pool of {name} is another"
    return made


async def made_ready(url: str, folder: Path) -> None:
    """Tables that share three meters, with somebody at every position."""
    data = merge(r.approved_data("let-it-ride"), {"wagers": {"progressive": {"paytable": "E"}}})
    data["meters"] = {name: {"initial": start, "reset": start, "rate": rate} for name, (rate, start) in RATES.items()}
    engine, keys = open_store(url), Keys.load(folder / "house.key", make=True)
    introduction = Introduction("http://127.0.0.1:9", keys.public, LEASE)
    house = House(engine, keys, r.Means(), clock=r.Ticking(), process=join(engine, introduction))
    membership = Membership(house, introduction)
    await membership.look()
    await house.start()
    for number in range(TABLES):
        terms = check_data(merge(data, {"table": f"Table {number}"})).terms
        assert terms is not None
        players = [f"P{number}{seat}" for seat in range(SEATS)]
        await r.at_table(house, terms, *players, chips=100_000_000, links={name: name for name in RATES})
    await membership.leave()
    house.close()


class Linked:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._feeders: list[Feeder] = []

    def trial(self, seed: int) -> Tally:
        return self._fed(seed, "")

    def plant(self, fault: str) -> None:
        self._fed(0, fault)

    def close(self) -> None:
        for feeder in self._feeders:
            feeder.close()
        self._feeders = []

    def _fed(self, seed: int, plant: str) -> Tally:
        self._feeders = self._feeders or [Feeder(), Feeder()]
        few = seed % AUDITED == 0
        try:
            with self._store.copy() as url:
                played = self._played(
                    Order(url, str(self._store.folder), FEW if few else MANY, seed, TABLES // 2, plant)
                )
                return self._looked_at(url, played[0].staked | played[1].staked, audit=few)
        except AssertionError:
            self.close()  # whoever failed begins anew
            raise

    def _played(self, order: Order) -> list[Played]:
        for feeder in self._feeders:
            feeder.say(msgspec.json.encode(order))
        assert [feeder.hear() for feeder in self._feeders] == [b"joined\n"] * 2
        for feeder in self._feeders:
            feeder.say(b"go")
        played = [msgspec.json.decode(feeder.hear(), type=Played) for feeder in self._feeders]
        assert [len(each.staked) for each in played] == [TABLES // 2] * 2
        return played

    def _looked_at(self, url: str, staked: dict[int, list[int]], *, audit: bool) -> Tally:
        with opened(url) as engine, snapshot(engine) as conn:
            made = reckoned(conn, staked)
            balanced(conn)
            if audit:
                wrong = [each.text for each in verify(conn).found if "no checkpoint" not in each.text]
                assert wrong == []
        rounds = sum(len(each) for each in staked.values())
        return Counter({"contributions": made.contributions, "hits": made.hits, "rounds": rounds, "audits": int(audit)})


@contextmanager
def ready(place: Place) -> Iterator[Linked]:
    store = Store(place, "postgresql")
    with store.made() as url:
        asyncio.run(made_ready(url, store.folder))
        made = Linked(store)
        try:
            yield made
        finally:
            made.close()


CAMPAIGN = Campaign(
    name="linked-meters",
    title="Meters that tables of two processes share",
    unit="contributions",
    count=1_000_000,
    suite=(0,),
    tells="""\
Four tables with seven players each share three meters with odd rates. Two processes of a house on PostgreSQL have two
tables each and play as fast as they can; what every wager adds to a meter is a contribution. The log of each meter is
followed in fractions: every line must add exactly what the wagers of that round bring by the rates, every hit must pay
the whole cents and leave the fraction, no line may be missing, doubled or out of place, and at the end the meter must
read, and its pool hold, what was reckoned: 0 millionths of a cent off. The books must balance; every tenth trial is
audited whole.""",
    plants={
        "uncompared": "a meter that is written whatever it reads by now",
        "rounded": "contributions of whole cents",
    },
    ready=ready,
)
