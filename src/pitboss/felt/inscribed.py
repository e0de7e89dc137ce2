"""The inscriptions of a table as felt and papers show them, and the mark of a practice table under the reading that
asks for it."""

from collections.abc import Iterator

from pitboss.table.layout import Layout, Words, inscription
from pitboss.table.rules import Rules

PRACTICE = "reading X-25"
"""No clause asks for the mark of a practice table; a reading does."""


def inscribed(rules: Rules, made: Layout) -> Iterator[tuple[Words, str, str]]:
    """Each inscription, what it says, and what it stands on."""
    for words in made.inscriptions:
        yield words, inscription(rules, words), PRACTICE if words.id == "practice" else words.clause
