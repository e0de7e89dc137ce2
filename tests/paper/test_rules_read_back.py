"""The rules in force on PAR sheet, submission and layout: which wagers must be made, what the meters begin with and are
reset to, which payout limit can be reached, how many positions are open."""

import re

import pytest

from paper.filed_tables import SIDE, table
from paper.printed import rulebook
from paper.reading import every_wager
from pitboss.games import rules_for
from pitboss.paper.layout_paper import layout_paper
from pitboss.paper.par_rules import limits, meters, table_facts
from pitboss.paper.placard import placard
from support import DRAGON, GAMES, LIR, PLAIN, TOP5, UTH, rules

LATER = {"play"}
"""Made by a decision, once the cards are dealt."""


# --- wagers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_which_wagers_must_be_made_is_said(game: str) -> None:
    """Without an Ante, or its like, nobody is dealt a hand; every side wager is the player's choice."""
    said = {row[0]: row[1] for row in limits(rules_for(table(game, "automated shoe", SIDE[game])))}
    titles = {wager["title"]: wager["id"] for wager in rulebook(game)["wager"]}
    assert set(said) == set(titles)
    for title, must in said.items():
        wager = titles[title]
        assert must == ("after the deal" if wager in LATER else "yes" if wager in PLAIN[game] else "no"), title
    assert "no" in said.values() and "yes" in said.values()


# --- meters ---------------------------------------------------------------------------------------------------------

BEGUN = [
    ["Mega Progressive", "2%", "$10,050", "$10,000", "12.F(2)(e)(i)"],
    ["Major Progressive", "2%", "$1,050", "$1,000", "12.F(2)(e)(ii)"],
    ["Minor Progressive", "2%", "$300", "$250", "12.F(2)(e)(iii)"],
]


def test_meters_are_stated_with_what_they_begin_with_and_are_reset_to() -> None:
    """Three meters that begin $50 above their reset amounts."""
    bound = every_wager(LIR)
    assert meters(bound.terms) == BEGUN
    signs = placard(bound).data["meters"]
    assert [[it["name"], it["initial"], it["reset"]] for it in signs] == [[row[0], *row[2:4]] for row in BEGUN]


# --- payout limits --------------------------------------------------------------------------------------------------

IDLE = "; never reached here, since another limit is lower"


def _limits(**wagers: dict[str, object]) -> dict[str, tuple[str, bool]]:
    """Clause → amount, and whether it is said never to be reached."""
    bound = rules(UTH, "automated_shoe", wagers=wagers)
    found = {}
    for name, said in table_facts(bound):
        if name == "Payout limit":
            read = re.fullmatch(r"(\$[\d,]+) a hand on .+ \((?:MA-UTH )?(\d+\(\w\))\)(.*)", said)
            assert read is not None and read[3] in ("", IDLE), said
            found[read[2]] = (read[1], read[3] == IDLE)
    return found


def test_of_two_limits_on_the_same_wagers_the_higher_is_never_reached() -> None:
    assert _limits() == {"11(e)": ("$50,000", False), "14(d)": ("$75,000", True)}


def test_a_higher_limit_on_more_wagers_can_be_reached() -> None:
    """Cover All counts towards $75,000 alone."""
    assert _limits(cover_all={"offered": True}) == {"11(e)": ("$50,000", False), "14(d)": ("$75,000", False)}


def test_the_limit_that_rises_with_the_least_stake_gives_way_to_the_other() -> None:
    """505 times $200 are $101,000, and $50 on Trips."""
    assert _limits(ante={"minimum": 200}) == {"11(e)": ("$101,050", True), "14(d)": ("$75,000", False)}


def test_a_single_limit_is_reached() -> None:
    facts = [said for name, said in table_facts(every_wager(LIR)) if name == "Payout limit"]
    assert len(facts) == 1 and facts[0].startswith("$1,000,000 a hand on ") and IDLE not in facts[0]
    assert not [name for name, _ in table_facts(rules(DRAGON)) if name == "Payout limit"]


# --- positions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "drawn"), [(DRAGON, None), (TOP5, 6), (LIR, None), (UTH, None)])
@pytest.mark.parametrize("opened", [1, 4, 6])
def test_the_layout_counts_the_positions_that_are_open(game: str, drawn: int | None, opened: int) -> None:
    """A layout for Top Five Poker always has six; those of the others have as many as are open."""
    said = dict(layout_paper(rules(game, positions=opened)).data["facts"])["Positions"]
    assert said.startswith(f"{drawn or opened} drawn, {opened} open (")
