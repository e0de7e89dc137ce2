"""Money in and out, meters, and what is set aside for them."""

from msgspec import field

from pitboss.messages.base import AccountName, Because, Cents, OnlyId, Reason, Told


class ChipsAsked(OnlyId):
    cents: Cents


class MoneyAsked(ChipsAsked):
    reason: Reason = ""


class CapitalAsked(ChipsAsked):
    reason: Because


class TransferAsked(ChipsAsked):
    giver: AccountName = field(name="from")
    """cage or patron:NAME"""
    to: AccountName
    reason: Because


class ReserveAsked(TransferAsked):
    """Money between the cage and the reserve of a meter, or between two reserves."""

    giver: AccountName = field(name="from")
    """cage or reserve:METER; practice/cage or practice/reserve:METER for a meter of practice tables"""


class Moved(Told):
    row: int
    """The row of the house's chain in the trail."""
    balance: int | None = None
    """The patron's chips of this kind after it."""


class Posting(Told):
    at: int
    table: int
    """0: the house itself."""
    row: int
    cents: int
    why: str


class Ledger(Told):
    balance: int
    practice: bool
    """These are practice chips."""
    postings: list[Posting]
    next: str | None
    """What to give as `before` for the postings before these."""


class MeterShown(Told):
    name: str
    cents: int
    tables: list[int]
    practice: bool
    """Of practice tables: what it shows is no money."""


class MeterEntry(Told):
    number: int
    at: int
    table: int
    row: int
    what: str
    amount: int
    """Millionths of a cent."""
    added: int
    before: int
    after: int


class MeterLog(Told):
    entries: list[MeterEntry]
    next: str | None
