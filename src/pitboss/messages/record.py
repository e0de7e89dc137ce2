"""The record: past rounds, checkpoints, whether all is well."""

from pitboss.messages.base import AnswerBody


class TableRecorded(AnswerBody):
    """A table in the record."""

    id: int
    name: str
    game: str
    open: bool


class PublicKey(AnswerBody):
    public: str
    """Ed25519, hex."""


class CheckpointShown(AnswerBody):
    number: int
    body: str
    """The very text that was signed."""
    signature: str
    """Hex."""


class Health(AnswerBody):
    status: str


class Readiness(Health):
    warnings: list[str]


class KindShown(AnswerBody):
    kind: str
    title: str
    """One title for all cases of this kind."""
