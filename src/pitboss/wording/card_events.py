"""Cards that are dealt, shown and put away, in words."""

from typing import assert_never

from pitboss.cards.deck import UNKNOWN
from pitboss.rulebook.words import sentence as capital
from pitboss.table import events as e
from pitboss.table.rules import Rules
from pitboss.wording import things as w
from pitboss.wording.reader import Reader

CardEvent = (
    e.CardsDealt | e.CardSetAside | e.StubRemoved | e.StubCounted | e.HandDiscarded | e.HandCollected | e.CardsShown
    | e.HandTurned | e.HandCorrected | e.Owed
)  # fmt: skip


def of_cards(event: CardEvent, rules: Rules, reader: Reader) -> str:
    match event:
        case e.CardsDealt():
            extra = ", outside the plan" if event.extra else ""
            what = capital(f"{delivered(event)} to {where(rules, event.to, event.seat, reader)}{extra}")
            unseen = all(card == UNKNOWN for card in event.cards)
            return what if unseen else f"{what}: {w.cards(rules.deck, event.cards)}"
        case e.CardSetAside():
            return f"{w.card(rules.deck, event.card)} was found face up: it is not used and goes to the discard rack"
        case e.StubRemoved():
            return "The stub goes to the discard rack"
        case e.StubCounted():
            counted = f"The stub is counted: {event.stub} cards"
            if event.verdict == "right":
                return f"{counted}, as it must be"
            return f"{counted} where {event.expected} must be; the deck was {event.verdict}"
        case e.HandDiscarded() | e.HandCollected():
            return f"{reader.at(event.seat)}: the cards go to the discard rack"
        case e.CardsShown():
            return _shown(rules, event)
        case e.HandTurned():
            return reader.does(event.seat, f"shows {w.cards(rules.deck, event.cards)}{_made(rules, event.hand)}")
        case e.HandCorrected():
            has = "have" if reader.owns(event.seat) else "has"
            return (
                f"{capital(where(rules, event.place, event.seat, reader))} really {has} {w.many(event.count, 'card')}"
            )
        case e.Owed():
            to = where(rules, event.to, event.seat, reader)
            return f"Still to be dealt: {w.many(event.count, 'card')} to {to}"
        case _:
            assert_never(event)


def where(rules: Rules, place: str, seat: int, reader: Reader) -> str:
    """Where cards go or lie."""
    return reader.called(seat) if seat else w.place(rules, place, 0)


def delivered(event: e.CardsDealt) -> str:
    """`one card face down`."""
    return f"{w.many(len(event.cards), 'card')} {'face up' if event.up else 'face down'}"


def _shown(rules: Rules, event: e.CardsShown) -> str:
    others = f"Community card{'s' * (len(event.cards) > 1)} turned up:"
    box = f"{capital(w.place(rules, event.place, 0))} holds"
    who = {"dealer": "The dealer shows", "box": box}.get(event.place, others)
    return f"{who} {w.cards(rules.deck, event.cards)}{_made(rules, event.hand)}"


def _made(rules: Rules, recorded: str) -> str:
    return f": {w.hand_made(rules.book, recorded)}" if recorded else ""
