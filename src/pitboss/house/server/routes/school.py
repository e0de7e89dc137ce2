"""The school: tasks of the engine, answers judged by it, where one stands, and a class. A task is made and an answer is
judged in the school's own thread; no solution leaves the house before the answer."""

import asyncio
import secrets
from typing import TYPE_CHECKING, Annotated, TypeVar, get_args

from msgspec import Meta
from msgspec.structs import asdict, replace
from starlette.requests import Request
from starlette.responses import Response

from pitboss.felt.drawing import felt
from pitboss.games import usual
from pitboss.house.coaching.worker import done_within
from pitboss.house.people.sessions import Session
from pitboss.house.schooling import answers
from pitboss.house.schooling.answers import KeptAnswer, TopicSum
from pitboss.house.schooling.standing import Progress, TopicPractice, key_of, progress
from pitboss.house.schooling.streaks import VALUED, lost, of_players, summed
from pitboss.house.schooling.teaching import unfit
from pitboss.house.server.access import Signed
from pitboss.house.server.desk import Desk
from pitboss.house.server.endpoints import SAME, AnswerShown, Endpoints, answer
from pitboss.house.server.errors import safe
from pitboss.house.server.routes.felt import SVG, TITLE
from pitboss.house.server.routes.rulebook import GameName, known_game
from pitboss.house.server.web_files import DRAWING, TYPES, Sendable, sendable, sent
from pitboss.lab.strategies.written import AppliedRule
from pitboss.messages.odds import Working
from pitboss.messages.school import (
    LARGEST_SEED,
    ClassShown,
    DrillShown,
    NeededShown,
    PlayerSums,
    RuleTaught,
    SchoolGame,
    SchoolShown,
    StrategyTaught,
    TaskAnswered,
    TaskShown,
    TopicShown,
    Trainee,
    TraineeTopic,
    VerdictShown,
)
from pitboss.messages.tasks import Audience, DrillTask, TaskName, Topic, UnfitAnswer, UnknownTask
from pitboss.odds.request import MAIN, base_of, unit
from pitboss.odds.result import exactly
from pitboss.rulebook.book import book
from pitboss.rulebook.folders import games as known_games
from pitboss.school.drills import DRILLS
from pitboss.school.memory import TopicKey
from pitboss.school.ruled import in_words
from pitboss.table.refusals import refuse
from pitboss.table.rules import Rules

if TYPE_CHECKING:
    from pitboss.lab.strategies.taught import TaughtStrategy

T = TypeVar("T")
Curricula = dict[str, dict[str, tuple[Topic, ...]]]
"""The topics by game and drill."""

LONGEST_NAME = 80
LAST_PLACE = 1_000
NEEDED = 12
"""Topics that are told as most needed, for dealers and for players."""
AUDIENCES: tuple[Audience, ...] = get_args(Audience)
PATIENCE = 3.0
"""Seconds for which a task or a verdict is waited for before the page is told to ask again."""
WORKED_OUT = "what the choices of this game are worth"
WORKING = {202: AnswerShown("Being worked out, and nothing was counted; ask again.", Working)}
Word = Annotated[str, Meta(max_length=LONGEST_NAME)]
Seed = Annotated[
    int, Meta(ge=0, le=LARGEST_SEED, description="Of a task you know by its name; else the house draws one.")
]
Place = Annotated[int, Meta(ge=0, le=LAST_PLACE, description="Which task of a series.")]

routes = Endpoints("school", "/api/v1/school")


@routes.get("", 401, 403, 422)
async def school(desk: Desk, session: Signed) -> SchoolShown:
    """What there is to learn in each game, and where you stand."""
    mine = desk.permits(session, "study")
    found = await _curricula(desk)
    known, now = await _progress(desk, mine), desk.house.clock()
    games = [
        SchoolGame(game, book(game).title, [_drill(game, drill, some, known, now) for drill, some in drills.items()])
        for game, drills in found.items()
        if drills
    ]
    return SchoolShown(games, [each for whose in AUDIENCES for each in _needed(found, known, now, whose)], now)


@routes.get("/task", 401, 403, 404, 422, 429, also=WORKING)
async def school_task(
    desk: Desk,
    session: Signed,
    game: Word = "",
    drill: Word = "",
    topic: Word = "",
    audience: Audience | None = None,
    seed: Seed | None = None,
    place: Place = 0,
) -> Annotated[Response, TaskShown]:
    """A task: of this game, drill and topic, for dealers or for players; of what is left open, what you need most."""
    mine = desk.permits(session, "study")
    found = await _curricula(desk, known_game(game) if game else "")
    known = await _progress(desk, mine)
    key = TopicKey(game, drill, topic)
    if not (game and drill and topic):
        key = _chosen(found, key, known, desk.house.clock(), audience)
    name = TaskName(key.game, key.drill, key.topic, secrets.randbelow(LARGEST_SEED) if seed is None else seed, place)
    future = desk.teaching.task(name)
    if not await done_within(future, PATIENCE):
        return answer(Working(WORKED_OUT), 202)
    made: DrillTask = await _answered(asyncio.wrap_future(future))
    about = _topic_of(found, name)
    told = TaskShown(made, DRILLS[name.drill].title, about.title, list(about.clauses), name in known.tasks)
    return answer(told)


@routes.post("/answers", 400, 401, 403, 404, 409, 413, 422, 429, also=WORKING)
async def school_answer(desk: Desk, asked: TaskAnswered, session: Signed) -> Annotated[Response, VerdictShown]:
    """Your answer to a task is judged and counted once, however often it is sent."""
    mine = desk.permits(session, "study")
    handle, name = mine.person.handle, asked.name
    known_game(name.game)
    if not (0 <= name.seed <= LARGEST_SEED and 0 <= name.place <= LAST_PLACE):
        raise _no_task("no task has such a number", f"seeds up to {LARGEST_SEED}, places up to {LAST_PLACE}")
    found = await _curricula(desk, name.game)
    making, judging = desk.teaching.task(name), desk.teaching.verdict(name, asked.answer)
    if not await done_within(judging, PATIENCE):
        return answer(Working(WORKED_OUT), 202)
    task: DrillTask = await _answered(asyncio.wrap_future(making))
    verdict = await _answered(asyncio.wrap_future(judging))
    now = desk.house.clock()
    made = answers.answered(handle, asked.id, name, asked.answer, verdict, asked.took, now)
    try:
        counted = await desk.house.writer.write(lambda conn: answers.keep(conn, made))
    except desk.house.writer.conflicts:
        counted = False  # another process has kept it at the same moment
    known = await _progress(desk, mine)
    told = VerdictShown(
        right=verdict.right,
        missteps=list(verdict.missteps),
        solution=verdict.solution,
        words=verdict.words,
        why=list(verdict.why),
        worth=verdict.worth,
        counted=counted,
        standing=_topic(key_of(made), _topic_of(found, name), known, now),
        follows=task.follows,
    )
    return answer(told)


@routes.get("/decisions", 401, 403, 404, 422)
async def school_decisions(desk: Desk, session: Signed, game: Word = "") -> PlayerSums:
    """What your answers to exercises for players come to, of one game or of all: mistakes, right ones in a row, and
    what was given away. It is worked out from your answers each time."""
    mine = desk.permits(session, "study")
    wanted, handle = known_game(game) if game else "", mine.person.handle
    kept: list[KeptAnswer] = await desk.read(lambda conn: answers.of_person(conn, handle))
    own = of_players(kept, wanted)
    mistakes = [each for each in own if not each.right and each.name.game in known_games()][-VALUED:]
    again = [desk.teaching.again(each.name, each.answer) for each in mistakes]
    if again:
        await done_within(again[-1], PATIENCE)
    units, cents, waiting = lost(again)
    found = summed(own)
    return PlayerSums(
        answers=found.answers,
        mistakes=found.mistakes,
        streak=found.streak,
        longest=found.longest,
        cost=exactly(units),
        cost_percent=float(100 * units),
        cost_cents=float(cents),
        waiting=waiting,
    )


@routes.get("/strategies/{game}", 401, 403, 404, 409, 422, also=WORKING)
async def school_strategy(desk: Desk, game: GameName, session: Signed) -> Annotated[Response, StrategyTaught]:
    """The strategy of a game that is taught rule by rule, and what each rule saves: exactly, over all deals."""
    desk.permits(session, "study")
    known_game(game)
    begun = desk.teaching.costs(game)
    if not await done_within(begun.future, PATIENCE) or begun.future.cancelled():
        return answer(Working(WORKED_OUT, begun.done), 202)
    if isinstance(error := begun.future.exception(), ValueError):
        raise refuse("no_odds", "no strategy of this game can be taught", given=safe(str(error)))
    return answer(_strategy(usual(game), begun.future.result()))


@routes.get("/class", 401, 403, 422)
async def school_class(
    desk: Desk,
    session: Signed,
    since: Annotated[int, Meta(ge=0, le=2**53, description="Answers from then on: milliseconds since 1970.")] = 0,
) -> ClassShown:
    """Everybody with an account who has practised: right answers, pace, the weakest topics."""
    desk.permits(session, "see_class")
    found = await _curricula(desk)
    sums = await desk.read(lambda conn: answers.of_everybody(conn, since))
    guests = {each.handle for each in sums if each.guest}
    people: dict[str, list[TopicSum]] = {}
    for each in sums:
        if not each.guest:
            people.setdefault(each.handle, []).append(each)
    together = _together([each for some in people.values() for each in some])
    return ClassShown(
        trainees=[_trainee(found, handle, some) for handle, some in people.items()],
        topics=_weakest(found, together),
        guests=len(guests),
    )


@routes.get("/felt/{game}", 401, 404, 422, also={200: SVG, **SAME})
async def school_felt(desk: Desk, game: GameName, request: Request, _: Signed) -> Response:
    """The layout on which the tasks of a game lie."""
    known_game(game)
    kept: dict[str, Sendable] = desk.kept["school felts"]
    if game not in kept:
        drawn = TITLE.sub("", felt(usual(game), ornament=True))
        kept[game] = sendable(drawn.encode(), TYPES[".svg"], DRAWING)
    return sent(request, kept[game])


# --- what is asked of the thread and the store --------------------------------------------------------------------


async def _curricula(desk: Desk, only: str = "") -> Curricula:
    wanted = [only] if only else list(known_games())
    return await asyncio.wrap_future(desk.teaching.curricula(wanted))


async def _progress(desk: Desk, mine: Session) -> Progress:
    handle = mine.person.handle
    found: Progress = await desk.read(lambda conn: progress(answers.of_person(conn, handle)))
    return found


async def _answered(made: "asyncio.Future[T]") -> T:
    """What the thread has made, or why there is no such task or answer."""
    try:
        return await made
    except UnknownTask as error:
        raise _no_task(str(error), "a task of /api/v1/school/task") from None
    except UnfitAnswer as error:
        raise unfit(error) from None


def _no_task(why: str, allowed: str) -> Exception:
    return refuse("no_task", safe(why), allowed=allowed)


# --- in words and figures -------------------------------------------------------------------------------------------


def _keys(found: Curricula, whose: Audience | None = None) -> list[TopicKey]:
    return [
        TopicKey(game, drill, topic.id)
        for game, drills in found.items()
        for drill, some in drills.items()
        if whose in (None, DRILLS[drill].audience)
        for topic in some
    ]


def _needed(found: Curricula, known: Progress, now: int, whose: Audience) -> list[NeededShown]:
    needs = known.needed(_keys(found, whose), now, NEEDED)
    return [NeededShown(key.game, key.drill, key.topic, whose, why) for key, why in needs]


def _chosen(found: Curricula, wanted: TopicKey, known: Progress, now: int, whose: Audience | None) -> TopicKey:
    """Of the topics that fit what is asked for, the one that is needed most; not the same twice running where there is
    another."""
    asked = asdict(wanted)
    there = _keys(found, whose)
    fitting = [each for each in there if all(asked[at] in ("", part) for at, part in asdict(each).items())]
    if not fitting:
        raise _no_task(f"there is nothing to practise under {wanted.drill or wanted.game}", ", ".join(DRILLS))
    before = key_of(known.last) if known.last is not None else None
    needs = [key for key, _ in known.needed(fitting, now, 2)]
    return needs[-1] if needs[0] == before else needs[0]


def _topic_of(found: Curricula, name: TaskName) -> Topic:
    return next(each for each in found[name.game][name.drill] if each.id == name.topic)


def _topic(key: TopicKey, topic: Topic, known: Progress, now: int) -> TopicShown:
    practice = known.practice.get(key, TopicPractice())
    return TopicShown(
        topic=topic.id,
        title=topic.title,
        clauses=list(topic.clauses),
        answers=practice.answers,
        right=practice.right,
        recent=list(practice.recent),
        accuracy=practice.accuracy,
        pace=practice.pace,
        last=practice.last,
        due=known.due(key, now),
    )


def _drill(game: str, drill: str, some: tuple[Topic, ...], known: Progress, now: int) -> DrillShown:
    row = DRILLS[drill]
    shown = [_topic(TopicKey(game, drill, each.id), each, known, now) for each in some]
    return DrillShown(drill, row.title, row.about, row.audience, shown)


def _strategy(rules: Rules, found: "TaughtStrategy") -> StrategyTaught:
    name = rules.game.id
    told = [
        RuleTaught(
            decision=each.decision,
            title=rules.guide(each.decision, rules.terms.procedure).title,
            number=each.number,
            words=in_words(rules, each.decision, AppliedRule(each.number, each.when, each.do)),
            cost=exactly(each.cost),
            cost_percent=float(100 * each.cost),
        )
        for each in found.rules
    ]
    unit_ = unit(name, MAIN, base_of(name, MAIN))
    return StrategyTaught(name, found.title, unit_, exactly(found.best), float(100 * found.best), told)


def _weakest(found: Curricula, sums: list[TopicSum]) -> list[TraineeTopic]:
    """The topics with their titles, those with the smallest share of right answers first."""
    titles = {
        (game, drill, topic.id): topic.title
        for game, drills in found.items()
        for drill, some in drills.items()
        for topic in some
    }
    ordered = sorted(sums, key=lambda each: (each.right / each.answers, -each.answers))
    return [
        TraineeTopic(
            each.game,
            each.drill,
            each.topic,
            titles.get((each.game, each.drill, each.topic), each.topic),
            each.answers,
            each.right,
            each.took,
            each.last,
        )
        for each in ordered
    ]


def _trainee(found: Curricula, handle: str, sums: list[TopicSum]) -> Trainee:
    count = sum(each.answers for each in sums)
    return Trainee(
        handle=handle,
        answers=count,
        right=sum(each.right for each in sums),
        pace=round(sum(each.took for each in sums) / count),
        last=max(each.last for each in sums),
        topics=_weakest(found, sums),
    )


def _together(sums: list[TopicSum]) -> list[TopicSum]:
    """The sums of several people, by topic."""
    found: dict[tuple[str, str, str], TopicSum] = {}
    for each in sums:
        key = (each.game, each.drill, each.topic)
        before = found.get(key)
        found[key] = (
            each
            if before is None
            else replace(
                before,
                answers=before.answers + each.answers,
                right=before.right + each.right,
                took=before.took + each.took,
                last=max(before.last, each.last),
            )
        )
    return list(found.values())
