"""What is set aside to reset the meters. Moving it takes two people, as changing a meter's terms does."""

from typing import Annotated

from msgspec import Meta

from pitboss.house.money.accounts import PRACTICE, REAL, accounts_of
from pitboss.house.money.reserves import ReserveMove
from pitboss.house.people.permits import acting_for
from pitboss.house.server.access import Signed, granted
from pitboss.house.server.answers import ReservesShown
from pitboss.house.server.desk import Desk
from pitboss.house.server.endpoints import CHANGES, Endpoints
from pitboss.house.server.routes.staff import NOBODY
from pitboss.messages.base import OnlyId
from pitboss.messages.money import Moved, ReserveAsked
from pitboss.table.people import name

Waiting = Annotated[int, Meta(ge=1, le=2**53, description="The number of a proposal.")]

routes = Endpoints("meters")


@routes.get("/reserves", 401, 403, 422)
async def reserves(desk: Desk, session: Signed) -> ReservesShown:
    """What is set aside for each meter and what is in it now, and the moves that wait for another person."""
    desk.permits(session, "see_money")
    waiting = await desk.house.reserves.waiting()
    bank = desk.house.bank
    meters = {meter: accounts_of(bank.is_practice(meter)) for meter in sorted(bank.meters)}
    return ReservesShown(
        reserves={meter: bank.balance(own.reserve(meter)) for meter, own in meters.items()},
        pools={meter: bank.balance(own.pool(meter)) for meter, own in meters.items()},
        practice=[meter for meter, own in meters.items() if own.practice],
        cage=bank.balance(REAL.cage),
        practice_cage=bank.balance(PRACTICE.cage),
        proposals=waiting,
    )


@routes.post("/reserves", *CHANGES, status=201)
async def propose_reserve(desk: Desk, asked: ReserveAsked, session: Signed) -> ReserveMove:
    """Propose to move money between the cage and the reserve of a meter; another person approves it."""
    by = acting_for(desk.permits(session, "propose_reserve").person, "propose_reserve")
    made = await desk.house.reserves.propose(asked.giver, asked.to, asked.cents, by, asked.reason, asked.id)
    found: ReserveMove = granted(made)
    return found


@routes.post("/reserves/{number}/approve", *CHANGES)
async def approve_reserve(desk: Desk, number: Waiting, asked: OnlyId, session: Signed) -> Moved:
    """Approve what somebody else has proposed: the money moves at once."""
    waiting = (name(each.proposed_by) for each in await desk.house.reserves.waiting() if each.id == number)
    person = desk.permits(session, "adjust_reserve", proposer=next(waiting, NOBODY)).person
    by = acting_for(person, "adjust_reserve")
    return Moved(row=granted(await desk.house.reserves.approve(number, by, asked.id)), balance=None)


@routes.post("/reserves/{number}/withdraw", *CHANGES)
async def withdraw_reserve(desk: Desk, number: Waiting, asked: OnlyId, session: Signed) -> Moved:
    """Withdraw a proposal to move a reserve."""
    by = acting_for(desk.permits(session, "withdraw_reserve").person, "withdraw_reserve")
    return Moved(row=granted(await desk.house.reserves.withdraw(number, by, asked.id)), balance=None)
