"""The inscriptions of a table as felt and papers show them: payout limits that can be told apart, and the mark of a
practice table under the reading that asks for it."""

from collections.abc import Iterator

from pitboss.rulebook.pays import dollars
from pitboss.rulebook.terms import LimitTerms
from pitboss.table.layout import Layout, Words, inscription
from pitboss.table.rules import Rules

PRACTICE = "reading X-25"
"""No clause asks for the mark of a practice table; a reading does."""


def inscribed(rules: Rules, made: Layout) -> Iterator[tuple[Words, str, str]]:
    """Each inscription, what it says, and what it stands on."""
    limits = dict(limit_words(rules))
    several = len(rules.terms.limits) > 1
    for words in made.inscriptions:
        if words.id == "payout_limit" and several:
            if words.clause in limits:
                yield words, limits[words.clause], words.clause
        else:
            yield words, inscription(rules, words), PRACTICE if words.id == "practice" else words.clause


def limit_words(rules: Rules) -> Iterator[tuple[str, str]]:
    """Clause and sentence of every payout limit that can bind at this table. A limit on some wagers that is no lower
    than one on these and others never binds: the lower prevails (U-10)."""
    limits = rules.terms.limits
    for n, limit in enumerate(limits):
        if not any(_idle(rules, limit, other, n > m) for m, other in enumerate(limits) if m != n):
            yield limit.clause, f"Payout limit per hand: {dollars(limit.cents)} on {_on(rules, limit)}"


def _offered(rules: Rules, limit: LimitTerms) -> set[str]:
    return {wager.id for wager in rules.wagers if wager.id in limit.wagers}


def _idle(rules: Rules, limit: LimitTerms, other: LimitTerms, later: bool) -> bool:
    """Whether the other limit is reached first, or at once by an earlier one."""
    mine, theirs = _offered(rules, limit), _offered(rules, other)
    if mine == theirs and limit.cents == other.cents:
        return later
    return mine <= theirs and other.cents <= limit.cents


def _on(rules: Rules, limit: LimitTerms) -> str:
    """The wagers by name; all that any limit covers are all wagers, but for those that none covers."""
    covered = _offered(rules, limit)
    limited = set().union(*(_offered(rules, other) for other in rules.terms.limits))
    if covered != limited:
        return ", ".join(wager.title for wager in rules.wagers if wager.id in covered) + " together"
    free = ", ".join(wager.title for wager in rules.wagers if wager.id not in limited)
    return f"all wagers together, {free} not counted" if free else "all wagers together"
