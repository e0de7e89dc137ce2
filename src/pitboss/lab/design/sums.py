"""What every possible payment of every line adds to the sums from which the figures follow. All are whole numbers, so
that the worth of a table is a handful of additions, and still exact."""

from collections.abc import Callable
from fractions import Fraction
from math import lcm

from msgspec import Struct

from pitboss.lab.design.start import StartTable, height
from pitboss.odds.figures import Figures, net, settled
from pitboss.odds.tally import Ending, Tally
from pitboss.rulebook.pays import ForOne, Pay, ToOne
from pitboss.table.rules import Rules


class LinePayment(Struct, frozen=True, gc=False):
    """A line paying just this, or not being there."""

    pay: Pay | None
    height: int
    """What is won for each unit staked, times `TableSums.scale`; less than 0 for a line that is not there."""
    gain: int
    """The net results of all deals that the line decides, added up."""
    square: int
    """Their squares added up."""
    hits: int
    """In how many of these deals the player wins."""


class SumLine(Struct, frozen=True):
    hand: str
    choices: tuple[LinePayment, ...]
    """The least first."""
    now: int
    """Which of them the table we start from has."""
    ordered: bool
    strict: bool
    """Whether the next line below it may not pay more."""


class TableSums(Struct, frozen=True):
    """A table and its alternatives."""

    lines: tuple[SumLine, ...]
    gain: int
    """Of the deals that no line decides."""
    square: int
    hits: int
    deals: int
    unit: int
    """What one unit of the base is in the same measure as `gain`."""
    scale: int
    whole: bool = True
    """Whether squares and hits are known; those of a game with decisions are not until it is solved."""


def _line_sums(table: StartTable, made: Callable[[int, Pay | None], tuple[int, int, int]], scale: int) -> list[SumLine]:
    lines = []
    for place, each in enumerate(table.lines):
        choices = tuple(
            LinePayment(pay, int((height(pay) or Fraction(0)) * scale), *made(place, pay)) for pay in each.choices
        )
        now = each.choices.index(each.pay)
        lines.append(SumLine(each.line.hand, choices, now, each.ordered, place not in table.loose))
    return lines


def _scale(table: StartTable) -> int:
    """By which every height becomes a whole number."""
    return lcm(*(pay.per for each in table.lines for pay in each.choices if isinstance(pay, ToOne)), 1)


# --- a wager without decisions --------------------------------------------------------------------------------------


class NotApart(ValueError):
    """A round in which two lines of the table pay: what they bring cannot be added up line by line."""


def counted_sums(table: StartTable, counted: Tally, rules: Rules, stake: int) -> TableSums:
    """The sums of a wager without decisions. `rules` and `stake` are in units in which every payment is whole."""
    meters = table.row.readings
    every = tuple(each.pay or _least(each.choices) for each in table.lines)
    groups, rest = _by_line(table, counted, table_rules(table, rules, every), stake)
    free = [len(each.choices) > 1 for each in table.lines]
    fixed = table_rules(table, rules, every)
    cache: dict[Pay | None, Rules] = {}

    def bound(place: int, pay: Pay | None) -> Rules:
        """Rules by which the line pays this. Whatever the others pay then, no ending is decided by two of them."""
        if not free[place]:
            return fixed
        if pay not in cache:
            cache[pay] = table_rules(table, rules, tuple(pay if f else e for f, e in zip(free, every, strict=True)))
        return cache[pay]

    makers = [_maker(table, place, groups[place], bound, stake) for place in range(len(table.lines))]
    lines = _line_sums(table, lambda place, pay: makers[place](pay), _scale(table))
    nets = [(net(fixed, ending, stake, meters), count) for ending, count in rest]
    return TableSums(tuple(lines), *_added(nets), counted.total, stake, _scale(table))


def _least(choices: tuple[Pay | None, ...]) -> Pay | None:
    return next((pay for pay in choices if pay is not None), None)


def table_rules(table: StartTable, rules: Rules, pays: tuple[Pay | None, ...]) -> Rules:
    """The table in force, in the units of `rules`."""
    made = table.rules(pays)
    return Rules(made.game, made.terms, rules.cent)


def _by_line(
    table: StartTable, counted: Tally, rules: Rules, stake: int
) -> tuple[list[list[tuple[Ending, int]]], list[tuple[Ending, int]]]:
    """The endings that each line decides, and those that none does."""
    wagers = {w.id for w in rules.book.wagers if w.family == table.family}
    places = {each.line.hand: place for place, each in enumerate(table.lines)}
    groups: list[list[tuple[Ending, int]]] = [[] for _ in table.lines]
    rest: list[tuple[Ending, int]] = []
    for ending, count in counted.endings.items():
        own = [part for part in ending if not part.other]
        done = settled(rules, ending, stake, table.row.readings)
        named = [
            hand
            for part, (_, each) in zip(own, done, strict=True)
            if part.wager in wagers
            for hand in each.outcome.hands
        ]
        found = {places[hand] for hand in named if hand in places}
        if len(found) > 1:
            raise NotApart
        (groups[found.pop()] if found else rest).append((ending, count))
    return groups, rest


def _maker(
    table: StartTable,
    place: int,
    endings: list[tuple[Ending, int]],
    bound: Callable[[int, Pay | None], Rules],
    stake: int,
) -> Callable[[Pay | None], tuple[int, int, int]]:
    """Settles the endings of a line by the table's own rules: with every payment, or, where the result grows evenly
    with it, with the least, the next and the highest. A limit only ever bends the line downwards, so that what is even
    at these three is even between them."""

    def settle(pay: Pay | None) -> list[tuple[int, int]]:
        rules = bound(place, pay)
        return [(net(rules, ending, stake, table.row.readings), count) for ending, count in endings]

    whole = [pay for pay in table.lines[place].choices if isinstance(pay, ToOne | ForOne) and _even(pay)]
    steps: list[tuple[int, int, int]] = []
    if len(whole) > 3:
        low, nxt, top = whole[0], whole[1], whole[-1]
        found = [settle(pay) for pay in (low, nxt, top)]
        first, step, last = _amount(low), _amount(nxt) - _amount(low), _amount(top)
        steps = [(a - first * (b - a) // step, (b - a) // step, n) for (a, n), (b, _) in zip(*found[:2], strict=True)]
        if any(base + last * each != c for (base, each, _), (c, _) in zip(steps, found[2], strict=True)):
            steps = []

    def made(pay: Pay | None) -> tuple[int, int, int]:
        if steps and isinstance(pay, ToOne | ForOne) and _even(pay):
            amount = _amount(pay)
            return _added([(base + amount * each, count) for base, each, count in steps])
        return _added(settle(pay))

    return made


def _even(pay: ToOne | ForOne) -> bool:
    return isinstance(pay, ForOne) or pay.per == 1


def _amount(pay: ToOne | ForOne) -> int:
    return pay.pays


def _added(nets: list[tuple[int, int]]) -> tuple[int, int, int]:
    """The sum, the sum of squares, and how many are won."""
    return (
        sum(n * count for n, count in nets),
        sum(n * n * count for n, count in nets),
        sum(count for n, count in nets if n > 0),
    )


# --- a game with decisions ------------------------------------------------------------------------------------------


def tangent_sums(table: StartTable, solved: Figures, pays: tuple[Pay | None, ...]) -> TableSums:
    """What other tables would bring a player who plays on as is best for this one (`pays`): never more than the best
    play for the other table brings. Squares and hits are not known."""
    wagers = {w.id for w in table.row.rules.book.wagers if w.family == table.family}
    staked: dict[str, Fraction] = {}
    for part in solved.parts:
        for line in part.lines if part.wager in wagers else ():
            staked[line.hand] = staked.get(line.hand, Fraction(0)) + line.staked
    scale = _scale(table)
    unit = lcm(*(each.denominator for each in staked.values()), solved.ev.denominator) * scale

    def made(place: int, pay: Pay | None) -> tuple[int, int, int]:
        more = _worth(table, pay) - _worth(table, pays[place])
        return int(staked.get(table.lines[place].line.hand, Fraction(0)) * more * unit), 0, 0

    lines = _line_sums(table, made, scale)
    return TableSums(tuple(lines), int(solved.ev * unit), 0, 0, 1, unit, scale, whole=False)


def _worth(table: StartTable, pay: Pay | None) -> Fraction:
    if pay is None and table.bonus:
        return Fraction(0)
    return height(pay) or Fraction(0)
