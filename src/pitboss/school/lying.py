"""Cards for a question, drawn without a table: as many at each place as the wager looks at. Rare hands come up far more
often than at a table, because half of the draws come from a part of the deck."""

from collections.abc import Iterable, Mapping

from pitboss.cards.deck import RANKS, SUITS, Card, Deck
from pitboss.cards.ranking import Hand
from pitboss.messages.tasks import Shown
from pitboss.play.proof_hands import size
from pitboss.school.chance import Chance
from pitboss.table.cells import Cards, Holding, Place
from pitboss.table.rules import Rules

Lies = Mapping[Place, tuple[Card, ...]]
"""Place → the cards there."""
_ORDER: tuple[Place, ...] = ("own", "dealer", "community", "box")
_CALLED: Mapping[Place, str] = {
    "own": "The player",
    "dealer": "The dealer",
    "community": "Community cards",
    "box": "Box",
}


def wanted(rules: Rules, looked_at: Iterable[Holding]) -> dict[Place, int]:
    """How many cards these hands want at each place."""
    found: dict[Place, int] = {}
    for holding in looked_at:
        for seen in holding.sees:
            count = size(rules, Holding((Cards(seen.place, seen.first),), holding.ranking))
            found[seen.place] = max(found.get(seen.place, 0), count)
    return {place: found[place] for place in _ORDER if found.get(place)}


def draw(chance: Chance, rules: Rules, places: Mapping[Place, int]) -> Lies:
    """Cards for these places."""
    count = sum(places.values())
    cards = some_cards(chance, rules.deck, count)
    found: dict[Place, tuple[Card, ...]] = {}
    for place, many in places.items():
        found[place], cards = tuple(cards[:many]), cards[many:]
    return found


def some_cards(chance: Chance, deck: Deck, count: int) -> list[Card]:
    """So many cards of the deck, mixed."""
    among = _part(chance, deck)
    cards = chance.some(among, count)
    if len(cards) < count:
        left = list(deck.cards)
        for card in cards:
            left.remove(card)
        cards += chance.some(left, count - len(cards))
    return chance.mixed(cards)


def _part(chance: Chance, deck: Deck) -> tuple[Card, ...]:
    """All cards, or those of a few ranks, of a run of ranks, of one or two suits; of a few kinds where cards have no
    suits."""
    how = chance.below(6)
    if how < 2:
        return deck.cards
    if not deck.suited:
        return _among(deck, frozenset(chance.some([card for card, _ in deck.contents], 1 + how)))
    ranks, suits = RANKS, SUITS
    if how == 2:
        ranks = "".join(chance.some(RANKS, 3 + chance.below(2)))
    if how in (3, 5):
        first = chance.below(len(RANKS) - 4)
        ranks = RANKS[first : first + 6]
    if how in (4, 5):
        suits = "".join(chance.some(SUITS, 1 + chance.below(2)))
    return _among(deck, frozenset(rank + suit for rank in ranks for suit in suits))


def _among(deck: Deck, kinds: frozenset[Card]) -> tuple[Card, ...]:
    return tuple([card for card in deck.cards if card in kinds])


def hand(holding: Holding, lies: Lies) -> Hand:
    """What the cards make."""
    found: tuple[Card, ...] = ()
    for seen in holding.sees:
        cards = lies[seen.place]
        found += cards[: seen.first] if seen.first else cards
    return holding.ranking.of(found)


def shown(lies: Lies) -> tuple[Shown, ...]:
    """The cards with whose they are."""
    return tuple(Shown(_CALLED[place], lies[place]) for place in _ORDER if place in lies)
