"""Answers that hold records of the house itself."""

from msgspec import Struct

from pitboss.house.audit.findings import Finding
from pitboss.house.audit.queries import HandLine, RoundLine
from pitboss.house.money.reserves import ReserveMove
from pitboss.house.server.past import HappenedWorded
from pitboss.messages.base import AnswerBody as Answer
from pitboss.messages.rounds import TableLaid
from pitboss.table.views import Told


class RoundShown(Answer):
    table: int
    round: int
    opened_at: int
    cleared_at: int | None
    void: bool
    practice: bool
    """Played at a practice table: its amounts are no money."""
    wagered: int
    returned: int
    irregularities: int
    hands: tuple[HandLine, ...]


class Rounds(Answer):
    rounds: list[RoundShown]
    next: str | None
    """What to give as `before` for the rounds before these."""


class AuditRounds(Answer):
    rounds: list[RoundLine]
    next: str | None


class OwnChips(Struct, frozen=True):
    """All chips of a player, wherever they lie, before his first wager of the round and when it was cleared; cents."""

    player: str
    before: int
    after: int


class RoundTold(Struct, frozen=True, kw_only=True):
    """A round as everybody may know it."""

    table: int
    name: str
    game: str
    round: int
    opened_at: int
    cleared_at: int | None
    playing: bool
    """Neither over nor given up before any wager."""
    void: bool
    practice: bool
    """Played at a practice table: its amounts are no money."""
    wagered: int
    returned: int
    irregularities: int
    shuffle: int | None
    terms: str
    hands: tuple[HandLine, ...]
    chips: tuple[OwnChips, ...]
    """Once it is over: of whoever asks, where he was dealt in. Nobody sees what others have."""
    events: tuple[HappenedWorded, ...]
    """Once it is over: everything, with every face, for those who played it and for those who read the trail; for
    everybody else what lay face up, and no name."""
    told: tuple[Told, ...]
    """While it is not over: what a spectator has heard; names only for those who read the trail."""
    laid: tuple[TableLaid | None, ...]
    """How the table lay after each of `events` or `told`, as far as the reader may know it; null for what is no event
    of the game."""
    seq: int
    """The row of the trail up to which it is told: changes at the table with a higher one came later."""


class Verified(Answer):
    clean: bool
    chains: int
    rows: int
    rounds: int
    total: int
    findings: list[Finding]
    notes: list[str]


class ReservesShown(Answer):
    reserves: dict[str, int]
    """What is set aside for each meter, in cents."""
    pools: dict[str, int]
    """What the players have in each meter, in whole cents."""
    practice: list[str]
    """The meters of practice tables: these are practice chips, in accounts that begin with `practice/`."""
    cage: int
    """What the cage holds, in cents."""
    practice_cage: int
    """What the cage holds in practice chips, in cents."""
    proposals: list[ReserveMove]
