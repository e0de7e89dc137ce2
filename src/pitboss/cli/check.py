"""`pitboss check`: hold a Rules Submission against the rulebook, or prove the folder of a game."""

from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.help_text import helped
from pitboss.cli.screen import is_game, to_copy
from pitboss.cli.wrapped import print_wrapped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import Console
    from rich.table import Table

    from pitboss.cli.waiting import Waiting
    from pitboss.rulebook.book import Book
    from pitboss.rulebook.submission import Fault
    from pitboss.rulebook.terms import Terms
    from pitboss.table.rules import Rules

UNREADABLE = 2
"""Exit status where there was no text to check."""


@helped("check")
def check(file: Path) -> int:
    if is_game(file) or (file.is_dir() and (file / "game.py").is_file()):
        from pitboss.cli.check_folder import check_folder

        return check_folder(file)
    from pitboss.cli.screen import complain, screen
    from pitboss.rulebook.submission import check as check_text

    console = screen()
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        complain(f"{_printable(str(file))}: {_why_unreadable(error)}")
        return UNREADABLE
    checked = check_text(text, file.parent)
    if checked.terms is None:
        _print_faults(console, file, checked.faults)
    else:
        _print_terms(console, checked.terms)
    for notice in (*checked.notices, *_favouring(file, text, checked.terms)):
        _print_fault(console, file, notice, "notice: ")
    return 0 if checked.terms else 1


def _why_unreadable(error: OSError | ValueError) -> str:
    """In words what stood in the way."""
    match error:
        case UnicodeDecodeError():
            return f"this is not a UTF-8 text file (byte {error.start}); a Rules Submission is a TOML file in UTF-8"
        case IsADirectoryError():
            return "this is a directory without a game (book.toml and game.py); name a TOML file in it"
        case FileNotFoundError():
            return "there is no such file; `pitboss new GAME` writes a valid one to start from"
        case PermissionError():
            return "you may not read this file"
        case _:
            return f"cannot be read: {getattr(error, 'strerror', None) or error}"


# --- notices --------------------------------------------------------------------------------------------------------


def _favouring(file: Path, text: str, terms: "Terms | None") -> "list[Fault]":
    """Wagers by which the house loses, of those whose figures are the operator's own. A letter of the rulebook at its
    own figures needs no such look, so that an ordinary check stays quick; else it is said what one waits for."""
    from functools import partial

    from pitboss.cli.waiting import Waiting
    from pitboss.rulebook.book import book
    from pitboss.rulebook.words import listed, wager_title

    own = _own_figures(terms) if terms else []
    if terms is None or not own:
        return []
    titles = listed(wager_title(book(terms.game), wager) for wager in own)
    with Waiting(f"counting the deals for your own figures of {titles}") as waiting:
        told = partial(_told, waiting)
        return [fault for wager in own for fault in _losing(file, text, terms, wager, told)]


def _told(waiting: "Waiting", _: str, done: float) -> None:
    """How far it is, under what was said at the beginning."""
    waiting("", done)


def _losing(
    file: Path, text: str, terms: "Terms", wager: str, progress: "Callable[[str, float], None]"
) -> "Iterator[Fault]":
    from pitboss.odds.api import odds
    from pitboss.odds.request import Request
    from pitboss.paper.kept import loss
    from pitboss.rulebook.submission import Fault, Lines

    for row in odds(Request(game=terms.game, terms=terms, wager=wager), progress=progress):
        for message in loss(terms, row):
            path = ("wagers", wager)
            suggestion = f"see {to_copy('odds', '--submission', file.name, '--wager', wager)}"
            yield Fault(line=Lines(text)(path), key=".".join(path), message=message, suggestion=suggestion)


def _own_figures(terms: "Terms") -> list[str]:
    """The side wagers that pay by lines other than the rulebook's, or from meters other than those of the game's
    default submission."""
    from pitboss.odds.request import wagers_of
    from pitboss.paper.words import own_lines
    from pitboss.rulebook.book import book
    from pitboss.rulebook.submission import check as check_text
    from pitboss.rulebook.submission import default_submission

    usual = check_text(default_submission(terms.game)).terms
    assert usual is not None, "the default submission is valid"
    same_meters = {(m.name, m.rate, m.reset) for m in terms.meters} == {(m.name, m.rate, m.reset) for m in usual.meters}
    offered = [wager.id for wager in terms.wagers if wager.id in wagers_of(terms.game)]
    metered = [wager.family for wager in book(terms.game).wagers if wager.metered]
    return [w for w in offered if own_lines(terms, w) or (w in metered and not same_meters)]


# --- faults ---------------------------------------------------------------------------------------------------------


def _print_faults(console: "Console", file: Path, faults: "tuple[Fault, ...]") -> None:
    for fault in faults:
        _print_fault(console, file, fault)
    count = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
    print_wrapped(console, f"{count}: this submission cannot become the terms of a table.", style="bold red")


def _print_fault(console: "Console", file: Path, fault: "Fault", prefix: str = "") -> None:
    where = f"{_printable(str(file))}:{fault.line}:"
    said = f"{where} {prefix}{fault.key + ': ' if fault.key else ''}{fault.message}"
    print_wrapped(console, said, below="  ", bold=len(where))
    for label, value in (("given", fault.given), ("permitted", fault.allowed), ("", fault.suggestion)):
        if value:
            print_wrapped(console, value, f"    {label:<10}")
    if fault.clause:
        print_wrapped(console, f"{fault.clause}: {_wording(fault.clause)}", f"    {'clause':<10}", style="dim")
    if fault.reading:
        from pitboss.rulebook.submission_options import reading_choice

        print_wrapped(console, f"{fault.reading}: {reading_choice(fault.reading)}", f"    {'reading':<10}", style="dim")


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)


def _wording(clause_id: str) -> str:
    from pitboss.rulebook.clauses import clause

    return clause(clause_id).wording


# --- terms ----------------------------------------------------------------------------------------------------------


def _print_terms(console: "Console", terms: "Terms") -> None:
    from pitboss.games import rules_for

    rules = rules_for(terms)
    the_book = rules.book
    console.print(f"{terms.table}: {the_book.full_title}", style="bold")
    if terms.practice:
        console.print("practice, not approved for gaming", style="bold yellow")
    console.print(_facts(terms, the_book))
    console.print(_wagers(terms, the_book))
    console.print(_paytables(rules))
    if terms.meters:
        console.print(_meters(terms))
    if terms.envy:
        console.print(_envy(rules))
    console.print(_readings(terms))
    console.print(f"The submission is valid. Terms {terms.digest}", style="bold green")


def _grid(title: str, *columns: str) -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, show_header=bool(columns))
    for column in columns:
        table.add_column(column, justify="right" if column in ("Minimum", "Maximum", "Step", "Rate") else "left")
    return table


def _facts(terms: "Terms", the_book: "Book") -> "Table":
    from pitboss.paper.words import payments, shuffler, wager_title
    from pitboss.rulebook.pays import dollars
    from pitboss.wording.filing_words import filing_words

    table = _grid("Table")
    table.add_row("operator", terms.operator or "not stated")
    table.add_row("version", str(terms.version))
    table.add_row("positions", f"{terms.positions}, {terms.positions_per_player} for one player")
    table.add_row("dealing", f"{terms.procedure.replace('_', ' ')}, {terms.decks} deck{'s' * (terms.decks > 1)}")
    table.add_row("shuffler", shuffler(terms))
    table.add_row("payments", payments(terms))
    for limit in terms.limits:
        covered = ", ".join(wager_title(the_book, wager) for wager in limit.wagers)
        table.add_row("payout limit", f"{dollars(limit.cents)} ({limit.clause}): {covered}")
    for name, reference in terms.approvals.items():
        table.add_row(f"approval: {name.replace('_', ' ')}", reference)
    for name, said in filing_words(terms):
        table.add_row(name[:1].lower() + name[1:], said)
    return table


def _wagers(terms: "Terms", the_book: "Book") -> "Table":
    from pitboss.rulebook.pays import dollars
    from pitboss.rulebook.words import limited_title

    table = _grid("Wagers", "Wager", "Table", "Minimum", "Maximum", "Step")
    for wager in terms.wagers:
        bounds = [dollars(x) for x in (wager.minimum, wager.maximum, wager.increment)] if wager.maximum else [""] * 3
        table.add_row(limited_title(the_book, wager.id), wager.paytable, *bounds)
    return table


def _paytables(rules: "Rules") -> "Table":
    from pitboss.paper.words import hand_words, pays_words, wager_title

    table = _grid("Paytables", "Wager", "Pays")
    for wager in rules.terms.wagers:
        for column in dict.fromkeys(line.column for line in wager.lines):
            lines = [line for line in wager.lines if line.column == column]
            title = wager_title(rules.book, wager.id) + (f", {column} hands dealt" if column else "")
            said = (f"{hand_words(rules.book, line.hand, wager.id)} {pays_words(rules, line.pay)}" for line in lines)
            table.add_row(title, "; ".join(said))
    return table


def _meters(terms: "Terms") -> "Table":
    from pitboss.paper.words import rate
    from pitboss.rulebook.pays import dollars

    table = _grid("Meters", "Meter", "Rate", "Initial", "Reset", "Clause")
    for meter in terms.meters:
        table.add_row(meter.name, rate(meter), dollars(meter.initial), dollars(meter.reset), meter.clause)
    return table


def _envy(rules: "Rules") -> "Table":
    from pitboss.paper.words import hand_words, pays_words, wager_title
    from pitboss.rulebook.words import ENVY

    table = _grid(wager_title(rules.book, ENVY), "Hand", "Pays", "Clause")
    for line in rules.terms.envy:
        table.add_row(hand_words(rules.book, line.hand, ENVY), pays_words(rules, line.pay), line.clause)
    return table


def _readings(terms: "Terms") -> "Table":
    table = _grid("Readings")
    for name, value in terms.readings.items():
        table.add_row(name, value)
    return table
