"""Who acts. A person is written `role` or `role:name`; the roles are those of `rulebook/roles.py`."""

from functools import cache

from pitboss.rulebook.roles import PLAYER

SPECTATOR = "guest"
"""Who only looks on, with an account or without one, as programs and messages write it. It is no role: it may do
nothing."""


@cache
def role(person: str) -> str:
    """`player` of `player:Ann`."""
    return person.partition(":")[0]


@cache
def name(person: str) -> str:
    """`Ann` of `player:Ann`."""
    return person.partition(":")[2]


def as_player(name: str) -> str:
    """`player:Ann` of `Ann`."""
    return f"{PLAYER}:{name}"
