"""Records of exams as commands read them: from a file of their own, or from the paper that carries one."""

from pathlib import Path

from pitboss.cli.screen import Trouble, read_bytes, safe, shown
from pitboss.paper.certificate import RECORD
from pitboss.school.signed import LARGEST, BadRecord, ExamRecord, SignedExam, read_record

PDF = b"%PDF-"


class ReadRecord:
    """A record that was read, with the paper that carried it. Nothing of it is believed yet."""

    def __init__(self, path: Path) -> None:
        raw = read_bytes(path)
        self.paper = raw if raw.startswith(PDF) else b""
        try:
            self.record, self.said = _read(_attached(path, raw) if self.paper else raw)
        except BadRecord as bad:
            raise Trouble(f"{shown(path)}: {safe(str(bad))}") from None


def _read(text: bytes) -> tuple[ExamRecord, SignedExam]:
    """What the record says, whoever signed it."""
    return read_record(text, lambda *_: True)


def _attached(path: Path, raw: bytes) -> bytes:
    """The record that a PDF carries."""
    from pypdf.errors import PyPdfError

    from pitboss.paper.read_back import opened

    try:
        found = opened(raw).attachments
        if RECORD in found:
            (record,) = found[RECORD]
            return record[: LARGEST + 1]
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Trouble(f"{shown(path)}: this PDF cannot be read: {safe(str(error))}") from None
    raise Trouble(f"{shown(path)}: this PDF carries no record of an exam; a scan or a printed copy cannot be checked")
