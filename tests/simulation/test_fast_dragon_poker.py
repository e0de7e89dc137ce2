"""The fast kernel of Dragon Poker: card for card the engine's rounds, and the exact frequencies."""

from functools import cache
from typing import Any

import pytest

from pitboss.cards.deck import Card
from pitboss.odds.shapes import against as exact
from pitboss.simulation.setting import STRATEGIES, Setting
from pitboss.simulation.shapes import against as game
from pitboss.simulation.shapes import against_numbers
from pitboss.table.rules import Rules
from simulation.conduct import Choices, compare, deviations, far_off, in_pieces, small
from support import DRAGON
from support import rules as rules_of

SIDES = {"three_card_bonus": 5, "dragon": 3, "progressive": 1}
ROUNDS = 2_000_000


def rules(procedure: str = "automated_shoe", dealer_stack: str = "") -> Rules:
    """Every wager offered, a progressive of our own among them."""
    line = {"hand": "three_dragons", "pays": 100, "unit": "meter", "meter": "Progressive"}
    overrides: dict[str, Any] = {
        "wagers": {"progressive": {"amount": 1, "cards": "three", "lines": [line]}},
        "meters": {"Progressive": {"rate": "5", "initial": 10000, "reset": 10000}},
    }
    if dealer_stack:
        overrides["readings"] = {"dealer_stack": dealer_stack}
    return rules_of(DRAGON, procedure, **overrides)


def chooses(setting: Setting) -> Choices:
    @cache
    def best(cards: tuple[Card, ...]) -> str:
        return exact.advise(setting.rules, cards).best.choice

    def choices(cards: tuple[Card, ...], board: tuple[Card, ...]) -> dict[str, str]:
        told = {"bold": "play", "timid": "fold"}.get(setting.strategy)
        return {"decide": told or best(tuple(sorted(cards)))}

    return choices


@pytest.mark.parametrize("seats", [1, 6])
@pytest.mark.parametrize(
    ("procedure", "dealer_stack"),
    [("manual_shoe", ""), ("hand", ""), ("automated_shoe", "held"), ("automated_shoe", "delivered")],
)
def test_rounds_are_the_engines(procedure: str, dealer_stack: str, seats: int) -> None:
    setting = Setting(rules(procedure, dealer_stack), seats, seed="engine")
    seen = compare(setting, chooses(setting), SIDES, 300)
    assert {"live", "folded"} == {end[0].cell[0] for end in seen if len(end) > 1}


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_rare_hands(strategy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pack of dragons and two Tigers: hands that a full pack hardly ever deals."""
    small(monkeypatch, against_numbers, rules(), ["RD"] * 3 + ["BD"] * 3 + ["GD"] + ["TI"] * 2)
    setting = Setting(rules(), 1, strategy, "rare")
    seen = {end[0].cell[1] for end in compare(setting, chooses(setting), SIDES, 400) if len(end) == 1}
    assert seen >= {
        "three_red_dragons", "three_blue_dragons", "three_dragons_mixed", "three_dragons_with_gold_dragon",
        "pair_of_dragons", "gold_dragon", "three_dragons", "three_tigers",
    }  # fmt: skip


def test_decisions_of_other_strategies() -> None:
    for strategy, standing in (("bold", "live"), ("timid", "folded")):
        setting = Setting(rules(), 2, strategy, "fixed")
        seen = compare(setting, chooses(setting), SIDES, 100)
        assert {end[0].cell[0] for end in seen if len(end) > 1} == {standing}


def full(seat: int = 0, seats: int = 1) -> dict[str, float]:
    """With the whole deck."""
    return deviations(Setting(rules(), seats, seed="counts"), ROUNDS // seats, seat)


@pytest.mark.parametrize(("seat", "seats"), [(0, 1), (5, 6)])
def test_frequencies(seat: int, seats: int) -> None:
    found = full(seat, seats)
    assert list(found) == ["main", *SIDES]
    assert all(-4 < z < 4 for z in found.values()), found


def test_a_wrong_name_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two Pandas and a Monkey, one of 119 hands, taken for a pair of Monkeys."""

    right = game.cells_by

    def wrong(bound: Rules, wager: str) -> Any:
        cell = right(bound, wager)
        if wager == "dragon":
            return cell
        return lambda cards: ("live", "pair_of_monkeys") if cards == ("PA", "PA", "MO") else cell(cards)

    monkeypatch.setattr(game, "cells_by", wrong)
    assert far_off(full()) == {"three_card_bonus", "progressive"}


@pytest.mark.parametrize(("what", "cards"), [("_choices", "PH TI PA"), ("_heights", "PH TI PA"), ("_ends", "PH PH MO")])
def test_a_wrong_table_is_noticed(what: str, cards: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Phoenix, Tiger and Panda folded or played against the solver; taken for the lowest hand where the
    dealer holds them; a win that is called a push."""
    right = getattr(game, what)

    def wrong(*given: Any) -> Any:
        table = right(*given)
        if what == "_ends":
            solved = given[0]
            made = next(n for n, (hand,) in enumerate(solved.deals.hands) if hand.key == (2, 5, 2))
            runs = int((solved.deals.limits[made] < len(solved.deals.his)).sum())
            assert runs == 2, "lower, equal and higher hands of the dealer's"
            table[0, made, 0] = table[0, made, 1]
        elif what == "_heights":
            theirs = given[0].game.sight.his.of(tuple(cards.split()))
            for number, hand in enumerate(given[-1]):
                if hand == theirs:
                    table[number] = 0
        else:
            for number, example in enumerate(given[-1].examples):
                if example == tuple(cards.split()):
                    table[number] = table[number] ^ 1
        return table

    monkeypatch.setattr(game, what, wrong)
    assert far_off(full()) == {"main"}


@pytest.mark.parametrize("seats", [1, 6])
def test_blocks(seats: int) -> None:
    in_pieces(Setting(rules("hand"), seats))
