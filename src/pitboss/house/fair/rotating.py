"""The keys of the house replaced by new ones. At every moment there is a key file that fits the store:

1. the new keys are written beside the key file (`FILE.next`), and the old ones copied (`FILE.….old`);
2. one transaction seals every seed anew, records it in the trail, and signs a checkpoint with the new key;
3. the new file takes the place of the old one, in one step.

Whatever dies before the commit has changed nothing; after it, the keys that fit lie in `FILE.next`, and whoever opens
the store next finishes the third step."""

from pathlib import Path

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Engine, bindparam, select, update
from sqlalchemy.exc import SQLAlchemyError

from pitboss.house.fair.keys import Keys, KeyTrouble, fingerprint, keep_beside, kept_beside, put_in_place, waiting
from pitboss.house.store import schema
from pitboss.house.store.holding import vacate
from pitboss.house.store.leases import at_work
from pitboss.house.store.opening import reason, snapshot, transaction
from pitboss.house.store.schema import HOUSE
from pitboss.house.trail import checkpoints
from pitboss.house.trail.rekeyed import History, history, record
from pitboss.house.trail.rows import head

AT_ONCE = 500


class Rotated(Struct, frozen=True):
    """What was done."""

    old: str
    new: str
    row: int
    """Of the house's chain, which records it."""
    seeds: int
    """Sealed anew; none of them where an earlier attempt was finished."""
    kept: Path
    """Where the old keys are."""
    finished: bool = False
    """Whether the store had the new keys already, and only the file was put in its place."""


# --- the keys that fit a store ----------------------------------------------------------------------------------------


def fitting(conn: Connection, path: Path) -> Keys:
    """The keys in the file; those that wait beside it where the store is sealed under them already."""
    keys, path = Keys.load(path, make=False), path.resolve()
    if waiting(path).exists():
        last = history(conn).last
        if last is not None and keys.public != last:
            new = Keys.load(waiting(path), make=False)
            return new if new.public == last else keys
    return keys


def keys_of(engine: Engine, path: Path, *, make: bool = False) -> Keys:
    """The keys with which this store is served, and nothing else; a rotation that was broken off is finished. With
    `make`, a store that knows of no keys yet gets new ones."""
    with engine.connect() as conn:
        told = history(conn)
        unused = conn.execute(select(schema.shuffles.c.chain).limit(1)).first() is None and _last_signed(conn) is None
        if make and unused and told.last is None:
            return Keys.load(path, make=True)
        keys = fitting(conn, path)
        require_fitting(conn, keys, path)
    if Keys.load(path, make=False).public != keys.public:
        put_in_place(path.resolve())
    return keys


def require_in_force(told: History, public: str, where: Path | str) -> None:
    """Refuses keys that were replaced, or never were this house's."""
    if told.last is None or public == told.last:
        return
    row = told.rotations[-1].row
    raise KeyTrouble(
        f"the key file {where} has the key {fingerprint(public)}; the house has had {fingerprint(told.last)} since row "
        f"{row} of its chain, when its keys were replaced: put the new key file there"
    )


def require_fitting(conn: Connection, keys: Keys, where: Path) -> None:
    """Refuses keys that are not those of the store, as far as it shows."""
    told = history(conn)
    require_in_force(told, keys.public, where)
    signed = _last_signed(conn)
    if told.last is None and signed is not None and signed != keys.public:
        raise KeyTrouble(
            f"the key file {where} has the key {fingerprint(keys.public)}; the last checkpoint of the store is signed "
            f"with {fingerprint(signed)}: put the key file there with which the house was served"
        )


def _last_signed(conn: Connection) -> str | None:
    """The key of the last checkpoint; None where there is none, or none that can be read."""
    last = checkpoints.last(conn)
    try:
        return last.read().public if last else None
    except msgspec.DecodeError:
        return None


# --- replacing them ---------------------------------------------------------------------------------------------------


def rotate(engine: Engine, path: Path, *, by: str, now: int, checkpoints_file: Path | None = None) -> Rotated:
    """Replaces the keys. The caller holds the store. After a crash, or where nobody knows whether the store has kept
    it, the same call finishes what was begun."""
    path = path.resolve()
    old = Keys.load(path, make=False)
    try:
        with snapshot(engine) as conn:
            told = history(conn)
            if not head(conn, HOUSE)[0]:
                raise KeyTrouble("no house was ever opened on this store: the first start makes new keys")
            fits = fitting(conn, path)
            require_fitting(conn, fits, path)
        done = _finished(path, old, fits, told) if fits.public != old.public else _replaced(engine, path, old, by, now)
        put_in_place(path)
        if checkpoints_file is not None:
            with engine.connect() as conn:
                checkpoints.catch_up(checkpoints_file, checkpoints.read_all(conn))
    except SQLAlchemyError as error:
        raise KeyTrouble(f"the store did not answer: {reason(error)}. Run the command again: it finishes it") from None
    return done


def _finished(path: Path, old: Keys, new: Keys, told: History) -> Rotated:
    return Rotated(old.public, new.public, told.rotations[-1].row, 0, keep_beside(path, old), finished=True)


def _replaced(engine: Engine, path: Path, old: Keys, by: str, now: int) -> Rotated:
    """The first two steps. Where it is sure that the store kept nothing, no file stays behind."""
    made_here = [each for each in (waiting(path), kept_beside(path, old)) if not each.exists()]
    new = Keys.load(waiting(path), make=True)
    committing = False
    try:
        kept = keep_beside(path, old)
        with transaction(engine) as conn:
            _alone(conn)
            told = history(conn)
            if new.public in told.keys:
                raise KeyTrouble(f"the keys in {waiting(path)} were this house's before; remove that file")
            seeds = _seal_anew(conn, old, new)
            row = record(conn, old, new, by, now)
            checkpoints.sign(conn, new, row.at)
            committing = True
    except BaseException:
        for each in made_here if not committing else ():
            each.unlink(missing_ok=True)
        raise
    return Rotated(old.public, new.public, row.number, seeds, kept)


def _alone(conn: Connection) -> None:
    """In a transaction: nobody serves the house, and nobody who does not know of it writes afterwards."""
    there = at_work(conn)
    if there:
        names = ", ".join(each.where for each in there)
        raise KeyTrouble(f"a process of the house has started meanwhile ({names}); stop it first")
    vacate(conn)


def _seal_anew(conn: Connection, old: Keys, new: Keys) -> int:
    """Every seed, also those that are revealed: the old keys open nothing in the store afterwards. How many."""
    s = schema.shuffles.c
    change = update(schema.shuffles).where(s.chain == bindparam("of"), s.number == bindparam("at"))
    change = change.values(sealed=bindparam("again"))
    count = 0
    for chain in conn.execute(select(s.chain).distinct().order_by(s.chain)).scalars().all():
        asked = select(s.number, s.sealed).where(s.chain == chain).order_by(s.number).limit(AT_ONCE)
        after = 0
        while page := conn.execute(asked.where(s.number > after)).all():
            lines = []
            for number, sealed in page:
                seed = old.unseal(chain, number, bytes(sealed))
                lines.append({"of": chain, "at": number, "again": new.seal(chain, number, seed)})
            conn.execute(change, lines)
            count, after = count + len(page), page[-1].number
    return count
