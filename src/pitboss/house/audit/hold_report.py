"""What is told of the wagers of a house: every row with its table."""

from msgspec import Struct

from pitboss.lab.hold.records import HeldRow, LeftOut


class HoldRow(HeldRow, frozen=True, kw_only=True):
    """One wager at one table by one paytable."""

    chain: int
    table: str
    game: str
    practice: bool
    """Its amounts are practice chips."""


class HoldRefused(Struct, frozen=True):
    """What could not be held against anything."""

    chain: int
    table: str
    wager: str
    """Empty: the whole table."""
    why: str


class HoldReport(Struct, frozen=True, kw_only=True):
    """All tables. Amounts in cents."""

    rows: list[HoldRow]
    rounds: int
    alarms: int
    """Rows with an alarm."""
    false_alarm: float
    """The probability that one row ever gives an alarm by the sequential test while nothing is wrong, at most."""
    left_out: LeftOut
    refused: list[HoldRefused]
    archived: int
    """Tables with archived rounds that were not looked at."""
