"""The fast kernel of Top Five Poker: card for card the engine's rounds, and the exact frequencies."""

from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from pitboss.cards.deck import Card
from pitboss.odds.evaluator import CARDS
from pitboss.odds.games import top_five_poker as exact
from pitboss.simulation.games import top_five_poker as game
from pitboss.simulation.setting import STRATEGIES, Setting
from pitboss.table.rules import Rules
from simulation.conduct import Choices, compare, deviations, far_off, in_pieces, small
from support import TOP5
from support import rules as rules_of

SIDES = {"top_five_bonus": 5, "poker_bonus": 7}
ROUNDS = 2_000_000


def rules(procedure: str = "automated_shoe", **readings: Any) -> Rules:
    return rules_of(TOP5, procedure, readings=readings)


def chooses(setting: Setting) -> Choices:
    @cache
    def best(cards: frozenset[Card]) -> str:
        return exact.advise(setting.rules, tuple(cards)).best.choice

    def choices(cards: tuple[Card, ...], board: tuple[Card, ...]) -> dict[str, str]:
        told = {"bold": "play", "timid": "fold"}.get(setting.strategy)
        return {"decide": told or best(frozenset(cards))}

    return choices


@pytest.mark.parametrize("seats", [1, 6])
@pytest.mark.parametrize(
    ("procedure", "readings"),
    [
        ("manual_shoe", {}),
        ("hand", {"extra_cards_break_ties": False}),
        ("automated_shoe", {"dealer_stack": "held"}),
        ("automated_shoe", {"dealer_stack": "delivered"}),
    ],
)
def test_rounds_are_the_engines(procedure: str, readings: dict[str, Any], seats: int) -> None:
    setting = Setting(rules(procedure, **readings), seats, seed="engine")
    seen = compare(setting, chooses(setting), SIDES, 300)
    main = {end[0].cell for end in seen if end[0].wager == "ante"}
    assert {standing for standing, _, _ in main} == {"live", "folded"}
    assert {row for _, row, _ in main} == {"qualified", "not_qualified"}
    assert {result for _, _, result in main} >= {"more", "fewer", "higher", "lower"}


@pytest.mark.parametrize("extra", [True, False])
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_rare_hands(strategy: str, extra: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small packs: hands of seven cards that count, royal flushes in every suit, ties."""
    seen = set()
    for pack in (
        [r + s for r, s in product("TJQKA", "cd")] + ["2c", "3c", "4c", "5c"],
        [r + s for r, s in product("TJQKA", "hs")] + ["2c", "3c", "4c", "5c", "6c"],
        [r + s for r, s in product("QKA", "cdhs")] + ["2c", "3c", "4c"],
    ):
        small(monkeypatch, game, rules(), pack)
        setting = Setting(rules(extra_cards_break_ties=extra), 1, strategy, "rare")
        seen |= {end[0].cell for end in compare(setting, chooses(setting), SIDES, 200)}
    hands = {"royal_flush", "four_of_a_kind", "full_house", "straight", "three_of_a_kind", "cards_7", "cards_6"}
    assert {cell[1] for cell in seen} >= hands
    standing = "folded" if strategy == "timid" else "live"
    assert {cell[2] for cell in seen if cell[0] == standing and len(cell) == 3} >= {"equal", "higher", "lower"}


def test_ties_that_only_extra_cards_break(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six cards each, the same straight, an ace or a ten beside it: the reading decides."""
    pack = [r + s for r, s in product("TJQKA", "cd")] + ["Ah", "Th", "2c", "3c"]
    results = {}
    small(monkeypatch, game, rules(), pack)
    for extra in (True, False):
        setting = Setting(rules(extra_cards_break_ties=extra), 1, "bold", "ties")
        seen = compare(setting, chooses(setting), SIDES, 400)
        results[extra] = sum(n for end, n in seen.items() if len(end) == 2 and end[0].cell[2] == "equal")
    assert results[False] > results[True]


def full(seat: int = 0, seats: int = 1) -> dict[str, float]:
    """With the whole deck."""
    return deviations(Setting(rules(), seats, seed="counts"), ROUNDS // seats, seat)


@pytest.mark.parametrize(("seat", "seats"), [(0, 1), (5, 6)])
def test_frequencies(seat: int, seats: int) -> None:
    found = full(seat, seats)
    assert list(found) == ["main", *SIDES]
    assert all(-4 < z < 4 for z in found.values()), found


def test_a_wrong_name_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exactly two aces and a queen, and nothing else that counts, taken for a pair of kings."""

    def wrong(wager: str, standing: str, hand: Any) -> tuple[str, ...]:
        right = exact.side_cell(wager, standing, hand)
        two_aces = hand.key[2:] == (14, 14, 12) and hand.key[0] == 3
        return (standing, "pair_of_kings") if wager == "poker_bonus" and two_aces else right

    monkeypatch.setattr(game, "side_cell", wrong)
    assert far_off(full()) == {"poker_bonus"}


def test_a_wrong_decision_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One hand of many, a king, a queen and a ten in three suits, decided against the solver."""
    right = game._by_spot
    held = exact.Held((1, 0, 1, 1, 0), False, 1)
    spot = sum(n * 5**r for r, n in enumerate(held.vector)) * 16 + 1

    def wrong(*given: Any) -> Any:
        height, folded = right(*given)
        assert spot in given[1]
        folded[spot] ^= 1
        return height, folded

    monkeypatch.setattr(game, "_by_spot", wrong)
    assert far_off(full()) == {"main"}


def test_a_wrong_ending_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal hands of a dealer who qualifies, called higher ones."""
    right = game._ends

    def wrong(*given: Any) -> Any:
        ends = right(*given)
        ends[0, 1, 2] = ends[0, 1, 3]
        return ends

    monkeypatch.setattr(game, "_ends", wrong)
    assert far_off(full()) == {"main"}


def test_every_suit_counts_alike() -> None:
    """A card that does not count is nothing; the others differ by rank and by suit only."""
    deck = {card: int(value) for card, value in zip(CARDS, game._deck(rules()), strict=True)}
    assert {deck[r + s] for r in "23456789" for s in "cdhs"} == {0}
    assert {deck["A" + s] - deck["T" + s] for s in "cdhs"} == {5**4 - 1}
    assert len(set(deck.values())) == 21
    shapes = game._shapes()
    hand = sum(deck[card] for card in ("Ts", "Js", "Qs", "Ks", "As", "Ah", "2c"))
    assert shapes[hand >> 12] == 5 + 2 and np.count_nonzero(shapes >= 5) > 0


@pytest.mark.parametrize("seats", [1, 6])
def test_blocks(seats: int) -> None:
    in_pieces(Setting(rules("hand"), seats))
