"""A sitting of an exam, its score, and the signed record of it. The right answers are those of `tiny`."""

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from pitboss.cli.odds_words import default_rules
from pitboss.house.fair.keys import signed_by
from pitboss.messages.tasks import AskMoves, DrillTask, NumberAnswer, TaskName, UnfitAnswer
from pitboss.school.drawing import begin, draw
from pitboss.school.drills import DRILLS
from pitboss.school.exam import (
    BadExam,
    Exam,
    ExamPart,
    ExamRefused,
    ExamResult,
    ExamSitting,
    finish,
    give,
    take_up,
    tick,
    time_left,
    times,
)
from pitboss.school.exam_replay import replayed
from pitboss.school.signed import BadRecord, ExamRecord, read_record, record_line, sign_result
from pitboss.table.rules import Rules
from school.tiny import right, tiny, wrong

__all__ = ["tiny"]
pytestmark = pytest.mark.usefixtures("tiny")
GAME, OTHER = "ultimate-texas-holdem", "let-it-ride"
START = 1_800_000_000_000
EXAM = Exam(
    title="Small exam",
    tasks=10,
    minutes=2,
    pass_percent=80,
    parts=(
        ExamPart(GAME, "tiny-choice", weight=2),
        ExamPart(GAME, "tiny-count"),
        ExamPart(OTHER, "tiny-moves", "table", weight=2),
    ),
)


def all_rules() -> dict[str, Rules]:
    return {game: default_rules(game) for game in (GAME, OTHER)}


def sitting(seed: int = 7) -> ExamSitting:
    return begin(EXAM, all_rules(), "Ann", seed, START, examiner="Bob")


def sat(wrongly: int = 0, seed: int = 7, step: int = 3_000) -> ExamResult:
    """All ten tasks, one every three seconds, the first so many of them wrong."""
    held, rules = sitting(seed), all_rules()
    for place, name in enumerate(held.tasks):
        answer = wrong(name) if place < wrongly else right(name)
        held = give(held, rules, place, answer, START + (place + 1) * step)
    return finish(held, rules, START + 11 * step)


def test_weights_say_how_many_tasks_each_part_has() -> None:
    drawn = draw(EXAM, all_rules(), 7)
    assert [sum(name.drill == drill for name in drawn) for drill in ("tiny-choice", "tiny-count", "tiny-moves")] == [
        4,
        2,
        4,
    ]
    assert sorted(name.topic for name in drawn if name.drill == "tiny-choice") == ["large", "large", "small", "small"]
    assert {name.game for name in drawn if name.drill == "tiny-moves"} == {OTHER}


def test_a_seed_draws_the_same_tasks_and_another_seed_others() -> None:
    rules = all_rules()
    assert draw(EXAM, rules, 7) == draw(EXAM, rules, 7)
    assert draw(EXAM, rules, 7) != draw(EXAM, rules, 8)


def test_of_a_series_every_place_is_drawn() -> None:
    """A count has three tasks from one seed."""
    exam = replace(EXAM, parts=(ExamPart(GAME, "tiny-count"),), tasks=30)
    assert {name.place for name in draw(exam, all_rules(), 1)} == {0, 1, 2}


def test_what_does_not_divide_evenly_leaves_no_part_out_for_ever() -> None:
    exam = replace(EXAM, parts=(ExamPart(GAME, "tiny-choice"), ExamPart(GAME, "tiny-count")), tasks=1)
    rules = all_rules()
    assert {draw(exam, rules, seed)[0].drill for seed in range(20)} == {"tiny-choice", "tiny-count"}


def test_all_right_is_a_hundred_percent() -> None:
    found = sat()
    assert (found.ended, found.lasted) == ("finished", 30_000)
    assert (found.score.right, found.score.tasks, found.score.percent, found.score.passed) == (10, 10, 100, True)
    assert found.score.tasks_an_hour == 1200
    assert found.score.rounds_an_hour == 1200
    assert times(found.sitting) == dict.fromkeys(range(10), 3_000)


def test_one_hand_alone_is_no_round() -> None:
    """Whole tables took 6 seconds each, single hands 2: 600 rounds an hour, and 900 tasks."""
    tiny_moves = DRILLS["tiny-moves"]

    def make(rules: Rules, name: TaskName) -> DrillTask:
        task = tiny_moves.make(rules, name)
        assert isinstance(task.ask, AskMoves)
        return replace(task, ask=replace(task.ask, whole_table=name.seed == 1))

    DRILLS["tiny-moves"] = replace(tiny_moves, make=make)
    held, rules = sitting(), all_rules()
    table = replace(next(name for name in held.tasks if name.drill == "tiny-moves"), seed=1)
    held, at = replace(held, tasks=(table, replace(table, seed=2)) * 5), 0
    for place, name in enumerate(held.tasks):
        at += 6_000 if name.seed == 1 else 2_000
        held = give(held, rules, place, right(name), START + at)
    found = finish(held, rules, START + at).score
    assert (found.rounds_an_hour, found.tasks_an_hour) == (600, 900)


@pytest.mark.parametrize(("wrongly", "passed"), [(2, True), (3, False)])
def test_the_pass_mark_is_reached_or_missed(wrongly: int, passed: bool) -> None:
    found = sat(wrongly).score
    assert (found.percent, found.passed) == (100 - wrongly * 10, passed)
    assert found.marks == (False,) * wrongly + (True,) * (10 - wrongly)
    assert sum(part.right for part in found.parts) == 10 - wrongly


def test_a_percent_is_never_rounded_up_to_the_pass_mark() -> None:
    exam = replace(EXAM, tasks=3, pass_percent=67, parts=(ExamPart(GAME, "tiny-choice"),))
    rules = all_rules()
    held = begin(exam, rules, "Ann", 1, START)
    for place, name in enumerate(held.tasks):
        held = give(held, rules, place, right(name) if place else wrong(name), START + place)
    found = finish(held, rules, START + 9).score
    assert (found.percent, found.passed) == (66, False)


def test_a_sitting_handed_in_counts_missing_answers_as_wrong() -> None:
    held, rules = sitting(), all_rules()
    held = give(held, rules, 4, right(held.tasks[4]), START + 5_000)
    found = finish(held, rules, START + 6_000)
    assert (found.ended, found.lasted, found.score.right, found.score.percent) == ("handed_in", 6_000, 1, 10)


def test_an_answer_stands_once_given_and_none_is_taken_of_a_task_that_is_not_there() -> None:
    held, rules = sitting(), all_rules()
    held = give(held, rules, 0, wrong(held.tasks[0]), START + 1)
    with pytest.raises(ExamRefused, match="task 1 has its answer"):
        give(held, rules, 0, right(held.tasks[0]), START + 2)
    with pytest.raises(ExamRefused, match="there is no task 11; this exam has tasks 1 to 10"):
        give(held, rules, 10, right(held.tasks[0]), START + 2)


def test_an_answer_of_another_form_is_not_counted() -> None:
    held, rules = sitting(), all_rules()
    place = next(place for place, name in enumerate(held.tasks) if name.drill == "tiny-choice")
    with pytest.raises(UnfitAnswer):
        give(held, rules, place, NumberAnswer(1), START + 1)
    assert len(held.open) == 10


def test_the_last_millisecond_counts_and_the_next_does_not() -> None:
    held, rules = sitting(), all_rules()
    assert give(held, rules, 0, right(held.tasks[0]), START + 119_999).answers
    with pytest.raises(ExamRefused, match="the 2 minutes are over"):
        give(held, rules, 0, right(held.tasks[0]), START + 120_000)
    over = finish(held, rules, START + 500_000)
    assert (over.ended, over.lasted, over.score.right) == ("out_of_time", 120_000, 0)


def test_a_sitting_left_half_way_is_written_down_and_taken_up_again() -> None:
    held, rules = sitting(), all_rules()
    held = give(held, rules, 0, right(held.tasks[0]), START + 1_000)
    again = msgspec.json.decode(msgspec.json.encode(held), type=ExamSitting)
    assert again == held
    again = take_up(again, START + 61_000)
    assert [(note.kind, note.at, note.ms) for note in again.notes] == [("taken_up", 61_000, 60_000)]
    assert time_left(again) == 59_000


def test_a_clock_set_back_is_noted_and_neither_takes_nor_gives_time() -> None:
    held = tick(sitting(), START + 50_000)
    back = tick(held, START + 10_000)
    assert (time_left(back), back.reached) == (70_000, 50_000)
    assert [(note.kind, note.at, note.ms) for note in back.notes] == [("clock_set_back", 50_000, 40_000)]
    assert tick(back, START + 15_000).reached == 55_000


HOUR = 3_600_000


def test_a_clock_set_back_and_forward_again_takes_no_time() -> None:
    held = tick(sitting(), START + 50_000)
    held = tick(held, START + 55_000 - HOUR)
    held = tick(held, START + 60_000 - HOUR)
    held = tick(held, START + 65_000)  # forward again
    assert (held.reached, held.shift, time_left(held)) == (65_000, 0, 55_000)
    assert [note.kind for note in held.notes] == ["clock_set_back"]
    assert not time_left(tick(held, START + 120_000)), "what comes after it is time like any other"
    assert not time_left(tick(held, START + HOUR)), "nothing is left of the hour"


def test_a_clock_set_forward_by_less_takes_no_time_and_by_more_what_is_more() -> None:
    held = tick(tick(sitting(), START + 50_000), START + 50_000 - HOUR)
    less = tick(held, START + 50_000 - HOUR // 3)
    assert (less.reached, less.shift) == (50_000, HOUR // 3)
    assert tick(less, START + 50_000).reached == 50_000
    assert tick(held, START + 80_000).reached == 80_000
    assert time_left(tick(held, START + 119_999)) == 1
    assert not time_left(tick(held, START + 120_000))


def test_a_clock_set_back_for_good_gives_no_time() -> None:
    held = tick(tick(sitting(), START + 50_000), START + 50_000 - HOUR)
    for at in range(55_000, 120_000, 5_000):
        held = tick(held, START + at - HOUR)
        assert time_left(held) == 120_000 - at
    assert not time_left(tick(held, START + 120_000 - HOUR))
    minute = tick(tick(sitting(), START), START - HOUR)
    assert tick(minute, START + 60_000 - HOUR).reached == 60_000, "a minute without a look is no jump"


def test_where_nobody_looks_a_clock_set_back_gives_no_time_either() -> None:
    """He sets it back by a minute and a half, and lets as much pass."""
    held = tick(tick(sitting(), START + 10_000), START - 80_000)
    assert tick(held, START + 10_000, watched=False).reached == 100_000
    assert take_up(held, START + 10_000).reached == 100_000


def test_a_result_scored_again_comes_to_the_same() -> None:
    assert replayed(sat(3)) == ()


def test_a_result_that_was_touched_does_not() -> None:
    found = sat(3)
    better = replace(found, score=replace(found.score, right=10))
    assert replayed(better) == ("the score is not the one that these answers have",)
    other = replace(found, sitting=replace(found.sitting, seed=8))
    assert replayed(other) == ("the tasks are not those that seed 8 draws",)
    late = replace(found.sitting.answers[-1], at=120_000)
    held = replace(found.sitting, answers=(*found.sitting.answers[:-1], late))
    assert "after the end" in replayed(replace(found, sitting=held))[0]


def test_a_result_of_another_version_of_the_game_is_refused_by_name() -> None:
    found = sat()
    first, *rest = found.sitting.games
    other = replace(first, edition=replace(first.edition, version=99))
    with pytest.raises(BadExam, match="version 99"):
        replayed(replace(found, sitting=replace(found.sitting, games=(other, *rest))))


# --- the record -------------------------------------------------------------------------------------------------------

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC = KEY.public_key().public_bytes_raw().hex()


def signed(result: ExamResult) -> ExamRecord:
    return sign_result(result, PUBLIC, KEY.sign)


def test_a_record_is_read_back_as_it_was_signed() -> None:
    found = sat(1)
    line = record_line(signed(found))
    record, said = read_record(line, signed_by)
    assert (said.result, said.public) == (found, PUBLIC)
    assert len(record.number) == 16
    assert record_line(signed(found)) == line


def test_a_record_with_one_changed_letter_is_refused() -> None:
    line = record_line(signed(sat(1)))
    with pytest.raises(BadRecord, match="the signature does not fit"):
        read_record(line.replace(b'"who":"Ann"', b'"who":"Eve"'), signed_by)


@pytest.mark.parametrize("text", [b"", b"{}", b"[1]", b"\xff", b"[" * 100_000, b'{"body":1,"signature":"zz"}'])
def test_what_is_no_record_is_told(text: bytes) -> None:
    with pytest.raises(BadRecord, match="this is no record of an exam"):
        read_record(text, signed_by)
