"""`pitboss.design`, for those who use the library."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from pitboss.api import odds_request
from pitboss.lab.design.api import TABLES
from pitboss.lab.design.api import design as searched
from pitboss.lab.design.result import Design
from pitboss.lab.design.solving import MOST_SOLVED
from pitboss.lab.design.targets import ANY, BadDesign, DesignTargets, a_range, kept_line
from pitboss.odds.request import asked


def design(
    game: str = "",
    *,
    edge: str,
    wager: str = "main",
    hit: str = "",
    top: str = "",
    volatility: str = "",
    keep: Sequence[str] = (),
    paytable: str | None = None,
    players: int | None = None,
    meters: Mapping[str, int] | None = None,
    stake: int | None = None,
    readings: Mapping[str, str] | None = None,
    submission: str | Path | None = None,
    typed: str = "",
    tables: int = TABLES,
    any_amount: bool = False,
    solve: int = MOST_SOLVED,
) -> Design:
    """Paytables for a wager that meet these targets, the best first, as `pitboss design` finds them: ranges such as
    `edge="3..4"` (the house edge in percent), `hit="20.."`, `top="..100"`, and lines that stay, `keep=["flush=6"]`.
    The search begins with the wager's first paytable, or the one that is given; of a game with decisions at most
    `solve` tables are solved. Raises `BadDesign` with all that is
    wrong with the targets."""
    row = asked(odds_request(game, wager, paytable, players, meters, stake, readings, submission, typed))[0]
    ranges = {"edge": edge, "hit": hit, "top": top, "volatility": volatility}
    if faults := [
        f"{name}={given!r} is no text; give a range such as '3..4'"
        for name, given in ranges.items()
        if not isinstance(given, str)
    ]:
        raise BadDesign(*faults)
    targets = DesignTargets(
        edge=a_range(edge, "edge"),
        hit=a_range(hit, "hit") if hit else ANY,
        top=a_range(top, "top") if top else ANY,
        volatility=a_range(volatility, "volatility") if volatility else ANY,
        keep=tuple(kept_line(text) for text in keep),
    )
    return searched(row, targets, count=tables, any_amount=any_amount, most_solved=solve)
