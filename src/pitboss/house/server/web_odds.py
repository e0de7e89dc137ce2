"""Exact odds as pages read them: every figure as a fraction and as a number to show."""

from collections.abc import Sequence

from pitboss.house.coaching.stakes import stake_bears
from pitboss.messages.odds import OddsAt, OddsEnvy, OddsLine, OddsMeter, OddsPart, OddsResult, OddsRow
from pitboss.odds.figures import LineFigure, PartFigure
from pitboss.odds.request import titles_of, unit
from pitboss.odds.result import WagerOdds, exactly, root
from pitboss.rulebook.book import book
from pitboss.rulebook.terms import Line
from pitboss.rulebook.words import MAIN, hand_words
from pitboss.table.layout import line_words, pays_words
from pitboss.table.rules import Rules


def odds_row(rules: Rules, row: WagerOdds, at: Sequence[WagerOdds] = (), envy: Sequence[Line] = ()) -> OddsRow:
    """One wager by one paytable; `at`: the same at other wagers; `envy`: what is paid for hands of others."""
    found = row.figures
    others = [each for each in at if (each.wager, each.paytable) == (row.wager, row.paytable)]
    return OddsRow(
        wager=row.wager,
        title=row.title,
        paytable=row.paytable,
        by_hands=row.by_hands,
        base=row.base,
        families=_families(row),
        base_title=unit(row.game, row.wager, row.base),
        house_edge=exactly(row.house_edge),
        edge=float(row.house_edge),
        element_of_risk=exactly(found.element_of_risk),
        risk=float(found.element_of_risk),
        average_at_risk=exactly(found.at_risk),
        at_risk=float(found.at_risk),
        variance=exactly(found.variance),
        standard_deviation=root(found.variance),
        hit_frequency=exactly(found.hit_frequency),
        hits=float(found.hit_frequency),
        parts=[_part(rules, row.game, part) for part in sorted(found.parts, key=_place)],
        distribution=[
            OddsResult(net=exactly(net), units=float(net), probability=exactly(p), chance=float(p))
            for net, p in found.distribution
        ],
        meters=[OddsMeter(name=n, cents=c, break_even=row.break_even.get(n)) for n, c in row.meters.items()],
        method=row.method,
        deals=row.deals,
        players=row.players,
        stake=row.stake,
        depends=stake_bears(rules, row),
        at=[OddsAt(stake=o.stake, house_edge=exactly(o.house_edge), edge=float(o.house_edge)) for o in others],
        envy=[
            OddsEnvy(
                words=hand_words(rules.book, line.hand),
                pays=pays_words(rules, line.pay),
                clause=line.clause,
            )
            for line in envy
        ],
        reading=row.reading,
        notes=list(row.notes),
    )


def _families(row: WagerOdds) -> list[str]:
    """The paytables by which its wagers may be paid, as a table names them: several for the main game."""
    own = {part.wager for part in row.figures.parts} if row.wager == MAIN else {row.wager}
    return list(dict.fromkeys(w.family for w in book(row.game).wagers if own & {w.id, w.family}))


def _place(part: PartFigure) -> tuple[int, ...]:
    """Bets that are numbered stand in the order of their numbers; all others as they are."""
    return tuple(int(number) for number in part.wager.split("_") if number.isdecimal())


def _part(rules: Rules, game: str, part: PartFigure) -> OddsPart:
    return OddsPart(
        wager=part.wager,
        title=_title(game, part.wager),
        ev=exactly(part.ev),
        worth=float(part.ev),
        average_at_risk=exactly(part.at_risk),
        at_risk=float(part.at_risk),
        lines=[_line(rules, part.wager, line) for line in part.lines],
    )


def _line(rules: Rules, wager: str, line: LineFigure) -> OddsLine:
    return OddsLine(
        hand=line.hand,
        words=line_words(rules, line.hand, rules.book.family(wager), sign=False),
        pays=pays_words(rules, line.pay),
        clause=line.clause,
        probability=exactly(line.probability),
        chance=float(line.probability),
        value=exactly(line.value),
        worth=float(line.value),
    )


def _title(game: str, wager: str) -> str:
    return titles_of(game, wager)[0]
