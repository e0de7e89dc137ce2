"""Short strategies: the best of at most so many rules that a search finds, and what bounds it."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from msgspec import Struct

from pitboss.lab.strategies.api import StrategyCost, cost, judged_game
from pitboss.lab.strategies.cells import Cells, cells_of
from pitboss.lab.strategies.judged import JudgedGame
from pitboss.lab.strategies.search import RuleList, lean, short_lists
from pitboss.lab.strategies.stages import StagesGame
from pitboss.lab.strategies.together import Together
from pitboss.lab.strategies.words import FAMILIES
from pitboss.odds.counting import NoShape
from pitboss.odds.figures import in_whole_units
from pitboss.odds.request import MAIN, Request, RowAsked, asked
from pitboss.rulebook.folders import bring

MOST = 20
"""Rules that are looked for at most."""
SEARCH = (
    "lists of rules of one to three words, grown at either end with the best few lists kept, then every rule "
    "exchanged for the best in its place until none is better"
)
ALL = (
    "rules of one or two words: every rule of one or two words was tried that asks for a value or more, or for a value "
    "or less"
)
FITTED = "then every decision searched anew for the hands to which the others come, until none is better"


class BadLength(ValueError):
    """A number of rules that is not searched for."""


class ShortStrategy(Struct, frozen=True):
    """The best strategy found of at most so many rules."""

    most: int
    rules: int
    """How many it has; defaults are not counted."""
    text: str
    """As a file."""
    found: StrategyCost
    search: str
    """How it was found."""
    floor: Fraction
    """No strategy of these words, however long, costs less."""
    bound: str
    """What the floor says, in a sentence."""


Progress = Callable[[float], None]


class ShortSearch:
    """The best lists of every decision of a game, from which strategies of every length are put together."""

    def __init__(self, row: RowAsked, most: int, progress: Progress = lambda _: None) -> None:
        if type(most) is not int or not 0 <= most <= MOST:
            raise BadLength(f"{most!r} rules are not searched for; give 0 to {MOST}")
        rules, stake = in_whole_units(row.rules, row.stake, MAIN)
        self.row, self.most = row, most
        self.game: JudgedGame = judged_game(rules, stake, meters=row.readings, progress=lambda done: progress(done / 4))
        if not self.game.decisions:
            raise NoShape(f"{rules.book.title} leaves the player nothing to decide, so there is no strategy to find")
        self._found: list[tuple[int, str, StrategyCost]] = []
        """What was found before, and how many rules it might have."""
        self.cells: list[Cells] = []
        self.lists: list[list[RuleList]] = []
        for decision in range(len(self.game.decisions)):
            self.cells.append(cells_of(self.game, decision))
            self.lists.append(short_lists(self.cells[-1], most))
            progress(0.25 + 0.75 * (decision + 1) / len(self.game.decisions))

    def _split(self, most: int) -> tuple[int, ...]:
        """How many rules each decision gets, so that all together bring most; of equal ones the fewest."""
        ways: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
        for lists in self.lists:
            longer: dict[int, tuple[int, tuple[int, ...]]] = {}
            for used, (value, split) in ways.items():
                for n, one in enumerate(lists[: most - used + 1]):
                    total = value + one.value
                    if used + n not in longer or total > longer[used + n][0]:
                        longer[used + n] = (total, (*split, n))
            ways = longer
        best = max(ways.values(), key=lambda way: (way[0], -sum(way[1])))
        return best[1]

    def strategy(self, most: int) -> ShortStrategy:
        """The best strategy found of at most so many rules, counted exactly; never a worse one than was found with
        fewer."""
        found = [self._counted(chosen) for chosen in self._candidates(most)]
        found += [(text, known) for fewer, text, known in self._found if fewer <= most]
        text, best = max(found, key=lambda each: (each[1].edge, -len(each[1].rules)))
        self._found.append((most, text, best))
        return ShortStrategy(
            most=most,
            rules=len(best.rules) - len(self.cells),
            text=text,
            found=best,
            search=self._search(most),
            floor=self.floor,
            bound=self._bound(),
        )

    def _candidates(self, most: int) -> Iterator[Sequence[RuleList]]:
        """Lists for all decisions; where they can be, fitted to each other."""
        split = self._split(most)
        yield [lists[n] for lists, n in zip(self.lists, split, strict=True)]
        if self._together is not None:
            for chosen in self._together.starts(split, most):
                yield self._together.fitted(chosen)

    def _counted(self, chosen: Sequence[RuleList]) -> tuple[str, StrategyCost]:
        text = self._text(chosen)
        return text, cost(self.row, text, game=self.game)

    def _search(self, most: int) -> str:
        if self._together is not None:
            return f"{SEARCH}; {FITTED}"
        return ALL if len(self.cells) == 1 and most <= 1 else SEARCH

    @property
    def _together(self) -> Together | None:
        """Decisions that can be fitted to each other."""
        if len(self.cells) < 2 or not isinstance(self.game, StagesGame):
            return None
        return Together(self.game, self.cells, self.lists, self._text)

    @property
    def floor(self) -> Fraction:
        """What the words cannot tell apart at the first decision costs at least."""
        first = self.cells[0]
        lost = first.best - int(first.values.max(axis=0).sum())
        return Fraction(lost * self.game.unit, self.game.whole)

    def _bound(self) -> str:
        """What the floor says. Other words, or the same asked more finely, may tell more hands apart."""
        floor, words = f"{float(self.floor):.4%}", ", ".join(self._words())
        if len(self.cells) == 1:
            asks = f"that asks no more than the search does: {words}"
            return f"no strategy costs less than {floor}, whatever its length, {asks}"
        return (
            f"the first decision alone costs at least {floor}, whatever the length, with what the search asks there: "
            f"{words}; later decisions are searched for the hands to which the best play comes"
            + ("" if self._together is None else ", and then for those to which the strategy does")
        )

    def _words(self) -> list[str]:
        """What the search asks at the first decision; words that end with a rank by their beginning."""
        names = (word.name for word in self.cells[0].words)
        return list(dict.fromkeys(next((start for start in FAMILIES if n.startswith(start)), n) for n in names))

    def _text(self, chosen: Sequence[RuleList]) -> str:
        spare = [lean(cells, one) for cells, one in zip(self.cells, chosen, strict=True)]
        number = sum(len(one.rules) for one in spare)
        title = f"The best strategy found of {number} rule{'' if number == 1 else 's'}"
        lines = [f'strategy = "{title}"', f'game = "{self.row.rules.game.id}"']
        for spots, cells, one in zip(self.game.decisions, self.cells, spare, strict=True):
            choices = [choice.name for choice in spots.step.choices]
            lines += ["", f"[decision.{spots.step.name}]", f'default = "{choices[one.default]}"']
            for rule in one.rules:
                lines += ["", f"[[decision.{spots.step.name}.rule]]", f'do = "{choices[rule.choice]}"']
                lines += [f"{name} = {_toml(value)}" for name, value in rule.asks(cells)]
        return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_toml(each) for each in value)}]"
    return str(value).lower() if isinstance(value, bool) else f'"{value}"'


def short_strategy(game: str | Path, most: int, *, paytable: str | None = None) -> ShortStrategy:
    """The best strategy found of at most so many rules; the game by its id or folder."""
    row = asked(Request(game=bring(str(game)), wager=MAIN, paytable=paytable))[0]
    return ShortSearch(row, most).strategy(most)
