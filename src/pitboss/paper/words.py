"""Payments, hands, amounts and limits as a paper states them. The words are those of the table's own signs
(`table/layout.py`): "50 to 1", "win $200", "100 percent of a meter"; "for" only where the paytable of a
rulebook that allows it says so."""

from pitboss.rulebook.book import book
from pitboss.rulebook.pays import Dollars, ForOne, MeterShare, dollars
from pitboss.rulebook.terms import MICRO, Line, MeterTerms, Terms, WagerTerms
from pitboss.rulebook.words import hand_words, listed, number, sentence, wager_title
from pitboss.table.layout import line_words, pays_words
from pitboss.table.rules import Rules

__all__ = [
    "amounts",
    "dollars",
    "hand_words",
    "line_words",
    "listed",
    "meter_title",
    "number",
    "own_lines",
    "own_table",
    "payments",
    "pays_words",
    "rate",
    "sentence",
    "shuffler",
    "signed_dollars",
    "stake_words",
    "wager_title",
]


def signed_dollars(cents: int) -> str:
    """A gain or a loss: `+$5`, `-$2.50`, `$0`."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def meter_title(name: str) -> str:
    """A meter by its name and the word meter; a name that says so itself stays as it is."""
    return name if name.lower().endswith("meter") else f"{name} meter"


def rate(meter: MeterTerms) -> str:
    """What goes to a meter: `5%` of the wager."""
    whole, rest = divmod(meter.rate, MICRO // 100)
    return f"{whole}.{rest:04d}".rstrip("0").rstrip(".") + "%"


def shuffler(terms: Terms) -> str:
    """The shuffler of a table and what else it does: `automated, counts the cards`."""
    more = ["counts the cards"] * terms.shuffler_counts + ["loads the shoe"] * terms.shuffler_loads_shoe
    return ", ".join([terms.shuffler, *more])


def payments(terms: Terms) -> str:
    """How a table pays what is no whole number of its chips."""
    return "paid exactly" if terms.breakage == "exact" else f"rounded up to {dollars(terms.smallest_chip)}"


def amounts(wager: WagerTerms) -> str:
    """What may be staked: `$5 to $500 in steps of $5`, or `always $1`; nothing where a decision sets it."""
    if not wager.maximum:
        return ""
    if wager.minimum == wager.maximum:
        return f"always {dollars(wager.minimum)}"
    return f"{dollars(wager.minimum)} to {dollars(wager.maximum)} in steps of {dollars(wager.increment)}"


def own_lines(terms: Terms, family: str) -> bool:
    """Whether a wager is paid by lines of the operator's own, not as its paytable stands in the rulebook."""
    held, the_book = terms.wager(family), book(terms.game)
    return held is not None and held.lines != the_book.resolve(family, the_book.table(family, held.paytable))


def own_table(terms: Terms, family: str, name: str = "own") -> str:
    """What a paytable of the operator's own is called: `own, in no line below A`."""
    held = terms.wager(family)
    return f"{name}, in no line below {held.paytable}" if held and held.paytable else name


def stake_words(rules: Rules, lines: tuple[Line, ...]) -> str:
    """What becomes of the wager beside fixed sums, shares of a meter and payments "for 1", where that needs saying."""
    said = []
    sums = [line.pay for line in lines if isinstance(line.pay, Dollars)]
    if any(pay.stake_back for pay in sums):
        said.append("A sum in dollars is the same whatever was staked, and the wager is returned with it.")
    whole = {pays_words(rules, pay).endswith(dollars(pay.cents)) for pay in sums if not pay.stake_back}
    if True in whole:
        said.append("A sum in dollars includes the wager.")
    elif whole:
        said.append("A sum in dollars is what is won, and the wager is returned with it.")
    if any(isinstance(line.pay, ForOne) and " for " in pays_words(rules, line.pay) for line in lines):
        said.append("A payment for 1 includes the wager.")
    if any(isinstance(line.pay, MeterShare) for line in lines):
        said.append("The wager is not returned with a share of the meter.")
    return " ".join(said)
