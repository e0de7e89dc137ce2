"""A submission without faults, made into terms: every figure resolved, every default filled in."""

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType

from pitboss.rulebook.book import Limit, Paytable
from pitboss.rulebook.pays import ToOne, dollars
from pitboss.rulebook.submission_case import Case
from pitboss.rulebook.submission_meters import own_lines, wanted_meters
from pitboss.rulebook.submission_options import reading_options
from pitboss.rulebook.submission_wagers import letters, wager_of
from pitboss.rulebook.terms import (
    DEFINITION_FACTS,
    FILING_FACTS,
    Definition,
    Filing,
    LimitTerms,
    Line,
    MeterTerms,
    Terms,
    WagerTerms,
)

if TYPE_CHECKING:
    from pitboss.rulebook.submission_shape import DefinitionPart


def resolve(case: Case) -> Terms:
    """The terms of the table. The submission has been checked; what is missing here has a default."""
    given, book = case.given, case.book
    assert given.table is not None
    readings = _readings(case)
    return Terms(
        game=book.game,
        table=given.table,
        operator=given.operator,
        version=given.version,
        practice=given.practice,
        approvals={k: v for k, v in given.approvals.items() if v.strip()},
        positions=given.positions or book.positions_max,
        positions_per_player=given.positions_per_player or 1,
        procedure=given.dealing.procedure,
        decks=given.dealing.decks,
        shuffler=given.dealing.shuffler,
        shuffler_counts=given.dealing.shuffler_counts_cards or given.dealing.shuffler == "continuous",
        shuffler_loads_shoe=given.dealing.shuffler_loads_shoe,
        wagers=tuple(_wager(case, family) for family in case.families if case.offered(family)),
        meters=_meters(case),
        envy=_envy(case),
        limits=_limits(case, readings),
        progressive_cards=_metered_cards(case),
        readings=readings,
        breakage=given.breakage,
        smallest_chip=(given.smallest_chip or 1) if given.breakage == "up_to_chip" else 1,
        edition=book.version if book.version > 1 else UNSET,
        filing=_filing(case),
    )


def _filing(case: Case) -> Filing | UnsetType:
    """Unset where the submission says nothing of it."""
    given = case.given.filing
    said = {name: getattr(given, name).strip() for name in FILING_FACTS}
    of_own = {name: _definition(part) for name, part in given.definitions.items()}
    stated = {name: each for name, each in of_own.items() if each != Definition()}
    return Filing(**said, definitions=stated or UNSET) if stated or any(said.values()) else UNSET


def _definition(part: "DefinitionPart") -> Definition:
    return Definition(**{name: getattr(part, name).strip() for name in DEFINITION_FACTS})


def _readings(case: Case) -> dict[str, str]:
    """Every option of the game: as stated, or its default. A required one has no default and stands only if stated."""
    found: dict[str, str] = {}
    for name, option in sorted(reading_options(case.book.game).items()):
        if name in case.given.readings:
            found[name] = str(case.given.readings[name])
        elif not option.required:
            found[name] = option.values[0]
    if found.get("deck_change_hours", "none") != "none":
        found["deck_change_hours"] = str(int(found["deck_change_hours"]))
    return found


# --- wagers ---------------------------------------------------------------------------------------------------------


def _wager(case: Case, family: str) -> WagerTerms:
    least, most, step = _bounds(case, family)
    letter = _letter(case, family)
    lines = case.book.resolve(family, _tables(case, family, letter))
    return WagerTerms(id=family, minimum=least, maximum=most, increment=step, paytable=letter, lines=lines)


def _bounds(case: Case, family: str) -> tuple[int, int, int]:
    """Minimum, maximum and increment. A later wager has none; one that equals another has the other's."""
    wager = wager_of(case, family)
    if wager.later:
        return 0, 0, 0
    if wager.equal_to and case.book.wager(wager.equal_to).family != family:
        return _bounds(case, case.book.wager(wager.equal_to).family)
    part = case.part(family)
    if wager.amounts or wager.unoffered:
        amount = (part.amount if part else None) or wager.amounts[0]
        return amount, amount, amount
    assert part and part.minimum and part.maximum and part.increment
    return part.minimum, part.maximum, part.increment


def _letter(case: Case, family: str) -> str:
    part, known = case.part(family), letters(case, family)
    return (part.paytable if part and part.paytable else known[0]) if known else ""


def _tables(case: Case, family: str, letter: str) -> tuple[Paytable, ...]:
    part, tables = case.part(family), case.book.table(family, letter)
    if part is None or part.lines is None:
        return tables
    floor = tables[0] if tables else None
    clause = floor.clause if floor else case.cite("definition")
    lines = own_lines(part, floor, clause)
    return (Paytable(family=family, letter=letter, lines=lines, clause=clause),)


# --- the metered wager ----------------------------------------------------------------------------------------------


def _meters(case: Case) -> tuple[MeterTerms, ...]:
    if not case.meter_offered:
        return ()
    made: list[MeterTerms] = []
    for meter in wanted_meters(case):
        part = case.given.meters[meter.name]
        assert part.rate and part.initial and part.reset
        made.append(MeterTerms(meter.name, part.rate, part.initial, part.reset, meter.clause))
    return tuple(made)


def _envy(case: Case) -> tuple[Line, ...]:
    """The envy table of the metered wager's own letter and amount."""
    if not case.meter_offered:
        return ()
    family = case.metered
    letter, amount = _letter(case, family), _bounds(case, family)[0]
    found = [t for t in case.book.envy if t.letter == letter and t.wager == amount]
    tables = tuple(Paytable(family=family, letter=t.letter, lines=t.lines) for t in found)
    return case.book.resolve(family, tables)


def _metered_cards(case: Case) -> str:
    """Which cards the metered wager looks at: as the operator defines it, or as its table says."""
    if not case.meter_offered:
        return ""
    part = case.part(case.metered)
    if part and part.cards:
        return part.cards
    return next((table.cards for table in case.book.table(case.metered, _letter(case, case.metered))), "")


# --- payout limits --------------------------------------------------------------------------------------------------


def _limits(case: Case, readings: dict[str, str]) -> tuple[LimitTerms, ...]:
    if "payout_limit" in case.cites:
        limit = case.given.limits.payout_limit
        own = (LimitTerms(case.cite("payout_limit"), limit, case.book.limited),) if limit else ()
        _notice_reached(case, own)
        return own
    made: list[LimitTerms] = []
    for fixed in case.book.limits:
        if not fixed.option or readings[fixed.option] != fixed.off:
            cents = max(fixed.cents, _most_at_minimum(case, fixed)) if fixed.covers_minimum else fixed.cents
            made.append(LimitTerms(fixed.clause, cents, fixed.wagers))
    _notice_risen(case, made)
    _notice_reached(case, made)
    return tuple(made)


def _notice_risen(case: Case, made: list[LimitTerms]) -> None:
    """A limit that rose above a later, lower one has no effect any more."""
    base = next(w.family for w in case.book.wagers if w.compulsory)
    for risen, lower in pairwise(made):
        if risen.cents > lower.cents:
            message = (
                f"at these minimum wagers the limit of {risen.clause} rises to {dollars(risen.cents)}; "
                f"the lower limit, {dollars(lower.cents)}, prevails"
            )
            case.report.notice(("wagers", base, "minimum"), message, lower.clause)


def _notice_reached(case: Case, limits: Iterable[LimitTerms]) -> None:
    """Wagers that reach a payout limit by winning even money at their maximum: nothing above pays more."""
    for family in case.families:
        capped = [limit.cents for limit in limits if any(case.book.wager(w).family == family for w in limit.wagers)]
        if not capped or not case.offered(family):
            continue
        terms, least = _wager(case, family), min(capped)
        highest = terms.maximum * _highest_odds(terms)
        if terms.maximum >= least and highest > least:
            message = (
                f"at the maximum of {dollars(terms.maximum)} even money reaches the payout limit of {dollars(least)}; "
                f"the highest line would pay {dollars(highest)} there"
            )
            case.report.notice(("wagers", family, "maximum"), message, given=dollars(terms.maximum))


def _most_at_minimum(case: Case, limit: Limit) -> int:
    """What one patron could win in a round with minimum wagers."""
    return sum(_most_of(case, wager) for wager in limit.wagers if case.offered(case.book.wager(wager).family))


def _most_of(case: Case, wager_id: str) -> int:
    """The most that this wager wins: one made later is a multiple of the base."""
    wager = case.book.wager(wager_id)
    base = next(w.family for w in case.book.wagers if w.compulsory)
    terms = _wager(case, wager.family)
    staked = _wager(case, base).minimum * wager.at_most if wager.later else terms.minimum
    return staked * _highest_odds(terms)


def _highest_odds(wager: WagerTerms) -> int:
    return max((line.pay.pays // line.pay.per for line in wager.lines if isinstance(line.pay, ToOne)), default=0)
