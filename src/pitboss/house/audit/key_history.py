"""The keys of the house over time: each is vouched for by the one before it, and the key that an auditor knows is one
of them."""

from sqlalchemy import Connection

from pitboss.house.audit.findings import Findings
from pitboss.house.fair.keys import fingerprint
from pitboss.house.store.schema import HOUSE
from pitboss.house.trail.rekeyed import Rotation, history


def check_keys(conn: Connection, public: str | None, findings: Findings) -> tuple[list[Rotation], str | None]:
    """The rotations that are vouched for, and the key that must be in force after the last of them; None where nobody
    has given one, or a key of before it."""
    told = history(conn)
    for row, fault in told.faults:
        text = f"row {row} of chain {HOUSE}, by which the keys were replaced, {fault}"
        findings.add(text, HOUSE, row=row, kind="keys")
    if public is None or public == told.last or public not in told.keys:
        return told.rotations, public
    since = next(each.row for each in told.rotations if each.old == public)
    findings.note(
        f"the key {fingerprint(public)} that was given was replaced in row {since} of chain {HOUSE}: whoever has it "
        "could have vouched for the keys since; the public key of today says more"
    )
    return told.rotations, None
