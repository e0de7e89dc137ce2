"""What the operator chose, each choice beside what the rulebook permits and the clause that permits it."""

from collections.abc import Callable

from msgspec import Struct

from pitboss.paper.par_words import listed, plain
from pitboss.paper.words import own_lines, own_table, rate, shuffler
from pitboss.rulebook.book import Book, Wager, book
from pitboss.rulebook.pays import dollars
from pitboss.rulebook.readings import Option, Reading, behind, options_of, readings
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
        reading=behind(option, the_book.game),
        usual=usual,
    )


def dealing_clause(terms: Terms, name: str) -> str:
    """The clauses by which this table deals and shuffles as it does: those of the manual shoe, the hand or the
    automated shoe; those of the device and of what else it does. Empty for any other choice."""
    cited = cites(terms.game)
    if name == "procedure":
        return book(terms.game).cite(f"choose_{terms.procedure}")
    if name != "shuffler":
        return ""
    if terms.shuffler == "continuous":
        return cited["continuous"]
    (option,) = (o for o in options_of(terms.game) if o.name == name)
    more = [cited["counts"]] * terms.shuffler_counts + [cited["loads"]] * terms.shuffler_loads_shoe
    return ", ".join(dict.fromkeys([option_clause(option, book(terms.game).document), *more]))


def amount_clause(terms: Terms, wager: Wager) -> str:
    """The clause that fixes what may be staked, else the one that knows the wager. The amounts of a progressive with
    envy are those of the envy tables."""
    if wager.id == "progressive" and terms.envy:
        return terms.envy[0].clause.partition("(")[0]
    return wager.amount_clause or wager.clause


def approval_title(the_book: Book, name: str) -> str:
    """What was approved: a wager by its name, anything else in plain words."""
    return the_book.wager(name).title if any(w.id == name for w in the_book.wagers) else plain(name)


def _clause(terms: Terms, the_book: Book, option: Option) -> str:
    """The clause of this rulebook that leaves the choice, or that permits what was chosen."""
    if option.name == "approvals":
        cited = cites(the_book.game)
        asked = {"manual_shoe": "shoe_location"}.get(terms.procedure, terms.procedure)
        return cited.get("layout") or cited.get(asked, "")
    if option.name == "progressive_wager":
        return amount_clause(terms, the_book.wager("progressive"))
    return dealing_clause(terms, option.name) or option_clause(option, the_book.document)


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
    the_book = book(terms.game)
    given = [
        f"{approval_title(the_book, name)}: {reference}" for name, reference in terms.approvals.items() if reference
    ]
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
