"""All ways to answer in a round, asked of the engine once. In games in which every player has every decision they are
the same whatever the cards are: what is asked, what may be answered, which cards lie open then, how the wagers lie."""

from collections.abc import Sequence

from msgspec import Struct

from pitboss.cards.deck import UNKNOWN, Card
from pitboss.lab.regret.table import DecisionTable
from pitboss.play.sources import ScriptedOrder
from pitboss.simulation.setting import Places
from pitboss.table.state import FOLDED

LARGEST = 4096
"""More ways than these are not listed."""


class PathNode(Struct, frozen=True):
    """A decision after certain answers."""

    step: str
    choices: tuple[str, ...]
    seen: dict[str, tuple[int, ...]]
    """own, dealer, community, box → the places there at which the player sees the card."""
    wagers: dict[str, int]
    """What lies on his areas, in cents."""
    then: tuple[int, ...]
    """Choice → the number of the next decision; or, where the round is decided, that of the ending, written as −1 for
    the first, −2 for the second and so on."""


class PathEnding(Struct, frozen=True):
    """A round in which nothing is asked any more."""

    choices: tuple[str, ...]
    """The answers that led to it."""
    wagers: dict[str, int]
    """The wagers made before the deal and later, in cents, without those that were taken back."""
    folded: bool
    net: int
    """What the round brought with the cards that were dealt, in cents."""


class RoundPaths(Struct, frozen=True):
    """The first decision is number 0."""

    nodes: tuple[PathNode, ...]
    endings: tuple[PathEnding, ...]


def seen_draws(at: Places, node: PathNode) -> dict[str, list[int]]:
    """Which draws the player sees at a decision: own, dealer, community, box → draws, in the order in which the cards
    lie there."""
    lying = {"own": at.seats[0], "dealer": at.dealer, "community": at.community, "box": at.box}
    return {where: lying[where][list(seen)].tolist() for where, seen in node.seen.items()}


class TooManyPaths(ValueError):
    """A round that can go on in more ways than are listed."""


def paths_of(table: DecisionTable, cards: Sequence[Card]) -> RoundPaths:
    """Every way in which the round with these cards can go on for the one position that is decided from outside."""
    nodes: list[PathNode] = []
    endings: list[PathEnding] = []

    def walk(path: tuple[str, ...]) -> int:
        table.deal(ScriptedOrder(table.rules.deck, cards))
        for choice in path:
            table.choose(choice)
        if len(nodes) + len(endings) > LARGEST:
            raise TooManyPaths(f"{table.rules.book.title} can go on in more than {LARGEST:,} ways, too many to list")
        if not table.turn:
            endings.append(_ending(table, path))
            return -len(endings)
        number, made = len(nodes), _node(table)
        nodes.append(made)
        then = tuple(walk((*path, choice)) for choice in made.choices)
        nodes[number] = PathNode(made.step, made.choices, made.seen, made.wagers, then)
        return number

    walk(())
    return RoundPaths(tuple(nodes), tuple(endings))


def _node(table: DecisionTable) -> PathNode:
    step, (seat,) = table.step, table.decided
    assert step is not None
    view = table.view(seat)
    held = view.seats[seat - 1]
    lying = {"own": held.cards, "dealer": view.dealer, "community": view.community, "box": view.box}
    seen = {
        where: tuple(place for place, card in enumerate(cards) if card != UNKNOWN) for where, cards in lying.items()
    }
    return PathNode(step.name, table.legal, seen, dict(held.wagers), ())


def _ending(table: DecisionTable, path: tuple[str, ...]) -> PathEnding:
    (seat,) = table.decided
    folded = table.view(seat).seats[seat - 1].standing == FOLDED
    return PathEnding(path, table.wagered(seat), folded, table.net(seat))
