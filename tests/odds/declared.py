"""Games that exist for tests alone: small declarations in `declared_games`, brought like a stranger's folder."""

from functools import cache
from pathlib import Path

from msgspec.structs import replace

from pitboss.games import rules_for
from pitboss.rulebook.folders import bring
from pitboss.rulebook.submission import check_data, default_data
from pitboss.rulebook.terms import LimitTerms
from pitboss.table.rules import Rules

HOME = Path(__file__).parent / "declared_games"


def declared(name: str) -> str:
    """The id of the game in this folder, which is known until the test ends."""
    return bring(HOME / name)


def bound(name: str, *, limit: int = 0) -> Rules:
    """The game under its default terms; what its main wagers win together may be cut at a limit, in cents."""
    declared(name)
    return _bound(name, limit)


@cache
def _bound(name: str, limit: int) -> Rules:
    checked = check_data(default_data(declared(name)))
    assert checked.terms is not None, checked.faults
    rules = rules_for(checked.terms)
    if limit:
        main = tuple(w.id for w in rules.wagers if w.compulsory or w.later)
        clause = rules.book.positions_clause
        rules = rules_for(replace(rules.terms, limits=(LimitTerms(clause, limit, main),)))
    return rules
