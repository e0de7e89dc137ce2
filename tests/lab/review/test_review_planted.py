"""Planted peekers are found after about as many hands as computed; honest players are left in peace."""

import json
import math
import statistics
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import pitboss
from lab.review.planted import log_of, planted, sessions
from pitboss.cli.main import dispatch
from pitboss.lab.protect.seen import Unseeable
from pitboss.lab.review.collecting import Collected, from_log
from pitboss.lab.review.decisions import DecisionReader, Spot
from pitboss.lab.review.pricing import Prices, hypotheses
from pitboss.lab.review.records import SeenKind
from pitboss.odds.api import best_play
from pitboss.play.log import header_line, lines

RIDE, THREE = "let-it-ride", "three-card-poker"


def of_kind(found: tuple[SeenKind, ...], kind: str) -> SeenKind:
    return next(each for each in found if each.kind == kind)


def test_peekers_are_found_after_as_many_hands_as_computed() -> None:
    """Ten sessions of somebody who knows the second community card: the mean hand of the alarm is near what is told."""
    alarms, told = [], []
    for session in sessions(RIDE, 10, 60, "community:second", skill=32):
        (player,) = session.review(sees=("community:second",)).players
        seen = of_kind(player.kinds, "community:second")
        assert seen.alarm is not None and seen.evidence > 3 and seen.hands_needed is not None
        assert player.cost_a_hand > 0.02, "for somebody honest his play would be bad"
        alarms.append(seen.alarm)
        told.append(seen.hands_needed)
    assert 0.5 < (sum(alarms) / 10) / (sum(told) / 10) < 2


def test_a_peeker_at_the_dealers_card_is_told_from_one_at_two_of_them() -> None:
    (player,) = planted(THREE, 250, "dealer:1", skill=2048).review(sees=("dealer:1", "dealer:2")).players
    one, two = of_kind(player.kinds, "dealer:1"), of_kind(player.kinds, "dealer:2")
    assert one.alarm is not None and one.evidence > two.evidence
    assert one.could_win > 0 and player.edge < -0.05


@pytest.mark.parametrize("skill", [2.0, 32.0, math.inf])
def test_honest_players_get_no_more_alarms_than_stated(skill: float) -> None:
    """At one in ten of 20 sessions at most two are to be expected; more than six would be a wrong bound."""
    alarms = 0
    for session in sessions(RIDE, 20, 40, skill=skill):
        (player,) = session.review(sees=("community:first",), false_alarm=Fraction(1, 10)).players
        alarms += player.kinds[0].alarm is not None
    assert alarms <= 6


def test_the_best_play_costs_nothing_and_costs_add_up() -> None:
    (perfect,) = planted(RIDE, 40, skill=math.inf).review(sees=("community:first",)).players
    assert (perfect.mistakes, perfect.cost, perfect.costliest) == (0, "0/1", ())
    assert perfect.edge == pytest.approx(-0.0350568, abs=1e-6) and perfect.skill >= 128
    rules, records = log_of(RIDE, 40, skill=2)
    (loose,) = from_log(rules, records).review(sees=("community:first",)).players
    assert (loose.hands, loose.decisions) == (40, 80) and loose.mistakes > 5 and loose.skill < 32
    assert loose.edge == pytest.approx(-0.0350568 - loose.cost_a_hand, abs=1e-6)
    reader, cost = DecisionReader(rules), Fraction(0)
    for record in records:  # the second way: the coach's advice for every decision
        for spot in reader.take([record.event]):
            advice = best_play(rules, spot.own, spot.board, stake=spot.stake, step=spot.step, times=dict(spot.times))
            cost += advice.cost(spot.choice)
    assert Fraction(loose.cost) == cost
    assert [each.cost for each in loose.costliest] == sorted((each.cost for each in loose.costliest), reverse=True)


def test_the_test_does_not_know_the_player_and_asks_no_more_than_one_kind() -> None:
    session = planted(RIDE, 5)
    with pytest.raises(Unseeable, match="dealer:1 cannot be seen in Let It Ride; what can: community:first"):
        session.review(sees=("dealer:1",))
    assert [each.kind for each in session.review(sees=("community:2",)).players[0].kinds] == ["community:2"]
    rules, records = log_of(RIDE, 5)
    assert from_log(rules, records, "nobody").review().players == []
    assert len(from_log(rules, records, "p1").review(sees=("community:2",)).players) == 1


def test_the_top_has_the_figures_of_all_hands_together() -> None:
    """Two players, one of whom plays three times as many hands: means by hands, not by heads."""
    rules, few = log_of(RIDE, 10, skill=2)
    _, many_more = log_of(RIDE, 30, skill=32, seed=5)
    both, reader = Collected(), DecisionReader(rules)
    for name, records in (("few", few), ("many", many_more)):
        for record in records:
            both.add(rules, [replace(spot, player=name) for spot in reader.take([record.event])])
    told = both.review(sees=("community:2",))
    assert [player.hands for player in told.players] == [30, 10]
    many, some = told.players
    assert told.game == RIDE and told.edge == pytest.approx((30 * many.edge + 10 * some.edge) / 40)
    errors = (30 * many.standard_error) ** 2 + (10 * some.standard_error) ** 2
    assert told.standard_error == pytest.approx(math.sqrt(errors) / 40) and told.standard_error > 0
    assert told.sd == pytest.approx(many.sd) and told.element_of_risk == pytest.approx(many.element_of_risk)
    nobody = Collected().review()
    assert (nobody.game, nobody.edge, nobody.sd, nobody.standard_error) == (None, None, None, 0)


def test_the_json_says_what_was_asked_and_the_library_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules, records = log_of(RIDE, 1, skill=2)
    file = tmp_path / "evening.log"
    file.write_bytes(header_line(rules.terms) + b"".join(lines(records)))
    assert dispatch(["review", str(file), "--patron", "p1", "--sees", "community:2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    asked = {"log": str(file), "patron": "p1", "sees": ["community:2"], "false_alarm": 0.001}
    assert told["asked"] == asked | {"table": None, "since": None, "until": None}
    contract = ("game", "edge", "exact", "standard_error", "sd", "element_of_risk")
    (player,) = told["players"]
    assert {key: told[key] for key in contract} == {key: player[key] for key in contract}
    found = pitboss.review(file, patron="p1", sees=["community:2"])
    assert (found.edge, found.players[0].cost) == (told["edge"], player["cost"])


def worth_at(prices: Prices, spot: Spot, *known: Any) -> dict[str, Fraction]:
    """What each choice is worth at one spot; `known`: a kind of seen cards, and which."""
    found = prices.column([spot], *known)
    assert found.known.tolist() == [True]
    scale = found.scales[int(found.scale[0])] / int(found.deals[0])
    return {name: int(n) * scale for name, n in zip(prices.choices[spot.step], found.sums[0].tolist(), strict=False)}


def test_what_a_seen_card_was_there_to_win_is_what_its_best_play_gains_on_his() -> None:
    """By the values of every spot, for each card of the dealer's that it may have been: their mean, a hand."""
    rules, records = log_of(THREE, 12, skill=2)
    (player,) = from_log(rules, records).review(sees=("dealer:1",)).players
    (kind,) = player.kinds
    reader, prices = DecisionReader(rules), Prices(rules)
    spots = [spot for record in records for spot in reader.take([record.event])]
    (seen,) = hypotheses(rules, ("dealer:1",))
    assert len(spots) == player.hands == 12 and len(seen.variants) == 3
    given = lost = Fraction(0)
    for spot in spots:
        honest = worth_at(prices, spot)
        lost += max(honest.values()) - honest[spot.choice]
        for cards in seen.variants:
            known = worth_at(prices, spot, "dealer:1", cards)
            given += (max(known.values()) - known[spot.choice]) / 3
    assert kind.cost == pytest.approx(float(given / 12)) and lost > 0
    assert kind.could_win == pytest.approx(float((given - lost) / 12)) and kind.could_win > 0
    assert Fraction(player.cost) == lost and player.cents == pytest.approx(float(lost * spots[0].stake))
    each = [float(max(w.values()) - w[s.choice]) for s in spots for w in [worth_at(prices, s)]]
    assert player.standard_error == pytest.approx(statistics.stdev(each) / math.sqrt(12))
