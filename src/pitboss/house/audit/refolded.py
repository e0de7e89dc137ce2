"""The table as a recorded round began it, from which its events are told again."""

from collections.abc import Iterable

from msgspec.structs import replace

from pitboss.house.audit.queries import HandLine
from pitboss.table.rules import Rules
from pitboss.table.state import State


def seated(rules: Rules, hands: Iterable[HandLine]) -> State:
    """An empty table at which those sit who were dealt in, by the names that the reader may know."""
    players = {hand.seat: hand.player for hand in hands}
    opening = rules.opening()
    return replace(opening, seats=tuple(replace(seat, player=players.get(seat.number, "")) for seat in opening.seats))
