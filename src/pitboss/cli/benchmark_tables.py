"""The scores of a policy as a table on the screen, as JSON and for other programs."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pitboss.cli.screen import plain
from pitboss.frames.cells import FrameRow
from pitboss.lab.benchmark.references import ReferenceRow
from pitboss.lab.benchmark.scores import BenchmarkScore, PolicyFault
from pitboss.lab.benchmark.telling import cards_told
from pitboss.odds.request import base_of
from pitboss.rulebook.book import book
from pitboss.rulebook.words import MAIN

if TYPE_CHECKING:
    from rich.console import Console

Beside = Mapping[str, Sequence[ReferenceRow]]
NOTE = (
    "Regret is what the choices gave away a round, in units of the base wager: exact at every spot, ± one standard "
    "error for the chance of the deals. The best play has 0."
)
UNKNOWN = "—"
"""For a standard error that one round does not tell."""
EXACT = "Rows with 'exact' are over all deals."


def printed(console: "Console", policy: str, found: Sequence[BenchmarkScore], beside: Beside) -> None:
    from rich import box
    from rich.table import Table

    console.print(plain(policy), style="bold underline")
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("game")
    table.add_column("policy")
    for name in ("regret", "±", "spots", "rounds", "no choice"):
        table.add_column(name, justify="right", no_wrap=True)
    for each in found:
        error = UNKNOWN if each.standard_error is None else f"{each.standard_error:.5f}"
        faults = f"{each.faults:,}" if each.faults else ""
        numbers = (f"{float(each.regret):.5f}", error, f"{each.spots:,}", f"{each.rounds:,}", faults)
        table.add_row(book(each.game).title, "this policy", *numbers, style="bold")
        for row in beside.get(each.game, ()):
            table.add_row("", row.name, f"{float(row.regret):.5f}", "exact", "", "", "", style="dim")
    console.print(table)
    console.print()
    for each in found:
        if each.worst is not None:
            bad = each.worst
            lying = cards_told(bad.cards, bad.board, bad.dealer)
            console.print(
                f"{book(each.game).title}, the dearest choice: {bad.choice} at '{bad.step}' with {lying} cost "
                f"{float(bad.cost):.4f}; {bad.best} is best.",
                style="dim",
            )
    console.print(" ".join([NOTE, EXACT] if beside else [NOTE]), style="dim")


def as_json(
    policy: str, seed: str, found: Sequence[BenchmarkScore], beside: Beside, stopped: PolicyFault | None
) -> dict[str, Any]:
    """Exact figures as text, rounded ones beside them."""
    return {
        "policy": policy,
        "seed": seed,
        "games": [_plain(each, beside.get(each.game)) for each in found],
        "stopped": None if stopped is None else {"game": stopped.game} | _fault(stopped),
    }


def _plain(each: BenchmarkScore, lines: Sequence[ReferenceRow] | None) -> dict[str, Any]:
    made = {
        "game": each.game,
        "unit": base_of(each.game, MAIN),
        "rounds": each.rounds,
        "spots": each.spots,
        **_both("regret", each.regret),
        "standard_error": each.standard_error,
        **_both("net", each.net),
        "net_standard_error": each.net_error,
        "decisions": [
            {"step": step, "spots": spots, **_both("cost", cost)} for step, (spots, cost) in each.by_step.items()
        ],
        "worst": None,
        "faults": each.faults,
        "first_fault": None if each.first_fault is None else _fault(each.first_fault),
    }
    if (bad := each.worst) is not None:
        made["worst"] = _spot(bad) | {"choice": bad.choice, "best": bad.best, **_both("cost", bad.cost)}
    if lines is not None:
        made["references"] = [{"name": row.name, **_both("regret", row.regret), "how": row.how} for row in lines]
    return made


def _fault(fault: PolicyFault) -> dict[str, Any]:
    return _spot(fault) | {"said": fault.said}


def _spot(at: Any) -> dict[str, Any]:
    return {name: getattr(at, name) for name in ("round", "step", "cards", "board", "dealer")}


def _both(name: str, value: Fraction) -> dict[str, Any]:
    return {name: float(value), f"{name}_exact": str(value)}


def rows(policy: str, found: Sequence[BenchmarkScore], beside: Beside) -> list[FrameRow]:
    """A row for each game, then one for each line beside it."""
    made: list[FrameRow] = []
    for each in found:
        made.append(
            {
                "game": each.game,
                "policy": policy,
                "regret": float(each.regret),
                "regret_exact": each.regret,
                "standard_error": each.standard_error,
                "rounds": each.rounds,
                "spots": each.spots,
                "faults": each.faults,
            }
        )
        for row in beside.get(each.game, ()):
            made.append(
                {"game": each.game, "policy": row.name, "regret": float(row.regret), "regret_exact": row.regret}
            )
    return made
