"""`pitboss.review`, for those who use the library."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from pitboss.games import rules_for
from pitboss.lab.review.collecting import from_log
from pitboss.lab.review.players import FALSE_ALARM
from pitboss.lab.review.records import Review
from pitboss.play.log import stream_log


def review(
    log: str | Path, *, patron: str | None = None, sees: Sequence[str] = (), false_alarm: Fraction = FALSE_ALARM
) -> Review:
    """What the decisions in a log cost, and whether they fit somebody who has seen cards, as `pitboss review` tells it:
    of everybody or of one patron, for all kinds of seen cards or for these."""
    with Path(log).open("rb") as source:
        terms, records = stream_log(source)
        found = from_log(rules_for(terms), records, patron)
    return found.review(sees=tuple(sees), false_alarm=false_alarm)
