"""Where the cards come from. The engine never knows an undealt card; a source brings them when they are dealt."""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from typing import Protocol

from pitboss.cards.deck import BadCard, Card, Deck
from pitboss.cards.shuffle import Stream, cut, shuffled
from pitboss.table.definition import Target


class CardSource(Protocol):
    """A shuffled deck, a scripted one, or the feed of a physical shoe."""

    def shuffle(self, deck: int) -> None: ...
    def cut(self, deck: int, depth: int) -> None: ...
    def draw(self, deck: int, targets: Sequence[Target]) -> tuple[Card, ...]: ...
    def remove(self, deck: int, card: Card) -> None:
        """The card was found face up and leaves the deck."""


def seeded_stream(seed: str) -> Stream:
    """A reproducible stream for practice, tests and examples: the same seed gives the same cards."""
    block, buffer = 0, b""

    def read(count: int) -> bytes:
        nonlocal block, buffer
        while len(buffer) < count:
            buffer += hashlib.sha256(f"{seed}:{block}".encode()).digest()
            block += 1
        taken, buffer = buffer[:count], buffer[count:]
        return taken

    return read


class ShuffledDecks:
    """Decks shuffled by a stream of random bytes; the operating system's unless another is given."""

    def __init__(self, deck: Deck, stream: Stream = secrets.token_bytes) -> None:
        self._cards = deck.cards
        self._stream = stream
        self._orders: dict[int, list[Card]] = {}

    def shuffle(self, deck: int) -> None:
        self._orders[deck] = list(shuffled(self._cards, self._stream))

    def cut(self, deck: int, depth: int) -> None:
        self._orders[deck] = list(cut(self._orders.get(deck) or list(shuffled(self._cards, self._stream)), depth))

    def draw(self, deck: int, targets: Sequence[Target]) -> tuple[Card, ...]:
        count = sum(target.count for target in targets)
        order = self._orders[deck]
        taken = tuple(order[:count])
        del order[:count]
        return taken

    def remove(self, deck: int, card: Card) -> None:
        self._orders[deck].remove(card)


class ScriptedOrder:
    """A deck in a known order; shuffles and cuts leave it alone. Cards beyond the script are what is left over."""

    def __init__(self, deck: Deck, order: Sequence[Card]) -> None:
        surplus = deck.surplus(order)
        if surplus:
            raise BadCard(f"more often than in the deck: {' '.join(surplus)}")
        self._order = list(order)
        self._rest = list(deck.cards)
        for card in order:
            self._rest.remove(card)
        self.taken = 0
        """How many cards have left the deck."""
        self.beyond = 0
        """How many of them the script did not give."""

    def shuffle(self, deck: int) -> None:
        """The order is given."""

    def cut(self, deck: int, depth: int) -> None:
        """The order is given as it is after the cut."""

    def draw(self, deck: int, targets: Sequence[Target]) -> tuple[Card, ...]:
        count = sum(target.count for target in targets)
        taken = [*self._order[:count]]
        del self._order[: len(taken)]
        short = count - len(taken)
        taken += self._rest[:short]
        del self._rest[:short]
        self.taken += count
        self.beyond += short
        return tuple(taken)

    def put_back(self, place: str, cards: Sequence[Card]) -> None:
        """These cards never reached the place: they come next."""
        self._order[:0] = cards
        self.taken -= len(cards)

    def remove(self, deck: int, card: Card) -> None:
        if card in self._order:
            self._order.remove(card)
            self.taken += 1
        else:
            self._rest.remove(card)


class ScriptedPlaces:
    """Cards named by the place they go to (`seat1`, `dealer`, `community`, …); other places get what is left over."""

    def __init__(self, deck: Deck, places: Mapping[str, Sequence[Card]]) -> None:
        named = [card for cards in places.values() for card in cards]
        surplus = deck.surplus(named)
        if surplus:
            raise BadCard(f"more often than in the deck: {' '.join(surplus)}")
        self._places = {place: list(cards) for place, cards in places.items()}
        # Low cards first, so that hands nobody described stay quiet.
        self._rest = list(reversed(deck.cards))
        for card in named:
            self._rest.remove(card)
        self._quiet: dict[str, list[Card]] = {}
        self.filled: dict[str, list[Card]] = {}
        """What was dealt to each place without having been named for it."""

    def shuffle(self, deck: int) -> None:
        """The cards are given."""

    def cut(self, deck: int, depth: int) -> None:
        """The cards are given."""

    def draw(self, deck: int, targets: Sequence[Target]) -> tuple[Card, ...]:
        taken: list[Card] = []
        for target in targets:
            place = f"seat{target.seat}" if target.to == "seat" else target.to
            given = self._places.get(place, [])
            for _ in range(target.count):
                if not given:
                    left = self._quiet.get(place) or self._rest
                    self.filled.setdefault(place, []).append(left[0])
                taken.append(given.pop(0) if given else left.pop(0))
        return tuple(taken)

    def fill(self, places: Mapping[str, Sequence[Card]]) -> None:
        """Says which of the cards that are left go to each place for which none, or too few, are named."""
        self._quiet = {place: list(cards) for place, cards in places.items()}
        for card in (card for cards in places.values() for card in cards):
            self._rest.remove(card)

    def put_back(self, place: str, cards: Sequence[Card]) -> None:
        """These cards never reached the place: they are the next ones for it."""
        self._places.setdefault(place, [])[:0] = cards

    def remove(self, deck: int, card: Card) -> None:
        for cards in (self._rest, *self._quiet.values(), *self._places.values()):
            if card in cards:
                cards.remove(card)
                return
