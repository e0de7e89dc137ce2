"""What an audit found: sentences with the chain, the row and the round they are about, not more than can be read."""

from collections import Counter

from msgspec import Struct

MOST = 200
"""How many findings are kept word by word; beyond that they are counted."""
MOST_ALIKE = 25
"""How many of one kind on one chain."""


class Finding(Struct, frozen=True, order=True):
    text: str
    chain: int | None = None
    row: int = 0
    round: int = 0


class Findings:
    """Everything that does not fit, and what could not be looked at."""

    def __init__(self) -> None:
        self.found: list[Finding] = []
        self.total = 0
        self.notes: list[str] = []
        """What is not wrong but should be known: what could not be checked, and why."""
        self.chains = self.rows = self.rounds = 0
        """How much was looked at."""
        self._alike: Counter[tuple[str, int | None]] = Counter()

    @property
    def clean(self) -> bool:
        return self.total == 0

    def add(self, text: str, chain: int | None = None, *, row: int = 0, round: int = 0, kind: str = "") -> None:
        """One finding; `kind` groups those that may come in great numbers."""
        self.total += 1
        alike = (kind or text, chain)
        self._alike[alike] += 1
        if len(self.found) < MOST and self._alike[alike] <= MOST_ALIKE:
            self.found.append(Finding(text, chain, row, round))

    def note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    @property
    def left_out(self) -> int:
        """Findings that are counted only."""
        return self.total - len(self.found)
