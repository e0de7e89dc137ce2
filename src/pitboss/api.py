"""The front door of the library: open a table, check a submission, replay a log."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pitboss.games import rules_for
from pitboss.play.log import read_log
from pitboss.play.replay import Replayed, replay
from pitboss.play.sources import CardSource, ShuffledDecks, seeded_stream
from pitboss.play.table import Table
from pitboss.rulebook.book import GAMES
from pitboss.rulebook.submission import Checked, check, check_data, default_data, merge

__all__ = ["GAMES", "SubmissionFaults", "check_submission", "open_table", "replay_log"]


class SubmissionFaults(ValueError):
    """A submission that cannot become terms; `faults` has all of them."""

    def __init__(self, checked: Checked) -> None:
        super().__init__("\n".join(str(fault) for fault in checked.faults))
        self.faults = checked.faults


def check_submission(text: str) -> Checked:
    """Checks a Rules Submission: its terms, or every fault at once."""
    return check(text)


def open_table(
    submission: str | Path,
    *,
    overrides: dict[str, Any] | None = None,
    shuffle_seed: str = "",
    source: CardSource | None = None,
) -> Table:
    """A table ready for wagers, from a game's default submission or from a file.

    >>> open_table("let-it-ride", shuffle_seed="demo").step_name
    'bets'
    """
    if isinstance(submission, str) and submission in GAMES:
        checked = check_data(merge(default_data(submission), overrides or {}))
    else:
        checked = check(Path(submission).read_text(encoding="utf-8"))
    if checked.terms is None:
        raise SubmissionFaults(checked)
    rules = rules_for(checked.terms)
    if source is None and shuffle_seed:
        source = ShuffledDecks(rules.deck, seeded_stream(shuffle_seed))
    return Table(rules, source=source).open()


def replay_log(path: Path) -> Iterator[Replayed]:
    """Every record of a log with the state it led to; raises `BadLog` at the first that does not follow."""
    terms, records = read_log(path.read_bytes())
    yield from replay(terms, records)
