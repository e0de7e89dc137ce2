"""How a player is thought to choose, and the test between somebody honest and somebody who has seen cards.

The model. At a decision the choices are worth v (in units of the base wager, with the best play afterwards, given what
the player knows). He chooses a with the probability (1 - e) w(a) / (sum of w) + e / n with w = exp(s v(a) + b m(a)):
the better a choice, the likelier it is. s is his skill (18 players are thought of: s = 2, 8, 32 and so on to 2048, with
each of three tempers b = -1, 0, 1: m(a) is 1 for the bold choices, which put money on the table or leave it there), and
e = 1 % is for slips of any kind among the n choices. Somebody honest knows his own cards and those that lie open;
somebody who has seen cards also knows these, and v is worth accordingly.

The test. For every one of the 18 players the probability of all choices so far is multiplied up, for the honest and for
each kind of seen card. The evidence is the mean over those who have seen, divided by the *highest* of the honest. For
an honest player of any of these skills and tempers the evidence ever reaches 1/a with a probability of at most a, since
it is never more than a fair bet against him (Ville). Where a kind can be one of several cards (the dealer's first or
his second) the mean goes over these as well.

What decides it. By how much the evidence grows with a hand of a player who has seen such cards follows from his spots
themselves: the expected logarithm at his skill, against the honest player who resembles him most."""

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

SKILLS = tuple(2.0 * 4**k for k in range(6))
TEMPERS = (-1.0, 0.0, 1.0)
SLIP = 0.01
PLAYERS = tuple((skill, temper) for skill in SKILLS for temper in TEMPERS)
Floats = NDArray[np.float64]
SLOWEST = 1e-7
"""Evidence that grows more slowly than this with a spot does not grow."""
WORKERS = 2
PIECE = 4096
"""Spots that are worked on at once."""


def chances(
    values: Floats, bold: Floats, there: NDArray[np.bool_], players: Sequence[tuple[float, float]] = PLAYERS
) -> Floats:
    """[spot, player, choice]: how likely each of these players is to choose so. `there`: which choices there are."""
    skills = np.array([skill for skill, _ in players])[None, :, None]
    tempers = np.array([temper for _, temper in players])[None, :, None]
    worth = skills * values[:, None, :] + tempers * bold[:, None, :]
    worth = np.where(there[:, None, :], worth, -np.inf)
    weight = np.exp(worth - worth.max(axis=2, keepdims=True))
    number = there.sum(axis=1)[:, None, None]
    slips = np.where(there[:, None, :], SLIP, 0) / number
    found: Floats = (1 - SLIP) * weight / weight.sum(axis=2, keepdims=True) + slips
    return found


class Spots(Struct, frozen=True):
    """Many spots as arrays."""

    values: Floats
    """[spot, choice]: what each choice is worth."""
    bold: Floats
    """1 for those that are bold, else 0."""
    there: NDArray[np.bool_]
    """Which choices a spot has."""
    taken: NDArray[np.int64]
    """[spot]: which was taken."""

    def logarithms(self) -> Floats:
        """[spot, player]: of the probability of what was taken."""
        with ThreadPoolExecutor(WORKERS) as pool:
            found = list(pool.map(lambda piece: np.log(_of_taken(piece.chances(), piece.taken)), self._pieces()))
        return np.concatenate(found) if found else np.zeros((0, len(PLAYERS)))

    def _pieces(self) -> "Iterator[Spots]":
        """A few thousand spots at a time: a hundred thousand at once would need a gigabyte."""
        for at in range(0, len(self.taken), PIECE):
            yield self.piece(slice(at, at + PIECE))

    def chances(self, players: Sequence[tuple[float, float]] = PLAYERS) -> Floats:
        return chances(self.values, self.bold, self.there, players)

    def piece(self, some: slice) -> "Spots":
        return Spots(self.values[some], self.bold[some], self.there[some], self.taken[some])


def _of_taken(found: Floats, taken: NDArray[np.int64]) -> Floats:
    return np.take_along_axis(found, taken[:, None, None], axis=2)[:, :, 0]


class Verdict(Struct, frozen=True):
    """Of one kind of seen cards. Evidence as natural logarithms."""

    evidence: float
    highest: float
    crossed: int | None
    """The place of the spot at which the evidence reached the limit first."""
    growth: float
    """Of the evidence with each spot, if somebody of his skill sees such cards."""
    skill: float
    """Of whoever of all fits his choices best."""


def verdict(honest: Spots, seen: Sequence[Spots], limit: float, before: Floats | None = None) -> Verdict:
    """The same spots as an honest player values them, and as one who knows each of these cards does. `before`: the
    logarithms of the honest one, where they are known."""
    of_honest = np.cumsum(honest.logarithms() if before is None else before, axis=0)
    of_seen = [np.cumsum(table.logarithms(), axis=0) for table in seen]
    together = np.concatenate(of_seen, axis=1)
    course = _log_mean(together) - of_honest.max(axis=1)
    over = np.flatnonzero(course >= limit)
    variant, player = divmod(int(np.argmax(together[-1])), len(PLAYERS))
    fits = together[-1].max() > of_honest[-1].max()
    skilled = player if fits else int(np.argmax(of_honest[-1]))
    return Verdict(
        evidence=float(course[-1]),
        highest=float(course.max()),
        crossed=int(over[0]) if len(over) else None,
        growth=_growth(honest, seen[variant], skilled),
        skill=PLAYERS[skilled][0],
    )


def _log_mean(found: Floats) -> Floats:
    most = found.max(axis=1)
    made: Floats = most + np.log(np.exp(found - most[:, None]).mean(axis=1))
    return made


def _growth(honest: Spots, seen: Spots, player: int) -> float:
    """What the evidence gains with each spot, on average over the spots, if this player sees such cards: against the
    honest player who resembles him most."""

    def gained(at: int) -> Floats:
        some = slice(at, at + PIECE)
        knows, other = seen.piece(some).chances((PLAYERS[player],)), honest.piece(some).chances()
        with np.errstate(divide="ignore", invalid="ignore"):
            gain = knows * (np.log(knows) - np.log(other))
        found: Floats = np.where(seen.there[some][:, None, :], gain, 0).sum(axis=(0, 2))
        return found

    with ThreadPoolExecutor(WORKERS) as pool:
        total = np.sum(list(pool.map(gained, range(0, len(seen.taken), PIECE))), axis=0)
    return float(total.min() / len(seen.taken))


def limit_of(false_alarm: Fraction) -> float:
    return math.log(1 / false_alarm)


def spots_needed(growth: float, false_alarm: Fraction, variants: int = 1) -> float | None:
    """Spots after which the evidence is expected to reach the limit; None where it does not grow."""
    if growth <= SLOWEST:
        return None
    return (limit_of(false_alarm) + math.log(len(PLAYERS) * variants)) / growth
