"""The checks of the table itself: positions, dealing and shuffling devices, approvals and readings."""

from pitboss.rulebook.book import Book, book
from pitboss.rulebook.folders import games
from pitboss.rulebook.pays import ToOne, dollars
from pitboss.rulebook.submission_case import PROCEDURE, SHUFFLER, Case
from pitboss.rulebook.submission_faults import Path, choice, near, nearest, shown, written
from pitboss.rulebook.submission_options import Option, reading_options
from pitboss.rulebook.terms import DEFINITION_FACTS, WHOLE_GAME
from pitboss.rulebook.words import listed


def check_table(case: Case) -> None:
    """Everything of the table that is not a wager."""
    if case.given.table is None:
        case.report.fault(("table",), "is missing", allowed="a name for the table", suggestion='table = "Table 1"')
    _check_positions(case)
    _check_dealing(case)
    _check_automated_shoe(case)
    _check_breakage(case)
    _check_approvals(case)
    _check_filing(case)
    _check_readings(case)
    _check_where_readings_apply(case)


# --- positions ------------------------------------------------------------------------------------------------------


def _check_positions(case: Case) -> None:
    given, book = case.given, case.book
    if given.positions is not None:
        _within(case, ("positions",), given.positions, book.positions_max, book.positions_clause)
    if given.positions_per_player is not None:
        _within(
            case, ("positions_per_player",), given.positions_per_player, book.per_player_max, book.per_player_clause
        )
    elif book.per_player_must_be_stated:
        case.report.fault(
            ("positions_per_player",),
            "is missing: the submission must state on how many adjacent positions one player may bet",
            book.per_player_clause,
            allowed=f"1 to {book.per_player_max}",
        )
    has, each = given.positions or book.positions_max, given.positions_per_player or 1
    if each > has:
        message = f"one player may bet at {each} positions, and the table has {has}"
        case.report.notice(("positions_per_player",), message, book.per_player_clause, given=shown(each))


def _within(case: Case, path: Path, value: int, most: int, clause: str) -> None:
    if not 1 <= value <= most:
        allowed = f"1 to {most}" if most > 1 else "1"
        case.report.fault(path, "is out of range", clause, given=shown(value), allowed=allowed)


# --- dealing --------------------------------------------------------------------------------------------------------


def _check_dealing(case: Case) -> None:
    dealing, cites, fault = case.given.dealing, case.cites, case.report.fault
    if dealing.procedure == "hand" and dealing.shuffler == "none":
        message = "cards dealt from the hand must be shuffled by an automated shuffler"
        allowed = "dealing.shuffler = automated or continuous"
        fault(PROCEDURE, message, case.cite("hand_shuffler"), given='"hand"', allowed=allowed, depends=[SHUFFLER])
    if dealing.decks == 2 and dealing.shuffler == "none":
        message = "a second deck may be used only with an automated shuffler"
        allowed = "1, or 2 with dealing.shuffler = automated or continuous"
        fault(("dealing", "decks"), message, case.cite("second_deck"), given="2", allowed=allowed, depends=[SHUFFLER])
    if dealing.shuffler == "continuous" and "continuous" not in cites:
        message = "the rules of this game know no device that reshuffles continuously"
        fault(SHUFFLER, message, case.cite("no_continuous"), given='"continuous"', allowed="none or automated")
    _check_shuffler_facts(case)


def _check_shuffler_facts(case: Case) -> None:
    """What a shuffler does presupposes a shuffler, and loading the shoe presupposes a shoe."""
    dealing, cites, fault = case.given.dealing, case.cites, case.report.fault
    if dealing.shuffler == "none":
        for key, word in (("shuffler_counts_cards", "counts"), ("shuffler_loads_shoe", "loads")):
            if getattr(dealing, key):
                message = "there is no shuffler that could do this"
                allowed = "false, or dealing.shuffler = automated"
                fault(("dealing", key), message, case.cite(word), given="true", allowed=allowed, depends=[SHUFFLER])
    elif dealing.procedure == "hand" and dealing.shuffler_loads_shoe:
        message = "cards dealt from the hand are not loaded into a shoe"
        path: Path = ("dealing", "shuffler_loads_shoe")
        fault(path, message, case.cite("loads"), given="true", allowed="false", depends=[PROCEDURE])
    if dealing.shuffler == "continuous" and not dealing.shuffler_counts_cards and "continuous" in cites:
        message = "a device that reshuffles continuously counts the cards as well: the terms say so"
        case.report.notice(("dealing", "shuffler_counts_cards"), message, case.cite("continuous"))
    if dealing.shuffler == "continuous" and dealing.decks == 2:
        message = (
            "two decks alternate while one of them is shuffled; a device that reshuffles continuously keeps its deck"
        )
        case.report.notice(("dealing", "decks"), message, case.cite("second_deck"), given="2")


def _check_automated_shoe(case: Case) -> None:
    dealing, clause = case.given.dealing, case.cites.get("shoe_and_shuffler")
    if clause and dealing.procedure == "automated_shoe" and dealing.shuffler == "none":
        case.report.fault(
            PROCEDURE,
            "this game's automated procedure uses one device that shuffles and deals",
            clause,
            given='"automated_shoe"',
            allowed="dealing.shuffler = automated or continuous",
            depends=[SHUFFLER],
        )


def _check_breakage(case: Case) -> None:
    """Rounding is only ever in the player's favour and only to a chip that the submission names (X-19)."""
    given, clause = case.given, case.cite("whole")
    if given.breakage == "exact":
        if given.smallest_chip is not None:
            case.report.notice(("smallest_chip",), "is not used while every payment is exact", clause)
        return
    if not _pays_parts(case.book):
        message = "this game pays whole multiples, and shares of a meter to the cent; nothing is ever rounded up"
        case.report.fault(("breakage",), message, clause, given=shown(given.breakage), allowed="exact")
    elif given.smallest_chip is None:
        message = "is missing: payments are rounded up to it"
        case.report.fault(("smallest_chip",), message, clause, allowed="the smallest chip in dollars")
    else:
        _check_chip(case, given.smallest_chip, clause)


def _pays_parts(book: Book) -> bool:
    """Whether any odds of the game can give part of a chip, as 3 to 2 does."""
    pays = [line.pay for table in book.paytables for line in table.lines]
    return any(isinstance(pay, ToOne) and pay.per > 1 for pay in pays)


def _check_chip(case: Case, chip: int, clause: str) -> None:
    """A wager of one fixed amount is made, and paid, in whole chips."""
    for family, part in case.given.wagers.items():
        if family in case.families and case.offered(family) and part.amount is not None and part.amount % chip:
            case.report.fault(
                ("smallest_chip",),
                f"the {case.book.wager(family).title} wager cannot be made in such chips",
                clause,
                given=dollars(chip),
                allowed=f"a chip of which {dollars(part.amount)} is a whole number",
                depends=[("wagers", family, "amount")],
            )


# --- approvals ------------------------------------------------------------------------------------------------------


def _check_approvals(case: Case) -> None:
    """A reference for everything the regulator must have approved, unless the table is for practice only (X-25)."""
    known = approval_names()
    for name in case.given.approvals:
        if name not in known:
            hint = near(name, known)
            case.report.fault(("approvals", name), "there is no such key", allowed=choice(known), suggestion=hint)
    if case.given.practice:
        return
    if not case.given.operator.strip() and ("operator" in case.cites or not case.in_force):
        message = "is missing: the layout shows the operator's name or logo"
        if "operator" not in case.cites:
            message = "is missing: every paper of a table for real chips names its operator"
        allowed = "the operator's name, or practice = true"
        case.report.fault(("operator",), message, case.cite("operator"), allowed=allowed, depends=[("practice",)])
    for name, clause, what, depends in _needed(case):
        if not case.given.approvals.get(name, "").strip():
            case.report.fault(
                ("approvals", name),
                f"is missing: {what} must have been approved",
                clause,
                allowed="the reference of the approval, or practice = true",
                depends=[("practice",), *depends],
            )


def _check_filing(case: Case) -> None:
    """Nothing takes effect before it is approved, and no table for practice is approved for gaming."""
    filing = case.given.filing
    if filing.approved and case.given.practice:
        message = "a table for practice is not approved for gaming; its papers say so and do not show this day"
        case.report.notice(("filing", "approved"), message, given=shown(filing.approved))
    elif filing.approved and filing.effective and filing.effective < filing.approved:
        case.report.fault(
            ("filing", "effective"),
            "lies before the day of the approval",
            given=shown(filing.effective),
            allowed=f'"{filing.approved}" or a later day',
            depends=[("filing", "approved")],
        )
    _check_definitions(case)


def _check_definitions(case: Case) -> None:
    """Of what no regulator's rulebook defines a regulator asks more; a table for practice is filed with nobody."""
    said, known = case.given.filing.definitions, (*case.families, *([WHOLE_GAME] if case.brought else []))
    for name in said:
        if name not in known:
            path, hint = ("filing", "definitions", name), near(name, known)
            case.report.fault(path, "there is no such wager", allowed=choice(known), suggestion=hint)
    if case.given.practice or case.in_force:
        return
    for name in of_own_definition(case):
        part = said.get(name)
        missing = [key for key in DEFINITION_FACTS if part is None or not getattr(part, key).strip()]
        if missing:
            what = "the game is" if name == WHOLE_GAME else f"the {case.book.wager(name).title} is"
            message = (
                f"{what} of your own definition: whoever approves it asks why it is offered (reason), where else "
                f"(jurisdictions), and for copyrights, trademarks and patents (rights); missing: {listed(missing)}"
            )
            case.report.notice(("filing", "definitions", name), message)


def of_own_definition(case: Case) -> list[str]:
    """The game that an operator brings, and wagers by paytables that he states line by line."""
    wagers = [
        family
        for family in case.families
        if case.offered(family) and (part := case.part(family)) is not None and part.lines is not None
    ]
    return [*([WHOLE_GAME] if case.brought else []), *wagers]


APPROVALS = ("layout", "shoe_location", "automated_shoe", "continuous_device")


def approval_names() -> tuple[str, ...]:
    """What a submission may name an approval of: the table's equipment, and wagers that need one in any game."""
    wagers = {w.family for game in games() for w in book(game).wagers if w.approval}
    return (*APPROVALS, *sorted(wagers))


def _needed(case: Case) -> list[tuple[str, str, str, list[Path]]]:
    """Name, clause, what it is, and the keys on which the need depends."""
    dealing = case.given.dealing
    by_shoe = dealing.procedure == "automated_shoe"
    location = case.cite("automated_shoe" if by_shoe else "shoe_location")
    reshuffles = dealing.shuffler == "continuous" and bool(case.book.regulator)  # else nobody is asked for approval
    candidates: list[tuple[bool, str, str, str, list[Path]]] = [
        (True, "layout", case.cite("layout"), "the layout", []),
        (dealing.procedure != "hand", "shoe_location", location, "the place of the shoe", [PROCEDURE]),
        (by_shoe, "automated_shoe", case.cite("automated_shoe"), "the automated shoe and its use", [PROCEDURE]),
        (reshuffles, "continuous_device", case.cite("continuous"), "the device", [SHUFFLER]),
    ]
    candidates += [
        (case.offered(w.family), w.family, w.approval_clause, w.approval, []) for w in case.book.wagers if w.approval
    ]
    return [(name, clause, what, depends) for need, name, clause, what, depends in candidates if need and clause]


# --- readings -------------------------------------------------------------------------------------------------------


def _check_readings(case: Case) -> None:
    known = reading_options(case.book.game)
    for name, value in case.given.readings.items():
        path: Path = ("readings", name)
        option = known.get(name)
        if option is None:
            meant = nearest(name, known)
            case.report.fault(
                path,
                "is no option of this game",
                known[meant].clause if meant else "",
                given=written((name,)),
                allowed=choice(known),
                suggestion=near(name, known),
            )
        elif not permitted(option, value):
            allowed = _values(option)
            hint = near(value, option.values)
            case.report.fault(path, "is not a permitted value", given=shown(value), allowed=allowed, suggestion=hint)


def permitted(option: Option, value: str) -> bool:
    """One of the values; `number` stands for any positive whole number."""
    if value in option.values and value != "number":
        return True
    return "number" in option.values and value.isascii() and value.isdigit() and 1 <= int(value) <= 10_000


def _values(option: Option) -> str:
    words = {"number": "a whole number from 1"}
    return choice(words.get(v, v) for v in option.values)


def _check_where_readings_apply(case: Case) -> None:
    """Some readings describe one device or one procedure and mean nothing without it."""
    readings, dealing = case.given.readings, case.given.dealing
    by_shoe = dealing.procedure == "automated_shoe"
    completes = readings.get("face_up_in_stack") == "complete_from_stub"
    if readings.get("dealer_stack") == "held" and completes and "held" in case.cites:
        case.report.fault(
            ("readings", "face_up_in_stack"),
            "a stack is completed after all stacks, the dealer's included, and the dealer's is held",
            case.cite("held"),
            given='"complete_from_stub"',
            allowed='"void", or dealer_stack = "delivered"',
        )
    if readings.get("dealer_stack") == "held" and not by_shoe and "held" in case.cites:
        case.report.fault(
            ("readings", "dealer_stack"),
            "the dealer's cards can wait only in the automated shoe",
            case.cite("held"),
            given='"held"',
            allowed="delivered, or dealing.procedure = automated_shoe",
            depends=[PROCEDURE],
        )
    three = readings.get("community_stack") == "three_discard_one" and "three_card_stack" in case.cites
    if three and not (by_shoe and dealing.shuffler == "continuous"):
        case.report.fault(
            ("readings", "community_stack"),
            "only an automated shoe that reshuffles by itself may dispense three community cards",
            case.cite("three_card_stack"),
            given='"three_discard_one"',
            allowed="two, or dealing.procedure = automated_shoe with dealing.shuffler = continuous",
            depends=[PROCEDURE, SHUFFLER],
        )
