"""A drawing for each kind of thing that the library hands out. What has none but has a frame is drawn as its rows."""

from collections.abc import Iterator
from fractions import Fraction
from functools import singledispatch
from typing import Any

from pitboss.games import usual
from pitboss.lab.strategies.api import StrategyCost
from pitboss.notebook.faces import card_row
from pitboss.notebook.markup import Markup, bar, block, joined, table, text, title
from pitboss.odds.advice import Advice
from pitboss.odds.request import unit
from pitboss.odds.result import WagerOdds, root
from pitboss.odds.words import chance, percent, signed
from pitboss.play.table import Table
from pitboss.rulebook.book import book
from pitboss.rulebook.pays import dollars, words
from pitboss.rulebook.words import place_words, sentence
from pitboss.simulation.report import SimulatedWager
from pitboss.table.people import SPECTATOR
from pitboss.table.rules import Rules
from pitboss.table.state import LIVE
from pitboss.table.views import SeatView, View
from pitboss.wording.choices import label_at
from pitboss.wording.events import step_title
from pitboss.wording.hands import hands_seen
from pitboss.wording.things import hand, many, underscored, wager

EXACT = "_exact"
"""How a column ends that has exactly what another one has rounded."""
MOST_ROWS = 60
"""Rows of a frame that are drawn."""


@singledispatch
def drawing(shown: object) -> str:
    """The thing as HTML."""
    frame = getattr(shown, "to_frame", None)
    return _rows(type(shown).__name__, frame()) if frame is not None else block(text(repr(shown)))


def _rows(name: str, frame: Any) -> str:
    """The rows of a frame, without the exact values that stand beside rounded ones."""
    beside = {f"{head}{EXACT}" for head in frame.column_names}
    heads = [head for head in frame.column_names if head not in beside]
    found = frame.slice(0, MOST_ROWS).to_pylist()
    numbers = [place for place, head in enumerate(heads) if found and isinstance(found[0][head], int | float)]
    more = f"{MOST_ROWS} of {frame.num_rows} rows; to_frame() has them all" if frame.num_rows > MOST_ROWS else ""
    return block(title(name, more), table(heads, [[_cell(row[head]) for head in heads] for row in found], numbers))


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else f"{value:.6g}" if isinstance(value, float) else value


# --- a table and what somebody sees of it -----------------------------------------------------------------------------


@drawing.register
def _table(shown: Table) -> str:
    """What everybody at the table may see."""
    return _drawn(shown.rules, shown.view(SPECTATOR))


@drawing.register
def _view(shown: View) -> str:
    return _drawn(usual(shown.game), shown)


def _drawn(rules: Rules, seen: View) -> str:
    step = step_title(rules, seen.step, rules.terms.procedure) if seen.step else ""
    said = [f"round {seen.round}", *filter(None, [step, seen.clause])]
    turn = f"Position {seen.turn} is asked." if seen.turn else ""
    hands = dict(hands_seen(rules, seen))
    seats = [_seat(rules, seat, hands.get(seat.number, "")) for seat in seen.seats if seat.player]
    grid = table(("Position", "Wagers", "Cards", "Hand", "Since sitting down"), seats, (4,)) if seats else ""
    return block(title(rules.book.title, ", ".join(said)), _elsewhere(rules, seen), grid, turn)


def _seat(rules: Rules, seat: SeatView, made: str) -> list[object]:
    wagers = [f"{wager(rules, name)} {dollars(cents)}" for name, cents in seat.wagers.items()]
    wagers += [f"{wager(rules, name)} (lammer)" for name in seat.lammers]
    lie = card_row(rules.deck, seat.cards)
    come_to = joined(filter(None, [made, "" if seat.standing == LIVE else seat.standing]), "<br>")
    return [f"{seat.number} {seat.player}", joined(wagers, "<br>"), lie, come_to, dollars(seat.net)]


def _elsewhere(rules: Rules, seen: View) -> Markup:
    third = sentence(place_words(rules.book, "box").removeprefix("the "))
    lying = (("Dealer", seen.dealer), ("Community", seen.community), (third, seen.box))
    lines = [Markup(f"<div>{text(said)}: {card_row(rules.deck, cards)}</div>") for said, cards in lying if cards]
    meters = [f"The {name} meter shows {dollars(cents)}." for name, cents in seen.meters.items()]
    return joined([*lines, *(Markup(f"<div>{text(said)}</div>") for said in meters)])


# --- odds -------------------------------------------------------------------------------------------------------------


@drawing.register
def _odds(row: WagerOdds) -> str:
    named = f"paytable {row.paytable}" if row.paytable else ""
    how = f"{row.method}: all {row.deals:,} deals counted" if row.standard_error is None else row.method
    return block(
        title(f"{book(row.game).title}: {row.title}", ", ".join(filter(None, [named, how]))), _figures(row), _lines(row)
    )


def _figures(row: WagerOdds) -> Markup:
    found = row.figures
    rows = [
        ("House edge", percent(row.house_edge), exact(row.house_edge)),
        ("Element of risk", percent(found.element_of_risk), exact(found.element_of_risk)),
        ("Standard deviation", f"{root(found.variance):.3f}", f"variance {exact(found.variance)}"),
        ("Hit frequency", chance(found.hit_frequency), exact(found.hit_frequency)),
    ]
    return table(("", f"in units of {unit(row.game, row.wager, row.base)}", "exactly"), rows, (1,))


def _lines(row: WagerOdds) -> Markup:
    the_book = book(row.game)
    most = max((line.probability for line in row.lines), default=Fraction(1))
    rows = [
        (
            hand(the_book, line.hand),
            words(line.pay),
            bar(float(line.probability / most), chance(line.probability)),
            signed(line.value),
            line.clause,
        )
        for line in row.lines
    ]
    return table(("hand", "pays", "comes up", "worth", "clause"), rows, (3,)) if rows else Markup("")


def exact(value: Fraction) -> str:
    """A fraction, as far as one wants to read it."""
    said = f"{value.numerator}/{value.denominator}"
    return said if len(said) <= 44 else f"{said[:18]}…/{value.denominator:.3e}"


# --- decisions --------------------------------------------------------------------------------------------------------


@drawing.register
def _advice(shown: Advice) -> str:
    rules = usual(shown.game)
    lying = (("Your cards", shown.cards), ("Community", shown.board), ("Dealer", shown.dealer))
    cards = joined(Markup(f"<div>{said}: {card_row(rules.deck, cards)}</div>") for said, cards in lying if cards)
    base = rules.book.wager(shown.base).title
    rows = [(_choice(rules, shown, name), signed(value), cost) for name, value, cost in _choices(shown)]
    heads = ("choice", f"worth, in units of the {base}", "costs")
    said = step_title(rules, shown.step, rules.terms.procedure)
    return block(title(said, shown.clause), cards, table(heads, rows, (1, 2)))


def _choices(shown: Advice) -> Iterator[tuple[str, Fraction, str]]:
    for each in shown.alternatives:
        cost = shown.cost(each.choice)
        yield (
            each.choice,
            each.value,
            "best" if each.choice == shown.best.choice else signed(-cost) if cost else "as good",
        )


def _choice(rules: Rules, shown: Advice, name: str) -> Markup:
    said = text(label_at(rules, shown.step, name))
    return Markup(f"<strong>{said}</strong>") if name == shown.best.choice else said


@drawing.register
def _strategy(shown: StrategyCost) -> str:
    rows = [
        (rule.decision, rule.number or "", rule.when, rule.do, chance(rule.share), signed(-rule.cost))
        for rule in shown.rules
    ]
    said = f"edge {percent(-shown.edge)}, {signed(-shown.cost)} against the best play; {shown.deals:,} deals counted"
    heads = ("decision", "rule", "when", "do", "applied", "loses")
    return block(title(shown.title, said), table(heads, rows, (1, 5)))


@drawing.register
def _simulated(row: SimulatedWager) -> str:
    beside = "no exact figure" if row.exact is None else f"exact {signed(row.exact)}, {row.z:+.2f} standard errors away"
    rows = [
        (underscored(line.hand), f"{line.count:,}", "" if line.expected is None else f"{line.expected:,.1f}")
        for line in row.lines
    ]
    said = (
        f"{row.rounds:,} rounds of {many(row.seats, 'seat')}: {signed(row.mean)} ± {row.standard_error:.6f}; {beside}"
    )
    return block(title(row.wager, said), table(("hand", "came up", "expected"), rows, (1, 2)))
