"""Rounds of one player, many at a time: their cards, and what each would bring by every way of answering. The kernels
of the simulation deal them and say what the hands are; every ending is settled by the table's own rules, once."""

from collections.abc import Iterator

import numpy as np
from msgspec.structs import replace

from pitboss.cards.deck import Card
from pitboss.lab.regret.paths import PathEnding, RoundPaths, paths_of, seen_draws
from pitboss.lab.regret.table import BadDecision, DecisionTable
from pitboss.odds.counting import why_not
from pitboss.odds.kernels import deals as kernels
from pitboss.odds.tables import Array
from pitboss.odds.tally import Ending, EndingPart
from pitboss.rulebook.terms import MICRO
from pitboss.simulation.blocks import Hit
from pitboss.simulation.engine import net_of_all
from pitboss.simulation.meters import endings
from pitboss.simulation.setting import Fast, Setting, cards_of, deck_of, fast, places
from pitboss.table.state import FOLDED

ANY_SEED = "paths"
"""The round with which the ways of answering are asked for."""


class NoBulk(BadDecision):
    """A game, or a wager, that no kernel plays; the message says why."""


class BulkRounds:
    """The rounds of a table at which one player sits. Round n of a seed is always the same."""

    def __init__(self, table: DecisionTable) -> None:
        if why := why_not(table.rules) or _why_not_here(table):
            raise NoBulk(why)
        self.table, self.rules = table, table.rules
        self.setting = Setting(table.rules, 1, "timid", ANY_SEED, table.stake)
        self.places = places(table.rules, 1)
        self._deck, self._names = deck_of(table.rules)
        try:
            self._fast: Fast = fast(self.setting)
        except ValueError as error:
            raise NoBulk(str(error)) from None
        self.paths: RoundPaths = paths_of(table, cards_of(self.setting, 0, 1)[0])
        if not self.paths.nodes:
            raise NoBulk(f"{table.rules.book.title} leaves the player nothing to decide")
        self._stakes = table.wagered(1)
        columns = [column.wager for column in self._fast.columns]
        self._sides = [k for k, wager in enumerate(columns) if k and wager in self._stakes]
        self._blocks = _blocks(table, self._fast.columns[0].endings, self.paths.endings)
        self._outcomes = len(self._fast.columns[0].endings) // self._blocks[1]
        self._known = np.zeros(0, dtype=np.int64)
        self.nets: Array = np.zeros((0, len(self.paths.endings)), dtype=np.int64)
        """[what the cards make, ending]: what the round brings, in cents. Grows as rounds are dealt."""
        self._check()

    def _check(self) -> None:
        """The engine and the kernel must agree on the round with which the ways were asked for."""
        _, made = self.deal(self.setting, 0, 1)
        if self.nets[made[0]].tolist() != [ending.net for ending in self.paths.endings]:
            raise NoBulk(f"{self.rules.book.title}: the kernel settles otherwise than the table with these wagers")

    def deal(self, seeded: Setting, first: int, count: int) -> tuple[Array, Array]:
        """The rounds from `first` on: [round, draw] the cards, as `deck_of` numbers them, and for each round its row in
        `nets`."""
        found = np.zeros((count, self.places.needed), dtype=np.int64)
        kernels.deals(np.int64(first), *seeded.key, self._deck, np.int64(self.places.needed), found)
        cells = np.zeros((count, 1, len(self._fast.columns)), dtype=np.uint16)
        self._fast.run(first, cells, seeded.key)
        return found.astype(np.uint8), self._rows(cells[:, 0, :].astype(np.int64))

    def _rows(self, cells: Array) -> Array:
        """What the cards make, as a row of `nets`; new ones are settled."""
        codes = cells[:, 0] % self._outcomes
        for k in self._sides:
            codes = codes * len(self._fast.columns[k].endings) + cells[:, k]
        new = np.setdiff1d(codes, self._known)
        if len(new):
            settled = np.array([self._settled(code) for code in new.tolist()], dtype=np.int64)
            known = np.concatenate([self._known, new])
            order = np.argsort(known)
            self._known, self.nets = known[order], np.concatenate([self.nets, settled])[order]
        return np.searchsorted(self._known, codes).astype(np.int32)

    def _settled(self, code: int) -> list[int]:
        """[ending]: what it brings in cents."""
        cells = {}
        for k in reversed(self._sides):
            code, cells[k] = divmod(code, len(self._fast.columns[k].endings))
        main, stake = self._fast.columns[0].endings, self.table.stake
        sides = [part for k in self._sides for part in self._side(k, cells[k])]
        readings = self._readings()
        return [
            net_of_all(
                self.rules,
                [*((part, stake * part.times) for part in main[block * self._outcomes + code]), *sides],
                readings,
            )
            for block in self._blocks[0]
        ]

    def _side(self, k: int, cell: int) -> Iterator[tuple[EndingPart, int]]:
        column = self._fast.columns[k]
        metered = column.wager == self.rules.metered
        ending = endings(self.rules, column, Hit(0, (cell,)))[0] if metered else column.endings[cell]
        for part in ending:
            yield part, self._stakes[column.wager] * part.times

    def _readings(self) -> dict[str, int]:
        """The meters as they stand when the round is settled."""
        amount = self._stakes.get(self.rules.metered or "", 0)
        return {meter.name: meter.initial * MICRO + amount * meter.rate for meter in self.rules.terms.meters}

    def cards(self, seeded: Setting, number: int) -> tuple[Card, ...]:
        """The cards of one round in the order in which they leave the deck."""
        return cards_of(seeded, number, 1)[0]

    def seeded(self, seed: object) -> Setting:
        """The same setting with another seed."""
        return replace(self.setting, seed=str(seed))

    def draws(self, node: int) -> dict[str, list[int]]:
        """Which draws the player sees at this decision."""
        return seen_draws(self.places, self.paths.nodes[node])

    def named(self, draws: Array) -> tuple[Card, ...]:
        """Cards by their numbers."""
        return tuple(self._names[card] for card in draws.tolist())


def _why_not_here(table: DecisionTable) -> str:
    """Why this table is not played in bulk, as far as the wagers and the seats say; nothing where it is."""
    rules = table.rules
    if table.seats != 1:
        return f"rounds are dealt in bulk for one player alone, and {table.seats} sit here"
    for wager in rules.wagers:
        folded = wager.folded
        if folded and wager.id in table.wagered(1) and rules.terms.readings.get(folded.option) == folded.none:
            return f"with {folded.option} = {folded.none} a {wager.title} wager hangs on who folds"
    return ""


def _blocks(table: DecisionTable, main: tuple[Ending, ...], paths: tuple[PathEnding, ...]) -> tuple[list[int], int]:
    """For each way to answer, which block of the kernel's endings it is: the wagers then lie alike. And how many blocks
    there are; each has the same outcomes of the cards in the same order."""
    rules = table.rules
    ids = {wager.id for wager in rules.wagers if wager.compulsory or wager.later}
    signs = [
        (frozenset((part.wager, part.times) for part in ending), any(part.cell[:1] == (FOLDED,) for part in ending))
        for ending in main
    ]
    starts = [n for n, sign in enumerate(signs) if n == 0 or sign != signs[n - 1]]
    if len({b - a for a, b in zip(starts, [*starts[1:], len(signs)], strict=True)}) != 1:
        raise NoBulk(f"{rules.book.title}: the endings of its kernel are not laid out choice by choice")
    number = {signs[start]: block for block, start in enumerate(starts)}
    found = []
    for path in paths:
        times = frozenset((wager, cents // table.stake) for wager, cents in path.wagers.items() if wager in ids)
        if any(cents % table.stake for wager, cents in path.wagers.items() if wager in ids) or (
            (times, path.folded) not in number
        ):
            raise NoBulk(f"{rules.book.title} is dealt in bulk with main wagers that are all equal to begin with")
        found.append(number[times, path.folded])
    return found, len(starts)
