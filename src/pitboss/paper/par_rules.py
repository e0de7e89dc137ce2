"""The rules in force at a table, each with its clause: the table, the order of play, and what settles each wager."""

import re

from pitboss.cards.deck import DECKS
from pitboss.paper import par_words as w
from pitboss.paper.submission_choices import NOT_ASKED, choices_in_force, readings_chosen
from pitboss.paper.words import amounts, dollars, payments, rate, shuffler
from pitboss.rulebook.book import book
from pitboss.rulebook.clauses import clause
from pitboss.rulebook.readings import added
from pitboss.rulebook.terms import LimitTerms, Terms
from pitboss.rulebook.words import ENVY
from pitboss.table.definition import Row
from pitboss.table.layout import binding_limits
from pitboss.table.rules import Rules
from pitboss.table.state import FORFEITED
from pitboss.wording.how_to_play import cards_of_progressive
from pitboss.wording.plainly import plainly


def table_facts(rules: Rules) -> list[list[str]]:
    """What the table is, one fact below the other."""
    terms, the_book = rules.terms, rules.book
    deck = DECKS[the_book.deck]
    each = w.many(terms.positions_per_player, "position")
    made = [
        ["Rulebook", f"{the_book.document}, {the_book.title}, {the_book.jurisdiction}"],
        ["Regulator", the_book.regulator],
        ["Operator", terms.operator or "not stated"],
        ["Table", terms.table],
        ["Positions", f"{terms.positions}, at most {each} for one player"],
        ["Cards", f"{w.many(terms.decks, 'deck')} of {deck.size} cards, one in play at a time"],
        ["Dealing", w.plain(terms.procedure)],
        ["Shuffler", shuffler(terms) + "; the dealer shuffles" * (terms.shuffler == "none")],
        ["Payments", payments(terms)],
    ]
    if cards_of_progressive(rules):
        made.append(["Progressive", f"decided by {cards_of_progressive(rules)}"])
    binding = binding_limits(rules)
    for limit in terms.limits:
        idle = "" if limit in binding else "; never reached here, since another limit is lower"
        made.append(["Payout limit", f"{limit_words(rules, limit)} ({limit.clause}){idle}"])
    return made


def limit_words(rules: Rules, limit: LimitTerms) -> str:
    """`$50,000 a hand on Ante, Blind, Play and Trips`."""
    covered = w.listed(wager.title for wager in rules.wagers if wager.id in limit.wagers)
    return f"{dollars(limit.cents)} a hand on {covered}"


def limits(rules: Rules) -> list[list[str]]:
    """Wager, whether it must be made, what may be staked, clause."""
    made = []
    for wager in rules.wagers:
        held = rules.limits(wager.id)
        equal = f"equal to {w.the(w.wager_title(rules.book, wager.equal_to))}" if wager.equal_to else ""
        staked = equal or amounts(held) or "follows from the decision"
        must = "after the deal" if wager.later else "yes" if wager.compulsory else "no"
        made.append([wager.title, must, staked, w.own_clause(rules.book, wager.clause)])
    return made


def meters(terms: Terms) -> list[list[str]]:
    """Meter, rate, initial, reset, clause."""
    the_book = book(terms.game)
    return [
        [m.name, rate(m), dollars(m.initial), dollars(m.reset), w.own_clause(the_book, m.clause)] for m in terms.meters
    ]


def order_of_play(rules: Rules) -> list[list[str]]:
    """The steps of a round: number, what is done, the clause that orders it, further clauses carried out with it."""
    procedure = rules.terms.procedure
    made = []
    for number, step in enumerate(rules.script(procedure), 1):
        guide = rules.guide(step.name, procedure)
        also = ", ".join(w.own_clause(rules.book, other) for other in guide.also)
        made.append([str(number), guide.title, w.own_clause(rules.book, guide.clause), also])
    return made


def settlement(rules: Rules) -> list[list[str]]:
    """Which clause decides which wagers: the rows that the table settles by, in our wording of their clauses and as
    they hold under the operator's choices, with all readings behind them."""
    offered = [wager.id for wager in rules.wagers] + ([ENVY] if rules.terms.envy else [])
    found: dict[tuple[str, str], list[str]] = {}
    for row in rules.settlement.rows:
        named = [name for name in offered if name in row.wagers]
        if named and _happens(rules, row):
            who = "all wagers" if named == offered else w.listed(w.wager_title(rules.book, name) for name in named)
            found.setdefault((row.clause, who), []).extend([row.reading] * bool(row.reading))
    made, chosen = [], readings_chosen(rules.terms)
    for (cited, who), behind in found.items():
        said, adding = added(clause(cited), chosen)
        named_there = [name for list_ in _NAMED.findall(said) for name in list_.split(", ")]
        readings = ", ".join(dict.fromkeys([*named_there, *behind, *adding]))
        made.append([w.own_clause(rules.book, cited), who, plainly(_NAMED.sub("", said)), readings])
    return made


_NAMED = re.compile(r" \[([A-Z]-\d\d(?:, [A-Z]-\d\d)*)\]")
"""Readings that our wording of a clause names."""


def _happens(rules: Rules, row: Row) -> bool:
    """Not a row for hands that forfeit their wagers in a game that knows no forfeiture."""
    forfeits = any(mishap.consequence == "forfeit" for mishap in rules.game.mishaps)
    return forfeits or row.when.get("standing") != (FORFEITED,)


def in_force(terms: Terms) -> list[list[str]]:
    """The operator's choices, short: what, what is in force, clause, reading. How to conduct a wager that is not
    offered here is not in force."""
    the_book = book(terms.game)
    asked = [choice for choice in choices_in_force(terms) if choice.chosen != NOT_ASKED]
    return [[c.title, c.chosen, w.own_clause(the_book, c.clause), c.reading] for c in asked]
