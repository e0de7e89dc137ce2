"""The fast kernel of Ultimate Texas Hold 'Em: hands as the declared ranking has them, decisions as the exact odds weigh
them, and all cells of the main game as often as they are counted."""

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

from pitboss.cards.fast import best_five
from pitboss.odds.shapes import board as exact
from pitboss.odds.tables import tables
from pitboss.odds.tally import Ending
from pitboss.rulebook.book import book
from pitboss.rulebook.submission import merge
from pitboss.simulation.campaign import with_trial
from pitboss.simulation.setting import STRATEGIES, Setting, cards_of, fast, places
from pitboss.simulation.shapes import board as game
from pitboss.table.rules import Rules
from simulation.conduct import counted, deviation, in_pieces, played
from support import UTH
from support import rules as rules_of

ROUNDS = 2_000_000
HOLE_AND_FLOP, _ = book(UTH).trials
RESULTS = 6
FOLD, PLAY, RAISE = 0, 1, 2


@cache
def rules() -> Rules:
    """Every column there is: Trips, Cover All, and a progressive on two cards and the flop."""
    more: dict[str, Any] = {"wagers": {"cover_all": {"offered": True}}, "dealing": {"shuffler": "automated"}}
    more = merge(with_trial(UTH, HOLE_AND_FLOP), more)
    return rules_of(UTH, "automated_shoe", **more)


@pytest.mark.parametrize("seats", [1, 2, 6])
def test_hands_and_results(seats: int) -> None:
    """More than a batch of rounds, every hand ranked anew from the cards."""
    setting = Setting(rules(), seats, seed="hands")
    made, at = fast(setting), places(setting.rules, seats)
    names = list(tables().categories)
    columns = [column.wager for column in made.columns]
    assert sorted(columns) == ["cover_all", "main", "progressive", "trips"]
    cells = played(made, setting, 1000, 700).tolist()
    for row, dealt in zip(cells, cards_of(setting, 1000, 700), strict=True):
        cards = [dealt[i] for i in np.argsort(at.draws)]
        board = tuple(cards[i] for i in at.community)
        dealer = best_five((*(cards[i] for i in at.dealer), *board))
        hands = [best_five((*(cards[i] for i in own), *board)) for own in at.seats]
        highest = max((dealer, *hands), key=lambda hand: hand.key)
        for own, hand, found in zip(at.seats, hands, row, strict=True):
            result = 0 if hand.key > dealer.key else 2 if hand.key == dealer.key else 4
            kind, outcome = divmod(found[0] % (len(names) * RESULTS), RESULTS)
            assert names[kind] == hand.name
            assert outcome == result + (dealer.name != "high_card")
            flop = best_five((*(cards[i] for i in own), *board[:3]))
            looked = {"trips": hand.name, "progressive": flop.name, "cover_all": highest.name}
            for k, wager in enumerate(columns[1:], 1):
                assert names[found[k]] == looked[wager]


def test_decisions() -> None:
    """As the alternatives of the exact odds are worth, at every point of the round; 25 rounds of each kind."""
    setting = Setting(rules(), 1, seed="decisions")
    made, at = fast(setting), places(setting.rules, 1)
    finer, stake = setting.decided()
    seen: Counter[int] = Counter()
    cells = played(made, setting, 0, 600)[:, 0, 0].tolist()
    for cell, dealt in zip(cells, cards_of(setting, 0, 600), strict=True):
        choice = cell // (len(tables().categories) * RESULTS)
        if seen[choice] >= 25:
            continue
        seen[choice] += 1
        cards = [dealt[i] for i in np.argsort(at.draws)]
        own, board = tuple(cards[i] for i in at.seats[0]), tuple(cards[i] for i in at.community)
        for shown, reached, chosen in (
            (0, True, choice > RAISE),
            (3, choice <= RAISE, choice == RAISE),
            (5, choice < RAISE, choice == PLAY),
        ):
            if reached:
                best = exact.advise(finer, own, board[:shown], stake=stake).best
                assert (best.choice not in ("check", "fold")) == chosen, (own, board[:shown], best)
    assert min(seen[choice] for choice in (FOLD, PLAY, RAISE)) == 25 and len(seen) >= 4


@pytest.mark.parametrize("strategy", STRATEGIES[1:])
def test_other_strategies(strategy: str) -> None:
    setting = Setting(rules(), 2, strategy, "simple")
    choices = played(fast(setting), setting, 0, 600)[:, :, 0] // (len(tables().categories) * RESULTS)
    assert set(choices.ravel().tolist()) == ({4} if strategy == "bold" else {FOLD})


@pytest.mark.parametrize(("seat", "seats"), [(0, 1), (5, 6)])
def test_all_cells_come_as_often_as_counted(seat: int, seats: int) -> None:
    setting = Setting(rules(), seats, seed="counts")
    seen = counted(fast(setting), setting, ROUNDS // seats, 0, seat)
    assert -4 < deviation(seen, exact.tally(setting.rules, "main")) < 4


def test_a_wrong_decision_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """One starting hand of 169, ace and deuce of different suits, waits."""
    right = game._decisions

    def wrong(*given: Any) -> Any:
        start, raises, plays = right(*given)
        grid = start.reshape(52, 52).copy()
        grid[48:, :4] = grid[:4, 48:] = 0
        return grid.ravel(), raises, plays

    monkeypatch.setattr(game, "_decisions", wrong)
    setting = Setting(rules(), 1, seed="counts")
    seen: Counter[Ending] = counted(fast(setting), setting, ROUNDS, 0)
    assert deviation(seen, exact.tally(setting.rules, "main")) > 10


@pytest.mark.parametrize("seats", [1, 6])
def test_rounds_in_pieces(seats: int) -> None:
    in_pieces(Setting(rules(), seats, seed="pieces"))
