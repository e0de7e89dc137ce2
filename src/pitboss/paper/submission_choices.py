"""What the operator chose, each choice beside what the rulebook permits and the clause that permits it."""

from collections.abc import Callable

from msgspec import Struct

from pitboss.paper.par_words import listed, plain
from pitboss.paper.plainly import plainly
from pitboss.rulebook.book import Book, book
from pitboss.rulebook.pays import dollars
from pitboss.rulebook.readings import Option, governs, options_of, readings, readings_of
from pitboss.rulebook.submission_options import cites, option_clause
from pitboss.rulebook.terms import MICRO, MeterTerms, Terms

NOT_ASKED = "does not apply here"
_FORMS = {"amount": "an amount", "number": "a number", "table": "stated one by one"}


class Choice(Struct, frozen=True):
    """One option of the rulebook and what this table does with it."""

    name: str
    title: str
    section: str
    permitted: str
    chosen: str
    clause: str
    reading: str
    usual: bool
    """Whether this is what holds where an operator says nothing, or is stated elsewhere."""


def choices(terms: Terms) -> list[Choice]:
    """Every option that the rulebook of this game leaves to the operator."""
    the_book = book(terms.game)
    return [_choice(terms, the_book, option) for option in options_of(terms.game)]


def _choice(terms: Terms, the_book: Book, option: Option) -> Choice:
    value = chosen(terms, option)
    usual = value == NOT_ASKED or option.kind == "table"
    usual = usual or (not option.required and bool(option.values) and value == plain(option.values[0]))
    return Choice(
        name=option.name,
        title=plainly(option.title),
        section=option.section,
        permitted=permitted(option),
        chosen=value,
        clause=_clause(the_book, option),
        reading=_reading(the_book.game, option),
        usual=usual,
    )


def _reading(game: str, option: Option) -> str:
    """The reading of this game behind the choice; an option that games share may name that of another."""
    if governs(readings()[option.reading], game):
        return option.reading
    return next((r.id for r in readings_of(game) if r.option == option.name), "")


def _clause(the_book: Book, option: Option) -> str:
    """The clause of this rulebook that leaves the choice; of options that several games share, and of those that are
    a matter of this program only, the one that a submission cites for it."""
    cited = cites(the_book.game)
    match option.name:
        case "approvals":
            return cited.get("layout") or cited["shoe_location"]
        case "practice":
            return ""
        case "dealer_stack":
            return cited["held"]
        case _:
            return option_clause(option, the_book.document)


def permitted(option: Option) -> str:
    """`A, B or C`; `1 to 7`."""
    if option.values:
        return listed((plain(value) for value in option.values), "or")
    if option.kind == "number" and option.minimum:
        return f"{option.minimum} to {option.maximum}"
    if option.maximum:
        return f"{_FORMS[option.kind]} up to {option.maximum}"
    return _FORMS[option.kind]


def chosen(terms: Terms, option: Option) -> str:
    """What these terms say to the option."""
    if option.section == "readings":
        return plain(terms.readings.get(option.name, NOT_ASKED))
    said = _SAID.get(option.name)
    return said(terms) if said else _offered(terms, option)


def _offered(terms: Terms, option: Option) -> str:
    """Options that name a wager: whether it is offered, or by which paytable."""
    family = option.name.removesuffix("_table")
    held = terms.wager(family)
    if held is None:
        return "off" if "off" in option.values else NOT_ASKED
    if "on" in option.values:
        return "on"
    if "definition" in option.values:
        return "definition"
    return "own lines, at least those of the letter" if _own_lines(terms, family) else held.paytable


def _own_lines(terms: Terms, family: str) -> bool:
    held = terms.wager(family)
    the_book = book(terms.game)
    return held is not None and held.lines != the_book.resolve(family, the_book.table(family, held.paytable))


def _approvals(terms: Terms) -> str:
    given = [f"{plain(name)}: {reference}" for name, reference in terms.approvals.items() if reference]
    return "; ".join(given) or ("none: a practice table" if terms.practice else "none needed")


def _shuffler(terms: Terms) -> str:
    facts = [terms.shuffler]
    facts += ["counts the cards"] * terms.shuffler_counts + ["loads the shoe"] * terms.shuffler_loads_shoe
    return ", ".join(facts)


def _limit(terms: Terms) -> str:
    return listed(dollars(limit.cents) for limit in terms.limits) if terms.limits else "none"


def _amount(terms: Terms) -> str:
    held = terms.wager("progressive")
    return str(held.minimum // 100) if held else NOT_ASKED


def _meters(said: Callable[[MeterTerms], str]) -> Callable[[Terms], str]:
    return lambda terms: "; ".join(f"{m.name} {said(m)}" for m in terms.meters) or NOT_ASKED


def rate(meter: MeterTerms) -> str:
    """`5%` of the wager."""
    whole, rest = divmod(meter.rate, MICRO // 100)
    return f"{whole}.{rest:04d}".rstrip("0").rstrip(".") + "%"


_SAID: dict[str, Callable[[Terms], str]] = {
    "positions": lambda terms: str(terms.positions),
    "positions_per_player": lambda terms: str(terms.positions_per_player),
    "approvals": _approvals,
    "practice": lambda terms: plain(terms.practice),
    "procedure": lambda terms: plain(terms.procedure),
    "decks": lambda terms: str(terms.decks),
    "shuffler": _shuffler,
    "limits": lambda terms: "stated with each wager",
    "breakage": lambda terms: plain(terms.breakage),
    "smallest_chip": lambda terms: dollars(terms.smallest_chip) if terms.breakage == "up_to_chip" else NOT_ASKED,
    "payout_limit": _limit,
    "progressive_wager": _amount,
    "match_play": lambda terms: "off",
    "meter_rates": _meters(rate),
    "meter_initial": _meters(lambda meter: dollars(meter.initial)),
    "meter_reset": _meters(lambda meter: dollars(meter.reset)),
}
