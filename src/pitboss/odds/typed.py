"""A paytable typed in by hand, in the form of a submission: `lines = [{ hand = "flush", pays = 6, unit = "to" }, …]`.
It is read as strictly as a submission: every fault is reported, and a table with a hole must say that it means it."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from msgspec import Struct

from pitboss.games import rules_for
from pitboss.odds.request_terms import BadRequest, family_of
from pitboss.rulebook.book import Book, Paytable, PaytableLine, read_pay
from pitboss.rulebook.pays import LOSE, Lose, MeterShare
from pitboss.rulebook.submission import check_data, default_data
from pitboss.rulebook.submission_faults import Fault, FaultList, Path, choice, near, nearest, shown, unread
from pitboss.rulebook.submission_lines import Lines
from pitboss.rulebook.terms import Line
from pitboss.rulebook.toml_text import BadToml, read_toml
from pitboss.rulebook.words import MAIN
from pitboss.table.cells import Compared
from pitboss.table.rules import Rules

UNITS = ("to", "for", "dollars", "meter", "push", "lose")
KEYS = ("hand", "pays", "per", "unit", "stake_back", "meter")
SPELLED = {"to1": "to", "for1": "for", "percent_of_meter": "meter", "stake_returned": "stake_back"}
"""Other spellings of units and keys."""
UNHEEDED = ("label", "clause", "odds")
"""Keys with which printed tables are written down, and on which nothing depends."""
BELONGS = {"per": "to", "stake_back": "dollars", "meter": "meter"}
"""Keys that mean something with one unit only."""
HIGHEST = 1_000_000_000
LONGEST_NAME = 80


class BadTable(BadRequest):
    """A paytable that cannot be used; `faults` has everything that is wrong with it."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults


class Typed(Struct, frozen=True):
    """What the file says."""

    lines: tuple[Line, ...]
    cards: str = ""
    """A metered wager: which cards decide it."""


def typed_table(the_book: Book, family: str, text: str) -> Typed:
    """The lines of a typed table and the cards that decide it; raises `BadTable`. A main game without a table of hands
    has no `family`."""
    if not family:
        raise BadRequest(f"the main game of {the_book.title} has no table of hands: winners are paid 1 to 1")
    try:
        data = read_toml(text)
    except BadToml as bad:
        raise BadTable((unread(bad),)) from None
    reading = _Reading(the_book, family, FaultList(Lines(text)))
    found_lines = reading.lines(data)
    cards = reading.cards(data)
    if not reading.report.faults:
        reading.no_holes(found_lines, cards)
    if reading.report.faults:
        raise BadTable(reading.report.faults)
    table = Paytable(family=family, letter="", lines=found_lines)
    return Typed(the_book.resolve(family, (table,)), cards)


class _Reading:
    """One table on its way from text to lines."""

    def __init__(self, the_book: Book, family: str, report: FaultList) -> None:
        self.book = the_book
        self.family = family
        self.report = report
        self.metered = next((w.title for w in the_book.wagers if w.family == family and w.metered), "")
        """The title of a wager that is paid from a meter; empty for all others."""
        self.known = (*the_book.hands[family], *the_book.groups.get(family, {}))

    # --- lines ---

    def lines(self, data: dict[str, Any]) -> tuple[PaytableLine, ...]:
        """Every line that can be read; what is wrong with the others is reported."""
        allowed = ("lines", "cards") if self.metered else ("lines",)
        for key in data:
            if key not in allowed:
                hint = near(key, allowed)
                self.report.fault((key,), "there is no such key", allowed=choice(allowed), suggestion=hint)
        raw = data.get("lines")
        if not isinstance(raw, list):
            form = 'lines = [{ hand = "…", pays = 1, unit = "to" }, …]'
            message = "is missing" if raw is None else "must be a list of lines"
            self.report.fault(("lines",), message, allowed=form)
            return ()
        if not raw:
            self.report.fault(("lines",), "the table is empty", allowed="at least one line that pays")
        found: list[PaytableLine] = []
        taken: dict[str, int] = {}
        for place, entry in enumerate(raw):
            if not isinstance(entry, dict):
                form = 'a line such as { hand = "…", pays = 1, unit = "to" }'
                self.report.fault(("lines", place), "is no line", given=shown(entry), allowed=form)
                continue
            line = self._line(("lines", place), entry, taken, place)
            if line is not None:
                found.append(line)
        if found and all(isinstance(line.pay, Lose) for line in found) and not self.report.faults:
            self.report.fault(("lines",), "no line pays anything", allowed="at least one line that pays")
        return tuple(found)

    def _line(self, path: Path, entry: dict[str, Any], taken: dict[str, int], place: int) -> PaytableLine | None:
        before = len(self.report.faults)
        entry = _respelled(entry)
        for key in entry:
            if key not in KEYS:
                hint = near(key, KEYS)
                self.report.fault((*path, key), "there is no such key", allowed=choice(KEYS), suggestion=hint)
        hand = self._hand(path, entry)
        unit = self._unit(path, entry)
        self._pays(path, entry, unit or "to")
        if unit:
            self._extras(path, entry, unit)
        if hand:
            self._not_taken(path, hand, taken, place)
        if len(self.report.faults) > before or not hand or not unit:
            return None
        return PaytableLine(hand, LOSE if unit == "lose" else read_pay({**entry, "unit": unit}), "")

    def _hand(self, path: Path, entry: dict[str, Any]) -> str:
        given = entry.get("hand")
        folded = given.strip().lower().replace(" ", "_").replace("-", "_") if isinstance(given, str) else ""
        if given is None:
            self.report.fault((*path, "hand"), "is missing", allowed=choice(self.known))
        elif folded not in self.known:
            hint = near(folded, self.known)
            message = "is no hand of this wager"
            self.report.fault((*path, "hand"), message, given=shown(given), allowed=choice(self.known), suggestion=hint)
        else:
            return folded
        return ""

    def _unit(self, path: Path, entry: dict[str, Any]) -> str:
        main = self.family == family_of(self.book.game, MAIN)
        units = tuple(u for u in UNITS if u != "meter" or not main)
        given = entry.get("unit")
        if given is None:
            self.report.fault((*path, "unit"), "is missing", allowed=choice(units))
        elif given not in units:
            message = "the main game is not paid from a meter" if given == "meter" else "is no unit of payment"
            hint = near(given, units) if isinstance(given, str) else ""
            self.report.fault((*path, "unit"), message, given=shown(given), allowed=choice(units), suggestion=hint)
        else:
            return str(given)
        return ""

    def _pays(self, path: Path, entry: dict[str, Any], unit: str) -> None:
        given = entry.get("pays")
        key = (*path, "pays")
        if unit in ("push", "lose"):
            if given is not None and (isinstance(given, bool) or given != 0):
                self.report.fault(key, f"a line that says {unit} pays nothing", given=shown(given), allowed="no pays")
            return
        percent = unit == "meter"
        most = 100 if percent else HIGHEST
        allowed = "a whole number from 1 to 100, percent of the meter" if percent else f"a whole number, 1 to {most:,}"
        if given is None:
            self.report.fault(key, "is missing", allowed=allowed)
        elif not _whole(given, most):
            message = "more than the whole meter cannot be paid" if percent and _whole(given) else "is out of range"
            hint = "3 to 2 is pays = 3, per = 2" if isinstance(given, Decimal) else ""
            message = message if isinstance(given, int) and not isinstance(given, bool) else "must be a whole number"
            self.report.fault(key, message, given=shown(given), allowed=allowed, suggestion=hint)

    def _extras(self, path: Path, entry: dict[str, Any], unit: str) -> None:
        fault = self.report.fault
        for key, only in BELONGS.items():
            if key in entry and unit != only:
                message = f'means something only with unit = "{only}"'
                fault((*path, key), message, given=shown(entry[key]), allowed=f"no {key}")
        if unit == "to" and not _whole(entry.get("per", 1)):
            allowed = f"a whole number, 1 to {HIGHEST:,}"
            fault((*path, "per"), "odds are so much to 1 or more", given=shown(entry["per"]), allowed=allowed)
        if unit == "dollars" and not isinstance(entry.get("stake_back", False), bool):
            given = shown(entry["stake_back"])
            fault((*path, "stake_back"), "says whether the stake goes back", given=given, allowed="true or false")
        if unit == "meter":
            name = entry.get("meter")
            if name is None:
                message = "is missing: a line paid from a meter names it"
                fault((*path, "meter"), message, allowed="the name of a meter")
            elif not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
                fault((*path, "meter"), "is no name", given=shown(name), allowed="the name of a meter")

    def _not_taken(self, path: Path, hand: str, taken: dict[str, int], place: int) -> None:
        """Each line must have a hand left that the lines above it have not taken."""
        hands = self.book.named(self.family, hand)
        if all(h in taken for h in hands):
            above = [f"lines[{n + 1}]" for n in sorted({taken[h] for h in hands})]
            said = _and(above)
            twice = len(hands) == 1 and len(above) == 1
            message = f"stands here twice: {said} already has it" if twice else f"can never be paid: {said} come before"
            allowed = "each hand once, a line for several hands below the lines for one of them"
            self.report.fault((*path, "hand"), message, given=shown(hand), allowed=allowed)
        for h in hands:
            taken.setdefault(h, place)

    # --- the table as a whole ---

    def cards(self, data: dict[str, Any]) -> str:
        """A metered wager may look at these cards or at those; where the file does not say so, its hands do."""
        if not self.metered:
            return ""
        defined = next(w.cards for w in self.book.wagers if w.family == self.family)
        allowed = defined or tuple(dict.fromkeys(table.cards for table in self.book.paytables if table.cards))
        given = data.get("cards")
        if given is None:
            return defined[-1] if defined else self._cards_of_hands(data)
        if given not in allowed:
            hint = near(given, allowed) if isinstance(given, str) else ""
            message = f"is none of the cards a {self.metered.lower()} can look at"
            self.report.fault(("cards",), message, given=shown(given), allowed=choice(allowed), suggestion=hint)
            return ""
        return str(given)

    def _cards_of_hands(self, data: dict[str, Any]) -> str:
        lines = data.get("lines")
        named = [x.get("hand") for x in lines if isinstance(x, dict)] if isinstance(lines, list) else []
        near_by = {nearest(name, self.known) for name in named if isinstance(name, str)}
        orders = self.book.hands_by_cards.get(self.family, {})
        for cards, hands in reversed(orders.items()):
            others = {hand for other, each in orders.items() if other != cards for hand in each}
            if near_by & set(hands) - others:
                return cards
        return next(iter(orders), "")

    def no_holes(self, lines: tuple[PaytableLine, ...], cards: str) -> None:
        """What no line names loses. Below the lowest line that is plain; above it, it is more likely forgotten."""
        order = self._order(cards)
        named = {hand for line in lines for hand in self.book.named(self.family, line.hand)}
        for place, line in enumerate(lines):
            if not set(self.book.named(self.family, line.hand)) & set(order):
                message = f"cannot be held with {cards} cards"
                self.report.fault(("lines", place, "hand"), message, given=shown(line.hand), allowed=choice(order))
        paid = [
            order.index(hand)
            for line in lines
            if not isinstance(line.pay, Lose)
            for hand in self.book.named(self.family, line.hand)
            if hand in order
        ]
        bonus = bonus_hands(self.book, self.family)
        if bonus:
            order = tuple(hand for hand in order if hand not in bonus)
            self._bonuses(lines)
        every = wins_by_comparison(self.book, self.family)
        missing = [hand for hand in (order if every else order[: max(paid, default=0)]) if hand not in named]
        if missing and every:
            self._every_winner(missing)
        elif missing:
            lowest = order[max(paid)]
            lose = ", ".join(f'{{ hand = "{hand}", unit = "lose" }}' for hand in missing)
            ranks, them = ("ranks", "it") if len(missing) == 1 else ("rank", "them")
            message = f"{_and(missing)} {ranks} above {lowest}, which is paid, but no line names {them}"
            self.report.fault(("lines",), message, allowed=f"a line that pays, or, if losing is meant, {lose}")

    def _bonuses(self, lines: tuple[PaytableLine, ...]) -> None:
        """A bonus is set off against a wager that is lost, so not every payment can be one."""
        rules = _default_rules(self.book)
        wager = next(w.id for w in self.book.wagers if w.family == self.family)
        for place, line in enumerate(lines):
            resolved = Line(line.hand, self.book.named(self.family, line.hand), line.pay, line.clause)
            for fault in rules.settlement.bonus_faults(wager, resolved)[:1]:
                self.report.fault(("lines", place, "pays"), fault, allowed='odds of 1 or more to 1, unit = "to"')

    def _every_winner(self, missing: list[str]) -> None:
        """A winning hand without a line would neither win nor lose."""
        groups = sorted(self.book.groups.get(self.family, {}).items(), key=lambda item: len(item[1]))
        names = [name for name, hands in groups if set(missing) <= set(hands)][:1] if len(missing) > 1 else []
        lines = ", ".join(f'{{ hand = "{name}", unit = "push" }}' for name in names or missing)
        message = f"no line says what a winning hand gets with {_and(missing)}"
        allowed = f'lines that pay, or push, {lines}, or the same with unit = "lose"'
        self.report.fault(("lines",), message, allowed=allowed)

    def _order(self, cards: str) -> tuple[str, ...]:
        """The hands, highest first; they may rank by the cards that the wager looks at."""
        return self.book.hands_by_cards.get(self.family, {}).get(cards) or self.book.hands[self.family]


def wins_by_comparison(the_book: Book, family: str) -> bool:
    """Whether the wager wins when the hand is the higher one: then each hand must be on a line, be it one that says
    push."""
    fields = _default_rules(the_book).fields
    wagers = [w.id for w in the_book.wagers if w.family == family and w.id in fields]
    return any(isinstance(field, Compared) for wager in wagers for field in fields[wager])


def bonus_hands(the_book: Book, family: str) -> frozenset[str]:
    """The hands whose lines pay a bonus beside the wager: one that is not named has none."""
    found = [_default_rules(the_book).settlement.bonus_hands(w.id) for w in the_book.wagers if w.family == family]
    return frozenset().union(*found)


def _default_rules(the_book: Book) -> Rules:
    terms = check_data(default_data(the_book.game)).terms
    assert terms is not None, "the default submission of a game has no faults"
    return rules_for(terms)


def lowest_meters(the_book: Book, lines: tuple[Line, ...], given: Iterable[str]) -> dict[str, int]:
    """What those meters of a typed table read that bear a name of the book: their lowest reset in cents. Those `given`,
    in whatever letters, are left to whoever gave them."""
    known = {name.lower() for name in given}
    paying = {line.pay.meter for line in lines if isinstance(line.pay, MeterShare)}
    named = [m for m in the_book.meters if m.name in paying and m.name.lower() not in known]
    return {m.name: min(x.minimum for x in named if x.name == m.name) for m in named}


def _respelled(entry: dict[str, Any]) -> dict[str, Any]:
    """The line in the words of this file."""
    found = {SPELLED.get(key, key): value for key, value in entry.items() if key not in UNHEEDED}
    unit = found.get("unit")
    return {**found, "unit": SPELLED.get(unit, unit)} if isinstance(unit, str) else found


def _and(names: list[str]) -> str:
    return choice(names).replace(" or ", " and ")


def _whole(value: Any, most: int = HIGHEST) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most
