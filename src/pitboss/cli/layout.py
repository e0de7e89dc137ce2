"""`pitboss layout`: the table layout to scale."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pitboss.cli.help_text import helped
from pitboss.paper.sheets import USUAL, Sheet


@helped("layout")
def layout(
    file: str,
    *,
    output: Annotated[Path, Parameter(name=("--output", "-o"))],
    date: str | None = None,
    sheet: Sheet = USUAL,
    logo: Path | None = None,
    real_text: bool = False,
) -> int:
    from pitboss.cli.paper_files import a_logo, a_place, a_submission, written
    from pitboss.cli.screen import Trouble, to_copy
    from pitboss.cli.submission import a_date
    from pitboss.games import rules_for
    from pitboss.paper.layout_paper import write_layout

    dated = a_date(date)
    place = a_place(output, file)
    if logo is not None and place.ending != "pdf":
        raise Trouble("--logo is for the paper of the layout: name a file that ends in .pdf")
    if real_text and place.ending != "svg":
        raise Trouble("--real-text is for the drawing alone: name a file that ends in .svg")
    picture = a_logo(logo)
    rules = rules_for(a_submission(file))
    after = f"The signs that belong to it: {to_copy('placard', file, '-o', 'placard.pdf')}"
    return written(lambda: write_layout(rules, place, dated, sheet, logo=picture, real_text=real_text), after)
