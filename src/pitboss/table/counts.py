"""When the stub must be counted (X-03, X-04)."""

from pitboss.rulebook.devices import count_exempt
from pitboss.table.rules import Rules
from pitboss.table.state import State

ROUNDS_BETWEEN_COUNTS = 5


def must_count(rules: Rules, state: State) -> bool:
    """Whether stubs are counted at all: a Maryland device that counts exempts while it is in use (X-04),
    Massachusetts always counts."""
    return not (state.shuffler == "working" and count_exempt(rules.terms))


def count_due(rules: Rules, state: State) -> bool:
    return must_count(rules, state) and state.rounds_uncounted >= ROUNDS_BETWEEN_COUNTS


def rack_uncounted(rules: Rules, state: State) -> bool:
    """A count is due and the cards it was due for lie in the discard rack: they are counted before anything else."""
    return count_due(rules, state) and any(deck.stage == "used" for deck in state.decks)
