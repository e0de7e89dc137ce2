"""Accounts of people, for those who manage them."""

from fastapi import APIRouter

from pitboss.house.money.accounts import PRACTICE, REAL
from pitboss.house.people import accounts as known
from pitboss.house.people.accounts import Account
from pitboss.house.people.permits import acting_for
from pitboss.house.server import models as m
from pitboss.house.server.access import Permits, SessionId, Signed, Who
from pitboss.house.server.desk import Desk
from pitboss.house.server.errors import problems
from pitboss.house.server.routes.people import shown as session_shown
from pitboss.table.refusals import refuse

ALL = problems(400, 401, 403, 404, 409, 413, 422)


def router(desk: Desk) -> APIRouter:
    routes = APIRouter(prefix="/api/v1", tags=["accounts"])
    permits = Permits(desk)
    people = desk.people

    def shown(account: Account) -> m.AccountShown:
        person = account.person
        return m.AccountShown(
            handle=person.handle, roles=list(person.roles), guest=person.guest, disabled=person.disabled,
            locked=account.locked(desk.house.clock()), created_at=person.created_at,
            balance=desk.balance(person.handle, REAL), practice=desk.balance(person.handle, PRACTICE),
        )  # fmt: skip

    async def one(handle: str) -> Account:
        found: Account = await desk.read(lambda conn: known.existing(conn, handle))
        return found

    @routes.get("/accounts", responses=problems(401, 403, 422))
    async def accounts(session: Signed) -> list[m.AccountShown]:
        """Everybody with an account, guests too."""
        permits(session, "see_accounts")
        return [shown(each) for each in await desk.read(known.everyone)]

    @routes.post("/accounts", status_code=201, responses=ALL)
    async def create_account(asked: m.AccountAsked, session: Signed) -> m.AccountShown:
        """Make an account. (Without an id a second request finds the name taken.)"""
        by = acting_for(permits(session, "manage_accounts").person, "manage_accounts")
        person = await people.create(asked.handle, asked.roles, asked.password, by, act_id=asked.id)
        return shown(await one(person.handle))

    @routes.patch("/accounts/{handle:path}", responses=ALL)
    async def change_account(handle: Who, asked: m.AccountChange, session: Signed) -> m.AccountShown:
        """Give roles, disable or enable, or set a new password, which ends every session: all or nothing."""
        by = acting_for(permits(session, "manage_accounts").person, "manage_accounts")
        found = (await one(handle)).person.handle
        if asked.roles is None and asked.disabled is None and asked.password is None:
            raise refuse("shape", "nothing is to be changed", allowed="roles, disabled, password")
        await people.change(
            found, by, roles=asked.roles, password=asked.password, disabled=asked.disabled, act_id=asked.id
        )
        return shown(await one(found))

    @routes.get("/accounts/{handle:path}/sessions", responses=problems(401, 403, 404, 422))
    async def account_sessions(handle: Who, session: Signed) -> list[m.SessionShown]:
        """Where somebody is logged in."""
        asking = permits(session, "see_accounts")
        found = (await one(handle)).person.handle
        return [session_shown(each, asking) for each in await people.sessions_of(found)]

    @routes.delete("/accounts/{handle:path}/sessions/{sid}", status_code=204, responses=problems(401, 403, 404, 422))
    async def end_session(handle: Who, sid: SessionId, session: Signed) -> None:
        """End a session of somebody."""
        by = permits(session, "revoke_sessions")
        owner = (await one(handle)).person.handle
        found = next((each for each in await people.sessions_of(owner) if each.id == sid), None)
        if found is None:
            raise refuse("no_session", "there is no such session", allowed="an id from the list")
        await people.revoke(found.id, acting_for(by.person, "revoke_sessions"))

    return routes
