"""Hidden cards of rounds that are over, opened with the seeds the trail has revealed. What no revealed seed opens stays
hidden: an open round comes out as a spectator sees it."""

from collections.abc import Iterable
from contextlib import suppress

from pitboss.cards.deck import UNKNOWN, Card, deck_of
from pitboss.house.fair.scheme import Masks, is_masked
from pitboss.house.trail import bodies as b
from pitboss.rulebook.book import book
from pitboss.rulebook.terms import Terms


def faces_of(terms: Terms) -> tuple[Card, ...]:
    """Every face of the game's deck, each once."""
    return tuple(dict.fromkeys(deck_of(book(terms.game)).cards))


class Opener:
    """Opens digests with the seeds of one round: one, or more where a deck was exchanged."""

    def __init__(self, faces: tuple[Card, ...], reveals: Iterable[b.Reveal] = ()) -> None:
        self._faces = faces
        self._masks: list[Masks] = []
        self.unopened = 0
        """How many cards no seed opened."""
        for reveal in reveals:
            self.add(reveal)

    def add(self, reveal: b.Reveal) -> None:
        """Another seed that was revealed; one that is no seed opens nothing."""
        with suppress(ValueError):
            self._masks.append(Masks(bytes.fromhex(reveal.seed)))

    def face(self, text: str) -> Card:
        """The face behind a digest; a back where no seed opens it."""
        if not is_masked(text):
            return text
        for masks in self._masks:
            try:
                return masks.open(text, self._faces)
            except ValueError:
                continue
        self.unopened += 1
        return UNKNOWN

    def body(self, body: b.Body) -> b.Body:
        return b.open_faces(body, self.face) if isinstance(body, b.ActDone) else body
