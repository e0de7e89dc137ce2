"""Lines that are derived from the trail, held against the lines that stand in the store, in order and one by one."""

from collections.abc import Generator, Sequence
from typing import Any

from sqlalchemy import Connection, Select

from pitboss.house.audit.findings import Findings

PAGE = 1000


class Stored:
    """The lines of one table of the store in the order of their keys; each derived line must be the next."""

    def __init__(
        self,
        conn: Connection,
        asked: Select[Any],
        columns: Sequence[str],
        keys: int,
        what: str,
        findings: Findings,
        chain: int,
    ) -> None:
        """`columns` name the values of a line, the first `keys` of them its key; `what` says what a line is."""
        self._lines = self._read(conn, asked)
        self._columns, self._keys, self._what = columns, keys, what
        self._findings, self._chain = findings, chain
        self._next = next(self._lines, None)

    @staticmethod
    def _read(conn: Connection, asked: Select[Any]) -> Generator[tuple[Any, ...], None, None]:
        with conn.execute(asked.execution_options(yield_per=PAGE)) as found:
            for row in found:
                yield tuple(row)

    def expect(self, line: tuple[Any, ...]) -> None:
        """This line must stand there now."""
        key = line[: self._keys]
        while self._next is not None and self._comes_before(self._next[: self._keys], key):
            self._extra(self._next)
            self._next = next(self._lines, None)
        if self._next is None or self._next[: self._keys] != key:
            self._say(key, "follows from the trail but is not in the store")
            return
        if self._next != line:
            pairs = zip(self._columns, line, self._next, strict=True)
            wrong = [f"{name} {_shown(found)} instead of {_shown(due)}" for name, due, found in pairs if due != found]
            self._say(key, f"is not what follows from the trail: {'; '.join(wrong)}")
        self._next = next(self._lines, None)

    def close(self) -> None:
        """Nothing more is asked."""
        self._lines.close()

    def finish(self) -> None:
        """Nothing more may stand there."""
        while self._next is not None:
            self._extra(self._next)
            self._next = next(self._lines, None)

    @staticmethod
    def _comes_before(found: tuple[Any, ...], key: tuple[Any, ...]) -> bool:
        try:
            return found < key
        except TypeError:  # a text where a number should be: nothing of ours
            return True

    def _extra(self, line: tuple[Any, ...]) -> None:
        self._say(line[: self._keys], "is in the store but does not follow from the trail")

    def _say(self, key: tuple[Any, ...], fault: str) -> None:
        named = ", ".join(f"{name} {_shown(value)}" for name, value in zip(self._columns, key, strict=False))
        row = key[0] if self._columns[0] == "row" and isinstance(key[0], int) else 0
        round = key[0] if self._columns[0] == "round" and isinstance(key[0], int) else 0
        self._findings.add(
            f"{self._what} of chain {self._chain} ({named}) {fault}", self._chain, row=row, round=round, kind=self._what
        )


def _shown(value: Any) -> str:
    text = str(value) if not isinstance(value, bytes) else value.hex()
    return text if len(text) <= 40 else f"{text[:37]}..."
