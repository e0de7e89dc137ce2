"""Protect the game: one right answer to every task; what is wrong is found again from what the trainee sees alone."""

import re
from collections import Counter
from fractions import Fraction

import pytest

from pitboss.messages.tasks import AskChoice, ChoiceAnswer, DrillTask, TaskName, UnknownTask
from pitboss.school.drills import judge, make_task, topics
from pitboss.school.misconceptions import MISCONCEPTIONS
from pitboss.table.rules import Rules
from pitboss.table.views import View
from school.robots import right_words, series, solved
from school.school_support import GAMES, fresh, rules_of
from support import CARIBBEAN, DRAGON, LIR, SHIPPED, THREE, TOP5, UTH

DRILL = "protect"
NOTHING = "Nothing is wrong"


def _right(rules: Rules, task: DrillTask) -> str:
    (words,) = right_words(rules, task)
    return words


@pytest.mark.parametrize("game", GAMES)
def test_every_task_has_one_right_answer_and_tells_every_other_what_it_is(game: str) -> None:
    rules = rules_of(game)
    for task in series(rules, DRILL, 6):
        assert isinstance(task.ask, AskChoice) and not task.ask.several
        words = [option.words for option in task.ask.options]
        assert len(set(words)) == len(words) >= 3 and words[-1] == NOTHING, task.name
        if task.ask.among_told:
            assert tuple(words[:-1]) == task.told
        verdicts = {o.words: judge(rules, task.name, ChoiceAnswer((o.id,))) for o in task.ask.options}
        (right,) = [each for each, verdict in verdicts.items() if verdict.right]
        assert solved(rules, task).right
        for each in verdicts.keys() - {right}:
            (misstep,) = verdicts[each].missteps
            assert misstep.words and misstep.kind == "wrong_choice" and misstep.misconception in MISCONCEPTIONS
            assert (misstep.misconception == "fault_overlooked") == (each == NOTHING), task.name
        cited = next(topic.clauses for topic in topics(rules, DRILL) if topic.id == task.name.topic)
        assert not cited or verdicts[right].why


@pytest.mark.parametrize("game", GAMES)
def test_a_task_is_the_same_when_the_game_is_bound_anew(game: str) -> None:
    bound, again = rules_of(game), fresh(game)
    assert topics(bound, DRILL) == topics(again, DRILL)
    for task in series(bound, DRILL, 2):
        assert make_task(again, task.name) == task


def test_a_game_is_asked_what_it_can_be_asked() -> None:
    every = ["late-wager", "chips-changed", "out-of-turn", "cards-handled", "card-open", "card-count", "payments"]
    for game in SHIPPED:
        assert [topic.id for topic in topics(rules_of(game), DRILL)] == every
    # whose decision is asked of a tie alone, whose cards lie open, and whose rules say nothing of touching them
    assert [topic.id for topic in topics(rules_of("casino-war"), DRILL)] == [
        "late-wager", "chips-changed", "card-count", "payments",
    ]  # fmt: skip


@pytest.mark.parametrize("game", SHIPPED)
def test_sometimes_nothing_is_wrong(game: str) -> None:
    rules = rules_of(game)
    found = Counter(_right(rules, task) == NOTHING for task in series(rules, DRILL, 10))
    assert 2 <= found[True] <= 25 and found.total() == 70


# --- found again from what is seen ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_late_wager_is_the_one_told_after_no_more_bets(game: str) -> None:
    rules = rules_of(game)
    made = "|".join(re.escape(w.title) for w in rules.wagers if not w.later)
    for task in series(rules, DRILL, 10, "late-wager"):
        (called,) = [n for n, said in enumerate(task.told) if said.startswith('"No more bets"')]
        placed = rf"Position \d+: ({made}) \$[\d.,]+( instead of \$[\d.,]+)?$"
        late = [said for n, said in enumerate(task.told) if n > called and re.match(placed, said)]
        assert [_right(rules, task)] == (late or [NOTHING]), task.name


@pytest.mark.parametrize(
    ("game", "clause"), [(UTH, "MA-UTH 6(b)/2"), (LIR, "MD-LIR 7.D"), (DRAGON, "MD-DRAGON 7.E"), (TOP5, "MD-TOP5 7.D")]
)
def test_late_and_changed_wagers_go_by_the_clause_on_no_more_bets(game: str, clause: str) -> None:
    for topic in ("late-wager", "chips-changed"):
        for task in series(rules_of(game), DRILL, 4, topic):
            assert [each.clause for each in solved(rules_of(game), task).why] == [clause]


@pytest.mark.parametrize("game", GAMES)
def test_chips_are_changed_where_the_two_pictures_differ_without_a_reason(game: str) -> None:
    """A wager that is gone was collected or taken back, and is told so; none grows, and none shrinks a little."""
    rules, met = rules_of(game), Counter[str]()
    titles = {w.id: w.title for w in rules.wagers if not w.later}
    for task in series(rules, DRILL, 25, "chips-changed"):
        (before,) = task.earlier
        assert task.view is not None and before.told == 0
        found = []
        for was, now in zip(before.view.seats, task.view.seats, strict=True):
            for wager, cents in was.wagers.items():
                lies = now.wagers.get(wager, 0)
                if lies and lies != cents:
                    done = "chips were added to" if lies > cents else "chips were taken away from"
                    found.append(f"Position {was.number}: {done} the {titles[wager]}")
            assert not (now.wagers.keys() & titles.keys()) - was.wagers.keys()
        assert [_right(rules, task)] == (found or [NOTHING]), task.name
        met["added" if "added" in str(found) else "taken" if found else "nothing"] += 1
    assert len(met) == 3


@pytest.mark.parametrize("game", [game for game in GAMES if game != "casino-war"])
def test_a_decision_is_out_of_turn_where_somebody_nearer_the_dealers_left_decides_after_it(game: str) -> None:
    rules = rules_of(game)
    for task in series(rules, DRILL, 12, "out-of-turn"):
        seats = [int(said.split()[1]) for said in task.told]
        early = [said for n, said in enumerate(task.told) if seats[n] > min(seats[n:])]
        assert _right(rules, task) == (early[0] if early else NOTHING), task.name


BY_HAND = {THREE: (3, 3, {0}, {0}), CARIBBEAN: (5, 5, {0}, {0}), LIR: (3, 0, {2}, {0, 3}), UTH: (2, 2, {0, 3, 5}, {0})}
"""How many cards lie before a player, the dealer, in the community area and in the box while none are dealt."""


@pytest.mark.parametrize("game", BY_HAND)
def test_a_wrong_number_of_cards_is_not_the_one_that_the_game_deals(game: str) -> None:
    rules, (own, dealers, board, box) = rules_of(game), BY_HAND[game]
    for task in series(rules, DRILL, 25, "card-count"):
        view = task.view
        assert view is not None
        off = [f"Position {s.number}" for s in view.seats if s.cards and not s.in_rack and len(s.cards) != own]
        off += ["The dealer"] * (len(view.dealer) != dealers)
        off += ["The community area"] * (len(view.community) not in board)
        off += ["The Six Card box"] * (len(view.box) not in box)
        assert [_right(rules, task)] == (off or [NOTHING]), task.name


def _open(cards: tuple[str, ...]) -> int:
    return sum(card != "??" for card in cards)


def _seen_open(view: View) -> list[str]:
    """What lies open that lies face down until it is turned up as a whole, hand by hand."""
    found = [
        f"Position {s.number}: a player's own card exposed" for s in view.seats if 0 < _open(s.cards) < len(s.cards)
    ]
    return found + ["A card of the dealer exposed"] * (0 < _open(view.dealer) < len(view.dealer))


@pytest.mark.parametrize("game", [THREE, UTH])
def test_a_card_lies_open_that_is_dealt_face_down(game: str) -> None:
    """Where a hand has one card so far, all of it lies open."""
    rules, met = rules_of(game), 0
    for task in series(rules, DRILL, 30, "card-open"):
        assert task.view is not None
        right, seen = _right(rules, task), _seen_open(task.view)
        single = [s for s in task.view.seats if len(s.cards) == 1] or len(task.view.dealer) == 1
        assert right in seen or not seen, task.name
        if not single:
            assert [right] == (seen or [NOTHING]), task.name
            met += 1
    assert met > 10


@pytest.mark.parametrize("game", [game for game in SHIPPED if game != CARIBBEAN])
def test_whatever_is_wrong_with_cards_in_hands_is_what_the_rulebook_calls_so(game: str) -> None:
    rules = rules_of(game)
    (title,) = {row.title for row in rules.mishaps if row.kind == "violation"}
    for task in series(rules, DRILL, 8, "cards-handled"):
        seen = [said for said in task.told if said.lower().startswith(title.lower())]
        assert [_right(rules, task)] == (seen or [NOTHING])


PAID = re.compile(r"Position (\d+): (.+?) \$([\d.,]+) wins \$([\d.,]+) at (\d+) to (\d+)")


def _unsound(said: str, main: tuple[str, ...]) -> bool:
    """Whether a sentence cannot be right, by arithmetic and by what it says of the hands."""
    paid = PAID.match(said)
    if paid:
        stake, won = (Fraction(paid[n].replace(",", "")) for n in (3, 4))
        if abs(won - stake * Fraction(int(paid[5]), int(paid[6]))) >= 1:
            return True
    if not any(f": {title} $" in said for title in main):
        return False
    if "equal hands" in said:
        return "loses" in said
    return ("wins" in said and "lower hand" in said and "not qualify" not in said and "below a pair" not in said) or (
        "loses" in said and "higher hand" in said
    )


@pytest.mark.parametrize(("game", "main"), [(THREE, ("Ante", "Play")), (UTH, ("Ante", "Play")), (CARIBBEAN, ("Ante",))])
def test_a_payment_is_wrong_where_the_sum_or_the_hands_say_so(game: str, main: tuple[str, ...]) -> None:
    rules, met = rules_of(game), 0
    for task in series(rules, DRILL, 60, "payments"):
        unsound = [said for said in task.told if _unsound(said, main)]
        assert len(unsound) <= 1 and set(unsound) <= {_right(rules, task)}, task.name
        met += len(unsound)
    assert met > 10


# --- mistaken beliefs -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SHIPPED)
def test_robots_that_see_nothing_or_suspect_everything_are_told_so(game: str) -> None:
    rules, told = rules_of(game), {"blind": Counter[str](), "wary": Counter[str]()}
    for task in series(rules, DRILL, 5):
        assert isinstance(task.ask, AskChoice)
        right = _right(rules, task)
        wrong = [option for option in task.ask.options if option.words != right]
        last = wrong[-1] if wrong[-1].words == NOTHING else None
        for robot, option in (("blind", last), ("wary", wrong[0])):
            if option is not None:
                (misstep,) = judge(rules, task.name, ChoiceAnswer((option.id,))).missteps
                told[robot][misstep.misconception] += 1
    assert set(told["blind"]) == {"fault_overlooked"}
    assert set(told["wary"]) <= {"lawful_suspected", "added_for_taken"} and told["wary"]["lawful_suspected"] > 20


def test_who_sees_the_right_wager_change_the_wrong_way_is_told_so() -> None:
    rules, told = rules_of(UTH), Counter[str]()
    ways = ("added to", "taken away from")
    for task in series(rules, DRILL, 30, "chips-changed"):
        assert isinstance(task.ask, AskChoice)
        right = _right(rules, task)
        turned = right.replace(*ways) if ways[0] in right else right.replace(*ways[::-1])
        for option in task.ask.options:
            if option.words == turned != right:
                (misstep,) = judge(rules, task.name, ChoiceAnswer((option.id,))).missteps
                told[misstep.misconception] += 1
    assert set(told) == {"added_for_taken"} and told.total() > 15


def test_there_is_one_task_for_a_seed() -> None:
    with pytest.raises(UnknownTask, match="the series has no task 2; it has 1, numbered from 0"):
        make_task(rules_of(UTH), TaskName(UTH, DRILL, "payments", 1, 2))
