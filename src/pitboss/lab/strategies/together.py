"""Short strategies of games with several decisions in stages: each decision is searched anew for the hands to which the
others come and with what they make of them, one after the other, until nothing is better."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import comb

from pitboss.lab.strategies.cells import Cells
from pitboss.lab.strategies.fitted import fit
from pitboss.lab.strategies.search import RuleList, refitted
from pitboss.lab.strategies.spots import Ruled
from pitboss.lab.strategies.stages import StagesGame
from pitboss.lab.strategies.written import parse

TURNS = 4
"""Times that all decisions are searched anew, at most."""
FEW = 10
"""Ways to divide the rules among the decisions that are all tried."""
AsText = Callable[[Sequence[RuleList]], str]


def _ways(most: int, decisions: int) -> Iterator[tuple[int, ...]]:
    """All ways to give so many rules to so many decisions."""
    return (way for way in product(range(most + 1), repeat=decisions) if sum(way) == most)


class Together:
    """The decisions of one game, fitted to each other."""

    def __init__(
        self, game: StagesGame, cells: Sequence[Cells], lists: Sequence[Sequence[RuleList]], text: AsText
    ) -> None:
        self._game, self._cells, self._lists, self._text = game, cells, lists, text

    def starts(self, split: Sequence[int], most: int) -> Iterator[list[RuleList]]:
        """What the search begins with: the rules divided so, and in every other way where these are few."""
        each = _ways(most, len(split)) if comb(most + len(split) - 1, most) <= FEW else ()
        for way in dict.fromkeys([tuple(split), *each]):
            yield [lists[min(n, len(lists) - 1)] for lists, n in zip(self._lists, way, strict=True)]

    def fitted(self, chosen: Sequence[RuleList]) -> list[RuleList]:
        """The lists after every decision was fitted to the others, again and again."""
        now = list(chosen)
        for _ in range(TURNS):
            before = list(now)
            for decision in reversed(range(len(now))):
                now[decision] = refitted(self._beside(decision, now), now[decision])
            if [one.rules for one in now] == [one.rules for one in before]:
                break
        return now

    def _beside(self, decision: int, now: Sequence[RuleList]) -> Cells:
        """The cells of a decision with what each choice brings, the others being made by these rules."""
        cells = self._cells[decision]
        sums = self._game.sums_beside(decision, cells.at, cells.levels.shape[1], self._ruled(now))
        return cells._replace(values=sums[:-1], best=int(sums[-1].sum()))

    def _ruled(self, now: Sequence[RuleList]) -> dict[str, Ruled]:
        written = parse(self._text(now))
        return fit(written, self._game.decisions, written.game)
