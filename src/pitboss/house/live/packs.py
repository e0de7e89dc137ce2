"""The cards of a table as the house knows them: for each deck the shuffle it is in, and the one that comes next."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from pitboss.cards.deck import Card
from pitboss.cards.shuffle import cut
from pitboss.house.fair.scheme import Masks, order


class ComingShuffle(Struct, frozen=True):
    """A commitment whose shuffle has not begun. The seed is known to the house alone."""

    shuffle: int
    deck: int
    commitment: str
    seed: bytes
    seeds: tuple[tuple[int, str, str], ...] = ()
    """(seat, player, text) in the order of the seats."""

    def with_seed(self, seat: int, player: str, text: str) -> "ComingShuffle":
        others = [s for s in self.seeds if s[0] != seat]
        return replace(self, seeds=tuple(sorted([*others, (seat, player, text)])))

    def shuffled(self, cards: tuple[Card, ...], context: str) -> "Pack":
        """The deck in the order these seeds give; no order where the cards come from a feed."""
        own = [(seat, text) for seat, _, text in self.seeds]
        ordered = order(cards, self.seed, own, context) if cards else ()
        return Pack(self.shuffle, self.seed, Masks(self.seed), ordered, seeds=self.seeds)


class Pack(Struct, frozen=True):
    """A shuffled deck: its order after the cut, and which places are gone."""

    shuffle: int
    seed: bytes
    masks: Masks
    order: tuple[Card, ...]
    next: int = 0
    gone: tuple[int, ...] = ()
    """Places of cards that left the deck out of turn."""
    cuts: tuple[int, ...] = ()
    seeds: tuple[tuple[int, str, str], ...] = ()

    def cut(self, depth: int) -> "Pack":
        """The places of cards that are gone move with the others: the deck may be cut again after one was set aside."""
        order = cut(self.order, depth) if self.order else ()
        gone = tuple(self.after_cut(place, depth) for place in self.gone)
        return replace(self, order=order, gone=gone, cuts=(*self.cuts, depth))

    def after_cut(self, place: int, depth: int) -> int:
        """Where the card of this place lies once the deck is cut at this depth."""
        return (place - depth) % len(self.order)

    def top(self, count: int) -> tuple[tuple[int, ...], tuple[Card, ...]]:
        """The places and the faces of the next cards."""
        places = [p for p in range(self.next, len(self.order)) if p not in self.gone][:count]
        return tuple(places), tuple(self.order[p] for p in places)

    def fed(self, count: int) -> tuple[int, ...]:
        """The places of cards that a feed brings: the order in which they came."""
        return tuple(range(self.next, self.next + count))

    def face(self, text: str, faces: Iterable[Card]) -> Card:
        """The face behind a digest; the one that lies at its place is tried first."""
        place = text[1:].partition(":")[0]
        likely = self.order[int(place) : int(place) + 1] if place.isdecimal() and len(place) < 9 else ()
        return self.masks.open(text, (*likely, *faces))

    def drawn(self, places: tuple[int, ...]) -> "Pack":
        return replace(self, next=places[-1] + 1) if places else self

    def without(self, card: Card) -> "Pack":
        """A card found face up leaves the deck."""
        if not self.order:
            return self
        place = next(p for p in range(self.next, len(self.order)) if p not in self.gone and self.order[p] == card)
        return replace(self, gone=(*self.gone, place))
