"""What is asked of `protect`, read for the command and for the library: everything that is wrong is told at once."""

from collections.abc import Sequence

from pitboss.cards.deck import Card
from pitboss.lab.protect.api import without
from pitboss.lab.protect.seen import Unseeable, places_of, sight_of
from pitboss.table.rules import Rules


def sees_faults(rules: Rules, sees: object) -> list[str]:
    """What is wrong with the cards that are seen."""
    if not isinstance(sees, str):
        able = ", ".join(places_of(rules).kinds()) or "none"
        return [f"sees={sees!r} is no text; what can be seen in {rules.book.title}: {able}; join several with +"]
    try:
        sight_of(places_of(rules), sees) if sees.strip() else None
    except Unseeable as bad:
        return [str(bad)]
    return []


def dead_cards(rules: Rules, dead: object) -> tuple[tuple[Card, ...], list[str]]:
    """The cards that are out of play, and what is wrong with them."""
    cards = [dead] if isinstance(dead, str) else dead
    if not isinstance(cards, Sequence) or not all(isinstance(card, str) for card in cards):
        return (), [f"dead={dead!r} are no cards; give them as text, such as 'Ah Kd'"]
    gone: tuple[Card, ...] = ()
    faults: list[str] = []
    for word in " ".join(cards).replace(",", " ").split():
        try:
            gone += rules.deck.read_all(word)
        except ValueError as bad:
            faults.append(str(bad))
    try:
        without(rules, gone)
    except ValueError as bad:
        faults.append(str(bad))
    return gone, list(dict.fromkeys(faults))


def partners_faults(rules: Rules, partners: object) -> list[str]:
    """What is wrong with the number of partners."""
    most = rules.terms.positions - 1
    if type(partners) is int and 0 <= partners <= most:
        return []
    return [f"partners={partners!r} is no number of partners; it is a whole number from 0 to {most}"]
