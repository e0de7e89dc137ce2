"""The vocabulary of written strategies: every word, what kind of value it has, and exactly what it means. The page
docs/strategies.md repeats it, and a test compares the two."""

from typing import Literal, NamedTuple

from pitboss.cards.deck import RANKS, SUITS

WordKind = Literal["hand", "rank", "number", "yes"]


class Word(NamedTuple):
    """One word of the vocabulary."""

    kind: WordKind
    means: str


WORDS: dict[str, Word] = {
    "hand": Word(
        "hand",
        "What all the cards make that you see and that count for you, by the game's own ranking. With fewer cards than "
        "the ranking needs, equal ranks alone count: four of a kind, three of a kind, two pair, pair, high card.",
    ),
    "board": Word("hand", "What the community cards that lie open make without yours, in the same way."),
    "hidden": Word("yes", "Your cards and the community cards make a higher category than the community cards alone."),
    "highest": Word("rank", "The rank of the highest of your cards."),
    "second": Word("rank", "The rank of the second highest of your cards, which may equal the highest."),
    "third": Word("rank", "The rank of the third highest of your cards."),
    "fourth": Word("rank", "The rank of the fourth highest of your cards."),
    "lowest": Word("rank", "The rank of the lowest of your cards."),
    "pair": Word("rank", "The highest rank of which you hold two or more cards, or none."),
    "paired": Word(
        "rank",
        "The highest rank of which two or more cards are seen, at least one of them your own, or none: a pair in your "
        "own cards, or one of them with a community card.",
    ),
    "suited": Word("yes", "All your cards are of one suit."),
    "flush_cards": Word("number", "How many cards you see of the suit of which you see most."),
    "flush_own": Word(
        "rank",
        "The rank of your own highest card of that suit, or none. Where two suits have as many cards, that suit counts "
        "in which your own card is higher.",
    ),
    "straights": Word(
        "number",
        "How many different straights of five hold all your cards: 2 for four cards open at both ends, 1 for an inside "
        "straight, 0 where two cards have the same rank. The ace is high or low.",
    ),
    "spread": Word(
        "number",
        "From the lowest to the highest of your cards, both counted: 3 for three in a row. The ace counts as high or "
        "low, whichever makes less. 0 where two cards have the same rank.",
    ),
    "outs": Word(
        "number",
        "With all community cards open: how many of the cards that you do not see would each, as one card of the "
        "dealer's with the community cards and nothing else, beat your hand.",
    ),
    "dealer_card": Word("rank", "The rank of the dealer's open card; of several the highest."),
    "matches_dealer": Word("number", "How many of your cards have the rank of an open card of the dealer's."),
    "above_dealer": Word("number", "How many of your cards are higher than the dealer's highest open card."),
    "dealer_suit": Word("number", "How many of your cards are of the suit of an open card of the dealer's."),
    "staked": Word("number", "How much you have wagered in the main game so far, in units of the first wager."),
}
"""Your cards are your own; where nobody but you uses the community cards, they count as yours as soon as they lie
open. Aces are high unless it is said otherwise."""

FROM, OF = "cards_from_", "cards_of_"
FAMILIES: dict[str, Word] = {
    FROM: Word("number", "How many of your cards have this rank or a higher one, such as cards_from_T."),
    OF: Word("number", "How many of your cards have this rank, or are this card of a deck without ranks."),
}
"""Words that end with a rank: 2 to 9, T, J, Q, K, A."""


def word_of(name: str) -> Word | None:
    """The word of this name."""
    found = WORDS.get(name)
    if found is None:
        found = next((word for start, word in FAMILIES.items() if name.startswith(start) and name != start), None)
    return found


def is_ranked(card: str) -> bool:
    """Whether it is a card with rank and suit."""
    return len(card) == 2 and card[0] in RANKS and card[1] in SUITS
