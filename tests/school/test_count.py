"""Counting and clock: the engine's figures against sums worked out from what the trainee reads."""

import re

import pytest

from pitboss.messages.tasks import AskNumber, ChoiceAnswer, DrillTask, NumberAnswer, TaskName, UnfitAnswer
from pitboss.rulebook.words import number
from pitboss.school.drills import judge, make_task, topics
from pitboss.table.rules import Rules
from school.robots import series, solved
from school.school_support import CASINO_WAR, GAMES, rules_of
from support import DRAGON, LIR, SHIPPED, UTH

DRILL = "count"
NUMBERS = {number(count): count for count in range(21)}
MONEY = r"\$([\d,]+(?:\.\d\d)?)"


def _cents(said: str) -> int:
    whole, _, part = said.replace(",", "").partition(".")
    return int(whole) * 100 + int(part or 0)


def _right(rules: Rules, task: DrillTask) -> int:
    verdict = solved(rules, task)
    assert verdict.right and isinstance(verdict.solution, NumberAnswer)
    assert isinstance(task.ask, AskNumber)
    assert task.ask.least <= verdict.solution.value <= task.ask.most
    return verdict.solution.value


def _delivered(sentence: str) -> int:
    """How many cards a sentence of a delivery tells of."""
    found = re.match(r"(\w+) cards? face (?:up|down) to", sentence)
    return NUMBERS[found.group(1).lower()] if found else 0


@pytest.mark.parametrize("game", GAMES)
def test_the_stub_is_the_deck_without_what_was_delivered(game: str) -> None:
    rules = rules_of(game)
    for task in series(rules, DRILL, 15, "stub"):
        assert _right(rules, task) == rules.deck_size - sum(_delivered(said) for said in task.told), task.name


def _house_gains(said: str) -> int:
    """What a sentence brings the house, in cents."""
    of_a_wager = re.match(rf"Position \d: .*?{MONEY} (.*)", said)
    if "the payout limit takes off" in said:
        return _cents(said.rpartition("$")[2])
    if of_a_wager is None:
        return 0
    stake, what = _cents(of_a_wager.group(1)), of_a_wager.group(2)
    paid = [_cents(each) for each in re.findall(MONEY, what)]
    if what.startswith("for "):
        return -stake  # an envy bonus
    if what == "is collected" or what.startswith("loses ("):
        return stake
    if what.startswith("loses half"):
        return stake - paid[0]
    if what.startswith("wins"):
        return -paid[0]
    if what.startswith("is paid"):
        return -paid[0] if "and comes back" in what else stake - paid[0]
    return 0


@pytest.mark.parametrize("game", GAMES)
def test_the_tray_holds_what_it_held_and_what_the_sentences_bring(game: str) -> None:
    rules = rules_of(game)
    for task in series(rules, DRILL, 15, "tray"):
        piles = re.findall(rf"(\d+) chips of {MONEY}", task.shown[0].words)
        before = sum(int(count) * _cents(worth) for count, worth in piles)
        assert len(piles) == 4
        gained = sum(_house_gains(said) for said in task.told)
        assert _right(rules, task) == before + gained, task.name


HOURS = {"manual shoe": 8, "dealer's hand": 4, "automated shoe": 8}
"""As Maryland's rulebooks have it."""


def test_a_deck_is_changed_when_its_hours_are_over_and_not_before() -> None:
    rules, left = rules_of(DRAGON), set()
    for task in series(rules, DRILL, 60, "deck-hours"):
        clock = re.findall(r"(\d+):(\d\d)( the next day)?", task.question)
        since, now = (int(h) * 60 + int(m) + 24 * 60 * bool(day) for h, m, day in clock)
        hours = next(hours for words, hours in HOURS.items() if words in task.shown[0].words)
        right = _right(rules, task)
        assert right == max(0, since + hours * 60 - now)
        left.add(right == 0)
        if other := max(0, since + (12 - hours) * 60 - now):
            (misstep,) = judge(rules, task.name, NumberAnswer(other)).missteps
            assert misstep.misconception == "hours_of_other_procedure"
            assert misstep.clause == ("MD-DRAGON 3.C(1)" if hours == 4 else "MD-DRAGON 3.C(2)")
    assert left == {True, False}


def test_topics_are_those_that_the_game_has() -> None:
    assert "deck-hours" not in [topic.id for topic in topics(rules_of(UTH), DRILL)]
    assert "stub" not in [topic.id for topic in topics(rules_of(CASINO_WAR.name), DRILL)]
    for game in SHIPPED:
        assert {"stub", "tray", "pace"} <= {topic.id for topic in topics(rules_of(game), DRILL)}


def test_the_pace_by_arithmetic() -> None:
    rules = rules_of(LIR)
    for task in series(rules, DRILL, 40, "pace"):
        minutes, rounds, players = (int(each) for each in re.findall(r"\d+", task.question))
        hands = "hands of players" in task.question
        assert _right(rules, task) * minutes == rounds * 60 * (players if hands else 1)
        other = rounds * 60 // minutes * (1 if hands else players)
        (misstep,) = judge(rules, task.name, NumberAnswer(other)).missteps
        assert misstep.misconception == ("players_not_counted" if hands else "hands_for_rounds")


def test_a_robot_that_forgets_burned_cards_is_told_so() -> None:
    rules, told = rules_of(UTH), set()
    for task in series(rules, DRILL, 40, "stub"):
        assert task.view is not None
        if task.view.burned == 1:
            verdict = judge(rules, task.name, NumberAnswer(_right(rules, task) + task.view.burned))
            told.add(verdict.missteps[0].misconception)
    assert told == {"discards_not_counted"}


@pytest.mark.parametrize("believed", ["stake_counted_as_paid", "losses_not_counted"])
def test_a_robot_that_pays_out_stakes_or_forgets_losses_is_told_so(believed: str) -> None:
    rules, told = rules_of(DRAGON), []
    for task in series(rules, DRILL, 25, "tray"):
        settled = [re.search(rf"{MONEY} (wins|pushes|loses|is collected)", said) for said in task.told]
        backs = believed == "stake_counted_as_paid"
        off = sum(_cents(f[1]) for f in settled if f and (f[2] in ("wins", "pushes")) == backs)
        if off:
            told.append(judge(rules, task.name, NumberAnswer(_right(rules, task) - off)).missteps[0].misconception)
    assert set(told) <= {believed, ""}  # nothing is said where two beliefs would lead to the same sum
    assert told.count(believed) > len(told) // 2


def test_what_is_no_number_of_this_kind_is_not_judged() -> None:
    rules = rules_of(UTH)
    name = TaskName(UTH, DRILL, "stub", 3)
    assert make_task(rules, name) == make_task(rules, name)
    with pytest.raises(UnfitAnswer, match="give a whole number of cards"):
        judge(rules, name, ChoiceAnswer(("a",)))
    with pytest.raises(UnfitAnswer, match="53 cards cannot be; give 0 to 52"):
        judge(rules, name, NumberAnswer(53))
    assert judge(rules, name, NumberAnswer(52)).missteps
