"""Coming and going, and what everybody may see of himself."""

from fastapi import APIRouter, Request, Response
from pydantic import Field

from pitboss.house.money.accounts import PRACTICE
from pitboss.house.people import names, passwords
from pitboss.house.people.accounts import Person
from pitboss.house.people.permits import permit_ending
from pitboss.house.people.sessions import Session
from pitboss.house.server import models as m
from pitboss.house.server.access import Permits, SessionId, Signed, accept, slow_down
from pitboss.house.server.credentials import COOKIE, header, is_local, origin_of, set_cookie, token_of
from pitboss.house.server.desk import Desk
from pitboss.house.server.errors import problems
from pitboss.house.server.logs import log
from pitboss.house.server.web_models import Visitor
from pitboss.table.refusals import Refused, refuse

HOUR = 3600


class AccountRules(m.Told):
    """What names and passwords must be like, for those who ask before they are refused."""

    name: str = Field(description="What a name may be, in words.")
    name_longest: int
    password_shortest: int
    password_longest: int
    password_varied: int = Field(description="Different characters a password has at least.")


def router(desk: Desk) -> APIRouter:
    routes = APIRouter(prefix="/api/v1", tags=["people"])
    permits = Permits(desk)
    house, people = desk.house, desk.people

    def entered(request: Request, response: Response, person: Person, token: str) -> m.Entered:
        seconds = int(desk.settings.session_hours * HOUR)
        response.headers["set-cookie"] = set_cookie(request.scope, token, seconds)
        return m.Entered(token=token, handle=person.handle, roles=list(person.roles), balance=desk.chips_of(person))

    def agent(request: Request) -> str:
        return header(request.scope, b"user-agent")

    @routes.post("/guest", status_code=201, responses=problems(400, 403, 409, 413, 422))
    async def guest(request: Request, response: Response, asked: m.GuestAsked, _: Signed) -> m.Entered:
        """Sit down without an account, with practice chips, at practice tables."""
        allowed = desk.settings.guests
        if allowed == "never" or (allowed == "loopback" and not is_local(request.scope)):
            raise refuse("no_guests", "guests are not admitted from there", allowed="an account")
        with desk.guests.place(origin_of(request.scope)) as place:
            person, token = await people.guest(asked.name, agent(request))
            place.session = await people.who(token)
        if desk.settings.guest_chips:
            await house.cage.practise(person.handle, desk.settings.guest_chips, "house", "play money")
        return entered(request, response, person, token)

    @routes.post("/login", responses=problems(400, 401, 403, 413, 422))
    async def login(request: Request, response: Response, asked: m.LoginAsked, _: Signed) -> m.Entered:
        """Log in. After some wrong passwords the name is locked for a while."""
        slow_down(desk.limits.logins, origin_of(request.scope))
        try:
            person, token = await people.login(asked.handle, asked.password, agent(request), origin_of(request.scope))
        except Refused as refused:
            log().info("login refused", code=refused.refusal.code)
            raise
        return entered(request, response, person, token)

    @routes.post("/logout", status_code=204, responses=problems(401, 403, 422))
    async def logout(request: Request, response: Response, _: Signed) -> None:
        """End this session."""
        await people.logout(token_of(request.scope)[0])
        response.headers["set-cookie"] = f"{COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict"

    @routes.post("/confirm", status_code=204, responses=problems(400, 401, 403, 404, 413, 422))
    async def confirm(request: Request, asked: m.ConfirmAsked, session: Signed) -> None:
        """Give the password again before something sensitive."""
        mine = permits(session, "own_account")
        slow_down(desk.limits.logins, mine.key)
        await people.confirm(mine, asked.password)

    @routes.post("/setup", status_code=201, responses=problems(400, 401, 403, 409, 413, 422))
    async def setup(request: Request, response: Response, asked: m.SetupAsked, _: Signed) -> m.Entered:
        """Make the first manager's account, with the link that was printed at the first start."""
        slow_down(desk.limits.logins, origin_of(request.scope))
        person, token = await people.first_manager(asked.token, asked.handle, asked.password, agent(request))
        log().info("first manager", handle=person.handle)
        return entered(request, response, person, token)

    @routes.post("/password", status_code=204, responses=problems(400, 401, 403, 404, 409, 413, 422))
    async def change_password(request: Request, asked: m.PasswordAsked, session: Signed) -> None:
        """Change your own password; your other sessions end."""
        mine = permits(session, "own_account")
        slow_down(desk.limits.logins, mine.key)
        await people.change_password(mine, asked.old, asked.new, act_id=asked.id)

    @routes.get("/account-rules", responses=problems(401, 422))
    async def account_rules(_: Signed) -> AccountRules:
        """What names and passwords must be like. Whether one will do is decided when it is given."""
        return AccountRules(
            name=names.ALLOWED, name_longest=names.LONGEST, password_shortest=passwords.SHORTEST,
            password_longest=passwords.LONGEST, password_varied=passwords.VARIED,
        )  # fmt: skip

    def told(session: Session) -> m.Me:
        """Somebody as he may see himself."""
        person = session.person
        seats = [
            m.OwnSeat(table=table.fixed.chain, seat=seat.number)
            for table in house.tables.values()
            for seat in table.now.state.seats
            if seat.player == person.handle
        ]
        return m.Me(
            handle=person.handle, roles=list(person.roles), guest=person.guest, balance=desk.chips_of(person),
            practice=desk.balance(person.handle, PRACTICE), seats=seats,
        )  # fmt: skip

    @routes.get("/me", responses=problems(401, 422))
    async def me(session: Signed) -> m.Me:
        """Who you are, your chips and your seats."""
        return told(permits(session, "own_account"))

    @routes.get("/who", responses=problems(401, 422))
    async def who(session: Signed) -> Visitor:
        """Whether anybody is logged in here, and who. To be a stranger is no error: a page asks this first."""
        return Visitor(me=None if session is None else told(permits(session, "own_account")))

    @routes.get("/me/sessions", responses=problems(401, 422))
    async def my_sessions(session: Signed) -> list[m.SessionShown]:
        """Where you are logged in."""
        mine = permits(session, "own_account")
        return [shown(each, mine) for each in await people.sessions_of(mine.person.handle)]

    @routes.delete("/me/sessions/{sid}", status_code=204, responses=problems(401, 403, 404, 422))
    async def end_my_session(sid: SessionId, session: Signed) -> None:
        """End one of your sessions."""
        mine = permits(session, "own_account")
        found = next((each for each in await people.sessions_of(mine.person.handle) if each.id == sid), None)
        if found is None:
            raise refuse("no_session", "you have no such session", allowed="an id from /api/v1/me/sessions")
        accept(permit_ending(mine, found, house.clock()))
        await people.revoke(found.id, mine.person.known_as)

    return routes


def shown(session: Session, asking: Session | None) -> m.SessionShown:
    return m.SessionShown(
        id=session.id, handle=session.person.handle, created_at=session.created_at, expires_at=session.expires_at,
        agent=session.agent, current=asking is not None and session.id == asking.id,
    )  # fmt: skip
