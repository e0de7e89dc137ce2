"""A submission without faults, made into terms: every figure resolved, every default filled in."""

from pitboss.rulebook.book import Paytable
from pitboss.rulebook.pays import ToOne, dollars
from pitboss.rulebook.submission_case import Case
from pitboss.rulebook.submission_meters import own_lines, wanted_meters
from pitboss.rulebook.submission_options import reading_options
from pitboss.rulebook.submission_wagers import letters, wager_of
from pitboss.rulebook.terms import LimitTerms, Line, MeterTerms, Terms, WagerTerms

FIVE_CARD_PROGRESSIVES = ("A", "D", "E", "F")
"""Let It Ride progressive tables on the five-card hand; B and C look at the player's three cards (MD-LIR 12.E)."""

LIMITED_BY_OPERATOR = ("bet_1", "bet_2", "bet_3", "five_card_bonus", "three_card_bonus", "six_card_bonus")
"""What a Let It Ride payout limit counts: base wagers and bonuses, not meter and envy payments (L-30)."""

ANTE_AND_PLAY = 1 + 4
"""The most that Ante and Play win for each dollar of the Ante: 1 to 1, and 1 to 1 on four times the Ante."""


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
        approvals={k: v for k, v in given.approvals.model_dump().items() if v.strip()},
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
        progressive_cards=_progressive_cards(case),
        readings=readings,
        breakage=given.breakage,
        smallest_chip=(given.smallest_chip or 1) if given.breakage == "up_to_chip" else 1,
    )


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
    clause = floor.clause if floor else case.cites["progressive"]
    lines = own_lines(part, floor, clause)
    return (Paytable(family=family, letter=letter, lines=lines, clause=clause),)


# --- the progressive ------------------------------------------------------------------------------------------------


def _progressive(case: Case) -> bool:
    return "progressive" in case.families and case.offered("progressive")


def _meters(case: Case) -> tuple[MeterTerms, ...]:
    if not _progressive(case):
        return ()
    made: list[MeterTerms] = []
    for meter in wanted_meters(case):
        part = case.given.meters[meter.name]
        assert part.rate and part.initial and part.reset
        made.append(MeterTerms(meter.name, part.rate, part.initial, part.reset, meter.clause))
    return tuple(made)


def _envy(case: Case) -> tuple[Line, ...]:
    """The envy table of the progressive's own letter and amount (L-18, L-24)."""
    if not _progressive(case):
        return ()
    letter, amount = _letter(case, "progressive"), _bounds(case, "progressive")[0]
    found = [t for t in case.book.envy if t.letter == letter and t.wager == amount]
    tables = tuple(Paytable(family="progressive", letter=t.letter, lines=t.lines) for t in found)
    return case.book.resolve("progressive", tables)


def _progressive_cards(case: Case) -> str:
    if not _progressive(case):
        return ""
    part = case.part("progressive")
    if part and part.cards:
        return part.cards
    return "five" if _letter(case, "progressive") in FIVE_CARD_PROGRESSIVES else "three"


# --- payout limits --------------------------------------------------------------------------------------------------


def _limits(case: Case, readings: dict[str, str]) -> tuple[LimitTerms, ...]:
    if "payout_limit" in case.cites:
        limit = case.given.limits.payout_limit
        return (LimitTerms(case.cites["payout_limit"], limit, LIMITED_BY_OPERATOR),) if limit else ()
    if not case.book.limits:
        return ()
    by_hand, combined = case.book.limits
    first = LimitTerms(by_hand.clause, max(by_hand.cents, _most_at_minimum(case)), by_hand.wagers)
    second = LimitTerms(combined.clause, combined.cents, combined.wagers)
    match readings["payout_cap_mode"]:
        case "75000_only":
            return (second,)
        case "50000_only":
            return (first,)
    if first.cents > second.cents:
        message = (
            f"at these minimum wagers the limit of {by_hand.clause} rises to {dollars(first.cents)}; "
            f"the lower limit, {dollars(second.cents)}, prevails"
        )
        case.report.notice(("wagers", "ante", "minimum"), message, combined.clause)
    return first, second


def _most_at_minimum(case: Case) -> int:
    """What one patron could win in a round with minimum wagers (MA-UTH 11(e), U-10)."""
    ante = _wager(case, "ante").minimum * (ANTE_AND_PLAY + _highest_odds(_wager(case, "blind")))
    if not case.offered("trips"):
        return ante
    trips = _wager(case, "trips")
    return ante + trips.minimum * _highest_odds(trips)


def _highest_odds(wager: WagerTerms) -> int:
    return max(line.pay.pays // line.pay.per for line in wager.lines if isinstance(line.pay, ToOne))
