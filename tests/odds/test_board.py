"""Hands that share the community cards: games that are declared here, with other wagers, raises, decisions and another
hand from which the dealer plays; each held against the walker, one against a published figure."""

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from odds import declared_games
from odds.walker import pack_of
from odds.walker_board import Walk
from pitboss.cards.fast import best_five
from pitboss.odds.charts import chart_svg, chart_text
from pitboss.odds.counting import NoShape, counter, shape_of
from pitboss.odds.figures import Figures, figures
from pitboss.odds.shapes import board as shape
from pitboss.odds.shapes.board_game import Board, board_of, by_size
from pitboss.odds.shapes.board_solver import count
from pitboss.simulation.setting import STRATEGIES, Setting, fast
from pitboss.table.cells import COMMUNITY, OWN, Cards, Holding, Named, Qualified, Ranking
from pitboss.table.definition import Choice, Deal, Game, Step
from pitboss.table.rules import Rules
from simulation.conduct import counted as simulated
from simulation.conduct import deviation

CALL = "call_after_flop"
C = "TEST-CALL 1"
WAIT, FOLD = Choice("wait", "pass", C), Choice("fold", "fold", C)


def raised(times: int) -> Choice:
    return Choice(f"raise_{times}", "raise", C, times=times, wager="call_bet")


DECISIONS: dict[str, dict[int, tuple[Choice, ...]]] = {
    "fold or call on the flop": {3: (FOLD, raised(2))},
    "everything everywhere": {
        0: (WAIT, raised(5), raised(2), FOLD),
        3: (WAIT, raised(1), raised(3)),
        5: (FOLD, raised(1), raised(2)),
    },
    "at the start alone": {0: (FOLD, raised(3))},
    "no fold at the end": {0: (WAIT, raised(4)), 5: (WAIT, raised(1))},
    "a fold on the flop": {3: (WAIT, FOLD, raised(2)), 5: (WAIT, raised(1))},
    "nothing to decide": {},
}


def with_decisions(name: str) -> Rules:
    """The declared game, known until the test ends, with these decisions instead of its own."""
    declared_games.brought(CALL)
    return _with_decisions(name)


@cache
def _with_decisions(name: str) -> Rules:
    rules = declared_games.rules(CALL)
    asks = {
        n: Step("ask", f"ask_{n}", C, choices=some, absent=some[0].name, unless="call_bet")
        for n, some in DECISIONS[name].items()
    }
    script = rules.game.script(rules, rules.terms.procedure)
    at = {0: "flop", 3: "rest", 5: "stub"}

    def steps(rules: Rules, procedure: str) -> tuple[Step, ...]:
        made: list[Step] = []
        for step in (step for step in script if step.kind != "ask"):
            made += [asks[n] for n, before in at.items() if before == step.name and n in asks]
            made.append(step)
        return tuple(made)

    return Rules(replace(rules.game, script=steps), rules.terms)


PACKS = {"2 suits": pack_of("3456JA", "cd"), "3 suits": pack_of("4TQA", "cdh")}


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("name", DECISIONS)
def test_every_deal_one_by_one(name: str, pack: str) -> None:
    rules = with_decisions(name)
    game = board_of(rules)
    walked = Walk(rules, PACKS[pack], game.steps).results()
    found = figures(rules, shape.tally(rules, "main", pack=PACKS[pack]), 100, {})
    deals = walked.total()
    assert found.ev == Fraction(sum(end.net * n for end, n in walked.items()), 100 * deals)
    assert found.at_risk == Fraction(sum(end.risk * n for end, n in walked.items()), 100 * deals)
    nets: dict[int, int] = {}
    for end, n in walked.items():
        nets[end.net] = nets.get(end.net, 0) + n
    assert found.distribution == tuple((Fraction(net, 100), Fraction(n, deals)) for net, n in sorted(nets.items()))


def test_choices_are_taken_where_they_are_best() -> None:
    """Together the decisions above show early and late raises, folds and waiting."""
    taken: set[str] = set()
    for pack in PACKS.values():
        rules = with_decisions("everything everywhere")
        solved = shape.solution(rules, pack, 100)
        ends = count(solved).sum(axis=(1, 2))
        taken |= {f"{c.name} {n}" for n, c in enumerate(solved.board.choices) if ends[n]}
    assert len(taken) >= 5


@pytest.mark.parametrize("name", DECISIONS)
def test_advice_is_worth_what_the_game_is(name: str) -> None:
    """At the first decision the mean of the best choices, over all that can lie there, is the worth of the game. Of
    spots that differ in the names of their suits only, some one is asked."""
    rules, pack = with_decisions(name), pack_of("4QA", "cdh")
    steps = board_of(rules).steps
    if not steps:
        with pytest.raises(ValueError, match="a decision is made with"):
            shape.advise(rules, ("4c", "Qc"), pack=pack)
        return
    first, cards = min(steps), [card for card, _ in pack]
    spots = [
        (hole, lies)
        for hole in combinations(cards, 2)
        for lies in combinations([card for card in cards if card not in hole], first)
    ]
    alike = Counter(_suits_named_anew(*spot) for spot in spots)
    asked = {_suits_named_anew(*spot): spot for spot in random.Random(name).sample(spots, len(spots))}
    worth = sum(shape.advise(rules, *asked[kind], pack=pack).best.value * n for kind, n in alike.items())
    assert worth / len(spots) == figures(rules, shape.tally(rules, "main", pack=pack), 100, {}).ev


def _suits_named_anew(hole: tuple[str, ...], lies: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """What spots have in common that differ in the names of their suits only."""

    def of(some: tuple[str, ...], suit: str) -> str:
        return "".join(sorted(c[0] for c in some if c[1] == suit))

    return tuple(sorted((of(hole, suit), of(lies, suit)) for suit in "cdh"))


def main() -> Figures:
    rules = declared_games.rules(CALL)
    return figures(rules, counter(rules).tally(rules, "main"), 100, {})


def test_the_game_as_casinos_play_it() -> None:
    """Wizard of Odds, "Casino Hold 'Em": house edge 2.16 % of the first wager, element of risk 0.82 %; the player folds
    18 % of his hands."""
    found = main()
    assert round(100 * float(-found.ev), 2) == 2.16
    assert round(100 * float(found.element_of_risk), 2) == 0.82
    assert round(3 - float(found.at_risk), 2) == round(2 * 0.18, 2)


def test_the_chart_shows_what_there_is_to_decide() -> None:
    rules = with_decisions("fold or call on the flop")
    said = chart_text(rules, 100, False)
    assert "On the flop: raise 2× or fold" in said and "before the flop" not in said and "of the first wager" in said
    assert "river:" not in said
    svg = chart_svg(with_decisions("no fold at the end"))
    assert "raise 4×" in svg and ">wait<" in svg and "On the river: play 1× or wait" in svg


# --- simulation -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DECISIONS)
def test_cells_come_as_often_as_counted(name: str) -> None:
    setting = Setting(with_decisions(name), 2, seed="declared")
    seen = simulated(fast(setting), setting, 200_000, 0, 1)
    assert -4 < deviation(seen, shape.tally(setting.rules, "main")) < 4


@pytest.mark.parametrize("name", DECISIONS)
@pytest.mark.parametrize("strategy", STRATEGIES[1:])
def test_simple_strategies(name: str, strategy: str) -> None:
    """Always the largest wager, or always the smallest, down to folding; at the first decision that has it."""
    setting = Setting(with_decisions(name), 1, strategy, "simple")
    made, game = fast(setting), board_of(setting.rules)
    cells = np.zeros((300, 1, len(made.columns)), dtype=np.uint16)
    made.run(0, cells)
    number = set((cells[:, 0, 0] // (len(game.kinds) * 6)).tolist())
    assert number == {_always(name, game, -1 if strategy == "bold" else 0)}


def _always(name: str, game: Board, which: int) -> int:
    """The number of the choice that ends the decisions of whoever always takes the first or the last by size."""
    first = {0: len(game.final) + len(game.on_flop), 3: len(game.final), 5: 0}
    for lie_open in (0, 3, 5):
        choices = by_size(DECISIONS[name].get(lie_open, ()))
        if choices and (choices[which].does != "pass" or lie_open == 5):
            wanted = (choices[which].name, choices[which].does, choices[which].times)
            said = [(c.name, c.does, c.times) for c in game.choices]
            return next(n for n, c in enumerate(said) if c == wanted and n >= first[lie_open])
    return 0


# --- other looks at the cards ---------------------------------------------------------------------------------------


def changed(**parts: Any) -> Rules:
    rules = declared_games.rules(CALL)
    return Rules(replace(rules.game, **parts), rules.terms)


def fields_with(game: Game, **named: Any) -> Any:
    def cells(rules: Rules) -> Any:
        return {**game.cells(rules), **named}

    return cells


def deal(own: int = 2, dealer: int = 2, rest: int = 2, *, up: bool = False) -> Any:
    parts = {
        "deal": (Deal("seats", own, C), Deal("dealer", dealer, C, up=up)),
        "flop": (Deal("community", 3, C, up=True),),
        "rest": (Deal("community", rest, C, up=True),),
    }
    return lambda rules, procedure, state: parts


def test_what_cannot_be_counted_is_refused_with_a_sentence() -> None:
    game = declared_games.rules(CALL).game
    odd = Ranking("odd", lambda cards: best_five(cards))
    lone = Holding((OWN, Cards("community", 3)), Ranking("five_cards", best_five))
    names = ("royal_flush",)
    for rules, why in (
        (changed(plan=deal(own=3)), "deals 3, 2 and 5"),
        (changed(plan=deal(rest=1)), "deals 2, 2 and 4"),
        (changed(plan=deal(up=True)), "shows no card before 'decide'"),
        (changed(cells=fields_with(game, call_bet=(Named(lone, names),))), "'hand' is something else"),
        (changed(cells=fields_with(game, call_bet=(Named(Holding((OWN, COMMUNITY), odd), names),))), "something else"),
        (
            changed(cells=fields_with(game, call_bet=(Qualified(HIS, best_five(("Ks", "Kh", "4d", "3c", "2c"))),))),
            "one hand from which on the dealer qualifies, and there are two",
        ),
    ):
        assert shape_of(rules) == "board"
        with pytest.raises(NoShape, match=r"can be played and simulated; exact odds need .*" + why):
            counter(rules).tally(rules, "main")


HIS = Holding((Cards("dealer"), COMMUNITY), Ranking("five_cards", best_five))


def test_a_raise_must_be_the_last_word() -> None:
    rules = declared_games.rules(CALL)
    again = Step("ask", "again", C, choices=(WAIT, raised(1)), absent="wait")
    script = rules.game.script(rules, rules.terms.procedure)
    both = tuple(step for each in script for step in ((again, each) if each.name == "stub" else (each,)))
    with pytest.raises(NoShape, match="asked nothing more once he has raised; after 'call' he is"):
        board_of(changed(script=lambda rules, procedure: both))
