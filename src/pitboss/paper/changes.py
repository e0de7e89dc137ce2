"""What changed between two versions of a submission, and what that does to the theoretical win."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from typing import Any

from pitboss.games import rules_for
from pitboss.odds.result import WagerOdds
from pitboss.paper import par_words as w
from pitboss.paper.kept import kept
from pitboss.paper.par_rules import limit_words
from pitboss.paper.submission_choices import IDLE, acting, approval_title, dealing_clause
from pitboss.paper.words import dollars, hand_words, pays_words, rate
from pitboss.play.table import cents
from pitboss.rulebook.book import Book, book
from pitboss.rulebook.resubmit import as_submission
from pitboss.rulebook.submission_options import clause_of
from pitboss.rulebook.terms import Terms
from pitboss.table.layout import binding_limits
from pitboss.wording.how_to_play import THE_PLAYERS, cards_of_metered
from pitboss.wording.plainly import about
from pitboss.wording.submission_words import LABELS

Path = tuple[str, ...]
NOT_OFFERED, OFFERED, ABSENT = "not offered", "offered", "–"
AMOUNTS = ("minimum", "maximum", "increment", "amount", "smallest_chip", "payout_limit")
TYPED = ("table", "operator", "approvals", "filing")
"""What people give names and references to: these stand as they were given."""
AFTER_METERS = "after the meters"
HANDLE = 100_000
"""Cents wagered on the base, for which the theoretical win is stated in dollars as well."""


def changes(before: Terms, after: Terms) -> list[list[str]]:
    """What, before, after, clause; in the order of the submission."""
    the_book = book(after.game)
    old, new = (_flat(as_submission(terms)) | _meters(terms) for terms in (before, after))
    made = []
    for path in dict.fromkeys([*new, *old]):
        moved = old.get(path) != new.get(path) or _acts_otherwise(before, after, path)
        if moved and path[0] != "version" and not _follows(path, old, new):
            clause = w.own_clause(the_book, _clause(before, after, path))
            made.append([_named(the_book, path), _said(before, old, path), _said(after, new, path), clause])
    return made + _limits(before, after)


def _acts_otherwise(before: Terms, after: Terms, path: Path) -> bool:
    """Whether a choice among readings begins or ceases to have an effect, though nobody touched it: another wager,
    paytable or device asks for it, or none does any longer. One that acts only while a device is out of use has an
    effect: it is no change where no more than that remark comes or goes."""
    return path[0] == "readings" and (acting(before, path[-1]) == IDLE) != (acting(after, path[-1]) == IDLE)


def _clause(before: Terms, after: Terms, path: Path) -> str:
    """The clause behind a change; behind a meter of the operator's own definition that of the meter itself."""
    if path[-1] == "payout_cap_mode":
        return ", ".join(dict.fromkeys(limit.clause for limit in (*before.limits, *after.limits)))
    asked = (*path, "initial") if path[0] == "meters" else path
    own = (m.clause for m in (*after.meters, *before.meters) if path == ("meters", m.name))
    return dealing_clause(after, path[-1]) or clause_of(book(after.game), asked) or next(own, "")


def _limits(before: Terms, after: Terms) -> list[list[str]]:
    """The payout limits in force, where they follow from the wagers: no key of the submission says that they moved."""
    old, new = (binding_limits(rules_for(terms)) for terms in (before, after))
    if not book(after.game).limits or old == new:
        return []
    clauses = dict.fromkeys(w.own_clause(book(after.game), limit.clause) for limit in (*old, *new))
    said = ("; ".join(limit_words(rules_for(t), limit) for limit in f) for t, f in ((before, old), (after, new)))
    return [["Payout limit in force", *said, ", ".join(clauses)]]


def _flat(data: Mapping[str, Any], path: Path = ()) -> dict[Path, Any]:
    found: dict[Path, Any] = {}
    for key, value in data.items():
        here = (*path, key)
        if here == ("meters",):
            continue
        if isinstance(value, Mapping):
            if path == ("wagers",) and value.get("offered", True):
                found[*here, OFFERED] = True
            found |= _flat(value, here)
        else:
            found[here] = value
    return found


def _meters(terms: Terms) -> dict[Path, Any]:
    """A meter comes, goes and changes as a whole."""
    return {
        ("meters", m.name): f"{rate(m)} of the wager, initial {dollars(m.initial)}, reset {dollars(m.reset)}"
        for m in terms.meters
    }


def _follows(path: Path, old: dict[Path, Any], new: dict[Path, Any]) -> bool:
    """Whether the change is already told: a wager that comes or goes brings and takes its figures with it."""
    if path[0] != "wagers" or path[-1] == OFFERED:
        return False
    whole = (*path[:2], OFFERED)
    return old.get(whole) != new.get(whole) and not new.get(whole)


def _said(terms: Terms, values: dict[Path, Any], path: Path) -> str:
    value = values.get(path, "none" if path[-1] == "payout_limit" else ABSENT)
    if path[-1] == OFFERED:
        return OFFERED if value is True else NOT_OFFERED
    if isinstance(value, list):
        return _lines(terms, path[1])
    if path[0] == "wagers" and path[-1] == "cards" and value == terms.progressive_cards:
        return cards_of_metered(rules_for(terms), THE_PLAYERS)
    if path[-1] in AMOUNTS and value not in (ABSENT, "none"):
        return dollars(cents(value))
    if path[0] in TYPED and value != "":
        return str(value)
    said = w.plain(value) if value != "" else "empty"
    rest = acting(terms, path[-1]) if path[0] == "readings" and value != ABSENT else ""
    return f"{said}, {rest}" if rest else said


def _lines(terms: Terms, family: str) -> str:
    """A paytable of the operator's own, as the signs state it."""
    held = terms.wager(family)
    rules = rules_for(terms)
    lines = held.lines if held else ()
    return "; ".join(f"{hand_words(rules.book, line.hand, family)} {pays_words(rules, line.pay)}" for line in lines)


def _named(the_book: Book, path: Path) -> str:
    """`A wager: paytable`, `Progressive meter`, `Reading: Which payout limits apply`."""
    last = w.plain(path[-1])
    match path[0]:
        case "wagers":
            named = w.wager_title(the_book, path[1])
            return named if path[-1] == OFFERED else f"{named}: {last}"
        case "meters":
            return w.meter_title(path[-1])
        case "readings":
            return f"Reading: {about(path[-1])}"
        case "approvals":
            return f"Approval: {approval_title(the_book, path[-1])}"
        case "filing":
            return LABELS[path[-1]]
        case "operator":
            return w.sentence(the_book.holder)
        case _:
            return w.sentence(last)


def stakes(before: Sequence[WagerOdds], after: Sequence[WagerOdds]) -> str:
    """At which stakes the advantages of the two versions hold: `Main game $5 before, $200 now`."""
    said = []
    for old, new in _pairs(before, after):
        known = new or old
        assert known is not None
        if old is None or new is None or old.stake == new.stake:
            said.append(f"{w.row_title(known)} {dollars(known.stake)}")
        else:
            said.append(f"{w.row_title(known)} {dollars(old.stake)} before, {dollars(new.stake)} now")
    return "; ".join(dict.fromkeys(said))


# --- the theoretical win ---------------------------------------------------------------------------------------------


def effect(previous: Terms, before: Sequence[WagerOdds], terms: Terms, after: Sequence[WagerOdds]) -> list[list[str]]:
    """Wager, paytable and exact house advantage before and after, the difference in percentage points, and what that is
    of $1,000 wagered. A wager that feeds meters has a second line: what the house keeps after them."""
    made = []
    for old, new in _pairs(before, after):
        made.append(_effect(old, new, _edges(old, new)))
        shares = (kept(previous, old) if old else None, kept(terms, new) if new else None)
        if any(row is not None and row.meters for row in (old, new)):
            name, *rest = _effect(old, new, shares)
            made.append([f"{name}, {AFTER_METERS}", *rest])
    return made


def of_wagers(rows: Sequence[WagerOdds], wagers: AbstractSet[str]) -> list[WagerOdds]:
    return [row for row in rows if row.wager in wagers]


def _pairs(
    before: Sequence[WagerOdds], after: Sequence[WagerOdds]
) -> Iterator[tuple[WagerOdds | None, WagerOdds | None]]:
    old, new = {_key(row): row for row in before}, {_key(row): row for row in after}
    for key in dict.fromkeys([*new, *old]):
        yield old.get(key), new.get(key)


def _key(row: WagerOdds) -> tuple[str, str | None]:
    """A wager on the whole table has figures for each number of hands; of every other there is one."""
    return row.wager, row.paytable if row.by_hands else None


Shares = tuple[Fraction | None, Fraction | None]


def _edges(old: WagerOdds | None, new: WagerOdds | None) -> Shares:
    return old.house_edge if old else None, new.house_edge if new else None


def _effect(old: WagerOdds | None, new: WagerOdds | None, shares: Shares) -> list[str]:
    known = new or old
    assert known is not None
    title = w.row_title(known)
    name = f"{title}, {w.table_name(known)}" if known.by_hands else title
    was, now = shares
    made = [name, *_half(old, was), *_half(new, now)]
    if was is None or now is None:
        return [*made, ABSENT, ABSENT]
    return [*made, w.points(now - was), w.more_money((now - was) * HANDLE)]


def _half(row: WagerOdds | None, value: Fraction | None) -> list[str]:
    if row is None or value is None:
        return [ABSENT, NOT_OFFERED]
    return [ABSENT if row.by_hands else w.table_name(row) or ABSENT, w.edge(value)]
