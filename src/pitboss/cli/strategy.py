"""`pitboss strategy`: what every choice is worth with these cards, or the whole strategy of a game."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from pitboss.cli.screen import GOOD, Trouble, cited, print_json, screen, shown, why_unreadable

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.odds.advice import Advice
    from pitboss.odds.request import Asked
    from pitboss.rulebook.terms import Line
    from pitboss.table.rules import Rules

LONGEST_FRACTION = 32
JSON_WIDTH = 80
CHART_ENDINGS = (".svg", ".png")
_PLAIN = str.maketrans({"−": "-", "·": ".", "×": "x", "≥": ">=", "≤": "<=", "█": "#", "▓": "#", "▒": "+", "░": "."})
"""For screens without the characters of a chart."""


def strategy(
    game: str | None = None,
    *,
    cards: str | None = None,
    board: str | None = None,
    paytable: str | None = None,
    reading: Annotated[list[str], Parameter(consume_multiple=False)] = [],  # noqa: B006
    submission: Path | None = None,
    json: bool = False,
    save: Path | None = None,
) -> int:
    """Show the best play: with these cards, what every choice is worth; without cards, the whole strategy of a game.

    Values are exact: everything that can still be dealt is counted, with the best play afterwards. Where two choices
    are worth the same, that is said, and the one with less variance is taken. The unit is the Ante, or one of the three
    bets of Let It Ride.

    Examples:

    pitboss strategy let-it-ride --cards "Th Jh Qh": let the first bet ride, or take it back?

    pitboss strategy ultimate-texas-holdem --cards "Kc 5d" --board "Kh 9s 2d": bet or check on this flop?

    pitboss strategy ultimate-texas-holdem --save preflop.svg: the whole strategy as a chart, drawn here and saved.

    Exit status: 0 done, 1 the submission has faults, 2 such cards cannot lie on the table or something does not exist.

    Parameters
    ----------
    game
        The game, such as let-it-ride; may be left out with --submission.
    cards
        The player's own cards, such as "Ah Kd", "10h Jh Qh" or, for Dragon Poker, "RD PH RA".
    board
        The community cards that lie open.
    paytable
        The letter that decides the main game (Dragon Poker's Ante Bonus A or B, Let It Ride A to C), or a TOML file
        with a paytable of your own; see `pitboss odds --help`.
    reading
        How an ambiguous rule is read, as NAME=VALUE, or preflop_raise=3x or 4x; see `pitboss odds --help`.
    submission
        A Rules Submission: its paytable, readings and limits.
    json
        Print JSON: values as exact fractions "a/b" and as decimals.
    save
        Without --cards: write the chart into this file, which ends in .svg or .png.
    """
    from pitboss.odds.request import BadRequest

    if board is not None and cards is None:
        raise Trouble("--board goes with --cards: say which cards the player holds")
    if save is not None and cards is not None:
        raise Trouble("--save writes the chart of the whole strategy; leave out --cards")
    if save is not None and save.suffix.lower() not in CHART_ENDINGS:
        raise Trouble(f"{shown(save)}: a chart is saved as {' or '.join(CHART_ENDINGS)}")
    try:
        row = _row(game, paytable, reading, submission)
    except BadRequest as bad:
        raise Trouble(str(bad)) from None
    if cards is not None:
        return _spot(row, cards, board or "", json=json)
    return _whole(row, save, json=json)


def _row(game: str | None, paytable: str | None, reading: list[str], submission: Path | None) -> "Asked":
    """The main game as asked for."""
    from pitboss.cli.odds_options import game_and_terms, is_file, named, typed
    from pitboss.odds.request import MAIN, Request, asked

    readings = {name.replace("-", "_"): value for name, value in named(reading, "--reading", "a value").items()}
    game, terms = game_and_terms(game, submission)
    lines: tuple[Line, ...] = ()
    if paytable is not None and is_file(paytable):
        lines, paytable = typed(game, MAIN, paytable).lines, "custom"
    return asked(Request(game=game, wager=MAIN, paytable=paytable, lines=lines, readings=readings, terms=terms))[0]


def _early(row: "Asked") -> dict[str, str]:
    """Which raises are allowed before the flop, for the game that asks."""
    from pitboss.odds.request import PREFLOP

    return {"early": row.reading[PREFLOP]} if PREFLOP in row.reading else {}


# --- one spot -------------------------------------------------------------------------------------------------------


def _spot(row: "Asked", cards: str, board: str, *, json: bool) -> int:
    from pitboss.cli.waiting import Waiting
    from pitboss.odds.api import best_play

    rules = row.rules
    begun = time.perf_counter()
    try:
        with Waiting(rules.game.id):
            held, lies = rules.deck.read_all(cards), rules.deck.read_all(board)
            found = best_play(rules, held, lies, stake=row.stake, **_early(row))
    except ValueError as error:
        raise Trouble(str(error)) from None
    seconds = time.perf_counter() - begun
    if json:
        print_json(spot_as_json(found, row.paytable, seconds))
    else:
        print_spot(screen(), row, found)
    return GOOD


def spot_as_json(found: "Advice", paytable: str | None, seconds: float) -> dict[str, Any]:
    from pitboss.odds.result import exactly

    return {
        "game": found.game,
        "paytable": paytable,
        "step": found.step,
        "clause": found.clause,
        "cards": list(found.cards),
        "board": list(found.board),
        "base": found.base,
        "alternatives": [
            {
                "choice": a.choice,
                "value": exactly(a.value),
                "decimal": float(a.value),
                "variance": None if a.variance is None else exactly(a.variance),
                "cost": exactly(found.cost(a.choice)),
            }
            for a in found.alternatives
        ],
        "best": found.best.choice,
        "equal": list(found.equal),
        "method": "exact",
        "seconds": seconds,
    }


def print_spot(console: "Console", row: "Asked", found: "Advice") -> None:
    from rich.padding import Padding
    from rich.text import Text

    from pitboss.cli.cards_art import show

    rules = row.rules
    table = f", paytable {row.paytable}" if row.paytable else ""
    console.print(f"{rules.book.title}, {rules.book.jurisdiction}{table}", style="bold underline")
    cited(console, rules.guide(found.step, rules.terms.procedure).title, found.clause, mark="", style="bold")
    console.print("Your cards" + (" and the community cards" if found.board else ""))
    show(console, rules.deck, found.cards)
    if found.board:
        show(console, rules.deck, found.board)
    console.print(_choices(rules, found))
    for line in _verdict(found):
        console.print(Padding(Text(line, style="bold"), (0, 0, 0, 2), expand=False))


def _choices(rules: "Rules", found: "Advice") -> Any:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from pitboss.cli.odds_words import percent, signed
    from pitboss.odds.result import exactly

    base = _base(found.base)
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("choice")
    for name in ("value", f"of {base}", "costs"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("exactly", justify="right", overflow="fold")
    for a in found.alternatives:
        best = a.choice == found.best.choice
        cost = found.cost(a.choice)
        exact = exactly(a.value)
        cells = (
            f"{'> ' if best else '  '}{_choice(a.choice)}", signed(a.value), percent(a.value, sign="+"),
            percent(cost) if cost else "-", exact if len(exact) <= LONGEST_FRACTION else "",
        )  # fmt: skip
        table.add_row(*(Text(cell, style="bold" if best else "") for cell in cells))
    return table


def _base(base: str) -> str:
    return "one bet" if base.startswith("bet") else f"the {base}"


def _choice(name: str) -> str:
    return name.replace("_", " ")


def _verdict(found: "Advice") -> list[str]:
    """The best play in words, and that others are as good where they are."""
    from pitboss.cli.odds_words import percent
    from pitboss.cli.wording import listed

    best = _choice(found.best.choice)
    if found.equal:
        said = f"{listed(_choice(c) for c in found.equal)} are worth the same"
        spreads = {a.variance for a in found.alternatives if a.choice in found.equal}
        why = "has less variance" if len(spreads) > 1 else "is as good as any"
        return [f"{said[:1].upper()}{said[1:]}; {best} {why}."]
    others = [found.cost(a.choice) for a in found.alternatives if a.choice != found.best.choice]
    if not others:
        return [f"Best: {best}."]
    return [f"Best: {best}. The next best choice costs {percent(min(others))} of {_base(found.base)}."]


# --- the whole strategy ---------------------------------------------------------------------------------------------


def _whole(row: "Asked", save: Path | None, *, json: bool) -> int:
    from pitboss.cli.waiting import Waiting
    from pitboss.odds.charts import NoFonts, chart_text, save_chart

    rules = row.rules
    console = screen()
    begun = time.perf_counter()
    try:
        with Waiting(rules.game.id) as waiting:
            more: Any = {**_early(row), "progress": lambda done: waiting("", done)}
            words = _in_words(rules) if json else []
            color = not json and console.color_system is not None and not console.no_color
            chart = "" if words else chart_text(rules, JSON_WIDTH if json else console.width, color, **more)
            if save is not None:
                save_chart(rules, save, **more)
    except OSError as error:
        raise Trouble(f"{shown(save or Path())}: {_why_unwritten(error)}") from None
    except (ValueError, NoFonts) as error:
        raise Trouble(str(error)) from None
    if json:
        seconds = time.perf_counter() - begun
        said = {"strategy": words or chart.splitlines(), "method": "exact", "seconds": seconds}
        print_json({"game": rules.game.id, "paytable": row.paytable, **said})
        return GOOD
    _print_whole(console, row, chart)
    if save is not None:
        console.print(f"The chart is in {shown(save)}.")
    return GOOD


def _why_unwritten(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "the directory does not exist. Nothing was written"
    if isinstance(error, PermissionError):
        return "you may not write here. Nothing was written"
    return f"{why_unreadable(error)}. Nothing was written"


def _in_words(rules: "Rules") -> list[str]:
    """The strategy in sentences, where the game has them."""
    from pitboss.odds.api import counter

    say = getattr(counter(rules.game.id), "rules_in_words", None)
    return list(say(rules)) if say is not None else []


def _print_whole(console: "Console", row: "Asked", chart: str) -> None:
    from rich.text import Text

    table = f", paytable {row.paytable}" if row.paytable else ""
    console.print(
        f"{row.rules.book.title}, {row.rules.book.jurisdiction}: the best play{table}", style="bold underline"
    )
    console.print()
    if not console.encoding.startswith("utf"):
        chart = chart.translate(_PLAIN)
    console.print(Text.from_ansi(chart), soft_wrap=True)
