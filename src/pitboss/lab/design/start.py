"""The table a search starts from, line by line: what each line may pay instead, and what must stay."""

from bisect import insort
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor

from msgspec import Struct
from msgspec.structs import replace

from pitboss.lab.design.targets import HIGHEST, BadDesign, DesignTargets
from pitboss.odds.request import RowAsked, family_of, wagers_of
from pitboss.odds.request_terms import columns_of, like
from pitboss.odds.typed import bonus_hands, wins_by_comparison
from pitboss.rulebook.book import Book
from pitboss.rulebook.pays import Dollars, ForOne, Lose, MeterShare, Pay, Push, ToOne
from pitboss.rulebook.terms import Line
from pitboss.rulebook.words import MAIN
from pitboss.table.rules import Rules

PRINTED = (
    *range(1, 11), 12, 15, 20, 25, 30, 35, 40, 45, 50, 60, 70, 75, 80, 90, 100, 120, 125, 150, 175, 200, 250, 300, 400,
    500, 600, 700, 750, 800, 900, 1000, 1200, 1250, 1500, 2000, 2500, 3000, 4000, 5000, 7500, 10_000, 15_000, 20_000,
    25_000, 50_000, 100_000, 250_000, 500_000, HIGHEST,
)  # fmt: skip
"""The amounts that tables print; a search takes no others unless it is asked to."""
ABSENT = Fraction(-1)
"""The height of a line that is not there: the wager is lost."""


class StartLine(Struct, frozen=True):
    """A line of the table. The pay None means that the table has no such line, and the hand loses."""

    line: Line
    pay: Pay | None
    choices: tuple[Pay | None, ...]
    """What it may pay, the least first; only what it pays now where it is kept."""
    ordered: bool
    """Whether it stands in the order of hands, in which no line pays less than the next."""


class StartTable(Struct, frozen=True):
    row: RowAsked
    family: str
    column: int
    lines: tuple[StartLine, ...]
    before: tuple[Pay | None, ...]
    """What the lines pay in the table that is there; a kept line may pay something else."""
    loose: frozenset[int]
    """Lines that pay less than the next one in the table we start from: there the order is not asked for."""
    bonus: bool
    """Whether the lines pay a bonus beside the wager: a hand without a line then loses nothing."""

    def rules(self, pays: tuple[Pay | None, ...]) -> Rules:
        """The same rules with this table in force."""
        return with_lines(self.row.rules, self.family, self.column, self.as_lines(pays))

    def as_lines(self, pays: tuple[Pay | None, ...]) -> tuple[Line, ...]:
        """The lines that are there."""
        return tuple(replace(each.line, pay=pay) for each, pay in zip(self.lines, pays, strict=True) if pay is not None)

    @property
    def pays(self) -> tuple[Pay | None, ...]:
        return tuple(each.pay for each in self.lines)


def with_lines(rules: Rules, family: str, column: int, lines: tuple[Line, ...]) -> Rules:
    """Other columns of the same wager stay as they are."""
    wagers = tuple(
        replace(w, lines=(*lines, *(line for line in w.lines if line.column != column))) if w.id == family else w
        for w in rules.terms.wagers
    )
    return Rules(rules.game, replace(rules.terms, wagers=wagers), rules.cent)


def height(pay: Pay | None) -> Fraction | None:
    """What is won for each unit staked; None for what the stake does not decide."""
    match pay:
        case None | Lose():
            return ABSENT
        case ToOne(pays, per):
            return Fraction(pays, per)
        case ForOne(pays):
            return Fraction(pays - 1)
        case Push():
            return Fraction(0)
        case _:
            return None


def start(row: RowAsked, targets: DesignTargets, *, any_amount: bool) -> StartTable:
    """The table of the row with the lines that are kept; every fault of the targets that can be seen in it at once."""
    the_book, family = row.rules.book, family_of(row.rules.game.id, row.wager)
    if not family:
        others = ", ".join(w for w in wagers_of(row.rules.game.id) if w != row.wager)
        more = f"; choose another wager, {others}" if others else ""
        raise BadDesign(f"the main game of {the_book.title} has no table of hands to be changed{more}")
    column = row.players + 1 if columns_of(the_book, family) else 0
    held = row.rules.terms.wager(family)
    lines = tuple(line for line in (held.lines if held else ()) if line.column == column)
    bonus = bonus_hands(the_book, family)
    if not (bonus and main_game(row)):
        lines += _below(the_book, row.rules, family, lines, column)
    faults = _unknown(targets, lines)
    kept = dict(targets.keep)
    most = _most(targets, lines, kept)
    known = {line.hand: _present(line, held.lines if held else ()) for line in lines}
    can_lose = not wins_by_comparison(the_book, family)
    made = []
    for line in lines:
        pay = known[line.hand] if kept.get(line.hand) is None else kept[line.hand]
        own = not bonus or bool(bonus & set(line.hands))
        fixed = line.hand in kept or not own or isinstance(pay, Dollars | MeterShare | Push)
        if fixed and isinstance(pay, Lose) and (line.hand in kept) and not can_lose:
            faults.append(f"--keep {line.hand}=lose: every winning hand must be on a line; let it push instead")
        pay = None if isinstance(pay, Lose) else pay
        choices = (pay,) if fixed else _choices(pay, most, can_lose, any_amount=any_amount)
        made.append(StartLine(line, pay, choices, own and height(pay) is not None))
    faults += _kept_faults(targets, tuple(made))
    if faults:
        raise BadDesign(*faults)
    before = tuple(None if isinstance(known[line.hand], Lose) else known[line.hand] for line in lines)
    return StartTable(row, family, column, tuple(made), before, _loose(tuple(made), before), bool(bonus))


def _present(line: Line, lines: tuple[Line, ...]) -> Pay | None:
    return line.pay if line in lines else None


def _below(the_book: Book, rules: Rules, family: str, lines: tuple[Line, ...], column: int) -> tuple[Line, ...]:
    """Lines that the table does not have, for hands below its lowest; the last hand is nothing and never paid."""
    cards = rules.terms.progressive_cards
    order = the_book.hands_by_cards.get(family, {}).get(cards) or the_book.hands[family]
    bonus = bonus_hands(the_book, family)
    order = tuple(hand for hand in order if not bonus or hand in bonus)
    named = [order.index(hand) for line in lines for hand in line.hands if hand in order]
    after = max(named, default=-1) + 1
    return tuple(Line(hand, (hand,), ToOne(1), "", column) for hand in order[after:-1])


def _choices(pay: Pay | None, most: int, can_lose: bool, *, any_amount: bool) -> tuple[Pay | None, ...]:
    """What a line may pay, the least first: whole numbers in the unit it has, what it pays now, and nothing."""
    amounts = range(1, most + 1) if any_amount else [amount for amount in PRINTED if amount <= most]
    made: list[Pay | None] = (
        [ForOne(n) for n in amounts if n > 1] if isinstance(pay, ForOne) else [*map(ToOne, amounts)]
    )
    if pay not in made and pay is not None:
        insort(made, pay, key=lambda each: height(each) or ABSENT)
    return (None, *made) if can_lose or pay is None else tuple(made)


def _most(targets: DesignTargets, lines: tuple[Line, ...], kept: dict[str, Pay | None]) -> int:
    """The most a line may pay: as the targets say, or twice what the highest line pays now."""
    if targets.top.high is not None:
        return floor(min(targets.top.high, Fraction(HIGHEST)))
    heights = [height(pay) for line in lines for pay in (line.pay, kept.get(line.hand))]
    highest = max([floor(each) for each in heights if each is not None], default=1)
    least = 0 if targets.top.low is None else ceil(targets.top.low)
    return min(HIGHEST, max(2 * highest, 2 * least, 10))


def _loose(lines: tuple[StartLine, ...], pays: tuple[Pay | None, ...]) -> frozenset[int]:
    """`pays`: what the lines paid before any was kept at something else."""
    places = [place for place, each in enumerate(lines) if each.ordered]
    heights = [height(pay) or Fraction(0) for pay in pays]
    return frozenset(upper for upper, lower in pairwise(places) if ABSENT < heights[upper] < heights[lower])


def _at(line: StartLine) -> Fraction:
    found = height(line.pay)
    return ABSENT if found is None else found


# --- faults of the targets ------------------------------------------------------------------------------------------


def _unknown(targets: DesignTargets, lines: tuple[Line, ...]) -> list[str]:
    names = [line.hand for line in lines]
    found = []
    for place, (name, _) in enumerate(targets.keep):
        if name not in names:
            found.append(f"--keep {name}: there is no such line; the lines are {', '.join(names)}{like(name, names)}")
        elif name in (earlier for earlier, _ in targets.keep[:place]):
            found.append(f"--keep {name}: this line is kept twice")
    return found


def _kept_faults(targets: DesignTargets, lines: tuple[StartLine, ...]) -> list[str]:
    """Kept lines that contradict each other or the highest payment."""
    kept = {name for name, pay in targets.keep if pay is not None}
    found = []
    fixed = [each for each in lines if each.line.hand in kept and each.ordered]
    for upper, lower in pairwise(fixed):
        if _at(upper) < _at(lower):
            found.append(
                f"--keep {upper.line.hand} and --keep {lower.line.hand}: {upper.line.hand} ranks above "
                f"{lower.line.hand} and would pay less"
            )
    top = targets.top.high
    for each in lines:
        high = height(each.pay)
        if len(each.choices) == 1 and top is not None and high is not None and high > top:
            found.append(f"--top {targets.top}: {each.line.hand} is kept at more, {float(high):g} to 1")
    return found


def main_game(row: RowAsked) -> bool:
    """Whether the player decides, so that another table may change his best play."""
    return row.wager == MAIN and any(step.kind == "ask" for step in row.rules.script(row.rules.terms.procedure))
