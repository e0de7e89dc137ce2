"""`pitboss par`: the PAR sheet and mathematical report of a submission."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from pitboss.cli.help_text import helped
from pitboss.cli.numbers import ManyRounds
from pitboss.cli.screen import FINDINGS, Trouble, complain, to_copy
from pitboss.paper.sheets import USUAL, Sheet
from pitboss.wording.command_line import command_line, quoted

if TYPE_CHECKING:
    from pitboss.paper.par_words import ScreenWords
    from pitboss.simulation.shuffle_tests import ShuffleFindings


@helped("par")
def par(
    file: str,
    *,
    output: Annotated[Path, Parameter(name=("--output", "-o"))],
    rounds: ManyRounds = None,
    shuffles: ManyRounds = None,
    date: str | None = None,
    sheet: Sheet = USUAL,
) -> int:
    from pitboss.cli.paper_files import a_place, a_submission, other_sheet, told_plainly, written
    from pitboss.cli.submission import a_date
    from pitboss.cli.waiting import Waiting
    from pitboss.paper.par import par as paper_of
    from pitboss.paper.par_proof import ROUNDS, SHUFFLES
    from pitboss.paper.writing import write
    from pitboss.simulation.api import check_rounds
    from pitboss.simulation.shuffle_tests import FEWEST_SHUFFLES, MOST_SHUFFLES

    dated = a_date(date)
    place = a_place(output, file)
    terms = a_submission(file)
    count = ROUNDS if rounds is None else rounds
    tried = SHUFFLES if shuffles is None else shuffles
    if not FEWEST_SHUFFLES <= tried <= MOST_SHUFFLES:
        raise Trouble(f"--shuffles {tried}: give a number from {FEWEST_SHUFFLES:,} to {MOST_SHUFFLES:,}")
    name = quoted("--submission", Path(file).name) if Path(file).exists() else terms.game
    words = ["par", Path(file).name, "-o", output.name, "--rounds", count, "--shuffles", tried, *other_sheet(sheet)]
    command = command_line(*words, *(["--date", dated] if dated else []))
    with told_plainly(), Waiting(terms.game) as waiting:
        check_rounds(count)
        paper = paper_of(
            terms,
            telling(),
            file=filed(file),
            date=dated,
            rounds=count,
            shuffles=tried,
            command=command,
            name=name,
            sheet=sheet,
            progress=waiting,
        )
    after = f"The submission it belongs to: {to_copy('submission', file, '-o', 'submission.pdf')}"
    status = written(lambda: write(paper, place), after)
    for part, good, said in (("simulation", "agrees", "conclusion"), ("shuffle", "accepted", "verdict")):
        if not paper.data[part][good]:
            complain(f"look at the {part} in the paper: {paper.data[part][said]}")
            status = FINDINGS
    return status


def telling() -> "ScreenWords":
    """How the screen tells events, shuffles and comparisons, for the paper to say the same."""
    from pitboss.cli import explain, shuffle_report
    from pitboss.cli.simulate_tables import engine_said
    from pitboss.paper.par_words import ScreenWords
    from pitboss.wording.things import cards

    def shuffled(report: "ShuffleFindings") -> tuple[list[list[str]], str, list[str]]:
        said = [shuffle_report.scaling(report), shuffle_report.power(report), shuffle_report.explanation()]
        return [list(row) for row in shuffle_report.rows(report)], shuffle_report.verdict(report), said

    return ScreenWords(
        event=explain.text,
        cards=lambda rules, codes: cards(rules.deck, codes),
        shuffle=shuffled,
        engine=engine_said,
    )


def filed(given: str) -> bytes:
    """The submission as it was filed, or the default submission that the name of a game stands for."""
    from pitboss.cli.screen import a_game, is_game, read_bytes
    from pitboss.rulebook.submission import default_submission

    path = Path(given)
    return read_bytes(path) if path.exists() and not is_game(path) else default_submission(a_game(given)).encode()
