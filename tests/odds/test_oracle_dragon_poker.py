"""Dragon Poker: every counter equals the plain walker over the engine, exactly, on small packs that together show
every cell."""

from functools import cache

import pytest

from odds import walker_play_or_fold as walking
from odds.oracle import METER, advised, cells_of, counted, same, with_pays
from odds.walker import COMPULSORY, ORDER
from pitboss.odds.counting import counter
from pitboss.odds.tally import Pack
from pitboss.rulebook.pays import ToOne
from pitboss.rulebook.terms import MICRO
from pitboss.table.cells import Cell
from pitboss.table.rules import Rules
from support import DRAGON
from support import rules as rules_of

DRAGONS: dict[str, Pack] = {
    "all kinds": (("RD", 2), ("BD", 1), ("GD", 1), ("PH", 2), ("TI", 2), ("PA", 1), ("MO", 2), ("RA", 2)),
    "dragons": (("RD", 4), ("BD", 3), ("GD", 1), ("TI", 2), ("RA", 1)),
    "phoenix and tigers": (("GD", 1), ("PH", 5), ("TI", 6)),
    "pandas and monkeys": (("RD", 2), ("GD", 1), ("PA", 6), ("MO", 5)),
    "rabbits": (("GD", 1), ("TI", 1), ("PA", 2), ("MO", 3), ("RA", 6)),
}
DRAGON_PROGRESSIVE = {
    "amount": 1,
    "cards": "three",
    "lines": [
        {"hand": "three_dragons", "pays": 100, "unit": "meter", "meter": "Progressive"},
        {"hand": "trips", "pays": 50, "unit": "for"},
    ],
}


@cache
def dragon(letter: str) -> Rules:
    if letter == "odd":
        return with_pays(rules_of(DRAGON), "play", {"beats_dealer": ToOne(3, 4)})
    return rules_of(DRAGON, wagers={"ante_bonus": {"paytable": letter}})


@pytest.mark.parametrize("letter", ["A", "B", "odd"])
@pytest.mark.parametrize("pack", DRAGONS)
def test_dragon_main_and_advice(pack: str, letter: str) -> None:
    rules = dragon(letter)
    walked = walking.PlayOrFold(rules, walking.two_hands(dragon("A"), DRAGONS[pack], 3, True), 100)
    same(walked.results, counted(rules, "main", DRAGONS[pack]))
    for cards, values in walked.spots.items():
        advised(counter(rules).advise(rules, cards, pack=DRAGONS[pack]), values, walked.squares[cards])


@pytest.mark.parametrize(("wager", "letter"), [("three_card_bonus", "A"), ("three_card_bonus", "B"), ("dragon", "A")])
def test_dragon_bonuses(wager: str, letter: str) -> None:
    rules = rules_of(DRAGON, wagers={wager: {"paytable": letter}})
    seen: set[Cell] = set()
    for pack in DRAGONS.values():
        walked = walking.own_cards(rules, pack, 3, wager, 100, {})
        same(walked, counted(rules, wager, pack))
        seen |= walked.cells
    assert seen == cells_of(rules, wager, "live"), "the same hands can be folded, and are paid all the same"


def test_dragon_progressive() -> None:
    rules = rules_of(DRAGON, wagers={"progressive": DRAGON_PROGRESSIVE}, meters=METER)
    meters = {"Progressive": 543_210 * MICRO + 7}
    for pack in DRAGONS.values():
        walked = walking.own_cards(rules, pack, 3, "progressive", 100, meters)
        same(walked, counted(rules, "progressive", pack, 100, meters))


def test_dragon_packs_show_every_cell() -> None:
    """But three Dragons that lose: no hand is higher."""
    seen: dict[str, set[Cell]] = {wager: set() for wager in ORDER[DRAGON]}
    for pack in DRAGONS.values():
        for spot in walking.two_hands(dragon("A"), pack, 3, True).values():
            for cells in spot:
                for wager, cell in zip(ORDER[DRAGON], cells.live, strict=True):
                    seen[wager].add(cell)
                for wager, cell in zip(COMPULSORY[DRAGON], cells.folded, strict=True):
                    seen[wager].add(cell)
    rules = dragon("A")
    never = {(standing, "lower", "three_dragons") for standing in ("live", "folded")}
    assert seen["ante"] == cells_of(rules, "ante", "live", "folded")
    assert seen["play"] == cells_of(rules, "play", "live"), "who folds has no play wager"
    assert seen["ante_bonus"] == cells_of(rules, "ante_bonus", "live", "folded") - never
