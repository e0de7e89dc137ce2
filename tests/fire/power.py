"""The power is cut while a house writes to a file of SQLite. What it asked of the disk was recorded; whatever was
written since the disk was last waited for may be there or not, sector by sector, or be rubbish."""

import asyncio
import random
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from msgspec import Struct
from msgspec.structs import replace

import house.crashing as c
import house.running as r
from fire.campaign import Campaign, Place, Tally
from fire.disk import Delete, Make, Mark, Note, Sync, Truncate, Write, recording
from fire.stores import audited, signed
from pitboss.house.live.draft import ChangeDraft
from pitboss.house.store import opening, writer

SECTOR = 512
CUTS = 100
"""In one trial."""
ROUNDS = 6
Rows = dict[int, list[bytes]]
"""By chain: the hash of each row."""


class Evening(Struct, frozen=True):
    """What a house asked of the disk, from the first moment on, and the trail at its end."""

    notes: list[Note]
    trail: Rows


@contextmanager
def seeded() -> Iterator[c.Seeds]:
    with patch.object(ChangeDraft, "_publish", ChangeDraft._publish):
        yield c.Seeds()


def evening(folder: Path, plant: str) -> Evening:
    """Two tables play a few rounds; the house is closed and opened again on the way, and the log is often brought
    into the file."""
    file = folder / f"recorded{plant}.db"
    pragmas = tuple(words.replace("= FULL", "= NORMAL") if plant == "normal" else words for words in opening.PRAGMAS)
    with (
        recording(lambda name: name.startswith(str(file)) and not name.endswith("-shm")) as notes,
        patch.object(opening, "PRAGMAS", pragmas),
        patch.object(writer, "EVERY", 40),
        seeded() as seeds,
    ):
        asyncio.run(_made(f"sqlite:///{file}", folder, seeds))
        for until in range(2, ROUNDS + 1):
            asyncio.run(_round(f"sqlite:///{file}", folder, seeds, until, notes))
    short = [_short(note, str(file)) for note in notes]
    return Evening(_answered_early(short) if plant == "early" else short, trail_of(file))


def _answered_early(notes: list[Note]) -> list[Note]:
    """As it would be if every answer came just before the disk was waited for."""
    made: list[Note] = []
    for note in notes:
        if isinstance(note, Mark):
            waited = next((n for n in range(len(made) - 1, -1, -1) if isinstance(made[n], Sync)), len(made))
            made.insert(waited, note)
        else:
            made.append(note)
    return made


def _short(note: Note, file: str) -> Note:
    """With the end of the file's name alone: nothing for the store, `-wal` for its log."""
    return note if isinstance(note, Mark) else replace(note, file=note.file.removeprefix(file))


async def _made(url: str, folder: Path, seeds: c.Seeds) -> None:
    house = await c.open_house(url, folder, seeds)
    for number, game in enumerate(r.GAMES[-2:]):
        await r.at_table(house, r.terms(game, table=f"{game} {number}"), f"Ann {number}", f"Ben {number}")
    house.close()


async def _round(url: str, folder: Path, seeds: c.Seeds, until: int, notes: list[Note]) -> None:
    house = await c.open_house(url, folder, seeds)
    await asyncio.gather(*(c.play(t, until, lambda said: notes.append(Mark(said))) for t in house.tables.values()))
    house.close()


def trail_of(file: Path) -> Rows:
    found: Rows = defaultdict(list)
    with sqlite3.connect(file) as conn:
        for chain, hashed in conn.execute("SELECT chain, hash FROM trail ORDER BY chain, number"):
            found[chain].append(bytes(hashed))
    conn.close()
    return found


class Disk:
    """What is on the disk, and what was written and not waited for."""

    def __init__(self) -> None:
        self.files: dict[str, bytearray] = {}
        self.late: dict[str, list[Note]] = defaultdict(list)
        self.acknowledged: dict[int, int] = {}
        self._new: set[str] = set()
        """Logs that were opened, and not waited for since."""

    def note(self, note: Note) -> None:
        match note:
            case Mark(c.Acknowledged(chain, seq)):
                self.acknowledged[chain] = seq
            case Make(file):
                self._new.add(file)
            case Sync(file):
                for each in self.late.pop(file, []):
                    self._do(each)
                self.files.setdefault(file, bytearray())
                if file in self._new:
                    self._folder()
            case Delete(file, True):
                self.late.pop(file, None)
                self.files.pop(file, None)
            case Write(file) | Truncate(file) | Delete(file):
                self.late[file].append(note)

    def _folder(self) -> None:
        """The folder was waited for: what was deleted is gone."""
        self._new.clear()
        for file, notes in list(self.late.items()):
            gone = [n for n, note in enumerate(notes) if isinstance(note, Delete)]
            if gone:
                self.files.pop(file, None)
                self.late[file] = notes[gone[-1] + 1 :]

    def _do(self, note: Note) -> None:
        match note:
            case Write(file, offset, data):
                held = self.files.setdefault(file, bytearray())
                held.extend(bytes(max(0, offset - len(held))))
                held[offset : offset + len(data)] = data
            case Truncate(file, size):
                del self.files.setdefault(file, bytearray())[size:]
            case Delete(file):
                self.files.pop(file, None)

    def cut(self, rng: random.Random) -> None:
        """The power goes: of what was not waited for, some sectors came to the disk, others did not, and where the
        disk is a bad one some are rubbish."""
        arrives, rubbish = rng.choice((0.0, 0.1, 0.5, 0.9, 1.0)), rng.choice((0.0, 0.0, 0.3))
        for notes in list(self.late.values()):
            for note in notes:
                if isinstance(note, Write):
                    for piece in _sectors(note):
                        if rng.random() < rubbish:
                            self._do(Write(piece.file, piece.offset, rng.randbytes(len(piece.data))))
                        elif rng.random() < arrives:
                            self._do(piece)
                elif rng.random() < arrives:
                    self._do(note)


def _sectors(note: Write) -> Iterator[Write]:
    at, end = note.offset, note.offset + len(note.data)
    while at < end:
        upto = min(end, (at // SECTOR + 1) * SECTOR)
        yield Write(note.file, at, note.data[at - note.offset : upto - note.offset])
        at = upto


class Power:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._evenings: dict[str, Evening] = {}

    def trial(self, seed: int) -> Tally:
        return self._cuts(self._evening(""), random.Random(seed))

    def plant(self, fault: str) -> None:
        for seed in range(20):
            self._cuts(self._evening(fault), random.Random(seed))

    def _evening(self, plant: str) -> Evening:
        if plant not in self._evenings:
            self._evenings[plant] = evening(self._folder, plant)
        return self._evenings[plant]

    def _cuts(self, held: Evening, rng: random.Random) -> Tally:
        """The power is cut at some moments of the evening; the last one is also taken up by a house."""
        first = next(n for n, note in enumerate(held.notes) if isinstance(note, Mark))
        moments = sorted(rng.randrange(first, len(held.notes) + 1) for _ in range(CUTS))
        disk, at, told = Disk(), 0, Counter[str]()
        deep = rng.randrange(CUTS)
        for number, moment in enumerate(moments):
            for note in held.notes[at:moment]:
                disk.note(note)
            at = moment
            after = _after(disk, rng)
            told += self._look(after, held.trail)
            if number == deep:
                self._taken_up(held.trail)
                told["taken up and played on"] += 1
        return told

    def _look(self, disk: Disk, trail: Rows) -> Tally:
        file = self._folder / "cut.db"
        for old in self._folder.glob("cut.db*"):
            old.unlink()
        for name, data in disk.files.items():
            Path(f"{file}{name}").write_bytes(data)
        conn = sqlite3.connect(file, isolation_level=None)
        try:
            said = conn.execute("PRAGMA quick_check").fetchall()
            assert said == [("ok",)], f"the file is damaged: {said[0][0]}"
            (total,) = conn.execute("SELECT sum(balance) FROM accounts").fetchone()
            assert total == 0, f"the books do not balance: {total}"
        except sqlite3.DatabaseError as error:
            raise AssertionError(f"the file is damaged: {error}") from None
        finally:
            conn.close()
        found = trail_of(file)
        for chain, rows in found.items():
            assert rows == trail[chain][: len(rows)], f"chain {chain} is another"
        for chain, seq in disk.acknowledged.items():
            has = len(found[chain])
            assert has >= seq, f"row {seq} of chain {chain} was acknowledged and is lost: it has {has}"
        return Counter({"cuts": 1, "with something not yet on the disk": int(any(disk.late.values()))})

    def _taken_up(self, trail: Rows) -> None:
        """A house opens what is left, plays on to the same end, and the audit is content."""
        file = self._folder / "cut.db"
        with seeded() as seeds:
            asyncio.run(_round(f"sqlite:///{file}", self._folder, seeds, ROUNDS, []))
        assert {chain: rows for chain, rows in trail_of(file).items() if chain} == {
            chain: rows for chain, rows in trail.items() if chain
        }, "the evening ended otherwise"
        signed(f"sqlite:///{file}", self._folder / "house.key")
        audited(f"sqlite:///{file}", self._folder / "house.key")


def _after(disk: Disk, rng: random.Random) -> Disk:
    """The disk after the power was cut."""
    cut = Disk()
    cut.files = {name: bytearray(data) for name, data in disk.files.items()}
    cut.late = defaultdict(list, {name: list(notes) for name, notes in disk.late.items()})
    cut.acknowledged = disk.acknowledged
    cut.cut(rng)
    return cut


@contextmanager
def ready(place: Place) -> Iterator[Power]:
    yield Power(place.folder)


CAMPAIGN = Campaign(
    name="power",
    title="The power is cut, on SQLite",
    unit="cuts",
    count=20_000,
    suite=(0,),
    tells=f"""\
A house plays {ROUNDS} rounds at two tables, is closed and opened on the way, and brings its log into the file often.
Everything that SQLite asks of the disk is recorded: writes, waits, deletions. Then the power is cut at any of these
moments: what the disk was waited for is there; of the rest a sector of {SECTOR} bytes is there or not, or is rubbish.
SQLite must find the file whole; the trail must be a beginning of the true one and have every row that was acknowledged
before the cut; the books must balance. One cut of {CUTS} is taken up by a house, which must play on to the same end,
row for row, with nothing for `audit verify` to find.""",
    plants={
        "normal": "`synchronous = NORMAL`, which waits for the disk only now and then",
        "early": "an answer that comes before the disk was waited for",
    },
    ready=ready,
)
