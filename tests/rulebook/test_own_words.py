"""The regulator's own sentences are found by clause in a file as converted PDFs look: with heads of pages in between, a
table of contents, numbers with and without dashes, and letters that are also Roman numbers."""

from pathlib import Path

import pytest

from pitboss.cli import main
from pitboss.rulebook.own_words import own_words

MARYLAND = """**Chapter 7 - Wagers..... 9**

Standard Rules - A Game
**Chapter 7 - Wagers.**

A. The first letter.
Its second line.
- (1) Never heard of.
E. Wagers:
Standard Rules - A Game
- (1) Compulsory; and
(2) Additional, which are:
  - (a) The one; or
  - (b) The other.

Standard Rules - A Game
F. At several boxes.

**Chapter 8 - Dealing**
A. Another chapter.
"""
MASSACHUSETTS = """## **1. Definitions**

The following words have meanings:

**Ante** – The first wager.
*Blind*-- or "blind wager" means the second.

#### **10. Procedure for a round**

- (h) The dealer shall:
  - (3) Take the cards. Put them down.
- (i) Anything else.

## **13. Cover all**

- (b) The bet wins.
"""


def test_every_clause_has_its_own_passage() -> None:
    found = own_words("MD-TOP5", MARYLAND)
    said = {name.removeprefix("MD-TOP5 "): (each.line, each.text) for name, each in found.items()}
    assert said["7.A"] == (6, "The first letter. Its second line. (1) Never heard of.")
    assert said["7.E(1)"] == (11, "Compulsory; and")
    assert said["7.E(2)"] == (12, "Additional, which are:")
    assert (said["7.E(2)(a)"], said["7.E(2)(b)"]) == ((13, "The one; or"), (14, "The other."))
    assert (said["7.F"], said["8.A"]) == ((17, "At several boxes."), (20, "Another chapter."))
    assert "7.B(1)" not in said and "9.A" not in said


def test_sentences_definitions_and_roman_numbers() -> None:
    found = own_words("MA-UTH", MASSACHUSETTS)
    said = {name.removeprefix("MA-UTH "): each.text for name, each in found.items()}
    assert said["10(h)(3)/1"] == said["10(h)(3)/2"] == "Take the cards. Put them down."
    assert said["10(i)"] == "Anything else." and said["13(b)"] == "The bet wins."
    assert (
        said["1 Ante"] == "Ante – The first wager." and said["1 Blind"] == 'Blind -- or "blind wager" means the second.'
    )


def test_the_command_shows_them_apart_from_our_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rules.md"
    file.write_text(MASSACHUSETTS, encoding="utf-8")
    assert main.dispatch(["rules", "MA-UTH 13(b)", "--text", str(file)]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "In the regulator's own words rules.md, line 16: The bet wins." in told
    assert told.index("own words") < told.index("Read as follows")
    assert main.dispatch(["rules", "MA-UTH 10", "--text", str(file)]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "line 12: Anything else." in told and "not found in rules.md" in told


@pytest.mark.parametrize(
    ("content", "more", "says"),
    [
        (b"Nothing of the kind", ["MA-UTH 13(b)"], "no clause of MA-UTH was found in it"),
        (b"%PDF\xff\xfe", ["MA-UTH 13(b)"], "is no text in UTF-8"),
        (b"", ["ultimate-texas-holdem"], "--text goes with a clause"),
        (b"", ["--coverage"], "--text goes with a clause"),
        (None, ["MA-UTH 13(b)"], "cannot be read"),
    ],
)
def test_what_is_no_such_file_is_told(
    content: bytes | None, more: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rules.txt"
    if content is not None:
        file.write_bytes(content)
    assert main.dispatch(["rules", *more, "--text", str(file)]) == 2
    assert says in capsys.readouterr().err
