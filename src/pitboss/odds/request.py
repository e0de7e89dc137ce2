"""What is asked for: which wagers by which paytables, under which terms. Every mistake is refused with what is
allowed."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pitboss.games import rules_for
from pitboss.rulebook.book import GAMES, Book, book
from pitboss.rulebook.pays import Dollars, MeterShare, dollars
from pitboss.rulebook.submission import check_data, default_data, merge
from pitboss.rulebook.terms import MICRO, Line, MeterTerms, Terms
from pitboss.table.rules import Rules

MAIN = "main"
LETTERED = {"dragon-poker": "ante_bonus", "let-it-ride": "let_it_ride"}
"""Game → the family whose paytable decides the main game, where there is a choice."""
PREFLOP = "preflop_raise"
PREFLOP_VALUES = ("3x_or_4x", "3x", "4x")
"""Not a reading of the rulebook, which allows both raises before the flop, but of houses that allow one."""
BEARS_ON = {
    ("top-five-poker", MAIN): ("extra_cards_break_ties",),
    ("let-it-ride", "progressive"): ("meter_floor",),
    ("ultimate-texas-holdem", MAIN): (PREFLOP, "payout_cap_mode"),
    ("ultimate-texas-holdem", "trips"): ("payout_cap_mode",),
    ("ultimate-texas-holdem", "cover_all"): ("cover_all_lowest", "cover_all_hands", "payout_cap_mode"),
}
"""The readings on which a wager's figures can depend."""
DOLLAR = 100


class BadRequest(ValueError):
    """Something asked for that does not exist or is not allowed; the message says what is."""


class Asked(Struct, frozen=True):
    """One row to work out."""

    wager: str
    paytable: str | None
    rules: Rules
    stake: int
    players: int
    meters: dict[str, int]
    """Readings in cents."""
    reading: dict[str, str]

    @property
    def readings(self) -> dict[str, int]:
        """The meters in millionths of a cent, as settlement reads them."""
        return {name: cents * MICRO for name, cents in self.meters.items()}


class Request(Struct, frozen=True, kw_only=True):
    """The options of `pitboss odds`; None and empty mean the default."""

    game: str
    wager: str | None = None
    paytable: str | None = None
    lines: tuple[Line, ...] = ()
    """A paytable typed in by hand, under the name `paytable`."""
    players: int | None = None
    meters: dict[str, int] = {}
    stake: int | None = None
    readings: dict[str, str] = {}
    terms: Terms | None = None
    """A checked submission; without it everything in the rulebook is asked for."""


def wagers_of(game: str) -> tuple[str, ...]:
    """`main` and the side wagers of a game, in the order of the book."""
    the_book = book(game)
    made_together = _main_wagers(the_book)
    return (MAIN, *dict.fromkeys(w.family for w in the_book.wagers if w.id not in made_together))


def _main_wagers(the_book: Book) -> set[str]:
    return {w.id for w in the_book.wagers if w.compulsory or w.later}


def asked(request: Request) -> list[Asked]:
    """The rows of a request."""
    if request.game not in GAMES:
        raise BadRequest(
            f"there is no game '{request.game}'; the games are {', '.join(GAMES)}{_like(request.game, GAMES)}"
        )
    known = wagers_of(request.game)
    offered = [w for w in known if _offered(request, w)]
    if request.wager is not None and request.wager not in known:
        raise BadRequest(_no_wager(request, known))
    if request.wager is not None and request.wager not in offered:
        raise BadRequest(_not_offered(request, offered))
    if request.paytable is not None and request.wager is None:
        raise BadRequest(f"a paytable belongs to a wager: say which, {', '.join(known)}")
    found: list[Asked] = []
    for wager in [request.wager] if request.wager else offered:
        for letter in _letters(request, wager):
            found += _rows(request, wager, letter)
    _check_meters(request, found)
    return found


def _no_wager(request: Request, known: tuple[str, ...]) -> str:
    given = request.wager or ""
    if given in _main_wagers(book(request.game)):
        return f"'{given}' is part of the main game; ask for the wager main. The wagers are {', '.join(known)}"
    return f"{book(request.game).title} has no wager '{given}'; its wagers are {', '.join(known)}{_like(given, known)}"


def _not_offered(request: Request, offered: list[str]) -> str:
    if request.terms is None:
        return (
            f"the rulebook has no paytable for '{request.wager}': an operator defines it in a submission; give one "
            f"with --submission. Without it there are {', '.join(offered)}"
        )
    return f"this submission does not offer '{request.wager}'; it offers {', '.join(offered)}"


def _offered(request: Request, wager: str) -> bool:
    if wager == MAIN:
        return True
    if request.terms is not None:
        return request.terms.wager(wager) is not None
    return bool(book(request.game).letters(wager)) or (wager == request.wager and bool(request.lines))


def _letters(request: Request, wager: str) -> list[str | None]:
    """The paytables asked for; None where there is nothing to choose. Cover All's are its numbers of hands."""
    if request.lines:
        return [request.paytable]
    the_book, family = book(request.game), family_of(request.game, wager)
    if wager == "cover_all":
        known = sorted({str(t.column) for t in the_book.table("cover_all", "")})
        chosen = [str(request.players + 1)] if request.players else known
    elif request.terms is not None:
        held = request.terms.wager(family) if family else None
        known = chosen = [name_of(the_book, family, held.lines, held.paytable)] if held and held.paytable else []
    else:
        known = chosen = [letter for letter in the_book.letters(family) if letter] if family else []
    if request.paytable is None:
        return [*chosen] or [None]
    given = next((letter for letter in known if letter.lower() == request.paytable.lower()), None)
    if given is None:
        allowed = f"its paytables are {', '.join(known)}" if known else "it has only one, which has no letter"
        raise BadRequest(f"'{wager}' has no paytable '{request.paytable}'; {allowed}")
    return [given]


def family_of(game: str, wager: str) -> str:
    """Whose paytables decide the wager; empty where the main game has nothing to choose."""
    return LETTERED.get(game, "") if wager == MAIN else wager


def name_of(the_book: Book, family: str, lines: tuple[Line, ...], letter: str) -> str:
    """The letter, or `custom` where the operator's lines differ from the letter's."""
    same = the_book.resolve(family, the_book.table(family, letter)) if letter else ()
    return letter if [(x.hand, x.pay) for x in same] == [(x.hand, x.pay) for x in lines] else "custom"


def _rows(request: Request, wager: str, letter: str | None) -> Iterable[Asked]:
    terms = request.terms or _terms(request, wager, letter)
    if request.lines:
        terms = _with_lines(terms, family_of(request.game, wager), request.lines)
    rules = rules_for(terms)
    base = rules.book.wager(_base(rules.book)).family if wager == MAIN else wager
    reading = {name: _reading(request, terms, name) for name in BEARS_ON.get((request.game, wager), ())}
    players = int(letter) - 1 if wager == "cover_all" and letter else request.players or 1
    if not 1 <= players <= terms.positions:
        raise BadRequest(f"{players} players cannot sit at this table; it has 1 to {terms.positions} positions")
    meters = {m.name: m.reset for m in terms.meters} if _from_meter(terms, wager) else {}
    meters |= {name: cents for name, cents in _named(request, terms).items() if name in meters}
    yield Asked(wager, letter, rules, _stake(request, rules, base), players, meters, reading)


def _base(the_book: Book) -> str:
    """The wager that is the unit of the main game."""
    return next(w.id for w in the_book.wagers if w.compulsory)


def base_of(game: str, wager: str) -> str:
    """The name of the unit: the ante, one bet of Let It Ride, or the wager itself."""
    if wager != MAIN:
        return wager
    first = _base(book(game))
    return "one bet" if first.startswith("bet") else first


def _reading(request: Request, terms: Terms, name: str) -> str:
    if name == PREFLOP:
        return request.readings.get(PREFLOP, PREFLOP_VALUES[0])
    return terms.readings.get(name, "")


# --- terms ----------------------------------------------------------------------------------------------------------


def _terms(request: Request, wager: str, letter: str | None) -> Terms:
    """The default terms of the game with this wager offered by this paytable, meters at their lowest reset."""
    game, the_book = request.game, book(request.game)
    changes: dict[str, Any] = {"readings": {k: v for k, v in request.readings.items() if k != PREFLOP}}
    if wager == "cover_all":
        changes["wagers"] = {"cover_all": {"offered": True}}
        changes["dealing"] = {"procedure": "automated_shoe", "shuffler": "automated"}
        changes["readings"].setdefault("cover_all_lowest", "full_house")
    elif letter and not request.lines:
        changes["wagers"] = {family_of(game, wager): {"paytable": letter}}
    meters = [m for m in the_book.meters if m.letter == letter] if wager == "progressive" else []
    if meters:
        least = {m.name: _amount(m.minimum) for m in meters}
        changes["meters"] = {name: {"rate": "5", "initial": a, "reset": a} for name, a in least.items()}
        changes["wagers"]["progressive"]["amount"] = _amount(request.stake or DOLLAR)
    _check_readings(request)
    checked = check_data(merge(default_data(game), changes))
    if checked.terms is None:
        raise BadRequest("; ".join(str(fault) for fault in checked.faults))
    return checked.terms


def _amount(cents: int) -> Any:
    return cents // 100 if cents % 100 == 0 else f"{cents / 100:.2f}"


def _check_readings(request: Request) -> None:
    if PREFLOP in request.readings:
        value = request.readings[PREFLOP]
        if request.game != "ultimate-texas-holdem":
            raise BadRequest(f"{PREFLOP} is a question of Ultimate Texas Hold 'Em only")
        if value not in PREFLOP_VALUES:
            raise BadRequest(f"{PREFLOP} is {', '.join(PREFLOP_VALUES)}, not '{value}'")


def _with_lines(terms: Terms, family: str, lines: tuple[Line, ...]) -> Terms:
    """The same terms with another paytable for one family."""
    wagers = tuple(replace(w, lines=lines, paytable="custom") if w.id == family else w for w in terms.wagers)
    named = {line.pay.meter for line in lines if isinstance(line.pay, MeterShare)}
    known = {m.name for m in terms.meters}
    more = tuple(MeterTerms(name, 50_000, 0, 0, "") for name in sorted(named - known))
    return replace(terms, wagers=wagers, meters=(*terms.meters, *more))


# --- stakes and meters ----------------------------------------------------------------------------------------------


def _from_meter(terms: Terms, wager: str) -> bool:
    held = terms.wager(wager)
    return bool(held and any(isinstance(line.pay, MeterShare) for line in held.lines))


def stake_matters(rules: Rules, family: str) -> bool:
    """Whether the figures depend on the amount wagered, payout limits apart."""
    held = rules.terms.wager(family)
    return bool(held and any(isinstance(line.pay, Dollars | MeterShare) for line in held.lines))


def _stake(request: Request, rules: Rules, family: str) -> int:
    held = rules.terms.wager(family)
    amounts = rules.book.wager(family).amounts if any(w.id == family for w in rules.book.wagers) else ()
    if request.stake is None:
        if request.terms is not None and held is not None and (amounts or rules.book.wager(family).unoffered):
            return held.minimum
        return DOLLAR
    if amounts and request.stake not in amounts:
        if request.wager is None:
            return held.minimum if held else DOLLAR
        allowed = " or ".join(dollars(a) for a in amounts)
        raise BadRequest(f"the {family} wager is {allowed}, not {dollars(request.stake)}")
    return request.stake


def _named(request: Request, terms: Terms) -> dict[str, int]:
    """Meters by their proper names, however the letters were typed."""
    proper = {m.name.lower(): m.name for m in terms.meters}
    return {proper[name.lower()]: cents for name, cents in request.meters.items() if name.lower() in proper}


def _check_meters(request: Request, rows: Iterable[Asked]) -> None:
    known = dict.fromkeys(name for row in rows for name in row.meters)
    for name, cents in request.meters.items():
        if cents < 0:
            raise BadRequest(f"the meter '{name}' cannot read {dollars(cents)}: a meter is never negative")
        if name.lower() not in {n.lower() for n in known}:
            allowed = f"the meters here are {', '.join(known)}" if known else "no wager asked for is paid from a meter"
            raise BadRequest(f"there is no meter '{name}'; {allowed}{_like(name, known)}")


def _like(given: str, known: Iterable[str]) -> str:
    near = get_close_matches(given, list(known), n=1, cutoff=0.5)
    return f"; did you mean '{near[0]}'?" if near else ""


def meters_in_cents(readings: Mapping[str, int]) -> dict[str, int]:
    return {name: reading // MICRO for name, reading in readings.items()}
