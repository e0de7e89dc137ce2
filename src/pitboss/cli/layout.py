"""`pitboss layout`: the table layout to scale."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pitboss.cli.help_text import helped


@helped("layout")
def layout(file: str, *, output: Annotated[Path, Parameter(name=("--output", "-o"))]) -> int:
    """Draw the table layout of a submission to scale, with every area and inscription the rulebook asks for.

    As .pdf it is a paper for the approval of the layout: the drawing on A3 at one to five, then a list of every area
    and inscription with its clause. As .svg it is the drawing alone, the same one that the browser shows, with each
    area named in it (data-area, data-seat). Areas of wagers that are not offered are drawn where the rulebook wants
    them all the same, and marked so.

    Examples:

    pitboss layout {game} -o layout.pdf: the layout of the game's default submission.

    pitboss layout mine.toml -o layout.svg: the drawing for your own submission.

    Exit status: 0 written, 1 the submission has faults, 2 nothing could be read or written.

    Parameters
    ----------
    file
        The submission, a TOML file; or a game, for its default submission.
    output
        The file to write, ending in .pdf or .svg; one that is there is replaced.
    """
    from pitboss.cli.paper_files import a_place, a_submission, written
    from pitboss.cli.screen import to_copy
    from pitboss.games import rules_for
    from pitboss.paper.layout_paper import write_layout

    place = a_place(output, file)
    rules = rules_for(a_submission(file))
    after = f"The signs that belong to it: {to_copy('placard', file, '-o', 'placard.pdf')}"
    return written(lambda: write_layout(rules, place), after)
