"""The terms a round was played under, out of the trail: those of the opening, or those adopted last before it."""

from collections.abc import Iterator
from contextlib import suppress

import msgspec
from sqlalchemy import Connection, func, select

from pitboss.games import rules_for
from pitboss.house.audit.reading import decoded, rows
from pitboss.house.audit.trouble import AuditTrouble
from pitboss.house.live.snapshot import read as kept_state
from pitboss.house.store import schema
from pitboss.house.trail import bodies as b
from pitboss.house.trail.archived import archived, stretches
from pitboss.house.trail.rows import Row
from pitboss.rulebook.edition import difference
from pitboss.rulebook.folders import games
from pitboss.rulebook.terms import Terms
from pitboss.table import events as e
from pitboss.table.rules import Rules

ADOPTED = b'"TermsAdopted"'


def opened(conn: Connection, chain: int) -> tuple[Row, b.Opened]:
    """The first row of a table."""
    for row in rows(conn, chain, 0, 1):
        if row.kind == "opened":
            body = decoded(row)
            assert isinstance(body, b.Opened)
            return row, body
    raise AuditTrouble("damaged", f"the trail of table {chain} does not begin with its opening")


def no_round(conn: Connection, chain: int, round: int) -> AuditTrouble:
    """Why a round is not here: it never was, or it is archived."""
    away = archived(conn, chain)
    if away is None or not 1 <= round <= away.round:
        return AuditTrouble("no_round", f"table {chain} has no round {round}")
    held_in = next(each for each in stretches(conn, chain) if round <= each.round)
    return AuditTrouble(
        "archived",
        f"round {round} of table {chain} is archived, in {held_in.file}; `pitboss audit` reads it where --archive, or "
        "the setting archive, names the folder",
    )


def rules_then(chain: int, body: b.Opened) -> Rules:
    """The rules that a table was opened with; another folder of the game cannot say what happened there."""
    other = difference(body.terms.game, body.edition) if body.terms.game in games() else None
    if other is not None and other.refused:
        raise AuditTrouble("other_game", f"table {chain} was opened with {other}; look at it with the folder of then")
    return rules_for(body.terms)


def practised(conn: Connection, chain: int) -> int | None:
    """The row from which on the chips of a table are practice chips; None where they are real."""
    if opened(conn, chain)[1].practice:
        return 1
    away = archived(conn, chain)
    if away is not None and kept_state(away.state).practice:
        return 1  # for every row that is here
    return next((row.number for row in rows(conn, chain, kinds=("practice",))), None)


def adopted(body: b.ActDone) -> Terms | None:
    """The terms that this act brought into force."""
    return next((event.terms for event in reversed(body.events) if isinstance(event, e.TermsAdopted)), None)


def terms_of(conn: Connection, chain: int, round: int) -> Terms:
    """The terms of a round. The digest that the round itself recorded tells whether they are the right ones."""
    c = schema.rounds.c
    found = conn.execute(select(c.terms, c.first).where(c.chain == chain, c.round == round)).first()
    if found is None:
        raise no_round(conn, chain, round)
    for terms in _candidates(conn, chain, round, found.terms):
        if terms.digest == found.terms:
            return terms
    raise AuditTrouble("damaged", f"the trail of table {chain} does not hold the terms of round {round}")


class ChipKinds:
    """Whether rounds were for practice, by the terms they were played under; each terms are looked for once."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn
        self._known: dict[tuple[int, str], bool] = {}

    def practice(self, chain: int, round: int, digest: str) -> bool:
        key = (chain, digest)
        if key not in self._known:
            self._known[key] = False
            with suppress(AuditTrouble):  # whose terms are lost is found where the trail is verified
                self._known[key] = terms_of(self._conn, chain, round).practice
        return self._known[key]


def _candidates(conn: Connection, chain: int, round: int, digest: str) -> Iterator[Terms]:
    """Where the terms may stand, the likeliest place first."""
    now = conn.execute(select(schema.tables.c.terms).where(schema.tables.c.id == chain)).scalar()
    if now is not None:
        with suppress(ValueError):  # where somebody changed it, the trail has them too
            yield msgspec.json.decode(now, type=Terms)
    yield opened(conn, chain)[1].terms
    away = archived(conn, chain)
    if away is not None:
        with suppress(ValueError):
            yield msgspec.json.decode(away.terms, type=Terms)
    c = schema.rounds.c
    others = select(func.max(c.last)).where(c.chain == chain, c.round < round, c.terms != digest)
    after = conn.execute(others).scalar() or 0
    before = conn.execute(select(func.min(c.first)).where(c.chain == chain, c.first > after)).scalar()
    for row in rows(conn, chain, after, before):
        if row.kind == "act" and ADOPTED in row.body:
            body = decoded(row)
            terms = adopted(body) if isinstance(body, b.ActDone) else None
            if terms is not None:
                yield terms
