"""`pitboss strategy GAME --cost FILE`: a written strategy beside the best play, and those that a game brings."""

import time
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pitboss.cli.frame_files import written_frame
from pitboss.cli.screen import GOOD, Trouble, print_json, screen, shown, to_copy

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console
    from rich.table import Table

    from pitboss.cards.deck import Card
    from pitboss.lab.strategies.api import RuleCost, StrategyCost
    from pitboss.lab.strategies.judged import CostlyHand
    from pitboss.odds.request import RowAsked

USUAL = 8
"""Rules of a curve, where no number is given."""
SMALL = Fraction(1, 10**4)
"""Shares below this are told with more digits."""


def list_shipped(game: str, output: "Path | None", *, json: bool) -> int:
    """The strategies that a game brings."""
    from pitboss.lab.strategies.shipped import titles

    found = titles(game)
    rows = [{"name": name, "strategy": title, "source": source} for name, title, source in found]
    written_frame(output, {"strategies": rows})
    if json:
        print_json({"game": game, "strategies": rows})
        return GOOD
    console = screen()
    if not found:
        console.print(f"{game} brings no written strategies; docs/strategies.md says how to write one.")
        return GOOD
    table = _table("name", "strategy", "from")
    for row in found:
        table.add_row(*row)
    console.print(table)
    console.print(f"What one costs: {to_copy('strategy', game, '--cost', found[0][0])}")
    return GOOD


def show_cost(row: "RowAsked", given: str, output: "Path | None", *, json: bool) -> int:
    """A written strategy: its edge, what each rule costs, the costliest hands."""
    from pitboss.cli.waiting import Waiting
    from pitboss.lab.strategies.api import cost
    from pitboss.lab.strategies.frames import COST_TABLES
    from pitboss.lab.strategies.shipped import text_of

    game = row.rules.game.id
    begun = time.perf_counter()
    with Waiting(f"the strategy of {game}") as waiting:
        text, where = text_of(game, given)
        found = cost(row, text, where=where, progress=lambda done: waiting("", done))
    seconds = time.perf_counter() - begun
    written_frame(output, {name: of(found) for name, of in COST_TABLES.items()})
    if json:
        print_json(as_json(found, {"cost": given}, seconds))
    else:
        _print(screen(), row, found)
    return GOOD


def show_short(row: "RowAsked", most: int | None, curve: "Path | None", output: "Path | None", *, json: bool) -> int:
    """The best short strategy, and what strategies of every length up to it cost."""
    from pitboss.cli.waiting import Waiting
    from pitboss.lab.strategies.curve import curve_svg
    from pitboss.lab.strategies.frames import COST_TABLES, curve_rows
    from pitboss.lab.strategies.short import ShortSearch
    from pitboss.odds.charts import NoFonts, save_drawn

    begun = time.perf_counter()
    length = USUAL if most is None else most
    with Waiting(f"short strategies of {row.rules.game.id}") as waiting:
        search = ShortSearch(row, length, lambda done: waiting("", done))
        lengths = range(length + 1) if curve is not None else [length]
        every = [search.strategy(n) for n in lengths]
        if curve is not None:
            try:
                save_drawn(lambda: curve_svg(row.rules.book.title, every), curve)
            except OSError as error:
                raise Trouble(f"{shown(curve)}: {why_unwritten(error)}") from None
            except NoFonts as error:
                raise Trouble(str(error)) from None
    best, seconds = every[-1], time.perf_counter() - begun
    tables = {name: of(best.found) for name, of in COST_TABLES.items()}
    written_frame(output, ({"curve": curve_rows(every)} if curve is not None else {}) | tables)
    if json:
        more = {
            "short": length,
            "rules_found": best.rules,
            "text": best.text,
            "search": best.search,
            "floor": float(best.floor),
            "bound": best.bound,
        }
        if curve is not None:
            more["curve"] = [{"most": each.most, "rules": each.rules, "cost": float(each.found.cost)} for each in every]
        print_json(as_json(best.found, {"short": length}, seconds) | more)
        return GOOD
    console = screen()
    _print(console, row, best.found)
    console.print(f"Found among {best.search}; {best.bound}.")
    console.print("As a file:")
    console.print(best.text, markup=False, highlight=False)
    if curve is not None:
        console.print(f"The curve is in {shown(curve)}.")
    return GOOD


def why_unwritten(error: OSError) -> str:
    """Why a chart was not written."""
    if isinstance(error, FileNotFoundError):
        return "the directory does not exist. Nothing was written"
    if isinstance(error, PermissionError):
        return "you may not write here. Nothing was written"
    if isinstance(error, IsADirectoryError):
        return "this is a directory; name a file in it. Nothing was written"
    return f"cannot be written: {error.strerror or error}. Nothing was written"


# --- JSON -----------------------------------------------------------------------------------------------------------


def as_json(found: "StrategyCost", asked: dict[str, Any], seconds: float) -> dict[str, Any]:
    """Values as numbers, and exactly as fractions in text."""
    from pitboss.cli.strategy_spot import in_dollars
    from pitboss.odds.result import exactly, root

    return {
        "game": found.game,
        "asked": asked,
        "strategy": found.title,
        "paytable": found.paytable,
        "stake": in_dollars(found.stake),
        "edge": float(found.edge),
        "exact": exactly(found.edge),
        "standard_error": 0,
        "sd": root(found.figures.variance),
        "element_of_risk": float(found.figures.element_of_risk),
        "cost": float(found.cost),
        "exact_cost": exactly(found.cost),
        "best": float(found.best),
        "exact_best": exactly(found.best),
        "rules": [_rule(rule) for rule in found.rules],
        "hands": [_hand(hand) for hand in found.hands],
        "deals": found.deals,
        "method": "exact",
        "seconds": seconds,
    }


def _rule(rule: "RuleCost") -> dict[str, Any]:
    from pitboss.odds.result import exactly

    return {
        "decision": rule.decision,
        "rule": rule.number or "default",
        "when": rule.when,
        "do": rule.do,
        "share": float(rule.share),
        "exact_share": exactly(rule.share),
        "cost": float(rule.cost),
        "exact_cost": exactly(rule.cost),
    }


def _hand(hand: "CostlyHand") -> dict[str, Any]:
    from pitboss.odds.result import exactly

    return {
        "decision": hand.decision,
        "cards": list(hand.cards),
        "board": list(hand.board),
        "dealer": list(hand.dealer),
        "does": hand.does,
        "best": hand.best,
        "share": float(hand.share),
        "loss": float(hand.loss),
        "cost": float(hand.cost),
        "exact_cost": exactly(hand.cost),
    }


# --- for people -----------------------------------------------------------------------------------------------------


def _table(*heads: str, numbers: int = 0) -> "Table":
    """A plain table; the last so many columns are numbers."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, head in enumerate(heads):
        table.add_column(head, justify="right" if place >= len(heads) - numbers else "left")
    return table


def percent(value: Fraction) -> str:
    """To four digits behind the point; exactly 0 is said so."""
    return "0" if not value else f"{float(value):.4%}"


def _print(console: "Console", row: "RowAsked", found: "StrategyCost") -> None:
    from pitboss.odds.result import exactly, root

    paytable = f", paytable {found.paytable}" if found.paytable else ""
    console.print(f"{row.rules.book.full_title}: {found.title}{paytable}", style="bold underline")
    if found.source:
        console.print(found.source)
    console.print()
    console.print(f"  edge of the player     {percent(found.edge)}   exactly {exactly(found.edge)}")
    console.print(f"  edge by the best play  {percent(found.best)}   exactly {exactly(found.best)}")
    console.print(f"  the strategy costs     {percent(found.cost)}" + ("   it is optimal" if not found.cost else ""))
    console.print(f"  standard deviation     {root(found.figures.variance):.4f}")
    console.print(f"  element of risk        {percent(found.figures.element_of_risk)}")
    console.print()
    table = _table("decision", "rule", "when", "do", "share", "cost", numbers=2)
    for rule in found.rules:
        number = str(rule.number or "-")
        table.add_row(rule.decision, number, rule.when, rule.do, percent(rule.share), percent(rule.cost))
    console.print(table)
    if found.hands:
        console.print("The costliest hands, each with all that differ from it by suits that do not matter:")
        worst = _table("decision", "hand", "does", "best", "share", "loses each time", "cost", numbers=3)
        for hand in found.hands:
            shares = _small(hand.share), f"{float(hand.loss):.4f}", _small(hand.cost)
            worst.add_row(hand.decision, _cards(row, hand), hand.does, hand.best, *shares)
        console.print(worst)
    console.print(f"All {found.deals:,} deals are counted. Costs are in units of the first wager.")


def _small(value: Fraction) -> str:
    return percent(value) if value >= SMALL else f"{float(value) * 100:.2e}%"


def _cards(row: "RowAsked", hand: "CostlyHand") -> str:
    from pitboss.wording.cards_art import short

    def told(cards: "tuple[Card, ...]") -> str:
        return " ".join(short(row.rules.deck, card) for card in cards)

    said = told(hand.cards) or "-"
    if hand.board:
        said += f" on {told(hand.board)}"
    return f"{said} against {told(hand.dealer)}" if hand.dealer else said
