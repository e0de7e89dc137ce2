"""Meters that several tables feed: which links are possible, and that all who feed one do so under the same terms."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, select

from pitboss.house.store import schema
from pitboss.rulebook.terms import MICRO, MeterTerms, Terms
from pitboss.table.refusals import Refusal

if TYPE_CHECKING:
    from pitboss.house.house import House
    from pitboss.house.live.approving import Proposal
    from pitboss.house.live.table import LiveTable


def unknown_links(terms: Terms, links: Mapping[str, str]) -> Refusal | None:
    """Only a meter of the table can be shared, under a name that no table's own meter has (those contain a `/`)."""
    known = [meter.name for meter in terms.meters]
    for own, shared in links.items():
        if own not in known:
            allowed = ", ".join(known) or "none: this table has no meter"
            return Refusal("meter", "no such meter at this table", given=own, allowed=allowed)
        if not 1 <= len(shared) <= 64 or not shared.isprintable() or "/" in shared:
            allowed = "1 to 64 printable characters, no /"
            return Refusal("meter", "not a name for a shared meter", given=shared[:64], allowed=allowed)
    if len(set(links.values())) < len(links):
        return Refusal("meter", "two meters of a table cannot be one", given=", ".join(links.values()))
    return None


def other_meter_terms(house: "House", terms: Terms, links: Mapping[str, str]) -> Refusal | None:
    """Tables that share a meter have the same terms for it. Where none of them is open any more, those of the last one
    count for as long as the players' money is in it."""
    for meter in terms.meters:
        shared = links.get(meter.name)
        if shared is None or shared not in house.bank.meters:
            continue
        for table, theirs in sharing(house, shared):
            if not alike(meter, theirs):
                return _differs(shared, meter, theirs, table.fixed.name)
        if house.bank.meters[shared] == meter.initial * MICRO:
            continue
        with house.engine.connect() as conn:
            last = _last_terms(conn, shared)
        if last is not None and not alike(meter, last[1]):
            return _differs(shared, meter, last[1], last[0])
    return None


def sharing(house: "House", shared: str) -> "Iterator[tuple[LiveTable, MeterTerms]]":
    """The open tables that feed a meter of the house, each with its terms for it."""
    for table in house.tables.values():
        for meter in table.now.rules.terms.meters:
            if table.fixed.meter(meter.name) == shared:
                yield table, meter


def adopted_elsewhere(house: "House", table: "LiveTable", terms: Terms) -> Refusal | None:
    """Why a table cannot stay behind: another that feeds the same meter has these terms for it already."""
    mine = {meter.name: meter for meter in table.now.rules.terms.meters}
    for meter in terms.meters:
        shared = table.fixed.meter(meter.name)
        if meter.name in mine and alike(mine[meter.name], meter):
            continue
        for other, theirs in sharing(house, shared):
            if other is not table and alike(theirs, meter):
                message = "another table that shares a meter has adopted these terms for it; this one follows"
                given = f"{shared}: in force at '{other.fixed.name}'"
                allowed = "new terms for all tables of this meter"
                return Refusal("meter_terms", message, meter.clause, given, allowed)
    return None


def meters_allow(house: "House", table: "LiveTable", found: "Proposal", along: set[int] | None = None) -> bool:
    """Whether what was approved can be adopted now. A meter that runs keeps its terms until it has been hit and reset,
    or while nobody has contributed yet; where others feed it too, they have the new terms, or can adopt them as well.
    `along`: the proposals that go with this one."""
    along = {found.id} if along is None else along
    old = {meter.name: meter for meter in table.now.rules.terms.meters}
    new = {meter.name: meter for meter in found.terms.meters}
    for own in old.keys() | new.keys():
        before, after, meter = old.get(own), new.get(own), table.fixed.meter(own)
        if before == after:
            continue
        others = [(other, theirs) for other, theirs in sharing(house, meter) if other is not table]
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


def _goes_along(house: "House", other: "LiveTable", meter: str, terms: MeterTerms, along: set[int]) -> bool:
    """Whether a table is about to have these terms for a meter of the house."""
    for found in house.approvals.of(other.fixed.chain):
        theirs = [each for each in found.terms.meters if other.fixed.meter(each.name) == meter]
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
    for row in conn.execute(select(t.name, t.terms, t.links).where(t.links != "{}").order_by(t.id.desc())):
        for own, theirs in msgspec.json.decode(row.links).items():
            if theirs == shared:
                meters = msgspec.json.decode(row.terms, type=Terms).meters
                found = next((meter for meter in meters if meter.name == own), None)
                if found is not None:
                    return row.name, found
    return None


def _differs(shared: str, meter: MeterTerms, theirs: MeterTerms, table: str) -> Refusal:
    fields = differing(meter, theirs)
    message = "tables that share a meter have the same terms for it"
    given = f"{shared}: other {', '.join(fields)} than at '{table}'"
    return Refusal("meter_terms", message, meter.clause, given, f"the terms of '{table}' for this meter")
