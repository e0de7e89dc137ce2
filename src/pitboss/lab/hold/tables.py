"""All wagers of one table: every round goes to the ledgers of the wagers that were made in it."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from pitboss.lab.hold.hands import HeldHand, HeldRound, RoundReader
from pitboss.lab.hold.ledger import FALSE_ALARM, HoldLedger
from pitboss.lab.hold.records import HeldRow, LeftOut
from pitboss.lab.hold.theory import NoTheory, Results, Theories, Theory
from pitboss.rulebook.terms import Terms
from pitboss.rulebook.words import MAIN
from pitboss.table import events as e
from pitboss.table.rules import Rules

RowKey = tuple[str, str | None, int, Results | None]
"""The wager, its paytable, how many players were dealt in where that bears on it, and the distribution itself unless
it depends on the stake: terms may change what a wager pays without another name for it."""


class TableHold:
    """A table under the terms it begins with; `adopt` follows what it adopts later."""

    def __init__(self, rules: Rules, false_alarm: Fraction = FALSE_ALARM) -> None:
        self._false_alarm = false_alarm
        self._reader = RoundReader(rules)
        self._by_terms: dict[str, Theories] = {}
        self._ledgers: dict[RowKey, HoldLedger] = {}
        self.rounds = 0
        self.left_out = LeftOut()
        self.refused: dict[str, str] = {}
        """Wagers that cannot be counted exactly, and why."""
        self._terms(rules.terms)

    def _terms(self, terms: Terms) -> None:
        digest = terms.digest
        if digest not in self._by_terms:
            self._by_terms[digest] = Theories(terms)
        self._theories = self._by_terms[digest]

    def take(self, events: Iterable[e.AnyEvent], *, counts: bool = True) -> HeldRound | None:
        """The events of one act. A round that ends now is counted, unless it is outside the time asked for."""
        said = tuple(events)
        ended = self._reader.take(said)
        if ended is not None and counts:
            self._add(ended)
        for event in said:
            if isinstance(event, e.TermsAdopted):
                self._reader.adopt(Rules(self._reader.rules.game, event.terms))
                self._terms(event.terms)
        return ended

    def _add(self, ended: HeldRound) -> None:
        left = self.left_out
        left.void += ended.why_not == "void"
        left.irregular += ended.why_not == "irregular"
        if ended.why_not:
            return
        self.rounds += 1
        left.hands += ended.left_out
        left.cut += ended.cut
        left.envy += ended.envy
        left.from_meters += ended.from_meters
        by_row: dict[RowKey, list[tuple[HeldHand, Theory]]] = {}
        for hand in ended.hands:
            theory = self._theory(hand, ended.players)
            if theory is not None:
                by_row.setdefault(self._key(theory, ended.players), []).append((hand, theory))
        for key, hands in by_row.items():
            ledger = self._ledgers.setdefault(key, HoldLedger(hands[0][1], self._false_alarm))
            seats = {hand.seat for hand, _ in hands}
            strange = [paid for paid in ended.strange if paid.seat in seats and self._part_of(paid.wager, key[0])]
            ledger.take(ended.number, hands, strange)

    def _theory(self, hand: HeldHand, players: int) -> Theory | None:
        try:
            return self._theories.find(hand.wager, players, hand.stake)
        except NoTheory as error:
            self.refused[hand.wager] = str(error)
            return None

    def _key(self, theory: Theory, players: int) -> RowKey:
        seen = players if self._theories.looks_at_others(theory.wager) else 0
        steady = not self._theories.depends_on_stake(theory.wager)
        return (theory.wager, theory.paytable, seen, theory.results if steady else None)

    def _part_of(self, paid: str, wager: str) -> bool:
        if wager != MAIN:
            return paid == wager
        return any(w.id == paid and (w.compulsory or w.later) for w in self._theories.rules.wagers)

    def rows(self) -> Iterator[HeldRow]:
        """Where every wager stands, in the order of the first hands."""
        for (wager, paytable, players, _), ledger in self._ledgers.items():
            theory = ledger.theory
            yield HeldRow(wager, theory.title, paytable, players, theory.without_meters, ledger.result())
