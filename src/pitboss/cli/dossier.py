"""`pitboss dossier`: a game in one document, for a laboratory or a commission."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pitboss.cli.help_text import helped
from pitboss.cli.numbers import ManyRounds
from pitboss.cli.screen import FINDINGS, Trouble, complain, shown, to_copy
from pitboss.paper.sheets import USUAL, Sheet
from pitboss.wording.command_line import command_line, quoted


@helped("dossier")
def dossier(
    game: str,
    *,
    output: Annotated[Path, Parameter(name=("--output", "-o"))],
    rounds: ManyRounds = None,
    date: str | None = None,
    sheet: Sheet = USUAL,
    text: Path | None = None,
) -> int:
    from pitboss.cli.own_text import passages
    from pitboss.cli.paper_files import a_place, a_submission, other_sheet, told_plainly, written
    from pitboss.cli.par import telling
    from pitboss.cli.submission import a_date
    from pitboss.cli.waiting import Waiting
    from pitboss.paper.dossier import dossier as paper_of
    from pitboss.paper.writing import write
    from pitboss.rulebook.book import book
    from pitboss.simulation.api import check_rounds

    dated = a_date(date)
    if output.suffix.lower() != ".pdf":
        raise Trouble(f"{shown(output)}: a dossier is one PDF; name a file that ends in .pdf")
    place = a_place(output, game)
    terms = a_submission(game)
    name = quoted("--submission", Path(game).name) if Path(game).is_file() else terms.game
    own = passages(text, book(terms.game).document)
    said = {"--rounds": rounds, "--date": dated or None, "--text": text and text.name}
    words = [word for option, value in said.items() if value is not None for word in (option, value)]
    command = command_line("dossier", Path(game).name, "-o", output.name, *words, *other_sheet(sheet))
    with told_plainly(), Waiting(terms.game) as waiting:
        count = None if rounds is None else check_rounds(rounds)
        paper = paper_of(
            terms,
            telling(),
            date=dated,
            rounds=count,
            command=command,
            name=name,
            sheet=sheet,
            own=own.at if own else None,
            progress=waiting,
        )
    status = written(
        lambda: write(paper, place), f"The PAR sheet with all proofs: {to_copy('par', game, '-o', 'par.pdf')}"
    )
    if not paper.data["simulation"]["agrees"]:
        complain(f"look at the simulation in the paper: {paper.data['simulation']['conclusion']}")
        return FINDINGS
    return status
