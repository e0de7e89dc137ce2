"""Exact figures as people read them."""

from collections.abc import Iterable

from pitboss.odds.result import WagerOdds
from pitboss.odds.words import chance, net, one_in, percent, signed
from pitboss.rulebook.book import book
from pitboss.rulebook.folders import remembered
from pitboss.rulebook.pays import Dollars, MeterShare, Pay, dollars
from pitboss.rulebook.words import MAIN, bonus_words, meter_words, wager_title
from pitboss.table.layout import pays_bonus, pays_words
from pitboss.table.rules import Rules

__all__ = [
    "MAIN",
    "chance",
    "column",
    "deals",
    "default_rules",
    "facts",
    "hand",
    "line",
    "net",
    "one_in",
    "part_title",
    "pays",
    "percent",
    "seconds",
    "short",
    "signed",
    "stake_counts",
]

_SHORT_HANDS = {
    "akq_spades": "A-K-Q of spades",
    "akq_suited_not_spades": "A-K-Q of another suit",
    "super_royal_diamonds": "A to 9 of diamonds",
    "super_royal_other_suit": "A to 9 of another suit",
}


def line(game: str, wager: str, hand_id: str) -> str:
    """A line of a wager's paytable in a narrow column; one that pays a bonus beside the wager says so."""
    family = book(game).family(wager)
    bonus = pays_bonus(default_rules(game), hand_id, family)
    return bonus_words(book(game), hand_id, family) if bonus else hand(hand_id)


def hand(name: str) -> str:
    """A hand in a narrow column."""
    cards = name.removeprefix("cards_")
    if cards != name:
        return f"{cards} card{'' if cards == '1' else 's'}"
    return _SHORT_HANDS.get(name, name.replace("_", " "))


@remembered
def default_rules(game: str) -> Rules:
    """The rules of a game under its default submission: what the rulebook fixes whatever an operator chooses."""
    from pitboss.games import rules_for
    from pitboss.rulebook.submission import check, default_submission

    terms = check(default_submission(game)).terms
    assert terms is not None, "the default submission is valid"
    return rules_for(terms)


def pays(game: str, pay: Pay) -> str:
    """A payment as the signs of the game state it."""
    return pays_words(default_rules(game), pay)


def short(game: str, pay: Pay) -> str:
    """A payment in a narrow column: `50 to 1`, `100% Mega`."""
    if isinstance(pay, MeterShare):
        return f"{pay.percent}% {meter_words(book(game), pay.meter)}"
    return pays(game, pay)


def stake_counts(row: WagerOdds) -> bool:
    """Whether some line is paid in dollars or from a meter, so that the figures depend on the stake."""
    lines = (line for part in row.figures.parts for line in part.lines)
    return any(isinstance(line.pay, Dollars | MeterShare) for line in lines)


def column(row: WagerOdds) -> str:
    """What stands above a row's figures."""
    if row.by_hands:
        return f"{row.paytable} hands"
    return row.paytable or "pays"


def part_title(game: str, wager: str) -> str:
    return wager_title(book(game), wager)


def deals(rows: Iterable[WagerOdds]) -> str:
    """`exact: all 27,813,810,024,000 deals counted`."""
    found = list(rows)
    numbers = sorted({row.deals for row in found})
    method = found[0].method
    if method != "exact":
        return method
    if len(numbers) == 1:
        return f"exact: all {numbers[0]:,} deals counted"
    return f"exact: all deals counted, {numbers[0]:,} to {numbers[-1]:,} of them"


def seconds(rows: Iterable[WagerOdds]) -> str:
    return f"{sum(row.seconds for row in rows):.2f} s"


def facts(rows: list[WagerOdds], *, say_stake: bool) -> str:
    """What the figures rest upon, in one sentence: method, stake, players, readings, time."""
    row = rows[0]
    said = [deals(rows)]
    unit = (
        "each bet"
        if row.base == "one bet"
        else part_title(row.game, row.base).lower()
        if row.wager == MAIN
        else "wager"
    )
    if say_stake or any(stake_counts(r) for r in rows):
        said.append(f"{unit} {dollars(row.stake)}")
    if book(row.game).shared_meter(row.wager):
        said.append("one player" if row.players == 1 else f"{row.players} players")
    said += [f"{name} = {value}" for name, value in row.reading.items()]
    return "; ".join([*said, seconds(rows)])
