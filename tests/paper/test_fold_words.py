"""What a fold in Dragon Poker does to the wagers beside the Ante: the filed sentences name those that the table offers,
and a round of the engine keeps them in play."""

import re
from itertools import chain, combinations

import pytest

from paper import filed_tables as tables
from paper.filed_tables import SIDE, table
from pitboss.games import rules_for
from pitboss.paper.submission_choices import readings_chosen
from pitboss.play.sources import ScriptedPlaces
from pitboss.play.table import Table
from pitboss.rulebook.clauses import clause
from pitboss.rulebook.readings import readings
from pitboss.rulebook.terms import Terms
from pitboss.table import actions as a
from support import DRAGON, Clock, accepted, refused, seated, to

TITLES = {"Three Card Bonus": "three_card_bonus", "Dragon": "dragon", "Progressive": "progressive"}
OFFERS = list(chain.from_iterable(combinations(SIDE[DRAGON], count) for count in range(4)))
NAMES = r"((?:Three Card Bonus|Dragon|Progressive|, | {} )+) wagers?"


def opened(terms: Terms) -> Table:
    bound = rules_for(terms)
    return Table(bound, source=ScriptedPlaces(bound.deck, {}), clock=Clock()).open()


def after_a_fold(terms: Terms, *wagers: str) -> tuple[set[str], bool]:
    """What a player with these side wagers has in play after he folded, and whether his cards stay."""
    t = opened(terms)
    least = {name: t.rules.limits(name).minimum // 100 or 1 for name in wagers}
    to(seated(t, 1, **least), "decide")
    accepted(t, "player:P1", a.Decide(1, "fold"))
    to(t, "reveal" if wagers else "clear")
    seat = t.state.seat(1)
    return {w.id for w, cents in zip(t.rules.wagers, seat.stakes, strict=True) if cents}, not seat.discarded


def named(text: str, word: str) -> set[str]:
    """The wagers of the first list in the text."""
    found = re.search(NAMES.replace("{}", word), text)
    assert found, text
    return {TITLES[name] for name in re.split(rf", | {word} ", found[1])}


@pytest.mark.parametrize("offered", OFFERS)
def test_a_fold_keeps_the_wagers_that_the_readings_name(offered: tuple[str, ...]) -> None:
    terms = table(DRAGON, "manual shoe", offered)
    said = tables.readings(terms)
    assert [name in said for name in ("D-13", "D-14", "D-15")] == [bool(offered)] * 3
    assert after_a_fold(terms) == (set(), False)
    for wager in offered:
        assert after_a_fold(terms, wager) == ({wager}, True)
    if offered:
        assert after_a_fold(terms, *offered) == (set(offered), True)
        for name, begins, word in (
            ("D-13", "", "and"),
            ("D-14", "A fold does not forfeit a ", "or"),
            ("D-15", "The cards of a folded hand stay if a ", "or"),
        ):
            assert said[name].startswith(begins) and named(said[name], word) == set(offered), said[name]
        one = len(offered) == 1
        assert ("it stays live" in said["D-14"]) == one == ("the side wager could" in said["D-15"])
        assert ("each stays live" in said["D-14"]) != one
    cards = clause("MD-DRAGON 11.D(1)").at(readings_chosen(terms))
    assert ("for a side wager" in cards) == bool(offered) and "either" not in cards


@pytest.mark.parametrize("wager", SIDE[DRAGON])
def test_none_of_them_is_taken_without_the_ante(wager: str) -> None:
    t = opened(table(DRAGON, "manual shoe", SIDE[DRAGON]))
    t.sit(1, "P1")
    least = t.rules.limits(wager).minimum
    refused(t, "player:P1", a.PlaceWager(1, wager, least))
    accepted(t, "player:P1", a.PlaceWager(1, "ante", 1000))
    accepted(t, "player:P1", a.PlaceWager(1, "ante_bonus", 1000))
    accepted(t, "player:P1", a.PlaceWager(1, wager, least))


def test_of_no_table_in_particular_all_three_are_named() -> None:
    assert named(readings()["D-13"].choice, "and") == named(readings()["D-14"].choice, "or") == set(SIDE[DRAGON])
    assert readings()["D-15"].choice.startswith(
        "The cards of a folded hand stay if a Three Card Bonus, Dragon or Progressive wager is live."
    )
