"""Meters that several tables feed: which links are possible, and that all who feed one do so under the same terms."""

import re
from collections.abc import Container, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, select

from pitboss.house.live.now import house_name
from pitboss.house.store import schema
from pitboss.rulebook.terms import MICRO, MeterTerms, Terms
from pitboss.table.refusals import Refusal

if TYPE_CHECKING:
    from pitboss.house.house import House
    from pitboss.house.live.approvals import Proposal
    from pitboss.house.live.table import LiveTable


class Feeder(Struct, frozen=True):
    """An open table, as far as it feeds meters."""

    chain: int
    name: str
    terms: Terms
    links: Mapping[str, str]

    @classmethod
    def of(cls, table: "LiveTable") -> "Feeder":
        return cls(table.fixed.chain, table.fixed.name, table.now.rules.terms, table.fixed.links)

    def meter(self, own: str) -> str:
        """The house's name of one of the table's meters."""
        return house_name(self.chain, self.links, own)


class Elsewhere(Struct, frozen=True):
    """The open tables of other processes, as the store had them at the last look."""

    chains: frozenset[int] = frozenset()
    feeders: tuple[Feeder, ...] = ()
    """Those that share meters."""


@lru_cache(maxsize=1024)
def _terms(text: str) -> Terms:
    return msgspec.json.decode(text, type=Terms)


def elsewhere(conn: Connection, here: Container[int]) -> Elsewhere:
    """The open tables that are not here."""
    t = schema.tables.c
    chains = conn.execute(select(t.id).where(t.status == "open")).scalars()
    linked = conn.execute(select(t.id, t.name, t.terms, t.links).where(t.status == "open", t.links != "{}"))
    feeders = (
        Feeder(row.id, row.name, _terms(row.terms), msgspec.json.decode(row.links, type=dict[str, str]))
        for row in linked
        if row.id not in here
    )
    return Elsewhere(frozenset(chain for chain in chains if chain not in here), tuple(feeders))


def _is_open(house: "House", chain: int | None) -> bool:
    return chain in house.tables or chain in house.elsewhere.chains


def unknown_links(terms: Terms, links: Mapping[str, str]) -> Refusal | None:
    """Only a meter of the table can be shared: under a name of its own, or with what another table's meter was called
    (those contain a `/`), so that players win what is left in it when that table has been closed."""
    known = [meter.name for meter in terms.meters]
    for own, shared in links.items():
        if own not in known:
            allowed = ", ".join(known) or "none: this table has no meter"
            return Refusal("meter", "no such meter at this table", given=own, allowed=allowed)
        named = 1 <= len(shared) <= 64 and shared.isprintable() and "/" not in shared
        if not named and owner(shared) is None:
            allowed = "1 to 64 printable characters, no /; or the meter of a closed table, as 12/Progressive"
            return Refusal("meter", "not a name for a shared meter", given=shared[:64], allowed=allowed)
    if len(set(links.values())) < len(links):
        return Refusal("meter", "two meters of a table cannot be one", given=", ".join(links.values()))
    return None


def owner(meter: str) -> int | None:
    """The table whose own a meter of the house is, or was; None for those that have a name of their own."""
    chain = re.fullmatch(r"([1-9][0-9]{0,9})/.+", meter)
    return int(chain[1]) if chain else None


def not_left_behind(house: "House", links: Mapping[str, str]) -> Refusal | None:
    """The own meter of a table can be taken over when the table has been closed."""
    for shared in links.values():
        if owner(shared) is None:
            continue
        if shared not in house.bank.meters:
            return Refusal("meter", "no table had such a meter", given=shared, allowed=_left_behind(house))
        if _is_open(house, owner(shared)):
            message = "this meter belongs to a table that is open"
            return Refusal("meter", message, given=shared, allowed=_left_behind(house))
    return None


def other_chips(house: "House", terms: Terms, links: Mapping[str, str]) -> Refusal | None:
    """A meter that practice tables feed is never linked with one of real chips, nor taken over by a table of those."""
    for shared in links.values():
        if shared in house.bank.meters and house.bank.is_practice(shared) != terms.practice:
            of, other = ("real", "practice") if terms.practice else ("practice", "real")
            message = f"this meter holds {of} chips, and the table has {other} chips: they never meet"
            return Refusal("practice", message, given=shared, allowed=f"a meter of {other} chips, or a new name")
    return None


def _left_behind(house: "House") -> str:
    known = (meter for meter in house.bank.meters if owner(meter) is not None and not _is_open(house, owner(meter)))
    return ", ".join(sorted(known)) or "a name without /: no closed table has left a meter"


def other_meter_terms(house: "House", terms: Terms, links: Mapping[str, str]) -> Refusal | None:
    """Tables that share a meter have the same terms for it. Where none of them is open any more, those of the last one
    count for as long as the players' money is in it."""
    for meter in terms.meters:
        shared = links.get(meter.name)
        if shared is None or shared not in house.bank.meters:
            continue
        for table, theirs in sharing(house, shared):
            if not alike(meter, theirs):
                return _differs(shared, meter, theirs, table.name)
        if house.bank.meters[shared] == meter.initial * MICRO:
            continue
        with house.engine.connect() as conn:
            last = _last_terms(conn, shared)
        if last is not None and not alike(meter, last[1]):
            return _differs(shared, meter, last[1], last[0])
    return None


def sharing(house: "House", shared: str) -> Iterator[tuple[Feeder, MeterTerms]]:
    """The open tables that feed a meter of the house, here or at another process, each with its terms for it."""
    here = (Feeder.of(table) for table in house.tables.values())
    there = (table for table in house.elsewhere.feeders if table.chain not in house.tables)
    for table in (*here, *there):
        for meter in table.terms.meters:
            if table.meter(meter.name) == shared:
                yield table, meter


def adopted_elsewhere(house: "House", table: Feeder, terms: Terms) -> Refusal | None:
    """Why a table cannot stay behind: another that feeds the same meter has these terms for it already."""
    mine = {meter.name: meter for meter in table.terms.meters}
    for meter in terms.meters:
        shared = table.meter(meter.name)
        if meter.name in mine and alike(mine[meter.name], meter):
            continue
        for other, theirs in sharing(house, shared):
            if other.chain != table.chain and alike(theirs, meter):
                message = "another table that shares a meter has adopted these terms for it; this one follows"
                given = f"{shared}: in force at '{other.name}'"
                allowed = "new terms for all tables of this meter"
                return Refusal("meter_terms", message, meter.clause, given, allowed)
    return None


def meters_allow(house: "House", table: Feeder, found: "Proposal", along: set[int] | None = None) -> bool:
    """Whether what was approved can be adopted now. A meter that runs keeps its terms until it has been hit and reset,
    or while nobody has contributed yet; where others feed it too, they have the new terms, or can adopt them as well.
    `along`: the proposals that go with this one."""
    along = {found.id} if along is None else along
    old = {meter.name: meter for meter in table.terms.meters}
    new = {meter.name: meter for meter in found.terms.meters}
    for own in old.keys() | new.keys():
        before, after, meter = old.get(own), new.get(own), table.meter(own)
        if before == after:
            continue
        others = [(other, theirs) for other, theirs in sharing(house, meter) if other.chain != table.chain]
        # Where another table has changed already, the meter has: whoever feeds it follows at once.
        follows = after is not None and any(alike(theirs, after) for _, theirs in others)
        if before is not None and not follows:
            untouched = house.bank.reading(meter) == before.initial * MICRO
            if not untouched and house.bank.reset_at(meter) < found.approved_at:
                return False
        if after is not None:
            behind = [other for other, theirs in others if not alike(theirs, after)]
            if not all(_goes_along(house, other, meter, after, along) for other in behind):
                return False
    return True


def _goes_along(house: "House", other: Feeder, meter: str, terms: MeterTerms, along: set[int]) -> bool:
    """Whether a table is about to have these terms for a meter of the house."""
    for found in house.approvals.of(other.chain):
        theirs = [each for each in found.terms.meters if other.meter(each.name) == meter]
        if found.status != "approved" or not any(alike(each, terms) for each in theirs):
            continue
        if found.id in along:
            return True
        along.add(found.id)
        return meters_allow(house, other, found, along)
    return False


def alike(one: MeterTerms, other: MeterTerms) -> bool:
    """Whatever each table calls it."""
    return replace(one, name="") == replace(other, name="")


def differing(one: MeterTerms, other: MeterTerms) -> list[str]:
    """In what they are not alike."""
    return [f for f in MeterTerms.__struct_fields__ if f != "name" and getattr(one, f) != getattr(other, f)]


def _last_terms(conn: Connection, shared: str) -> tuple[str, MeterTerms] | None:
    """The table that came last among those that fed this meter, and its terms for it."""
    t = schema.tables.c
    feeding = (t.links != "{}") | (t.id == (owner(shared) or 0))
    for row in conn.execute(select(t.id, t.name, t.terms, t.links).where(feeding).order_by(t.id.desc())):
        links = msgspec.json.decode(row.links, type=dict[str, str])
        for meter in msgspec.json.decode(row.terms, type=Terms).meters:
            if house_name(row.id, links, meter.name) == shared:
                return row.name, meter
    return None


def _differs(shared: str, meter: MeterTerms, theirs: MeterTerms, table: str) -> Refusal:
    fields = differing(meter, theirs)
    message = "tables that share a meter have the same terms for it"
    given = f"{shared}: other {', '.join(fields)} than at '{table}'"
    return Refusal("meter_terms", message, meter.clause, given, f"the terms of '{table}' for this meter")
