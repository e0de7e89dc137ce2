"""The one shuffle: Fisher–Yates with rejection, on whatever stream of random bytes is passed in.

The core has no randomness of its own. A stream is a callable that returns the next `n` bytes."""

from collections.abc import Callable, Sequence

from pitboss.cards.deck import MOST, Card

Stream = Callable[[int], bytes]


def shuffled(cards: Sequence[Card], stream: Stream) -> tuple[Card, ...]:
    """The cards in random order: Fisher–Yates, each place drawn from the places that are left, all equally likely.

    A byte that would favour some places over others is thrown away and the next one is taken."""
    assert len(cards) <= MOST
    order = list(cards)
    block, used = stream(64), 0
    for last in range(len(order) - 1, 0, -1):
        places = last + 1
        fair = 256 - 256 % places
        while True:
            if used == 64:
                block, used = stream(64), 0
            byte = block[used]
            used += 1
            if byte < fair:
                break
        pick = byte % places
        order[last], order[pick] = order[pick], order[last]
    return tuple(order)


def cut(cards: Sequence[Card], depth: int) -> tuple[Card, ...]:
    """`depth` cards from the top go to the bottom."""
    assert 0 < depth < len(cards)
    return (*cards[depth:], *cards[:depth])
