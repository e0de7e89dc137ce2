"""What the commands that make papers share: the submission they are given, and what they say at the end."""

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.screen import FINDINGS, Trouble, a_game, is_game, shown, to_copy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pitboss.paper.logo import Logo
    from pitboss.paper.sheets import Sheet
    from pitboss.paper.writing import PaperPlace
    from pitboss.rulebook.terms import Terms


def a_submission(given: str) -> "Terms":
    """The terms of a submission's file, or of a game's default submission by the name of the game."""
    from pitboss.cli.odds_options import faulty, text_of
    from pitboss.rulebook.submission import check, default_submission

    path = Path(given)
    if is_game(path) or (not path.exists() and not _is_path(given)):
        terms = check(default_submission(a_game(given))).terms
        assert terms is not None, "the default submission is valid"
        return terms
    checked = check(text_of(path), path.parent)
    if checked.terms is None:
        raise faulty(path, checked.faults, f"no paper was made; see `{to_copy('check', path)}`", FINDINGS)
    return checked.terms


def a_place(output: Path, *given: str | None) -> "PaperPlace":
    """Where a paper may be written, before the work begins; never over one of the files the command was given."""
    from pitboss.paper.printing import PaperTrouble
    from pitboss.paper.writing import place_for

    inputs = [Path(name) for name in given if name is not None and Path(name).exists()]
    try:
        return place_for(output, inputs)
    except PaperTrouble as trouble:
        raise Trouble(str(trouble)) from None


def a_logo(path: "Path | None") -> "Logo | None":
    """The operator's logo, where one was named."""
    from pitboss.paper.logo import logo_of

    with told_plainly():
        return None if path is None else logo_of(path)


def other_sheet(sheet: "Sheet") -> list[str]:
    """How a command names the sheet of its paper; nothing where it is the usual one."""
    from pitboss.paper.sheets import USUAL

    return [] if sheet == USUAL else ["--sheet", sheet]


@contextmanager
def told_plainly() -> "Iterator[None]":
    """What somebody asked for and cannot have is told in a sentence; a mistake of this program is no such thing."""
    try:
        yield
    except ValueError as bad:
        from pitboss.odds.counting import NoShape
        from pitboss.odds.figures import TooLarge
        from pitboss.odds.request import BadRequest
        from pitboss.paper.printing import PaperTrouble
        from pitboss.simulation.api import BadSimulation

        if not isinstance(bad, BadRequest | NoShape | TooLarge | PaperTrouble | BadSimulation):
            raise
        raise Trouble(str(bad)) from None


def _is_path(given: str) -> bool:
    return given.lower().endswith(".toml") or "/" in given or "\\" in given


def written(make: "Callable[[], list[Path]]", after: str) -> int:
    """Makes a paper and says where it is and what to do with it; trouble is said in one sentence."""
    from pitboss.cli.screen import GOOD
    from pitboss.paper.printing import PaperTrouble
    from pitboss.paper.writing import left_beside

    try:
        paths = make()
    except PaperTrouble as trouble:
        raise Trouble(str(trouble)) from None
    for path in paths:
        print(f"Wrote {shown(path)}.")
    for path in left_beside(paths):
        print(f"Left {shown(path)} as it is: it is no page of this paper.")
    print(after)
    return GOOD
