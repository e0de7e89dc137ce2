"""The coach at a live table."""

import inspect

import pytest

import pitboss
from pitboss.odds.api import best_play
from pitboss.odds.coach import coach, prepare
from pitboss.odds.counting import Counter, counter
from pitboss.play.table import Table
from support import GAMES, LIR
from support import table as seated_table

RIDE = {wager: {"offered": False} for wager in ("five_card_bonus", "six_card_bonus", "progressive")} | {
    "three_card_bonus": {"minimum": 1, "maximum": 10, "increment": 1}
}


def at(game: str, **wagers: int) -> Table:
    table = pitboss.open_table(game, shuffle_seed="coach")
    table.sit(1, "Ann")
    table.sit(2, "Ben")
    for seat in (1, 2):
        table.bet(seat, **wagers)
    table.close_bets()
    return table


def test_values_are_those_of_the_spot() -> None:
    table = at("dragon-poker", ante=10, ante_bonus=10)
    seen = table.view("player:Ann")
    advice = coach(table.rules, seen)
    assert advice is not None
    assert advice == pitboss.best_play("dragon-poker", " ".join(seen.seats[0].cards))
    assert {a.choice for a in advice.alternatives} == {"play", "fold"}


@pytest.mark.parametrize(("dollars", "best"), [(1, "ride"), (25, "withdraw")])
def test_the_advice_is_that_of_the_stake(dollars: int, best: str) -> None:
    """Seven to nine of one suit: a straight flush pays 200 to 1 on three bets, $15,000 at bets of $25, of which the
    table pays $1,000."""
    limit = {"payout_limit": 1000}
    base = {"minimum": 1, "maximum": 100, "increment": 1}
    table = seated_table(LIR, cards={"seat1": "9h 8h 7h"}, limits=limit, wagers={**RIDE, "let_it_ride": base})
    table.sit(1, "Ann")
    table.bet(1, bet_1=dollars, bet_2=dollars, bet_3=dollars)
    table.close_bets()
    advice = coach(table.rules, table.view("player:Ann"))
    assert advice is not None and advice.best.choice == best
    assert advice == best_play(table.rules, table.rules.deck.read_all("9h 8h 7h"), (), stake=dollars * 100)


def test_nobody_else_is_coached() -> None:
    """Neither a neighbour, whose turn it is not, nor the dealer, who sees no cards."""
    table = at("dragon-poker", ante=10, ante_bonus=10)
    assert coach(table.rules, table.view("player:Ben")) is None
    assert coach(table.rules, table.view("player:Ben"), seat=1) is None
    assert coach(table.rules, table.view("dealer")) is None


def test_every_step_of_let_it_ride() -> None:
    table = at("let-it-ride", bet_1=5, bet_2=5, bet_3=5)
    prepare(table.rules)
    steps = []
    for _ in range(4):
        seat = table.view("guest").turn
        who = "player:Ann" if seat == 1 else "player:Ben"
        advice = coach(table.rules, table.view(who))
        assert advice is not None
        steps.append((seat, advice.step, len(advice.board)))
        table.decide(seat, advice.best.choice)
    assert steps == [(1, "decide_1", 0), (2, "decide_1", 0), (1, "decide_2", 1), (2, "decide_2", 1)]
    assert coach(table.rules, table.view("player:Ann")) is None


def test_every_step_of_ultimate_texas_holdem() -> None:
    table = at("ultimate-texas-holdem", ante=10, blind=10)
    prepare(table.rules)
    boards = []
    while (seat := table.view("guest").turn) and table.view("guest").step in ("preflop", "postflop", "final"):
        who = "player:Ann" if seat == 1 else "player:Ben"
        advice = coach(table.rules, table.view(who))
        assert advice is not None
        assert advice.base == "ante"
        boards.append(len(advice.board))
        table.decide(seat, "check" if "check" in {a.choice for a in advice.alternatives} else "fold")
    assert boards == [0, 0, 3, 3, 5, 5]


@pytest.mark.parametrize("game", GAMES)
def test_every_counter_brings_what_is_asked_of_it(game: str) -> None:
    """The names and defaults of `Counter`; a game may ask for more, with defaults of its own."""
    rules = pitboss.open_table(game).rules
    brought = counter(rules)
    for name in ("tally", "advise", "rules_in_words", "prepare", "tiny"):
        wanted = inspect.signature(getattr(Counter, name)).parameters
        found = inspect.signature(getattr(brought, name)).parameters
        for parameter in list(wanted.values())[1:]:
            if parameter.kind is not inspect.Parameter.VAR_KEYWORD:
                assert found[parameter.name].default == parameter.default, parameter.name
        assert all(p.default is not p.empty for p in found.values() if p.name not in wanted)
    assert isinstance(brought.tiny(rules), tuple)
