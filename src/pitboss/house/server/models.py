"""The shapes of requests and answers. Unknown fields are refused; numbers are numbers and not texts."""

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema

from pitboss.house.live.table import odd_id

MOST_CENTS = 10**12


def struct(name: str) -> WithJsonSchema:
    """Says of a value that its shape is one of the engine's own structures; the OpenAPI document refers to it by
    name."""
    return WithJsonSchema({"x-struct": name})


class Asked(BaseModel):
    """The base of all requests."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Told(BaseModel):
    """The base of all answers."""

    model_config = ConfigDict(extra="forbid")


PRINTABLE = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*$"
"""No character that moves a cursor, ends a line or turns the direction of writing."""


def _printable(text: str) -> str:
    """The same as at a table's socket, which knows of more signs that cannot be seen than a pattern does."""
    if odd_id(text) is not None:
        raise ValueError("printable characters only")
    return text


ActId = Annotated[
    str,
    Field(
        min_length=1,
        max_length=64,
        pattern=PRINTABLE,
        description="Made by the client, new for every act: sent twice it is done once. Printable characters.",
    ),
    AfterValidator(_printable),
]
Cents = Annotated[int, Field(gt=0, le=MOST_CENTS, description="Integer cents.")]
Handle = Annotated[str, Field(min_length=1, max_length=96, pattern=PRINTABLE, description="The name of an account.")]
AccountName = Annotated[str, Field(min_length=1, max_length=120, pattern=PRINTABLE)]
Password = Annotated[str, Field(min_length=1, max_length=1024)]
Reason = Annotated[str, Field(max_length=200, pattern=PRINTABLE)]
Because = Annotated[str, Field(min_length=1, max_length=200, pattern=PRINTABLE)]


# --- people -----------------------------------------------------------------------------------------------------------


class GuestAsked(Asked):
    name: str = Field("", max_length=96, description="The name at the tables; without one the house gives one.")


class LoginAsked(Asked):
    handle: Handle
    password: Password


class SetupAsked(LoginAsked):
    token: str = Field(min_length=1, max_length=200, description="From the set-up link printed at the first start.")


class ConfirmAsked(Asked):
    password: Password


class MaybeId(Asked):
    """Of what can be repeated without harm, or shows that it was done: the id may be left out."""

    id: ActId | None = None


class PasswordAsked(MaybeId):
    old: Password
    new: Password


CHIPS = "Your chips, in cents: real ones; of a guest, who has no others, practice chips."


class Entered(Told):
    token: str = Field(description="Shown this once. Send it as `Authorization: Bearer TOKEN`; browsers have a cookie.")
    handle: str
    roles: list[str]
    balance: int = Field(description=CHIPS)


class OwnSeat(Told):
    table: int
    seat: int


class Me(Told):
    handle: str
    roles: list[str]
    guest: bool
    balance: int = Field(description=CHIPS)
    practice: int = Field(description="Your practice chips, which count at practice tables and nowhere else; cents.")
    seats: list[OwnSeat]


class SessionShown(Told):
    id: str
    handle: str
    created_at: int
    expires_at: int
    agent: str
    current: bool = Field(description="The session that asks.")


class AccountAsked(MaybeId):
    handle: Handle
    roles: list[str] = Field(min_length=1, max_length=6)
    password: Password


class AccountChange(MaybeId):
    roles: list[str] | None = Field(None, min_length=1, max_length=6)
    disabled: bool | None = None
    password: Password | None = None


class AccountShown(Told):
    handle: str
    roles: list[str]
    guest: bool
    disabled: bool
    locked: bool
    created_at: int
    balance: int = Field(description="Real chips; a guest has none. Cents.")
    practice: int = Field(description="Practice chips, which are worth nothing; cents.")


# --- money ------------------------------------------------------------------------------------------------------------


class ChipsAsked(Asked):
    id: ActId
    cents: Cents


class MoneyAsked(ChipsAsked):
    reason: Reason = ""


class CapitalAsked(ChipsAsked):
    reason: Because


class TransferAsked(ChipsAsked):
    model_config = ConfigDict(extra="forbid", strict=True, validate_by_name=True)
    giver: AccountName = Field(alias="from", description="cage or patron:NAME")
    to: AccountName
    reason: Because


class ReserveAsked(TransferAsked):
    """Money between the cage and the reserve of a meter, or between two reserves."""

    giver: AccountName = Field(
        alias="from",
        description="cage or reserve:METER; practice/cage or practice/reserve:METER for a meter of practice tables",
    )


class ReserveMoveShown(Told):
    """A proposal that waits for another person."""

    id: int
    giver: str = Field(alias="from")
    to: str
    cents: int
    reason: str
    proposed_by: str
    proposed_at: int


class ReservesShown(Told):
    reserves: dict[str, int] = Field(description="What is set aside for each meter, in cents.")
    pools: dict[str, int] = Field(description="What the players have in each meter, in whole cents.")
    practice: list[str] = Field(
        description="The meters of practice tables: these are practice chips, in accounts that begin with `practice/`."
    )
    cage: int = Field(description="What the cage holds, in cents.")
    practice_cage: int = Field(description="What the cage holds in practice chips, in cents.")
    proposals: list[ReserveMoveShown]


class Moved(Told):
    row: int = Field(description="The row of the house's chain in the trail.")
    balance: int | None = Field(None, description="The patron's chips of this kind after it.")


class Posting(Told):
    at: int
    table: int = Field(description="0: the house itself.")
    row: int
    cents: int
    why: str


class Ledger(Told):
    balance: int
    practice: bool = Field(description="These are practice chips.")
    postings: list[Posting]
    next: str | None = Field(description="What to give as `before` for the postings before these.")


# --- tables -----------------------------------------------------------------------------------------------------------


class Seats(Told):
    taken: int
    all: int


class WagerLimits(Told):
    wager: str
    title: str = Field(description="What the wager is called at the table.")
    minimum: int
    maximum: int
    increment: int


class TableShown(Told):
    id: int
    name: str
    game: str
    title: str
    limits: list[WagerLimits]
    seats: Seats
    meters: dict[str, int]
    step: str
    round: int
    paytables: dict[str, str]
    dealer: str = Field(description="automatic or person")
    cards: str = Field(description="shuffle or feed")
    practice: bool = Field(description="For practice only: no regulator has approved these terms.")


class TableListed(TableShown):
    brief: str = Field(description="What the game is about, in one sentence.")
    cloth: list[str] = Field(description="The colour of its cloth in the middle and at the rail.")


class TableDetails(TableShown):
    terms: Annotated[Any, struct("Terms")]
    layout: Annotated[Any, struct("Layout")]
    view: Annotated[Any, struct("View")]
    seq: int
    fair: list[dict[str, Any]] = Field(description="The commitments whose shuffles are still to come.")


class TableAsked(Asked):
    id: ActId
    submission: str = Field(min_length=1, max_length=60_000, description="A Rules Submission, as TOML text.")
    dealer: str = Field("automatic", pattern="^(automatic|person)$")
    cards: str = Field("shuffle", pattern="^(shuffle|feed)$")
    links: dict[str, str] = Field(
        {}, max_length=8,
        description="Meters shared with other tables: the table's name of each and the name under which all feed it. "
        "The own meter of a closed table, as 12/Progressive, is taken over with what is in it.",
    )  # fmt: skip


class CloseAsked(Asked):
    id: ActId
    reason: Reason = ""


class SeedAsked(Asked):
    id: ActId
    deck: int = Field(ge=1, le=9)
    seed: str = Field(min_length=1, max_length=64)


class ReadyAsked(Asked):
    id: ActId
    seat: int = Field(ge=1, le=20)


class FeedAsked(Asked):
    id: ActId
    cards: list[Annotated[str, Field(min_length=2, max_length=3)]] = Field(min_length=1, max_length=60)
    face_up: bool = Field(False, description="These cards were found face up in the shoe: an irregularity, no deal.")
    turned_up: str = Field(
        "",
        pattern="^(|ShowCards|SettleHand|SettleTable)$",
        description="These cards lie on the table, some of them unread, and are turned up now by this act of the "
        "dealer's: the faces of all of them.",
    )
    seats: list[Annotated[int, Field(ge=1, le=20)]] = Field(
        default_factory=list,
        max_length=20,
        description="Whose cards are turned up: one position for SettleHand, those that count for SettleTable.",
    )


class FeedKey(Told):
    key: str = Field(description="Shown this once. The shoe sends it as `Authorization: Feed KEY`.")


class Done(Told):
    seq: int = Field(description="The row of the table's trail.")
    again: bool = Field(description="It had been accepted before; nothing happened this time.")


class ProposalAsked(Asked):
    id: ActId
    submission: str = Field(min_length=1, max_length=60_000)


class OnlyId(Asked):
    id: ActId


class ProposalShown(Told):
    id: int
    table: int
    status: str
    proposed_by: str
    proposed_at: int
    approved_by: str
    approved_at: int
    digest: str
    terms: Annotated[Any, struct("Terms")]


class RoundShown(Told):
    table: int
    round: int
    opened_at: int
    cleared_at: int | None
    void: bool
    practice: bool = Field(description="Played at a practice table: its amounts are no money.")
    wagered: int
    returned: int
    irregularities: int
    hands: list["HandShown"]


class HandShown(Told):
    seat: int
    player: str
    wagered: int
    returned: int


class Rounds(Told):
    rounds: list[RoundShown]
    next: str | None


# --- meters, health ---------------------------------------------------------------------------------------------------


class MeterShown(Told):
    name: str
    cents: int
    tables: list[int]
    practice: bool = Field(description="Of practice tables: what it shows is no money.")


class MeterEntry(Told):
    number: int
    at: int
    table: int
    row: int
    what: str
    amount: int = Field(description="Millionths of a cent.")
    added: int
    before: int
    after: int


class MeterLog(Told):
    entries: list[MeterEntry]
    next: str | None


class Health(Told):
    status: str


class Ready(Health):
    warnings: list[str]


# --- the record -------------------------------------------------------------------------------------------------------


class KindShown(Told):
    kind: str
    title: str = Field(description="One title for all cases of this kind.")


class AuditRounds(Told):
    rounds: list[Annotated[Any, struct("RoundLine")]]
    next: str | None


class Finding(Told):
    text: str
    chain: int | None
    row: int
    round: int


class Verified(Told):
    clean: bool
    chains: int
    rows: int
    rounds: int
    total: int
    findings: list[Finding]
    notes: list[str]


class PublicKey(Told):
    public: str = Field(description="Ed25519, hex.")


class CheckpointShown(Told):
    number: int
    body: str = Field(description="The very text that was signed.")
    signature: str = Field(description="Hex.")
