"""Money in and out, meters, and what is set aside for them."""

from msgspec import field

from pitboss.messages.base import AccountName, AnswerBody, Because, Cents, OnlyId, Reason


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


class Moved(AnswerBody):
    row: int
    """The row of the house's chain in the trail."""
    balance: int | None = None
    """The patron's chips of this kind after it."""


class PostingShown(AnswerBody):
    at: int
    table: int
    """0: the house itself."""
    row: int
    cents: int
    why: str
    said: str
    """Why, in words."""


class Ledger(AnswerBody):
    balance: int
    practice: bool
    """These are practice chips."""
    postings: list[PostingShown]
    next: str | None
    """What to give as `before` for the postings before these."""


class MeterShown(AnswerBody):
    name: str
    cents: int
    tables: list[int]
    practice: bool
    """Of practice tables: what it shows is no money."""


class MeterEntryShown(AnswerBody):
    number: int
    at: int
    table: int
    row: int
    what: str
    said: str
    """The same in words."""
    amount: int
    """Millionths of a cent."""
    added: int
    before: int
    after: int


class MeterLog(AnswerBody):
    entries: list[MeterEntryShown]
    next: str | None
