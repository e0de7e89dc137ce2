"""The chain of the house itself: the money in its rows is the money in the books; accounts, sessions and proposals are
what its rows made them."""

from typing import Any

import msgspec
from sqlalchemy import Connection, select

from pitboss.house.audit.derived import log_line, stored_meter_log, stored_postings
from pitboss.house.audit.findings import Findings
from pitboss.house.audit.reading import rows
from pitboss.house.money.accounts import accounts_of, meter_of_reserve
from pitboss.house.money.entries import MeterEntry
from pitboss.house.money.reserves import ReserveMove, follow
from pitboss.house.people import by_trail
from pitboss.house.people.names import folded, same_person
from pitboss.house.store import schema
from pitboss.house.store.schema import HOUSE
from pitboss.house.trail import archived
from pitboss.house.trail.rows import Row
from pitboss.rulebook.terms import MICRO, Terms

_MONEY = ("capital", "buy_in", "cash_out", "transfer", "parted", "meter")


Approved = frozenset[tuple[int, str]]
"""(table, digest of terms) that two people agreed on."""


def check_house(conn: Connection, findings: Findings) -> Approved:
    """Everything that follows from the rows of chain 0; the terms that may have been adopted."""
    postings = stored_postings(conn, HOUSE, findings)
    log = stored_meter_log(conn, HOUSE, findings)
    proposals: dict[int, dict[str, Any]] = {}
    approved: set[tuple[int, str]] = set()
    feeds: dict[int, str | None] = {}
    waiting: dict[int, ReserveMove] = {}
    said: dict[tuple[int, int], tuple[int, Any]] = {}
    for row in rows(conn, HOUSE):
        try:
            body = msgspec.json.decode(row.body)
            if row.round:
                _say(findings, row, "belongs to a round, which no row of the house does")
            for line, (account, cents, why) in enumerate(_postings(row, body, findings), 1):
                postings.expect((row.number, line, account, cents, why))
            if row.kind == "meter":
                reading = body["initial"] * MICRO
                log.expect(log_line(row.number, row.at, MeterEntry(body["meter"], "opened", reading, 0, 0, reading)))
            elif row.kind == "proposal":
                _proposal(row, body, proposals)
                if body["what"] == "approved":
                    approved.add((body["table"], body["digest"]))
                    if same_person(row.by, proposals[body["proposal"]]["proposed_by"]):
                        _say(findings, row, "approves terms that the same person proposed")
            elif row.kind in ("reserve", "transfer"):
                _reserve(row, body, waiting, findings)
            elif row.kind == archived.KIND:
                said[body["table"], body["last"]] = (row.number, body)
            elif row.kind == "feed":
                feeds[body["table"]] = body.get("key")
        except (ValueError, LookupError, TypeError, AttributeError):
            _say(findings, row, "cannot be read")
    postings.finish()
    log.finish()
    _check_proposals(conn, proposals, findings)
    _check_feeds(conn, feeds, findings)
    _check_archives(conn, said, findings)
    _check_people(conn, findings)
    return frozenset(approved)


def _say(findings: Findings, row: Row, fault: str) -> None:
    findings.add(f"row {row.number} of chain {HOUSE} {fault}", HOUSE, row=row.number, kind="house")


# --- money ------------------------------------------------------------------------------------------------------------


def _postings(row: Row, body: dict[str, Any], findings: Findings) -> list[tuple[str, int, str]]:
    """The postings of a row, which must be those its own words ask for."""
    found = [(str(account), int(cents), str(why)) for account, cents, why in body.get("postings", ())]
    total = sum(cents for _, cents, _ in found)
    if bool(found) != (row.kind in _MONEY) or total != 0:
        _say(findings, row, "has postings that do not belong there or do not add up to nothing")
    due: list[tuple[str, int, str]] | None = None
    if row.kind == "meter":
        own, cents = accounts_of(body.get("practice", False)), body["initial"]
        due = [(own.cage, -cents, "meter"), (own.pool(body["meter"]), cents, "meter")]
    elif row.kind in _MONEY and "from" in body:
        due = [(body["from"], -body["cents"], row.kind), (body["to"], body["cents"], row.kind)]
    if due is not None and found != due:
        _say(findings, row, "has other postings than its own words ask for")
    return found


def _reserve(row: Row, body: dict[str, Any], waiting: dict[int, ReserveMove], findings: Findings) -> None:
    """What was set aside for a meter moves only as one person proposed and another approved."""
    agreed = follow(waiting, row, body)
    if row.kind != "transfer" or not any(meter_of_reserve(body[way]) for way in ("from", "to")):
        return
    if agreed is None:
        _say(findings, row, "moves a reserve, and nobody had proposed it")
    elif (agreed.giver, agreed.taker, agreed.cents) != (body["from"], body["to"], body["cents"]):
        _say(findings, row, "moves a reserve otherwise than it was proposed")
    elif same_person(agreed.proposed_by, row.by):
        _say(findings, row, "moves a reserve as the same person had proposed")


# --- proposals --------------------------------------------------------------------------------------------------------


def _proposal(row: Row, body: dict[str, Any], proposals: dict[int, dict[str, Any]]) -> None:
    what = body["what"]
    if what == "proposed":
        terms = msgspec.convert(body["terms"], Terms)
        if terms.digest != body["digest"]:
            raise ValueError("other terms")
        proposals[body["proposal"]] = {
            "chain": body["table"], "terms": terms, "proposed_by": row.by,
            "proposed_at": body["at"], "approved_by": None, "approved_at": None, "status": "proposed",
        }  # fmt: skip
        return
    known = proposals[body["proposal"]]
    known["status"] = what
    if what == "approved":
        known["approved_by"], known["approved_at"] = row.by, body["at"]


def _check_proposals(conn: Connection, said: dict[int, dict[str, Any]], findings: Findings) -> None:
    stored = {row.id: row for row in conn.execute(select(schema.proposals))}
    for number in sorted(said.keys() | stored.keys()):
        due, row = said.get(number), stored.get(number)
        if due is None or row is None:
            where = "the trail but not in the store" if row is None else "the store but not in the trail"
            findings.add(f"proposal {number} is in {where}", HOUSE)
            continue
        for column, value in due.items():
            found = getattr(row, column)
            if (_terms(found) if column == "terms" else found) != value:
                findings.add(f"proposal {number}: its {column} in the store is not that of the trail", HOUSE)


def _terms(text: str) -> Terms | None:
    """Terms as the store has them; None where they are not as this program writes them. (In the trail names stand in
    another order.)"""
    try:
        terms = msgspec.json.decode(text, type=Terms)
    except ValueError:
        return None
    return terms if msgspec.json.encode(terms).decode() == text else None


def _check_feeds(conn: Connection, said: dict[int, str | None], findings: Findings) -> None:
    """The keys of shoes: only their hashes are kept, and a hash of that in the trail."""
    stored = {row.chain: by_trail.digest_kept(row.token) for row in conn.execute(select(schema.feeds))}
    for chain in sorted(said.keys() | stored.keys()):
        if chain not in said or chain not in stored or said[chain] not in (None, stored[chain]):
            findings.add(f"the key of the shoe at table {chain} is not the one that the trail tells of", HOUSE)


# --- archives ---------------------------------------------------------------------------------------------------------


def _check_archives(conn: Connection, said: dict[tuple[int, int], tuple[int, Any]], findings: Findings) -> None:
    """What the store keeps of archived rows is what its chain recorded when they were moved."""
    stored = {(each.chain, each.last): each for each in archived.stretches(conn)}
    upto: dict[int, int] = {}
    for key in sorted(said.keys() | stored.keys()):
        chain, last = key
        due, found = said.get(key), stored.get(key)
        if due is None or found is None:
            where = "the trail but not in the store" if found is None else "the store but not in the trail"
            findings.add(f"the archive of table {chain} up to row {last} is in {where}", chain, row=last)
            continue
        kept = archived.body(found, archived.balances(conn, [key]), archived.meter_runs(conn, [key]))
        if (found.row, kept) != due:
            text = f"the archive of table {chain} up to row {last} is not kept in the store as the trail records it"
            findings.add(text, chain, row=last)
        if found.first != upto.get(chain, archived.FIRST - 1) + 1:
            findings.add(f"the archive of table {chain} up to row {last} does not follow the one before it", chain)
        upto[chain] = last


# --- people -----------------------------------------------------------------------------------------------------------


def _check_people(conn: Connection, findings: Findings) -> None:
    try:
        said = by_trail.derive(rows(conn, HOUSE, kinds=by_trail.KINDS))
    except (ValueError, LookupError, TypeError, AttributeError):
        findings.add("the accounts cannot be derived: a row about them cannot be read", HOUSE)
        return
    for fault in by_trail.differences(said, conn):
        findings.add(fault, HOUSE, kind="account")
    for found in conn.execute(select(schema.people)):
        if found.folded != folded(found.handle):
            findings.add(f"account {found.handle}: its name is filed under another name", HOUSE, kind="account")
        if found.guest != int(found.password is None):
            findings.add(f"account {found.handle}: a guest with a password, or a person without", HOUSE, kind="account")
