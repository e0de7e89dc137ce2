"""Places, wagers, hands and refusals of a scenario in plain words."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from fractions import Fraction

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
    """A suggestion for a misspelling, or for the right words in another order."""
    found = nearest(str(word), list(words))
    return f"; did you mean '{found}'?" if found else ""


def nearest(word: str, known: list[str]) -> str:
    """The one of the known words that is most like it, or nothing."""
    parts = set(re.findall(r"[a-z0-9]+", word.lower()))
    shared = {each: _alike(parts, set(each.split("_"))) for each in known}
    best = max(shared, key=lambda each: shared[each], default="")
    if best and shared[best] == 1:
        return best
    close = get_close_matches(word, known, n=1)
    return close[0] if close else best if best and shared[best] >= Fraction(1, 2) else ""


def _alike(one: set[str], other: set[str]) -> Fraction:
    """How many of their words two names share."""
    return Fraction(len(one & other), len(one | other)) if one | other else Fraction(0)


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
