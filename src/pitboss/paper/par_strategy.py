"""The best play on a PAR sheet: in words where words can say it, as a chart, and where neither names every hand, how to
ask for one."""

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Any

from msgspec import Struct

from pitboss.cards.deck import RANKS, Card
from pitboss.odds.api import best_play
from pitboss.odds.charts import bears_words
from pitboss.odds.charts_board import Start, chart
from pitboss.odds.counting import counter
from pitboss.paper import par_words as w
from pitboss.paper.par_chart import WIDE
from pitboss.rulebook import folders
from pitboss.table.rules import Rules

ITEM = "- "
"""Begins a line of a list in the words of a strategy."""


class StrategySpot(Struct, frozen=True):
    """A decision that no sentence and no line of the chart settles; a folder names one as `[decision]` among its
    examples, cards and board written with spaces between the cards."""

    cards: tuple[Card, ...]
    board: tuple[Card, ...]


SORTS = (
    "For the flop and the river the chart names sorts of hands and in which part of the hands of each sort raising or "
    "playing is the best choice. Which of them these are depends on all cards that lie open; no short rule says it "
    "exactly. A command like this one answers it exactly for any cards:"
)
FROM_ACE_DOWN = RANKS[::-1]


def strategy(rules: Rules, charts: list[str], name: str) -> dict[str, Any]:
    """The words, the pieces of the chart with the words that stand for each and their width in millimetres, and one
    decision worked out; `name` is how a command names the submission. Words that stand in the chart itself are not said
    twice."""
    said = f"The best play of {rules.book.title}, worked out exactly"
    words = counter(rules).rules_in_words(rules)
    parts = [f", part {n} of {len(charts)}" if len(charts) > 1 else "" for n in range(1, len(charts) + 1)]
    return {
        "words": [] if bears_words(rules) else grouped(words),
        "width": WIDE,
        "pieces": [{"file": f"/{file}", "alt": said + part} for file, part in zip(charts, parts, strict=True)],
        "spot": _worked(rules, spot, name) if (spot := _spot(rules)) else None,
    }


def grouped(lines: Iterable[str]) -> list[list[dict[str, Any]]]:
    """The lines of a strategy, one group for each decision: it ends with a sentence that opens no list."""
    groups: list[list[dict[str, Any]]] = [[]]
    for line in lines:
        item = line.startswith(ITEM)
        groups[-1].append({"item": item, "words": line.removeprefix(ITEM)})
        if not item and not line.endswith(":"):
            groups.append([])
    return [group for group in groups if group]


def _spot(rules: Rules) -> StrategySpot | None:
    written = folders.data(rules.terms.game, "examples.toml").get("decision")
    return written and StrategySpot(tuple(written["cards"].split()), tuple(written["board"].split()))


def _worked(rules: Rules, spot: StrategySpot, name: str) -> dict[str, Any]:
    found = best_play(rules, spot.cards, spot.board)
    told = [f"{_choice(a.choice)} {w.signed(a.value)}" for a in found.alternatives]
    return {
        "before": before_flop(chart(rules).starts),
        "said": SORTS,
        "command": f'pitboss strategy {name} --cards "{" ".join(spot.cards)}" --board "{" ".join(spot.board)}"',
        "answer": f"It answers: {', '.join(told)}, in units of {w.the(w.wager_title(rules.book, found.base))}; best: "
        f"{_choice(found.best.choice)}.",
    }


def before_flop(starts: Iterable[Start]) -> str:
    """Which starting hands the best play raises, and how much, in one sentence."""
    raised: dict[int, list[str]] = {}
    for start in starts:
        if start.times:
            raised.setdefault(start.times, []).append(start.hand)
    said = [f"raise {times}× with {_shortly(hands)}" for times, hands in sorted(raised.items(), reverse=True)]
    return (
        f"Before the flop {'; '.join(said)}; check the others. A plus stands for every higher pair or second card; s: "
        "both cards of one suit, o: of two suits."
    )


def _shortly(hands: Sequence[str]) -> str:
    """Hands such as `33+, A2s+, K5o+`: all from the one named up to the highest of its kind. One that does not reach up
    without a gap stands by itself."""
    held, made = set(hands), []
    pairs = [rank * 2 for rank in FROM_ACE_DOWN]
    others = [
        [f"{high}{low}{sort}" for low in FROM_ACE_DOWN[place + 1 :]]
        for place, high in enumerate(FROM_ACE_DOWN)
        for sort in "so"
    ]
    for ladder in (pairs, *others):
        reached = list(takewhile(held.__contains__, ladder))
        made += [reached[-1] + "+" * (len(reached) > 1)] if reached else []
        made += [hand for hand in ladder[len(reached) :] if hand in held]
    return ", ".join(made)


def _choice(name: str) -> str:
    return name.replace("_", " ")
