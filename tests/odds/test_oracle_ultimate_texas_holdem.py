"""Ultimate Texas Hold 'Em: every counter equals the plain walker over the engine, exactly, on small packs that together
show every cell."""

from functools import cache, lru_cache

import pytest
from msgspec.structs import replace

from odds import walker_holdem as walking
from odds.oracle import METER, advised, cells_of, counted, same, some, with_pays
from odds.walker import COMPULSORY, ORDER, best, pack_of
from pitboss.games import rules_for
from pitboss.odds.counting import counter
from pitboss.odds.studies import studied
from pitboss.rulebook.pays import ToOne
from pitboss.rulebook.terms import MICRO
from pitboss.table.cells import Cell
from pitboss.table.rules import Rules
from support import UTH
from support import rules as rules_of

HOLDEM = {
    "2 suits, 9 to ace": pack_of("9TJQKA", "cd"),
    "2 suits, wheels": pack_of("A23457", "cd"),
    "4 suits, 3 ranks": pack_of("2QA", "cdhs"),
    "3 suits, 4 ranks": pack_of("29KA", "cdh"),
    "3 suits, 5 ranks": pack_of("2469K", "cdh"),
    "2 suits, 8 ranks": pack_of("23579JQA", "cd"),
}
"""The last two need 15 and 16 cards: three of a kind without more, and the dealer's high card above the player's."""
CLASSIFIED_EACH = ("2 suits, 9 to ace", "4 suits, 3 ranks")
"""Packs of which the engine classifies every single deal."""
SMALL = tuple(HOLDEM)[:4]
BIG = 200_000
"""An ante of $2,000: a royal flush on the Blind alone would win a million."""


@cache
def uth(change: str) -> Rules:
    plain = rules_of(UTH)
    match change:
        case "book":
            return plain
        case "odd table":
            odd = {
                "royal_flush": ToOne(7, 2),
                "straight_flush": ToOne(1, 4),
                "four_of_a_kind": ToOne(90),
                "flush": ToOne(13),
            }
            return with_pays(with_pays(plain, "blind", odd), "ante", {"beats_dealer": ToOne(3, 2)})
        case "huge table":  # sums beyond 32 bits
            rich = with_pays(plain, "blind", {"royal_flush": ToOne(20_000_001), "straight_flush": ToOne(3_000_007)})
            return rules_for(replace(rich.terms, limits=()))
        case "poor table":  # so that folding and waiting have to be weighed
            return with_pays(
                with_pays(plain, "play", {"beats_dealer": ToOne(1, 4)}), "ante", {"beats_dealer": ToOne(1, 5)}
            )
        case _:
            return rules_of(UTH, readings={"payout_cap_mode": change})


def holdem(pack: str, change: str, stake: int = 100, early: tuple[int, ...] = (3, 4)) -> walking.Holdem:
    return _holdem(pack, change, stake, early)


@lru_cache(maxsize=16)
def _holdem(pack: str, change: str, stake: int, early: tuple[int, ...]) -> walking.Holdem:
    return walking.Holdem(uth(change), HOLDEM[pack], stake, early, pack in CLASSIFIED_EACH)


EARLY = {"3x_or_4x": (3, 4), "3x": (3,), "4x": (4,)}


@pytest.mark.parametrize(
    ("pack", "change", "early"),
    [(pack, change, "3x_or_4x") for pack in SMALL for change in ("book", "odd table", "poor table")]
    + [(pack, "huge table", "3x_or_4x") for pack in SMALL[:2]]
    + [(pack, change, early) for pack in SMALL[:2] for change in ("book", "poor table") for early in ("3x", "4x")],
)
def test_uth_main(pack: str, change: str, early: str) -> None:
    walked = holdem(pack, change, early=EARLY[early])
    same(walked.results, counted(studied(uth(change), {"preflop_raise": early}), "main", HOLDEM[pack]))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pack", "change"),
    [("3 suits, 5 ranks", "book"), ("3 suits, 5 ranks", "poor table"), ("2 suits, 8 ranks", "book")],
)
def test_uth_main_larger_packs(pack: str, change: str) -> None:
    same(holdem(pack, change).results, counted(uth(change), "main", HOLDEM[pack]))


@pytest.mark.parametrize("mode", ["both", "75000_only", "50000_only"])
@pytest.mark.parametrize("pack", SMALL[:2])
def test_uth_main_with_payout_limits(pack: str, mode: str) -> None:
    """At an ante of $2,000 the limits cut payments, and decisions follow them."""
    rules = uth(mode)
    found = counted(rules, "main", HOLDEM[pack], BIG)
    same(holdem(pack, mode, BIG).results, found)
    assert found.distribution[-1][0] * BIG <= 7_500_000 < counted(rules, "main", HOLDEM[pack]).distribution[-1][0] * BIG


@pytest.mark.parametrize("change", ["book", "poor table"])
@pytest.mark.parametrize("pack", SMALL)
def test_uth_advice(pack: str, change: str) -> None:
    rules, walked = uth(change), holdem(pack, change)
    module = counter(rules)
    for hole in some(walked.start, 66):
        advised(module.advise(rules, hole, pack=HOLDEM[pack]), walked.worth(hole, ()))
    for board, hole in (*some(walked.flop, 40), *some(walked.river, 60)):
        advice = module.advise(rules, hole, board, pack=HOLDEM[pack])
        advised(advice, walked.worth(hole, board), walked.squares(hole, board))


def test_uth_advice_with_payout_limits() -> None:
    pack = SMALL[0]
    rules, walked = uth("both"), holdem(pack, "both", BIG)
    for hole in some(walked.start, 66):
        advised(counter(rules).advise(rules, hole, pack=HOLDEM[pack], stake=BIG), walked.worth(hole, ()))
    for board, hole in (*some(walked.flop, 20), *some(walked.river, 30)):
        advice = counter(rules).advise(rules, hole, board, pack=HOLDEM[pack], stake=BIG)
        advised(advice, walked.worth(hole, board), walked.squares(hole, board))


PROGRESSIVE = {
    "amount": 5,
    "lines": [
        {"hand": "royal_flush", "pays": 100, "unit": "meter", "meter": "Progressive"},
        {"hand": "straight_flush", "pays": 10, "unit": "meter", "meter": "Progressive"},
        {"hand": "four_of_a_kind", "pays": 300, "unit": "for"},
        {"hand": "full_house", "pays": 49, "unit": "to"},
    ],
}


@pytest.mark.parametrize("letter", "ABCD")
def test_uth_trips(letter: str) -> None:
    """Together the packs show every hand; it is paid the same where the main hand is folded."""
    rules = rules_of(UTH, wagers={"trips": {"paytable": letter}})
    seen: set[Cell] = set()
    for pack in HOLDEM.values() if letter == "A" else (HOLDEM[name] for name in SMALL):
        walked = walking.trips_or_progressive(rules, pack, "trips", 100, {})
        same(walked, counted(rules, "trips", pack))
        seen |= walked.cells
    assert letter != "A" or seen == cells_of(rules, "trips", "live")


@pytest.mark.parametrize("cards", ["seven", "hole_and_flop"])
@pytest.mark.parametrize("pack", SMALL)
def test_uth_progressive(pack: str, cards: str) -> None:
    rules = rules_of(UTH, wagers={"progressive": {**PROGRESSIVE, "cards": cards}}, meters=METER)
    meters = {"Progressive": 12_345_67 * MICRO + 890_123}
    walked = walking.trips_or_progressive(rules, HOLDEM[pack], "progressive", 500, meters)
    same(walked, counted(rules, "progressive", HOLDEM[pack], 500, meters))


def cover_rules() -> Rules:
    return rules_of(UTH, "automated_shoe", wagers={"cover_all": {"offered": True}})


@pytest.mark.parametrize(
    ("pack", "players"), [("3 suits, 4 ranks", 1), ("2 suits, wheels", 2), ("4 suits, 3 ranks", 2)]
)
def test_uth_cover_all(pack: str, players: int) -> None:
    walked = walking.cover_all(cover_rules(), HOLDEM[pack], players, 100, players == 1)
    same(walked, counted(cover_rules(), "cover_all", HOLDEM[pack], players=players))


@pytest.mark.parametrize("wager", ["trips", "cover_all"])
def test_uth_side_wagers_with_payout_limits(wager: str) -> None:
    pack, stake = HOLDEM[SMALL[0]], 1_000_000
    rules = cover_rules()
    walked = (
        walking.cover_all(rules, pack, 1, stake, False)
        if wager == "cover_all"
        else walking.trips_or_progressive(rules, pack, wager, stake, {})
    )
    found = counted(rules, wager, pack, stake)
    same(walked, found)
    assert found.distribution[-1][0] * stake == (7_500_000 if wager == "cover_all" else 5_000_000)


@pytest.mark.slow
def test_uth_packs_show_every_cell() -> None:
    """But a royal flush that loses: no hand is higher."""
    rules = uth("book")
    seen: dict[str, set[Cell]] = {wager: set() for wager in ("ante", "blind", "play")}
    for name, pack in HOLDEM.items():
        for cells in walking.showdowns(pack, name in CLASSIFIED_EACH).outcomes:
            for wager, live in zip(ORDER[UTH], cells.live, strict=True):
                seen[wager].add(live)
            for wager, folded in zip(COMPULSORY[UTH], cells.folded, strict=True):
                seen[wager].add(folded)
    never = {(standing, "lower", "royal_flush") for standing in ("live", "folded")}
    assert seen["ante"] == cells_of(rules, "ante", "live", "folded")
    assert seen["play"] == cells_of(rules, "play", "live"), "who folds has no play wager"
    assert seen["blind"] == cells_of(rules, "blind", "live", "folded") - never


@pytest.mark.slow
def test_uth_cover_all_packs_show_every_hand() -> None:
    """Of two hands, the dealer's and one player's. Three are walked through above; more need more cards than can be."""
    seen: set[Cell] = set()
    packs = [HOLDEM[name] for name in SMALL]
    for pack in (*packs, HOLDEM["3 suits, 5 ranks"], pack_of("23579JA", "cd")):
        walked = walking.cover_all(cover_rules(), pack, 1, 100, False)
        same(walked, counted(cover_rules(), "cover_all", pack))
        seen |= walked.cells
    assert seen == {cell for cell in cells_of(cover_rules(), "cover_all", "live") if cell[1] == "2"}


@pytest.mark.slow
def test_uth_packs_show_every_decision() -> None:
    """Both answers at the flop and on the river, waiting and the larger raise before the flop, are best somewhere. The
    smaller raise is never better than both waiting and the larger one, because results grow in proportion to it."""
    taken = set()
    for name in ("3 suits, 5 ranks", *SMALL):
        walked = holdem(name, "poor table")
        taken |= {("start", best(values)) for values in walked.start.values()}
        taken |= {("flop", best(values)) for values in walked.flop.values()}
        taken |= {("river", best(values)) for values in walked.river.values()}
    starts, flops = {("start", "check"), ("start", "play_4x")}, {("flop", "check"), ("flop", "play_2x")}
    assert taken == starts | flops | {("river", "fold"), ("river", "play_1x")}
