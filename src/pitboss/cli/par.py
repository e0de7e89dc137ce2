"""`pitboss par`: the PAR sheet and certification report of a submission."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from pitboss.cli.help_text import helped
from pitboss.cli.numbers import WholeNumber
from pitboss.cli.screen import FINDINGS, Trouble, complain, to_copy
from pitboss.wording.command_line import command_line, quoted

if TYPE_CHECKING:
    from pitboss.paper.par_words import Telling
    from pitboss.simulation.shuffle_tests import Report


@helped("par")
def par(
    file: str,
    *,
    output: Annotated[Path, Parameter(name=("--output", "-o"))],
    rounds: WholeNumber = None,
    shuffles: WholeNumber = None,
    date: str | None = None,
) -> int:
    """Write the PAR sheet of a submission: what a laboratory or a commission needs to certify the game.

    The rules in force with their clauses and paytables; the exact figures of every wager (true odds beside payout odds,
    house advantage, standard deviation, hit rate, distribution of results); the best play; rounds worked out by the
    engine, card by card, with every payment and its clause; a simulation beside the exact figures; tests of the
    shuffle; and the versions and digests with which the same paper is made again, byte for byte.

    Examples:

    pitboss par {game} -o par.pdf: the game's default submission.

    pitboss par mine.toml -o par.pdf --date 2026-01-31 --rounds 100_000_000: your own, dated, with a longer simulation.

    Exit status: 0 written, 1 the submission has faults or a proof in the paper failed, 2 nothing could be read or
    written.

    Parameters
    ----------
    file
        The submission, a TOML file; or a game, for its default submission.
    output
        The file to write, ending in .pdf or .svg (one file for each page); one that is there is replaced.
    rounds
        How many rounds are simulated; 1,000,000 unless given.
    shuffles
        How many shuffles are tested; 20,000 unless given.
    date
        The date of the paper, as 2026-01-31; undated unless given. No clock is read.
    """
    from pitboss.cli.paper_files import a_place, a_submission, told_plainly, written
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
    words = ["par", Path(file).name, "-o", output.name, "--rounds", count, "--shuffles", tried]
    command = command_line(*words, *(["--date", dated] if dated else []))
    with told_plainly():
        check_rounds(count)
    with told_plainly(), Waiting(terms.game) as waiting:
        paper = paper_of(
            terms,
            telling(),
            file=filed(file),
            date=dated,
            rounds=count,
            shuffles=tried,
            command=command,
            name=name,
            progress=waiting,
        )
    after = f"The submission it belongs to: {to_copy('submission', file, '-o', 'submission.pdf')}"
    status = written(lambda: write(paper, place), after)
    for part, good, said in (("simulation", "agrees", "conclusion"), ("shuffle", "accepted", "verdict")):
        if not paper.data[part][good]:
            complain(f"look at the {part} in the paper: {paper.data[part][said]}")
            status = FINDINGS
    return status


def telling() -> "Telling":
    """How the screen tells events, shuffles and comparisons, for the paper to say the same."""
    from pitboss.cli import explain, shuffle_report
    from pitboss.cli.simulate_tables import engine_said
    from pitboss.paper.par_words import Telling
    from pitboss.wording.things import cards

    def shuffled(report: "Report") -> tuple[list[list[str]], str, list[str]]:
        said = [shuffle_report.scaling(report), shuffle_report.power(report), shuffle_report.explanation()]
        return [list(row) for row in shuffle_report.rows(report)], shuffle_report.verdict(report), said

    return Telling(
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
