"""What `pitboss odds` says more where it is asked to: whole distributions, bands by number of rounds, files."""

from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.cli import odds_words as w
from pitboss.cli.screen import Trouble, plain
from pitboss.odds.bands import MOST_ROUNDS, bands, outcomes
from pitboss.odds.frames import MANY, ODDS_TABLES, band_rows, result_word
from pitboss.odds.result import WagerOdds, exactly

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.frames.cells import FrameRows

MOST_NUMBERS = 20
METHODS = {
    "exact": "exact",
    "transform": "the whole distribution in double precision, right to about a billionth",
    "normal": "by the normal distribution: the results lie on too fine a grid",
}


def round_numbers(text: str | None) -> tuple[int, ...]:
    """`1000` or `30,1k,100k`: how many rounds the bands are for."""
    from pitboss.cli.simulate_numbers import whole

    if text is None:
        return ()
    found = tuple(dict.fromkeys(whole(part, "--rounds") for part in text.split(",")))
    if len(found) > MOST_NUMBERS or max(found) > MOST_ROUNDS:
        raise Trouble(
            f"--rounds: '{plain(text)}' is too much; up to {MOST_NUMBERS} numbers of rounds, each up to {MOST_ROUNDS:,}"
        )
    return found


def a_table(name: str | None, output: Path | None, rounds: Sequence[int], *, distribution: bool) -> str:
    """Which table a file that holds one gets."""
    known = (*ODDS_TABLES, MANY)
    if name is None:
        return "distribution" if distribution else MANY if rounds else "figures"
    if output is None:
        raise Trouble("--table goes with -o: name a file for the table")
    if name not in known:
        raise Trouble(f"--table: there is no table '{plain(name)}'; the tables are {', '.join(known)}")
    if name == MANY and not rounds:
        raise Trouble("--table bands: say for how many rounds with --rounds, such as --rounds 1k")
    return name


def frames(rows: list[WagerOdds], rounds: Sequence[int], first: str) -> "dict[str, FrameRows]":
    """Every table of these odds, the one that is asked for first."""
    made: dict[str, FrameRows] = {name: of(rows) for name, of in ODDS_TABLES.items()}
    if rounds:
        made[MANY] = band_rows(rows, rounds)
    return {first: made[first]} | made


def more_json(row: WagerOdds, rounds: Sequence[int], *, distribution: bool) -> dict[str, Any]:
    """What is added to a row's JSON."""
    found: dict[str, Any] = {}
    if distribution:
        names = ("win", "push", "lose")
        chances = outcomes(row.figures)
        found["outcomes"] = {name: exactly(chance) for name, chance in zip(names, chances, strict=True)}
    if rounds:
        found["bands"] = [
            {
                "rounds": many.rounds,
                "mean": float(many.mean),
                "standard_deviation": many.sd,
                "levels": [{"level": b.level, "low": float(b.low), "high": float(b.high)} for b in many.bands],
                "ahead": many.ahead,
                "even": many.even,
                "behind": many.behind,
                "method": many.method,
            }
            for many in (bands(row.figures, number) for number in rounds)
        ]
    return found


def print_more(console: "Console", rows: list[WagerOdds], rounds: Sequence[int], *, distribution: bool) -> None:
    """The whole distribution of every wager, and its bands."""
    for row in rows:
        named = f"{row.title} {row.paytable or ''}".strip()
        if distribution:
            _print_distribution(console, named, row)
        if rounds:
            _print_bands(console, named, row, rounds)


def _print_distribution(console: "Console", named: str, row: WagerOdds) -> None:
    from rich import box
    from rich.table import Table

    won, same, lost = outcomes(row.figures)
    said = f"win {w.chance(won)}, push {w.chance(same)}, lose {w.chance(lost)}"
    table = Table(box=box.SIMPLE_HEAD, title=f"{named}: {said}", title_justify="left", title_style="bold")
    for head in ("net", "", "probability", "", "at most"):
        table.add_column(head, justify="right" if head else "left", no_wrap=True)
    points = row.figures.distribution
    totals = accumulate(probability for _, probability in points)
    for (net, probability), total in zip(points, totals, strict=True):
        cells = w.net(net), result_word(net > 0, net < 0), _all_digits(probability), w.one_in(probability)
        table.add_row(*cells, f"{float(total) * 100:.6f}%")
    console.print(table)


def _all_digits(value: Any) -> str:
    """A probability that is never called nothing."""
    share = float(value * 100)
    return f"{share:.6f}%" if share >= 0.0001 else f"{share:.3e}%"


def _print_bands(console: "Console", named: str, row: WagerOdds, rounds: Sequence[int]) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    found = [bands(row.figures, number) for number in rounds]
    title = f"{named}: the player's result after so many rounds, in units of {w.part_title(row.game, row.base).lower()}"
    if row.base == "one bet":
        title = f"{named}: the player's result after so many rounds, in units of one bet"
    table = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold")
    for head in ("rounds", "mean", *(f"{b.level}% of cases" for b in found[0].bands), "ahead"):
        table.add_column(head, justify="right")
    for many in found:
        cells = [f"{_short(b.low)} to {_short(b.high)}" for b in many.bands]
        table.add_row(f"{many.rounds:,}", _short(many.mean), *cells, f"{many.ahead * 100:.2f}%")
    console.print(table)
    methods = dict.fromkeys(METHODS[many.method] for many in found)
    console.print(Text(f"Method: {'; '.join(methods)}.", style="dim"))


def _short(value: Any) -> str:
    shown = float(value)
    return f"{shown:+,.0f}" if abs(shown) >= 1000 or shown == int(shown) else f"{shown:+,.2f}"
