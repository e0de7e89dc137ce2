"""What a policy's score is held against: the best play, strategies that the game brings, and choosing by chance. All of
them exactly, over all deals and not in a sample."""

from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pitboss.lab.regret.paths import paths_of
from pitboss.lab.regret.rounds import SpotPolicy, best
from pitboss.lab.regret.table import DecisionTable
from pitboss.lab.strategies.api import cost, judged_game
from pitboss.lab.strategies.judged import JudgedGame
from pitboss.lab.strategies.shipped import shipped, text_of
from pitboss.lab.strategies.spots import Ruled
from pitboss.odds.figures import figures, in_whole_units
from pitboss.odds.request import MAIN, Request, RowAsked, asked
from pitboss.play.sources import seeded_stream
from pitboss.table.rules import Rules

OPTIMAL, RANDOM, LEAST = "optimal", "random", "least"


class ReferenceRow(Struct, frozen=True):
    """One line to hold a score against."""

    name: str
    regret: Fraction
    """A round, on average over all deals, in units of the base wager."""
    how: str


def built_in(name: str, seed: object) -> SpotPolicy | None:
    """A policy that has a name of its own; None for any other name."""
    if name == OPTIMAL:
        return best
    if name == LEAST:
        return lambda spot: min(spot.advice.alternatives, key=lambda each: each.more).choice
    return by_chance(seed) if name == RANDOM else None


def by_chance(seed: object) -> SpotPolicy:
    """Every choice equally often."""
    read = seeded_stream(f"pitboss benchmark\n{seed}")
    return lambda spot: spot.choices[int.from_bytes(read(8), "big") % len(spot.choices)]


def references(rules: Rules, progress: Callable[[float], None] = lambda done: None) -> list[ReferenceRow]:
    """The lines of one game, the best first."""
    table = DecisionTable(rules)
    row = replace(asked(Request(game=rules.game.id, wager=MAIN, terms=rules.terms))[0], stake=table.stake)
    finer, stake = in_whole_units(row.rules, row.stake, MAIN)
    known = judged_game(finer, stake, meters=row.readings)
    names = shipped(rules.game.id)
    found = [ReferenceRow(OPTIMAL, Fraction(0), "the best play")]
    for number, name in enumerate(names):
        progress(number / (len(names) + 1))
        text, where = text_of(rules.game.id, name)
        made = cost(row, text, where=where, game=known)
        found.append(ReferenceRow(name, made.cost, f"strategy that the game brings: {made.title}"))
    progress(len(names) / (len(names) + 1))
    found.append(ReferenceRow(RANDOM, random_regret(table, row, known), "every choice equally often"))
    return sorted(found, key=lambda each: (each.regret, each.name != OPTIMAL))


def random_regret(table: DecisionTable, row: RowAsked, known: JudgedGame) -> Fraction:
    """What choosing by chance gives away, exactly. Chance does not look at the cards, so its result is the mean over
    all ways to answer, each held to whatever is dealt."""
    worth = Fraction(0)
    best_play = Fraction(0)
    for probability, path in _ways(table):
        judged = known.judge(_always(known, path))
        finer, stake = in_whole_units(row.rules, row.stake, MAIN)
        worth += probability * figures(finer, judged.tally, stake, row.readings).ev
        best_play = judged.best
    return best_play - worth


def _ways(table: DecisionTable) -> Iterator[tuple[Fraction, dict[str, str]]]:
    """Every way to answer: how often chance takes it, and what is chosen at each decision."""
    paths = paths_of(table, table.rules.deck.cards)

    def walk(node: int, so_far: Fraction, chosen: dict[str, str]) -> Iterator[tuple[Fraction, dict[str, str]]]:
        if node < 0:
            yield so_far, chosen
            return
        here = paths.nodes[node]
        for choice, then in zip(here.choices, here.then, strict=True):
            yield from walk(then, so_far / len(here.choices), chosen | {here.step: choice})

    return walk(0, Fraction(1), {})


def _always(known: JudgedGame, chosen: dict[str, str]) -> dict[str, Ruled]:
    """The same answers whatever the cards are; any where nobody is asked."""
    return {
        each.step.name: Ruled(
            np.zeros(each.shape, np.uint8),
            (max(0, each.choice(chosen.get(each.step.name, ""))),),
        )
        for each in known.decisions
    }
