"""The kernel's rounds and the real engine's, card for card: every cell, stake and cent."""

from typing import Any

import numpy as np
import pytest

from pitboss.games import rules_for
from pitboss.rulebook.submission import check_data, default_data, merge
from pitboss.simulation import engine
from pitboss.simulation.engine import compare
from pitboss.simulation.setting import STRATEGIES, Fast, Key, Setting, cards_of, fast, places
from pitboss.table.rules import Rules
from support import GAMES

SHOE = {"dealing": {"procedure": "automated_shoe", "shuffler": "automated"}}
COVER_ALL = {**SHOE, "wagers": {"cover_all": {"offered": True}}, "readings": {"cover_all_lowest": "full_house"}}


def rules_of(game: str, changes: dict[str, Any] | None = None) -> Rules:
    checked = check_data(merge(default_data(game), changes or {}))
    assert checked.terms is not None, checked.faults
    return rules_for(checked.terms)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("game", GAMES)
def test_rounds_are_the_same(game: str, strategy: str) -> None:
    rules = rules_of(game)
    assert compare(Setting(rules, 1, strategy, "one seat"), 1000, 25) == []


@pytest.mark.parametrize("game", GAMES)
def test_rounds_of_a_full_table_are_the_same(game: str) -> None:
    rules = rules_of(game)
    assert compare(Setting(rules, rules.terms.positions, "optimal", "full table"), 0, 12) == []


@pytest.mark.parametrize("game", GAMES)
def test_rounds_from_the_automated_shoe_are_the_same(game: str) -> None:
    rules = rules_of(game, COVER_ALL if game == "ultimate-texas-holdem" else SHOE)
    assert compare(Setting(rules, 3, "bold", "shoe"), 0, 40) == []


@pytest.mark.parametrize("letter", "ABCDEF")
def test_progressive_with_envy_and_meters_is_the_same(letter: str) -> None:
    """Many hands: bold players, whose rounds are fast."""
    names = {"A": 1, "B": 1, "C": 1, "D": 2, "E": 3, "F": 3}[letter]
    meters = {
        name: {"rate": "7.5", "initial": 20000, "reset": 10000}
        for name in ("Progressive",) * (names == 1)
        + ("Mega Progressive", "Major Progressive", "Minor Progressive")[3 - names :] * (names > 1)
    }
    rules = rules_of("let-it-ride", {"wagers": {"progressive": {"paytable": letter}}, "meters": meters})
    assert compare(Setting(rules, 7, "bold", f"meters {letter}"), 0, 60) == []


def hits(rules: Rules, seed: str, wanted: int) -> list[int]:
    """Rounds of seven seats in which a straight flush or better is held."""
    setting = Setting(rules, 7, "bold", seed)
    kernel = fast(setting)
    names = [column.wager for column in kernel.columns]
    column = kernel.columns[names.index("progressive")]
    special = [n for n, ((part,)) in enumerate(column.endings) if part.cell[1] in ("royal_flush", "straight_flush")]
    cells = np.zeros((100_000, 7, len(names)), dtype=np.uint16)
    kernel.run(0, cells)
    found = np.flatnonzero(np.isin(cells[:, :, names.index("progressive")], special).any(axis=1))
    return [int(n) for n in found[:wanted]]


def test_hits_of_the_meter_are_paid_the_same() -> None:
    """Rounds sought out because somebody takes from the meter and the others get their envy bonus."""
    rules = rules_of("let-it-ride")
    rounds = hits(rules, "hits", 8)
    assert len(rounds) == 8
    for number in rounds:
        assert compare(Setting(rules, 7, "bold", "hits"), number, 1) == []


def test_a_wrong_cell_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of("dragon-poker")

    def wrong(setting: Setting) -> Fast:
        true = fast(setting)

        def run(first: int, cells: Any, key: Key = setting.key) -> None:
            true.run(first, cells, key)
            cells[3, 0, 1] = 0  # three dragons

        return Fast(true.columns, run)

    monkeypatch.setattr(engine, "fast", wrong)
    found = compare(Setting(rules, 1, "optimal", "planted"), 0, 8)
    assert {d.round for d in found} == {3}
    assert "round 3, seat 1" in str(found[0])


def test_deal_plan_as_draws() -> None:
    """Ultimate Texas from a manual shoe, two seats: seat, seat, dealer, twice; then burn, three, burn, two."""
    found = places(rules_of("ultimate-texas-holdem"), 2)
    assert found.needed == 11
    assert found.seats.tolist() == [[0, 3], [1, 4]]
    assert found.dealer.tolist() == [2, 5]
    assert found.community.tolist() == [6, 7, 8, 9, 10]
    assert found.draws.tolist() == [0, 1, 2, 3, 4, 5, 11, 6, 7, 8, 12, 9, 10]


def test_cards_are_those_of_the_deck_and_each_once() -> None:
    for game in GAMES:
        rules = rules_of(game)
        for cards in cards_of(Setting(rules, rules.terms.positions, seed="cards"), 77, 20):
            assert rules.deck.surplus(cards) == ()
