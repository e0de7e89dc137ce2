"""Every figure of a player who has seen cards equals what a plain walk over the engine finds on small packs."""

from itertools import combinations

import numpy as np
import pytest

from lab.protect.walker_seen import Figured, SeenWalk, against, stages_value
from odds.declared import bound
from odds.test_board import DECISIONS, with_decisions
from odds.walker import pack_of
from pitboss.lab.protect import against as by_shape
from pitboss.lab.protect import board, board_spots, board_starts, stages
from pitboss.lab.protect.result import Advantage, Plays
from pitboss.lab.protect.seen import SeenCards
from pitboss.odds.counting import NoShape
from pitboss.odds.shapes.board_ground import number
from pitboss.odds.tally import Pack
from pitboss.table.rules import Rules
from support import DRAGON, LIR, TOP5, UTH
from support import rules as rules_of

TWO_SUITS = pack_of("9TQKA", "cd")
LACKING = tuple(card for card in pack_of("2QA", "cdhs") if card[0] not in ("2c", "Qd", "As"))
"""Nine cards: nothing is left over when all are dealt."""


def same(found: Advantage, walked: Figured) -> None:
    assert found.ev == walked.ev
    assert found.variance == walked.variance
    assert found.at_risk == walked.at_risk
    assert found.plays == walked.plays


def on_board(rules: Rules, pack: Pack, sight: SeenCards) -> Advantage:
    found = board.solve(rules, sight, pack, 100)
    assert found is not None
    return found


def raises(plays: Plays) -> Plays:
    """One who will fold anyway may as well wait first, so only raises are told apart."""
    return {step: {name: n for name, n in each.items() if "raise" in name} for step, each in plays.items()}


EACH = [
    (TWO_SUITS, SeenCards()),
    (TWO_SUITS, SeenCards(dealer=1)),
    (TWO_SUITS, SeenCards(dealer=2)),
    (TWO_SUITS, SeenCards(community=(0,))),
    (TWO_SUITS, SeenCards(community=(0, 1))),
    (TWO_SUITS, SeenCards(community=(0, 1, 2))),
    (LACKING, SeenCards()),
    (LACKING, SeenCards(dealer=1, community=(0,))),
    (LACKING, SeenCards(dealer=2)),
    (LACKING, SeenCards(dealer=2, community=(0,))),
    (LACKING, SeenCards(dealer=2, community=(0, 1, 2))),
]


@pytest.mark.parametrize(("pack", "sight"), EACH)
def test_a_shared_board(pack: Pack, sight: SeenCards) -> None:
    rules = rules_of(UTH)
    same(on_board(rules, pack, sight), SeenWalk(rules, pack, sight).figures())


@pytest.mark.parametrize("pack", [TWO_SUITS, LACKING], ids=["two suits", "some lacking"])
def test_the_table_of_first_decisions_says_what_dealing_out_says(pack: Pack) -> None:
    """With every hand and every card of the dealer's; what the base brings is left out of the table."""
    rules, cards = rules_of(UTH), [card for card, _ in pack]
    for own in combinations(cards, 2):
        for seen in set(cards) - {*own}:
            known = board_spots.KnownCards(dealer=(seen,))
            row = np.array([[number(card) for card in (*own, seen)]], dtype=np.int64)
            table = board_starts.valued(rules, row, SeenCards(dealer=1), 100, pack).worth(0)
            dealt = board_spots.values(rules, 0, own, known, 100, pack)
            assert table.keys() == dealt.keys() and len(table) == 3
            assert len({dealt[choice] - table[choice] for choice in table}) == 1


@pytest.mark.parametrize("sight", [SeenCards(dealer=1)], ids=str)
def test_another_game_with_a_shared_board(sight: SeenCards) -> None:
    rules = bound("call_after_flop")
    same(on_board(rules, TWO_SUITS, sight), SeenWalk(rules, TWO_SUITS, sight).figures())


@pytest.mark.parametrize("dealer", [1, 2])
@pytest.mark.parametrize("name", DECISIONS)
def test_other_decisions_on_a_shared_board(name: str, dealer: int) -> None:
    """Another hand qualifies, several choices on the river or none, a fold before it, nothing to decide at all."""
    rules, sight = with_decisions(name), SeenCards(dealer=dealer)
    found, walked = on_board(rules, LACKING, sight), SeenWalk(rules, LACKING, sight).figures()
    assert (found.ev, found.variance, found.at_risk) == (walked.ev, walked.variance, walked.at_risk)
    assert raises(found.plays) == raises(walked.plays)


@pytest.mark.parametrize("known", [1, 2, 3])
@pytest.mark.parametrize("dead", [(), ("2c",)], ids=["whole", "one dead"])
def test_hand_against_hand(known: int, dead: tuple[str, ...]) -> None:
    rules = bound("three_against_three")
    pack = tuple(card for card in pack_of("2478K", "cd") if card[0] not in dead)
    found = by_shape.solve(rules, SeenCards(dealer=known), pack, 100)
    same(found, against(rules, pack, 3, 3, known))


def test_cards_of_few_kinds() -> None:
    rules = rules_of(DRAGON)
    pack = tuple((card, min(n, 2)) for card, n in rules.deck.contents[:5])
    found = by_shape.solve(rules, SeenCards(dealer=1), pack, 100)
    same(found, against(rules, pack, 3, 3, 1))


@pytest.mark.parametrize("places", [(), (0,), (1,), (0, 1)], ids=str)
@pytest.mark.parametrize("pack", [pack_of("9TJA", "cd"), pack_of("9TJQA", "cd")[:-1]], ids=["whole", "one dead"])
def test_decided_in_stages(places: tuple[int, ...], pack: Pack) -> None:
    rules = rules_of(LIR)
    found = stages.solve(rules, SeenCards(community=places), pack, 100)
    assert found.ev == stages_value(rules, pack, places, 100)


@pytest.mark.parametrize("known", [1, 4, 6])
def test_long_hands_of_which_few_ranks_count(known: int) -> None:
    rules, pack = rules_of(TOP5), pack_of("89TJQKA", "cd")
    found = by_shape.solve(rules, SeenCards(dealer=known), pack, 100)
    same(found, against(rules, pack, 7, 7, known))


def test_long_hands_where_cards_are_dead() -> None:
    """One suit is whole, one lacks a ten, one has only the highest."""
    rules = rules_of(TOP5)
    whole = pack_of("9TJQKA", "cdh")
    pack = tuple(card for card in whole if card[0] not in ("Tc", "9h", "Th", "Jh"))
    same(by_shape.solve(rules, SeenCards(), pack, 100), against(rules, pack, 7, 7, 0))
    with pytest.raises(NoShape, match="with cards dead"):
        by_shape.solve(rules, SeenCards(dealer=1), pack, 100)
