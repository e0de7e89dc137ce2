"""The sign that is put up at a table before its limits change: every wager of which the amounts change, before and
after, and from when."""

from pitboss.paper.placard import staked
from pitboss.paper.printing import Paper, PaperTrouble, heading, template
from pitboss.paper.words import sentence, wager_title
from pitboss.rulebook.terms import WagerTerms
from pitboss.table.rules import Rules
from pitboss.wording.filing_words import filing_of

NOT_OFFERED = "not offered"


def limits_notice(before: Rules, now: Rules) -> Paper:
    """The sign for the change from one submission of a table to the next."""
    if before.terms.game != now.terms.game:
        games = f"the previous submission is for {before.terms.game}, this one for {now.terms.game}"
        raise PaperTrouble(games)
    rows = changed_limits(before, now)
    if not rows:
        raise PaperTrouble("no wager has other limits than in the previous submission; there is nothing to announce")
    data = {"head": heading(now.terms), "rows": rows, "effective": filing_of(now.terms).effective}
    title = f"{now.book.title}, {now.terms.table}: change of limits"
    return Paper(source=template("notice.typ"), data=data, title=title)


def changed_limits(before: Rules, now: Rules) -> list[list[str]]:
    """Wager, amounts until now, new amounts, in the rulebook's order. A wager that follows another is not named."""
    families = dict.fromkeys(wager.family for wager in now.book.wagers if not wager.later and not wager.equal_to)
    rows = [
        [wager_title(now.book, family), *(_said(rules, rules.terms.wager(family)) for rules in (before, now))]
        for family in families
    ]
    return [row for row in rows if row[1] != row[2]]


def _said(rules: Rules, held: WagerTerms | None) -> str:
    return sentence(staked(rules, held)) if held else sentence(NOT_OFFERED)
