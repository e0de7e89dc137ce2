"""What is asked for: which wagers by which paytables, under which terms. A mistake is refused with what is allowed."""

from msgspec import Struct

from pitboss.games import rules_for
from pitboss.odds.request_terms import (
    BadRequest,
    Request,
    check_meters,
    check_readings,
    check_stake,
    columns_of,
    family_of,
    from_meter,
    is_metered,
    lawful_stake,
    like,
    main_wagers,
    named_meters,
    stake_matters,
    stake_of,
    terms_for,
)
from pitboss.odds.studies import answer, studied, study_of
from pitboss.rulebook.book import Book, book
from pitboss.rulebook.folders import games
from pitboss.rulebook.terms import MICRO, Line, Terms
from pitboss.rulebook.words import MAIN, listed
from pitboss.table.cells import HighestNamed
from pitboss.table.rules import Rules

__all__ = [
    "MAIN",
    "BadRequest",
    "Request",
    "RowAsked",
    "asked",
    "base_of",
    "family_of",
    "lawful_stake",
    "limits_of",
    "name_of",
    "stake_matters",
    "titles_of",
    "unit",
    "wagers_of",
]


class RowAsked(Struct, frozen=True):
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


def wagers_of(game: str) -> tuple[str, ...]:
    """`main` and the side wagers of a game, in the order of the book."""
    the_book = book(game)
    made_together = main_wagers(the_book)
    return (MAIN, *dict.fromkeys(w.family for w in the_book.wagers if w.id not in made_together))


def asked(request: Request) -> list[RowAsked]:
    """The rows of a request."""
    if request.game not in games():
        raise BadRequest(
            f"there is no game '{request.game}'; the games are {', '.join(games())}{like(request.game, games())}"
        )
    known = wagers_of(request.game)
    offered = [w for w in known if _offered(request, w)]
    if request.wager is not None and request.wager not in known:
        raise BadRequest(_no_wager(request, known))
    if request.wager is not None and request.wager not in offered:
        raise BadRequest(_not_offered(request, offered))
    if request.paytable is not None and request.wager is None:
        raise BadRequest(f"a paytable belongs to a wager: say which, {', '.join(known)}")
    _check_players(request)
    check_stake(request)
    check_readings(request)
    found = [
        _row(request, wager, letter)
        for wager in ([request.wager] if request.wager else offered)
        for letter in _letters(request, wager)
    ]
    check_meters(request, dict.fromkeys(name for row in found for name in row.meters))
    return found


def _no_wager(request: Request, known: tuple[str, ...]) -> str:
    given = request.wager or ""
    if given in main_wagers(book(request.game)) or given == family_of(request.game, MAIN):
        return f"'{given}' is part of the main game; ask for the wager main. The wagers are {', '.join(known)}"
    return f"{book(request.game).title} has no wager '{given}'; its wagers are {', '.join(known)}{like(given, known)}"


def _not_offered(request: Request, offered: list[str]) -> str:
    if request.terms is None:
        return (
            f"the rulebook has no paytable for '{request.wager}', an operator defines it: give a submission, or the "
            f"paytable in a file. Without it there are {', '.join(offered)}"
        )
    return f"this submission does not offer '{request.wager}'; it offers {', '.join(offered)}"


def _offered(request: Request, wager: str) -> bool:
    if wager == MAIN or (wager == request.wager and request.lines):
        return True
    if request.terms is not None:
        return request.terms.wager(wager) is not None
    return bool(book(request.game).letters(wager))


def _check_players(request: Request) -> None:
    most = request.terms.positions if request.terms is not None else book(request.game).positions_max
    if request.players is not None and not 1 <= request.players <= most:
        raise BadRequest(f"{request.players} players cannot sit at this table; it has 1 to {most} positions")


# --- paytables ------------------------------------------------------------------------------------------------------


def _letters(request: Request, wager: str) -> list[str | None]:
    """The paytables asked for; None where there is nothing to choose. Those of a wager on the whole table may be its
    numbers of hands."""
    the_book, family = book(request.game), family_of(request.game, wager)
    if columns := columns_of(the_book, family):
        return _hands(request, wager, columns)
    if request.lines:
        return [request.paytable]
    if request.terms is not None:
        held = request.terms.wager(family) if family else None
        known = [name_of(the_book, family, held.lines, held.paytable)] if held and held.paytable else []
    else:
        known = [letter for letter in the_book.letters(family) if letter] if family else []
    if request.paytable is None:
        return [*known] or [None]
    return [_chosen(wager, request.paytable, known, "paytables")]


def _hands(request: Request, wager: str, columns: list[int]) -> list[str | None]:
    """How many hands are dealt, the dealer's included; a table typed in by hand serves any number."""
    most = request.terms.most_hands if request.terms is not None else book(request.game).positions_max + 1
    known = [str(column) for column in columns if column <= most]
    seated = str(request.players + 1) if request.players is not None else None
    chosen = not request.lines and request.paytable is not None
    given = _chosen(wager, request.paytable or "", known, "numbers of hands") if chosen else None
    if given is not None and seated is not None and given != seated:
        raise BadRequest(
            f"{given} hands are {int(given) - 1} players and the dealer, but {request.players} players are asked for; "
            "leave one of the two out"
        )
    one = given or seated
    return [one] if one is not None else [*known]


def _chosen(wager: str, given: str, known: list[str], kind: str) -> str:
    found = next((letter for letter in known if letter.lower() == given.strip().lower()), None)
    if found is None:
        allowed = f"its {kind} are {', '.join(known)}" if known else "it has only one, which has no letter"
        raise BadRequest(f"'{wager}' has no paytable '{given}'; {allowed}")
    return found


def name_of(the_book: Book, family: str, lines: tuple[Line, ...], letter: str) -> str:
    """The letter, or `custom` where the operator's lines differ from the letter's."""
    same = the_book.resolve(family, the_book.table(family, letter)) if letter else ()
    return letter if [(x.hand, x.pay) for x in same] == [(x.hand, x.pay) for x in lines] else "custom"


# --- rows -----------------------------------------------------------------------------------------------------------


def _row(request: Request, wager: str, letter: str | None) -> RowAsked:
    terms = terms_for(request, wager, letter)
    rules = studied(rules_for(terms), request.readings)
    base = limits_of(rules.book, wager)
    reading = {name: _reading(request, terms, name) for name in bears_on(rules.book, wager)}
    players = _players(request, rules, wager, letter)
    meters = {m.name: m.reset for m in terms.meters} if from_meter(terms, wager) else {}
    meters |= {name: cents for name, cents in named_meters(request, terms).items() if name in meters}
    return RowAsked(wager, letter, rules, stake_of(request, rules, wager, base), players, meters, reading)


def bears_on(the_book: Book, wager: str) -> tuple[str, ...]:
    """The readings on which a wager's figures can depend: studies of the main game, what the wager needs, what the book
    says of it, and which payout limits hold."""
    together = main_wagers(the_book) if wager == MAIN else {wager}
    wagers = [w for w in the_book.wagers if w.id in together]
    found = [study.name for study in the_book.studies] if wager == MAIN else []
    found += [need.key.partition(".")[2] for w in wagers for need in w.needs if need.key.startswith("readings.")]
    found += [name for w in wagers for name in w.depends]
    found += [limit.option for limit in the_book.limits if limit.option and together & {*limit.wagers}]
    return tuple(dict.fromkeys(found))


def _players(request: Request, rules: Rules, wager: str, letter: str | None) -> int:
    """How many players the figures are for: more than one matters only where they share a meter or are looked at."""
    the_book = rules.book
    if letter and columns_of(the_book, family_of(request.game, wager)):
        return int(letter) - 1
    if any(isinstance(field, HighestNamed) for field in rules.fields.get(wager, ())):
        return request.players or 1
    if not is_metered(the_book, wager):
        return 1
    if not the_book.wager(wager).unoffered:
        return request.players or 1
    if request.wager and (request.players or 1) > 1:
        raise BadRequest(_one_player(the_book.wager(wager).title.lower()))
    return 1


def _one_player(title: str) -> str:
    """Why an operator's own metered wager is not counted for several players."""
    books = [book(game) for game in games()]
    own = [each.title for each in books if any(w.metered and not w.unoffered for w in each.wagers)]
    where = f"for {listed(own)}'s" if own else "where the rulebook itself defines the wager"
    return (
        f"an operator's own {title} is counted for one player; how several of them share its meter in one round is "
        f"counted {where}"
    )


def _base(the_book: Book) -> str:
    """The wager that is the unit of the main game."""
    return next(w.id for w in the_book.wagers if w.compulsory)


def limits_of(the_book: Book, wager: str) -> str:
    """The family whose limits hold for the unit of a wager."""
    return the_book.wager(_base(the_book)).family if wager == MAIN else wager


def base_of(game: str, wager: str) -> str:
    """The name of the unit: the first compulsory wager, one bet where several are alike, or the wager itself."""
    if wager != MAIN:
        return wager
    the_book = book(game)
    first = the_book.wager(_base(the_book))
    alike = [w for w in the_book.wagers if w.compulsory and w.family == first.family]
    return "one bet" if len(alike) > 1 else first.id


def _reading(request: Request, terms: Terms, name: str) -> str:
    if study := study_of(request.game, name):
        return answer(study, request.readings)
    return terms.readings.get(name, "")


def titles_of(game: str, wager: str) -> list[str]:
    """The titles of a wager or of those that share its paytable; none for `one bet`, the unit where all are alike."""
    return [w.title for w in book(game).wagers if wager in (w.id, w.family)]


def unit(game: str, wager: str, base: str) -> str:
    """What the figures of a wager are parts of: another wager, `one bet`, or `the wager` itself."""
    if base == wager:
        return "the wager"
    return next((f"the {title}" for title in titles_of(game, base)), base)
