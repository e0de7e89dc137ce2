"""The cells of a block of rounds, added up."""

from typing import Any

import numpy as np

from pitboss.odds.kernels import kernel
from pitboss.odds.kernels.deals import U8, U64


@kernel
def gather(cells: Any, nets: Any, counts: Any, sums: Any) -> None:
    """Adds up a block: counts[seat, column, cell], and of each column's total over the seats of a round the sum and the
    sum of squares: sums[column] = (sum, upper and lower 32 bits of the squares' sums)."""
    rounds, seats, columns = U64(cells.shape[0]), U64(cells.shape[1]), U64(cells.shape[2])
    if seats == U64(1):
        _gather_one(cells, nets, counts, sums)
        return
    for k in range(columns):
        total = np.int64(0)
        upper = np.int64(0)
        lower = np.int64(0)
        for n in range(rounds):
            result = np.int64(0)
            for s in range(seats):
                cell = U64(cells[n, s, k])
                counts[s, k, cell] += 1
                result += nets[k, cell]
            total += result
            square = result * result
            upper += square >> 32
            lower += square & np.int64(0xFFFFFFFF)
        sums[k, 0] += total
        sums[k, 1] += upper
        sums[k, 2] += lower


@kernel
def _gather_one(cells: Any, nets: Any, counts: Any, sums: Any) -> None:
    """One seat: the counts say everything. Neighbours are counted in different rows, for a number that was just written
    cannot be read again at once."""
    rounds, most = U64(cells.shape[0]), nets.shape[1]
    for k in range(U64(cells.shape[2])):
        rows = np.zeros((4, most), np.int64)
        for n in range(rounds):
            rows[n & U64(3), U64(cells[n, U64(0), k])] += 1
        for cell in range(most):
            count = rows[0, cell] + rows[1, cell] + rows[2, cell] + rows[3, cell]
            square = nets[k, cell] * nets[k, cell]
            counts[0, k, cell] += count
            sums[k, 0] += count * nets[k, cell]
            sums[k, 1] += count * (square >> 32)
            sums[k, 2] += count * (square & np.int64(0xFFFFFFFF))


@kernel
def list_special(cells: Any, column: Any, special: Any, found: Any) -> Any:
    """found[:…]: the rounds in which the column has a special cell at any seat; their number."""
    count = U64(0)
    for n in range(U64(cells.shape[0])):
        hit = U8(0)
        for s in range(U64(cells.shape[1])):
            hit |= special[U64(cells[n, s, U64(column)])]
        found[count] = n
        count += U64(hit)
    return count
