"""What one's decisions cost: the costliest first, and what was done again and again, in words."""

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta

from pitboss.house.audit.queries import RoundLine
from pitboss.house.coaching.afterwards import RoundsKnown, mark_of
from pitboss.house.coaching.costed import CostedDecision
from pitboss.house.server.access import Signed
from pitboss.house.server.desk import Desk
from pitboss.house.server.endpoints import Endpoints
from pitboss.house.server.routes.afterwards import Moment, own_rounds, reckoned
from pitboss.messages.afterwards import DecisionCosted, DecisionsReport, HabitTold
from pitboss.odds.request import MAIN, base_of, unit
from pitboss.odds.result import exactly
from pitboss.rulebook.book import book
from pitboss.school.habits import Habit, Where, habits
from pitboss.wording.hand_kinds import habit_words

routes = Endpoints("rounds")

COSTLIEST = 100
"""Decisions that are listed."""
Made = dict[Where, tuple[RoundLine, CostedDecision]]


@routes.get("/me/decisions", 401, 422)
async def my_decisions(
    desk: Desk,
    session: Signed,
    game: Annotated[str, Meta(max_length=80, description="Only rounds of this game, by its id.")] = "",
    table: Annotated[int, Meta(ge=0, le=2**53, description="Only rounds of this table; 0: all.")] = 0,
    since: Moment = 0,
    until: Annotated[int, Meta(ge=0, le=2**53, description="Cleared before then; 0: no end.")] = 0,
    result: Annotated[Literal["", "won", "lost"], Meta(description="Only rounds that brought this.")] = "",
    limit: Annotated[int, Meta(ge=1, le=1000)] = 200,
) -> DecisionsReport:
    """Your decisions that gave something away, the costliest first, and the mistakes you make again and again. Of the
    newest rounds that fit; what is still being counted is told as such: ask again."""
    handle = desk.permits(session, "coach").person.handle
    lines = await own_rounds(desk, handle, game, table, since, until, result, "", limit)
    over = [line for line in lines if line.cleared_at is not None]
    known = await reckoned(desk, over, handle)
    made = _made(over, known)
    wrong = sorted((each for each in made.values() if each[1].played.cost), key=_by_cost)
    return DecisionsReport(
        on=desk.coach.on,
        waiting=sum((line.chain, line.round) not in known.done for line in over),
        decisions=len(made),
        mistakes=len(wrong),
        costliest=[_costly(*each) for each in wrong[:COSTLIEST]],
        habits=[_told(habit, made, practice) for practice in (False, True) for habit in _habits(made, practice)],
    )


def _made(lines: list[RoundLine], known: RoundsKnown) -> Made:
    found: Made = {}
    for line in lines:
        done = known.done.get((line.chain, line.round))
        for each in done.made if done is not None else ():
            found[each.played.where] = (line, each)
    return found


def _by_cost(each: tuple[RoundLine, CostedDecision]) -> tuple[Fraction, int]:
    """The costliest first, of equal ones the latest."""
    line, made = each
    return -made.played.cost, -(line.cleared_at or line.opened_at)


def _habits(made: Made, practice: bool) -> list[Habit]:
    """Those of one kind of chips. What the clock chose is nobody's habit."""
    return habits([each.played for line, each in made.values() if line.practice is practice and not each.clock])


def _told(habit: Habit, made: Made, practice: bool) -> HabitTold:
    _, first = made[habit.examples[0]]
    return HabitTold(
        game=habit.game,
        title=book(habit.game).title,
        about=habit.kind,
        says=habit_words(first.nth, first.best, first.label, habit.times, habit.cases),
        times=habit.times,
        cases=habit.cases,
        cost=exactly(habit.cost),
        cost_cents=float(habit.cost),
        practice=practice,
        examples=[_costly(*made[where]) for where in habit.examples],
    )


def _costly(line: RoundLine, each: CostedDecision) -> DecisionCosted:
    played = each.played
    return DecisionCosted(
        table=line.chain,
        name=line.table,
        game=line.game,
        title=book(line.game).title,
        round=line.round,
        seq=played.where[2],
        at=line.cleared_at or line.opened_at,
        practice=line.practice,
        seat=each.seat,
        step=played.step,
        clock=each.clock,
        label=each.label,
        best=each.best,
        unit=unit(line.game, MAIN, base_of(line.game, MAIN)),
        cards=list(each.cards),
        board=list(each.board),
        dealer=list(each.dealer),
        mark=mark_of(each.cost).value,
        cost=exactly(each.cost),
        cost_percent=float(100 * each.cost),
        cost_cents=float(played.cost),
    )
