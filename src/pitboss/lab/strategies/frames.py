"""Written strategies as tables for other programs: what each rule is applied to and costs, the costliest hands, what
strategies cost by their length. Exact values are text; a rounded number stands beside each."""

from collections.abc import Callable, Sequence

from pitboss.frames.cells import FrameRow, Value
from pitboss.lab.strategies.api import StrategyCost
from pitboss.lab.strategies.short import ShortStrategy


def _named(found: StrategyCost) -> dict[str, Value]:
    return {"game": found.game, "paytable": found.paytable, "strategy": found.title}


def rule_rows(found: StrategyCost) -> list[FrameRow]:
    """One row for each rule and default, in their order."""
    return [
        {
            **_named(found),
            "decision": rule.decision,
            "rule": rule.number,
            "when": rule.when,
            "do": rule.do,
            "share": float(rule.share),
            "share_exact": rule.share,
            "cost": float(rule.cost),
            "cost_exact": rule.cost,
        }
        for rule in found.rules
    ]


def hand_rows(found: StrategyCost) -> list[FrameRow]:
    """One row for each of the costliest hands, the worst first."""
    return [
        {
            **_named(found),
            "decision": hand.decision,
            "cards": " ".join(hand.cards),
            "board": " ".join(hand.board),
            "dealer": " ".join(hand.dealer),
            "does": hand.does,
            "best": hand.best,
            "share": float(hand.share),
            "share_exact": hand.share,
            "cost": float(hand.cost),
            "cost_exact": hand.cost,
        }
        for hand in found.hands
    ]


def curve_rows(found: Sequence[ShortStrategy]) -> list[FrameRow]:
    """One row for each length: what the best strategy found of at most so many rules costs."""
    return [
        {
            "game": each.found.game,
            "paytable": each.found.paytable,
            "most": each.most,
            "rules": each.rules,
            "edge": float(each.found.edge),
            "edge_exact": each.found.edge,
            "cost": float(each.found.cost),
            "cost_exact": each.found.cost,
        }
        for each in found
    ]


COST_TABLES: dict[str, Callable[[StrategyCost], list[FrameRow]]] = {"rules": rule_rows, "hands": hand_rows}
"""The tables of a strategy that was costed."""
