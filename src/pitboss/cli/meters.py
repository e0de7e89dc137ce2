"""`pitboss meters`: progressives as they run."""

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from pitboss.cli.frame_files import FrameFile, frame_place, written_frame
from pitboss.cli.help_text import helped
from pitboss.cli.screen import GOOD, Trouble, print_json, screen

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.lab.win.meters import MeterLife, MeterOdds

_Text = Annotated[str | None, Parameter(allow_leading_hyphen=True)]


@helped("meters")
def meters(
    game: str | None = None,
    *,
    wager: str | None = None,
    paytable: str | None = None,
    players: _Text = None,
    submission: Path | None = None,
    wagers_per_hour: _Text = None,
    output: FrameFile = None,
    json: bool = False,
) -> int:
    from pitboss.cli.compare import a_pace
    from pitboss.cli.odds_options import a_wager, game_and_terms, whole
    from pitboss.cli.waiting import Waiting
    from pitboss.lab.win.meters import AN_HOUR, as_json, fed_wager, meter_odds, to_rows
    from pitboss.odds.request import Request

    frame_place(output, submission)
    an_hour = a_pace(wagers_per_hour, "--wagers-per-hour") if wagers_per_hour is not None else Fraction(AN_HOUR)
    seated = whole(players, "--players") if players is not None else None
    name, terms = game_and_terms(game, submission)
    asked_for = a_wager(name, wager) or fed_wager(name, terms)
    try:
        with Waiting("the life of the meters"):
            wanted = Request(game=name, wager=asked_for, paytable=paytable, players=seated, terms=terms)
            found = meter_odds(wanted)
    except ValueError as bad:  # what cannot be asked for or counted
        raise Trouble(str(bad)) from None
    written_frame(output, {"meters": [row for one in found for row in to_rows(one, an_hour)]})
    if json:
        print_json([as_json(one, an_hour) for one in found])
        return GOOD
    console = screen()
    for one in found:
        _print(console, one, an_hour)
    return GOOD


def _print(console: "Console", found: "MeterOdds", an_hour: Fraction) -> None:
    from rich import box
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from pitboss.lab.win.meters import how
    from pitboss.odds.words import percent
    from pitboss.rulebook.book import book
    from pitboss.rulebook.pays import dollars

    the_book = book(found.game)
    title = next(w.title for w in the_book.wagers if w.family == found.wager)
    letter = f", paytable {found.paytable}" if found.paytable else ""
    console.print(f"{the_book.full_title}: {title}{letter}, as its meters run", style="bold underline")
    said = f"Wagers of {dollars(found.stake)}, {float(an_hour):,g} of them an hour. {how(found)}"
    console.print(Padding(Text(said, style="dim"), (0, 0, 0, 2), expand=False))
    edges = (
        f"House edge with the meters at their resets {percent(-found.edge_at_reset, 4)}; over their whole life "
        f"{percent(-found.edge, 4)}"
    )
    console.print(Padding(Text(edges, style="bold"), (0, 0, 0, 2), expand=False))
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("", no_wrap=True)
    for meter in found.meters:
        table.add_column(meter.meter, justify="right")
    for label, cells in zip(
        _labels(), zip(*(_cells(meter, an_hour) for meter in found.meters), strict=True), strict=True
    ):
        table.add_row(label, *cells)
    console.print(table)


def _labels() -> list[str]:
    from pitboss.lab.win.meters import PARTS

    spread = [f"  {part:.0%} of hits up to" for part in PARTS]
    means = ["wagers from hit to hit", "hours from hit to hit", "average reading", "mean reading at a hit"]
    return ["reset", "of each wager", *means, *spread, "simulated mean at a hit"]


def _cells(meter: "MeterLife", an_hour: Fraction) -> list[str]:
    from pitboss.lab.win.meters import PARTS
    from pitboss.rulebook.pays import dollars

    def money(cents: Fraction | float | None) -> str:
        return "never" if cents is None else dollars(round(cents))

    never = meter.wagers is None
    spread = ["never" if never else money(meter.reading(part)) for part in PARTS]
    played = meter.simulated
    simulated = "–" if never else f"{money(played.mean)} ± {money(played.error)}"
    times = (
        ["never", "never"]
        if meter.wagers is None
        else [f"{float(n):,.0f}" for n in (meter.wagers, meter.wagers / an_hour)]
    )
    rate = f"{float(meter.rate):.4%}".replace("0000%", "%").replace(".%", "%")
    return [dollars(meter.reset), rate, *times, money(meter.average), money(meter.at_hit), *spread, simulated]
