"""How the results of two seats of one round go together (they meet the same dealer and the same shared cards), and
those of wagers of one seat that are not counted together. Nobody can count that exactly for a whole table, so it is
simulated, with its error."""

from collections.abc import Sequence
from math import sqrt

import numpy as np
from msgspec import Struct

from pitboss.lab.win.joint import side_wagers
from pitboss.lab.win.spread import Floats
from pitboss.rulebook.terms import Terms
from pitboss.rulebook.words import MAIN
from pitboss.simulation.blocks import Job, tools

ROUNDS = 1 << 17
PIECES = 32
"""The error is that of the mean of so many equal pieces."""
SEED = "how seats go together"


class SeatsTogether(Struct, frozen=True):
    """Covariances of what wagers win, in square units of their stakes, each from so many pieces of a simulation."""

    columns: tuple[str, ...]
    between: Floats
    """[piece, column, column]: of one wager at one seat and another at another seat."""
    within: Floats
    """[piece, column, column]: of two wagers at one seat."""
    rounds: int
    seats: int

    def covariance(self, wagered: dict[str, float], alone: Sequence[str], seats: float) -> tuple[float, float]:
        """Of two of so many seats that wager so many cents on average on each column, and its standard error.
        What the wagers that were counted alone have in common with the others at their own seat is shared out among
        the other seats: the variance of the whole table is then right."""
        stakes = np.array([wagered.get(name, 0.0) for name in self.columns])
        apart = np.array([[a != b and (a in alone or b in alone) for b in self.columns] for a in self.columns])
        each = np.einsum("a,pab,b->p", stakes, self.between + self.within * apart / (seats - 1), stakes)
        return float(each.mean()), float(each.std(ddof=1)) / sqrt(len(each))


def seats_together(terms: Terms, stakes: dict[str, int]) -> SeatsTogether | None:
    """From whole rounds with every position taken, at these stakes; None where only one can be, or where the game has
    no fast simulation."""
    seats = terms.positions
    if seats < 2:
        return None
    every = {name: stakes.get(name, 100) for name in (MAIN, *side_wagers(terms))}
    job = Job(terms, seats, "optimal", SEED, every)
    try:
        tools(job)
    except ValueError:
        return None
    return _played(job)


def _played(job: Job) -> SeatsTogether:
    kit = tools(job)
    names = tuple(column.wager for column in kit.fast.columns)
    stakes = np.array([float(job.stakes[name]) for name in names])
    size = ROUNDS // PIECES
    between, within = [], []
    for piece in range(PIECES):
        cells = np.zeros((size, job.seats, len(names)), dtype=np.uint16)
        kit.fast.run(piece * size, cells)
        won = np.stack([kit.nets[k][cells[:, :, k]] / stakes[k] for k in range(len(names))], axis=2)
        centred = won - won.mean(axis=(0, 1))
        total, own = centred.sum(axis=1), np.einsum("rsc,rsd->cd", centred, centred)
        between.append((total.T @ total - own) / (size * job.seats * (job.seats - 1)))
        within.append(own / (size * job.seats))
    return SeatsTogether(names, np.array(between), np.array(within), ROUNDS, job.seats)
