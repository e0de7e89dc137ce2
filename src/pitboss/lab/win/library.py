"""`pitboss.win`, `pitboss.stakes` and `pitboss.meters`, for those who use the library."""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from pitboss.api import odds_request
from pitboss.lab.win.meters import MeterOdds, fed_wager, meter_odds
from pitboss.lab.win.model import Model, read
from pitboss.lab.win.stakes import StakeSweep, sweep
from pitboss.lab.win.theory import WinFigures
from pitboss.lab.win.theory import win as worked_out
from pitboss.odds.request import BadRequest


def win(table: str | Path) -> WinFigures:
    """What a table wins, as `pitboss win` tells it: the table as the path of its file, or as the text of one. Raises
    `BadModel` with all that is wrong with it."""
    return worked_out(read_table(table))


def read_table(table: str | Path) -> Model:
    """A table as it is played, from the path of its file or from the text of one."""
    if isinstance(table, str) and ("\n" in table or "=" in table):
        return read(table)
    path = Path(table)
    return read(path.read_text(encoding="utf-8-sig"), path.parent)


def stakes(
    game: str = "",
    *,
    stakes: Sequence[int],
    limit: int | None = None,
    wager: str | None = None,
    submission: str | Path | None = None,
    use_cache: bool = True,
) -> StakeSweep:
    """The figures of a game at several stakes in cents, as `pitboss odds --stakes` tells them: every wager alone, and
    all wagers of a hand together that share a payout limit. `limit`: a payout limit in cents that is tried instead of
    those that hold."""
    request = odds_request(game, wager, None, None, None, None, None, submission, "")
    if wrong := [stake for stake in stakes if type(stake) is not int or stake <= 0]:
        raise BadRequest(f"{wrong[0]!r} is no stake; a stake is a whole number of cents above 0")
    if limit is not None and (type(limit) is not int or limit <= 0):
        raise BadRequest(f"limit={limit!r} is no payout limit; it is a whole number of cents above 0")
    return sweep(replace(request, limit=limit), sorted(set(stakes)), use_cache=use_cache)


def meters(
    game: str = "",
    *,
    wager: str | None = None,
    paytable: str | None = None,
    players: int | None = None,
    submission: str | Path | None = None,
) -> list[MeterOdds]:
    """Progressives as they run, as `pitboss meters` tells them: for every paytable that is paid from a meter what it
    reads when it is hit, how long that takes, and the edge over its whole life."""
    request = odds_request(game, wager, paytable, players, None, None, None, submission, "")
    return meter_odds(replace(request, wager=wager or fed_wager(request.game, request.terms)))
