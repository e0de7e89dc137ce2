"""What the house keeps of a wager once the meters have had their part. The odds of a progressive hold at a reading of
its meter; what each wager adds to the meter is the players' and no hold."""

from collections.abc import Sequence
from fractions import Fraction

from pitboss.odds.result import WagerOdds
from pitboss.paper import par_words as w
from pitboss.rulebook.terms import MICRO, Terms

SHARES = "a share of a meter below 100 percent is counted as if the house paid it"


def contributed(terms: Terms, row: WagerOdds) -> Fraction:
    """The part of the wager that goes to the meters that pay it."""
    return sum((Fraction(m.rate, MICRO) for m in terms.meters if m.name in row.meters), Fraction(0))


def kept(terms: Terms, row: WagerOdds) -> Fraction:
    """The house advantage at the reading of the meters, less what goes to them."""
    return row.house_edge - contributed(terms, row)


def share(value: Fraction) -> str:
    """`5%`, `2.5%`."""
    return f"{float(100 * value):.4f}".rstrip("0").rstrip(".") + "%"


def remarks(terms: Terms, rows: Sequence[WagerOdds]) -> list[str]:
    """What must be said of the wagers that feed a meter, and of those that favour the player."""
    said = []
    for row in rows:
        given = contributed(terms, row)
        if given:
            said.append(
                f"{w.wager_title(row)}: {share(given)} of the wager goes to the meters; of its house advantage of "
                f"{w.edge(row.house_edge)} the house keeps {w.edge(kept(terms, row))} ({SHARES})."
            )
        said += warning(terms, row)
    return said


def warning(terms: Terms, row: WagerOdds) -> list[str]:
    """A plain word where the player has the advantage, or the house keeps nothing after the meters."""
    name = w.wager_title(row) + (f", {w.table_name(row)}" if row.wager == "cover_all" else "")
    if row.house_edge < 0:
        return [f"Warning: {name} favours the player by {w.edge(-row.house_edge)}; the house loses by it."]
    if kept(terms, row) < 0:
        return [f"Warning: {name} costs the house {w.edge(-kept(terms, row))} once the meters have had their part."]
    return []
