"""The drill "read the hand": every question has exactly one right answer, and the engine pays as it says."""

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.cards.ranking import FIVE_CARDS, THREE_CARDS, rank
from pitboss.messages.tasks import (
    AskChoice,
    ChoiceAnswer,
    DrillTask,
    MovesAnswer,
    NumberAnswer,
    TaskName,
    UnfitAnswer,
    UnknownTask,
)
from pitboss.school.drills import judge, make_task, topics
from pitboss.school.misconceptions import MISCONCEPTIONS
from pitboss.table import events as e
from pitboss.table.rules import Rules
from school.school_support import GAMES, conducted, fresh, rules_of, tasks
from support import CARIBBEAN, DRAGON, LIR, MISSISSIPPI, SHIPPED, THREE, TOP5, UTH

DRILL = "read-hand"
PLACES = {"The player": "seat1", "The dealer": "dealer", "Community cards": "community", "Box": "box"}


def _options(task: DrillTask) -> dict[str, str]:
    assert isinstance(task.ask, AskChoice) and not task.ask.several
    return {option.id: option.words for option in task.ask.options}


def _solution(bound: Rules, task: DrillTask) -> str:
    first = next(iter(_options(task)))
    solution = judge(bound, task.name, ChoiceAnswer((first,))).solution
    assert isinstance(solution, ChoiceAnswer)
    return solution.ids[0]


def _cards(task: DrillTask) -> dict[str, tuple[str, ...]]:
    return {shown.words: shown.cards for shown in task.shown if shown.cards}


@pytest.mark.parametrize("game", GAMES)
def test_every_question_has_one_right_answer_that_is_among_several_different_ones(game: str) -> None:
    bound = rules_of(game)
    for task in tasks(bound, DRILL, 12):
        options = _options(task)
        assert len(options) >= 2 and len(set(options.values())) == len(options), task
        held = Counter(card for cards in _cards(task).values() for card in cards)
        assert held and not bound.deck.surplus(held.elements()), task
        right = _solution(bound, task)
        for option in options:
            verdict = judge(bound, task.name, ChoiceAnswer((option,)))
            assert verdict.right == (option == right) == (not verdict.missteps), (task, option)
            assert verdict.solution == ChoiceAnswer((right,)) and verdict.words
            assert all(each.kind == "wrong_choice" and each.words for each in verdict.missteps)
            assert all(each.misconception in ("", *MISCONCEPTIONS) for each in verdict.missteps)
            assert all(each.kind == "rule" and each.words and each.clause for each in verdict.why)


@pytest.mark.parametrize("game", GAMES)
def test_a_task_is_the_same_when_the_game_is_bound_anew(game: str) -> None:
    bound = rules_of(game)
    again = fresh(game)
    assert topics(bound, DRILL) == topics(again, DRILL)
    for task in tasks(bound, DRILL, 3):
        assert make_task(again, task.name) == task


def test_the_topics_of_a_game_follow_from_what_its_wagers_look_at() -> None:
    assert [topic.id for topic in topics(rules_of(THREE), DRILL)] == [
        "hand-ante", "order-ante", "hand-pair_plus", "order-pair_plus", "beside", "qualify", "pays-ante", "pays-play",
        "pays-pair_plus",
    ]  # fmt: skip
    assert "qualify" not in [topic.id for topic in topics(rules_of(DRAGON), DRILL)]
    assert not [t.id for t in topics(rules_of(LIR), DRILL) if t.id.startswith(("beside", "qualify"))]
    assert [topic.id for topic in topics(rules_of("casino-war"), DRILL)] == ["beside", "pays-tie"]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_said_to_be_rare_comes_up_often(game: str) -> None:
    """A topic whose answer is nearly always the same teaches nothing."""
    bound = rules_of(game)
    for topic in topics(bound, DRILL):
        found = Counter(
            _solution(bound, make_task(bound, TaskName(bound.game.id, DRILL, topic.id, n))) for n in range(40)
        )
        assert len(found) >= 2 and max(found.values()) <= 30, (topic.id, found)


# --- by another way --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "topic", "count"),
    [
        (LIR, "hand-three_card_bonus", 3),
        (THREE, "hand-pair_plus", 3),
        (CARIBBEAN, "hand-call", 5),
        (UTH, "hand-blind", 7),
    ],
)
def test_the_name_of_a_hand_is_that_of_the_declared_ranking_of_its_best_cards(
    game: str, topic: str, count: int
) -> None:
    bound = rules_of(game)
    for seed in range(25):
        task = make_task(bound, TaskName(game, DRILL, topic, seed))
        cards = [card for each in task.shown for card in each.cards]
        assert len(cards) == count
        ranking = THREE_CARDS if count == 3 else FIVE_CARDS
        best = max((rank(some, ranking) for some in combinations(cards, min(count, 5))), key=lambda made: made.key)
        assert _solution(bound, task) == best.name, task


@pytest.mark.parametrize("game", [DRAGON, TOP5, THREE, CARIBBEAN, UTH])
def test_the_engine_settles_the_base_wager_as_the_hands_stand(game: str) -> None:
    """The result that the engine writes into the cell of the wager, from a round with the same cards."""
    bound = rules_of(game)
    says = {"higher": "higher", "more": "higher", "equal": "equal", "lower": "lower", "fewer": "lower"}
    for seed in range(8):
        task = make_task(bound, TaskName(game, DRILL, "beside", seed))
        cell = _settled(bound, task, bound.base, folds=False)[0].cell
        field = bound.settlement.spaces[bound.base].fields.index("result")
        assert _solution(bound, task) == says[cell[field]], task


@pytest.mark.parametrize(("game", "yes"), [(TOP5, "qualified"), (UTH, "pair_or_better"), (THREE, "qualified")])
def test_the_engine_says_of_the_same_cards_whether_the_dealer_qualifies(game: str, yes: str) -> None:
    bound = rules_of(game)
    for seed in range(8):
        task = make_task(bound, TaskName(game, DRILL, "qualify", seed))
        cell = _settled(bound, task, bound.base, folds=False)[0].cell
        field = bound.settlement.spaces[bound.base].fields.index("dealer")
        assert (_solution(bound, task) == "yes") == (cell[field] == yes), task


@pytest.mark.parametrize("game", [*SHIPPED, "casino-war"])
def test_the_engine_pays_what_the_right_answer_says(game: str) -> None:
    """Rounds with the cards that were shown; what is read from the words of the answer is what the engine paid."""
    bound = rules_of(game)
    for topic in topics(bound, DRILL):
        wager = topic.id.removeprefix("pays-")
        for seed in range(6 if topic.id.startswith("pays-") else 0):
            task = make_task(bound, TaskName(game, DRILL, topic.id, seed))
            folded = any(each.words == "The player has folded." for each in task.shown)
            settled, meter = _settled(bound, task, wager, folds=folded)
            said = _options(task)[_solution(bound, task)]
            assert settled.won + settled.back - settled.stake == _net(said, settled.stake, meter), (task, said)


def _settled(bound: Rules, task: DrillTask, wager: str, *, folds: bool) -> tuple[e.WagerSettled, int]:
    """How the engine settles the wager with these cards, and what the meter read in cents."""
    places = {PLACES[whose]: cards for whose, cards in _cards(task).items()}
    table = conducted(bound, places, wager, folds=folds)
    happened = [record.event for record in table.log]
    meter = next((event.before // 1_000_000 for event in happened if isinstance(event, e.MeterPaid)), 0)
    found = [event for event in happened if isinstance(event, e.WagerSettled) and event.wager == wager]
    assert len(found) == 1, (task, wager)
    return found[0], meter


def _net(said: str, stake: int, meter: int) -> Fraction:
    """What an answer means in cents: `Flush: 3 to 2`, `It loses; bonus for a straight: 1 to 1`."""
    if share := re.search(r"(\d+) percent of", said):
        return Fraction(meter * int(share[1]) // 100 - stake)
    net = Fraction(-1) if "loses" in said else Fraction(0)
    net += 1 if "It wins;" in said else 0
    if odds := re.search(r"([\d,]+) to (\d+)", said):
        net += Fraction(int(odds[1].replace(",", "")), int(odds[2]))
    if kept := re.search(r"([\d,]+) for 1", said):
        net += int(kept[1].replace(",", "")) - 1
    if fixed := re.search(r"\$([\d,]+)", said):
        return Fraction(int(fixed[1].replace(",", "")) * 100 - stake)
    return net * stake


@pytest.mark.parametrize(("right", "clause"), [("higher", "WAR 3"), ("equal", "WAR 4"), ("lower", "WAR 3")])
def test_the_clause_is_that_of_the_two_cards_and_not_of_what_the_player_does_then(right: str, clause: str) -> None:
    """WAR 4 says what equal cards lead to; WAR 7 and WAR 8 how a war or a surrender ends."""
    bound, met = rules_of("casino-war"), 0
    for seed in range(20):
        task = make_task(bound, TaskName("casino-war", DRILL, "beside", seed))
        if _solution(bound, task) == right:
            assert judge(bound, task.name, ChoiceAnswer((right,))).why[0].clause == clause
            met += 1
    assert met


# --- misconceptions, and answers that are none -----------------------------------------------------------------------


def test_a_wager_that_loses_and_is_paid_all_the_same_is_told_as_that() -> None:
    bound = rules_of(UTH)
    told = Counter[str]()
    for seed in range(40):
        name = TaskName(UTH, DRILL, "pays-blind", seed)
        options, right = _options(make_task(bound, name)), _solution(bound, make_task(bound, name))
        for option in options:
            verdict = judge(bound, name, ChoiceAnswer((option,)))
            told[f"{_kind(right)} {_kind(option)} {verdict.missteps[0].misconception if verdict.missteps else ''}"] += 1
    assert {case.rstrip() for case in told} == {
        "lose lose", "lose push loss_left", "lose paid paid_on_loss", "push push", "push lose push_taken",
        "push paid push_paid", "paid paid", "paid lose winner_taken", "paid push win_left",
        "paid paid odds_of_other_line",
    }  # fmt: skip


def _kind(option: str) -> str:
    return option if option in ("lose", "push") else "paid"


def test_a_forgotten_bonus_and_a_misread_hand_are_told() -> None:
    three, street = rules_of(THREE), rules_of(MISSISSIPPI)
    for seed in range(60):
        name = TaskName(THREE, DRILL, "pays-ante", seed)
        task = make_task(three, name)
        if "+" in _solution(three, task) and "lose" in _options(task):
            assert judge(three, name, ChoiceAnswer(("lose",))).missteps[0].misconception == "bonus_forgotten"
            break
    else:
        pytest.fail("no bonus in sixty tasks")
    name = TaskName(MISSISSIPPI, DRILL, "hand-mississippi_stud", 1)
    ordered = list(_options(make_task(street, name)))
    right = ordered.index(_solution(street, make_task(street, name)))
    for place, option in enumerate(ordered):
        told = [each.misconception for each in judge(street, name, ChoiceAnswer((option,))).missteps]
        assert told == ([] if place == right else ["read_too_high" if place < right else "read_too_low"])


def test_an_answer_of_another_form_is_refused_and_says_what_is_asked() -> None:
    bound = rules_of(THREE)
    name = TaskName(THREE, DRILL, "qualify", 1)
    for given in (
        NumberAnswer(1),
        MovesAnswer(()),
        ChoiceAnswer(()),
        ChoiceAnswer(("yes", "no")),
        ChoiceAnswer(("perhaps",)),
    ):
        with pytest.raises(UnfitAnswer, match="yes or no"):
            judge(bound, name, given)
    with pytest.raises(UnknownTask, match="its topics are hand-ante"):
        make_task(bound, TaskName(THREE, DRILL, "nothing", 1))
