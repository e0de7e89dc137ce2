"""Places, wagers, hands and refusals of a scenario in plain words."""

import re
from collections.abc import Iterable
from difflib import get_close_matches

from pitboss.rulebook.pays import dollars
from pitboss.rulebook.words import ENVY as ENVY
from pitboss.rulebook.words import place_words, wager_title
from pitboss.table.refusals import Refusal
from pitboss.table.rules import Rules

LIMIT = "limit"
"""A key of [expect] that is no wager, as ENVY is."""


def title(rules: Rules, wager: str) -> str:
    """What the rulebook calls the wager."""
    return "Payout limit" if wager == LIMIT else wager_title(rules.book, wager)


def hand(rules: Rules, name: str) -> str:
    """A hand of a paytable as people say it."""
    return rules.book.said.get(name, name.replace("_", " "))


def place(rules: Rules, name: str) -> str:
    """A place of [deck] as people say it."""
    if name.startswith("seat"):
        return f"position {name[4:]}"
    return "the card that is discarded unseen" if name == "thrown" else place_words(rules.book, name)


def cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def near(word: object, words: Iterable[str]) -> str:
    """A suggestion for a misspelling."""
    found = get_close_matches(str(word), list(words), n=1)
    return f"; did you mean '{found[0]}'?" if found else ""


def refused(refusal: Refusal) -> str:
    """The refusal with its amounts in dollars, as the file writes them."""
    return in_dollars(str(refusal))


def in_dollars(text: str) -> str:
    """`500 to 50000 cents in steps of 500` as `$5 to $500 in steps of $5`."""
    text = re.sub(
        r"(\d+) to (\d+) cents in steps of (\d+)(?: cents)?",
        lambda m: f"{dollars(int(m[1]))} to {dollars(int(m[2]))} in steps of {dollars(int(m[3]))}",
        text,
    )
    return re.sub(r"(\d+) cents\b", lambda m: dollars(int(m[1])), text)
