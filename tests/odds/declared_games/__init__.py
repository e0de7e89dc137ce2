"""Games declared for tests: each only a folder, as a stranger would bring it. What all books say of the life of a table
is borrowed from a game of ours."""

import tempfile
from functools import cache
from pathlib import Path

import msgspec

from pitboss.games import rules_for
from pitboss.rulebook.book import book
from pitboss.rulebook.folders import bring, folder
from pitboss.rulebook.terms import Terms, WagerTerms
from pitboss.table.rules import Rules

HERE = Path(__file__).parent
LENDER, ITS_DOCUMENT = "dragon-poker", "MD-DRAGON"
_HOMES: list[tempfile.TemporaryDirectory[str]] = []
"""The folders live as long as the tests."""


def brought(name: str) -> str:
    """The id of the game in this folder, with a whole book."""
    return bring(_home(name))


@cache
def _home(name: str) -> Path:
    _HOMES.append(tempfile.TemporaryDirectory())
    home = Path(_HOMES[-1].name) / name
    home.mkdir()
    head = (HERE / name / "book.toml").read_text()
    document = msgspec.toml.decode(head)["document"]
    shared = (folder(LENDER) / "book.toml").read_text()
    begin = shared.index("[cites]")
    lent = shared[begin : shared.index("\n[[", begin)]
    (home / "book.toml").write_text(f"{head}\n{lent.replace(ITS_DOCUMENT, document)}")
    (home / "game.py").write_text((HERE / name / "game.py").read_text())
    return home


def rules(name: str, **letters: str) -> Rules:
    """The game of this folder with every wager that it knows; `letters` are paytables other than the first."""
    game = brought(name)
    said = book(game)
    wagers = []
    for family in dict.fromkeys(wager.family for wager in said.wagers):
        letter = letters.get(family, said.letters(family)[0])
        lines = said.resolve(family, said.table(family, letter))
        wagers.append(WagerTerms(family, 500, 50000, 500, letter, lines))
    terms = Terms(game=game, table=name, positions=said.positions_max, practice=True, wagers=tuple(wagers))
    return rules_for(terms)
