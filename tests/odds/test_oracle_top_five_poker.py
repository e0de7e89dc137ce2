"""Top Five Poker: every counter equals the plain walker over the engine, exactly, on small packs that together show
every cell."""

from functools import cache

import pytest

from odds import walker_play_or_fold as walking
from odds.oracle import advised, cells_of, counted, same, some, with_pays
from odds.walker import pack_of
from pitboss.odds.counting import counter
from pitboss.rulebook.pays import ToOne
from pitboss.table.cells import Cell
from pitboss.table.rules import Rules
from support import TOP5
from support import rules as rules_of

TOP = {
    "3 suits, 10 to ace": pack_of("TJQKA", "cdh"),
    "2 suits, 8 ranks": pack_of("234TJQKA", "cd"),
    "2 suits, jack and ten": pack_of("234567TJ", "cd"),
    "4 suits, three count": pack_of("9JQA", "cdhs"),
    "3 suits, aces and kings": pack_of("278KA", "hcs"),
}
"""7 and 7 cards of 15 or 16."""


@cache
def top(pack: str, extra: str, change: str) -> walking.PlayOrFold:
    deals = walking.two_hands(t5(extra), TOP[pack], 7, pack == "3 suits, 10 to ace")
    return walking.PlayOrFold(t5(extra, change), deals, 100)


@cache
def t5(extra: str, change: str = "book") -> Rules:
    rules = rules_of(TOP5, readings={"extra_cards_break_ties": extra == "true"})
    other = {"poor table": ToOne(1, 2), "rich table": ToOne(30)}
    return with_pays(rules, "play", {"beats_dealer": other[change]}) if change in other else rules


@pytest.mark.parametrize(
    ("pack", "extra", "change"),
    [(pack, extra, "book") for pack in TOP for extra in ("true", "false")]
    + [(pack, "true", change) for pack in list(TOP)[2:4] for change in ("poor table", "rich table")],
)
def test_top_five_main_and_advice(pack: str, extra: str, change: str) -> None:
    rules, walked = t5(extra, change), top(pack, extra, change)
    same(walked.results, counted(rules, "main", TOP[pack]))
    for cards in some(walked.spots, 300):
        advised(counter(rules).advise(rules, cards, pack=TOP[pack]), walked.spots[cards], walked.squares[cards])


@pytest.mark.parametrize("wager", ["top_five_bonus", "poker_bonus"])
@pytest.mark.parametrize("letter", "ABC")
def test_top_five_bonuses(wager: str, letter: str) -> None:
    rules = rules_of(TOP5, wagers={wager: {"paytable": letter}})
    seen: set[Cell] = set()
    for pack in TOP.values():
        walked = walking.own_cards(rules, pack, 7, wager, 100, {})
        same(walked, counted(rules, wager, pack))
        seen |= walked.cells
    assert seen == cells_of(rules, wager, "live"), "the same hands can be folded, and are paid all the same"


def test_top_five_packs_show_every_cell() -> None:
    seen: dict[str, set[Cell]] = {"ante": set(), "play": set()}
    for pack in TOP:
        for spot in walking.two_hands(t5("true"), TOP[pack], 7, pack == "3 suits, 10 to ace").values():
            for cells in spot:
                seen["ante"] |= {cells.live[0], cells.folded[0]}
                seen["play"].add(cells.live[1])
    assert seen["ante"] == cells_of(t5("true"), "ante", "live", "folded")
    assert seen["play"] == cells_of(t5("true"), "play", "live"), "who folds has no play wager"
