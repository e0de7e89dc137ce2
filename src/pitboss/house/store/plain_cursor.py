"""How the house speaks to PostgreSQL: one statement, one answer.

The driver would send many rows as a pipeline, which ends with a wish to be answered at once. A server that has heard
this wish counts a transaction in which nothing happens no longer as idle: it would never end that of a process that
hangs, and nobody could take its tables over (`leases.STUCK`)."""

from collections.abc import Iterable
from typing import Any

from psycopg import Cursor


class PlainCursor(Cursor[Any]):
    def executemany(self, query: Any, params_seq: Iterable[Any], *, returning: bool = False) -> None:
        """Each set of parameters in a statement of its own."""
        if returning:
            raise ValueError("rows that are told back are asked for one statement at a time")
        changed = 0
        for params in params_seq:
            changed += self.execute(query, params).rowcount
        self._rowcount = changed
