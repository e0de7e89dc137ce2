"""Cards for one round by the shuffle that anybody can check, and its proof, as a house hands it out."""

import hashlib
from collections.abc import Sequence

from pitboss.cards.deck import Card, Deck
from pitboss.house.fair import scheme
from pitboss.house.fair.proof import DealtCard, Proof, ProofRows, SeatSeed
from pitboss.play.sources import ShuffledDecks
from pitboss.table.definition import Target

TABLE = "Demonstration"
SEATED = ((1, "Ann", "a seed of my own", 2),)
"""Seat, player, the seed that the player adds, the row of the trail that would keep it."""


class CommittedDecks:
    """A source of cards whose order follows from a seed that is promised before anybody adds his own."""

    def __init__(self, deck: Deck, word: str) -> None:
        self._deck = deck
        self.seed = hashlib.sha256(word.encode()).digest()
        self._shuffles = 0
        self._orders: dict[int, ShuffledDecks] = {}
        self._numbers: dict[int, int] = {}
        self._cuts: dict[int, tuple[int, ...]] = {}
        self._dealt: dict[int, list[tuple[Card, Target]]] = {}

    @property
    def scheme(self) -> scheme.Scheme:
        return scheme.scheme_for(self._deck.cards)

    @property
    def commitment(self) -> str:
        """What is told before the cards are shuffled."""
        return scheme.commitment(self.seed, self.scheme, self._deck.cards)

    # --- as the table asks ---

    def shuffle(self, deck: int) -> None:
        self._shuffles += 1
        self._numbers[deck] = self._shuffles
        stream = scheme.stream(self.seed, _seeds(), scheme.context_of(TABLE, 1, self._shuffles))
        self._orders[deck] = ShuffledDecks(self._deck, stream)
        self._orders[deck].shuffle(deck)
        self._cuts[deck], self._dealt[deck] = (), []

    def cut(self, deck: int, depth: int) -> None:
        self._orders[deck].cut(deck, depth)
        self._cuts[deck] += (depth,)

    def draw(self, deck: int, targets: Sequence[Target]) -> tuple[Card, ...]:
        cards = self._orders[deck].draw(deck, targets)
        places = [target for target in targets for _ in range(target.count)]
        self._dealt[deck] += zip(cards, places, strict=True)
        return cards

    def remove(self, deck: int, card: Card) -> None:
        self._orders[deck].remove(deck, card)

    # --- afterwards ---

    def proof(self, game: str, round: int) -> Proof:
        """The proof of the shuffle from which the last cards came."""
        deck = max((deck for deck, dealt in self._dealt.items() if dealt), key=lambda deck: self._numbers[deck])
        number = self._numbers[deck]
        return Proof(
            pitboss_shuffle=self.scheme,
            table=TABLE,
            chain=1,
            game=game,
            round=round,
            shuffle=number,
            context=scheme.context_of(TABLE, 1, number),
            deck=self._deck.cards,
            commitment=self.commitment,
            seed=self.seed.hex(),
            seeds=tuple(SeatSeed(seat, name, text, row) for seat, name, text, row in SEATED),
            cuts=self._cuts[deck],
            cards=self._cards(deck),
            ending="settled",
            rows=ProofRows(commitment=1, shuffled=3, reveal=4),
        )

    def _cards(self, deck: int) -> tuple[DealtCard, ...]:
        masks = scheme.Masks(self.seed)
        return tuple(
            DealtCard(
                index,
                card,
                target.to,
                target.seat,
                "" if target.up else masks.mask(index, card),
            )
            for index, (card, target) in enumerate(self._dealt[deck])
        )


def _seeds() -> list[tuple[int, str]]:
    return [(seat, text) for seat, _, text, _ in SEATED]
