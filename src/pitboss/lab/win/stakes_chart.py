"""The house edge against the stake, as a drawing."""

from itertools import pairwise
from math import log

from pitboss.lab.win.stakes import StakeSweep, edge_together
from pitboss.odds.charts_svg import Drawing
from pitboss.rulebook.book import book
from pitboss.rulebook.pays import dollars
from pitboss.rulebook.words import wager_title

WIDTH, LEFT, RIGHT, TOP, HIGH = 1000, 110.0, 250.0, 150.0, 380.0
DASHES = ("", "10 5", "3 4", "12 4 3 4", "1 5", "16 6")
TICKS = 5


def series(found: StakeSweep) -> list[tuple[str, list[tuple[int, float]]]]:
    """Each line of the chart: its name, and (stake in cents, house edge) for every point."""
    the_book = book(found.terms.game)
    made: dict[str, list[tuple[int, float]]] = {}
    for point in found.points:
        for row in point.rows:
            table = f", {row.paytable}" if row.paytable and not row.by_hands else ""
            name = f"{'Main game' if row.wager == 'main' else wager_title(the_book, row.wager)}{table}"
            made.setdefault(name, []).append((point.stake, float(row.house_edge)))
        if point.together is not None:
            made.setdefault("All together", []).append((point.stake, float(edge_together(point.together))))
    return list(made.items())


def svg(found: StakeSweep) -> str:
    """The chart: stakes from left to right, each ten times as far as the one before is ten times as high."""
    drawing = Drawing(WIDTH)
    title = f"{book(found.terms.game).title}: house edge by stake"
    drawing.text(LEFT - 70, 52, title, 26, bold=True)
    limits = sorted({limit.cents for limit in found.terms.limits})
    under = f"Payout limit {', '.join(map(dollars, limits))}. " if limits else "No payout limit. "
    drawing.paragraph(LEFT - 70, 84, under + "Edges are in units of the base wager; exact.", 15, WIDTH - 80, "soft")
    lines = series(found)
    stakes = [point.stake for point in found.points]
    low, high = (
        min(0.0, *(y for _, points in lines for _, y in points)),
        max(y for _, points in lines for _, y in points),
    )
    high = high if high > low else low + 0.01
    _frame(drawing, stakes, low, high)
    right = WIDTH - RIGHT
    ends = []
    for number, (name, points) in enumerate(lines):
        places = [(_across(stakes, stake), _up(low, high, y)) for stake, y in points]
        for (x1, y1), (x2, y2) in pairwise(places):
            drawing.line(x1, y1, x2, y2, "axis", wide=2.5, dashes=DASHES[number % len(DASHES)])
        for x, y in places:
            drawing.add(f'<circle class="ink" cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>')
        ends.append((places[-1][1], f"{name} {points[-1][1]:.2%}"))
    below = TOP - 20.0
    for y, words in sorted(ends):
        below = max(y + 5, below + 20)
        drawing.text(right + 14, below, words, drawing.least)
    said = "; ".join(f"{name}: " + ", ".join(f"{dollars(s)} {y:.4%}" for s, y in points) for name, points in lines)
    return drawing.finish(TOP + HIGH + 80, title, said)


def _across(stakes: list[int], stake: int) -> float:
    first, last = log(min(stakes)), log(max(stakes))
    part = (log(stake) - first) / (last - first) if last > first else 0.5
    return LEFT + part * (WIDTH - RIGHT - LEFT)


def _up(low: float, high: float, edge: float) -> float:
    return TOP + HIGH * (1 - (edge - low) / (high - low))


def _frame(drawing: Drawing, stakes: list[int], low: float, high: float) -> None:
    right = WIDTH - RIGHT
    for tick in range(TICKS + 1):
        edge = low + (high - low) * tick / TICKS
        y = _up(low, high, edge)
        drawing.line(LEFT, y, right, y)
        drawing.text(LEFT - 12, y + 5, f"{edge:.2%}", drawing.least, "soft", anchor="end")
    drawing.line(LEFT, _up(low, high, 0.0), right, _up(low, high, 0.0), "axis")
    beyond = -1000.0
    for stake in sorted({*stakes}):
        x = _across(stakes, stake)
        drawing.line(x, TOP + HIGH, x, TOP + HIGH + 6, "axis")
        if x - beyond > 55:
            drawing.text(x, TOP + HIGH + 26, dollars(stake), drawing.least, anchor="middle")
            beyond = x
    drawing.text((LEFT + right) / 2, TOP + HIGH + 54, "stake on each wager", drawing.least, "soft", anchor="middle")
