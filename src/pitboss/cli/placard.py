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
    size: Literal["a4", "letter", "sign"] | None = None,
    rack_card: bool = False,
    out_of_order: bool = False,
) -> int:
    """Make the sign of a table: odds, amounts and limits of every wager offered, as the rules ask for.

    The sign states each paytable in force as the table pays it ("to" or "win"; "for" only where a paytable says so),
    what may be staked, payout limits, meters and envy amounts, and the phrases a layout or sign must bear. A submission
    that changes changes the sign: make it again.

    Examples:

    pitboss placard mine.toml -o sign.pdf --size sign: a table sign of 11 by 7 inches.

    pitboss placard {game} -o card.pdf --rack-card: the card for players, two sides of 4 by 9 inches: how to play,
    and what is paid.

    Exit status: 0 written, 1 the submission has faults, 2 nothing could be read or written.

    Parameters
    ----------
    file
        The submission, a TOML file; or a game, for its default submission.
    output
        The file to write, ending in .pdf or .svg; one that is there is replaced. Several pages as .svg are NAME-1.svg,
        NAME-2.svg.
    size
        The sheet of the sign: a4 unless given, letter, or sign for a table sign.
    rack_card
        Make the two-sided card for players instead of the sign.
    out_of_order
        Make the signs that a failed shoe or shuffler of this table may bear instead.
    """
    from pitboss.cli.paper_files import a_place, a_submission, written
    from pitboss.cli.screen import Trouble, to_copy
    from pitboss.games import rules_for
    from pitboss.paper import placard as papers
    from pitboss.paper.writing import write

    if rack_card and out_of_order:
        raise Trouble("--rack-card and --out-of-order are different papers: make them one after the other")
    if size and (rack_card or out_of_order):
        raise Trouble("--size is for the sign; a rack card and an out-of-order sign have a size of their own")
    place = a_place(output, file)
    rules = rules_for(a_submission(file))
    if rack_card:
        after = "Print it on both sides and cut it to 4 by 9 inches."
        return written(lambda: write(papers.rack_card(rules), place), after)
    if out_of_order:
        return written(lambda: write(papers.out_of_order(rules), place), "Hang it on the device that failed.")
    after = f"The layout that belongs to it: {to_copy('layout', file, '-o', 'layout.pdf')}"
    return written(lambda: write(papers.placard(rules, size or "a4"), place), after)
