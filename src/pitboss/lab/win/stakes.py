"""The figures of a game at several stakes: each wager alone, and all wagers of a hand that share a payout limit
together. A limit cuts what the hand wins in all, so the wagers together lose more by it than each of them alone."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from pitboss.frames.arrow import arrow_table
from pitboss.frames.cells import FrameRow
from pitboss.frames.showing import html_of
from pitboss.games import rules_for
from pitboss.lab.win.hands import Progress, silent
from pitboss.lab.win.joint import Joint, joint, side_wagers, why_alone
from pitboss.odds.api import odds
from pitboss.odds.request import MAIN, BadRequest, Request, lawful_stake, limits_of
from pitboss.odds.request_terms import limited, main_wagers
from pitboss.odds.result import WagerOdds, exactly, root
from pitboss.rulebook.book import book
from pitboss.rulebook.pays import dollars
from pitboss.rulebook.terms import Terms, WagerTerms
from pitboss.simulation.api import default_terms

if TYPE_CHECKING:
    import pyarrow

MOST = 10**11
"""Cents: as much as any stake may be."""
MOST_STAKES = 24
TOGETHER = "together"
"""What stands for the wager in the row of all wagers of a hand."""


class StakeFigures(Struct, frozen=True):
    """The figures at one stake."""

    stake: int
    rows: tuple[WagerOdds, ...]
    """Each wager alone."""
    together: Joint | None
    """All wagers that share a payout limit with the main game; None where there is none."""


class StakeSweep(Struct, frozen=True):
    """The figures at several stakes."""

    terms: Terms
    points: tuple[StakeFigures, ...]
    alone: tuple[str, ...]
    """Why wagers that share the limit are not among those counted together."""

    def _repr_html_(self) -> str:
        """As a notebook shows it."""
        return html_of(self)

    def to_frame(self) -> "pyarrow.Table":
        """One row for each stake and wager, as a table of Apache Arrow."""
        return arrow_table(stake_rows(self))


def sweep(
    request: Request, stakes: Sequence[int], *, use_cache: bool = True, progress: Progress = silent
) -> StakeSweep:
    """Every wager, or the one asked for, at each of these stakes in cents. Without a submission by the paytables of the
    game's default one, at any stake."""
    if not 1 <= len(stakes) <= MOST_STAKES:
        raise BadRequest(f"a sweep has 1 to {MOST_STAKES} stakes; {len(stakes)} were given")
    terms = request.terms if request.terms is not None else _any_stake(default_terms(request.game))
    terms = limited(terms, request.limit)
    sides, alone = _sharing(terms) if request.wager is None else ((), ())
    points = []
    for place, stake in enumerate(stakes):
        progress(dollars(stake), place / len(stakes))
        rows = _rows(request, terms, stake, use_cache)
        points.append(StakeFigures(stake, rows, _together(terms, stake, sides) if sides else None))
    return StakeSweep(terms, tuple(points), alone)


def _rows(request: Request, terms: Terms, stake: int, use_cache: bool) -> tuple[WagerOdds, ...]:
    if request.wager is not None:
        given = terms if request.terms is not None or not (request.paytable or request.lines) else None
        return tuple(odds(replace(request, terms=given, stake=stake), use_cache=use_cache))
    found: dict[str, WagerOdds] = {}
    for wager in (MAIN, *side_wagers(terms)):
        held = terms.wager(limits_of(book(terms.game), wager))
        assert held is not None, "a wager that is offered has its limits"
        amount = stake if wager == MAIN else lawful_stake(held, stake)
        wanted = replace(request, terms=terms, wager=wager, stake=amount)
        found[wager] = odds(wanted, use_cache=use_cache)[-1]  # of a wager on the whole table that of a full one
    return tuple(found.values())


def _any_stake(terms: Terms) -> Terms:
    """The same terms without limits on what may be wagered, where the rulebook does not fix it."""
    fixed = {w.family for w in book(terms.game).wagers if w.amounts or w.later}
    return replace(terms, wagers=tuple(w if w.id in fixed else _open(w) for w in terms.wagers))


def _open(wager: WagerTerms) -> WagerTerms:
    return replace(wager, minimum=1, maximum=MOST, increment=1)


def _sharing(terms: Terms) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The side wagers that share a payout limit with the main game and are counted with it, and why others are not."""
    rules, main = rules_for(terms), main_wagers(book(terms.game))
    covered = {name for limit in terms.limits if main & {*limit.wagers} for name in limit.wagers}
    some = [name for name in side_wagers(terms) if name in covered]
    why = {name: why_alone(rules, name) for name in some}
    return tuple(n for n in some if not why[n]), tuple(dict.fromkeys(said for said in why.values() if said))


def _together(terms: Terms, stake: int, sides: tuple[str, ...]) -> Joint:
    amounts = {}
    for name in sides:
        held = terms.wager(book(terms.game).wager(name).family)
        assert held is not None, "a wager that is offered has its limits"
        amounts[name] = lawful_stake(held, stake)
    return joint(terms, stake, amounts)


# --- as data --------------------------------------------------------------------------------------------------------


def edge_together(found: Joint) -> Fraction:
    """What the house wins of the base, all wagers together."""
    return -found.figures.ev


def as_json(found: StakeSweep) -> list[dict[str, Any]]:
    """As `pitboss odds --stakes … --json` prints it; amounts in dollars, edges in units of the base."""
    return [_point(point) for point in found.points]


def _point(point: StakeFigures) -> dict[str, Any]:
    made: dict[str, Any] = {
        "stake": point.stake / 100,
        "wagers": [
            {
                "wager": row.wager,
                "paytable": row.paytable,
                "stake": row.stake / 100,
                "house_edge": float(row.house_edge),
                "exact": exactly(row.house_edge),
                "standard_deviation": root(row.figures.variance),
            }
            for row in point.rows
        ],
    }
    if (both := point.together) is not None:
        made["together"] = {
            "base": both.base / 100,
            "sides": {name: cents / 100 for name, cents in both.sides.items()},
            "house_edge": float(edge_together(both)),
            "exact": exactly(edge_together(both)),
            "standard_deviation": root(both.figures.variance),
            "element_of_risk": float(both.figures.element_of_risk),
            "cut": float(both.cut),
            "exact_cut": exactly(both.cut),
            "taken_by_the_limit": float(both.taken),
        }
    return made


def stake_rows(found: StakeSweep) -> list[FrameRow]:
    """One row for each stake and wager, and one for all wagers of a hand together, amounts in dollars."""
    rows: list[FrameRow] = []
    for point in found.points:
        named: FrameRow = {"game": found.terms.game, "stake": point.stake / 100}
        rows += [
            {
                **named,
                "wager": row.wager,
                "paytable": row.paytable,
                "bet": row.stake / 100,
                "house_edge": float(row.house_edge),
                "house_edge_exact": row.house_edge,
                "standard_deviation": root(row.figures.variance),
                "cut": None,
                "cut_exact": None,
                "taken_by_the_limit": None,
            }
            for row in point.rows
        ]
        if (both := point.together) is not None:
            rows.append(
                {
                    **named,
                    "wager": TOGETHER,
                    "paytable": None,
                    "bet": None,
                    "house_edge": float(edge_together(both)),
                    "house_edge_exact": edge_together(both),
                    "standard_deviation": root(both.figures.variance),
                    "cut": float(both.cut),
                    "cut_exact": both.cut,
                    "taken_by_the_limit": float(both.taken),
                }
            )
    return rows
