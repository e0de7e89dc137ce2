"""What follows for the cards from the devices that a table has."""

from pitboss.rulebook.book import book
from pitboss.rulebook.terms import Terms


def reshuffles(terms: Terms) -> bool:
    """Whether the device takes back all cards by itself: nothing is cut, and no stub is left (L-39)."""
    return terms.shuffler == "continuous"


def by_device_only(procedure: str, *, reshuffles: bool) -> bool:
    """Whether cards are never shuffled by hand, and so never cut: those dealt from the hand come from a shuffler."""
    return procedure == "hand" or reshuffles


def count_exempt(terms: Terms) -> bool:
    """Whether a device in use spares the dealer the counts of the stub (X-04): Massachusetts knows no exemption."""
    return terms.shuffler_counts and "count_exempt" in book(terms.game).cites
