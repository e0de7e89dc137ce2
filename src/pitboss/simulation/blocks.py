"""The work of a simulation in blocks. A block's result depends on its number alone and is made of whole numbers, so any
number of workers, in any order, gives the same sum."""

from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from pitboss.games import rules_for
from pitboss.odds.figures import TooLarge, lines_of, net
from pitboss.odds.kernels import sim_counts
from pitboss.odds.tables import Array
from pitboss.rulebook.pays import MeterShare
from pitboss.rulebook.terms import Terms
from pitboss.rulebook.words import ENVY, MAIN
from pitboss.simulation.setting import CellColumn, Fast, Setting, fast
from pitboss.table.rules import Rules

BLOCK = 1 << 17
"""Rounds in a block."""
MOST_HITS = 100_000
"""So many hits are kept, the first ones, for the history of the meters; of the rest it is known how often they came."""


class Job(Struct, frozen=True):
    """A simulation as it is sent to a worker, and as it is written down to be gone on with."""

    terms: Terms
    seats: int
    strategy: str
    seed: str
    stakes: dict[str, int]
    """Column → the base in cents."""

    @property
    def setting(self) -> Setting:
        return Setting(rules_for(self.terms), self.seats, self.strategy, self.seed, self.stakes[MAIN])


class Hit(Struct, frozen=True, gc=False):
    """A round in which a hand took from a meter or brought an envy bonus: the metered wager's cell of every seat."""

    round: int
    cells: tuple[int, ...]


class BlockSums(Struct):
    """What blocks add up to."""

    rounds: int
    counts: list[list[dict[int, int]]]
    """[seat][column]: cell → how often."""
    totals: list[int]
    """column → sum of results, in cents, meters and envy bonuses apart."""
    squares: list[int]
    """column → sum of the squares of a round's total over all seats."""
    hits: list[Hit]
    """The first, in no order while they are added up."""
    special: dict[str, int]
    """Kind of hit (see `kind_of`) → in how many rounds; all of them."""

    def add(self, other: "BlockSums") -> None:
        self.rounds += other.rounds
        for mine, theirs in zip(self.counts, other.counts, strict=True):
            for cells, more in zip(mine, theirs, strict=True):
                for cell, count in more.items():
                    cells[cell] = cells.get(cell, 0) + count
        self.totals = [a + b for a, b in zip(self.totals, other.totals, strict=True)]
        self.squares = [a + b for a, b in zip(self.squares, other.squares, strict=True)]
        self.hits += other.hits
        for kind, count in other.special.items():
            self.special[kind] = self.special.get(kind, 0) + count
        if len(self.hits) > 2 * MOST_HITS:
            self.in_order()

    def in_order(self) -> None:
        """Hits by their rounds, no more than are kept. Whatever the order in which blocks come, the same are left."""
        self.hits.sort(key=lambda hit: hit.round)
        del self.hits[MOST_HITS:]


def kind_of(hit: Hit, seats: int, alike: list[int]) -> str:
    """What a round with a hit comes to: a seat, another in each round, and the cells of all seats. Cells that are paid
    the same and are not special are put down as one."""
    return " ".join(map(str, (hit.round % seats, *(alike[cell] for cell in hit.cells))))


def cells_of(kind: str) -> tuple[int, tuple[int, ...]]:
    """The seat and the cells of this kind of hit."""
    seat, *cells = map(int, kind.split())
    return seat, tuple(cells)


def nothing(seats: int, columns: int) -> BlockSums:
    """The sum of no blocks."""
    counts: list[list[dict[int, int]]] = [[{} for _ in range(columns)] for _ in range(seats)]
    return BlockSums(0, counts, [0] * columns, [0] * columns, [], {})


class Tools(Struct, frozen=True):
    """All that one process needs for the blocks of a job."""

    fast: Fast
    nets: Array
    """[column, cell]: the result in cents, meters and envy bonuses apart."""
    units: Array
    """column → the largest number of cents of which all its results are multiples; the kernel counts in these."""
    special: Array
    """Cells of the metered wager that a meter pays or an envy bonus looks at."""
    metered: int
    """The metered wager's column, or −1."""
    alike: list[int]
    """Its cell → the first that is paid the same; special cells stand for themselves."""


def tools(job: Job) -> Tools:
    """Compiles, solves and looks up what the blocks need."""
    return _tools(msgspec.json.encode(job))


@lru_cache(maxsize=4)
def _tools(written: bytes) -> Tools:
    job = msgspec.json.decode(written, type=Job)
    setting = job.setting
    made = fast(setting)
    most = max(len(column.endings) for column in made.columns)
    nets = np.zeros((len(made.columns), most), dtype=np.int64)
    names = [column.wager for column in made.columns]
    metered = setting.rules.metered
    place = names.index(metered) if metered in names else -1
    special = np.zeros(most, dtype=np.uint8)
    for k, column in enumerate(made.columns):
        for cell, _ in enumerate(column.endings):
            apart = k == place and _is_special(setting.rules, column, cell)
            if apart:
                special[cell] = 1
            else:
                nets[k, cell] = net(setting.rules, column.endings[cell], job.stakes[column.wager], {})
    units = np.maximum(np.gcd.reduce(nets, axis=1), 1)
    if int((np.abs(nets) // units[:, None]).max()) * job.seats >= 2**31:
        raise TooLarge  # squares of a round's total must fit into 64 bits
    alike = []
    for cell in range(most):
        same = (n for n in range(cell) if not special[n] and nets[place, n] == nets[place, cell])
        alike.append(cell if special[cell] else next(same, cell))
    return Tools(made, nets, units, special, place, alike)


def _is_special(rules: Rules, column: CellColumn, cell: int) -> bool:
    (part,) = column.endings[cell]
    envied = {hand for line in lines_of(rules, ENVY) for hand in line.hands} if rules.terms.envy else set()
    return isinstance(rules.settlement.outcome(part.wager, part.cell).pay, MeterShare) or part.cell[-1] in envied


def work(job: Job, block: int, rounds: int = BLOCK) -> BlockSums:
    """One block; the last one may have fewer rounds."""
    kit = tools(job)
    columns = len(kit.fast.columns)
    cells = np.zeros((rounds, job.seats, columns), dtype=np.uint16)
    first = block * BLOCK
    kit.fast.run(first, cells)
    counts = np.zeros((job.seats, columns, kit.nets.shape[1]), dtype=np.int64)
    sums = np.zeros((columns, 3), dtype=np.int64)
    sim_counts.gather(cells, kit.nets // kit.units[:, None], counts, sums)
    hits: list[Hit] = []
    special: dict[str, int] = {}
    if kit.metered >= 0 and kit.special.any():
        own = cells[:, :, kit.metered]
        listed = np.zeros(rounds + 1, dtype=np.uint32)
        count = sim_counts.list_special(cells, kit.metered, kit.special, listed)
        for n in listed[:count].tolist():
            hits.append(hit := Hit(first + n, tuple(own[n].tolist())))
            kind = kind_of(hit, job.seats, kit.alike)
            special[kind] = special.get(kind, 0) + 1
    return BlockSums(
        rounds=rounds,
        counts=[
            [{c: int(counts[s, k, c]) for c in np.flatnonzero(counts[s, k]).tolist()} for k in range(columns)]
            for s in range(job.seats)
        ],
        totals=[int(row[0]) * unit for row, unit in zip(sums, kit.units.tolist(), strict=True)],
        squares=[
            ((int(row[1]) << 32) + int(row[2])) * unit**2 for row, unit in zip(sums, kit.units.tolist(), strict=True)
        ],
        hits=hits[:MOST_HITS],
        special=special,
    )


def blocks_of(rounds: int) -> list[tuple[int, int]]:
    """(block, rounds in it) for the first `rounds` rounds."""
    whole, rest = divmod(rounds, BLOCK)
    return [(n, BLOCK) for n in range(whole)] + ([(whole, rest)] if rest else [])


def encode(value: Any) -> bytes:
    return msgspec.json.encode(value)
