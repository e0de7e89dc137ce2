"""Exams that are given and sat in the house. Time is the house's own: it goes on whoever looks, and a clock that is set
back gives none. What takes a while (drawing, judging) is done in the school's thread, between two looks at the store; a
sitting that was changed meanwhile is looked at again."""

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection

from pitboss.games import usual
from pitboss.house.house import House
from pitboss.house.schooling import exams
from pitboss.house.schooling.exams import ChangedMeanwhile, KeptExam, KeptSitting
from pitboss.house.schooling.teaching import Teaching, unfit
from pitboss.house.trail import examined
from pitboss.house.trail.asked import reused
from pitboss.house.trail.examined import GivenExam, Seeds
from pitboss.messages.school import LARGEST_SEED
from pitboss.messages.tasks import DrillAnswer, DrillTask, TaskVerdict, UnfitAnswer
from pitboss.school.drawing import begin
from pitboss.school.drills import DRILLS, make_task
from pitboss.school.exam import (
    SCHOOL,
    BadExam,
    Exam,
    ExamGame,
    ExamRefused,
    ExamResult,
    ExamSitting,
    exam_game,
    finish,
    give,
    rules_of,
    take_up,
    tick,
    time_left,
    verdicts,
)
from pitboss.school.exam_file import exam_text, read_exam
from pitboss.school.signed import ExamRecord, SignedExam, sign_result
from pitboss.school.training import default_exam
from pitboss.table.people import name
from pitboss.table.refusals import RefusedAct, refuse
from pitboss.table.rules import Rules

T = TypeVar("T")

AWAY = 60_000
"""Milliseconds: who was silent for so long and comes back has left his sitting meanwhile, and the result says so."""
TRIES = 5


class Examining:
    def __init__(self, house: House, teaching: Teaching) -> None:
        self._house, self._teaching = house, teaching
        self._turns: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        """One at a time does something to a sitting."""
        self._heard: dict[int, int] = {}
        """When somebody who sits was last heard of, in milliseconds since he began."""
        self._seen: set[int] = set()
        """The sittings at which this process has looked, and will every few seconds."""

    # --- trainers ---

    async def exam_of(self, game: str, state: str, text: str) -> Exam:
        """The exam in this text; without one the default exam of the game. `BadExam` has everything that is wrong."""
        return await self._work(lambda: read_exam(text, usual) if text else default_exam(usual(game), state))

    async def text_of(self, exam: Exam) -> str:
        return await self._work(lambda: exam_text(exam))

    async def give(self, exam: Exam, seeds: Seeds, trainees: tuple[str, ...], by: str, act_id: str) -> KeptExam:
        games = await self._work(lambda: tuple(exam_game(usual(game)) for game in exam.games))
        given, at = GivenExam(exam, games, seeds, trainees, SCHOOL), self._house.clock()
        seed = secrets.randbelow(LARGEST_SEED) if seeds == "same" else None
        return await self._house.writer.write(lambda conn: exams.give(conn, given, seed, by, act_id, at))

    async def close(self, exam: int, by: str, act_id: str) -> KeptExam:
        at = self._house.clock()
        return await self._house.writer.write(lambda conn: exams.close(conn, exam, by, act_id, at))

    # --- trainees ---

    async def begin(self, exam: KeptExam, handle: str, by: str, act_id: str) -> KeptSitting:
        """A new sitting; or the one that this person has, taken up again."""
        mine = await self._read(lambda conn: exams.sitting_of(conn, exam.id, handle))
        if mine is None:
            if not exam.open:
                raise exams.closed(exam.id)
            seed = secrets.randbelow(LARGEST_SEED) if exam.seed is None else exam.seed
            drawn = await self._work(lambda: _drawn(exam.given, handle, seed, exam.given_by))
            # Its time begins now: drawing takes nothing of it.
            made = replace(drawn, started=self._house.clock())
            mine = await self._house.writer.write(lambda conn: exams.begin(conn, exam.id, made, by, act_id))
            if mine.sitting is made:
                self._heard[mine.id] = 0
                self._seen.add(mine.id)
                return mine
        return await self._again(mine)

    async def _again(self, mine: KeptSitting) -> KeptSitting:
        """A sitting is gone on with; a note says so where it was left for a while."""
        asked = self._house.clock()

        async def step(found: KeptSitting) -> KeptSitting:
            if found.row is not None:
                return found
            now = _moment(found.sitting, asked, self._house.clock())
            ticked = tick(found.sitting, now)
            if not time_left(ticked) or not ticked.open:
                return await self._ended(found, "", None)
            answered = found.sitting.answers[-1].at if found.sitting.answers else 0
            since = self._heard.get(found.id, answered)
            self._heard[found.id] = ticked.reached
            if ticked.reached - since < AWAY:
                return replace(found, sitting=ticked)
            after = take_up(found.sitting, now, since)
            return await self._house.writer.write(lambda conn: exams.go_on(conn, found, after))

        return await self._in_turn(mine.id, step)

    async def look(self, number: int, *, trainee: bool) -> KeptSitting:
        """A sitting as it stands now. One whose time is over has ended; `trainee`: he himself looks."""

        async def step(found: KeptSitting) -> KeptSitting:
            if found.row is not None:
                return found
            now = tick(found.sitting, self._house.clock())
            if trainee:
                self._heard[number] = now.reached
            if not time_left(now) or not now.open:
                return await self._ended(found, "", None)
            return replace(found, sitting=now)

        return await self._in_turn(number, step)

    async def answer(
        self, number: int, task: int, given: DrillAnswer, by: str, act_id: str
    ) -> tuple[KeptSitting, bool]:
        """Keeps an answer; the sitting after it, and whether the same had been kept before."""
        asked = self._house.clock()

        async def step(found: KeptSitting) -> tuple[KeptSitting, bool]:
            if await self._given_before(found, task, given, by, act_id):
                return found, True
            if found.row is not None:
                raise _over(found)
            now = _moment(found.sitting, asked, self._house.clock())
            after = await self._accepted(found, task, given, now)
            self._heard[number] = after.reached
            return await self._house.writer.write(lambda conn: exams.answer(conn, found, after, by, act_id, now)), False

        kept, again = await self._in_turn(number, step)
        if kept.row is None and not kept.sitting.open:
            kept = await self._in_turn(number, partial(self._ended, by=by, act_id=None))
        return kept, again

    async def hand_in(self, number: int, by: str, act_id: str) -> KeptSitting:
        """The end, before the time is over. Who hands in twice has done it once."""

        async def step(found: KeptSitting) -> KeptSitting:
            done = await self._house.writer.write(lambda conn: exams.before(conn, by, act_id))
            if done is not None and not (isinstance(done, examined.SittingEnded) and done.sitting == number):
                raise RefusedAct(reused(act_id))
            return await self._ended(found, by, act_id)

        return await self._in_turn(number, step)

    async def _given_before(self, found: KeptSitting, task: int, given: DrillAnswer, by: str, act_id: str) -> bool:
        done = await self._house.writer.write(lambda conn: exams.before(conn, by, act_id))
        if done is None:
            return False
        if not isinstance(done, examined.AnswerGiven) or done.sitting != found.id:
            raise RefusedAct(reused(act_id))
        if (done.given.task, done.given.answer) != (task, given):
            raise RefusedAct(reused(act_id))
        return True

    async def _accepted(self, found: KeptSitting, task: int, given: DrillAnswer, now: int) -> ExamSitting:
        sitting = found.sitting
        try:
            return await self._work(lambda: give(sitting, _rules(sitting), task, given, now))
        except UnfitAnswer as error:
            raise unfit(error) from None
        except ExamRefused:
            if task >= len(sitting.tasks):
                allowed = f"1 to {len(sitting.tasks)}"
                raise refuse("no_task", "this exam has no such task", given=task + 1, allowed=allowed) from None
            if not time_left(tick(sitting, now)):
                await self._ended(found, "", None)
                raise _over(found) from None
            raise refuse("answered", "this task has its answer, and an answer stands", given=task + 1) from None

    # --- the end ---

    async def _ended(self, found: KeptSitting, by: str, act_id: str | None) -> KeptSitting:
        """The result, signed and in the trail. `by` is who ended it; nobody where the time did."""
        if found.row is not None:
            return found
        now, sitting = self._house.clock(), found.sitting
        result = await self._work(lambda: finish(sitting, _rules(sitting), now))
        record = sign_result(result, self._house.keys.public, self._house.keys.sign)
        who = by if by and result.ended != "out_of_time" else "house"

        def write(conn: Connection) -> KeptSitting:
            return exams.end(conn, found, result.sitting, record, who, act_id, now)

        over = await self._house.writer.write(write)
        self._seen.discard(found.id)
        return over

    async def keep_time(self) -> None:
        """Time goes on for everybody who sits, and who has none left has ended. Sittings of a game or a school that is
        not here wait for it."""
        open_now: list[KeptSitting] = await self._read(exams.sittings_open)
        gone: list[tuple[KeptSitting, ExamSitting]] = []
        for each in open_now:
            if self._turns[each.id].locked():
                continue  # whoever does something to it tells the time
            now = tick(each.sitting, self._house.clock(), watched=self._watched(each.id))
            if time_left(now) and now.open:
                gone.append((each, now))
                continue
            try:
                await self._in_turn(each.id, partial(self._ended, by="", act_id=None))
            except RefusedAct:
                continue
        for number in self._turns.keys() - {each.id for each in open_now}:
            if not self._turns[number].locked():
                del self._turns[number]
                self._heard.pop(number, None)
        if gone:
            await self._house.writer.write(lambda conn: exams.passed(conn, gone))
            self._seen.update(each.id for each, _ in gone)

    # --- what is shown ---

    async def task(self, sitting: ExamSitting) -> tuple[int, DrillTask]:
        """The next task, without what its drill could be asked by for the solution: neither seed nor place is told; nor
        its topic, whose name could tell what is to be found."""
        place = sitting.open[0]
        asked = sitting.tasks[place]
        made = await self._work(lambda: make_task(_rules(sitting)[asked.game], asked))
        hidden = replace(asked, topic="", seed=0, place=0)
        return place, replace(made, name=hidden, title=DRILLS[asked.drill].title, follows=False)

    async def record(self, kept: KeptSitting) -> ExamRecord:
        if kept.row is None:
            raise refuse("exam_open", "this exam has not ended yet", allowed="the result, once it has ended")
        return await self._read(lambda conn: exams.record_of(conn, kept))

    async def result(self, kept: KeptSitting) -> tuple[ExamResult, str]:
        """The result as it was signed, and the number of its record."""
        record = await self.record(kept)
        return msgspec.json.decode(record.body, type=SignedExam).result, record.number

    async def judged(self, sitting: ExamSitting) -> list[tuple[DrillTask, TaskVerdict | None]]:
        """Every task of a sitting that has ended, with its verdict where it was answered."""

        def made() -> list[tuple[DrillTask, TaskVerdict | None]]:
            rules = _rules(sitting)
            found = verdicts(sitting, rules)
            return [
                found[place] if place in found else (make_task(rules[each.game], each), None)
                for place, each in enumerate(sitting.tasks)
            ]

        return await self._work(made)

    # --- between two looks at the store ---

    async def _in_turn(self, number: int, step: Callable[[KeptSitting], Awaitable[T]]) -> T:
        """One step of a sitting, when its turn has come; again where another process was quicker."""
        async with self._turns[number]:
            for _ in range(TRIES):
                try:
                    return await step(await self._found(number))
                except (ChangedMeanwhile, *self._house.writer.conflicts):
                    continue
        raise refuse("busy", "this sitting is being changed elsewhere", allowed="try again in a moment")

    async def _found(self, number: int) -> KeptSitting:
        found = await self._read(lambda conn: exams.sitting_numbered(conn, number))
        if found is None:
            raise no_sitting(number)
        if found.row is None and found.sitting.shift and not self._watched(number):
            return replace(found, sitting=tick(found.sitting, self._house.clock(), watched=False))
        return found

    def _watched(self, number: int) -> bool:
        """Whether somebody has looked at a sitting every few seconds: not while the house stood still. Of several
        processes one looks for all."""
        return number in self._seen or bool(self._house.process)

    async def _read(self, question: Callable[[Connection], T]) -> T:
        def ask() -> T:
            with self._house.engine.connect() as conn:
                return question(conn)

        return await asyncio.to_thread(ask)

    async def _work(self, work: Callable[[], T]) -> T:
        return await asyncio.wrap_future(self._teaching.examine(work))


def _drawn(given: GivenExam, handle: str, seed: int, given_by: str) -> ExamSitting:
    """A sitting with the tasks of this seed; it has not begun."""
    if given.school != SCHOOL:
        raise _other(f"its tasks are drawn by school {given.school}; this is school {SCHOOL}")
    rules = _of_games(given.games)
    return replace(begin(given.exam, rules, handle, seed, 0, examiner=name(given_by)), games=given.games)


def _rules(sitting: ExamSitting) -> dict[str, Rules]:
    """The games of a sitting as they were when the exam was given."""
    if sitting.school != SCHOOL:
        raise _other(f"its tasks were drawn by school {sitting.school}; this is school {SCHOOL}")
    return _of_games(sitting.games)


def _of_games(games: tuple[ExamGame, ...]) -> dict[str, Rules]:
    try:
        return rules_of(games)
    except BadExam as error:
        raise _other(str(error)) from None


def _other(why: str) -> RefusedAct:
    return refuse("other_school", "this exam was given with other rules than those that are here", given=why)


def _moment(sitting: ExamSitting, asked: int, now: int) -> int:
    """The moment of a request that came at `asked` and had to wait for its turn: as it came, but not before what has
    been seen since. A clock that was set back is believed, and `tick` puts it right."""
    seen = sitting.started + sitting.reached - sitting.shift
    return min(max(asked, seen), now)


def _over(found: KeptSitting) -> RefusedAct:
    minutes = f"{found.sitting.exam.minutes} minutes"
    return refuse("exam_over", "this exam has ended; what was answered before counts", allowed=minutes)


def no_sitting(number: int) -> RefusedAct:
    return refuse("no_sitting", "there is no such sitting", given=number, allowed="a number from /api/v1/school/exams")
