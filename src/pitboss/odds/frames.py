"""The odds as tables for other programs: the figures of every wager, the lines of its paytable, the distribution of its
results, and what many rounds bring. Exact values are text; a rounded number stands beside each."""

from collections.abc import Callable, Sequence
from itertools import accumulate

from pitboss.frames.cells import FrameRow, Value
from pitboss.odds.advice import Advice
from pitboss.odds.bands import bands, outcomes
from pitboss.odds.result import WagerOdds, root
from pitboss.rulebook.pays import words

MANY = "bands"


def _named(row: WagerOdds) -> dict[str, Value]:
    return {"game": row.game, "wager": row.wager, "paytable": row.paytable, "players": row.players}


def figure_rows(rows: Sequence[WagerOdds]) -> list[FrameRow]:
    """One row for each wager and paytable."""
    found: list[FrameRow] = []
    for row in rows:
        figures = row.figures
        won, same, lost = outcomes(figures)
        found.append(
            {
                **_named(row),
                "base": row.base,
                "stake": row.stake / 100,
                "house_edge": float(row.house_edge),
                "house_edge_exact": row.house_edge,
                "element_of_risk": float(figures.element_of_risk),
                "element_of_risk_exact": figures.element_of_risk,
                "average_at_risk": float(figures.at_risk),
                "average_at_risk_exact": figures.at_risk,
                "standard_deviation": root(figures.variance),
                "variance_exact": figures.variance,
                "win": float(won),
                "win_exact": won,
                "push": float(same),
                "push_exact": same,
                "lose": float(lost),
                "lose_exact": lost,
                "deals": row.deals,
                "method": row.method,
            }
        )
    return found


def line_rows(rows: Sequence[WagerOdds]) -> list[FrameRow]:
    """One row for each line of each table."""
    return [
        {
            **_named(row),
            "part": part.wager,
            "hand": line.hand,
            "pays": words(line.pay),
            "clause": line.clause,
            "probability": float(line.probability),
            "probability_exact": line.probability,
            "value": float(line.value),
            "value_exact": line.value,
        }
        for row in rows
        for part in row.figures.parts
        for line in part.lines
    ]


def distribution_rows(rows: Sequence[WagerOdds]) -> list[FrameRow]:
    """One row for each net result, the worst first; none are put together."""
    found: list[FrameRow] = []
    for row in rows:
        points = row.figures.distribution
        totals = accumulate(probability for _, probability in points)
        for (net, probability), total in zip(points, totals, strict=True):
            found.append(
                {
                    **_named(row),
                    "net": float(net),
                    "net_exact": net,
                    "result": result_word(net > 0, net < 0),
                    "probability": float(probability),
                    "probability_exact": probability,
                    "at_most": float(total),
                    "at_most_exact": total,
                }
            )
    return found


def result_word(won: bool, lost: bool) -> str:
    """win, push or lose."""
    return "win" if won else "lose" if lost else "push"


def band_rows(rows: Sequence[WagerOdds], rounds: Sequence[int]) -> list[FrameRow]:
    """One row for each wager, number of rounds and level."""
    return [
        {
            **_named(row),
            "rounds": many.rounds,
            "level": band.level,
            "low": float(band.low),
            "high": float(band.high),
            "mean": float(many.mean),
            "standard_deviation": many.sd,
            "ahead": many.ahead,
            "even": many.even,
            "behind": many.behind,
            "method": many.method,
        }
        for row in rows
        for many in (bands(row.figures, number) for number in rounds)
        for band in many.bands
    ]


def choice_rows(advice: Advice) -> list[FrameRow]:
    """One row for each choice at a decision."""
    return [
        {
            "game": advice.game,
            "step": advice.step,
            "cards": " ".join(advice.cards),
            "board": " ".join(advice.board),
            "dealer": " ".join(advice.dealer),
            "choice": choice.choice,
            "best": choice.choice == advice.best.choice,
            "value": float(choice.value),
            "value_exact": choice.value,
            "cost": float(advice.cost(choice.choice)),
            "cost_exact": advice.cost(choice.choice),
        }
        for choice in advice.alternatives
    ]


ODDS_TABLES: dict[str, Callable[[Sequence[WagerOdds]], list[FrameRow]]] = {
    "figures": figure_rows,
    "lines": line_rows,
    "distribution": distribution_rows,
}
"""The tables that every row has; those of many rounds want to know how many."""
