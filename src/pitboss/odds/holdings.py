"""How many cards a holding has, as the deal plan says."""

from collections import Counter

from pitboss.table.cells import Holding, Place
from pitboss.table.definition import Deal, Step
from pitboss.table.rules import Rules

_PLACES: dict[str, Place] = {"seats": "own", "dealer": "dealer", "community": "community", "box": "box"}
"""Where a deal goes → what a holding calls it. Cards that are burned or thrown away are in no holding."""


def dealt(rules: Rules) -> Counter[Place]:
    """How many cards one position, the dealer, the board and the box get in a round."""
    plan = rules.game.plan(rules, rules.terms.procedure, None)
    found: Counter[Place] = Counter()
    for step in rules.script(rules.terms.procedure):
        if step.kind == "deal":
            for deal in plan[step.part]:
                if place := place_of(deal):
                    found[place] += deal.count
    return found


def place_of(what: Deal | Step) -> Place | None:
    """Where cards are dealt or turned up, as holdings call it."""
    return _PLACES.get(what.to if isinstance(what, Deal) else what.place)


def sizes(rules: Rules, holding: Holding) -> Counter[Place]:
    """How many cards of each place the holding sees."""
    every, found = dealt(rules), Counter[Place]()
    for seen in holding.sees:
        found[seen.place] += min(seen.first, every[seen.place]) if seen.first else every[seen.place]
    return found


def size(rules: Rules, holding: Holding) -> int:
    """How many cards the holding has when all are dealt."""
    return sizes(rules, holding).total()
