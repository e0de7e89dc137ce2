"""The coach: what each choice is worth before the act, and what was given away after it."""

import asyncio
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from pitboss.house.coaching.advising import CoachedDecision
from pitboss.house.coaching.counting import statistics
from pitboss.house.coaching.worker import done_within
from pitboss.house.people.sessions import Session
from pitboss.house.server.access import Signed
from pitboss.house.server.desk import Desk
from pitboss.house.server.endpoints import AnswerShown, Endpoints, answer
from pitboss.house.server.routes.tables import Number
from pitboss.house.server.speaking import asked_in, in_language
from pitboss.lab.regret.worths import worths
from pitboss.messages.odds import Coached, CoachStatistics, Mistake, Working
from pitboss.odds.request import MAIN, base_of, unit
from pitboss.odds.result import exactly
from pitboss.table.refusals import refuse

if TYPE_CHECKING:
    from pitboss.house.coaching.watching import Decision, Judged
    from pitboss.odds.advice import Advice

PATIENCE = 0.5
"""Seconds for which an answer is waited for before the page is told to ask again."""
REVIEWED = 100
"""Mistakes that are listed."""

WORKING = {202: AnswerShown("Being worked out; ask again.", Working)}

routes = Endpoints("coach")


@routes.get("/tables/{id}/coach", 401, 404, 409, 422, also=WORKING)
async def table_coach(
    desk: Desk,
    id: Number,
    seat: Annotated[int, Meta(ge=1, le=20, description="Your own position.")],
    request: Request,
    session: Signed,
) -> Annotated[Response, Coached]:
    """The exact worth of every choice you have now. It knows your own cards and what lies open, nothing else."""
    handle = desk.permits(session, "coach").person.handle
    table = desk.table(id)
    spot, seq = desk.coach.spot(table, handle, seat), table.now.number
    future = desk.coach.advisor.advice(spot)
    if not await done_within(future, PATIENCE) or future.cancelled():
        return answer(Working(), 202)
    if isinstance(error := future.exception(), ValueError):
        raise refuse("no_odds", "the worth of these choices cannot be counted exactly", given=str(error))
    advice = future.result()
    if advice is None:
        raise refuse("nothing_to_decide", "the cards of this position are not known", given=seat)
    return answer(in_language(coached(spot, advice, seq), asked_in(request.scope)))


@routes.get("/me/coach", 401, 422)
async def my_coach(desk: Desk, session: Signed) -> CoachStatistics:
    """Your decisions since you logged in: the mistakes, what they cost, and what was to be expected. Those with
    practice chips, or those with real ones: as where you decided last."""
    mine = desk.permits(session, "coach")
    return await _statistics(desk, mine, desk.coach.since)


@routes.get("/tables/{id}/coach/session", 401, 404, 422)
async def table_session(desk: Desk, id: Number, session: Signed) -> CoachStatistics:
    """The same as the process knows it that has this table: it counts what you decide at its tables, from when it has
    each (`since`)."""
    mine = desk.permits(session, "coach")
    table = desk.table(id)
    return await _statistics(desk, mine, max(desk.coach.since, desk.coach.watch.since(table)))


async def _statistics(desk: Desk, mine: Session, since: int) -> CoachStatistics:
    desk.coach.watch.coached.add(mine.person.handle)
    loop = asyncio.get_running_loop()
    until = loop.time() + PATIENCE
    person, awaited = desk.coach.watch.judge(mine.person.handle)
    while awaited is not None and await done_within(awaited, until - loop.time()):
        person, awaited = desk.coach.watch.judge(mine.person.handle)
    judged = person.since(mine.created_at) if person is not None else []
    waiting = len(person.pending) if person is not None else 0
    return counted(desk.coach.on, judged, waiting, since if since > mine.created_at else None)


# --- in words and figures -------------------------------------------------------------------------------------------


def coached(spot: CoachedDecision, advice: "Advice", seq: int) -> Coached:
    return Coached(
        game=advice.game,
        round=spot.seen.round,
        seq=seq,
        step=advice.step,
        clause=advice.clause,
        seat=spot.seat,
        cards=list(advice.cards),
        board=list(advice.board),
        base=advice.base,
        unit=unit(advice.game, MAIN, base_of(advice.game, MAIN)),
        stake=spot.stake,
        best=advice.best.choice,
        equal=list(advice.equal),
        choices=worths(spot.rules, advice, spot.stake),
    )


def counted(on: bool, judged: "list[Judged]", waiting: int, since: int | None = None) -> CoachStatistics:
    total = statistics(judged)
    mistakes = [made.mistake for made in reversed(judged) if made.mistake is not None]
    return CoachStatistics(
        on=on,
        decisions=total.decisions,
        mistakes=total.mistakes,
        cost_cents=float(total.cost),
        cost_percent=float(100 * total.cost / total.staked) if total.staked else 0.0,
        rounds=total.rounds,
        expected_cents=float(total.expected),
        actual_cents=total.actual,
        waiting=waiting,
        review=[reviewed(*mistake) for mistake in mistakes[:REVIEWED]],
        since=since,
    )


def reviewed(made: "Decision", advice: "Advice") -> Mistake:
    cost = advice.cost(made.choice)
    return Mistake(
        table=made.table,
        name=made.name,
        game=advice.game,
        round=made.round,
        seat=made.seat,
        step=advice.step,
        clause=advice.clause,
        cards=list(advice.cards),
        board=list(advice.board),
        base=advice.base,
        stake=made.spot.stake,
        choice=made.choice,
        clock=made.clock,
        best=advice.best.choice,
        cost=exactly(cost),
        cost_percent=float(100 * cost),
        cost_cents=float(cost * made.spot.stake),
        choices=worths(made.spot.rules, advice, made.spot.stake),
    )
