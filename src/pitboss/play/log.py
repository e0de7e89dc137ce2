"""The log: a header with the terms, then one line for every event (`seq, at, by, event`). The first event of an act
carries the act itself, so that every decision can be made again."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from pitboss.rulebook.terms import Terms
from pitboss.table.actions import AnyAction
from pitboss.table.events import AnyEvent

FORMAT = 1


class Header(Struct, frozen=True):
    """The first line of a log."""

    pitboss: int
    game: str
    terms: Terms


class Record(Struct, frozen=True, gc=False, omit_defaults=True):
    """One event: its number, when, by whom, what happened; `act` on the first event of an act."""

    seq: int
    at: int
    by: str
    event: AnyEvent
    act: AnyAction | None = None


class BadLog(ValueError):
    """A log that is no log, is cut off or was edited."""


_ENCODER = msgspec.json.Encoder()
_HEADER = msgspec.json.Decoder(Header)
_RECORD = msgspec.json.Decoder(Record)


def header_line(terms: Terms) -> bytes:
    return _ENCODER.encode(Header(FORMAT, terms.game, terms)) + b"\n"


def lines(records: Iterable[Record]) -> Iterator[bytes]:
    """The records as lines of NDJSON."""
    for record in records:
        yield _ENCODER.encode(record) + b"\n"


def write_log(path: Path, terms: Terms, records: Iterable[Record]) -> None:
    """Writes a whole log beside the file first, so that a crash leaves the old one or the new one."""
    beside = path.with_name(path.name + ".tmp")
    with beside.open("wb") as out:
        out.write(header_line(terms))
        out.writelines(lines(records))
    beside.replace(path)


def read_log(text: bytes) -> tuple[Terms, list[Record]]:
    """The terms and the records of a log; what is wrong with it otherwise, by line."""
    if not text.endswith(b"\n"):
        raise BadLog("the last line is cut off" if text else "the log is empty")
    first, *rest = text.splitlines()
    try:
        header = _HEADER.decode(first)
    except msgspec.DecodeError as error:
        raise BadLog(f"line 1 is not the header of a log: {error}") from None
    if header.pitboss != FORMAT:
        raise BadLog(f"line 1: format {header.pitboss} is not known; this version reads format {FORMAT}")
    records: list[Record] = []
    for number, line in enumerate(rest, start=2):
        try:
            record = _RECORD.decode(line)
        except msgspec.DecodeError as error:
            raise BadLog(f"line {number} is not a record: {error}") from None
        if record.seq != len(records) + 1:
            raise BadLog(f"line {number}: record {record.seq} stands where {len(records) + 1} was expected")
        records.append(record)
    return header.terms, records
