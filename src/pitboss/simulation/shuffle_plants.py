"""Shufflers with a fault planted on purpose. A test of randomness is worth something only if it rejects each of them.

Some are biases of one per cent, some are mistakes that programmers make, some are what hands do. Whatever chance a
plant needs comes from the stream it is given, so that a run with a seed can be repeated."""

from collections.abc import Callable, Sequence

from pitboss.cards.deck import Card
from pitboss.cards.shuffle import Stream, shuffled

Shuffler = Callable[[Sequence[Card], Stream], tuple[Card, ...]]
Maker = Callable[[], Shuffler]
RIFFLES = 7


def _one_in_a_hundred(stream: Stream) -> bool:
    return _below(stream(8))


def _below(drawn: bytes) -> bool:
    return int.from_bytes(drawn) < (1 << 64) // 100


def _fair(stream: Stream, places: int) -> int:
    while True:
        drawn = int.from_bytes(stream(8))
        if drawn < (1 << 64) - (1 << 64) % places:
            return drawn % places


def _one_percent(cards: Sequence[Card], stream: Stream) -> tuple[Card, ...]:
    order = list(shuffled(cards, stream))
    if _one_in_a_hundred(stream):
        at = order.index(cards[0])
        order[0], order[at] = order[at], order[0]
    return tuple(order)


def _neighbours(cards: Sequence[Card], stream: Stream) -> tuple[Card, ...]:
    order = list(shuffled(cards, stream))
    if _one_in_a_hundred(stream):
        order.remove(cards[1])
        order.insert(order.index(cards[0]) + 1, cards[1])
    return tuple(order)


def _naive_swap(cards: Sequence[Card], stream: Stream) -> tuple[Card, ...]:
    order = list(cards)
    for at in range(len(order)):
        other = _fair(stream, len(order))
        order[at], order[other] = order[other], order[at]
    return tuple(order)


def _modulo(cards: Sequence[Card], stream: Stream) -> tuple[Card, ...]:
    order = list(cards)
    drawn = stream(64)
    for last in range(len(order) - 1, 0, -1):
        pick = drawn[len(order) - 1 - last] % (last + 1)
        order[last], order[pick] = order[pick], order[last]
    return tuple(order)


def _never_stays(cards: Sequence[Card], stream: Stream) -> tuple[Card, ...]:
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        pick = _fair(stream, last)
        order[last], order[pick] = order[pick], order[last]
    return tuple(order)


def _stops_early(cards: Sequence[Card], stream: Stream) -> tuple[Card, ...]:
    order = list(cards)
    for last in range(len(order) - 1, 1, -1):
        pick = _fair(stream, last + 1)
        order[last], order[pick] = order[pick], order[last]
    return tuple(order)


def _weak_bytes(cards: Sequence[Card], stream: Stream) -> tuple[Card, ...]:
    def weak(count: int) -> bytes:
        chances = stream(8 * count)
        return bytes(0 if _below(chances[8 * at : 8 * at + 8]) else byte for at, byte in enumerate(stream(count)))

    return shuffled(cards, weak)


def _riffles(cards: Sequence[Card], stream: Stream) -> tuple[Card, ...]:
    order = list(cards)
    for _ in range(RIFFLES):
        coins = int.from_bytes(stream(8))
        sides = [coins >> i & 1 for i in range(len(order))]
        packets = iter(order[: sides.count(0)]), iter(order[sides.count(0) :])
        order = [next(packets[side]) for side in sides]
    return tuple(order)


def _repeats() -> Shuffler:
    before: list[tuple[Card, ...]] = []

    def shuffle(cards: Sequence[Card], stream: Stream) -> tuple[Card, ...]:
        order = before.pop() if before and _one_in_a_hundred(stream) else shuffled(cards, stream)
        before[:] = [order]
        return order

    return shuffle


def _too_even() -> Shuffler:
    turned: list[tuple[Card, ...]] = []

    def shuffle(cards: Sequence[Card], stream: Stream) -> tuple[Card, ...]:
        if not turned:
            order = shuffled(cards, stream)
            turned.extend((*order[i:], *order[:i]) for i in range(len(order)))
        return turned.pop()

    return shuffle


def _always(shuffler: Shuffler) -> Maker:
    return lambda: shuffler


PLANTS: dict[str, tuple[str, Maker]] = {
    "one_percent": ("in one shuffle of a hundred the first card of the new deck is put on top", _always(_one_percent)),
    "neighbours": ("in one shuffle of a hundred the second card is put behind the first", _always(_neighbours)),
    "weak_bytes": ("one random byte in a hundred is zero", _always(_weak_bytes)),
    "modulo": ("the remainder of a byte chooses the place; none is thrown away", _always(_modulo)),
    "naive_swap": ("each card is swapped with any other, not with those that are left", _always(_naive_swap)),
    "no_last": ("a card is never left where it lies", _always(_never_stays)),
    "stops_early": ("the last swap is left out", _always(_stops_early)),
    "riffles": (f"{RIFFLES} riffles by hand (Gilbert, Shannon and Reeds)", _always(_riffles)),
    "repeats": ("one shuffle of a hundred is the one before again", _repeats),
    "too_even": ("one shuffle is turned round card by card, so that every card visits every place", _too_even),
}
"""Name → what is wrong, and what makes the shuffler (one for each chunk of shuffles)."""


def shuffler(plant: str = "") -> Shuffler:
    """The product's own shuffle, or one with a planted fault."""
    return PLANTS[plant][1]() if plant else shuffled
