"""The checks of meters, of an operator's own paytables, and of payout limits."""

from typing import TYPE_CHECKING

from pitboss.rulebook.book import Meter, Paytable, PaytableLine, read_pay
from pitboss.rulebook.pays import Dollars, ToOne, dollars
from pitboss.rulebook.submission_case import Case
from pitboss.rulebook.submission_faults import Path, choice, near, nearest, shown
from pitboss.rulebook.submission_options import reading_choice
from pitboss.rulebook.submission_wagers import wager_of
from pitboss.rulebook.terms import MICRO

if TYPE_CHECKING:
    from pitboss.rulebook.submission_shape import TableLine, WagerPart


UNITS = "to, for, dollars or meter"


def check_meters(case: Case) -> None:
    """The metered wager with all that belongs to it, and the payout limit."""
    if case.meter_offered:
        if wager_of(case, case.metered).unoffered:
            _check_definition(case)
        _check_meters(case)
    else:
        for name in case.given.meters:
            case.report.notice(("meters", name), f"is not used: no {_called(case)} is offered")
    _check_custom_tables(case)
    _check_payout_limit(case)


# --- meters ---------------------------------------------------------------------------------------------------------


def _called(case: Case) -> str:
    """The metered wager within a sentence."""
    return wager_of(case, case.metered).title.lower() if case.metered else "wager that feeds a meter"


def wanted_meters(case: Case) -> tuple[Meter, ...]:
    """The meters of the chosen letter, or those that the operator's own lines name."""
    part = case.part(case.metered)
    if part is None:
        return ()
    if case.book.meters:
        return tuple(m for m in case.book.meters if m.letter == part.paytable)
    clause = case.cite("definition")
    names = dict.fromkeys(line.meter for line in part.lines or () if line.unit == "meter" and line.meter)
    return tuple(Meter(letter="", name=name, minimum=1, clause=clause) for name in names)


def _check_meters(case: Case) -> None:
    source: Path = ("wagers", case.metered, "paytable" if case.book.meters else "lines")
    part = case.part(case.metered)
    if case.report.unclear(source) or part is None or (case.book.meters and not wanted_meters(case)):
        return
    wanted = {m.name: m for m in wanted_meters(case)}
    named = {name: name for name in wanted if name in case.given.meters}
    for name in case.given.meters:
        if name not in wanted and not case.report.touched(("wagers", case.metered, "lines")):
            meant = nearest(name, [w for w in wanted if w not in named])
            message = f"no line of the {_called(case)} pays from it"
            hint = f'did you mean "{meant}"?' if meant else near(name, wanted)
            clause = wanted[meant].clause if meant else ""
            case.report.fault(("meters", name), message, clause, allowed=choice(wanted), suggestion=hint)
            if meant:
                named[meant] = name
    for meter in wanted.values():
        _check_meter(case, meter, named.get(meter.name, meter.name))
    _check_rates(case)


def _check_meter(case: Case, meter: Meter, name: str) -> None:
    """`name` is what the file calls it: a misspelt meter is one fault, and its amounts are judged all the same."""
    part = case.given.meters.get(name)
    path: Path = ("meters", name)
    if part is None or part.rate is None:
        message = "is missing: the submission must state the rate of progression"
        allowed = "percent of the wager, above 0"
        case.report.fault((*path, "rate"), message, case.cites.get("rate", meter.clause), allowed=allowed)
    for key in ("initial", "reset"):
        value: int | None = getattr(part, key) if part else None
        allowed = f"{dollars(meter.minimum)} or more" if meter.letter else "an amount in dollars"
        if value is None:
            message = f"is missing: the submission must state the {key} amount"
            case.report.fault((*path, key), message, meter.clause, allowed=allowed)
        elif value < meter.minimum:
            message = "is below the minimum of this meter"
            case.report.fault((*path, key), message, meter.clause, given=dollars(value), allowed=allowed)


def _check_rates(case: Case) -> None:
    total = sum(m.rate or 0 for m in case.given.meters.values())
    if total > MICRO:
        message = "the rates of all meters together exceed the wager"
        given = f"{total // 10_000}.{total % 10_000:04d} percent"
        case.report.fault(("meters",), message, case.cite("rate"), given=given, allowed="at most 100 percent")


# --- an operator's own tables ---------------------------------------------------------------------------------------


def _check_definition(case: Case) -> None:
    """A metered wager that the document names but does not define."""
    family = case.metered
    part, clause = case.part(family), case.cite("definition")
    assert part is not None, "an undefined wager is never offered unasked"
    reading = reading_choice(case.cites["definition_reading"])
    _check_definition_amount(case, part)
    allowed = wager_of(case, family).cards
    path: Path = ("wagers", family, "cards")
    if part.cards is None:
        case.report.fault(path, f"is missing from the definition. {reading}", clause, allowed=choice(allowed))
    elif part.cards not in allowed:
        hint = near(part.cards, allowed)
        message = "is not a permitted value"
        case.report.fault(path, message, clause, given=shown(part.cards), allowed=choice(allowed), suggestion=hint)
    if not part.lines:
        path = ("wagers", family, "lines")
        case.report.fault(path, f"is missing from the definition. {reading}", clause, allowed="the paytable")
    for place, line in enumerate(part.lines or ()):
        _check_line(case, family, place, line)
    _check_repeated(case, family, part.lines or [])


def _check_definition_amount(case: Case, part: "WagerPart") -> None:
    amounts, path = wager_of(case, case.metered).amounts, ("wagers", case.metered, "amount")
    allowed = choice(dollars(a) for a in amounts) if amounts else "an amount in dollars"
    clause = case.cite("definition")
    if part.amount is None:
        message = f"is missing from the definition of the {_called(case)}"
        case.report.fault(path, message, clause, allowed=allowed)
    elif amounts and part.amount not in amounts:
        message = "is not a permitted amount"
        case.report.fault(path, message, clause, given=dollars(part.amount), allowed=allowed)


def _check_line(case: Case, family: str, place: int, line: "TableLine") -> None:
    path: Path = ("wagers", family, "lines", place)
    known = (*case.book.hands[family], *case.book.groups.get(family, {}))
    _check_complete(case, path, line)
    if line.hand is not None and line.hand not in known:
        hint = near(line.hand, known)
        message = "is no hand of this game"
        case.report.fault((*path, "hand"), message, given=shown(line.hand), allowed=choice(known), suggestion=hint)
    if line.unit == "meter" and line.pays is not None and line.pays > 100:
        message = "more than the whole meter cannot be paid"
        case.report.fault((*path, "pays"), message, given=f"{line.pays} percent", allowed="1 to 100 percent")
    if line.unit is not None and (line.unit == "meter") != bool(line.meter):
        message = "a line names a meter if and only if its unit is meter"
        case.report.fault((*path, "meter"), message, given=shown(line.meter), allowed="the name of a meter")


def _check_complete(case: Case, path: Path, line: "TableLine") -> None:
    """Every line says which hand is paid how much of what."""
    for key, allowed in (("hand", "the hand"), ("pays", "a whole number from 1"), ("unit", UNITS)):
        if getattr(line, key) is None:
            case.report.fault((*path, key), "is missing", allowed=allowed)


def _check_repeated(case: Case, family: str, lines: "list[TableLine]") -> None:
    """Each line must have a hand left that the lines above it have not taken (X-22)."""
    taken: set[str] = set()
    for place, line in enumerate(lines):
        hands = set(case.book.named(family, line.hand)) if line.hand else set()
        if hands and hands <= taken:
            message = "the lines above already pay every such hand"
            case.report.fault(("wagers", family, "lines", place, "hand"), message, given=shown(line.hand))
        taken |= hands


def _check_custom_tables(case: Case) -> None:
    """A table of the operator's own where the rules set a floor: every line at least the letter's (U-17)."""
    for family, part in case.given.wagers.items():
        floor = next((t for t in case.book.table(family, part.paytable or "") if t.floor), None)
        if floor is None or part.lines is None:
            continue
        _check_repeated(case, family, part.lines)
        for place, line in enumerate(part.lines):
            _check_against_floor(case, floor, place, line)
        given = [line.hand for line in part.lines]
        meant = {nearest(hand, [x.hand for x in floor.lines]) for hand in given if hand}
        absent = [x.hand for x in floor.lines if x.hand not in given and x.hand not in meant]
        if absent and None not in given:
            message = f"leaves out {choice(absent).replace(' or ', ' and ')}"
            case.report.fault(("wagers", family, "lines"), message, floor.clause, allowed="every line of the letter")


def _check_against_floor(case: Case, floor: Paytable, place: int, line: "TableLine") -> None:
    path: Path = ("wagers", floor.family, "lines", place)
    known = {x.hand: x for x in floor.lines}
    _check_complete(case, path, line)
    found = known.get(line.hand or "")
    if line.hand is not None and found is None:
        hint = near(line.hand, known)
        message = "is no hand of this paytable"
        case.report.fault((*path, "hand"), message, given=shown(line.hand), allowed=choice(known), suggestion=hint)
    if line.unit is not None and (line.unit != "to" or line.meter):
        message = "this wager is paid at odds"
        case.report.fault((*path, "unit"), message, given=shown(line.unit), allowed="to")
    elif found and isinstance(found.pay, ToOne) and line.pays is not None and line.pays < found.pay.pays:
        message = f"pays less than paytable {floor.letter}"
        allowed = f"{found.pay.pays} to 1 or more"
        case.report.fault((*path, "pays"), message, floor.clause, given=f"{line.pays} to 1", allowed=allowed)


def own_lines(part: "WagerPart", floor: Paytable | None, clause: str) -> tuple[PaytableLine, ...]:
    """The operator's lines as the book writes them, each under the clause of the line it replaces."""
    under = {x.hand: x.clause for x in floor.lines} if floor else {}
    order = list(under)
    lines = [(x.hand or "", read_pay(x.model_dump())) for x in part.lines or ()]
    lines.sort(key=lambda x: order.index(x[0]) if x[0] in under else 0)
    return tuple(PaytableLine(hand, pay, under.get(hand, clause)) for hand, pay in lines)


# --- the payout limit -----------------------------------------------------------------------------------------------


def _check_payout_limit(case: Case) -> None:
    """Only some rulebooks let the operator set one, and never below a sum that the tables promise."""
    limit, path = case.given.limits.payout_limit, ("limits", "payout_limit")
    if limit is None:
        return
    if "payout_limit" not in case.cites:
        options = [limit.option for limit in case.book.limits if limit.option]
        see = f"; see readings.{options[0]}" if options else ""
        fixed = f"its limits are fixed{see}" if case.book.limits else "it has no payout limit"
        message = f"the operator cannot limit what this game pays: {fixed}"
        case.report.fault(path, message, case.cite("no_limit"), given=dollars(limit), allowed="no payout_limit")
        return
    highest = _highest_sum(case)
    if limit < highest:
        message = "is below the highest fixed sum of the paytables offered"
        clause = case.cite("payout_limit")
        allowed, reading = f"none, or {dollars(highest)} or more", case.cite("payout_limit_reading")
        case.report.fault(path, message, clause, given=dollars(limit), allowed=allowed, reading=reading)


def _highest_sum(case: Case) -> int:
    sums = [0]
    for family in case.families:
        part = case.part(family)
        if part is None or not case.offered(family):
            continue
        for table in case.book.table(family, part.paytable or ""):
            sums += [line.pay.cents for line in table.lines if isinstance(line.pay, Dollars)]
    return max(sums)
