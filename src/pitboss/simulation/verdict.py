"""Whether simulated and exact figures agree, the number of comparisons taken into account: of a thousand true figures a
few lie beyond three standard errors, and that is no fault."""

from collections.abc import Sequence

from msgspec import Struct

from pitboss.simulation.report import SimulatedWager

NEAR = 3.0
"""Standard errors within which a figure is called the same without further thought."""
NEAR_P = 0.0027
"""How often chance goes beyond that."""
LEVEL = 0.001
"""How often chance alone may say, over all comparisons together, that something differs."""

AGREES, CHANCE, DIFFERS, UNKNOWN = "agrees", "chance", "DIFFERS", "-"


class VerdictLimits(Struct, frozen=True):
    """What so many comparisons allow each of them (Bonferroni)."""

    comparisons: int
    z: float
    p: float


def comparisons(rows: Sequence[SimulatedWager]) -> int:
    """Every deviation and every chi-square is one."""
    return sum((row.z is not None) + (row.chi_square is not None) for row in rows)


def limits(count: int) -> VerdictLimits:
    from scipy.special import ndtri

    each = LEVEL / max(1, count)
    return VerdictLimits(count, float(-ndtri(each / 2)), each)


def verdict(z: float | None, p_value: float | None, allowed: VerdictLimits) -> str:
    """agrees: within three standard errors. chance: beyond, but not further than among so many comparisons. DIFFERS."""
    if z is None and p_value is None:
        return UNKNOWN
    off = abs(z) if z is not None else 0.0
    likely = p_value if p_value is not None else 1.0
    if off > allowed.z or likely < allowed.p:
        return DIFFERS
    return AGREES if off <= NEAR and likely >= NEAR_P else CHANCE


def judged(rows: Sequence[SimulatedWager]) -> tuple[VerdictLimits, list[str]]:
    """The limits for these rows, and the verdict on each."""
    allowed = limits(comparisons(rows))
    return allowed, [verdict(row.z, row.chi_square.p_value if row.chi_square else None, allowed) for row in rows]
