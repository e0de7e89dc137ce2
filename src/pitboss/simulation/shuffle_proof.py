"""The scaling proved unbiased by enumeration, on the shuffle itself: it is given every byte at every step.

1. At the step that fills place p of the deck there are p places left. With every earlier card left where it is, each of
   the 256 bytes is put to the shuffle. Exactly ⌊256/p⌋ of them must choose each place, and the other 256 mod p must be
   thrown away, with one byte more being read.
2. Every sequence of choices in a small deck must lead to an order of its own, so that all n! orders come out once.

Together: all orders are equally likely if all bytes are. What is left to believe is the stream of bytes."""

from itertools import product
from math import factorial
from typing import Any

from msgspec import Struct

from pitboss.simulation.shuffle_plants import Shuffler

BYTES = 256
SMALL_DECK = 6


class ShuffleStep(Struct, frozen=True):
    """One step of the shuffle: how many bytes choose each place, how many are thrown away."""

    places: int
    each: int
    thrown: int


class ShuffleProof(Struct, frozen=True):
    steps: tuple[ShuffleStep, ...]
    fault: str = ""
    """What is wrong with the first step that is, or nothing."""


class _Script:
    """A stream of known bytes, zeros after them, that knows how many were read. Zero is never thrown away."""

    def __init__(self, given: bytes) -> None:
        self._given = given
        self._before = 0
        self.read = 0

    def __call__(self, count: int) -> bytes:
        block = _Block(self._given[self._before : self._before + count].ljust(count, b"\0"))
        block.script, block.before = self, self._before
        self._before += count
        return block


class _Block(bytes):
    script: _Script
    before: int

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, int):
            self.script.read = max(self.script.read, self.before + at + 1)
        return super().__getitem__(at)


def order_of(shuffle: Shuffler, cards: int, given: bytes) -> tuple[tuple[int, ...], int]:
    """The order that these bytes lead to, and how many bytes were read."""
    script = _Script(given)
    order = shuffle(tuple(map(chr, range(cards))), script)
    return tuple(map(ord, order)), script.read


def step(shuffle: Shuffler, cards: int, places: int) -> tuple[ShuffleStep | None, str]:
    """What every byte does at the step with this many places left; and what is wrong, if anything is."""
    stay = bytes(range(cards - 1, places - 1, -1))
    chosen = [0] * places
    thrown = 0
    for byte in range(BYTES):
        order, read = order_of(shuffle, cards, stay + bytes([byte]))
        if order[places:] != tuple(range(places, cards)) or order[places - 1] >= places:
            return None, f"with {places} places left: the cards below do not stay where they were put"
        if read == cards:
            thrown += 1
        elif read == cards - 1:
            chosen[order[places - 1]] += 1
        else:
            return None, f"with {places} places left: {read} bytes were read for {cards - 1} steps"
    if min(chosen) != max(chosen):
        return None, f"with {places} places left: some are chosen by {max(chosen)} of the bytes, some by {min(chosen)}"
    return ShuffleStep(places, chosen[0], thrown), ""


def proof(shuffle: Shuffler, cards: int) -> ShuffleProof:
    """The proof for a deck of this many cards."""
    steps: list[ShuffleStep] = []
    for places in range(cards, 1, -1):
        found, fault = step(shuffle, cards, places)
        if found is None:
            return ShuffleProof(tuple(steps), fault)
        steps.append(found)
    small = min(cards, SMALL_DECK)
    choices = product(*(range(places) for places in range(small, 1, -1)))
    orders = {order_of(shuffle, small, bytes(picks))[0] for picks in choices}
    if len(orders) != factorial(small):
        fault = f"{factorial(small)} sequences of choices lead to only {len(orders)} orders of {small} cards"
        return ShuffleProof(tuple(steps), fault)
    return ShuffleProof(tuple(steps))
