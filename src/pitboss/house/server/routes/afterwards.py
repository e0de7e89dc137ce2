"""What one wants to know afterwards: one's own rounds with what they were to bring and what mistakes cost, and the
decisions of a round with the worth of every choice."""

import asyncio
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta
from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response

from pitboss.cards.deck import UNKNOWN
from pitboss.house.audit import queries
from pitboss.house.audit.queries import RoundLine
from pitboss.house.audit.trouble import AuditTrouble
from pitboss.house.coaching.afterwards import Reckoned, RoundsKnown, mark_of
from pitboss.house.coaching.looking_back import PastCards, PastDecision
from pitboss.house.coaching.worker import done_within
from pitboss.house.server.access import Signed
from pitboss.house.server.desk import Desk
from pitboss.house.server.endpoints import Endpoints, answer
from pitboss.house.server.routes.coach import PATIENCE, WORKING
from pitboss.house.server.routes.rounds import RoundNumber
from pitboss.house.server.routes.tables import Number
from pitboss.house.server.speaking import asked_in, in_language
from pitboss.lab.regret.worths import worths
from pitboss.messages.afterwards import (
    Counting,
    DecisionMarked,
    DecisionVerdict,
    ReckonedSum,
    Reckoning,
    RoundDecisions,
    RoundReckoned,
)
from pitboss.messages.odds import Working
from pitboss.odds.request import MAIN, base_of, unit
from pitboss.odds.result import exactly
from pitboss.rulebook.book import book
from pitboss.rulebook.folders import games
from pitboss.wording.choices import label

if TYPE_CHECKING:
    from concurrent.futures import Future

    from pitboss.odds.advice import Advice

routes = Endpoints("rounds")

Moment = Annotated[int, Meta(ge=0, le=2**53, description="Cleared then or later: milliseconds since 1970.")]


@routes.get("/me/reckoning", 401, 422)
async def my_reckoning(
    desk: Desk,
    session: Signed,
    game: Annotated[str, Meta(max_length=80, description="Only rounds of this game, by its id.")] = "",
    table: Annotated[int, Meta(ge=0, le=2**53, description="Only rounds of this table; 0: all.")] = 0,
    since: Moment = 0,
    until: Annotated[int, Meta(ge=0, le=2**53, description="Cleared before then; 0: no end.")] = 0,
    result: Annotated[Literal["", "won", "lost"], Meta(description="Only rounds that brought this.")] = "",
    before: Annotated[str, Meta(max_length=80, description="`next` of the page before.")] = "",
    limit: Annotated[int, Meta(ge=1, le=1000)] = 200,
) -> Reckoning:
    """Your rounds with your cards, what they were to bring under the best play and what mistakes gave away. What is
    still being counted is told as such: ask again."""
    mine = desk.permits(session, "coach")
    handle = mine.person.handle

    lines = await own_rounds(desk, handle, game, table, since, until, result, before, limit)
    over = [line for line in lines if line.cleared_at is not None]
    known = await reckoned(desk, over, handle)

    def tell() -> Reckoning:
        kinds = sorted({line.practice for line in over})
        return Reckoning(
            on=desk.coach.on,
            rounds=[_round(line, handle, known) for line in over],
            sums=[_sum(kind, over, handle, known) for kind in kinds],
            waiting=sum((line.chain, line.round) not in known.done for line in over),
            next=lines[-1].cursor if len(lines) == limit else None,
            session_since=mine.created_at,
        )

    return await asyncio.to_thread(tell)  # a thousand rounds take a moment


async def own_rounds(
    desk: Desk, handle: str, game: str, table: int, since: int, until: int, result: str, before: str, limit: int
) -> list[RoundLine]:
    """This person's rounds that are over and fit, the one that ended last first."""

    def ask(conn: Connection) -> list[RoundLine]:
        return queries.rounds(
            conn,
            patron=handle,
            game=game or None,
            table=table or None,
            since=since or None,
            until=until or None,
            result=result or None,
            before=before,
            limit=limit,
            ended=True,
        )

    found: list[RoundLine] = await desk.read(ask)
    return found


async def reckoned(desk: Desk, lines: list[RoundLine], handle: str) -> RoundsKnown:
    """Has more of them counted, and waits a moment for the answers."""
    afterwards = desk.afterwards
    wanted = afterwards.wanted(lines, handle)
    if wanted:
        afterwards.begin(wanted, await desk.read(lambda conn: afterwards.read(conn, wanted, handle)), handle)
    loop = asyncio.get_running_loop()
    until = loop.time() + PATIENCE
    known = afterwards.known(lines, handle)
    while known.awaited is not None and await done_within(known.awaited, until - loop.time()):
        known = afterwards.known(lines, handle)
    return known


@routes.get("/tables/{id}/coach/verdict", 401, 404, 409, 422, also=WORKING)
async def verdict(
    desk: Desk,
    id: Number,
    seat: Annotated[int, Meta(ge=1, le=20, description="Your own position.")],
    request: Request,
    session: Signed,
) -> Annotated[Response, DecisionVerdict]:
    """Your last decision at this table: what each choice was worth by what you saw then. It is told when the decision
    has been made, never before."""
    handle = desk.permits(session, "coach").person.handle
    made = desk.coach.decided(desk.table(id), handle, seat)
    future = desk.coach.advisor.advice(made.spot)
    if not await done_within(future, PATIENCE):
        return answer(Working(), 202)
    told = DecisionVerdict(made.round, marked(PastDecision(0, made.seat, made.choice, made.clock, made.spot), future))
    return answer(in_language(told, asked_in(request.scope)))


@routes.get("/tables/{id}/rounds/{number}/decisions", 401, 404, 422)
async def round_decisions(desk: Desk, id: Number, number: RoundNumber, session: Signed) -> RoundDecisions:
    """Your own decisions in a round that is over: what each choice was worth by what you saw then, and what yours gave
    away. Nothing of others' decisions, and nothing while the round is played."""
    handle = desk.permits(session, "coach").person.handle

    def ask(conn: Connection) -> tuple[PastDecision, ...]:
        line = queries.round_line(conn, id, number)
        if line.cleared_at is None or all(hand.player != handle for hand in line.hands):
            return ()
        try:
            return desk.afterwards.one(conn, line, handle).decisions
        except (AuditTrouble, LookupError):
            return ()  # its game is not here any more

    made = await desk.read(ask) if desk.coach.on else ()
    futures = [desk.coach.advisor.advice(each.spot) for each in made]
    loop = asyncio.get_running_loop()
    until = loop.time() + PATIENCE
    for future in futures:
        await done_within(future, until - loop.time())
    told = [marked(each, future) for each, future in zip(made, futures, strict=True)]
    return RoundDecisions(desk.coach.on, sum(each.state == "working" for each in told), told)


# --- in words and figures -------------------------------------------------------------------------------------------


def marked(made: PastDecision, future: "Future[Advice | None]") -> DecisionMarked:
    """A decision with its mark, or that it is not known yet."""
    spot = made.spot
    rules, seen = spot.rules, spot.seen
    step = next(s for s in rules.script(rules.terms.procedure) if s.name == seen.step)
    named = {choice.name: label(rules, choice) for choice in step.choices}
    advice, state = _answer(future)
    cost = advice.cost(made.choice) if advice is not None else Fraction(0)
    return DecisionMarked(
        seq=made.seq,
        seat=made.seat,
        step=seen.step,
        choice=made.choice,
        label=named[made.choice],
        clock=made.clock,
        cards=list(seen.seats[made.seat - 1].cards),
        board=[card for card in seen.community if card != UNKNOWN],
        state=state,
        unit=unit(rules.terms.game, MAIN, base_of(rules.terms.game, MAIN)),
        stake=spot.stake,
        mark=mark_of(cost).value if advice is not None else None,
        best=named[advice.best.choice] if advice is not None else "",
        cost=exactly(cost),
        cost_percent=float(100 * cost),
        cost_cents=float(cost * spot.stake),
        choices=worths(rules, advice, spot.stake) if advice is not None else [],
    )


def _answer(future: "Future[Advice | None]") -> "tuple[Advice | None, Counting]":
    if not future.done() or future.cancelled():
        return None, "working"
    if future.exception() is not None or (advice := future.result()) is None:
        return None, "unknown"
    return advice, "ready"


def _round(line: RoundLine, handle: str, known: RoundsKnown) -> RoundReckoned:
    where = (line.chain, line.round)
    found = known.done.get(where)
    cards = found.cards if found is not None else known.cards.get(where, PastCards())
    own = [hand for hand in line.hands if hand.player == handle]
    expected = found.expected if found is not None else None
    state: Counting = "working" if found is None else "unknown" if expected is None else "ready"
    cost = found.cost if found is not None else Fraction(0)
    return RoundReckoned(
        table=line.chain,
        name=line.table,
        game=line.game,
        title=book(line.game).title if line.game in games() else line.game,
        round=line.round,
        at=line.cleared_at or line.opened_at,
        void=line.void,
        practice=line.practice,
        irregularities=line.irregularities,
        wagered=sum(hand.wagered for hand in own),
        returned=sum(hand.returned for hand in own),
        net=_net(line, handle),
        cards=[list(held) for _, held in cards.seats],
        dealer=list(cards.dealer),
        community=list(cards.community),
        state=state,
        decisions=found.decisions if found is not None else 0,
        mistakes=found.mistakes if found is not None else 0,
        worst=found.worst.value if found is not None and found.worst is not None else None,
        cost=exactly(cost),
        cost_cents=float(cost),
        expected=exactly(expected) if expected is not None else None,
        expected_cents=float(expected or 0),
        luck_cents=float(_luck(line, handle, found)),
        deviation_cents=found.deviation if found is not None else 0.0,
    )


def _net(line: RoundLine, handle: str) -> int:
    """What his positions in the round brought him."""
    return sum(hand.returned - hand.wagered for hand in line.hands if hand.player == handle)


def _luck(line: RoundLine, handle: str, found: Reckoned | None) -> Fraction:
    """Result = expected - given away + luck; none where nothing is compared."""
    if found is None or found.expected is None:
        return Fraction(0)
    return _net(line, handle) - found.expected + found.cost


def _sum(practice: bool, lines: list[RoundLine], handle: str, known: RoundsKnown) -> ReckonedSum:
    """The exact sums of the rounds of one kind of chips."""
    net = not_compared = compared = decisions = mistakes = 0
    expected = cost = luck = Fraction(0)
    variance = 0.0
    some = [line for line in lines if line.practice is practice]
    for line in some:
        brought = _net(line, handle)
        net += brought
        found = known.done.get((line.chain, line.round))
        decisions += found.decisions if found is not None else 0
        mistakes += found.mistakes if found is not None else 0
        if found is None or found.expected is None:
            not_compared += brought
            continue
        compared += 1
        expected += found.expected
        cost += found.cost
        luck += _luck(line, handle, found)
        variance += found.deviation**2
    return ReckonedSum(
        practice=practice,
        rounds=len(some),
        net=net,
        compared=compared,
        expected_cents=float(expected),
        cost_cents=float(cost),
        luck_cents=float(luck),
        not_compared_cents=not_compared,
        deviation_cents=variance**0.5,
        decisions=decisions,
        mistakes=mistakes,
    )
