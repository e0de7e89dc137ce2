"""The keys of the house over time. When they are replaced, a row of the house's own chain says so: the old key vouches
for the new one, and the new one for the old, each by a signature over both of them, the number of the row and the hash
of the row before it. So the row can stand nowhere else, and whoever knows one of the keys knows all that follow."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, select

from pitboss.house.fair.keys import Keys, fingerprint, signed_by
from pitboss.house.store.schema import HOUSE, trail
from pitboss.house.trail.rows import Row, append, as_row, head

KIND = "rekeyed"
_SIGNED = b"pitboss-rekeyed-1\n"


class Statement(Struct, frozen=True):
    """What both keys sign."""

    old: str
    new: str
    row: int
    before: str
    """The hash of the row before."""
    by: str
    """Who did it, in his own words."""

    @property
    def signed(self) -> bytes:
        return _SIGNED + msgspec.json.encode(self)


class _Body(Struct, frozen=True, forbid_unknown_fields=True):
    statement: Statement
    by_old: str
    """Signatures, in hexadecimal digits."""
    by_new: str


class Rotation(Struct, frozen=True):
    """From this row of the house's chain on the new key is in force."""

    row: int
    at: int
    old: str
    new: str
    by: str


class History(Struct, frozen=True):
    """What the trail tells of the keys."""

    rotations: list[Rotation]
    """Those that are vouched for, in their order."""
    faults: list[tuple[int, str]]
    """Rows that tell of a rotation, and what is wrong with them."""

    @property
    def last(self) -> str | None:
        """The key in force now; None where it was never replaced, and the trail does not tell."""
        return self.rotations[-1].new if self.rotations else None

    @property
    def keys(self) -> list[str]:
        """Every key, the first one first."""
        return [*(each.old for each in self.rotations[:1]), *(each.new for each in self.rotations)]


def record(conn: Connection, old: Keys, new: Keys, by: str, at: int) -> Row:
    """In a transaction: the row that says it."""
    number, before, _ = head(conn, HOUSE)
    said = Statement(old.public, new.public, number + 1, before.hex(), by)
    made = _Body(said, old.sign(said.signed).hex(), new.sign(said.signed).hex())
    return append(conn, KIND, "house", made, at)


def history(conn: Connection) -> History:
    """All rotations that the trail tells of. One that nobody vouches for changes nothing: it is a fault."""
    t = trail.c
    found = History([], [])
    for line in conn.execute(select(trail).where(t.chain == HOUSE, t.kind == KIND).order_by(t.number)).all():
        row = as_row(line)
        before = conn.execute(select(t.hash).where(t.chain == HOUSE, t.number == row.number - 1)).scalar()
        made = _read(row.body)
        fault = "cannot be read" if made is None else _fault(made, row, before, found.last)
        if made is None or fault:
            found.faults.append((row.number, fault))
        else:
            said = made.statement
            found.rotations.append(Rotation(row.number, row.at, said.old, said.new, said.by))
    return found


def _read(body: bytes) -> _Body | None:
    try:
        return msgspec.json.decode(body, type=_Body)
    except ValueError:
        return None


def _fault(made: _Body, row: Row, before: Any, last: str | None) -> str:
    said = made.statement
    if said.row != row.number or before is None or said.before != bytes(before).hex():
        return "was made for another place in the trail"
    if last is not None and said.old != last:
        return f"replaces the key {fingerprint(said.old)}, and {fingerprint(last)} was in force"
    for public, signature, which in ((said.old, made.by_old, "old"), (said.new, made.by_new, "new")):
        if not _signed(public, said.signed, signature):
            return f"is not vouched for: its signature is not that of the {which} key {fingerprint(public)}"
    return ""


def _signed(public: str, text: bytes, signature: str) -> bool:
    try:
        return signed_by(public, text, bytes.fromhex(signature))
    except ValueError:
        return False


def in_force(rotations: Sequence[Rotation], row: int, last: str | None = None) -> str | None:
    """The key of the house when its chain had come to this row. `last` is the key of today, where the trail does not
    tell."""
    now = last or (rotations[-1].new if rotations else None)
    return next((each.old for each in rotations if row < each.row), now)
