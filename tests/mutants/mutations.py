"""Small changes to the product, each of which some test must notice: a settlement row altered or deleted, a paytable
line, an irregularity, a step of the deal, a default, a line of the ranking, an order swapped, a lock dropped."""

import importlib
import importlib.util
from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import force_setattr, replace

from mutants.code import changed_code, roles
from mutants.locks import locks
from mutants.mutant import Mutant
from mutants.script import changed_script
from pitboss.rulebook.book import Book, Paytable, PaytableLine, book
from pitboss.rulebook.pays import LOSE, PUSH, Dollars, ForOne, Lose, MeterShare, Pay, Push, ToOne
from support import GAMES


def _module(game: str) -> Any:
    return importlib.import_module(f"pitboss.games.{game.replace('-', '_')}.game")


def _line_clauses(the_book: Book, family: str) -> tuple[str, ...]:
    return tuple(x.clause for t in the_book.paytables if t.family == family for x in t.lines)


# --- settlement rows ------------------------------------------------------------------------------------------------


def settlement_rows() -> Iterator[Mutant]:
    for game in GAMES:
        module = _module(game)
        for place, row in enumerate(module.ROWS):
            clauses: tuple[str, ...] = (row.clause,)
            if not isinstance(row.pay, Lose | Push) and hasattr(row.pay, "otherwise"):
                for wager in row.wagers:
                    family = next((w.family for w in book(game).wagers if w.id == wager), wager)
                    clauses += _line_clauses(book(game), family)
            yield Mutant(f"{game}/row/{place}/delete", clauses, _delete(module, "ROWS", place))
            other: Pay = PUSH if isinstance(row.pay, Lose) else LOSE
            yield Mutant(f"{game}/row/{place}/pay", clauses, _alter(module, "ROWS", place, pay=other))


def _delete(module: Any, name: str, place: int) -> Callable[[], None]:
    def apply() -> None:
        rows = getattr(module, name)
        setattr(module, name, (*rows[:place], *rows[place + 1 :]))

    return apply


def _alter(module: Any, name: str, place: int, **changes: Any) -> Callable[[], None]:
    def apply() -> None:
        rows = getattr(module, name)
        setattr(module, name, (*rows[:place], replace(rows[place], **changes), *rows[place + 1 :]))

    return apply


# --- paytables, envy, meters, limits --------------------------------------------------------------------------------


def _more(pay: Pay) -> Pay:
    match pay:
        case ToOne(pays, per):
            return ToOne(pays + 1, per)
        case ForOne(pays):
            return ForOne(pays + 1)
        case Dollars(cents, back):
            return Dollars(cents + 100, back)
        case MeterShare(meter, percent):
            return MeterShare(meter, percent - 1)
        case _:
            return LOSE


def figures() -> Iterator[Mutant]:
    for game in GAMES:
        the_book = book(game)
        for kind in ("paytables", "envy"):
            for t, table in enumerate(getattr(the_book, kind)):
                for n, line in enumerate(table.lines):
                    name = f"{game}/{kind}/{t}/{n}"
                    yield Mutant(
                        f"{name}/pays", (line.clause,), _line(the_book, kind, t, n, replace(line, pay=_more(line.pay)))
                    )
                    yield Mutant(f"{name}/delete", (line.clause,), _line(the_book, kind, t, n, None))
        for kind, field in (("meters", "minimum"), ("limits", "cents")):
            for n, thing in enumerate(getattr(the_book, kind)):
                changed = replace(thing, **{field: getattr(thing, field) + 100})
                yield Mutant(f"{game}/{kind}/{n}", (thing.clause,), _entry(the_book, kind, n, changed))


def _line(the_book: Book, kind: str, t: int, n: int, line: PaytableLine | None) -> Callable[[], None]:
    def apply() -> None:
        tables: list[Paytable] = list(getattr(the_book, kind))
        lines = list(tables[t].lines)
        lines[n : n + 1] = [line] if line else []
        tables[t] = replace(tables[t], lines=tuple(lines))
        force_setattr(the_book, kind, tuple(tables))

    return apply


def _entry(the_book: Book, kind: str, n: int, changed: Any) -> Callable[[], None]:
    def apply() -> None:
        entries = list(getattr(the_book, kind))
        entries[n] = changed
        force_setattr(the_book, kind, tuple(entries))

    return apply


# --- irregularities, scripts, deals ---------------------------------------------------------------------------------

_OTHER = {"record": "void", "use_next": "void"}


def irregularities() -> Iterator[Mutant]:
    for game in GAMES:
        module = _module(game)
        for place, row in enumerate(module.MISHAPS):
            name = f"{game}/mishap/{place}-{row.kind}"
            yield Mutant(f"{name}/delete", (row.clause,), _mishaps(module, place, None))
            other = _OTHER.get(row.consequence, "record")
            yield Mutant(f"{name}/consequence", (row.clause,), _mishaps(module, place, replace(row, consequence=other)))
            if len(row.during) > 1:
                for end, during in (("first", row.during[1:]), ("last", row.during[:-1])):
                    yield Mutant(f"{name}/{end}", (row.clause,), _mishaps(module, place, replace(row, during=during)))


def _mishaps(module: Any, place: int, row: Any) -> Callable[[], None]:
    def apply() -> None:
        rows = list(module.GAME.mishaps)
        rows[place : place + 1] = [row] if row else []
        force_setattr(module.GAME, "mishaps", tuple(rows))

    return apply


_PLANS = (
    ("dragon-poker", ("manual_shoe", "delivered"), "deal"), ("dragon-poker", ("hand", "delivered"), "deal"),
    ("dragon-poker", ("automated_shoe", "delivered"), "deal"),
    ("dragon-poker", ("automated_shoe", "held"), "dealer_stack"),
    ("top-five-poker", ("manual_shoe", "delivered"), "deal"), ("top-five-poker", ("hand", "delivered"), "deal"),
    ("top-five-poker", ("automated_shoe", "delivered"), "deal"),
    ("top-five-poker", ("automated_shoe", "held"), "dealer_stack"),
    ("let-it-ride", ("manual_shoe", True, "two"), "deal"), ("let-it-ride", ("hand", True, "two"), "deal"),
    ("let-it-ride", ("automated_shoe", True, "two"), "deal"),
    ("let-it-ride", ("automated_shoe", True, "three_discard_one"), "deal"),
    ("ultimate-texas-holdem", ("manual_shoe",), "deal"), ("ultimate-texas-holdem", ("hand",), "deal"),
    ("ultimate-texas-holdem", ("automated_shoe",), "deal"), ("ultimate-texas-holdem", ("manual_shoe",), "flop"),
    ("ultimate-texas-holdem", ("manual_shoe",), "turn_river"),
)  # fmt: skip


def deals() -> Iterator[Mutant]:
    for game, key, part in _PLANS:
        module = _module(game)
        plan = module._plan(*key)[part]
        name = f"{game}/deal/{'-'.join(map(str, key))}/{part}"
        for n, deal in enumerate(plan):
            end = n - len(plan)
            clauses = (deal.clause, *((deal.first,) if deal.first else ()))
            yield Mutant(f"{name}/{n}/drop", clauses, _plan(module, key, part, end, lambda d: []))
            turned = _plan(module, key, part, end, lambda d: [replace(d, up=not d.up)])
            yield Mutant(f"{name}/{n}/face", clauses, turned)
            if n and plan[n - 1].to != deal.to:
                both = (*clauses, plan[n - 1].clause)
                yield Mutant(f"{name}/{n}/swap", both, _plan(module, key, part, end, None))


def _plan(
    module: Any, key: tuple[Any, ...], part: str, end: int, change: Callable[[Any], list[Any]] | None
) -> Callable[[], None]:
    """Changes the delivery `end` places before the end of the plan, with and without the Six Card box before it;
    without a change it is swapped with the one before."""

    def apply() -> None:
        old = module._plan

        def plan(*asked: Any) -> Any:
            found = old(*asked)
            same = (asked[0], *asked[2:]) == (key[0], *key[2:]) if len(key) == 3 else asked == key
            if not same or len(found[part]) < -end:
                return found
            deals_now = list(found[part])
            place = len(deals_now) + end
            if change is not None:
                deals_now[place : place + 1] = change(deals_now[place])
            elif place:
                deals_now[place - 1], deals_now[place] = deals_now[place], deals_now[place - 1]
            return {**found, part: tuple(deals_now)}

        module._plan = plan

    return apply


def decisions() -> Iterator[Mutant]:
    for game in GAMES:
        module = _module(game)
        for name in ("DECIDE", "DECIDE_1", "DECIDE_2", "PREFLOP", "POSTFLOP", "FINAL"):
            step = getattr(module, name, None)
            if step is None:
                continue
            for n, choice in enumerate(step.choices):
                less = (*step.choices[:n], *step.choices[n + 1 :])
                label = f"{game}/choice/{step.name}/{choice.name}"
                yield Mutant(f"{label}/drop", (choice.clause,), _set(module, name, replace(step, choices=less)))
                if choice.times:
                    more = replace(choice, times=choice.times + 1)
                    changed = replace(step, choices=(*step.choices[:n], more, *step.choices[n + 1 :]))
                    yield Mutant(f"{label}/times", (choice.clause,), _set(module, name, changed))


def _set(module: Any, name: str, value: Any) -> Callable[[], None]:
    def apply() -> None:
        setattr(module, name, value)

    return apply


_ORDER = {
    "dragon-poker": ("MD-DRAGON 11.D(3)(b)", "MD-DRAGON 11.D(3)(d)", "MD-DRAGON 11.D(3)(f)"),
    "top-five-poker": ("MD-TOP5 11.C(6)", "MD-TOP5 11.C(8)"),
    "let-it-ride": ("MD-LIR 11.E",),
    "ultimate-texas-holdem": ("MA-UTH 10(h)(4)/1", "MA-UTH 14(c)"),
}
"""The clauses that say in which order a hand's wagers are settled."""


def scripts() -> Iterator[Mutant]:
    """The order in which wagers are settled, and each step left out."""
    from pitboss.games import rules_for
    from pitboss.rulebook.submission import check_data, default_data

    for game in GAMES:
        module = _module(game)
        terms = check_data(default_data(game)).terms
        assert terms is not None
        for step in module.script(rules_for(terms), "manual_shoe"):
            if step.kind in ("settle", "table") and len(step.wagers) > 1:
                turned = replace(step, wagers=tuple(reversed(step.wagers)))
                clauses = (step.clause, *_ORDER[game])
                yield Mutant(f"{game}/script/{step.name}/order", clauses, _script(module, step.name, turned))
            if step.kind not in ("bets", "clear"):
                clauses = (step.clause, *((step.turn_clause,) if step.turn_clause else ()))
                yield Mutant(f"{game}/script/{step.name}/drop", clauses, _script(module, step.name, None))


def _script(module: Any, name: str, changed: Any) -> Callable[[], None]:
    def apply() -> None:
        old = module.GAME.script

        def script(rules: Any, procedure: str) -> Any:
            steps = old(rules, procedure)
            return tuple(changed if s.name == name else s for s in steps if s.name != name or changed)

        force_setattr(module.GAME, "script", script)

    return apply


# --- ranking --------------------------------------------------------------------------------------------------------

_STRENGTHS = (
    "_ROYAL",
    "_STRAIGHT_FLUSH",
    "_QUADS",
    "_FULL",
    "_FLUSH",
    "_STRAIGHT",
    "_TRIPS",
    "_TWO_PAIR",
    "_PAIR",
    "_HIGH",
)
_UTH_RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "9")


def ranking() -> Iterator[Mutant]:
    for n in range(len(_STRENGTHS) - 1):
        higher, lower = _STRENGTHS[n], _STRENGTHS[n + 1]
        clauses = (f"MA-UTH 5(b)({_UTH_RANKS[n]})", f"MA-UTH 5(b)({_UTH_RANKS[n + 1]})", "MA-UTH 5(b)")
        yield Mutant(f"ranking/five/{higher}", clauses, _swap_strength(higher, lower))
    from pitboss.cards.ranking import THREE_CARDS

    for n in range(len(THREE_CARDS) - 1):
        yield Mutant(f"ranking/three/{n}", (f"MD-LIR 6.D({n + 1})",), _swap_three(n))
    for n, code in enumerate(("PH", "TI", "PA", "MO", "RA")):
        yield Mutant(f"ranking/character/{code}", ("MD-DRAGON 6.A",), _character(code, 5 - n))
    yield Mutant("ranking/top-five/lowest", ("MD-TOP5 6.A", "MD-TOP5 11.B(4)", "MD-TOP5 11.C"), _lowest)


def _swap_strength(higher: str, lower: str) -> Callable[[], None]:
    def apply() -> None:
        fast = importlib.import_module("pitboss.cards.fast")
        high, low = getattr(fast, higher), getattr(fast, lower)
        setattr(fast, higher, low)
        setattr(fast, lower, high)
        fast._NAMES[high], fast._NAMES[low] = fast._NAMES[low], fast._NAMES[high]

    return apply


def _swap_three(n: int) -> Callable[[], None]:
    def apply() -> None:
        fast = importlib.import_module("pitboss.cards.fast")
        lines = list(vars(fast)["THREE_CARDS"])
        lines[n], lines[n + 1] = lines[n + 1], lines[n]
        vars(fast)["THREE_CARDS"] = tuple(lines)

    return apply


def _character(code: str, rank: int) -> Callable[[], None]:
    def apply() -> None:
        ranks = importlib.import_module("pitboss.cards.ranking").CHARACTER
        other = next((c for c, r in ranks.items() if r == rank - 1), "RD")
        ranks[code], ranks[other] = ranks[other], ranks[code]

    return apply


def _lowest() -> None:
    from pitboss.games.top_five_poker import hands

    hands.LOWEST_THAT_COUNTS = 9


# --- option defaults ------------------------------------------------------------------------------------------------


def defaults() -> Iterator[Mutant]:
    from pitboss.rulebook.submission_options import options

    for name in dict.fromkeys(option.name for option in options() if option.section == "readings"):
        alike = [option for option in options() if option.name == name]
        if len(alike[0].values) > 1 and not alike[0].required:
            yield Mutant(f"default/{name}", _option_clauses(alike), _other_default(name))


def _option_clauses(alike: list[Any]) -> tuple[str, ...]:
    from pitboss.rulebook.submission_options import raw_readings

    read = [clause for option in alike for clause in raw_readings()[option.reading]["clauses"]]
    return (*(option.clause for option in alike), *dict.fromkeys(read))


def _other_default(name: str) -> Callable[[], None]:
    def apply() -> None:
        from pitboss.rulebook.submission_options import options

        for option in [option for option in options() if option.name == name]:
            force_setattr(option, "values", (*option.values[1:], option.values[0]))

    return apply


def mutants() -> list[Mutant]:
    """Every mutant, in a fixed order."""
    importlib.import_module("pitboss.table.engine")  # all modules that may be rebound are loaded
    return [
        m
        for family in (
            settlement_rows,
            figures,
            irregularities,
            deals,
            decisions,
            scripts,
            ranking,
            defaults,
            locks,
            changed_code,
            changed_script,
            roles,
        )
        for m in family()
    ]
