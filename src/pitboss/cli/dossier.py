"""`pitboss dossier`: a game in one document, for a laboratory or a commission."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pitboss.cli.help_text import helped
from pitboss.cli.numbers import WholeNumber
from pitboss.cli.screen import FINDINGS, Trouble, complain, shown, to_copy
from pitboss.wording.command_line import command_line, quoted


@helped("dossier")
def dossier(
    game: str,
    *,
    output: Annotated[Path, Parameter(name=("--output", "-o"))],
    rounds: WholeNumber = None,
    date: str | None = None,
) -> int:
    """Write the dossier of a game: what its inventor hands to a laboratory or a commission.

    One document: how the game is played, the rules clause by clause, the ranking of hands, the felt, the paytables, the
    exact figures of every wager, the best play with its chart, rounds worked out by the engine (won, lost, tied), what
    follows when something goes wrong, and a simulation beside the exact figures. Of a game that no counter fits it says
    why, and has a simulation by the engine instead of exact figures.

    Examples:

    pitboss dossier ./my-game -o dossier.pdf: a game in a folder of your own.

    pitboss dossier {game} -o dossier.pdf --date 2026-01-31: a game by its name, dated.

    Exit status: 0 written, 1 the submission has faults or the simulation differs, 2 nothing could be read or written.

    Parameters
    ----------
    game
        The folder of a game, a game, or a Rules Submission (a TOML file).
    output
        The file to write, ending in .pdf; one that is there is replaced.
    rounds
        How many rounds are simulated; 200,000 unless given, or 2,000 where only the engine can play them.
    date
        The date of the paper, as 2026-01-31; undated unless given. No clock is read.
    """
    from pitboss.cli.paper_files import a_place, a_submission, told_plainly, written
    from pitboss.cli.par import telling
    from pitboss.cli.submission import a_date
    from pitboss.cli.waiting import Waiting
    from pitboss.paper.dossier import dossier as paper_of
    from pitboss.paper.writing import write
    from pitboss.simulation.api import check_rounds

    dated = a_date(date)
    if output.suffix.lower() != ".pdf":
        raise Trouble(f"{shown(output)}: a dossier is one PDF; name a file that ends in .pdf")
    place = a_place(output, game)
    terms = a_submission(game)
    name = quoted("--submission", Path(game).name) if Path(game).is_file() else terms.game
    words = ["dossier", Path(game).name, "-o", output.name, *(["--rounds", rounds] if rounds is not None else [])]
    command = command_line(*words, *(["--date", dated] if dated else []))
    with told_plainly(), Waiting(terms.game) as waiting:
        count = None if rounds is None else check_rounds(rounds)
        paper = paper_of(terms, telling(), date=dated, rounds=count, command=command, name=name, progress=waiting)
    status = written(
        lambda: write(paper, place), f"The PAR sheet with all proofs: {to_copy('par', game, '-o', 'par.pdf')}"
    )
    if not paper.data["simulation"]["agrees"]:
        complain(f"look at the simulation in the paper: {paper.data['simulation']['conclusion']}")
        return FINDINGS
    return status
