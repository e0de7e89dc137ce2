"""What somebody knows, and when it comes back. The times are those of FSRS with its usual steps: ten minutes after a
right answer to something new, one minute after a wrong one."""

import msgspec
import pytest

from pitboss.school.memory import TopicKey, TrainingMemory, next_topic, remember, standing

NOW = 1_800_000_000_000
MINUTE, DAY = 60_000, 86_400_000
A, B, C = (TopicKey("a-game", "a-drill", topic) for topic in ("a", "b", "c"))


def after(*answers: tuple[TopicKey, bool, int], took: int = 4_000) -> TrainingMemory:
    """Answers at minutes after `NOW`."""
    held = TrainingMemory()
    for key, right, minute in answers:
        held = remember(held, key, right=right, took=took, now=NOW + minute * MINUTE)
    return held


@pytest.mark.parametrize(("right", "minutes"), [(True, 10), (False, 1)])
def test_what_was_wrong_comes_back_sooner(right: bool, minutes: int) -> None:
    held = after((A, right, 0)).of(A)
    assert held is not None
    assert held.due - NOW == minutes * MINUTE


def test_what_is_known_comes_back_after_days_and_then_after_more() -> None:
    first = after((A, True, 0), (A, True, 10)).of(A)
    assert first is not None
    assert first.due - first.last == 2 * DAY, "the first stability of a right answer is 2.3065 days"
    second = remember(TrainingMemory((first,)), A, right=True, took=4_000, now=first.due).of(A)
    assert second is not None
    assert second.due - second.last > 2 * DAY


def test_the_same_answers_make_the_same_memory() -> None:
    answers = [(A, True, 0), (B, False, 1), (A, True, 12), (B, True, 14), (A, False, 5000)]
    assert after(*answers) == after(*answers)


def test_what_is_due_comes_first_then_what_is_new_in_its_order() -> None:
    held = after((B, True, 0))
    assert next_topic(held, [A, B, C], NOW + 10 * MINUTE) == B
    assert next_topic(held, [A, B, C], NOW + 10 * MINUTE - 1) == A
    assert next_topic(TrainingMemory(), [C, A], NOW) == C


def test_of_what_is_due_the_hardest_comes_first() -> None:
    held = after((A, True, 0), (B, False, 1), (C, True, 2))
    assert next_topic(held, [A, B, C], NOW + DAY) == B


def test_where_nothing_is_due_or_new_the_soonest_comes() -> None:
    held = after((A, True, 0), (B, True, 1))
    assert next_topic(held, [B, A], NOW + 2 * MINUTE) == A


def test_where_one_stands() -> None:
    held = after((A, True, 0), (A, False, 1), (A, True, 2))
    first, second = standing(held, [A, B], NOW + 3 * MINUTE)
    assert (first.attempts, first.right, first.percent, first.pace) == (3, 2, 66, 4_000)
    assert first.due is not None and not first.is_due
    assert standing(held, [A], first.due)[0].is_due
    assert (second.attempts, second.percent, second.pace, second.due, second.is_due) == (0, None, None, None, False)


def test_a_right_answer_that_took_long_was_hard() -> None:
    """After three right answers of four seconds each, eight seconds are usual and one millisecond more is slow."""
    held = after((A, True, 0), (A, True, 10), (A, True, 5_000))
    usual = remember(held, A, right=True, took=8_000, now=NOW + 90 * DAY).of(A)
    slow = remember(held, A, right=True, took=8_001, now=NOW + 90 * DAY).of(A)
    assert usual is not None and slow is not None
    assert slow.due < usual.due
    assert slow.difficulty > usual.difficulty


def test_a_clock_set_back_keeps_what_is_known_and_lets_it_come_back() -> None:
    """The clock was ten years ahead when the answers were given."""
    ahead = 3650 * DAY
    held = remember(TrainingMemory(), A, right=True, took=1, now=NOW + ahead)
    found = standing(held, [A], NOW)[0]
    assert (found.attempts, found.due) == (1, NOW + 10 * MINUTE)
    again = remember(held, A, right=True, took=1, now=NOW).of(A)
    assert again is not None
    assert (again.attempts, again.last, again.due) == (2, NOW, NOW + 2 * DAY)


@pytest.mark.parametrize(("took", "counted"), [(-5, 0), (0, 0), (3_600_000, 3_600_000), (3_600_001, 3_600_000)])
def test_who_went_away_did_not_think_all_the_time(took: int, counted: int) -> None:
    held = remember(TrainingMemory(), A, right=True, took=took, now=NOW).of(A)
    assert held is not None
    assert held.took == counted


def test_a_memory_is_written_and_read_back() -> None:
    held = after((A, True, 0), (B, False, 1))
    assert msgspec.json.decode(msgspec.json.encode(held), type=TrainingMemory) == held
