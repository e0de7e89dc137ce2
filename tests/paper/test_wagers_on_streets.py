"""Wagers that are made later and share a paytable with one made before the deal: what papers and screens call them."""

import made_up
from odds import declared_games
from pitboss.cli.odds_tables import alike
from pitboss.cli.strategy_spot import the_base
from pitboss.games import rules_for
from pitboss.odds.api import odds
from pitboss.odds.request import Request
from pitboss.paper.par_rules import settlement
from pitboss.paper.placard import staked
from pitboss.rulebook.words import limited_title, wager_title
from pitboss.table.rules import Rules
from support import DRAGON, LIR, UTH, rules

STREETS = "Third Street, Fourth Street and Fifth Street"


def street_stud() -> Rules:
    return declared_games.rules("street_stud")


def test_limits_are_those_of_the_wager_before_the_deal() -> None:
    assert limited_title(street_stud().book, "street") == "Ante"
    assert wager_title(street_stud().book, "street") == f"Ante, {STREETS}"
    assert limited_title(rules(LIR).book, "let_it_ride") == "Bet Number 1, 2 and 3"
    assert limited_title(rules(UTH).book, "play") == "Play"


def test_a_sign_says_how_large_each_may_be() -> None:
    bound = street_stud()
    (held,) = bound.terms.wagers
    assert staked(bound, held) == f"Ante: $5 to $500 in steps of $5; {STREETS}: each one, two or three times the Ante"


def test_a_fold_loses_the_wagers_of_earlier_streets() -> None:
    """Nobody folds once the last of them is made; a wager that is made instead of a fold is never lost by it."""
    (lost,) = [who for clause, who, *_ in settlement(street_stud()) if clause == "3"]
    assert lost == "Ante, Third Street and Fourth Street"
    (lost,) = [who for clause, who, *_ in settlement(rules(DRAGON)) if clause == "1.B(6)"]
    assert lost == "Ante and Ante Bonus"


def test_parts_with_the_same_paytable_are_named_together() -> None:
    (row,) = odds(Request(game=declared_games.brought("street_stud"), wager="main"))
    assert [title for title, _ in alike(row)] == [f"Ante, {STREETS}"]


def test_the_unit_is_the_base_wager_by_its_title() -> None:
    entry = rules_for(made_up.terms_of(made_up.STREET_STUD)).game.id
    assert (the_base(entry), the_base(LIR), the_base(UTH)) == ("the entry", "one bet", "the ante")
