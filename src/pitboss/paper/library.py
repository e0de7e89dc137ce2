"""`pitboss.compare`, for those who use the library."""

from pathlib import Path

from pitboss.api import SubmissionFaults, check_submission
from pitboss.lab.win.library import read_table
from pitboss.lab.win.model import TablePlay
from pitboss.paper.compare import Comparison, seated
from pitboss.paper.compare import compare as compared
from pitboss.rulebook.folders import bring, games
from pitboss.rulebook.submission import check, default_submission
from pitboss.rulebook.terms import Terms


def compare(*submissions: str | Path, table: str | Path | None = None) -> Comparison:
    """Submissions of one game side by side, as `pitboss compare` shows them: the paths of their files, or games for
    their default ones. `table`: how all of them are played, as `pitboss.win` takes it."""
    named = [(Path(given).name, _terms(given)) for given in submissions]
    play = TablePlay() if table is None else read_table(table).play
    some = [terms for _, terms in named]
    return compared(named, play=seated(play, some, said=table is not None) if some else play)


def _terms(given: str | Path) -> Terms:
    game = bring(given)
    checked = check(default_submission(game)) if game in games() else check_submission(Path(given))
    if checked.terms is None:
        raise SubmissionFaults(checked)
    return checked.terms
