"""Coming and going, and what everybody may see of himself."""

from typing import Annotated

from starlette.requests import Request
from starlette.responses import Response

from pitboss.house.money.accounts import PRACTICE
from pitboss.house.people import names, passwords
from pitboss.house.people.accounts import Person
from pitboss.house.people.permits import operations_of, permit_ending
from pitboss.house.people.sessions import Session
from pitboss.house.server.access import SessionId, Signed, accept, slow_down
from pitboss.house.server.credentials import COOKIE, header, is_local, origin_of, set_cookie, token_of
from pitboss.house.server.desk import Desk
from pitboss.house.server.endpoints import Endpoints, answer
from pitboss.house.server.logs import log
from pitboss.messages.people import (
    AccountRules,
    ConfirmAsked,
    Entered,
    GuestAsked,
    LoginAsked,
    Me,
    PasswordAsked,
    RoleShown,
    SessionShown,
    SetupAsked,
    Visitor,
)
from pitboss.rulebook.roles import ROWS, home_of
from pitboss.table.refusals import RefusedAct, refuse

HOUR = 3600


routes = Endpoints("people")


def entered(desk: Desk, request: Request, person: Person, token: str, status: int = 201) -> Response:
    cookie = set_cookie(request.scope, token, int(desk.settings.session_hours * HOUR))
    told = Entered(token, person.handle, list(person.roles), desk.chips_of(person), home_of(person.roles))
    return answer(told, status, {"set-cookie": cookie})


def agent(request: Request) -> str:
    return header(request.scope, b"user-agent")


@routes.post("/guest", 400, 403, 409, 413, 422, status=201)
async def guest(desk: Desk, request: Request, asked: GuestAsked, _: Signed) -> Annotated[Response, Entered]:
    """Sit down without an account, with practice chips, at practice tables."""
    allowed = desk.settings.guests
    if allowed == "never" or (allowed == "loopback" and not is_local(request.scope)):
        raise refuse("no_guests", "guests are not admitted from there", allowed="an account")
    with desk.guests.place(origin_of(request.scope)) as place:
        person, token = await desk.people.guest(asked.name, agent(request))
        place.session = await desk.people.who(token)
    if desk.settings.guest_chips:
        await desk.house.cage.practise(person.handle, desk.settings.guest_chips, "house", "play money")
    return entered(desk, request, person, token)


@routes.post("/login", 400, 401, 403, 413, 422)
async def login(desk: Desk, request: Request, asked: LoginAsked, _: Signed) -> Annotated[Response, Entered]:
    """Log in. After some wrong passwords the name is locked for a while."""
    slow_down(desk.limits.logins, origin_of(request.scope))
    try:
        person, token = await desk.people.login(asked.handle, asked.password, agent(request), origin_of(request.scope))
    except RefusedAct as refused:
        log().info("login refused", code=refused.refusal.code)
        raise
    return entered(desk, request, person, token, 200)


@routes.post("/logout", 401, 403, 422, status=204)
async def logout(desk: Desk, request: Request, _: Signed) -> Annotated[Response, None]:
    """End this session."""
    await desk.people.logout(token_of(request.scope)[0])
    return answer(None, 204, {"set-cookie": f"{COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict"})


@routes.post("/confirm", 400, 401, 403, 404, 413, 422, status=204)
async def confirm(desk: Desk, asked: ConfirmAsked, session: Signed) -> None:
    """Give the password again before something sensitive."""
    mine = desk.permits(session, "own_account")
    slow_down(desk.limits.logins, mine.id)
    await desk.people.confirm(mine, asked.password)


@routes.post("/setup", 400, 401, 403, 409, 413, 422, status=201)
async def setup(desk: Desk, request: Request, asked: SetupAsked, _: Signed) -> Annotated[Response, Entered]:
    """Make the first manager's account, with the link that was printed at the first start."""
    slow_down(desk.limits.logins, origin_of(request.scope))
    person, token = await desk.people.first_manager(asked.token, asked.handle, asked.password, agent(request))
    log().info("first manager", handle=person.handle)
    return entered(desk, request, person, token)


@routes.post("/password", 400, 401, 403, 404, 409, 413, 422, status=204)
async def change_password(desk: Desk, asked: PasswordAsked, session: Signed) -> None:
    """Change your own password; your other sessions end."""
    mine = desk.permits(session, "own_account")
    slow_down(desk.limits.logins, mine.id)
    await desk.people.change_password(mine, asked.old, asked.new, act_id=asked.id)


@routes.get("/account-rules", 401, 422)
async def account_rules(_: Signed) -> AccountRules:
    """What names and passwords must be like. Whether one will do is decided when it is given."""
    return AccountRules(
        name=names.ALLOWED,
        name_longest=names.LONGEST,
        password_shortest=passwords.SHORTEST,
        password_longest=passwords.LONGEST,
        password_varied=passwords.VARIED,
    )


async def me_of(desk: Desk, session: Session) -> Me:
    """Somebody as he may see himself."""
    person = session.person
    return Me(
        handle=person.handle,
        roles=list(person.roles),
        may=operations_of(person),
        home=home_of(person.roles),
        guest=person.guest,
        balance=desk.chips_of(person),
        practice=desk.balance(person.handle, PRACTICE),
        seats=await desk.seats(person.handle),
    )


@routes.get("/me", 401, 422)
async def me(desk: Desk, session: Signed) -> Me:
    """Who you are, your chips and your seats."""
    return await me_of(desk, desk.permits(session, "own_account"))


@routes.get("/who", 401, 422)
async def who(desk: Desk, session: Signed) -> Visitor:
    """Whether anybody is logged in here, and who. To be a stranger is no error: a page asks this first."""
    return Visitor(me=None if session is None else await me_of(desk, desk.permits(session, "own_account")))


@routes.get("/roles", 401, 422)
async def roles(desk: Desk, session: Signed) -> list[RoleShown]:
    """The roles that people have in this house."""
    desk.permits(session, "own_account")
    return [RoleShown(name=row.name, title=row.title, staff=row.staff) for row in ROWS]


@routes.get("/me/sessions", 401, 422)
async def my_sessions(desk: Desk, session: Signed) -> list[SessionShown]:
    """Where you are logged in."""
    mine = desk.permits(session, "own_account")
    return [shown(each, mine) for each in await desk.people.sessions_of(mine.person.handle)]


@routes.delete("/me/sessions/{sid}", 401, 403, 404, 422, status=204)
async def end_my_session(desk: Desk, sid: SessionId, session: Signed) -> None:
    """End one of your sessions."""
    mine = desk.permits(session, "own_account")
    found = next((each for each in await desk.people.sessions_of(mine.person.handle) if each.id == sid), None)
    if found is None:
        raise refuse("no_session", "you have no such session", allowed="an id from /api/v1/me/sessions")
    accept(permit_ending(mine, found, desk.house.clock()))
    await desk.people.revoke(found.id, mine.person.known_as)


def shown(session: Session, asking: Session | None) -> SessionShown:
    return SessionShown(
        id=session.id,
        handle=session.person.handle,
        created_at=session.created_at,
        expires_at=session.expires_at,
        agent=session.agent,
        current=asking is not None and session.id == asking.id,
    )
