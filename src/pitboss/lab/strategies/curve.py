"""What strategies cost by the number of their rules, as a picture. The scale is logarithmic: the first rules save
percents, the last ones parts of a hundredth of one."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, floor, log10

from pitboss.lab.strategies.short import ShortStrategy
from pitboss.odds.charts_svg import PLAY, Drawing

WIDTH, HIGH = 900, 560
LEFT, RIGHT, TOP, BOTTOM = 110, 40, 110, 90
LEAST = 1e-6
"""Costs below this, 0 among them, stand on the axis."""


def curve_svg(title: str, found: Sequence[ShortStrategy]) -> str:
    """The picture of strategies of rising length."""
    drawing = Drawing(WIDTH)
    costs = [max(float(each.found.cost), LEAST) for each in found]
    low, high = floor(log10(min(costs))), max(ceil(log10(max(costs))), floor(log10(min(costs))) + 1)

    def x(rules: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (rules + 0.5) / len(found)

    def y(cost: float) -> float:
        return TOP + (HIGH - TOP - BOTTOM) * (high - log10(cost)) / (high - low)

    drawing.text(LEFT - 70, 40, title, 22, bold=True)
    drawing.text(LEFT - 70, 68, "What the best strategy found costs, by its number of rules", 15, "soft")
    for power in range(low, high + 1):
        drawing.line(LEFT, y(10**power), WIDTH - RIGHT, y(10**power))
        drawing.text(LEFT - 12, y(10**power) + 5, f"{10 ** (power + 2):g}%", 14, "soft", anchor="end")
    for number, (before, after) in enumerate(pairwise(costs)):
        drawing.line(x(number), y(before), x(number + 1), y(after), "axis", wide=2)
    for number, (each, cost) in enumerate(zip(found, costs, strict=True)):
        drawing.box(x(number) - 5, y(cost) - 5, 10, 10, round_=5, fill=PLAY[2])
        said = f"{float(each.found.cost):.4%}" if each.found.cost else "0"
        drawing.text(x(number) + 6, y(cost) - 10, said, 13, "halo")
        drawing.text(x(number), HIGH - BOTTOM + 26, str(each.most), 14, anchor="middle")
    drawing.text(
        (LEFT + WIDTH - RIGHT) / 2,
        HIGH - BOTTOM + 52,
        "rules at most, defaults not counted",
        14,
        "soft",
        anchor="middle",
    )
    told = "; ".join(f"{each.most} rules: {float(each.found.cost):.4%}" for each in found)
    return drawing.finish(HIGH, f"{title}: cost by number of rules", told)
