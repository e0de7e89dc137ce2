"""The fast kernel of Top Five Poker: card for card the engine's rounds, and the exact frequencies."""

from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from pitboss.cards.deck import Card
from pitboss.odds.evaluator import CARDS
from pitboss.odds.shapes import against as exact
from pitboss.odds.shapes.against_game import contest
from pitboss.simulation.setting import STRATEGIES, Setting
from pitboss.simulation.shapes import against as game
from pitboss.simulation.shapes import against_numbers
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
        small(monkeypatch, against_numbers, rules(), pack)
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
    small(monkeypatch, against_numbers, rules(), pack)
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

    right = game.cells_by

    def wrong(bound: Rules, wager: str) -> Any:
        cell = right(bound, wager)
        if wager != "poker_bonus":
            return cell
        two_aces = ["Q", "A", "A"]
        return lambda cards: ("live", "pair_of_kings") if [card[0] for card in cards] == two_aces else cell(cards)

    monkeypatch.setattr(game, "cells_by", wrong)
    assert far_off(full()) == {"poker_bonus"}


def test_a_wrong_decision_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One hand of many, a king, a queen and a ten in three suits, decided against the solver."""
    right = game._choices

    def wrong(setting: Setting, solved: Any, own: Any) -> Any:
        choices = right(setting, solved, own)
        choices[own.which == solved.deals.names.index(((1, 0, 1, 1, 0), False, 1))] ^= 1
        return choices

    monkeypatch.setattr(game, "_choices", wrong)
    assert far_off(full()) == {"main"}


def test_a_wrong_ending_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal hands of a dealer who qualifies, called higher ones."""
    right = game._ends

    def wrong(solved: Any) -> Any:
        ends = right(solved)
        cells = [end[0].cell for end in solved.ends[0]]
        equal, higher = (cells.index(("live", "qualified", result)) for result in ("equal", "higher"))
        ends[ends == equal] = higher
        return ends

    monkeypatch.setattr(game, "_ends", wrong)
    assert far_off(full()) == {"main"}


def test_every_suit_counts_alike() -> None:
    """A card that does not count is nothing; the others differ by rank and by suit only."""
    hands = against_numbers.of_ranks(rules(), contest(rules()).sight, 7)
    deck = {card: int(value) for card, value in zip(CARDS, hands.numbers.adds[0], strict=True)}
    assert {deck[r + s] for r in "23456789" for s in "cdhs"} == {0}
    assert {deck["A" + s] - deck["T" + s] for s in "cdhs"} == {5**4 - 1}
    assert len(set(deck.values())) == 21
    hand = sum(deck[card] for card in ("Ts", "Js", "Qs", "Ks", "As", "Ah", "2c"))
    assert hands.numbers.upper[hand >> hands.numbers.bits] == 5 + 2 and np.count_nonzero(hands.numbers.upper >= 5) > 0


@pytest.mark.parametrize("seats", [1, 6])
def test_blocks(seats: int) -> None:
    in_pieces(Setting(rules("hand"), seats))
