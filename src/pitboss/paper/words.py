"""Payments, hands, amounts and limits as a paper states them. The words are those of the table's own signs
(`table/layout.py`): "50 to 1", "win $200", "100 percent of the Progressive meter"; "for" only where the paytable of a
rulebook that allows it says so."""

from pitboss.rulebook.book import Book
from pitboss.rulebook.pays import Dollars, ForOne, MeterShare, dollars
from pitboss.rulebook.terms import Line, WagerTerms
from pitboss.rulebook.words import listed, number
from pitboss.table.layout import hand_words, pays_words
from pitboss.table.rules import Rules

__all__ = [
    "amounts",
    "dollars",
    "hand_words",
    "listed",
    "multiple",
    "number",
    "pays_words",
    "sentence",
    "stake_words",
    "title",
]


def sentence(text: str) -> str:
    """The words with a capital letter at the beginning, the rest as it is."""
    return text[:1].upper() + text[1:]


def title(book: Book, family: str) -> str:
    """What a wager is called; wagers that share a paytable are named together: `Bet Number 1, 2 and 3`."""
    named = [w.title for w in book.wagers if w.family == family]
    if len(named) > 1:
        stems, ends = {name.rsplit(" ", 1)[0] for name in named}, [name.rsplit(" ", 1)[-1] for name in named]
        if len(stems) == 1:
            return f"{stems.pop()} {listed(ends)}"
    return listed(named) if named else sentence(family.replace("_", " "))


def amounts(wager: WagerTerms) -> str:
    """What may be staked: `$5 to $500 in steps of $5`, or `always $1`; nothing where a decision sets it."""
    if not wager.maximum:
        return ""
    if wager.minimum == wager.maximum:
        return f"always {dollars(wager.minimum)}"
    return f"{dollars(wager.minimum)} to {dollars(wager.maximum)} in steps of {dollars(wager.increment)}"


def stake_words(rules: Rules, lines: tuple[Line, ...]) -> str:
    """What becomes of the wager beside fixed sums, shares of a meter and payments "for 1", where that needs saying."""
    said = []
    kinds = {(type(line.pay), getattr(line.pay, "stake_back", None)) for line in lines}
    if (Dollars, True) in kinds:
        said.append("A sum in dollars is the same whatever was staked, and the wager is returned with it.")
    if (Dollars, False) in kinds:
        said.append("A sum in dollars includes the wager.")
    if any(isinstance(line.pay, ForOne) and " for " in pays_words(rules, line.pay) for line in lines):
        said.append("A payment for 1 includes the wager.")
    if any(isinstance(line.pay, MeterShare) for line in lines):
        said.append("The wager is not returned with a share of the meter.")
    return " ".join(said)


def multiple(rules: Rules, wager: str, step: str = "") -> str:
    """How large a wager that is made by decision is: `equal to`, or `two times`, `three or four times` the Ante."""
    steps = [s for s in rules.script(rules.terms.procedure) if not step or s.name == step]
    times = sorted({c.times for s in steps for c in s.choices if c.does == "raise" and c.wager == wager})
    if times == [1]:
        return "equal to"
    return f"{listed([number(n) for n in times], 'or')} times" if times else ""
