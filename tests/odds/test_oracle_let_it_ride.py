"""Let It Ride: every counter equals the plain walker over the engine, exactly, on small packs that together show
every cell."""

from functools import cache

import pytest
from msgspec.structs import replace

from odds import walker_let_it_ride as walking
from odds.oracle import advised, cells_of, counted, same, some, with_pays
from odds.walker import best, pack_of
from pitboss.games import rules_for
from pitboss.odds.counting import counter
from pitboss.rulebook.pays import Pay, ToOne
from pitboss.rulebook.terms import MICRO, LimitTerms
from pitboss.table.cells import Cell
from pitboss.table.rules import Rules
from support import LIR
from support import rules as rules_of

RIDE = {
    "2 suits, 9 to ace": pack_of("9TJQKA", "ds"),
    "2 suits, wheels": pack_of("A23459", "hs"),
    "4 suits, 3 ranks": pack_of("9TA", "cdhs"),
    "3 suits, 4 ranks": pack_of("28KA", "chs"),
    "2 suits, no straight": pack_of("2347TQ", "cd"),
}


def ride(pack: str, letter: str, stake: int = 100, limit: int = 0) -> walking.Ride:
    return _ride(pack, letter, stake, limit)


@cache
def _ride(pack: str, letter: str, stake: int, limit: int) -> walking.Ride:
    return walking.Ride(lir(letter, limit), RIDE[pack], stake)


@cache
def lir(letter: str, limit: int = 0) -> Rules:
    if letter == "odd":
        odd: dict[str, Pay] = {"straight_flush": ToOne(1, 3), "straight": ToOne(2), "pair_tens_or_better": ToOne(5, 4)}
        return with_pays(rules_of(LIR), "let_it_ride", odd)
    rules = rules_of(LIR, wagers={"let_it_ride": {"paytable": letter}})
    if limit:
        cut = LimitTerms("MD-LIR 2.B(10)", limit, walking.BETS)
        return rules_for(replace(rules.terms, limits=(cut,)))
    return rules


@pytest.mark.parametrize("letter", ["A", "B", "C", "odd"])
@pytest.mark.parametrize("pack", RIDE)
def test_lir_main(pack: str, letter: str) -> None:
    stake = 1200 if letter == "odd" else 100
    same(ride(pack, letter, stake).results, counted(lir(letter), "main", RIDE[pack], stake))


@pytest.mark.parametrize("limit", [150_000, 4_000])
@pytest.mark.parametrize("pack", list(RIDE)[::2])
def test_lir_main_with_payout_limit(pack: str, limit: int) -> None:
    """The limit makes the second decision depend on the first."""
    rules, walked = lir("A", limit), ride(pack, "A", 2_000, limit)
    same(walked.results, counted(rules, "main", RIDE[pack], 2_000))
    for cards in some(walked.first, 60):
        advised(counter(rules).advise(rules, cards, pack=RIDE[pack], stake=2_000), walked.first[cards])
    for cards, card in some(walked.second, 60):
        advice = counter(rules).advise(rules, cards, (card,), pack=RIDE[pack], stake=2_000)
        advised(advice, walked.second[cards, card], walked.squares[cards, card])


@pytest.mark.parametrize("letter", ["A", "odd"])
@pytest.mark.parametrize("pack", RIDE)
def test_lir_advice(pack: str, letter: str) -> None:
    stake = 1200 if letter == "odd" else 100
    rules, walked = lir(letter), ride(pack, letter, stake)
    for cards, values in walked.first.items():
        advised(counter(rules).advise(rules, cards, pack=RIDE[pack], stake=stake), values)
    for cards, card in some(walked.second, 150):
        advice = counter(rules).advise(rules, cards, (card,), pack=RIDE[pack], stake=stake)
        advised(advice, walked.second[cards, card], walked.squares[cards, card])


def test_lir_packs_show_every_decision() -> None:
    taken = set()
    for pack in RIDE:
        walked = ride(pack, "A")
        taken |= {("first", best(v)) for v in walked.first.values()}
        taken |= {("second", best(v)) for v in walked.second.values()}
    assert taken == {(when, choice) for when in ("first", "second") for choice in ("ride", "withdraw")}


BONUS = {"five_card_bonus": "ABCDEFG", "three_card_bonus": "ABC", "six_card_bonus": "AB"}


@pytest.mark.parametrize(("wager", "letter"), [(wager, letter) for wager, all_ in BONUS.items() for letter in all_])
def test_lir_bonuses(wager: str, letter: str) -> None:
    """Also at stakes other than $1 where a line pays dollars. Together the packs show every hand."""
    rules = rules_of(LIR, wagers={wager: {"paytable": letter}})
    seen: set[Cell] = set()
    for pack in RIDE.values():
        for stake in (100, 700) if wager == "six_card_bonus" else (100,):
            walked = walking.ride_bonus(rules, pack, wager, stake, {})
            same(walked, counted(rules, wager, pack, stake))
            seen |= walked.cells
    assert seen == cells_of(rules, wager, "live"), "nobody folds in Let It Ride"


METERS = {
    "A": ("Progressive",),
    "B": ("Progressive",),
    "C": ("Progressive",),
    "D": ("Major Progressive", "Minor Progressive"),
    "E": ("Mega Progressive", "Major Progressive", "Minor Progressive"),
    "F": ("Mega Progressive", "Major Progressive", "Minor Progressive"),
}


def lir_progressive(letter: str, amount: int = 1, floor: str = "none") -> Rules:
    meters = {name: {"rate": "5", "initial": 10_000, "reset": 10_000} for name in METERS[letter]}
    wagers = {"progressive": {"paytable": letter, "amount": amount}}
    return rules_of(LIR, wagers=wagers, meters=meters, readings={"meter_floor": floor})


def readings(letter: str) -> dict[str, int]:
    return {name: (9_876_543 + 1_111_111 * i) * MICRO + 345_678 for i, name in enumerate(METERS[letter])}


FEW = {
    "2 suits, 5 ranks": pack_of("9TJQK", "hs"),
    "2 suits, royal": pack_of("TJQKA", "ds"),
    "4 suits, 3 ranks": pack_of("2QK", "cdhs"),
    "3 suits, 4 ranks": pack_of("2KQA", "dhs"),
    "2 suits, no straight": pack_of("23478", "hs"),
    "one suit": pack_of("23456789TJQ", "s"),
}
"""For three cards each of two or three players and the community cards."""


@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("letter", "ABCDEF")
def test_lir_progressive(letter: str, players: int) -> None:
    """With envy bonuses and with meters that others may have emptied before."""
    board = 0 if letter in "BC" else 2
    for pack in FEW.values():
        rules, meters = lir_progressive(letter), readings(letter)
        walked = walking.progressive(rules, pack, players, 100, meters, board)
        same(walked, counted(rules, "progressive", pack, 100, meters, players=players))


@pytest.mark.parametrize(("letter", "floor", "amount"), [("A", "reset", 1), ("A", "none", 5), ("B", "none", 5)])
def test_lir_progressive_of_three_players(letter: str, floor: str, amount: int) -> None:
    """At a $5 wager the envy bonuses are other sums; a meter may be held at its reset amount, nearly all it has."""
    rules, stake = lir_progressive(letter, amount, floor), 100 * amount
    meters = {"Progressive": 1_050_000 * MICRO}
    pack, board = (pack_of("KQA", "dhs"), 0) if letter == "B" else (pack_of("2345678TJQK", "s"), 2)
    walked = walking.progressive(rules, pack, 3, stake, meters, board)
    same(walked, counted(rules, "progressive", pack, stake, meters, players=3))


def test_lir_progressive_packs_show_every_hand() -> None:
    seen: set[Cell] = set()
    for letter, board in (("A", 2), ("B", 0)):
        for pack in FEW.values():
            seen |= walking.progressive(lir_progressive(letter), pack, 1, 100, readings(letter), board).cells
    assert seen == cells_of(lir_progressive("A"), "progressive", "live")
