"""The faces that people or a shoe bring to an act: cards of this deck, each once, and told wherever they count."""

from pitboss.cards.deck import UNKNOWN, Card
from pitboss.table.draft import Draft
from pitboss.table.refusals import refuse
from pitboss.table.state import State, cards_out
from pitboss.table.state import face_down as hidden_of


def must_be_told(cards: tuple[Card, ...], clause: str, *, given: str = UNKNOWN) -> None:
    """Refuses cards that lie open, or are to be turned up, where nobody says what they are."""
    if UNKNOWN in cards:
        message = "the faces of these cards must be told"
        allowed = "1 card" if len(cards) == 1 else f"{len(cards)} cards"
        raise refuse("face_unknown", message, clause, given=given, allowed=allowed)


def check_faces(d: Draft, cards: tuple[Card, ...], clause: str) -> None:
    """Refuses cards the deck does not hold, or holds no longer."""
    surplus = d.rules.deck.surplus([*cards_out(d.state), *cards])
    if not surplus:
        return
    unknown = [c for c in cards if c != UNKNOWN and not d.rules.deck.count(c)]
    if unknown:
        allowed = f"cards of the {d.rules.deck.id} deck"
        raise refuse("not_in_deck", "not a card of this deck", clause, given=" ".join(unknown), allowed=allowed)
    raise refuse(
        "card_twice", "the card is out already", clause, given=" ".join(surplus), allowed="cards still in the deck"
    )


def turned_up(d: Draft, held: tuple[Card, ...], brought: tuple[Card, ...], clause: str) -> tuple[Card, ...]:
    """The faces of cards that are turned up: those on record, or those brought where nobody knew them."""
    if not brought:
        must_be_told(held, clause, given="nothing")
        return held
    if len(brought) != len(held):
        raise refuse(
            "card_count", "not the number of cards that lie there", clause, given=len(brought), allowed=len(held)
        )
    must_be_told(brought, clause)
    if any(known not in (UNKNOWN, told) for known, told in zip(held, brought, strict=True)):
        raise refuse(
            "other_cards",
            "other cards were dealt there",
            clause,
            given=" ".join(brought),
            allowed="the cards on record",
        )
    fresh = tuple(told for known, told in zip(held, brought, strict=True) if known == UNKNOWN)
    check_faces(d, fresh, clause)
    return brought


def face_down(state: State) -> list[Card]:
    """Every card that lies face down or left the table unseen, as it is on record."""
    hidden = [*state.community[state.community_up :], *state.burned, *state.thrown]
    hidden += hidden_of(state.dealer, state.dealer_up, state.dealer_open)
    if not state.box_up:
        hidden.extend(state.box)
    for seat in state.seats:
        hidden += hidden_of(seat.cards, seat.up, seat.open)
    return hidden
