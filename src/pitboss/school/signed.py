"""A result as it is signed and kept: one line of JSON with the very bytes that were signed.

The keys are not known here: whoever has them brings what signs, and what checks a signature (`house/fair/keys.py`)."""

from collections.abc import Callable
from hashlib import sha256
from typing import Literal

import msgspec
from msgspec import Struct

from pitboss.school.exam import ExamResult

SIGNED = b"pitboss-exam-1\n"
"""Goes before the body when it is signed, so that no other signature of a house can pass for one of these."""
LARGEST = 4 * 2**20
"""Bytes of a record; whatever is longer is another file."""


class BadRecord(ValueError):
    """Not a record of an exam, changed since, or signed by somebody else; the sentence says which."""


class SignedExam(Struct, frozen=True, forbid_unknown_fields=True):
    """What is signed."""

    pitboss_exam: Literal[1]
    public: str
    """The key that it is signed with: Ed25519, hex."""
    result: ExamResult


class ExamRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """What is kept."""

    body: msgspec.Raw
    signature: str

    @property
    def number(self) -> str:
        """How papers name it: the first digits of a fingerprint of the whole record."""
        return sha256(bytes(self.body) + bytes.fromhex(self.signature)).hexdigest()[:16]


def sign_result(result: ExamResult, public: str, sign: Callable[[bytes], bytes]) -> ExamRecord:
    """The record of a result, signed by the holder of this public key."""
    body = msgspec.json.encode(SignedExam(1, public, result))
    return ExamRecord(msgspec.Raw(body), sign(SIGNED + body).hex())


def record_line(record: ExamRecord) -> bytes:
    """A record as it is written into a file."""
    return msgspec.json.encode(record) + b"\n"


def read_record(text: bytes, signed_by: Callable[[str, bytes, bytes], bool]) -> tuple[ExamRecord, SignedExam]:
    """A record from a file, and what it says. `signed_by` tells whether a public key signed a body. Raises
    `BadRecord`."""
    if len(text) > LARGEST:
        raise BadRecord(f"this is no record of an exam: it has {len(text):,} bytes, and {LARGEST:,} are the most")
    try:
        record = msgspec.json.decode(text, type=ExamRecord)
        signature = bytes.fromhex(record.signature)
        said = msgspec.json.decode(record.body, type=SignedExam)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"this is no record of an exam: {error}") from None
    if not signed_by(said.public, SIGNED + bytes(record.body), signature):
        raise BadRecord("the signature does not fit: the record was changed, or signed by somebody else")
    return record, said
