"""What stands in a hand history: one structure for what is read, what is written and what the schema says."""

from decimal import Decimal
from typing import Annotated, Any

from msgspec import Meta, Struct

from pitboss.rulebook.edition import Edition

FORMAT = 1
HistoryDollars = int | Decimal
"""Dollars, to the cent."""
Position = Annotated[str, Meta(pattern="^[1-9][0-9]?$")]
"""The number of a betting position, counted from the dealer's left."""


class HistoryTerms(Struct, frozen=True, omit_defaults=True):
    """Terms of the table: the first are those it opened with, the acts `AdoptTerms` name the others by their number."""

    digest: str
    """The fingerprint of the terms."""
    edition: int = 0
    """The version of the game's book, where the terms state it."""
    submission: dict[str, Any] = {}
    """The whole Rules Submission the terms were made from."""
    resolved: str = ""
    """The terms themselves, as JSON: where the submission alone would not give them to the letter."""


class HistoryDecision(Struct, frozen=True, omit_defaults=True):
    """A decision of a player, or the one that counts for him while he is away."""

    seat: int
    step: str
    choice: str
    absent: bool = False


class HistoryIrregularity(Struct, frozen=True, omit_defaults=True):
    """What went wrong and what the rulebook makes of it."""

    kind: str
    consequence: str
    clause: str
    seat: int = 0


class HistoryPaid(Struct, frozen=True, omit_defaults=True):
    """What became of a wager; `net` is what it brought the player. Payout limits and envy bonuses have a line each."""

    seat: int
    wager: str
    net: HistoryDollars
    result: str
    clause: str
    stake: HistoryDollars = 0
    holder: int = 0
    """Envy: the position whose hand it is paid for."""


class HistoryRound(Struct, frozen=True, omit_defaults=True):
    """One round: what there is to know of it."""

    number: int
    deck: int = 0
    void: bool = False
    seats: dict[Position, str] = {}
    wagers: dict[Position, dict[str, HistoryDollars]] = {}
    """What lay on the areas when the bets were closed."""
    cards: dict[str, str] = {}
    """What lay at each place at the end; `??` is a card that nobody has recorded."""
    decisions: tuple[HistoryDecision, ...] = ()
    irregularities: tuple[HistoryIrregularity, ...] = ()
    settlement: tuple[HistoryPaid, ...] = ()
    net: dict[Position, HistoryDollars] = {}
    """What the round brought each position."""


class HistoryHead(Struct, frozen=True, omit_defaults=True):
    """What stands at the top of the file."""

    history: int
    game: str
    table: str
    edition: Edition | None = None
    """The folder that the game was played from."""


FACTS = tuple(name for name in HistoryRound.__struct_fields__ if name != "number")
"""What a round need not say. Where it is said it must be what follows from the acts."""
ROWS: dict[str, type[Struct]] = {
    "decisions": HistoryDecision,
    "irregularities": HistoryIrregularity,
    "settlement": HistoryPaid,
}
"""The facts that are lists, and what is in them."""
