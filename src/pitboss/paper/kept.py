"""What the house keeps of a wager once the meters have had their part. The odds of a progressive hold at a reading of
its meter; what each wager adds to the meter is the players' and no win of the house."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from pitboss.odds.api import odds
from pitboss.odds.request import Request
from pitboss.odds.result import WagerOdds
from pitboss.paper import par_words as w
from pitboss.rulebook.book import book
from pitboss.rulebook.pays import MeterShare
from pitboss.rulebook.terms import MICRO, Terms

_SHARES = "a share of a meter below 100 percent is counted as if the house paid it"
AT_RESET = "The figures of a progressive hold for one player with the meters at their reset amounts."


def contributed(terms: Terms, row: WagerOdds) -> Fraction:
    """The part of the wager that goes to the meters that pay it."""
    return sum((Fraction(m.rate, MICRO) for m in terms.meters if m.name in row.meters), Fraction(0))


def kept(terms: Terms, row: WagerOdds) -> Fraction:
    """The house advantage at the reading of the meters, less what goes to them."""
    return row.house_edge - contributed(terms, row)


def of_shares(*some: Terms) -> str:
    """How a part of a meter is counted; nothing where every line that pays of one pays all of it."""
    pays = [line.pay for terms in some for held in terms.wagers for line in held.lines]
    return _SHARES if any(isinstance(pay, MeterShare) and pay.percent < 100 for pay in pays) else ""


def share(value: Fraction) -> str:
    """`5%`, `2.5%`."""
    return f"{float(100 * value):.4f}".rstrip("0").rstrip(".") + "%"


def full_table(terms: Terms, progress: Callable[[str, float], None] = w.silent) -> dict[str, WagerOdds]:
    """The wagers that pay for the hands of others, at a table where every position is taken."""
    if not terms.envy or terms.positions < 2:
        return {}
    envied = next(w.family for w in book(terms.game).wagers if w.metered)
    asked = Request(game=terms.game, terms=terms, wager=envied, players=terms.positions)
    return {row.wager: row for row in odds(asked, progress=progress)}


def remarks(terms: Terms, rows: Sequence[WagerOdds], full: Mapping[str, WagerOdds]) -> list[str]:
    """What must be said of the wagers that feed a meter, of those that pay for others' hands (`full`: the same at a
    full table), and of those that favour the player."""
    said = []
    counted = f" ({parts})" if (parts := of_shares(terms)) else ""
    for row in rows:
        given = contributed(terms, row)
        if given:
            said.append(
                f"{w.row_title(row)}: {share(given)} of the wager goes to the meters; of its house advantage of "
                f"{w.edge(row.house_edge)} the house keeps {w.edge(kept(terms, row))}{counted}. {AT_RESET}"
                f"{_with_envy(terms, full.get(row.wager))}"
            )
        said += warning(terms, row)
    return said


def _with_envy(terms: Terms, full: WagerOdds | None) -> str:
    if full is None:
        return ""
    return (
        f" With {full.players} players and the Envy Bonus the house advantage is {w.edge(full.house_edge)}, of which "
        f"the house keeps {w.edge(kept(terms, full))}."
    )


def warning(terms: Terms, row: WagerOdds) -> list[str]:
    """A plain word where the player has the advantage, or the house keeps nothing after the meters."""
    name = w.row_title(row) + (f", {w.table_name(row)}" if row.by_hands else "")
    return [f"Warning: {name} {said}." for said in loss(terms, row)]


def loss(terms: Terms, row: WagerOdds) -> list[str]:
    """How the house loses by a wager: the one judgement of `pitboss check` and of every paper."""
    if row.house_edge < 0:
        return [f"favours the player by {w.edge(-row.house_edge)}; the house loses by it"]
    if kept(terms, row) < 0:
        return [f"costs the house {w.edge(-kept(terms, row))} once the meters have had their part"]
    return []
