"""`pitboss odds --stakes`: the figures of a game at several stakes, on the screen and as a chart."""

from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.frame_files import written_frame
from pitboss.cli.odds_options import cents
from pitboss.cli.screen import GOOD, Trouble, print_json, screen, shown
from pitboss.cli.strategy_written import why_unwritten
from pitboss.odds.charts import ENDINGS as CHART_ENDINGS

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.lab.win.stakes import StakeSweep
    from pitboss.odds.request import Request


def several_stakes(text: str) -> list[int]:
    """`5,25,100,500`, in ascending order; each once. Thousands are written without commas."""
    found = [cents(part, "--stakes") for part in text.split(",")]
    if any(stake <= 0 for stake in found):
        raise Trouble(f"--stakes: '{text}' has a stake that is not above $0")
    return sorted(set(found))


def print_sweep(
    request: "Request", stakes: str, save: Path | None, output: Path | None, *, json: bool, use_cache: bool
) -> int:
    """Works out the figures, shows them and writes the files asked for."""
    from pitboss.cli.waiting import Waiting
    from pitboss.lab.win.stakes import as_json, stake_rows, sweep
    from pitboss.lab.win.stakes_chart import svg
    from pitboss.odds.charts import NoFonts, save_drawn

    if request.stake is not None:
        raise Trouble("give --stake or --stakes, not both")
    amounts = several_stakes(stakes)
    if save is not None and save.suffix.lower() not in CHART_ENDINGS:
        raise Trouble(f"{shown(save)}: a chart is saved as {' or '.join(CHART_ENDINGS)}")
    if save is not None and not save.parent.is_dir():
        raise Trouble(f"{shown(save)}: {why_unwritten(FileNotFoundError())}")
    with Waiting(request.game) as waiting:
        found = sweep(request, amounts, use_cache=use_cache, progress=waiting)
    if save is not None:
        try:
            save_drawn(lambda: svg(found), save)
        except NoFonts as error:
            raise Trouble(str(error)) from None
    written_frame(output, {"stakes": stake_rows(found)})
    if json:
        print_json(as_json(found))
        return GOOD
    console = screen()
    _print(console, found, default=request.terms is None and request.wager is None)
    if save is not None:
        console.print(f"The chart is in {shown(save)}.")
    return GOOD


def _print(console: "Console", found: "StakeSweep", *, default: bool) -> None:
    from rich import box
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from pitboss.odds.words import one_in
    from pitboss.rulebook.book import book
    from pitboss.rulebook.pays import dollars

    console.print(f"{book(found.terms.game).full_title}: house edge by stake", style="bold underline")
    console.print(Padding(Text(_said(found, default=default), style="dim"), (0, 0, 0, 2), expand=False))
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("stake", justify="right")
    from pitboss.lab.win.stakes_chart import series

    lines = series(found)
    for name, _ in lines:
        table.add_column(name, justify="right")
    both = any(point.together is not None for point in found.points)
    for name in ("cut, one hand in", "limit takes") if both else ():
        table.add_column(name, justify="right")
    for place, point in enumerate(found.points):
        cells = [f"{points[place][1]:.4%}" for _, points in lines]
        if point.together is not None:
            cut = point.together.cut
            cells += [one_in(cut).removeprefix("1 in ") if cut else "never", f"{float(point.together.taken):.4%}"]
        table.add_row(dollars(point.stake), *cells)
    console.print(table)


def _said(found: "StakeSweep", *, default: bool) -> str:
    from pitboss.rulebook.pays import dollars

    limits = sorted({limit.cents for limit in found.terms.limits})
    said = ["Exact, in units of the base wager; side wagers as high as the base, or as near as they may be."]
    if default:
        said.append("Paytables of the game's default submission, at any stake.")
    said.append(f"Payout limit on a hand: {', '.join(map(dollars, limits))}." if limits else "No payout limit.")
    if any(point.together is not None for point in found.points):
        said.append(
            "All together: every wager of one hand counted jointly, so that the limit cuts what they win in all; "
            "played as well as possible for all of them."
        )
    return " ".join([*said, *(f"{why}." for why in found.alone)])
