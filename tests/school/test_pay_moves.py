"""Which moves are accepted at a table that is to be settled, which are judged, and which are no moves at all."""

import random
from itertools import pairwise

import pytest

from pitboss.messages.tasks import ChipPile, ChoiceAnswer, DealerMove, MovesAnswer, TaskName, TaskVerdict, UnfitAnswer
from pitboss.school.chips import DENOMINATIONS, denominations, fewest, needlessly_small, part_of, worth
from pitboss.school.drills import judge, make_task
from school.pay_tables import DRILL, TABLES, bound, tables
from school.payers import Table, table
from support import DRAGON, LIR, MISSISSIPPI, THREE, TOP5, UTH


def at(name: str, topic: str, seed: int) -> Table:
    rules = bound(name)
    return table(rules, make_task(rules, TaskName(rules.game.id, DRILL, topic, seed)))


def said(where: Table, *moves: DealerMove) -> TaskVerdict:
    return judge(where.rules, where.task.name, MovesAnswer(moves))


def beliefs(where: Table, *moves: DealerMove) -> set[str]:
    return {misstep.misconception for misstep in said(where, *moves).missteps}


# --- orders that are lawful -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "free"),
    [
        (DRAGON, ("ante", "ante_bonus", "play")),
        (TOP5, ("ante", "play")),
        (UTH, ("ante", "blind", "play")),
        (THREE, ("ante", "play")),
        (LIR, ("bet_1", "bet_2", "bet_3")),
    ],
)
def test_wagers_that_the_rules_set_in_no_order_may_be_settled_in_any(name: str, free: tuple[str, ...]) -> None:
    """Maryland's and Massachusetts' texts settle these together; a side wager keeps its place."""
    for where in (each for each in tables(name) if each.task.name.topic == "side"):
        group = [move for move in where.right if move.wager in free]
        first = where.right.index(group[0])
        others = [move for move in where.right if move.wager not in free]
        turned = (*where.right[:first], *_wagerwise(group), *where.right[first + len(group) :])
        assert said(where, *turned).right, where.task.name
        if others and len(group) > 1:
            assert beliefs(where, *group[:1], *others, *group[1:]) == {"wagers_out_of_order"}, where.task.name


def _wagerwise(moves: list[DealerMove]) -> list[DealerMove]:
    """The wagers backwards, the moves of each as they were."""
    wagers = dict.fromkeys(move.wager for move in moves)
    return [move for wager in reversed(wagers) for move in moves if move.wager == wager]


def test_a_game_that_names_the_order_of_its_wagers_wants_it() -> None:
    """MST 10.13: the Ante first, then Third, Fourth and Fifth Street, and last the Three Card Bonus."""
    where = at(MISSISSIPPI, "side", 1)
    assert beliefs(where, *where.right[::-1]) == {"wagers_out_of_order"}
    assert len(said(where, *where.right[::-1]).missteps) == len(where.right) - 1
    assert {each.clause for each in said(where, *where.right[::-1]).missteps} == {"MST 10.13"}


def test_under_a_payout_limit_the_order_of_the_game_counts() -> None:
    """The limit takes off what comes last."""
    where = at(UTH, "limit", 0)
    ante, blind, *rest = where.right
    assert (ante.wager, blind.wager) == ("ante", "blind")
    (misstep,) = said(where, blind, ante, *rest).missteps
    assert (misstep.kind, misstep.misconception, misstep.wager) == ("wrong_order", "wagers_out_of_order", "ante")


# --- other ways to settle a wager ------------------------------------------------------------------------------------


def test_a_lost_ante_beside_its_bonus_may_be_taken_and_paid_or_set_off() -> None:
    """TCP 11.4 and 11.7: $25 lost, $125 paid."""
    where = at(THREE, "side", 23)
    take, pay, *rest = where.right
    assert (take.do, pay.do, worth(pay.chips)) == ("take", "pay", 12_500)
    assert said(where, pay, take, *rest).right
    assert said(where, where.pay(pay, 10_000), *rest).right
    assert beliefs(where, take, *rest) == {"bonus_forgotten"}
    assert beliefs(where, pay, *rest) == {"stake_paid_too"}


def test_a_payment_that_has_the_wager_in_it_may_leave_the_wager_and_pay_the_rest() -> None:
    for where in (each for each in tables("a progressive of its own") if each.task.name.topic == "meter"):
        paid = [move for move in where.right if move.do == "pay" and not where.alone(move)]
        assert paid
        for move in paid:
            lies = worth(where.lying(move).chips)
            rest = where.pay(move, worth(move.chips) - lies)
            key = (move.seat, move.wager)
            others = [each for each in where.right if (each.seat, each.wager) != key]
            place = where.right.index(move) - 1
            assert said(where, *others[:place], rest, *others[place:]).right, where.task.name
            both = said(where, *others[:place], move, *others[place:]).missteps
            assert {each.misconception for each in both} == {"for_paid_as_to"}


def test_a_bonus_may_be_paid_beside_the_even_money_in_two_payments() -> None:
    where = at(THREE, "side", 4)
    ante, *rest = where.right
    assert worth(ante.chips) == 15_000
    assert said(where, where.pay(ante, 2_500), where.pay(ante, 12_500), *rest).right
    assert beliefs(where, where.pay(ante, 2_500), *rest) == {"bonus_forgotten"}


def test_of_a_wager_of_which_half_is_lost_half_the_chips_go() -> None:
    """WAR 8: $10 in two red chips, or changed."""
    halved = [
        (where, move)
        for where in tables("casino-war")
        for move in where.right
        if move.do == "take" and where.said(move, "loses half")
    ]
    assert halved
    for where, move in halved:
        lies = worth(where.lying(move).chips)
        others = tuple(each for each in where.right if (each.seat, each.wager) != (move.seat, move.wager))
        place = where.right.index(move)
        changed = (DealerMove(move.seat, move.wager, "take"), where.pay(move, lies // 2))
        assert said(where, *others[:place], *changed, *others[place:]).right
        everything = said(where, *others[:place], changed[0], *others[place:])
        assert {each.misconception for each in everything.missteps} == {"half_not_returned"}


# --- chips ------------------------------------------------------------------------------------------------------------


def test_the_fewest_chips_and_the_coins_of_a_tray() -> None:
    assert all(larger % smaller == 0 for larger, smaller in pairwise(DENOMINATIONS))
    assert denominations(500)[-1] == 100 and denominations(250)[-1] == 50 and denominations(1)[-1] == 1
    piles = fewest(66_750, denominations(250))
    assert [(pile.cents, pile.count) for pile in piles] == [
        (50_000, 1), (10_000, 1), (2_500, 2), (500, 3), (100, 2), (50, 1),
    ]  # fmt: skip
    assert part_of((ChipPile(500, 2),), 500) == (ChipPile(500, 1),)
    assert part_of((ChipPile(500, 1),), 250) is None


RED, GREEN, WHITE, BLACK = 500, 2_500, 100, 10_000


@pytest.mark.parametrize(
    ("paid", "lying", "wrong"),
    [
        ({GREEN: 3}, {RED: 5}, False),  # $75, the fewest
        ({RED: 15}, {RED: 5}, False),  # three times the stack, sized into
        ({GREEN: 1, RED: 10}, {RED: 5}, False),  # partly
        ({WHITE: 75}, {RED: 5}, True),
        ({GREEN: 2, WHITE: 25}, {RED: 5}, True),
        ({RED: 15}, {GREEN: 1}, True),
        ({RED: 20}, {RED: 1}, False),  # a stack
        ({RED: 21}, {RED: 1}, True),
        ({BLACK: 1, RED: 1}, {RED: 1}, False),
        ({RED: 1, WHITE: 2}, {RED: 1}, False),
        ({WHITE: 7}, {RED: 1}, True),
        ({RED: 4}, {}, False),
        ({RED: 5}, {}, True),
    ],
)
def test_chips_are_the_fewest_or_sized_into_the_wager(paid: dict[int, int], lying: dict[int, int], wrong: bool) -> None:
    def piles(counts: dict[int, int]) -> list[ChipPile]:
        return [ChipPile(cents, count) for cents, count in counts.items()]

    assert needlessly_small(piles(paid), piles(lying), denominations(100)) is wrong


def test_sizing_into_a_wager_of_green_chips_is_right_and_a_chip_that_no_tray_has_is_not() -> None:
    """$300 to a wager of two green chips."""
    where = at(MISSISSIPPI, "side", 1)
    sized = DealerMove(1, "fourth_street", "pay", (ChipPile(GREEN, 12),))
    strange = DealerMove(1, "fourth_street", "pay", (ChipPile(30_000, 1),))
    assert said(where, *(sized if each.wager == sized.wager else each for each in where.right)).right
    assert beliefs(where, *(strange if each.wager == sized.wager else each for each in where.right)) == {
        "chips_not_in_tray"
    }


# --- what is no move --------------------------------------------------------------------------------------------------

UNFIT = {
    "there is no wager 'ante' at position 9": DealerMove(9, "ante", "take"),
    "there is no wager 'insurance' at position 1": DealerMove(1, "insurance", "take"),
    "there is no move 'colour up'; the moves are take, pay, push": DealerMove(1, "bet_2", "colour up"),
    "say in which chips it is paid": DealerMove(1, "bet_2", "pay"),
    "moves no chips": DealerMove(1, "bet_2", "push", (ChipPile(100, 1),)),
    "a pile has at least one chip": DealerMove(1, "bet_2", "pay", (ChipPile(100, 0),)),
    "a chip is worth at least a cent": DealerMove(1, "bet_2", "pay", (ChipPile(-100, 1),)),
    "such chips do not lie there": DealerMove(1, "bet_2", "take", (ChipPile(10_000, 1),)),
    "nothing lies there": DealerMove(1, "envy", "take"),
}


@pytest.mark.parametrize("words", UNFIT)
def test_what_no_dealer_could_do_is_not_judged(words: str) -> None:
    where = at(LIR, "envy", 0)
    with pytest.raises(UnfitAnswer, match=words):
        said(where, *where.right, UNFIT[words])


def test_what_lies_there_is_taken_once() -> None:
    where = at(LIR, "envy", 0)
    take = DealerMove(1, "bet_2", "take")
    with pytest.raises(UnfitAnswer, match="Position 1, Bet Number 2: more is taken than lies there"):
        said(where, take, take)
    with pytest.raises(UnfitAnswer, match="say how each wager is settled"):
        judge(where.rules, where.task.name, ChoiceAnswer(("a",)))


@pytest.mark.parametrize("name", TABLES)
def test_whatever_is_moved_is_judged_or_refused_in_words(name: str) -> None:
    """Moves at random: none but the right ones are right."""
    chance = random.Random(name)
    for where in tables(name):
        keys = [(each.seat, each.wager) for each in where.ask.wagers]
        chips = [(), *((ChipPile(pile.cents, chance.randint(1, 9)),) for pile in where.ask.tray)]
        moves = [
            DealerMove(*chance.choice(keys), chance.choice(("take", "pay", "push")), chance.choice(chips))
            for _ in range(chance.randint(1, 12))
        ]
        kept: list[DealerMove] = []
        for move in moves:
            try:
                said(where, *kept, move)
            except UnfitAnswer as refused:
                assert str(refused).startswith("Position ")
            else:
                kept.append(move)
        verdict = said(where, *kept)
        assert verdict.solution == MovesAnswer(where.right)
        moved = {(move.seat, move.wager) for move in kept}
        assert verdict.right is False or {(m.seat, m.wager) for m in where.right} <= moved
