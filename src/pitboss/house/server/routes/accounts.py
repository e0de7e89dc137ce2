"""Accounts of people, for those who manage them."""

from pitboss.house.money.accounts import PRACTICE, REAL
from pitboss.house.people import accounts as known
from pitboss.house.people.accounts import Account
from pitboss.house.people.permits import acting_for
from pitboss.house.server.access import SessionId, Signed, Who
from pitboss.house.server.desk import Desk
from pitboss.house.server.endpoints import CHANGES, Endpoints
from pitboss.house.server.routes.people import shown as session_shown
from pitboss.messages.people import AccountAsked, AccountChange, AccountShown, SessionShown
from pitboss.table.refusals import refuse

routes = Endpoints("accounts")


def shown(desk: Desk, account: Account) -> AccountShown:
    person = account.person
    return AccountShown(
        handle=person.handle,
        roles=list(person.roles),
        guest=person.guest,
        disabled=person.disabled,
        locked=account.locked(desk.house.clock()),
        created_at=person.created_at,
        balance=desk.balance(person.handle, REAL),
        practice=desk.balance(person.handle, PRACTICE),
    )


async def one(desk: Desk, handle: str) -> Account:
    found: Account = await desk.read(lambda conn: known.existing(conn, handle))
    return found


@routes.get("/accounts", 401, 403, 422)
async def accounts(desk: Desk, session: Signed) -> list[AccountShown]:
    """Everybody with an account, guests too."""
    desk.permits(session, "see_accounts")
    return [shown(desk, each) for each in await desk.read(known.everyone)]


@routes.post("/accounts", *CHANGES, status=201)
async def create_account(desk: Desk, asked: AccountAsked, session: Signed) -> AccountShown:
    """Make an account. (Without an id a second request finds the name taken.)"""
    by = acting_for(desk.permits(session, "manage_accounts").person, "manage_accounts")
    person = await desk.people.create(asked.handle, asked.roles, asked.password, by, act_id=asked.id)
    return shown(desk, await one(desk, person.handle))


@routes.patch("/accounts/{handle:path}", *CHANGES)
async def change_account(desk: Desk, handle: Who, asked: AccountChange, session: Signed) -> AccountShown:
    """Give roles, disable or enable, or set a new password, which ends every session: all or nothing."""
    by = acting_for(desk.permits(session, "manage_accounts").person, "manage_accounts")
    found = (await one(desk, handle)).person.handle
    if asked.roles is None and asked.disabled is None and asked.password is None:
        raise refuse("shape", "nothing is to be changed", allowed="roles, disabled, password")
    await desk.people.change(
        found, by, roles=asked.roles, password=asked.password, disabled=asked.disabled, act_id=asked.id
    )
    return shown(desk, await one(desk, found))


@routes.get("/accounts/{handle:path}/sessions", 401, 403, 404, 422)
async def account_sessions(desk: Desk, handle: Who, session: Signed) -> list[SessionShown]:
    """Where somebody is logged in."""
    asking = desk.permits(session, "see_accounts")
    found = (await one(desk, handle)).person.handle
    return [session_shown(each, asking) for each in await desk.people.sessions_of(found)]


@routes.delete("/accounts/{handle:path}/sessions/{sid}", 401, 403, 404, 422, status=204)
async def end_session(desk: Desk, handle: Who, sid: SessionId, session: Signed) -> None:
    """End a session of somebody."""
    by = desk.permits(session, "revoke_sessions")
    owner = (await one(desk, handle)).person.handle
    found = next((each for each in await desk.people.sessions_of(owner) if each.id == sid), None)
    if found is None:
        raise refuse("no_session", "there is no such session", allowed="an id from the list")
    await desk.people.revoke(found.id, acting_for(by.person, "revoke_sessions"))
