"""The checks of the wagers: which are offered, by which paytable, within which limits."""

from typing import TYPE_CHECKING

from pitboss.rulebook.book import Wager
from pitboss.rulebook.pays import ToOne, dollars, words
from pitboss.rulebook.submission_case import Case
from pitboss.rulebook.submission_faults import Path, choice, near, nearest, shown, written
from pitboss.rulebook.submission_options import BOUNDS, reading_options

if TYPE_CHECKING:
    from pitboss.rulebook.submission_shape import WagerPart

LIMITS_READING = "X-09"
"""The rules state no limits, so they are the operator's to state."""


def check_wagers(case: Case) -> None:
    """Every wager that is named, and every wager that should have been."""
    for family in case.given.wagers:
        if family not in case.families:
            _unknown(case, family)
    for family in case.families:
        _check_wager(case, family)
    _check_presupposed(case)
    _check_requirements(case)


def wager_of(case: Case, family: str) -> Wager:
    """The book's wager; the first of several that share a family."""
    return next(w for w in case.book.wagers if w.family == family)


def _unknown(case: Case, family: str) -> None:
    shared = next((w.family for w in case.book.wagers if w.id == family), "")
    meant = shared or nearest(family, case.families)
    clause = next((w.clause for w in case.book.wagers if w.family == meant), "")
    hint = f'did you mean "{meant}"?' if meant else ""
    allowed = choice(case.families)
    given = written((family,))
    message = "is no wager of this game"
    case.report.fault(("wagers", family), message, clause, given=given, allowed=allowed, suggestion=hint)
    if meant and meant not in case.given.wagers:
        case.report.mark(("wagers", meant))  # what it lacks stands under the misspelt name


def _check_wager(case: Case, family: str) -> None:
    part = case.part(family)
    if part and not part.offered and not case.optional(family):
        message = "is part of the game and cannot be switched off"
        case.report.fault(("wagers", family, "offered"), message, given="false", allowed="true")
    if part:
        _check_letter(case, family, part)
        _check_keys(case, family, part)
    if not case.offered(family):
        return
    _check_letter_is_stated(case, family)
    if not wager_of(case, family).unoffered:  # an operator's own definition has its own checks
        _check_amounts(case, family)


# --- paytables ------------------------------------------------------------------------------------------------------


def letters(case: Case, family: str) -> tuple[str, ...]:
    """The paytables from which the operator chooses; none where the rules have a single table without a letter."""
    return tuple(letter for letter in case.book.letters(family) if letter)


def _check_letter(case: Case, family: str, part: "WagerPart") -> None:
    path: Path = ("wagers", family, "paytable")
    known = letters(case, family)
    if part.paytable is None or part.paytable in known:
        return
    if known:
        message = "is none of the rulebook's paytables"
        case.report.fault(
            path, message, given=shown(part.paytable), allowed=choice(known), suggestion=near(part.paytable, known)
        )
    else:
        message = "this wager has no paytables to choose from; leave the key out"
        case.report.fault(path, message, given=shown(part.paytable), allowed="no paytable")


def _check_letter_is_stated(case: Case, family: str) -> None:
    """A letter has no silent default (X-25); a single table needs none."""
    part, known = case.part(family), letters(case, family)
    if len(known) > 1 and (part is None or part.paytable is None):
        message = "is missing: the submission must choose the paytable"
        case.report.fault(("wagers", family, "paytable"), message, allowed=choice(known))


# --- amounts --------------------------------------------------------------------------------------------------------


def _check_keys(case: Case, family: str, part: "WagerPart") -> None:
    """Keys that mean nothing for this wager are faults: silence would let their author believe in them."""
    wager = wager_of(case, family)
    fixed = bool(wager.amounts) or wager.unoffered
    for key in BOUNDS:
        if getattr(part, key) is None:
            continue
        if wager.later:
            base = next(w.title for w in case.book.wagers if w.compulsory)
            message = f"follows from the {base} and from the decision; it has no limits of its own"
            case.report.fault(("wagers", family, key), message, case.cite("later"), allowed="no limits")
        elif fixed:
            message = "this wager has one fixed amount; write amount instead"
            case.report.fault(("wagers", family, key), message, wager.amount_clause, allowed=_fixed(wager))
    if part.amount is not None and not fixed:
        message = "this wager has limits, not one amount"
        case.report.fault(("wagers", family, "amount"), message, allowed="minimum, maximum and increment")
    if part.cards is not None and not wager.unoffered:
        case.report.fault(("wagers", family, "cards"), "the rules say which cards count", allowed="no cards")
    if part.lines is not None and not (wager.unoffered or _custom(case, family)):
        message = "the rules fix this paytable; choose a letter"
        case.report.fault(("wagers", family, "lines"), message, allowed="no lines")


def _fixed(wager: Wager) -> str:
    return f"amount = {choice(dollars(a).lstrip('$') for a in wager.amounts)}" if wager.amounts else "amount"


def _custom(case: Case, family: str) -> bool:
    return any(t.floor for t in case.book.paytables if t.family == family)


def _check_amounts(case: Case, family: str) -> None:
    wager = wager_of(case, family)
    if wager.later:
        return
    if wager.amounts:
        _check_amount(case, family, wager)
    elif wager.equal_to:
        _check_equal(case, family, wager)
    else:
        _check_bounds(case, family)


def _check_amount(case: Case, family: str, wager: Wager) -> None:
    part = case.part(family)
    if part and part.amount is not None and part.amount not in wager.amounts:
        path: Path = ("wagers", family, "amount")
        allowed = choice(dollars(a) for a in wager.amounts)
        case.report.fault(path, "is not a permitted amount", given=dollars(part.amount), allowed=allowed)


def _check_equal(case: Case, family: str, wager: Wager) -> None:
    """A wager that must equal another has the other's limits; stating them again is harmless, others are not."""
    part, other = case.part(family), case.part(case.book.wager(wager.equal_to).family)
    for key in BOUNDS:
        mine, theirs = (getattr(p, key) if p else None for p in (part, other))
        if mine is not None and mine != theirs:
            case.report.fault(
                ("wagers", family, key),
                f"must be the same as the {wager.equal_to} wager's, for the two wagers are equal",
                case.cite("equal"),
                given=dollars(mine),
                allowed=dollars(theirs) if theirs is not None else "the same",
                depends=[("wagers", wager.equal_to, key)],
            )


def _check_bounds(case: Case, family: str) -> None:
    """The rules state no limits, so the operator must (X-09)."""
    part = case.part(family)
    values = {key: getattr(part, key) if part else None for key in BOUNDS}
    for key, value in values.items():
        if value is None:
            message = "is missing: the operator must set the limits of every wager offered"
            path: Path = ("wagers", family, key)
            case.report.fault(path, message, allowed="an amount in dollars", reading=LIMITS_READING)
    least, most, step = values.values()
    if least is None or most is None:
        return
    if least > most:
        message = "the minimum is above the maximum"
        path = ("wagers", family, "minimum")
        allowed = f"at most {dollars(most)}"
        case.report.fault(path, message, given=dollars(least), allowed=allowed, reading=LIMITS_READING)
    elif step is not None:
        _check_steps(case, family, least, most, step)


def _check_steps(case: Case, family: str, least: int, most: int, step: int) -> None:
    if (most - least) % step:
        near_below = most - (most - least) % step
        case.report.fault(
            ("wagers", family, "maximum"),
            f"cannot be reached from the minimum in steps of {dollars(step)}",
            given=dollars(most),
            allowed=f"{dollars(least)} plus a multiple of {dollars(step)}",
            suggestion=f"maximum = {dollars(near_below).lstrip('$').replace(',', '')}",
            reading=LIMITS_READING,
        )
    _check_whole_payments(case, family, {"minimum": least, "increment": step if most > least else 0})


def _check_whole_payments(case: Case, family: str, amounts: dict[str, int]) -> None:
    """No wager within the limits may win a fraction of a cent, or be no whole number of the smallest chip (X-19)."""
    chip = (case.given.smallest_chip or 1) if case.given.breakage == "up_to_chip" else 1
    clause = case.cite("whole")
    depends: list[Path] = [("breakage",), ("smallest_chip",)]
    for key, amount in amounts.items():
        path: Path = ("wagers", family, key)
        if amount % chip:
            message = "is not a whole number of the smallest chip"
            allowed = f"a multiple of {dollars(chip)}"
            case.report.fault(path, message, clause, given=dollars(amount), allowed=allowed, depends=depends)
        odds = _broken_odds(case, family, amount) if chip == 1 else None
        if odds:
            case.report.fault(
                path,
                f"a wager could win a fraction of a cent at {words(odds)}",
                clause,
                given=dollars(amount),
                allowed=f"an amount that is a multiple of {odds.per} cents",
                suggestion='or breakage = "up_to_chip" with smallest_chip',
                depends=depends,
            )


def _broken_odds(case: Case, family: str, amount: int) -> ToOne | None:
    """Odds of this wager, or of one that equals it, that this amount does not pay in whole cents."""
    alike = {family, *(w.family for w in case.book.wagers if w.equal_to == family)}
    for table in case.book.paytables:
        for line in table.lines:
            pay = line.pay
            if table.family in alike and isinstance(pay, ToOne) and amount * pay.pays % pay.per:
                return pay
    return None


# --- wagers that presuppose something -------------------------------------------------------------------------------


def _check_presupposed(case: Case) -> None:
    """What the book wants said of dealing, devices and readings where a wager is offered. Of the devices only the first
    thing that is wrong is told: the next may follow from it."""
    for wager in case.book.wagers:
        if not wager.needs or not case.offered(wager.family):
            continue
        path: Path = ("wagers", wager.family, "offered")
        told = False
        for need in wager.needs:
            section, key = need.key.split(".")
            if section == "readings":
                if key not in case.given.readings:
                    where: Path = (section, key)
                    case.report.fault(where, need.message, need.clause, allowed=need.values[0], depends=[path])
            elif not told and getattr(case.given.dealing, key) not in need.values:
                told = True
                allowed = f"false, or {need.key} = {need.values[0]}"
                depends: list[Path] = [(section, key)]
                case.report.fault(path, need.message, need.clause, given="true", allowed=allowed, depends=depends)


def _check_requirements(case: Case) -> None:
    """A wager that presupposes another which is not offered could never be made."""
    known = reading_options(case.book.game)
    for wager in case.book.wagers:
        for required in wager.requires_if:
            chosen = case.given.readings.get(required.option, known[required.option].values[0])
            if chosen == required.value:
                _check_needs(case, wager.family, list(required.wagers), required.option, required.clause)


def _check_needs(case: Case, family: str, needs: list[str], reading: str, clause: str) -> None:
    missing = [n for n in needs if not case.offered(n)]
    if case.offered(family) and missing:
        message = f"nobody could make it: it needs {' and '.join(missing)}, not offered here"
        path: Path = ("wagers", family, "offered")
        allowed = f"false, or another readings.{reading}"
        case.report.fault(path, message, clause, given="true", allowed=allowed, depends=[("readings", reading)])
