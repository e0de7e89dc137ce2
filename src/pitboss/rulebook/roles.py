"""The roles people have, one row each. To add a role is to add a row: everything else asks what a role may do.

What an act or an operation needs is said by its own row (`table/acts.py`, `house/people/permits.py`), as powers."""

from collections.abc import Collection
from typing import Literal

from msgspec import Struct

Power = Literal["sit", "deal", "floor", "supervise", "manage", "audit", "train"]
"""sit: takes a seat and wagers. deal: deals, and records what people without an account do. floor: rules on what went
wrong, verifies cards, brings chips. supervise: opens tables, proposes terms. manage: approves, keeps the accounts.
audit: reads the record. train: sees what everybody in the school has learnt."""

LOBBY = "/"


class Role(Struct, frozen=True):
    """What somebody is in the house."""

    name: str
    """As accounts, logs and the API write it. It stays for ever: old logs are read by it."""
    title: str
    """The word shown."""
    may: tuple[Power, ...]
    home: str = LOBBY
    """The page after signing in."""

    @property
    def staff(self) -> bool:
        """Whether he works at the tables."""
        return "deal" in self.may or "floor" in self.may


PLAYER, DEALER, FLOORPERSON, MANAGER = "player", "dealer", "floorperson", "manager"
"""The roles that the house itself gives: to a guest, to the automatic dealer and floorperson, to whoever sets it up."""

ROWS = (
    Role(PLAYER, "player", ("sit",)),
    Role(DEALER, "dealer", ("deal",)),
    Role(FLOORPERSON, "floorperson", ("floor",)),
    Role("supervisor", "supervisor", ("floor", "supervise", "train")),
    Role(MANAGER, "manager", ("floor", "supervise", "manage", "train")),
    Role("auditor", "auditor", ("audit",), home="/audit"),
    Role("trainer", "trainer", ("train",)),
)
"""In the order of the rulebooks: of several roles, the one that acts by default is the first that may."""


def check_rows(rows: tuple[Role, ...]) -> None:
    """Refuses rows that mean nothing. A person at a seat is written `player:Ann` everywhere: one role sits."""
    names = [row.name for row in rows]
    if len(names) != len(set(names)):
        raise ValueError(f"a role has two rows: {', '.join(names)}")
    others = [row.name for row in rows if ("sit" in row.may) != (row.name == PLAYER)]
    if others:
        raise ValueError(
            f"only '{PLAYER}' takes a seat, and the rows of {', '.join(others)} say otherwise: give a person who plays "
            f"besides his work the role '{PLAYER}' as well"
        )


check_rows(ROWS)


def who_may(*powers: Power) -> tuple[str, ...]:
    """The roles that have one of these powers, those with the first power first.

    >>> who_may("deal", "sit")
    ('dealer', 'player')
    """
    return tuple(dict.fromkeys(row.name for power in powers for row in ROWS if power in row.may))


def home_of(roles: Collection[str]) -> str:
    """The page of somebody with these roles: the first that has one of its own."""
    return next((row.home for row in ROWS if row.name in roles and row.home != LOBBY), LOBBY)


ROLES = tuple(row.name for row in ROWS)
FLOOR = who_may("floor")
"""A floorperson, or somebody above."""
STAFF = who_may("deal", "floor")
"""Who works at the tables."""
MANAGERS = who_may("manage")
