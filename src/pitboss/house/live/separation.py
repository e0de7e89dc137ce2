"""A house from before practice chips had accounts of their own: its play money leaves the accounts of real chips when
the house starts, once. What guests hold, and what lies in the trays, on the layouts and in the meters of practice
tables, is there afterwards as practice chips, to the cent. What a patron had wagered with real chips in an unfinished
round of a practice table he has back, and plays on with as many practice chips as he has real ones. The real books are
as if no play money had ever been issued: the cage bears the rest, on record."""

from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, func, select

from pitboss.house.live.now import TableChange, house_name
from pitboss.house.live.storage import save
from pitboss.house.money.accounts import PRACTICE, REAL
from pitboss.house.money.books import record
from pitboss.house.money.entries import Posting
from pitboss.house.store import schema
from pitboss.house.store.schema import HOUSE
from pitboss.house.trail import bodies as b
from pitboss.rulebook.roles import DEALER
from pitboss.rulebook.terms import Terms
from pitboss.table import actions as a

if TYPE_CHECKING:
    from pitboss.house.house import House
    from pitboss.house.live.table import LiveTable

WHY = "parted"


class _Before(Struct, frozen=True):
    """What the store knows of play money."""

    guests: frozenset[str]
    issued: int
    """Play money that guests were given out of the accounts of real chips and that has not left them yet; cents."""
    meters: frozenset[str]
    """Meters that only practice tables ever fed."""


async def separate(house: "House") -> None:
    """Everything in one transaction, before anybody plays."""
    with house.engine.connect() as conn:
        before = _before(conn)
    tables = [table for table in house.tables.values() if table.now.undivided and _own(table, before)]
    meters = sorted(meter for meter in before.meters if not house.bank.is_practice(meter))
    real = _leaving(house, before, tables, meters)
    if real or tables or meters:
        practice = _coming(house, before, tables, meters)
        await _keep(house, real, practice, [_changed(table) for table in tables])
    if any(table.now.practice for table in house.tables.values()):
        await house.cage.found_practice(house.settings.capital)
    for table in tuple(house.tables.values()):
        await _without_guests(table, before.guests)


# --- what there is ----------------------------------------------------------------------------------------------------


def _before(conn: Connection) -> _Before:
    c, p = schema.people.c, schema.postings.c
    guests = frozenset(conn.execute(select(c.handle).where(c.guest == 1)).scalars())
    issued = 0
    if guests:
        last = select(func.max(p.number)).where(p.chain == HOUSE, p.why == WHY)
        since = conn.execute(last).scalar() or 0
        bought = select(p.account, func.sum(p.cents)).where(p.chain == HOUSE, p.why == "buy_in", p.number > since)
        for account, cents in conn.execute(bought.group_by(p.account)):
            if account.startswith(REAL.patron("")) and account.removeprefix(REAL.patron("")) in guests:
                issued += int(cents)
    return _Before(guests, issued, _only_practice(conn))


def _only_practice(conn: Connection) -> frozenset[str]:
    fed: dict[str, set[bool]] = {}
    t = schema.tables.c
    for row in conn.execute(select(t.id, t.terms, t.links)):
        terms, links = msgspec.json.decode(row.terms, type=Terms), msgspec.json.decode(row.links, type=dict[str, str])
        for meter in terms.meters:
            fed.setdefault(house_name(row.id, links, meter.name), set()).add(terms.practice)
    return frozenset(meter for meter, kinds in fed.items() if kinds == {True})


def _own(table: "LiveTable", before: _Before) -> bool:
    """Whether the table shares no meter with tables of real chips. Where it does nobody wagers any more, and it waits
    to be closed: what is in that meter stays with the others."""
    return all(table.fixed.meter(meter.name) in before.meters for meter in table.now.rules.terms.meters)


# --- what moves -------------------------------------------------------------------------------------------------------


def _leaving(house: "House", before: _Before, tables: "list[LiveTable]", meters: list[str]) -> list[Posting]:
    """Play money leaves the accounts of real chips."""
    emptied = [REAL.patron(guest) for guest in sorted(before.guests)]
    emptied += [account for meter in meters for account in (REAL.pool(meter), REAL.reserve(meter))]
    for table in tables:
        emptied += [REAL.inventory(table.fixed.chain), REAL.layout(table.fixed.chain)]
    moved = Counter({account: -house.bank.balance(account) for account in emptied})
    for player, cents in _wagered(before, tables):
        moved[REAL.patron(player)] += cents
    moved[REAL.outside] += before.issued
    moved[REAL.cage] -= sum(moved.values())
    return [Posting(account, cents, WHY) for account, cents in moved.items() if cents]


def _wagered(before: _Before, tables: "list[LiveTable]") -> list[tuple[str, int]]:
    """What lies at these tables and may still come back, of people who are no guests: position by position."""
    seats = [seat for table in tables for seat in table.now.state.seats]
    found = [(seat.player, sum(seat.stakes) + sum(seat.taken)) for seat in seats]
    return [(player, cents) for player, cents in found if cents and player not in before.guests]


def _coming(house: "House", before: _Before, tables: "list[LiveTable]", meters: list[str]) -> list[Posting]:
    """The same comes to the accounts of practice chips. What tables had is in rows of theirs."""
    bank, own = house.bank, PRACTICE
    players = {*before.guests, *(player for player, _ in _wagered(before, tables))}
    moved = {own.patron(player): bank.balance(REAL.patron(player)) for player in sorted(players)}
    moved.pop(own.outside, None)
    found = [Posting(account, cents, WHY) for account, cents in moved.items() if cents]
    for meter in meters:
        found.append(Posting(own.pool(meter), bank.balance(REAL.pool(meter)), WHY))  # also where there is nothing in it
        if bank.balance(REAL.reserve(meter)):
            found.append(Posting(own.reserve(meter), bank.balance(REAL.reserve(meter)), WHY))
    total = sum(posting.cents for posting in found)
    return [Posting(own.outside, -total, WHY), *found] if found else []


def _changed(table: "LiveTable") -> "tuple[LiveTable, TableChange]":
    layout = sum(sum(seat.stakes) for seat in table.now.state.seats)
    draft = table.draft()
    draft.practise(b.Practice(table.inventory, layout), "house")
    return table, draft.finished()


async def _keep(
    house: "House", real: list[Posting], practice: list[Posting], changed: "list[tuple[LiveTable, TableChange]]"
) -> None:
    at = house.clock()
    told: dict[str, Any] = {"reason": "practice chips have accounts of their own from now on"}

    def write(conn: Connection) -> int:
        capital = record(conn, WHY, "house", told, at, real)[1] if real else 0
        if practice:
            record(conn, WHY, "house", told, at, practice)
        for table, change in changed:
            save(conn, table.fixed, change, house.keys.seal, house.fence(table.fixed.chain))
        return capital

    def then(capital: int) -> None:
        house.bank.post(real, capital)
        house.bank.post(practice)
        for table, change in changed:
            table.adopt(change)

    await house.kept(write, then)


async def _without_guests(table: "LiveTable", guests: frozenset[str]) -> None:
    """A guest who sits where real chips are played for gives the seat back, unless wagers lie there: then the round is
    played out, and nothing more can be wagered."""
    for seat in table.now.state.seats:
        if seat.player in guests and not table.now.rules.terms.practice and not any(seat.stakes):
            await table.act(DEALER, a.LeaveSeat(seat.number), house="automatic")
