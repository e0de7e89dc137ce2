"""All players and stakes are valued together: it must come to the same as every decision looked at alone."""

import math
from collections.abc import Sequence
from fractions import Fraction

import pytest
from msgspec.structs import replace

from lab.hold.held_tables import rounds, terms_of
from pitboss.games import rules_for
from pitboss.lab.protect.spots import values
from pitboss.lab.review.collecting import Collected
from pitboss.lab.review.decisions import DecisionReader, Spot
from pitboss.lab.review.model import PLAYERS, SLIP
from pitboss.lab.review.pricing import Hypothesis, hypotheses
from pitboss.table.rules import Rules

Worth = dict[str, Fraction]


def decided(game: str, hands: int) -> tuple[Rules, list[Spot]]:
    """Decisions by the rule of thumb, dealt out to two players who bet differently."""
    rules = rules_for(terms_of(game))
    reader = DecisionReader(rules)
    found = [spot for one in rounds(rules.terms, hands, seed="batches") for r in one for spot in reader.take([r.event])]
    hands_dealt = dict.fromkeys(spot.hand for spot in found)
    names = {hand: ("Ann", "Bob")[n % 2] for n, hand in enumerate(hands_dealt)}
    stakes = {hand: 1500 if n % 3 else 2500 for n, hand in enumerate(hands_dealt)}
    return rules, [replace(spot, player=names[spot.hand], stake=stakes[spot.hand]) for spot in found]


def alone(rules: Rules, spot: Spot, kind: Hypothesis | None, variant: int = 0) -> Worth | None:
    """The second way."""
    seen = None
    if kind is not None:
        dealt = dict(spot.dealt)
        faces = tuple(dealt[card.where][card.number] for card in kind.variants[variant])
        if not all(face in spot.board for face in faces):
            seen = {kind.kind: faces}
            if not spot.board and kind.kind.startswith("river"):
                return None
    times = dict(spot.times)
    return values(rules, spot.step, spot.own, spot.board, dealer=spot.dealer, seen=seen, times=times, stake=spot.stake)


def cost(spot: Spot, worth: Worth) -> Fraction:
    return max(worth.values()) - worth[spot.choice]


def evidence(rules: Rules, spots: Sequence[Spot], honest: list[Worth], seen: list[list[Worth]]) -> float:
    """The likelihood ratio by its formula, as a power of ten."""
    before = [sum(log_chance(rules, s, w, g) for s, w in zip(spots, honest, strict=True)) for g in range(len(PLAYERS))]
    after = [
        sum(log_chance(rules, s, w, g) for s, w in zip(spots, column, strict=True))
        for column in seen
        for g in range(len(PLAYERS))
    ]
    mean = max(after) + math.log(sum(math.exp(each - max(after)) for each in after) / len(after))
    return (mean - max(before)) / math.log(10)


def log_chance(rules: Rules, spot: Spot, worth: Worth, player: int) -> float:
    skill, temper = PLAYERS[player]
    (step,) = [step for step in rules.script(rules.terms.procedure) if step.name == spot.step]
    raises = any(choice.does == "raise" for choice in step.choices)
    bold = {c.name: c.does == "raise" or (c.does == "pass" and not raises) for c in step.choices}
    most = max(worth.values())
    weights = {name: math.exp(skill * float(v - most) + temper * bold[name]) for name, v in worth.items()}
    return math.log((1 - SLIP) * weights[spot.choice] / sum(weights.values()) + SLIP / len(worth))


@pytest.mark.parametrize(
    ("game", "hands", "kind"),
    [
        ("let-it-ride", 30, "community:second"),
        ("three-card-poker", 16, "dealer:2"),
        ("ultimate-texas-holdem", 10, "river:1"),
        ("dragon-poker", 8, "dealer:1"),
    ],
)
def test_many_players_are_valued_as_each_decision_alone(game: str, hands: int, kind: str) -> None:
    rules, spots = decided(game, hands)
    (asked,) = hypotheses(rules, (kind,))
    collected = Collected()
    collected.add(rules, spots)
    found = collected.review(sees=(kind,), false_alarm=Fraction(1, 10**9)).players
    assert {player.player for player in found} == {"Ann", "Bob"}
    for player in found:
        his = [spot for spot in spots if spot.player == player.player]
        honest = [worth for spot in his if (worth := alone(rules, spot, None)) is not None]
        costs = [cost(spot, worth) for spot, worth in zip(his, honest, strict=True)]
        assert Fraction(player.cost) == sum(costs)
        assert player.mistakes == sum(each > 0 for each in costs)
        assert player.cents == pytest.approx(float(sum(c * s.stake for c, s in zip(costs, his, strict=True))))
        told = [each.cost for each in player.costliest]
        assert told == [float(each) for each in sorted(costs, reverse=True)[: len(told)]]
        columns = [[alone(rules, spot, asked, v) for spot in his] for v in range(len(asked.variants))]
        known = [n for n in range(len(his)) if all(column[n] is not None for column in columns)]
        worths = [[worth for n in known if (worth := column[n]) is not None] for column in columns]
        (seen,) = player.kinds
        assert (seen.decisions, seen.unknown) == (len(known), len(his) - len(known))
        each = [sum(cost(his[n], w) for n, w in zip(known, column, strict=True)) for column in worths]
        hands_known = len({his[n].hand for n in known})
        assert seen.cost == pytest.approx(float(sum(each) / len(each) / hands_known))
        before = [honest[n] for n in known]
        ratio = evidence(rules, [his[n] for n in known], before, worths)
        assert seen.evidence == pytest.approx(ratio, abs=1e-9)
