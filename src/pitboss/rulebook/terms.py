"""The terms of a table: a checked Rules Submission with every figure resolved, immutable, and complete enough to replay
a round years later without any other file."""

import hashlib

import msgspec
from msgspec import UNSET, Struct, UnsetType

from pitboss.rulebook.pays import Pay

MICRO = 1_000_000
"""Meters count millionths of a cent; a rate is a number of millionths of the wager."""

PROCEDURES = ("manual_shoe", "hand", "automated_shoe")


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a paytable. `hands` are the hands it pays after the lines above took theirs (X-22)."""

    hand: str
    hands: tuple[str, ...]
    pay: Pay
    clause: str
    column: int = 0
    """Of a wager on the whole table: how many hands were dealt, the dealer's included."""


class WagerTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """A wager as this table offers it."""

    id: str
    minimum: int
    maximum: int
    increment: int
    paytable: str = ""
    lines: tuple[Line, ...] = ()


class MeterTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """A progressive meter: its rate in millionths of the wager, its amounts in cents."""

    name: str
    rate: int
    initial: int
    reset: int
    clause: str


class LimitTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """A limit on what one hand may win in a round."""

    clause: str
    cents: int
    wagers: tuple[str, ...]


class Definition(Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked of a wager, or of a game, that no regulator's rulebook defines: why it is to be offered, who else
    offers it, and which copyrights, trademarks and patents there are."""

    reason: str = ""
    jurisdictions: str = ""
    rights: str = ""


class Filing(Struct, frozen=True, forbid_unknown_fields=True):
    """What a regulator asks of the papers and no rule of the game looks at. Days are written 2027-01-15."""

    approved: str = ""
    """The day on which the regulator approved this version; empty means not yet."""
    effective: str = ""
    """The day from which it is in force."""
    licence: str = ""
    contact: str = ""
    preparer: str = ""
    helpline: str = ""
    """What signs and cards say to people who have a problem with gambling, with its number."""
    definitions: dict[str, Definition] | UnsetType = UNSET
    """By the wager, or `game`; a filing that says nothing of it is written as before."""

    @property
    def facts(self) -> dict[str, str]:
        """What is stated in one line each, by its key."""
        return {name: getattr(self, name) for name in FILING_FACTS}


FILING_FACTS = ("approved", "effective", "licence", "contact", "preparer", "helpline")
WHOLE_GAME = "game"
"""Under this name the definition of a game is stated that no built-in rulebook has."""
DEFINITION_FACTS = Definition.__struct_fields__


class Terms(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything the engine needs to know of an operator's choices."""

    game: str
    table: str
    operator: str = ""
    version: int = 1
    practice: bool = False
    approvals: dict[str, str] = {}
    positions: int
    positions_per_player: int = 1
    procedure: str = "manual_shoe"
    decks: int = 1
    shuffler: str = "none"
    """none, automated or continuous."""
    shuffler_counts: bool = False
    shuffler_loads_shoe: bool = False
    wagers: tuple[WagerTerms, ...]
    meters: tuple[MeterTerms, ...] = ()
    envy: tuple[Line, ...] = ()
    limits: tuple[LimitTerms, ...] = ()
    progressive_cards: str = ""
    """Which cards the progressive looks at, where the operator's approved definition says so."""
    readings: dict[str, str] = {}
    breakage: str = "exact"
    smallest_chip: int = 1
    edition: int | UnsetType = UNSET
    """The version of the game's book by which this table plays. Terms of the first do not state it: they are written as
    they were before there was another, and have the same fingerprint for ever."""
    filing: Filing | UnsetType = UNSET
    """Terms without it are written as they were before there was such a thing."""

    def wager(self, wager_id: str) -> WagerTerms | None:
        """The wager as offered here, or None where it is not offered."""
        return next((w for w in self.wagers if w.id == wager_id), None)

    @property
    def most_hands(self) -> int:
        """How many hands a round can have: one at each position, and the dealer's."""
        return self.positions + 1

    def reading(self, name: str) -> str:
        """The value of an operator's option; the submission check has filled in every default."""
        return self.readings[name]

    @property
    def digest(self) -> str:
        """A fingerprint: two tables with the same digest play under the same terms. What was filed bears the same one
        after its approval."""
        played = self if self.filing is UNSET else msgspec.structs.replace(self, filing=UNSET)
        return hashlib.sha256(msgspec.json.encode(played, order="deterministic")).hexdigest()[:16]
