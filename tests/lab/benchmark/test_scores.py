"""Scores of policies: the best play costs nothing, planted mistakes cost what was counted otherwise, what a game brings
to compare with is exact."""

import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import Any

import pytest

from pitboss.api import exact_odds
from pitboss.lab.benchmark.references import by_chance, references
from pitboss.lab.benchmark.scores import PolicyStopped, mean_and_error, score
from pitboss.lab.benchmark.telling import read_answer, spot_data, spot_text
from pitboss.lab.regret.rounds import best, cards_for, usual_rules
from pitboss.lab.regret.spots import ScoredSpot
from pitboss.lab.regret.table import DecisionTable
from pitboss.lab.strategies.api import strategy_cost
from pitboss.odds.advice import Advice, Alternative
from pitboss.odds.result import root
from pitboss.rulebook.folders import games

THREE, UTH = "three-card-poker", "ultimate-texas-holdem"
QUICK = [game for game in games() if game not in (UTH, "caribbean-stud")]
"""Games of which every way to answer is weighed in a moment."""


def _costs_nothing(game: str, spots: int, seed: str) -> None:
    found = score(usual_rules(game), best, spots=spots, seed=seed)
    assert found.spots >= spots and found.regret == 0 == found.standard_error and found.worst is None
    (main,) = exact_odds(game, wager="main")[:1]
    assert found.net_error is not None and abs(float(found.net - main.ev)) < 3 * found.net_error


@pytest.mark.parametrize(
    "game", [game if game in QUICK else pytest.param(game, marks=pytest.mark.slow) for game in games()]
)
def test_the_best_play_costs_nothing_and_brings_what_the_exact_odds_say(game: str) -> None:
    _costs_nothing(game, 2000, "suite")


@pytest.mark.proof
@pytest.mark.parametrize("game", games())
def test_so_it_is_over_many_spots(game: str) -> None:
    _costs_nothing(game, 40_000, "many")


# --- a mistake, counted without the solver ----------------------------------------------------------------------------

RANKS = "23456789TJQKA"


def _strength(cards: tuple[str, ...]) -> tuple[int, ...]:
    """A hand of three cards: straight flush, three of a kind, straight, flush, pair, high card."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    suited = len({card[1] for card in cards}) == 1
    straight = ranks in ([12, 1, 0], [ranks[0], ranks[0] - 1, ranks[0] - 2])
    if ranks == [12, 1, 0]:
        ranks = [1, 0, -1]
    counts = sorted(Counter(ranks).items(), key=lambda each: (-each[1], -each[0]))
    kind = 5 if straight and suited else 4 if counts[0][1] == 3 else 3 if straight else 2 if suited else 0
    kind = kind or int(counts[0][1] == 2)
    return (kind, *(rank for rank, _ in counts))


def _worth_of_playing(own: tuple[str, ...]) -> Fraction:
    """Ante and Play against all 18,424 hands of a dealer who needs a queen; the Ante Bonus pays 1, 4 and 5."""
    mine, total = _strength(own), 0
    bonus = {3: 1, 4: 4, 5: 5}.get(mine[0], 0)
    rest = [rank + suit for rank in RANKS for suit in "cdhs" if rank + suit not in own]
    for hand in combinations(rest, 3):
        his = _strength(hand)
        if his[0] == 0 and his[1] < RANKS.index("Q"):
            total += 1 + bonus
        else:
            total += bonus + (2 if mine > his else -2 if mine < his else 0)
    return Fraction(total, 18_424)


def _always(choice: str, spot: ScoredSpot) -> str:
    return choice


def test_planted_choices_are_charged_what_was_counted_otherwise() -> None:
    """One policy always folds, the other never: at each spot one of the two gives away the difference."""
    table, spots = DecisionTable(usual_rules(THREE)), 6
    worths = []
    for number in range(spots):
        table.deal(cards_for(table.rules, "planted", number))
        worths.append(_worth_of_playing(table.spot().cards))
    for choice, costs in (
        ("fold", [max(Fraction(0), w + 1) for w in worths]),
        ("play", [max(Fraction(0), -1 - w) for w in worths]),
    ):
        found = score(usual_rules(THREE), partial(_always, choice), spots=spots, seed="planted")
        assert found.regret == sum(costs, Fraction(0)) / spots
        assert (found.worst.cost if found.worst else 0) == max(costs)
        assert found.by_step == {"decide": (spots, found.regret)}


# --- what it is held against ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", QUICK)
def test_chance_and_strategies_are_weighed_over_all_deals(game: str) -> None:
    rules = usual_rules(game)
    rows = {row.name: row.regret for row in references(rules)}
    assert rows.pop("optimal") == 0 and all(regret >= 0 for regret in rows.values())
    sampled = score(rules, by_chance("sample"), spots=2000, seed="sample")
    assert sampled.standard_error is not None
    assert abs(float(sampled.regret - rows["random"])) < 4 * sampled.standard_error


def test_chance_is_half_of_each_where_there_are_two_choices() -> None:
    rows = {row.name: row.regret for row in references(usual_rules(THREE))}
    both = [strategy_cost(THREE, name).cost for name in ("play-all", "timid")]
    assert rows["random"] == sum(both, Fraction(0)) / 2
    assert rows["queen"] == Fraction(15501, 20358520)


# --- policies that fail -----------------------------------------------------------------------------------------------


def _nonsense(spot: ScoredSpot) -> str:
    return "dance" if spot.step == "final" else "check"


def _crashes(spot: ScoredSpot) -> str:
    raise RuntimeError("no idea\nat all")


def test_a_spot_without_a_choice_is_counted_and_charged_as_the_least_choice() -> None:
    found = score(usual_rules(UTH), _nonsense, spots=30, seed=1)
    least = score(usual_rules(UTH), lambda spot: "fold" if spot.step == "final" else "check", spots=30, seed=1)
    assert (found.faults, found.regret) == (10, least.regret) and least.faults == 0
    fault = found.first_fault
    assert fault is not None and (fault.round, fault.step, len(fault.board)) == (0, "final", 5)
    assert fault.said == "answered 'dance'; what can be answered: fold, play_1x"
    crashed = score(usual_rules(UTH), _crashes, spots=3, seed=1)
    assert crashed.faults == crashed.spots == 3
    assert str(crashed.first_fault).endswith(
        "RuntimeError: no idea at all; what can be answered: check, play_3x, play_4x"
    )


class _Mute:
    def __repr__(self) -> str:
        raise RuntimeError("no words")


class _Untold(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


class _Liar(str):
    """Says that it is whatever it is held against."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash("play")


def test_whatever_a_policy_does_is_told() -> None:
    def said(policy: Callable[[ScoredSpot], Any]) -> str:
        found = score(usual_rules(THREE), policy, spots=1)
        assert found.faults == 1 and found.first_fault is not None
        return found.first_fault.said.removesuffix("; what can be answered: play, fold")

    def untold(spot: ScoredSpot) -> str:
        raise _Untold

    assert said(lambda spot: _Mute()) == "answered a _Mute that cannot be shown"
    assert said(untold) == "_Untold: a _Untold that cannot be shown"
    assert said(lambda spot: sys.exit(0)) == "SystemExit: 0" and said(lambda spot: sys.exit()) == "SystemExit"
    assert said(lambda spot: _Liar("dance")) == "answered 'dance'"
    assert score(usual_rules(THREE), lambda spot: _Liar("play"), spots=1).faults == 0


def test_a_policy_cannot_change_what_its_choice_costs() -> None:
    def cheats(spot: ScoredSpot) -> str:
        spot.__dict__["advice"] = Advice(THREE, "decide", "", (), (), "ante", (Alternative("fold", Fraction(9)),))
        return "fold"

    honest = score(usual_rules(THREE), lambda spot: "fold", spots=6)
    assert score(usual_rules(THREE), cheats, spots=6) == honest and honest.regret > 0


def test_or_the_first_one_ends_it() -> None:
    with pytest.raises(
        PolicyStopped, match=r"ultimate-texas-holdem, round 0, 'final' with .*, community cards .*dance"
    ):
        score(usual_rules(UTH), _nonsense, spots=30, seed=1, stop=True)


def test_two_policies_get_the_same_rounds() -> None:
    def cards(policy: str) -> list[tuple[str, ...]]:
        seen = []

        def noted(spot: ScoredSpot) -> str:
            if spot.step == "preflop":
                seen.append(spot.cards)
            return policy if spot.step == "preflop" else spot.choices[-1]

        score(usual_rules(UTH), noted, spots=12, seed=3)
        return seen

    raising, waiting = cards("play_4x"), cards("check")
    assert raising[: len(waiting)] == waiting and len(raising) == 12 and len(waiting) == 6


@pytest.mark.parametrize("spots", [0, -1, 10**9])
def test_what_is_not_allowed_is_refused(spots: int) -> None:
    with pytest.raises(ValueError, match="give 1 to 10,000,000"):
        score(usual_rules(THREE), best, spots=spots)


def test_mean_and_error_by_hand() -> None:
    """1, 2, 3, 6: mean 3, squares of the differences 14, so 14 / 3 / 4."""
    assert mean_and_error([Fraction(n) for n in (1, 2, 3, 6)]) == (Fraction(3), root(Fraction(14, 12)))
    assert mean_and_error([Fraction(5)]) == (Fraction(5), None)


# --- spots as they are told -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", games())
def test_a_spot_tells_what_the_player_sees_and_nothing_else(game: str) -> None:
    table = DecisionTable(usual_rules(game), seats=2, decided=(1,))
    table.deal(cards_for(table.rules, 1, 0))
    spot = table.spot()
    told = spot_data(spot)
    assert told["cards"] == list(table.view(1).seats[0].cards) and "??" not in spot_text(spot)
    assert [each["choice"] for each in told["choices"]] == list(spot.choices)
    assert all(card in told["text"] for card in spot.cards)
    assert "net" not in told and all(name in told["text"] for name in spot.choices)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("fold", "fold"),
        ("I think.\n\n**Play_1x.**\n", "play_1x"),
        ("'FOLD'", "fold"),
        ("fold or play", "fold or play"),
        ("", ""),
    ],
)
def test_an_answer_is_read(text: str, found: str) -> None:
    assert read_answer(text, ("fold", "play_1x")) == found
