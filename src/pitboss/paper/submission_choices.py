"""What the operator chose, each choice beside what the rulebook permits and the clause that permits it."""

from collections.abc import Callable

from msgspec import Struct

from pitboss.paper.par_words import listed, plain
from pitboss.paper.words import own_lines, own_table, rate, shuffler
from pitboss.rulebook.book import Book, book
from pitboss.rulebook.pays import dollars
from pitboss.rulebook.readings import Option, Reading, governs, options_of, readings, readings_of
from pitboss.rulebook.submission_options import cites, option_clause
from pitboss.rulebook.terms import MeterTerms, Terms
from pitboss.wording.plainly import plainly

NOT_ASKED = "does not apply here"
ALONE = {"void_settles_progressive": "progressive"}
"""Choices about one wager in a reading about several."""
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


def choices_in_force(terms: Terms) -> list[Choice]:
    """Those that have a meaning at this table: not how to read the rules of a wager that is not offered."""
    return [choice for choice in choices(terms) if not _idle(terms, choice)]


def readings_chosen(terms: Terms) -> dict[str, str]:
    """How the texts are read at this table; a choice that has no meaning here is left at its default."""
    in_force = {choice.name for choice in choices_in_force(terms) if choice.section == "readings"}
    return {name: value for name, value in terms.readings.items() if name in in_force}


def _idle(terms: Terms, choice: Choice) -> bool:
    if choice.section != "readings":
        return False
    alone = ALONE.get(choice.name)
    reading = readings().get(choice.reading)
    return (alone is not None and terms.wager(alone) is None) or (reading is not None and absent(terms, reading))


def absent(terms: Terms, reading: Reading) -> bool:
    """Whether the reading concerns only wagers that are not offered here."""
    return bool(reading.wagers) and all(terms.wager(name) is None for name in reading.wagers)


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
        clause=_clause(terms, the_book, option),
        reading=_reading(the_book.game, option),
        usual=usual,
    )


def _reading(game: str, option: Option) -> str:
    """The reading of this game behind the choice; an option that games share may name that of another."""
    if governs(readings()[option.reading], game):
        return option.reading
    return next((r.id for r in readings_of(game) if r.option == option.name), "")


def procedure_clause(terms: Terms) -> str:
    """The clause by which this table deals as it does: that of the manual shoe, the hand or the automated shoe."""
    return book(terms.game).cite(f"choose_{terms.procedure}")


def _clause(terms: Terms, the_book: Book, option: Option) -> str:
    """The clause of this rulebook that leaves the choice; of options that several games share, and of those that are
    a matter of this program only, the one that a submission cites for it."""
    cited = cites(the_book.game)
    match option.name:
        case "procedure":
            return procedure_clause(terms)
        case "approvals":
            asked = {"manual_shoe": "shoe_location"}.get(terms.procedure, terms.procedure)
            return cited.get("layout") or cited.get(asked, "")
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
    return own_table(terms, family) if own_lines(terms, family) else held.paytable


def _approvals(terms: Terms) -> str:
    given = [f"{plain(name)}: {reference}" for name, reference in terms.approvals.items() if reference]
    return "; ".join(given) or ("none: a practice table" if terms.practice else "none needed")


def _limit(terms: Terms) -> str:
    return listed(dollars(limit.cents) for limit in terms.limits) if terms.limits else "none"


def _amount(terms: Terms) -> str:
    held = terms.wager("progressive")
    return str(held.minimum // 100) if held else NOT_ASKED


def _meters(said: Callable[[MeterTerms], str]) -> Callable[[Terms], str]:
    return lambda terms: "; ".join(f"{m.name} {said(m)}" for m in terms.meters) or NOT_ASKED


_SAID: dict[str, Callable[[Terms], str]] = {
    "positions": lambda terms: str(terms.positions),
    "positions_per_player": lambda terms: str(terms.positions_per_player),
    "approvals": _approvals,
    "practice": lambda terms: plain(terms.practice),
    "procedure": lambda terms: plain(terms.procedure),
    "decks": lambda terms: str(terms.decks),
    "shuffler": shuffler,
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
