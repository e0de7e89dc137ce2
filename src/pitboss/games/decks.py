"""The decks of the games, by game and by their own names."""

from pitboss.cards.deck import STANDARD, BadDeck, Deck, deck_of
from pitboss.rulebook.book import book
from pitboss.rulebook.folders import games, remembered


def deck(game: str) -> Deck:
    """The deck of this game."""
    return deck_of(book(game))


@remembered
def decks() -> dict[str, Deck]:
    """Every deck that a game is played with, the standard one first. Games share a deck by sharing its name."""
    found = {STANDARD.id: STANDARD}
    for game in games():
        own = deck(game)
        if found.setdefault(own.id, own).contents != own.contents:
            raise BadDeck(f"{game}: another game has a different deck of the name '{own.id}'")
    return found
