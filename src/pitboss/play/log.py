"""The log: a header with the terms and the edition of the game (`rulebook/edition.py`), then one line for every event
(`seq, at, by, event`). The first event of an act carries the act itself, so that every decision can be made again."""

from collections.abc import Iterable, Iterator
from typing import BinaryIO

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pitboss.rulebook.book import book
from pitboss.rulebook.edition import Edition, EditionDifference, difference, edition
from pitboss.rulebook.folders import games
from pitboss.rulebook.resubmit import as_submission
from pitboss.rulebook.submission import check_data
from pitboss.rulebook.terms import Terms
from pitboss.table.actions import AnyAction
from pitboss.table.events import AnyEvent

FORMAT = 1


class Header(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The first line of a log."""

    pitboss: int
    game: str
    terms: Terms
    edition: Edition | None = None
    """The folder that the game was played from; logs of before carry none."""


class Record(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
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
    """The first line of a log that is written now."""
    return copied_header(terms, edition(terms.game))


def copied_header(terms: Terms, made_with: Edition | None) -> bytes:
    """The first line of a log of what was played before, perhaps from another folder of the game."""
    return _ENCODER.encode(Header(FORMAT, terms.game, terms, made_with)) + b"\n"


def made_with(text: bytes) -> Edition | None:
    """The edition in the first line of a log that has been read."""
    return _HEADER.decode(text.partition(b"\n")[0]).edition


def lines(records: Iterable[Record]) -> Iterator[bytes]:
    """The records as lines of NDJSON."""
    for record in records:
        yield _ENCODER.encode(record) + b"\n"


def read_log(text: bytes, *, torn_ok: bool = False) -> tuple[Terms, list[Record]]:
    """The terms and the records of a log; what is wrong with it otherwise, by line.

    A crash may tear the last line: with `torn_ok` it is left out, otherwise it is a fault."""
    whole, _, torn = text.rpartition(b"\n")
    if torn and not torn_ok:
        raise BadLog(f"the last line, line {len(text.splitlines())}, is cut off")
    first, *rest = whole.split(b"\n")
    return _read_header(first), list(_read_records(rest))


def stream_log(source: BinaryIO) -> tuple[Terms, Iterator[Record]]:
    """The same for a log that is too long to be held: each record when it is asked for, a torn last line not at all."""
    first = source.readline()
    if not first.endswith(b"\n"):
        raise BadLog("the last line, line 1, is cut off")
    whole = (line[:-1] for line in source if line.endswith(b"\n"))
    return _read_header(first[:-1]), _read_records(whole)


def _read_records(rest: Iterable[bytes]) -> Iterator[Record]:
    before = 0
    for number, line in enumerate(rest, start=2):
        try:
            record = _RECORD.decode(line)
        except msgspec.MsgspecError as error:
            raise BadLog(f"line {number} is not a record of a log: {error}") from None
        except RecursionError:
            raise BadLog(f"line {number} is not a record of a log: it is nested too deeply") from None
        if record.seq != number - 1:
            raise BadLog(f"line {number}: record {record.seq} stands where {number - 1} was expected")
        if number > 2 and record.at < before:
            raise BadLog(f"line {number}: record {record.seq} is earlier than the one before it")
        before = record.at
        yield record


def _read_header(line: bytes) -> Terms:
    """The terms in the first line, lawful by the rulebook of their game."""
    try:
        header = _HEADER.decode(line)
    except (msgspec.MsgspecError, RecursionError):
        raise BadLog("this is not a Pitboss log: line 1 is not a header with the terms") from None
    if header.pitboss != FORMAT:
        raise BadLog(f"line 1: format {header.pitboss} is not known; this version reads format {FORMAT}")
    if header.game != header.terms.game:
        raise BadLog(f"line 1: the log is of {header.game}, its terms are of {header.terms.game}")
    other = _other_folder(header)
    if other is not None and other.refused:
        raise BadLog(f"line 1: this log was made with {other}; replay it with the folder of then")
    faults = unlawful(header.terms)
    if faults:
        raise BadLog(f"line 1: the terms are not lawful: {faults}")
    return header.terms


def _other_folder(header: Header) -> EditionDifference | None:
    """How the folder that the log was made with differs from the one here; nothing where the game is not known."""
    return difference(header.game, header.edition) if header.game in games() else None


def remark(text: bytes) -> str:
    """What should be known of a log that can be replayed: that its game's files have changed within their version;
    nothing where they have not."""
    try:
        other = _other_folder(_HEADER.decode(text.partition(b"\n")[0]))
    except (msgspec.MsgspecError, RecursionError):
        return ""
    return f"this log was made with {other}; every act is decided by the rules that are here" if other else ""


def unlawful(terms: Terms) -> str:
    """Why these terms could not have come from a checked submission; nothing where they could."""
    if terms.game not in games():
        return f"no game '{terms.game}' is known here; PITBOSS_GAMES names the folders of others"
    checked = check_data(as_submission(terms), in_force=True)
    if checked.terms is None:
        return str(checked.faults[0])
    here, played = book(terms.game), terms.edition if isinstance(terms.edition, int) else 1
    if played not in (here.version, *here.keeps) or terms.edition == 1:
        return f"edition {played} of the game is not known"
    made = replace(checked.terms, edition=terms.edition)
    if made != terms:
        names = [f for f in terms.__struct_fields__ if getattr(terms, f) != getattr(made, f)]
        return f"{', '.join(names)} differ from what the rulebook gives"
    return ""
