"""Charts of what the library hands out, made with Altair (extra `notebooks`). Each is an ordinary `altair.Chart`, to be
changed, put beside another one, or saved."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pitboss.frames.arrow import require
from pitboss.games import usual
from pitboss.odds.advice import Advice
from pitboss.odds.bands import bands
from pitboss.odds.result import WagerOdds
from pitboss.rulebook.book import book
from pitboss.wording.choices import label_at
from pitboss.wording.things import hand

if TYPE_CHECKING:
    import altair

WIDTH, HEIGHT = 480, 260
EVERY = (10, 30, 100, 300, 1_000, 3_000, 10_000)
"""Numbers of rounds that a chart of bands has."""


def _altair() -> Any:
    require("altair", "a chart", "notebooks")
    import altair

    return altair


def _data(rows: Sequence[dict[str, Any]]) -> Any:
    return _altair().Data(values=list(rows))


def distribution_chart(row: WagerOdds) -> "altair.Chart":
    """How likely each result of a wager is. The chances are drawn on a logarithmic scale, so that the rare payments
    show."""
    alt = _altair()
    rows = [{"net": f"{float(net):+g}", "chance": float(share)} for net, share in row.figures.distribution]
    order, least = [each["net"] for each in rows], float(min(share for _, share in row.figures.distribution)) / 2
    chart: altair.Chart = (
        alt.Chart(_data(rows), title=f"{row.title}: results in units of the base", width=WIDTH, height=HEIGHT)
        .mark_bar()
        .encode(
            x=alt.X("net:N", sort=order, title="net result"),
            y=alt.Y("chance:Q", scale=alt.Scale(type="log", domain=[least, 1]), title="chance"),
            y2=alt.datum(least),
            tooltip=["net:N", alt.Tooltip("chance:Q", format=".3e")],
        )
    )
    return chart


def paytable_chart(row: WagerOdds) -> "altair.Chart":
    """What each line of the paytable gives back, in units of the base for each unit wagered."""
    alt, the_book = _altair(), book(row.game)
    rows = [{"hand": hand(the_book, line.hand), "worth": float(line.value)} for line in row.lines]
    order = [each["hand"] for each in rows]
    chart: altair.Chart = (
        alt.Chart(_data(rows), title=f"{row.title}: what each line is worth", width=WIDTH)
        .mark_bar()
        .encode(x=alt.X("worth:Q"), y=alt.Y("hand:N", sort=order, title=None), tooltip=["hand:N", "worth:Q"])
    )
    return chart


def choices_chart(advice: Advice) -> "altair.Chart":
    """What each choice is worth, the best one in full colour."""
    alt, rules = _altair(), usual(advice.game)
    best = advice.best.value
    rows = [
        {"choice": label_at(rules, advice.step, each.choice), "worth": float(each.value), "best": each.value == best}
        for each in advice.alternatives
    ]
    chart: altair.Chart = (
        alt.Chart(_data(rows), title="What each choice is worth, in units of the base", width=WIDTH)
        .mark_bar()
        .encode(
            x=alt.X("worth:Q"),
            y=alt.Y("choice:N", sort="-x", title=None),
            opacity=alt.Opacity("best:N", legend=None, scale=alt.Scale(domain=[False, True], range=[0.45, 1.0])),
            tooltip=["choice:N", alt.Tooltip("worth:Q", format="+.6f")],
        )
    )
    return chart


def bands_chart(row: WagerOdds, rounds: Sequence[int] = EVERY) -> "altair.LayerChart":
    """Within which bounds the result of a round lies, averaged over so many of them: the bands that hold 50, 95 and 99
    of a hundred players, and the mean."""
    alt = _altair()
    rows = [
        {"rounds": many, "low": float(band.low / many), "high": float(band.high / many), "of 100": band.level}
        for many in rounds
        for band in bands(row.figures, many).bands
    ]
    area = (
        alt.Chart(_data(rows), title=f"{row.title}: the average result of a round", width=WIDTH, height=HEIGHT)
        .mark_area(opacity=0.3)
        .encode(
            x=alt.X("rounds:Q", scale=alt.Scale(type="log")),
            y=alt.Y("low:Q", title="units of the base"),
            y2="high:Q",
            color=alt.Color("of 100:O", title="players of 100"),
        )
    )
    mean = alt.Chart(_data([{"mean": float(row.ev)}])).mark_rule(strokeDash=[4, 3]).encode(y="mean:Q")
    chart: altair.LayerChart = area + mean
    return chart
