"""`pitboss placard`: the sign at the table, and the card for players."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from pitboss.cli.help_text import helped


@helped("placard")
def placard(
    file: str,
    *,
    output: Annotated[Path, Parameter(name=("--output", "-o"))],
    size: Literal["letter", "a4", "sign"] | None = None,
    rack_card: bool = False,
    out_of_order: bool = False,
    previous: str | None = None,
) -> int:
    from pitboss.cli.paper_files import a_place, a_submission, written
    from pitboss.cli.screen import Trouble, to_copy
    from pitboss.games import rules_for
    from pitboss.paper import placard as papers
    from pitboss.paper.notice import limits_notice
    from pitboss.paper.writing import write

    if sum([rack_card, out_of_order, previous is not None]) > 1:
        raise Trouble("--rack-card, --out-of-order and --previous are different papers: make them one after the other")
    if size and (rack_card or out_of_order or previous is not None):
        raise Trouble("--size is for the sign of the table; the other papers have a size of their own")
    place = a_place(output, file, previous)
    rules = rules_for(a_submission(file))
    if rack_card:
        after = "Print it on both sides and cut it to 4 by 9 inches."
        return written(lambda: write(papers.rack_card(rules), place), after)
    if out_of_order:
        return written(lambda: write(papers.out_of_order(rules), place), "Hang it on the device that failed.")
    if previous is not None:
        before = rules_for(a_submission(previous))
        return written(lambda: write(limits_notice(before, rules), place), "Put it up before the limits change.")
    after = f"The layout that belongs to it: {to_copy('layout', file, '-o', 'layout.pdf')}"
    return written(lambda: write(papers.placard(rules, size or "letter"), place), after)
