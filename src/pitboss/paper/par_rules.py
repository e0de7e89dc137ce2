"""The rules in force at a table, each with its clause: the table, the order of play, and what settles each wager."""

from pitboss.cards.deck import DECKS
from pitboss.paper import par_words as w
from pitboss.paper.how_to_play import cards_of_progressive
from pitboss.paper.plainly import plainly
from pitboss.paper.submission_choices import choices, rate
from pitboss.paper.words import amounts, dollars
from pitboss.rulebook.book import book
from pitboss.rulebook.clauses import clause
from pitboss.rulebook.terms import Terms
from pitboss.table.layout import binding_limits
from pitboss.table.rules import Rules


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
        ["Shuffler", shuffler(terms)],
        ["Payments", payments(terms)],
    ]
    if cards_of_progressive(rules):
        made.append(["Progressive", f"decided by {cards_of_progressive(rules)}"])
    binding = binding_limits(rules)
    for limit in terms.limits:
        covered = w.listed(wager.title for wager in rules.wagers if wager.id in limit.wagers)
        idle = "" if limit in binding else "; never reached here, since another limit is lower"
        made.append(["Payout limit", f"{dollars(limit.cents)} a hand on {covered} ({limit.clause}){idle}"])
    return made


def shuffler(terms: Terms) -> str:
    if terms.shuffler == "none":
        return "none; the dealer shuffles"
    facts = [terms.shuffler] + ["counts the cards"] * terms.shuffler_counts
    return ", ".join(facts + ["loads the shoe"] * terms.shuffler_loads_shoe)


def payments(terms: Terms) -> str:
    return "paid exactly" if terms.breakage == "exact" else f"rounded up to {dollars(terms.smallest_chip)}"


def limits(rules: Rules) -> list[list[str]]:
    """Wager, whether it must be made, what may be staked, clause."""
    made = []
    for wager in rules.wagers:
        held = rules.limits(wager.id)
        equal = f"equal to {w.the(w.part_title(rules.game.id, wager.equal_to))}" if wager.equal_to else ""
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
    """Which clause decides which wagers: the rows that the table settles by, in our wording of their clauses."""
    offered = [wager.id for wager in rules.wagers] + (["envy"] if rules.terms.envy else [])
    found: dict[tuple[str, str], list[str]] = {}
    for row in rules.settlement.rows:
        named = [name for name in offered if name in row.wagers]
        if named:
            who = "all wagers" if named == offered else w.listed(_title(rules, name) for name in named)
            found.setdefault((row.clause, who), []).extend([row.reading] * bool(row.reading))
    return [
        [w.own_clause(rules.book, cited), who, plainly(clause(cited).wording), ", ".join(dict.fromkeys(readings))]
        for (cited, who), readings in found.items()
    ]


def _title(rules: Rules, wager: str) -> str:
    return "Envy Bonus" if wager == "envy" else w.part_title(rules.game.id, wager)


def in_force(terms: Terms) -> list[list[str]]:
    """The operator's choices, short: what, what is in force, clause, reading."""
    the_book = book(terms.game)
    return [[c.title, c.chosen, w.own_clause(the_book, c.clause), c.reading] for c in choices(terms)]
