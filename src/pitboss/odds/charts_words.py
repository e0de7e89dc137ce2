"""Figures as charts write them. They are exact; only here they become decimals."""

from collections.abc import Iterable
from fractions import Fraction
from textwrap import wrap

from pitboss.odds.figures import Figures
from pitboss.odds.result import root
from pitboss.rulebook.folders import data
from pitboss.table.rules import Rules

MINUS = "−"


def signed(percent: Fraction) -> str:
    """`+67.16`, `−142.2`: two decimals, one from a hundred on. What is not zero is never written as zero."""
    sign = "+" if percent > 0 else MINUS if percent < 0 else ""
    size = abs(percent)
    places = 1 if size >= 100 else 2
    while size and round(size, places) == 0:
        places += 1
    return f"{sign}{float(round(size, places)):,.{places}f}"


def share(some: int, of: int, places: int = 1) -> str:
    """A percentage; `100%` and `0%` only where they are exact."""
    if some in (0, of):
        return "100%" if some else "0%"
    step = Fraction(1, 10**places)
    shown = round(Fraction(100 * some, of), places)
    if shown == 0:
        return f"<{float(step):.{places}f}%"
    return f">{float(100 - step):.{places}f}%" if shown == 100 else f"{float(shown):.{places}f}%"


def percent(value: Fraction, places: int) -> str:
    """A fraction in percent, with so many decimals."""
    return f"{float(round(100 * value, places)):,.{places}f}%".replace("-", MINUS)


def of_the_game(found: Figures, unit: str) -> list[tuple[str, str, str]]:
    """(what it is, the figure, of what) for the main game."""
    return [
        ("House edge", percent(-found.ev, 3), f"of {unit}"),
        ("Element of risk", percent(found.element_of_risk, 3), "of all that is wagered"),
        ("Standard deviation", f"{root(found.variance):,.2f}", f"times {unit}"),
    ]


def filled(words: str, width: int, indent: str = "") -> list[str]:
    """Lines of text for a terminal."""
    return wrap(words, max(width, len(indent) + 8), initial_indent=indent, subsequent_indent=" " * len(indent))


def columns(rows: Iterable[tuple[str, str, str]], width: int) -> list[str]:
    """Words at the left, two figures at the right."""
    found = []
    for words, often, decided in rows:
        first, *rest = wrap(words, max(width - 18, 12)) or [""]
        found.append(f"{first:<{max(width - 18, 12)}}{often:>8}{decided:>9}"[:width])
        found += [f"  {line}" for line in rest]
    return found


def under(rules: Rules) -> str:
    """The choices of the operator on which the chart depends."""
    said = []
    for family in dict.fromkeys(w.family for w in rules.wagers if w.compulsory):
        table = rules.terms.wager(family)
        if table and table.paytable:
            own = [(line.hand, line.pay) for line in table.lines]
            printed = rules.book.resolve(family, rules.book.table(family, table.paytable))
            same = own == [(line.hand, line.pay) for line in printed]
            titles = [w.title for w in rules.book.wagers if w.family == family]
            name = f"Paytable {table.paytable}" if same else "The house's own paytable"
            said.append(f"{name}." if len(titles) > 1 else f"{name} of the {titles[0]}.")
    for reading in data(rules.game.id, "words.toml").get("reading", ()):
        if rules.terms.readings.get(reading["option"]) == reading["value"]:
            said.append(reading["text"])
    return " ".join(said)
