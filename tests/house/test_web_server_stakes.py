"""What the odds pages say of the wager: which figures depend on it, and what the edge is at the limits of the table."""

import pytest

from pitboss.games import rules_for
from pitboss.house.coaching.stakes import at_limits, envied, stake_bears
from pitboss.house.server.web_odds import odds_row
from pitboss.odds.api import odds
from pitboss.odds.request import Request
from pitboss.rulebook.submission import check, default_submission
from pitboss.table.rules import Rules


def usual(game: str, **changes: str) -> Rules:
    text = default_submission(game)
    for before, after in changes.items():
        assert before in text
        text = text.replace(before, after)
    terms = check(text).terms
    assert terms is not None
    return rules_for(terms)


def test_fixed_sums_weigh_less_the_more_is_wagered() -> None:
    """The Six Card Bonus pays $1,000,000 and $100,000 for the super royals, whatever is wagered: at the maximum of $100
    the edge is higher by what these are worth less."""
    rules = usual("let-it-ride")
    rows = odds(Request(game="let-it-ride", wager="six_card_bonus"))
    assert [(row.paytable, row.stake) for row in rows] == [("A", 100), ("B", 100)]
    assert all(stake_bears(rules, row) for row in rows)
    at = at_limits(rules, None, rows)
    assert [(row.paytable, row.stake) for row in at] == [("A", 10_000), ("B", 10_000)]
    told = [odds_row(rules, row, at) for row in rows]
    assert [(round(row.edge, 4), [round(each.edge, 4) for each in row.at]) for row in told] == [
        (0.1299, [0.1931]),
        (0.1741, [0.1936]),
    ]
    assert all(row.depends and row.at[0].stake == 10_000 for row in told)


def test_at_a_table_its_own_limits_count() -> None:
    """From the minimum, where the figures are, to the maximum; nothing where only one amount is taken."""
    rules = usual("let-it-ride")
    bonus, fixed = (
        odds(Request(game="let-it-ride", wager=wager, terms=rules.terms))
        for wager in ("six_card_bonus", "five_card_bonus")
    )
    assert [(row.stake, row.wager) for row in at_limits(rules, rules.terms, bonus + fixed)] == [
        (10_000, "six_card_bonus")
    ]
    assert stake_bears(rules, fixed[0]), "it is still said at which amount they hold"


def test_odds_grow_with_the_wager() -> None:
    (row,) = odds(Request(game="let-it-ride", wager="three_card_bonus", paytable="A"))
    rules = usual("let-it-ride")
    assert not stake_bears(rules, row) and at_limits(rules, None, [row]) == []
    assert odds_row(rules, row).depends is False


@pytest.mark.parametrize(("limit", "bears"), [('"5000.00"', False), ('"4999.99"', True)])
def test_a_payout_limit_bears_where_it_can_cut(limit: str, bears: bool) -> None:
    """Trips pay 50 to 1 at most: on $100 that is $5,000."""
    rules = usual("ultimate-texas-holdem")
    (row,) = odds(Request(game="ultimate-texas-holdem", wager="trips", paytable="A"))
    cents = int(limit.strip('"').replace(".", ""))
    from msgspec.structs import replace

    limits = tuple(replace(each, cents=cents) for each in rules.terms.limits)
    assert stake_bears(rules_for(replace(rules.terms, limits=limits)), row) is bears


def test_envy_is_told_by_paytable() -> None:
    rows = [odds(Request(game="let-it-ride", wager="progressive", paytable=letter))[0] for letter in "AB"]
    rules = usual("let-it-ride")
    told = [odds_row(rules, row, envy=envied(row, None)).envy for row in rows]
    assert [[(line.words, line.pays, line.clause) for line in each] for each in told] == [
        [("royal flush", "$1,000", "MD-LIR 12.I(1)(a)"), ("straight flush", "$300", "MD-LIR 12.I(1)(b)")],
        [
            ("ace, king, queen of spades", "$100", "MD-LIR 12.I(2)(a)"),
            ("ace, king, queen of hearts, diamonds or clubs", "$25", "MD-LIR 12.I(2)(b)"),
        ],
    ]
    assert envied(rows[0], rules.terms) == rules.terms.envy
    (other,) = odds(Request(game="let-it-ride", wager="three_card_bonus", paytable="A"))
    assert envied(other, None) == ()
