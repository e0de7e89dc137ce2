"""`pitboss strategy`: what every choice is worth with these cards, or the whole strategy of a game."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from pitboss.cli.help_text import helped
from pitboss.cli.numbers import Several
from pitboss.cli.screen import GOOD, Trouble, print_json, screen, shown

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.odds.request import Asked
    from pitboss.rulebook.terms import Line
    from pitboss.table.rules import Rules

JSON_WIDTH = 80
CHART_ENDINGS = (".svg", ".png")
_PLAIN = str.maketrans({"−": "-", "·": ".", "×": "x", "≥": ">=", "≤": "<=", "█": "#", "▓": "#", "▒": "+", "░": "."})
"""For screens without the characters of a chart."""


@helped("strategy")
def strategy(
    game: str | None = None,
    *,
    cards: str | None = None,
    board: str | None = None,
    dealer: str | None = None,
    paytable: str | None = None,
    stake: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    reading: Several = (),
    submission: Path | None = None,
    json: bool = False,
    save: Path | None = None,
) -> int:
    for option, given in (("--board", board), ("--dealer", dealer)):
        if given is not None and cards is None:
            raise Trouble(f"{option} goes with --cards: say which cards the player holds")
    if save is not None and cards is not None:
        raise Trouble("--save writes the chart of the whole strategy; leave out --cards")
    if save is not None and save.suffix.lower() not in CHART_ENDINGS:
        raise Trouble(f"{shown(save)}: a chart is saved as {' or '.join(CHART_ENDINGS)}")
    try:
        row = _row(game, paytable, stake, reading, submission)
        if cards is not None:
            return _spot(row, (cards, board or "", dealer or ""), json=json, said=stake is not None)
        return _whole(row, save, json=json, said=stake is not None)
    except ValueError as bad:  # what cannot be asked for, or cannot be counted
        raise Trouble(str(bad)) from None


def _row(
    game: str | None, paytable: str | None, stake: str | None, reading: Several, submission: Path | None
) -> "Asked":
    """The main game as asked for."""
    from pitboss.cli.odds_options import cents, game_and_terms, is_file, named, typed
    from pitboss.odds.request import MAIN, Request, asked

    amount = cents(stake, "--stake") if stake is not None else None
    readings = {name.replace("-", "_"): value for name, value in named(reading, "--reading", "a value").items()}
    game, terms = game_and_terms(game, submission)
    lines: tuple[Line, ...] = ()
    if paytable is not None and is_file(paytable):
        lines, paytable = typed(game, MAIN, paytable).lines, "custom"
    request = Request(
        game=game, wager=MAIN, paytable=paytable, lines=lines, stake=amount, readings=readings, terms=terms
    )
    return asked(request)[0]


def _at_its_stake(row: "Asked") -> "Rules":
    """The same game at a table that takes no lower wager: charts and sentences are made for the lowest."""
    from msgspec.structs import replace

    from pitboss.table.rules import Rules

    rules = row.rules
    base = next(w.family for w in rules.wagers if w.compulsory)
    wagers = tuple(replace(w, minimum=row.stake) if w.id == base else w for w in rules.terms.wagers)
    return Rules(rules.game, replace(rules.terms, wagers=wagers))


def _stake_matters(row: "Asked") -> bool:
    """Whether the values depend on the stake: by fixed sums, by rounding, or because a limit cuts what can be won."""
    from pitboss.odds.limits import limits_cut
    from pitboss.odds.request import MAIN, stake_matters

    return stake_matters(row.rules, MAIN) or limits_cut(row.rules, row.stake)


def _stake_in_words(row: "Asked", said: bool) -> str:
    from pitboss.odds.request import MAIN, base_of
    from pitboss.rulebook.pays import dollars

    if not said and not _stake_matters(row):
        return ""
    base = base_of(row.rules.game.id, MAIN)
    return f", {'each bet' if base == 'one bet' else base} {dollars(row.stake)}"


# --- one spot -------------------------------------------------------------------------------------------------------


def _spot(row: "Asked", cards: tuple[str, str, str], *, json: bool, said: bool) -> int:
    """`cards`: the player's own, the community's and the dealer's that lie open."""
    from pitboss.cli.strategy_spot import print_spot, spot_as_json
    from pitboss.cli.waiting import Waiting
    from pitboss.odds.api import best_play

    rules = row.rules
    begun = time.perf_counter()
    with Waiting(rules.game.id):
        held, lies, shown = map(rules.deck.read_all, cards)
        found = best_play(rules, held, lies, dealer=shown, stake=row.stake)
    seconds = time.perf_counter() - begun
    if json:
        print_json(spot_as_json(found, row.paytable, row.stake, seconds))
    else:
        print_spot(screen(), row, found, _stake_in_words(row, said))
    return GOOD


# --- the whole strategy ---------------------------------------------------------------------------------------------


def _whole(row: "Asked", save: Path | None, *, json: bool, said: bool) -> int:
    from pitboss.cli.strategy_spot import in_dollars
    from pitboss.cli.waiting import Waiting
    from pitboss.odds.charts import NoFonts, chart_text, save_chart

    rules = _at_its_stake(row)
    console = screen()
    begun = time.perf_counter()
    try:
        with Waiting(rules.game.id) as waiting:
            more: Any = {"progress": lambda done: waiting("", done)}
            words = _in_words(rules) if json else []
            hands = _starting_hands(rules, more) if json else []
            color = not json and console.color_system is not None and not console.no_color
            chart = "" if words else chart_text(rules, JSON_WIDTH if json else console.width, color, **more)
            if save is not None:
                save_chart(rules, save, **more)
    except OSError as error:
        raise Trouble(f"{shown(save or Path())}: {_why_unwritten(error)}") from None
    except NoFonts as error:
        raise Trouble(str(error)) from None
    if json:
        found: dict[str, Any] = {"game": rules.game.id, "paytable": row.paytable, "stake": in_dollars(row.stake)}
        found |= {"strategy": words or chart.splitlines()} | ({"hands": hands} if hands else {})
        print_json({**found, "method": "exact", "seconds": time.perf_counter() - begun})
        return GOOD
    _print_whole(console, row, chart, said=said)
    if save is not None:
        console.print(f"The chart is in {shown(save)}.")
    return GOOD


def _why_unwritten(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "the directory does not exist. Nothing was written"
    if isinstance(error, PermissionError):
        return "you may not write here. Nothing was written"
    if isinstance(error, IsADirectoryError):
        return "this is a directory; name a file in it. Nothing was written"
    return f"cannot be written: {error.strerror or error}. Nothing was written"


def _in_words(rules: "Rules") -> list[str]:
    """The strategy in sentences, where the game has them."""
    from pitboss.odds.counting import counter

    return counter(rules).rules_in_words(rules)


def _starting_hands(rules: "Rules", how: dict[str, Any]) -> list[dict[str, Any]]:
    """What to do with each starting hand, and what raising is worth more than waiting, where a grid shows it."""
    from pitboss.odds.counting import shape_of

    if shape_of(rules) != "board":
        return []
    from pitboss.odds.charts_board import chart
    from pitboss.odds.result import exactly

    return [
        {
            "hand": start.hand,
            "combinations": start.combinations,
            "play": start.play,
            "gain": exactly(start.gain),
            "decimal": float(start.gain),
        }
        for start in chart(rules, **how).starts
    ]


def _print_whole(console: "Console", row: "Asked", chart: str, *, said: bool) -> None:
    from rich.text import Text

    table = f", paytable {row.paytable}" if row.paytable else ""
    console.print(
        f"{row.rules.book.full_title}: the best play{table}{_stake_in_words(row, said)}",
        style="bold underline",
    )
    console.print()
    if not console.encoding.startswith("utf"):
        chart = chart.translate(_PLAIN)
    console.print(Text.from_ansi(chart), soft_wrap=True)
