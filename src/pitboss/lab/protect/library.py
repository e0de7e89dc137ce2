"""`pitboss.protect`, for those who use the library."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from pitboss.api import odds_request
from pitboss.lab.protect.api import PACE
from pitboss.lab.protect.api import protect as priced
from pitboss.lab.protect.asking import dead_cards, partners_faults, sees_faults
from pitboss.lab.protect.result import Protection
from pitboss.lab.protect.seen import Unseeable
from pitboss.odds.request import MAIN, asked


def protect(
    game: str = "",
    *,
    sees: str = "",
    dead: str | Sequence[str] = "",
    partners: int = 0,
    stake: int | None = None,
    pace: Fraction | int = PACE,
    rounds: int = 0,
    paytable: str | None = None,
    readings: Mapping[str, str] | None = None,
    submission: str | Path | None = None,
    typed: str = "",
) -> Protection:
    """What a player wins who has seen cards, as `pitboss protect` tells it: `sees` in the same words
    ("dealer:1+flop:1"), `dead` the cards that are out of play, `stake` in cents, `pace` in rounds an hour. `rounds` are
    those of a simulation, where nothing can be counted; 0 for the usual number. Raises `ValueError` with all that is
    wrong with these."""
    row, faults = None, list[str]()
    try:
        row = asked(odds_request(game, MAIN, paytable, None, None, stake, readings, submission, typed))[0]
    except ValueError as bad:
        faults.append(str(bad))
    rules = (row or asked(odds_request(game, MAIN, None, None, None, None, None, submission, ""))[0]).rules
    gone, wrong = dead_cards(rules, dead)
    faults += [*sees_faults(rules, sees), *wrong, *partners_faults(rules, partners)]
    if not _is_pace(pace):
        faults.append(f"pace={pace!r} is no pace; it is a number of rounds an hour above 0, such as 40")
    if type(rounds) is not int or rounds < 0:
        faults.append(f"rounds={rounds!r} is no number of rounds; it is a whole number, and 0 for the usual one")
    if faults or row is None:
        raise Unseeable("; ".join(faults))
    return priced(row, sees=sees, dead=gone, partners=partners, pace=Fraction(pace), rounds=rounds)


def _is_pace(pace: Fraction | int) -> bool:
    try:
        return Fraction(pace) > 0
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        return False
