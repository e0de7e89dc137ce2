"""The exact figures of each wager as a PAR sheet states them: every line with its true odds beside its payout odds, the
house's advantage, the spread of results. All of them are fractions of whole numbers of deals, from the solver."""

from collections.abc import Sequence
from fractions import Fraction
from math import log10
from typing import Any

from pitboss.odds.figures import Figures, LineFigure, PartFigure, no_line
from pitboss.odds.result import WagerOdds, exactly
from pitboss.paper import paid
from pitboss.paper import par_words as w
from pitboss.paper.kept import contributed, kept, of_shares, share
from pitboss.paper.submission_choices import acts_on
from pitboss.paper.words import dollars, hand_words, line_words, own_lines, own_table, pays_words
from pitboss.rulebook.book import book
from pitboss.rulebook.pays import Lose, Returned
from pitboss.rulebook.terms import Terms
from pitboss.rulebook.words import ENVY
from pitboss.table.rules import Rules
from pitboss.wording.plainly import about

MOST_RESULTS = 20
"""So many different net results are drawn one by one; of more, the rarest neighbours are put together where they are
near each other."""
LONGEST_FRACTION = 44
MOST_DEALS = 10**15
"""Beyond so many deals the ways of a line are not printed; its probability is."""
REST, UNMADE = "everything else", "not at risk"
SAID = {"wins": "wins", "push": "returned", "loses": "loses"}
"""What a line that is none says in the place of a payment."""


def wager_page(
    rules: Rules, row: WagerOdds, full: WagerOdds | None = None, others: Sequence[WagerOdds] = ()
) -> dict[str, Any]:
    """Everything about one wager by one paytable; `others` are its figures at stakes at which they differ."""
    return {
        "title": w.row_title(row),
        "table": _named(row),
        "method": method(row),
        "figures": figures(row) + _at_stakes(others) + _full_table(full) + _after_meters(rules.terms, row),
        "ways": row.deals < MOST_DEALS,
        "parts": [_part(rules, row, part) for part in _in_order(rules, row) if part.lines],
        "chart": chart(row),
        "notes": list(row.notes),
    }


def _in_order(rules: Rules, row: WagerOdds) -> list[PartFigure]:
    """The wagers made together in the order of the rulebook."""
    places = {wager.id: place for place, wager in enumerate(rules.wagers)}
    return sorted(row.figures.parts, key=lambda part: places.get(part.wager, len(places)))


def _named(row: WagerOdds) -> str:
    name = w.table_name(row)
    return f"paytable {name}" if len(name) == 1 else f"{name} paytable" if row.paytable == "custom" else name


def method(row: WagerOdds) -> str:
    """How the figures were obtained and what they rest upon, in one sentence."""
    unit = "each bet" if row.base == "one bet" else w.wager_title(book(row.game), row.base)
    said = [f"Exact: all {row.deals:,} equally likely deals are counted", f"{unit} {dollars(row.stake)}"]
    if any(w.metered for w in book(row.game).wagers if w.family == row.wager):
        said.append("one player" if row.players == 1 else f"{row.players} players")
    acting = [name for name in row.reading if acts_on(row.game, row.wager, row.paytable, name)]
    said += [f"{about(name)}: {w.plain(row.reading[name])}" for name in acting]
    said += [f"the {name} meter reads {dollars(cents)}" for name, cents in row.meters.items()]
    return "; ".join(said) + "."


def figures(row: WagerOdds) -> list[list[str]]:
    """(what, figure, exactly or of what)."""
    found = row.figures
    base = paid.base_words(row)
    made = [
        ["House advantage", w.edge(row.house_edge), _exact(row.house_edge) or f"of {base}"],
        ["Expected value", w.signed(found.ev), f"to the player, for each 1 wagered on {base}"],
    ]
    if found.at_risk != 1:
        made.append(["Element of risk", w.edge(found.element_of_risk), "the same loss, of all that is finally at risk"])
        made.append(["Average at risk", f"{float(found.at_risk):.6f}", f"times {base}"])
    made += [
        ["Standard deviation", w.deviation(found.variance), f"variance {float(found.variance):,.6f}"],
        ["Hit rate", w.chance(found.hit_frequency), f"a net win {w.one_in(found.hit_frequency)} rounds"],
        *_without_a_win(found),
        ["Highest net win", *highest(row)],
    ]
    for name, level in row.break_even.items():
        said = "no reading makes up for the advantage" if level is None else f"breaks even at {dollars(level)}"
        said = "always in the player's favour" if level == 0 else said
        made.append([f"{name} meter", dollars(row.meters[name]), said])
    return made


def _without_a_win(found: Figures) -> list[list[str]]:
    """Rounds that bring nothing and rounds that lose, apart."""
    even = sum((chance for net, chance in found.distribution if net == 0), Fraction(0))
    lost = 1 - found.hit_frequency - even
    tied = [["Even", w.chance(even), f"neither won nor lost {w.one_in(even)} rounds"]] if even else []
    return [*tied, ["Lost", w.chance(lost), f"a net loss {w.one_in(lost)} rounds"]] if lost else tied


def _at_stakes(others: Sequence[WagerOdds]) -> list[list[str]]:
    return [[f"At {dollars(row.stake)}", w.edge(row.house_edge), "house advantage at that stake"] for row in others]


def _full_table(full: WagerOdds | None) -> list[list[str]]:
    """With what others win for him, where a wager pays for their hands."""
    if full is None:
        return []
    return [["With the Envy Bonus", w.edge(full.house_edge), f"house advantage with {full.players} players"]]


def _after_meters(terms: Terms, row: WagerOdds) -> list[list[str]]:
    given = contributed(terms, row)
    if not given:
        return []
    how = "; ".join(filter(None, ["the advantage less that", of_shares(terms)]))
    return [
        ["To the meters", share(given), "of the wager"],
        ["Kept by the house", w.edge(kept(terms, row)), how],
    ]


def _exact(value: Fraction) -> str:
    said = exactly(value)
    return f"exactly {said}" if len(said) <= LONGEST_FRACTION else ""


def highest(row: WagerOdds) -> list[str]:
    """The highest net result, in units of the base, and how often it comes."""
    best, probability = paid.highest(row)
    return [w.net(best), f"times the base, {w.one_in(probability)}"]


# --- lines ----------------------------------------------------------------------------------------------------------


def _part(rules: Rules, row: WagerOdds, part: PartFigure) -> dict[str, Any]:
    family = _family(rules, part.wager)
    lines = [line_row(rules, line, row.deals, family, paid.differs(row, line)) for line in part.lines]
    for how, chance, value in _rest(rules, part):
        lines.append([REST, how, w.against(chance), ways(chance, row.deals), w.chance(chance), w.signed(value), ""])
    alone = len(row.figures.parts) == 1
    return {
        "title": "" if alone else w.wager_title(rules.book, part.wager),
        "at_risk": "" if alone else f"{float(part.at_risk):.6f}",
        "rows": lines,
        "total": ["all together", "", "", ways(Fraction(1), row.deals), "", w.signed(part.ev), ""],
        "notes": paid.notes(rules, row, part, family),
    }


def _rest(rules: Rules, part: PartFigure) -> list[tuple[str, Fraction, Fraction]]:
    """What no line pays: what wins otherwise, what is returned, what loses, and where nothing was at risk."""
    found = [(SAID[each.result], each.probability, each.value) for each in part.rest]
    unmade = no_line(rules, part) - sum((chance for _, chance, _ in found), Fraction(0))
    return [*found, *([(UNMADE, unmade, Fraction(0))] if unmade else [])]


def _family(rules: Rules, wager: str) -> str:
    """The paytable by which a wager is paid."""
    return next((w.family for w in rules.wagers if w.id == wager), wager)


def line_row(rules: Rules, line: LineFigure, deals: int, family: str, marked: bool = False) -> list[str]:
    """Hand, payout odds, true odds, ways, probability, part of the expected value, clause. Odds that are `marked` are
    not what is paid at this stake; a note below says what is."""
    return [
        line_words(rules, line.hand, family),
        pays_words(rules, line.pay) + paid.MARK * marked,
        w.against(line.probability),
        ways(line.probability, deals),
        w.chance(line.probability),
        w.signed(line.value),
        w.own_clause(rules.book, line.clause),
    ]


def ways(probability: Fraction, deals: int) -> str:
    """In how many of the deals: a whole number; empty where it has more digits than anybody reads."""
    count = probability * deals
    assert count.denominator == 1
    return f"{count.numerator:,}" if deals < MOST_DEALS else ""


# --- the distribution -----------------------------------------------------------------------------------------------


def chart(row: WagerOdds) -> dict[str, Any]:
    """The net results as bars on a logarithmic scale, so that a jackpot of one in a million can still be seen."""
    results = w.grouped(row.figures.distribution, MOST_RESULTS)
    decades = max(1, max(_decades(probability) for _, _, probability in results))
    return {
        "decades": decades,
        "bars": [
            {
                "net": w.net(low) if low == high else f"{w.net(low)} to {w.net(high)}",
                "chance": w.chance(probability),
                "one_in": w.one_in(probability),
                "part": round(1 + log10(float(probability)) / decades, 6),
            }
            for low, high, probability in results
        ],
    }


def _decades(probability: Fraction) -> int:
    """How many powers of ten a probability lies below one, rounded up."""
    ten, count = Fraction(1), 0
    while ten > probability:
        ten, count = ten / 10, count + 1
    return count


# --- all wagers together --------------------------------------------------------------------------------------------


def summary(rows: Sequence[WagerOdds]) -> list[list[str]]:
    """One line a wager: title, paytable, the stake at which its figures hold, advantage, element of risk, deviation,
    hit rate, highest net win."""
    return [
        [
            w.row_title(row),
            w.table_name(row),
            dollars(row.stake),
            w.edge(row.house_edge),
            w.edge(row.figures.element_of_risk),
            w.deviation(row.figures.variance),
            w.chance(row.figures.hit_frequency),
            highest(row)[0],
        ]
        for row in rows
    ]


def paytables(rules: Rules) -> list[dict[str, Any]]:
    """Every paytable in force with the clause of each line, those of a wager on the whole table by the number
    of hands there can be here."""
    made = []
    for held in rules.terms.wagers:
        lines = [line for line in held.lines if not isinstance(line.pay, Lose | Returned)]
        for column in sorted({line.column for line in lines if line.column <= rules.terms.most_hands}):
            made.append(
                {
                    "title": w.wager_title(rules.book, held.id),
                    "table": f"{column} hands dealt" if column else _letter(rules.terms, held.id),
                    "rows": [
                        [
                            hand_words(rules.book, line.hand, held.id),
                            pays_words(rules, line.pay),
                            w.own_clause(rules.book, line.clause),
                        ]
                        for line in lines
                        if line.column == column
                    ],
                }
            )
    if rules.terms.envy:
        rows = [
            [hand_words(rules.book, x.hand, ENVY), pays_words(rules, x.pay), w.own_clause(rules.book, x.clause)]
            for x in rules.terms.envy
        ]
        made.append(
            {"title": w.wager_title(rules.book, ENVY), "table": _letter(rules.terms, rules.metered or ""), "rows": rows}
        )
    return made


def _letter(terms: Terms, family: str) -> str:
    held = terms.wager(family)
    if held is None or not held.paytable:
        return ""
    return own_table(terms, family, "own paytable") if own_lines(terms, family) else f"paytable {held.paytable}"
