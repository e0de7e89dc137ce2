"""Games that exist for tests alone: small declarations in `declared_games`, brought like a stranger's folder."""

import tempfile
import tomllib
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from pitboss.games import rules_for
from pitboss.rulebook.book import book
from pitboss.rulebook.folders import bring
from pitboss.rulebook.submission import check_data, default_data
from pitboss.rulebook.terms import LimitTerms
from pitboss.table.rules import Rules
from support import DRAGON

HOME = Path(__file__).parent / "declared_games"


@cache
def _written(name: str) -> Path:
    """The folder, with what is the same for every game added."""
    place = Path(tempfile.mkdtemp(prefix="pitboss-declared-")) / name
    place.mkdir()
    written = (HOME / name / "book.toml").read_text(encoding="utf-8")
    raw, like = tomllib.loads(written), book(DRAGON)
    clause = raw["positions_clause"]
    lines = []
    for part, keys in (("cites", like.cites), ("submission", like.submission)):
        lines += [f"[{part}]", *(f'{key} = "{clause}"' for key in keys)]
    for step in sorted(like.guides.keys() - raw.get("guides", {}).keys()):
        lines += [f"[guides.{step}]", f'title = "{step}"', f'clause = "{clause}"']
    (place / "book.toml").write_text("\n".join((written, *lines, "")), encoding="utf-8")
    (place / "game.py").write_text((HOME / name / "game.py").read_text(encoding="utf-8"), encoding="utf-8")
    return place


def declared(name: str) -> str:
    """The id of the game in this folder, which is known until the test ends."""
    return bring(_written(name))


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
