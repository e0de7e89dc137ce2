"""What the words of a reading may not contain: clauses of another document, and talk of software."""

import re
from collections.abc import Iterator

from pitboss.rulebook.book import book
from pitboss.rulebook.clauses import clauses
from pitboss.rulebook.folders import documents

CLAUSE = re.compile(
    r"(?<![\w.$])\d{1,2}(?:\.[A-Z](?:bis)?(?![a-z])(?:\(\w{1,4}\))*|\.?(?:\([a-z0-9]{1,4}\))+[a-z]?(?:/\d)?)"
)
"""What looks like a clause: 11.A(5), 3.(b), 15(b)/2. Decimals, amounts and citations of other codes do not."""
NAMED = re.compile(rf"(?:{'|'.join(documents())}) $")
SOFTWARE = re.compile(
    r"(?i)\b(?:software|program|input|fault|ledger|loaded|configur\w+|preset|logged|flagged|timer|verdict|ids)\b"
    r"|check prints|up to chip needs"
)


def strangers(game: str, text: str) -> Iterator[str]:
    """What looks like a clause of the game's own document and is not one."""
    own = [name.removeprefix(f"{book(game).document} ") for name in clauses() if name.startswith(book(game).document)]
    for found in CLAUSE.finditer(text):
        if NAMED.search(text[: found.start()]):
            continue
        cited = found[0]
        if not any(name == cited or (name.startswith(cited) and not name[len(cited)].isalnum()) for name in own):
            yield cited
