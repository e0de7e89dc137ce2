"""A clause says what the regulator's text says; what a reading makes of it stands beside it under its name."""

import pytest

from pitboss.rulebook.clauses import clause
from pitboss.rulebook.readings import added

READ = {
    "MA-UTH 13(b)": ("three of a kind or better", "full house", "U-01"),
    "MD-TOP5 2.A(1)": ("betting positions for six players", "open", "T-25"),
    "MD-TOP5 7.E(2)": ("offer each player two additional wagers", "Ante", "T-15"),
}
"""Clause, words of the text, a word that only the reading has, the reading."""


@pytest.mark.parametrize(("cited", "words"), READ.items(), ids=READ)
def test_the_text_and_its_reading_are_two_sentences(cited: str, words: tuple[str, str, str]) -> None:
    of_the_text, of_the_reading, reading = words
    own = clause(cited).wording
    assert of_the_text in own and of_the_reading not in own and reading not in own
    said, adding = added(clause(cited))
    assert said.startswith(own) and of_the_reading in adding[reading]
    assert adding[reading].startswith(f"Read by {reading}: ") and adding[reading] in said
