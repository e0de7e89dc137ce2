"""What is wrong with the declaration of a game: every fault at once, each saying where it stands.

`wrong_words` looks at the closed vocabularies only; every table is held against it when it is bound. `faults` holds a
declaration against itself: steps, plan, cells, rows and irregularities must fit each other and the game's book."""

from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING, Literal, get_origin

import msgspec
from msgspec import Struct

from pitboss.rulebook.clauses import UnknownClause, clause
from pitboss.rulebook.folder_form import wrong
from pitboss.rulebook.roles import ROLES
from pitboss.rulebook.terms import PROCEDURES
from pitboss.rulebook.words import ENVY, listed
from pitboss.table.cells import Cards, holdings
from pitboss.table.definition import ByTable, Choice, Deal, Game, Mishap, Row, Step
from pitboss.table.vocabulary import (
    COMPARES,
    CONSEQUENCE_NAMES,
    DEALT_TO,
    DOES,
    MISHAP_KINDS,
    MISHAP_PLACES,
    SHOWN_PLACES,
    STEP_KINDS,
    WHO,
)

if TYPE_CHECKING:
    from pitboss.table.rules import Rules

Scripts = dict[str, tuple[Step, ...]]


class BadGame(ValueError):
    """A declaration that cannot be played; the text has all its faults."""


# --- the kinds of values --------------------------------------------------------------------------------------------


def no_script(given: object) -> str:
    """What is said where a script returns no steps."""
    if isinstance(given, tuple | list) and all(
        isinstance(step, Step) and isinstance(step.choices, tuple | list) and all(map(_is_choice, step.choices))
        for step in given
    ):
        return ""
    return f"script: it must return a tuple of steps, each with a tuple of choices, not {_short(given)}"


def _is_choice(given: object) -> bool:
    return isinstance(given, Choice)


def no_plan(given: object) -> str:
    """What is said where a plan returns no deals."""
    if isinstance(given, dict) and all(
        isinstance(part, tuple | list) and all(isinstance(deal, Deal) for deal in part) for part in given.values()
    ):
        return ""
    return f"plan: it must return for every part of the deal a tuple of deals, not {_short(given)}"


def _short(given: object) -> str:
    text = repr(given)
    return text if len(text) <= 60 else f"{text[:57]}..."


def wrong_values(rules: "Rules") -> list[str]:
    """Every declared value that is not of its kind, such as 1.5 where a whole number belongs."""
    found: list[str] = []
    for script in rules.scripts.values():
        for step in script:
            where = f"step '{step.name}'"
            found += _values(where, step, ("choices",))
            for choice in step.choices:
                found += _values(f"{where}, choice '{choice.name}'", choice)
    for procedure in PROCEDURES:
        plan = rules.game.plan(rules, procedure, None)
        if wrong := no_plan(plan):
            found.append(wrong)
            continue
        for part in plan.values():
            found += [fault for deal in part for fault in _values("plan", deal)]
    found += [fault for row in rules.game.mishaps for fault in _values(f"irregularity '{row.kind}'", row)]
    found += [fault for row in rules.game.rows(rules) for fault in _values(f"row of {row.clause}", row, ("pay",))]
    return list(dict.fromkeys(found))


def _values(where: str, record: Struct, without: tuple[str, ...] = ()) -> Iterator[str]:
    for field in msgspec.structs.fields(record):
        if field.name not in without and get_origin(field.type) is not Literal:
            value = getattr(record, field.name)
            yield from (f"{where}: {said}" for _, said in wrong(value, field.type, (field.name,)))


# --- the closed vocabularies ----------------------------------------------------------------------------------------


def wrong_words(game: Game, scripts: Scripts, plans: Iterable[tuple[Deal, ...]]) -> list[str]:
    """Every word of the declaration that the engine does not know, each once."""
    found = [fault for script in scripts.values() for step in script for fault in _step_words(step)]
    found += [fault for part in plans for deal in part for fault in _unknown("plan", "place", deal.to, DEALT_TO)]
    for row in game.mishaps:
        found += _mishap_words(row)
    return list(dict.fromkeys(found))


def _step_words(step: Step) -> Iterator[str]:
    where = f"step '{step.name}'"
    yield from _unknown(where, "kind", step.kind, STEP_KINDS)
    yield from _unknown(where, "place", step.place, SHOWN_PLACES)
    yield from _unknown(where, "who", step.who, WHO)
    for choice in step.choices:
        yield from _unknown(f"{where}, choice '{choice.name}'", "does", choice.does, DOES)


def _mishap_words(row: Mishap) -> Iterator[str]:
    where = f"irregularity '{row.kind}'"
    yield from _unknown(where, "kind", row.kind, MISHAP_KINDS)
    yield from _unknown(where, "consequence", row.consequence, CONSEQUENCE_NAMES)
    yield from _unknown(where, "compare", row.compare, COMPARES)
    for place in row.place:
        yield from _unknown(where, "place", place, MISHAP_PLACES)
    for role in row.by:
        yield from _unknown(where, "role", role, ROLES)
    for procedure in row.procedures:
        yield from _unknown(where, "dealing procedure", procedure, PROCEDURES)


def _unknown(where: str, what: str, given: str, known: Iterable[str]) -> Iterator[str]:
    names = [name for name in known if name]
    if given not in known:
        near = get_close_matches(str(given), names, n=1)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        yield f"{where}: there is no {what} '{given}'; known are {listed(names)}{hint}"


# --- the declaration against itself ---------------------------------------------------------------------------------


def faults(rules: "Rules") -> list[str]:
    """Everything that is wrong with the game under these terms; nothing where it can be played."""
    if found := wrong_values(rules):
        return found
    known = (*(w.id for w in rules.book.wagers), ENVY)
    for procedure in PROCEDURES:
        script, plan = rules.scripts[procedure], rules.game.plan(rules, procedure, None)
        for fault in (*_script(rules, script, plan, known), *_plan(rules, procedure, plan)):
            found.append(f"{fault} ({procedure.replace('_', ' ')})")
    found = _same_everywhere(found)
    if not rules.base:
        found.append("book: no wager is compulsory")
    found += _cells(rules)
    found += _rows(rules, known)
    for row in rules.game.mishaps:
        found += _editions(rules, row)
        found += _mishap(rules, row, known)
    return [*found, *_clauses(rules)]


def _editions(rules: "Rules", row: Mishap) -> Iterator[str]:
    if not 1 <= row.since <= rules.book.version or (row.until and not row.since <= row.until <= rules.book.version):
        here = f"the book's is {rules.book.version}"
        yield f"irregularity '{row.kind}': editions {row.since} to {row.until or 'the last'} are not in order; {here}"


def _same_everywhere(found: list[str]) -> list[str]:
    """A fault of all dealing procedures is told once."""
    marks = tuple(f" ({procedure.replace('_', ' ')})" for procedure in PROCEDURES)
    plain = [next(fault.removesuffix(m) for m in marks if fault.endswith(m)) for fault in found]
    times = Counter(plain)
    whole = zip(found, plain, strict=True)
    return list(dict.fromkeys(bare if times[bare] >= len(PROCEDURES) else fault for fault, bare in whole))


def _script(
    rules: "Rules", script: tuple[Step, ...], plan: dict[str, tuple[Deal, ...]], known: tuple[str, ...]
) -> Iterator[str]:
    kinds = Counter(step.kind for step in script)
    if not script or script[0].kind != "bets" or script[-1].kind != "clear":
        yield "script: a round begins with a step 'bets' and ends with a step 'clear'"
    for once in ("bets", "clear", "stub", "examine", "collect", "post"):
        if kinds[once] > 1:
            yield f"script: a round has one step of the kind '{once}'; here are {kinds[once]}"
    for name, count in Counter(step.name for step in script).items():
        if count > 1:
            yield f"script: {count} steps have the name '{name}'"
    for part in plan:
        if part not in [step.part for step in script if step.kind == "deal"]:
            yield f"plan: no step deals the part '{part}'"
    settled = {w for step in script if step.kind in ("settle", "table") for w in step.wagers}
    for wager in rules.wagers:
        if wager.id not in settled:
            yield f"script: no step settles the wager '{wager.id}'"
    yield from _settled_once(script)
    yield from _turned_up(rules, script, plan)
    for step in script:
        yield from (f"step '{step.name}': {fault}" for fault in _step(rules, step, plan, known))


def _settled_once(script: tuple[Step, ...]) -> Iterator[str]:
    """Nobody's wager is settled twice; those of some hands and then those of the others may be."""
    seen: dict[str, list[str]] = {}
    for step in script:
        for wager in step.wagers if step.kind in ("settle", "table") else ():
            before = seen.setdefault(wager, [])
            if step.who in before or "all" in before or (before and step.who == "all"):
                yield f"step '{step.name}': the wager '{wager}' is settled already"
            before.append(step.who)


def _turned_up(rules: "Rules", script: tuple[Step, ...], plan: dict[str, tuple[Deal, ...]]) -> Iterator[str]:
    """Cards that decide a wager must lie open when it is settled."""
    seen = {s.place for fields in rules.fields.values() for holding in holdings(fields) for s in holding.sees}
    closed = {deal.to for part in plan.values() for deal in part if not deal.up}
    shown = {step.place for step in script if step.kind == "show"}
    for place in ("dealer", "community"):
        if place in seen & closed - shown:
            yield f"script: cards at '{place}' decide a wager and are never turned up; a step 'show' is missing"


def _step(rules: "Rules", step: Step, plan: dict[str, tuple[Deal, ...]], known: tuple[str, ...]) -> Iterator[str]:
    for wager in step.wagers:
        yield from _named("wager", wager, known)
    for wager in (each for group in step.any_order for each in group):
        if wager not in step.wagers:
            yield f"any_order names '{wager}', which the step does not settle"
    dealt = {deal.to for part in plan.values() for deal in part}
    match step.kind:
        case "deal":
            if step.part not in plan:
                yield f"the plan has no part '{step.part}'; it has {listed(plan)}"
        case "show":
            if step.place not in dealt:
                yield f"no card is dealt to '{step.place}', which it turns up"
            board = sum(deal.count for part in plan.values() for deal in part if deal.to == "community")
            if step.place == "community" and not 1 <= step.upto <= board:
                yield f"upto = {step.upto}; {board} community cards are dealt"
        case "ask":
            yield from _ask(rules, step, known)
        case "take":
            if len(step.wagers) != 1:
                yield "it collects one wager; name one"
        case "settle" | "table":
            if not step.wagers:
                yield "it settles no wager"
        case _:
            pass


def _ask(rules: "Rules", step: Step, known: tuple[str, ...]) -> Iterator[str]:
    names = [choice.name for choice in step.choices]
    if not names:
        yield "it has no choices"
    if len(set(names)) < len(names):
        yield "two choices have the same name"
    if names and step.absent not in names:
        yield f"absent = '{step.absent}' is none of its choices: {listed(names)}"
    if step.unless:
        yield from _named("wager", step.unless, known)
    space = {field.name: field.values for field in rules.fields.get(rules.base, ())}
    for name, values in step.when:
        if name not in space:
            yield f"when: the cells of '{rules.base}' have no field '{name}'; they have {listed(space)}"
        else:
            yield from (
                f"when: the field '{name}' of '{rules.base}' is never '{value}'"
                for value in values
                if value not in space[name]
            )
    for choice in step.choices:
        yield from (f"choice '{choice.name}': {fault}" for fault in _choice(rules, choice, known))


def _choice(rules: "Rules", choice: Choice, known: tuple[str, ...]) -> Iterator[str]:
    if choice.does in ("raise", "withdraw"):
        yield from _named("wager", choice.wager, known)
    if choice.does == "raise":
        made = rules.wager.get(choice.wager)
        if made is not None and not made.later:
            yield f"the wager '{choice.wager}' is made before the deal: say later = true in the book"
        if choice.wager in known and made is None:
            yield f"the wager '{choice.wager}' is not offered under these terms"
        yield from _named("wager", choice.of, known)
        if choice.times < 1:
            yield f"times = {choice.times} is no multiple"
    if choice.does == "fold" and not any(w.folds for w in rules.book.wagers):
        yield "no wager folds: say folds = true in the book"


def _plan(rules: "Rules", procedure: str, plan: dict[str, tuple[Deal, ...]]) -> Iterator[str]:
    deals = [deal for part in plan.values() for deal in part]
    seats = rules.book.positions_max
    needed = sum(deal.count * (seats if deal.to == "seats" else 1) for deal in deals)
    if needed > rules.deck_size:
        yield f"plan: {needed} cards are needed for {seats} positions; the deck has {rules.deck_size}"
    for deal in deals:
        if deal.having:
            yield from (f"plan: {fault}" for fault in _named("wager", deal.having, [w.id for w in rules.book.wagers]))
    if any(deal.count < 1 for deal in deals):
        yield "plan: a delivery has at least one card"
    if any(deal.up for deal in deals if deal.to in ("box", "burn", "thrown")):
        yield "plan: cards of the box, burned and thrown cards are dealt face down"
    board = [deal.up for deal in deals if deal.to == "community"]
    if board != sorted(board, reverse=True):
        yield "plan: community cards dealt face up come before those dealt face down"


def _cells(rules: "Rules") -> Iterator[str]:
    wanted = [w.id for w in rules.wagers] + [ENVY] * bool(rules.terms.envy)
    lies = {place for plan in rules.places.values() for place in plan}
    for wager in wanted:
        fields = rules.fields.get(wager)
        if fields is None:
            yield f"cells: the wager '{wager}' has none"
            continue
        names = [field.name for field in fields]
        if len(set(names)) < len(names):
            yield f"cells of '{wager}': two fields have the same name"
        for field in fields:
            if not field.values:
                yield f"cells of '{wager}': the field '{field.name}' has no values"
        for seen in dict.fromkeys(seen for holding in holdings(fields) for seen in holding.sees):
            if _place(seen) not in lies:
                yield f"cells of '{wager}': no card is dealt to '{seen.place}'"


def _place(seen: Cards) -> str:
    return "seats" if seen.place == "own" else seen.place


def _rows(rules: "Rules", known: tuple[str, ...]) -> Iterator[str]:
    spaces = rules.game.spaces(rules)
    found = [f"row of {row.clause}: {fault}" for row in rules.game.rows(rules) for fault in _row(rules, row, known)]
    yield from found
    if found or any(w.id not in spaces for w in rules.wagers):
        return
    for wager in (*(w.id for w in rules.wagers), *([ENVY] * bool(rules.terms.envy))):
        counts = Counter(len(rules.settlement.matching(wager, cell)) for cell in spaces[wager].cells())
        for number in sorted(set(counts) - {1}):
            cell = next(c for c in spaces[wager].cells() if len(rules.settlement.matching(wager, c)) == number)
            yield f"rows: {_how_many(number)} '{wager}' with {', '.join(cell)}{_and(counts[number] - 1)}"


def _how_many(rows: int) -> str:
    return f"{rows} rows settle" if rows else "no row settles"


def _and(others: int) -> str:
    more = f" and {others} other cell{'s' * (others > 1)}" if others else ""
    return f"{more}; exactly one row must settle every cell"


def _row(rules: "Rules", row: Row, known: tuple[str, ...]) -> Iterator[str]:
    for wager in row.wagers:
        yield from _named("wager", wager, known)
        fields = rules.fields.get(wager)
        if fields is None:
            continue
        space = {field.name: field.values for field in fields}
        for name, values in row.when.items():
            if name not in space:
                yield f"the cells of '{wager}' have no field '{name}'; they have {listed(space)}"
                continue
            for value in values:
                if value not in space[name]:
                    yield f"the field '{name}' of '{wager}' is never '{value}'; it is {listed(space[name], 'or')}"
        if row.bonus and "hand" not in space:
            yield f"the cells of '{wager}' have no field 'hand' by which its paytable could pay a bonus"
        if isinstance(row.pay, ByTable):
            if row.pay.line and row.pay.line not in rules.book.hands.get(rules.book.family(wager), ()):
                yield f"the paytable of '{wager}' has no line '{row.pay.line}'"
            if not row.pay.line and "hand" not in space:
                yield f"the cells of '{wager}' have no field 'hand' by which its paytable could pay"


def _mishap(rules: "Rules", row: Mishap, known: tuple[str, ...]) -> Iterator[str]:
    where = f"irregularity '{row.kind}'"
    steps = {step.name for script in rules.scripts.values() for step in script}
    for moment in row.during:
        if moment not in steps | {"between", "shuffle"} and moment not in rules.book.guides:
            yield f"{where}: there is no step '{moment}'"
    if not row.during:
        yield f"{where}: it can happen at no step"
    if row.option and row.option[0] not in rules.terms.readings:
        yield f"{where}: there is no reading '{row.option[0]}'"
    for wager in row.keeps:
        yield from (f"{where}: {fault}" for fault in _named("wager", wager, known))
    if row.kind == "wrong_number" and not row.place:
        yield f"{where}: it says of no place that the number is wrong"
    if row.consequence == "void_spare" and not any(w.spared or w.spared_if for w in rules.book.wagers):
        yield f"{where}: no wager is spared: say spared = true in the book"


def _named(what: str, name: str, known: Iterable[str]) -> Iterator[str]:
    names = list(known)
    if name not in names:
        near = get_close_matches(name, names, n=1)
        yield f"there is no {what} '{name}'" + (f"; did you mean '{near[0]}'?" if near else "")


def _clauses(rules: "Rules") -> Iterator[str]:
    """Ids that stand in no rulebook, each once."""
    steps = [step for script in rules.scripts.values() for step in script]
    cited = [each for step in steps for each in (step.clause, step.turn_clause)]
    cited += [choice.clause for step in steps for choice in step.choices]
    for procedure in PROCEDURES:
        plan = rules.game.plan(rules, procedure, None)
        cited += [each for part in plan.values() for deal in part for each in (deal.clause, deal.first)]
    cited += [row.clause for row in rules.game.rows(rules)] + [row.clause for row in rules.game.mishaps]
    cited += [row.saves for row in rules.game.mishaps if row.saves]
    for each in dict.fromkeys(cited):
        if each:
            try:
                clause(each)
            except UnknownClause as error:
                yield str(error)
