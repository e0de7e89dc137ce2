"""Signed checkpoints: how far every chain of the trail reached at a moment, and the hash of its last row there.

A hash chain shows that a row was changed. It cannot show that its last rows were cut off, nor that somebody made the
whole chain anew. A checkpoint that was kept elsewhere shows both, and each one holds the hash of the one before it."""

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Annotated

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, func, select

from pitboss.house.fair.keys import Keys, fingerprint, signed_by
from pitboss.house.store.schema import HOUSE, tables, trail
from pitboss.house.store.schema import checkpoints as stored
from pitboss.house.trail.rekeyed import Rotation, in_force
from pitboss.house.trail.rows import head

FIRST = bytes(32).hex()
"""What stands before the first checkpoint."""
_SIGNED = b"pitboss-checkpoint-1\n"
"""Goes before the body when it is signed, so that no other signature of the house can pass for one of these."""


Whole = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]


class BadCheckpoints(ValueError):
    """A file that is not a list of checkpoints."""


class SignedBody(Struct, frozen=True, forbid_unknown_fields=True):
    """What is signed."""

    number: Whole
    at: Whole
    chains: dict[Whole, tuple[Whole, str]]
    """For each chain the number and the hash of its last row."""
    before: str
    """The hash of the checkpoint before."""
    public: str
    """The key that it is signed with."""


class Checkpoint(Struct, frozen=True):
    """A checkpoint as it is kept: the very bytes that were signed, and the signature."""

    number: int
    body: bytes
    signature: bytes

    @property
    def hash(self) -> str:
        return hashlib.sha256(self.body + self.signature).hexdigest()

    def read(self) -> SignedBody:
        """What it says. `msgspec.DecodeError` where somebody made it unreadable."""
        return msgspec.json.decode(self.body, type=SignedBody)


class _Line(Struct, frozen=True, forbid_unknown_fields=True):
    body: msgspec.Raw
    signature: str


def make(
    keys: Keys, number: int, at: int, heads: Mapping[int, tuple[int, bytes]], before: Checkpoint | None
) -> Checkpoint:
    """The checkpoint after `before` (None for the first). Time never runs backwards, whatever the clock does."""
    assert number == (before.number + 1 if before else 1)
    at = max(at, before.read().at) if before else at
    chains = {chain: (row, hash.hex()) for chain, (row, hash) in sorted(heads.items())}
    body = msgspec.json.encode(SignedBody(number, at, chains, before.hash if before else FIRST, keys.public))
    return Checkpoint(number, body, keys.sign(_SIGNED + body))


def heads(conn: Connection) -> dict[int, tuple[int, bytes]]:
    """Number and hash of the last row of every chain: one question for all tables, each answered from the index."""
    t, other = trail.c, trail.alias("other").c
    last = select(func.max(other.number)).where(other.chain == tables.c.id).scalar_subquery()
    asked = select(t.chain, t.number, t.hash).join(tables, (t.chain == tables.c.id) & (t.number == last))
    own = head(conn, HOUSE)
    found = {HOUSE: own[:2]} if own[0] else {}
    return found | {chain: (number, bytes(hash)) for chain, number, hash in conn.execute(asked.order_by(t.chain))}


def reached(last: Checkpoint | None) -> Mapping[int, tuple[int, bytes]]:
    """How far a checkpoint reached."""
    if last is None:
        return {}
    return {chain: (row, bytes.fromhex(hash)) for chain, (row, hash) in last.read().chains.items()}


def sign(conn: Connection, keys: Keys, at: int) -> Checkpoint | None:
    """In a transaction: one more checkpoint, if something has happened since the last."""
    before, now = last(conn), heads(conn)
    if now == dict(reached(before)):
        return None
    made = make(keys, before.number + 1 if before else 1, at, now, before)
    insert(conn, made)
    return made


# --- where they are kept ----------------------------------------------------------------------------------------------


def insert(conn: Connection, checkpoint: Checkpoint) -> None:
    conn.execute(stored.insert(), [msgspec.structs.asdict(checkpoint)])


def read_all(conn: Connection, after: int = 0, limit: int | None = None) -> list[Checkpoint]:
    """The checkpoints of the store in order: all of them, or so many after a number."""
    found = conn.execute(select(stored).where(stored.c.number > after).order_by(stored.c.number).limit(limit))
    return [Checkpoint(row.number, bytes(row.body), bytes(row.signature)) for row in found]


def before_first(conn: Connection) -> list[int]:
    """Numbers that no checkpoint of a house has: they begin with 1."""
    return list(conn.execute(select(stored.c.number).where(stored.c.number < 1).order_by(stored.c.number)).scalars())


def last(conn: Connection) -> Checkpoint | None:
    row = conn.execute(select(stored).order_by(stored.c.number.desc()).limit(1)).first()
    return Checkpoint(row.number, bytes(row.body), bytes(row.signature)) if row else None


def append_to(path: Path, *checkpoints: Checkpoint) -> None:
    """Adds a line for each to the file kept elsewhere, and waits until they are on the disk.

    What a crash left of a torn last line is taken away first: it never was a checkpoint."""
    lines = [msgspec.json.encode(_Line(msgspec.Raw(each.body), each.signature.hex())) + b"\n" for each in checkpoints]
    new = not path.exists()
    with path.open("ab+") as file:
        if not _ends_whole(file):
            file.seek(0)
            kept = file.read()
            whole = kept.rfind(b"\n") + 1
            if _line(kept[whole:]) is None:
                file.truncate(whole)
            else:
                lines.insert(0, b"\n")
        file.write(b"".join(lines))
        file.flush()
        os.fsync(file.fileno())
    if new and os.name == "posix":
        handle = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _ends_whole(file: IO[bytes]) -> bool:
    size = file.seek(0, os.SEEK_END)
    if size == 0:
        return True
    file.seek(size - 1)
    return file.read(1) == b"\n"


def catch_up(path: Path, checkpoints: Iterable[Checkpoint]) -> int:
    """Adds those that the file does not have yet, after a crash or a time without the file; how many they were."""
    held = max((each.number for each in read_file(path)), default=0) if path.exists() else 0
    missing = [each for each in checkpoints if each.number > held]
    if missing:
        append_to(path, *missing)
    return len(missing)


def read_file(path: Path) -> list[Checkpoint]:
    """The checkpoints of a file kept elsewhere. A torn last line is left out; any other damage is an error."""
    return read_torn(path)[0]


def read_torn(path: Path) -> tuple[list[Checkpoint], bool]:
    """The same, and whether a torn last line was left out."""
    made: list[Checkpoint] = []
    lines = path.read_bytes().split(b"\n")
    for place, raw in enumerate(lines, 1):
        if not raw and place == len(lines):
            break
        checkpoint = _line(raw)
        if checkpoint is None:
            if place == len(lines):
                return made, True
            raise BadCheckpoints(f"line {place} is not a checkpoint")
        made.append(checkpoint)
    return made, False


def _line(raw: bytes) -> Checkpoint | None:
    try:
        line = msgspec.json.decode(raw, type=_Line)
        body = bytes(line.body)
        return Checkpoint(msgspec.json.decode(body, type=SignedBody).number, body, bytes.fromhex(line.signature))
    except (ValueError, RecursionError):
        return None


# --- what they show ---------------------------------------------------------------------------------------------------


def verify(checkpoints: Sequence[Checkpoint], public: str | None, rotations: Sequence[Rotation] = ()) -> list[str]:
    """What is wrong with a list of checkpoints taken alone: signatures, numbers, links, chains that grew shorter.

    `public` is the key of today, which must have signed them, or a key before it where the rotations say so. Without
    either they can only be held against the key they name."""
    findings: list[str] = []
    before: Checkpoint | None = None
    said_before: SignedBody | None = None
    for place, checkpoint in enumerate(checkpoints, 1):
        name = f"checkpoint {checkpoint.number}"
        if checkpoint.number != place:
            findings.append(f"{name} stands where checkpoint {place} should stand: one is missing or out of order")
        said = _said(checkpoint)
        if said is None:
            findings.append(f"{name} cannot be read: it was changed")
        else:
            known = in_force(rotations, said.chains.get(HOUSE, (0, ""))[0], public)
            expected = known or (said_before.public if said_before else said.public)
            findings += [f"{name} {fault}" for fault in _faults(checkpoint, said, before, said_before, expected, place)]
        before, said_before = checkpoint, said or said_before
    return findings


def _said(checkpoint: Checkpoint) -> SignedBody | None:
    try:
        return checkpoint.read()
    except msgspec.DecodeError:
        return None


def _faults(
    checkpoint: Checkpoint,
    said: SignedBody,
    before: Checkpoint | None,
    said_before: SignedBody | None,
    public: str,
    place: int,
) -> Iterator[str]:
    if said.public != public:
        yield f"names the key {fingerprint(said.public)}, not the key of the house {fingerprint(public)}"
    if not signed_by(public, _SIGNED + checkpoint.body, checkpoint.signature):
        yield "has a bad signature: it was changed, or signed by someone else"
    if said.number != checkpoint.number:
        yield f"says that it is checkpoint {said.number}"
    if place == 1 and said.before != FIRST:
        yield "is the first one here, but it follows another that is missing"
    if before is not None and said.before != before.hash:
        yield f"does not follow checkpoint {before.number} as it is now: that one was changed, removed or put in"
    if said_before is None:
        return
    if said.at < said_before.at:
        yield "is dated before the one it follows"
    for chain, (row, hash) in said_before.chains.items():
        now = said.chains.get(chain)
        if now is None or now[0] < row:
            yield f"has fewer rows of chain {chain} than the one before it, which had {row}"
        elif now[0] == row and now[1] != hash:
            yield f"has another hash for row {row} of chain {chain} than the one before it"


def hold_against(
    checkpoints: Iterable[Checkpoint],
    hash_at: Callable[[int, int], bytes | None],
    archived: Callable[[int, int], bool] = lambda chain, number: False,
) -> list[str]:
    """What the trail itself lacks of what was signed: rows cut off, or others in their place.

    `hash_at(chain, number)` is the hash that the row has now, None where there is no such row; `archived` says whether
    that is because it was moved into a file."""
    findings: list[str] = []
    for checkpoint in checkpoints:
        said = _said(checkpoint)
        for chain, (row, signed) in said.chains.items() if said else ():
            if row == 0:
                continue
            now = hash_at(chain, row)
            if now is None and archived(chain, row):
                continue
            if now is None:
                findings.append(
                    f"chain {chain} has no row {row} any more; checkpoint {checkpoint.number} signed that row"
                )
            elif now.hex() != signed:
                findings.append(f"row {row} of chain {chain} is not the row that checkpoint {checkpoint.number} signed")
    return findings


def compare(in_store: Sequence[Checkpoint], kept: Sequence[Checkpoint]) -> list[str]:
    """What the store lacks of the checkpoints that were kept elsewhere. The file may lag behind."""
    have = {each.number: each for each in in_store}
    findings: list[str] = []
    for each in kept:
        held = have.get(each.number)
        if held is None:
            findings.append(f"checkpoint {each.number} was kept elsewhere, but the store no longer has it")
        elif held != each:
            findings.append(f"checkpoint {each.number} in the store is not the one that was kept elsewhere")
    return findings
