"""What lies on the wager by which values are told."""

from collections.abc import Mapping

from pitboss.table.rules import Rules


def stake_of(rules: Rules, wagers: Mapping[str, int]) -> int:
    """What lies on the wager that is the unit, in cents; `wagers`: what lies on each area."""
    return next(wagers[w.id] for w in rules.wagers if w.compulsory and w.id in wagers)
