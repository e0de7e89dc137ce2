"""What a scenario file says, once it is read."""

from typing import Any

from msgspec import Struct

from pitboss.cards.deck import Card
from pitboss.rulebook.roles import DEALER
from pitboss.table.actions import AnyAction


class BadScenario(ValueError):
    """A scenario that cannot be played, with all that is wrong."""


class SeatScript(Struct, frozen=True):
    number: int
    player: str
    wagers: dict[str, int]
    acts: tuple[str, ...]


class Moment(Struct, frozen=True):
    """When something is done: `after` a step, or `at` a step once so much of its work is done."""

    after: str = ""
    at: str = ""
    dealt: int = 0
    """Deliveries of the step's cards."""
    decided: int = 0
    """Positions that have answered."""
    settled: int = 0
    """Hands that are settled."""
    reported: int = 0
    """Reports of the round, whatever the step."""


class ReportScript(Struct, frozen=True):
    """What goes wrong, and when."""

    kind: str
    when: Moment = Moment()
    by: str = DEALER
    seat: int = 0
    place: str = ""
    count: int = 0
    cards: tuple[Card, ...] = ()
    ruling: str = ""
    detail: str = ""
    places: dict[str, int] = {}
    """stub_count: how many cards were found where; elsewhere they lie as recorded."""


class RefusedScript(Struct, frozen=True):
    """An act that the table must refuse: its name, the act itself, when and by whom, and by which clause."""

    act: str
    action: AnyAction | None
    """None only in a file with faults."""
    when: Moment = Moment()
    by: str = ""
    """Nobody: whoever does such acts."""
    clause: str = ""
    code: str = ""


class Expected(Struct, frozen=True):
    net: int
    clause: str = ""


class Round(Struct, frozen=True):
    """One round: cards, wagers, decisions, what goes wrong, and what is expected."""

    seats: tuple[SeatScript, ...]
    title: str = ""
    order: tuple[Card, ...] = ()
    places: dict[str, tuple[Card, ...]] = {}
    meters: dict[str, int] = {}
    """What meters read before it, in millionths of a cent; the others read what they read after the round before."""
    reports: tuple[ReportScript, ...] = ()
    refused: tuple[RefusedScript, ...] = ()
    expect: dict[int, dict[str, Expected]] = {}
    expect_meters: dict[str, int] = {}


class Scenario(Struct, frozen=True):
    """Rounds at one table, one after the other."""

    title: str
    game: str
    rounds: tuple[Round, ...]
    proves: str = ""
    submission: dict[str, Any] = {}
    submission_file: str = ""

    @property
    def expects(self) -> bool:
        """Whether the file says how any of its rounds should end."""
        return any(r.expect or r.expect_meters or r.refused for r in self.rounds)
