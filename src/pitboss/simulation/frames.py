"""What a simulation found, as tables for other programs."""

from collections.abc import Callable, Sequence

from pitboss.frames.cells import FrameRow
from pitboss.simulation.report import SimulatedWager


def simulated_rows(rows: Sequence[SimulatedWager]) -> list[FrameRow]:
    """One row for each wager."""
    return [
        {
            "wager": row.wager,
            "paytable": row.paytable,
            "base": row.base,
            "rounds": row.rounds,
            "seats": row.seats,
            "stake": row.stake / 100,
            "mean": float(row.mean),
            "mean_exact": row.mean,
            "standard_error": row.standard_error,
            "exact": None if row.exact is None else float(row.exact),
            "exact_fraction": row.exact,
            "z": row.z,
            "chi_square": None if row.chi_square is None else row.chi_square.statistic,
            "degrees": None if row.chi_square is None else row.chi_square.degrees,
            "p_value": None if row.chi_square is None else row.chi_square.p_value,
        }
        for row in rows
    ]


def hit_rows(rows: Sequence[SimulatedWager]) -> list[FrameRow]:
    """One row for each line of each wager's paytable: how often it was hit."""
    return [
        {"wager": row.wager, "paytable": row.paytable, "hand": x.hand, "count": x.count, "expected": x.expected}
        for row in rows
        for x in row.lines
    ]


def result_rows(rows: Sequence[SimulatedWager]) -> list[FrameRow]:
    """One row for each net result of each wager: how often it came."""
    return [
        {"wager": row.wager, "paytable": row.paytable, "net": float(net), "net_exact": net, "count": count}
        for row in rows
        for net, count in row.distribution
    ]


SIMULATION_TABLES: dict[str, Callable[[Sequence[SimulatedWager]], list[FrameRow]]] = {
    "figures": simulated_rows,
    "lines": hit_rows,
    "distribution": result_rows,
}
