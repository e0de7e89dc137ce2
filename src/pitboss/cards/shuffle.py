"""The one shuffle: Fisher–Yates with rejection, on whatever stream of random bytes is passed in.

The core has no randomness of its own. A stream is a callable that returns the next `n` bytes."""

from collections.abc import Callable, Sequence

from pitboss.cards.deck import Card

Stream = Callable[[int], bytes]


def below(limit: int, stream: Stream) -> int:
    """A number from 0 to limit − 1, every one equally likely: values that would favour some are drawn again."""
    assert 1 <= limit <= 256
    whole = 256 - 256 % limit
    while True:
        value = stream(1)[0]
        if value < whole:
            return value % limit


def shuffled(cards: Sequence[Card], stream: Stream) -> tuple[Card, ...]:
    """The cards in random order."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        pick = below(last + 1, stream)
        order[last], order[pick] = order[pick], order[last]
    return tuple(order)


def cut(cards: Sequence[Card], depth: int) -> tuple[Card, ...]:
    """`depth` cards from the top go to the bottom (MD-DRAGON 5.F(1), MA-UTH 4(c)(1)(iii))."""
    assert 0 < depth < len(cards)
    return (*cards[depth:], *cards[:depth])
