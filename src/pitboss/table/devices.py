"""What the devices at the table do while they are in use."""

from pitboss.rulebook import devices
from pitboss.table.rules import Rules
from pitboss.table.state import State


def continuous(rules: Rules, state: State) -> bool:
    """Whether a device that reshuffles continuously is in use: then nothing is cut, recut or spread, and no stub is
    left to be put away or counted."""
    return devices.reshuffles(rules.terms) and state.shuffler == "working"


def by_device_only(rules: Rules, state: State) -> bool:
    """Whether every deck passes through a device before it is dealt."""
    return devices.by_device_only(state.procedure, reshuffles=continuous(rules, state))
