"""The fast kernel of Let It Ride: card for card the engine's rounds, and the exact frequencies."""

from typing import Any

import numpy as np
import pytest

from pitboss.cards.deck import RANKS, Card
from pitboss.games.let_it_ride.game import THREE_SUITED
from pitboss.odds.card_sets import colex, set_of
from pitboss.odds.evaluator import CARDS
from pitboss.odds.games import let_it_ride as exact
from pitboss.odds.kernels.sim_let_it_ride import THREE
from pitboss.odds.tables import index_of
from pitboss.simulation.games import let_it_ride as game
from pitboss.simulation.setting import STRATEGIES, Setting
from pitboss.table.cells import Named
from pitboss.table.rules import Rules
from simulation.conduct import Choices, compare, deviations, far_off, in_pieces, small
from support import LIR
from support import rules as rules_of

SIDES = {"five_card_bonus": 1, "three_card_bonus": 5, "six_card_bonus": 5, "progressive": 1}
THREE_COMMUNITY = {"dealing": {"shuffler": "continuous"}, "readings": {"community_stack": "three_discard_one"}}
"""The shoe dispenses three community cards, of which one is thrown away."""
ROUNDS = 2_000_000


def rules(procedure: str = "automated_shoe", progressive: str = "A", **more: Any) -> Rules:
    """The progressive is decided by five cards (A) or by three (B)."""
    return rules_of(LIR, procedure, wagers={"progressive": {"paytable": progressive}}, **more)


def chooses(setting: Setting) -> Choices:
    found = exact.plan(setting.rules)

    def choices(cards: tuple[Card, ...], board: tuple[Card, ...]) -> dict[str, str]:
        told = {"bold": True, "timid": False}.get(setting.strategy)
        three = np.searchsorted(found.count.threes, set_of(cards))
        four = np.searchsorted(found.count.fours, set_of((*cards, board[0])))
        first = bool(found.gain_1[three] > 0) if told is None else told
        second = bool(found.gain_2[first][four] > 0) if told is None else told
        return {"decide_1": "ride" if first else "withdraw", "decide_2": "ride" if second else "withdraw"}

    return choices


@pytest.mark.parametrize("seats", [1, 7])
@pytest.mark.parametrize(
    ("procedure", "progressive", "more"),
    [
        ("manual_shoe", "A", {}),
        ("hand", "B", {}),
        ("automated_shoe", "A", {}),
        ("automated_shoe", "B", THREE_COMMUNITY),
    ],
)
def test_rounds_are_the_engines(procedure: str, progressive: str, more: dict[str, Any], seats: int) -> None:
    setting = Setting(rules(procedure, progressive, **more), seats, seed="engine")
    seen = compare(setting, chooses(setting), SIDES, 300)
    kept = {tuple(part.wager for part in end) for end in seen if end[-1].wager == "bet_3"}
    assert kept >= {("bet_3",), ("bet_2", "bet_3"), ("bet_1", "bet_2", "bet_3")}


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("progressive", "AB")
def test_rare_hands(progressive: str, strategy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Packs of few cards: straight and royal flushes of five cards, ace to nine of one suit among six."""
    seen = set()
    for pack in (
        "9d Td Jd Qd Kd Ad As 2c",
        "9s Ts Js Qs Ks As Ad 2c",
        "Tc Jc Qc Kc Ac 9h 8c Th Jh",
        "2h 3h 4h 5h 6h 7h 8h Ah 6s",
        "9c 9d 9h 9s 8c 8d 8h 7s 6s",
    ):
        small(monkeypatch, game, rules(), pack.split())
        setting = Setting(rules("hand", progressive), 1, strategy, "rare")
        seen |= {end[-1][::2] for end in compare(setting, chooses(setting), SIDES, 150)}
    for wager, hands in {
        "bet_3": "royal_flush straight_flush four_of_a_kind full_house flush straight pair_below_tens",
        "six_card_bonus": "super_royal_diamonds super_royal_other_suit royal_flush straight_flush four_of_a_kind flush",
        "three_card_bonus": "straight_flush three_of_a_kind flush",
        "progressive": "royal_flush pair" if progressive == "A" else "akq_spades akq_suited_not_spades straight_flush",
    }.items():
        assert {cell[1] for w, cell in seen if w == wager} >= set(hands.split())


@pytest.mark.parametrize("left_out", ["six_card_bonus", "progressive", "three_card_bonus"])
def test_wagers_that_are_not_offered(left_out: str) -> None:
    """Without the Six Card Bonus no box is dealt."""
    bound = rules_of(LIR, "manual_shoe", wagers={left_out: {"offered": False}})
    setting = Setting(bound, 3, seed="fewer")
    compare(setting, chooses(setting), {w: n for w, n in SIDES.items() if w != left_out}, 50)


def test_every_set_of_cards_has_its_row() -> None:
    """Numbers of sets are those of multisets of one kind less a step each; every set of three has its own name and
    decision, every thirteenth set of four its own."""
    found = exact.plan(rules())
    rides_1, rides_2 = game._rides(found, "optimal")
    names = game._names(game._named(rules(progressive="B"), "progressive"), THREE)
    assert (len(rides_1), len(rides_2), len(names)) == (22_100, 270_725, 22_100)
    for size, rides, known in ((3, rides_1, found.count.threes), (4, rides_2, found.count.fours)):
        rows = colex(size)
        for number in range(0, len(rows), 1 if size == 3 else 13):
            row = tuple(int(card) for card in rows[number])
            assert index_of(tuple(card - i for i, card in enumerate(row))) == number
            cards = tuple(CARDS[card] for card in row)
            at = np.searchsorted(known, set_of(cards))
            if size == 3:
                assert rides[number] == (found.gain_1[at] > 0)
                assert names[number] == THREE_SUITED.of(cards).name
            else:
                assert rides[number] == (found.gain_2[0][at] > 0) + 2 * (found.gain_2[1][at] > 0)


def full(seat: int = 0, seats: int = 1, progressive: str = "A") -> dict[str, float]:
    """With the whole deck."""
    return deviations(Setting(rules(progressive=progressive), seats, seed="counts"), ROUNDS // seats, seat)


@pytest.mark.parametrize(("seat", "seats", "progressive"), [(0, 1, "A"), (6, 7, "B")])
def test_frequencies(seat: int, seats: int, progressive: str) -> None:
    found = full(seat, seats, progressive)
    assert list(found) == ["main", *SIDES]
    assert all(-4 < z < 4 for z in found.values()), found


@pytest.mark.parametrize(
    ("wrong", "wagers"),
    [("pair of nines", {"five_card_bonus"}), ("a flush of three", {"three_card_bonus"}), ("six", {"six_card_bonus"})],
)
def test_a_wrong_name_is_noticed(wrong: str, wagers: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Two nines with an ace taken for a pair of tens or better; three clubs to an ace for a straight; six cards with a
    flush in clubs, of five of them, for a full house."""
    names, fields = game._names, rules().fields
    suited = game._suited_names(fields["six_card_bonus"][1])

    def changed(field: Named, looks: int) -> tuple[str, ...]:
        found = list(names(field, looks))
        if wrong == "pair of nines" and field == fields["five_card_bonus"][1]:
            for place, hand in enumerate(game.tables().hands):
                if hand.name == "pair" and hand.key[1:3] == (9, 14):
                    found[place] = "pair_tens_or_better"
        if wrong == "a flush of three" and field == fields["three_card_bonus"][1]:
            for number, cards in enumerate(colex(3)):
                if found[number] == "flush" and cards[2] == 4 * 12 and cards[0] % 4 == 0:
                    found[number] = "straight"
        return tuple(found)

    if wrong == "six":
        for (suit, ranks), name in suited.items():
            if suit == 0 and name == "flush" and ranks >> RANKS.index("A") & 1:
                monkeypatch.setitem(suited, (suit, ranks), "full_house")
    monkeypatch.setattr(game, "_names", changed)
    assert far_off(full()) == wagers


@pytest.mark.parametrize("bet", [1, 2])
def test_a_wrong_decision_is_noticed(bet: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bet 1 withdrawn with two kings and a lower card; bet 2 withdrawn with two fives and two sevens."""
    right = game._rides

    def wrong(*given: Any) -> Any:
        rides = right(*given)
        for number, cards in enumerate(colex(2 + bet).tolist()):
            ranks = "".join(CARDS[card][0] for card in cards)
            if ranks == "5577" or (bet == 1 and ranks[1:] == "KK" != ranks[:2]):
                assert rides[bet - 1][number] > 0
                rides[bet - 1][number] = 0
        return rides

    monkeypatch.setattr(game, "_rides", wrong)
    assert far_off(full()) == {"main"}


@pytest.mark.parametrize("seats", [1, 7])
def test_blocks(seats: int) -> None:
    in_pieces(Setting(rules("hand"), seats))
