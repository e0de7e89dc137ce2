"""Who acts. A person is written `role` or `role:name`; the roles are those of the rulebooks."""

from functools import cache

PLAYER, DEALER, FLOORPERSON, SUPERVISOR, MANAGER, AUDITOR = (
    "player", "dealer", "floorperson", "supervisor", "manager", "auditor",
)  # fmt: skip
ROLES = (PLAYER, DEALER, FLOORPERSON, SUPERVISOR, MANAGER, AUDITOR)

FLOOR_OR_ABOVE = (FLOORPERSON, SUPERVISOR, MANAGER)
STAFF = (DEALER, FLOORPERSON, SUPERVISOR, MANAGER)


@cache
def role(person: str) -> str:
    """`player` of `player:Ann`."""
    return person.partition(":")[0]


@cache
def name(person: str) -> str:
    """`Ann` of `player:Ann`."""
    return person.partition(":")[2]
