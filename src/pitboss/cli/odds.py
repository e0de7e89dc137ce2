"""`pitboss odds`: the exact odds of every wager by every paytable."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from pitboss.cli.frame_files import FrameFile, frame_place, written_frame
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
    stakes: _Text = None,
    limit: _Text = None,
    reading: Several = (),
    submission: Path | None = None,
    no_cache: bool = False,
    distribution: bool = False,
    rounds: _Text = None,
    output: FrameFile = None,
    table: str | None = None,
    save: Path | None = None,
    json: bool = False,
) -> int:
    from pitboss.cli.waiting import Waiting
    from pitboss.odds.api import odds as worked_out

    many = _Many(distribution, rounds, output, table, (submission, paytable))
    try:
        request = _limited(a_request(game, wager, paytable, players, meter, stake, reading, submission), limit)
        if stakes is not None:
            from pitboss.cli.odds_stakes import print_sweep

            many.none_of_it_with("--stakes")
            return print_sweep(request, stakes, save, output, json=json, use_cache=not no_cache)
        if save is not None:
            raise Trouble("--save writes the chart of several stakes: give them with --stakes, such as 5,25,100")
        with Waiting(request.game) as waiting:
            rows = worked_out(request, use_cache=not no_cache, progress=waiting)
    except ValueError as bad:  # what cannot be asked for, or cannot be counted
        raise Trouble(str(bad)) from None
    rows = _with_notes(request, rows, {text.partition("=")[0].strip().lower() for text in meter})
    many.write(rows)
    said = bool(request.stake) or request.terms is not None
    _show(rows, many, json=json, say_stake=said)
    return GOOD


class _Many:
    """What is asked for beyond the figures: distributions, bands, a file. Mistakes are told before the work begins."""

    def __init__(
        self, distribution: bool, rounds: str | None, output: Path | None, table: str | None, inputs: tuple[object, ...]
    ) -> None:
        self.distribution, self.output, self.table = distribution, output, ""
        self._asked = {"--distribution": distribution, "--rounds": rounds is not None, "--table": table is not None}
        self.rounds: tuple[int, ...] = ()
        frame_place(output, *inputs)
        if distribution or rounds is not None or output is not None or table is not None:
            from pitboss.cli.odds_many import a_table, round_numbers

            self.rounds = round_numbers(rounds)
            self.table = a_table(table, output, self.rounds, distribution=distribution)

    def none_of_it_with(self, option: str) -> None:
        """Refuses what is not worked out together with another option, rather than leave it out in silence."""
        if given := [name for name, is_given in self._asked.items() if is_given]:
            raise Trouble(f"{given[0]} is for one stake; leave it out, or give --stake instead of {option}")

    def write(self, rows: "list[WagerOdds]") -> None:
        """The file, if one is asked for."""
        if self.output is not None:
            from pitboss.cli.odds_many import frames

            written_frame(self.output, frames(rows, self.rounds, self.table))


def _show(rows: "list[WagerOdds]", many: _Many, *, json: bool, say_stake: bool) -> None:
    asked = many.distribution or bool(many.rounds)
    if json:
        from pitboss.cli.odds_many import more_json
        from pitboss.odds.result import as_json

        more = [more_json(row, many.rounds, distribution=many.distribution) if asked else {} for row in rows]
        print_json([as_json(row) | added for row, added in zip(rows, more, strict=True)])
        return
    from pitboss.cli.odds_details import print_details
    from pitboss.cli.odds_tables import print_tables

    console = screen()
    if len(rows) == 1:
        print_details(console, rows[0], say_stake=say_stake)
    else:
        print_tables(console, rows, say_stake=say_stake)
    if asked:
        from pitboss.cli.odds_many import print_more

        print_more(console, rows, many.rounds, distribution=many.distribution)


def a_request(
    game: str | None,
    wager: str | None,
    paytable: str | None,
    players: str | None,
    meter: Several,
    stake: str | None,
    reading: Several,
    submission: Path | None,
) -> "Request":
    """What was typed, read; `pitboss design` is given the same."""
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


def _limited(request: "Request", limit: str | None) -> "Request":
    """The same request under a payout limit that is tried."""
    from msgspec.structs import replace

    from pitboss.cli.odds_options import cents

    return request if limit is None else replace(request, limit=cents(limit, "--limit"))


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
