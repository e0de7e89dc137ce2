"""The hash chains: every row fits the one before it, none is missing, and time does not run backwards. On the way the
revealed seeds are collected, which performing the rows again will need."""

from collections.abc import Callable

from sqlalchemy import Connection, func, select

from pitboss.house.audit.findings import Findings
from pitboss.house.audit.reading import rows
from pitboss.house.fair.scheme import SEED
from pitboss.house.store.schema import HOUSE, trail
from pitboss.house.trail import bodies as b
from pitboss.house.trail.archived import FIRST, Stretch
from pitboss.house.trail.rows import GENESIS, KINDS, Row, hash_of, head, person_of

Progress = Callable[[int], None]
"""Called now and then with how many more rows were read."""
STEP = 500


class Revealed:
    """Seeds by the number of their shuffle, 33 bytes each however long the trail is."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held = bytearray()

    def put(self, shuffle: int, seed: bytes) -> None:
        """A number that no honest trail of this length reaches is left alone: its row will not follow."""
        if not 0 < shuffle <= self._most or len(seed) != SEED:
            return
        end = shuffle * (SEED + 1)
        self._held.extend(bytes(max(0, end - len(self._held))))
        self._held[end - SEED - 1 : end] = b"\1" + seed

    def get(self, shuffle: int) -> bytes | None:
        end = shuffle * (SEED + 1)
        found = bytes(self._held[end - SEED - 1 : end])
        return found[1:] if found[:1] == b"\1" else None


def check_chain(
    conn: Connection, chain: int, findings: Findings, progress: Progress, away: Stretch | None = None
) -> Revealed:
    """Looks at every row of a chain that is here; `away` is the last stretch of it that is not."""
    revealed = Revealed(head(conn, chain)[0])
    _check_beginning(conn, chain, findings)
    before = Row(chain, 0, 0, "", 0, "", None, b"", GENESIS)
    read = 0
    for row in rows(conn, chain):
        if away is not None and before.number < away.last < row.number:
            if before.number != FIRST - 1:
                findings.add(f"rows of chain {chain} stand before row {away.last}, up to which it is archived", chain)
            before = Row(chain, away.last, away.at, "", 0, "", None, b"", away.hash)
        _check(row, before, findings)
        if row.kind == "reveal" and chain != HOUSE:
            _collect(row, revealed)
        before = row
        read += 1
        if read % STEP == 0:
            progress(STEP)
    progress(read % STEP)
    _check_people(conn, chain, findings)
    findings.chains += 1
    findings.rows += read
    return revealed


def _check_beginning(conn: Connection, chain: int, findings: Findings) -> None:
    """A chain begins with row 1. A row before it would be in no hash, and yet its id would count as used."""
    c = trail.c
    asked = select(c.number, c.round).where(c.chain == chain, c.number < 1).order_by(c.number)
    for number, round in conn.execute(asked.execution_options(yield_per=STEP)):
        text = f"row {number} of chain {chain} stands before the first row: it was put in"
        findings.add(text, chain, row=number, round=round, kind="before")


def _check(row: Row, before: Row, findings: Findings) -> None:
    chain, number = row.chain, row.number
    if number != before.number + 1:
        gone = f"rows {before.number + 1} to {number - 1}" if number > before.number + 2 else f"row {number - 1}"
        findings.add(f"{gone} of chain {chain} missing", chain, row=number, kind="gap")
    if row.at < before.at:
        findings.add(f"row {number} of chain {chain} is earlier than the row before it", chain, row=number, kind="time")
    own = row.kind in b.OF_TABLE
    if row.kind not in KINDS or own == (chain == HOUSE):
        findings.add(f"row {number} of chain {chain} is of a kind that does not belong there", chain, row=number)
    made = hash_of(before.hash, chain, number, row.at, row.kind, row.round, row.by, row.act_id, row.body)
    if made != row.hash:
        findings.add(
            f"row {number} of chain {chain} does not fit its hash: it or the row before it was changed, removed or put"
            " in",
            chain,
            row=number,
            round=row.round,
            kind="hash",
        )


def _check_people(conn: Connection, chain: int, findings: Findings) -> None:
    """An id is kept for its person: another name there would let it be used a second time."""
    c = trail.c
    people = select(c.by, c.person, func.min(c.number)).where(c.chain == chain).group_by(c.by, c.person)
    for by, person, number in conn.execute(people.order_by(func.min(c.number))):
        if person != person_of(by):
            text = f"row {number} of chain {chain} keeps its id for '{person}', not for '{by}' who acted"
            findings.add(text, chain, row=number)


def _collect(row: Row, revealed: Revealed) -> None:
    try:
        body = b.decode(row)
        if isinstance(body, b.Reveal):
            revealed.put(body.shuffle, bytes.fromhex(body.seed))
    except ValueError:
        pass  # its row will not follow from the others: that is found there
