"""A table with real cards: whatever mixture of faces and `??` is brought in whatever order, no act fails, no card lies
open without a face, and the round comes to its end."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards.deck import UNKNOWN, Card
from pitboss.play.table import Table
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.duties import duty
from pitboss.table.examples import spare_cards
from pitboss.table.flow import current, targets_due
from pitboss.table.refusals import Refusal
from support import LIR, PROCEDURES, SHIPPED, UTH, accepted, by_hand, events, table

SEATS = (1, 2, 4)
OFFERED = {
    LIR: {"progressive": {"paytable": "A"}},
    UTH: {"cover_all": {"offered": True}},
}
LONGEST = 400


def dealt_in(game: str, procedure: str) -> Table:
    """Three players with every wager that is offered; the bets are closed."""
    wagers = OFFERED.get(game, {}) if game != UTH or procedure == "automated_shoe" else {}
    t = by_hand(table(game, procedure, wagers=wagers))
    for seat in SEATS:
        accepted(t, "dealer", a.TakeSeat(seat, f"P{seat}"))
        for wager in t.rules.wagers:
            if not wager.later:
                t.apply(f"player:P{seat}", a.PlaceWager(seat, wager.id, t.rules.limits(wager.id).minimum))
    accepted(t, "dealer", a.CloseBets())
    return t


def some_cards(t: Table, chance: random.Random, longest: int = 8) -> tuple[Card, ...]:
    known = (*t.rules.deck.cards, "Zz", UNKNOWN, UNKNOWN, UNKNOWN)
    return tuple(chance.choices(known, k=chance.randint(0, longest)))


def in_vain(t: Table, chance: random.Random) -> a.AnyAction:
    """An act that brings cards, of any kind and length; half of those that are to be turned up have `??` among them."""
    seat = chance.choice((*SEATS, 3, t.turn or 1, t.turn or 1))
    held = {"dealer": t.state.dealer, "box": t.state.box}.get(getattr(current(t.rules, t.state), "place", ""), ())
    mixed = half_told(t, chance, held or t.state.seats[seat - 1].cards)
    return chance.choice(
        (
            a.ShowCards(chance.choice((mixed, some_cards(t, chance)))),
            a.SettleHand(seat, chance.choice((mixed, some_cards(t, chance)))),
            a.SettleTable(faces=tuple((n, half_told(t, chance, t.state.seats[n - 1].cards)) for n in (seat, 2))),
            a.SettleTable(faces=((seat, some_cards(t, chance, 2)),)),
            a.DealCards(some_cards(t, chance, 20)),
            a.Report("card_face_up", cards=(UNKNOWN,)),
            a.Report("wrong_number", place="community", count=len(t.state.community) + 1, cards=(UNKNOWN,)),
        )
    )


def half_told(t: Table, chance: random.Random, held: tuple[Card, ...]) -> tuple[Card, ...]:
    """These cards with the faces on record and others that may be, some of them left untold."""
    return tuple(UNKNOWN if chance.random() < 0.5 else card for card in told(t, chance, held))


def told(t: Table, chance: random.Random, held: tuple[Card, ...]) -> tuple[Card, ...]:
    """A face for every card of which none is on record."""
    left = list(spare_cards(t.rules, t.state, t.rules.deck_size))
    chance.shuffle(left)
    return tuple(left.pop() if card == UNKNOWN else card for card in held)


def as_due(t: Table, chance: random.Random) -> None:
    """What is due, done by the book; the shoe has read some of the cards."""
    step, due = current(t.rules, t.state), duty(t.rules, t.state)
    assert step is not None
    if due is None:
        accepted(t, "dealer", a.Decide(t.turn, chance.choice(step.choices).name))
    elif due.do is a.DealCards:
        targets = [target for target, _ in targets_due(t.rules, t.state)]
        up = [target.up for target in targets for _ in range(target.count)]
        cards = told(t, chance, (UNKNOWN,) * len(up))
        read = chance.choice((0.0, 0.5, 1.0))
        fed = tuple(c if open_ or chance.random() < read else UNKNOWN for c, open_ in zip(cards, up, strict=True))
        accepted(t, "dealer", a.DealCards(fed))
    elif due.do is a.ShowCards:
        held = {"dealer": t.state.dealer, "box": t.state.box}.get(
            step.place, t.state.community[t.state.community_up : step.upto]
        )
        accepted(t, "dealer", a.ShowCards(told(t, chance, held)))
    elif due.do is a.SettleHand:
        accepted(t, "dealer", a.SettleHand(due.seat, told(t, chance, t.state.seats[due.seat - 1].cards)))
    elif due.do is a.SettleTable:
        counted = t.rules.game.looked_at(t.rules, t.state)
        unseen = [n for n in counted if UNKNOWN in t.state.seats[n - 1].cards]
        left = iter(told(t, chance, (UNKNOWN,) * 2 * len(unseen)))
        hands = ((n, tuple(next(left) if c == UNKNOWN else c for c in t.state.seats[n - 1].cards)) for n in unseen)
        accepted(t, "dealer", a.SettleTable(faces=tuple(hands)))
    else:
        t.automate = frozenset({due.do})
        assert t.perform()
        t.automate = frozenset()


@pytest.mark.parametrize("procedure", PROCEDURES)
@pytest.mark.parametrize("game", SHIPPED)
@settings(max_examples=25)
@given(seed=st.integers(0, 2**32))
def test_whatever_faces_are_brought_the_round_comes_to_its_end(game: str, procedure: str, seed: int) -> None:
    chance = random.Random(seed)
    t = dealt_in(game, procedure)
    for _ in range(LONGEST):
        if t.state.step < 0:
            break
        for _ in range(chance.randint(0, 4)):
            before = t.state
            if isinstance(t.apply("dealer", in_vain(t, chance)), Refusal):
                assert t.state is before
            if t.state.step < 0:
                break
        else:
            as_due(t, chance)
    assert t.state.step < 0, f"the round is stuck at {t.step_name}"
    opened: list[e.CardsShown | e.HandTurned | e.CardsDealt] = [*events(t, e.CardsShown), *events(t, e.HandTurned)]
    opened += [ev for ev in events(t, e.CardsDealt) if ev.up]
    assert UNKNOWN not in [card for ev in opened for card in ev.cards]
