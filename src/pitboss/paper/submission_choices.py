"""What the operator chose, each choice beside what the rulebook permits and the clause that permits it."""

from collections.abc import Callable

from msgspec import Struct

from pitboss.paper.par_words import listed, plain
from pitboss.paper.words import own_lines, own_table, rate, shuffler
from pitboss.rulebook.book import Book, Wager, book
from pitboss.rulebook.passages import Facts, facts, holds
from pitboss.rulebook.pays import dollars
from pitboss.rulebook.readings import Option, behind, concerns, options_of, readings
from pitboss.rulebook.submission_options import cites, reading_options
from pitboss.rulebook.terms import MeterTerms, Terms
from pitboss.wording.plainly import plainly

NOT_ASKED = "does not apply here"
RESTING = "only while the device is out of use"
IDLE = "without effect here"
_FORMS = {"amount": "an amount", "number": "a number", "table": "stated one by one"}


class OperatorChoice(Struct, frozen=True):
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
    rests: bool = False
    """Whether it has a meaning only while the device that deals or shuffles is out of use."""


def choices(terms: Terms) -> list[OperatorChoice]:
    """Every option that the rulebook of this game leaves to the operator."""
    the_book = book(terms.game)
    return [_choice(terms, the_book, option) for option in options_of(terms.game)]


def choices_in_force(terms: Terms) -> list[OperatorChoice]:
    """Those that have a meaning at this table: not how to read the rules of a wager that is not offered, nor those of
    a device that is not there."""
    known = facts(terms)
    return [choice for choice in choices(terms) if not _idle(terms, known, choice.name)]


def readings_chosen(terms: Terms) -> dict[str, str]:
    """What is known of this table when its readings are told; a choice that has no meaning here is left at its
    default."""
    known = facts(terms)
    usual = {name: o.values[0] for name, o in reading_options(terms.game).items() if _idle(terms, known, name)}
    return known | {name: value for name, value in usual.items() if name in known}


def acting(terms: Terms, name: str) -> str:
    """What must be said beside a choice among readings that does nothing at this table, or nothing while its devices
    are in use; empty where it acts."""
    known, option = facts(terms), reading_options(terms.game)[name]
    return IDLE if _idle(terms, known, name) else RESTING if _rests(option, known) else ""


def acts_on(game: str, wager: str, paytable: str | None, name: str) -> bool:
    """Whether a choice among readings can matter to a wager by this paytable."""
    option = reading_options(game).get(name)
    return option is None or not option.needs or holds(option.needs, {wager: paytable or ""}) is not False


def _idle(terms: Terms, known: Facts, name: str) -> bool:
    option = reading_options(terms.game).get(name)
    if option is None:
        return False
    reading = readings().get(behind(option, terms.game))
    unmet = bool(option.needs) and holds(option.needs, known) is False
    return unmet or (reading is not None and not concerns(reading, known))


def _rests(option: Option, known: Facts) -> bool:
    return bool(option.rests) and holds(option.rests, known) is True


def _choice(terms: Terms, the_book: Book, option: Option) -> OperatorChoice:
    value = chosen(terms, option)
    rests = option.section == "readings" and _rests(option, facts(terms))
    usual = value == NOT_ASKED or option.kind == "table"
    usual = usual or (not option.required and bool(option.values) and value == plain(option.values[0]))
    return OperatorChoice(
        name=option.name,
        title=plainly(option.title),
        section=option.section,
        permitted=permitted(option),
        chosen=f"{value}, {RESTING}" if rests else value,
        clause=_clause(terms, the_book, option),
        reading=behind(option, the_book.game) if value != NOT_ASKED else "",
        usual=usual,
        rests=rests,
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
    return ", ".join(dict.fromkeys([option.clause, *more]))


def amount_clause(terms: Terms, wager: Wager) -> str:
    """The clause that fixes what may be staked, else the one that knows the wager. The amounts of a metered wager with
    envy are those of the envy tables."""
    if wager.metered and terms.envy:
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
    if option.name == "payout_cap_mode":
        return ", ".join(limit.clause for limit in terms.limits)
    if option.name == "progressive_wager":
        return amount_clause(terms, next(w for w in the_book.wagers if w.metered))
    return dealing_clause(terms, option.name) or option.clause


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
    metered = next((w.family for w in book(terms.game).wagers if w.metered), "")
    held = terms.wager(metered)
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
