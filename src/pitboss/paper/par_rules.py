"""The rules in force at a table, each with its clause: the table, the order of play, and what settles each wager."""

import re

from pitboss.paper import par_words as w
from pitboss.paper.submission_choices import NOT_ASKED, amount_clause, choices_in_force, readings_chosen
from pitboss.paper.words import amounts, dollars, payments, rate, shuffler
from pitboss.rulebook.book import Wager, book
from pitboss.rulebook.clauses import clause
from pitboss.rulebook.pays import Returned
from pitboss.rulebook.readings import added, concerns, readings_of
from pitboss.rulebook.submission_options import cites
from pitboss.rulebook.terms import LimitTerms, Terms
from pitboss.rulebook.words import ENVY
from pitboss.table.definition import ByTable, Row, Step
from pitboss.table.devices import continuous
from pitboss.table.layout import binding_limits
from pitboss.table.mishaps import rows_in_force
from pitboss.table.rules import Rules
from pitboss.table.state import FOLDED, FORFEITED, SPARED, VOID
from pitboss.wording.how_to_play import THE_PLAYERS, cards_of_metered, multiples, raises
from pitboss.wording.plainly import plainly

ALL = "all wagers"


def table_facts(rules: Rules) -> list[list[str]]:
    """What the table is, one fact below the other."""
    terms, the_book = rules.terms, rules.book
    each = w.many(terms.positions_per_player, "position")
    in_turn = ", one in play at a time" if terms.decks > 1 else ""
    named = (the_book.rules, the_book.jurisdiction)
    made = [
        ["Rulebook", f"{', '.join(filter(None, named))}; cited as {the_book.document}".removeprefix("; ")],
        *([["Regulator", the_book.regulator]] if the_book.regulator else []),
        [w.sentence(the_book.holder), terms.operator or "not stated"],
        ["Table", terms.table],
        ["Positions", f"{terms.positions}, at most {each} for one player"],
        ["Cards", f"{w.many(terms.decks, 'deck')} of {rules.deck.size} cards{in_turn}"],
        ["Dealing", w.plain(terms.procedure)],
        ["Shuffler", shuffler(terms) + "; the dealer shuffles" * (terms.shuffler == "none")],
        ["Payments", "odds that give part of a chip are " * (terms.breakage != "exact") + payments(terms)],
    ]
    if decides := cards_of_metered(rules, THE_PLAYERS):
        made.append([rules.wager[rules.metered or ""].title, f"decided by {decides}"])
    binding = binding_limits(rules)
    for limit in terms.limits:
        idle = "" if limit in binding else "; never reached here, since another limit is lower"
        made.append(["Payout limit", f"{limit_words(rules, limit)} ({limit.clause}){idle}"])
    return made


def limit_words(rules: Rules, limit: LimitTerms) -> str:
    """How much, and on which wagers together."""
    covered = w.listed(wager.title for wager in rules.wagers if wager.id in limit.wagers)
    return f"{dollars(limit.cents)} a hand on {covered}"


def limits(rules: Rules) -> list[list[str]]:
    """Wager, whether it must be made, what may be staked, the clause that says so."""
    made = []
    for wager in rules.wagers:
        held = rules.limits(wager.id)
        equal = f"equal to {w.the(w.wager_title(rules.book, wager.equal_to))}" if wager.equal_to else ""
        staked = equal or (multiples(rules, wager.id) if wager.later else amounts(held))
        must = "after the deal" if wager.later else "yes" if wager.compulsory else "no"
        made.append([wager.title, must, staked, w.own_clause(rules.book, _of_amount(rules, wager))])
    return made


def _of_amount(rules: Rules, wager: Wager) -> str:
    """What sets the amount: the clause that makes two wagers equal or fixes the sum, those of the decisions that make
    the wager, else the one that knows it."""
    if wager.equal_to:
        return cites(rules.book.game)["equal"]
    if not wager.later:
        return amount_clause(rules.terms, wager)
    made = []
    for step in rules.script(rules.terms.procedure):
        for choice in raises(step, wager.id):
            # a clause of this kind only says where the wager is put; the one that orders the step says how much it is
            made.append(step.clause if clause(choice.clause).kind == "input" else choice.clause)
    return ", ".join(dict.fromkeys(made))


def meters(terms: Terms) -> list[list[str]]:
    """Meter, rate, initial, reset, clause."""
    the_book = book(terms.game)
    return [
        [m.name, rate(m), dollars(m.initial), dollars(m.reset), w.own_clause(the_book, m.clause)] for m in terms.meters
    ]


def order_of_play(rules: Rules) -> list[list[str]]:
    """The steps of a round: number, what is done, the clause that orders it, further clauses carried out with it; with
    the first, in which the wagers are made, those that know them. Not a step without work: a device that reshuffles by
    itself leaves no stub, folded hands without side wagers have nothing to be settled, and a progressive may have no
    meter. Not a clause of what is not at the table."""
    procedure, known = rules.terms.procedure, readings_chosen(rules.terms)
    kept = continuous(rules, rules.opening())
    idle = {"stub": kept, "post": not rules.terms.meters}
    steps = [step for step in rules.script(procedure) if not idle.get(step.kind) and _wagered(rules, step)]
    names = [[step.name, "close_bets"] if step.kind == "bets" else [step.name] for step in steps]
    made = []
    for number, name in enumerate((name for some in names for name in some), 1):
        guide = rules.guide(name, procedure)
        placed = [wager.clause for wager in rules.wagers if not wager.later] if number == 1 else []
        cited = [each for each in dict.fromkeys((guide.clause, *guide.also, *placed)) if each]
        first, *others = [w.own_clause(rules.book, each) for each in cited if clause(each).at(known)] or [""]
        made.append([str(number), guide.title, first, ", ".join(others)])
    return made


def _wagered(rules: Rules, step: Step) -> bool:
    """Whether any wager that the step settles is offered."""
    return step.kind != "settle" or any(wager in rules.index for wager in step.wagers)


def settlement(rules: Rules) -> list[list[str]]:
    """Which clause decides which wagers: the rows that the table settles by, in our wording of their clauses and as
    they hold under the operator's choices, with all readings behind them; of a wager that a table pays, the clause by
    which it is collected too; and of the void rows every clause by which a round becomes void here."""
    offered = [wager.id for wager in rules.wagers] + ([ENVY] if rules.terms.envy else [])
    found: dict[tuple[str, str], list[str]] = {}
    for row in rules.settlement.rows:
        named = [name for name in offered if name in _wagers_of(rules, row) and name not in _never_made(rules, row)]
        if named and _happens(rules, row):
            who = ALL if named == offered else w.listed(w.wager_title(rules.book, name) for name in named)
            collected = row.pay.clause if isinstance(row.pay, ByTable) else ""
            for cited in dict.fromkeys((collected or row.clause, row.clause)):
                found.setdefault((cited, who), []).extend([row.reading] * bool(row.reading))
            if isinstance(row.pay, Returned) and VOID in row.when["standing"]:
                for cited, reading in voids(rules):
                    found.setdefault((cited, ALL), []).extend([reading] * bool(reading))
    made, chosen = [], readings_chosen(rules.terms)
    here = [reading.id for reading in readings_of(rules.terms.game, chosen) if concerns(reading, chosen)]
    for (cited, who), behind in found.items():
        said, adding = added(clause(cited), chosen)
        named_there = [name for list_ in _NAMED.findall(said) for name in list_.split(", ")]
        readings = ", ".join(name for name in dict.fromkeys([*named_there, *behind, *adding]) if name in here)
        made.append([w.own_clause(rules.book, cited), who, plainly(_NAMED.sub("", said)), readings])
    return made


def _wagers_of(rules: Rules, row: Row) -> set[str]:
    """The wagers of a row. Where a round is void and some wagers are spared, every other one goes back: those too that
    are spared at other tables."""
    if not (isinstance(row.pay, Returned) and SPARED in row.when["standing"]):
        return set(row.wagers)
    kept = set(rules.spared) if any(each.consequence == "void_spare" for each in rows_in_force(rules)) else set()
    return {wager.id for wager in rules.wagers} - kept


def voids(rules: Rules) -> list[tuple[str, str]]:
    """The clauses of irregularities that void a round at this table or save wagers from it, each with the reading
    behind it. In the settlement one row, with a clause of its own, stands for them all."""
    own = {row.clause for row in rules.settlement.rows}
    rows = [row for row in rows_in_force(rules) if row.consequence in _VOIDS]
    found = [(cited, row.reading) for row in rows for cited in (row.clause, row.saves if rules.spared else "") if cited]
    return [(cited, reading) for cited, reading in found if cited not in own and clause(cited).kind == "input"]


_VOIDS = ("void", "void_remove", "void_spare", "by_place")


_NAMED = re.compile(r" \[([A-Z]-\d\d(?:, [A-Z]-\d\d)*)\]")
"""Readings that our wording of a clause names."""


def _happens(rules: Rules, row: Row) -> bool:
    """Not a row for hands that forfeit their wagers in a game that knows no forfeiture."""
    forfeits = any(mishap.consequence == "forfeit" for mishap in rules.mishaps)
    return forfeits or row.when.get("standing") != (FORFEITED,)


def _never_made(rules: Rules, row: Row) -> list[str]:
    """Wagers that follow from the decision to play: a folded hand has none, unless it was folded at a later one."""
    if row.when.get("standing") != (FOLDED,):
        return []
    before: set[str] = set()
    left: set[str] = set()
    for step in rules.script(rules.terms.procedure):
        if any(choice.does == "fold" for choice in step.choices):
            left |= before - {step.unless}
        before |= {choice.wager for choice in step.choices if choice.does == "raise"}
    return [wager.id for wager in rules.wagers if wager.later and wager.id not in left]


def in_force(terms: Terms) -> list[list[str]]:
    """The operator's choices, short: what, what is in force, clause, reading. How to conduct a wager that is not
    offered here is not in force, nor what matters only while a device is out of use."""
    the_book = book(terms.game)
    asked = [choice for choice in choices_in_force(terms) if choice.chosen != NOT_ASKED and not choice.rests]
    return [[c.title, c.chosen, w.own_clause(the_book, c.clause), c.reading] for c in asked]


def readings_named(rules: Rules) -> list[list[str]]:
    """The readings that the tables of the rules in force name: id, what it is about, how the text is read."""
    rows = [*settlement(rules), *in_force(rules.terms)]
    named = {name for row in rows for name in row[-1].split(", ") if name}
    known = readings_of(rules.terms.game, readings_chosen(rules.terms))
    return [[each.id, plainly(each.title), plainly(each.choice)] for each in known if each.id in named]
