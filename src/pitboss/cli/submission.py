"""`pitboss submission`: the Rules Submission as a document."""

import re
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pitboss.cli.help_text import helped
from pitboss.cli.screen import Trouble, plain, to_copy
from pitboss.paper.sheets import USUAL, Sheet


@helped("submission")
def submission(
    file: str,
    *,
    output: Annotated[Path, Parameter(name=("--output", "-o"))],
    previous: str | None = None,
    date: str | None = None,
    sheet: Sheet = USUAL,
) -> int:
    from pitboss.cli.paper_files import a_place, a_submission, told_plainly, written
    from pitboss.cli.waiting import Waiting
    from pitboss.paper.submission import submission as paper_of
    from pitboss.paper.writing import write

    dated = a_date(date)
    place = a_place(output, file, previous)
    terms = a_submission(file)
    before = a_submission(previous) if previous is not None else None
    with told_plainly(), Waiting(terms.game) as waiting:
        paper = paper_of(terms, before, date=dated, file=Path(file).name, sheet=sheet, progress=waiting)
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
