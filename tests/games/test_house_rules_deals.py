"""The order in which the cards of the games by house rules leave the shoe, the hand or the device; which lie open."""

import pytest

from pitboss.cards.deck import STANDARD
from pitboss.table import actions as a
from pitboss.table import events as e
from support import CARIBBEAN, MISSISSIPPI, THREE, by_hand, events, seated, table, to

ONE_BY_ONE = ("manual_shoe", "hand")


@pytest.mark.parametrize(
    ("game", "procedure", "sequence"),
    [
        *((THREE, procedure, "2 4 5 D " * 3) for procedure in ONE_BY_ONE),
        (THREE, "automated_shoe", "2x3 4x3 5x3 Dx3"),
        *((CARIBBEAN, procedure, "2 4 5 D " * 4 + "2 4 5 D!") for procedure in ONE_BY_ONE),
        (CARIBBEAN, "automated_shoe", "2x5 4x5 5x5 Dx4 D!"),
        *((MISSISSIPPI, procedure, "2 4 5 2 4 5 C C C") for procedure in ONE_BY_ONE),
        (MISSISSIPPI, "automated_shoe", "2x2 4x2 5x2 Cx3"),
    ],
)
def test_the_cards_go_round_from_the_dealers_left(game: str, procedure: str, sequence: str) -> None:
    """Positions 2, 4 and 5 have wagers. D is the dealer, C the community area, ! a card dealt face up."""
    t = seated(table(game, procedure, order=" ".join(STANDARD.cards)), 2, 4, 5)
    to(t, "deal")
    by_hand(t).automate = frozenset({a.DealCards})
    assert t.perform()
    dealt = events(t, e.CardsDealt)
    places = [{"dealer": "D", "community": "C"}.get(each.to) or str(each.seat) for each in dealt]
    counts = [f"x{len(each.cards)}" if len(each.cards) > 1 else "" for each in dealt]
    ups = ["!" if each.up else "" for each in dealt]
    assert [f"{p}{c}{u}" for p, c, u in zip(places, counts, ups, strict=True)] == sequence.split()
    cards = [card for each in dealt for card in each.cards]
    assert cards == list(STANDARD.cards[: len(cards)])
