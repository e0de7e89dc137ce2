"""What a payout limit does to all wagers of a hand together, as the papers say it: counted exactly where the side
wagers look at the cards of the main game, at the greatest stakes that a submission permits."""

from collections.abc import Sequence

from pitboss.games import rules_for
from pitboss.lab.win.joint import Joint, joint, why_alone
from pitboss.odds.request import MAIN, base_of, lawful_stake, limits_of
from pitboss.odds.result import WagerOdds
from pitboss.paper import par_words as w
from pitboss.paper.words import dollars, listed
from pitboss.rulebook.book import book
from pitboss.rulebook.terms import Terms
from pitboss.table.layout import binding_limits

ALONE = (
    "Each wager is counted alone. What several of them win in one hand counts together towards a payout limit, which "
    "then cuts at lower stakes as well."
)
TOGETHER = "What all wagers of a hand win counts together towards a payout limit."


def together_words(terms: Terms, rows: Sequence[WagerOdds]) -> str:
    """What is said where wagers that have figures of their own share a payout limit; nothing where none do."""
    rules = rules_for(terms)
    parts = {row.wager: {part.wager for part in row.figures.parts} for row in rows}
    sharing = [
        limit for limit in binding_limits(rules) if sum(bool(own & {*limit.wagers}) for own in parts.values()) > 1
    ]
    if not sharing:
        return ""
    covered = {name for limit in sharing for name in limit.wagers}
    sides = [name for name, own in parts.items() if name != MAIN and own & covered]
    why = {name: why_alone(rules, name) for name in sides}
    counted = [name for name in sides if not why[name]]
    if MAIN not in parts or not parts[MAIN] & covered or not counted:
        return ALONE
    base = _greatest(terms, MAIN)
    found = joint(terms, base, {name: _greatest(terms, name) for name in counted})
    rest = [w.wager_title(rules.book, name) for name in sides if why[name]]
    others = (
        f" {listed(rest)}, which cannot be counted so, {'is' if len(rest) == 1 else 'are'} left out." if rest else ""
    )
    return f"{TOGETHER} {_said(terms, found)}{others}"


def _greatest(terms: Terms, wager: str) -> int:
    held = terms.wager(limits_of(book(terms.game), wager))
    assert held is not None, "a wager that is offered has its limits"
    return lawful_stake(held, held.maximum)


def _said(terms: Terms, found: Joint) -> str:
    the_book = book(terms.game)
    base = base_of(terms.game, MAIN)
    title = "each bet" if base == "one bet" else w.wager_title(the_book, base)
    unit = base if base == "one bet" else f"the {title}"
    stakes = [f"{title} {dollars(found.base)}"]
    stakes += [f"{w.wager_title(the_book, name)} {dollars(cents)}" for name, cents in found.sides.items()]
    at = f"At the greatest stakes that this submission permits ({', '.join(stakes)})"
    if not found.cut:
        return f"{at} they never reach it together."
    return (
        f"{at}, all counted together, it cuts {w.one_in(found.cut).replace('1 in', 'one hand in')} and takes "
        f"{w.edge(found.taken)} of {unit} on average; together they have a house advantage of "
        f"{w.edge(-found.figures.ev)} of {unit}."
    )
