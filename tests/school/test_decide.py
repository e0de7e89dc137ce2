"""Decisions for players: values worked out by hand, or by a program that looks at every deal; books' limits on both
sides; nothing that the player may not see; the same name, the same task."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations

import msgspec
import pytest

from pitboss.lab.regret.spots import ScoredSpot
from pitboss.messages.tasks import AskChoice, ChoiceAnswer, DrillTask, NumberAnswer, TaskName, TaskVerdict, UnfitAnswer
from pitboss.odds.counting import why_not
from pitboss.school.drills import DRILLS, judge, make_task, topics
from pitboss.school.drills.decide import asked, verdict
from pitboss.school.exam_file import read_exam
from pitboss.school.spots import next_cost, spot_of, stages
from pitboss.school.training import default_exam
from pitboss.table.cells import Place
from pitboss.table.rules import Rules
from school.robots import series, solved
from school.school_support import CASINO_WAR, GAMES, fresh, rules_of, tasks
from support import LIR, UTH, rules

DRILL = "decide"
TCP, MISSISSIPPI = "three-card-poker", "mississippi-stud"
COUNTED = tuple(game for game in GAMES if game != "casino-war")
ALL_COUNTED = pytest.mark.parametrize("game", COUNTED)


def ids(task: DrillTask) -> list[str]:
    assert isinstance(task.ask, AskChoice)
    return [option.id for option in task.ask.options]


def answered(bound: Rules, task: DrillTask, choice: str) -> TaskVerdict:
    return judge(bound, task.name, ChoiceAnswer((choice,)))


def spot(game: str, step: str, own: str, community: str = "") -> ScoredSpot:
    bound = rules(game)
    lies: dict[Place, tuple[str, ...]] = {"own": bound.deck.read_all(own)}
    if community:
        lies["community"] = bound.deck.read_all(community)
    return spot_of(bound, step, lies).spot


# --- every game -------------------------------------------------------------------------------------------------------


@ALL_COUNTED
def test_every_decision_of_the_game_has_topics_and_the_best_play_is_always_right(game: str) -> None:
    bound = rules_of(game)
    steps = [step.name for step in bound.script(bound.terms.procedure) if step.kind == "ask"]
    assert [stage.step for stage in stages(bound)] == steps
    there = [topic.id for topic in topics(bound, DRILL)]
    assert len(set(there)) == len(there)
    assert all(any(each.startswith(f"{step}-") for each in there) for step in steps)
    for task in tasks(bound, DRILL, 1):
        found = solved(bound, task)
        assert found.right and not found.missteps and found.worth is not None
        assert found.worth.cost == "0/1" and found.worth.stake > 0


@ALL_COUNTED
def test_a_choice_is_right_where_nothing_beats_it_and_is_charged_what_the_best_is_worth_more(game: str) -> None:
    bound = rules_of(game)
    for task in tasks(bound, DRILL, 2):
        for choice in ids(task):
            found = answered(bound, task, choice)
            assert found.worth is not None
            values = {each.choice: Fraction(each.value) for each in found.worth.choices}
            assert list(values) == ids(task)
            assert Fraction(found.worth.cost) == max(values.values()) - values[choice]
            assert found.right == (values[choice] == max(values.values()))
            assert len(found.missteps) == (not found.right)
            assert {each.choice for each in found.worth.choices if each.best} == {
                choice for choice, value in values.items() if value == max(values.values())
            }


@ALL_COUNTED
def test_the_same_name_makes_the_same_task_and_each_is_of_its_topic(game: str) -> None:
    bound, again = rules_of(game), fresh(game)
    for task in series(bound, DRILL, 1):
        assert make_task(again, task.name) == task
        assert task.view is not None and task.view.step == next(
            stage.step for stage in stages(bound) if task.name.topic.startswith(f"{stage.step}-")
        )
        assert not task.follows and len(ids(task)) == len(set(ids(task))) > 1


def test_other_seeds_draw_other_decisions() -> None:
    bound = rules(TCP)
    drawn = {task.view.seats[0].cards for task in tasks(bound, DRILL, 8) if task.view}
    assert len(drawn) > 4 * len(topics(bound, DRILL))


def test_a_game_that_no_counter_fits_has_no_decisions_to_practise() -> None:
    assert "exact odds need" in why_not(rules_of("casino-war"))
    assert topics(rules_of("casino-war"), DRILL) == ()
    assert CASINO_WAR.exists()


# --- what books say, on both sides of each limit ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "best"),
    [
        ("Qs 6h 4d", "play"), ("Qs 6h 3d", "fold"), ("Qs 7h 2d", "play"), ("Qs 5h 4d", "fold"),
        ("2s 2h 3d", "play"), ("Js Th 8d", "fold"),
    ],
)  # fmt: skip
def test_three_card_poker_is_played_from_queen_six_four_up(own: str, best: str) -> None:
    assert verdict(spot(TCP, "decide", own), best).right
    assert not verdict(spot(TCP, "decide", own), "fold" if best == "play" else "play").right


@pytest.mark.parametrize(
    ("own", "rides"),
    [
        ("Ts Th 2d", True), ("9s 9h 2d", False), ("3s 4s 5s", True), ("2s 3s 4s", False), ("As 2s 3s", False),
        ("Ts 8s 7s", True), ("9s 8s 6s", False), ("Ts Js 7s", True), ("9s 8s 5s", False), ("Ts Qs As", True),
    ],
)  # fmt: skip
def test_the_first_bet_of_let_it_ride_rides_as_the_books_say(own: str, rides: bool) -> None:
    assert verdict(spot(LIR, "decide_1", own), "ride").right == rides
    assert verdict(spot(LIR, "decide_1", own), "withdraw").right != rides


@pytest.mark.parametrize(
    ("own", "raises"),
    [
        ("As 2h", True), ("Ks 5h", True), ("Ks 4h", False), ("Ks 2s", True), ("Qs 8h", True), ("Qs 7h", False),
        ("Qs 6s", True), ("Qs 5s", False), ("Js Th", True), ("Js 9h", False), ("Js 8s", True), ("Js 7s", False),
        ("3s 3h", True), ("2s 2h", False),
    ],
)  # fmt: skip
def test_ultimate_texas_holdem_is_raised_four_times_as_the_books_say(own: str, raises: bool) -> None:
    before = spot(UTH, "preflop", own)
    assert verdict(before, "play_4x").right == raises and verdict(before, "check").right != raises
    assert not verdict(before, "play_3x").right


# --- worked out by hand -----------------------------------------------------------------------------------------------


def test_choices_of_the_same_worth_are_all_right() -> None:
    """Four to a straight at both ends without a ten or higher: 8 of 48 cards pay 5 to 1, 40 lose. To let it ride brings
    exactly nothing more than to take it back."""
    open_ended = spot(LIR, "decide_2", "4s 5h 6d", "7c 2h")
    for choice in ("ride", "withdraw"):
        found = verdict(open_ended, choice)
        assert found.right and found.worth is not None and found.worth.cost == "0/1"
        assert "are worth the same" in found.words
    assert next_cost(open_ended) == 0


def test_a_tie_of_three_streets_in_mississippi_stud() -> None:
    """Ace, seven, six and two, none paired, three units lie there. One unit more: 3 aces pay 1 to 1 on four units, 6
    sevens and sixes push, 39 cards lose four: (12 - 156) / 48 = -3, as much as a fold loses."""
    last = spot(MISSISSIPPI, "fifth", "As 7c", "6d 2s 9h")
    held = sum(last.wagers.values()) // last.stake
    assert held == 3
    assert {each.choice: each.value for each in last.advice.alternatives} == {
        "fold": Fraction(-3), "1x": Fraction(-3), "2x": Fraction(-15, 4), "3x": Fraction(-9, 2),
    }  # fmt: skip
    assert verdict(last, "fold").right and verdict(last, "1x").right
    charged = verdict(last, "3x").worth
    assert charged is not None and (charged.cost, charged.cost_cents) == ("3/2", 1.5 * last.stake)
    assert [each.misconception for each in verdict(last, "3x").missteps] == ["too_bold"]


# --- every deal, by another program -----------------------------------------------------------------------------------

RANKS = "23456789TJQKA"
PAYS = {5: 5, 4: 4, 3: 1}
"""Ante Bonus of a straight flush, three of a kind and a straight."""


def place(cards: tuple[str, ...]) -> tuple[int, tuple[int, ...]]:
    """Category from 0, high card, to 5, straight flush, and the ranks that break ties."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    flush = len({card[1] for card in cards}) == 1
    low = ranks == [12, 1, 0]
    run = low or (ranks[0] - 1 == ranks[1] == ranks[2] + 1)
    if len(set(ranks)) < 3:
        return (4 if len(set(ranks)) == 1 else 1), (ranks[1], *ranks)
    category = 5 if run and flush else 3 if run else 2 if flush else 0
    return category, (1, 0) if low else tuple(ranks)


def worth_of_playing(own: tuple[str, ...]) -> Fraction:
    """All 18,424 hands of the dealer; he plays with a queen or better."""
    mine, rest = place(own), [r + s for r in RANKS for s in "cdhs" if r + s not in own]
    total = 0
    for his in map(place, combinations(rest, 3)):
        if his < (0, (RANKS.index("Q"), 0, 0)):
            total += 1
        else:
            total += 2 * ((mine > his) - (mine < his))
    return Fraction(total, 18424) + PAYS.get(mine[0], 0)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_chooser_who_goes_wrong_is_charged_exactly_what_it_costs(seed: int) -> None:
    bound = rules(TCP)
    for topic in topics(bound, DRILL):
        task = make_task(bound, TaskName(TCP, DRILL, topic.id, seed))
        assert task.view is not None
        play = worth_of_playing(task.view.seats[0].cards)
        costs = {"play": max(Fraction(0), -1 - play), "fold": max(Fraction(0), play + 1)}
        for choice, cost in costs.items():
            worth = answered(bound, task, choice).worth
            assert worth is not None and Fraction(worth.cost) == cost, (topic.id, task.view.seats[0].cards)


# --- what the player may see ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "step", "seen", "one", "other"),
    [
        (UTH, "preflop", {"own": "Ks 4h"}, "2c 3c 4c 5c 6c", "Ad Kd Qd Jd Td"),
        (UTH, "postflop", {"own": "Ks 4h"}, "2c 3c 9c 5c 6c", "2c 3c 9c Ah Kd"),
        (LIR, "decide_1", {"own": "Ts Js 7s"}, "2c 3c", "Ad Kd"),
    ],
)
def test_two_deals_that_the_player_cannot_tell_apart_are_the_same_task(
    game: str, step: str, seen: Mapping[Place, str], one: str, other: str
) -> None:
    found = []
    for community, dealer in ((one, "7d 8d"), (other, "9d 9h")):
        bound = rules(game)
        lies = {place: bound.deck.read_all(cards) for place, cards in seen.items()}
        lies |= {"community": bound.deck.read_all(community)}
        if game == UTH:
            lies |= {"dealer": bound.deck.read_all(dealer)}
        drawn = spot_of(bound, step, lies).spot
        found.append((drawn.view, asked(drawn), verdict(drawn, drawn.choices[0])))
    assert found[0] == found[1]


@ALL_COUNTED
def test_a_task_shows_no_card_of_the_dealer_that_lies_face_down(game: str) -> None:
    bound = rules_of(game)
    hidden = {step.name for step in bound.script(bound.terms.procedure) if step.kind == "ask"}
    for task in tasks(bound, DRILL, 1):
        assert task.view is not None and task.view.step in hidden
        assert not task.view.dealer or "??" in task.view.dealer
        assert b"solution" not in msgspec.json.encode(task)


# --- who it is for, and what is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [TCP, UTH])
def test_no_exam_for_dealers_takes_it_in_unless_its_file_names_it(game: str) -> None:
    assert DRILLS[DRILL].audience == "players"
    exam = default_exam(rules(game))
    assert exam.parts and all(DRILLS[part.drill].audience == "dealers" for part in exam.parts)
    head = f'title = "Players"\ntasks = 5\nminutes = 5\npass_percent = 80\ngames = ["{game}"]\n'
    text = f'{head}[[part]]\ndrill = "{DRILL}"\ngame = "{game}"\n'
    assert [part.drill for part in read_exam(text, rules).parts] == [DRILL]


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (NumberAnswer(1), "choose what to do: play or fold"),
        (ChoiceAnswer(()), "exactly one choice is asked for"),
        (ChoiceAnswer(("play", "fold")), "given: play, fold"),
        (ChoiceAnswer(("raise",)), "given: raise"),
    ],
)
def test_an_answer_of_another_form_is_not_judged(answer: ChoiceAnswer | NumberAnswer, says: str) -> None:
    bound = rules(TCP)
    name = TaskName(TCP, DRILL, topics(bound, DRILL)[0].id, 1)
    with pytest.raises(UnfitAnswer, match=says):
        judge(bound, name, answer)
