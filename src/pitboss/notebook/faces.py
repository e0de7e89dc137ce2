"""Cards as small pictures in a line: rank and suit in four colours, so that a flush shows."""

from collections.abc import Iterable

from msgspec import Struct

from pitboss.cards.deck import STANDARD, SUIT, UNKNOWN, Card, Deck
from pitboss.games.decks import deck
from pitboss.notebook.markup import Markup, block, joined, text
from pitboss.rulebook.folders import bring
from pitboss.wording.cards_art import short
from pitboss.wording.things import card as in_words

_INKS = ("#1a7f37", "#0b62c4", "#c1272d", "#1c1c1c")
"""Clubs, diamonds, hearts, spades."""
_BOX = (
    "display:inline-block;min-width:1.6em;padding:.15em .35em;margin:0 .2em .2em 0;text-align:center;font-weight:600;"
    "border:1px solid #8a8a8a;border-radius:.3em;background:#fff"
)
_BACK = "background:repeating-linear-gradient(45deg,#7a1f2b 0 3px,#95424c 3px 6px);color:transparent"


def card_row(deck: Deck, cards: Iterable[Card]) -> Markup:
    """The cards side by side."""
    return joined(_card(deck, card) for card in cards)


def _card(deck: Deck, card: Card) -> Markup:
    if card == UNKNOWN:
        return Markup(f'<span role="img" aria-label="a card face down" style="{_BOX};{_BACK}">??</span>')
    ink = _INKS[SUIT[card]] if card in SUIT else _INKS[3]
    return Markup(
        f'<span role="img" aria-label="{text(in_words(deck, card))}" style="{_BOX};color:{ink}">'
        f"{text(short(deck, card))}</span>"
    )


class ShownCards(Struct, frozen=True):
    """Cards that show themselves in a notebook."""

    deck: Deck
    cards: tuple[Card, ...]

    def _repr_html_(self) -> str:
        return block(card_row(self.deck, self.cards))


def shown_cards(text: str, game: str = "") -> ShownCards:
    """Cards of this game's deck, by its id or folder; of an ordinary one where no game is named."""
    of = deck(bring(game)) if game else STANDARD
    return ShownCards(of, of.read_all(text))
