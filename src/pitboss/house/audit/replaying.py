"""One round rebuilt from the trail alone. The events recorded before it are folded into the state it began with, which
the fingerprint in the trail confirms; then every act of the round is decided again, the payments are booked again, and
the cards are shuffled again."""

from collections.abc import Callable, Mapping

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, select

from pitboss import checker
from pitboss.games import rules_for
from pitboss.house.audit.proofs import proof_of_shuffle
from pitboss.house.audit.queries import RoundLine, RowSeen, round_line, rows_of
from pitboss.house.audit.reading import decoded, rows
from pitboss.house.audit.terms import opened, practised, rules_then
from pitboss.house.audit.trouble import AuditTrouble
from pitboss.house.live.now import Fixed
from pitboss.house.live.snapshot import fingerprint, read
from pitboss.house.money.accounts import accounts_of
from pitboss.house.money.entries import book
from pitboss.house.store import schema
from pitboss.house.trail import bodies as b
from pitboss.house.trail.archived import archived
from pitboss.play.log import BadLog, Record
from pitboss.play.replay import Replayed, replay
from pitboss.rulebook.terms import Terms
from pitboss.table.evolve import evolve, rules_after
from pitboss.table.rules import Rules
from pitboss.table.state import State


class Rebuilt(Struct, frozen=True):
    """A round decided again."""

    line: RoundLine
    terms: Terms
    items: list[Replayed]
    faults: tuple[str, ...]
    """Where the books or the cards are not those of the trail; an act that does not follow is an `AuditTrouble`."""


def rebuild(conn: Connection, chain: int, round: int) -> Rebuilt:
    """The round again. Reads the table's trail up to the round once; decides only the acts of the round."""
    line = round_line(conn, chain, round)
    if line.cleared_at is None or line.last is None:
        raise AuditTrouble("open", f"round {round} of table {chain} is not over: its cards cannot be shown")
    rules, state = state_before(conn, chain, line.first)
    seen = [s for s in rows_of(conn, chain, round) if s.row.number <= line.last]
    records: list[Record] = []
    for each in seen:
        if isinstance(each.body, b.ActDone):
            records += b.records(each.row, each.body)
    try:
        items = list(replay(rules.terms, records, state))
    except BadLog as bad:
        raise AuditTrouble("damaged", f"round {round} of table {chain} does not follow from the rules: {bad}") from None
    except (LookupError, AssertionError, TypeError, ValueError, ArithmeticError) as error:
        raise AuditTrouble("damaged", f"round {round} of table {chain} cannot be played: {error}") from None
    faults = [*_books(conn, chain, seen, items, rules, state), *_cards(conn, line)]
    return Rebuilt(line, rules.terms, items, tuple(faults))


def state_before(conn: Connection, chain: int, first: int) -> tuple[Rules, State]:
    """The table just before a row, folded from the recorded events."""
    _, body = opened(conn, chain)
    rules = rules_then(chain, body)
    state = cleared = rules.opening()
    told, after, away = "", 1, archived(conn, chain)
    if away is not None:
        rules, after = rules_for(msgspec.json.decode(away.terms, type=Terms)), away.last
        state = cleared = read(away.state).state
    for row in rows(conn, chain, after, first - 1, kinds=("act",)):
        done = decoded(row)
        assert isinstance(done, b.ActDone)
        try:
            for event in done.events:
                state, rules = evolve(rules, state, event), rules_after(rules, event)
        except (LookupError, AssertionError, TypeError, ValueError) as error:
            raise AuditTrouble("damaged", f"row {row.number} of chain {chain} cannot have happened: {error}") from None
        if done.state:
            cleared, told = state, done.state
    if told and fingerprint(cleared) != told:
        raise AuditTrouble("damaged", f"the trail of table {chain} before row {first} does not lead where it says")
    return rules, state


def _books(
    conn: Connection, chain: int, seen: list[RowSeen], items: list[Replayed], rules: Rules, state: State
) -> list[str]:
    """Books every act again and compares with the postings in the store."""
    _, body = opened(conn, chain)
    fixed = Fixed.of(chain, body)
    p = schema.postings.c
    numbers = [each.row.number for each in seen]
    asked = select(p.number, p.account, p.cents, p.why).where(
        p.chain == chain, p.number >= numbers[0], p.number <= numbers[-1]
    )
    stored: dict[int, list[tuple[str, int, str]]] = {}
    for row in conn.execute(asked.order_by(p.number, p.line)):
        stored.setdefault(row.number, []).append((row.account, row.cents, row.why))
    faults: list[str] = []
    place, since = 0, practised(conn, chain)
    for each in seen:
        if not isinstance(each.body, b.ActDone):
            continue
        act = items[place : place + len(each.body.events)]
        place += len(each.body.events)
        if not act or [item.record.act is not None for item in act] != [True] + [False] * (len(act) - 1):
            raise AuditTrouble("damaged", f"row {each.row.number} of chain {chain} is not one act with its events")
        events = tuple(item.record.event for item in act)
        accounts = accounts_of(since is not None and since <= each.row.number)
        booked = book(rules, state, events, chain, accounts, fixed.meter, _bore(each.body.reserves))
        if [(x.account, x.cents, x.why) for x in booked.postings] != stored.get(each.row.number, []):
            faults.append(f"the postings of row {each.row.number} are not those of its events")
        rules, state = act[-1].rules, act[-1].state
    return faults


def _bore(reserves: Mapping[str, int]) -> Callable[[str, int], int]:
    """What a meter's reserve bore of its reset, as the act records it."""
    return lambda meter, cents: min(cents, reserves.get(meter, 0))


def _cards(conn: Connection, line: RoundLine) -> list[str]:
    """The independent checker's word on the shuffle."""
    if line.shuffle is None:
        return []
    try:
        made = proof_of_shuffle(conn, line.chain, line.shuffle, before=line.last)
    except AuditTrouble as trouble:
        return [] if trouble.code in ("no_proof", "archived") else [str(trouble)]
    try:
        return checker.check(checker.read(made.encode())).findings
    except checker.BadProof as bad:
        return [str(bad)]
