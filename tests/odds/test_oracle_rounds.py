"""The walker settles cells; here whole rounds are conducted by the engine, act by act, with the walker's cards, and
every wager must have brought what the walker says."""

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from odds import walker as w
from odds import walker_let_it_ride as riding
from odds.walker import Bets, Cards, cards_in, pack_of
from pitboss.odds.tally import Pack
from pitboss.play.sources import ScriptedPlaces
from pitboss.play.table import Table
from pitboss.rulebook.terms import MICRO
from pitboss.table import events as e
from pitboss.table.rules import Rules
from pitboss.table.state import FOLDED, LIVE, State
from support import DRAGON, LIR, TOP5, UTH, events, finish, seated
from support import rules as rules_of

DRAGON_PACK: Pack = (("RD", 3), ("BD", 2), ("GD", 1), ("PH", 2), ("TI", 2), ("PA", 2), ("MO", 2), ("RA", 2))
ONE_SUIT = pack_of("23456789TJQKA", "s")
"""Rare hands in every other round."""
METER = {"Progressive": {"rate": "5", "initial": 10000, "reset": 10000}}


def deals(packs: tuple[Pack, ...], sizes: tuple[int, ...], number: int) -> Iterator[list[Cards]]:
    """A fixed sample of deals, from each pack in turn: as many cards to each place as asked."""
    chance = random.Random(20)
    for i in range(number):
        cards = chance.sample(cards_in(packs[i % len(packs)]), sum(sizes))
        dealt = []
        for size in sizes:
            dealt.append(tuple(cards[:size]))
            cards = cards[size:]
        yield dealt


def brought(t: Table, seat: int) -> dict[str, int]:
    """Wager → cents won or lost by the time the table is cleared, from the log alone; withdrawn bets are left out."""
    found: dict[str, int] = {}
    for record in t.log:
        match record.event:
            case e.WagerPlaced(seat=s, wager=wager, cents=cents) if s == seat:
                found[wager] = found.get(wager, 0) - cents
            case e.WagerReturned(seat=s, wager=wager, reason="withdrawn") if s == seat:
                del found[wager]
            case e.WagerSettled(seat=s, wager=wager, won=won, back=back) if s == seat:
                found[wager] += won + back
            case e.PayoutCut(seat=s, wager=wager, cents=cents) if s == seat:
                found[wager] -= cents
            case e.EnvyPaid(seat=s, cents=cents) if s == seat:
                found["envy"] = found.get("envy", 0) + cents
            case _:
                pass
    return found


def said(paid: list[w.Paid]) -> dict[str, int]:
    found: dict[str, int] = {}
    for p in paid:
        found[p.wager] = found.get(p.wager, 0) + p.gain
    return found


def opened(rules: Rules, **places: Cards) -> Table:
    """A table with open bets at which these cards will be dealt to these places."""
    return Table(rules, source=ScriptedPlaces(rules.deck, places)).open()


def main_and_sides(
    rules: Rules, state: State, cards: Cards, amounts: dict[str, int], times: int, order: tuple[str, ...]
) -> Bets:
    """The walker's wagers, in this order; folded where `times` is 0."""
    own = w.seat(rules, cards, LIVE if times else FOLDED)
    held = amounts | ({"play": amounts["ante"] * times} if times else {})
    return tuple((x, held[x], rules.game.classify(rules, state, own, x)) for x in order if x in held)


# --- Ultimate Texas Hold 'Em ----------------------------------------------------------------------------------------

PATHS = {
    ("play_4x",): 4,
    ("play_3x",): 3,
    ("check", "play_2x"): 2,
    ("check", "check", "play_1x"): 1,
    ("check", "check", "fold"): 0,
}
UTH_PACKS = (pack_of("9TJQKA", "cd"), pack_of("2469K", "cdh"), ONE_SUIT, pack_of("23579JQA", "cd"))


@pytest.mark.parametrize("ante", [10, 2000])
def test_uth(ante: int) -> None:
    """Trips, a progressive and Cover All with the main hand; at an ante of $2,000 payout limits cut."""
    terms = {
        "wagers": {
            "ante": {"minimum": 5, "maximum": 5000, "increment": 5},
            "cover_all": {"offered": True, "minimum": 1, "maximum": 500, "increment": 1},
            "progressive": {
                "amount": 5,
                "cards": "seven",
                "lines": [
                    {"hand": "royal_flush", "pays": 100, "unit": "meter", "meter": "Progressive"},
                    {"hand": "full_house", "pays": 49, "unit": "to"},
                ],
            },
        },
        "meters": METER,
    }
    rules = rules_of(UTH, "automated_shoe", **terms)
    cut = 0
    for hole, board, dealer in deals(UTH_PACKS, (2, 5, 2), 100):
        for path, times in PATHS.items():
            t = opened(rules, seat1=hole, dealer=dealer, community=board)
            sides = {"trips": 7, "progressive": 5, "cover_all": 300}
            seated(t, 1, ante=ante, blind=ante, **sides)
            finish(t, {1: dict(zip(("preflop", "postflop", "final"), path, strict=False))})
            amounts = {"ante": 100 * ante, "blind": 100 * ante} | {x: 100 * n for x, n in sides.items()}
            state = replace(rules.opening(), community=board, dealer=dealer, hands_dealt=1)
            state = replace(state, seats=(w.seat(rules, hole, LIVE if times else FOLDED), *state.seats[1:]))
            order = ("ante", "blind", "play", "trips", "progressive", "cover_all")
            bets = main_and_sides(rules, state, hole, amounts, times, order)
            reading = 10_000_00 * MICRO + 500 * 50_000
            assert brought(t, 1) == said(w.pay(rules, bets, {"Progressive": reading})[0])
            cut += len(events(t, e.PayoutCut))
    assert (cut > 0) == (ante == 2000)


# --- Let It Ride ----------------------------------------------------------------------------------------------------

LIR_PACKS = (pack_of("9TJQKA", "ds"), pack_of("2QKA", "cdhs"), ONE_SUIT)
PICKED = [
    [tuple(cards.split()) for cards in deal]
    for deal in (
        ("As Ks Qs", "Ah Kh Qh", "Js Ts", "9s 8s 2d"),
        ("Ad Kd Qd", "Qs As Ks", "Jd Td", "9d 8d 7d"),
        ("9h 8h 7h", "4h 3h 2h", "6h 5h", "Kc Kd Ks"),
    )
]
"""Hands so rare that a sample would miss them: both players with a hand for the meter or the envy bonus."""
RIDES = [(first, second) for first in ("ride", "withdraw") for second in ("ride", "withdraw")]


@pytest.mark.parametrize("letter", "AB")
def test_lir(letter: str) -> None:
    """Two players with every wager: whoever sits at the dealer's right is settled first, then envy bonuses are paid."""
    wagers = {"progressive": {"paytable": letter}}
    sides = {"five_card_bonus": 1, "three_card_bonus": 5, "six_card_bonus": 7, "progressive": 1}
    rules = rules_of(LIR, wagers=wagers)
    from_meter = 0
    for ours, theirs, board, box in (*deals(LIR_PACKS, (3, 3, 2, 3), 120), *PICKED):
        for path in zip(RIDES, RIDES[::-1], strict=True):
            t = opened(rules, seat1=ours, seat2=theirs, community=board, box=box)
            seated(t, 1, 2, **sides)
            finish(t, {n: dict(zip(("decide_1", "decide_2"), path[n - 1], strict=True)) for n in (1, 2)})
            readings = {"Progressive": 1_000_00 * MICRO + 200 * 50_000}
            state = replace(riding.table_state(rules, (ours, theirs), board, 100), box=box)
            shared = riding.progressive_round(rules, state, 100, readings)
            for n in (1, 2):
                own = state.seats[n - 1]
                cells = tuple(rules.game.classify(rules, state, own, bet) for bet in riding.BETS)
                bets = riding.kept(cells, 1000, *path[n - 1])
                bets += tuple((x, 100 * sides[x], rules.game.classify(rules, state, own, x)) for x in list(sides)[:3])
                assert brought(t, n) == said(w.pay(rules, bets)[0] + shared[n])
            from_meter += len(events(t, e.MeterPaid))
    assert from_meter


# --- Top Five and Dragon Poker --------------------------------------------------------------------------------------


@pytest.mark.parametrize("extra", [True, False])
def test_top_five(extra: bool) -> None:
    packs = pack_of("TJQKA", "cdh"), pack_of("234TJQKA", "cd"), pack_of("234567TJ", "cd"), pack_of("9JQA", "cdhs")
    amounts = {"ante": 1000, "top_five_bonus": 500, "poker_bonus": 700}
    rules = rules_of(TOP5, readings={"extra_cards_break_ties": extra})
    for ours, dealer in deals(packs, (7, 7), 150):
        for choice, times in (("play", 1), ("fold", 0)):
            t = opened(rules, seat1=ours, dealer=dealer)
            seated(t, 1, top_five_bonus=5, poker_bonus=7)
            finish(t, {1: {"decide": choice}})
            state = replace(rules.opening(), dealer=dealer)
            order = ("ante", "play", "top_five_bonus", "poker_bonus")
            bets = main_and_sides(rules, state, ours, amounts, times, order)
            assert brought(t, 1) == said(w.pay(rules, bets)[0])


@pytest.mark.parametrize("letter", "AB")
def test_dragon(letter: str) -> None:
    progressive = {
        "amount": 1,
        "cards": "three",
        "lines": [
            {"hand": "three_dragons", "pays": 100, "unit": "meter", "meter": "Progressive"},
            {"hand": "trips", "pays": 50, "unit": "for"},
        ],
    }
    wagers = {"ante_bonus": {"paytable": letter}, "three_card_bonus": {"paytable": letter}, "progressive": progressive}
    amounts = {"ante": 1000, "ante_bonus": 1000, "three_card_bonus": 500, "dragon": 300, "progressive": 100}
    rules = rules_of(DRAGON, wagers=wagers, meters=METER)
    for ours, dealer in deals((DRAGON_PACK,), (3, 3), 150):
        for choice, times in (("play", 1), ("fold", 0)):
            t = opened(rules, seat1=ours, dealer=dealer)
            seated(t, 1, three_card_bonus=5, dragon=3, progressive=1)
            finish(t, {1: {"decide": choice}})
            state = replace(rules.opening(), dealer=dealer)
            order = ("three_card_bonus", "dragon", "progressive", "ante", "ante_bonus", "play")
            bets = main_and_sides(rules, state, ours, amounts, times, order)
            reading = 10_000_00 * MICRO + 100 * 50_000
            assert brought(t, 1) == said(w.pay(rules, bets, {"Progressive": reading})[0])
