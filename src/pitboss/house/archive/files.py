"""An archive file: a stretch of one table's chain with everything that belongs to it, signed and compressed.

Three parts follow one another:

* a line of JSON (`ArchiveHeader`): of which house, which table, which rows, and the SHA-256 of what follows;
* a line with the signature of the house over that line, in hexadecimal digits;
* lines of JSON, compressed together as `.xz` (LZMA). Each is a list: its name, then its values. `opening` has what the
  chain's postings had come to before the stretch, by account; `closing`, the last line, what they had come to after
  it. Between them stand the rows of `trail`, `postings`, `meter_log`, `rounds`, `hands` and `shuffles`, each in the
  order of its columns in the store, without the chain and without what can be derived."""

import hashlib
import lzma
import os
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import msgspec
from msgspec import Struct
from sqlalchemy import BigInteger, Column, Integer, LargeBinary, Table

from pitboss.house.fair.keys import Keys, signed_by
from pitboss.house.store import schema

FORMAT = 1
_SIGNED = b"pitboss-archive-1\n"
_LONGEST = 65_536
"""Bytes of the first line; whatever is longer is another file."""
_PRESET = 2
TABLES = (schema.trail, schema.postings, schema.meter_log, schema.rounds, schema.hands, schema.shuffles)
_LEFT_OUT = ("chain", "person", "sealed")
"""The chain is the same in all; who a row's id is kept for follows from it; what was sealed is revealed."""
_BY_NAME = {table.name: table for table in TABLES}


class BadArchive(ValueError):
    """A file that is no archive, or not the one that was meant; the sentence says which."""


class ArchiveHeader(Struct, frozen=True, forbid_unknown_fields=True):
    """What the house signs."""

    pitboss_archive: int
    house: str
    """The hash of the first row of the house's own chain."""
    chain: int
    table: str
    first: int
    last: int
    before: str
    """The hash of the row before the first, and of the last."""
    hash: str
    rounds: int
    rows: dict[str, int]
    """How many lines of each kind there are."""
    content: str
    """SHA-256 of what follows, as it is compressed."""
    public: str
    """The key that it is signed with."""


Values = list[Any]


def columns(table: Table) -> list[Column[Any]]:
    return [column for column in table.columns if column.name not in _LEFT_OUT]


def encoded(table: Table, row: Any) -> Values:
    """A row of the store as it stands in a file: bytes are texts there, hashes hexadecimal digits."""
    return [str(table.name), *(_written(column, row[column.name]) for column in columns(table))]


def _written(column: Column[Any], value: Any) -> Any:
    if isinstance(column.type, LargeBinary):
        return bytes(value).hex() if column.name == "hash" else bytes(value).decode()
    return value


def decoded(line: Values, chain: int) -> tuple[Table, dict[str, Any]]:
    """A line of a file as a row of the store."""
    table = _BY_NAME.get(line[0])
    if table is None or len(line) != len(columns(table)) + 1:
        raise BadArchive("it has a line of a kind that is not known")
    row = {column.name: _read(column, value) for column, value in zip(columns(table), line[1:], strict=True)}
    return table, {"chain": chain, **row}


def _read(column: Column[Any], value: Any) -> Any:
    if value is None and column.nullable:
        return None
    if isinstance(column.type, Integer | BigInteger):
        good = isinstance(value, int) and not isinstance(value, bool)
    else:
        good = isinstance(value, str)
    if not good:
        raise BadArchive(f"it has a line whose {column.name} is of the wrong kind")
    if isinstance(column.type, LargeBinary):
        return bytes.fromhex(value) if column.name == "hash" else value.encode()
    return value


# --- writing ----------------------------------------------------------------------------------------------------------


class Unsigned(Struct, frozen=True):
    """A header without what is known only when everything is written."""

    house: str
    chain: int
    table: str
    first: int
    last: int
    before: str
    hash: str


def write(path: Path, draft: Unsigned, lines: Iterator[Values], keys: Keys) -> str:
    """Writes a file whole, waits until it is on the disk, and reads it back; its SHA-256. What had this name before
    is replaced only then."""
    content, whole = path.with_name(f".{path.name}.part"), path.with_name(f".{path.name}.new")
    try:
        counted, plain = _compress(content, lines)
        rounds, digest = counted.get("rounds", 0), _digest(content)
        fields = msgspec.structs.asdict(draft)
        header = msgspec.json.encode(
            ArchiveHeader(FORMAT, **fields, rounds=rounds, rows=counted, content=digest, public=keys.public)
        )
        with _private(whole) as file:
            file.write(header + b"\n" + keys.sign(_SIGNED + header).hex().encode() + b"\n")
            with content.open("rb") as source:
                shutil.copyfileobj(source, file, 1 << 20)
            file.flush()
            os.fsync(file.fileno())
        found = hashlib.sha256()
        for line in read(whole):
            found.update(msgspec.json.encode(line))
        if found.hexdigest() != plain:
            raise BadArchive("it does not read back as it was written: the disk may be faulty")
        made = _digest(whole)
        whole.replace(path)
        _settle(path.parent)
        return made
    finally:
        for left in (content, whole):
            with suppress(OSError):
                left.unlink()


def _private(path: Path) -> IO[bytes]:
    """What players did is nobody else's business."""
    with suppress(FileNotFoundError):
        path.unlink()
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def _compress(path: Path, lines: Iterator[Values]) -> tuple[dict[str, int], str]:
    """How many lines of each kind there are, and a digest of them all."""
    counted: Counter[str] = Counter()
    found = hashlib.sha256()
    with _private(path) as file, lzma.LZMAFile(file, "wb", preset=_PRESET) as packed:
        for line in lines:
            text = msgspec.json.encode(line)
            packed.write(text + b"\n")
            found.update(text)
            counted[line[0]] += 1
    return dict(counted), found.hexdigest()


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _settle(folder: Path) -> None:
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# --- reading ----------------------------------------------------------------------------------------------------------


def digest(path: Path) -> str:
    """SHA-256 of a file."""
    return _digest(path)


def header(path: Path) -> ArchiveHeader:
    """What a file says of itself, if whoever has the key it names signed that."""
    with path.open("rb") as file:
        return _header(file)


def _header(file: IO[bytes]) -> ArchiveHeader:
    first, second = file.readline(_LONGEST), file.readline(200)
    try:
        found = msgspec.json.decode(first, type=ArchiveHeader)
        signature = bytes.fromhex(second.decode().strip())
    except ValueError:
        raise BadArchive("it is no archive of a house, or was changed") from None
    if found.pitboss_archive != FORMAT:
        raise BadArchive(f"it has format {found.pitboss_archive}; this version reads format {FORMAT}")
    if not signed_by(found.public, _SIGNED + first.rstrip(b"\n"), signature):
        raise BadArchive("its signature is not that of the key it names: it was changed")
    return found


def read(path: Path) -> Iterator[Values]:
    """The lines of a file, each held against what was signed; the last of them is the closing."""
    with path.open("rb") as file:
        said = _header(file)
        start = file.tell()
        if hashlib.file_digest(file, "sha256").hexdigest() != said.content:
            raise BadArchive("its content is not what was signed: it was changed or cut off")
        file.seek(start)
        counted: Counter[str] = Counter()
        with lzma.LZMAFile(file) as packed:
            for text in packed:
                line = msgspec.json.decode(text)
                if not isinstance(line, list) or not line or not isinstance(line[0], str):
                    raise BadArchive("it has a line that is none of an archive")
                counted[line[0]] += 1
                yield line
        if dict(counted) != said.rows:
            raise BadArchive("it has other lines than it says")
