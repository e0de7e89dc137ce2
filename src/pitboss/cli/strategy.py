"""`pitboss strategy`: what every choice is worth with these cards, or the whole strategy of a game."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from pitboss.cli.frame_files import FrameFile, frame_place, written_frame
from pitboss.cli.help_text import helped
from pitboss.cli.numbers import Several, WholeNumber
from pitboss.cli.screen import GOOD, Trouble, print_json, screen, shown
from pitboss.cli.strategy_faults import in_the_way
from pitboss.cli.strategy_written import list_shipped, show_cost, show_short, why_unwritten

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.frames.cells import FrameRow
    from pitboss.odds.request import RowAsked
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
    output: FrameFile = None,
    cost: str | None = None,
    strategies: bool = False,
    short: WholeNumber = None,
    curve: Path | None = None,
) -> int:
    frame_place(output, submission, paytable, cost)
    searched = short is not None or curve is not None
    if save is not None and cards is not None:
        raise Trouble("--save writes the chart of the whole strategy; leave out --cards")
    _one_question(
        {
            "--cards": cards is not None,
            "--cost": cost is not None,
            "--strategies": strategies,
            "--short and --curve": searched,
            "--save": save is not None,
        }
    )
    _go_together(cards, board, dealer)
    _are_charts(save, curve)
    try:
        row = _row(game, paytable, stake, reading, submission)
        if strategies:
            return list_shipped(row.rules.game.id, output, json=json)
        if cost is not None:
            return show_cost(row, cost, output, json=json)
        if searched:
            return show_short(row, short, curve, output, json=json)
        if cards is not None:
            return _spot(row, (cards, board or "", dealer or ""), output, json=json, said=stake is not None)
        return _whole(row, save, output, json=json, said=stake is not None)
    except ValueError as bad:  # what cannot be asked for, or cannot be counted
        raise in_the_way(bad, cost or "") from None


def _go_together(cards: str | None, board: str | None, dealer: str | None) -> None:
    for option, given in (("--board", board), ("--dealer", dealer)):
        if given is not None and cards is None:
            raise Trouble(f"{option} goes with --cards: say which cards the player holds")


def _are_charts(*pictures: Path | None) -> None:
    for picture in pictures:
        if picture is not None and picture.suffix.lower() not in CHART_ENDINGS:
            raise Trouble(f"{shown(picture)}: a chart is saved as {' or '.join(CHART_ENDINGS)}")
        if picture is not None and not picture.parent.is_dir():
            raise Trouble(f"{shown(picture)}: {why_unwritten(FileNotFoundError())}")


def _one_question(given: dict[str, bool]) -> None:
    """Options that ask for different things do not go together."""
    asked = [name for name, is_given in given.items() if is_given]
    if len(asked) > 1:
        raise Trouble(f"{asked[0]} and {asked[1]} ask for different things; give one of them")


def _row(
    game: str | None, paytable: str | None, stake: str | None, reading: Several, submission: Path | None
) -> "RowAsked":
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


def _at_its_stake(row: "RowAsked") -> "Rules":
    """The same game at a table that takes no lower wager: charts and sentences are made for the lowest."""
    from msgspec.structs import replace

    from pitboss.table.rules import Rules

    rules = row.rules
    base = next(w.family for w in rules.wagers if w.compulsory)
    wagers = tuple(replace(w, minimum=row.stake) if w.id == base else w for w in rules.terms.wagers)
    return Rules(rules.game, replace(rules.terms, wagers=wagers))


def _stake_matters(row: "RowAsked") -> bool:
    """Whether the values depend on the stake: by fixed sums, by rounding, or because a limit cuts what can be won."""
    from pitboss.odds.limits import limits_cut
    from pitboss.odds.request import MAIN, stake_matters

    return stake_matters(row.rules, MAIN) or limits_cut(row.rules, row.stake)


def _stake_in_words(row: "RowAsked", said: bool) -> str:
    from pitboss.odds.request import MAIN, base_of
    from pitboss.rulebook.pays import dollars

    if not said and not _stake_matters(row):
        return ""
    base = base_of(row.rules.game.id, MAIN)
    return f", {'each bet' if base == 'one bet' else base} {dollars(row.stake)}"


# --- one spot -------------------------------------------------------------------------------------------------------


def _spot(row: "RowAsked", cards: tuple[str, str, str], output: Path | None, *, json: bool, said: bool) -> int:
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
    if output is not None:
        from pitboss.odds.frames import choice_rows

        written_frame(output, {"choices": choice_rows(found)})
    if json:
        print_json(spot_as_json(found, row.paytable, row.stake, seconds))
    else:
        print_spot(screen(), row, found, _stake_in_words(row, said))
    return GOOD


# --- the whole strategy ---------------------------------------------------------------------------------------------


def _whole(row: "RowAsked", save: Path | None, output: Path | None, *, json: bool, said: bool) -> int:
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
            table = _table(row, rules, more) if output is not None else []
    except OSError as error:
        raise Trouble(f"{shown(save or Path())}: {why_unwritten(error)}") from None
    except NoFonts as error:
        raise Trouble(str(error)) from None
    written_frame(output, {"strategy": table})
    if json:
        found: dict[str, Any] = {"game": rules.game.id, "paytable": row.paytable, "stake": in_dollars(row.stake)}
        found |= {"strategy": words or chart.splitlines()} | ({"hands": hands} if hands else {})
        print_json({**found, "method": "exact", "seconds": time.perf_counter() - begun})
        return GOOD
    _print_whole(console, row, chart, said=said)
    if save is not None:
        console.print(f"The chart is in {shown(save)}.")
    return GOOD


def _table(row: "RowAsked", rules: "Rules", how: dict[str, Any]) -> "list[FrameRow]":
    """The strategy for other programs: one row for each starting hand where a grid shows it, else for each rule in
    words, else for each line of the chart."""
    from pitboss.odds.charts import chart_text

    named: FrameRow = {"game": rules.game.id, "paytable": row.paytable}
    if hands := _starting_hands(rules, how):
        return [
            {**named, **{"gain_exact" if k == "gain" else "gain" if k == "decimal" else k: v for k, v in hand.items()}}
            for hand in hands
        ]
    words = _in_words(rules) or chart_text(rules, JSON_WIDTH, False, **how).splitlines()
    return [{**named, "place": place, "rule": rule} for place, rule in enumerate(words, start=1)]


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


def _print_whole(console: "Console", row: "RowAsked", chart: str, *, said: bool) -> None:
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
