"""The record: past rounds, checkpoints, whether all is well."""

from pitboss.messages.base import Told


class TableLine(Told):
    """A table in the record."""

    id: int
    name: str
    game: str
    open: bool


class PublicKey(Told):
    public: str
    """Ed25519, hex."""


class CheckpointShown(Told):
    number: int
    body: str
    """The very text that was signed."""
    signature: str
    """Hex."""


class Health(Told):
    status: str


class Ready(Health):
    warnings: list[str]


class KindShown(Told):
    kind: str
    title: str
    """One title for all cases of this kind."""
