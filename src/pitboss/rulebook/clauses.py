"""The clauses of the rulebooks: id, kind and our own short wording."""

import csv
from io import StringIO

from msgspec import Struct

from pitboss.rulebook.folders import BOOK, data, documents, games, remembered, text
from pitboss.rulebook.passages import Facts, told

FILE = "clauses.csv"
KINDS = ("compute", "state", "input", "config", "display", "physical")


class Clause(Struct, frozen=True):
    """One clause: what it asks, in our words."""

    id: str
    kind: str
    wording: str
    """As it holds in general."""
    written: str = ""
    """With the passages for some tables only (see `passages`); one passage as a whole where it may not concern a
    table at all."""

    def at(self, known: Facts) -> str:
        """As it holds at this table; empty where the table has nothing that it speaks of."""
        return told(self.written, known) if self.written else self.wording

    @property
    def document(self) -> str:
        return self.id.split(" ", 1)[0]

    @property
    def game(self) -> str:
        return documents()[self.document]


@remembered
def clauses() -> dict[str, Clause]:
    """Every clause by its id, in the order of the rulebooks: from the file of clauses, or from the game's book."""
    found: dict[str, Clause] = {}
    for game in games():
        rows = [*csv.DictReader(StringIO(text(game, FILE))), *data(game, BOOK).get("clause", ())]
        for row in rows:
            written = row["wording"]
            found[row["id"]] = Clause(
                id=row["id"], kind=row.get("kind", "compute"), wording=told(written), written=written
            )
    return found


@remembered
def how_cited(document: str) -> str:
    """What the marks mean by which this program tells clauses apart that the document itself does not: sentences,
    definitions and lines of tables without letters, and numbers given twice. Empty where the document needs none."""
    own = [name.removeprefix(f"{document} ") for name in clauses() if name.startswith(f"{document} ")]
    said = []
    if sentence := next((name for name in own if name.endswith("/2")), ""):
        said.append(f"A number after a slash is that of a sentence ({sentence}: the second of {sentence[:-2]}).")
    if worded := {name.partition(" ")[0]: name for name in reversed(own) if " " in name}:
        *_, line, defined = worded.values()
        said.append(f"Words after a clause name what it defines or a line of its table ({defined}, {line}).")
    if again := next((name for name in own if name.endswith(AGAIN)), ""):
        number = again.removesuffix(AGAIN)
        said.append(
            f"“{AGAIN}” marks the second of two that the document numbers alike ({again}: the second {number})."
        )
    return " ".join(said)


AGAIN = "bis"
"""Stands after the number of a clause that the document gives to an earlier one too."""


class UnknownClause(LookupError):
    """A citation that resolves to nothing."""


def clause(clause_id: str) -> Clause:
    """The clause with this id."""
    try:
        return clauses()[clause_id]
    except KeyError:
        from difflib import get_close_matches

        near = get_close_matches(clause_id, clauses(), n=3, cutoff=0.6)
        hint = f"; did you mean {', '.join(near)}?" if near else ""
        raise UnknownClause(f"no clause '{clause_id}' in the rulebooks{hint}") from None
