"""`pitboss submission`: the Rules Submission as a document."""

import re
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pitboss.cli.screen import Trouble, plain, to_copy


def submission(
    file: str,
    *,
    output: Annotated[Path, Parameter(name=("--output", "-o"))],
    previous: str | None = None,
    date: str | None = None,
) -> int:
    """Write the Rules Submission of a table as the document that is filed with the regulator.

    It is numbered (the version of the submission) and dated, and states every choice against what the rulebook permits,
    the readings adopted with their reasons, wagers, limits, paytables, meters, devices and approvals, with the clause
    of each, and the exact house advantage of every wager. With --previous it begins with what has changed and what that
    does to the hold.

    Examples:

    pitboss submission mine.toml -o submission.pdf --date 2026-01-31

    pitboss submission mine.toml --previous last-year.toml -o submission.pdf: with the changes since then.

    Exit status: 0 written, 1 a submission has faults, 2 nothing could be read or written.

    Parameters
    ----------
    file
        The submission, a TOML file; or a game, for its default submission.
    output
        The file to write, ending in .pdf or .svg (one file for each page); one that is there is replaced.
    previous
        The version before: a TOML file of the same game with a lower version.
    date
        The date of the document, as 2026-01-31; undated unless given. No clock is read.
    """
    from pitboss.cli.paper_files import a_place, a_submission, told_plainly, written
    from pitboss.cli.waiting import Waiting
    from pitboss.paper.submission import submission as paper_of
    from pitboss.paper.writing import write

    dated = a_date(date)
    place = a_place(output, file, previous)
    terms = a_submission(file)
    before = a_submission(previous) if previous is not None else None
    with told_plainly(), Waiting(terms.game) as waiting:
        paper = paper_of(terms, before, date=dated, file=Path(file).name, progress=waiting)
    after = f"The figures behind it: {to_copy('par', file, '-o', 'par.pdf')}"
    return written(lambda: write(paper, place), after)


def a_date(text: str | None) -> str:
    """A day as YYYY-MM-DD; empty where none was given."""
    from datetime import date

    if text is None:
        return ""
    try:
        if re.fullmatch(r"\d{4}-\d{2}-\d{2}", text.strip()):
            return date.fromisoformat(text.strip()).isoformat()
    except ValueError:
        pass
    raise Trouble(f"--date: '{plain(text)}' is not a day, such as 2026-01-31")
