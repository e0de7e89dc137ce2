"""Games declared for tests: each only a folder, as a stranger would bring it. What all books say of the life of a table
is borrowed from a game of ours."""

import tempfile
from functools import cache
from pathlib import Path

import msgspec

from pitboss.games import rules_for
from pitboss.rulebook.folders import bring, folder
from pitboss.rulebook.submission import check_data, default_data, merge
from pitboss.table.rules import Rules
from support import DEALING

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
    lent = "".join(f"{_part(shared, table)}\n" for table in ("[cites]", "[submission]"))
    (home / "book.toml").write_text(f"{head}\n{lent.replace(ITS_DOCUMENT, document)}")
    (home / "game.py").write_text((HERE / name / "game.py").read_text())
    return home


def _part(text: str, begins: str) -> str:
    """From this table to before the next list of tables, or to the end."""
    start = text.index(begins)
    end = text.find("\n[[", start)
    return text[start : end if end >= 0 else len(text)]


def rules(name: str, procedure: str = "manual_shoe", **letters: str) -> Rules:
    """The game of this folder under its default terms; `letters` are paytables other than the first."""
    chosen = {wager: {"paytable": letter} for wager, letter in letters.items()}
    data = merge(default_data(brought(name)), {"wagers": chosen, "dealing": DEALING[procedure]})
    checked = check_data(data)
    assert checked.terms is not None, [str(fault) for fault in checked.faults]
    return rules_for(checked.terms)
