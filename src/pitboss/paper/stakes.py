"""Where the stake matters. The figures of a paper hold at the least stake of each wager. Sums fixed in dollars weigh
less on a higher stake, a payout limit cuts only what is high enough, and payments are rounded up by more or by less:
the figures of such a wager are given at other stakes too, from the same count as `pitboss odds --stake`."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pitboss.games import rules_for
from pitboss.odds.api import odds
from pitboss.odds.figures import lines_of
from pitboss.odds.request import MAIN, Request, lawful_stake, limits_of
from pitboss.odds.request_terms import main_wagers
from pitboss.odds.result import WagerOdds
from pitboss.paper import par_words as w
from pitboss.paper.kept import loss
from pitboss.paper.paid import any_cut, highest, limit_named
from pitboss.paper.stakes_together import together_words
from pitboss.paper.words import dollars, listed, payments
from pitboss.rulebook.book import book
from pitboss.rulebook.pays import Dollars, MeterShare, ToOne
from pitboss.rulebook.terms import Terms, WagerTerms
from pitboss.table.layout import binding_limits
from pitboss.table.rules import Rules

Progress = Callable[[str, float], None]
EVERY = "every stake that this submission permits"
EVERYWHERE = f"These figures hold at {EVERY}."


class AtStakes(Struct, frozen=True):
    """A wager whose figures depend on the stake."""

    least: WagerOdds
    to: int
    """Cents: every stake from the least up to this one has the figures of the least."""
    others: tuple[WagerOdds, ...]
    """Its figures at other stakes, the greatest last."""
    why: str
    at_least: str = ""
    """What must be said of the least stake itself: that a payout limit cuts there already."""

    @property
    def greatest(self) -> WagerOdds:
        return self.others[-1]


def where_it_matters(terms: Terms, rows: Sequence[WagerOdds], progress: Progress = w.silent) -> list[AtStakes]:
    """Of these figures at the least stakes those that are others at some higher stake. What cannot differ is not worked
    out."""
    rules = rules_for(terms)
    return [made for row in rows if (made := _at_stakes(rules, row, progress)) is not None]


def _at_stakes(rules: Rules, row: WagerOdds, progress: Progress) -> AtStakes | None:
    held = limits_for(rules.terms, row)
    last = lawful_stake(held, held.maximum)
    second = min(held.minimum + held.increment, last)
    fixed = any(isinstance(pay, Dollars | MeterShare) for pay in _pays(rules, row))
    chips = any(_rounded(rules, row, stake) for stake in (held.minimum, second))
    limit = reached(rules, row)
    bound = limit is not None and last > limit
    if last == held.minimum or not (fixed or chips or bound):
        return None
    # what is rounded neither on the least stake nor on one step more is rounded on none
    wanted = dict.fromkeys([*([second] if chips else []), last])
    others = tuple(_at(rules.terms, row, stake, progress) for stake in wanted)
    if all(other.figures == row.figures for other in others):
        return None
    to = held.minimum if fixed or chips or limit is None else lawful_stake(held, limit)
    already = f"A payout limit cuts already at this stake: {_lowest(rules, row)}" if limit and any_cut(row) else ""
    why = ["sums in dollars are the same at every stake"] if fixed else []
    why += [f"payments are {payments(rules.terms)}"] if chips else []
    if already:
        why.append("the same limit cuts more here")
    elif bound and (not why or any(map(any_cut, others))):
        why.append(f"a payout limit cuts: {_lowest(rules, row)}")
    return AtStakes(row, to, others, w.sentence("; ".join(why)), already)


def limits_for(terms: Terms, row: WagerOdds) -> WagerTerms:
    """What may be staked on the base of a wager."""
    held = terms.wager(limits_of(book(terms.game), row.wager))
    assert held is not None, "a wager that is offered has its limits"
    return held


def reached(rules: Rules, row: WagerOdds) -> Fraction | None:
    """Cents: the highest stake at which no payout limit cuts what this wager wins; none where none covers it. A limit
    only takes: play that it does not cut stays the best play, with the same figures. Of wagers made together none loses
    when the highest sum is won."""
    parts = {part.wager for part in row.figures.parts}
    sums = [limit.cents for limit in rules.terms.limits if parts & set(limit.wagers)]
    most, _ = highest(row)
    return min(sums) / most if sums and most > 0 else None


def _pays(rules: Rules, row: WagerOdds) -> list[object]:
    together = main_wagers(rules.book) if row.wager == MAIN else {row.wager}
    return [line.pay for name in together for line in lines_of(rules, name)]


def _rounded(rules: Rules, row: WagerOdds, stake: int) -> bool:
    """Whether some payment on this stake is no whole number of the smallest chips."""
    terms = rules.terms
    if terms.breakage != "up_to_chip":
        return False
    odds_of = [(pay.pays, pay.per) for pay in _pays(rules, row) if isinstance(pay, ToOne)]
    return any(stake * pays % (per * terms.smallest_chip) for pays, per in [(1, 1), *odds_of])


def _at(terms: Terms, row: WagerOdds, stake: int, progress: Progress) -> WagerOdds:
    """The same wager at another stake, as `pitboss odds --stake` has it."""
    found = odds(Request(game=terms.game, terms=terms, wager=row.wager, stake=stake), progress=progress)
    return next(other for other in found if other.paytable == row.paytable)


def _lowest(rules: Rules, row: WagerOdds) -> str:
    """The payout limit that a wager alone reaches first."""
    parts = {part.wager for part in row.figures.parts}
    found = [limit for limit in binding_limits(rules) if parts & set(limit.wagers)]
    return limit_named(rules, min(found, key=lambda limit: limit.cents))


# --- as the papers state it -----------------------------------------------------------------------------------------


def section(terms: Terms, found: Sequence[AtStakes], rows: Sequence[WagerOdds]) -> dict[str, Any]:
    """The words and the rows of the section: wager, stake, house advantage, standard deviation, highest net win,
    why."""
    return {
        "said": _said(terms, found, rows),
        "rows": [cells for one in found for cells in _rows(one)],
        "warnings": [
            f"Warning: {_name(one.least)} at {dollars(other.stake)} {said}."
            for one in found
            for other in one.others
            for said in loss(terms, other)
        ],
    }


def _said(terms: Terms, found: Sequence[AtStakes], rows: Sequence[WagerOdds]) -> str:
    together = together_words(terms, rows)
    after = f" {together}" if together else ""
    if not found:
        return EVERYWHERE + after
    tables: dict[str, list[str]] = {}
    for one in found:
        tables.setdefault(w.row_title(one.least), []).extend(_table(one.least))
    names = listed(f"{title} ({listed(some)})" if some else title for title, some in tables.items())
    rest = " Those of the other wagers hold at every stake that it permits." if len(found) < len(rows) else ""
    return (
        "The figures of this paper hold at the least stake of each wager that this submission permits. Those of some "
        f"differ at other stakes, up to the greatest it permits: {names}.{rest}{after}"
    )


def _rows(one: AtStakes) -> list[list[str]]:
    """The stakes of one wager, the least first; why the others differ stands once."""
    least = dollars(one.least.stake)
    at_least = least if one.to == one.least.stake else f"{least} to {dollars(one.to)}"
    first, *rest = one.others
    return [
        _cells(one.least, at_least, one.at_least),
        _cells(first, dollars(first.stake), one.why),
        *(_cells(other, dollars(other.stake), "") for other in rest),
    ]


def _cells(row: WagerOdds, stake: str, why: str) -> list[str]:
    found = row.figures
    return [
        _name(row),
        stake,
        w.edge(row.house_edge),
        w.deviation(found.variance),
        w.net(highest(row)[0]),
        why,
    ]


def _name(row: WagerOdds) -> str:
    return ", ".join([w.row_title(row), *_table(row)])


def _table(row: WagerOdds) -> list[str]:
    """Which of its tables, where a wager is paid by several at once."""
    return [w.table_name(row)] if row.by_hands else []


def best_play_words(rules: Rules, main: WagerOdds, found: Sequence[AtStakes], name: str) -> dict[str, str]:
    """At which stakes the best play of a paper is the best, what it loses there, and the command that shows the play at
    the greatest stake, where that may be another; `name` is how a command names the submission."""
    one = next((one for one in found if one.least.wager == MAIN), None)
    unit = "each bet" if main.base == "one bet" else w.wager_title(rules.book, main.base)
    least = f"the least stake, {unit} {dollars(main.stake)}"
    to = f", and up to {dollars(one.to)}" if one is not None and one.to > main.stake else ""
    said = (
        f"The exact solution of the main game at {EVERY if one is None else least + to}: whoever makes every decision "
        f"so loses on average the house advantage of {w.edge(main.house_edge)} and no more."
    )
    if one is None:
        return {"said": said, "command": ""}
    stake = one.greatest.stake
    return {
        "said": f"{said} At {'higher' if to else 'other'} stakes the house advantage differs, "
        f"{w.edge(one.greatest.house_edge)} at {dollars(stake)}, and other decisions may be the best; this command "
        "shows them.",
        "command": f"pitboss strategy {name} --stake {dollars(stake).removeprefix('$').replace(',', '')}",
    }


# --- the greatest stakes --------------------------------------------------------------------------------------------


def at_greatest(terms: Terms, rows: Sequence[WagerOdds], found: Sequence[AtStakes]) -> list[WagerOdds]:
    """The figures of all wagers at the greatest stake of each: where it does not matter, those of the least."""
    apart = {(one.least.wager, one.least.paytable): one.greatest for one in found}
    return [apart.get((row.wager, row.paytable)) or _on_highest(limits_for(terms, row), row) for row in rows]


def _on_highest(held: WagerTerms, row: WagerOdds) -> WagerOdds:
    return replace(row, stake=lawful_stake(held, held.maximum))
