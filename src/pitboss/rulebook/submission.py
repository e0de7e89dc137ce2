"""The Rules Submission: the operator's choices for one table, in a TOML file. It is checked against the rulebook, all
faults at once, and becomes the immutable terms of the table.

    checked = check(text)
    checked.terms      the terms, or None where there are faults
    checked.faults     what must be mended
    checked.notices    what is lawful but worth knowing
"""

import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

from msgspec import Struct

from pitboss.rulebook.book import book
from pitboss.rulebook.folders import BadFolder, bring, games
from pitboss.rulebook.folders import text as text_of
from pitboss.rulebook.submission_faults import Fault, FaultList, LineOf, choice, near, shown, unread
from pitboss.rulebook.submission_faults import Path as Key
from pitboss.rulebook.submission_lines import Lines
from pitboss.rulebook.terms import Terms
from pitboss.rulebook.toml_text import BadToml, read_toml
from pitboss.rulebook.words import ENVY

__all__ = [
    "Checked",
    "Fault",
    "Lines",
    "UnknownGame",
    "check",
    "check_data",
    "default_data",
    "default_submission",
    "merge",
]


class Checked(Struct, frozen=True):
    """The outcome of a check."""

    terms: Terms | None
    faults: tuple[Fault, ...] = ()
    notices: tuple[Fault, ...] = ()


class UnknownGame(LookupError):
    """There is no rulebook of that name."""


def check(text: str, beside: Path | None = None) -> Checked:
    """Reads and checks a submission. `beside` is the folder of an operator's own file: only there may the game be a
    folder's path, seen from it."""
    try:
        data = read_toml(text)
    except BadToml as bad:
        return Checked(terms=None, faults=(unread(bad),))
    if beside is not None and isinstance(data.get("game"), str):
        try:
            data["game"] = bring(data["game"], beside)
        except BadFolder as folder:
            line = Lines(text)(("game",))
            return Checked(None, tuple(Fault(line, "game", f"{folder.path}: {fault}") for fault in folder.faults))
    return check_data(data, Lines(text))


def check_data(data: dict[str, Any], line_of: LineOf = lambda _: 0, *, in_force: bool = False) -> Checked:
    """Checks a submission that is already in memory, such as a default with overrides; 0 stands for no line. `in_force`
    is for terms that a table has or had: what is asked of new submissions only is not asked of them."""
    game = data.get("game")
    if game not in games():
        return _without_game(data, line_of)
    # Pydantic comes in with these; reading a rulebook should not have to wait for it.
    from pitboss.rulebook.submission_case import Case
    from pitboss.rulebook.submission_meters import check_meters
    from pitboss.rulebook.submission_options import allowed_at, cites, clause_of
    from pitboss.rulebook.submission_resolve import resolve
    from pitboss.rulebook.submission_shape import read_shape
    from pitboss.rulebook.submission_table import check_table
    from pitboss.rulebook.submission_wagers import check_wagers

    the_book = book(game)
    report = FaultList(line_of, lambda path: clause_of(the_book, path), lambda path: allowed_at(the_book, path))
    given = read_shape(_without_refused(data, game, report), report)
    case = Case(the_book, given, cites(game), report, in_force)
    for judge in (check_table, check_wagers, check_meters):
        judge(case)
    terms = None if report.faults else resolve(case)
    return Checked(terms, report.faults, report.notices)


def merge(base: dict[str, Any], overrides: dict[str, Any]) -> dict[str, Any]:
    """The base with what the overrides say otherwise, table by table; neither is changed.

    Meters belong to a paytable: where the overrides name meters, those they do not name are not taken over."""
    merged = _merged(base, overrides)
    meters = overrides.get("meters")
    if isinstance(meters, dict) and isinstance(merged["meters"], dict):
        merged["meters"] = {name: part for name, part in merged["meters"].items() if name in meters}
    return merged


def default_submission(game: str) -> str:
    """The commented default file of a game."""
    if game not in games():
        raise UnknownGame(f"no game '{game}': there are {', '.join(games())}. {near(game, games())}".strip())
    from pitboss.rulebook.submission_default import derived

    return text_of(game, "submission.toml") or derived(book(game))


def default_data(game: str) -> dict[str, Any]:
    """The default submission as data, to merge overrides into."""
    return tomllib.loads(default_submission(game), parse_float=Decimal)


def _merged(base: dict[str, Any], overrides: dict[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in overrides.items():
        below = merged.get(key)
        merged[key] = _merged(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return merged


def _without_game(data: dict[str, Any], line_of: LineOf) -> Checked:
    """Without a game there is no rulebook to hold the file against; its form is judged all the same."""
    from pitboss.rulebook.submission_shape import read_shape

    report = FaultList(line_of)
    game, path = data.get("game"), ("game",)
    if game is None:
        report.fault(path, "is missing", allowed=choice(games()))
    else:
        hint = near(game, games()) if isinstance(game, str) else ""
        report.fault(
            path, "there is no rulebook for this game", given=shown(game), allowed=choice(games()), suggestion=hint
        )
    read_shape({k: v for k, v in data.items() if k != "game"}, report)
    return Checked(None, report.faults, report.notices)


def _without_refused(data: dict[str, Any], game: str, report: FaultList) -> dict[str, Any]:
    """Keys that people write because the rules speak of the thing, refused with the reason and not as misspelt."""
    from pitboss.rulebook.submission_options import cites

    refused: dict[Key, tuple[str, str]] = {}
    if "match_play" in cites(game):
        message = "match play coupons are not conducted"
        if data.get("match_play") == "off":
            data = {key: value for key, value in data.items() if key != "match_play"}
        elif "match_play" in data:
            cited, reading = cites(game)["match_play"], cites(game)["match_play_reading"]
            given, allowed = shown(data["match_play"]), '"off", or leave it out'
            report.fault(("match_play",), message, cited, given=given, allowed=allowed, reading=reading)
            data = {key: value for key, value in data.items() if key != "match_play"}
    if ENVY in cites(game):
        metered = next(w for w in book(game).wagers if w.metered)
        message = f"the envy bonus has the letter of the {metered.title.lower()} table and is not chosen separately"
        envy: tuple[Key, ...] = ((ENVY,), ("wagers", ENVY), ("wagers", metered.family, ENVY))
        refused.update({path: (message, cites(game)[ENVY]) for path in envy})
    for path, (message, clause) in refused.items():
        data = _refuse(data, path, message, clause, report)
    return data


def _refuse(data: dict[str, Any], path: Key, message: str, clause: str, report: FaultList) -> dict[str, Any]:
    from pitboss.rulebook.submission_shape import without

    below: Any = data
    for part in path:
        if not isinstance(below, dict) or part not in below:
            return data
        below = below[part]
    report.fault(path, message, clause, given=shown(below), allowed="leave it out")
    cut: dict[str, Any] = without(data, path)
    return cut
