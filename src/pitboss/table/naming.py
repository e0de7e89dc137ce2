"""The cards that people name where a physical deck is dealt and no shoe has read it: where each lies, and whether its
face is seen. Asked of the rules, so that a page only has to show it."""

from msgspec import Struct

from pitboss.cards.deck import UNKNOWN, Card
from pitboss.table import actions as a
from pitboss.table.dealing import to_turn_up
from pitboss.table.duties import Duty
from pitboss.table.faces import face_down
from pitboss.table.flow import current, targets_due
from pitboss.table.rules import Rules
from pitboss.table.state import State, cards_out


class CardNamed(Struct, frozen=True):
    """One card that an act brings."""

    place: str
    seat: int = 0
    up: bool = True
    """Its face is named; otherwise it lies face down, and stands there as `??`."""
    known: Card = ""
    """Its face, where it is on record already."""


def nameable(state: State) -> bool:
    """Whether people may name cards: only while nobody has recorded a card that lies face down. Otherwise a refusal
    would tell which one it is."""
    return set(face_down(state)) <= {UNKNOWN}


def named_by(rules: Rules, state: State, due: Duty | None) -> tuple[CardNamed, ...]:
    """The cards that the act which is due brings, in their order; none where it needs none to be named."""
    if due is None:
        return ()
    if due.do is a.DealCards:
        targets = [target for target, _ in targets_due(rules, state)]
        return tuple(CardNamed(each.to, each.seat, each.up) for each in targets for _ in range(each.count))
    if due.do is a.ShowCards:
        step = current(rules, state)
        assert step is not None, "cards are shown by a step"
        return _turned(step.place, 0, to_turn_up(state, step))
    if due.do is a.SettleHand:
        return _turned("seat", due.seat, state.seats[due.seat - 1].cards)
    if due.do is a.SettleTable:
        seats = rules.game.looked_at(rules, state)
        return tuple(card for n in seats for card in _turned("seat", n, state.seats[n - 1].cards))
    return ()


def _turned(place: str, seat: int, held: tuple[Card, ...]) -> tuple[CardNamed, ...]:
    """What lies there, where some of it is still unknown."""
    if UNKNOWN not in held:
        return ()
    return tuple(CardNamed(place, seat, known="" if card == UNKNOWN else card) for card in held)


def left_in_deck(rules: Rules, state: State) -> dict[Card, int]:
    """How many of each card have not been seen. Only to be told where `nameable` holds: then what is out lies open."""
    out = cards_out(state)
    return {card: rules.deck.count(card) - out.count(card) for card in dict.fromkeys(rules.deck.cards)}
