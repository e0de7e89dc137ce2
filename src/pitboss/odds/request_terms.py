"""The options of a request, and the terms, stakes and meters that follow from them."""

from collections.abc import Iterable
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pitboss.odds.figures import lines_of
from pitboss.odds.studies import answer, asked_of, study_of
from pitboss.rulebook.book import Book, book
from pitboss.rulebook.pays import Dollars, MeterShare, dollars
from pitboss.rulebook.resubmit import as_submission
from pitboss.rulebook.submission import check_data, default_data, merge
from pitboss.rulebook.terms import LimitTerms, Line, MeterTerms, Terms, WagerTerms
from pitboss.rulebook.words import MAIN, listed
from pitboss.table.rules import Rules

DOLLAR = 100
MOST = 10**11
"""A billion dollars: no wager and no meter is higher."""


class BadRequest(ValueError):
    """Something asked for that does not exist or is not allowed; the message says what is."""


class Request(Struct, frozen=True, kw_only=True):
    """The options of `pitboss odds`; None and empty mean the default."""

    game: str
    wager: str | None = None
    paytable: str | None = None
    lines: tuple[Line, ...] = ()
    """A paytable typed in by hand, under the name `paytable`."""
    cards: str = ""
    """Which cards decide a metered wager typed in by hand."""
    players: int | None = None
    meters: dict[str, int] = {}
    stake: int | None = None
    limit: int | None = None
    """Cents: a payout limit that is tried instead of those that hold."""
    readings: dict[str, str] = {}
    terms: Terms | None = None
    """A checked submission; without it everything in the rulebook is asked for."""


def family_of(game: str, wager: str) -> str:
    """Whose paytable decides the wager: of the main game the one with a table of hands, or none."""
    if wager != MAIN:
        return wager
    the_book = book(game)
    together = main_wagers(the_book)
    return next(
        (w.family for w in the_book.wagers if w.id in together and len(the_book.hands.get(w.family, ())) > 1), ""
    )


def is_metered(the_book: Book, family: str) -> bool:
    """Whether this is the wager that feeds the meters."""
    return any(w.metered for w in the_book.wagers if w.family == family)


def columns_of(the_book: Book, family: str) -> list[int]:
    """The numbers of hands, the dealer's included, for which a wager on the whole table has a paytable each."""
    return sorted(t.column for t in the_book.table(family, "") if t.column) if family else []


def main_wagers(the_book: Book) -> set[str]:
    """The wagers that are made together."""
    return {w.id for w in the_book.wagers if w.compulsory or w.later}


def like(given: str, known: Iterable[str]) -> str:
    """A suggestion for a misspelt word, for the end of a sentence."""
    near = get_close_matches(given, list(known), n=1, cutoff=0.5)
    return f"; did you mean '{near[0]}'?" if near else ""


# --- terms ----------------------------------------------------------------------------------------------------------


def terms_for(request: Request, wager: str, letter: str | None) -> Terms:
    """The terms under which a row is worked out: the submission's, or the default ones of the game with this wager
    offered by this paytable and the meters at their lowest reset."""
    check_readings(request)
    terms = request.terms
    own = {name: value for name, value in request.readings.items() if not study_of(request.game, name)}
    if terms is None:
        terms = _checked(merge(default_data(request.game), _changes(request, wager, letter, own)))
    elif any(terms.readings.get(name) != value for name, value in own.items()):
        terms = _checked(merge(as_submission(terms), {"readings": own}), in_force=True)
    terms = _with_lines(request, terms, family_of(request.game, wager)) if request.lines else terms
    return limited(terms, request.limit)


def limited(terms: Terms, cents: int | None) -> Terms:
    """The same terms under one payout limit of so many cents, if one is given: over every wager that a limit covers, or
    where there is none, over all that are not paid from a meter."""
    if cents is None:
        return terms
    every = dict.fromkeys(wager for limit in terms.limits for wager in limit.wagers)
    covered = every or [
        w.id for w in book(terms.game).wagers if terms.wager(w.family) and not from_meter(terms, w.family)
    ]
    return replace(terms, limits=(LimitTerms(TRIED, cents, tuple(covered)),))


TRIED = "a limit that is tried"


def _changes(request: Request, wager: str, letter: str | None, readings: dict[str, str]) -> dict[str, Any]:
    family, the_book = family_of(request.game, wager), book(request.game)
    changes: dict[str, Any] = {"readings": dict(readings)}
    if columns_of(the_book, family):
        changes["wagers"] = {family: {"offered": True}}
    elif letter in the_book.letters(family):
        changes["wagers"] = {family: {"paytable": letter}}
    changes = merge(needed(the_book, family), changes)
    meters = [m for m in the_book.meters if m.letter == letter] if is_metered(the_book, wager) else []
    if meters:
        least = {m.name: m.minimum // DOLLAR for m in meters}
        changes["meters"] = {name: {"rate": "5", "initial": a, "reset": a} for name, a in least.items()}
        changes["wagers"][wager]["amount"] = _permitted(request, the_book, wager) // DOLLAR
    return changes


def needed(the_book: Book, family: str) -> dict[str, Any]:
    """What a submission that offers a wager must say beside it, as the book proposes it."""
    found: dict[str, Any] = {}
    for need in (need for w in the_book.wagers if w.family == family for need in w.needs):
        part: Any = need.values[0]
        for key in reversed(need.key.split(".")):
            part = {key: part}
        found = merge(found, part)
    return found


def _checked(data: dict[str, Any], in_force: bool = False) -> Terms:
    checked = check_data(data, in_force=in_force)
    if checked.terms is None:
        raise BadRequest("; ".join(str(fault) for fault in checked.faults))
    return checked.terms


def check_readings(request: Request) -> None:
    """Studies are of one game only and have few answers; readings of the rulebook are checked with the submission."""
    for name in request.readings:
        study = study_of(request.game, name)
        if study is None and (titles := asked_of(name)):
            raise BadRequest(f"{name} is a question of {listed(titles)} only")
        if study is not None:
            try:
                answer(study, request.readings)
            except ValueError as error:
                raise BadRequest(str(error)) from None


def _with_lines(request: Request, terms: Terms, family: str) -> Terms:
    """The same terms with another paytable for one family, offered if it was not. A metered wager of somebody's own has
    the meters its lines name, and no envy bonus, which belongs to a letter."""
    the_book = book(terms.game)
    lines, metered = request.lines, is_metered(the_book, family)
    if columns := columns_of(the_book, family):
        lines = tuple(replace(line, column=column) for column in columns for line in lines)
    wagers = tuple(replace(w, lines=lines, paytable="custom") if w.id == family else w for w in terms.wagers)
    if terms.wager(family) is None:
        amount = _permitted(request, the_book, family)
        wagers = (*wagers, WagerTerms(family, amount, amount, amount, "custom", lines))
    named = dict.fromkeys(line.pay.meter for line in lines if isinstance(line.pay, MeterShare))
    kept = {m.name: m for m in terms.meters if not metered or request.terms is not None}
    least = {m.name: m.minimum for m in the_book.meters}
    fresh = {
        name: kept.get(name) or MeterTerms(name, 50_000, least.get(name, 0), least.get(name, 0), "") for name in named
    }
    if not metered:
        return replace(terms, wagers=wagers, meters=tuple((kept | fresh).values()))
    cards = request.cards or terms.progressive_cards
    return replace(terms, wagers=wagers, meters=tuple(fresh.values()), envy=(), progressive_cards=cards)


# --- stakes and meters ----------------------------------------------------------------------------------------------


def from_meter(terms: Terms, wager: str) -> bool:
    """Whether a line of this wager pays a share of a meter."""
    held = terms.wager(wager)
    return bool(held and any(isinstance(line.pay, MeterShare) for line in held.lines))


def stake_matters(rules: Rules, wager: str) -> bool:
    """Whether the figures depend on the amount wagered, payout limits apart."""
    together = main_wagers(rules.book) if wager == MAIN else {wager}
    fixed = any(isinstance(line.pay, Dollars | MeterShare) for name in together for line in lines_of(rules, name))
    return fixed or rules.terms.breakage == "up_to_chip"


def _amounts(the_book: Book, family: str) -> tuple[int, ...]:
    return next((w.amounts for w in the_book.wagers if w.family == family), ())


def _permitted(request: Request, the_book: Book, family: str) -> int:
    """The stake asked for, or the first amount the rulebook permits where it permits only some."""
    amounts = _amounts(the_book, family)
    asked = request.stake or DOLLAR
    return asked if asked in amounts or not amounts else amounts[0]


def check_stake(request: Request) -> None:
    """Refuses a stake or a payout limit that nobody could mean."""
    if request.limit is not None and not 0 < request.limit <= MOST:
        raise BadRequest(f"a payout limit is above $0, up to {dollars(MOST)}; {dollars(request.limit)} was given")
    if request.stake is not None and not 0 < request.stake <= MOST:
        raise BadRequest(
            f"a stake of {dollars(request.stake)} cannot be wagered; it is above $0, up to {dollars(MOST)}"
        )
    amounts = _amounts(book(request.game), request.wager or "")
    if amounts and request.stake is not None and request.stake not in amounts:
        allowed = " or ".join(dollars(a) for a in amounts)
        raise BadRequest(f"the {request.wager} wager is {allowed}, not {dollars(request.stake)}")


def stake_of(request: Request, rules: Rules, wager: str, base: str) -> int:
    """Cents of the base. Where the submission fixes the amount, that amount, unless another is asked for."""
    held, amounts = rules.terms.wager(base), _amounts(rules.book, base)
    fixed = bool(amounts) or any(w.unoffered for w in rules.book.wagers if w.family == base)
    if fixed and held is not None and (request.stake is None or (amounts and request.stake not in amounts)):
        stake = held.minimum if request.terms is not None else _permitted(request, rules.book, base)
    elif request.terms is not None and held is not None:
        stake = _within(held, request, base)
    else:
        stake = request.stake or DOLLAR
    return stake


def _within(held: WagerTerms, request: Request, base: str) -> int:
    """The stake asked for, if the submission lets a player make it; its minimum where none was, or was for others."""
    stake = request.stake
    if stake is None:
        return held.minimum
    lawful = stake == lawful_stake(held, stake)
    if not lawful and request.wager is None and base not in main_wagers(book(request.game)):
        return held.minimum
    if not lawful:
        raise BadRequest(
            f"this submission takes no {base} wager of {dollars(stake)}, but {dollars(held.minimum)} to "
            f"{dollars(held.maximum)} in steps of {dollars(held.increment)}"
        )
    return stake


def lawful_stake(held: WagerTerms, wanted: Fraction | int) -> int:
    """Cents that a player may stake and that come nearest to those wanted without going beyond them; the minimum where
    less is wanted."""
    step = held.increment or 1
    steps = (min(wanted, held.maximum) - held.minimum) // step
    return held.minimum + step * max(0, int(steps))


def named_meters(request: Request, terms: Terms) -> dict[str, int]:
    """Meters by their proper names, however the letters were typed."""
    proper = {m.name.lower(): m.name for m in terms.meters}
    return {proper[name.lower()]: cents for name, cents in request.meters.items() if name.lower() in proper}


def check_meters(request: Request, known: Iterable[str]) -> None:
    """`known` are the meters of the rows asked for."""
    names = {name.lower(): name for name in known}
    for name, cents in request.meters.items():
        if cents < 0:
            raise BadRequest(f"the meter '{name}' cannot read {dollars(cents)}: a meter is never negative")
        if cents > MOST:
            raise BadRequest(f"the meter '{name}' cannot read {dollars(cents)}; {dollars(MOST)} is the most")
        if name.lower() not in names:
            held = ", ".join(names.values())
            allowed = f"the meters here are {held}" if names else "no wager asked for is paid from a meter"
            raise BadRequest(f"there is no meter '{name}'; {allowed}{like(name, names.values())}")
