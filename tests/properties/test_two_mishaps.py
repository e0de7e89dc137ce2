"""Two events in one round: whatever is reported, and then whatever is reported on top of it, at every moment of a round
with a progressive wager at every position. Chips and meters are followed by the second way after each of them, and to
the end of the round."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.cards.deck import UNKNOWN, Card
from pitboss.play.sources import ShuffledDecks, seeded_stream
from pitboss.play.staff import fulfil
from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table.acts import ACTS
from pitboss.table.definition import Target
from pitboss.table.duties import duty
from pitboss.table.engine import step
from pitboss.table.examples import Standpoint, report
from pitboss.table.flow import current, turn
from pitboss.table.refusals import Refusal
from pitboss.table.rules import Rules
from pitboss.table.state import State, cards_out
from progressives import METER, WITH_METERS, progressive, second_books
from second_books import METERED, SecondBooks
from support import LIR, PROCEDURES, UTH, Clock, rules

CASES: list[tuple[str, str, dict[str, Any]]] = [
    *((game, procedure, {}) for game in WITH_METERS for procedure in PROCEDURES),
    (LIR, "hand", {"meter_posting": "at_lock", "meter_floor": "reset"}),
    (UTH, "manual_shoe", {"void_settles_progressive": True, "void_returns_folded": False}),
    (UTH, "automated_shoe", {"void_settles_progressive": True, "stub_misdeal": "as_15d"}),
]
AT = 1000
RATES = {METER: "7"}


def metered(game: str, procedure: str, readings: dict[str, Any]) -> Rules:
    """A table with a meter that lets a player have two positions where it may."""
    more: dict[str, Any] = {**progressive(game, RATES), "readings": readings}
    if game != UTH:
        more["positions_per_player"] = 2
    elif procedure == "automated_shoe":
        more["wagers"]["cover_all"] = {"offered": True}
    return rules(game, procedure, **more)


def seats(bound: Rules) -> dict[int, str]:
    """Ann has two positions where the table lets her."""
    return {1: "Ann", 2: "Ann" if bound.terms.positions_per_player > 1 else "Dan", 4: "Bob"}


def with_bets(bound: Rules, name: str) -> Table:
    """Every wager that can be made before the deal lies at three positions."""
    table = Table(bound, source=ShuffledDecks(bound.deck, seeded_stream(name)), clock=Clock(AT)).open()
    for seat, player in seats(bound).items():
        table.sit(seat, player)
        for wager in bound.wagers:
            if not wager.later:
                table.apply(f"player:{player}", a.PlaceWager(seat, wager.id, bound.limits(wager.id).minimum))
    assert all(table.state.seat(seat).stakes[bound.index[METERED]] for seat in seats(bound))
    table.apply("dealer", a.CloseBets())
    return table


class Branch:
    """A table at one moment, from which different things may happen."""

    def __init__(self, rules: Rules, state: State, books: SecondBooks) -> None:
        self.rules, self.state, self.books = rules, state, books

    def twin(self) -> "Branch":
        return Branch(self.rules, self.state, self.books.copy())

    def act(self, by: str, action: a.AnyAction) -> bool:
        """Performs it with the meters as they read by the second way; whether it was accepted."""
        if getattr(action, "meters", None) == ():
            action = replace(action, meters=tuple(self.books.readings.items()))
        outcome = step(self.rules, self.state, a.Act(by, action, AT))
        if isinstance(outcome, Refusal):
            return False
        events, self.state = outcome
        self.books.follow(events)
        assert self.state.inventory == self.books.inventory
        assert dict(self.state.meters) == self.books.readings
        assert sum(sum(seat.stakes) for seat in self.state.seats) == sum(self.books.layout.values())
        return True

    def reports(self) -> list[tuple[str, a.AnyAction]]:
        """Everything that the dealer, or else a floorperson, can tell of at this moment."""
        found: dict[a.AnyAction, str] = {}
        for who in ("dealer", "floorperson"):
            for example in report(Standpoint(self.rules, self.state, who, current(self.rules, self.state))):
                found.setdefault(example.act, who)
        return [(who, action) for action, who in found.items()]

    def go_on(self) -> None:
        """The staff do what is due, a floorperson rules, and players fold or withdraw where they can."""
        matters = self.state.matters
        if matters:
            matter, seat = matters[0]
            ruling = "resolved" if matter.startswith("chips:") else {"violation": "confirmed"}.get(matter, "losing")
            assert self.act("floorperson", a.Rule(matter, ruling, seat))
            return
        due = duty(self.rules, self.state, AT)
        if due is not None:
            readings = tuple(self.books.readings.items())
            assert self.act(ACTS[due.do].usual, fulfil(self.rules, self.state, due, self._draw, readings)), due
            return
        seat = turn(self.rules, self.state)
        now = current(self.rules, self.state)
        assert seat and now is not None and now.kind == "ask"
        choice = now.choices[(seat + self.state.round) % len(now.choices)]
        player = self.state.seat(seat).player
        assert self.act(f"player:{player}", a.Decide(seat, choice.name)), choice

    def finish(self) -> None:
        number = self.state.round
        while self.state.round == number and self.state.step >= 0:
            self.go_on()

    def _draw(self, deck: int, targets: Sequence[Target]) -> tuple[Card, ...]:
        """Cards that are still in the deck, in an order that hangs on nothing else."""
        left = Counter(self.rules.deck.cards)
        left.subtract(card for card in cards_out(self.state) if card != UNKNOWN)
        order = random.Random(7).sample(self.rules.deck.cards, len(self.rules.deck.cards))
        cards = [card for card in dict.fromkeys(order) for _ in range(left[card])]
        return tuple(cards[: sum(target.count for target in targets)])


def moments(bound: Rules) -> list[Branch]:
    """The first moment of every step of a round, and the last."""
    table = with_bets(bound, "two mishaps")
    books = second_books(RATES)
    for record in table.log:
        books.follow([record.event])
    here = Branch(bound, table.state, books)
    found = [here.twin()]
    while here.state.step >= 0 and (now := current(bound, here.state)) is not None and now.kind != "clear":
        before = here.twin()
        here.go_on()
        if here.state.step != before.state.step:
            found += [before, here.twin()]
    return found


@pytest.mark.parametrize(("game", "procedure", "readings"), CASES)
def test_two_mishaps_leave_chips_and_meters_right(game: str, procedure: str, readings: dict[str, Any]) -> None:
    """Every pair of reports, one after the other; each round is played to its end after the first alone, and after one
    pair in fifty."""
    chance, pairs, ended = random.Random(f"{game} {procedure}"), 0, 0
    for moment in moments(metered(game, procedure, readings)):
        for who, first in moment.reports():
            once = moment.twin()
            if not once.act(who, first):
                continue
            for other, second in once.reports():
                twice = once.twin()
                if not twice.act(other, second):
                    continue
                pairs += 1
                if chance.random() < 0.02:
                    twice.finish()
                    ended += 1
            once.finish()
    assert pairs > 3000 and ended > 50
