"""`pitboss design`: paytables that meet a target, the best first."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from pitboss.cli.frame_files import FrameFile, frame_place, written_frame
from pitboss.cli.help_text import helped
from pitboss.cli.numbers import Several, WholeNumber
from pitboss.cli.screen import (
    FINDINGS,
    GOOD,
    WRONG_USAGE,
    Trouble,
    all_wrong,
    complain,
    plain,
    print_json,
    safe,
    screen,
    shown,
)

if TYPE_CHECKING:
    from pitboss.lab.design.result import Design
    from pitboss.lab.design.saving import Form
    from pitboss.lab.design.targets import DesignTargets, Within
    from pitboss.odds.request import RowAsked
    from pitboss.rulebook.terms import Terms

_Text = Annotated[str | None, Parameter(allow_leading_hyphen=True)]
MOST_TABLES = 100
MOST_SOLVES = 100_000


@helped("design")
def design(
    game: str | None = None,
    *,
    wager: str | None = None,
    edge: _Text = None,
    hit: _Text = None,
    top: _Text = None,
    volatility: _Text = None,
    keep: Several = (),
    paytable: str | None = None,
    players: _Text = None,
    meter: Several = (),
    stake: _Text = None,
    reading: Several = (),
    submission: Path | None = None,
    tables: WholeNumber = None,
    any_amount: bool = False,
    solve: WholeNumber = None,
    save: Path | None = None,
    form: str = "paytable",
    output: FrameFile = None,
    json: bool = False,
) -> int:
    frame_place(output, submission, paytable)
    kind = _form(form)
    _writable(save)
    faults: list[str] = []
    targets = _targets(faults, {"--edge": edge, "--hit": hit, "--top": top, "--volatility": volatility}, keep)
    row, terms = _row(faults, (game, wager or "main", paytable, players, meter, stake, reading, submission), keep)
    assert targets is not None, "what is wrong with them was told"
    lawful = kind == "submission" and save is not None
    more = {"count": _count(tables), "any_amount": any_amount, "most_solved": _solve(solve)}
    found = _searched(row, targets, terms, more, lawful=lawful)
    _show(found, row, json=json)
    if not found.tables:
        complain("no table meets this; nothing was written" if save or output else "no table meets this")
        return FINDINGS
    from pitboss.lab.design.result import design_rows

    written_frame(output, {"tables": design_rows(found)})
    _save(found, row, save, kind, terms)
    return GOOD


def _row(faults: list[str], asked_for: tuple[Any, ...], keep: Several) -> "tuple[RowAsked, Terms | None]":
    """The wager with the table to begin with; all that is wrong is told here."""
    from pitboss.cli.odds import a_request
    from pitboss.odds.request import asked

    try:
        request = a_request(*asked_for)
        row = asked(request)[0]
    except ValueError as bad:
        raise _all_wrong([*faults, str(bad)]) from None
    if faults:
        raise _all_wrong([*faults, *_more_faults(row, keep)])
    return row, request.terms


def _searched(
    row: "RowAsked", targets: "DesignTargets", terms: "Terms | None", more: dict[str, Any], *, lawful: bool
) -> "Design":
    """The tables; for a submission those that the rulebook accepts, unless it accepts none."""
    from pitboss.cli.waiting import Waiting
    from pitboss.lab.design.api import design as searched
    from pitboss.lab.design.saving import Lawful
    from pitboss.lab.design.targets import BadDesign
    from pitboss.odds.request import family_of

    game = row.rules.game.id
    try:
        with Waiting(f"tables for {row.wager}") as waiting:
            more = {**more, "progress": waiting}
            accepts = Lawful(game, family_of(game, row.wager), terms)
            found = searched(row, targets, accepts=accepts, **more) if lawful else None
            return found if found is not None and found.tables else searched(row, targets, **more)
    except BadDesign as bad:
        raise _all_wrong([*bad.faults]) from None
    except ValueError as bad:  # what cannot be counted
        raise Trouble(str(bad)) from None


def _show(found: "Design", row: "RowAsked", *, json: bool) -> None:
    from pitboss.cli.design_tables import print_design
    from pitboss.lab.design.result import design_json

    if json:
        print_json(design_json(found))
    else:
        print_design(screen(), found, row)


# --- what was typed -------------------------------------------------------------------------------------------------


def _all_wrong(faults: list[str]) -> Trouble:
    return all_wrong(faults, "no table was looked for")


def _targets(faults: list[str], ranges: dict[str, str | None], keep: Several) -> "DesignTargets | None":
    """What is asked for; None where something in it is wrong."""
    from pitboss.lab.design.targets import BadDesign, DesignTargets, Within, a_range, kept_line

    found: dict[str, Within] = {}
    for option, text in ranges.items():
        try:
            found[option] = a_range(text, option) if text is not None else Within()
        except BadDesign as bad:
            faults += bad.faults
    if ranges["--edge"] is None:
        faults.append("--edge is missing: say which house edge is wanted, in percent, such as --edge 3..4")
    for option in ("--hit", "--top", "--volatility"):
        if faulty := _out_of_range(option, found.get(option, Within())):
            faults.append(faulty)
    kept = []
    for text in keep:
        try:
            kept.append(kept_line(text))
        except BadDesign as bad:
            faults += bad.faults
    if faults:
        return None
    return DesignTargets(
        edge=found["--edge"],
        hit=found["--hit"],
        top=found["--top"],
        volatility=found["--volatility"],
        keep=tuple(kept),
    )


def _out_of_range(option: str, given: "Within") -> str:
    if option == "--hit" and (
        (given.high is not None and given.high < 0) or (given.low is not None and given.low > 100)
    ):
        return f"{option} {given}: a hit frequency lies between 0 and 100 percent"
    if given.high is not None and given.high <= 0:
        return f"{option} {given}: nothing can be so low; give a range above 0"
    return ""


def _more_faults(row: "RowAsked", keep: Several) -> list[str]:
    """Lines that the wager does not have, told together with what else is wrong."""
    from pitboss.lab.design.start import start
    from pitboss.lab.design.targets import BadDesign, DesignTargets, Within, kept_line

    kept = []
    for text in keep:
        try:
            kept.append(kept_line(text))
        except BadDesign:
            continue
    try:
        start(row, DesignTargets(edge=Within(), keep=tuple(kept)), any_amount=False)
    except BadDesign as bad:
        return [*bad.faults]
    return []


def _count(given: int | None) -> int:
    from pitboss.lab.design.api import TABLES

    if given is None:
        return TABLES
    if not 1 <= given <= MOST_TABLES:
        raise Trouble(f"--tables: {given} tables cannot be shown; 1 to {MOST_TABLES} can")
    return given


def _solve(given: int | None) -> int:
    from pitboss.lab.design.solving import MOST_SOLVED

    if given is None:
        return MOST_SOLVED
    if not 1 <= given <= MOST_SOLVES:
        raise Trouble(f"--solve: {given} tables cannot be solved; 1 to {MOST_SOLVES:,} can")
    return given


# --- writing the winner ---------------------------------------------------------------------------------------------


def _form(form: str) -> "Form":
    from pitboss.lab.design.saving import FORMS

    match form.strip().lower():
        case "paytable":
            return "paytable"
        case "submission":
            return "submission"
        case "book":
            return "book"
        case _:
            raise Trouble(f"--form: there is no form '{plain(form)}'; the forms are {', '.join(FORMS)}")


def _writable(save: Path | None) -> None:
    if save is None:
        return
    if save.suffix.lower() != ".toml":
        raise Trouble(f"{shown(save)}: a paytable is saved as .toml; -o writes the tables for other programs")
    if save.is_dir() or not save.parent.is_dir():
        what = "this is a directory" if save.is_dir() else "the directory does not exist"
        raise Trouble(f"{shown(save)}: {what}. Nothing was written")


def _save(found: "Design", row: "RowAsked", save: Path | None, form: "Form", terms: "Terms | None") -> None:
    if save is None:
        return
    from pitboss.frames.cells import BadFrame
    from pitboss.frames.writing import write_whole
    from pitboss.lab.design.saving import as_text
    from pitboss.lab.design.targets import BadDesign
    from pitboss.odds.request_terms import is_metered

    cards = row.rules.terms.progressive_cards if is_metered(row.rules.book, found.family) else ""
    try:
        write_whole(save, as_text(found, form, terms, cards).encode())
    except BadDesign as bad:
        raise Trouble(f"{shown(save)}: {safe(str(bad))}. Nothing was written", WRONG_USAGE) from None
    except BadFrame as bad:
        raise Trouble(safe(str(bad))) from None
    complain(f"wrote {shown(save)}")
