"""The kernel of games that set the player's hand against the dealer's, where hands are sets of cards: games declared
for tests, card for card the engine's rounds, and the exact frequencies."""

import pytest
from msgspec.structs import replace

from odds import declared_games
from pitboss.odds.shapes.against_best import Solved
from pitboss.odds.tables import Array
from pitboss.simulation.engine import compare
from pitboss.simulation.setting import STRATEGIES, Setting, fast
from pitboss.simulation.shapes import against as game
from pitboss.simulation.shapes.against_numbers import Hands
from pitboss.table.definition import Choice, Step
from pitboss.table.rules import Rules
from simulation.conduct import deviations, far_off, in_pieces, played

THREE, FIVE = "three_against_three", "five_against_five"
ROUNDS = 1_000_000


def several() -> Rules:
    """Three cards each; the player folds or raises once or three times his Ante."""
    rules = declared_games.rules(THREE)
    script = rules.game.script
    raises = (Choice("raise_3x", "raise", "", times=3, wager="play"), Choice("raise_1x", "raise", "", 1, "play"))

    def other(rules: Rules, procedure: str) -> tuple[Step, ...]:
        steps = script(rules, procedure)
        return tuple(replace(s, choices=(*raises, s.choices[1])) if s.kind == "ask" else s for s in steps)

    return Rules(replace(rules.game, script=other), rules.terms)


@pytest.mark.parametrize("seats", [1, 6])
@pytest.mark.parametrize("procedure", ["manual_shoe", "hand", "automated_shoe"])
@pytest.mark.parametrize("name", [THREE, FIVE])
def test_rounds_are_the_engines(name: str, procedure: str, seats: int) -> None:
    """Decisions too: the engine's player asks the coach, who sees the dealer's open card as the player does."""
    assert not compare(Setting(declared_games.rules(name, procedure), seats, seed="engine"), 0, 120 // seats)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_strategies(strategy: str) -> None:
    """Bold raises three times, timid folds; where there is more than one raise, all three are found."""
    setting = Setting(several(), 2, strategy, "fixed")
    assert not compare(setting, 0, 60)
    made = fast(setting)
    seen = {made.columns[0].endings[cell] for cell in played(made, setting, 0, 20_000)[:, :, 0].ravel().tolist()}
    raised = {sum(part.times for part in ending if part.wager == "play") for ending in seen}
    assert raised == {"bold": {3}, "timid": {0}, "optimal": {0, 1, 3}}[strategy]


@pytest.mark.parametrize(("name", "seat", "seats"), [(THREE, 0, 1), (THREE, 5, 6), (FIVE, 0, 1), (FIVE, 5, 6)])
def test_frequencies(name: str, seat: int, seats: int) -> None:
    found = deviations(Setting(declared_games.rules(name), seats, seed="counts"), ROUNDS // seats, seat)
    assert list(found) == ["main"] + ["pair_plus"] * (name == THREE)
    assert all(-4 < z < 4 for z in found.values()), found


def test_a_decision_by_the_wrong_card_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands decided as against another card than the one that lies open."""
    setting = Setting(declared_games.rules(FIVE), 1, seed="wrong")
    right = game._choices

    def wrong(setting: Setting, solved: Solved, own: Hands) -> Array:
        return right(setting, solved, own)[:, ::-1].copy()

    monkeypatch.setattr(game, "_choices", wrong)
    assert far_off(deviations(setting, ROUNDS)) == {"main"}


@pytest.mark.parametrize("name", [THREE, FIVE])
def test_blocks(name: str) -> None:
    in_pieces(Setting(declared_games.rules(name), 2))
