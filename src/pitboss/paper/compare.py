"""Submissions of one game side by side for a manager: what each wager keeps, how much it swings, what it can cost in
one round, and what that is in an hour."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from pitboss.frames.showing import html_of
from pitboss.games import rules_for
from pitboss.lab.win.model import TablePlay
from pitboss.odds.api import odds
from pitboss.odds.request import MAIN, Request, asked, lawful_stake, limits_of, wagers_of
from pitboss.odds.result import WagerOdds, root
from pitboss.paper import par_words as w
from pitboss.paper.kept import contributed, kept, of_shares, share, warning
from pitboss.paper.paid import highest, top_words
from pitboss.paper.printing import Paper, PaperTrouble, template
from pitboss.paper.sheets import USUAL, Sheet
from pitboss.paper.words import dollars, rate, sentence
from pitboss.rulebook.book import book
from pitboss.rulebook.terms import Terms

if TYPE_CHECKING:
    import pyarrow

Progress = Callable[[str, float], None]
MOST = 6
"""So many columns can be read side by side. They are numbered: letters are the names of paytables."""
NONE = "–"
ALL = "All wagers"
WON = "theoretical win"
Row = tuple[str, list[str]]


class ComparedSubmission(Struct, frozen=True):
    """One submission of the comparison with its exact odds."""

    number: int
    name: str
    terms: Terms
    rows: tuple[WagerOdds, ...]

    def row(self, wager: str) -> WagerOdds | None:
        """Of a wager on the whole table, which has figures for every number of hands, those of a full table."""
        return next((row for row in reversed(self.rows) if row.wager == wager), None)

    @property
    def shown(self) -> tuple[WagerOdds, ...]:
        """The rows that are shown, one for each wager."""
        found = (self.row(wager) for wager in dict.fromkeys(row.wager for row in self.rows))
        return tuple(row for row in found if row is not None)


class Comparison(Struct, frozen=True):
    game: str
    columns: tuple[ComparedSubmission, ...]
    play: TablePlay

    def _repr_html_(self) -> str:
        """As a notebook shows it."""
        return html_of(self)

    def to_frame(self) -> "pyarrow.Table":
        """One row for each submission and wager, as a table of Apache Arrow."""
        from pitboss.frames.arrow import arrow_table
        from pitboss.paper.compare_rows import comparison_rows

        return arrow_table(comparison_rows(self))


def compare(
    named: Sequence[tuple[str, Terms]],
    *,
    play: TablePlay | None = None,
    progress: Progress = w.silent,
) -> Comparison:
    """Checks that these submissions can be compared and works out their odds."""
    if len(named) < 2:
        raise PaperTrouble("give at least two submissions to compare")
    if len(named) > MOST:
        raise PaperTrouble(f"{len(named)} submissions do not fit side by side; {MOST} are the most")
    games = {terms.game: name for name, terms in reversed(named)}
    if len(games) > 1:
        said = "; ".join(f"{name} is for {game}" for game, name in reversed(games.items()))
        raise PaperTrouble(f"only submissions of one game can be compared: {said}")
    how = TablePlay() if play is None else play
    columns = tuple(
        ComparedSubmission(number, name, terms, tuple(at_bets(terms, how, progress)))
        for number, (name, terms) in enumerate(named, 1)
    )
    return Comparison(named[0][1].game, columns, how)


def seated(play: TablePlay, some: Sequence[Terms], *, said: bool) -> TablePlay:
    """No more players than every one of these tables has positions; if so many were asked for, that is refused."""
    fewest = min(terms.positions for terms in some)
    if said and play.seats > fewest:
        raise PaperTrouble(
            f"{float(play.seats):g} players do not fit at all of these tables; the smallest has {fewest} positions"
        )
    return replace(play, seats=min(play.seats, Fraction(fewest)))


# --- what is said ---------------------------------------------------------------------------------------------------


def assumptions(found: Comparison) -> str:
    """What the hourly figures rest upon."""
    play = found.play
    some = any(column.terms.envy for column in found.columns)
    envy = " One player: no Envy Bonus, which is paid for the hands of others, is counted." if some else ""
    meters = any(column.terms.meters for column in found.columns)
    parts = of_shares(*(column.terms for column in found.columns))
    fed = "; ".join(filter(None, ["What goes to a meter is no win", parts])) + ". " if meters else ""
    at_reset = " Meters read their reset amount." if meters else ""
    seats = f"{w.rate_words(play.seats)} player{'' if play.seats == 1 else 's'}"
    named = {n for n in play.wagers if n != MAIN}
    share = "as many of them as its bets an hour say" if named else f"{share_words(play.share)} of them"
    return (
        f"Exact odds under the best play. Theoretical win an hour: {seats}, {w.rate_words(play.pace)} rounds an hour, "
        f"each player in the main game and {share} on each side wager. All figures of a wager, the house edge too, "
        f"hold at its bets, as near to those asked for as its limits allow; at others fixed sums, payout limits and "
        f"rounding weigh differently. {fed}Plus or minus: one standard deviation of that hour, as if its hands were "
        f"independent; pitboss win has the bands of a whole table.{at_reset}{envy}"
    )


def share_words(share: Fraction) -> str:
    """`50%`."""
    return f"{float(100 * share):.4g}%"


def sections(found: Comparison) -> list[tuple[str, list[Row]]]:
    """The wagers one after the other, each with its figures column by column."""
    return [(w.wager_title(book(found.game), wager), _figures(found, wager)) for wager in _wagers(found)]


def _wagers(found: Comparison) -> list[str]:
    """Every wager that one of the submissions offers, in the order of the book."""
    offered = {row.wager for column in found.columns for row in column.rows}
    return [wager for wager in wagers_of(found.game) if wager in offered]


def _figures(found: Comparison, wager: str) -> list[Row]:
    rows = [column.row(wager) for column in found.columns]
    pairs = list(zip(found.columns, rows, strict=True))

    def line(label: str, cell: Callable[[WagerOdds], str]) -> Row:
        return label, [NONE if row is None else cell(row) for row in rows]

    def of_column(label: str, cell: Callable[[ComparedSubmission, WagerOdds], str]) -> Row:
        return label, [NONE if row is None else cell(column, row) for column, row in pairs]

    made = [
        ("paytable", ["not offered" if row is None else w.table_name(row) or "only one" for row in rows]),
        line("bets of", lambda row: w.money(Fraction(row.stake))),
        *([line("bets an hour", lambda row: w.rate_words(found.play.bets(wager)))] if found.play.wagers else []),
        line("house edge", lambda row: w.edge(row.house_edge)),
    ]
    if any(row is not None and row.figures.at_risk != 1 for row in rows):
        made.append(line("element of risk", lambda row: w.edge(row.figures.element_of_risk)))
    if any(row is not None and row.meters for row in rows):
        made.append(of_column("to the meters", lambda column, row: share(contributed(column.terms, row))))
        made.append(of_column("kept by the house", lambda column, row: w.edge(kept(column.terms, row))))
    made += [
        of_column(WON, lambda column, row: w.money(hourly(found, column, row))),
        ("  against No. 1", [NONE, *(_more(found, wager, column) for column in found.columns[1:])]),
        line("plus or minus", lambda row: w.money(swing(found, row))),
        line("standard deviation", lambda row: w.deviation(row.figures.variance)),
        line("hit rate", lambda row: w.chance(row.figures.hit_frequency)),
        of_column("top award", lambda column, row: top_words(rules_for(column.terms), row)),
        line("  how often", lambda row: w.one_in(highest(row)[1])),
    ]
    for name in dict.fromkeys(name for row in rows if row is not None for name in row.meters):
        made.append((w.meter_title(name), [_meter(column, wager, name) for column in found.columns]))
        made.append(line("  breaks even at", partial(_level, name=name)))
    return made


def hourly(found: Comparison, column: ComparedSubmission, row: WagerOdds) -> Fraction:
    """Cents that the house wins in an hour by theory once the meters have had their part."""
    return kept(column.terms, row) * row.stake * found.play.bets(row.wager)


def _more(found: Comparison, wager: str, column: ComparedSubmission) -> str:
    """The theoretical win of an hour against that of the first column."""
    first, row = found.columns[0].row(wager), column.row(wager)
    if first is None or row is None:
        return NONE
    cents = hourly(found, column, row) - hourly(found, found.columns[0], first)
    return w.more_money(cents)


def swing(found: Comparison, row: WagerOdds) -> Fraction:
    """Cents: the standard deviation of an hour of equal and independent bets."""
    return Fraction(root(row.figures.variance * row.stake**2 * found.play.bets(row.wager)))


def totals(found: Comparison) -> list[Row]:
    """What all wagers win together."""
    won = [sum((hourly(found, c, row) for row in c.shown), Fraction(0)) for c in found.columns]
    more = [NONE, *(w.more_money(cents - won[0]) for cents in won[1:])]
    return [(WON, [w.money(cents) for cents in won]), ("  against No. 1", more)]


def total_words(found: Comparison) -> str:
    """`Theoretical win of all wagers an hour: No. 1 $63.05; No. 2 $58.10.`"""
    (_, won), *_ = totals(found)
    each = "; ".join(f"No. {c.number} {cents}" for c, cents in zip(found.columns, won, strict=True))
    return f"Theoretical win of all wagers an hour: {each}."


def at_bets(terms: Terms, play: TablePlay, progress: Progress) -> Iterator[WagerOdds]:
    """The odds of every wager offered, as `pitboss odds --stake` has them: at the bet asked for, or what comes nearest
    to it within the limits of the wager. Payout limits, rounding and fixed sums weigh differently on other bets."""
    offered = list(dict.fromkeys(row.wager for row in asked(Request(game=terms.game, terms=terms))))
    for place, wager in enumerate(offered):
        held = terms.wager(limits_of(book(terms.game), wager))
        assert held is not None, "a wager that is offered has its limits"
        wanted = Request(game=terms.game, terms=terms, wager=wager, stake=lawful_stake(held, play.of(wager).average))
        yield from odds(wanted, progress=_part_of(progress, place, len(offered)))


def _part_of(progress: Progress, place: int, of: int) -> Progress:
    return lambda what, done: progress(what, (place + done) / of)


def _meter(column: ComparedSubmission, wager: str, name: str) -> str:
    held = next((m for m in column.terms.meters if m.name == name), None)
    if held is None or column.row(wager) is None:
        return NONE
    return f"{dollars(held.reset)}, {rate(held)}"


def _level(row: WagerOdds, name: str) -> str:
    level = row.break_even.get(name)
    if name not in row.break_even:
        return NONE
    return "never" if level is None else "always" if level == 0 else dollars(level)


def warnings(found: Comparison) -> list[str]:
    """Which wagers of which submissions favour the player."""
    return [f"No. {c.number}. {said}" for c in found.columns for row in c.rows for said in warning(c.terms, row)]


# --- the page -------------------------------------------------------------------------------------------------------


def page(found: Comparison, *, date: str = "", sheet: Sheet = USUAL) -> Paper:
    """The comparison as a paper with a chart."""
    the_book = book(found.game)
    return Paper(
        source=template("compare.typ"),
        data={
            "game": the_book.title,
            "sheet": sheet,
            "full_title": the_book.full_title,
            "where_and_when": ", ".join(filter(None, (the_book.jurisdiction, date or "undated"))),
            "date": date or "undated",
            "columns": [
                {
                    "number": str(c.number),
                    "file": c.name,
                    "table": c.terms.table,
                    "version": str(c.terms.version),
                    "digest": c.terms.digest,
                    "practice": c.terms.practice,
                }
                for c in found.columns
            ],
            "said": assumptions(found),
            "total": total_words(found),
            "practice": all(column.terms.practice for column in found.columns),
            "warnings": warnings(found),
            "sections": [
                {"title": title, "rows": [[sentence(label.strip()), *cells] for label, cells in rows]}
                for title, rows in sections(found)
            ],
            "chart": chart(found),
        },
        title=f"Comparison of {len(found.columns)} submissions: {the_book.title}",
        date=date,
    )


def chart(found: Comparison) -> list[dict[str, Any]]:
    """For each wager and column the edge as a bar, and the theoretical win of an hour with its spread as a whisker.
    Each wager has its own scale, so that its paytables can be told apart; lengths are parts of the widest."""
    return [
        {
            "title": w.wager_title(book(found.game), wager),
            "bars": _bars(found, [(c, row) for c in found.columns if (row := c.row(wager))]),
        }
        for wager in _wagers(found)
    ]


def _bars(found: Comparison, shown: Sequence[tuple[ComparedSubmission, WagerOdds]]) -> list[dict[str, Any]]:
    widest = max(float(abs(row.house_edge)) for _, row in shown) or 1.0
    ends = [float(hourly(found, c, row) + sign * swing(found, row)) for c, row in shown for sign in (-1, 1)]
    low, high = min(0.0, *ends), max(0.0, *ends)
    wide = high - low or 1.0

    def at(cents: Fraction | int) -> float:
        return round((float(cents) - low) / wide, 5)

    return [
        {
            "number": str(column.number),
            "hands": w.table_name(row) if row.by_hands else "",
            "edge": w.edge(row.house_edge),
            "part": round(max(0.0, float(row.house_edge)) / widest, 5),
            "won": w.money(hourly(found, column, row)),
            "zero": at(0),
            "mean": at(hourly(found, column, row)),
            "from": at(hourly(found, column, row) - swing(found, row)),
            "to": at(hourly(found, column, row) + swing(found, row)),
        }
        for column, row in shown
    ]
