"""A comparison of submissions as a table for other programs: one row for each submission and wager."""

from pitboss.frames.cells import FrameRow
from pitboss.odds.result import root
from pitboss.paper.compare import Comparison, hourly, swing

CENTS = 100


def comparison_rows(found: Comparison) -> list[FrameRow]:
    """What the screen says, in numbers; money is in dollars. A wager on the whole table has the figures of a full
    one."""
    rows: list[FrameRow] = []
    for column in found.columns:
        for wager in dict.fromkeys(row.wager for row in column.rows):
            row = column.row(wager)
            assert row is not None, "the wager comes from these rows"
            rows.append(
                {
                    "number": column.number,
                    "submission": column.name,
                    "table": column.terms.table,
                    "version": column.terms.version,
                    "wager": row.wager,
                    "paytable": row.paytable,
                    "bet": row.stake / CENTS,
                    "house_edge": float(row.house_edge),
                    "house_edge_exact": row.house_edge,
                    "element_of_risk": float(row.figures.element_of_risk),
                    "standard_deviation": root(row.figures.variance),
                    "win": float(row.figures.hit_frequency),
                    "theoretical_win_per_hour": float(hourly(found, column, row)) / CENTS,
                    "deviation_per_hour": float(swing(found, row)) / CENTS,
                }
            )
    return rows
