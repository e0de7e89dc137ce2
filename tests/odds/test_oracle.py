"""Every counter equals the plain walker over the engine, exactly, on small packs that together show every cell."""

import random
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any

import pytest
from msgspec.structs import replace

from odds import walker as w
from odds.walker import Values, pack_of
from pitboss.games import rules_for
from pitboss.odds.advice import Advice
from pitboss.odds.api import counter
from pitboss.odds.figures import Figures, figures
from pitboss.odds.tally import Pack
from pitboss.rulebook.pays import Pay, ToOne
from pitboss.rulebook.terms import MICRO, LimitTerms
from pitboss.table.definition import Cell
from pitboss.table.rules import Rules
from support import DRAGON, LIR, TOP5, UTH
from support import rules as rules_of


def counted(
    rules: Rules, wager: str, pack: Pack, stake: int = 100, meters: Mapping[str, int] | None = None, **more: Any
) -> Figures:
    found = counter(rules.game.id).tally(rules, wager, pack=pack, stake=stake, meters=meters or {}, **more)
    return figures(rules, found, stake, meters or {})


def same(walked: w.Results, found: Figures) -> None:
    """Every figure, exactly."""
    assert found.ev == walked.ev
    assert found.variance == walked.variance
    assert found.distribution == walked.distribution
    assert found.hit_frequency == sum(p for net, p in walked.distribution if net > 0)
    assert found.at_risk == walked.average(walked.risk.total())
    assert {part.wager for part in found.parts} == {wager for wager, _ in walked.by_line}
    for part in found.parts:
        assert part.ev == walked.average(walked.gain[part.wager])
        assert part.at_risk == walked.average(walked.risk[part.wager])
        for line in part.lines:
            assert (line.probability, line.value) == walked.line(part.wager, line.hand), line.hand
        met = {hand for wager, hand in walked.by_line if wager == part.wager and hand}
        assert met <= {line.hand for line in part.lines}


def advised(advice: Advice, values: Values, squares: Values | None = None) -> None:
    """The same worth of the same choices, the same choice taken, the same ones equal."""
    assert {a.choice: a.value for a in advice.alternatives} == values
    alike = [a for a in advice.alternatives if (a.value, a.variance) == (advice.best.value, advice.best.variance)]
    if len(alike) == 1 or advice.best.variance is None:  # not where even the variances are equal
        assert advice.best.choice == w.best(values)
    most = [choice for choice, value in values.items() if value == max(values.values())]
    assert set(advice.equal) == (set(most) if len(most) > 1 else set())
    for a in advice.alternatives:
        if squares is not None and a.variance is not None:
            assert a.variance == squares[a.choice] - values[a.choice] ** 2


def with_pays(rules: Rules, family: str, pays: Mapping[str, Pay]) -> Rules:
    """The same terms with other payments on some lines of one table."""
    wagers = tuple(
        replace(x, lines=tuple(replace(y, pay=pays.get(y.hand, y.pay)) for y in x.lines)) if x.id == family else x
        for x in rules.terms.wagers
    )
    return rules_for(replace(rules.terms, wagers=wagers))


def some(of: Iterable[Any], number: int) -> list[Any]:
    """A fixed sample."""
    everything = sorted(of)
    return random.Random(7).sample(everything, min(number, len(everything)))


def cells_of(rules: Rules, wager: str, *standings: str) -> set[Cell]:
    return {cell for cell in rules.settlement.spaces[wager].cells() if cell[0] in standings}


# --- Ultimate Texas Hold 'Em ----------------------------------------------------------------------------------------

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


def holdem(pack: str, change: str, stake: int = 100, early: tuple[int, ...] = (3, 4)) -> w.Holdem:
    return _holdem(pack, change, stake, early)


@lru_cache(maxsize=16)
def _holdem(pack: str, change: str, stake: int, early: tuple[int, ...]) -> w.Holdem:
    return w.Holdem(uth(change), HOLDEM[pack], stake, early, pack in CLASSIFIED_EACH)


EARLY = {"3x_or_4x": (3, 4), "3x": (3,), "4x": (4,)}


@pytest.mark.parametrize(
    ("pack", "change", "early"),
    [(pack, change, "3x_or_4x") for pack in SMALL for change in ("book", "odd table", "poor table")]
    + [(pack, "huge table", "3x_or_4x") for pack in SMALL[:2]]
    + [(pack, change, early) for pack in SMALL[:2] for change in ("book", "poor table") for early in ("3x", "4x")],
)
def test_uth_main(pack: str, change: str, early: str) -> None:
    walked = holdem(pack, change, early=EARLY[early])
    same(walked.results, counted(uth(change), "main", HOLDEM[pack], early=early))


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
    module = counter(UTH)
    for hole in some(walked.start, 66):
        advised(module.advise(rules, hole, pack=HOLDEM[pack]), walked.worth(hole, ()))
    for board, hole in (*some(walked.flop, 40), *some(walked.river, 60)):
        advice = module.advise(rules, hole, board, pack=HOLDEM[pack])
        advised(advice, walked.worth(hole, board), walked.squares(hole, board))


def test_uth_advice_with_payout_limits() -> None:
    pack = SMALL[0]
    rules, walked = uth("both"), holdem(pack, "both", BIG)
    for hole in some(walked.start, 66):
        advised(counter(UTH).advise(rules, hole, pack=HOLDEM[pack], stake=BIG), walked.worth(hole, ()))
    for board, hole in (*some(walked.flop, 20), *some(walked.river, 30)):
        advice = counter(UTH).advise(rules, hole, board, pack=HOLDEM[pack], stake=BIG)
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
METER = {"Progressive": {"rate": "5", "initial": 10000, "reset": 10000}}


@pytest.mark.parametrize("letter", "ABCD")
def test_uth_trips(letter: str) -> None:
    """Together the packs show every hand; it is paid the same where the main hand is folded."""
    rules = rules_of(UTH, wagers={"trips": {"paytable": letter}})
    seen: set[Cell] = set()
    for pack in HOLDEM.values() if letter == "A" else (HOLDEM[name] for name in SMALL):
        walked = w.trips_or_progressive(rules, pack, "trips", 100, {})
        same(walked, counted(rules, "trips", pack))
        seen |= walked.cells
    assert letter != "A" or seen == cells_of(rules, "trips", "live")


@pytest.mark.parametrize("cards", ["seven", "hole_and_flop"])
@pytest.mark.parametrize("pack", SMALL)
def test_uth_progressive(pack: str, cards: str) -> None:
    rules = rules_of(UTH, wagers={"progressive": {**PROGRESSIVE, "cards": cards}}, meters=METER)
    meters = {"Progressive": 12_345_67 * MICRO + 890_123}
    walked = w.trips_or_progressive(rules, HOLDEM[pack], "progressive", 500, meters)
    same(walked, counted(rules, "progressive", HOLDEM[pack], 500, meters))


def cover_rules() -> Rules:
    return rules_of(UTH, "automated_shoe", wagers={"cover_all": {"offered": True}})


@pytest.mark.parametrize(
    ("pack", "players"), [("3 suits, 4 ranks", 1), ("2 suits, wheels", 2), ("4 suits, 3 ranks", 2)]
)
def test_uth_cover_all(pack: str, players: int) -> None:
    walked = w.cover_all(cover_rules(), HOLDEM[pack], players, 100, players == 1)
    same(walked, counted(cover_rules(), "cover_all", HOLDEM[pack], players=players))


@pytest.mark.parametrize("wager", ["trips", "cover_all"])
def test_uth_side_wagers_with_payout_limits(wager: str) -> None:
    pack, stake = HOLDEM[SMALL[0]], 1_000_000
    rules = cover_rules()
    walked = (
        w.cover_all(rules, pack, 1, stake, False) if wager == "cover_all" else
        w.trips_or_progressive(rules, pack, wager, stake, {})
    )  # fmt: skip
    found = counted(rules, wager, pack, stake)
    same(walked, found)
    assert found.distribution[-1][0] * stake == (7_500_000 if wager == "cover_all" else 5_000_000)


@pytest.mark.slow
def test_uth_packs_show_every_cell() -> None:
    """But a royal flush that loses: no hand is higher."""
    rules = uth("book")
    seen: dict[str, set[Cell]] = {wager: set() for wager in ("ante", "blind", "play")}
    for name, pack in HOLDEM.items():
        for cells in w.showdowns(pack, name in CLASSIFIED_EACH).outcomes:
            for wager, live in zip(w.ORDER[UTH], cells.live, strict=True):
                seen[wager].add(live)
            for wager, folded in zip(w.COMPULSORY[UTH], cells.folded, strict=True):
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
        walked = w.cover_all(cover_rules(), pack, 1, 100, False)
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
        taken |= {("start", w.best(values)) for values in walked.start.values()}
        taken |= {("flop", w.best(values)) for values in walked.flop.values()}
        taken |= {("river", w.best(values)) for values in walked.river.values()}
    starts, flops = {("start", "check"), ("start", "play_4x")}, {("flop", "check"), ("flop", "play_2x")}
    assert taken == starts | flops | {("river", "fold"), ("river", "play_1x")}


# --- Let It Ride ----------------------------------------------------------------------------------------------------

RIDE = {
    "2 suits, 9 to ace": pack_of("9TJQKA", "ds"),
    "2 suits, wheels": pack_of("A23459", "hs"),
    "4 suits, 3 ranks": pack_of("9TA", "cdhs"),
    "3 suits, 4 ranks": pack_of("28KA", "chs"),
    "2 suits, no straight": pack_of("2347TQ", "cd"),
}


def ride(pack: str, letter: str, stake: int = 100, limit: int = 0) -> w.Ride:
    return _ride(pack, letter, stake, limit)


@cache
def _ride(pack: str, letter: str, stake: int, limit: int) -> w.Ride:
    return w.Ride(lir(letter, limit), RIDE[pack], stake)


@cache
def lir(letter: str, limit: int = 0) -> Rules:
    if letter == "odd":
        odd: dict[str, Pay] = {"straight_flush": ToOne(1, 3), "straight": ToOne(2), "pair_tens_or_better": ToOne(5, 4)}
        return with_pays(rules_of(LIR), "let_it_ride", odd)
    rules = rules_of(LIR, wagers={"let_it_ride": {"paytable": letter}})
    if limit:
        cut = LimitTerms("MD-LIR 2.B(10)", limit, w.BETS)
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
        advised(counter(LIR).advise(rules, cards, pack=RIDE[pack], stake=2_000), walked.first[cards])
    for cards, card in some(walked.second, 60):
        advice = counter(LIR).advise(rules, cards, (card,), pack=RIDE[pack], stake=2_000)
        advised(advice, walked.second[cards, card], walked.squares[cards, card])


@pytest.mark.parametrize("letter", ["A", "odd"])
@pytest.mark.parametrize("pack", RIDE)
def test_lir_advice(pack: str, letter: str) -> None:
    stake = 1200 if letter == "odd" else 100
    rules, walked = lir(letter), ride(pack, letter, stake)
    for cards, values in walked.first.items():
        advised(counter(LIR).advise(rules, cards, pack=RIDE[pack], stake=stake), values)
    for cards, card in some(walked.second, 150):
        advice = counter(LIR).advise(rules, cards, (card,), pack=RIDE[pack], stake=stake)
        advised(advice, walked.second[cards, card], walked.squares[cards, card])


def test_lir_packs_show_every_decision() -> None:
    taken = set()
    for pack in RIDE:
        walked = ride(pack, "A")
        taken |= {("first", w.best(v)) for v in walked.first.values()}
        taken |= {("second", w.best(v)) for v in walked.second.values()}
    assert taken == {(when, choice) for when in ("first", "second") for choice in ("ride", "withdraw")}


BONUS = {"five_card_bonus": "ABCDEFG", "three_card_bonus": "ABC", "six_card_bonus": "AB"}


@pytest.mark.parametrize(("wager", "letter"), [(wager, letter) for wager, all_ in BONUS.items() for letter in all_])
def test_lir_bonuses(wager: str, letter: str) -> None:
    """Also at stakes other than $1 where a line pays dollars. Together the packs show every hand."""
    rules = rules_of(LIR, wagers={wager: {"paytable": letter}})
    seen: set[Cell] = set()
    for pack in RIDE.values():
        for stake in (100, 700) if wager == "six_card_bonus" else (100,):
            walked = w.ride_bonus(rules, pack, wager, stake, {})
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
        walked = w.progressive(rules, pack, players, 100, meters, board)
        same(walked, counted(rules, "progressive", pack, 100, meters, players=players))


@pytest.mark.parametrize(("letter", "floor", "amount"), [("A", "reset", 1), ("A", "none", 5), ("B", "none", 5)])
def test_lir_progressive_of_three_players(letter: str, floor: str, amount: int) -> None:
    """At a $5 wager the envy bonuses are other sums; a meter may be held at its reset amount, nearly all it has."""
    rules, stake = lir_progressive(letter, amount, floor), 100 * amount
    meters = {"Progressive": 1_050_000 * MICRO}
    pack, board = (pack_of("KQA", "dhs"), 0) if letter == "B" else (pack_of("2345678TJQK", "s"), 2)
    walked = w.progressive(rules, pack, 3, stake, meters, board)
    same(walked, counted(rules, "progressive", pack, stake, meters, players=3))


def test_lir_progressive_packs_show_every_hand() -> None:
    seen: set[Cell] = set()
    for letter, board in (("A", 2), ("B", 0)):
        for pack in FEW.values():
            seen |= w.progressive(lir_progressive(letter), pack, 1, 100, readings(letter), board).cells
    assert seen == cells_of(lir_progressive("A"), "progressive", "live")


# --- Top Five Poker -------------------------------------------------------------------------------------------------

TOP = {
    "3 suits, 10 to ace": pack_of("TJQKA", "cdh"),
    "2 suits, 8 ranks": pack_of("234TJQKA", "cd"),
    "2 suits, jack and ten": pack_of("234567TJ", "cd"),
    "4 suits, three count": pack_of("9JQA", "cdhs"),
    "3 suits, aces and kings": pack_of("278KA", "hcs"),
}
"""7 and 7 cards of 15 or 16."""


@cache
def top(pack: str, extra: str, change: str) -> w.PlayOrFold:
    deals = w.two_hands(t5(extra), TOP[pack], 7, pack == "3 suits, 10 to ace")
    return w.PlayOrFold(t5(extra, change), deals, 100)


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
        advised(counter(TOP5).advise(rules, cards, pack=TOP[pack]), walked.spots[cards], walked.squares[cards])


@pytest.mark.parametrize("wager", ["top_five_bonus", "poker_bonus"])
@pytest.mark.parametrize("letter", "ABC")
def test_top_five_bonuses(wager: str, letter: str) -> None:
    rules = rules_of(TOP5, wagers={wager: {"paytable": letter}})
    seen: set[Cell] = set()
    for pack in TOP.values():
        walked = w.own_cards(rules, pack, 7, wager, 100, {})
        same(walked, counted(rules, wager, pack))
        seen |= walked.cells
    assert seen == cells_of(rules, wager, "live"), "the same hands can be folded, and are paid all the same"


def test_top_five_packs_show_every_cell() -> None:
    seen: dict[str, set[Cell]] = {"ante": set(), "play": set()}
    for pack in TOP:
        for spot in w.two_hands(t5("true"), TOP[pack], 7, pack == "3 suits, 10 to ace").values():
            for cells in spot:
                seen["ante"] |= {cells.live[0], cells.folded[0]}
                seen["play"].add(cells.live[1])
    assert seen["ante"] == cells_of(t5("true"), "ante", "live", "folded")
    assert seen["play"] == cells_of(t5("true"), "play", "live"), "who folds has no play wager"


# --- Dragon Poker ---------------------------------------------------------------------------------------------------

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
    walked = w.PlayOrFold(rules, w.two_hands(dragon("A"), DRAGONS[pack], 3, True), 100)
    same(walked.results, counted(rules, "main", DRAGONS[pack]))
    for cards, values in walked.spots.items():
        advised(counter(DRAGON).advise(rules, cards, pack=DRAGONS[pack]), values, walked.squares[cards])


@pytest.mark.parametrize(("wager", "letter"), [("three_card_bonus", "A"), ("three_card_bonus", "B"), ("dragon", "A")])
def test_dragon_bonuses(wager: str, letter: str) -> None:
    rules = rules_of(DRAGON, wagers={wager: {"paytable": letter}})
    seen: set[Cell] = set()
    for pack in DRAGONS.values():
        walked = w.own_cards(rules, pack, 3, wager, 100, {})
        same(walked, counted(rules, wager, pack))
        seen |= walked.cells
    assert seen == cells_of(rules, wager, "live"), "the same hands can be folded, and are paid all the same"


def test_dragon_progressive() -> None:
    rules = rules_of(DRAGON, wagers={"progressive": DRAGON_PROGRESSIVE}, meters=METER)
    meters = {"Progressive": 543_210 * MICRO + 7}
    for pack in DRAGONS.values():
        walked = w.own_cards(rules, pack, 3, "progressive", 100, meters)
        same(walked, counted(rules, "progressive", pack, 100, meters))


def test_dragon_packs_show_every_cell() -> None:
    """But three Dragons that lose: no hand is higher."""
    seen: dict[str, set[Cell]] = {wager: set() for wager in w.ORDER[DRAGON]}
    for pack in DRAGONS.values():
        for spot in w.two_hands(dragon("A"), pack, 3, True).values():
            for cells in spot:
                for wager, cell in zip(w.ORDER[DRAGON], cells.live, strict=True):
                    seen[wager].add(cell)
                for wager, cell in zip(w.COMPULSORY[DRAGON], cells.folded, strict=True):
                    seen[wager].add(cell)
    rules = dragon("A")
    never = {(standing, "lower", "three_dragons") for standing in ("live", "folded")}
    assert seen["ante"] == cells_of(rules, "ante", "live", "folded")
    assert seen["play"] == cells_of(rules, "play", "live"), "who folds has no play wager"
    assert seen["ante_bonus"] == cells_of(rules, "ante_bonus", "live", "folded") - never
