"""What is set aside to reset the meters. Moving it takes two people, as changing a meter's terms does."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Path

from pitboss.house.money.accounts import PRACTICE, REAL, accounts_of
from pitboss.house.money.reserves import ReserveMove
from pitboss.house.people.permits import acting_for
from pitboss.house.server import models as m
from pitboss.house.server.access import Permits, Signed, granted
from pitboss.house.server.desk import Desk
from pitboss.house.server.errors import problems
from pitboss.house.server.routes.staff import NOBODY
from pitboss.table.people import name

Waiting = Annotated[int, Path(ge=1, le=2**53, description="The number of a proposal.")]
ALL = problems(400, 401, 403, 404, 409, 413, 422)


def router(desk: Desk) -> APIRouter:
    routes = APIRouter(prefix="/api/v1", tags=["meters"])
    permits = Permits(desk)
    house = desk.house

    @routes.get("/reserves", responses=problems(401, 403, 422))
    async def reserves(session: Signed) -> m.ReservesShown:
        """What is set aside for each meter and what is in it now, and the moves that wait for another person."""
        permits(session, "see_money")
        waiting = [shown(each) for each in await house.reserves.waiting()]
        bank = house.bank
        meters = {meter: accounts_of(bank.is_practice(meter)) for meter in sorted(bank.meters)}
        return m.ReservesShown(
            reserves={meter: bank.balance(own.reserve(meter)) for meter, own in meters.items()},
            pools={meter: bank.balance(own.pool(meter)) for meter, own in meters.items()},
            practice=[meter for meter, own in meters.items() if own.practice],
            cage=bank.balance(REAL.cage),
            practice_cage=bank.balance(PRACTICE.cage),
            proposals=waiting,
        )

    @routes.post("/reserves", status_code=201, responses=ALL)
    async def propose_reserve(asked: m.ReserveAsked, session: Signed) -> m.ReserveMoveShown:
        """Propose to move money between the cage and the reserve of a meter; another person approves it."""
        by = acting_for(permits(session, "propose_reserve").person, "propose_reserve")
        made = await house.reserves.propose(asked.giver, asked.to, asked.cents, by, asked.reason, asked.id)
        return shown(granted(made))

    @routes.post("/reserves/{number}/approve", responses=ALL)
    async def approve_reserve(number: Waiting, asked: m.OnlyId, session: Signed) -> m.Moved:
        """Approve what somebody else has proposed: the money moves at once."""
        waiting = (name(each.proposed_by) for each in await house.reserves.waiting() if each.id == number)
        person = permits(session, "adjust_reserve", proposer=next(waiting, NOBODY)).person
        by = acting_for(person, "adjust_reserve")
        return m.Moved(row=granted(await house.reserves.approve(number, by, asked.id)), balance=None)

    @routes.post("/reserves/{number}/withdraw", responses=ALL)
    async def withdraw_reserve(number: Waiting, asked: m.OnlyId, session: Signed) -> m.Moved:
        """Withdraw a proposal to move a reserve."""
        by = acting_for(permits(session, "withdraw_reserve").person, "withdraw_reserve")
        return m.Moved(row=granted(await house.reserves.withdraw(number, by, asked.id)), balance=None)

    return routes


def shown(found: ReserveMove) -> m.ReserveMoveShown:
    told = msgspec.structs.asdict(found)
    return m.ReserveMoveShown(**{"from": told.pop("giver"), "to": told.pop("taker"), **told})
