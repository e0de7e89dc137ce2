"""A table performed again: every row of its chain, from its opening or from where its archive ends."""

from collections.abc import Callable, Sequence

import msgspec
from sqlalchemy import Connection, func, select

from pitboss.games import rules_for
from pitboss.house.audit.apart import Apart
from pitboss.house.audit.chains import Revealed
from pitboss.house.audit.derived import Derived
from pitboss.house.audit.findings import Findings
from pitboss.house.audit.following import Follower, Seeds
from pitboss.house.audit.house_chain import Approved
from pitboss.house.audit.linked import Linked
from pitboss.house.audit.reading import rows
from pitboss.house.audit.stretches import AtRest, check_rest
from pitboss.house.audit.terms import opened, rules_then
from pitboss.house.audit.trouble import AuditTrouble
from pitboss.house.fair.keys import Keys, KeyTrouble
from pitboss.house.live.now import Fixed, Now, TableChange
from pitboss.house.live.snapshot import kept, read, taken_up
from pitboss.house.store import schema
from pitboss.house.store.schema import HOUSE
from pitboss.house.trail.archived import Away, Stretch, meter_runs, stretches
from pitboss.house.trail.rows import GENESIS, Row
from pitboss.play.log import unlawful
from pitboss.rulebook.edition import difference
from pitboss.rulebook.terms import Terms
from pitboss.table.rules import Rules

Rest = Callable[[AtRest], None]
"""Hears of a table when a round has been cleared."""


class TablesAgain:
    """Looks at one table after the other; at the end they are compared."""

    def __init__(
        self,
        conn: Connection,
        keys: Keys | None,
        away: Away,
        findings: Findings,
        more: Callable[[int], None],
        rest: Rest | None = None,
    ) -> None:
        self._conn, self._keys, self._away, self._findings = conn, keys, away, findings
        self._more, self._rest = more, rest
        self._linked, self._apart = Linked(), Apart(conn)
        self.approved: Approved = frozenset()

    def compare(self) -> None:
        self._linked.check(self._conn, self._findings)
        self._apart.check(self._conn, self._findings)

    def check(self, chain: int, revealed: Revealed) -> None:
        conn, findings = self._conn, self._findings
        try:
            _, body = opened(conn, chain)
            rules = rules_then(chain, body)
        except (AuditTrouble, LookupError, ValueError) as error:
            findings.add(f"{error}; its rows were checked by their hashes alone", chain)
            return
        other = difference(body.terms.game, body.edition)
        if other is not None:
            findings.note(
                f"table {chain} was opened with {other}; its rows were performed again by the rules that are here"
            )
        self._check_terms(body.terms, 1, chain)
        fixed = Fixed.of(chain, body)
        self._linked.opened(fixed, body.terms)
        self._apart.opened(fixed, body, findings)
        seeds = Seeds(_seeds(conn, chain, revealed, self._keys))
        away = self._away.last.get(chain)
        try:
            follower, derived = self._follower(fixed, rules, seeds, away), Derived(conn, fixed, findings, away)
        except (ValueError, LookupError, TypeError) as error:
            text = f"table {chain} cannot be taken up after its archive: {error}"
            findings.add(f"{text}; its rows were checked by their hashes alone", chain)
            return
        self._follow(follower, derived, away.last if away else 0)
        self._check_sealed(fixed, rules)
        if follower.folded:
            findings.note(
                f"table {chain}: the cards of the open round {follower.now.state.round} were not looked at: their seed"
                " is not revealed yet. The key file of the house would open it"
            )

    def _follower(self, fixed: Fixed, rules: Rules, seeds: Seeds, away: Stretch | None) -> Follower:
        """At the table's opening; or after the rows that are archived, as the store has kept the table there."""
        if away is None:
            now = Now(rules, rules.opening(), 0, GENESIS, 0, 0, {}, {}, 0)
            return Follower(fixed, now, seeds, self._findings)
        then = rules_for(msgspec.json.decode(away.terms, type=Terms))
        self._check_terms(then.terms, away.last, fixed.chain)
        now = taken_up(read(away.state), fixed, then, (away.last, away.hash, away.at), seeds)
        self._linked.taken_up(fixed.chain, away.last, then.terms)
        self._apart.taken_up(fixed, away.last, then.terms, practice=now.practice)
        return Follower(fixed, now, seeds, self._findings, _readings(self._conn, fixed, then.terms, away))

    def _follow(self, follower: Follower, derived: Derived, after: int) -> None:
        conn, findings, chain = self._conn, self._findings, follower.fixed.chain
        known = {each.last: each for each in stretches(conn, chain)}
        for written, change in follower.follow(rows(conn, chain, after)):
            derived.take(written, change)
            self._apart.take(written, change, findings)
            if change.adopted:
                self._adopted(written[0], change.now.rules.terms)
            if change.ended is not None and (self._rest is not None or written[-1].number in known):
                self._at_rest(written[-1], change, derived, known.get(written[-1].number))
            self._more(len(written))
        if derived.finish(follower.now, lost=follower.lost):
            self._linked.closed(chain)

    def _adopted(self, row: Row, terms: Terms) -> None:
        self._check_terms(terms, row.number, row.chain)
        self._linked.adopted(row.chain, row.number, terms)
        if (row.chain, terms.digest) not in self.approved:
            text = f"row {row.number} of chain {row.chain} adopts terms that no two people agreed on"
            self._findings.add(text, row.chain, row=row.number)

    def _at_rest(self, row: Row, change: TableChange, derived: Derived, archived: Stretch | None) -> None:
        assert change.ended is not None
        terms = msgspec.json.encode(change.now.rules.terms).decode()
        found = AtRest(row, change.ended.tally.round, terms, kept(change.now), derived.alive)
        if archived is not None:
            check_rest(archived, found, self._findings)
        if self._rest is not None:
            self._rest(found)

    def _check_terms(self, terms: Terms, number: int, chain: int) -> None:
        """Terms are such as a checked submission gives."""
        faults = unlawful(terms)
        if faults:
            self._findings.add(f"row {number} of chain {chain}: the terms are not lawful: {faults}", chain, row=number)

    def _check_sealed(self, fixed: Fixed, rules: Rules) -> None:
        """With the keys at hand: every sealed seed opens, and fits its commitment. Of archived shuffles the seed is
        revealed, and nothing sealed is kept."""
        if self._keys is None:
            return
        s, chain = schema.shuffles.c, fixed.chain
        archived = bool(stretches(self._conn, chain))
        asked = select(s.number, s.sealed, s.commitment, s.seed).where(s.chain == chain).order_by(s.number)
        for row in self._conn.execute(asked.execution_options(yield_per=1000)):
            if archived and not row.sealed and row.seed is not None:
                continue
            try:
                cards = rules.deck.cards
                self._keys.unseal(chain, row.number, bytes(row.sealed), row.commitment, fixed.scheme, cards)
            except KeyTrouble as trouble:
                self._findings.add(str(trouble), chain, kind="sealed")


def _readings(conn: Connection, fixed: Fixed, terms: Terms, away: Stretch) -> dict[str, int]:
    """What the meters that a table has alone read where its archive ends."""
    runs = meter_runs(conn, [(each.chain, each.last) for each in _upto(stretches(conn, away.chain), away)])
    reached = {run.meter: run.after for run in runs}
    m = schema.meter_log.c
    found = {}
    for meter in terms.meters:
        name = fixed.meter(meter.name)
        if meter.name not in fixed.links:
            begun = select(func.max(m.after)).where(m.meter == name, m.number == 1, m.chain == HOUSE)
            reading = reached.get(name, conn.execute(begun).scalar())
            if reading is not None:
                found[meter.name] = int(reading)
    return found


def _upto(known: Sequence[Stretch], away: Stretch) -> list[Stretch]:
    return [each for each in known if each.last <= away.last]


def _seeds(conn: Connection, chain: int, revealed: Revealed, keys: Keys | None) -> Callable[[int], bytes | None]:
    s = schema.shuffles.c

    def find(shuffle: int) -> bytes | None:
        known = revealed.get(shuffle)
        if known is not None or keys is None:
            return known
        sealed = conn.execute(select(s.sealed).where(s.chain == chain, s.number == shuffle)).scalar()
        try:
            return keys.unseal(chain, shuffle, bytes(sealed)) if sealed is not None else None
        except KeyTrouble:
            return None  # which is said where the sealed seeds are looked at

    return find
