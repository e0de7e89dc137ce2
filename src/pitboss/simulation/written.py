"""Strategies that somebody wrote. Their text is the name of the strategy in a job; whoever can read such texts says so
here, and the kernels ask him what is decided."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from pitboss.odds.tables import Array

if TYPE_CHECKING:
    from pitboss.simulation.setting import Setting

Reader = Callable[["Setting"], Any]
"""The decisions as the shape of the game wants them: [hand, open cards] → choice; or (decision, state of the wagers) →
answers of all sets of cards; or `BoardChoices`."""
_READERS: list[Reader] = []


class BoardChoices(NamedTuple):
    """All decisions where community cards are shared, as the kernels number choices."""

    start: Array
    flop: Array
    """[flop, card, card]"""
    finals: Array
    """[type and class]"""


def learn(reader: Reader) -> None:
    """From now on this reader is asked."""
    _READERS[:] = [reader]


def is_written(strategy: str) -> bool:
    """Whether it is a text, and not the name of a strategy that is known here."""
    return "\n" in strategy


def decided(setting: "Setting") -> Any:
    """What the text of a setting decides."""
    if not _READERS:
        raise ValueError("nobody here reads written strategies; they are simulated on the machine that was asked")
    return _READERS[0](setting)
