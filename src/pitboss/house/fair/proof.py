"""The proof of a shuffle as the house writes it, for `pitboss verify-shuffle` and for strangers.

The fields are those that `docs/fairness.md` describes. `pitboss.checker` reads them and imports nothing from here."""

import msgspec
from msgspec import Struct

from pitboss.cards.deck import Card
from pitboss.house.fair.scheme import Scheme


class SeatSeed(Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat added to the shuffle, and the row of the trail that keeps it."""

    seat: int
    player: str
    seed: str
    row: int


class DealtCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A card that left the deck."""

    index: int
    """Its place in the cut deck; the top card is 0."""
    card: Card
    """Its face; empty in the proof of an open round where nobody may see it."""
    to: str
    """Where it went: seat, dealer, community, …"""
    seat: int = 0
    digest: str = ""
    """As the trail kept it while it was hidden; empty if it was dealt face up."""
    aside: bool = False
    """It left from wherever it lay: found face up and set aside."""


class ProofRows(Struct, frozen=True, forbid_unknown_fields=True):
    """Rows of the table's chain in the trail; 0 for what has not happened."""

    commitment: int
    shuffled: int = 0
    reveal: int = 0


class Proof(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that is needed to shuffle again and compare."""

    pitboss_shuffle: Scheme = 1
    table: str
    chain: int
    game: str
    round: int
    shuffle: int
    context: str
    """`scheme.context_of(table, chain, shuffle)`, as it went into the key."""
    deck: tuple[Card, ...]
    commitment: str
    seed: str = ""
    """Hex; empty until it is revealed."""
    seeds: tuple[SeatSeed, ...] = ()
    cuts: tuple[int, ...] = ()
    cards: tuple[DealtCard, ...] = ()
    ending: str = ""
    """settled or voided; empty until then."""
    rows: ProofRows

    def encode(self) -> bytes:
        """The file."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2) + b"\n"
