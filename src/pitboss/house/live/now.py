"""A table at one moment, and what an act would make of it. Nothing here is kept or told to anybody before the store has
committed it."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from pitboss.house.fair.scheme import Scheme
from pitboss.house.live.packs import ComingShuffle, Pack
from pitboss.house.money.accounts import Accounts, accounts_of
from pitboss.house.money.entries import MeterEntry, Posting
from pitboss.house.trail.bodies import ActDone, Body, Opened
from pitboss.house.trail.rows import Row
from pitboss.rulebook.edition import Edition
from pitboss.table.events import AnyEvent
from pitboss.table.rules import Rules
from pitboss.table.state import State


class Fixed(Struct, frozen=True):
    """What never changes while a table is open."""

    chain: int
    name: str
    dealer: str
    """automatic or person"""
    cards: str
    """shuffle or feed"""
    links: Mapping[str, str]
    """Meters that are shared with other tables: the table's name of each and the house's."""
    scheme: Scheme = 1
    """How its commitments are made."""
    edition: Edition | None = None
    """The folder of the game that it was opened with."""

    @classmethod
    def of(cls, chain: int, opened: Opened) -> "Fixed":
        """As the table's first row has it."""
        links = dict(opened.links)
        return cls(chain, opened.name, opened.dealer, opened.cards, links, opened.scheme, opened.edition)

    def meter(self, own: str) -> str:
        """The house's name of one of the table's meters."""
        return house_name(self.chain, self.links, own)


def house_name(chain: int, links: Mapping[str, str], own: str) -> str:
    """What the house calls a meter of a table: by the name it is shared under, or after the table."""
    return links.get(own) or f"{chain}/{own}"


class HandTally(Struct, frozen=True, gc=False):
    """What a position wagered and got back in this round."""

    player: str
    wagered: int
    returned: int


class RoundTally(Struct, frozen=True, gc=False):
    """The round in progress, for the index of rounds."""

    round: int
    opened_at: int
    first: int
    terms: str
    hands: Mapping[int, HandTally]
    closed: bool = False
    """The bets are closed: from now on everything counts."""
    irregularities: int = 0


class Now(Struct, frozen=True):
    """Everything that a restart must find again."""

    rules: Rules
    state: State
    number: int
    """The last row of the trail."""
    hash: bytes
    at: int
    seq: int
    """The last event of the log."""
    packs: Mapping[int, Pack]
    coming: Mapping[int, ComingShuffle]
    shuffles: int
    """How many commitments there have been."""
    ready: frozenset[int] = frozenset()
    """Positions whose players have no more wagers to place."""
    tally: RoundTally | None = None
    practice: bool = False
    """Whether its chips are practice chips, in accounts of their own."""

    @property
    def accounts(self) -> Accounts:
        return accounts_of(self.practice)

    @property
    def undivided(self) -> bool:
        """Whether this is a practice table from before practice chips had accounts of their own, which still uses those
        of real chips: nobody may wager there."""
        return self.rules.terms.practice and not self.practice


class RoundEnd(Struct, frozen=True):
    """A cleared round for the index."""

    tally: RoundTally
    cleared_at: int
    last: int
    void: bool
    shuffle: int
    """Whose cards were dealt; 0: none were."""


class TableChange(Struct):
    """What an act will write and what the table will be then."""

    now: Now
    rows: list[Row]
    bodies: list[Body]
    postings: list[tuple[int, Posting]]
    """With the number of the row they belong to."""
    meters: list[tuple[int, MeterEntry]]
    new_shuffles: list[ComingShuffle]
    shuffled: list[int]
    revealed: list[tuple[int, str, str]]
    """(shuffle, ending, seed)"""
    opened: RoundTally | None = None
    ended: RoundEnd | None = None
    adopted: bool = False
    """Other terms are in force from now on."""
    closed: bool = False
    """The table is closed from now on."""
    seq: int = 0
    """The row of whoever asked for it, of which he is told: the one with his id, otherwise the last."""

    @property
    def done(self) -> ActDone | None:
        """The act somebody asked for; of a run of the automatic staff the first."""
        return next((body for body in self.bodies if isinstance(body, ActDone)), None)

    def events(self) -> Iterator[AnyEvent]:
        """What the acts led to, in order."""
        for body in self.bodies:
            if isinstance(body, ActDone):
                yield from body.events
