"""`pitboss layout`: the table layout to scale."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pitboss.cli.help_text import helped


@helped("layout")
def layout(file: str, *, output: Annotated[Path, Parameter(name=("--output", "-o"))], date: str | None = None) -> int:
    from pitboss.cli.paper_files import a_place, a_submission, written
    from pitboss.cli.screen import to_copy
    from pitboss.cli.submission import a_date
    from pitboss.games import rules_for
    from pitboss.paper.layout_paper import write_layout

    dated = a_date(date)
    place = a_place(output, file)
    rules = rules_for(a_submission(file))
    after = f"The signs that belong to it: {to_copy('placard', file, '-o', 'placard.pdf')}"
    return written(lambda: write_layout(rules, place, dated), after)
