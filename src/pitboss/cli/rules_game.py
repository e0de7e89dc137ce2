"""The rulebook of one game on a page: the round, wagers, paytables, irregularities and options."""

from typing import TYPE_CHECKING

from pitboss.cli.explain import wording_of
from pitboss.cli.games import facts
from pitboss.cli.odds_words import default_rules
from pitboss.cli.screen import cited
from pitboss.rulebook.book import Book, Paytable, PaytableLine
from pitboss.rulebook.clauses import clauses
from pitboss.rulebook.pays import MeterShare, Pay, dollars
from pitboss.rulebook.words import ENVY, hand_words, meter_words, wager_title
from pitboss.table.definition import Mishap, Step
from pitboss.table.layout import pays_words
from pitboss.table.rules import Rules
from pitboss.wording import things as w
from pitboss.wording.consequences import follows

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_OPENING = ("receive", "inspect", "verify", "spread", "look", "wash", "stack", "shuffle", "cut")


def print_game(console: "Console", game: str, procedure: str) -> None:
    """Everything the rulebook fixes for this game, under this dealing procedure."""
    rules = default_rules(game)
    book = rules.book
    console.print(f"{book.full_title}", style="bold underline")
    for label, value in facts(book):
        cited(console, value, "", mark=f"  {label:<8} ")
    _opening(console, rules, procedure)
    _round(console, rules, procedure)
    _wagers(console, book)
    _paytables(console, rules)
    _irregularities(console, rules)
    _options(console, book)
    console.print()
    first = book.positions_clause or next((c.id for c in clauses().values() if c.game == game), "")
    console.print(f'Any clause: pitboss rules "{first}". Readings: pitboss rules --readings {game}.')


def _title(console: "Console", title: str) -> None:
    console.print()
    console.print(title, style="bold underline")


# --- the round ------------------------------------------------------------------------------------------------------


def _opening(console: "Console", rules: Rules, procedure: str) -> None:
    _title(console, "Before the first round")
    for step in _OPENING:
        guide = rules.guide(step, procedure)
        cited(console, guide.title, guide.clause)


def _round(console: "Console", rules: Rules, procedure: str) -> None:
    _title(console, f"The round, dealt {w.PROCEDURES[procedure]}")
    for number, step in enumerate(rules.script(procedure), start=1):
        _step(console, rules, step, procedure, number)


def _step(console: "Console", rules: Rules, step: Step, procedure: str, number: int) -> None:
    guide = rules.guide(step.name, procedure)
    mark = f"{number:>2} "
    cited(console, f"{guide.title}  ({step.name})", step.clause, style="bold", mark=mark)
    cited(console, wording_of(step.clause), "", mark="   ")
    for choice in step.choices:
        cited(console, f"{w.underscored(choice.name)}: {wording_of(choice.clause)}", choice.clause, mark="    - ")
    for clause in guide.reminders:
        cited(console, f"staff: {wording_of(clause)}", clause, style="dim", mark="    - ")
    if guide.also:
        short = ", ".join(c.removeprefix(rules.book.document + " ") for c in guide.also)
        cited(console, f"also here: {short}", "", style="dim", mark="    ")


# --- wagers and what they pay ---------------------------------------------------------------------------------------


def _wagers(console: "Console", book: Book) -> None:
    _title(console, "Wagers")
    for wager in book.wagers:
        said = [f"{wager.title} ({wager.id})", "compulsory" if wager.compulsory else ""]
        said.append("made by decision" if wager.later else "")
        said.append(f"equals {book.wager(wager.equal_to).title}" if wager.equal_to else "")
        said.append(f"after {w.listed(book.wager(x).title for x in wager.requires)}" if wager.requires else "")
        for more in wager.requires_if:
            titles = w.listed(book.wager(x).title for x in more.wagers)
            said.append(f"and {titles} with readings.{more.option} = {more.value}")
        said.append(f"only {w.listed(map(dollars, wager.amounts), 'or')}" if wager.amounts else "")
        said.append("with an approved definition" if wager.unoffered else "")
        cited(console, "; ".join(x for x in said if x), wager.clause)


def _paytables(console: "Console", rules: Rules) -> None:
    book = rules.book
    _title(console, "Paytables")
    for family in dict.fromkeys(t.family for t in book.paytables):
        tables = [t for t in book.paytables if t.family == family and not t.repeats]
        title = wager_title(book, family)
        unit = _unit(rules, [line.pay for t in tables for line in t.lines])
        console.print()
        cited(console, f"{title}{f', {unit}' if unit else ''}", tables[0].clause, style="bold")
        headings = [_heading(t) for t in tables]
        console.print(_side_by_side(rules, family, headings, [t.lines for t in tables], short=bool(unit)))
    if book.envy:
        console.print()
        metered = next(w.title for w in book.wagers if w.metered)
        for wager in dict.fromkeys(t.wager for t in book.envy):
            envy = [t for t in book.envy if t.wager == wager]
            title = f"{wager_title(book, ENVY)} with a {dollars(wager)} {metered}"
            cited(console, title, envy[0].lines[0].clause, style="bold")
            console.print(_side_by_side(rules, ENVY, [t.letter for t in envy], [t.lines for t in envy]))
    for limit in book.limits:
        names = w.listed(book.wager(x).title for x in limit.wagers)
        cited(console, f"Payout limit {dollars(limit.cents)} for one hand on {names}", limit.clause)


def _heading(table: Paytable) -> str:
    return f"{table.column} hands" if table.column else table.letter or "pays"


_UNITS = (" to 1", " for 1")


def _unit(rules: Rules, pays: list[Pay]) -> str:
    """What stands behind every figure, where it is the same for all; shares of a meter have none."""
    odds = [pays_words(rules, pay) for pay in pays if not isinstance(pay, MeterShare)]
    for unit in _UNITS:
        if len(odds) > 1 and all(said.endswith(unit) for said in odds):
            return f"paid{unit}" + (", or from the meter named" if len(odds) < len(pays) else "")
    return ""


def _side_by_side(
    rules: Rules,
    family: str,
    headings: list[str],
    tables: "list[tuple[PaytableLine, ...]]",
    *,
    short: bool = False,
) -> "Table":
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 0, 0, 1))
    grid.add_column()
    for _ in headings:
        grid.add_column(justify="right", no_wrap=True)
    grid.add_row("", *(Text(heading, style="bold") for heading in headings))
    for hand in _hands(tables):
        pays = [next((line.pay for line in lines if line.hand == hand), None) for lines in tables]
        cells = ("" if pay is None else _brief(rules, pay, short=short) for pay in pays)
        grid.add_row(Padding(hand_words(rules.book, hand, family), (0, 0, 0, 2)), *cells)
    return grid


def _hands(tables: "list[tuple[PaytableLine, ...]]") -> list[str]:
    """Every line of the tables once, in an order that respects each of them."""
    order: list[str] = []
    for lines in tables:
        place = 0
        for line in lines:
            if line.hand in order:
                place = order.index(line.hand) + 1
            else:
                order.insert(place, line.hand)
                place += 1
    return order


def _brief(rules: Rules, pay: Pay, *, short: bool) -> str:
    """A payment in a narrow column; `short` where the unit stands above all of them."""
    if isinstance(pay, MeterShare):
        name = meter_words(rules.book, pay.meter).lower()
        return name if pay.percent == 100 else f"{pay.percent}% {name}"
    said = pays_words(rules, pay)
    for unit in _UNITS if short else ():
        said = said.removesuffix(unit)
    return said


# --- irregularities and options -------------------------------------------------------------------------------------


def _irregularities(console: "Console", rules: Rules) -> None:
    _title(console, "When something goes wrong")
    for row in rules.mishaps:
        cited(console, f"{row.kind}: {row.title}", row.clause)
        cited(console, follows(rules, row.consequence), "", mark="    -> ")
        cited(console, _when(rules.book, row), "", style="dim", mark="    ")


def _when(book: Book, row: Mishap) -> str:
    said = [f"at {', '.join(row.during)}"]
    if row.procedures:
        said.append(f"dealt {w.listed((w.PROCEDURES[p] for p in row.procedures), 'or')}")
    if row.option:
        said.append(f"where readings.{row.option[0]} = {row.option[1]}")
    if row.place:
        said.append(f"cards of: {', '.join(row.place)}")
    if row.consequence == "void_spare":
        said.append(f"spares {', '.join(wager.id for wager in book.wagers if wager.spared)}")
    if row.reading:
        said.append(f"reading {row.reading}")
    return "; ".join(said)


def _options(console: "Console", book: Book) -> None:
    from pitboss.cli.submission_keys import keys
    from pitboss.rulebook.readings import behind, options_of

    _title(console, "What the operator may choose")
    for option in options_of(book.game):
        written = keys(option)
        title = option.title if written else option.title.partition(";")[0]
        cited(console, title, option.clause)
        for place, key in enumerate(written):
            must = "; must be stated" if option.required and not place else ""
            cited(console, f"{key.path} = {key.values}{must}", "", mark="    ")
        if not written:
            cited(
                console, f"{option.name}: not conducted; a submission may state off and nothing else", "", mark="    "
            )
        if reading := behind(option, book.game):
            cited(console, f"reading {reading}", "", style="dim", mark="    ")
