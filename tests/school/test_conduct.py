"""Conduct the round: one right step, the others refused for a reason, and what is believed of a wrong one is named."""

import pytest

from pitboss.messages.tasks import AskChoice, ChoiceAnswer, DrillTask, TaskName, UnfitAnswer, UnknownTask
from pitboss.rulebook.terms import PROCEDURES
from pitboss.school.drills import judge, make_task, topics
from pitboss.school.rounds import dealt_by
from pitboss.table.definition import Step
from pitboss.table.rules import Rules
from school.robots import chosen, right_words, series, solved, words_of
from school.school_support import CASINO_WAR, GAMES, rules_of
from support import THREE, UTH

DRILL = "conduct"
SEEDS = 12

BY_STAGE = {
    "absent": "receive", "received": "inspect", "inspected": "verify", "verified": "spread", "spread": "look",
    "looked": "wash", "washed": "stack", "stacked": "shuffle",
}  # fmt: skip
"""What is done with cards of a stage, as the rulebooks order it."""


def _dealt(rules: Rules, task: DrillTask) -> Rules:
    """The table with the dealing procedure that the task tells of."""
    said = {"from a manual shoe": "manual_shoe", "dealer's hand": "hand", "from an automated shoe": "automated_shoe"}
    return dealt_by(rules, next(p for words, p in said.items() if words in task.shown[0].words))


@pytest.mark.parametrize("game", GAMES)
def test_every_task_has_one_right_step_of_several_and_a_reason_against_each_other(game: str) -> None:
    rules = rules_of(game)
    procedures = set()
    for task in series(rules, DRILL, SEEDS):
        assert isinstance(task.ask, AskChoice)
        options = task.ask.options
        assert len({option.words for option in options}) == len(options) >= 3, task.name
        verdicts = {o.id: judge(rules, task.name, ChoiceAnswer((o.id,))) for o in options}
        (right,) = [each for each, verdict in verdicts.items() if verdict.right]
        assert solved(rules, task).right
        for each in verdicts.keys() - {right}:
            (misstep,) = verdicts[each].missteps
            assert misstep.words and misstep.misconception and misstep.kind == "wrong_order", task.name
            assert verdicts[each].solution == ChoiceAnswer((right,))
        assert task.view is not None and (task.view.step, task.view.turn) == ("", 0)
        procedures.add(_dealt(rules, task).terms.procedure)
    assert procedures == set(PROCEDURES)


@pytest.mark.parametrize("game", GAMES)
def test_the_right_steps_come_in_the_order_of_the_opening_and_of_the_script(game: str) -> None:
    """By another way than the engine's duties: the order of the opening, of the script and of the plan, as the game
    declares them."""
    rules = rules_of(game)
    for seed in range(SEEDS):
        whole = tasks_of(rules, seed)
        dealt = _dealt(rules, whole[0])
        procedure = dealt.terms.procedure
        at = 0
        for task in whole:
            (words,) = right_words(rules, task)
            assert task.view is not None
            if task.view.round == 0:
                assert words.startswith(_before_the_round(dealt, task)), (task.name, words)
            elif task.view.deck == "ready":
                assert words == dealt.guide("close_bets", procedure).title
            else:
                script = dealt.script(procedure)
                at = next(n for n, step in enumerate(script) if n >= at and _is(dealt, step, words, task))
        assert at == len(dealt.script(procedure)) - 1


def tasks_of(rules: Rules, seed: int) -> list[DrillTask]:
    """The whole round of this seed."""
    found = [make_task(rules, TaskName(rules.game.id, DRILL, "round", seed))]
    while found[-1].follows:
        found.append(make_task(rules, TaskName(rules.game.id, DRILL, "round", seed, found[-1].name.place + 1)))
    return found


def _before_the_round(dealt: Rules, task: DrillTask) -> str:
    """What must come by the stage of the cards that lie there."""
    assert task.view is not None
    guide = "open_round" if task.view.deck == "ready" else BY_STAGE.get(task.view.deck, "cut")
    if guide == "cut" and "it counts the cards" in task.shown[0].words:
        guide = "device_count"
    return dealt.guide(guide, dealt.terms.procedure).title


def _is(dealt: Rules, step: Step, words: str, task: DrillTask) -> bool:
    """Whether these words are this step."""
    match step.kind:
        case "deal":
            return words.startswith("Deal ")
        case "stub":
            due = int(task.shown[1].words.split()[-1].rstrip(".")) >= 5
            spared = "it counts the cards" in task.shown[0].words and "count_exempt" in dealt.book.cites
            stub = "Count the stub" if due and not spared else "Put the stub into the discard rack uncounted"
            return words == stub
        case _:
            return words.partition(": position")[0].startswith(dealt.guide(step.name, dealt.terms.procedure).title)


def test_a_round_of_three_card_poker_as_its_house_rules_order_it() -> None:
    rules = rules_of(THREE)
    for seed in range(40):
        said = [words for task in tasks_of(rules, seed) for words in right_words(rules, task)]
        deal = next(place for place, words in enumerate(said) if words.startswith("Deal"))
        assert said[:5] == [
            "Receive the cards", "Inspect the cards", "Verify the inspection", "Spread the cards face up",
            "Let the first player look",
        ]  # fmt: skip
        assert said[deal - 2 : deal] == ["Open the betting", 'Call "no more bets"']
        after = [words for words in said[deal:] if not words.startswith("Deal")]
        kinds = list(dict.fromkeys(words.partition(":")[0] for words in after))
        kinds[0] = "the stub"
        kinds = [kind for kind in kinds if kind != "Collect what was folded"]
        assert kinds == [
            "the stub", "Ask each player to play or fold", "Turn up the dealer's cards", "Settle each hand",
            "Clear the table",
        ]  # fmt: skip
        asked = [int(words.split()[-2]) for words in after if words.startswith("Ask")]
        settled = [int(words.split()[-2]) for words in after if words.startswith("Settle")]
        assert asked == sorted(asked)
        assert settled == sorted(settled, reverse=True)


def test_the_board_of_holdem_is_burned_before_it_is_dealt() -> None:
    rules = rules_of(UTH)
    for seed in range(20):
        said = [words for task in series(rules, DRILL, seed + 1, "dealing") for words in right_words(rules, task)]
        for place, words in enumerate(said):
            if words.endswith("to the community area"):
                assert said[place - 1] == "Deal one card face down to the burned cards"
        break


WRONG_BELIEFS = {
    "settles_from_wrong_side": (UTH, "settling", "Settle"),
    "asks_out_of_turn": (UTH, "decisions", "Ask"),
    "collects_before_asking": (THREE, "decisions", "Collect"),
    "burn_forgotten": (UTH, "dealing", "community area"),
    "burns_before_cut": (UTH, "opening", "burned cards"),
    "cuts_before_shuffle": (THREE, "opening", "Cut"),
    "deals_before_no_more_bets": (THREE, "wagers", "Deal"),
    "turns_up_too_early": (UTH, "decisions", "Turn up"),
    "stub_uncounted": (UTH, "dealing", "uncounted"),
    "burns_too_early": (UTH, "dealing", "burned cards"),
}


@pytest.mark.parametrize("belief", WRONG_BELIEFS)
def test_a_robot_with_one_mistaken_belief_is_told_exactly_that(belief: str) -> None:
    """It answers rightly but where its belief is offered."""
    game, topic, wanted = WRONG_BELIEFS[belief]
    rules = rules_of(game)
    told = []
    for task in series(rules, DRILL, 60, topic):
        answer = chosen(rules, task, wanted)
        if answer is None:
            continue
        (misstep,) = judge(rules, task.name, answer).missteps
        told.append(misstep.misconception)
    assert belief in told
    assert set(told) <= {belief, "skips_a_step", "repeats_a_step", "deals_out_of_turn", "deals_before_cut",
                         "settles_too_early", "turns_up_too_early", "deals_before_no_more_bets"}  # fmt: skip


def test_what_is_refused_is_refused_with_its_clause() -> None:
    rules = rules_of(UTH)
    for task in series(rules, DRILL, 10, "settling"):
        assert isinstance(task.ask, AskChoice)
        for option in task.ask.options:
            for misstep in judge(rules, task.name, ChoiceAnswer((option.id,))).missteps:
                assert misstep.clause.startswith("MA-UTH ")
                if misstep.misconception == "settles_from_wrong_side":
                    assert misstep.clause == "MA-UTH 10(h)/2"


def test_the_same_name_makes_the_same_task() -> None:
    rules = rules_of(CASINO_WAR.name)
    name = TaskName(CASINO_WAR.name, DRILL, "settling", 7, 1)
    assert make_task(rules, name) == make_task(rules, name)
    assert make_task(rules, name) != make_task(rules, TaskName(CASINO_WAR.name, DRILL, "settling", 8, 1))


def test_what_is_no_answer_is_not_judged() -> None:
    rules = rules_of(THREE)
    name = TaskName(THREE, DRILL, "opening", 1)
    options = ", ".join(words_of(make_task(rules, name), ("a",)))
    assert options
    with pytest.raises(UnfitAnswer, match="there is no answer 'z'; choose a, b, c or d"):
        judge(rules, name, ChoiceAnswer(("z",)))
    with pytest.raises(UnfitAnswer, match="2 answers are chosen; choose one of a, b, c and d"):
        judge(rules, name, ChoiceAnswer(("a", "b")))
    with pytest.raises(UnfitAnswer, match="an answer is chosen twice"):
        judge(rules, name, ChoiceAnswer(("a", "a")))
    with pytest.raises(UnknownTask, match="the series has no task 99; it has"):
        make_task(rules, TaskName(THREE, DRILL, "opening", 1, 99))


def test_a_game_has_every_phase_that_its_script_has() -> None:
    assert [topic.id for topic in topics(rules_of(CASINO_WAR.name), DRILL)] == [
        "opening", "wagers", "dealing", "decisions", "settling", "round",
    ]  # fmt: skip
