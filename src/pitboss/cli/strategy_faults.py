"""What is wrong with a written strategy, for the person at the keyboard: every fault on a line of its own."""

from pitboss.cli.screen import Trouble, complain, safe


def in_the_way(bad: ValueError, given: str = "") -> Trouble:
    """What stands in the way. `given` names the strategy where the fault itself does not."""
    from pitboss.lab.strategies.written import BadStrategy

    if not isinstance(bad, BadStrategy):
        return Trouble(str(bad))
    named = bad.where or given or "this strategy"
    if len(bad.faults) == 1:
        return Trouble(safe(f"{named}: {bad.faults[0]}"))
    for fault in bad.faults:
        complain(f"{named}: {fault}")
    return Trouble(safe(f"{named}: {len(bad.faults)} faults; it cannot be used as a strategy"))
