"""`pitboss odds`: the exact odds of every wager by every paytable."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from pitboss.cli.help_text import helped
from pitboss.cli.numbers import Several
from pitboss.cli.screen import GOOD, Trouble, print_json, screen

if TYPE_CHECKING:
    from pitboss.odds.request import Request
    from pitboss.odds.result import WagerOdds
    from pitboss.rulebook.terms import Line

_Text = Annotated[str | None, Parameter(allow_leading_hyphen=True)]


@helped("odds")
def odds(
    game: str | None = None,
    *,
    wager: str | None = None,
    paytable: str | None = None,
    players: _Text = None,
    meter: Several = (),
    stake: _Text = None,
    reading: Several = (),
    submission: Path | None = None,
    no_cache: bool = False,
    json: bool = False,
) -> int:
    from pitboss.cli.waiting import Waiting
    from pitboss.odds.api import odds as worked_out
    from pitboss.odds.result import as_json

    try:
        request = _request(game, wager, paytable, players, meter, stake, reading, submission)
        with Waiting(request.game) as waiting:
            rows = worked_out(request, use_cache=not no_cache, progress=waiting)
    except ValueError as bad:  # what cannot be asked for, or cannot be counted
        raise Trouble(str(bad)) from None
    rows = _with_notes(request, rows, {text.partition("=")[0].strip().lower() for text in meter})
    if json:
        print_json([as_json(row) for row in rows])
        return GOOD
    from pitboss.cli.odds_details import print_details
    from pitboss.cli.odds_tables import print_tables

    console = screen()
    said = bool(request.stake) or request.terms is not None
    if len(rows) == 1:
        print_details(console, rows[0], say_stake=said)
    else:
        print_tables(console, rows, say_stake=said)
    return GOOD


def _request(
    game: str | None,
    wager: str | None,
    paytable: str | None,
    players: str | None,
    meter: Several,
    stake: str | None,
    reading: Several,
    submission: Path | None,
) -> "Request":
    from pitboss.cli.odds_options import a_wager, cents, game_and_terms, is_file, named, typed, whole
    from pitboss.odds.request import BadRequest, Request, wagers_of
    from pitboss.odds.typed import lowest_meters
    from pitboss.rulebook.book import book

    meters = {name: cents(value, f"--meter {name}") for name, value in named(meter, "--meter", "an amount").items()}
    amount = cents(stake, "--stake") if stake is not None else None
    seated = whole(players, "--players") if players is not None else None
    readings = named(reading, "--reading", "a value")
    game, terms = game_and_terms(game, submission)
    wager = a_wager(game, wager)
    lines: tuple[Line, ...] = ()
    cards = ""
    if paytable is not None and is_file(paytable):
        if wager is None:
            raise BadRequest(f"a paytable belongs to a wager: say which, {', '.join(wagers_of(game))}")
        own = typed(game, wager, paytable)
        lines, cards, paytable = own.lines, own.cards, "custom"
        kept = [m.name for m in terms.meters] if terms is not None else []
        meters = lowest_meters(book(game), lines, [*meters, *kept]) | meters
    return Request(
        game=game,
        wager=wager,
        paytable=paytable,
        lines=lines,
        cards=cards,
        players=seated,
        meters=meters,
        stake=amount,
        readings={name.replace("-", "_"): value for name, value in readings.items()},
        terms=terms,
    )


def _with_notes(request: "Request", rows: "list[WagerOdds]", given: set[str]) -> "list[WagerOdds]":
    """What was assumed for a paytable of somebody's own; `given` are the meters whose readings were."""
    from msgspec.structs import replace

    from pitboss.rulebook.book import book
    from pitboss.rulebook.pays import dollars
    from pitboss.wording.things import listed

    if not request.lines:
        return rows
    known = {m.name for m in request.terms.meters} if request.terms is not None else set()
    found = []
    for row in rows:
        notes = list(row.notes)
        silent = [name for name in row.meters if name.lower() not in given and name not in known]
        lowest = [name for name in silent if row.meters[name]]
        if lowest:
            at = listed(f"the {name} meter at {dollars(row.meters[name])}" for name in lowest)
            notes.append(f"Taken at the rulebook's lowest reset: {at}; give a reading with --meter NAME=AMOUNT.")
        if len(silent) > len(lowest):
            names = ", ".join(f"{name} meter" for name in silent if name not in lowest)
            notes.append(
                f"No reading was given for the {names}, which is taken as $0; give it with --meter NAME=AMOUNT."
            )
        if book(row.game).shared_meter(row.wager):
            notes.append("A table of your own has no envy bonus.")
        if row.by_hands:
            notes.append("Every number of hands is paid by your own table.")
        found.append(replace(row, notes=tuple(notes)))
    return found
